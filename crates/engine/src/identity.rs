//! `identity`: the display identity and which source won, field by field.

use serde::Serialize;
use soulfile_context::identity::{self, DisplayIdentity};
use soulfile_vocabulary::layout;
use soulfile_workspace::WorkspacePath;

use crate::error::Result;
use crate::open::Engine;

/// Who the agent is, as it is shown.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct IdentityView {
    /// The agent.
    pub agent: String,
    /// Its workspace.
    pub workspace: String,
    /// Its identity with sources.
    #[serde(flatten)]
    pub identity: DisplayIdentity,
    /// Whether the first-run ritual is still to be done.
    pub bootstrap_pending: bool,
}

impl Engine {
    /// Resolves the display identity.
    pub fn identity(&self) -> Result<IdentityView> {
        let file = match self.workspace.read(&WorkspacePath::parse(layout::IDENTITY)?)? {
            Some(file) => identity::parse(&String::from_utf8_lossy(&file.bytes)),
            None => identity::IdentityFile::default(),
        };
        let agent = self.config().agent(self.agent()).unwrap_or_default();
        Ok(IdentityView {
            agent: self.agent().to_owned(),
            workspace: self.path().display().to_string(),
            identity: identity::resolve(&self.config().ui.assistant, &agent.identity, &file),
            bootstrap_pending: self.workspace.read(&WorkspacePath::parse(layout::BOOTSTRAP)?)?.is_some(),
        })
    }
}
