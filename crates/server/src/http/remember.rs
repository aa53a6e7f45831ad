//! `…/remember`

use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::{RememberRequest, Remembered};
use soulfile_vocabulary::{EntryKind, Origin, Scope, Speaker, Store};

use super::answer::Answer;
use super::call::{Call, Chosen, Json, Nothing};
use super::failure::Failure;

/// Something to remember.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMemory {
    /// What was said.
    #[schemars(length(min = 1))]
    text: String,
    /// Where it goes; decided from the text when not given.
    store: Option<Store>,
    /// What it is; decided from the text when not given.
    #[serde(rename = "type")]
    kind: Option<EntryKind>,
    /// More tags.
    #[serde(default)]
    tags: Vec<String>,
    /// Who may see it, for a person to choose. An agent's memory belongs to its session.
    scope: Option<Scope>,
    /// Where it came from: a name, or tool, web, import or subagent, which are not taken at their word.
    source: Option<String>,
    /// Keep it in the vault, where nothing fades; an agent's wish becomes a proposal.
    #[serde(default)]
    pin: bool,
    /// When MEMORY.md is full, move its least relevant lines to the semantic store.
    #[serde(default)]
    prune: bool,
    /// A person's word that a credential is to be stored all the same.
    #[serde(default)]
    allow_secret: bool,
    /// The session it belongs to, for undoing a session.
    session_id: Option<String>,
}

pub fn remember(call: &Call, _: Nothing, Json(new): Json<NewMemory>) -> Result<Answer<Remembered>, Failure> {
    let person = call.caller.is_person();
    if !person && (new.scope.is_some() || new.allow_secret) {
        return Err(Failure::denied(
            "an agent's memory belongs to its session, and only a person lets a credential in",
        ));
    }
    let speaker = if person { Speaker::Owner } else { Speaker::Agent };
    let authority = Origin::words_of(speaker).taken_from(new.source.as_deref()).authority();
    let request = RememberRequest {
        text: new.text,
        store: new.store,
        kind: new.kind,
        tags: new.tags,
        scope: new.scope.unwrap_or_default(),
        trust: Some(authority),
        source: new.source,
        pin: new.pin,
        prune: new.prune,
        allow_secret: new.allow_secret,
        by: call.caller.by(),
        session: new.session_id,
        ..RememberRequest::default()
    };
    let session = call.session(Chosen::default())?;
    Ok(call.engine().remember_for(&session, &request)?.into())
}
