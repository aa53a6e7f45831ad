//! What a caller asks, and what it gets back.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use soulfile_vocabulary::{Authority, SearchedStore, State, Store};

use crate::fuse::{Features, Tuning};
use crate::meaning::Asked;
use crate::rerank::KnownOfHit;

/// The most results one search returns.
pub const MOST_RESULTS: usize = 20;

/// How a question is answered, by its type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "RecallStrategy")]
#[serde(rename_all = "lowercase")]
pub enum SearchStrategy {
    /// Told from the question's words.
    #[default]
    Auto,
    /// "When did we …": episodes, with time.
    When,
    /// "What do you know about …": entities and what they are tied to.
    About,
    /// "How do I usually …": procedures first.
    HowTo,
    /// "What's the latest on …": newer first.
    Latest,
    /// Everything else.
    Hybrid,
}

/// A span of time, seconds since 1970 UTC, the end not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// First second.
    pub from: i64,
    /// First second after.
    pub to: i64,
}

/// Which entries may answer at all. Filters hold inside the query: what they leave out is never scored.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    /// Scopes that may be read; `None` for all. Entries without a scope count as `private`.
    pub scopes: Option<Vec<String>>,
    /// Least authority of the source.
    pub least_trust: Authority,
    /// States that may be read.
    pub states: Vec<State>,
    /// Stores that may be read; `None` for all.
    pub stores: Option<Vec<Store>>,
    /// Only what was true at this moment.
    pub as_of: Option<i64>,
    /// Lets in what is over and held at some moment of this span.
    pub held_in: Option<Span>,
    /// Only entries of this session.
    pub session: Option<String>,
    /// Only entries dated inside this span.
    pub dated: Option<Span>,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            scopes: None,
            least_trust: Authority::Unknown,
            states: vec![State::Active, State::Fading],
            stores: None,
            as_of: None,
            held_in: None,
            session: None,
            dated: None,
        }
    }
}

impl Filter {
    /// Everything but what is quarantined or superseded.
    pub fn all_states() -> Self {
        Self { states: vec![State::Active, State::Fading, State::Dormant, State::Archived], ..Self::default() }
    }
}

/// Where an entry is, for callers that know more of it (its decay, its access count).
#[derive(Clone, Copy, Debug)]
pub struct EntryRef<'a> {
    /// Path of its file.
    pub path: &'a str,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// Hash of its id ([`crate::record::name_hash`]), 0 for none.
    pub id: u64,
}

/// Decay of an entry as a factor; clamped to [`Query::decay_floor`] and 1 whatever it returns.
pub type DecayFactor<'a> = &'a (dyn Fn(EntryRef<'_>) -> f32 + Sync);

/// Elapsed time since the search began, from the caller's clock.
pub type Clock<'a> = &'a (dyn Fn() -> Duration + Sync);

/// A question.
#[derive(Clone)]
pub struct Query<'a> {
    /// The words.
    pub text: String,
    /// How to answer.
    pub strategy: SearchStrategy,
    /// Who may see what.
    pub filter: Filter,
    /// The time the question names, if it names one; entries inside rank higher.
    pub span: Option<Span>,
    /// Moment the question is asked, for recency.
    pub now: Option<i64>,
    /// Entities the question names, by id, with what is tied to them within two hops.
    pub entities: Vec<(String, u8)>,
    /// The names by which it names them.
    pub named: Vec<String>,
    /// Asks for what was, so that what is over answers as well as what holds.
    pub looks_back: bool,
    /// Most results, at most [`MOST_RESULTS`] unless `unbounded`.
    pub limit: usize,
    /// Lets `limit` pass [`MOST_RESULTS`]; for evaluation.
    pub unbounded: bool,
    /// Least score of a result.
    pub least_score: f32,
    /// Decay factor of an entry.
    pub decay: Option<DecayFactor<'a>>,
    /// Least decay factor.
    pub decay_floor: f32,
    /// Compare words only, not meanings.
    pub words_only: bool,
    /// The caller's clock, for the deadline.
    pub clock: Option<Clock<'a>>,
    /// Time after which the search returns what it has.
    pub deadline: Duration,
    /// Return the turn before and after each hit.
    pub neighbours: bool,
    /// Leave scores relative to the best instead of scaling them by how sure the answer is.
    pub unscaled: bool,
    /// A path (with an optional `:line`) to explain as a miss.
    pub why_not: Option<String>,
    /// The question in the terms of another model than the built-in one.
    pub meaning: Option<Arc<Asked>>,
}

impl Query<'_> {
    /// A question with the default settings.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            strategy: SearchStrategy::Auto,
            filter: Filter::default(),
            span: None,
            now: None,
            entities: Vec::new(),
            named: Vec::new(),
            looks_back: false,
            limit: 10,
            unbounded: false,
            least_score: 0.0,
            decay: None,
            decay_floor: 0.9,
            words_only: false,
            clock: None,
            deadline: Duration::from_millis(200),
            neighbours: true,
            unscaled: false,
            why_not: None,
            meaning: None,
        }
    }
}

