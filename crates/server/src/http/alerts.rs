//! `…/alerts`: changes of critical files until a person acknowledges them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_engine::AlertView;
use soulfile_engine::workspace_layer::Receipt;

use super::answer::Answer;
use super::call::{Call, NoBody, Nothing};
use super::failure::Failure;

/// Which alert.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfAlert {
    /// Its id, or `all`.
    #[schemars(length(min = 1))]
    id: String,
}

/// What was acknowledged.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Acknowledged {
    /// Proof of the note on the trail; none for the configuration, which is not in the workspace.
    receipt: Option<Receipt>,
}

pub fn list(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Vec<AlertView>>, Failure> {
    Ok(call.engine().alerts()?.into())
}

pub fn acknowledge(call: &Call, of: OfAlert, _: NoBody) -> Result<Answer<Acknowledged>, Failure> {
    Ok(Acknowledged { receipt: call.engine().acknowledge(&of.id)? }.into())
}
