//! What memory does with an exchange: gives its context, finds what fits, keeps what is told, and answers alone where
//! there is no model.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use soulfile_agent::{Conversation, Language, Opening, Reply, capture, recall_for_prompt};
use soulfile_engine::{Decider, Engine, Result};
use soulfile_models::chat::{Message, ModelAnswer, Stop, Usage};

use super::dialect::PersonMessage;
use super::session::ExchangeSession;
use crate::state::Gateway;

/// Messages that are known to be kept, so that a request sent again is not kept again.
const KNOWN: usize = 4_096;

/// Which messages were kept lately.
#[derive(Default)]
pub(crate) struct CapturedMessages {
    marks: Mutex<VecDeque<[u8; 32]>>,
}

impl CapturedMessages {
    /// Whether this message of this session is here for the first time.
    fn is_new(&self, agent: &str, session: &str, told: &PersonMessage) -> bool {
        let seed = format!("{agent}\0{session}\0{}\0{}", told.number, told.text);
        let mark = *blake3::hash(seed.as_bytes()).as_bytes();
        let mut marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        if marks.contains(&mark) {
            return false;
        }
        if marks.len() == KNOWN {
            marks.pop_front();
        }
        marks.push_back(mark);
        true
    }
}

/// The engine as this exchange acts through it. Nobody decides through a program.
pub(super) fn engine(gateway: &Gateway, agent: &str, session: &ExchangeSession) -> Result<Engine> {
    Ok(gateway.engine(agent)?.acting_for(session.requester.clone()).deciding(Decider::Nobody))
}

/// What is put around a request.
pub(super) struct MemoryContext {
    /// Behind the program's own system prompt.
    pub system: String,
    /// Before the person's last message.
    pub before: String,
    /// The digest of the context.
    pub digest: String,
}

/// The session's context, and what memory holds about the person's last message.
pub(super) fn surroundings(
    engine: &Engine,
    session: &ExchangeSession,
    told: Option<&PersonMessage>,
) -> Result<MemoryContext> {
    let request = session.context_request();
    let (pack, _) = engine.context(&request)?;
    let recalled = match told {
        Some(told) => recall_for_prompt(engine, engine.session(&request)?, &told.text)?,
        None => String::new(),
    };
    let before = [pack.preamble, recalled].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n");
    Ok(MemoryContext { system: pack.rendered, before, digest: pack.digest })
}

/// Keeps what the person tells; gives the ids of what was kept.
pub(super) fn keep(
    gateway: &Gateway,
    engine: &Engine,
    session: &ExchangeSession,
    told: &PersonMessage,
) -> Result<Vec<String>> {
    if !told.is_last || !gateway.kept.is_new(engine.agent(), &session.id, told) {
        return Ok(Vec::new());
    }
    let kept = capture(engine, &session.who, &session.id, &told.text)?;
    let entries = kept.map(|kept| kept.entries).unwrap_or_default();
    Ok(entries.into_iter().filter(|entry| entry.new).map(|entry| entry.id.to_string()).collect())
}

/// Answers from memory alone.
pub(super) fn answer(
    gateway: &Gateway,
    engine: Engine,
    session: &ExchangeSession,
    told: Option<&PersonMessage>,
) -> Result<ModelAnswer> {
    let agent = engine.agent().to_owned();
    let key = format!("{agent}\0{}\0{:?}", session.id, session.who);
    // A conversation that begins is a new one, although another began with the same words.
    let goes_on = session.named || told.is_some_and(|told| told.number > 1);
    let held = match gateway.conversations.find(&key).filter(|_| goes_on) {
        Some(held) => held,
        None => {
            let opening =
                Opening { who: session.who.clone(), id: session.id.clone(), lang: Language::english(), ritual: false };
            gateway.conversations.hold(&key, Conversation::new(Arc::new(engine), opening)?)
        }
    };
    let line = told.map_or("", |told| told.text.as_str());
    let replies: Vec<Reply> = match line.trim() {
        "" => Vec::new(),
        line => held.lock().unwrap_or_else(PoisonError::into_inner).say(line).collect(),
    };
    let text = spoken(&replies);
    let usage = Usage {
        input: soulfile_text::tokens::estimate(line) as u64,
        output: soulfile_text::tokens::estimate(&text) as u64,
        ..Usage::default()
    };
    Ok(ModelAnswer { message: Message::assistant(text), usage, stop: Stop::End, model: agent })
}

/// Replies as one text: what is said, then what a person should know; small print only where nothing is said.
fn spoken(replies: &[Reply]) -> String {
    let (mut words, mut beside, mut small) = (Vec::new(), Vec::new(), Vec::new());
    for reply in replies {
        match reply {
            Reply::Say { text } | Reply::Ask { text } | Reply::Document { text, .. } => words.push(text.clone()),
            Reply::Recalled(quotation) => {
                words.push(format!("{} [{}]", quotation.in_words(), quotation.citations.join(", ")));
            }
            Reply::Warning { text } | Reply::Failed { text } => beside.push(text.clone()),
            Reply::Note { text } => small.push(text.clone()),
            Reply::End => {}
        }
    }
    if words.is_empty() && beside.is_empty() {
        words = small;
    }
    words.extend(beside);
    match words.is_empty() {
        true => "No model is configured here, and memory has nothing to say to that.".to_owned(),
        false => words.join("\n"),
    }
}
