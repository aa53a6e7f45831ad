//! [`Reading`]: what one text says, read once.
//!
//! Each part is read when it is first asked for, and kept, so that nothing is read twice and nothing for nobody.

use std::sync::OnceLock;

use jiff::Zoned;
use jiff::tz::TimeZone;

use crate::autodetect::{self, Detection};
use crate::claim::{self, Aim, Claim, Heading, Slot, Voice};
use crate::contradiction::{self, Comparable};
use crate::dates::{self, TimeExpression};
use crate::heads::{LearnedHeads, MessageIntent, MessageScores, Told};
use crate::injection;
use crate::intent::{self, IntentReading};
use crate::quoted;
use crate::revision::{self, Revision};
use crate::route::{self, Origin, Route};
use crate::secret::{self, Secret};
use crate::statements;
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
    /// How the text came to be read.
    pub origin: Origin,
    /// Phrases that ask for something, beside the built-in ones.
    pub phrases: &'a Phrases,
}

static NO_PHRASES: Phrases =
    Phrases { remember: Vec::new(), forget: Vec::new(), reflect: Vec::new(), recall: Vec::new() };

impl<'a> MessageInput<'a> {
    /// A text of which nothing else is known.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: None, origin: Origin::Detected, phrases: &NO_PHRASES }
    }

    /// Sets when it was said.
    pub fn at(self, at: &'a Zoned) -> Self {
        Self { at: Some(at), ..self }
    }

    /// Sets how it came to be read.
    pub fn with_origin(self, origin: Origin) -> Self {
        Self { origin, ..self }
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
    origin: Origin,
    phrases: Phrases,
    intent: OnceLock<Trigger>,
    detected: OnceLock<Detection>,
    route: OnceLock<Route>,
    dates: OnceLock<Vec<TimeExpression>>,
    sentences: OnceLock<Vec<Sentence>>,
    credentials: OnceLock<Vec<Secret>>,
    hidden_credential: OnceLock<Option<&'static str>>,
    attack: OnceLock<injection::Verdict>,
    comparable: OnceLock<Comparable>,
    voice: OnceLock<Voice>,
    scores: OnceLock<MessageScores>,
}

impl Reading {
    /// Reads a text by rules.
    pub(crate) fn new(input: &MessageInput<'_>) -> Self {
        Self {
            text: input.text.to_owned(),
            at: input.at.cloned(),
            origin: input.origin,
            phrases: input.phrases.clone(),
            intent: OnceLock::new(),
            detected: OnceLock::new(),
            route: OnceLock::new(),
            dates: OnceLock::new(),
            sentences: OnceLock::new(),
            credentials: OnceLock::new(),
            hidden_credential: OnceLock::new(),
            attack: OnceLock::new(),
            comparable: OnceLock::new(),
            voice: OnceLock::new(),
            scores: OnceLock::new(),
        }
    }

    /// Says what the text asks of the memory, in place of the rules.
    pub fn with_intent(mut self, intent: Trigger) -> Self {
        self.intent = OnceLock::from(intent);
        self
    }

    /// Says what in the text is worth keeping, in place of the rules.
    pub fn with_detected(mut self, detected: Detection) -> Self {
        self.detected = OnceLock::from(detected);
        self
    }

