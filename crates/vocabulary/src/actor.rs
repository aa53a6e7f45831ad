//! Who makes a change, and how far an agent may change itself.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Who makes a change. Written as `manual`, `bot:main`, `reflection:r-012`, `system:decay`, `skill:NAME`, `subagent:NAME`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Actor {
    /// A person, by hand or through a person's surface.
    Manual,
    /// The agent: `trigger-remember`, `trigger-forget`, `auto-detect`, `commit-from:NAME`, `main`.
    Bot(String),
    /// A reflection whose items a person approved.
    Reflection(String),
    /// The program itself: `init`, `decay`, `audit`, `recover`.
    System(String),
    /// A skill or plugin.
    Skill(String),
    /// A sub-agent, which may only propose.
    Subagent(String),
}

impl Actor {
    /// Says whether this is a person.
    pub fn is_person(&self) -> bool {
        *self == Self::Manual
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Manual => f.write_str("manual"),
            Self::Bot(id) => write!(f, "bot:{id}"),
            Self::Reflection(id) => write!(f, "reflection:{id}"),
            Self::System(id) => write!(f, "system:{id}"),
            Self::Skill(id) => write!(f, "skill:{id}"),
            Self::Subagent(id) => write!(f, "subagent:{id}"),
        }
    }
}

impl FromStr for Actor {
    type Err = UnknownActor;

    fn from_str(text: &str) -> Result<Self, UnknownActor> {
        if text == "manual" {
            return Ok(Self::Manual);
        }
        let bad = || UnknownActor(text.escape_debug().to_string());
        let (kind, id) = text.split_once(':').ok_or_else(bad)?;
        if id.is_empty() || id.len() > 120 || id.chars().any(|c| c.is_control() || c == '|') {
            return Err(bad());
        }
        let id = id.to_owned();
        Ok(match kind {
            "bot" => Self::Bot(id),
            "reflection" => Self::Reflection(id),
            "system" => Self::System(id),
            "skill" => Self::Skill(id),
            "subagent" => Self::Subagent(id),
            _ => return Err(bad()),
        })
    }
}

impl schemars::JsonSchema for Actor {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Actor".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "Who made a change: manual is a person",
            "pattern": "^(manual|(bot|reflection|system|skill|subagent):.+)$"
        })
    }
}

impl TryFrom<String> for Actor {
    type Error = UnknownActor;

    fn try_from(text: String) -> Result<Self, UnknownActor> {
        text.parse()
    }
}

impl From<Actor> for String {
    fn from(actor: Actor) -> Self {
        actor.to_string()
    }
}

/// A word that names no actor.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not an actor; actors are manual, bot:…, reflection:…, system:…, skill:…, subagent:…")]
pub struct UnknownActor(pub String);

/// What an agent may do to the files that say who it is (`identity.selfEdit`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SelfEdit {
    /// It may propose; a person approves.
    #[default]
    Propose,
    /// It may not even propose.
    Deny,
    /// It may write; every change still raises an alert.
    Allow,
}
