//! Every wire format's stream, cut at every byte, torn into pieces and damaged: nothing panics, what came is kept,
//! and what goes wrong is said.

use std::time::Duration;

use serde_json::{Value, json};
use soulfile_testkit::chat::{FORMATS, Format, ScriptedAnswer};
use soulfile_testkit::random::Random;

use super::assembly::Assembly;
use super::remote::StreamPiece;
use super::*;
use crate::http::HttpFailure;

fn model(format: Format) -> std::sync::Arc<RemoteChat> {
    let api = match format {
        Format::Anthropic => WireFormat::Anthropic,
        Format::OpenaiChat => WireFormat::OpenaiChat,
        Format::OpenaiResponses => WireFormat::OpenaiResponses,
        Format::Gemini => WireFormat::Gemini,
        Format::Ollama => WireFormat::Ollama,
    };
    let settings = ChatSettings {
        provider: "test".into(),
        api,
        model: "m".into(),
        base_url: Some("http://127.0.0.1:1".into()),
        key: None,
        key_file: None,
        window: 1000,
        silence: Duration::from_secs(1),
        proxy: None,
    };
    chat_model(&settings).expect("a model")
}

fn answer() -> ScriptedAnswer {
    ScriptedAnswer {
        thinking: "Größe zählt, hm.".into(),
        text: "Hello, 世界! The ferry leaves at nine.".into(),
        calls: vec![
            ("memory_search".into(), json!({ "query": "ferry \"nine\" \\ {}", "top_k": 3 })),
            ("memory_write".into(), json!({ "content": "leaves at 9 — früh" })),
        ],
    }
}

/// What comes of a stream given in pieces.
fn take(format: Format, pieces: Vec<Vec<u8>>, end: StreamPiece) -> (Result<Option<Stop>, String>, Message, Usage) {
    let mut pieces = pieces.into_iter().map(StreamPiece::Bytes);
    let mut end = Some(end);
    let mut quiet = |_: ChatEvent| ();
    let mut out = Assembly::new(None, &mut quiet);
    let mut next = || Ok(pieces.next().or_else(|| end.take()).unwrap_or(StreamPiece::Ended));
    let took = model(format).assemble(&mut next, &mut out);
    let stop = out.stopped();
    let (message, usage) = out.into_message();
    (took.map(|()| stop).map_err(|failure: HttpFailure| failure.into_error().to_string()), message, usage)
}

fn thoughts(message: &Message) -> String {
    let thought = |part: &Part| match part {
        Part::Thinking { text, .. } => text.clone(),
        _ => String::new(),
    };
    message.parts.iter().map(thought).collect()
}

#[test]
fn every_format_gives_the_same_answer_in_pieces_of_any_size() {
    let said = answer();
    for format in FORMATS {
        let bytes: Vec<u8> = format.events(&said).concat().into_bytes();
        for size in [1, 2, 3, 7, 64, bytes.len()] {
            let (took, message, usage) =
                take(format, bytes.chunks(size).map(<[u8]>::to_vec).collect(), StreamPiece::Ended);
            assert_eq!(took, Ok(Some(Stop::Tools)), "{format:?} {size}");
            assert_eq!(message.text(), said.text, "{format:?} {size}");
            assert_eq!(thoughts(&message), said.thinking, "{format:?}");
            let calls: Vec<(String, Value)> =
                message.tool_calls().map(|c| (c.name.clone(), Value::Object(c.parsed().unwrap()))).collect();
            assert_eq!(calls, said.calls, "{format:?}");
            let ids: std::collections::HashSet<_> = message.tool_calls().map(|c| &c.id).collect();
            assert_eq!(ids.len(), 2, "{format:?}: ids differ");
            assert_eq!((usage.sent(), usage.output), (21, 23), "{format:?}");
        }
    }
}

