//! The language model the configuration asks for. The environment is read in `place` only; this asks for what it needs.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use soulfile_agent::{Judge, McpServer, ModelDrafter, ModelSettings, understand_later};
use soulfile_engine::Clock;
use soulfile_engine::Drafter;
use soulfile_engine::config::{Config, McpServerSettings, ModelUnderstanding, split_model};
use soulfile_engine::{Engine, Error, Place};
use soulfile_models::Key;
use soulfile_models::chat::{ChatModel, ChatSettings, ModelChain, Price, RemoteChat, WireFormat, chat_model};
use soulfile_server::sessions::{SpeakingModel, new_session_id};
use soulfile_server::state::{Occasion, Worker};

use crate::place::Located;

impl Located {
    /// The model that speaks, with those that stand in for it; `None` where none is configured.
    pub fn chat_model(&self) -> Result<Option<Arc<dyn ChatModel>>> {
        let names = self.model_names();
        let mut models: Vec<Arc<dyn ChatModel>> = Vec::new();
        for name in &names {
            models.push(self.model_named(name)?);
        }
        Ok(ModelChain::new(models).map(|chain| Arc::new(chain) as Arc<dyn ChatModel>))
    }

    /// The configured models, in the order in which they are asked.
    pub fn model_names(&self) -> Vec<String> {
        let models = &self.config().models;
        models.primary.iter().chain(models.primary.iter().flat_map(|_| &models.fallbacks)).cloned().collect()
    }

    /// One model, as `provider/model`.
    pub fn model_named(&self, name: &str) -> Result<Arc<RemoteChat>> {
        let settings = self.chat_settings(name)?;
        chat_model(&settings).map_err(|error| Error::Config(format!("model {name}: {error}")).into())
    }

    /// The model a program asks for by name: of a provider that is known, else of the one that is configured; without a
    /// name the configured one. `None` where none is configured.
    pub fn upstream(&self, name: Option<&str>) -> Result<Option<Arc<RemoteChat>>> {
        let config = self.config();
        let of_known = |name: &&str| split_model(name).is_some_and(|(p, _)| config.provider_api(p).is_some());
        let primary = config.models.primary.as_deref();
        let provider = primary.and_then(split_model).map(|(provider, _)| provider);
        let model = match (name, name.filter(of_known), provider) {
            (_, Some(known), _) => known.to_owned(),
            (Some(name), None, Some(provider)) => format!("{provider}/{name}"),
            (None, _, Some(_)) => primary.unwrap_or_default().to_owned(),
            (_, None, None) => return Ok(None),
        };
        self.model_named(&model).map(Some)
    }

    /// A model of a server on this machine that is not configured.
    pub fn local_model(&self, provider: &str, address: &str) -> Option<Arc<RemoteChat>> {
        let api = self.config().provider_api(provider).unwrap_or(WireFormat::OpenaiChat);
        let settings = ChatSettings {
            provider: provider.to_owned(),
            api,
            model: "any".to_owned(),
            base_url: Some(address.to_owned()),
            key: None,
            key_file: None,
            window: 0,
            silence: Duration::from_secs(1),
            proxy: None,
        };
        chat_model(&settings).ok()
    }

    fn chat_settings(&self, name: &str) -> Result<ChatSettings> {
        let config = self.config();
        let wrong = || Error::Invalid(format!("{name:?} is not a model; write provider/model"));
        let (provider, model) = split_model(name).ok_or_else(wrong)?;
        let unknown =
            || Error::Config(format!("nothing is known of the provider {provider:?}; set provider.{provider}.baseUrl"));
        let api = config.provider_api(provider).ok_or_else(unknown)?;
        let configured = config.provider.get(provider).cloned().unwrap_or_default();
        Ok(ChatSettings {
            provider: provider.to_owned(),
            api,
            model: model.to_owned(),
            base_url: configured.base_url,
            key: configured.api_key.as_ref().and_then(|key| Key::new(key.expose())),
            key_file: configured.api_key_file.as_deref().map(|path| self.expand(path)),
            window: config.model_window(api),
            silence: Duration::from_secs(config.models.silence_seconds),
            proxy: self.proxy(),
        })
    }
}

/// The configured model as one that judges; `None` where none is configured.
pub fn judge(located: &Located, place: &Place, occasion: &str) -> Result<Option<Judge>> {
    let settings = settings(located.config(), place);
    let model = located.chat_model()?;
    Ok(model.map(|model| Judge::new(model, settings, occasion, place.clock.clone())))
}

