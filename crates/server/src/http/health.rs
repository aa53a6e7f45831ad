//! `GET /api/health`: up or not, and nothing else.

use schemars::JsonSchema;
use serde::Serialize;

use super::answer::Answer;
use super::call::{Call, NoBody, Nothing};
use super::failure::Failure;

/// That the gateway is up.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Health {
    /// `ok`, or `stopping`.
    pub status: &'static str,
    /// The program's version.
    pub version: &'static str,
}

pub fn show(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Health>, Failure> {
    let stopping = *call.gateway.stopping().borrow();
    Ok(Health { status: if stopping { "stopping" } else { "ok" }, version: env!("CARGO_PKG_VERSION") }.into())
}
