//! The HTTP surface: one file per resource, all of it listed in [`routes`].
//!
//! A request passes the browser check ([`guard`]), finds its route, shows its token, crosses over,
//! and becomes one call of one verb. [`router`] puts it together; other services (MCP) are mounted
//! beside the routes under the same checks. [`listen`] owns the socket.

pub mod answer;
pub mod call;
mod connection;
pub mod failure;
pub mod guard;
pub mod listen;
pub mod openapi;
pub mod routes;
mod streams;
mod strict;
pub mod throttle;

mod agents;
mod alerts;
mod audit;
mod channels;
mod chat;
mod context;
mod core;
mod daily;
mod decay;
mod doctor;
mod events;
mod files;
mod forget;
mod graph;
mod health;
mod heartbeat;
mod history;
mod identity;
mod index;
mod lock;
mod memories;
mod metrics;
mod pin;
mod proposals;
mod recall;
mod reflections;
mod remember;
mod rollback;
mod settings;
mod sign_in;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::MethodRouter;

use crate::metrics::{AnsweredBy, observe};
use crate::state::Gateway;
pub use events::Changes;
use failure::Failure;
pub use lock::Unlocks;
use routes::Who;

/// A service mounted beside the routes, such as MCP. Its requests carry the checked
/// [`crate::auth::Caller`] and [`crate::tokens::Token`] in their extensions.
pub struct Mount {
    /// Where, such as `/mcp/{agent_name}`. A caller must reach the agent named in the path.
    pub path: &'static str,
    /// Who may call it.
    pub who: Who,
    /// What answers there.
    pub service: MethodRouter,
}

/// Everything that can be called, with every check in front of it.
pub fn router(gateway: &Arc<Gateway>, mounts: Vec<Mount>) -> Router {
    let mut router = Router::new();
    let in_time = from_fn_with_state(gateway.clone(), guard::within_time);
    for route in routes::table() {
        let (path, exchange) = (route.path, route.is_exchange());
        let service = route.service(gateway.clone());
        let service = if exchange { service } else { service.layer(in_time.clone()) };
        router = router.route(path, named(path, service));
    }
    for mount in mounts {
        let check = (gateway.clone(), mount.who);
        let service = mount.service.layer(from_fn_with_state(check, guard::admit)).layer(in_time.clone());
        router = router.route(mount.path, named(mount.path, service));
    }
    router
        .fallback(crate::ui::serve)
        .method_not_allowed_fallback(|request: Request| async move {
            Failure::new(405, "invalid", format!("{} is not answered here", request.method()))
        })
        .layer(from_fn_with_state(gateway.clone(), crate::routing::pass_on))
        .layer(from_fn_with_state(gateway.clone(), guard::from_here))
        .layer(axum::middleware::map_response(guard::with_headers))
        .layer(from_fn_with_state(gateway.clone(), observe))
}

/// A service whose answers say by which route they were made, for whoever counts them.
fn named(path: &'static str, service: MethodRouter) -> MethodRouter {
    service.layer(axum::middleware::map_response(move |mut response: Response| async move {
        response.extensions_mut().insert(AnsweredBy(path));
        response
    }))
}
