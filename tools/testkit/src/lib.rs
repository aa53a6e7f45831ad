//! Support for tests, proofs and evals: what several crates need and no product code may use.

pub mod attacks;
pub mod chat;
pub mod discord_gateway;
pub mod doors;
pub mod embeddings;
pub mod http;
#[cfg(feature = "journal")]
pub mod journal;
pub mod leaks;
pub mod mcp_client;
pub mod messengers;
pub mod obedient;
pub mod obedient_chat;
pub mod postgres;
pub mod random;
pub mod stream;
