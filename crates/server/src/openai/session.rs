//! For whom a request speaks: what its token says, and for a person's token what headers or metadata say.

use axum::http::HeaderMap;
use serde_json::Value;
use soulfile_agent::Participant;
use soulfile_engine::{ContextRequest, Requester};
use soulfile_vocabulary::SessionKind;

use super::dialect::{Asked, PersonMessage};
use crate::auth::{Caller, speaker};
use crate::http::call::{Chosen, context_request};
use crate::http::failure::Failure;
use crate::tokens::Token;

/// Most characters of a name.
const LONGEST: usize = 200;

/// The session of one exchange.
pub(super) struct ExchangeSession {
    /// Who talks, and where.
    pub who: Participant,
    /// The session's id.
    pub id: String,
    /// Who asks, for the trail.
    pub requester: Requester,
    /// Whether the program names the session; else it is told by how the conversation begins.
    pub named: bool,
}

/// What the program says of the session, taken out of the request: a provider is not told.
pub(super) struct NamedSession {
    agent: Option<String>,
    room: Option<String>,
    user: Option<String>,
    session: Option<String>,
}

impl NamedSession {
    /// Reads `Soul-Agent`, `Soul-Room`, `Soul-User` and `Soul-Session`, or `soul_room` and so on in the metadata.
    pub fn take(headers: &HeaderMap, body: &mut Asked) -> Result<Self, Failure> {
        let mut take = |name: &str| -> Result<Option<String>, Failure> {
            let in_body = match body.get_mut("metadata") {
                Some(Value::Object(metadata)) => metadata.shift_remove(&format!("soul_{name}")),
                _ => None,
            };
            let header = headers.get(format!("soul-{name}"));
            let given = match (header, in_body) {
                (Some(value), _) => value.to_str().ok().map(str::to_owned),
                (None, Some(Value::String(text))) => Some(text),
                (None, None) => return Ok(None),
                (None, Some(_)) => None,
            };
            let fits = |text: &String| {
                !text.trim().is_empty() && text.chars().count() <= LONGEST && !text.chars().any(char::is_control)
            };
            given.filter(fits).map(Some).ok_or_else(|| {
                Failure::invalid(format!("soul_{name} is a name of at most {LONGEST} characters, without line breaks"))
            })
        };
        let named = Self { agent: take("agent")?, room: take("room")?, user: take("user")?, session: take("session")? };
        if body.get("metadata").and_then(Value::as_object).is_some_and(|left| left.is_empty()) {
            body.shift_remove("metadata");
        }
        Ok(named)
    }

    /// The agent that is asked for apart from the model's name.
    pub fn agent(&self) -> Option<&str> {
        self.agent.as_deref()
    }

    /// The session this makes for a token.
    pub fn session(
        &self,
        token: &Token,
        agent: &str,
        told: Option<&PersonMessage>,
    ) -> Result<ExchangeSession, Failure> {
        let caller = &token.caller;
        let chosen = Chosen {
            session: self.room.as_ref().map(|_| SessionKind::Group),
            room: self.room.clone(),
            user: self.user.clone(),
            subagent: None,
        };
        let request = context_request(caller, chosen)?;
        let who = Participant {
            kind: request.kind.unwrap_or(SessionKind::Main),
            room: request.room,
            user: request.user,
            subagent: request.subagent,
        };
        let id = match &self.session {
            Some(name) => format!("v1-{}", plain(name)),
            None => {
                let first = told.map_or("", |told| told.first.as_str());
                let seed = [token.id.as_str(), agent, who.room.as_deref().unwrap_or_default(), first].join("\0");
                format!("v1-{}", &blake3::hash(seed.as_bytes()).to_hex()[..16])
            }
        };
        let requester =
            Requester { speaker: Some(spoken_by(caller, &who)), ..caller.requester("v1", Some(&token.id), Some(&id)) };
        Ok(ExchangeSession { who, id, requester, named: self.session.is_some() })
    }
}

impl ExchangeSession {
    /// The context this session receives.
    pub fn context_request(&self) -> ContextRequest {
        ContextRequest {
            kind: Some(self.who.kind),
            room: self.who.room.clone(),
            user: self.who.user.clone(),
            subagent: self.who.subagent.clone(),
            session_id: Some(self.id.clone()),
            ..ContextRequest::default()
        }
    }
}

/// Whose words they are: who passes on what others say in a room does not lend them the owner's authority.
fn spoken_by(caller: &Caller, who: &Participant) -> String {
    match (&who.user, &who.room) {
        (Some(user), _) => format!("user:{user}"),
        (None, Some(room)) => format!("room:{room}"),
        (None, None) if caller.is_person() => "owner".to_owned(),
        (None, None) => speaker(None, who.subagent.as_deref(), caller.agent.as_deref()),
    }
}

/// A name as an id: letters, digits, `-` and `_`.
fn plain(name: &str) -> String {
    let kept: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).take(64).collect();
    if kept == name { kept } else { format!("{kept}-{}", &blake3::hash(name.as_bytes()).to_hex()[..8]) }
}
