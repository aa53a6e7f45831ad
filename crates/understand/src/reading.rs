//! [`Reading`]: what one text says, read once.
//!
//! Each part is read when it is first asked for, and kept, so that nothing is read twice and nothing for nobody.

use std::sync::OnceLock;

use jiff::Zoned;

use crate::dates::{self, TimeExpression};
use crate::heads::{LearnedHeads, MessageIntent, MessageScores, Told};
use crate::injection;
use crate::intent::{self, IntentReading};
use crate::lexicon::{self, Classes};
use crate::mentions::{self, Mentions};
use crate::quoted;
use crate::secret::{self, Secret};
use crate::steps::{self, Steps};
use crate::trigger::{self, Phrases, Trigger};
use soulfile_text::lang::Lang;
use soulfile_text::sentences::{self, Sentence};
use soulfile_vocabulary::{EntryKind, Store};

/// From here on something of a message is worth keeping, and from here on it states something.
const MEMORABLE: f32 = 0.4;
const TOLD: f32 = 0.35;

/// A text to be read, and what is known about it.
#[derive(Debug, Clone, Copy)]
pub struct MessageInput<'a> {
    /// The words.
    pub text: &'a str,
    /// When they were said, for days such as "next Friday"; without it no day is resolved.
    pub at: Option<&'a Zoned>,
    /// Phrases that ask for something, beside the built-in ones.
    pub phrases: &'a Phrases,
}

static NO_PHRASES: Phrases =
    Phrases { remember: Vec::new(), forget: Vec::new(), reflect: Vec::new(), recall: Vec::new() };

impl<'a> MessageInput<'a> {
    /// A text of which nothing else is known.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: None, phrases: &NO_PHRASES }
    }

    /// Sets when it was said.
    pub fn at(self, at: &'a Zoned) -> Self {
        Self { at: Some(at), ..self }
    }

    /// Sets more phrases that ask for something.
    pub fn with_phrases(self, phrases: &'a Phrases) -> Self {
        Self { phrases, ..self }
    }
}

/// A text, read.
#[derive(Debug, Clone)]
pub struct Reading {
    text: String,
    at: Option<Zoned>,
    phrases: Phrases,
    intent: OnceLock<Trigger>,
    mentions: OnceLock<Mentions>,
    dates: OnceLock<Vec<TimeExpression>>,
    sentences: OnceLock<Vec<Sentence>>,
    credentials: OnceLock<Vec<Secret>>,
    hidden_credential: OnceLock<Option<&'static str>>,
    attack: OnceLock<injection::InjectionVerdict>,
    scores: OnceLock<MessageScores>,
    summary: Option<String>,
}

impl Reading {
    /// Reads a text by rules.
    pub(crate) fn new(input: &MessageInput<'_>) -> Self {
        Self {
            text: input.text.to_owned(),
            at: input.at.cloned(),
            phrases: input.phrases.clone(),
            intent: OnceLock::new(),
            mentions: OnceLock::new(),
            dates: OnceLock::new(),
            sentences: OnceLock::new(),
            credentials: OnceLock::new(),
            hidden_credential: OnceLock::new(),
            attack: OnceLock::new(),
            scores: OnceLock::new(),
            summary: None,
        }
    }

    /// Says what the text asks of the memory, in place of the rules.
    pub fn with_intent(mut self, intent: Trigger) -> Self {
        self.intent = OnceLock::from(intent);
        self
    }

    /// Says whom and what the text names, in place of the rules.
    pub fn with_mentions(mut self, mentions: Mentions) -> Self {
        self.mentions = OnceLock::from(mentions);
        self
    }

    /// Gives a summary to be kept beside the words.
    pub fn with_summary(mut self, summary: String) -> Self {
        self.summary = Some(summary);
        self
    }

    /// What it says in one line: a model's summary, or the words themselves.
    pub fn summary(&self) -> &str {
        self.summary.as_deref().unwrap_or(&self.text)
    }

