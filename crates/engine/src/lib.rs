//! The façade: an open agent, and one file per verb.
//!
//! Surfaces (command line, gateway, MCP) parse, call one verb here and render. A rule that two
//! surfaces need belongs in this crate. It never reads the environment, the home directory or
//! the clock; [`open::Place`] carries them in.

mod agents;
mod alerts;
mod audit;
mod channels;
mod context;
mod doctor;
mod error;
mod files;
mod identity;
mod index;
pub mod open;
mod recall;
mod rollback;
mod setup;
mod tools;

pub use agents::AgentInfo;
pub use alerts::AlertView;
pub use audit::{AuditQuery, Shown, Why};
pub use channels::{ChannelStatus, RouteView};
pub use context::{ContextReceipt, ContextRequest};
pub use doctor::{Checkup, DoctorFinding, Mend};
pub use error::{Error, Kind, Result};
pub use identity::IdentityView;
pub use index::CaughtUp;
pub use index::status::{IndexStatus, Rebuilt};
pub use open::{Engine, Place};
pub use recall::access::Use;
pub use recall::marks::{is_recalled_text, mark as mark_recalled, without_recalled};
pub use recall::{RecallAnswer, RecallHit, RecallRequest, Shown as RecallStates};
pub use rollback::RollbackPlan;
pub use setup::{Seeded, SetupRequest};
pub use tools::{GetRequest, GetResult, SearchRequest, SearchResult, SearchResults};

pub use soulfile_context as context_layer;
pub use soulfile_recall as recall_layer;
pub use soulfile_workspace as workspace_layer;
