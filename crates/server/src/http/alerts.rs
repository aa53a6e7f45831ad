//! `…/alerts`: changes of critical files until a person acknowledges them.

use soulfile_api::{Acknowledged, AlertRequest, AlertView, Nothing};

use super::answer::Answer;
use super::call::{Call, NoBody};
use super::failure::Failure;

pub fn list(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Vec<AlertView>>, Failure> {
    Ok(call.engine().alerts()?.into())
}

pub fn acknowledge(call: &Call, of: AlertRequest, _: NoBody) -> Result<Answer<Acknowledged>, Failure> {
    Ok(Acknowledged { receipt: call.engine().acknowledge(&of.id)? }.into())
}
