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
pub mod open;
mod rollback;
mod setup;

pub use agents::AgentInfo;
pub use alerts::AlertView;
pub use audit::{AuditQuery, Shown, Why};
pub use channels::{ChannelStatus, RouteView};
pub use context::{ContextReceipt, ContextRequest};
pub use doctor::{Checkup, DoctorFinding, Mend};
pub use error::{Error, Kind, Result};
pub use identity::IdentityView;
pub use open::{Engine, Place};
pub use rollback::RollbackPlan;
pub use setup::{Seeded, SetupRequest};

pub use soulfile_context as context_layer;
pub use soulfile_workspace as workspace_layer;
