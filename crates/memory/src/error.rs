//! What can go wrong when a memory document is edited.

use soulfile_vocabulary::layout;

use crate::core::{Block, CoreLine};
use crate::id::ParseIdError;

/// A refused edit. Reading never fails; only edits do.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// There is nothing to store.
    #[error("nothing to store: the text is empty")]
    Empty,
    /// The id names nothing in this document.
    #[error("{id} is not in this file; it may have been changed or removed by hand")]
    NotFound {
        /// What was looked for.
        id: String,
    },
    /// The thing to create is there already.
    #[error("{id} exists already")]
    Exists {
        /// What was to be created.
        id: String,
    },
    /// The edit would pass the cap of MEMORY.md, or the budget of one of its blocks.
    #[error(
        "{} would hold {tokens} tokens, more than its {} of {cap}; {} line(s) would have to go: {}",
        block.map_or(layout::CORE.to_owned(), |block| format!("{block} in {}", layout::CORE)),
        if block.is_some() { "budget" } else { "cap" },
        would_go.len(),
        quoted(would_go)
    )]
    CoreFull {
        /// The block that is full; `None` for the whole file.
        block: Option<Block>,
        /// How many tokens it would have.
        tokens: usize,
        /// How many it may have.
        cap: usize,
        /// The least relevant unpinned lines that would have to go first. When even these do not make
        /// room, `fits` is false.
        would_go: Vec<CoreLine>,
        /// Whether taking these lines out would make room.
        fits: bool,
    },
    /// What an approval was bound to has changed since.
    #[error("{what} has changed since it was reviewed; look at it again before deciding")]
    Stale {
        /// What has changed.
        what: String,
    },
    /// The file cannot be edited without losing what is in it.
    #[error("{file} is damaged and is not overwritten: {reason}")]
    Damaged {
        file: String,
        /// Where and why reading stopped.
        reason: String,
    },
    /// The edit makes no sense for this document.
    #[error("{0}")]
    Refused(String),
    /// An id that cannot be read.
    #[error(transparent)]
    Id(#[from] ParseIdError),
}

impl Error {
    /// What is written must be readable: a comment somebody left open can cover it.
    pub(crate) fn hidden(file: &str) -> Error {
        Error::Refused(format!(
            "what is written could not be read back from {file}: a comment or code fence left open hides it, or it would turn into a heading; mend the file first"
        ))
    }
}

fn quoted(lines: &[CoreLine]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| format!("\"{}\"", line.text)).collect();
    lines.join(", ")
}
