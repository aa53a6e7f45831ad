//! The root of the configuration and its smaller parts. Field docs become the schema's descriptions.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::agents::Agents;
use super::bindings::Binding;
use super::channels::ChannelSettings;
use super::mcp::McpSettings;
use super::memory::{Memory, MemorySearch};
use super::models::{ModelProvider, Models};
use soulfile_vocabulary::{SelfEdit, layout};

/// Everything that can be set, with its default.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Config {
    /// The person the agents work for.
    pub user: User,
    /// The agents: shared defaults, and each agent's own settings.
    pub agents: Agents,
    /// The messengers agents are reached through.
    pub channels: BTreeMap<String, ChannelSettings>,
    /// Which agent answers where.
    pub bindings: Vec<Binding>,
    /// How memory is kept.
    pub memory: Memory,
    /// How memory is searched.
    pub memory_search: MemorySearch,
    /// Which language model speaks.
    pub models: Models,
    /// Servers of language models, by name: keys and addresses.
    pub provider: BTreeMap<String, ModelProvider>,
    /// The user's MCP servers, whose tools agents may be allowed to call.
    pub mcp: McpSettings,
    /// What a session is shown.
    pub context: ContextSettings,
    /// Who may change an agent's identity.
    pub identity: IdentityPolicy,
    /// Memory proposals from sub-agents.
    pub proposals: Proposals,
    /// How a person shows that it is they who decide.
    pub approvals: Approvals,
    /// The audit trail.
    pub audit: Audit,
    /// How the agent is shown in user interfaces.
    pub ui: Ui,
    /// Hooks that run at fixed points.
    pub hooks: Hooks,
    /// The gateway, `soul serve`.
    pub gateway: GatewayConfig,
}

/// The person the agents work for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct User {
    /// How to address the user.
    pub name: Option<String>,
    /// IANA time zone, such as Europe/Berlin. Decides which day it is. Unset: the machine's zone.
    pub timezone: Option<String>,
    /// Preferred language, such as "English".
    pub language: Option<String>,
}

/// What a session is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ContextSettings {
    /// Where MEMORY.md, room and recent notes go: into the system prompt, or before the user's message.
    pub memory_placement: MemoryPlacement,
    /// How many calendar days of daily notes are shown; 2 is today and yesterday.
    #[schemars(range(min = 0, max = 31))]
    pub recent_days: usize,
    /// Files longer than this many characters are cut, visibly, when shown to a model.
    #[schemars(range(min = 500))]
    pub bootstrap_max_chars: usize,
    /// Tokens all files together may take; shared by priority.
    #[schemars(range(min = 500))]
    pub total_budget_tokens: usize,
    /// From which share of a limit a warning is given.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub warn_share: f64,
}

impl Default for ContextSettings {
    fn default() -> Self {
        Self {
            memory_placement: MemoryPlacement::System,
            recent_days: 2,
            bootstrap_max_chars: 20_000,
            total_budget_tokens: 24_000,
            warn_share: 0.8,
        }
    }
}

/// Where memory goes in a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MemoryPlacement {
    /// Part of the system prompt.
    #[default]
    System,
    /// Before the user's message.
    User,
}

/// Who may change an agent's identity.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct IdentityPolicy {
    /// What happens when an agent wants to change SOUL.md or IDENTITY.md.
    pub self_edit: SelfEdit,
}

/// Memory proposals from sub-agents.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Proposals {
    /// Who reviews proposals, and when.
    pub review: Review,
    /// Sub-agents whose high-confidence proposals `auto` may commit.
    pub trusted: Vec<String>,
}

/// How proposals are reviewed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Review {
    /// High-confidence proposals of trusted sub-agents are committed at once.
    Auto,
    /// The main agent reviews them at the start of a session.
    #[default]
    Batch,
    /// A person reviews every one.
    Manual,
}

/// How a person shows that it is they who decide.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Approvals {
    /// Whether approving, acknowledging, trusting, pinning and purging need a terminal on the command line. False lets
    /// scripts decide; it counts once a person knows of the change. The approval lock (`soul lock`) asks in any case.
    pub terminal: bool,
}

impl Default for Approvals {
    fn default() -> Self {
        Self { terminal: true }
    }
}

