//! The request of a verb that takes nothing.

use schemars::JsonSchema;
use serde::Deserialize;

/// Takes nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}
