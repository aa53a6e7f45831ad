//! A conversation with a memory: a line in, replies out, with no model and no terminal.
//!
//! Start with [`Conversation`]: it owns one session (its kind, room, speaker and agent), shares the engine, and
//! answers each line with a stream of [`Reply`]s by calling the engine's verbs. It owns the dialogue (what a
//! line is, what waits for an answer, how things are worded) and holds no rules of its own on what
//! may be seen or written. It never reads the environment or the clock and never prints.
//!
//! [`ModelSession`] is the same conversation with a model that speaks; [`ChatSession`] is either, as a surface holds it.
//!
//! [`capture`] keeps what is told where another program answers, and [`recall_for_prompt`] finds what it should know.
//!
//! `message` tells what a line is, in the words of its `language`; `answers` quotes what recall finds (`quotation`);
//! `remembering`, `forgetting`, `reflecting`, `approvals`, `ritual` and `undoing` are the dialogues, `commands` the
//! `/commands`, `echo` keeps what was shown from coming back as news, `log` writes the day's entry.

mod answers;
mod approvals;
mod capture;
mod chat_session;
mod commands;
mod completion;
mod conversation;
mod echo;
mod forgetting;
mod judgement;
mod language;
mod log;
mod mcp_servers;
mod message;
mod model_session;
mod opening;
mod prompt_recall;
mod quotation;
mod reflecting;
mod remembering;
mod reply;
mod reply_stream;
mod ritual;
mod undoing;

pub use capture::capture;
pub use chat_session::ChatSession;
pub use completion::{Completion, complete};
pub use conversation::{Conversation, Opening, Participant};
pub use judgement::{Judge, ModelDrafter, ReadingPass, understand_later};
pub use language::Language;
pub use mcp_servers::McpServer;
pub use model_session::{
    Background, ChooseModel, ModelSession, ModelSettings, UsageLog, UsageRecord, UsageRow, UsageTotal, forget_session,
    list_sessions, work_through,
};
pub use prompt_recall::recall_for_prompt;
pub use reply_stream::Replies;
pub use soulfile_api::{ChatExchange, Quotation, Reply, SessionInfo, TurnEvent};
