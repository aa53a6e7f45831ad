//! What the gateway is held against: the least an HTTP server does, and a model's server that answers at once.

use axum::Router;
use axum::body::Bytes;
use axum::routing::{get, post};
use axum::serve::ListenerExt;

use crate::Result;

/// Serves "hello" to everybody.
pub fn hello() -> Result<()> {
    serve(Router::new().route("/", get(|| async { "hello" })))
}

/// Serves one answer of a model, whatever is asked.
pub fn upstream() -> Result<()> {
    let answer = serde_json::json!({
        "id": "x1", "object": "chat.completion", "created": 1, "model": "stub",
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": "Hello." }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 5, "completion_tokens": 5, "total_tokens": 10 },
    })
    .to_string();
    let kind = [("content-type", "application/json")];
    serve(Router::new().route("/v1/chat/completions", post(move |_asked: Bytes| async move { (kind, answer) })))
}

#[allow(clippy::print_stdout)]
fn serve(router: Router) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        println!("{}", listener.local_addr()?);
        Ok(axum::serve(listener.tap_io(|stream| drop(stream.set_nodelay(true))), router).await?)
    })
}
