//! `POST /v1/embeddings`: vectors by the encoder inside the binary.

use soulfile_api::{
    EmbeddingInput, EmbeddingList, EmbeddingRequest, EmbeddingShown, EmbeddingUsage, EmbeddingVector, Nothing,
};
use soulfile_text::encoder::{DIMS, Encoder, MODEL_ID};

use crate::http::answer::Answer;
use crate::http::call::{Call, Json};
use crate::http::failure::Failure;

/// Threads one request is shared among.
const THREADS: usize = 2;

pub fn embed(call: &Call, _: Nothing, Json(asked): Json<EmbeddingRequest>) -> Result<Answer<EmbeddingList>, Failure> {
    let model = asked.model.as_deref().unwrap_or_default();
    let agents = call.gateway.agents()?;
    if !model.is_empty() && model != MODEL_ID && !agents.iter().any(|agent| agent.id == model) {
        return Err(Failure::not_found(format!(
            "\"{}\" does not embed here; the model is \"{MODEL_ID}\", or an agent's id",
            model.escape_debug()
        )));
    }
    if asked.dimensions.is_some_and(|wanted| wanted != DIMS) {
        return Err(Failure::invalid(format!("vectors have {DIMS} dimensions here")));
    }
    let texts = match asked.input {
        EmbeddingInput::Text(text) => vec![text],
        EmbeddingInput::Texts(texts) => texts,
    };
    if texts.is_empty() || texts.iter().any(|text| text.trim().is_empty()) {
        return Err(Failure::invalid("\"input\" is a text or a list of texts, none of them empty"));
    }
    let encoder = Encoder::builtin().map_err(|damage| Failure::new(500, "internal", damage.to_string()))?;
    let vectors = encoder.encode_all(&texts, THREADS);
    let as_text = asked.encoding_format.as_deref() == Some("base64");
    let shown = |(index, vector): (usize, [f32; DIMS])| EmbeddingShown {
        object: "embedding",
        index,
        embedding: match as_text {
            true => {
                EmbeddingVector::Text(base64(&vector.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>()))
            }
            false => EmbeddingVector::Numbers(vector.to_vec()),
        },
    };
    let tokens = texts.iter().map(|text| soulfile_text::tokens::estimate(text)).sum();
    Ok(EmbeddingList {
        object: "list",
        model: MODEL_ID,
        data: vectors.iter().map(|vector| vector.to_floats()).enumerate().map(shown).collect(),
        usage: EmbeddingUsage { prompt_tokens: tokens, total_tokens: tokens },
    }
    .into())
}

/// Bytes as base64, with padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= three.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn bytes_are_written_as_everybody_writes_them() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