/// The audit trail.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Audit {
    /// Days kept line by line in audit.log; older months become digests. Git keeps everything.
    #[schemars(range(min = 1))]
    pub retention_days: u32,
    /// Alert on changes to SOUL.md, IDENTITY.md and the configuration.
    pub critical_file_alerts: bool,
    /// One operation that deletes more files than this asks a person first.
    pub brake_files: usize,
    /// One operation that deletes more than this share of a store asks a person first.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub brake_share: f64,
}

impl Default for Audit {
    fn default() -> Self {
        Self { retention_days: 90, critical_file_alerts: true, brake_files: 10, brake_share: 0.2 }
    }
}

/// How the agent is shown in user interfaces.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Ui {
    /// Overrides the agent's own display identity.
    pub assistant: UiAssistant,
}

/// Overrides the agent's own display identity.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct UiAssistant {
    /// Display name.
    pub name: Option<String>,
    /// Avatar: a workspace path, an http(s) address, a data URI, or a letter or emoji.
    pub avatar: Option<String>,
    /// Emoji.
    pub emoji: Option<String>,
    /// A word or two on the character.
    pub theme: Option<String>,
}

/// The gateway, `soul serve`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GatewayConfig {
    /// The address it listens on. Anything but loopback needs a token that was made before.
    pub host: String,
    /// The port; 0 for any free one.
    pub port: u16,
    /// Names under which it may be called, besides localhost and the address itself.
    pub allowed_hosts: Vec<String>,
    /// Origins of web pages that may call it, besides its own, such as `https://soul.example`.
    pub allowed_origins: Vec<String>,
    /// Largest request body, in bytes.
    #[schemars(range(min = 1024))]
    pub max_body_bytes: usize,
    /// Requests per second and token.
    #[schemars(range(min = 1))]
    pub requests_per_second: u32,
    /// Requests without a good token, per minute and address, before more are turned away unseen.
    #[schemars(range(min = 1))]
    pub failed_tokens_per_minute: u32,
    /// Seconds one request may take.
    #[schemars(range(min = 1, max = 3600))]
    pub request_seconds: u64,
    /// Open connections.
    #[schemars(range(min = 1))]
    pub max_connections: usize,
    /// What it tells on stderr: text for a person, or a JSON object a line, requests included.
    pub log: LogFormat,
}

/// How the gateway writes its log.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// Messages for a person; no requests.
    #[default]
    Text,
    /// One JSON object a line, requests included. Nothing that was asked, told or remembered.
    Json,
}

impl Default for GatewayConfig {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".to_owned(),
            port: 8377,
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            max_body_bytes: 1 << 20,
            requests_per_second: 10_000,
            failed_tokens_per_minute: 30,
            request_seconds: 30,
            max_connections: 512,
            log: LogFormat::Text,
        }
    }
}

/// Hooks that run at fixed points.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Hooks {
    /// Built-in hooks.
    pub internal: InternalHooks,
}

/// Built-in hooks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InternalHooks {
    /// Whether built-in hooks run at all.
    pub enabled: bool,
    /// Each hook's settings.
    pub entries: HookEntries,
}

impl Default for InternalHooks {
    fn default() -> Self {
        Self { enabled: true, entries: HookEntries::default() }
    }
}

/// Each hook's settings.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct HookEntries {
    /// The alternate persona.
    #[serde(rename = "soul-evil")]
    pub soul_evil: SoulEvil,
}

/// The alternate persona.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SoulEvil {
    /// Whether new sessions may wear the alternate persona.
    pub enabled: bool,
    /// The file read in place of SOUL.md.
    pub file: String,
    /// Chance per new session, 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub chance: Option<f64>,
    /// A daily window in the user's time zone.
    pub purge: Option<PurgeConfig>,
}

impl Default for SoulEvil {
    fn default() -> Self {
        Self { enabled: false, file: layout::SOUL_EVIL.to_owned(), chance: None, purge: None }
    }
}

/// A daily window.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PurgeConfig {
    /// When it opens, as HH:MM.
    pub at: String,
    /// How long it stays open, such as 30m or 1h30m; at most a day.
    pub duration: String,
}

impl Config {
    /// The alternate persona's settings, off when built-in hooks are off.
    pub fn soul_evil(&self) -> SoulEvil {
        let mut hook = self.hooks.internal.entries.soul_evil.clone();
        hook.enabled &= self.hooks.internal.enabled;
        hook
    }

    /// The user's time zone: `user.timezone`, else `agents.defaults.userTimezone`.
    pub fn timezone(&self) -> Option<&str> {
        self.user.timezone.as_deref().or(self.agents.defaults.user_timezone.as_deref())
    }
}
