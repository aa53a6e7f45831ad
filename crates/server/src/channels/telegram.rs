//! Telegram's Bot API, by long polling: nothing of this machine has to be reachable.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::service::{PATIENCE, Service};
use super::{Channel, ChannelAccount, ChannelError, ChannelReceiver, Incoming, Outgoing};

const ADDRESS: &str = "https://api.telegram.org";
/// Seconds the server holds a request in which nothing comes.
const HELD: u64 = 25;
/// A poll that gave nothing is not repeated sooner than this.
const LEAST: Duration = Duration::from_millis(300);

struct Telegram {
    service: Service,
    /// Every path begins with it; it holds the token.
    path: String,
}

/// Who the bot is.
struct Bot {
    id: i64,
    /// `@name`, in lower case.
    mention: String,
}

pub(super) fn open(account: &ChannelAccount) -> Result<Arc<dyn Channel>, ChannelError> {
    let token = account.token()?.expose();
    // The token is part of the path: nothing in it may lead elsewhere.
    if !token.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b':' | b'-' | b'_')) {
        return Err(ChannelError::last("the token is not one of Telegram's, such as 123456:ABC…"));
    }
    let service = Service::new(account, Some(ADDRESS), None)?;
    Ok(Arc::new(Telegram { service, path: format!("/bot{token}") }))
}

impl Channel for Telegram {
    fn longest(&self) -> usize {
        4096
    }

    fn probe(&self) -> Result<String, ChannelError> {
        Ok(format!("is {} at {}", self.me()?.mention, self.service.host()))
    }

    fn listen(&self, line: &ChannelReceiver<'_>) -> Result<(), ChannelError> {
        let bot = self.me()?;
        let mut offset: i64 = line.cursor().and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
        while !line.is_over() {
            let began = Instant::now();
            let asked = json!({ "offset": offset, "timeout": HELD, "allowed_updates": ["message"] });
            let updates = self.ask("getUpdates", &asked, Duration::from_secs(HELD) + PATIENCE)?;
            line.works();
            let updates = updates.as_array().cloned().unwrap_or_default();
            for update in &updates {
                if let Some(message) = read(&update["message"], &bot) {
                    line.receive(message)?;
                }
                // In whatever order they come: the next poll confirms all before it.
                offset = offset.max(update["update_id"].as_i64().unwrap_or(0) + 1);
            }
            if updates.is_empty() {
                line.pause(LEAST.saturating_sub(began.elapsed()));
            } else {
                line.keep_cursor(&offset.to_string())?;
            }
        }
        Ok(())
    }

    fn send(&self, message: &Outgoing<'_>) -> Result<(), ChannelError> {
        let chat = message.to.room.parse::<i64>().map_err(|_| ChannelError::last("the chat's id is no number"))?;
        let mut body = json!({ "chat_id": chat, "text": message.text });
        if let Some(thread) = message.to.thread.as_ref().and_then(|thread| thread.parse::<i64>().ok()) {
            body["message_thread_id"] = json!(thread);
        }
        self.ask("sendMessage", &body, PATIENCE).map(drop)
    }
}

impl Telegram {
    fn me(&self) -> Result<Bot, ChannelError> {
        let me = self.ask("getMe", &json!({}), PATIENCE)?;
        let name = me["username"].as_str().unwrap_or_default();
        Ok(Bot { id: me["id"].as_i64().unwrap_or_default(), mention: format!("@{}", name.to_lowercase()) })
    }

    fn ask(&self, method: &str, body: &Value, patience: Duration) -> Result<Value, ChannelError> {
        let asked = self.service.post_patiently(&format!("{}/{method}", self.path), body, patience);
        let mut answer = asked.map_err(|error| match error.to_string() {
            what if what.contains("status 404") => {
                ChannelError::last(format!("{} does not know this token (status 404)", self.service.host()))
            }
            what if what.contains("status 409") => ChannelError::passing(
                "another program reads this bot's messages, or a webhook is set for it (status 409)",
            )
            .after(Some(Duration::from_secs(30))),
            _ => error,
        })?;
        match answer["ok"].as_bool() {
            Some(true) => Ok(answer["result"].take()),
            _ => Err(ChannelError::passing(format!("{} does not speak Telegram's Bot API", self.service.host()))),
        }
    }
}

