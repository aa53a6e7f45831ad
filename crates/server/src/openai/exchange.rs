//! One exchange: who asks which agent, what is put around the request, who answers it.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::Value;
use soulfile_engine::Engine;
use soulfile_models::chat::RemoteChat;

use super::answering;
use super::dialect::{Asked, PersonMessage};
use super::memory::{self, MemoryContext};
use super::session::{ExchangeSession, NamedSession};
use super::target::ExchangeTarget;
use crate::http::call::read_json;
use crate::http::failure::Failure;
use crate::http::guard;
use crate::http::routes::Who;
use crate::state::Gateway;
use crate::tokens::Token;
use soulfile_models::chat::ClientFormat;

/// Headers of the program that are passed on, by how they begin.
const PASSED: [&str; 4] = ["anthropic-", "openai-", "x-stainless-", "idempotency-key"];

/// A request that is ready to be answered.
pub(super) struct PreparedExchange {
    pub format: ClientFormat,
    pub body: Asked,
    /// Whether the answer is wanted as a stream.
    pub streams: bool,
    pub told: Option<PersonMessage>,
    pub session: ExchangeSession,
    pub engine: Engine,
    /// Who answers; `None` where memory alone does.
    pub model: Option<Arc<RemoteChat>>,
    /// The model's name as it was asked for.
    pub asked_for: String,
    pub digest: String,
    /// Headers that are passed on.
    pub headers: Vec<(String, String)>,
}

/// Answers a request of this format.
pub async fn answer(gateway: Arc<Gateway>, request: Request, format: ClientFormat) -> Response {
    match run(gateway, request, format).await {
        Ok(response) => response,
        Err(failure) => super::failure::told(failure),
    }
}

async fn run(gateway: Arc<Gateway>, request: Request, format: ClientFormat) -> Result<Response, Failure> {
    let (parts, body) = request.into_parts();
    let token = guard::authorise(&gateway, &parts, Who::Agent, true, None)?.ok_or_else(Failure::unauthenticated)?;
    let limits = &gateway.settings.limits;
    let read = tokio::time::timeout(limits.time, axum::body::to_bytes(body, limits.exchange_body)).await;
    let most = limits.exchange_body;
    let bytes = read
        .map_err(|_| Failure::new(503, "unavailable", "the body did not come in time"))?
        .map_err(|_| Failure::new(413, "invalid", format!("the body is larger than {most} bytes, or ended early")))?;
    let (shared, shown, headers) = (gateway.clone(), token.clone(), parts.headers);
    let prepared = gateway.blocking.run(move || PreparedExchange::prepare(&shared, &shown, &headers, &bytes, format));
    let prepared = tokio::time::timeout(limits.time, prepared).await;
    let exchange = prepared.map_err(|_| Failure::new(503, "unavailable", "memory did not answer in time"))???;
    answering::answer(gateway, token, exchange).await
}

impl PreparedExchange {
    /// Reads a request and puts the session's memory around it.
    fn prepare(
        gateway: &Gateway,
        token: &Token,
        headers: &HeaderMap,
        bytes: &[u8],
        format: ClientFormat,
    ) -> Result<Self, Failure> {
        let Value::Object(mut body) = read_json(headers, bytes)? else {
            return Err(Failure::invalid("the body is not a JSON object"));
        };
        check(&body, format)?;
        let named = NamedSession::take(headers, &mut body)?;
        let asked_for = body.get("model").and_then(Value::as_str).unwrap_or_default().to_owned();
        let target = ExchangeTarget::find(gateway, &token.caller, &asked_for, named.agent())?;
        let dialect = super::dialect_of(format);
        let told = dialect.told(&body);
        let session = named.session(token, &target.agent, told.as_ref())?;
        let engine = memory::engine(gateway, &target.agent, &session)?;
        let model = gateway.upstream(&target.agent, target.model.as_deref())?;
        let mut digest = String::new();
        if let Some(model) = &model {
            let MemoryContext { system, before, digest: seen } =
                memory::surroundings(&engine, &session, told.as_ref())?;
            dialect.surround(&mut body, &system, &before);
            body.insert("model".to_owned(), model.model().into());
            digest = seen;
        }
        let passed = |name: &str| PASSED.iter().any(|start| name.starts_with(start));
        let headers = headers.iter().filter(|(name, _)| passed(name.as_str()));
        let headers = headers.filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())));
        Ok(Self {
            format,
            streams: body.get("stream").is_some_and(|stream| stream == true),
            body,
            told,
            session,
            engine,
            model,
            asked_for: if asked_for.is_empty() { target.agent } else { asked_for },
            digest,
            headers: headers.collect(),
        })
    }
}

/// Refuses what no model could answer, before memory is asked.
fn check(body: &Asked, format: ClientFormat) -> Result<(), Failure> {
    let wrong = |name: &str, what: &str| Err(Failure::invalid(format!("\"{name}\" must be {what}")));
    let missing = |value: Option<&Value>| value.is_none_or(Value::is_null);
    if body.get("model").is_some_and(|model| !model.is_null() && !model.is_string()) {
        return wrong("model", "a text: an agent, or agent/model");
    }
    if body.get("stream").is_some_and(|stream| !stream.is_null() && !stream.is_boolean()) {
        return wrong("stream", "true or false");
    }
    if body.get("metadata").is_some_and(|metadata| !metadata.is_null() && !metadata.is_object()) {
        return wrong("metadata", "an object");
    }
    let instructions = body.get("instructions").filter(|_| format == ClientFormat::Responses);
    if instructions.is_some_and(|instructions| !instructions.is_null() && !instructions.is_string()) {
        return wrong("instructions", "a text");
    }
    let of_objects = |list: &Value| list.as_array().is_some_and(|list| list.iter().all(Value::is_object));
    match format {
        ClientFormat::Responses => match body.get("input") {
            input if missing(input) => Ok(()),
            Some(Value::String(_)) => Ok(()),
            Some(list) if of_objects(list) => Ok(()),
            _ => wrong("input", "a text or a list of items"),
        },
        _ => match body.get("messages") {
            Some(list) if of_objects(list) && list.as_array().is_some_and(|list| !list.is_empty()) => Ok(()),
            _ => wrong("messages", "a list of messages with at least one in it"),
        },
    }
}
