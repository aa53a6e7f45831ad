//! What a message is, as far as remembering goes: the words themselves, their kind, and what in them is raised.
//!
//! The words are never changed. A sentence is raised to core memory, a fact, a procedure or the vault only on strong
//! evidence: the learned heads are sure where it belongs and that it lasts, and it is no joke, plan, mood or
//! hypothetical. Whatever is doubtful stays an episode and waits for reflection.

use soulfile_text::sentences;
use soulfile_understand::{Belongs, Mentions, MessageIntent, MessageScores, Reading, Steps, Told, TriggerKind};
use soulfile_vocabulary::{Authority, Confidence, EntryKind, Scope, Store};

use super::{By, RememberRequest, Remembering};
use crate::open::Engine;

/// Longer messages are read whole and nothing in them is raised: they are texts, not statements.
const MOST_SENTENCES: usize = 8;
/// Longer sentences are paragraphs.
const LONGEST: usize = 300;
/// A joke, a hypothetical or somebody's quoted words are likelier than this: nothing is raised.
const JOKE: f32 = 0.2;
/// From here on something lasts by the looks of it, and something is only small talk.
const LASTING: f32 = 0.5;
const SMALL_TALK: f32 = 0.6;
/// From here on the message corrects or updates what was told before.
const UPDATE: f32 = 0.5;

/// How likely each has to be for a statement to be raised.
struct Evidence {
    store: f32,
    lasting: f32,
    memorable: f32,
}

/// Somebody asked for it to be kept; only where it goes is open.
const ASKED: Evidence = Evidence { store: 0.4, lasting: 0.2, memorable: 0.0 };
/// Chosen by author on the training data's talk: at these, 14 of 2,522 messages that are no memories would be raised.
const UNASKED: Evidence = Evidence { store: 0.65, lasting: 0.5, memorable: 0.8 };

/// One message, understood.
#[derive(Debug, Clone)]
pub(super) struct Understood {
    /// As they were said.
    pub(super) words: String,
    pub(super) kind: EntryKind,
    pub(super) confidence: Confidence,
    /// Whether it will still matter in a month, by the looks of it.
    pub(super) is_lasting: bool,
    /// Whether it reads like nothing anybody would look for.
    pub(super) is_small_talk: bool,
    /// Whether it says that something told before has changed.
    pub(super) is_update: bool,
    pub(super) raised: Vec<Raised>,
}

/// A statement of the message that goes to another store besides the day's log.
#[derive(Debug, Clone)]
pub(super) struct Raised {
    pub(super) words: String,
    pub(super) kind: EntryKind,
    pub(super) to: Raise,
}

/// Where a statement is raised to.
#[derive(Debug, Clone)]
pub(super) enum Raise {
    Core,
    /// A fact about the entities it names, or the user.
    Fact(Mentions),
    Procedure(Steps),
    /// A page of its own.
    Page(Store),
}

impl Engine {
    pub(super) fn understand(&self, text: &str, request: &RememberRequest, trust: Authority) -> Understood {
        let whole = self.read(text);
        let said = match whole.intent() {
            asked if asked.kind == TriggerKind::Remember && !request.as_said => {
                let payload = asked.payload.as_deref().filter(|payload| is_all_but_frame(payload, text));
                payload.map_or(text, |payload| with_its_end(text, payload))
            }
            _ => text,
        };
        let reading = if said == text { whole.clone() } else { self.read(said) };
        let scores = reading.scores();
        let kind = request.kind.unwrap_or_else(|| kind_of(scores));
        let is_lasting = scores.lasting >= LASTING;
        let confidence = match request.how {
            Remembering::Explicit => Confidence::High,
            Remembering::Detected if is_lasting => Confidence::Medium,
            Remembering::Detected | Remembering::Inferred => Confidence::Low,
        };
        let is_small_talk = scores.intent(MessageIntent::SmallTalk) >= SMALL_TALK && scores.memorable < LASTING;
        let is_update = kind == EntryKind::Correction || scores.intent(MessageIntent::Correct) >= UPDATE;
        let raised = if request.as_said { Vec::new() } else { self.raised(&reading, kind, request, trust) };
        Understood { words: said.trim().to_owned(), kind, confidence, is_lasting, is_small_talk, is_update, raised }
    }

