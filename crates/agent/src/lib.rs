//! A conversation with a memory: a line in, replies out, with no model and no terminal.
//!
//! Start with [`Conversation`]: it owns one session (its kind, room, speaker and agent), shares the engine, and
//! answers each line with a stream of [`Reply`]s by calling the engine's verbs. It owns the dialogue (what a
//! line is, what waits for an answer, how things are worded) and holds no rules of its own on what
//! may be seen or written. It never reads the environment or the clock and never prints.
//!
//! `message` tells what a line is, in the words of its `language`; `answers` quotes what recall finds (`quotation`);
//! `remembering`, `forgetting`, `reflecting`, `approvals`, `ritual` and `undoing` are the dialogues, `commands` the
//! `/commands`, `echo` keeps what was shown from coming back as news, `log` writes the day's entry. A session with a
//! model is another owner of such state that answers a line with the same replies.

mod answers;
mod approvals;
mod commands;
mod completion;
mod conversation;
mod echo;
mod forgetting;
mod language;
mod log;
mod message;
mod opening;
mod quotation;
mod reflecting;
mod remembering;
mod replies;
mod reply;
mod ritual;
mod undoing;

pub use completion::{Completion, complete};
pub use conversation::{Conversation, Opening, Who};
pub use language::Language;
pub use replies::Replies;
pub use reply::{Quotation, Reply};
