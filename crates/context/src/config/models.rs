//! Which language model speaks, who serves it, and what happens when a session grows long.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_vocabulary::WireFormat;

use super::model::Config;
use super::secret::ConfigSecret;

/// Which language model speaks. Without one everything works but free talk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Models {
    /// The model, as provider/model, such as anthropic/claude-sonnet-4-5 or ollama/qwen3. Unset: none is asked.
    pub primary: Option<String>,
    /// Models asked in turn where the one before cannot answer.
    pub fallbacks: Vec<String>,
    /// Most tokens of one answer.
    #[schemars(range(min = 16))]
    pub max_tokens: u32,
    /// Tokens of the model's window. Unset: what the provider's models usually have.
    #[schemars(range(min = 2000))]
    pub context_tokens: Option<usize>,
    /// Tokens the model may think before it answers; 0 for none.
    pub thinking_tokens: u32,
    /// How freely it chooses words. Unset: the provider's default.
    #[schemars(range(min = 0.0, max = 2.0))]
    pub temperature: Option<f64>,
    /// Seconds a server may be silent before it is given up.
    #[schemars(range(min = 1, max = 3600))]
    pub silence_seconds: u64,
    /// What else the model does beside speaking: nothing, help to draft reflections, or also read what was kept.
    pub understanding: ModelUnderstanding,
    /// Dollars per million tokens, by provider/model, for `soul usage`.
    pub prices: BTreeMap<String, ModelPrice>,
}

impl Default for Models {
    fn default() -> Self {
        Self {
            primary: None,
            fallbacks: Vec::new(),
            max_tokens: 4096,
            context_tokens: None,
            thinking_tokens: 0,
            temperature: None,
            silence_seconds: 120,
            understanding: ModelUnderstanding::default(),
            prices: BTreeMap::new(),
        }
    }
}

/// What a model does beside speaking.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ModelUnderstanding {
    /// Nothing; `soul reflect --engine model` asks it all the same.
    #[default]
    Off,
    /// It helps to draft every reflection.
    Reflection,
    /// It also reads what was kept, later and in batches.
    On,
}

/// Dollars per million tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ModelPrice {
    /// Tokens sent.
    pub input: f64,
    /// Tokens answered.
    pub output: f64,
    /// Tokens read from the provider's cache.
    pub cache_read: f64,
    /// Tokens written to it.
    pub cache_write: f64,
}

/// A server of language models.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ModelProvider {
    /// Its wire format; known for anthropic, openai, gemini and ollama, else OpenAI's chat completions.
    pub api: Option<WireFormat>,
    /// Its address.
    pub base_url: Option<String>,
    /// Its key; write it as an environment reference.
    pub api_key: Option<ConfigSecret>,
    /// A file that holds the key.
    pub api_key_file: Option<String>,
}

/// What happens when a session grows long.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Compaction {
    /// Writing to memory before history is shortened.
    pub memory_flush: MemoryFlush,
}

/// Writing to memory before history is shortened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MemoryFlush {
    /// Whether it is done.
    pub enabled: bool,
    /// Tokens before the window's end at which it is done.
    #[schemars(range(min = 100))]
    pub soft_threshold_tokens: usize,
}

impl Default for MemoryFlush {
    fn default() -> Self {
        Self { enabled: true, soft_threshold_tokens: 4000 }
    }
}

/// Splits `provider/model`; a model's own name may hold slashes.
pub fn split_model(name: &str) -> Option<(&str, &str)> {
    let (provider, model) = name.trim().split_once('/')?;
    (!provider.is_empty() && !model.is_empty()).then_some((provider, model))
}

impl Config {
    /// The wire format of a provider: as configured, else by its name.
    pub fn provider_api(&self, provider: &str) -> Option<WireFormat> {
        let configured = self.provider.get(provider);
        let by_address = || configured.and_then(|provider| provider.base_url.as_ref()).map(|_| WireFormat::OpenaiChat);
        let named = configured.and_then(|provider| provider.api);
        named.or_else(|| WireFormat::of_provider(provider)).or_else(by_address)
    }

    /// Tokens of the window the configured model has.
    pub fn model_window(&self, api: WireFormat) -> usize {
        self.models.context_tokens.unwrap_or(api.row().window)
    }

    /// Tokens all files together may take of a context: as configured, and never more than half of the window of the
    /// model that speaks.
    pub fn context_budget(&self) -> usize {
        let configured = self.context.total_budget_tokens;
        let primary = self.models.primary.as_deref().and_then(split_model);
        let api = primary.and_then(|(provider, _)| self.provider_api(provider));
        api.map_or(configured, |api| configured.min(self.model_window(api) / 2))
    }
}
