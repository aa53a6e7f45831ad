//! `/v1`: programs that speak OpenAI's or Anthropic's interface get soul and memory by changing their base URL.
//!
//! A request is passed on to the configured model as it came, with the session's context behind the program's own
//! system prompt and what memory holds before the person's message; what the person tells is kept. Where the model
//! speaks another format the exchange is translated, and where none is configured the conversation without a model
//! answers. Start at [`exchange::answer`]; a wire format is one file behind [`dialect::Dialect`].

mod answering;
mod chat_completions;
mod count_tokens;
mod dialect;
pub mod embeddings;
pub mod exchange;
mod failure;
mod held;
mod memory;
mod messages;
pub mod models;
mod relay;
mod responses;
mod session;
mod target;
mod upstreams;

pub(crate) use held::HeldConversations;
pub(crate) use memory::CapturedMessages;
pub(crate) use upstreams::Upstreams;

use soulfile_models::chat::ClientFormat;

/// The wire format of a route.
fn dialect_of(format: ClientFormat) -> &'static dyn dialect::Dialect {
    match format {
        ClientFormat::ChatCompletions => &chat_completions::ChatCompletionDialect,
        ClientFormat::Responses => &responses::ResponseDialect,
        ClientFormat::Messages | ClientFormat::CountTokens => &messages::MessageDialect,
    }
}