/// Has the model help to draft reflections, where the configuration or the person asks for it.
pub fn drafting(engine: Engine, located: &Located, place: &Place, asked: bool) -> Result<Engine> {
    if !asked && located.config().models.understanding == ModelUnderstanding::Off {
        return Ok(engine);
    }
    Ok(match judge(located, place, "reflection")? {
        Some(judge) => engine.drafted_by(Arc::new(ModelDrafter::new(judge))),
        None => engine,
    })
}

/// Who speaks for an agent, and where its sessions are kept.
pub fn speaker(located: &Located, place: &Place) -> Result<SpeakingModel> {
    Ok(SpeakingModel { model: located.chat_model()?, settings: settings(located.config(), place) })
}

/// Where a provider is asked.
pub fn address(config: &Config, provider: &str) -> Option<String> {
    let api = config.provider_api(provider)?;
    let configured = config.provider.get(provider).and_then(|provider| provider.base_url.clone());
    Some(configured.unwrap_or_else(|| api.row().base_url.to_owned()))
}

/// What a session with a model needs to know.
pub fn settings(config: &Config, place: &Place) -> ModelSettings {
    let (state, agent) = (place.state(), place.agent.as_str());
    let price = |price: &soulfile_engine::config::ModelPrice| Price {
        input: price.input,
        output: price.output,
        cache_read: price.cache_read,
        cache_write: price.cache_write,
    };
    let flush = &config.agents.defaults.compaction.memory_flush;
    ModelSettings {
        sessions: state.join("sessions"),
        usage: state.join("usage.jsonl"),
        max_tokens: config.models.max_tokens,
        thinking_tokens: config.models.thinking_tokens,
        temperature: config.models.temperature,
        flush: flush.enabled,
        soft_threshold_tokens: flush.soft_threshold_tokens,
        prices: config.models.prices.iter().map(|(name, one)| (name.clone(), price(one))).collect(),
        servers: servers(config, agent),
        choose_model: None,
    }
}

/// The MCP servers an agent may use. Of our environment they get what finds programs, and nothing else.
fn servers(config: &Config, agent: &str) -> Vec<McpServer> {
    let found = ["PATH", "HOME"].map(|name| std::env::var(name).ok().map(|value| (name.to_owned(), value)));
    let found: Vec<(String, String)> = found.into_iter().flatten().collect();
    let server = |(name, server, allow): (&str, &McpServerSettings, Vec<String>)| McpServer {
        name: name.to_owned(),
        command: server.command.clone(),
        args: server.args.clone(),
        env: found
            .iter()
            .cloned()
            .chain(server.env.iter().map(|(name, value)| (name.clone(), value.expose().to_owned())))
            .collect(),
        allow,
    };
    config.mcp_allowed(agent).into_iter().map(server).collect()
}

/// The configured model, for lists nobody waits for.
pub struct BackgroundModel {
    model: Arc<dyn ChatModel>,
    settings: ModelSettings,
    understanding: ModelUnderstanding,
    clock: Arc<dyn Clock>,
}

impl BackgroundModel {
    /// The one for an agent's place; `None` where no model is configured.
    pub fn of(located: &Located, place: &Place) -> Result<Option<Self>> {
        let model = located.chat_model()?;
        Ok(model.map(|model| Self {
            model,
            settings: settings(located.config(), place),
            understanding: located.config().models.understanding,
            clock: place.clock.clone(),
        }))
    }

    fn judge(&self, occasion: &str) -> Judge {
        Judge::new(self.model.clone(), self.settings.clone(), occasion, self.clock.clone())
    }
}

impl Worker for BackgroundModel {
    fn work(&self, engine: &Engine, occasion: Occasion, list: &str) -> soulfile_engine::Result<Option<String>> {
        let (what, kind) = match occasion {
            Occasion::Heartbeat => (soulfile_agent::Background::Heartbeat, "heartbeat"),
            Occasion::Boot => (soulfile_agent::Background::Boot, "boot"),
        };
        let id = new_session_id(engine, kind)?;
        soulfile_agent::work_through(engine, &*self.model, &self.settings, what, list, &id)
    }

    fn drafter(&self) -> Option<Arc<dyn Drafter + Send + Sync>> {
        let helps = self.understanding != ModelUnderstanding::Off;
        helps.then(|| Arc::new(ModelDrafter::new(self.judge("reflection"))) as Arc<dyn Drafter + Send + Sync>)
    }

    fn catch_up(&self, engine: &Engine) -> soulfile_engine::Result<Vec<String>> {
        match self.understanding {
            ModelUnderstanding::On => Ok(understand_later(engine, &self.judge("understanding"))?.notes),
            ModelUnderstanding::Off | ModelUnderstanding::Reflection => Ok(Vec::new()),
        }
    }
}
