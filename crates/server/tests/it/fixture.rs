//! A gateway of two agents, with a token for every kind of caller.

use soulfile_api::AgentInfo;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use jiff::tz::TimeZone;
use serde_json::Value;
use soulfile_agent::ModelSettings;
use soulfile_engine::config::Config;
use soulfile_engine::{Engine, FixedClock, Place, Result, SetupRequest};
use soulfile_models::Key;
use soulfile_models::chat::{ChatModel, ChatSettings, RemoteChat, WireFormat, chat_model};
use soulfile_server::auth::Caller;
use soulfile_server::http::router;
use soulfile_server::mcp;
use soulfile_server::sessions::SpeakingModel;
use soulfile_server::state::{AgentDirectory, Gateway, GatewaySettings, Limits};
use soulfile_vocabulary::SessionKind;
use tempfile::TempDir;
use tower::ServiceExt;

pub const NOW: &str = "2026-02-10T12:00:00Z";

/// Two agents; `aria` knows a sub-agent `scout` that was granted nothing and one, `clerk`, that was
/// granted procedures.
pub struct Site {
    pub dir: TempDir,
    pub gateway: Arc<Gateway>,
    pub router: Router,
}

struct Two {
    root: PathBuf,
    model: Option<Arc<dyn ChatModel>>,
    /// Where programs' requests go on to.
    upstream: Option<ChatSettings>,
}

impl AgentDirectory for Two {
    fn stamp(&self) -> u64 {
        1
    }

    fn agents(&self) -> Result<Vec<AgentInfo>> {
        let info = |id: &str| AgentInfo {
            id: id.to_owned(),
            workspace: self.root.join(id).display().to_string(),
            exists: true,
            default: id == "aria",
            shared_with: Vec::new(),
        };
        Ok(vec![info("aria"), info("nova")])
    }

    fn place(&self, agent: &str) -> Result<Option<Place>> {
        Ok(["aria", "nova"].contains(&agent).then(|| place(&self.root, agent)))
    }

    fn speaker(&self, agent: &str) -> Result<Option<SpeakingModel>> {
        let state = place(&self.root, agent).state();
        let settings = ModelSettings {
            sessions: state.join("sessions"),
            usage: state.join("usage.jsonl"),
            max_tokens: 1000,
            thinking_tokens: 0,
            temperature: None,
            flush: false,
            soft_threshold_tokens: 400,
            prices: Default::default(),
            servers: Vec::new(),
            choose_model: None,
        };
        Ok(Some(SpeakingModel { model: self.model.clone(), settings }))
    }

    fn upstream(&self, _: &str, model: Option<&str>) -> Result<Option<Arc<RemoteChat>>> {
        let named = |settings: &ChatSettings| ChatSettings {
            model: model.unwrap_or(&settings.model).to_owned(),
            ..settings.clone()
        };
        Ok(self.upstream.as_ref().map(|settings| chat_model(&named(settings)).expect("a model")))
    }

    fn model_names(&self, _: &str) -> Result<Vec<String>> {
        Ok(self.upstream.iter().map(|settings| format!("{}/{}", settings.provider, settings.model)).collect())
    }
}

fn place(root: &std::path::Path, agent: &str) -> Place {
    let config: Config = serde_json::from_value(serde_json::json!({
        "agents": { "list": [
            { "id": "aria" }, { "id": "nova" }, { "id": "scout" },
            { "id": "clerk", "access": { "stores": ["procedural"] } },
        ] }
    }))
    .expect("a configuration");
    Place {
        agent: agent.to_owned(),
        workspace: root.join(agent),
        state_root: root.join("state"),
        config,
        config_file: None,
        machine_zone: TimeZone::UTC,
        clock: Arc::new(FixedClock::at(NOW.parse().expect("a time"))),
        embedding: Default::default(),
        beside: None,
        requester: Default::default(),
        journal: soulfile_testkit::journal::journal(&root.join(agent)),
    }
}

/// What a request was answered with.
#[derive(Debug)]
pub struct HttpReply {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl HttpReply {
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|e| panic!("not JSON ({e}): {}", self.text))
    }

    #[track_caller]
    pub fn is(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text);
        self
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    pub fn etag(&self) -> String {
        self.header("etag").to_owned()
    }
}

impl Site {
    pub fn new() -> Self {
        // High enough that only the tests of limits meet them.
        Self::with(Limits { per_second: 1_000_000, failures_per_minute: 60_000_000, ..Limits::default() })
    }

    /// A site whose agents speak through a server of this format.
    pub fn with_model(api: WireFormat, url: &str) -> Self {
        let model = ChatSettings {
            provider: "stub".to_owned(),
            api,
            model: "stub-1".to_owned(),
            base_url: Some(url.to_owned()),
            key: Key::new("upstream-key"),
            key_file: None,
            window: 100_000,
            silence: Duration::from_secs(60),
            proxy: None,
        };
        let limits = Limits { per_second: 1_000_000, failures_per_minute: 60_000_000, ..Limits::default() };
        Self::made(limits, None, Some(model))
    }

    pub fn with(limits: Limits) -> Self {
        Self::made(limits, None, None)
    }

