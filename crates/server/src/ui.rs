//! The web app: the files of `web/dist`, served from inside the binary.
//!
//! Pages get a policy that lets nothing in but the app's own files, and one nonce for the styles its editor makes. A build
//! without the app says how to make it. What is private comes over the API, with a token; these files hold nothing.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, header};
use axum::response::Response;

use crate::http::failure::Failure;
use crate::tokens::random_hex;

/// Path and content of every file.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

/// Stands for the nonce in `index.html`.
const NONCE: &str = "__CSP_NONCE__";

/// Shown instead of the app where it was not built.
const MISSING: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Soulfile</title>\
    <h1>The gateway runs, but this build has no web app</h1>\
    <p>Build it, then the binary: <code>make build</code> (or <code>npm ci &amp;&amp; npm run build</code> in <code>web/</code>, \
    then <code>cargo build</code>).</p><p>The API is at <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></html>";

/// Answers whatever is not a route: a file of the app, one of its pages, or that there is nothing.
pub async fn serve(request: Request) -> Result<Response, Failure> {
    let path = request.uri().path();
    let readable = request.method() == Method::GET || request.method() == Method::HEAD;
    if readable && is_page(path) {
        return page();
    }
    match FILES.iter().find(|(name, _)| readable && *name == path) {
        Some((name, bytes)) => Ok(file(name, bytes)),
        None => Err(Failure::not_found("there is nothing here; /api/openapi.json lists what there is")),
    }
}

/// The addresses of the app's pages; each shows the one document, which finds its place by itself.
fn is_page(path: &str) -> bool {
    path == "/" || path == "/index.html" || path == "/sign-in" || path.starts_with("/a/")
}

fn page() -> Result<Response, Failure> {
    let nonce = random_hex::<16>()?;
    let html = match FILES.iter().find(|(name, _)| *name == "/index.html") {
        Some((_, bytes)) => String::from_utf8_lossy(bytes).replace(NONCE, &nonce),
        None => MISSING.to_owned(),
    };
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types dompurify soulfile-layout"
    );
    let mut response = Response::new(Body::from(html));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_str(&policy).expect("plain text"));
    Ok(response)
}

fn file(name: &str, bytes: &'static [u8]) -> Response {
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(name)));
    if name.starts_with("/assets/") {
        // Their names change with their content.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    }
    response
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json" | "webmanifest") => "application/json",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_the_apps_addresses_and_nothing_of_the_api() {
        for page in ["/", "/sign-in", "/a/aria", "/a/aria/memories"] {
            assert!(is_page(page), "{page}");
        }
        for other in ["/api", "/api/agents", "/mcp/aria", "/v1/models", "/assets/x.js", "/a", "/favicon.ico"] {
            assert!(!is_page(other), "{other}");
        }
    }
}
