//! Who calls, as a token or a connection says it, never as a parameter does.
//!
//! A [`Caller`] is fixed when the token is made (or the process is started, for MCP over stdio).
//! Which session it speaks for, in which room, with whom and with which grants all follow from it.

use serde::{Deserialize, Serialize};
use soulfile_engine::{By, ContextRequest, Engine, Requester, Result, Session};
use soulfile_vocabulary::SessionKind;

/// On whose behalf a token speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Holder {
    /// A person, through a surface of theirs: may approve, roll back, edit files.
    Person,
    /// An agent: may read what its session sees, remember and propose. Never approves.
    Agent,
}

/// Who makes a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caller {
    /// A person or an agent.
    pub holder: Holder,
    /// The one agent it may reach; none is every agent, and only a person has that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The kind of session it speaks for.
    pub session: SessionKind,
    /// The room, for a group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// Who is speaking with the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// Whose grants apply, for a sub-agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subagent: Option<String>,
    /// Whether it may only read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub read_only: bool,
}

impl Caller {
    /// A person, for every agent.
    pub fn person() -> Self {
        Self {
            holder: Holder::Person,
            agent: None,
            session: SessionKind::Main,
            room: None,
            user: None,
            subagent: None,
            read_only: false,
        }
    }

    /// An agent in its private session with the user.
    pub fn agent(id: impl Into<String>) -> Self {
        Self { holder: Holder::Agent, agent: Some(id.into()), ..Self::person() }
    }

    /// Says whether this is a person.
    pub fn is_person(&self) -> bool {
        self.holder == Holder::Person
    }

    /// Says whether an agent is within its reach.
    pub fn reaches(&self, agent: &str) -> bool {
        match &self.agent {
            Some(own) => own == agent,
            None => self.is_person(),
        }
    }

    /// Says whether it sees everything in a workspace: a person, or a private session that is not
    /// with one particular person. What is not filtered entry by entry is for these only.
    pub fn sees_everything(&self) -> bool {
        self.is_person() || (self.session.is_private() && self.user.is_none())
    }

    /// Who asks, as the engine's verbs know it.
    pub fn by(&self) -> By {
        match self.holder {
            Holder::Person => By::Person,
            Holder::Agent => By::Agent,
        }
    }

    /// How the trail names this caller, through a channel and with a token.
    pub fn requester(&self, channel: &str, token: Option<&str>, session: Option<&str>) -> Requester {
        Requester {
            channel: Some(channel.to_owned()),
            token: token.map(str::to_owned),
            session: session.map(str::to_owned),
            speaker: Some(match self.holder {
                Holder::Person => "owner".to_owned(),
                Holder::Agent => speaker(self.user.as_deref(), self.subagent.as_deref(), self.agent.as_deref()),
            }),
            room: None,
        }
    }

    /// The context this caller receives.
    pub fn context_request(&self) -> ContextRequest {
        ContextRequest {
            kind: Some(self.session),
            room: self.room.clone(),
            user: self.user.clone(),
            subagent: self.subagent.clone(),
            ..ContextRequest::default()
        }
    }

    /// The session this caller speaks for, with the grants the configuration gives it now.
    pub fn session(&self, engine: &Engine) -> Result<Session> {
        engine.session(&self.context_request())
    }
}

/// Whose words an agent's connection carries: those of the person it talks with where that is fixed, else its own.
pub(crate) fn speaker(user: Option<&str>, subagent: Option<&str>, agent: Option<&str>) -> String {
    match (user, subagent) {
        (Some(user), _) => format!("user:{user}"),
        (None, Some(subagent)) => format!("subagent:{subagent}"),
        (None, None) => format!("agent:{}", agent.unwrap_or("unknown")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_reaches_itself_and_a_person_everyone() {
        assert!(Caller::person().reaches("aria") && Caller::agent("aria").reaches("aria"));
        assert!(!Caller::agent("aria").reaches("nova"));
        let nobody = Caller { agent: None, ..Caller::agent("aria") };
        assert!(!nobody.reaches("aria"), "an agent's token without an agent opens nothing");
    }

    #[test]
    fn only_private_sessions_without_a_named_user_see_everything() {
        let as_kind = |session| Caller { session, ..Caller::agent("aria") };
        assert!(as_kind(SessionKind::Main).sees_everything() && as_kind(SessionKind::Heartbeat).sees_everything());
        assert!(!as_kind(SessionKind::Group).sees_everything() && !as_kind(SessionKind::Subagent).sees_everything());
        assert!(!Caller { user: Some("bob".into()), ..Caller::agent("aria") }.sees_everything());
    }
}
