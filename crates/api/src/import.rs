//! Notes taken in from elsewhere.

use schemars::JsonSchema;
use serde::Serialize;
use soulfile_workspace::Receipt;

/// What became of an import.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Imported {
    /// The session its commits belong to, for taking it back.
    pub session: String,
    /// Notes that were taken, in order of their paths.
    pub taken: Vec<TakenNote>,
    /// Notes that wait for a person.
    pub waiting: Vec<WaitingNote>,
    /// Everything that was left out, and why.
    pub skipped: Vec<SkippedFile>,
    /// Proof of the writes; empty when nothing was written.
    pub receipts: Vec<Receipt>,
    /// Whether this is only what would happen.
    pub dry_run: bool,
}

/// A note that became episodes.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct TakenNote {
    /// Where it came from: the folder's name and the path below it.
    pub source: String,
    /// Its SHA-256.
    pub sha256: String,
    /// The day it belongs to.
    pub day: String,
    /// What says so: `front matter`, `file name`, `file time`, or the `record` of the program that wrote it.
    pub dated_by: String,
    /// The file its entries are in.
    pub path: String,
    /// How many entries it became.
    pub entries: usize,
    /// Whether an earlier version of it was imported before.
    pub changed: bool,
}

/// A note that reads like an attack.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct WaitingNote {
    /// Where it came from.
    pub source: String,
    /// Its proposal; none on a dry run.
    pub proposal: Option<u32>,
    /// Why it waits.
    pub why: String,
}

/// A file or directory that was left out.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SkippedFile {
    /// Where it is, below the folder.
    pub source: String,
    /// Why.
    pub why: String,
}
