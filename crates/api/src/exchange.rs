//! `/v1`: what programs that speak OpenAI's or Anthropic's interface send and get.
//!
//! Only what the gateway itself reads is named; everything else passes through to the model's server.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A chat completion that is asked for.
#[derive(Debug, JsonSchema)]
pub struct ChatCompletionRequest {
    /// An agent, or agent/model; any other name is a model's.
    pub model: Option<String>,
    #[schemars(length(min = 1))]
    pub messages: Vec<Map<String, Value>>,
    pub stream: Option<bool>,
    /// `soul_agent`, `soul_room`, `soul_user` and `soul_session` say for whom a person's token speaks.
    pub metadata: Option<Map<String, Value>>,
}

/// A response that is asked for.
#[derive(Debug, JsonSchema)]
pub struct ResponseRequest {
    /// An agent, or agent/model; any other name is a model's.
    pub model: Option<String>,
    pub input: Option<ResponseInput>,
    pub instructions: Option<String>,
    pub stream: Option<bool>,
    /// `soul_agent`, `soul_room`, `soul_user` and `soul_session` say for whom a person's token speaks.
    pub metadata: Option<Map<String, Value>>,
}

/// A text, or the conversation so far.
#[derive(Debug, JsonSchema)]
#[serde(untagged)]
pub enum ResponseInput {
    Text(String),
    Items(Vec<Map<String, Value>>),
}

/// An answer in the program's own format, passed on as the model's server gives it.
#[derive(Debug, JsonSchema)]
pub struct PassedOn {
    #[serde(flatten)]
    pub fields: Map<String, Value>,
}

/// Texts to be embedded.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct EmbeddingRequest {
    /// An agent's id, or the name of the encoder inside the binary.
    pub model: Option<String>,
    pub input: EmbeddingInput,
    /// `float` or `base64`.
    pub encoding_format: Option<String>,
    pub dimensions: Option<usize>,
}

/// One text or several.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum EmbeddingInput {
    Text(String),
    Texts(#[schemars(length(min = 1, max = 2048))] Vec<String>),
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct EmbeddingList {
    pub object: &'static str,
    pub model: &'static str,
    pub data: Vec<EmbeddingShown>,
    pub usage: EmbeddingUsage,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct EmbeddingShown {
    pub object: &'static str,
    pub index: usize,
    pub embedding: EmbeddingVector,
}

/// Numbers, or their bytes (32-bit, little-endian) in base64.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum EmbeddingVector {
    Numbers(Vec<f32>),
    Text(String),
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct EmbeddingUsage {
    pub prompt_tokens: usize,
    pub total_tokens: usize,
}

/// Models by which agents can be asked.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ModelList {
    pub object: &'static str,
    pub data: Vec<ModelShown>,
    pub has_more: bool,
    pub first_id: Option<String>,
    pub last_id: Option<String>,
}

/// One of them.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ModelShown {
    pub id: String,
    pub object: &'static str,
    pub r#type: &'static str,
    pub created: i64,
    pub created_at: &'static str,
    pub display_name: String,
    pub owned_by: &'static str,
}

/// Which model is asked about.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelRequest {
    #[schemars(length(min = 1))]
    pub model: String,
}
