//! Who answers an exchange: the model's server itself, the model behind another format, or memory alone.

use std::io::{self, Read};
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde_json::Value;
use soulfile_models::chat::{Cancel, ChatEvent, ChatModel, ModelAnswer, RemoteChat};
use tokio::sync::mpsc::Sender;
use tokio::sync::oneshot;

use super::count_tokens;
use super::dialect::{AnswerHead, AnswerWriter};
use super::exchange::PreparedExchange;
use super::failure::of_model;
use super::memory;
use super::relay::pipe;
use crate::http::failure::Failure;
use crate::state::Gateway;
use crate::tokens::{Token, random_hex};
use soulfile_models::chat::ClientFormat;

/// Says which session an exchange belongs to, by what it was answered, and what was kept.
const SESSION: HeaderName = HeaderName::from_static("soul-session");
const CONTEXT: HeaderName = HeaderName::from_static("soul-context");
const REMEMBERED: HeaderName = HeaderName::from_static("soul-remembered");
const NOTICE: HeaderName = HeaderName::from_static("soul-notice");

/// Answers an exchange.
pub(super) async fn answer(
    gateway: Arc<Gateway>,
    token: Token,
    exchange: PreparedExchange,
) -> Result<Response, Failure> {
    let (session, digest) = (exchange.session.id.clone(), exchange.digest.clone());
    let path = exchange.model.as_ref().and_then(|model| model.relay_path(exchange.format));
    let mut response = match (exchange.model.clone(), path) {
        (Some(model), Some(path)) => passed_on(gateway, token, exchange, model, path).await?,
        _ if exchange.format == ClientFormat::CountTokens => count_tokens::estimated(&exchange),
        (Some(model), None) => translated(gateway, token, exchange, model).await?,
        (None, _) => alone(gateway, exchange).await?,
    };
    for (name, value) in [(SESSION, session), (CONTEXT, digest)] {
        if let Some(value) = HeaderValue::from_str(&value).ok().filter(|value| !value.is_empty()) {
            response.headers_mut().insert(name, value);
        }
    }
    Ok(response)
}

/// Keeps what the person tells while the model answers; the receiver hears of it.
fn keep(gateway: &Arc<Gateway>, exchange: PreparedExchange) -> oneshot::Receiver<Result<Vec<String>, String>> {
    let (done, hears) = oneshot::channel();
    let PreparedExchange { engine, session, told, format, .. } = exchange;
    let Some(told) = told.filter(|_| format != ClientFormat::CountTokens) else { return hears };
    let shared = gateway.clone();
    let gateway = gateway.clone();
    tokio::spawn(async move {
        let agent = engine.agent().to_owned();
        let kept = shared.clone().blocking.run(move || memory::keep(&gateway, &engine, &session, &told)).await;
        shared.changes.poke(&agent);
        let _ = done.send(match kept {
            Ok(kept) => kept.map_err(|error| error.to_string()),
            Err(crossing) => Err(crossing.to_string()),
        });
    });
    hears
}

/// What was kept, in the answer's headers.
fn say_what_was_kept(response: &mut Response, kept: Result<Vec<String>, String>) {
    let (name, text) = match kept {
        Ok(ids) if ids.is_empty() => return,
        Ok(ids) => (REMEMBERED, ids.join(", ")),
        Err(why) => (NOTICE, format!("not remembered: {why}")),
    };
    // A header holds plain letters only.
    let plain: String = text.chars().map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' }).collect();
    if let Ok(value) = HeaderValue::from_str(&plain) {
        response.headers_mut().insert(name, value);
    }
}

/// The head of an answer that is passed on, and its body unless that is streamed.
struct RelayedHead {
    status: u16,
    headers: Vec<(String, String)>,
}

/// Passes the request on, and hands the answer back as it comes.
async fn passed_on(
    gateway: Arc<Gateway>,
    token: Token,
    exchange: PreparedExchange,
    model: Arc<RemoteChat>,
    path: &'static str,
) -> Result<Response, Failure> {
    let bytes = serde_json::to_vec(&exchange.body).expect("JSON is written as JSON");
    let headers = exchange.headers.clone();
    let (pieces, body) = pipe(&gateway, token);
    let (head, begins) = oneshot::channel();
    let work = move || match model.relay(path, &bytes, &headers) {
        Ok(mut relayed) => {
            let _ = head.send(Ok(RelayedHead { status: relayed.status, headers: relayed.headers }));
            pump(&mut *relayed.body, &pieces);
        }
        Err(error) => drop(head.send(Err(of_model(&error)))),
    };
    let shared = gateway.clone();
    // A full house is told at once; else the thread tells by itself.
    let mut working = tokio::spawn(async move { shared.upstream_calls.run(work).await });
    let mut kept = keep(&gateway, exchange);
    let began = tokio::select! {
        began = begins => began.map_err(|_| Failure::new(503, "unavailable", "too many exchanges are under way; try again"))??,
        Ok(Err(crossing)) = &mut working => return Err(crossing.into()),
    };
    if began.status == 401 || began.status == 403 {
        gateway.upstreams.forget();
    }
    let mut response = Response::new(body);
    *response.status_mut() = StatusCode::from_u16(began.status).unwrap_or(StatusCode::BAD_GATEWAY);
    for (name, value) in began.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().append(name, value);
        }
    }
    if let Ok(kept) = kept.try_recv() {
        say_what_was_kept(&mut response, kept);
    }
    Ok(response)
}

