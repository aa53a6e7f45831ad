//! The Model Context Protocol over the engine's tools: one file per tool in `tools/`, files as resources,
//! prompts, and the two transports.
//!
//! Who is asking is fixed when the connection is made ([`McpConnection`]) and no argument changes it.
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

pub use connection::{McpConnection, Profile};
pub use http::mount;
pub use server::MemoryServer;
pub use stdio::serve_stdio;
