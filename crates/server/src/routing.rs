//! Where there are several gateways: which of them serves an agent, and passing a request on to it.
//!
//! A request is passed on as it is, once its token is known to be good here; the other gateway checks it again. Answers
//! stream, so that events and MCP go through. How it is known who serves is somebody else's: [`Routing`].

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::uri::{Authority, PathAndQuery};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper::body::{Frame, SizeHint};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde_json::Value;
use soulfile_engine::Result;
use tokio::net::TcpStream;

use crate::auth::Caller;
use crate::http::Mount;
use crate::http::failure::Failure;
use crate::http::guard;
use crate::http::routes::Who;
use crate::metrics::AnsweredBy;
use crate::state::Gateway;

/// Where an agent is served.
pub enum ServedAt {
    /// By this gateway. The agent counts as used as long as this is held, and it comes to its end when the agent goes to
    /// another gateway.
    Here(Over),
    /// By the gateway at this address.
    Url(String),
}

/// Comes to its end when this gateway does not serve an agent any more.
pub type Over = Pin<Box<dyn Future<Output = ()> + Send>>;

/// One number of a fleet's gateway, for Prometheus.
pub struct FleetMetric {
    pub name: &'static str,
    pub kind: &'static str,
    pub help: &'static str,
    pub value: f64,
}

/// Who serves which agent, and what else gateways have in common.
pub trait Routing: Send + Sync {
    /// Where an agent is served. Asked on every request, and may wait: the answer is also what says that this gateway still may
    /// answer.
    fn route(&self, agent: &str) -> Result<ServedAt>;

    /// Looks for memories in what all workspaces share, as far as a caller may see it.
    fn search(&self, caller: &Caller, query: &str, limit: usize) -> Result<Value>;

    /// What this gateway counts of its part in the fleet.
    fn metrics(&self) -> Vec<FleetMetric>;
}

/// How often a request was passed on: it follows an agent that moves, and never goes in circles.
const HOPS: &str = "x-soul-hops";
const MOST_HOPS: u8 = 3;
/// What answers that another gateway gave are counted as.
const PASSED_ON: &str = "passed on";
/// Headers of one connection, which say nothing on the next; and those of a browser, which this gateway has checked.
const LEFT_OUT: [&str; 8] =
    ["connection", "keep-alive", "transfer-encoding", "te", "upgrade", "host", "origin", "sec-fetch-site"];

/// Passes on what another gateway serves.
pub async fn pass_on(State(gateway): State<Arc<Gateway>>, request: Request, next: Next) -> Response {
    let Some(routing) = gateway.settings.routing.clone() else { return next.run(request).await };
    // Without a good token nobody makes a gateway open anything: the route refuses it.
    let Some(agent) = asked_of(&gateway, request.uri().path(), request.headers()) else {
        return next.run(request).await;
    };
    match gateway.blocking.run(move || routing.route(&agent)).await {
        Ok(Ok(ServedAt::Here(over))) => {
            let response = next.run(request).await;
            response.map(|body| Body::new(WhileServed { body, over: Some(over) }))
        }
        Ok(Ok(ServedAt::Url(url))) => match forward(request, &url).await {
            Ok(mut response) => {
                response.extensions_mut().insert(AnsweredBy(PASSED_ON));
                response
            }
            Err(failure) => failure.into(),
        },
        Ok(Err(error)) => Failure::from(error).into(),
        Err(crossing) => Failure::from(crossing).into(),
    }
}

/// The agent that a request is for, where its token is good and reaches it.
fn asked_of(gateway: &Gateway, path: &str, headers: &HeaderMap) -> Option<String> {
    let token = guard::shown(gateway, headers)?;
    let agent = match agent_of(path) {
        Some(agent) => agent.to_owned(),
        // Programs that speak as OpenAI's or Anthropic's do name no agent in the path; an agent's token does.
        None if path.starts_with("/v1/") => token.caller.agent.clone()?,
        None => return None,
    };
    token.caller.reaches(&agent).then_some(agent)
}

/// The agent that a path names.
fn agent_of(path: &str) -> Option<&str> {
    let rest = ["/api/workspace/", "/api/agents/", "/mcp/"].iter().find_map(|start| path.strip_prefix(start))?;
    rest.split('/').next().filter(|agent| !agent.is_empty())
}

