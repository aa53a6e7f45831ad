//! How an error is told: the engine's kinds as statuses, mapped here and nowhere else.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use soulfile_engine::workspace_layer::Error as WorkspaceError;
use soulfile_engine::{Error, Kind};

use crate::blocking::Crossing;

/// What an error looks like on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Problem {
    /// What went wrong.
    pub error: ProblemText,
}

/// One error.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ProblemText {
    /// What a caller can do about it: not_found, invalid, conflict, denied, unavailable, internal,
    /// unauthenticated, precondition_required or too_many.
    pub kind: String,
    /// What happened, to what, and what to try.
    pub message: String,
    /// For a conflict: the hash of what is there now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
}

/// An error on its way out.
#[derive(Debug, Clone)]
pub struct Failure {
    /// The status.
    pub status: StatusCode,
    /// The body.
    pub problem: Problem,
    /// Seconds after which it may be tried again.
    pub retry_after: Option<u32>,
}

impl Failure {
    /// An error with a status, a kind and a message.
    pub fn new(status: u16, kind: &str, message: impl Into<String>) -> Self {
        let error = ProblemText { kind: kind.to_owned(), message: message.into(), current: None };
        Self {
            status: StatusCode::from_u16(status).expect("a status of ours"),
            problem: Problem { error },
            retry_after: (status == 429 || status == 503).then_some(1),
        }
    }

    /// The request can never work as it is.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(400, "invalid", message)
    }

    /// What was asked for is not there.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(404, "not_found", message)
    }

    /// The caller may not.
    pub fn denied(message: impl Into<String>) -> Self {
        Self::new(403, "denied", message)
    }

    /// No token, or none that is good.
    pub fn unauthenticated() -> Self {
        Self::new(401, "unauthenticated", "a token is needed: Authorization: Bearer TOKEN (`soul serve token show`)")
    }

    /// Leaves out what a caller that does not see everything should not learn from a failure.
    pub fn for_stranger(mut self) -> Self {
        if self.status.is_server_error() && self.status != StatusCode::SERVICE_UNAVAILABLE {
            self.problem.error.message = "it failed here; a person can see why in the gateway's log".to_owned();
        }
        self
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let (status, kind) = match (&error, error.kind()) {
            (Error::NotAllowed(_), _) => (422, "invalid"),
            (_, Kind::NotFound) => (404, "not_found"),
            (_, Kind::Invalid) => (400, "invalid"),
            (_, Kind::Conflict) => (409, "conflict"),
            (_, Kind::Denied) => (403, "denied"),
            (_, Kind::Unavailable) => (503, "unavailable"),
            (Error::Workspace(WorkspaceError::Io { source, .. }) | Error::Io { source, .. }, _) if is_full(source) => {
                (507, "unavailable")
            }
            (_, Kind::Internal) => (500, "internal"),
        };
        let mut failure = Self::new(status, kind, error.to_string());
        if let Error::Workspace(WorkspaceError::Conflict { current, .. }) = &error {
            failure.problem.error.current = Some(current.clone());
        }
        failure
    }
}

fn is_full(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded)
}

impl From<Crossing> for Failure {
    fn from(crossing: Crossing) -> Self {
        match crossing {
            Crossing::Busy => Self::new(503, "unavailable", crossing.to_string()),
            Crossing::Failed => Self::new(500, "internal", crossing.to_string()),
        }
    }
}

impl From<Failure> for Response {
    fn from(failure: Failure) -> Self {
        let bytes = serde_json::to_vec(&failure.problem).expect("an error serialises");
        let mut response = Response::new(Body::from(bytes));
        *response.status_mut() = failure.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if failure.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"soul\""));
        }
        if let Some(seconds) = failure.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        self.into()
    }
}
