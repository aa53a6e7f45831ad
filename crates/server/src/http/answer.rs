//! What a verb's handler returns: a value, and what its headers say of it.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;
use soulfile_api::ContentHash;

/// Text as Prometheus reads it.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// An answer before it is written.
pub struct Answer<T> {
    status: StatusCode,
    etag: Option<ContentHash>,
    body: Option<T>,
}

impl<T> From<T> for Answer<T> {
    fn from(body: T) -> Self {
        Self { status: StatusCode::OK, etag: None, body: Some(body) }
    }
}

impl<T> Answer<T> {
    /// Something that is new.
    pub fn created(body: T) -> Self {
        Self { status: StatusCode::CREATED, ..Self::from(body) }
    }

    /// The caller has it already.
    pub fn not_modified(etag: ContentHash) -> Self {
        Self { status: StatusCode::NOT_MODIFIED, etag: Some(etag), body: None }
    }

    /// Names the version of what is answered.
    pub fn tagged(self, etag: Option<ContentHash>) -> Self {
        Self { etag, ..self }
    }
}

/// An answer as bytes, ready to cross back.
pub struct Written {
    status: StatusCode,
    etag: Option<ContentHash>,
    bytes: Option<Vec<u8>>,
    kind: &'static str,
}

impl Written {
    /// An answer that is text.
    pub fn text(text: String) -> Self {
        Self { status: StatusCode::OK, etag: None, bytes: Some(text.into_bytes()), kind: TEXT }
    }
}

impl<T: Serialize> From<Answer<T>> for Written {
    fn from(answer: Answer<T>) -> Self {
        let bytes = answer.body.map(|body| serde_json::to_vec(&body).expect("a verb's answer serialises"));
        Self { status: answer.status, etag: answer.etag, bytes, kind: "application/json" }
    }
}

impl From<Written> for Response {
    fn from(written: Written) -> Self {
        let mut response = Response::new(written.bytes.map_or_else(Body::empty, Body::from));
        *response.status_mut() = written.status;
        let headers = response.headers_mut();
        if written.status != StatusCode::NOT_MODIFIED {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(written.kind));
        }
        if let Some(etag) = written.etag {
            let value = HeaderValue::from_str(&format!("\"{etag}\"")).expect("hexadecimal digits");
            headers.insert(header::ETAG, value);
        }
        response
    }
}