    /// Says where the text belongs, in place of the rules.
    pub fn with_route(mut self, route: Route) -> Self {
        self.route = OnceLock::from(route);
        self
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

    /// What in it is worth keeping unasked.
    pub fn detected(&self) -> &Detection {
        self.detected.get_or_init(|| autodetect::detect(&self.text))
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

    /// Where it belongs, with the entities, relations, tags and days in it.
    pub fn route(&self) -> &Route {
        self.route.get_or_init(|| match &self.at {
            Some(at) => route::route(&self.text, self.origin, at),
            None => {
                let unknown = jiff::Timestamp::UNIX_EPOCH.to_zoned(TimeZone::UTC);
                Route { dates: Vec::new(), ..route::route(&self.text, self.origin, &unknown) }
            }
        })
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

    /// Where another statement begins, by its own grammar; nothing where it is one clause.
    pub fn statement_starts(&self) -> Vec<usize> {
        if statements::is_one_clause(&self.text) { Vec::new() } else { statements::starts(&self.text) }
    }

    /// Whether it goes on with what was said before: "He has a son".
    pub fn refers_back(&self) -> bool {
        statements::refers_back(&self.text)
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
    pub fn attack(&self) -> &injection::Verdict {
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

    /// Whether it says of itself that something is otherwise than it was.
    pub fn announces_change(&self) -> bool {
        contradiction::announces_change(&self.text)
    }

    /// Reads it as a correction of the statement before, in the speaker's own words.
    pub fn corrects(&self, before: &str) -> Option<Revision> {
        revision::revise(before, &self.text, self.at.as_ref()?)
    }

    /// A note about the user in the user's own words: "User lives in Graz" becomes "I live in Graz".
    pub fn first_person(&self) -> String {
        route::first_person(&self.text)
    }

    /// The text with other people's quoted words hidden, byte for byte as long.
    pub fn own_words(&self) -> String {
        quoted::hide(&self.text)
    }

    /// Whose words a sentence is, and how real what it tells is.
    pub fn voice(&self) -> Voice {
        *self.voice.get_or_init(|| claim::voice(&self.text))
    }

    /// Whether it is told as being so: asserted, and not asked, wished, joked or supposed.
    pub fn is_asserted(&self) -> bool {
        self.voice() == Voice::Asserted
    }

    /// The sentence without what only leads up to it: "By the way:".
    pub fn without_lead(&self) -> &str {
        claim::without_lead(&self.text)
    }

    /// Whether it takes back the sentence before it.
    pub fn retracts(&self) -> bool {
        claim::retracts(&self.text)
    }

    /// What it claims to be lastingly so.
    pub fn claim(&self, heading: Heading) -> Option<Claim> {
        claim::read(&self.text, heading)
    }

    /// What it tells somebody is after and has not reached.
    pub fn aim(&self) -> Option<Aim> {
        claim::aim(&self.text)
    }

    /// The attributes it gives a value to.
    pub fn slots(&self) -> Vec<Slot> {
        claim::slots(&self.text)
    }

    /// Whether it says that something is wrong with a part of somebody or something.
    pub fn ails(&self, part: &str) -> bool {
        claim::ails(&self.text, part)
    }

    /// Whether it tells what its subject did.
    pub fn tells_deed(&self) -> bool {
        claim::tells_deed(&self.text)
    }

    /// Whether whoever did what it tells is left out, as people leave out themselves.
    pub fn leaves_out_speaker(&self) -> bool {
        claim::leaves_out_speaker(&self.text)
    }

    /// The words that say who or what a statement is about; empty where none were told apart.
    pub fn subject(&self) -> impl Iterator<Item = &str> {
        self.comparable().subject()
    }

    /// Compares it with a newer statement by rules of grammar alone.
    pub fn compare_by_rules(&self, newer: &Reading) -> contradiction::Comparison {
        self.comparable().compare(newer.comparable())
    }

    /// Keys under which statements that may bear on each other meet; two that share none are compatible.
    pub fn keys(&self) -> Vec<String> {
        self.comparable().keys()
    }

    /// How many telling words two statements share.
    pub fn shared(&self, other: &Reading) -> usize {
        self.comparable().shared(other.comparable())
    }

    /// Whether two statements speak of the same matter of the same thing.
    pub fn same_matter(&self, other: &Reading) -> bool {
        self.comparable().same_matter(other.comparable())
    }

    /// The statement without resolved dates and times of change, as it is compared.
    pub fn plain(&self) -> &str {
        self.comparable().text()
    }

    pub(crate) fn comparable(&self) -> &Comparable {
        self.comparable.get_or_init(|| Comparable::new(&self.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_resolved_only_when_the_moment_is_known() {
        let now: Zoned = "2026-02-02T10:00:00[UTC]".parse().expect("a moment");
        let text = "The review is next Friday.";
        assert_eq!(Reading::new(&MessageInput::new(text).at(&now)).route().dates.len(), 1);
        let unknown = Reading::new(&MessageInput::new(text));
        assert!(unknown.route().dates.is_empty() && unknown.dates().is_empty());
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
