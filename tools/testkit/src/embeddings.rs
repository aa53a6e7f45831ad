//! Embedding providers as a test server: the wire formats of OpenAI, Gemini and Ollama.

use serde_json::{Value, json};

use crate::http::Request;

/// The texts of a request, whatever the protocol.
pub fn texts_of(body: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    match body.get("requests") {
        Some(requests) => list(requests).iter().map(|r| text(&r["content"]["parts"][0]["text"])).collect(),
        None => list(&body["input"]).iter().map(text).collect(),
    }
}

/// Answers in the protocol of the request, with vectors by a function of the text.
pub fn answer(request: &Request, vector: impl Fn(&str) -> Vec<f64>) -> (u16, Value) {
    let vectors: Vec<Vec<f64>> = texts_of(&request.body).iter().map(|text| vector(text)).collect();
    let body = if request.path.ends_with("/embeddings") {
        // In any order: the index says which is which.
        let data: Vec<Value> = vectors
            .iter()
            .enumerate()
            .rev()
            .map(|(index, v)| json!({ "object": "embedding", "index": index, "embedding": v }))
            .collect();
        json!({ "object": "list", "data": data, "model": request.body["model"], "usage": { "total_tokens": 1 } })
    } else if request.path.contains(":batchEmbedContents") {
        json!({ "embeddings": vectors.iter().map(|v| json!({ "values": v })).collect::<Vec<_>>() })
    } else {
        json!({ "model": request.body["model"], "embeddings": vectors, "total_duration": 1 })
    };
    (200, body)
}

/// A provider whose vectors tell how long a text was.
pub fn provider(request: &Request) -> (u16, Value) {
    answer(request, |text| vec![text.len() as f64, 1.0])
}

/// A provider that knows three ideas in English and Chinese.
pub fn ideas(request: &Request) -> (u16, Value) {
    let ideas: [&[&str]; 3] =
        [&["violin", "小提琴", "instrument"], &["ferry", "渡轮", "boat"], &["bread", "面包", "bakery"]];
    answer(request, |text| {
        let mut v: Vec<f64> =
            ideas.iter().map(|words| if words.iter().any(|w| text.contains(w)) { 1.0 } else { 0.0 }).collect();
        v.push(0.2);
        v
    })
}
