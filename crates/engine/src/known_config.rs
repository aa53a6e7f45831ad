//! The configuration file as a person last knew it: a critical file outside every workspace.
//!
//! One note for all agents of a home, so that a change is told everywhere until it is acknowledged
//! somewhere, and one made by a command of the person's own is told nowhere.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use soulfile_context::config::Approvals;
use soulfile_workspace::ContentHash;

use crate::error::{Error, Result};

/// Where the note lies in the directory that holds the state of all agents.
const NOTE: &str = ".config/known.json";

/// What is known of a configuration file.
pub struct KnownConfig {
    note: PathBuf,
    file: PathBuf,
}

impl KnownConfig {
    /// The note on `file` in a directory of states.
    pub fn new(state_root: &Path, file: &Path) -> Self {
        Self { note: state_root.join(NOTE), file: file.to_owned() }
    }

    /// Says whether a person knows of the file as it is. One that was never noted is taken as known, unless what it
    /// says of approvals is not what they are by themselves: whoever can name a file, or remove the note, could decide.
    pub fn holds(&self, approvals: &Approvals) -> bool {
        self.noted().map_or(*approvals == Approvals::default(), |known| known == self.hash())
    }

    /// Says whether the file was ever noted.
    pub(crate) fn is_noted(&self) -> bool {
        self.noted().is_some()
    }

    /// Notes the file as it is now as known to a person.
    pub fn accept(&self) -> Result<()> {
        let mut all = self.all();
        all.insert(self.name(), self.hash());
        let text = serde_json::to_vec_pretty(&all).expect("a note serialises");
        let fresh = self.note.with_extension(format!("new-{}", std::process::id()));
        let folder = self.note.parent().unwrap_or(&self.note);
        let write = || {
            fs::create_dir_all(folder)?;
            fs::write(&fresh, text)?;
            fs::rename(&fresh, &self.note)
        };
        write().map_err(|source| Error::Io { what: "writing", path: self.note.display().to_string(), source })
    }

    /// When the file was changed: its own time, or that of its folder when it is gone.
    pub(crate) fn changed_at(&self) -> Option<Timestamp> {
        let of = |path: &Path| fs::metadata(path).ok()?.modified().ok();
        let time = of(&self.file).or_else(|| of(self.file.parent()?))?;
        Timestamp::try_from(time).ok()
    }

    /// The file's path, as it is shown.
    pub(crate) fn name(&self) -> String {
        self.file.display().to_string()
    }

    fn noted(&self) -> Option<String> {
        self.all().remove(&self.name())
    }

    fn all(&self) -> BTreeMap<String, String> {
        fs::read(&self.note).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
    }

    /// The SHA-256 of the file; empty when there is none.
    fn hash(&self) -> String {
        fs::read(&self.file).map(|bytes| ContentHash::of(&bytes).to_string()).unwrap_or_default()
    }
}
