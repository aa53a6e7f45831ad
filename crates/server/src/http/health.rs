//! `GET /api/health` and `GET /api/ready`: alive or not, ready or not, and nothing else.

use soulfile_api::{Health, Nothing};

use super::answer::Answer;
use super::call::{Call, NoBody};
use super::failure::Failure;

pub fn show(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Health>, Failure> {
    let stopping = *call.gateway.stopping().borrow();
    Ok(Health { status: if stopping { "stopping" } else { "ok" }, version: env!("CARGO_PKG_VERSION") }.into())
}

/// Ready is a gateway that does not stop and whose agents can all be opened and written to. Which cannot is not for everybody.
pub fn ready(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Health>, Failure> {
    let not_ready = |why: &str| Failure::new(503, "unavailable", format!("not ready: {why}"));
    if *call.gateway.stopping().borrow() {
        return Err(not_ready("the gateway is stopping"));
    }
    // Of a fleet's, those open here: a probe every few seconds must not list them all.
    let agents =
        call.gateway.scheduled().map_err(|_| not_ready("the agents cannot be listed; see the configuration"))?;
    let mut present = agents.iter().filter(|agent| agent.exists);
    let is_whole = |id: &str| call.gateway.engine(id).is_ok_and(|engine| engine.workspace().unavailable().is_none());
    if !present.all(|agent| is_whole(&agent.id)) {
        return Err(not_ready("an agent cannot be written to; `soul doctor` says why"));
    }
    Ok(Health { status: "ready", version: env!("CARGO_PKG_VERSION") }.into())
}
