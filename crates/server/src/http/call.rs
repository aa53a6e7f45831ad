//! From a request to a verb: who calls, what they ask, one crossing, one answer.
//!
//! A handler is a plain function of a [`Call`], the route's inputs and its body. The types say what
//! the route takes and gives; the OpenAPI document is made from the same types.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;
use soulfile_engine::{ContextRequest, Decider, Engine, Session};
use soulfile_vocabulary::SessionKind;

use super::answer::Written;
use super::failure::Failure;
use super::guard::{self, AGENT};
use super::routes::Who;
use super::strict::Strict;
use crate::auth::Caller;
use crate::bounds;
use crate::state::Gateway;

/// One request, on the engine's side of the crossing.
pub struct Call {
    /// The gateway.
    pub gateway: Arc<Gateway>,
    /// Who calls.
    pub caller: Caller,
    /// The id of the token that was shown.
    pub token: Option<String>,
    /// The request's headers.
    pub headers: HeaderMap,
    engine: Option<Engine>,
    agent: Option<String>,
}

impl Call {
    /// The agent the path names.
    pub fn engine(&self) -> &Engine {
        self.engine.as_ref().expect("a route with an agent in its path")
    }

    /// The name of the agent the path names.
    pub fn agent(&self) -> &str {
        self.agent.as_deref().expect("a route with an agent in its path")
    }

    /// The context that is asked for.
    pub fn context_request(&self, chosen: Chosen) -> Result<ContextRequest, Failure> {
        context_request(&self.caller, chosen)
    }

    /// The session that is asked for.
    pub fn session(&self, chosen: Chosen) -> Result<Session, Failure> {
        Ok(self.engine().session(&self.context_request(chosen)?)?)
    }
}

/// The context a caller asks for. A person may look through any session's eyes; an agent has the one its token was made
/// for.
pub fn context_request(caller: &Caller, chosen: Chosen) -> Result<ContextRequest, Failure> {
    if caller.is_person() {
        return Ok(ContextRequest {
            kind: chosen.session,
            room: chosen.room,
            user: chosen.user,
            subagent: chosen.subagent,
            ..ContextRequest::default()
        });
    }
    if chosen != Chosen::default() {
        return Err(Failure::denied("an agent's session, room and user are those its token was made for"));
    }
    Ok(caller.context_request())
}

/// A session a person chooses to look through.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chosen {
    /// Its kind.
    pub session: Option<SessionKind>,
    /// Its room.
    pub room: Option<String>,
    /// Who speaks.
    pub user: Option<String>,
    /// Whose grants apply.
    pub subagent: Option<String>,
}

/// What a route takes as its body.
pub trait Body: Sized + Send + 'static {
    /// Its schema; `None` when there is no body.
    fn schema(generator: &mut SchemaGenerator) -> Option<Schema>;
    /// Its schema whole, for its bounds.
    fn bounds() -> Value;
    /// Reads it, within its bounds.
    fn read(headers: &HeaderMap, bytes: &[u8], bounds: &Value) -> Result<Self, Failure>;
}

/// No body.
pub struct NoBody;

/// A JSON body.
pub struct Json<T>(pub T);

impl Body for NoBody {
    fn schema(_: &mut SchemaGenerator) -> Option<Schema> {
        None
    }

    fn bounds() -> Value {
        Value::Null
    }

    fn read(_: &HeaderMap, bytes: &[u8], _: &Value) -> Result<Self, Failure> {
        if bytes.is_empty() { Ok(Self) } else { Err(Failure::invalid("this takes no body")) }
    }
}

impl<T: DeserializeOwned + JsonSchema + Send + 'static> Body for Json<T> {
    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<T>())
    }

    fn bounds() -> Value {
        bounds::whole_schema::<T>()
    }

    fn read(headers: &HeaderMap, bytes: &[u8], bounds: &Value) -> Result<Self, Failure> {
        let value = read_json(headers, bytes)?;
        bounds::check(bounds, &value, "the body").map_err(Failure::invalid)?;
        serde_json::from_value(value).map(Self).map_err(unclear)
    }
}