    /// The words as they were written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        Lang::of(&self.text)
    }

    /// What it asks of the memory.
    pub fn intent(&self) -> &Trigger {
        self.intent.get_or_init(|| trigger::detect(&self.text, &self.phrases, || self.scores()))
    }

    /// Calibrated probabilities of what it is: intents, memorable, lasting, joke, kind, store.
    pub fn scores(&self) -> &MessageScores {
        self.scores.get_or_init(|| LearnedHeads::read(&self.text))
    }

    /// What the person does with it, from phrases and heads together; unclear where two readings are close.
    pub fn intended(&self) -> IntentReading {
        intent::decide(self.intent().kind, self.scores())
    }

    /// Probability that the message has this intent, beside others.
    pub fn likelihood(&self, intent: MessageIntent) -> f32 {
        self.scores().intent(intent)
    }

    /// Gives probabilities in place of the heads'.
    pub fn with_scores(mut self, scores: MessageScores) -> Self {
        self.scores = OnceLock::from(scores);
        self
    }

    /// Whether a good listener would keep something of it.
    pub fn is_memorable(&self) -> bool {
        self.scores().memorable >= MEMORABLE
    }

    /// The kind of what it tells; `None` where it tells nothing worth keeping.
    pub fn told_kind(&self) -> Option<EntryKind> {
        match self.scores().likeliest_kind() {
            Told::Nothing => None,
            Told::Decision => Some(EntryKind::Decision),
            Told::Fact => Some(EntryKind::Fact),
            Told::Preference => Some(EntryKind::Preference),
            Told::Task => Some(EntryKind::Task),
            Told::Event => Some(EntryKind::Event),
            Told::Emotion => Some(EntryKind::Emotion),
            Told::Correction => Some(EntryKind::Correction),
        }
    }

    /// The store it belongs to if it is kept beyond the day's log.
    pub fn likeliest_store(&self) -> Store {
        let scores = self.scores();
        let stores = [Store::Core, Store::Episodic, Store::Semantic, Store::Procedural, Store::Vault];
        stores
            .into_iter()
            .enumerate()
            .max_by(|a, b| scores.store[a.0 + 1].total_cmp(&scores.store[b.0 + 1]))
            .map_or(Store::Episodic, |(_, store)| store)
    }

    /// Whether it states something that is to be kept: not a mere question, a request for work, small talk, or said with
    /// the wish that nothing is stored. In doubt it is.
    pub fn is_told(&self) -> bool {
        let scores = self.scores();
        let tells = scores.intent(MessageIntent::Tell).max(scores.memorable);
        !matches!(self.intended(), IntentReading::Clear(MessageIntent::DontStore)) && tells >= TOLD
    }

    /// Whom and what it names, and how they hang together.
    pub fn mentions(&self) -> &Mentions {
        self.mentions.get_or_init(|| mentions::find(&self.text, self.dates()))
    }

    /// The times it names; none where it is not known when it was said.
    pub fn dates(&self) -> &[TimeExpression] {
        self.dates.get_or_init(|| self.at.as_ref().map(|at| dates::find(&self.text, at)).unwrap_or_default())
    }

    /// Its sentences.
    pub fn sentences(&self) -> &[Sentence] {
        self.sentences.get_or_init(|| sentences::split(&self.text))
    }

    /// The words of a sentence of it.
    pub fn words(&self, sentence: &Sentence) -> &str {
        &self.text[sentence.span.clone()]
    }

    /// The credentials in it.
    pub fn credentials(&self) -> &[Secret] {
        self.credentials.get_or_init(|| secret::scan(&self.text))
    }

    /// The kind of the first credential in it, also of one that is hidden behind invisible or look-alike characters.
    pub fn credential(&self) -> Option<&'static str> {
        let hidden = || match secret::revealed(&self.text) {
            std::borrow::Cow::Borrowed(_) => None,
            std::borrow::Cow::Owned(revealed) => secret::scan(&revealed).first().map(|found| found.kind),
        };
        self.credentials().first().map(|found| found.kind).or_else(|| *self.hidden_credential.get_or_init(hidden))
    }

    /// The text with every credential masked.
    pub fn masked(&self) -> String {
        secret::mask(&self.text)
    }

    /// The text with every credential masked, hidden ones too, and nothing invisible.
    pub fn revealed_and_masked(&self) -> String {
        secret::mask(&secret::revealed(&self.text))
    }

    /// Whether and how it tries to steer whoever reads it.
    pub fn attack(&self) -> &injection::InjectionVerdict {
        self.attack.get_or_init(|| injection::scan(&self.text))
    }

    /// When the way of doing something that it tells applies, and its steps.
    pub fn steps(&self) -> Steps {
        steps::read(&self.text)
    }

    /// The steps it tells, where they are joined.
    pub fn cut_steps(&self) -> Vec<String> {
        steps::cut(&self.text)
    }

    /// The text with other people's quoted words hidden, byte for byte as long.
    pub fn own_words(&self) -> String {
        quoted::hide(&self.text)
    }

    /// Whether it is told as being so: no joke and nothing imagined, by its words.
    pub fn is_asserted(&self) -> bool {
        let words = lexicon::words(&self.text);
        let signs = lexicon::signs(&words.iter().map(String::as_str).collect::<Vec<_>>());
        !signs.has.has(Classes::JOKE) && !signs.has.has(Classes::HYPOTHETICAL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_resolved_only_when_the_moment_is_known() {
        let now: Zoned = "2026-02-02T10:00:00[UTC]".parse().expect("a moment");
        let text = "The review is next Friday.";
        assert_eq!(Reading::new(&MessageInput::new(text).at(&now)).dates().len(), 1);
        assert!(Reading::new(&MessageInput::new(text)).dates().is_empty());
    }

    #[test]
    fn intents_come_from_phrases_and_heads() {
        let read = |text: &str| Reading::new(&MessageInput::new(text)).intended();
        assert!(read("remember that the bins go out on Thursday").is(MessageIntent::Remember));
        assert!(read("forget about the dentist").is(MessageIntent::Forget));
        assert!(read("my sister moved to Leeds").is(MessageIntent::Tell));
        assert!(read("when is my train?").is(MessageIntent::Ask));
    }

    #[test]
    fn a_hidden_credential_is_found() {
        let token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
        let hidden = format!("use {} please", token.replace('_', "\u{2060}_"));
        assert!(Reading::new(&MessageInput::new(&hidden)).credential().is_some());
        assert!(Reading::new(&MessageInput::new("use the key under the mat")).credential().is_none());
    }
}
