//! The façade: an open agent, and one file per verb.
//!
//! Surfaces (command line, gateway, MCP) parse, call one verb here and render. A rule that two
//! surfaces need belongs in this crate. It never reads the environment, the home directory or
//! the clock; [`open::Place`] carries them in.

mod admission;
mod agents;
mod alerts;
mod audit;
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
mod files;
mod forget;
mod graph;
mod heartbeat;
mod identity;
mod import;
mod index;
mod introduce;
mod known_config;
mod lock;
mod log;
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
mod tools;
mod understanding;
mod watch;
mod whole_files;
mod writer;

pub use agents::AgentInfo;
pub use alerts::AlertView;
pub use audit::{AuditQuery, Shown, Since, Why};
pub use channels::{ChannelStatus, RouteView};
pub use context::{ContextReceipt, ContextRequest};
pub use core::{CoreChange, CoreLineView, CoreView};
pub use decay::{DecayExplained, DecayRun, DecayStatus, TransitionView};
pub use deciding::Decider;
pub use doctor::{Checkup, DoctorFinding, Mend};
pub use embedding::{Embedding, EmbeddingStatus};
pub use error::{Error, Kind, Result};
pub use exchange::{EXCHANGE_SUMMARY, Exchange};
pub use forget::{Candidate, Forgotten, Thoroughness};
pub use graph::{EdgeView, EntityView, FactView, GraphView, NodeView};
pub use heartbeat::{HeartbeatItem, HeartbeatRun};
pub use identity::IdentityView;
pub use import::{ImportRequest, Imported, SkippedFile, TakenNote, WaitingNote};
pub use introduce::{Introduction, IntroductionPlan, Unknown};
pub use known_config::KnownConfig;
pub use lock::{ApprovalLock, LockStatus, Passphrase, Unlocked};
pub use log::{DayView, EpisodeView};
pub use open::{Engine, Place};
pub use pin::Pinned;
pub use proposals::{Decided, ProposalAdded, ProposalView, Proposing};
pub use reflect::{
    ApproveRequest, Change, DraftRequest, ItemView, PendingView, ReflectDecided, ReflectStatus, ReflectionView,
    RejectRequest, Replied, counted,
};
pub use remember::{By, RememberRequest, Remembered, RememberedEntry, Remembering};
pub use restore::{ArchivedView, Restored};
pub use rollback::RollbackPlan;
pub use schedule::Ran;
pub use setup::{Seeded, SetupRequest};
pub use stores::MemoryView;
pub use whole_files::{DailyLog, FileContent, FileInfo, FileWritten, Known};
pub use writer::{
    FactRef, FilePreview, KnownMemory, NamedEntity, Operation, Preview, Refusal, Source, Standing, Step, WhenCoreFull,
};

pub use index::CaughtUp;
pub use index::status::{IndexStatus, Rebuilt};
pub use recall::access::Use;
pub use recall::marks::{is_recalled_text, mark as mark_recalled, without_recalled};
pub use recall::statement::plain_text;
pub use recall::{RecallAnswer, RecallHit, RecallRequest, Shown as RecallStates, read_question};
pub use soulfile_context as context_layer;
pub use soulfile_memory as memory_layer;
pub use soulfile_understand as language_layer;
pub use tools::files::ReadableFile;
pub use tools::forget::{ForgetCandidate, ForgetRequest, ForgetResult};
pub use tools::status::{IndexCounts, StatusRequest, StatusResult};
pub use tools::write::{ProposeRequest, ProposeResult, WriteReceipt, WriteRequest, WriteResult, WrittenEntry};
pub use watch::{Noticed, Watch, WatchOptions};

pub use tools::{GetRequest, GetResult, SearchRequest, SearchResult, SearchResults};

pub use soulfile_recall as recall_layer;
pub use soulfile_reflect as reflect_layer;
pub use soulfile_workspace as workspace_layer;
pub use soulfile_workspace::Requester;