/// A message, as far as it is one: what bots and channels say is not for us.
fn read(message: &Value, bot: &Bot) -> Option<Incoming> {
    let (from, chat) = (&message["from"], &message["chat"]);
    if from["is_bot"].as_bool() != Some(false) {
        return None;
    }
    let (peer, room) = (from["id"].as_i64()?, chat["id"].as_i64()?);
    let direct = chat["type"] == "private";
    let said = message["text"].as_str().or(message["caption"].as_str()).unwrap_or_default();
    let answers_us = message["reply_to_message"]["from"]["id"].as_i64() == Some(bot.id);
    let (text, mentioned) = without_mention(said, &bot.mention);
    let files = ["photo", "document", "voice", "audio", "video", "video_note", "animation", "sticker"];
    let attachments = files.iter().filter(|kind| !message[**kind].is_null()).count();
    if text.is_empty() && attachments == 0 {
        return None;
    }
    let topic = message["is_topic_message"].as_bool().unwrap_or(false);
    Some(Incoming {
        id: format!("{room}:{}", message["message_id"].as_i64()?),
        direct,
        peer: peer.to_string(),
        room: room.to_string(),
        thread: topic.then(|| message["message_thread_id"].to_string()),
        // What Telegram sends for a person who opens the conversation.
        text: if direct && text == "/start" { "hello".to_owned() } else { text },
        addressed: direct || mentioned || answers_us,
        attachments,
    })
}

/// The text without `@name`, and whether it was there, as a word of its own.
fn without_mention(text: &str, mention: &str) -> (String, bool) {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // ASCII only: positions in both texts are the same.
    let lower = text.to_ascii_lowercase();
    let mut kept = String::new();
    let (mut at, mut found) = (0, false);
    while let Some(next) = lower[at..].find(mention).filter(|_| mention.len() > 1).map(|next| at + next) {
        let end = next + mention.len();
        let whole = !lower[end..].starts_with(is_name) && !lower[..next].ends_with(|c: char| c.is_alphanumeric());
        // `/forget@name` is a command to us.
        let command = lower[..next].rsplit(char::is_whitespace).next().is_some_and(|word| word.starts_with('/'));
        let ours = whole || (command && !lower[end..].starts_with(is_name));
        kept += &text[at..if ours { next } else { end }];
        found |= ours;
        at = end;
    }
    kept += &text[at..];
    let kept = kept.trim().trim_start_matches([',', ':']).trim();
    (kept.to_owned(), found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mention_is_a_word_of_its_own() {
        for (text, kept, found) in [
            ("@Aria_bot, what is up?", "what is up?", true),
            ("hello @aria_bot", "hello", true),
            ("/forget@aria_bot tea", "/forget tea", true),
            ("hello @aria_bot2", "hello @aria_bot2", false),
            ("mail me@aria_bot please", "mail me@aria_bot please", false),
            ("Ünï @ARIA_BOT ok", "Ünï  ok", true),
            ("nothing", "nothing", false),
        ] {
            assert_eq!(without_mention(text, "@aria_bot"), (kept.to_owned(), found), "{text}");
        }
    }

    #[test]
    fn what_bots_say_is_not_heard() {
        let bot = Bot { id: 9, mention: "@aria_bot".to_owned() };
        let message = |from: Value, more: Value| {
            let mut message =
                json!({ "message_id": 5, "from": from, "chat": { "id": -3, "type": "group" }, "text": "hi" });
            message.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            read(&message, &bot)
        };
        assert!(message(json!({ "id": 1, "is_bot": true }), json!({})).is_none());
        assert!(message(json!({ "id": 1 }), json!({})).is_none(), "in doubt it is one");
        let heard = message(json!({ "id": 1, "is_bot": false }), json!({})).unwrap();
        assert!((heard.id.as_str(), heard.addressed, heard.direct) == ("-3:5", false, false));
        let answer = json!({ "reply_to_message": { "from": { "id": 9 } } });
        assert!(message(json!({ "id": 1, "is_bot": false }), answer).unwrap().addressed);
    }
}
