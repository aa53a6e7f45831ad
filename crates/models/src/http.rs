//! One POST with JSON in and JSON or a stream out: bounded in time and size, repeated where repeating may help,
//! and never a word of the key in what it says.

use std::io::{ErrorKind, Read};
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::http::{Response, StatusCode, Uri};
use ureq::{Agent, Body, Proxy};

use crate::error::Error;
use crate::settings::Key;

/// Tries of one request.
pub(crate) const TRIES: u32 = 4;
/// Longest time to connect.
const CONNECT: Duration = Duration::from_secs(10);
/// Wait before the second try; doubled each time.
pub(crate) const FIRST_WAIT: Duration = Duration::from_millis(250);
/// Longest answer that is read.
const MOST_BYTES: u64 = 64 << 20;
/// Most characters of a server's own words that are passed on.
const MOST_WORDS: usize = 200;

/// A server at one address.
pub(crate) struct RemoteServer {
    agent: Agent,
    /// Name in messages: the provider and its host.
    name: String,
    base: String,
    headers: Vec<(&'static str, String)>,
    key: Option<Key>,
}

/// Where a server is and how it is called.
#[derive(Default)]
pub(crate) struct Address<'a> {
    /// The provider's name in messages.
    pub provider: &'a str,
    /// The address, without the path of a request.
    pub base: &'a str,
    /// The setting that holds the address, for messages.
    pub setting: &'a str,
    /// Headers of every request; one of them carries the key.
    pub headers: Vec<(&'static str, String)>,
    /// The key, so that it can be kept out of messages.
    pub key: Option<Key>,
    /// Proxy for servers on other machines.
    pub proxy: Option<&'a str>,
}

impl RemoteServer {
    /// A server; refuses an address that would carry the key in the clear.
    pub fn new(address: Address<'_>) -> Result<Self, Error> {
        let Address { provider, base, setting, headers, key, proxy } = address;
        let base = base.trim_end_matches('/');
        let wrong = || Error::Settings(format!("{setting} is not an http or https address"));
        let uri: Uri = base.parse().map_err(|_| wrong())?;
        let host = uri.host().ok_or_else(wrong)?.to_owned();
        if uri.authority().is_some_and(|a| a.as_str().contains('@')) {
            return Err(Error::Settings(
                "an address with a password in it is not used; set the key instead".to_owned(),
            ));
        }
        let here = is_loopback(&host);
        match uri.scheme_str() {
            Some("https") => {}
            Some("http") if here || key.is_none() => {}
            Some("http") => {
                return Err(Error::Settings(format!(
                    "{host} is not on this machine and http would show the key; use https"
                )));
            }
            _ => return Err(wrong()),
        }
        // Without `proxy` the agent would look into the environment by itself.
        let proxy = match proxy.filter(|_| !here) {
            Some(address) => Some(
                Proxy::new(address).map_err(|_| Error::Settings("the proxy's address cannot be used".to_owned()))?,
            ),
            None => None,
        };
        let config = Agent::config_builder()
            .http_status_as_error(false)
            // A redirect would send the key and the texts to someone else.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent("soulfile")
            .proxy(proxy)
            .build();
        let name = format!("{provider} at {}", uri.authority().map_or(host.as_str(), |a| a.as_str()));
        Ok(Self { agent: config.into(), name, base: base.to_owned(), headers, key })
    }

    /// The name in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Host and port.
    pub fn host(&self) -> &str {
        self.name.rsplit(' ').next().unwrap_or_default()
    }

    /// Sends and returns the answer, trying again within `patience` where that may help.
    pub fn post(&self, path: &str, body: &Value, patience: Duration) -> Result<Value, Error> {
        let start = Instant::now();
        let url = format!("{}{path}", self.base);
        let mut wait = FIRST_WAIT;
        for attempt in 1.. {
            let left = patience.saturating_sub(start.elapsed());
            if left.is_zero() {
                return Err(self.down(&format!("did not answer within {} ms", patience.as_millis())));
            }
            let (error, asked) = match self.try_once(&url, body, left) {
                Ok(answer) => return Ok(answer),
                Err(HttpFailure::Final(error)) => return Err(error),
                Err(HttpFailure::Passing { error, wait }) => (error, wait),
            };
            let pause = asked.unwrap_or(wait);
            if attempt >= TRIES || start.elapsed() + pause >= patience {
                return Err(error);
            }
            std::thread::sleep(pause);
            wait *= 2;
        }
        unreachable!("the loop ends by returning")
    }

