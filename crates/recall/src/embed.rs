//! Embedders: text in, unit vector out.
//!
//! [`Builtin`] is the static model inside the binary; others (a local transformer, an HTTP
//! provider) implement [`Embedder`] elsewhere. Nothing here opens a network connection.

pub mod table;
pub mod wordpiece;

use crate::error::Error;
use table::Table;

/// Turns texts into vectors of a fixed length.
pub trait Embedder: Send + Sync {
    /// Names the model and its version; vectors of different ids are never compared.
    fn id(&self) -> &str;

    /// Length of the vectors.
    fn dims(&self) -> usize;

    /// Embeds a batch; one unit vector per text, all zero where the model knows nothing of it.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Error>;

    /// Says whether vectors are worth keeping by content hash (they are, unless making one is
    /// cheaper than looking it up).
    fn cacheable(&self) -> bool {
        true
    }
}

/// The static model inside the binary.
#[derive(Clone, Copy, Debug, Default)]
pub struct Builtin;

impl Embedder for Builtin {
    fn id(&self) -> &str {
        table::MODEL_ID
    }

    fn dims(&self) -> usize {
        Table::builtin().dims()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Error> {
        let table = Table::builtin();
        Ok(texts.iter().map(|t| table.pool(&wordpiece::pieces(t))).collect())
    }

    fn cacheable(&self) -> bool {
        false
    }
}
