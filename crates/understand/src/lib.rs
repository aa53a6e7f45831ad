//! What people mean, with no model: deterministic, English and Chinese.
//!
//! Text in, typed results out: no files, no network, no clock. Start with [`trigger`] for what a
//! message asks of the memory, [`autodetect`] for what is worth keeping unasked, [`statements`] for where another
//! statement begins, [`route`] for where
//! it belongs, [`query`] for how a question is best answered,
//! [`asked`] for whether something answers it. [`contradiction`] and
//! [`entity_match`] compare, [`revision`] reads corrections that leave out what they correct; [`secret`] and [`injection`] guard the door. [`vocabulary`] holds the
//! words every layer shares, [`eval`] the figures.

pub mod asked;
pub mod autodetect;
pub mod claim;
pub mod contradiction;
pub mod dates;
pub mod entity_match;
pub mod eval;
pub mod injection;
pub mod lang;
mod names;
pub mod query;
pub mod quoted;
pub mod revision;
pub mod route;
pub mod secret;
pub mod sentences;
pub mod statements;
pub mod steps;
mod tense;
pub mod trigger;
pub mod vocabulary;
mod word_table;

use soulfile_text::pattern;