    fn try_once(&self, url: &str, body: &Value, left: Duration) -> Result<Value, HttpFailure> {
        let mut request = self.agent.post(url).config().timeout_global(Some(left)).build();
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        let mut response = request.send_json(body).map_err(|e| self.failed(&e))?;
        let status = response.status();
        if status.is_success() {
            let read = response.body_mut().with_config().limit(MOST_BYTES).read_to_vec();
            let bytes = read.map_err(|e| self.failed(&e))?;
            return serde_json::from_slice(&bytes)
                .map_err(|_| HttpFailure::Final(Error::Answer(format!("{}: the answer is not JSON", self.name))));
        }
        Err(self.refusal(&mut response))
    }

    /// Sends once and hands out the body as it comes. `silence` bounds each wait for the next bytes.
    pub fn open(&self, path: &str, body: &Value, silence: Duration) -> Result<OpenedResponse, HttpFailure> {
        let url = format!("{}{path}", self.base);
        let mut request = self
            .agent
            .post(&url)
            .config()
            .timeout_connect(Some(silence.min(CONNECT)))
            .timeout_recv_response(Some(silence))
            .timeout_per_read(Some(silence))
            .build();
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        let mut response = request.send_json(body).map_err(|e| self.failed(&e))?;
        if !response.status().is_success() {
            return Err(self.refusal(&mut response));
        }
        let kind = response.headers().get("content-type").and_then(|v| v.to_str().ok()).unwrap_or_default();
        let whole = kind.starts_with("application/json");
        Ok(OpenedResponse { whole, body: Box::new(response.into_body().into_with_config().limit(MOST_BYTES).reader()) })
    }

    /// Sends bytes once and hands out whatever is answered, a refusal too. `headers` go before those of the server,
    /// except where they would carry a key.
    pub fn relay(
        &self,
        path: &str,
        body: &[u8],
        headers: &[(String, String)],
        silence: Duration,
    ) -> Result<Response<Body>, Error> {
        let mut request = self
            .agent
            .post(format!("{}{path}", self.base))
            .config()
            .timeout_connect(Some(silence.min(CONNECT)))
            .timeout_recv_response(Some(silence))
            .timeout_per_read(Some(silence))
            .build();
        let given = |name: &str| headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
        for (name, value) in self.headers.iter().filter(|(name, _)| is_key(name) || !given(name)) {
            request = request.header(*name, value);
        }
        for (name, value) in headers.iter().filter(|(name, _)| !is_key(name)) {
            request = request.header(name, value);
        }
        request = request.header("content-type", "application/json");
        request.send(body).map_err(|e| self.failed(&e).into_error())
    }

    /// One GET, for lists of models.
    pub fn get(&self, path: &str, patience: Duration) -> Result<Value, Error> {
        let mut request =
            self.agent.get(format!("{}{path}", self.base)).config().timeout_global(Some(patience)).build();
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        let got = request.call().map_err(|e| self.failed(&e)).and_then(|mut response| {
            if !response.status().is_success() {
                return Err(self.refusal(&mut response));
            }
            let read = response.body_mut().with_config().limit(MOST_BYTES).read_to_vec();
            read.map_err(|e| self.failed(&e))
        });
        let bytes = got.map_err(HttpFailure::into_error)?;
        serde_json::from_slice(&bytes).map_err(|_| Error::Answer(format!("{}: the answer is not JSON", self.name)))
    }

