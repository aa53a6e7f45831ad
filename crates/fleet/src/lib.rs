//! Workspaces of a fleet: the journal in PostgreSQL, leases with fencing numbers, checkpoints in an object store.
//!
//! Owns what outlives a gateway's disk, and who may write. Does not know what a memory is, how a batch is planned, or
//! how a request reached the gateway. Start with [`Fleet`]; the argument is in docs/design/fleet.md. Everything here is
//! synchronous for its callers; the waiting is done on a runtime of its own.

mod checkpoint;
mod database;
mod error;
mod fleet;
mod gateway;
mod lease;
mod objects;
mod restore;
mod search;
mod shared;
mod sink;

pub use checkpoint::Manifest;
pub use error::{Error, Result};
pub use fleet::{Fleet, FleetSettings, FleetStatus, GatewayStatus, WorkspaceStatus};
pub use gateway::{FleetGateway, GatewayFigures, GatewayOptions, Opened, Served, Tenure};
pub use lease::Lease;
pub use search::{FoundMemory, MEANING_DIMS, MemoryReader, SearchRow};
pub use shared::{Merge, SharedFile, SharedFiles};
