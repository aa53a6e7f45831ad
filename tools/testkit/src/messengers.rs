//! Messengers on the loopback interface, each in its service's own wire format: what is said goes in, what was sent comes out.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::discord_gateway::DiscordGateway;
use crate::http::{Request, Server, ServerTrouble};

/// The token every one of them wants.
pub const TOKEN: &str = "123456:test-token";
/// The secret deliveries are signed with.
pub const SECRET: &str = "a-signing-secret-of-tests";
/// The bot's own id.
pub const BOT: &str = "9000";

/// Something said in a messenger.
#[derive(Debug, Clone)]
pub struct SaidMessage {
    pub number: u64,
    /// `None` in a direct message.
    pub room: Option<String>,
    pub peer: String,
    pub text: String,
    pub addressed: bool,
}

/// A request to deliver something to the gateway.
pub struct SignedRequest {
    pub path: &'static str,
    /// Header lines.
    pub headers: String,
    pub body: Value,
}

/// Which service is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessengerService {
    Telegram,
    Discord,
    Slack,
    Matrix,
    Webhook,
}

/// A messenger.
pub struct Messenger {
    pub service: MessengerService,
    server: Server,
    state: Arc<Mutex<State>>,
    gateway: Option<DiscordGateway>,
}

#[derive(Default)]
struct State {
    said: Vec<SaidMessage>,
    /// 0 where a service that is polled is to hand out everything once more.
    confirmed: usize,
    /// Where an answer went, and its text, each once per idempotency key.
    sent: Vec<(String, String)>,
    keys: Vec<String>,
    /// Everything that was asked to be sent, repetitions included.
    tries: usize,
}

impl Messenger {
    pub fn start(service: MessengerService) -> Self {
        let state: Arc<Mutex<State>> = Arc::default();
        let gateway = (service == MessengerService::Discord).then(DiscordGateway::start);
        let (shared, address) =
            (state.clone(), gateway.as_ref().map(|gateway| gateway.url.clone()).unwrap_or_default());
        let server = Server::start(move |request| match service {
            MessengerService::Telegram => telegram(&shared, request),
            MessengerService::Discord => discord(&shared, request, &address),
            MessengerService::Slack => slack(&shared, request),
            MessengerService::Matrix => matrix(&shared, request),
            MessengerService::Webhook => webhook(&shared, request),
        });
        Self { service, server, state, gateway }
    }

