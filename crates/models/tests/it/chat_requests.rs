//! Each provider is asked in its own words, over a socket.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use soulfile_models::Key;
use soulfile_models::chat::*;
use soulfile_testkit::chat::{FORMATS, Format, ScriptedAnswer};
use soulfile_testkit::stream::{Stream, StreamServer};

pub fn model_at(format: Format, url: &str, silence: Duration) -> Arc<RemoteChat> {
    let (api, base) = match format {
        Format::Anthropic => (WireFormat::Anthropic, url.to_owned()),
        Format::OpenaiChat => (WireFormat::OpenaiChat, format!("{url}/v1")),
        Format::OpenaiResponses => (WireFormat::OpenaiResponses, format!("{url}/v1")),
        Format::Gemini => (WireFormat::Gemini, format!("{url}/v1beta")),
        Format::Ollama => (WireFormat::Ollama, url.to_owned()),
    };
    let settings = ChatSettings {
        provider: "test".into(),
        api,
        model: "m-1".into(),
        base_url: Some(base),
        key: Key::new("sk-very-secret"),
        key_file: None,
        window: 8192,
        silence,
        proxy: None,
    };
    chat_model(&settings).expect("a model")
}

pub fn model(format: Format, url: &str) -> Arc<RemoteChat> {
    model_at(format, url, Duration::from_secs(30))
}

pub fn question() -> ChatRequest {
    ChatRequest {
        system: vec![
            SystemPart { text: "You are Aria.".into(), stable: true },
            SystemPart { text: "Today is Monday.".into(), stable: false },
        ],
        messages: vec![Message::user("When does the ferry leave?")],
        tools: vec![ToolSpec {
            name: "memory_search".into(),
            description: "Searches.".into(),
            parameters: json!({ "type": "object", "properties": { "query": { "type": "string" } } }),
        }],
        max_tokens: 500,
        thinking_tokens: 2000,
        ..ChatRequest::default()
    }
}

/// A server that first calls a tool and then answers.
fn two_turns(format: Format) -> StreamServer {
    StreamServer::start(move |request| {
        let text = request.body.to_string();
        let said = match text.contains("It leaves at nine.") {
            true => ScriptedAnswer::text("At nine."),
            false => ScriptedAnswer {
                thinking: "I should look.".into(),
                text: "One moment.".into(),
                calls: vec![("memory_search".into(), json!({ "query": "ferry" }))],
            },
        };
        format.stream(&said)
    })
}

/// Asks, answers the call, asks again; gives the two request bodies.
fn conversation(format: Format) -> (Vec<Value>, Vec<String>) {
    let server = two_turns(format);
    let model = model(format, &server.url);
    let mut request = question();
    let mut events = Vec::new();
    let answer = model.ask(&request, &Cancel::default(), &mut |event| events.push(event)).expect("an answer");
    assert_eq!(answer.stop, Stop::Tools, "{format:?}");
    assert_eq!(answer.message.text(), "One moment.");
    assert!(events.contains(&ChatEvent::Text("One m".into())), "{format:?}: it streams");
    let called: Vec<_> = answer.message.tool_calls().cloned().collect();
    assert!(events.contains(&ChatEvent::ToolCall(called[0].clone())), "{format:?}");
    assert_eq!(events.last(), Some(&ChatEvent::Stop(Stop::Tools)));
    request.messages.push(answer.message);
    let result = ToolResult {
        id: called[0].id.clone(),
        name: called[0].name.clone(),
        text: "It leaves at nine.".into(),
        failed: false,
    };
    request.messages.push(Message { role: Role::User, parts: vec![Part::ToolResult(result)] });
    let answer = model.ask(&request, &Cancel::default(), &mut |_| ()).expect("an answer");
    assert_eq!((answer.message.text().as_str(), answer.stop), ("At nine.", Stop::End));
    let requests = server.requests();
    let headers = requests[0].headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    assert_eq!(requests.len(), 2);
    (requests.into_iter().map(|request| request.body).collect(), headers)
}

#[test]
fn anthropic_gets_cache_breakpoints_and_its_thoughts_back() {
    let (bodies, headers) = conversation(Format::Anthropic);
    assert!(headers.contains(&"x-api-key: sk-very-secret".to_owned()));
    assert!(headers.contains(&"anthropic-version: 2023-06-01".to_owned()));
    let first = &bodies[0];
    assert_eq!(first["system"][0]["cache_control"], json!({ "type": "ephemeral" }));
    assert_eq!(first["system"][1].get("cache_control"), None);
    assert_eq!(first["thinking"], json!({ "type": "enabled", "budget_tokens": 2000 }));
    assert_eq!(first["max_tokens"], 2500);
    assert_eq!(first["tools"][0]["input_schema"]["type"], "object");
    let said = bodies[1]["messages"][1]["content"].as_array().unwrap();
    assert_eq!(said[0], json!({ "type": "thinking", "signature": "sig-1", "thinking": "I should look." }));
    assert_eq!(said[1], json!({ "type": "redacted_thinking", "data": "hidden" }));
    assert_eq!(said[3]["input"], json!({ "query": "ferry" }));
    assert_eq!(bodies[1]["messages"][2]["content"][0]["tool_use_id"], said[3]["id"]);
}

#[test]
fn chat_completions_are_asked_in_their_own_words() {
    let (bodies, headers) = conversation(Format::OpenaiChat);
    assert!(headers.contains(&"authorization: Bearer sk-very-secret".to_owned()));
    assert_eq!(bodies[0]["messages"][0]["content"], "You are Aria.\n\nToday is Monday.");
    assert_eq!(bodies[0]["max_tokens"], 500);
    assert_eq!(bodies[0]["stream_options"]["include_usage"], true);
    let said = &bodies[1]["messages"];
    assert_eq!(said[2]["tool_calls"][0]["function"]["arguments"], "{\"query\":\"ferry\"}");
    assert_eq!(said[3], json!({ "role": "tool", "tool_call_id": "call_0", "content": "It leaves at nine." }));
    assert!(!bodies[1].to_string().contains("I should look"), "thoughts are not sent to those who do not take them");
}

