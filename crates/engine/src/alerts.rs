//! `alerts`: changes of critical files until a person acknowledges them, the configuration file
//! included.

use std::path::PathBuf;

use serde::Serialize;
use soulfile_workspace::{Alert, ContentHash, Receipt, Severity};

use crate::error::{Error, Result};
use crate::open::Engine;

/// The alert id of the configuration file.
const CONFIG: &str = "config";

/// An alert with the change it is about.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct AlertView {
    /// The alert.
    #[serde(flatten)]
    pub alert: Alert,
    /// The change, as a unified diff; empty when there is none to show.
    pub diff: String,
}

impl Engine {
    /// The open alerts, oldest first.
    pub fn alerts(&self) -> Result<Vec<AlertView>> {
        let mut out = Vec::new();
        for alert in self.workspace.alerts()? {
            let diff = match &alert.commit {
                Some(commit) => {
                    let (entry, _) = self.workspace.show(commit)?;
                    self.workspace.diff(&entry, &alert.path)?
                }
                None => String::new(),
            };
            out.push(AlertView { alert, diff });
        }
        out.extend(self.config_alert()?);
        Ok(out)
    }

    /// Acknowledges an alert, or `all` of them. A person's act.
    pub fn acknowledge(&self, id: &str) -> Result<Option<Receipt>> {
        let config_open = self.config_alert()?.is_some();
        if config_open && (id == CONFIG || id == "all") {
            self.remember_config()?;
            if id == CONFIG || self.workspace.alerts()?.is_empty() {
                return Ok(None);
            }
        }
        Ok(Some(self.workspace.acknowledge(id)?))
    }

    fn known_config(&self) -> PathBuf {
        self.place.state().join("config.sha256")
    }

    fn config_hash(&self) -> Option<String> {
        let bytes = std::fs::read(self.place.config_file.as_ref()?).ok()?;
        Some(ContentHash::of(&bytes).to_string())
    }

    /// Notes the configuration as it is now as known to a person.
    pub fn remember_config(&self) -> Result<()> {
        let path = self.known_config();
        let hash = self.config_hash().unwrap_or_default();
        std::fs::write(&path, hash).map_err(|source| Error::Io {
            what: "writing",
            path: path.display().to_string(),
            source,
        })
    }

    fn config_alert(&self) -> Result<Option<AlertView>> {
        let Ok(known) = std::fs::read_to_string(self.known_config()) else {
            self.remember_config()?;
            return Ok(None);
        };
        if known == self.config_hash().unwrap_or_default() {
            return Ok(None);
        }
        let path =
            self.place.config_file.as_ref().map_or_else(|| "soulfile.json5".to_owned(), |p| p.display().to_string());
        let alert = Alert {
            id: CONFIG.to_owned(),
            severity: Severity::Change,
            path,
            at: self.place.clock.now().to_string(),
            actor: "unknown".to_owned(),
            text: "the configuration file was modified".to_owned(),
            commit: None,
        };
        Ok(Some(AlertView { alert, diff: String::new() }))
    }
}
