//! Embedders: text in, unit vector out.
//!
//! The static model inside the binary ([`table`]) is always there and needs no trait. [`Multilingual`], inside the binary
//! too, takes half a millisecond a text, so its vectors follow in the background. Others (a local transformer, an HTTP
//! provider) implement [`Embedder`] elsewhere; [`crate::meaning`] lays their vectors over the index. Nothing here opens
//! a network connection.

use std::time::Duration;

use soulfile_text::encoder::{self, Encoder};

pub use soulfile_text::vectors::{table, wordpiece};

use crate::error::Error;
use crate::question_vector;

/// What a text is embedded for; some models tell the two apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmbedRole {
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
    fn embed(&self, texts: &[&str], role: EmbedRole, patience: Duration) -> Result<Embedded, Error>;

    /// Whether the model ranks beside the static one instead of taking its place, and is quick enough to embed what was
    /// just written while a question waits.
    fn is_builtin(&self) -> bool {
        false
    }

    /// The cosine the model gives to texts that have nothing in common, where that was measured.
    fn unrelated(&self) -> Option<f32> {
        None
    }

    /// Share of a text the model can read, 0 – 1.
    fn reads(&self, _text: &str) -> f32 {
        1.0
    }
}

/// The multilingual sentence encoder inside the binary.
#[derive(Clone, Copy, Debug, Default)]
pub struct Multilingual;

impl Embedder for Multilingual {
    fn id(&self) -> &str {
        encoder::MODEL_ID
    }

    fn batch(&self) -> usize {
        64
    }

    fn embed(&self, texts: &[&str], role: EmbedRole, _: Duration) -> Result<Embedded, Error> {
        /// Threads a batch is shared among.
        const THREADS: usize = 2;
        let encoder = Encoder::builtin()
            .map_err(|damage| Error::Embedder { model: encoder::MODEL_ID.to_owned(), what: damage.to_string() })?;
        let vectors = encoder.encode_all(texts, THREADS);
        let values = vectors.iter().map(|vector| match role {
            EmbedRole::Entry => vector.to_floats().to_vec(),
            EmbedRole::Question => question_vector::turned(&vector.to_floats()),
        });
        Ok(Embedded { vectors: values.collect(), cut: Vec::new() })
    }

    fn is_builtin(&self) -> bool {
        true
    }

    fn unrelated(&self) -> Option<f32> {
        Some(0.0)
    }
}
