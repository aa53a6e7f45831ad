//! How an error of ours is told to clients of OpenAI and of Anthropic: one body both understand.

use axum::body::Body;
use axum::response::Response;
use serde_json::{Value, json};
use soulfile_models::Error;

use crate::http::failure::Failure;

/// The body of an error.
pub(super) fn body(kind: &str, of_type: &str, message: &str) -> Value {
    json!({
        "type": "error",
        "error": { "kind": kind, "type": of_type, "message": message, "code": kind, "param": null },
    })
}

/// An error as a response.
pub(super) fn told(failure: Failure) -> Response {
    let of_type = match failure.status.as_u16() {
        401 => "authentication_error",
        403 => "permission_error",
        404 => "not_found_error",
        413 => "request_too_large",
        429 => "rate_limit_error",
        status if status >= 500 => "api_error",
        _ => "invalid_request_error",
    };
    let error = &failure.problem.error;
    let bytes = body(&error.kind, of_type, &error.message).to_string();
    Response::from(failure).map(|_| Body::from(bytes))
}

/// What a model's failure is to who asked.
pub(super) fn of_model(error: &Error) -> Failure {
    match error {
        Error::Busy { what, wait } => {
            let mut failure = Failure::new(429, "too_many", what);
            failure.retry_after = wait.and_then(|wait| u32::try_from(wait.as_secs().max(1)).ok()).or(Some(1));
            failure
        }
        Error::Input(_) | Error::TooLong(_) | Error::Settings(_) => Failure::invalid(error.to_string()),
        _ => Failure::new(503, "unavailable", error.to_string()),
    }
}
