//! Matrix, by `/sync`: nothing of this machine has to be reachable. Rooms that are encrypted are not read, and it is said.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::service::{PATIENCE, Service, path_part};
use super::{Channel, ChannelAccount, ChannelError, ChannelReceiver, Incoming, Outgoing};

const CLIENT: &str = "/_matrix/client/v3";
/// Milliseconds the server holds a request in which nothing comes.
const HELD: u64 = 25_000;
/// A poll that gave nothing is not repeated sooner than this.
const LEAST: Duration = Duration::from_millis(300);
/// Messages of a room in one answer.
const MOST: usize = 200;

struct Matrix {
    service: Service,
    owners: Vec<String>,
}

pub(super) fn open(account: &ChannelAccount) -> Result<Arc<dyn Channel>, ChannelError> {
    account.token()?;
    let service = Service::new(account, None, Some("Bearer"))?;
    Ok(Arc::new(Matrix { service, owners: account.owners.clone() }))
}

impl Channel for Matrix {
    fn longest(&self) -> usize {
        20_000
    }

    fn probe(&self) -> Result<String, ChannelError> {
        Ok(format!("is {} at {}", self.me()?, self.service.host()))
    }

    fn listen(&self, line: &ChannelReceiver<'_>) -> Result<(), ChannelError> {
        let me = self.me()?;
        let mut since = line.cursor();
        while !line.is_over() {
            let began = Instant::now();
            let mut answer = self.sync(since.as_deref())?;
            line.works();
            let next = answer["next_batch"].as_str().map(str::to_owned);
            let next = next.ok_or_else(|| self.no_matrix())?;
            self.join(&answer["rooms"]["invite"], &me, line)?;
            // What was said before we were first here is not said to us.
            let joined = if since.is_some() { answer["rooms"]["join"].take() } else { Value::Null };
            let mut heard = 0;
            for (room, what) in joined.as_object().into_iter().flatten() {
                if what["timeline"]["limited"] == true {
                    line.tell(&format!("more was said in {room} while nobody listened than the server gives at once; the oldest of it was not heard"));
                }
                for event in what["timeline"]["events"].as_array().into_iter().flatten() {
                    heard += 1;
                    if let Some(message) = self.read(room, event, &me, line)? {
                        line.receive(message)?;
                    }
                }
            }
            if since.as_ref() != Some(&next) {
                line.keep_cursor(&next)?;
                since = Some(next);
            }
            if heard == 0 {
                line.pause(LEAST.saturating_sub(began.elapsed()));
            }
        }
        Ok(())
    }

    fn send(&self, message: &Outgoing<'_>) -> Result<(), ChannelError> {
        let room = path_part(&message.to.room);
        let mut body = json!({ "msgtype": "m.text", "body": message.text, "m.mentions": {} });
        if let Some(thread) = &message.to.thread {
            body["m.relates_to"] = json!({ "rel_type": "m.thread", "event_id": thread });
        }
        // The same transaction is carried out once, however often it is sent.
        let path = format!("{CLIENT}/rooms/{room}/send/m.room.message/{}", message.key);
        self.service.put(&path, &body).map(drop)
    }
}

impl Matrix {
    fn me(&self) -> Result<String, ChannelError> {
        let me = self.service.get(&format!("{CLIENT}/account/whoami"), PATIENCE)?;
        me["user_id"].as_str().map(str::to_owned).ok_or_else(|| self.no_matrix())
    }

    fn no_matrix(&self) -> ChannelError {
        ChannelError::passing(format!("{} does not speak Matrix", self.service.host()))
    }

    fn sync(&self, since: Option<&str>) -> Result<Value, ChannelError> {
        let none = json!({ "types": [] });
        let filter = json!({
            "presence": none, "account_data": none,
            "room": { "ephemeral": none, "account_data": none, "state": none, "timeline": { "limit": MOST } },
        });
        let mut path = format!("{CLIENT}/sync?filter={}", path_part(&filter.to_string()));
        path += &match since {
            Some(since) => format!("&timeout={HELD}&since={}", path_part(since)),
            None => "&timeout=0".to_owned(),
        };
        self.service.get(&path, Duration::from_millis(HELD) + PATIENCE)
    }

