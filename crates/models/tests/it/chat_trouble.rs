//! What goes wrong with a provider, over a socket: clear words, the right number of tries, and what came is kept.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use soulfile_models::Error;
use soulfile_models::chat::*;
use soulfile_testkit::chat::{FORMATS, Format, ScriptedAnswer};
use soulfile_testkit::stream::{End, Stream, StreamServer};

use super::chat_requests::{model, model_at, question};

/// A server that answers by number of the try.
fn tries(answer: impl Fn(usize) -> Stream + Send + Sync + 'static) -> StreamServer {
    let count = AtomicUsize::new(0);
    StreamServer::start(move |_| answer(count.fetch_add(1, Ordering::SeqCst)))
}

fn ask(format: Format, server: &StreamServer) -> Result<ModelAnswer, Box<Failed>> {
    model(format, &server.url).ask(&question(), &Cancel::default(), &mut |_| ())
}

fn error_body(format: Format, code: &str, words: &str) -> String {
    match format {
        Format::Anthropic => format!(r#"{{"type":"error","error":{{"type":"{code}","message":"{words}"}}}}"#),
        Format::OpenaiChat | Format::OpenaiResponses => {
            format!(r#"{{"error":{{"message":"{words}","type":"x","param":null,"code":"{code}"}}}}"#)
        }
        Format::Gemini => format!(r#"{{"error":{{"code":400,"message":"{words}","status":"{code}"}}}}"#),
        Format::Ollama => format!(r#"{{"error":"{words}"}}"#),
    }
}

#[test]
fn what_trying_again_cannot_mend_is_said_at_once_and_without_the_key() {
    for format in FORMATS {
        for (status, code, said, words) in [
            (400, "invalid_request_error", "bad field, key sk-very-secret", "does not take"),
            (401, "authentication_error", "invalid x-api-key sk-very-secret", "does not accept the key"),
            (403, "permission_error", "no sk-very-secret", "does not accept the key"),
            (402, "billing_error", "pay", "paid"),
            (404, "not_found_error", "model: m-1", "does not know this model"),
            (413, "request_too_large", "big", "does not take"),
            (400, "context_length_exceeded", "maximum context length is 10 tokens", "window"),
            (302, "", "", "status 302"),
            (418, "", "sk-very-secret", "status 418"),
        ] {
            let body = error_body(format, code, said);
            let server = tries(move |_| Stream::refusal(status, "", &body));
            let failed = ask(format, &server).expect_err("a refusal");
            let text = format!("{failed} {failed:?}");
            assert!(text.contains(words), "{format:?} {status}: {text}");
            assert!(!text.contains("very-secret"), "{format:?} {status}: {text}");
            assert_eq!(server.requests().len(), 1, "{format:?} {status}");
            assert!(failed.kept.is_empty());
        }
    }
    let quota = error_body(Format::OpenaiChat, "insufficient_quota", "no money");
    let server = tries(move |_| Stream::refusal(429, "", &quota));
    assert!(ask(Format::OpenaiChat, &server).expect_err("a refusal").to_string().contains("quota"));
    assert_eq!(server.requests().len(), 1, "waiting does not fill an account");
}

#[test]
fn a_conversation_that_is_too_long_is_told_apart() {
    for (format, code, words) in [
        (Format::Anthropic, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
        (Format::OpenaiChat, "context_length_exceeded", "too many"),
        (Format::OpenaiChat, "exceed_context_size_error", "the request exceeds the available context size"),
        (Format::Gemini, "INVALID_ARGUMENT", "The input token count exceeds the maximum number of tokens allowed"),
    ] {
        let body = error_body(format, code, words);
        let server = tries(move |_| Stream::refusal(400, "", &body));
        let failed = ask(format, &server).expect_err("a refusal");
        assert!(matches!(failed.error, Error::TooLong(_)), "{format:?}: {failed}");
    }
}

#[test]
fn passing_trouble_is_waited_out_as_long_as_the_server_asks() {
    for format in FORMATS {
        for status in [408, 429, 500, 502, 503, 504, 529] {
            let server = tries(move |n| match n {
                0 => Stream::refusal(status, "retry-after: 0\r\n", &error_body(format, "overloaded_error", "later")),
                _ => format.stream(&ScriptedAnswer::text("Here.")),
            });
            let mut notices = Vec::new();
            let answer = model(format, &server.url).ask(&question(), &Cancel::default(), &mut |event| {
                if let ChatEvent::Notice(text) = event {
                    notices.push(text);
                }
            });
            assert_eq!(answer.expect("an answer").message.text(), "Here.", "{format:?} {status}");
            assert_eq!((server.requests().len(), notices.len()), (2, 1), "{format:?} {status}: {notices:?}");
        }
    }
    let server = tries(|_| Stream::refusal(429, "retry-after: 0\r\n", "{}"));
    let failed = ask(Format::OpenaiChat, &server).expect_err("it lasts");
    assert!(matches!(failed.error, Error::Busy { .. }), "{failed}");
    assert_eq!(server.requests().len(), 4);
    let server = tries(|_| Stream::refusal(429, "retry-after: 3600\r\n", "{}"));
    let failed = ask(Format::OpenaiChat, &server).expect_err("an hour is not waited for");
    assert!(matches!(failed.error, Error::Busy { wait: Some(w), .. } if w.as_secs() == 3600), "{failed}");
    assert_eq!(server.requests().len(), 1);
    let server = tries(|n| match n {
        0 => Stream::refusal(429, "", r#"{"error":{"code":429,"details":[{"retryDelay":"0s"}]}}"#),
        _ => Format::Gemini.stream(&ScriptedAnswer::text("Here.")),
    });
    assert!(ask(Format::Gemini, &server).is_ok(), "Gemini says in the body how long to wait");
}

#[test]
fn a_stream_cut_before_its_first_word_is_asked_again_and_one_cut_later_is_kept() {
    let said = ScriptedAnswer { text: "The ferry leaves at nine.".into(), ..ScriptedAnswer::default() };
    for format in FORMATS {
        let events: Vec<Vec<u8>> = format.events(&said).into_iter().map(String::into_bytes).collect();
        for cut in 0..events.len() {
            let (events, whole) = (events.clone(), said.clone());
            let server = tries(move |n| match n {
                0 => Stream { pieces: events[..cut].to_vec(), ..format.stream(&whole) }.ending(End::Break),
                _ => format.stream(&whole),
            });
            match ask(format, &server) {
                Ok(answer) => assert_eq!(answer.message.text(), said.text, "{format:?} {cut}"),
                Err(failed) => {
                    let text = failed.kept.text();
                    assert!(!text.is_empty() && said.text.starts_with(&text), "{format:?} {cut}: {text:?}");
                    assert!(matches!(failed.error, Error::Cut(_)), "{format:?} {cut}: {failed}");
                    assert_eq!(server.requests().len(), 1, "{format:?}: half an answer is not asked again");
                }
            }
        }
    }
}

#[test]
fn an_overloaded_server_says_so_inside_its_stream() {
    let overloaded = "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n";
    let server = tries(move |n| match n {
        0 => Stream::of("text/event-stream", vec![overloaded.as_bytes().to_vec()]),
        _ => Format::Anthropic.stream(&ScriptedAnswer::text("Here.")),
    });
    assert_eq!(ask(Format::Anthropic, &server).expect("an answer").message.text(), "Here.");
    let mut events = Format::Anthropic.events(&ScriptedAnswer::text("Hello there."));
    events.truncate(5);
    events.push(overloaded.to_owned());
    let server = tries(move |_| Stream::of("text/event-stream", vec![events.concat().into_bytes()]));
    let failed = ask(Format::Anthropic, &server).expect_err("it broke off");
    assert!(failed.to_string().contains("Overloaded") && failed.kept.text() == "Hello ther", "{failed} {failed:?}");
}

#[test]
fn answers_that_are_no_answers_are_said() {
    for format in FORMATS {
        for body in ["", "not an answer", "data: {]\n\n{]\n", "<html>It works!</html>"] {
            let server = tries(move |n| match n {
                0 => Stream::of("text/event-stream", vec![body.as_bytes().to_vec()]),
                _ => Stream::refusal(400, "", "{}"),
            });
            let failed = ask(format, &server).expect_err("no answer");
            assert!(failed.kept.is_empty() && !failed.to_string().is_empty(), "{format:?} {body}");
        }
    }
}

#[test]
fn cancelling_keeps_what_came_and_lets_the_server_go() {
    for format in FORMATS {
        let events: Vec<Vec<u8>> = format
            .events(&ScriptedAnswer::text("The ferry leaves at nine."))
            .into_iter()
            .map(String::into_bytes)
            .collect();
        let half = events.len() - 4;
        let server = StreamServer::start(move |_| {
            Stream { pieces: events[..half].to_vec(), ..format.stream(&ScriptedAnswer::default()) }.ending(End::Silence)
        });
        let cancel = Cancel::default();
        let switch = cancel.clone();
        let mut text = String::new();
        let answered = model(format, &server.url).ask(&question(), &cancel, &mut |event| {
            if let ChatEvent::Text(more) = event {
                text.push_str(&more);
                if text.contains("ferry") {
                    switch.cancel();
                }
            }
        });
        let failed = answered.expect_err("cancelled");
        assert!(matches!(failed.error, Error::Cancelled), "{format:?}: {failed}");
        assert!(failed.kept.text().starts_with("The ferry"), "{format:?}: {:?}", failed.kept);
    }
    // Before the first word, and while waiting for another try.
    let silent = tries(|_| Stream::of("text/event-stream", Vec::new()).ending(End::Silence));
    let busy = tries(|_| Stream::refusal(503, "retry-after: 50\r\n", "{}"));
    for server in [silent, busy] {
        let cancel = Cancel::default();
        let switch = cancel.clone();
        std::thread::spawn(move || {
            switch.wait(Duration::from_millis(60));
            switch.cancel();
        });
        let failed = model(Format::OpenaiChat, &server.url).ask(&question(), &cancel, &mut |_| ());
        assert!(matches!(failed.expect_err("cancelled").error, Error::Cancelled));
    }
}

#[test]
fn a_server_that_goes_silent_is_given_up() {
    let server = tries(|_| Format::OpenaiChat.stream(&ScriptedAnswer::default()).ending(End::Silence));
    let events: Vec<Vec<u8>> = Format::OpenaiChat
        .events(&ScriptedAnswer::text("Hello."))
        .into_iter()
        .take(2)
        .map(String::into_bytes)
        .collect();
    let half = tries(move |_| {
        Stream { pieces: events.clone(), ..Format::OpenaiChat.stream(&ScriptedAnswer::default()) }.ending(End::Silence)
    });
    let quick = Duration::from_millis(150);
    let failed = model_at(Format::OpenaiChat, &half.url, quick).ask(&question(), &Cancel::default(), &mut |_| ());
    let failed = failed.expect_err("silence");
    assert_eq!(failed.kept.text(), "Hello");
    assert!(failed.to_string().contains("time") || failed.to_string().contains("silent"), "{failed}");
    drop(server);
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let nobody = model(Format::Ollama, &format!("http://127.0.0.1:{port}"));
    let failed = nobody.ask(&question(), &Cancel::default(), &mut |_| ()).expect_err("nobody");
    assert!(failed.to_string().contains("refuses connections"), "{failed}");
}

#[test]
fn the_next_model_answers_where_one_cannot() {
    let down = tries(|_| Stream::refusal(401, "", "{}"));
    let up = tries(|_| Format::Ollama.stream(&ScriptedAnswer::text("Here.")));
    let models: Vec<Arc<dyn ChatModel>> = vec![model(Format::Anthropic, &down.url), model(Format::Ollama, &up.url)];
    let chain = ModelChain::new(models).expect("models");
    let mut notices = Vec::new();
    let answer = chain.ask(&question(), &Cancel::default(), &mut |event| {
        if let ChatEvent::Notice(text) = event {
            notices.push(text);
        }
    });
    assert_eq!(answer.expect("an answer").message.text(), "Here.");
    assert!(notices[0].contains("does not accept the key") && notices[0].contains("test/m-1"), "{notices:?}");
    let bad = tries(|_| Stream::refusal(400, "", "{}"));
    let models: Vec<Arc<dyn ChatModel>> = vec![model(Format::Anthropic, &bad.url), model(Format::Ollama, &up.url)];
    let failed = ModelChain::new(models).expect("models").ask(&question(), &Cancel::default(), &mut |_| ());
    assert!(matches!(failed.expect_err("what one refuses another would").error, Error::Input(_)));
}