#[test]
fn a_stream_cut_anywhere_keeps_what_came_and_says_so() {
    let said = answer();
    for format in FORMATS {
        let bytes: Vec<u8> = format.events(&said).concat().into_bytes();
        let mut longest = 0;
        for cut in 0..bytes.len() {
            for broken in [false, true] {
                let end = match broken {
                    false => StreamPiece::Ended,
                    true => StreamPiece::Failed(HttpFailure::Passing {
                        error: crate::Error::Down("broke off".into()),
                        wait: None,
                    }),
                };
                let (took, message, _) = take(format, vec![bytes[..cut].to_vec()], end);
                let text = message.text();
                assert!(said.text.starts_with(&text), "{format:?} {cut}: {text}");
                assert!(text.len() >= longest, "{format:?} {cut}: what came is lost");
                longest = text.len();
                for (call, want) in message.tool_calls().zip(&said.calls) {
                    assert_eq!(call.parsed().map(Value::Object), Ok(want.1.clone()), "{format:?} {cut}: half a call");
                }
                match took {
                    Ok(stop) => assert!(stop.is_some() && text == said.text, "{format:?} {cut}"),
                    Err(why) => assert!(why.contains("ended") || why.contains("broke"), "{format:?} {cut}: {why}"),
                }
            }
        }
        assert_eq!(longest, said.text.len(), "{format:?}");
    }
}

fn below(random: &mut Random, end: usize) -> usize {
    random.below(end as u64) as usize
}

/// A stream with something wrong in it.
fn damaged(random: &mut Random, format: Format) -> Vec<Vec<u8>> {
    let mut events = format.events(&answer());
    for _ in 0..below(random, 4) {
        let at = below(random, events.len());
        match below(random, 6) {
            0 => drop(events.remove(at)),
            1 => events.insert(at, events[at].clone()),
            2 => {
                let other = below(random, events.len());
                events.swap(at, other);
            }
            3 => events[at] = changed(random, &events[at]),
            4 => events[at] = "data: {\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n".into(),
            _ => {
                events[at] = ["\n\n", "data\n\n", "data: {\n\n", ": x\n", "data: []\n\n", "{}\n", "7\n"][at % 7].into()
            }
        }
        if events.is_empty() {
            break;
        }
    }
    let mut bytes = events.concat().into_bytes();
    for _ in 0..below(random, 3) {
        if !bytes.is_empty() {
            let at = below(random, bytes.len());
            bytes[at] = below(random, 256) as u8;
        }
    }
    if below(random, 3) == 0 {
        bytes.truncate(below(random, bytes.len() + 1));
    }
    let size = 1 + below(random, 200);
    bytes.chunks(size).map(<[u8]>::to_vec).collect()
}

/// The event with one of its values replaced.
fn changed(random: &mut Random, event: &str) -> String {
    let Some((lead, data)) = event.split_once('{') else { return event.to_owned() };
    let Ok(mut value) = serde_json::from_str::<Value>(&format!("{{{data}")) else { return event.to_owned() };
    let other = match below(random, 7) {
        0 => Value::Null,
        1 => json!(-1),
        2 => json!(1e300),
        3 => json!("x".repeat(below(random, 3000))),
        4 => json!([[[{}]]]),
        5 => json!({ "type": "text" }),
        _ => json!(true),
    };
    let depth = 1 + below(random, 5);
    replace(random, &mut value, depth, other);
    format!("{lead}{value}\n\n")
}

/// Replaces a value somewhere below.
fn replace(random: &mut Random, value: &mut Value, depth: usize, other: Value) {
    let below = match value {
        Value::Object(map) if depth > 0 && !map.is_empty() => {
            let n = below(random, map.len());
            map.values_mut().nth(n)
        }
        Value::Array(list) if depth > 0 && !list.is_empty() => {
            let n = below(random, list.len());
            list.get_mut(n)
        }
        _ => None,
    };
    match below {
        Some(inner) => replace(random, inner, depth - 1, other),
        None => *value = other,
    }
}

#[test]
fn damaged_streams_never_panic_and_leave_a_usable_conversation() {
    let rounds: usize = std::env::var("SOULFILE_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(3_000);
    let random = &mut Random::new(20);
    let mut whole = 0;
    for round in 0..rounds {
        let format = FORMATS[round % FORMATS.len()];
        let (took, message, _) = take(format, damaged(random, format), StreamPiece::Ended);
        match took {
            Ok(stop) => {
                assert!(stop.is_some());
                whole += 1;
            }
            Err(why) => assert!(!why.trim().is_empty() && why.len() < 2_000, "{why}"),
        }
        // Whatever came can be kept on disk and sent on to any provider.
        let kept: Message = serde_json::from_str(&serde_json::to_string(&message).unwrap()).unwrap();
        assert_eq!(kept, message);
        let request = ChatRequest { messages: vec![message], max_tokens: 10, ..ChatRequest::default() };
        for other in FORMATS {
            assert!(model(other).wire.body("m", &request).is_object());
        }
    }
    assert!(whole > rounds / 20 && whole < rounds, "{whole} of {rounds} came whole");
}
