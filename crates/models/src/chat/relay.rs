//! Passes a request on to a model's server as it came, and hands the answer back as it comes.
//!
//! For programs that speak the server's own wire format: fields nobody here knows survive in both directions, and a
//! refusal keeps its status and its words. Nothing is tried again; the program that asks has its own patience.

use std::io::Read;

use super::RemoteChat;
use crate::error::Error;
use soulfile_vocabulary::WireFormat;

/// What a program asks of a server, by the name of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientFormat {
    /// OpenAI's chat completions.
    ChatCompletions,
    /// OpenAI's responses.
    Responses,
    /// Anthropic's messages.
    Messages,
    /// Anthropic's count of tokens.
    CountTokens,
}

/// An answer that is being passed on.
pub struct Relayed {
    pub status: u16,
    /// Headers a client may need: what the answer is, limits, ids of the request.
    pub headers: Vec<(String, String)>,
    /// The bytes, as they come.
    pub body: Box<dyn Read + Send>,
}

/// Headers of an answer that are passed on, by how they begin. Cookies and what a server says to browsers are not.
const PASSED: [&str; 7] =
    ["content-type", "retry-after", "x-ratelimit-", "x-request-id", "request-id", "anthropic-", "openai-"];

impl RemoteChat {
    /// The model's name at its server.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Where the server takes requests of this kind as they are; `None` where it speaks another format.
    pub fn relay_path(&self, exchange: ClientFormat) -> Option<&'static str> {
        match (self.api, exchange) {
            (WireFormat::Anthropic, ClientFormat::Messages) => Some("/v1/messages"),
            (WireFormat::Anthropic, ClientFormat::CountTokens) => Some("/v1/messages/count_tokens"),
            (WireFormat::OpenaiChat, ClientFormat::ChatCompletions) => Some("/chat/completions"),
            (WireFormat::OpenaiResponses, ClientFormat::Responses) => Some("/responses"),
            // OpenAI's own server takes both, whichever is configured.
            (WireFormat::OpenaiChat, ClientFormat::Responses) if self.own => Some("/responses"),
            (WireFormat::OpenaiResponses, ClientFormat::ChatCompletions) if self.own => Some("/chat/completions"),
            (WireFormat::Ollama, ClientFormat::ChatCompletions) => Some("/v1/chat/completions"),
            _ => None,
        }
    }

    /// Passes a request on. `headers` are the program's own; the key is ours.
    pub fn relay(&self, path: &str, body: &[u8], headers: &[(String, String)]) -> Result<Relayed, Error> {
        let response = self.server.relay(path, body, headers, self.silence)?;
        let passed = |name: &str| PASSED.iter().any(|start| name.starts_with(start));
        let headers = response.headers().iter().filter(|(name, _)| passed(name.as_str()));
        let headers = headers.filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())));
        Ok(Relayed {
            status: response.status().as_u16(),
            headers: headers.collect(),
            body: Box::new(response.into_body().into_reader()),
        })
    }
}
