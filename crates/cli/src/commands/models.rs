//! `soul models`

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Serialize;
use soulfile_api::{ConfiguredModel, TestedModel};
use soulfile_engine::Error;
use soulfile_models::chat::{Cancel, ChatModel, ChatRequest, Message};

use crate::args::Global;
use crate::place::Located;
use crate::render::{self, Style, styled};
use crate::{available_models, model};

/// How long a list of models is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Show and try the language models.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul models                                       what is configured, and what could be
  soul models list ollama                           the models a provider offers
  soul models test                                  ask each configured model for one word
  soul models test anthropic/claude-sonnet-4-5
  soul config set provider.anthropic.apiKey '${ANTHROPIC_API_KEY}'
  soul config set models.primary anthropic/claude-sonnet-4-5")]
pub struct ModelsArgs {
    #[command(subcommand)]
    verb: Option<ModelsVerb>,
}

#[derive(Debug, clap::Subcommand)]
enum ModelsVerb {
    /// Show what is configured; with a provider, the models it offers.
    #[command(after_help = "Examples:\n  soul models list\n  soul models list ollama")]
    List {
        /// Ask this provider what it offers.
        provider: Option<String>,
    },
    /// Ask a model for one word: does it answer, how fast, with how many tokens?
    #[command(after_help = "Examples:\n  soul models test\n  soul models test ollama/qwen3")]
    Test {
        /// The model; the configured ones when not given.
        model: Option<String>,
    },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    configured: Vec<ConfiguredModel>,
    found: Vec<available_models::AvailableModel>,
}

impl ModelsArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        match &self.verb {
            None | Some(ModelsVerb::List { provider: None }) => list(&located, global.json),
            Some(ModelsVerb::List { provider: Some(provider) }) => offered(&located, provider, global.json),
            Some(ModelsVerb::Test { model }) => test(&located, model.as_deref(), global.json),
        }
    }
}

/// The configured models, the one that speaks first.
pub fn configured(located: &Located) -> Vec<ConfiguredModel> {
    let names = located.model_names().into_iter();
    let view = |name: String| ConfiguredModel {
        address: name.split_once('/').and_then(|(provider, _)| model::address(located.config(), provider)),
        problem: located.model_named(&name).err().map(|error| error.to_string()),
        model: name,
    };
    names.map(view).collect()
}

fn list(located: &Located, json: bool) -> Result<ExitCode> {
    let configured = configured(located);
    let found = available_models::look(located);
    if json {
        render::json(&Listed { configured, found })?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = String::new();
    if configured.is_empty() {
        out += "No language model is configured: chat answers from memory alone.\n";
    }
    for (at, one) in configured.iter().enumerate() {
        let role = if at == 0 { "speaks" } else { "stands in" };
        let address = one.address.as_deref().unwrap_or("?");
        out += &format!("{}  {role}, at {address}\n", styled(Style::Bold, &one.model));
        if let Some(problem) = &one.problem {
            out += &format!("  {} {problem}\n", styled(Style::Yellow, "!"));
        }
    }
    for one in found.iter().filter(|one| !configured.iter().any(|c| c.model.starts_with(&format!("{}/", one.provider))))
    {
        out += &format!("{} {}\n", styled(Style::Dim, "found:"), one.said);
        for command in &one.commands {
            out += &format!("  {command}\n");
        }
    }
    render::text(&out)?;
    Ok(ExitCode::SUCCESS)
}

fn offered(located: &Located, provider: &str, json: bool) -> Result<ExitCode> {
    let model = located.model_named(&format!("{provider}/any"))?;
    let names = model.list(PATIENCE).map_err(|error| Error::NotFound(error.to_string()))?;
    if json {
        render::json(&names)?;
    } else {
        render::text(&names.iter().map(|name| format!("{provider}/{name}\n")).collect::<String>())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn test(located: &Located, model: Option<&str>, json: bool) -> Result<ExitCode> {
    let names = model.map_or_else(|| located.model_names(), |name| vec![name.to_owned()]);
    if names.is_empty() {
        return Err(Error::NotFound("no model is configured; `soul models` says how".to_owned()).into());
    }
    let mut tried = Vec::new();
    for name in names {
        tried.push(try_one(located, name));
    }
    let all = tried.iter().all(|one| one.answered);
    if json {
        render::json(&tried)?;
    } else {
        let line = |one: &TestedModel| match one.answered {
            true => format!(
                "{} {}  {} ms, {} tokens sent, {} received: {}\n",
                styled(Style::Green, "answers"),
                one.model,
                one.milliseconds,
                one.sent,
                one.received,
                one.said
            ),
            false => format!("{} {}  {}\n", styled(Style::Red, "fails"), one.model, one.said),
        };
        render::text(&tried.iter().map(line).collect::<String>())?;
    }
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Asks a model for one word.
pub fn try_one(located: &Located, name: String) -> TestedModel {
    let start = Instant::now();
    let request = ChatRequest {
        messages: vec![Message::user("Answer with the one word: ready")],
        max_tokens: 64,
        ..ChatRequest::default()
    };
    let asked = located
        .model_named(&name)
        .map_err(|error| error.to_string())
        .and_then(|model| model.ask(&request, &Cancel::default(), &mut |_| ()).map_err(|failed| failed.to_string()));
    let milliseconds = start.elapsed().as_millis().try_into().unwrap_or(u64::MAX);
    match asked {
        Ok(answer) => TestedModel {
            model: name,
            answered: true,
            milliseconds,
            sent: answer.usage.sent(),
            received: answer.usage.output,
            said: answer.message.text().split_whitespace().collect::<Vec<_>>().join(" ").chars().take(80).collect(),
        },
        Err(said) => TestedModel { model: name, answered: false, milliseconds, sent: 0, received: 0, said },
    }
}
