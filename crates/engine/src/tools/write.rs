//! `memory_write` and `memory_propose`: what an agent may store, by the kind of session it is in.
//!
//! A private session stores; a room stores for that room only; a sub-agent proposes. Nothing here
//! approves, and nothing that is answered quotes memory the session may not see.

use soulfile_api::{ProposeRequest, ProposeResult, Remembered, WriteReceipt, WriteRequest, WriteResult, WrittenEntry};
use soulfile_context::session::{Session, SessionKind};
use soulfile_vocabulary::{Authority, Confidence, EntryKind, Scope, Store};

use crate::authority::authority_in;
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::proposals::Proposing;
use crate::recall::marks::{is_recalled_text, without_recalled};
use crate::remember::{By, RememberRequest};
use crate::writer::KnownMemory;

impl Engine {
    /// Stores what an agent wants remembered, for the session it is in: privately, for the room, or
    /// as a proposal.
    pub fn memory_write(&self, session: &Session, request: &WriteRequest) -> Result<WriteResult> {
        let content = new_text(&request.content)?;
        let trust = claimed(request.trust)?;
        // What happens or is to be done may happen again.
        let may_repeat = matches!(request.category, Some(EntryKind::Event | EntryKind::Task));
        if session.kind != SessionKind::Subagent
            && !may_repeat
            && let Some(known) = self.known_memory(session, &content, trust.min(authority_in(session)))?
        {
            return Ok(known_already(known));
        }
        let writing = RememberRequest {
            text: content,
            // Core memory and the graph belong to the user as a whole: comparing with them would tell
            // one person what another one said.
            kind: request.category,
            tags: request.tags.clone(),
            trust: Some(trust),
            by: By::Agent,
            at: request.date.map(|date| date.0),
            ..RememberRequest::default()
        };
        Ok(written(self.remember_for(session, &writing)?))
    }

    /// Proposes a memory in the name of the session's agent. A person decides.
    pub fn memory_propose(&self, session: &Session, request: &ProposeRequest) -> Result<ProposeResult> {
        let content = new_text(&request.content)?;
        let proposing = Proposing {
            from: session.agent.clone(),
            trigger: one_line(request.reason.as_deref().unwrap_or("memory_propose")),
            store: request.store.unwrap_or(Store::Episodic),
            content,
            entities: request.entities.clone(),
            confidence: request.confidence.unwrap_or(Confidence::Medium),
            core_worthy: request.core_worthy,
            scope: Scope::default(),
            trust: claimed(request.trust)?,
            quarantined: false,
        };
        let added = self.propose_for(session, proposing)?;
        let (status, remark) = match (&added.committed, added.conflicts.is_empty()) {
            (Some(_), _) => ("committed", "stored at once, as the configuration allows for this agent".to_owned()),
            (None, false) => ("conflict", format!("{} It contradicts what else is proposed.", waits(added.number))),
            (None, true) => ("pending", waits(added.number)),
        };
        Ok(ProposeResult {
            proposal: added.number,
            status: status.to_owned(),
            conflicts: added.conflicts,
            receipt: WriteReceipt::from(&added.receipt),
            remark,
        })
    }
}

/// The answer for what is stored already, word for word.
fn known_already(known: KnownMemory) -> WriteResult {
    let (start_line, end_line) = known.lines;
    let lines = if start_line == end_line { start_line.to_string() } else { format!("{start_line}-{end_line}") };
    WriteResult {
        saved: true,
        remark: Some(format!("it says so already at {}:{lines}; nothing was written", known.path)),
        entries: vec![WrittenEntry {
            store: known.id.store().to_string(),
            id: known.id.to_string(),
            path: known.path,
            start_line,
            end_line,
            new: false,
        }],
        receipt: None,
        proposals: Vec::new(),
        warnings: Vec::new(),
    }
}

fn written(remembered: Remembered) -> WriteResult {
    let saved = !remembered.entries.is_empty();
    WriteResult {
        saved,
        entries: remembered
            .entries
            .into_iter()
            .map(|entry| WrittenEntry {
                id: entry.id.to_string(),
                store: entry.store.to_string(),
                path: entry.path,
                start_line: entry.lines.0,
                end_line: entry.lines.1,
                new: entry.new,
            })
            .collect(),
        receipt: Some(WriteReceipt::from(&remembered.receipt)),
        remark: (!saved).then(|| remembered.proposals.first().map(|number| waits(*number))).flatten(),
        proposals: remembered.proposals,
        warnings: remembered.warnings,
    }
}

fn waits(number: u32) -> String {
    format!("It is not stored: it waits as proposal #{number} until a person decides (`soul proposals show {number}`).")
}

/// The text without what was only recalled: that is remembered already.
fn new_text(content: &str) -> Result<String> {
    let text = without_recalled(content).trim().to_owned();
    match (text.is_empty(), is_recalled_text(content)) {
        (false, _) => Ok(text),
        (true, true) => Err(Error::Invalid("this is recalled text; it is remembered already".to_owned())),
        (true, false) => Err(Error::Invalid("nothing to remember: content is empty".to_owned())),
    }
}

/// An agent may say that words are less trusted than its own, never more.
fn claimed(trust: Option<Authority>) -> Result<Authority> {
    match trust {
        Some(claimed) if claimed > Authority::Agent => Err(Error::Denied(
            "an agent cannot vouch for a person's own words; leave out trust, or ask the user to say it themselves"
                .to_owned(),
        )),
        other => Ok(other.unwrap_or(Authority::Agent)),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_claims_no_more_trust_than_its_own() {
        assert_eq!(claimed(None).unwrap(), Authority::Agent);
        assert_eq!(claimed(Some(Authority::Web)).unwrap(), Authority::Web);
        assert!(claimed(Some(Authority::Owner)).is_err());
        assert!(claimed(Some(Authority::Approved)).is_err());
    }

    #[test]
    fn recalled_text_is_nothing_new() {
        let marked = crate::mark_recalled("MEMORY.md:3", "Alex likes tea");
        assert!(new_text(&marked).is_err());
        assert_eq!(new_text(&format!("{marked}And coffee.")).unwrap(), "And coffee.");
        assert!(new_text("  ").is_err());
    }
}
