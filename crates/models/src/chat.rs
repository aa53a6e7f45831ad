//! Language models that answer: one trait, one file per wire format.
//!
//! A call blocks and hands each event to the caller as it comes. It is synchronous because the engine and the
//! tool loop are; the network is read by a thread of its own, so that [`Cancel`] takes effect while a server is
//! silent. Whatever came before a failure is in [`Failed::kept`].

mod assembly;
mod cancel;
pub mod chain;
pub mod choose;
mod framing;
pub mod message;
pub mod relay;
pub mod remote;
pub mod usage;
mod wire;

#[cfg(test)]
mod stream_tests;

pub use cancel::Cancel;
pub use chain::ModelChain;
pub use choose::{ChatSettings, chat_model};
pub use message::{Message, Opaque, Part, Role, ToolCall, ToolResult};
pub use relay::{ClientFormat, Relayed};
pub use remote::RemoteChat;
pub use usage::{Price, Usage};

use serde_json::Value;
pub use soulfile_vocabulary::WireFormat;

use crate::error::Error;

/// Declares the module of each wire format and asks the right one for what speaks it: a new format is its rows in
/// `vocabulary` and its file here. `make fmt` names these files, which rustfmt does not find through a macro.
macro_rules! speak {
    ($($format:ident => $module:ident,)*) => {
        $(pub mod $module;)*

        /// What speaks a wire format to a server.
        fn wire_of(format: WireFormat, spoken: &SpokenTo) -> Box<dyn wire::Wire> {
            match format {
                $(WireFormat::$format => $module::wire(spoken),)*
            }
        }
    };
}
soulfile_vocabulary::each_wire_format!(speak);

/// What a wire format needs to know of the server it is spoken to.
struct SpokenTo {
    /// Whether it is the format's own.
    own: bool,
    /// Tokens of the model's window.
    window: usize,
}

/// A model that answers.
pub trait ChatModel: Send + Sync {
    /// Provider and model, such as `anthropic/claude-sonnet-4-5`.
    fn id(&self) -> &str;

    /// Tokens that fit one call: what is sent and the answer together.
    fn window(&self) -> usize;

    /// Asks, and hands over events as they come.
    fn ask(
        &self,
        request: &ChatRequest,
        cancel: &Cancel,
        on_event: &mut dyn FnMut(ChatEvent),
    ) -> Result<ModelAnswer, Box<Failed>>;
}

/// What a model is asked.
#[derive(Debug, Clone, Default)]
pub struct ChatRequest {
    /// The system prompt, in order; what is stable comes first.
    pub system: Vec<SystemPart>,
    /// The conversation so far.
    pub messages: Vec<Message>,
    /// Tools it may call.
    pub tools: Vec<ToolSpec>,
    /// The shape the answer must have.
    pub schema: Option<AnswerSchema>,
    /// Most tokens of the answer.
    pub max_tokens: u32,
    /// How freely it chooses words; the provider's own default where unset.
    pub temperature: Option<f64>,
    /// Tokens it may think before it answers; 0 for none.
    pub thinking_tokens: u32,
}

/// A part of the system prompt.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemPart {
    pub text: String,
    /// Whether everything up to here stays the same from call to call, so that a provider may cache it.
    pub stable: bool,
}

/// A tool a model may call.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSpec {
    pub name: String,
    /// What it does.
    pub description: String,
    /// JSON Schema of its arguments.
    pub parameters: Value,
}

/// The shape of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerSchema {
    /// Its name: letters, digits and underscores.
    pub name: String,
    /// JSON Schema; an object.
    pub schema: Value,
}

/// Something that comes while a model answers.
#[derive(Debug, Clone, PartialEq)]
pub enum ChatEvent {
    /// More of the text.
    Text(String),
    /// More of what it thinks.
    Thinking(String),
    /// A tool call, complete.
    ToolCall(ToolCall),
    /// Tokens so far.
    Usage(Usage),
    /// The answer has ended.
    Stop(Stop),
    /// Something a person should know: a retry, another model.
    Notice(String),
}

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// It is complete.
    End,
    /// It wants tools to be called.
    Tools,
    /// It reached the most tokens it may have.
    Length,
    /// The provider held it back.
    Refused,
}

/// A whole answer.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelAnswer {
    /// What it said, thought and called.
    pub message: Message,
    /// Tokens used.
    pub usage: Usage,
    /// Why it ended.
    pub stop: Stop,
    /// Which model answered.
    pub model: String,
}

/// An answer that did not come, or not all of it.
#[derive(Debug)]
pub struct Failed {
    /// Why.
    pub error: Error,
    /// What came before. Tool calls that were not complete are left out.
    pub kept: Message,
    /// Tokens used as far as they were told.
    pub usage: Usage,
    /// Which model failed.
    pub model: String,
}

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Failed {}
