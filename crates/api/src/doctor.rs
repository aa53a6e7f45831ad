//! Trouble, and mending it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_workspace::Repair;

/// How a finding can be mended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mend {
    /// `soul doctor --fix` does it.
    Workspace(Repair),
    /// Seed the missing file from its template.
    Seed,
    /// Set the damaged scores aside and make them anew.
    RebuildScores,
    /// Commit what was done by hand.
    TakeIn,
    /// A person has to.
    ByHand,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DoctorFinding {
    /// What it is about.
    pub subject: String,
    /// What is wrong and what it means.
    pub text: String,
    /// How it can be mended.
    pub mend: Mend,
}

/// The result of looking.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Checkup {
    /// The agent.
    pub agent: String,
    /// The workspace.
    pub workspace: String,
    /// How many files belong to it.
    pub files: usize,
    /// What is wrong.
    pub findings: Vec<DoctorFinding>,
}

/// What to mend.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MendRequest {
    /// The subjects of the findings to mend; all that lose nothing when not given.
    pub subjects: Option<Vec<String>>,
}

/// What became of one finding.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Mended {
    /// What it was about.
    pub subject: String,
    /// What was done.
    pub done: Option<String>,
    /// Why it could not be done.
    pub failed: Option<String>,
}
