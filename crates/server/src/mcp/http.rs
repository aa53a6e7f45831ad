//! Streamable HTTP at `/mcp/<agent>`, mounted beside the gateway's routes under the same checks.
//!
//! Stateless: who is asking follows from the token of each request, so there is no session to
//! steal, to keep, or to close when a token is revoked. We never call a client back.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

use super::connection::{McpConnection, Profile};
use super::server::MemoryServer;
use crate::http::Mount;
use crate::http::failure::Failure;
use crate::http::guard::{AGENT, path_parameters};
use crate::http::routes::Who;
use crate::state::Gateway;
use crate::tokens::Token;

/// What the gateway mounts.
pub fn mount(gateway: &Arc<Gateway>) -> Mount {
    let service: MethodRouter = any(answer).with_state(gateway.clone());
    Mount { path: "/mcp/{agent_name}", who: Who::Agent, service }
}

async fn answer(State(gateway): State<Arc<Gateway>>, request: Request) -> Result<Response, Failure> {
    let (mut parts, body) = request.into_parts();
    let agent = path_parameters(&mut parts).await?.into_iter().find(|(name, _)| name == AGENT).map(|(_, id)| id);
    let (Some(agent), Some(token)) = (agent, parts.extensions.get::<Token>().cloned()) else {
        return Err(Failure::unauthenticated());
    };
    let profile = profile(parts.uri.query())?;
    let connection = McpConnection::to_gateway(&gateway, &agent, &token, profile);
    let service = StreamableHttpService::new(
        move || Ok(MemoryServer::new(connection.clone())),
        Arc::new(NeverSessionManager::default()),
        config(&gateway),
    );
    let answer = service.handle(Request::from_parts(parts, body)).await;
    Ok(answer.map(Body::new).into_response())
}

/// `?profile=full` shows all tools; it widens nothing a token may do.
fn profile(query: Option<&str>) -> Result<Profile, Failure> {
    match query {
        None | Some("" | "profile=default") => Ok(Profile::Default),
        Some("profile=full") => Ok(Profile::Full),
        Some(_) => Err(Failure::invalid("the only parameter here is profile, and it is default or full")),
    }
}

fn config(gateway: &Gateway) -> StreamableHttpServerConfig {
    StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(gateway.settings.limits.body)
        // The gateway has checked both already, for every route alike.
        .disable_allowed_hosts()
        .disable_allowed_origins()
}