/// Hands bytes on until they end or nobody listens.
fn pump(from: &mut dyn Read, to: &Sender<io::Result<Bytes>>) {
    let mut buffer = vec![0; 16 << 10];
    loop {
        let piece = match from.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => Ok(Bytes::copy_from_slice(&buffer[..count])),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let broken = piece.is_err();
        if to.blocking_send(piece).is_err() || broken {
            return;
        }
    }
}

fn head(gateway: &Gateway, exchange: &PreparedExchange) -> Result<AnswerHead, Failure> {
    Ok(AnswerHead {
        id: random_hex::<12>()?,
        model: exchange.asked_for.clone(),
        created: gateway.settings.clock.now().as_second(),
    })
}

/// Asks a model that speaks another format.
async fn translated(
    gateway: Arc<Gateway>,
    token: Token,
    exchange: PreparedExchange,
    model: Arc<RemoteChat>,
) -> Result<Response, Failure> {
    let dialect = super::dialect_of(exchange.format);
    let request = dialect.request(&exchange.body)?;
    let mut writer = dialect.writer(&exchange.body, head(&gateway, &exchange)?);
    let streams = exchange.streams;
    let cancel = Cancel::default();
    let shared = gateway.clone();
    let mut kept = keep(&gateway, exchange);
    let mut response = if streams {
        let (pieces, body) = pipe(&gateway, token);
        let (first, begins) = oneshot::channel();
        let work = move || {
            let mut first = Some(first);
            let mut say = |text: String| text.is_empty() || pieces.blocking_send(Ok(text.into())).is_ok();
            let asked = model.ask(&request, &cancel, &mut |event: ChatEvent| {
                if matches!(event, ChatEvent::Usage(_) | ChatEvent::Stop(_) | ChatEvent::Notice(_)) {
                    return;
                }
                if let Some(first) = first.take() {
                    let _ = first.send(Ok(()));
                    say(writer.begin());
                }
                if !say(writer.event(&event)) {
                    cancel.cancel();
                }
            });
            match (asked, first.take()) {
                (Ok(answer), first) => {
                    if let Some(first) = first {
                        let _ = first.send(Ok(()));
                        say(writer.begin());
                    }
                    say(writer.end(&answer));
                }
                // Nothing was shown yet: an ordinary error.
                (Err(failed), Some(first)) => drop(first.send(Err(of_model(&failed.error)))),
                (Err(failed), None) => drop(say(writer.failed(&failed.to_string()))),
            }
        };
        let working = tokio::spawn(async move { shared.upstream_calls.run(work).await });
        match begins.await {
            Ok(begun) => begun?,
            Err(_) => {
                return Err(working
                    .await
                    .ok()
                    .and_then(Result::err)
                    .map_or_else(|| Failure::new(503, "unavailable", "the model did not answer"), Failure::from));
            }
        }
        as_events(body)
    } else {
        let work = move || model.ask(&request, &cancel, &mut |_| ()).map_err(|failed| of_model(&failed.error));
        let answer = gateway.upstream_calls.run(work).await??;
        as_json(&writer.whole(&answer))
    };
    if let Ok(kept) = kept.try_recv() {
        say_what_was_kept(&mut response, kept);
    }
    Ok(response)
}

/// Answers from memory alone.
async fn alone(gateway: Arc<Gateway>, exchange: PreparedExchange) -> Result<Response, Failure> {
    let mut writer = super::dialect_of(exchange.format).writer(&exchange.body, head(&gateway, &exchange)?);
    let streams = exchange.streams;
    let (shared, agent) = (gateway.clone(), exchange.engine.agent().to_owned());
    let PreparedExchange { engine, session, told, .. } = exchange;
    let work = move || memory::answer(&shared, engine, &session, told.as_ref());
    let answer = gateway.blocking.run(work).await??;
    gateway.changes.poke(&agent);
    Ok(match streams {
        true => as_events(Body::from(stream_of(&mut *writer, &answer))),
        false => as_json(&writer.whole(&answer)),
    })
}

/// A whole answer as the events of a stream.
fn stream_of(writer: &mut dyn AnswerWriter, answer: &ModelAnswer) -> String {
    let text = answer.message.text();
    let pieces = text.split_inclusive(' ').map(|word| ChatEvent::Text(word.to_owned()));
    let mut out = writer.begin();
    pieces.for_each(|piece| out += &writer.event(&piece));
    out + &writer.end(answer)
}

fn as_events(body: Body) -> Response {
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    response
}

pub(super) fn as_json(value: &Value) -> Response {
    let mut response = Response::new(Body::from(value.to_string()));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
