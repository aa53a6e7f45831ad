//! [`Administration`]: what a person sets through the gateway. The surface that starts it knows the files.

use soulfile_api::{ConfigChange, ConfigView, ConfiguredModel, ConnectorView, TestedModel};
use soulfile_engine::Result;

/// Reads and changes what a person sets.
pub trait Administration: Send + Sync {
    /// The configuration in force.
    fn config(&self) -> Result<ConfigView>;
    /// Sets or removes one value. Who may decide without a terminal is changed only where `deciding` is true: a
    /// passphrase was given.
    fn configure(&self, change: &ConfigChange, deciding: bool) -> Result<ConfigView>;
    /// The configured language models.
    fn models(&self) -> Result<Vec<ConfiguredModel>>;
    /// Asks one of them for one word.
    fn test_model(&self, model: &str) -> Result<TestedModel>;
    /// The programs that can be connected to an agent, and what that would change.
    fn connectors(&self, agent: &str) -> Result<Vec<ConnectorView>>;
}
