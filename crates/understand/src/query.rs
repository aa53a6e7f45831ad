//! What sort of question is asked of the memory, about whom, and about which time.
//!
//! Owns the choice of retrieval strategy. Never searches. Start with [`read`].

mod chinese;
mod english;

use jiff::Zoned;
use serde::{Deserialize, Serialize};

use crate::dates::{self, TimeRange};
use crate::names;
use soulfile_text::lang::Lang;

/// How a question is best answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strategy {
    /// When something happened, or what happened at a given time.
    Temporal,
    /// What is known about one person, project, place or thing.
    Entity,
    /// How something is usually done.
    Procedural,
    /// The newest state of something.
    Latest,
    /// Everything else: hybrid search.
    General,
}

impl Strategy {
    /// The word used in labels and output.
    pub const fn as_str(self) -> &'static str {
        match self {
            Strategy::Temporal => "temporal",
            Strategy::Entity => "entity",
            Strategy::Procedural => "procedural",
            Strategy::Latest => "latest",
            Strategy::General => "general",
        }
    }
}

/// A question, read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Query {
    /// How to answer it.
    pub strategy: Strategy,
    /// The name it is about, verbatim.
    pub entity: Option<String>,
    /// The phrase that bounds the time, verbatim.
    pub time_hint: Option<String>,
    /// What that phrase means.
    pub time: Option<TimeRange>,
    /// Whether it asks for what was rather than for what is.
    pub looks_back: bool,
}

/// Reads `text` as a question asked at `now`.
pub fn read(text: &str, now: &Zoned) -> Query {
    let lang = Lang::of(text);
    let times = dates::find(text, now);
    let hint = times.iter().find(|t| !t.weak).or(times.first());
    let reading = match lang {
        Lang::En => english::strategy(text, hint, now),
        Lang::Zh => chinese::strategy(text, hint),
    };
    let hint = hint.filter(|h| !h.weak || matches!(reading.strategy, Strategy::Temporal));
    // Elsewhere a time is part of the content ("is Friday fine", "how do we close the month"), not a bound.
    let hint = hint.filter(|_| matches!(reading.strategy, Strategy::Temporal | Strategy::Latest) || reading.keeps_time);
    let entity = reading.entity.or_else(|| names::first_name(text, &times));
    Query {
        strategy: reading.strategy,
        entity: entity.filter(|_| reading.strategy != Strategy::General || lang == Lang::En),
        time_hint: hint.map(|h| h.span.clone()).or(reading.bound).map(|span| text[span].to_owned()),
        time: hint.map(|h| h.range),
        looks_back: match lang {
            Lang::En => english::looks_back(text),
            Lang::Zh => chinese::looks_back(text),
        },
    }
}

/// What a language's reader returns.
struct Reading {
    strategy: Strategy,
    entity: Option<String>,
    keeps_time: bool,
    /// What bounds the time and is no date: "during the strike".
    bound: Option<std::ops::Range<usize>>,
}

impl Reading {
    fn of(strategy: Strategy) -> Reading {
        Reading { strategy, entity: None, keeps_time: false, bound: None }
    }
}

#[cfg(test)]
#[path = "query_tests.rs"]
mod tests;
