//! `…/remember`

use soulfile_api::{NewMemory, Nothing, Remembered};
use soulfile_engine::RememberRequest;
use soulfile_vocabulary::{Origin, Speaker};

use super::answer::Answer;
use super::call::{Call, Chosen, Json};
use super::failure::Failure;

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
        at: new.date.map(|date| date.0),
        session: new.session_id,
        ..RememberRequest::default()
    };
    let session = call.session(Chosen::default())?;
    Ok(call.engine().remember_for(&session, &request)?.into())
}
