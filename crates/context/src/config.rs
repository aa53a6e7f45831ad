//! Configuration: the JSON5 model with its defaults, loading, editing and the schema.
//!
//! Start at [`Config`] for what can be set, [`load`] for how a file becomes one, [`edit`] for how a
//! value is changed without touching the rest of the file. Never reads a file or the environment:
//! the caller passes text and lookups in.

pub mod agents;
pub mod bindings;
pub mod channels;
mod check;
pub mod edit;
mod env;
mod include;
mod load;
mod mcp;
mod meaning;
pub mod memory;
mod model;
pub mod models;
mod path;
mod schema;
mod secret;
mod spans;
mod spelling;
mod unused;

pub use agents::{ActiveHours, Agent, AgentDefaults, AgentIdentity, Agents, DEFAULT_AGENT};
pub use bindings::{Binding, MessageOrigin, MessageRoute};
pub use channels::{ChannelAccountSettings, ChannelSettings};
pub use check::{ConfigProblem, ProblemSeverity};
pub use edit::{EditError, set, unset};
pub use include::Included;
pub use load::{ConfigErrors, LoadedConfig, Sources, load, load_with, unread_keys, validate};
pub use mcp::{McpServerSettings, McpSettings};
pub use memory::{EmbeddingProvider, Mem0Interface, Mem0Search, Memory, MemorySearch};
pub use model::{
    Approvals, Audit, Config, ContextSettings, GatewayConfig, Hooks, IdentityPolicy, LogFormat, MemoryPlacement,
    Proposals, PurgeConfig, Review, SoulEvil, Ui, UiAssistant, User,
};
pub use models::{Compaction, MemoryFlush, ModelPrice, ModelProvider, ModelUnderstanding, Models, split_model};
pub use path::KeyPath;
pub use schema::schema;
pub use secret::ConfigSecret;

/// The default configuration file: every key with its default and what it does.
pub const DEFAULT_FILE: &str = include_str!("../config.default.json5");

#[cfg(test)]
#[path = "config/tests.rs"]
mod tests;