    /// The name of the channel.
    pub fn channel(&self) -> &'static str {
        match self.service {
            MessengerService::Telegram => "telegram",
            MessengerService::Discord => "discord",
            MessengerService::Slack => "slack",
            MessengerService::Matrix => "matrix",
            MessengerService::Webhook => "webhook",
        }
    }

    pub fn url(&self) -> &str {
        &self.server.url
    }

    /// Makes the next requests go wrong.
    pub fn trouble(&self, troubles: impl IntoIterator<Item = ServerTrouble>) {
        self.server.trouble(troubles);
    }

    /// Every request so far.
    pub fn requests(&self) -> Vec<Request> {
        self.server.requests()
    }

    /// The id of the nth person.
    pub fn person(&self, n: u32) -> String {
        match self.service {
            MessengerService::Slack => format!("U{n}"),
            MessengerService::Matrix => format!("@p{n}:example.org"),
            _ => format!("{n}"),
        }
    }

    /// The id of the nth room.
    pub fn room(&self, n: u32) -> String {
        match self.service {
            MessengerService::Telegram => format!("-100{n}"),
            MessengerService::Slack => format!("C{n}"),
            MessengerService::Matrix => format!("!r{n}:example.org"),
            _ => format!("70{n}"),
        }
    }

    /// Says something. A service that calls the gateway gives the request that does.
    pub fn say(&self, room: Option<&str>, peer: &str, text: &str, addressed: bool, now: i64) -> Option<SignedRequest> {
        let said = {
            let mut state = lock(&self.state);
            let number = state.said.len() as u64 + 1;
            let (room, peer, text) = (room.map(str::to_owned), peer.to_owned(), text.to_owned());
            state.said.push(SaidMessage { number, room, peer, text, addressed });
            state.said.last().cloned()?
        };
        if let Some(gateway) = &self.gateway {
            gateway.say(discord_message(&said));
        }
        self.delivery(&said, now)
    }

    /// Everything that was said, to be delivered once more, the newest first.
    pub fn again(&self, now: i64) -> Vec<SignedRequest> {
        let mut state = lock(&self.state);
        state.confirmed = 0;
        let mut said = state.said.clone();
        said.reverse();
        drop(state);
        if let Some(gateway) = &self.gateway {
            said.iter().for_each(|said| gateway.say(discord_message(said)));
        }
        said.iter().filter_map(|said| self.delivery(said, now)).collect()
    }

    /// Waits until somebody listens; a service that calls the gateway finds out when it does.
    pub fn listened_to(&self) {
        for _ in 0..2_400 {
            let asked = |part: &str| self.requests().iter().any(|request| request.path.contains(part));
            let heard = match self.service {
                MessengerService::Telegram => asked("getUpdates"),
                MessengerService::Matrix => asked("since="),
                MessengerService::Discord => {
                    self.gateway.as_ref().is_some_and(|gateway| gateway.ready.load(Ordering::SeqCst) > 0)
                }
                MessengerService::Slack | MessengerService::Webhook => true,
            };
            if heard {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("nobody listens to {}", self.channel());
    }

    /// What was sent: where, and the text.
    pub fn sent(&self) -> Vec<(String, String)> {
        lock(&self.state).sent.clone()
    }

    /// Waits until so much was sent; gives all of it.
    pub fn sent_at_least(&self, count: usize) -> Vec<(String, String)> {
        for _ in 0..2_400 {
            let sent = self.sent();
            if sent.len() >= count {
                return sent;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("{} of {count} messages were sent: {:?}", self.sent().len(), self.sent());
    }

    /// How often something was asked to be sent, repetitions included.
    pub fn tries(&self) -> usize {
        lock(&self.state).tries
    }

    /// Breaks the connection of a service that has one.
    pub fn break_off(&self) {
        if let Some(gateway) = &self.gateway {
            gateway.break_off();
        }
    }

    fn delivery(&self, said: &SaidMessage, now: i64) -> Option<SignedRequest> {
        match self.service {
            MessengerService::Slack => Some(slack_delivery(&slack_event(said), now)),
            MessengerService::Webhook => {
                let mut body = json!({ "peer": said.peer, "text": said.text, "addressed": said.addressed });
                if let Some(room) = &said.room {
                    body["room"] = json!(room);
                }
                Some(webhook_delivery(&format!("msg_{}", said.number), &body, now))
            }
            _ => None,
        }
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    fn send(&mut self, room: &str, text: &str, key: Option<&str>) {
        self.tries += 1;
        if let Some(key) = key {
            if self.keys.iter().any(|known| known == key) {
                return;
            }
            self.keys.push(key.to_owned());
        }
        self.sent.push((room.to_owned(), text.to_owned()));
    }
}

fn mac(parts: &[&[u8]]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).expect("a key of any length");
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().to_vec()
}

fn telegram(state: &Mutex<State>, request: &Request) -> (u16, Value) {
    let Some(method) = request.path.strip_prefix(&format!("/bot{TOKEN}/")) else {
        return (404, json!({ "ok": false, "error_code": 404, "description": "Not Found" }));
    };
    let ok = |result: Value| (200, json!({ "ok": true, "result": result }));
    match method {
        "getMe" => ok(json!({ "id": 9000, "is_bot": true, "first_name": "Aria", "username": "Aria_bot" })),
        "getUpdates" => {
            let offset = request.body["offset"].as_u64().unwrap_or(0);
            let updates = |state: &State| -> Vec<Value> {
                // Said again: the service gives the past once more, the newest first.
                let again = state.confirmed == 0 && offset > 0;
                let mut fresh: Vec<&SaidMessage> =
                    state.said.iter().filter(|said| again || said.number >= offset).collect();
                if again {
                    fresh.reverse();
                }
                fresh.into_iter().map(telegram_update).collect()
            };
            if updates(&lock(state)).is_empty() {
                // Held a moment, as the service holds it for longer.
                std::thread::sleep(Duration::from_millis(100));
            }
            let mut state = lock(state);
            let found = updates(&state);
            state.confirmed = 1;
            ok(json!(found))
        }
        "sendMessage" => {
            let chat = request.body["chat_id"].as_i64().unwrap_or_default().to_string();
            lock(state).send(&chat, request.body["text"].as_str().unwrap_or_default(), None);
            ok(json!({ "message_id": 1 }))
        }
        _ => (400, json!({ "ok": false, "error_code": 400, "description": "Bad Request" })),
    }
}

fn telegram_update(said: &SaidMessage) -> Value {
    let number = |id: &str| id.parse::<i64>().unwrap_or_default();
    let (chat, kind) = match &said.room {
        Some(room) => (number(room), "supergroup"),
        None => (number(&said.peer), "private"),
    };
    let text =
        if said.addressed && said.room.is_some() { format!("@Aria_bot {}", said.text) } else { said.text.clone() };
    json!({ "update_id": said.number, "message": {
        "message_id": said.number, "date": 1_770_000_000, "text": text,
        "from": { "id": number(&said.peer), "is_bot": false, "first_name": "Owner" },
        "chat": { "id": chat, "type": kind },
    } })
}

fn discord(state: &Mutex<State>, request: &Request, gateway: &str) -> (u16, Value) {
    if request.header("authorization") != Some(&format!("Bot {TOKEN}")) {
        return (401, json!({ "message": "401: Unauthorized", "code": 0 }));
    }
    let parts: Vec<&str> = request.path.trim_start_matches('/').split('/').collect();
    match parts[..] {
        ["users", "@me"] => (200, json!({ "id": BOT, "username": "aria", "bot": true })),
        ["gateway", "bot"] => (200, json!({ "url": gateway, "shards": 1 })),
        ["channels", id] => {
            let direct = lock(state).said.iter().any(|said| said.room.is_none() && format!("dm{}", said.peer) == id);
            (200, json!({ "id": id, "type": if direct { 1 } else { 0 } }))
        }
        ["channels", id, "messages"] => {
            let (text, nonce) = (request.body["content"].as_str(), request.body["nonce"].as_str());
            if nonce.is_none_or(|nonce| nonce.len() > 25) || text.is_none_or(|text| text.encode_utf16().count() > 2000)
            {
                return (400, json!({ "message": "Invalid Form Body", "code": 50035 }));
            }
            lock(state).send(id.trim_start_matches("dm"), text.unwrap_or_default(), nonce);
            (200, json!({ "id": "1" }))
        }
        _ => (404, json!({ "message": "404: Not Found", "code": 0 })),
    }
}

fn discord_message(said: &SaidMessage) -> Value {
    let meant = said.addressed && said.room.is_some();
    let mut message = json!({
        "id": format!("5{}", said.number), "type": 0,
        "channel_id": said.room.clone().unwrap_or_else(|| format!("dm{}", said.peer)),
        "author": { "id": said.peer, "username": "owner", "bot": false },
        "content": if meant { format!("<@{BOT}> {}", said.text) } else { said.text.clone() },
        "mentions": if meant { json!([{ "id": BOT }]) } else { json!([]) },
        "attachments": [],
    });
    if said.room.is_some() {
        message["guild_id"] = json!("1");
    }
    message
}

fn slack(state: &Mutex<State>, request: &Request) -> (u16, Value) {
    if request.header("authorization") != Some(&format!("Bearer {TOKEN}")) {
        return (200, json!({ "ok": false, "error": "invalid_auth" }));
    }
    match request.path.as_str() {
        "/auth.test" => (200, json!({ "ok": true, "user": "aria", "team": "Tests", "user_id": format!("U{BOT}") })),
        "/chat.postMessage" => {
            let channel = request.body["channel"].as_str().unwrap_or_default().trim_start_matches('D');
            lock(state).send(channel, request.body["text"].as_str().unwrap_or_default(), None);
            (200, json!({ "ok": true, "ts": "1.1" }))
        }
        _ => (200, json!({ "ok": false, "error": "unknown_method" })),
    }
}

fn slack_event(said: &SaidMessage) -> Value {
    let text = match said.addressed && said.room.is_some() {
        true => format!("<@U{BOT}> {}", said.text),
        false => said.text.clone(),
    };
    let (channel, kind) = match &said.room {
        Some(room) => (room.clone(), "channel"),
        None => (format!("D{}", said.peer), "im"),
    };
    json!({
        "type": "event_callback", "team_id": "T1", "event_id": format!("Ev{}", said.number),
        "authorizations": [{ "user_id": format!("U{BOT}"), "is_bot": true }],
        "event": { "type": "message", "channel": channel, "channel_type": kind, "user": said.peer, "text": text,
                   "ts": format!("1770000000.{:06}", said.number) },
    })
}

/// What Slack sends, signed.
pub fn slack_delivery(event: &Value, now: i64) -> SignedRequest {
    let (body, time) = (event.to_string(), now.to_string());
    let signature = hex::encode(mac(&[b"v0:", time.as_bytes(), b":", body.as_bytes()]));
    let headers = format!("x-slack-request-timestamp: {time}\r\nx-slack-signature: v0={signature}\r\n");
    SignedRequest { path: "/api/channels/slack/default", headers, body: event.clone() }
}

/// What a sender of webhooks sends, signed.
pub fn webhook_delivery(id: &str, body: &Value, now: i64) -> SignedRequest {
    let (text, time) = (body.to_string(), now.to_string());
    let signature = STANDARD.encode(mac(&[id.as_bytes(), b".", time.as_bytes(), b".", text.as_bytes()]));
    let headers = format!("webhook-id: {id}\r\nwebhook-timestamp: {time}\r\nwebhook-signature: v1,{signature}\r\n");
    SignedRequest { path: "/api/channels/webhook/default", headers, body: body.clone() }
}

fn webhook(state: &Mutex<State>, request: &Request) -> (u16, Value) {
    let header = |name: &str| request.header(name).unwrap_or_default();
    let body = request.body.to_string();
    let (id, time) = (header("webhook-id"), header("webhook-timestamp"));
    let expected = STANDARD.encode(mac(&[id.as_bytes(), b".", time.as_bytes(), b".", body.as_bytes()]));
    if header("webhook-signature") != format!("v1,{expected}") {
        return (401, json!({ "error": "bad signature" }));
    }
    let room = request.body["room"].as_str().or(request.body["peer"].as_str()).unwrap_or_default();
    lock(state).send(room, request.body["text"].as_str().unwrap_or_default(), Some(id));
    (200, Value::Null)
}

fn matrix(state: &Mutex<State>, request: &Request) -> (u16, Value) {
    if request.header("authorization") != Some(&format!("Bearer {TOKEN}")) {
        return (401, json!({ "errcode": "M_UNKNOWN_TOKEN", "error": "Invalid access token" }));
    }
    let me = "@aria:example.org";
    let path = request.path.strip_prefix("/_matrix/client/v3").unwrap_or_default();
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let parts: Vec<String> = path.trim_start_matches('/').split('/').map(decoded).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    match parts[..] {
        ["account", "whoami"] => (200, json!({ "user_id": me })),
        ["sync"] => matrix_sync(state, query),
        ["rooms", room, "joined_members"] => {
            let other = room.strip_prefix("!dm-").unwrap_or("@p77:example.org");
            let mut joined = json!({ me: {}, other: {} });
            if !room.starts_with("!dm-") {
                joined["@p78:example.org"] = json!({});
            }
            (200, json!({ "joined": joined }))
        }
        ["rooms", room, "send", "m.room.message", transaction] => {
            let room = room.trim_start_matches("!dm-");
            lock(state).send(room, request.body["body"].as_str().unwrap_or_default(), Some(transaction));
            (200, json!({ "event_id": "$answer" }))
        }
        _ => (404, json!({ "errcode": "M_UNRECOGNIZED", "error": "Unrecognized request" })),
    }
}

fn matrix_sync(state: &Mutex<State>, query: &str) -> (u16, Value) {
    let since = query.split('&').find_map(|part| part.strip_prefix("since=s")?.parse::<usize>().ok());
    if since.is_some_and(|since| since >= lock(state).said.len()) && lock(state).confirmed > 0 {
        std::thread::sleep(Duration::from_millis(100));
    }
    let mut state = lock(state);
    // Said again: the server gives the past once more.
    let from = if state.confirmed == 0 && since.is_some() { 0 } else { since.unwrap_or(0) };
    if since.is_some() {
        state.confirmed = 1;
    }
    let mut rooms = json!({});
    for said in &state.said[from.min(state.said.len())..] {
        let meant = said.addressed && said.room.is_some();
        let room = said.room.clone().unwrap_or_else(|| format!("!dm-{}", said.peer));
        let event = json!({
            "type": "m.room.message", "event_id": format!("$e{}", said.number), "sender": said.peer,
            "content": { "msgtype": "m.text",
                "body": if meant { format!("aria: {}", said.text) } else { said.text.clone() } },
        });
        if rooms[&room].is_null() {
            rooms[&room] = json!({ "timeline": { "limited": false, "events": [] } });
        }
        if let Some(events) = rooms[&room]["timeline"]["events"].as_array_mut() {
            events.push(event);
        }
    }
    (200, json!({ "next_batch": format!("s{}", state.said.len()), "rooms": { "join": rooms } }))
}

fn decoded(part: &str) -> String {
    let mut out = Vec::new();
    let mut bytes = part.bytes();
    while let Some(byte) = bytes.next() {
        let pair = (byte == b'%').then(|| [bytes.next().unwrap_or(b'0'), bytes.next().unwrap_or(b'0')]);
        let value = pair.and_then(|pair| u8::from_str_radix(&String::from_utf8_lossy(&pair), 16).ok());
        out.push(value.unwrap_or(byte));
    }
    String::from_utf8_lossy(&out).into_owned()
}
