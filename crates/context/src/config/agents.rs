//! The agents: shared defaults, the list and the map form, and which settings one agent ends up with.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};

use jiff::civil::Time;

use super::model::Config;
use super::models::Compaction;
use crate::persona::parse_clock;
use crate::session::Access;

/// The id of the agent that exists when none is configured.
pub const DEFAULT_AGENT: &str = "main";

/// The agents: shared defaults, and each agent's own settings.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Agents {
    /// Settings every agent starts from.
    pub defaults: AgentDefaults,
    /// The agents as a list, each with its id.
    pub list: Vec<Agent>,
    /// The agents as a map from id to settings; may stand beside the list.
    pub entries: BTreeMap<String, Agent>,
}

/// Settings every agent starts from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AgentDefaults {
    /// Folder of the workspace; `<agent>` is the agent's id.
    pub workspace: String,
    /// Time zone, where `user.timezone` is not set.
    pub user_timezone: Option<String>,
    /// Scheduled runs through HEARTBEAT.md.
    pub heartbeat: Heartbeat,
    /// What happens when a session grows long.
    pub compaction: Compaction,
    /// Tools of the user's MCP servers that agents may call, as server/tool or server/*.
    pub mcp_tools: Vec<String>,
}

impl Default for AgentDefaults {
    fn default() -> Self {
        Self {
            workspace: "~/.soulfile/workspace/<agent>".to_owned(),
            user_timezone: None,
            heartbeat: Heartbeat::default(),
            compaction: Compaction::default(),
            mcp_tools: Vec::new(),
        }
    }
}

/// Scheduled runs through HEARTBEAT.md.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Heartbeat {
    /// Time between runs, such as 30m; 0m for never. An empty checklist costs no model call.
    pub every: String,
    /// Hours of the day in which it runs; outside of them it is quiet.
    pub active_hours: ActiveHours,
}

impl Default for Heartbeat {
    fn default() -> Self {
        Self { every: "30m".to_owned(), active_hours: ActiveHours::default() }
    }
}

/// Hours of the day in which something runs; over midnight where the end is before the start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ActiveHours {
    /// The first minute, such as 08:00.
    pub start: String,
    /// The first minute after, such as 22:00; 24:00 for the end of the day.
    pub end: String,
    /// Time zone, where it is not the user's.
    pub timezone: Option<String>,
}

impl Default for ActiveHours {
    fn default() -> Self {
        Self { start: "00:00".to_owned(), end: "24:00".to_owned(), timezone: None }
    }
}

impl ActiveHours {
    /// Start and end; `None` where they are no times of the day.
    pub fn bounds(&self) -> Option<(Time, Time)> {
        let end = if self.end.trim() == "24:00" { Some(Time::midnight()) } else { parse_clock(&self.end) };
        Some((parse_clock(&self.start)?, end?))
    }

    /// Whether a time of the day is among them. Equal bounds mean the whole day.
    pub fn contain(&self, at: Time) -> bool {
        self.bounds().is_none_or(|(start, end)| match start.cmp(&end) {
            std::cmp::Ordering::Less => start <= at && at < end,
            std::cmp::Ordering::Greater => start <= at || at < end,
            std::cmp::Ordering::Equal => true,
        })
    }
}

/// One agent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Agent {
    /// The agent's id. In the map form the key is the id.
    #[serde(alias = "agentId")]
    pub id: String,
    /// Whether this agent answers where none is named.
    #[serde(rename = "default")]
    pub is_default: bool,
    /// Folder of the workspace; agents that name the same folder share it.
    pub workspace: Option<String>,
    /// Display identity, before IDENTITY.md.
    pub identity: AgentIdentity,
    /// What this agent may read when it runs as a sub-agent.
    pub access: Access,
    /// Tools of the user's MCP servers that this agent may call, instead of those of the defaults.
    pub mcp_tools: Option<Vec<String>>,
    /// Used where SOUL.md does not exist.
    pub role: Option<String>,
    /// Used where AGENTS.md does not exist: a text, or a list of rules.
    #[serde(deserialize_with = "text_or_rules")]
    #[schemars(schema_with = "text_or_rules_schema")]
    pub instructions: Option<String>,
}

/// Display identity of one agent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AgentIdentity {
    /// Display name.
    pub name: Option<String>,
    /// Emoji.
    pub emoji: Option<String>,
    /// What kind of being it is.
    pub creature: Option<String>,
    /// How it comes across.
    pub vibe: Option<String>,
    /// A word or two on the character.
    pub theme: Option<String>,
    /// Avatar: a workspace path, an http(s) address, or a data URI.
    pub avatar: Option<String>,
}

/// Reads a text, or a list of rules, which becomes a Markdown list.
fn text_or_rules<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Text(String),
        Rules(Vec<String>),
    }
    Ok(Option::<Written>::deserialize(deserializer)?.map(|written| match written {
        Written::Text(text) => text,
        Written::Rules(rules) => rules.iter().map(|rule| format!("- {rule}")).collect::<Vec<_>>().join("\n"),
    }))
}

fn text_or_rules_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["string", "array", "null"], "items": { "type": "string" } })
}

impl Config {
    /// Every configured agent, the list first, then the map; the later of two with one id wins.
    pub fn all_agents(&self) -> Vec<Agent> {
        let mut all: Vec<Agent> = Vec::new();
        let from_map = self.agents.entries.iter().map(|(id, agent)| Agent { id: id.clone(), ..agent.clone() });
        for agent in self.agents.list.iter().cloned().chain(from_map) {
            match all.iter_mut().find(|known| known.id == agent.id) {
                Some(known) => *known = agent,
                None => all.push(agent),
            }
        }
        all
    }

    /// The agent with this id.
    pub fn agent(&self, id: &str) -> Option<Agent> {
        self.all_agents().into_iter().find(|agent| agent.id == id)
    }

    /// The agent that answers where none is named: the one marked default, else the first, else `main`.
    pub fn default_agent(&self) -> Agent {
        let all = self.all_agents();
        let marked = all.iter().find(|agent| agent.is_default).or(all.first()).cloned();
        marked.unwrap_or_else(|| Agent { id: DEFAULT_AGENT.to_owned(), ..Agent::default() })
    }

    /// The workspace folder of an agent. A leading `~` becomes `home`. A default folder without
    /// `<agent>` belongs to the default agent; others get it with their id, so that none share by accident.
    pub fn workspace_dir(&self, id: &str, home: &str) -> String {
        let own = self.agent(id).and_then(|agent| agent.workspace);
        let dir = own.unwrap_or_else(|| {
            let shared = &self.agents.defaults.workspace;
            if shared.contains("<agent>") || id == self.default_agent().id {
                shared.clone()
            } else {
                format!("{}-{id}", shared.trim_end_matches('/'))
            }
        });
        let dir = dir.replace("<agent>", id).replace("<agentId>", id);
        match dir.strip_prefix('~') {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                format!("{}{rest}", home.trim_end_matches('/'))
            }
            _ => dir,
        }
    }
}
