//! `…/identity`: the display identity.

use soulfile_engine::IdentityView;

use super::answer::Answer;
use super::call::{Call, NoBody, Nothing};
use super::failure::Failure;

pub fn show(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<IdentityView>, Failure> {
    Ok(call.engine().identity()?.into())
}
