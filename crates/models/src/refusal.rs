//! What a server says when it refuses: providers word it differently, and this reads them all.

use std::time::Duration;

use serde_json::Value;

/// A refusal, in the server's own words.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct ServerRefusal {
    /// The code or type, such as `overloaded_error`; empty where there is none.
    pub code: String,
    pub words: String,
    /// How long it asks to be left alone.
    pub wait: Option<Duration>,
}

impl ServerRefusal {
    /// Reads the body of a refusal. What is not JSON is not quoted: it may be anybody's web page.
    pub fn read(bytes: &[u8]) -> Self {
        serde_json::from_slice(bytes).map(|value| Self::of(&value)).unwrap_or_default()
    }

    /// Reads `{"error": {"message", "type" | "code" | "status"}}`, `{"error": "…"}`, and a list of one such.
    pub fn of(value: &Value) -> Self {
        let value = value.get(0).unwrap_or(value);
        let error = value.get("error").filter(|error| !error.is_null()).unwrap_or(value);
        let text = |key: &str| error.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
        let words = error.as_str().or_else(|| text("message")).or_else(|| text("detail")).unwrap_or_default();
        let code = text("code").or_else(|| text("type").filter(|kind| *kind != "error")).or_else(|| text("status"));
        let wait = error.get("details").and_then(Value::as_array).into_iter().flatten().find_map(|detail| {
            let seconds = detail.get("retryDelay")?.as_str()?.trim_end_matches('s').parse().ok()?;
            Duration::try_from_secs_f64(seconds).ok()
        });
        Self { code: code.unwrap_or_default().to_owned(), words: words.to_owned(), wait }
    }

    /// The status a code stands for, where an error comes inside a stream.
    pub fn status(&self) -> u16 {
        match self.code.as_str() {
            "invalid_request_error" | "invalid_prompt" | "INVALID_ARGUMENT" => 400,
            "authentication_error" | "invalid_api_key" | "UNAUTHENTICATED" => 401,
            "billing_error" => 402,
            "permission_error" | "PERMISSION_DENIED" => 403,
            "not_found_error" | "model_not_found" | "NOT_FOUND" => 404,
            "request_too_large" => 413,
            "rate_limit_error" | "rate_limit_exceeded" | "insufficient_quota" | "RESOURCE_EXHAUSTED" => 429,
            "overloaded_error" | "UNAVAILABLE" => 529,
            "timeout_error" | "DEADLINE_EXCEEDED" => 504,
            _ => 500,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_provider_s_way_of_refusing_is_read() {
        for (body, code, words) in [
            (
                r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
                "overloaded_error",
                "Overloaded",
            ),
            (
                r#"{"error":{"message":"No","type":"invalid_request_error","code":"model_not_found"}}"#,
                "model_not_found",
                "No",
            ),
            (r#"{"error":{"message":"No","type":"server_error","code":null}}"#, "server_error", "No"),
            (r#"[{"error":{"code":503,"message":"Busy","status":"UNAVAILABLE"}}]"#, "UNAVAILABLE", "Busy"),
            (r#"{"error":"model 'x' not found"}"#, "", "model 'x' not found"),
            (r#"{"detail":"Not Found"}"#, "", "Not Found"),
            ("<html>", "", ""),
            ("7", "", ""),
        ] {
            let said = ServerRefusal::read(body.as_bytes());
            assert_eq!((said.code.as_str(), said.words.as_str()), (code, words), "{body}");
        }
        let waits = r#"{"error":{"code":429,"details":[{"@type":"x"},{"@type":"RetryInfo","retryDelay":"3.5s"}]}}"#;
        assert_eq!(ServerRefusal::read(waits.as_bytes()).wait, Some(Duration::from_millis(3500)));
    }
}