/// What each arm gave a hit; 0 for a typical entry, 1 for the best, except where said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "RecallParts")]
pub struct Parts {
    /// Words in common.
    pub keyword: f32,
    /// Share of the question's rare words that it holds, among single turns together with the turn before; on no scale.
    pub held: f32,
    /// Closeness of the whole texts.
    pub vector: f32,
    /// Closeness of the whole texts by the multilingual encoder.
    pub meaning: f32,
    /// Closeness word by word.
    pub late: f32,
    /// Closeness word by word of the talk around a turn; beside turns, what anything else says by itself.
    pub around: f32,
    /// What the turn before it says.
    pub before: f32,
    /// What its session says.
    pub session: f32,
    /// What the best of the notes around it says, for entries without a session.
    pub talk: f32,
    /// Closeness to the first results, for questions.
    pub hop: f32,
    /// Closeness of a standing instruction, 1 for the closest one; 0 for anything else.
    pub standing: f32,
    /// 1 when said by whom the question is about.
    pub voice: f32,
    /// Share of it that asks.
    pub asking: f32,
    /// Newness, for questions that go on with something.
    pub recency: f32,
    /// Ties to entities of the question.
    pub graph: f32,
    /// Closeness to the time the question names.
    pub time: f32,
    /// 1 when its store is the one the strategy looks in.
    pub store: f32,
    /// Decay factor, by default 0.9 – 1.
    pub decay: f32,
    /// Share of the question's rare words it holds, on no scale; read for the first results only.
    pub coverage: f32,
    /// Cosine of the vectors, on no scale.
    pub cosine: f32,
    /// What else the fitted ranking reads.
    #[serde(skip)]
    pub signs: RankSigns,
}

/// What the fitted ranking reads beside the parts that are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct RankSigns {
    /// What the turn before says, by the encoder.
    pub before: f32,
    /// What its session says, by the encoder.
    pub session: f32,
    /// What the best of the notes around it says, by the encoder.
    pub talk: f32,
}

/// A neighbour of a hit: the turn before or after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Neighbour {
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// Its text.
    pub text: String,
}

/// One result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hit {
    /// Path of the file.
    pub path: String,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    #[serde(serialize_with = "SearchedStore::serialize")]
    pub store: Store,
    /// When it happened, seconds since 1970 UTC.
    pub date: Option<i64>,
    /// The text, cut to the part that answers.
    pub snippet: String,
    /// The whole text of the chunk.
    pub text: String,
    /// Score, 0 – 1.
    pub score: f32,
    /// Parts of the score.
    pub parts: Parts,
    /// `path#Lx-Ly`.
    pub citation: String,
    /// Authority of its source.
    pub trust: Authority,
    /// Life-cycle state.
    pub state: State,
    /// The turn before.
    pub before: Option<Neighbour>,
    /// The turn after.
    pub after: Option<Neighbour>,
    /// Citations of near-duplicates folded into this hit.
    pub folded: Vec<String>,
    /// Citation of the newer statement that replaces this one, where one is in the results.
    pub newer: Option<String>,
    /// What the caller knows of it; empty until the answer is finished ([`crate::rerank`]).
    #[serde(skip)]
    pub known: KnownOfHit,
}

/// How sure an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "RecallConfidence")]
#[serde(rename_all = "kebab-case")]
pub enum Sureness {
    /// The best hit answers.
    Sure,
    /// What is shown answers in most cases.
    Likely,
    /// Checked, but not sure: the best hit is weak.
    Unsure,
    /// Nothing relevant.
    Nothing,
}

impl Sureness {
    /// Whether the first results may be given as the answer, without a word of doubt.
    pub const fn answers(self) -> bool {
        matches!(self, Self::Sure | Self::Likely)
    }
}

/// What a search returns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchAnswer {
    /// Results, best first.
    pub hits: Vec<Hit>,
    /// What came nearest, where an answer was finished and nothing is good enough to be a result.
    pub nearest: Vec<Hit>,
    /// How sure they are.
    pub confidence: Sureness,
    /// What the weights of the arms followed, and the weights.
    #[serde(skip)]
    pub weighed: (Features, Tuning),
    /// The evidence behind that, 0 – 1: what of the question the best hits hold, in words and meaning.
    pub sureness: f32,
    /// The strategy used.
    pub strategy: SearchStrategy,
    /// Index revision it was computed from.
    pub revision: u64,
    /// Workspace revision of that index, if known.
    pub source_revision: Option<String>,
    /// True when the deadline cut the search short.
    pub cut_short: bool,
    /// The model that compared meanings; none when words alone decided.
    pub model: Option<String>,
    /// What was missed or went wrong, in words.
    pub notes: Vec<String>,
    /// Why [`Query::why_not`] is not among the hits.
    pub why_not: Option<String>,
}
