//! Workspace files, the one durable write path, and the git audit trail.
//!
//! Start with [`Workspace`]: it opens a directory of Markdown under git and is the only thing in
//! Soulfile that writes to it. A change is a [`Mutation`]; [`Workspace::apply`] makes it durable,
//! commits it and returns a [`Receipt`]. The layer knows files, actors and history. It does not
//! know what a memory is, and never reads the environment, the home directory or the clock.

mod alerts;
mod atomic_rename;
mod audit;
mod authenticity;
mod brake;
mod chain;
mod clock;
mod diff;
mod displaced;
mod error;
mod exchange;
mod files;
mod files_at;
mod gate;
mod git;
mod hash;
mod history;
mod inspect;
mod journal;
mod lost_entries;
mod mass_removal;
mod message;
mod mount;
mod mutation;
mod outrun;
mod path;
mod plan;
mod purge;
mod recover;
mod remote;
mod repair;
mod requester;
mod retention;
mod rollback;
mod sabotage;
mod scan;
mod seal;
mod sink;
mod three_way_merge;
mod trust;
mod verify;
mod watcher;
mod workspace;
mod write;
mod write_lock;

pub use alerts::{Alert, Severity};
pub use authenticity::Authenticity;
pub use brake::Brake;
pub use clock::{Clock, FixedClock, SystemClock};
pub use diff::unified as unified_diff;
pub use error::{Error, Result};
pub use exchange::{IncomingEntry, IncomingHistory, ThreeVersions};
pub use files::{DirEntry, Ident};
pub use files_at::FilesAt;
pub use hash::{ContentHash, Hashing};
pub use history::{BlameLine, LogEntry, LogFilter};
pub use inspect::{InspectionFinding, Repair};
pub use message::{CommitMessage, one_line};
pub use mutation::{Action, Actor, Approval, Base, Change, Mutation, Receipt, ReceiptFile};
pub use path::WorkspacePath;
pub use purge::{Purge, Purged};
pub use remote::{GitProgram, Push, RemoteAddress};
pub use requester::Requester;
pub use rollback::Target;
#[cfg(feature = "sabotage")]
pub use sabotage::remove_safeguard;
pub use sabotage::{Safeguard, is_removed};
pub use scan::is_owned;
pub use sink::{JournalSink, SinkBatch};
pub use three_way_merge::{Hunk, hunks};
pub use trust::ForeignKey;
pub use verify::{ReceiptStatus, Verification};
pub use watcher::{WatchNews, Watcher, Woken, sleep};
pub use workspace::{FileText, Workspace, WorkspaceOptions};