    /// Accepts the owner's invitations, and nobody else's.
    fn join(&self, invited: &Value, me: &str, line: &ChannelReceiver<'_>) -> Result<(), ChannelError> {
        for (room, what) in invited.as_object().into_iter().flatten() {
            let events = what["invite_state"]["events"].as_array().into_iter().flatten();
            let mut ours = events.filter(|event| event["type"] == "m.room.member" && event["state_key"] == me);
            let by = ours.find_map(|event| event["sender"].as_str()).unwrap_or_default();
            if !self.owners.iter().any(|owner| owner == by) {
                line.tell(&format!("an invitation to {room} was not accepted: it is not an owner's"));
                continue;
            }
            match self.service.post(&format!("{CLIENT}/join/{}", path_part(room)), &json!({})) {
                Ok(_) => {}
                Err(error) if error.passing => return Err(error),
                Err(error) => line.tell(&format!("{room} cannot be joined: {error}")),
            }
        }
        Ok(())
    }

    fn read(
        &self,
        room: &str,
        event: &Value,
        me: &str,
        line: &ChannelReceiver<'_>,
    ) -> Result<Option<Incoming>, ChannelError> {
        if event["type"] == "m.room.encrypted" {
            line.tell(&format!("{room} is encrypted and is not read"));
            return Ok(None);
        }
        let (Some(peer), Some(id)) = (event["sender"].as_str(), event["event_id"].as_str()) else { return Ok(None) };
        let content = &event["content"];
        let relation = &content["m.relates_to"];
        let kind = content["msgtype"].as_str().unwrap_or_default();
        // A notice is what programs say; an edit replaces what was heard already.
        let aside = peer == me || kind == "m.notice" || relation["rel_type"] == "m.replace";
        if event["type"] != "m.room.message" || aside {
            return Ok(None);
        }
        let is_text = matches!(kind, "m.text" | "m.emote");
        let body = if is_text { content["body"].as_str().unwrap_or_default() } else { "" };
        let answers = !relation["m.in_reply_to"].is_null();
        let mentioned = content["m.mentions"]["user_ids"].as_array().into_iter().flatten().any(|user| user == me);
        let (text, named) = without_name(if answers { without_fallback(body) } else { body }, me);
        let attachments = usize::from(!is_text);
        if text.is_empty() && attachments == 0 {
            return Ok(None);
        }
        let direct = self.is_direct(room, peer, me)?;
        Ok(Some(Incoming {
            id: id.to_owned(),
            direct,
            peer: peer.to_owned(),
            room: room.to_owned(),
            thread: (relation["rel_type"] == "m.thread")
                .then(|| relation["event_id"].as_str())
                .flatten()
                .map(str::to_owned),
            text,
            addressed: direct || mentioned || named,
            attachments,
        }))
    }

    /// Whether a room is a conversation of two. Asked each time: a third may have come.
    fn is_direct(&self, room: &str, peer: &str, me: &str) -> Result<bool, ChannelError> {
        let path = format!("{CLIENT}/rooms/{}/joined_members", path_part(room));
        let members = match self.service.get(&path, PATIENCE) {
            Ok(members) => members,
            Err(error) if error.passing => return Err(error),
            // We were put out of it meanwhile.
            Err(_) => return Ok(false),
        };
        let Some(joined) = members["joined"].as_object() else { return Ok(false) };
        Ok(joined.len() == 2 && joined.contains_key(peer) && joined.contains_key(me))
    }
}

/// The text without our name at its beginning, as clients write it, and whether we were named at all.
fn without_name(body: &str, me: &str) -> (String, bool) {
    let local = me.trim_start_matches('@').split(':').next().unwrap_or(me);
    let body = body.trim();
    for name in [me, local, me.trim_start_matches('@')] {
        let rest = body.get(..name.len()).filter(|head| head.eq_ignore_ascii_case(name)).map(|_| &body[name.len()..]);
        if let Some(rest) = rest.and_then(|rest| rest.strip_prefix([':', ','])) {
            return (rest.trim().to_owned(), true);
        }
    }
    (body.to_owned(), body.contains(me))
}

/// An answer without the words it quotes.
fn without_fallback(body: &str) -> &str {
    let mut rest = body;
    while rest.starts_with("> ") {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    rest.trim_start()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_quotations_are_not_what_is_said() {
        let me = "@aria:example.org";
        assert_eq!(without_name("aria: what is up?", me), ("what is up?".to_owned(), true));
        assert_eq!(without_name("@aria:example.org: hello", me), ("hello".to_owned(), true));
        assert_eq!(without_name("arias are long", me), ("arias are long".to_owned(), false));
        assert!(without_name("ask @aria:example.org about it", me).1);
        assert_eq!(without_name("ü", me), ("ü".to_owned(), false));
        assert_eq!(without_fallback("> <@bo:x> quoted\n> more\n\nmy answer"), "my answer");
        assert_eq!(without_fallback("> only quoted"), "");
    }
}
