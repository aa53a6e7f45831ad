//! The protocols: what each provider is asked, and where its answer holds the vectors.

use serde_json::{Value, json};
use soulfile_recall::embed::EmbedRole;

use crate::error::Error;

/// A protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EmbeddingWire {
    Openai,
    Gemini,
    Ollama,
}

impl EmbeddingWire {
    /// The name in ids and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Openai => "openai",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
        }
    }

    /// Where the provider answers unless told.
    pub fn base_url(self) -> &'static str {
        match self {
            Self::Openai => "https://api.openai.com/v1",
            Self::Gemini => "https://generativelanguage.googleapis.com/v1beta",
            Self::Ollama => "http://127.0.0.1:11434",
        }
    }

    /// The model unless told.
    pub fn model(self) -> &'static str {
        match self {
            Self::Openai => "text-embedding-3-small",
            Self::Gemini => "gemini-embedding-001",
            Self::Ollama => "nomic-embed-text",
        }
    }

    /// Most texts of one request.
    pub fn batch(self) -> usize {
        match self {
            Self::Openai => 96,
            Self::Gemini => 64,
            Self::Ollama => 32,
        }
    }

    /// Most characters of one text that surely fit the provider's models.
    pub fn most_chars(self) -> usize {
        match self {
            Self::Openai => 6_000,
            Self::Gemini | Self::Ollama => 1_800,
        }
    }

    /// The header that carries the key.
    pub fn key_header(self, key: &str) -> (&'static str, String) {
        match self {
            Self::Gemini => ("x-goog-api-key", key.to_owned()),
            _ => ("authorization", format!("Bearer {key}")),
        }
    }

    /// Path below the base address.
    pub fn path(self, model: &str) -> String {
        match self {
            Self::Openai => "/embeddings".to_owned(),
            Self::Gemini => format!("/models/{model}:batchEmbedContents"),
            Self::Ollama => "/api/embed".to_owned(),
        }
    }

    /// The request for these texts.
    pub fn request(self, model: &str, texts: &[&str], role: EmbedRole) -> Value {
        match self {
            Self::Openai => json!({ "model": model, "input": texts, "encoding_format": "float" }),
            // Ollama cuts long texts silently unless told not to.
            Self::Ollama => json!({ "model": model, "input": texts, "truncate": false }),
            Self::Gemini => {
                let task = match role {
                    EmbedRole::Entry => "RETRIEVAL_DOCUMENT",
                    EmbedRole::Question => "RETRIEVAL_QUERY",
                };
                let one = |text: &&str| {
                    json!({
                        "model": format!("models/{model}"),
                        "content": { "parts": [{ "text": text }] },
                        "taskType": task,
                    })
                };
                json!({ "requests": texts.iter().map(one).collect::<Vec<_>>() })
            }
        }
    }

    /// The vectors of an answer, in the order of the texts.
    pub fn vectors(self, answer: &Value, count: usize) -> Result<Vec<Vec<f32>>, Error> {
        let key = if self == Self::Openai { "data" } else { "embeddings" };
        let list = answer[key].as_array().ok_or_else(|| wrong(format!("it holds no list `{key}`")))?;
        if list.len() != count {
            return Err(wrong(format!("{count} texts were sent and {} vectors came back", list.len())));
        }
        let mut out = vec![Vec::new(); count];
        for (at, item) in list.iter().enumerate() {
            let (place, numbers) = match self {
                Self::Openai => (item["index"].as_u64().map_or(at, |i| i as usize), &item["embedding"]),
                Self::Gemini => (at, &item["values"]),
                Self::Ollama => (at, item),
            };
            let numbers = numbers.as_array().ok_or_else(|| wrong(format!("vector {at} is not a list of numbers")))?;
            let slot = out.get_mut(place).ok_or_else(|| wrong(format!("there is no text number {place}")))?;
            if !slot.is_empty() {
                return Err(wrong(format!("text number {place} has two vectors")));
            }
            *slot = numbers
                .iter()
                .map(|n| n.as_f64().map(|n| n as f32).filter(|n| n.is_finite()))
                .collect::<Option<_>>()
                .ok_or_else(|| wrong(format!("vector {at} holds something that is no finite number")))?;
        }
        let dims = out.first().map_or(0, Vec::len);
        if count > 0 && dims == 0 {
            return Err(wrong("its vectors are empty".into()));
        }
        if out.iter().any(|v| v.len() != dims) {
            return Err(wrong("its vectors differ in length".into()));
        }
        Ok(out)
    }
}

fn wrong(what: String) -> Error {
    Error::Answer(format!("the answer cannot be used: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_follow_the_index_the_answer_gives() {
        let answer = json!({ "data": [{ "index": 1, "embedding": [0, 2] }, { "index": 0, "embedding": [1.5, 0] }] });
        assert_eq!(EmbeddingWire::Openai.vectors(&answer, 2).unwrap(), [[1.5, 0.0], [0.0, 2.0]]);
    }

    #[test]
    fn answers_that_are_not_what_was_asked_for_are_refused() {
        for (answer, why) in [
            (json!({}), "no list"),
            (json!({ "embeddings": [[1.0]] }), "2 texts were sent and 1"),
            (json!({ "embeddings": [[1.0], [1.0, 2.0]] }), "differ in length"),
            (json!({ "embeddings": [[], []] }), "empty"),
            (json!({ "embeddings": [[1.0], [null]] }), "no finite number"),
            (json!({ "embeddings": [[1.0], ["1"]] }), "no finite number"),
            (json!({ "embeddings": [[1.0], [1e300]] }), "no finite number"),
            (json!({ "embeddings": [[1.0], 7] }), "not a list"),
        ] {
            let said = EmbeddingWire::Ollama.vectors(&answer, 2).unwrap_err().to_string();
            assert!(said.contains(why), "{said}");
        }
        let twice = json!({ "data": [{ "index": 0, "embedding": [1] }, { "index": 0, "embedding": [1] }] });
        assert!(EmbeddingWire::Openai.vectors(&twice, 2).unwrap_err().to_string().contains("two vectors"));
        let far = json!({ "data": [{ "index": 0, "embedding": [1] }, { "index": 9, "embedding": [1] }] });
        assert!(EmbeddingWire::Openai.vectors(&far, 2).unwrap_err().to_string().contains("number 9"));
    }
}
