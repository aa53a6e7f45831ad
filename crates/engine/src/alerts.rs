//! `alerts`: changes of critical files until a person acknowledges them, the configuration file
//! included.

use soulfile_api::AlertView;
use soulfile_text::visible::visible;
use soulfile_workspace::{Alert, Receipt, Severity};

use crate::error::Result;
use crate::known_config::KnownConfig;
use crate::open::Engine;

/// The alert id of the configuration file.
const CONFIG: &str = "config";

impl Engine {
    /// The open alerts, oldest first.
    pub fn alerts(&self) -> Result<Vec<AlertView>> {
        let mut out = Vec::new();
        let known = self.go_on_without("the history cannot be read, so these are the alerts of the last look", {
            self.workspace.alerts()
        });
        for alert in known.unwrap_or_else(|| self.workspace.last_known_alerts()) {
            let mut diff = String::new();
            for commit in &alert.commits {
                let change =
                    self.workspace.show(commit).and_then(|(entry, _)| self.workspace.diff(&entry, &alert.path));
                diff += &self.go_on_without("not every change can be shown", change).unwrap_or_default();
            }
            out.push(AlertView { alert, shown: visible(&diff).into_owned(), diff });
        }
        out.extend(self.config_alert());
        Ok(out)
    }

    /// Acknowledges an alert, or `all` of them. A person's act.
    pub fn acknowledge(&self, id: &str) -> Result<Option<Receipt>> {
        self.decides("acknowledging an alert")?;
        if let Some(known) = self.known_config()
            && !known.holds(&self.config().approvals)
            && (id == CONFIG || id == "all")
        {
            known.accept()?;
            if id == CONFIG || self.workspace.alerts()?.is_empty() {
                return Ok(None);
            }
        }
        Ok(Some(self.workspace.acknowledge(id, &self.requester)?))
    }

    fn known_config(&self) -> Option<KnownConfig> {
        Some(KnownConfig::new(&self.place.state_root, self.place.config_file.as_ref()?))
    }

    fn config_alert(&self) -> Option<AlertView> {
        let known = self.known_config()?;
        if known.holds(&self.config().approvals) {
            if !known.is_noted() {
                self.go_on_without("the configuration was not noted as known", known.accept());
            }
            return None;
        }
        let alert = Alert {
            id: CONFIG.to_owned(),
            severity: Severity::Change,
            path: known.name(),
            at: known.changed_at().unwrap_or_else(|| self.place.clock.now()).to_string(),
            // Nothing records who writes a file outside the workspace.
            actor: "unknown".to_owned(),
            author: None,
            commits: Vec::new(),
            text: match known.is_noted() {
                true => "the configuration file was modified".to_owned(),
                false => "the configuration file says who decides, and nobody has said that it may".to_owned(),
            },
            commit: None,
        };
        Some(AlertView { alert, diff: String::new(), shown: String::new() })
    }
}
