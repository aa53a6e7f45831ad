//! `POST /v1/messages/count_tokens` where no server counts: an estimate of what would be sent.

use axum::response::Response;
use serde_json::{Value, json};

use super::answering::as_json;
use super::exchange::PreparedExchange;

/// Estimates the tokens of a request, its context included.
pub(super) fn estimated(exchange: &PreparedExchange) -> Response {
    let mut tokens = 0;
    for name in ["system", "messages", "tools"] {
        exchange.body.get(name).into_iter().for_each(|value| count(value, &mut tokens));
    }
    as_json(&json!({ "input_tokens": tokens }))
}

/// Adds the tokens of every text in a value.
fn count(value: &Value, tokens: &mut usize) {
    match value {
        Value::String(text) => *tokens += soulfile_text::tokens::estimate(text),
        Value::Array(list) => list.iter().for_each(|one| count(one, tokens)),
        Value::Object(map) => map.iter().for_each(|(name, one)| {
            *tokens += usize::from(name != "type");
            count(one, tokens);
        }),
        _ => *tokens += 1,
    }
}
