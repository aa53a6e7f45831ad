//! Models that could be used: a key in the environment, a server on this machine. They are offered, never taken.

use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde::Serialize;

use crate::place::Located;
use soulfile_models::chat::WireFormat;

/// Where local servers usually listen: the provider's name, the port, its address.
const LOCAL: [(&str, u16, &str); 3] = [
    ("ollama", 11434, "http://127.0.0.1:11434"),
    ("lmstudio", 1234, "http://127.0.0.1:1234/v1"),
    ("llamacpp", 8080, "http://127.0.0.1:8080/v1"),
];
/// How long a port on this machine is knocked at.
const KNOCK: Duration = Duration::from_millis(100);

/// A model for each provider to begin with.
const BEGIN_WITH: [(&str, &str); 3] =
    [("anthropic", "claude-sonnet-4-5"), ("openai", "gpt-5-mini"), ("gemini", "gemini-2.5-flash")];

/// Something that could be used.
#[derive(Debug, Clone, Serialize)]
pub struct AvailableModel {
    pub provider: String,
    /// What was found.
    pub said: String,
    /// The model that would be set.
    pub model: String,
    /// What a person runs to use it.
    pub commands: Vec<String>,
    /// The same as keys and values of the configuration.
    #[serde(skip)]
    pub settings: Vec<(String, String)>,
}

impl AvailableModel {
    fn new(provider: &str, said: String, model: String, setting: Option<(String, String)>) -> Self {
        let mut settings: Vec<(String, String)> = setting.into_iter().collect();
        settings.push(("models.primary".to_owned(), format!("{provider}/{model}")));
        let commands = settings.iter().map(|(key, value)| format!("soul config set {key} '{value}'")).collect();
        Self { provider: provider.to_owned(), said, model: format!("{provider}/{model}"), commands, settings }
    }
}

/// Keys that lie in the environment.
pub fn keys() -> Vec<AvailableModel> {
    let mut out = Vec::new();
    for (provider, name) in WireFormat::key_variables() {
        if std::env::var(name).is_ok_and(|value| !value.trim().is_empty()) {
            let model = BEGIN_WITH.iter().find(|(of, _)| *of == provider).map_or("", |(_, model)| model);
            let setting = (format!("provider.{provider}.apiKey"), format!("${{{name}}}"));
            out.push(AvailableModel::new(
                provider,
                format!("{name} is set in the environment"),
                model.to_owned(),
                Some(setting),
            ));
        }
    }
    out
}

/// Looks for keys in the environment and servers on this machine.
pub fn look(located: &Located) -> Vec<AvailableModel> {
    let mut out = keys();
    for (provider, port, address) in LOCAL {
        if TcpStream::connect_timeout(&SocketAddr::from(([127, 0, 0, 1], port)), KNOCK).is_err() {
            continue;
        }
        let Some(model) = first_model(located, provider, address) else { continue };
        let setting = (provider != "ollama").then(|| (format!("provider.{provider}.baseUrl"), address.to_owned()));
        out.push(AvailableModel::new(provider, format!("a server on this machine at {address}"), model, setting));
    }
    out
}

/// The first model a server on this machine offers; none where it is something else.
fn first_model(located: &Located, provider: &str, address: &str) -> Option<String> {
    let model = located.local_model(provider, address)?;
    model.list(Duration::from_secs(1)).ok()?.into_iter().next()
}
