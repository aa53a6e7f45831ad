//! Serves one and the same answer in every wire format on loopback, so that the providers' own clients can be held
//! against it: `make test-sdks`. Prints its address and runs until its input ends.

use std::io::Read;

use serde_json::json;
use soulfile_testkit::chat::{Format, ScriptedAnswer};
use soulfile_testkit::http::Request;
use soulfile_testkit::stream::{Stream, StreamServer};

fn answer(request: &Request) -> Stream {
    let format = match request.path.as_str() {
        path if path.contains("/v1/messages") => Format::Anthropic,
        path if path.contains("/chat/completions") => Format::OpenaiChat,
        path if path.contains("/responses") => Format::OpenaiResponses,
        path if path.contains(":streamGenerateContent") => Format::Gemini,
        path if path.contains("/api/chat") => Format::Ollama,
        _ => return Stream::refusal(404, "", r#"{"error":{"message":"no such path"}}"#),
    };
    format.stream(&ScriptedAnswer {
        thinking: "Let me think.".into(),
        text: "Hello, 世界!".into(),
        calls: vec![("memory_search".into(), json!({ "query": "ferry", "top_k": 3 }))],
    })
}

#[allow(clippy::print_stdout, reason = "the address is what it is run for")]
fn main() {
    let server = StreamServer::start(answer);
    println!("{}", server.url);
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
}
