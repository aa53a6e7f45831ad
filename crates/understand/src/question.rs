//! [`Question`]: what is asked of the memory, read once.

use std::sync::OnceLock;

use jiff::Zoned;

use crate::asked::{self, Asked};
use crate::dates::TimeRange;
use crate::query::{self, Query, Strategy};

/// A question and when it is asked.
#[derive(Debug, Clone, Copy)]
pub struct QuestionInput<'a> {
    /// The words.
    pub text: &'a str,
    /// The moment, for "last week".
    pub at: &'a Zoned,
}

/// A question, read. What is read by grammar alone is read when it is first asked for, and kept.
#[derive(Debug, Clone)]
pub struct Question {
    text: String,
    read: Query,
    asked: OnceLock<Option<Asked>>,
}

impl Question {
    /// Reads a question by rules.
    pub(crate) fn new(input: &QuestionInput<'_>) -> Self {
        Self { text: input.text.to_owned(), read: query::read(input.text, input.at), asked: OnceLock::new() }
    }

    /// The words.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How it is best answered.
    pub fn strategy(&self) -> Strategy {
        self.read.strategy
    }

    /// The name it is about, verbatim.
    pub fn entity(&self) -> Option<&str> {
        self.read.entity.as_deref()
    }

    /// The phrase that bounds the time, verbatim.
    pub fn time_hint(&self) -> Option<&str> {
        self.read.time_hint.as_deref()
    }

    /// The time it asks about.
    pub fn time(&self) -> Option<TimeRange> {
        self.read.time
    }

    /// Whether it asks for what was rather than for what is.
    pub fn looks_back(&self) -> bool {
        self.read.looks_back
    }

    /// What a statement has to tell to answer it; `None` where nothing in it says what is asked.
    pub fn asked(&self) -> Option<&Asked> {
        self.asked.get_or_init(|| asked::read(&self.text)).as_ref()
    }
}
