//! Proposals: pending-memories.md, where sub-agents ask for something to be remembered.
//!
//! Owns reading the file (people edit it), and adding, marking and removing proposals. What a proposal
//! says about itself is never believed beyond its station: it is no more trusted than a sub-agent, and
//! no word in it approves it. Edits are in `proposal/edit.rs`.

use std::fmt;
use std::ops::Range;

use jiff::Timestamp;
use soulfile_vocabulary::{Authority, Confidence, Scope, Store};

use crate::fingerprint::fingerprint;
use crate::header::Header;
use crate::lines::{Cover, Line, scan};
use crate::note::Note;
use crate::provenance::read_scope;

mod edit;
mod read;

pub use edit::{ProposalDraft, Proposed};
use read::{RawField, bindings, conflict_mark, ends_block, fields, hashed, numbers, proposal_number};

/// Where a proposal stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProposalStatus {
    /// Waiting for review.
    Pending,
    /// Waiting, and at odds with others.
    Conflict(Vec<u32>),
    /// Left for reflection.
    Deferred,
    /// A word this file has no meaning for; taken as waiting.
    Other(String),
}

impl ProposalStatus {
    fn read(text: &str) -> ProposalStatus {
        let word: String = text.chars().skip_while(|c| !c.is_alphabetic()).take_while(|c| c.is_alphabetic()).collect();
        match word.to_lowercase().as_str() {
            "pending" | "" => ProposalStatus::Pending,
            "conflict" => ProposalStatus::Conflict(numbers(text)),
            "deferred" | "defer" => ProposalStatus::Deferred,
            _ => ProposalStatus::Other(text.trim().to_owned()),
        }
    }
}

impl fmt::Display for ProposalStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProposalStatus::Pending => f.write_str("pending"),
            ProposalStatus::Conflict(with) if with.is_empty() => f.write_str("conflict"),
            ProposalStatus::Conflict(with) => write!(f, "conflict — see {}", hashed(with)),
            ProposalStatus::Deferred => f.write_str("deferred"),
            ProposalStatus::Other(word) => f.write_str(word),
        }
    }
}

fn as_text<S: serde::Serializer>(status: &ProposalStatus, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(status)
}

/// A file a proposal was made from, and what it held then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceBinding {
    /// The path in the workspace.
    pub path: String,
    /// The SHA-256 of its content; `None` when the file did not exist.
    pub hash: Option<String>,
}

/// One proposal; serialised, what a reviewer decides on.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Proposal {
    /// Its number.
    pub number: u32,
    /// Who made it.
    pub from: String,
    /// When.
    #[serde(rename = "at")]
    pub timestamp: Option<Timestamp>,
    /// What made them.
    pub trigger: String,
    /// Where it should go.
    pub store: Option<Store>,
    /// What is to be remembered.
    pub content: String,
    /// The entities it is about.
    pub entities: Vec<String>,
    /// How sure they are.
    pub confidence: Option<Confidence>,
    /// Whether it should go into core memory too.
    pub core_worthy: bool,
    /// Who may see it.
    pub scope: Scope,
    /// How far it is trusted: never more than a sub-agent.
    pub trust: Authority,
    /// The files it was made from.
    #[serde(skip)]
    pub based_on: Vec<SourceBinding>,
    /// Where it stands.
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub status: ProposalStatus,
    /// Fields that are not known here.
    #[serde(skip)]
    pub extra: Vec<(String, String)>,
    /// The line of its heading, counted from 1.
    #[serde(skip)]
    pub line: usize,
    /// Its bytes, with the rule before it.
    #[serde(skip)]
    pub span: Range<usize>,
    #[serde(skip)]
    title: Range<usize>,
    #[serde(skip)]
    status_range: Option<Range<usize>>,
    #[serde(skip)]
    fields_end: usize,
}

impl Proposal {
    /// A hash of everything a reviewer decides on, so that a decision holds only for what was
    /// shown. The status is not part of it.
    pub fn review_hash(&self) -> String {
        let mut parts: Vec<String> = vec![
            self.number.to_string(),
            self.from.clone(),
            self.timestamp.map_or(String::new(), |at| at.to_string()),
            self.trigger.clone(),
            self.store.map_or(String::new(), |store| store.to_string()),
            self.content.clone(),
            self.entities.join("\u{1f}"),
            self.confidence.map_or(String::new(), |c| c.to_string()),
            self.core_worthy.to_string(),
            self.scope.to_string(),
            self.trust.to_string(),
        ];
        for binding in &self.based_on {
            parts.push(binding.to_string());
        }
        for (key, value) in &self.extra {
            parts.push(format!("{key}\u{1f}{value}"));
        }
        // Lengths keep two proposals from reading alike when text moves between fields.
        let framed: Vec<String> = parts.iter().map(|part| format!("{}:{part}", part.len())).collect();
        fingerprint(framed.join("\u{1e}").as_bytes())
    }

    /// The files it was made from that have changed since, given what they hold now.
    pub fn stale(&self, hash_now: &dyn Fn(&str) -> Option<String>) -> Vec<&SourceBinding> {
        self.based_on.iter().filter(|binding| hash_now(&binding.path) != binding.hash).collect()
    }
}

impl fmt::Display for SourceBinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.path, self.hash.as_deref().unwrap_or("absent"))
    }
}

