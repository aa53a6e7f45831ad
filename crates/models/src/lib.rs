//! Models: those that answer, behind [`chat::ChatModel`], and those that embed, behind the trait recall takes.
//! Anthropic, OpenAI, Gemini, Ollama and compatible servers over HTTP, and a transformer on this machine.
//!
//! Reads no environment and prints nothing: keys, paths and addresses come in through [`EmbeddingSettings`],
//! and a key appears in no error and no debug output. For embeddings start at [`choose()`] (which model is
//! used), then [`remote`] (batches, limits, what an answer must look like) and [`local`]; for answers at [`chat`].

pub mod chat;
pub mod choose;
mod error;
mod http;
pub mod local;
pub mod mem0;
mod refusal;
pub mod remote;
mod settings;
mod wire;

pub use choose::{Choice, choose};
pub use error::Error;
pub use local::LocalModel;
pub use remote::RemoteModel;
pub use settings::{EmbeddingSettings, Key, Provider};