    fn raised(&self, said: &Reading, kind: EntryKind, request: &RememberRequest, trust: Authority) -> Vec<Raised> {
        let asked_for = if request.pin { Some(Store::Vault) } else { request.store };
        if let Some(store) = asked_for {
            let words = said.text().trim().to_owned();
            return self.raise_to(store, said).map(|to| Raised { words, kind, to }).into_iter().collect();
        }
        // What one person may see, or others said, is not put where every private session reads it.
        let rights = trust.rights();
        if request.scope != Scope::Private || !rights.core_line || !rights.entity_fact {
            return Vec::new();
        }
        let all = said.sentences();
        if all.len() > MOST_SENTENCES {
            return Vec::new();
        }
        let mut raised = Vec::new();
        for sentence in all.iter().filter(|sentence| !sentence.question) {
            let words = sentences::written(said.text(), sentence);
            if words.is_empty() || words.chars().count() > LONGEST {
                continue;
            }
            let part = if words == said.text().trim() { said.clone() } else { self.read(words) };
            let Some(store) = strong_evidence(part.scores(), request) else { continue };
            let kind = request.kind.unwrap_or_else(|| kind_of(part.scores()));
            if let Some(to) = self.raise_to(store, &part) {
                raised.push(Raised { words: words.to_owned(), kind, to });
            }
        }
        raised
    }

    fn raise_to(&self, store: Store, said: &Reading) -> Option<Raise> {
        match store {
            Store::Core => Some(Raise::Core),
            Store::Procedural => Some(Raise::Procedure(said.steps())),
            Store::Semantic => Some(Raise::Fact(said.mentions().clone())),
            store => store.row().keeps_pages.then_some(Raise::Page(store)),
        }
    }
}

/// The store that the heads are sure of, and `None` where anything speaks against raising.
fn strong_evidence(scores: &MessageScores, request: &RememberRequest) -> Option<Store> {
    let asked = request.how == Remembering::Explicit;
    let Evidence { store: least, lasting, memorable } = if asked { ASKED } else { UNASKED };
    let passing = matches!(scores.likeliest_kind(), Told::Emotion | Told::Task | Told::Event | Told::Nothing);
    let doubtful = scores.lasting < lasting || scores.memorable < memorable;
    if scores.joke >= JOKE || doubtful || passing && !asked {
        return None;
    }
    let place = scores.likeliest_store();
    if scores.store[place as usize] < least {
        return None;
    }
    match place {
        Belongs::Core => Some(Store::Core),
        Belongs::Semantic => Some(Store::Semantic),
        Belongs::Procedural => Some(Store::Procedural),
        // What is kept for ever is asked for, by a person.
        Belongs::Vault if asked && request.by == By::Person => Some(Store::Vault),
        Belongs::Vault | Belongs::Episodic | Belongs::Nowhere => None,
    }
}

fn kind_of(scores: &MessageScores) -> EntryKind {
    match scores.likeliest_kind() {
        Told::Decision => EntryKind::Decision,
        Told::Fact => EntryKind::Fact,
        Told::Preference => EntryKind::Preference,
        Told::Task => EntryKind::Task,
        Told::Emotion => EntryKind::Emotion,
        Told::Correction => EntryKind::Correction,
        Told::Event | Told::Nothing => EntryKind::Event,
    }
}

/// What is to be kept, with the marks that end the text where it ends there: words stay as they were said.
fn with_its_end<'t>(text: &'t str, payload: &'t str) -> &'t str {
    match text.rfind(payload) {
        Some(at) if text[at + payload.len()..].chars().all(|c| !c.is_alphanumeric()) => text[at..].trim_end(),
        _ => payload,
    }
}

/// Whether what a request leaves out of a text is no more than the request: somebody who asked for all of it to be kept
/// must not lose the rest to a phrase in the middle of it.
fn is_all_but_frame(payload: &str, text: &str) -> bool {
    const FRAME_WORDS: usize = 8;
    let (kept, said) = (payload.split_whitespace().count(), text.split_whitespace().count());
    kept > 0 && (kept * 2 >= said || said - kept.min(said) <= FRAME_WORDS)
}
