//! Whether the gateway is up.

use schemars::JsonSchema;
use serde::Serialize;

/// That the gateway is up.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Health {
    /// `ok`, `ready`, or `stopping`.
    pub status: &'static str,
    /// The program's version.
    pub version: &'static str,
}
