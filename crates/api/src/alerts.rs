//! Changes of critical files that a person has to acknowledge.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_workspace::{Alert, Receipt};

/// An alert with the change it is about.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AlertView {
    /// The alert.
    #[serde(flatten)]
    pub alert: Alert,
    /// The change, as a unified diff; empty when there is none to show.
    pub diff: String,
    /// The change with every character visible: what a person reads before they acknowledge it.
    pub shown: String,
}

/// Which alert.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AlertRequest {
    /// Its id, or `all`.
    #[schemars(length(min = 1))]
    pub id: String,
}

/// What was acknowledged.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Acknowledged {
    /// Proof of the note on the trail; none for the configuration, which is not in the workspace.
    pub receipt: Option<Receipt>,
}

/// Alerts that nobody acknowledged.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OpenAlerts {
    /// Each with its difference.
    pub alerts: Vec<AlertView>,
}
