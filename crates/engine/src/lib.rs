//! The façade: an open agent, and one file per verb.
//!
//! Surfaces (command line, gateway, MCP) parse, call one verb here and render. A rule that two
//! surfaces need belongs in this crate. It never reads the environment, the home directory or
//! the clock; [`open::Place`] carries them in.

mod admission;
mod agenda;
mod agents;
mod alerts;
mod annotate;
mod audit;
mod authority;
mod beside;
mod channels;
mod context;
mod core;
mod day_log;
mod decay;
mod deciding;
mod degraded;
mod doctor;
mod draft;
mod embedding;
mod error;
mod exchange;
mod export;
mod files;
mod forget;
mod graph;
mod heartbeat;
mod identity;
mod import;
mod index;
mod introduce;
mod known_config;
mod links;
mod list;
mod lock;
mod log;
mod measures;
mod names;
pub mod open;
mod pin;
mod proposals;
mod recall;
mod reflect;
mod remember;
mod restore;
mod rollback;
mod schedule;
mod scrub;
mod session_names;
mod setup;
mod stores;
mod sync;
mod token_counts;
mod tools;
mod understanding;
mod watch;
mod whole_files;
mod writer;

pub use agenda::Planned;
pub use agents::list_agents;
pub use annotate::Unread;
pub use audit::{AuditQuery, Since};
pub use beside::{FoundBeside, MemoryBeside};
pub use context::ContextRequest;
pub use core::CoreChange;
pub use deciding::Decider;
pub use embedding::Embedding;
pub use error::{Error, Result};
pub use exchange::{EXCHANGE_SUMMARY, Exchange};
pub use export::ExportFormat;
pub use import::{ImportRequest, ImportSource};
pub use introduce::{Introduction, IntroductionPlan};
pub use known_config::KnownConfig;
pub use links::StatementLinks;
pub use lock::{ApprovalLock, Passphrase, Unlocked};
pub use measures::{EngineMeasures, RECALL_BUCKETS};
pub use open::{Engine, Place};
pub use proposals::Proposing;
pub use reflect::{ApproveRequest, DraftRequest, RejectRequest, Rewording, counted};
pub use remember::{By, RememberRequest, Remembering};
pub use rollback::PreparedRollback;
pub use schedule::Ran;
pub use setup::SetupRequest;
pub use whole_files::KnownVersion;
pub use writer::{
    FactRef, FilePreview, KnownMemory, NamedEntity, Operation, Preview, Refusal, Source, Standing, Step, WhenCoreFull,
};

pub use soulfile_workspace::GitProgram;
pub use sync::SyncRequest;

pub use recall::marks::{is_recalled_text, mark as mark_recalled, without_inserted, without_recalled};
pub use recall::statement::{hit_statement, plain_text};
pub use recall::{RecallRequest, Shown as RecallStates, read_question};
pub use soulfile_memory::episode::{LinkKind, StatementLink};
pub use tools::schema::{answer_schema, tool_schema};
pub use watch::{Watch, WatchOptions};

// What a caller passes in, of the crates below. What an answer holds of them is in `soulfile_api`.
pub use soulfile_context::persona::parse_clock;
pub use soulfile_context::session::{Access, Session};
pub use soulfile_context::silent_replies::{HeartbeatReply, deliverable, heartbeat_is_empty, read_heartbeat_reply};
pub use soulfile_context::{config, day};
pub use soulfile_memory::comment::without_comments;
pub use soulfile_reflect::Drafter;
pub use soulfile_reflect::selection::ranges;
pub use soulfile_workspace::{Clock, FixedClock, JournalSink, LogFilter, Requester, SystemClock, unified_diff};