/// An answer's body that ends when its agent goes to another gateway: who listens to events then asks again, and is passed on.
/// What is ready is given out first, so that an answer that is whole stays whole.
struct WhileServed {
    body: Body,
    over: Option<Over>,
}

impl HttpBody for WhileServed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<std::result::Result<Frame<Bytes>, axum::Error>>> {
        let Some(over) = &mut self.over else { return Poll::Ready(None) };
        let is_over = over.as_mut().poll(context).is_ready();
        match Pin::new(&mut self.body).poll_frame(context) {
            Poll::Pending if is_over => {
                self.over = None;
                Poll::Ready(None)
            }
            polled => {
                // Never asked again once it has come to its end.
                if is_over {
                    self.over = Some(Box::pin(std::future::ready(())));
                }
                polled
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

async fn forward(mut request: Request, url: &str) -> std::result::Result<Response, Failure> {
    let unreachable =
        |what: &str| Failure::new(503, "unavailable", format!("the gateway that serves this agent {what}"));
    let target: Uri = url.parse().map_err(|_| unreachable("has no address that can be called"))?;
    let authority: Authority = target.authority().cloned().ok_or_else(|| unreachable("has no address"))?;
    let hops = request.headers().get(HOPS).and_then(|value| value.to_str().ok()?.parse().ok()).unwrap_or(0u8);
    if hops >= MOST_HOPS {
        return Err(unreachable("is being changed; try again"));
    }
    let path = request.uri().path_and_query().cloned().unwrap_or_else(|| PathAndQuery::from_static("/"));
    *request.uri_mut() = Uri::from(path);
    let headers = request.headers_mut();
    for name in LEFT_OUT {
        headers.remove(name);
    }
    headers.insert(HeaderName::from_static(HOPS), HeaderValue::from(u16::from(hops) + 1));
    let host = HeaderValue::from_str(authority.as_str()).map_err(|_| unreachable("has no address"))?;
    headers.insert(header::HOST, host);
    let address = (authority.host().trim_matches(['[', ']']).to_owned(), authority.port_u16().unwrap_or(80));
    let stream = TcpStream::connect(address).await.map_err(|_| unreachable("cannot be reached"))?;
    let _ = stream.set_nodelay(true);
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
        .await
        .map_err(|_| unreachable("does not answer"))?;
    // Ends with the answer's last byte.
    tokio::spawn(connection);
    let mut response = sender
        .send_request(request)
        .await
        .map_err(|_| unreachable("broke off; look at the history before you repeat a change"))?;
    for name in ["connection", "keep-alive", "transfer-encoding"] {
        response.headers_mut().remove(name);
    }
    Ok(response.map(Body::new))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FleetQuery {
    query: String,
    #[serde(default = "ten")]
    limit: usize,
}

fn ten() -> usize {
    10
}

/// `GET /fleet/search?query=…`: what all workspaces share, as far as the caller may see it. Any gateway answers.
pub fn search(gateway: &Arc<Gateway>) -> Mount {
    let gateway = gateway.clone();
    let answer = async move |request: Request| -> std::result::Result<Response, Failure> {
        let routing = gateway.settings.routing.clone().ok_or_else(|| Failure::not_found("there is no fleet here"))?;
        let caller = request.extensions().get::<Caller>().cloned().ok_or_else(Failure::unauthenticated)?;
        let asked: FleetQuery = serde_urlencoded::from_str(request.uri().query().unwrap_or_default())
            .map_err(|e| Failure::invalid(format!("the query cannot be read: {e}")))?;
        let found = gateway.blocking.run(move || routing.search(&caller, &asked.query, asked.limit)).await??;
        let json = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        Ok(([json], found.to_string()).into_response())
    };
    let service = get(move |request: Request| {
        let answer = answer.clone();
        async move { answer(request).await.unwrap_or_else(Response::from) }
    });
    Mount { path: "/fleet/search", who: Who::Agent, service }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_agent_in_a_path() {
        for (path, agent) in [
            ("/api/workspace/aria/remember", Some("aria")),
            ("/api/agents/aria/context-report", Some("aria")),
            ("/api/agents", None),
            ("/mcp/aria", Some("aria")),
            ("/mcp/", None),
            ("/api/health", None),
        ] {
            assert_eq!(agent_of(path), agent, "{path}");
        }
    }
}
