//! `…/identity`: the display identity.

use super::answer::Answer;
use super::call::{Call, NoBody};
use super::failure::Failure;
use soulfile_api::{IdentityView, Nothing};

pub fn show(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<IdentityView>, Failure> {
    Ok(call.engine().identity()?.into())
}
