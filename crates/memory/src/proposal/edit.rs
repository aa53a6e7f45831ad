//! Adding, marking and removing proposals.

use jiff::Timestamp;
use soulfile_vocabulary::{Authority, Confidence, Scope, Store, layout};

use super::read::{LEADS, conflict_mark, hashed};
use super::{Proposal, ProposalFile, ProposalStatus, SourceBinding};
use crate::error::Error;
use crate::escape::{clean_block, comment_text, escape_inline, heading_field, single_line};
use crate::lines::{terminator, with_terminator};
use crate::splice::{Splice, apply};

/// A proposal to add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposalDraft {
    /// Who makes it.
    pub from: String,
    pub timestamp: Timestamp,
    /// What made them.
    pub trigger: String,
    /// Where it should go.
    pub store: Store,
    /// What is to be remembered.
    pub content: String,
    /// The entities it is about.
    pub entities: Vec<String>,
    /// How sure they are.
    pub confidence: Confidence,
    /// Whether it should go into core memory too.
    pub core_worthy: bool,
    /// Who may see it; not written when private.
    pub scope: Scope,
    /// How far it is trusted; not written for a sub-agent.
    pub trust: Authority,
    /// The files it was made from.
    pub based_on: Vec<SourceBinding>,
}

/// What adding gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposed {
    /// The whole new text.
    pub text: String,
    /// The number it got.
    pub number: u32,
    /// The lines of the proposal in the new text, counted from 1, both included.
    pub lines: (usize, usize),
}

impl ProposalFile {
    /// Adds a proposal under the next number that was never used in this file.
    pub fn add(&self, new: &ProposalDraft) -> Result<Proposed, Error> {
        let content = content_text(&new.content);
        if content.is_empty() {
            return Err(Error::Empty);
        }
        let number = self
            .last_number()
            .checked_add(1)
            .ok_or_else(|| Error::Refused("a proposal carries the highest number there is".into()))?;
        let entities: Vec<String> = new.entities.iter().map(|id| list_item(id)).collect();
        let mut fields = vec![
            ("From", short(&new.from)),
            ("Timestamp", new.timestamp.to_string()),
            ("Trigger", short(&new.trigger)),
            ("Suggested store", new.store.to_string()),
            ("Content", escape_content(&content)),
            ("Entities", format!("[{}]", entities.join(", "))),
            ("Confidence", new.confidence.to_string()),
            ("Core-worthy", if new.core_worthy { "yes" } else { "no" }.to_owned()),
        ];
        if new.scope != Scope::Private {
            fields.push(("Scope", short(&new.scope.to_string())));
        }
        if new.trust < Authority::SubAgent {
            fields.push(("Trust", new.trust.to_string()));
        }
        if !new.based_on.is_empty() {
            let bindings: Vec<String> = new.based_on.iter().map(SourceBinding::to_string).collect();
            fields.push(("Based on", short(&bindings.join(", "))));
        }
        fields.push(("Status", ProposalStatus::Pending.to_string()));
        let mut block = format!("---\n## Proposal #{number}\n");
        for (key, value) in fields {
            block.push_str(&format!("- **{key}**: {value}\n"));
        }
        let old = self.text();
        let lead = match old.trim_start_matches('\u{feff}') {
            "" => {
                "# Pending Memory Proposals\n\n<!-- Sub-agents append proposals here. Main agent reviews and commits. -->\n\n"
            }
            _ if old.ends_with("\n\n") || old.ends_with("\n\r\n") => "",
            _ if old.ends_with('\n') => "\n",
            _ => "\n\n",
        };
        let fresh = with_terminator(&format!("{lead}{block}"), terminator(old));
        let text = format!("{old}{fresh}");
        let read = ProposalFile::parse(text.as_str());
        // What is acknowledged must be readable.
        let added = read
            .get(number)
            .filter(|proposal| proposal.content == content)
            .ok_or_else(|| Error::hidden(layout::PROPOSALS))?;
        let first = added.line;
        let count = block.matches('\n').count();
        Ok(Proposed { number, lines: (first, first + count - 2), text })
    }

    /// Sets where a proposal stands. With `reviewed`, the hash of what the reviewer saw, it is refused
    /// when the proposal has changed since.
    pub fn set_status(&self, number: u32, status: &ProposalStatus, reviewed: Option<&str>) -> Result<String, Error> {
        let proposal = self.find(number, reviewed)?;
        Ok(apply(self.text(), self.mark(proposal, status)))
    }

