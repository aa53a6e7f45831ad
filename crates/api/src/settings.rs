//! What a person sets: the configuration, the models, the tokens, the programs that are connected.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The configuration in force.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ConfigView {
    /// Where the file is.
    pub file: String,
    /// JSON Schema of the file.
    pub schema: Value,
    /// Every value in force, secrets hidden.
    pub values: Value,
    /// What applies where nothing is set.
    pub defaults: Value,
    /// Keys that the file sets, with dots between their parts.
    pub set: Vec<String>,
}

/// A value to set, or to remove.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfigChange {
    /// The key, with dots between its parts.
    #[schemars(length(min = 1, max = 200))]
    pub key: String,
    /// The value; without one the key is removed and its default applies.
    #[serde(default)]
    pub value: Option<Value>,
}

/// A language model the configuration names.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ConfiguredModel {
    /// `provider/model`.
    pub model: String,
    /// Where it is asked.
    pub address: Option<String>,
    /// Why it cannot be asked.
    pub problem: Option<String>,
}

/// Names a language model.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelNamed {
    /// `provider/model`, one of those that are configured.
    #[schemars(length(min = 1, max = 200))]
    pub model: String,
}

/// What came of asking a model for one word.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestedModel {
    pub model: String,
    pub answered: bool,
    pub milliseconds: u64,
    /// Tokens sent.
    pub sent: u64,
    /// Tokens received.
    pub received: u64,
    /// What it said, or why it did not.
    pub said: String,
}

/// A token, without its text.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct TokenView {
    pub id: String,
    /// `person` or `agent`.
    pub holder: String,
    /// The one agent it reaches.
    pub agent: Option<String>,
    pub session: String,
    pub room: Option<String>,
    pub user: Option<String>,
    pub read_only: bool,
    pub made: String,
    pub expires: Option<String>,
    /// Whether this request was made with it.
    pub own: bool,
}

/// Names a token.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenNamed {
    #[schemars(length(min = 1, max = 100))]
    pub id: String,
}

/// A program that can be connected.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ConnectorView {
    pub host: String,
    pub name: String,
    pub connected: bool,
    /// Why its files cannot be read.
    pub problem: Option<String>,
    /// What connecting it would change.
    pub files: Vec<ConnectorFile>,
    /// The command that connects it.
    pub command: String,
}

/// A file of a program, and what would change in it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ConnectorFile {
    pub path: String,
    pub diff: String,
}