/// Reads a body as JSON.
pub fn read_json(headers: &HeaderMap, bytes: &[u8]) -> Result<Value, Failure> {
    // A form or a text a page may send without asking is no JSON, whatever it holds.
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err(Failure::new(415, "invalid", "the body must be application/json"));
    }
    let Strict(value) = serde_json::from_slice(bytes).map_err(unclear)?;
    Ok(value)
}

fn unclear(error: serde_json::Error) -> Failure {
    Failure::invalid(format!("the body is not understood: {error}"))
}

/// What runs on the engine's side.
pub type Run = dyn Fn(&Call, &str, &[u8]) -> Result<Written, Failure> + Send + Sync;

/// Answers a request: everything between the router and the verb.
pub async fn answer(gateway: Arc<Gateway>, request: Request, who: Who, mutates: bool, run: Arc<Run>) -> Response {
    let (mut parts, body) = request.into_parts();
    let work = async {
        let mut parameters = guard::path_parameters(&mut parts).await?;
        let at = parameters.iter().position(|(name, _)| name == AGENT);
        let agent = at.map(|at| parameters.remove(at).1);
        let token = guard::authorise(&gateway, &parts, who, mutates, agent.as_deref())?;
        let stranger = token.as_ref().is_none_or(|token| !token.caller.sees_everything());
        let bytes = guard::whole_body(&gateway, body).await?;
        let inputs = inputs(parts.uri.query(), &parameters)?;
        let (headers, shared) = (parts.headers, gateway.clone());
        let token_id = token.as_ref().map(|token| token.id.clone());
        let caller = token.map_or_else(nobody, |token| token.caller);
        let requester = caller.requester("http", token_id.as_deref(), None);
        let changed = agent.clone();
        let done = gateway.blocking.run(move || {
            let engine = agent.as_deref().map(|agent| shared.engine(agent)).transpose()?;
            let decider = if caller.is_person() && !caller.read_only { Decider::Person } else { Decider::Nobody };
            let engine = engine.map(|engine| engine.acting_for(requester).deciding(decider));
            if let (Some(engine), Some(proof)) = (&engine, shared.unlocks.find(&headers, token_id.as_deref())) {
                engine.unlocked_by(proof);
            }
            run(&Call { gateway: shared, caller, token: token_id, headers, engine, agent }, &inputs, &bytes)
        });
        let answered = done.await?.map_err(|failure| if stranger { failure.for_stranger() } else { failure });
        if mutates && let Some(agent) = changed {
            gateway.changes.poke(&agent);
        }
        answered
    };
    match work.await {
        Ok(written) => written.into(),
        Err(failure) => Failure::into(failure),
    }
}

/// The caller of a public route: it sees nothing.
fn nobody() -> Caller {
    Caller { session: SessionKind::Subagent, agent: None, ..Caller::agent("") }
}

/// Query and path parameters as one form, to be read into one type.
fn inputs(query: Option<&str>, parameters: &[(String, String)]) -> Result<String, Failure> {
    let path = serde_urlencoded::to_string(parameters).map_err(|e| Failure::invalid(e.to_string()))?;
    Ok([query.unwrap_or_default(), &path].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("&"))
}

/// Reads the inputs of a route, within their bounds.
pub fn read_inputs<Q: DeserializeOwned>(inputs: &str, bounds: &Value) -> Result<Q, Failure> {
    let unclear = |e: serde_urlencoded::de::Error| Failure::invalid(format!("the request is not understood: {e}"));
    let parameters: Vec<(String, String)> = serde_urlencoded::from_str(inputs).map_err(unclear)?;
    bounds::check_parameters(bounds, &parameters).map_err(Failure::invalid)?;
    serde_urlencoded::from_str(inputs).map_err(unclear)
}
