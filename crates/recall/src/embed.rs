//! Embedders: text in, unit vector out.
//!
//! The static model inside the binary ([`table`]) is always there and needs no trait. Others (a local
//! transformer, an HTTP provider) implement [`Embedder`] elsewhere; [`crate::meaning`] lays their
//! vectors over the index. Nothing here opens a network connection.

use std::time::Duration;

pub use soulfile_text::vectors::{table, wordpiece};

use crate::error::Error;

/// What a text is embedded for; some models tell the two apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An entry that may be found.
    Entry,
    /// A question.
    Question,
}

/// What an embedder returns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Embedded {
    /// One unit vector per text, all of one length; all zero where the model knows nothing of it.
    pub vectors: Vec<Vec<f32>>,
    /// Which texts were longer than the model reads: their ends are not in their vectors.
    pub cut: Vec<usize>,
}

/// Turns texts into vectors.
pub trait Embedder: Send + Sync {
    /// Names the model and its version; vectors of different ids are never compared.
    fn id(&self) -> &str;

    /// How many texts are best sent at once.
    fn batch(&self) -> usize;

    /// Embeds texts, giving up after `patience`.
    fn embed(&self, texts: &[&str], role: Role, patience: Duration) -> Result<Embedded, Error>;

    /// Share of a text the model can read, 0 – 1.
    fn reads(&self, _text: &str) -> f32 {
        1.0
    }
}
