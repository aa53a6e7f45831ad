//! What was made and used since the last flush: lines in the state directory.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use soulfile_memory::id::MemoryId;

use crate::error::{Error, Result};

const LIVE: &str = "decay-pending.jsonl";
/// Where recall notes what was used: lines with an id and a time.
const USES: &str = "access.jsonl";

/// One memory that was made or used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Scored {
    /// The memory.
    pub id: MemoryId,
    /// Its base relevance, when it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<f64>,
    /// How often it was used.
    #[serde(default)]
    pub used: u32,
    pub at: Timestamp,
}

/// The file of lines. Any number of processes append to it; each line is written at once.
pub(crate) struct PendingUses {
    state: PathBuf,
}

/// Lines taken for a flush; they come back by themselves when the flush does not happen.
pub(crate) struct TakenUses {
    /// The lines.
    pub scored: Vec<Scored>,
    files: Vec<PathBuf>,
}

impl TakenUses {
    /// The flush is written: the lines go.
    pub(crate) fn done(self) {
        for file in self.files {
            // A file that stays is folded in again: creation is idempotent, a use counts twice.
            let _ = fs::remove_file(file);
        }
    }
}

impl PendingUses {
    pub(crate) fn new(state: PathBuf) -> Self {
        Self { state }
    }

    /// Appends lines.
    pub(crate) fn note(&self, scored: &[Scored]) -> Result<()> {
        if scored.is_empty() {
            return Ok(());
        }
        let lines: String =
            scored.iter().map(|s| serde_json::to_string(s).expect("plain data serialises") + "\n").collect();
        let path = self.state.join(LIVE);
        fs::File::options()
            .append(true)
            .create(true)
            .open(&path)
            .and_then(|mut file| file.write_all(lines.as_bytes()))
            .map_err(|source| Error::Io { what: "writing", path: path.display().to_string(), source })
    }

    /// The lines, left where they are.
    pub(crate) fn read(&self) -> Result<Vec<Scored>> {
        Ok(read_all(&self.files()))
    }

    /// The lines, set aside so that what is noted meanwhile is not lost with them.
    pub(crate) fn take(&self) -> Result<TakenUses> {
        let live = [LIVE, USES].map(|name| self.state.join(name));
        for path in &live {
            let number = (0u32..).find(|n| !self.aside(*n).exists()).expect("a number is free");
            match fs::rename(path, self.aside(number)) {
                Ok(()) => {}
                Err(e) if e.kind() == std::io::ErrorKind::NotFound => {}
                Err(source) => return Err(Error::Io { what: "moving", path: path.display().to_string(), source }),
            }
        }
        let files: Vec<PathBuf> = self.files().into_iter().filter(|path| !live.contains(path)).collect();
        Ok(TakenUses { scored: read_all(&files), files })
    }

    fn aside(&self, number: u32) -> PathBuf {
        self.state.join(format!("decay-pending-{number}.jsonl"))
    }

    fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = fs::read_dir(&self.state)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                name == USES || (name.starts_with("decay-pending") && name.ends_with(".jsonl"))
            })
            .collect();
        files.sort();
        files
    }
}

fn read_all(files: &[PathBuf]) -> Vec<Scored> {
    let mut scored: Vec<Scored> = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).unwrap_or_default();
        scored.extend(text.lines().filter_map(|line| serde_json::from_str(line).ok()));
    }
    for line in scored.iter_mut().filter(|s| s.made.is_none() && s.used == 0) {
        line.used = 1;
    }
    scored.sort_by_key(|s| s.at);
    scored
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_buffers_are_taken_and_come_back_until_the_flush_is_done() {
        let dir = tempfile::tempdir().unwrap();
        let pending = PendingUses::new(dir.path().to_owned());
        let id: MemoryId = "episode:2026-02-02:14:30".parse().unwrap();
        let at: Timestamp = "2026-02-02T14:30:00Z".parse().unwrap();
        pending.note(&[Scored { id: id.clone(), made: Some(1.0), used: 0, at }]).unwrap();
        fs::write(dir.path().join(USES), format!("{{\"id\":\"{id}\",\"at\":\"2026-02-03T10:00:00Z\"}}\ntorn")).unwrap();
        let taken = pending.take().unwrap();
        assert_eq!(taken.scored.iter().map(|s| s.used).collect::<Vec<_>>(), [0, 1]);
        drop(taken);
        let again = pending.take().unwrap();
        assert_eq!(again.scored.len(), 2, "a flush that did not happen loses nothing");
        again.done();
        assert!(pending.read().unwrap().is_empty());
    }
}
