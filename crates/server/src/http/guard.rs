//! Checks every request passes: called by one of our names, from one of our pages or none, in time,
//! with a token that is good, for an agent it reaches, not too often.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, FromRequestParts, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::Response;

use super::failure::Failure;
use super::routes::Who;
use super::throttle;
use crate::state::Gateway;
use crate::tokens::Token;

/// The path parameter that names an agent.
pub const AGENT: &str = "agent_name";
/// Names every machine calls itself by.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Refuses what a browser sends on behalf of somebody else's page: a foreign `Host` (a name rebound
/// to our address) or a foreign `Origin`. There are no CORS headers to soften that.
pub async fn from_here(State(gateway): State<Arc<Gateway>>, request: Request, next: Next) -> Response {
    match check_origin(&gateway, request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(failure) => failure.into(),
    }
}

fn check_origin(gateway: &Gateway, uri: &Uri, headers: &HeaderMap) -> Result<(), Failure> {
    let settings = &gateway.settings;
    let host = single(headers, header::HOST)?.ok_or_else(|| Failure::invalid("there is no Host header"))?;
    let host = host.to_ascii_lowercase();
    let name = name_of(&host).ok_or_else(|| Failure::invalid("the Host header is not a name or address"))?;
    if !LOOPBACK.contains(&name) && !settings.hosts.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        return Err(Failure::denied(format!(
            "this gateway is not called \"{}\"; gateway.allowedHosts lists its other names",
            name.escape_debug()
        )));
    }
    if uri.authority().is_some_and(|authority| !authority.as_str().eq_ignore_ascii_case(&host)) {
        return Err(Failure::invalid("the request's address and its Host header differ"));
    }
    let listed = match single(headers, header::ORIGIN)? {
        None => false,
        Some(origin) if origin.eq_ignore_ascii_case(&format!("http://{host}")) => false,
        Some(origin) if settings.origins.iter().any(|known| known.eq_ignore_ascii_case(origin)) => true,
        Some(_) => return Err(Failure::denied("pages of another origin may not call this gateway")),
    };
    match single(headers, HeaderName::from_static("sec-fetch-site"))? {
        None | Some("same-origin" | "none") => Ok(()),
        Some(_) if listed => Ok(()),
        Some(_) => Err(Failure::denied("pages of another site may not call this gateway")),
    }
}

/// A header that may be given once at most.
fn single(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, Failure> {
    let mut values = headers.get_all(&name).iter();
    let first = values.next();
    if values.next().is_some() {
        return Err(Failure::invalid(format!("{name} is given more than once")));
    }
    first.map(|value| value.to_str().map_err(|_| Failure::invalid(format!("{name} is not plain text")))).transpose()
}

/// The name in a `Host` header, without its port.
fn name_of(host: &str) -> Option<&str> {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => {
            let end = rest.find(']')? + 2;
            (&host[..end], &host[end..])
        }
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let good_port = port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok());
    (good_port && !name.is_empty()).then_some(name)
}

/// Gives up on a request that takes too long. What it wrote by then stays written.
pub async fn within_time(State(gateway): State<Arc<Gateway>>, request: Request, next: Next) -> Response {
    let limit = gateway.settings.limits.time;
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Failure::new(
            503,
            "unavailable",
            format!("it took longer than {} s; look at the history before you repeat a change", limit.as_secs()),
        )
        .into(),
    }
}

/// Headers every answer carries: no sniffing, no framing, no caching, no script, no referrer.
pub async fn with_headers(mut response: Response) -> Response {
    const HEADERS: [(&str, &str); 6] = [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cache-control", "no-store"),
    ];
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Admits a request to a mounted service, with its caller in the extensions.
pub async fn admit(
    State((gateway, who)): State<(Arc<Gateway>, Who)>,
    request: Request,
    next: Next,
) -> Result<Response, Failure> {
    let (mut parts, body) = request.into_parts();
    let agent = path_parameters(&mut parts).await?.into_iter().find(|(name, _)| name == AGENT).map(|(_, id)| id);
    if let Some(token) = authorise(&gateway, &parts, who, false, agent.as_deref())? {
        parts.extensions.insert(token.caller.clone());
        parts.extensions.insert(token);
    }
    Ok(next.run(Request::from_parts(parts, body)).await)
}

/// The body of a request, within the limit.
pub async fn whole_body(gateway: &Gateway, body: Body) -> Result<Bytes, Failure> {
    let limit = gateway.settings.limits.body;
    let too_large = |_| Failure::new(413, "invalid", format!("the body is larger than {limit} bytes, or ended early"));
    axum::body::to_bytes(body, limit).await.map_err(too_large)
}

/// The parameters of a request's path.
pub async fn path_parameters(parts: &mut Parts) -> Result<Vec<(String, String)>, Failure> {
    let raw = RawPathParams::from_request_parts(parts, &())
        .await
        .map_err(|_| Failure::invalid("the path is not UTF-8 text"))?;
    Ok(raw.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
}

/// Finds out who calls and whether they may; `None` on a public route.
pub fn authorise(
    gateway: &Gateway,
    parts: &Parts,
    who: Who,
    mutates: bool,
    agent: Option<&str>,
) -> Result<Option<Token>, Failure> {
    // Who signed a body is found out by whoever reads it.
    if matches!(who, Who::Public | Who::Signed) {
        return Ok(None);
    }
    let Some(token) = bearer(&parts.headers).and_then(|text| gateway.tokens.find(text)) else {
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| throttle::normalised(info.0.ip()));
        // A good token is never held up by somebody else's bad ones.
        return Err(match gateway.failures.take(address) {
            true => Failure::unauthenticated(),
            false => Failure::new(429, "too_many", "too many requests without a good token; wait a minute"),
        });
    };
    if !gateway.requests.take(token.id.clone()) {
        return Err(Failure::new(429, "too_many", "too many requests with this token; slow down"));
    }
    let caller = &token.caller;
    if agent.is_some_and(|agent| !caller.reaches(agent)) {
        return Err(Failure::denied("this token is for another agent"));
    }
    let may = match who {
        Who::Public | Who::Signed | Who::Agent => true,
        Who::Private => caller.sees_everything(),
        Who::Person => caller.is_person(),
    };
    if !may {
        return Err(Failure::denied(match who {
            Who::Person => "only a person may do this, with a person's token",
            _ => "this token's session does not see everything, and this is not filtered",
        }));
    }
    if mutates && caller.read_only {
        return Err(Failure::denied("this token may only read"));
    }
    Ok(Some(token))
}

/// The good token a request shows. Counts as no request: the route asks again.
pub fn shown(gateway: &Gateway, headers: &HeaderMap) -> Option<Token> {
    bearer(headers).and_then(|text| gateway.tokens.find(text))
}

/// The token of a request: in `Authorization`, or in the header in which clients of Anthropic send theirs.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let Some(value) = single(headers, header::AUTHORIZATION).ok()? else {
        let key = single(headers, HeaderName::from_static("x-api-key")).ok()??;
        return Some(key.trim()).filter(|token| !token.is_empty());
    };
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim()).filter(|token| !token.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_in_a_host_header() {
        for (host, name) in [
            ("localhost", Some("localhost")),
            ("localhost:8377", Some("localhost")),
            ("[::1]:8377", Some("[::1]")),
            ("[::1]", Some("[::1]")),
            ("127.0.0.1:x", None),
            ("[::1", None),
            ("[::1]8377", None),
            (":80", None),
            ("", None),
        ] {
            assert_eq!(name_of(host), name, "{host}");
        }
    }
}
