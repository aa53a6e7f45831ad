//! A service's HTTP interface: JSON out, JSON in, bounded in time and size, and never a word of the token in what it says.
//!
//! The address comes from the owner's configuration, or is the service's own; no answer of a service changes it.

use std::io::ErrorKind;
use std::time::Duration;

use serde_json::Value;
use soulfile_engine::config::ConfigSecret;
use ureq::http::{HeaderMap, Uri};
use ureq::{Agent, Proxy, RequestBuilder};

use super::{ChannelAccount, ChannelError};

/// Longest answer that is read.
const MOST_BYTES: u64 = 8 << 20;
/// Most characters of a service's own words that are passed on.
const MOST_WORDS: usize = 200;
/// How long a request may take that is not meant to wait.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// A service at one address.
pub(super) struct Service {
    agent: Agent,
    host: String,
    base: String,
    /// Sent with every request; the token, where it travels in a header.
    authorization: Option<String>,
    token: Option<ConfigSecret>,
}

impl Service {
    /// The service of an account, at `base` where the account names no other address. `scheme` is put before the token
    /// in the `Authorization` header; without one it does not travel there.
    pub fn new(account: &ChannelAccount, base: Option<&str>, scheme: Option<&str>) -> Result<Self, ChannelError> {
        let setting = format!("channels.{}.baseUrl", account.channel);
        let base = account.base_url.as_deref().or(base);
        let base = base.ok_or_else(|| ChannelError::last(format!("no address; set {setting}")))?;
        let wrong = || ChannelError::last(format!("{setting} is not an http or https address"));
        let uri: Uri = base.parse().map_err(|_| wrong())?;
        let host = uri.host().ok_or_else(wrong)?.to_owned();
        if uri.authority().is_some_and(|authority| authority.as_str().contains('@')) {
            return Err(ChannelError::last(format!("{setting} holds a password; only an address is used")));
        }
        let here = is_loopback(&host);
        match uri.scheme_str() {
            Some("https") => {}
            Some("http") if here => {}
            Some("http") => {
                return Err(ChannelError::last(format!(
                    "{host} is not on this machine and http would show everything; use https in {setting}"
                )));
            }
            _ => return Err(wrong()),
        }
        let bad_proxy = |_| ChannelError::last("the proxy's address cannot be used");
        let proxy = account.proxy.as_deref().filter(|_| !here).map(Proxy::new).transpose().map_err(bad_proxy)?;
        let config = Agent::config_builder()
            .http_status_as_error(false)
            // A redirect would send the token to someone else.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent("soulfile")
            .proxy(proxy)
            .build();
        let authorization = match (scheme, &account.token) {
            (Some(scheme), Some(token)) => Some(format!("{scheme} {}", token.expose())),
            _ => None,
        };
        Ok(Self {
            agent: config.into(),
            host: uri.authority().map_or(host, |authority| authority.as_str().to_owned()),
            base: base.trim_end_matches('/').to_owned(),
            authorization,
            token: account.token.clone(),
        })
    }

    /// Host and port.
    pub fn host(&self) -> &str {
        &self.host
    }

    pub fn get(&self, path: &str, patience: Duration) -> Result<Value, ChannelError> {
        let request = self.with_token(self.agent.get(format!("{}{path}", self.base)));
        let request = request.config().timeout_global(Some(patience)).build();
        self.read(request.call())
    }

    pub fn post(&self, path: &str, body: &Value) -> Result<Value, ChannelError> {
        let text = body.to_string();
        self.send(self.agent.post(format!("{}{path}", self.base)), &[], text.as_bytes(), PATIENCE)
    }

    pub fn put(&self, path: &str, body: &Value) -> Result<Value, ChannelError> {
        let text = body.to_string();
        self.send(self.agent.put(format!("{}{path}", self.base)), &[], text.as_bytes(), PATIENCE)
    }

    /// Posts bytes with headers of their own.
    pub fn post_signed(&self, body: &[u8], headers: &[(&str, String)]) -> Result<Value, ChannelError> {
        self.send(self.agent.post(&self.base), headers, body, PATIENCE)
    }

    /// Posts and waits for as long as `patience`.
    pub fn post_patiently(&self, path: &str, body: &Value, patience: Duration) -> Result<Value, ChannelError> {
        let text = body.to_string();
        self.send(self.agent.post(format!("{}{path}", self.base)), &[], text.as_bytes(), patience)
    }

    fn send<B>(
        &self,
        request: RequestBuilder<B>,
        headers: &[(&str, String)],
        body: &[u8],
        patience: Duration,
    ) -> Result<Value, ChannelError>
    where
        RequestBuilder<B>: Sends,
    {
        let mut request = self.with_token(request).header("content-type", "application/json");
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        self.read(request.send_within(body, patience))
    }

