//! [`Understand`]: the one way into this crate, and [`BuiltIn`], which reads with learned heads and exact rules.
//!
//! Whoever has a text asks for its [`Reading`] or [`Question`] once and hands that on. A model can stand behind the
//! same trait: it fills in the parts of a reading that it knows, and the rules read the rest.

use crate::compare::{self, Comparison, Verdict};
use crate::contradiction;
use crate::entity_match::{self, Likeness, Named};
use crate::question::{Question, QuestionInput};
use crate::reading::{MessageInput, Reading};

/// How sure a comparison has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// Enough to drop or replace what somebody said.
    Certain,
    /// Enough to tell a person; [`Comparison::sure`] says which it was.
    Likely,
}

/// Reads what people write.
pub trait Understand: std::fmt::Debug + Send + Sync {
    /// Reads a message, a note or one statement of it.
    fn message(&self, input: &MessageInput<'_>) -> Reading;

    /// Reads a question to the memory.
    fn question(&self, input: &QuestionInput<'_>) -> Question;

    /// Compares an older statement with a newer one.
    fn compare(&self, older: &Reading, newer: &Reading, certainty: Certainty) -> Comparison;

    /// Says how likely two names are of one person or thing.
    fn compare_names(&self, one: Named<'_>, other: Named<'_>) -> Likeness;

    /// Says whether a general word holds for what a special one names: "pet" for "dog".
    fn covers(&self, general: &str, special: &str) -> bool;

    /// Reads a statement whose moment does not matter.
    fn statement(&self, text: &str) -> Reading {
        self.message(&MessageInput::new(text))
    }

    /// What is certain of two statements, the older first.
    fn verdict(&self, older: &str, newer: &str) -> Verdict {
        self.compare(&self.statement(older), &self.statement(newer), Certainty::Certain).verdict
    }
}

/// Understands with no model: learned heads, and rules where a rule is exact.
#[derive(Debug, Clone, Copy, Default)]
pub struct BuiltIn;

impl Understand for BuiltIn {
    fn message(&self, input: &MessageInput<'_>) -> Reading {
        Reading::new(input)
    }

    fn question(&self, input: &QuestionInput<'_>) -> Question {
        Question::new(input)
    }

    fn compare(&self, older: &Reading, newer: &Reading, certainty: Certainty) -> Comparison {
        let found = compare::compare(older.text(), newer.text());
        match certainty {
            Certainty::Certain => found.if_sure(),
            Certainty::Likely => found,
        }
    }

    fn compare_names(&self, one: Named<'_>, other: Named<'_>) -> Likeness {
        entity_match::compare(one, other)
    }

    fn covers(&self, general: &str, special: &str) -> bool {
        contradiction::covers(general, special)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use soulfile_vocabulary::Store;

    #[test]
    fn another_implementation_fills_in_what_it_knows_and_the_rules_read_the_rest() {
        /// Puts everything into the vault.
        #[derive(Debug)]
        struct Keeper;

        impl Understand for Keeper {
            fn message(&self, input: &MessageInput<'_>) -> Reading {
                let reading = BuiltIn.message(input);
                let mut route = reading.route().clone();
                route.store = Store::Vault;
                reading.with_route(route)
            }
            fn question(&self, input: &QuestionInput<'_>) -> Question {
                BuiltIn.question(input)
            }
            fn compare(&self, older: &Reading, newer: &Reading, certainty: Certainty) -> Comparison {
                BuiltIn.compare(older, newer, certainty)
            }
            fn compare_names(&self, one: Named<'_>, other: Named<'_>) -> Likeness {
                BuiltIn.compare_names(one, other)
            }
            fn covers(&self, general: &str, special: &str) -> bool {
                BuiltIn.covers(general, special)
            }
        }

        let understand: Arc<dyn Understand> = Arc::new(Keeper);
        let reading = understand.statement("I'm allergic to peanuts.");
        assert_eq!(reading.route().store, Store::Vault);
        assert!(reading.detected().is_memorable());
        assert_eq!(understand.verdict("I live in Graz.", "I live in Graz."), Verdict::Duplicate);
    }
}
