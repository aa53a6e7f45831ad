//! What a gateway that runs as a service writes to its log: one JSON object a line, on stderr.
//!
//! No line holds a token, a key or what is remembered: a request is told by its route, and messages lose what stands in
//! quotation marks and what looks like a credential.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::Timestamp;
use serde_json::{Value, json};
use soulfile_server::metrics::RequestRecord;
use soulfile_understand::secret;

static AS_JSON: AtomicBool = AtomicBool::new(false);

/// Has everything this process tells on stderr written as JSON from now on.
pub fn write_json() {
    AS_JSON.store(true, Ordering::Relaxed);
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        line("error", "panic", json!({ "place": place }));
    }));
}

/// Whether it is.
pub fn is_json() -> bool {
    AS_JSON.load(Ordering::Relaxed)
}

/// Writes a message.
pub fn note(text: &str) {
    line("info", "note", json!({ "message": redacted(text) }));
}

/// Writes an answered request.
pub fn request(record: &RequestRecord) {
    let level = if record.status >= 500 { "error" } else { "info" };
    let ms = (record.took.as_secs_f64() * 1_000_000.0).round() / 1000.0;
    let fields = json!({
        "number": record.number, "method": record.method, "route": record.route, "status": record.status, "ms": ms,
    });
    line(level, "request", fields);
}

fn line(level: &str, event: &str, fields: Value) {
    let mut all = json!({ "at": Timestamp::now().to_string(), "level": level, "event": event });
    if let (Some(all), Value::Object(fields)) = (all.as_object_mut(), fields) {
        all.extend(fields);
    }
    // Who closed stderr does not want to know.
    let _ = writeln!(std::io::stderr().lock(), "{all}");
}

/// A message without what is quoted in it and without what looks like a credential or a token of ours.
fn redacted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut quoted: Option<char> = None;
    for letter in text.chars() {
        match quoted {
            Some(end) if letter == end => {
                out.push('…');
                out.push(letter);
                quoted = None;
            }
            Some(_) => {}
            None => {
                out.push(letter);
                quoted = match letter {
                    '"' => Some('"'),
                    '“' => Some('”'),
                    '«' => Some('»'),
                    '⟦' => Some('⟧'),
                    _ => None,
                };
            }
        }
    }
    let words: Vec<String> = secret::mask(&out).split(' ').map(without_token).collect();
    words.join(" ")
}

/// A word, or what stands for a token of the gateway.
fn without_token(word: &str) -> String {
    let long = |rest: &str| rest.chars().take_while(char::is_ascii_alphanumeric).count() >= 16;
    let is_token = ["soul_person_", "soul_agent_"].iter().any(|lead| word.split(lead).skip(1).any(long));
    if is_token { "<token>".to_owned() } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_lose_what_is_quoted_and_what_opens_doors() {
        assert_eq!(redacted("main: no entity is called \"Ana Ruiz\" here"), "main: no entity is called \"…\" here");
        assert_eq!(redacted("a stray \"quote goes to the end"), "a stray \"");
        let token = format!("soul_person_{}", "0a".repeat(32));
        assert!(!redacted(&format!("got {token}, refused")).contains("0a0a"));
        let key = format!("sk-proj-{}", "Ab3dEf6hIj9l".repeat(4));
        assert!(!redacted(&format!("the key {key} is wrong")).contains("Ab3dEf6hIj9l"));
        assert_eq!(
            redacted("gateway.port changed; `soul serve` takes it up"),
            "gateway.port changed; `soul serve` takes it up"
        );
    }
}
