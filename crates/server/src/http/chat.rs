//! `…/chat`: conversations with an agent. A line is answered by a stream of events, because a model takes its time.

use std::convert::Infallible;
use std::sync::{Arc, LazyLock};

use axum::extract::Request;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::Value;
use soulfile_agent::Participant;
use soulfile_api::{ChatEnded, ChatLine, ChatNamed, ChatView, NewChat, Nothing, Reply, SessionInfo, TurnEvent};
use soulfile_vocabulary::SessionKind;
use tokio::sync::mpsc;

use super::answer::Answer;
use super::call::{Body, Call, Json, NoBody};
use super::failure::Failure;
use super::guard::{self, AGENT};
use super::routes::Who;
use crate::sessions::NewSession;
use crate::state::Gateway;

pub fn list(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Vec<SessionInfo>>, Failure> {
    Ok(call.gateway.sessions.list(&call.gateway, call.agent())?.into())
}

pub fn begin(call: &Call, _: Nothing, Json(new): Json<NewChat>) -> Result<Answer<ChatView>, Failure> {
    let kind = if new.room.is_some() { SessionKind::Group } else { SessionKind::Main };
    let who = Participant { kind, room: new.room, user: None, subagent: None };
    let new = NewSession { who, language: new.language, token: call.token.clone(), through: None };
    let (id, held) = call.gateway.sessions.begin(&call.gateway, call.agent(), &new)?;
    Ok(held.view(&id).into())
}

pub fn show(call: &Call, of: ChatNamed, _: NoBody) -> Result<Answer<ChatView>, Failure> {
    let held = call.gateway.sessions.find(&call.gateway, call.agent(), &of.session, call.token.as_deref())?;
    Ok(held.view(&of.session).into())
}

pub fn stop(call: &Call, of: ChatNamed, _: NoBody) -> Result<Answer<ChatEnded>, Failure> {
    let held = call.gateway.sessions.find(&call.gateway, call.agent(), &of.session, call.token.as_deref())?;
    Ok(ChatEnded { ended: held.stop() }.into())
}

pub fn forget(call: &Call, of: ChatNamed, _: NoBody) -> Result<Answer<ChatEnded>, Failure> {
    Ok(ChatEnded { ended: call.gateway.sessions.forget(&call.gateway, call.agent(), &of.session)? }.into())
}

/// Answers a line with the stream of what comes.
pub async fn say(gateway: Arc<Gateway>, request: Request) -> Response {
    match answer(gateway, request).await {
        Ok(response) => response,
        Err(failure) => failure.into(),
    }
}

async fn answer(gateway: Arc<Gateway>, request: Request) -> Result<Response, Failure> {
    static BOUNDS: LazyLock<Value> = LazyLock::new(<Json<ChatLine> as Body>::bounds);
    let (mut parts, body) = request.into_parts();
    let parameters = guard::path_parameters(&mut parts).await?;
    let find = |wanted: &str| parameters.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.clone());
    let (agent, id) = (find(AGENT).unwrap_or_default(), find("session").unwrap_or_default());
    let token = guard::authorise(&gateway, &parts, Who::Person, true, Some(&agent))?;
    let token = token.ok_or_else(Failure::unauthenticated)?.id;
    let bytes = guard::whole_body(&gateway, body).await?;
    let Json(line) = Json::<ChatLine>::read(&parts.headers, &bytes, &BOUNDS)?;
    let proof = gateway.unlocks.find(&parts.headers, Some(&token));
    let (shared, named) = (gateway.clone(), (agent.clone(), id.clone()));
    let found = gateway.blocking.run(move || shared.sessions.find(&shared, &named.0, &named.1, Some(&token)));
    let held = found.await??;
    if held.answers() {
        return Err(Failure::new(409, "conflict", "the last line is still being answered; stop it, or wait"));
    }
    let (sender, receiver) = mpsc::unbounded_channel();
    let shared = gateway.clone();
    // Runs to its end whether or not somebody still listens: what was said counts.
    tokio::spawn(async move {
        let (speaking, refused) = (sender.clone(), sender);
        let (poked, named) = (shared.clone(), agent.clone());
        let work = shared.blocking.run(move || {
            let mut on = |event: TurnEvent| {
                if let TurnEvent::Session(to) = &event {
                    poked.sessions.moved(&named, &id, to);
                }
                // Nobody may be listening any more.
                let _ = speaking.send(event);
            };
            held.say(&line.text, proof, &mut on)
        });
        let failed = match work.await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(crossing) => Some(crossing.to_string()),
        };
        if let Some(text) = failed {
            let _ = refused.send(TurnEvent::Reply(Reply::Failed { text }));
        }
        shared.changes.poke(&agent);
    });
    let events = stream::unfold(receiver, |mut receiver| async {
        let event = receiver.recv().await?;
        let data = serde_json::to_string(&event).expect("an event serialises");
        Some((Ok::<_, Infallible>(Event::default().data(data)), receiver))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}