/// A parsed pending-memories.md.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposalFile {
    text: String,
    header: Header,
    proposals: Vec<Proposal>,
    notes: Vec<Note>,
}

impl ProposalFile {
    /// Reads the file. Never fails.
    pub fn parse(text: impl Into<String>) -> ProposalFile {
        let text = text.into();
        let lines = scan(&text);
        let starts: Vec<(usize, u32)> = lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.cover == Cover::Open)
            .filter_map(|(index, line)| Some((index, proposal_number(line.of(&text))?)))
            .collect();
        let preamble = 0..starts.first().map_or(lines.len(), |(first, _)| *first);
        let mut file = ProposalFile {
            header: Header::parse(&text, &lines, preamble),
            text,
            proposals: Vec::new(),
            notes: Vec::new(),
        };
        for (at, (start, number)) in starts.iter().enumerate() {
            let next = starts.get(at + 1).map_or(lines.len(), |(next, _)| *next);
            let end = (start + 1..next).find(|index| ends_block(&file.text, &lines[*index])).unwrap_or(next);
            let proposal = file.read(&lines, *start..end, *number);
            if file.proposals.iter().any(|p| p.number == *number) {
                file.notes
                    .push(Note::new(start + 1, format!("proposal #{number} appears twice; renumber one by hand")));
            }
            file.proposals.push(proposal);
        }
        file
    }

    /// The text as it was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The proposals in file order.
    pub fn proposals(&self) -> &[Proposal] {
        &self.proposals
    }

    /// The first proposal with this number.
    pub fn get(&self, number: u32) -> Option<&Proposal> {
        self.proposals.iter().find(|p| p.number == number)
    }

    /// What was kept but not understood.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    fn read(&mut self, lines: &[Line], block: Range<usize>, number: u32) -> Proposal {
        let head = &lines[block.start];
        let rule = (0..block.start)
            .rev()
            .find(|index| !lines[*index].of(&self.text).trim().is_empty())
            .filter(|index| lines[*index].of(&self.text).trim_end() == "---");
        let first = rule.unwrap_or(block.start);
        let line = block.start + 1;
        let mut proposal = Proposal {
            number,
            from: String::new(),
            timestamp: None,
            trigger: String::new(),
            store: None,
            content: String::new(),
            entities: Vec::new(),
            confidence: None,
            core_worthy: false,
            scope: Scope::Private,
            trust: Authority::SubAgent,
            based_on: Vec::new(),
            status: ProposalStatus::Pending,
            extra: Vec::new(),
            line,
            span: lines[first].start..lines[block.end - 1].next,
            title: head.start..head.end,
            status_range: None,
            fields_end: head.next,
        };
        let mut seen: Vec<String> = Vec::new();
        for field in fields(&self.text, lines, block.start + 1..block.end) {
            proposal.fields_end = field.end;
            let key = field.key.to_lowercase();
            if seen.contains(&key) {
                self.notes
                    .push(Note::new(line, format!("proposal #{number} gives {} twice; the first holds", field.key)));
                proposal.extra.push((field.key, field.value));
                continue;
            }
            seen.push(key.clone());
            self.take(&mut proposal, &key, field);
        }
        if proposal.status == ProposalStatus::Pending {
            let with = numbers(conflict_mark(&self.text[head.start..head.end]));
            if !with.is_empty() {
                proposal.status = ProposalStatus::Conflict(with);
            }
        }
        if proposal.content.is_empty() {
            self.notes.push(Note::new(line, format!("proposal #{number} has no content")));
        }
        proposal
    }

    fn take(&mut self, proposal: &mut Proposal, key: &str, field: RawField) {
        let value = field.value.as_str();
        match key {
            "from" => proposal.from = value.to_owned(),
            "timestamp" => proposal.timestamp = value.parse().ok(),
            "trigger" => proposal.trigger = value.to_owned(),
            "suggested store" | "store" => proposal.store = value.parse().ok(),
            "content" => proposal.content = field.value,
            "entities" => {
                proposal.entities = value
                    .trim_matches(['[', ']'])
                    .split(',')
                    .map(|id| id.trim().trim_matches(['[', ']']).to_owned())
                    .filter(|id| !id.is_empty())
                    .collect();
            }
            "confidence" => proposal.confidence = value.parse().ok(),
            "core worthy" | "core-worthy" => {
                proposal.core_worthy = matches!(value.to_lowercase().as_str(), "yes" | "true");
            }
            "scope" => {
                proposal.scope = read_scope(std::iter::once(value), proposal.line, &mut self.notes);
            }
            "trust" => {
                let claimed = value.parse().unwrap_or(Authority::Web);
                proposal.trust = claimed.min(Authority::SubAgent);
            }
            "based on" => proposal.based_on = bindings(value),
            "status" => {
                proposal.status = ProposalStatus::read(value);
                proposal.status_range = Some(field.value_range);
                if let ProposalStatus::Other(word) = &proposal.status {
                    self.notes.push(Note::new(
                        proposal.line,
                        format!(
                            "status \"{word}\" of proposal #{} means nothing here; it still waits for a person",
                            proposal.number
                        ),
                    ));
                }
            }
            _ => proposal.extra.push((field.key, field.value)),
        }
    }
}

#[cfg(test)]
#[path = "proposal_tests.rs"]
mod tests;
