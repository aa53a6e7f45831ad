//! Workspace files, the one durable write path, and the git audit trail.
//!
//! Start with [`Workspace`]: it opens a directory of Markdown under git and is the only thing in
//! Soulfile that writes to it. A change is a [`Mutation`]; [`Workspace::apply`] makes it durable,
//! commits it and returns a [`Receipt`]. The layer knows files, actors and history. It does not
//! know what a memory is, and never reads the environment, the home directory or the clock.

mod alerts;
mod audit;
mod brake;
mod chain;
mod clock;
mod cuts;
mod diff;
mod displaced;
mod error;
mod exchange;
mod files;
mod gate;
mod git;
mod hash;
mod history;
mod inspect;
mod journal;
mod lock;
mod mass_removal;
mod merge;
mod message;
mod mount;
mod mutation;
mod past;
mod path;
mod plan;
mod purge;
mod recover;
mod repair;
mod requester;
mod retention;
mod rollback;
mod scan;
mod seal;
mod standing;
mod trust;
mod verify;
mod watcher;
mod workspace;
mod write;

pub use alerts::{Alert, Severity};
pub use brake::Brake;
pub use clock::{Clock, FixedClock, SystemClock};
pub use diff::unified as unified_diff;
pub use error::{Error, Result};
pub use files::{Entry, Ident};
pub use hash::{ContentHash, Hashing};
pub use history::{BlameLine, Filter, LogEntry};
pub use inspect::{Finding, Repair};
pub use message::{Message, one_line};
pub use mutation::{Action, Actor, Approval, Base, Change, Mutation, Receipt, ReceiptFile};
pub use past::FilesAt;
pub use path::WorkspacePath;
pub use purge::{Purge, Purged};
pub use requester::Requester;
pub use rollback::Target;
pub use scan::is_owned;
pub use standing::Standing;
pub use trust::ForeignKey;
pub use verify::{ReceiptStatus, Verification};
pub use watcher::{Heard, Watcher, Woken, sleep};
pub use workspace::{FileText, Options, Workspace};
