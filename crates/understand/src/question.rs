//! [`Question`]: what is asked of the memory, read once.
//!
//! How it is best answered and what its answer consists of are the learned heads' to say; times are exact rules.

use std::sync::OnceLock;

use jiff::Zoned;
use serde::{Deserialize, Serialize};

use crate::dates::{self, TimeRange};
use crate::heads::{AnswerKind, LearnedHeads, MessageScores, QuestionKind};
use crate::lexicon::{self, Classes};
use crate::names;

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

impl From<QuestionKind> for Strategy {
    fn from(kind: QuestionKind) -> Self {
        match kind {
            QuestionKind::When => Strategy::Temporal,
            QuestionKind::About => Strategy::Entity,
            QuestionKind::How => Strategy::Procedural,
            QuestionKind::Latest => Strategy::Latest,
            QuestionKind::General => Strategy::General,
        }
    }
}

/// From here on the heads are sure of a way to answer.
const SURE: f32 = 0.45;

/// A question and when it is asked.
#[derive(Debug, Clone, Copy)]
pub struct QuestionInput<'a> {
    /// The words.
    pub text: &'a str,
    /// The moment, for "last week".
    pub at: &'a Zoned,
}

/// A question, read. Each part is read when it is first asked for, and kept.
#[derive(Debug, Clone)]
pub struct Question {
    text: String,
    times: Vec<dates::TimeExpression>,
    entity: Option<String>,
    scores: OnceLock<MessageScores>,
}

impl Question {
    pub(crate) fn new(input: &QuestionInput<'_>) -> Self {
        let times = dates::find(input.text, input.at);
        Self {
            text: input.text.to_owned(),
            entity: names::first_name(input.text, &times),
            times,
            scores: OnceLock::new(),
        }
    }

    /// The words.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Calibrated probabilities of what it asks for.
    pub fn scores(&self) -> &MessageScores {
        self.scores.get_or_init(|| LearnedHeads::read(&self.text))
    }

    /// The likeliest way to answer it.
    pub fn kind(&self) -> QuestionKind {
        self.scores().likeliest_question()
    }

    /// What its answer likely consists of.
    pub fn wants(&self) -> AnswerKind {
        self.scores().likeliest_answer()
    }

    /// How it is best answered; by hybrid search where the heads are not sure of another way.
    pub fn strategy(&self) -> Strategy {
        let sure = self.scores().question.iter().any(|score| *score >= SURE);
        if sure { self.kind().into() } else { Strategy::General }
    }

    /// The name it is about, verbatim.
    pub fn entity(&self) -> Option<&str> {
        self.entity.as_deref()
    }

    /// The phrase that bounds the time, verbatim.
    pub fn time_hint(&self) -> Option<&str> {
        self.hint().map(|hint| &self.text[hint.span.clone()])
    }

    /// The time it asks about.
    pub fn time(&self) -> Option<TimeRange> {
        self.hint().map(|hint| hint.range)
    }

    /// A weekday or an hour alone bounds the time only of a question about time; how something is done has none.
    fn hint(&self) -> Option<&dates::TimeExpression> {
        let strong = self.times.iter().find(|time| !time.weak);
        match (self.times.is_empty(), strong) {
            (true, _) => None,
            (_, strong) => match self.strategy() {
                Strategy::Procedural => None,
                Strategy::Temporal => strong.or(self.times.first()),
                Strategy::Entity | Strategy::Latest | Strategy::General => strong,
            },
        }
    }

    /// Whether it asks for what was rather than for what is.
    pub fn looks_back(&self) -> bool {
        let words = lexicon::words(&self.text);
        lexicon::signs(&words.iter().map(String::as_str).collect::<Vec<_>>()).has.has(Classes::PAST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Question {
        let now: Zoned = "2026-02-02T10:00:00[UTC]".parse().expect("a moment");
        Question::new(&QuestionInput { text, at: &now })
    }

    #[test]
    fn questions_are_told_apart_and_their_times_resolved() {
        assert_eq!(read("when did I last see the dentist?").strategy(), Strategy::Temporal);
        assert_eq!(read("how do I usually deploy?").strategy(), Strategy::Procedural);
        assert_eq!(read("what do you know about Ana?").entity(), Some("Ana"));
        let past = read("what did I do in January 2026?");
        assert_eq!(past.time().map(|time| time.start.date()), Some(jiff::civil::date(2026, 1, 1)));
        assert!(read("where did I live before?").looks_back());
        assert!(!read("where do I live?").looks_back());
    }
}
