//! What people mean, with no model: learned heads, and rules where a rule is exact.
//!
//! Text in, typed results out: no files, no network, no clock. [`Understand`] is the way in: it reads a message into
//! one [`Reading`], a question into one [`Question`], and compares. Behind it, [`heads`] scores messages, questions and pairs
//! with learned weights, in sixteen languages; [`trigger`] reads what a message asks of the memory, [`mentions`] whom it
//! names, [`dates`] when; [`entity_match`] compares names; [`secret`] and [`injection`] guard the door. [`eval`] holds the
//! figures.

pub mod compare;
pub mod dates;
pub mod entity_match;
pub mod eval;
mod gazetteer;
pub mod heads;
pub mod injection;
mod intent;
mod lexicon;
pub mod mentions;
mod names;
mod question;
pub mod quoted;
mod reading;
pub mod secret;
pub mod steps;
mod tense;
pub mod trigger;
mod understand;
mod word_table;

use soulfile_text::pattern;

pub use compare::{Comparison, Verdict};
pub use dates::{TimeExpression, TimeRange};
pub use entity_match::{Likeness, NameKey, Named};
pub use heads::{AnswerKind, Belongs, MessageIntent, MessageScores, QuestionKind, Told};
pub use intent::IntentReading;
pub use mentions::{MentionedEntity, MentionedRelation, Mentions, USER};
pub use question::{Question, QuestionInput, Strategy};
pub use reading::{MessageInput, Reading};

pub use secret::Secret;
pub use steps::Steps;
pub use trigger::{Phrases, Trigger, TriggerKind};
pub use understand::{BuiltIn, Certainty, Understand};
