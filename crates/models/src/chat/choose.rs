//! Which server and wire format a configured model is.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::anthropic::Anthropic;
use super::gemini::Gemini;
use super::ollama::Ollama;
use super::openai_chat::OpenaiChat;
use super::openai_responses::OpenaiResponses;
use super::remote::RemoteChat;
use super::wire::Wire;
use crate::error::Error;
use crate::http::{Address, RemoteServer};
use crate::settings::Key;

/// A wire format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Api {
    /// Anthropic's Messages.
    Anthropic,
    /// OpenAI's chat completions, and every server that speaks them.
    OpenaiChat,
    /// OpenAI's responses.
    OpenaiResponses,
    /// Google Gemini.
    Gemini,
    /// Ollama's own.
    Ollama,
}

/// Everything a model is made from.
#[derive(Debug, Clone)]
pub struct ChatSettings {
    /// The provider's name, for messages and ids.
    pub provider: String,
    /// Its wire format.
    pub api: Api,
    /// The model.
    pub model: String,
    /// Address of the server; the provider's own where unset.
    pub base_url: Option<String>,
    /// The key.
    pub key: Option<Key>,
    /// File that holds the key.
    pub key_file: Option<PathBuf>,
    /// Tokens of the model's window.
    pub window: usize,
    /// Longest silence of the server.
    pub silence: Duration,
    /// Proxy for servers on other machines.
    pub proxy: Option<String>,
}

/// Where a wire format's own server is.
pub fn default_base_url(api: Api) -> &'static str {
    match api {
        Api::Anthropic => "https://api.anthropic.com",
        Api::OpenaiChat | Api::OpenaiResponses => "https://api.openai.com/v1",
        Api::Gemini => "https://generativelanguage.googleapis.com/v1beta",
        Api::Ollama => "http://127.0.0.1:11434",
    }
}

/// Makes a model. Asks nothing of anybody.
pub fn chat_model(settings: &ChatSettings) -> Result<Arc<RemoteChat>, Error> {
    let provider = &settings.provider;
    let own = default_base_url(settings.api);
    let base = settings.base_url.as_deref().unwrap_or(own);
    let key = match &settings.key_file {
        Some(path) => Some(crate::choose::read_key(path)?),
        None => settings.key.clone(),
    };
    if key.is_none() && base == own && settings.api != Api::Ollama {
        return Err(Error::Settings(format!(
            "{provider} has no key: set provider.{provider}.apiKey to \"${{NAME}}\" and NAME in the environment, or \
             provider.{provider}.apiKeyFile to a file that holds it"
        )));
    }
    let model = settings.model.strip_prefix("models/").unwrap_or(&settings.model);
    let fits = |c: char| c.is_alphanumeric() || "-_.:/@".contains(c);
    if model.is_empty() || !model.chars().all(fits) || model.contains("..") {
        return Err(Error::Settings(format!("{model:?} is not the name of a model")));
    }
    let wire: Box<dyn Wire> = match settings.api {
        Api::Anthropic => Box::new(Anthropic),
        Api::OpenaiChat => Box::new(OpenaiChat { own: base == own }),
        Api::OpenaiResponses => Box::new(OpenaiResponses),
        Api::Gemini => Box::new(Gemini),
        Api::Ollama => Box::new(Ollama { window: settings.window }),
    };
    // People write Anthropic's address with and without the version.
    let base = if settings.api == Api::Anthropic { base.trim_end_matches('/').trim_end_matches("/v1") } else { base };
    let server = RemoteServer::new(Address {
        provider,
        base,
        setting: &format!("provider.{provider}.baseUrl"),
        headers: wire.headers(key.as_ref()),
        key,
        proxy: settings.proxy.as_deref(),
    })?;
    Ok(Arc::new(RemoteChat {
        id: format!("{provider}/{model}"),
        model: model.to_owned(),
        window: settings.window,
        api: settings.api,
        own: base == own,
        wire,
        server: Arc::new(server),
        silence: settings.silence,
    }))
}
