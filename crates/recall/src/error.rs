//! What can go wrong in recall, by what the caller can do about it.

use std::path::PathBuf;

/// An error of the index or of a search.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another process holds the index; try again. Never a reason to rebuild.
    #[error("the index {path} is busy: another process is writing; try again")]
    Busy {
        /// The index file.
        path: PathBuf,
    },
    /// The index is damaged; rebuild it from the files.
    #[error("the index {path} is damaged ({what}); rebuild it from the workspace")]
    Damaged {
        /// The index file.
        path: PathBuf,
        /// What was found.
        what: String,
    },
    /// The disk or SQLite failed in another way.
    #[error("the index {path} failed: {source}")]
    Sqlite {
        /// The index file.
        path: PathBuf,
        /// The cause.
        source: rusqlite::Error,
    },
    /// A file could not be read or moved.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// An embedder failed; recall goes on without it.
    #[error("the embedder {model} failed: {what}")]
    Embedder {
        /// The model's id.
        model: String,
        /// What it said.
        what: String,
    },
    /// The input of an evaluation could not be understood.
    #[error("{path}, line {line}: {what}")]
    Input {
        /// The file.
        path: PathBuf,
        /// Its line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
}
