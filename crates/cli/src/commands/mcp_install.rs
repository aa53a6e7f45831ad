//! `soul mcp install`: what to tell a client. Prints; other programs' files are theirs.

use std::process::ExitCode;

use anyhow::Result;
use serde_json::{Value, json};

use super::connect::launch::Launch;
use super::recall::Asker;
use crate::args::Global;
use crate::render;

/// Print what to tell a client; changes no file.
#[derive(Debug, clap::Args)]
pub struct Install {
    /// The client.
    #[arg(long, value_enum)]
    client: Client,
    /// Print it. It is never written anywhere; this says so.
    #[arg(long)]
    print: bool,
    /// What the server is called there.
    #[arg(long, default_value = "soulfile", value_name = "NAME", value_parser = parse_name)]
    name: String,
    #[command(flatten)]
    asker: Asker,
}

/// A client whose configuration is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Client {
    Claude,
    Codex,
    Openclaw,
    Cursor,
}

pub const EXAMPLES: &str = "\
Examples:
  soul mcp install --client claude --print
  soul mcp install --client codex --print --session group --room dev";

pub fn parse_name(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !text.is_empty() && text.len() <= 40 && text.chars().all(plain) {
        Ok(text.to_owned())
    } else {
        Err("use letters, digits, '-' and '_'".to_owned())
    }
}

impl Install {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let launch = Launch::of(global, &self.asker)?;
        let (command, args) = (launch.command.clone(), launch.mcp());
        let env = Value::Object(launch.env_object());
        let snippet = self.snippet(&command, &args, &env);
        if global.json {
            render::json(&json!({
                "client": self.client.name(), "file": self.client.file(), "command": command, "args": args,
                "env": env, "snippet": snippet,
            }))?;
        } else {
            render::note(&format!("add this to {} ({}); nothing was written", self.client.file(), self.client.hint()));
            render::text(&snippet)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn snippet(&self, command: &str, args: &[String], env: &Value) -> String {
        let mut server = json!({ "command": command, "args": args });
        if env.as_object().is_some_and(|env| !env.is_empty()) {
            server["env"] = env.clone();
        }
        let pretty = |value: Value| serde_json::to_string_pretty(&value).unwrap_or_default() + "\n";
        match self.client {
            Client::Claude => {
                server["type"] = "stdio".into();
                pretty(json!({ "mcpServers": { &self.name: server } }))
            }
            Client::Cursor => pretty(json!({ "mcpServers": { &self.name: server } })),
            Client::Openclaw => pretty(json!({ "mcp": { "servers": { &self.name: server } } })),
            Client::Codex => {
                let mut text = format!("[mcp_servers.{}]\ncommand = {}\n", self.name, toml(&command.into()));
                text += &format!("args = {}\n", toml(&args.into()));
                if let Some(env) = server.get("env").and_then(Value::as_object) {
                    let pairs: Vec<String> =
                        env.iter().map(|(name, value)| format!("{name} = {}", toml(value))).collect();
                    text += &format!("env = {{ {} }}\n", pairs.join(", "));
                }
                text
            }
        }
    }
}

impl Client {
    fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
            Self::Openclaw => "openclaw",
            Self::Cursor => "cursor",
        }
    }

    fn file(self) -> &'static str {
        match self {
            Self::Claude => ".mcp.json",
            Self::Codex => "~/.codex/config.toml",
            Self::Openclaw => "~/.openclaw/openclaw.json",
            Self::Cursor => "~/.cursor/mcp.json",
        }
    }

    fn hint(self) -> &'static str {
        match self {
            Self::Claude => "in the project's folder, or use `claude mcp add-json`",
            Self::Codex => "for every project",
            Self::Openclaw => "under what is there already",
            Self::Cursor => "for every project; .cursor/mcp.json for one",
        }
    }
}

/// A TOML value: its strings and lists are written as JSON writes them, save for one escape.
fn toml(value: &Value) -> String {
    value.to_string().replace("\\/", "/").replace('\u{7f}', "\\u007F")
}
