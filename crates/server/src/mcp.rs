//! The Model Context Protocol over the engine's tools: one file per tool, files as resources,
//! prompts, and the two transports.
//!
//! Who is asking is fixed when the connection is made ([`Connection`]) and no argument changes it.
//! Nothing here approves anything. Start with `server.rs`, then `tools.rs`.

mod connection;
mod error;
mod http;
mod prompts;
mod resources;
mod schema;
mod server;
mod stdio;
mod tools;
mod watching;

mod memory_alerts;
mod memory_context;
mod memory_core;
mod memory_doctor;
mod memory_entity;
mod memory_fading;
mod memory_forget;
mod memory_get;
mod memory_graph;
mod memory_history;
mod memory_identity;
mod memory_log;
mod memory_proposals;
mod memory_propose;
mod memory_reflect;
mod memory_reflection;
mod memory_search;
mod memory_status;
mod memory_why;
mod memory_write;

pub use connection::{Connection, Profile};
pub use http::mount;
pub use server::MemoryServer;
pub use stdio::serve_stdio;
