//! The gateway over the engine's verbs: `http` (one file per resource), `mcp`, `openai` (the interfaces of models), and
//! `channels` (one file per messenger).
//!
//! Owns sockets, tokens and the crossing from async to the synchronous engine. Holds no rule of
//! memory: it finds out who calls ([`auth`]), crosses over ([`blocking`]), calls one verb, renders.
//! Start with [`state::Gateway`], then `http/routes.rs`, the table of everything that can be called.

pub mod administration;
pub mod auth;
pub mod blocking;
mod bounds;
pub mod channels;
pub mod engines;
pub mod http;
pub mod mcp;
pub mod metrics;
pub mod openai;
pub mod routing;
pub mod schedule;
pub mod sessions;
pub mod sign_in;
pub mod state;
pub mod tokens;
mod trim;
pub mod ui;
