//! Webhooks in and out, for whatever has no channel of its own, in the form of the Standard Webhooks specification:
//! `webhook-id`, `webhook-timestamp` and `webhook-signature`, the HMAC of the three with the body.
//!
//! In: `{"peer": "42", "room": "dev", "text": "…", "addressed": true}`; without a room it is a direct message. Out: the same
//! form to `baseUrl`, with an id that stays the same when it is tried again.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::json;
use soulfile_engine::config::ConfigSecret;

use super::service::Service;
use super::signature::{is_recent, is_signed, sign};
use super::{Channel, ChannelAccount, ChannelError, Delivered, Delivery, DeliveryError, Incoming, Outgoing};

/// Least bytes of a secret.
const LEAST: usize = 16;

struct Webhook {
    /// Where answers go; none where nobody is told.
    service: Option<Service>,
    key: ConfigSecret,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    peer: String,
    #[serde(default)]
    room: Option<String>,
    #[serde(default)]
    thread: Option<String>,
    text: String,
    #[serde(default)]
    addressed: Option<bool>,
    #[serde(default)]
    attachments: usize,
}

pub(super) fn open(account: &ChannelAccount) -> Result<Arc<dyn Channel>, ChannelError> {
    let key = account.secret()?.clone();
    if secret_bytes(&key).is_none_or(|bytes| bytes.len() < LEAST) {
        return Err(ChannelError::last(format!(
            "the secret must be at least {LEAST} bytes, as it is or as whsec_ and base64"
        )));
    }
    let account = ChannelAccount { token: None, ..account.clone() };
    let service = account.base_url.is_some().then(|| Service::new(&account, None, None)).transpose()?;
    Ok(Arc::new(Webhook { service, key }))
}

impl Channel for Webhook {
    fn longest(&self) -> usize {
        100_000
    }

    fn probe(&self) -> Result<String, ChannelError> {
        Ok(match &self.service {
            Some(service) => {
                format!("takes signed deliveries; answers go to {} (not asked: that would deliver)", service.host())
            }
            None => "takes signed deliveries; answers go nowhere, there is no baseUrl".to_owned(),
        })
    }

    fn delivered(&self, delivery: &Delivery<'_>) -> Result<Delivered, DeliveryError> {
        let id = self.check(delivery).ok_or(DeliveryError::Unsigned)?;
        let body: Body = serde_json::from_slice(delivery.body)
            .map_err(|error| DeliveryError::Malformed(format!("the body is not understood: {error}")))?;
        if body.text.trim().is_empty() && body.attachments == 0 {
            return Err(DeliveryError::Malformed("the text is empty".to_owned()));
        }
        let direct = body.room.is_none();
        Ok(Delivered::Message(Incoming {
            id: id.to_owned(),
            direct,
            room: body.room.unwrap_or_else(|| body.peer.clone()),
            peer: body.peer,
            thread: body.thread,
            text: body.text,
            addressed: body.addressed.unwrap_or(direct),
            attachments: body.attachments,
        }))
    }

    fn send(&self, message: &Outgoing<'_>) -> Result<(), ChannelError> {
        let nowhere = || ChannelError::last("answers go nowhere; set channels.webhook.baseUrl");
        let service = self.service.as_ref().ok_or_else(nowhere)?;
        let to = message.to;
        let body = json!({
            "peer": to.peer,
            "room": (!to.direct).then_some(&to.room),
            "thread": to.thread,
            "text": message.text,
            "in_reply_to": to.id,
        });
        let body = body.to_string().into_bytes();
        // The receiver's window is about when it is sent, not about when it was said.
        let time = jiff::Timestamp::now().as_second().to_string();
        let signature = sign(&self.bytes(), &parts(message.key, &time, &body));
        let headers = [
            ("webhook-id", message.key.to_owned()),
            ("webhook-timestamp", time.clone()),
            ("webhook-signature", format!("v1,{}", STANDARD.encode(signature))),
        ];
        service.post_signed(&body, &headers).map(drop)
    }
}

impl Webhook {
    /// The id of a delivery that is signed and recent.
    fn check<'d>(&self, delivery: &'d Delivery<'_>) -> Option<&'d str> {
        let id = delivery.header("webhook-id").filter(|id| !id.is_empty() && !id.contains('.'))?;
        let time = delivery.header("webhook-timestamp").filter(|time| is_recent(time, delivery.now))?;
        let (key, parts) = (self.bytes(), parts(id, time, delivery.body));
        // Several while a secret is being changed.
        let given = delivery.header("webhook-signature")?.split(' ').take(8);
        let mut signatures = given.filter_map(|one| STANDARD.decode(one.strip_prefix("v1,")?).ok());
        signatures.any(|signature| is_signed(&key, &parts, &signature)).then_some(id)
    }

    fn bytes(&self) -> Vec<u8> {
        secret_bytes(&self.key).unwrap_or_default()
    }
}

fn parts<'p>(id: &'p str, time: &'p str, body: &'p [u8]) -> [&'p [u8]; 5] {
    [id.as_bytes(), b".", time.as_bytes(), b".", body]
}

fn secret_bytes(secret: &ConfigSecret) -> Option<Vec<u8>> {
    match secret.expose().strip_prefix("whsec_") {
        Some(encoded) => STANDARD.decode(encoded).ok(),
        None => Some(secret.expose().as_bytes().to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use super::super::test_account;
    use super::*;

    #[test]
    fn deliveries_are_signed_as_the_specification_says() {
        // The example of the specification.
        let secret = ConfigSecret::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let webhook = Webhook { service: None, key: secret };
        let body = br#"{"test": 2432232314}"#;
        let mut headers = HeaderMap::new();
        headers.insert("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek".parse().unwrap());
        headers.insert("webhook-timestamp", "1614265330".parse().unwrap());
        headers.insert("webhook-signature", "v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=".parse().unwrap());
        let at = |now| webhook.check(&Delivery { headers: &headers, body, now }).is_some();
        assert!(at(1_614_265_330) && at(1_614_265_600));
        assert!(!at(1_614_265_700), "too old");
        assert!(webhook.check(&Delivery { headers: &headers, body: b"{}", now: 1_614_265_330 }).is_none());
        headers.append("webhook-id", "another".parse().unwrap());
        assert!(webhook.check(&Delivery { headers: &headers, body, now: 1_614_265_330 }).is_none());
    }

    #[test]
    fn a_short_secret_is_refused() {
        for short in ["short", "whsec_AAAA", "whsec_not base64"] {
            let account = ChannelAccount { secret: Some(ConfigSecret::new(short)), ..test_account("webhook") };
            assert!(open(&account).is_err(), "{short}");
        }
        assert!(open(&test_account("webhook")).is_ok());
    }
}