    fn refusal(&self, response: &mut Response<Body>) -> HttpFailure {
        let status = response.status();
        let header = |name: &str| response.headers().get(name).and_then(|v| v.to_str().ok()).map(str::to_owned);
        let asked = wait_asked(header("retry-after-ms").as_deref(), header("retry-after").as_deref());
        let bytes = response.body_mut().with_config().limit(64 << 10).read_to_vec().unwrap_or_default();
        let said = crate::refusal::ServerRefusal::read(&bytes);
        self.judge(status, &said.code, &without_secrets(&said.words, self.key.as_ref()), asked.or(said.wait))
    }

    /// Turns an error that came inside a stream into a failure, by the code and the words the server gives.
    pub fn stream_failure(&self, status: u16, code: &str, words: &str) -> HttpFailure {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        self.judge(status, code, &without_secrets(words, self.key.as_ref()), None)
    }

    /// Why reading the answer broke off.
    pub fn read_failure(&self, error: std::io::Error) -> HttpFailure {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<ureq::Error>()) {
            Some(inner) => self.failed(inner),
            None if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock) => {
                HttpFailure::Final(self.down("went silent"))
            }
            None => HttpFailure::Passing { error: self.down(&format!("broke off: {}", error.kind())), wait: None },
        }
    }

    /// What a refusal means for the caller.
    fn judge(&self, status: StatusCode, code: &str, words: &str, asked: Option<Duration>) -> HttpFailure {
        let name = &self.name;
        let number = status.as_u16();
        let said = if words.is_empty() { String::new() } else { format!(" ({words})") };
        if is_too_long(code, words) && number != 429 {
            return HttpFailure::Final(Error::TooLong(format!("{name}: this does not fit the model's window{said}")));
        }
        match number {
            401 | 403 => {
                HttpFailure::Final(Error::Refused(format!("{name} does not accept the key (status {number})")))
            }
            402 => HttpFailure::Final(Error::Refused(format!("{name} wants to be paid first{said}"))),
            404 => HttpFailure::Final(Error::Refused(format!("{name} does not know this model or address{said}"))),
            400 if code == "invalid_api_key" || words.contains("API key not valid") => {
                HttpFailure::Final(Error::Refused(format!("{name} does not accept the key (status {number})")))
            }
            400 | 413 | 422 => HttpFailure::Final(Error::Input(format!("{name} does not take these texts{said}"))),
            // Waiting does not fill an account.
            429 if code == "insufficient_quota" => {
                HttpFailure::Final(Error::Refused(format!("{name}: the account has no quota left{said}")))
            }
            429 | 529 => HttpFailure::Passing {
                error: Error::Busy { what: format!("{name} is busy: status {number}{said}"), wait: asked },
                wait: asked,
            },
            408 | 409 | 500..=599 => HttpFailure::Passing {
                error: Error::Down(format!("{name} is not available: status {number}{said}")),
                wait: asked,
            },
            _ => HttpFailure::Final(Error::Refused(format!("{name} answered with status {number}{said}"))),
        }
    }

    fn failed(&self, error: &ureq::Error) -> HttpFailure {
        use ureq::Error as U;
        match error {
            U::Timeout(_) => HttpFailure::Final(self.down("did not answer in time")),
            U::HostNotFound => HttpFailure::Final(self.down("cannot be found: its name does not resolve")),
            // Nobody listens: trying again within seconds is of no use.
            U::Io(e) if e.kind() == std::io::ErrorKind::ConnectionRefused => {
                HttpFailure::Final(self.down("refuses connections"))
            }
            U::ConnectionFailed => HttpFailure::Final(self.down("cannot be reached")),
            U::Io(e) => HttpFailure::Passing { error: self.down(&format!("broke off: {}", e.kind())), wait: None },
            U::Protocol(_) => HttpFailure::Passing { error: self.down("does not speak HTTP properly"), wait: None },
            U::BodyExceedsLimit(_) => {
                HttpFailure::Final(Error::Answer(format!("{}: the answer is too long", self.name)))
            }
            U::Rustls(_) | U::Tls(_) => HttpFailure::Final(self.down("has no certificate this machine trusts")),
            // The rest may quote the request; nothing of it is passed on.
            _ => HttpFailure::Final(self.down("cannot be asked")),
        }
    }

    fn down(&self, what: &str) -> Error {
        Error::Down(format!("{} {what}", self.name))
    }
}

