//! `exchange`: the entry the day's log gets after each exchange of a conversation, and after a heartbeat.
//!
//! It says what was talked about and where the answer stood, never the answer itself: what was
//! recalled is not written down again. These entries belong to the log and to a session's recent
//! notes, and are not searched; a question kept as text would be the best match for itself.

use soulfile_memory::id::MemoryId;
use soulfile_understand::secret;
use soulfile_vocabulary::{Authority, Confidence, EntryKind, Scope};
use soulfile_workspace::{Action, Actor, Change, Mutation, Receipt};

use crate::error::{Error, Result};
use crate::open::Engine;
use crate::writer::{MemoryWriter, Operation, Source, Step};

/// How an entry of an exchange says where it came from.
pub(crate) const EXCHANGE: &str = "exchange";

/// The same for what a heartbeat did.
pub(crate) const HEARTBEAT: &str = "heartbeat";

/// What the trail says of an exchange. What was said stays out of it: the log has it, and can be made
/// to forget it.
pub const EXCHANGE_SUMMARY: &str = "logged an exchange";

/// Longest entry, in characters.
const LONGEST: usize = 400;

/// One exchange, told in a sentence or two.
#[derive(Debug, Clone, Default)]
pub struct Exchange {
    /// What was talked about. Nothing that was answered from memory.
    pub text: String,
    /// Who may see it: the room it was said in.
    pub scope: Scope,
    /// The session it belongs to.
    pub session: Option<String>,
}

/// An entry of the day's log that is no memory: neither searched nor reflected on.
pub(crate) struct DayLogEntry {
    pub(crate) content: String,
    pub(crate) source: &'static str,
    pub(crate) tag: &'static str,
    pub(crate) scope: Scope,
    pub(crate) trust: Authority,
}

/// Says whether entries of that source are only the log of what went on.
pub(crate) fn is_log_only(source: Option<&str>) -> bool {
    matches!(source, Some(EXCHANGE | HEARTBEAT))
}

impl Engine {
    /// Says whether a memory is only the log of an exchange.
    pub fn is_exchange(&self, id: &MemoryId) -> Result<bool> {
        let MemoryId::Episode(episode) = id else { return Ok(false) };
        let logs = self.day_logs(&episode.day)?;
        let entry = logs.iter().find_map(|(_, log)| log.get(episode));
        Ok(entry.is_some_and(|entry| is_log_only(entry.source.as_deref())))
    }

    /// Adds an exchange to the day's log. What looks like a credential is masked.
    pub fn log_exchange(&self, exchange: &Exchange) -> Result<Receipt> {
        let said = exchange.text.split_whitespace().collect::<Vec<_>>().join(" ");
        if said.is_empty() {
            return Err(Error::Invalid("there is nothing to log: the text is empty".to_owned()));
        }
        let mut content = secret::mask(&said);
        if let Some((at, _)) = content.char_indices().nth(LONGEST) {
            content.truncate(at);
            content.push('…');
        }
        let entry = DayLogEntry {
            content,
            source: EXCHANGE,
            tag: "chat",
            scope: exchange.scope.clone(),
            // It quotes what was asked: the words are the speaker's.
            trust: self.authority(),
        };
        let changes = self.staged_log_entry(entry)?;
        let mutation = Mutation::new(Action::Append, Actor::Bot("main".into()), EXCHANGE_SUMMARY, changes)
            .trigger("conversation")
            .session(exchange.session.clone());
        self.apply(mutation)
    }

    /// The changes that add an entry to the day's log which is read, but no memory.
    pub(crate) fn staged_log_entry(&self, entry: DayLogEntry) -> Result<Vec<Change>> {
        let now = self.now();
        let operation = Operation::Remember {
            day: now.date().into(),
            time: now.time().round(jiff::Unit::Second).unwrap_or(now.time()),
            kind: EntryKind::Event,
            confidence: Confidence::Low,
            tags: vec![entry.tag.to_owned()],
            content: entry.content,
            links: Vec::new(),
        };
        let (source, scope, trust) = (Source::named(entry.source), entry.scope, entry.trust);
        let mut writer = MemoryWriter::new(self).admitted();
        writer.apply(&[Step { operation, source, scope, trust, approved: false, item: None }])?;
        writer.into_changes()
    }
}
