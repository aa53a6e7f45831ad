//! [`Spool`]: what was said in other programs and is not in memory yet.
//!
//! A line is added in one write; whoever settles holds the lock, takes the lines one by one and removes each when it is
//! in memory. A process that is killed in between leaves the rest for the next one.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// Most bytes of the log of hooks; the older half goes then.
const LONGEST_LOG: u64 = 256 << 10;

/// Something a person said.
#[derive(Debug, Serialize, Deserialize)]
pub struct SpooledMessage {
    pub session: String,
    pub text: String,
}

/// The lines that wait.
pub struct Spool {
    folder: PathBuf,
}

impl Spool {
    pub fn of(state: &Path) -> Self {
        Self { folder: state.join("hooks") }
    }

    /// Puts something aside.
    pub fn add(&self, said: &SpooledMessage) -> Result<()> {
        let line = serde_json::to_string(said)? + "\n";
        let file = self.folder.join("said.jsonl");
        let add = || -> std::io::Result<()> {
            std::fs::create_dir_all(&self.folder)?;
            File::options().append(true).create(true).mode(0o600).open(&file)?.write_all(line.as_bytes())
        };
        add().with_context(|| format!("writing {}", file.display()))
    }

    /// Says whether nothing waits.
    pub fn is_empty(&self) -> bool {
        !self.folder.join("said.jsonl").exists() && !self.folder.join("taken.jsonl").exists()
    }

    /// Hands every line to `keep`, each until it is kept. Stops at the first that fails, and leaves the rest.
    pub fn settle(&self, mut keep: impl FnMut(&SpooledMessage) -> Result<()>) -> Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        let lock = File::options().write(true).create(true).truncate(false).open(self.folder.join("lock"))?;
        lock.lock().context("waiting for the other process that writes")?;
        let (said, taken) = (self.folder.join("said.jsonl"), self.folder.join("taken.jsonl"));
        // What another process left behind comes first.
        while taken.exists() || std::fs::rename(&said, &taken).is_ok() {
            let text = std::fs::read_to_string(&taken).with_context(|| format!("reading {}", taken.display()))?;
            let mut rest = text.as_str();
            while let Some((line, after)) = rest.split_once('\n') {
                if let Ok(said) = serde_json::from_str::<SpooledMessage>(line) {
                    keep(&said)?;
                }
                rest = after;
                if !rest.is_empty() {
                    let left = self.folder.join("left.jsonl");
                    std::fs::write(&left, rest)?;
                    std::fs::rename(&left, &taken)?;
                }
            }
            std::fs::remove_file(&taken)?;
        }
        Ok(())
    }

    /// Writes a line into the log of hooks. Nothing is to be done where even that fails.
    pub fn complain(&self, what: &str) {
        let file = self.folder.join("log");
        let _ = std::fs::create_dir_all(&self.folder);
        if std::fs::metadata(&file).is_ok_and(|meta| meta.len() > LONGEST_LOG) {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            let half = text.lines().skip(text.lines().count() / 2).collect::<Vec<_>>().join("\n");
            let _ = std::fs::write(&file, half + "\n");
        }
        let opened = File::options().append(true).create(true).mode(0o600).open(&file);
        let _ = opened.and_then(|mut log| log.write_all(format!("{what}\n").as_bytes()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> SpooledMessage {
        SpooledMessage { session: "s".into(), text: text.into() }
    }

    #[test]
    fn what_fails_stays_and_nothing_is_kept_twice() {
        let dir = tempfile::tempdir().expect("a folder");
        let spool = Spool::of(dir.path());
        for text in ["one", "two\nlines", "three"] {
            spool.add(&said(text)).expect("added");
        }
        let mut kept = Vec::new();
        let failed = spool.settle(|said| {
            anyhow::ensure!(said.text != "two\nlines" || !kept.is_empty() && kept.len() > 1, "the disk is full");
            kept.push(said.text.clone());
            Ok(())
        });
        assert!(failed.is_err() && !spool.is_empty());
        spool.add(&said("four")).expect("added");
        spool
            .settle(|said| {
                kept.push(said.text.clone());
                Ok(())
            })
            .expect("settled");
        assert_eq!(kept, ["one", "two\nlines", "three", "four"]);
        assert!(spool.is_empty());
    }
}
