//! What people mean, with no model: deterministic, English and Chinese.
//!
//! Text in, typed results out: no files, no network, no clock. [`Understand`] is the way in: it reads a message into
//! one [`Reading`], a question into one [`Question`], and compares. Behind it, see [`trigger`] for what a
//! message asks of the memory, [`autodetect`] for what is worth keeping unasked, [`statements`] for where another
//! statement begins, [`route`] for where
//! it belongs,
//! [`asked`] for whether something answers it. [`contradiction`] and
//! [`entity_match`] compare, [`revision`] reads corrections that leave out what they correct; [`secret`] and [`injection`] guard the door. [`heads`] scores
//! messages, questions and pairs with learned weights, in sixteen languages. [`eval`] holds the
//! figures.

pub mod asked;
pub mod autodetect;
pub mod claim;
pub mod compare;
pub mod contradiction;
pub mod dates;
pub mod entity_match;
pub mod eval;
pub mod heads;
pub mod injection;
mod intent;
mod lexicon;
mod names;
mod question;
pub mod quoted;
mod reading;
pub mod revision;
pub mod route;
pub mod secret;
pub mod statements;
pub mod steps;
mod tense;
pub mod trigger;
mod understand;
mod word_table;

use soulfile_text::pattern;

pub use asked::{Asked, Wants};
pub use autodetect::Detection;
pub use claim::{Aim, Claim, Form, Heading, Slot, Voice};
pub use compare::{Comparison, Verdict};
pub use dates::{TimeExpression, TimeRange};
pub use entity_match::{Likeness, NameKey, Named};
pub use heads::{AnswerKind, Belongs, MessageIntent, MessageScores, QuestionKind, Told};
pub use intent::IntentReading;
pub use question::{Question, QuestionInput, Strategy};
pub use reading::{MessageInput, Reading};
pub use revision::Revision;
pub use route::{Origin, Route, RoutedDate, RoutedEntity, RoutedRelation, USER};
pub use secret::Secret;
pub use steps::Steps;
pub use trigger::{Phrases, Trigger, TriggerKind};
pub use understand::{BuiltIn, Certainty, Understand};
