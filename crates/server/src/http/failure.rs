//! How an error is told: the engine's kinds as statuses, mapped here and nowhere else.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use soulfile_api::{ErrorKind, Hint, Problem};
use soulfile_engine::Error;

use crate::blocking::Crossing;

/// An error on its way out.
#[derive(Debug, Clone)]
pub struct Failure {
    pub status: StatusCode,
    /// The body.
    pub problem: Problem,
    /// Seconds after which it may be tried again.
    pub retry_after: Option<u32>,
}

impl Failure {
    /// An error with a status, a kind and a message.
    pub fn new(status: u16, kind: &str, message: impl Into<String>) -> Self {
        Self {
            status: StatusCode::from_u16(status).expect("a status of ours"),
            problem: Problem::new(kind, message),
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

    /// Says what would help, in words and for programs.
    pub fn hinted(mut self, hint: Hint) -> Self {
        let error = &mut self.problem.error;
        error.message = format!("{}; {}", error.message, words(hint));
        error.hint = Some(hint);
        self
    }

    /// Leaves out what a caller that does not see everything should not learn from a failure.
    pub fn for_stranger(mut self) -> Self {
        if self.status.is_server_error() && self.status != StatusCode::SERVICE_UNAVAILABLE {
            self.problem.error.message = "it failed here; a person can see why in the gateway's log".to_owned();
        }
        self
    }
}

/// A hint in the words of HTTP: fields, parameters and routes.
fn words(hint: Hint) -> &'static str {
    match hint {
        Hint::AllowSecret => "a person who means it repeats the request with \"allow_secret\": true",
        Hint::ConfirmRemoval => "the parameter confirm=true goes ahead",
        Hint::RefreshReflection => "POST …/reflections with \"refresh\": true drafts it anew",
        Hint::ApproveWithChanges => "\"with_changes\": true means it as it is now",
        Hint::Mend => "POST …/doctor/mend sets it aside and makes it anew",
        Hint::AppendToLog => "POST …/memory/daily/DATE adds an entry, POST …/remember one whose place is found out",
        Hint::NameRoom => "name it in \"room\"",
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        if let Error::Hinted { error, hint } = error {
            return Self::from(*error).hinted(hint);
        }
        let hint = error.hint();
        let (status, kind) = match (&error, error.kind()) {
            (Error::NotAllowed(_), _) => (422, "invalid"),
            (_, kind @ ErrorKind::NotFound) => (404, kind.word()),
            (_, kind @ ErrorKind::Invalid) => (400, kind.word()),
            (_, kind @ ErrorKind::Conflict) => (409, kind.word()),
            (_, kind @ ErrorKind::Denied) => (403, kind.word()),
            (_, kind @ ErrorKind::Unavailable) => (503, kind.word()),
            (error, _) if error.is_disk_full() => (507, "unavailable"),
            (_, ErrorKind::Internal) => (500, "internal"),
        };
        let mut failure = Self::new(status, kind, error.to_string());
        failure.problem.error.current = error.current().map(str::to_owned);
        match hint {
            Some(hint) => failure.hinted(hint),
            None => failure,
        }
    }
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