    /// With a model that speaks.
    pub fn speaking(limits: Limits, model: Option<Arc<dyn ChatModel>>) -> Self {
        Self::made(limits, model, None)
    }

    fn made(limits: Limits, model: Option<Arc<dyn ChatModel>>, upstream: Option<ChatSettings>) -> Self {
        let dir = if std::path::Path::new("/dev/shm").is_dir() {
            tempfile::tempdir_in("/dev/shm").expect("a directory")
        } else {
            tempfile::tempdir().expect("a directory")
        };
        for agent in ["aria", "nova"] {
            Engine::setup(place(dir.path(), agent), &SetupRequest::default()).expect("set up");
        }
        let settings = GatewaySettings {
            tokens: dir.path().join("state/.gateway"),
            hosts: vec!["soul.example".to_owned()],
            origins: vec!["https://ui.example".to_owned()],
            limits,
            clock: Arc::new(FixedClock::at(NOW.parse().expect("a time"))),
            routing: None,
            watch: None,
            log: None,
        };
        let gateway = Gateway::new(Arc::new(Two { root: dir.path().to_owned(), model, upstream }), settings);
        let router = router(&gateway, vec![mcp::mount(&gateway)]);
        Self { dir, gateway, router }
    }

    /// Where the agents are, for engines of a test's own.
    pub fn directory(&self) -> Arc<dyn AgentDirectory> {
        Arc::new(Two { root: self.dir.path().to_owned(), model: None, upstream: None })
    }

    /// The same, with a gateway started anew.
    pub fn restarted(self) -> Self {
        let gateway = Gateway::new(self.directory(), self.gateway.settings.clone());
        let router = router(&gateway, Vec::new());
        Self { dir: self.dir, gateway, router }
    }

    /// A token for a caller.
    pub fn token(&self, caller: &Caller) -> String {
        self.gateway.tokens.make(caller, None).expect("a token").text
    }

    pub fn person(&self) -> String {
        self.gateway.tokens.own(&Caller::person()).expect("a token").text
    }

    /// Writes a file as a person with an editor does.
    pub fn write(&self, path: &str, text: &str) {
        let full = self.dir.path().join("aria").join(path);
        std::fs::create_dir_all(full.parent().expect("a folder")).expect("folders");
        std::fs::write(full, text).expect("written");
    }

    pub fn text(&self, path: &str) -> String {
        std::fs::read_to_string(self.dir.path().join("aria").join(path)).unwrap_or_default()
    }

    /// A request to be sent.
    pub fn request(method: &str, path: &str) -> axum::http::request::Builder {
        Request::builder().method(method).uri(path).header("host", "127.0.0.1:8377")
    }

    pub async fn send(&self, request: Request<Body>) -> HttpReply {
        send(self.router.clone(), request).await
    }

    pub async fn get(&self, token: &str, path: &str) -> HttpReply {
        let request = Self::request("GET", path).header("authorization", format!("Bearer {token}"));
        self.send(request.body(Body::empty()).expect("a request")).await
    }

    /// A request with a JSON body; none is sent for null.
    pub async fn json(&self, method: &str, token: &str, path: &str, body: &Value) -> HttpReply {
        self.send(Self::with_json(method, token, path, body)).await
    }

    pub fn with_json(method: &str, token: &str, path: &str, body: &Value) -> Request<Body> {
        let mut request = Self::request(method, path);
        if !token.is_empty() {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if body.is_null() {
            return request.body(Body::empty()).expect("a request");
        }
        request.header("content-type", "application/json").body(Body::from(body.to_string())).expect("a request")
    }

    /// Writes a file over HTTP, naming what was read.
    pub async fn put(&self, token: &str, file: &str, content: &str, etag: &str) -> HttpReply {
        let path = format!("/api/workspace/aria/file/{file}");
        let mut request = Self::with_json("PUT", token, &path, &serde_json::json!({ "content": content }));
        let (name, value) = if etag == "*" { ("if-none-match", "*") } else { ("if-match", etag) };
        if !etag.is_empty() {
            request.headers_mut().insert(name, value.parse().expect("a header"));
        }
        self.send(request).await
    }
}

pub async fn send(router: Router, request: Request<Body>) -> HttpReply {
    let response = router.oneshot(request).await.expect("an answer");
    let (parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.expect("a body");
    assert_ne!(parts.status, StatusCode::INTERNAL_SERVER_ERROR, "{}", String::from_utf8_lossy(&bytes));
    HttpReply {
        status: parts.status.as_u16(),
        headers: parts.headers,
        text: String::from_utf8(bytes.to_vec()).expect("UTF-8"),
    }
}

pub fn group(room: &str) -> Caller {
    Caller { session: SessionKind::Group, room: Some(room.to_owned()), ..Caller::agent("aria") }
}

pub fn with_user(caller: Caller, user: &str) -> Caller {
    Caller { user: Some(user.to_owned()), ..caller }
}

pub fn subagent(id: &str) -> Caller {
    Caller { session: SessionKind::Subagent, subagent: Some(id.to_owned()), ..Caller::agent("aria") }
}
