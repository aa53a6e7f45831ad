//! Where there are several gateways: which of them serves an agent, and passing a request on to it.
//!
//! A request is passed on as it is, once its token is known to be good here; the other gateway checks it again. Answers
//! stream, so that events and MCP go through. How it is known who serves is somebody else's: [`Routing`].

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::uri::{Authority, PathAndQuery};
use axum::http::{HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::Response;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use crate::http::failure::Failure;
use crate::http::guard;
use crate::state::Gateway;
use soulfile_engine::Result;

/// Where an agent is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServedAt {
    /// By this gateway.
    Here,
    /// By the gateway at this address.
    Url(String),
}

/// Who serves which agent.
pub trait Routing: Send + Sync {
    /// Where an agent is served. Asked on every request, and may wait: the answer is also what says that this gateway still may
    /// answer.
    fn route(&self, agent: &str) -> Result<ServedAt>;
}

/// How often a request was passed on: it follows an agent that moves, and never goes in circles.
const HOPS: &str = "x-soul-hops";
const MOST_HOPS: u8 = 3;
/// Headers of one connection, which say nothing on the next; and those of a browser, which this gateway has checked.
const LEFT_OUT: [&str; 8] =
    ["connection", "keep-alive", "transfer-encoding", "te", "upgrade", "host", "origin", "sec-fetch-site"];

/// Passes on what another gateway serves.
pub async fn pass_on(State(gateway): State<Arc<Gateway>>, request: Request, next: Next) -> Response {
    let Some(routing) = gateway.settings.routing.clone() else { return next.run(request).await };
    let Some(agent) = agent_of(request.uri().path()).map(str::to_owned) else { return next.run(request).await };
    // Without a good token nobody makes a gateway open anything: the route refuses it.
    if !guard::reaches(&gateway, request.headers(), &agent) {
        return next.run(request).await;
    }
    match gateway.blocking.run(move || routing.route(&agent)).await {
        Ok(Ok(ServedAt::Here)) => next.run(request).await,
        Ok(Ok(ServedAt::Url(url))) => match forward(request, &url).await {
            Ok(response) => response,
            Err(failure) => failure.into(),
        },
        Ok(Err(error)) => Failure::from(error).into(),
        Err(crossing) => Failure::from(crossing).into(),
    }
}

/// The agent that a path names.
fn agent_of(path: &str) -> Option<&str> {
    let rest = ["/api/workspace/", "/api/agents/", "/mcp/"].iter().find_map(|start| path.strip_prefix(start))?;
    rest.split('/').next().filter(|agent| !agent.is_empty())
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
