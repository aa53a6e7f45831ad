//! Which server and wire format a configured model is.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use soulfile_vocabulary::WireFormat;

use super::remote::RemoteChat;
use crate::error::Error;
use crate::http::{Address, RemoteServer};
use crate::settings::Key;

/// Everything a model is made from.
#[derive(Debug, Clone)]
pub struct ChatSettings {
    /// The provider's name, for messages and ids.
    pub provider: String,
    /// Its wire format.
    pub api: WireFormat,
    pub model: String,
    /// Address of the server; the provider's own where unset.
    pub base_url: Option<String>,
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

/// Makes a model. Asks nothing of anybody.
pub fn chat_model(settings: &ChatSettings) -> Result<Arc<RemoteChat>, Error> {
    let provider = &settings.provider;
    let own = settings.api.row().base_url;
    let base = settings.base_url.as_deref().unwrap_or(own);
    let key = match &settings.key_file {
        Some(path) => Some(crate::choose::read_key(path)?),
        None => settings.key.clone(),
    };
    if key.is_none() && base == own && settings.api.row().key_variable.is_some() {
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
    let wire = super::wire_of(settings.api, &super::SpokenTo { own: base == own, window: settings.window });
    // People write Anthropic's address with and without the version.
    let base =
        if settings.api == WireFormat::Anthropic { base.trim_end_matches('/').trim_end_matches("/v1") } else { base };
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
