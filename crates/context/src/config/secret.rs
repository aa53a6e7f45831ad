//! A value that is used but never shown.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What stands where a secret would be printed.
pub const REDACTED: &str = "<redacted>";

/// A secret from the configuration. Printing or serialising it gives a placeholder.
#[derive(Clone, PartialEq, Eq)]
pub struct ConfigSecret(String);

impl ConfigSecret {
    /// Wraps a value.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// Hands the value out, to be used and not kept.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for ConfigSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(REDACTED)
    }
}

impl Serialize for ConfigSecret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(REDACTED)
    }
}

impl<'de> Deserialize<'de> for ConfigSecret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self)
    }
}

impl JsonSchema for ConfigSecret {
    fn schema_name() -> Cow<'static, str> {
        "Secret".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "writeOnly": true })
    }
}

/// Says whether a key holds a secret by its name, also in parts of a file this product does not know.
pub fn is_secret_key(key: &str) -> bool {
    let key: String = key.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    ["apikey", "token", "password", "secret", "accesskey", "privatekey", "credential"]
        .iter()
        .any(|end| key.ends_with(end))
}
