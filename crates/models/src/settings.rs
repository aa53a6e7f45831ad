//! What the caller knows: which provider, which model, where, and with which key.

use std::path::PathBuf;

/// Who computes embeddings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Provider {
    /// A configured key, else a configured local model, else the model inside the binary.
    #[default]
    Auto,
    /// The static table inside the binary.
    Builtin,
    /// A transformer on this machine.
    Local,
    /// OpenAI, or a server that speaks its protocol.
    Openai,
    /// Google Gemini.
    Gemini,
    /// Ollama, or a server that speaks OpenAI's protocol without a key.
    Ollama,
}

impl Provider {
    /// The name used in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Builtin => "builtin",
            Self::Local => "local",
            Self::Openai => "openai",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
        }
    }
}

/// A provider's key. Printing it gives a placeholder.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Wraps a key; `None` when there is nothing in it.
    pub fn new(value: &str) -> Option<Self> {
        let value = value.trim();
        (!value.is_empty()).then(|| Self(value.to_owned()))
    }

    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("<redacted>")
    }
}

/// Everything a choice is made from.
#[derive(Debug, Clone, Default)]
pub struct EmbeddingSettings {
    /// Who computes embeddings.
    pub provider: Provider,
    /// The model; each provider has its own default.
    pub model: Option<String>,
    /// The local model: its directory, or its weights inside that directory.
    pub model_path: Option<PathBuf>,
    /// Address of the server; each provider has its own default.
    pub base_url: Option<String>,
    /// The key the configuration names.
    pub key: Option<Key>,
    /// File that holds the key.
    pub key_file: Option<PathBuf>,
    /// OpenAI's key from the environment: used when OpenAI is asked for by name, never by `auto`.
    pub openai_key: Option<Key>,
    /// Gemini's key from the environment: used when Gemini is asked for by name, never by `auto`.
    pub gemini_key: Option<Key>,
    /// Proxy for servers on other machines.
    pub proxy: Option<String>,
}
