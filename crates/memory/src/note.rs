//! Remarks a parser makes about text it kept but did not understand.

/// One remark about a line of a file, for `soul doctor`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The line it is about, counted from 1.
    pub line: usize,
    /// What was found and how it was taken.
    pub message: String,
}

impl Note {
    pub(crate) fn new(line: usize, message: impl Into<String>) -> Self {
        Note { line, message: message.into() }
    }
}
