//! Slack, by its Events API: Slack calls `/api/channels/slack/<account>`, signed; answers go out through its Web API.
//!
//! Socket Mode would spare the public address and cost a second token and a websocket that is renewed all the time; an
//! event that is delivered again until it is taken is the simpler and the safer of the two.

use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};
use soulfile_engine::config::ConfigSecret;

use super::service::Service;
use super::signature::{is_recent, is_signed};
use super::{Channel, ChannelAccount, ChannelError, Delivered, Delivery, DeliveryError, Incoming, Outgoing};

const ADDRESS: &str = "https://slack.com/api";

struct Slack {
    service: Service,
    signing_secret: ConfigSecret,
    /// Our own user id, once it is known.
    own: OnceLock<String>,
}

pub(super) fn open(account: &ChannelAccount) -> Result<Arc<dyn Channel>, ChannelError> {
    account.token()?;
    let service = Service::new(account, Some(ADDRESS), Some("Bearer"))?;
    Ok(Arc::new(Slack { service, signing_secret: account.secret()?.clone(), own: OnceLock::new() }))
}

impl Channel for Slack {
    fn longest(&self) -> usize {
        4000
    }

    fn probe(&self) -> Result<String, ChannelError> {
        let me = self.ask("auth.test", &json!({}))?;
        let word = |key: &str| self.service.without_token(me[key].as_str().unwrap_or("?"));
        Ok(format!("is {} in {} at {}; Slack must reach us", word("user"), word("team"), self.service.host()))
    }

    fn delivered(&self, delivery: &Delivery<'_>) -> Result<Delivered, DeliveryError> {
        self.check(delivery).ok_or(DeliveryError::Unsigned)?;
        let event = delivery.json()?;
        match event["type"].as_str() {
            Some("url_verification") => {
                let challenge = event["challenge"].as_str().filter(|text| text.len() <= 1000);
                let challenge = challenge.ok_or_else(|| DeliveryError::Malformed("no challenge".to_owned()))?;
                Ok(Delivered::Challenge(challenge.to_owned()))
            }
            Some("event_callback") if event["event"].is_object() => {
                Ok(self.read(&event).map_or(Delivered::Nothing, Delivered::Message))
            }
            Some("app_rate_limited") => Ok(Delivered::Nothing),
            _ => Err(DeliveryError::Malformed("no event of Slack's".to_owned())),
        }
    }

    fn send(&self, message: &Outgoing<'_>) -> Result<(), ChannelError> {
        let mut body = json!({ "channel": message.to.room, "text": escaped(message.text) });
        if let Some(thread) = &message.to.thread {
            body["thread_ts"] = json!(thread);
        }
        self.ask("chat.postMessage", &body).map(drop)
    }
}

impl Slack {
    /// `v0=` and the signature of `v0:<time>:<body>`, in hex.
    fn check(&self, delivery: &Delivery<'_>) -> Option<()> {
        let time = delivery.header("x-slack-request-timestamp").filter(|time| is_recent(time, delivery.now))?;
        let signature = delivery.header("x-slack-signature")?.strip_prefix("v0=")?;
        let signature = hex::decode(signature).ok()?;
        let parts: [&[u8]; 4] = [b"v0:", time.as_bytes(), b":", delivery.body];
        is_signed(self.signing_secret.expose().as_bytes(), &parts, &signature).then_some(())
    }

    fn ask(&self, method: &str, body: &Value) -> Result<Value, ChannelError> {
        let answer = self.service.post(&format!("/{method}"), body)?;
        if answer["ok"].as_bool() == Some(true) {
            return Ok(answer);
        }
        let host = self.service.host();
        let code = self.service.without_token(answer["error"].as_str().unwrap_or("no answer of Slack's"));
        Err(match code.as_str() {
            "invalid_auth" | "not_authed" | "account_inactive" | "token_revoked" | "token_expired" => {
                ChannelError::last(format!("{host} does not accept the token ({code})"))
            }
            "ratelimited" | "internal_error" | "fatal_error" | "service_unavailable" | "request_timeout" => {
                ChannelError::passing(format!("{host} is not available ({code})"))
            }
            _ => ChannelError::last(format!("{host} refuses: {code}")),
        })
    }

    /// Who we are: as the event says it, else as Slack answers, once.
    fn own<'a>(&'a self, event: &'a Value) -> Option<&'a str> {
        let named = event["authorizations"].as_array().into_iter().flatten().find(|one| one["is_bot"] == true);
        if let Some(id) = named.and_then(|one| one["user_id"].as_str()) {
            return Some(id);
        }
        if self.own.get().is_none() {
            let id = self.ask("auth.test", &json!({})).ok()?["user_id"].as_str()?.to_owned();
            let _ = self.own.set(id);
        }
        self.own.get().map(String::as_str)
    }

    fn read(&self, event: &Value) -> Option<Incoming> {
        let message = &event["event"];
        let text = |key: &str| message[key].as_str();
        // Edits, joins and what programs post are not for us; a file or a broadcast reply is a message.
        let plain = matches!(text("subtype"), None | Some("file_share" | "thread_broadcast"));
        let kind = text("type").filter(|kind| matches!(*kind, "message" | "app_mention"))?;
        if !plain || !message["bot_id"].is_null() {
            return None;
        }
        let (room, peer, at) = (text("channel")?, text("user")?, text("ts")?);
        let own = self.own(event);
        if own == Some(peer) {
            return None;
        }
        let direct = text("channel_type") == Some("im");
        let mention = own.map(|own| format!("<@{own}>"));
        let said = text("text").unwrap_or_default();
        let mentioned = mention.as_ref().is_some_and(|mention| said.contains(mention.as_str()));
        let said = mention.map_or_else(|| said.to_owned(), |mention| said.replace(&mention, ""));
        let said = unescaped(&said).trim().trim_start_matches([',', ':']).trim().to_owned();
        let attachments = message["files"].as_array().map_or(0, Vec::len);
        if said.is_empty() && attachments == 0 {
            return None;
        }
        Some(Incoming {
            // A mention is delivered twice, as a message and as a mention, and is one message.
            id: format!("{room}:{at}"),
            direct,
            peer: peer.to_owned(),
            room: room.to_owned(),
            thread: text("thread_ts").map(str::to_owned),
            text: said,
            addressed: direct || mentioned || kind == "app_mention",
            attachments,
        })
    }
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// So that nothing in a text is a command: no `<!channel>` that calls everybody.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