/// Whether a header carries a key.
fn is_key(name: &str) -> bool {
    ["authorization", "x-api-key", "x-goog-api-key"].iter().any(|key| name.eq_ignore_ascii_case(key))
}

/// An answer that is being read.
pub(crate) struct OpenedResponse {
    /// Whether the server answers with one JSON document instead of a stream.
    pub whole: bool,
    /// The bytes, as they come.
    pub body: Box<dyn Read + Send>,
}

pub(crate) enum HttpFailure {
    /// Trying again is of no use.
    Final(Error),
    /// Trying again may help, after the time the server asks for.
    Passing { error: Error, wait: Option<Duration> },
}

impl HttpFailure {
    pub fn into_error(self) -> Error {
        match self {
            Self::Final(error) | Self::Passing { error, .. } => error,
        }
    }
}

/// How long the server asks to be left alone: milliseconds, seconds, or until a date.
fn wait_asked(milliseconds: Option<&str>, after: Option<&str>) -> Option<Duration> {
    if let Some(ms) = milliseconds.and_then(|v| v.trim().parse::<f64>().ok()) {
        return Duration::try_from_secs_f64(ms / 1000.0).ok();
    }
    // A date is not read, for want of a clock: the doubling wait serves.
    Duration::try_from_secs_f64(after?.trim().parse().ok()?).ok()
}

/// Whether a refusal is about the size of what was sent.
fn is_too_long(code: &str, words: &str) -> bool {
    let words = words.to_ascii_lowercase();
    code == "context_length_exceeded"
        || code == "exceed_context_size_error"
        || ["prompt is too long", "maximum context length", "context length", "context window", "context size"]
            .iter()
            .any(|mark| words.contains(mark))
        || words.contains("maximum number of tokens")
}

/// Words that are safe to show: the key and whatever looks like one is left out.
fn without_secrets(words: &str, key: Option<&Key>) -> String {
    let words = key.map_or_else(|| words.to_owned(), |key| words.replace(key.expose(), "…"));
    let looks = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        bare.starts_with("sk-") || bare.starts_with("AIza") || bare.contains("***")
    };
    let kept: Vec<&str> = words.split_whitespace().map(|w| if looks(w) { "…" } else { w }).collect();
    kept.join(" ").chars().filter(|c| !c.is_control()).take(MOST_WORDS).collect()
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || bare.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(base: &str, key: Option<&str>) -> Option<String> {
        let key = key.and_then(Key::new);
        let address = Address { provider: "openai", base, setting: "baseUrl", key, ..Address::default() };
        RemoteServer::new(address).err().map(|e| e.to_string())
    }

    #[test]
    fn a_key_never_travels_in_the_clear() {
        assert!(refused("http://models.example/v1", Some("k")).is_some_and(|e| e.contains("use https")));
        assert!(refused("http://127.0.0.1:9/v1", Some("k")).is_none());
        assert!(refused("http://[::1]:9/v1", Some("k")).is_none());
        assert!(refused("http://127.0.0.1.evil.example/v1", Some("k")).is_some());
        assert!(refused("http://models.example/v1", None).is_none());
        assert!(refused("https://models.example/v1", Some("k")).is_none());
        assert!(refused("https://user:pass@models.example/v1", Some("k")).is_some());
        for wrong in ["", "models.example", "ftp://models.example", "file:///etc/passwd"] {
            assert!(refused(wrong, None).is_some(), "{wrong}");
        }
    }

    #[test]
    fn a_server_that_echoes_the_key_is_not_quoted_with_it() {
        let key = Key::new("abc-123");
        assert_eq!(without_secrets("bad key abc-123, sorry", key.as_ref()), "bad key …, sorry");
        assert_eq!(without_secrets("provided: sk-ab***yz.\nSee", None), "provided: … See");
        assert_eq!(without_secrets(&"x ".repeat(500), None).len(), MOST_WORDS);
    }
}
