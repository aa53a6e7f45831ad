//! `GET /api/health`: up or not, and nothing else.

use soulfile_api::{Health, Nothing};

use super::answer::Answer;
use super::call::{Call, NoBody};
use super::failure::Failure;

pub fn show(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Health>, Failure> {
    let stopping = *call.gateway.stopping().borrow();
    Ok(Health { status: if stopping { "stopping" } else { "ok" }, version: env!("CARGO_PKG_VERSION") }.into())
}