#[test]
fn responses_store_nothing_and_get_their_reasoning_back() {
    let (bodies, _) = conversation(Format::OpenaiResponses);
    assert_eq!(bodies[0]["store"], false);
    assert_eq!(bodies[0]["include"], json!(["reasoning.encrypted_content"]));
    assert_eq!(bodies[0]["instructions"], "You are Aria.\n\nToday is Monday.");
    let input = bodies[1]["input"].as_array().unwrap();
    assert_eq!(input[1]["encrypted_content"], "sealed");
    assert_eq!(input[3]["type"], "function_call");
    assert_eq!(
        input[4],
        json!({ "type": "function_call_output", "call_id": "call_0", "output": "It leaves at nine." })
    );
}

#[test]
fn gemini_gets_its_signatures_back() {
    let (bodies, headers) = conversation(Format::Gemini);
    assert!(headers.contains(&"x-goog-api-key: sk-very-secret".to_owned()));
    assert_eq!(bodies[0]["systemInstruction"]["parts"][0]["text"], "You are Aria.");
    assert_eq!(bodies[0]["generationConfig"]["thinkingConfig"]["thinkingBudget"], 2000);
    let contents = bodies[1]["contents"].as_array().unwrap();
    let call = contents[1]["parts"].as_array().unwrap().last().unwrap();
    assert_eq!(call["thoughtSignature"], "c2ln");
    assert_eq!(call["functionCall"], json!({ "name": "memory_search", "args": { "query": "ferry" } }));
    assert_eq!(contents[2]["parts"][0]["functionResponse"]["response"], json!({ "output": "It leaves at nine." }));
}

#[test]
fn ollama_is_told_the_window() {
    let (bodies, _) = conversation(Format::Ollama);
    assert_eq!(bodies[0]["options"], json!({ "num_predict": 500, "num_ctx": 8192 }));
    assert_eq!(bodies[0]["think"], true);
    assert_eq!(
        bodies[1]["messages"][3],
        json!({ "role": "tool", "tool_name": "memory_search", "content": "It leaves at nine." })
    );
}

#[test]
fn an_answer_comes_in_the_shape_asked_for() {
    let schema = json!({ "type": "object", "properties": { "day": { "type": "string" } }, "required": ["day"] });
    for format in FORMATS {
        let server = StreamServer::start(move |request| {
            let shaped = json!({ "day": "Monday" });
            match request.body["tool_choice"]["name"].as_str() {
                Some(name) => format.stream(&ScriptedAnswer::call(name, shaped)),
                None => format.stream(&ScriptedAnswer::text(shaped.to_string())),
            }
        });
        let mut request = ChatRequest { messages: vec![Message::user("Which day?")], max_tokens: 50, ..question() };
        request.tools.clear();
        request.schema = Some(AnswerSchema { name: "answer".into(), schema: schema.clone() });
        let answer = model(format, &server.url).ask(&request, &Cancel::default(), &mut |_| ()).expect("an answer");
        let value: Value = serde_json::from_str(&answer.message.text()).expect("JSON");
        assert_eq!((value, answer.stop), (json!({ "day": "Monday" }), Stop::End), "{format:?}");
        let sent = server.requests()[0].body.to_string();
        assert!(sent.contains("\"required\":[\"day\"]"), "{format:?}: {sent}");
    }
}

#[test]
fn a_server_that_does_not_stream_is_understood() {
    let whole = [
        (
            Format::OpenaiChat,
            json!({ "choices": [{ "message": { "role": "assistant", "content": "Nine." }, "finish_reason": "stop" }],
                "usage": { "prompt_tokens": 3, "completion_tokens": 2 } }),
        ),
        (
            Format::Anthropic,
            json!({ "type": "message", "content": [{ "type": "text", "text": "Nine." }], "stop_reason": "end_turn",
                "usage": { "input_tokens": 3, "output_tokens": 2 } }),
        ),
        (
            Format::OpenaiResponses,
            json!({ "object": "response", "error": null, "output": [{ "type": "message",
                "content": [{ "type": "output_text", "text": "Nine." }] }],
                "usage": { "input_tokens": 3, "output_tokens": 2 } }),
        ),
    ];
    for (format, body) in whole {
        let server = StreamServer::start(move |_| Stream::of("application/json", vec![body.to_string().into_bytes()]));
        let answer = model(format, &server.url).ask(&question(), &Cancel::default(), &mut |_| ()).expect("an answer");
        assert_eq!(answer.message.text(), "Nine.", "{format:?}");
        assert_eq!((answer.usage.input, answer.usage.output), (3, 2), "{format:?}");
    }
}

#[test]
fn models_are_listed() {
    for (format, body) in [
        (Format::OpenaiChat, json!({ "data": [{ "id": "b" }, { "id": "a" }] })),
        (Format::Gemini, json!({ "models": [{ "name": "models/a" }, { "name": "models/b" }] })),
        (Format::Ollama, json!({ "models": [{ "name": "a", "model": "a" }, { "name": "b" }] })),
    ] {
        let server = StreamServer::start(move |_| Stream::of("application/json", vec![body.to_string().into_bytes()]));
        assert_eq!(model(format, &server.url).list(Duration::from_secs(20)).expect("a list"), ["a", "b"]);
    }
}
