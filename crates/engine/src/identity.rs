//! `identity`: the display identity and which source won, field by field.

use soulfile_api::IdentityView;
use soulfile_context::identity::{self};
use soulfile_vocabulary::layout;
use soulfile_workspace::WorkspacePath;

use crate::error::Result;
use crate::open::Engine;

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
            time_zone: self.zone.iana_name().filter(|_| !self.zone.is_unknown()).map(str::to_owned),
            bootstrap_pending: self.workspace.read(&WorkspacePath::parse(layout::BOOTSTRAP)?)?.is_some(),
        })
    }
}
