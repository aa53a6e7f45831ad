//! [`Understand`]: the one way into this crate, and [`BuiltIn`], which reads with learned heads and exact rules.
//!
//! Whoever has a text asks for its [`Reading`] or [`Question`] once and hands that on. A model can stand behind the
//! same trait: it fills in the parts of a reading that it knows, and the rules read the rest.

use crate::compare::{self, Comparison, Verdict};
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
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::mentions::{MentionedEntity, Mentions};
    use soulfile_vocabulary::EntityType;

    #[test]
    fn another_implementation_fills_in_what_it_knows_and_the_rules_read_the_rest() {
        /// Knows whom every text names.
        #[derive(Debug)]
        struct Knower;

        impl Understand for Knower {
            fn message(&self, input: &MessageInput<'_>) -> Reading {
                let named = MentionedEntity { name: "Cy".to_owned(), kind: EntityType::Person };
                let mentions = Mentions { entities: vec![named], ..Mentions::default() };
                BuiltIn.message(input).with_mentions(mentions)
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
        }

        let understand: Arc<dyn Understand> = Arc::new(Knower);
        let reading = understand.statement("I'm allergic to peanuts.");
        assert_eq!(reading.mentions().entities[0].name, "Cy");
        assert!(reading.is_memorable());
        assert_eq!(understand.verdict("I live in Graz.", "I live in Graz."), Verdict::Duplicate);
    }
}