    /// Removes a proposal that was committed or rejected, under the same condition.
    pub fn remove(&self, number: u32, reviewed: Option<&str>) -> Result<String, Error> {
        let proposal = self.find(number, reviewed)?;
        let mut splices = vec![Splice::remove(proposal.span.clone())];
        // The highest number is remembered, so that it is never given out again.
        if number == self.last_number() {
            let eol = terminator(self.text());
            let last = format!("#{number}");
            splices.extend(self.header.set("Last proposal", &last, eol));
        }
        Ok(apply(self.text(), splices))
    }

    /// Marks a proposal and others as being at odds with each other.
    pub fn flag_conflicts(&self, one: u32, others: &[u32]) -> Result<String, Error> {
        if others.contains(&one) {
            return Err(Error::Refused(format!("proposal #{one} cannot conflict with itself")));
        }
        let mut splices = Vec::new();
        let pairs = others.iter().map(|other| (*other, vec![one]));
        for (number, with) in std::iter::once((one, others.to_vec())).chain(pairs) {
            let proposal = self.find(number, None)?;
            let mut all = match &proposal.status {
                ProposalStatus::Conflict(with) => with.clone(),
                _ => Vec::new(),
            };
            for other in with {
                if !all.contains(&other) {
                    all.push(other);
                }
            }
            splices.extend(self.mark(proposal, &ProposalStatus::Conflict(all)));
        }
        Ok(apply(self.text(), splices))
    }

    /// The highest number this file has seen.
    pub fn last_number(&self) -> u32 {
        let marked = self.header.get("Last proposal").and_then(|value| value.trim_start_matches('#').parse().ok());
        let highest = self.proposals().iter().map(|p| p.number).max();
        highest.max(marked).unwrap_or(0)
    }

    fn find(&self, number: u32, reviewed: Option<&str>) -> Result<&Proposal, Error> {
        let mut with_number = self.proposals().iter().filter(|p| p.number == number);
        let proposal = with_number.next().ok_or_else(|| Error::NotFound { id: format!("proposal #{number}") })?;
        if with_number.next().is_some() {
            return Err(Error::Refused(format!("two proposals are numbered #{number}; renumber one by hand")));
        }
        match reviewed {
            Some(hash) if hash != proposal.review_hash() => Err(Error::Stale { what: format!("proposal #{number}") }),
            _ => Ok(proposal),
        }
    }

    fn mark(&self, proposal: &Proposal, status: &ProposalStatus) -> Vec<Splice> {
        let text = self.text();
        let eol = terminator(text);
        let mut splices = Vec::new();
        let title = &text[proposal.title.clone()];
        let mark = conflict_mark(title);
        let plain = match mark {
            "" => title.trim_end(),
            mark => title[..title.len() - mark.len()].trim_end_matches(['⚠', '\u{fe0f}', ' ']),
        };
        let new_title = match status {
            ProposalStatus::Conflict(with) => {
                format!("{plain} ⚠️ CONFLICT with {}", hashed(with))
            }
            _ => plain.to_owned(),
        };
        if new_title != title.trim_end() {
            splices.push(Splice::replace(proposal.title.clone(), new_title));
        }
        let word = short(&status.to_string());
        splices.push(match &proposal.status_range {
            Some(range) => Splice::replace(range.clone(), word),
            None => {
                let at = proposal.fields_end;
                let lead = if text[..at].ends_with('\n') { "" } else { eol };
                Splice::insert(at, format!("{lead}- **Status**: {word}{eol}"))
            }
        });
        splices
    }
}

/// The content as it is kept: clean, no white space at line ends.
fn content_text(content: &str) -> String {
    let clean = clean_block(content);
    let lines: Vec<&str> = clean.lines().map(str::trim_end).collect();
    lines.join("\n").trim_start().to_owned()
}

/// The first line stands after the field's name, the others are indented and cannot open anything.
fn escape_content(content: &str) -> String {
    let mut out = String::new();
    for (index, line) in content.split('\n').enumerate() {
        let line = escape_inline(line);
        if index == 0 {
            out.push_str(&line);
        } else if line.is_empty() {
            out.push('\n');
        } else {
            let rest = line.trim_start();
            let after = rest.trim_start_matches('\\');
            let slash = if after.starts_with(LEADS) { "\\" } else { "" };
            let lead = &line[..line.len() - rest.len()];
            out.push_str(&format!("\n  {lead}{slash}{rest}"));
        }
    }
    out
}

fn short(text: &str) -> String {
    comment_text(&single_line(text))
}

fn list_item(text: &str) -> String {
    heading_field(&short(text).replace(['[', ']', ','], " "))
}