    fn with_token<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        match &self.authorization {
            Some(value) => request.header("authorization", value),
            None => request,
        }
    }

    fn read(&self, answered: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<Value, ChannelError> {
        let mut response = answered.map_err(|error| self.failed(&error))?;
        let status = response.status().as_u16();
        let limited = response.body_mut().with_config().limit(MOST_BYTES).read_to_vec();
        let bytes = limited.map_err(|error| self.failed(&error))?;
        let body: Option<Value> = serde_json::from_slice(&bytes).ok();
        if response.status().is_success() {
            return match body {
                Some(body) => Ok(body),
                None if bytes.is_empty() => Ok(Value::Null),
                // A receiver of webhooks may answer anything.
                None => Ok(Value::Null),
            };
        }
        Err(self.refused(status, response.headers(), &body.unwrap_or_default()))
    }

    /// What a refusal means.
    fn refused(&self, status: u16, headers: &HeaderMap, body: &Value) -> ChannelError {
        let words = ["description", "message", "error"].iter().find_map(|key| body[*key].as_str()).unwrap_or_default();
        let words = self.without_token(words);
        let said = if words.is_empty() { String::new() } else { format!(": {words}") };
        let host = &self.host;
        match status {
            401 => ChannelError::last(format!("{host} does not accept the token (status 401{said})")),
            429 => ChannelError::passing(format!("{host} asks to slow down (status 429)")).after(asked(headers, body)),
            408 | 425 | 500..=599 => ChannelError::passing(format!("{host} is not available: status {status}{said}"))
                .after(asked(headers, body)),
            _ => ChannelError::last(format!("{host} refuses: status {status}{said}")),
        }
    }

    fn failed(&self, error: &ureq::Error) -> ChannelError {
        use ureq::Error as U;
        // What the library says may quote the request, and a request may hold the token.
        let what = match error {
            U::Timeout(_) => "did not answer in time".to_owned(),
            U::HostNotFound => "cannot be found: its name does not resolve".to_owned(),
            U::Io(e) if e.kind() == ErrorKind::ConnectionRefused => "refuses connections".to_owned(),
            U::Io(e) => format!("broke off: {}", e.kind()),
            U::ConnectionFailed => "cannot be reached".to_owned(),
            U::Protocol(_) => "does not speak HTTP properly".to_owned(),
            U::BodyExceedsLimit(_) => "answers too much".to_owned(),
            U::Rustls(_) | U::Tls(_) => "has no certificate this machine trusts".to_owned(),
            _ => "cannot be asked".to_owned(),
        };
        ChannelError::passing(format!("{} {what}", self.host))
    }

    /// A service's words, safe to show.
    pub fn without_token(&self, words: &str) -> String {
        let words = match &self.token {
            Some(token) => words.replace(token.expose(), "…"),
            None => words.to_owned(),
        };
        words.chars().filter(|c| !c.is_control()).take(MOST_WORDS).collect()
    }
}

/// A request that takes a body.
trait Sends {
    fn send_within(self, body: &[u8], patience: Duration) -> Result<ureq::http::Response<ureq::Body>, ureq::Error>;
}

impl Sends for RequestBuilder<ureq::typestate::WithBody> {
    fn send_within(self, body: &[u8], patience: Duration) -> Result<ureq::http::Response<ureq::Body>, ureq::Error> {
        self.config().timeout_global(Some(patience)).build().send(body)
    }
}

/// How long a service asks to be left alone: in a header, or in the ways of Telegram, Discord and Matrix.
fn asked(headers: &HeaderMap, body: &Value) -> Option<Duration> {
    let in_header = headers.get("retry-after").and_then(|v| v.to_str().ok()).and_then(|v| v.trim().parse::<f64>().ok());
    let seconds = body["parameters"]["retry_after"].as_f64().or_else(|| body["retry_after"].as_f64());
    let milliseconds = body["retry_after_ms"].as_f64().map(|ms| ms / 1000.0);
    let seconds = seconds.or(milliseconds).or(in_header)?;
    Duration::try_from_secs_f64(seconds).ok()
}

pub(super) fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || bare.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// A part of a path, every character of it that could mean something else spelled out.
pub(super) fn path_part(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'~' => out.push(byte as char),
            byte => out += &format!("%{byte:02X}"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::test_account;
    use super::*;

    fn refused(base: &str) -> Option<String> {
        let account = ChannelAccount { base_url: Some(base.to_owned()), ..test_account("telegram") };
        Service::new(&account, None, None).err().map(|error| error.to_string())
    }

    #[test]
    fn a_token_never_travels_in_the_clear() {
        assert!(refused("http://chat.example").is_some_and(|error| error.contains("use https")));
        assert!(refused("http://127.0.0.1.evil.example").is_some());
        assert!(refused("https://user:pass@chat.example").is_some());
        for wrong in ["", "chat.example", "ftp://chat.example", "file:///etc/passwd"] {
            assert!(refused(wrong).is_some(), "{wrong}");
        }
        assert!(refused("http://127.0.0.1:9").is_none() && refused("https://chat.example").is_none());
    }

    #[test]
    fn a_service_that_echoes_the_token_is_not_quoted_with_it() {
        let account = ChannelAccount { base_url: Some("http://127.0.0.1:9".into()), ..test_account("telegram") };
        let service = Service::new(&account, None, None).unwrap();
        let body = serde_json::json!({ "description": "bad token test-token\n, sorry" });
        let error = service.refused(401, &HeaderMap::new(), &body);
        assert_eq!(error.to_string(), "127.0.0.1:9 does not accept the token (status 401: bad token …, sorry)");
        assert!(!error.passing);
    }

    #[test]
    fn the_three_ways_to_ask_for_time() {
        let wait = |body: Value| asked(&HeaderMap::new(), &body).map(|wait| wait.as_millis());
        assert_eq!(wait(serde_json::json!({ "parameters": { "retry_after": 7 } })), Some(7000));
        assert_eq!(wait(serde_json::json!({ "retry_after": 0.5 })), Some(500));
        assert_eq!(wait(serde_json::json!({ "retry_after_ms": 1500 })), Some(1500));
        assert_eq!(wait(Value::Null), None);
        let headers = [("retry-after".parse().unwrap(), "3".parse().unwrap())].into_iter().collect();
        assert_eq!(asked(&headers, &Value::Null), Some(Duration::from_secs(3)));
    }

    #[test]
    fn a_part_of_a_path_stays_one() {
        assert_eq!(path_part("!a:b.org/../x"), "%21a%3Ab%2Eorg%2F%2E%2E%2Fx");
    }
}
