//! What the state directory holds of a text, for a purge.
//!
//! Everything there is derived or a log: text files lose the words, the search index goes whole
//! and comes back from the files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::open::Engine;

/// What a person typed, kept for the arrow keys: said in other words than what was remembered, so it goes whole.
const TYPED: &str = "chat-history";
/// Files of the state directory that are neither text nor derived, besides keys.
const KEPT: [&str; 2] = ["audit.anchor", "audit.keys.json"];

impl Engine {
    /// Takes texts out of every file of the state directory; says what was rewritten or dropped.
    pub(crate) fn scrub_state(&self, texts: &[String]) -> Result<Vec<String>> {
        let mut notes = Vec::new();
        // Names are derived too, and spelled in ways of their own.
        let _ = fs::remove_dir_all(self.place.state().join("names"));
        self.names.forget();
        self.close_index();
        let index = self.index_path();
        for suffix in ["", "-wal", "-shm"] {
            let mut path = index.clone().into_os_string();
            path.push(suffix);
            let _ = fs::remove_file(path);
        }
        let mut files = Vec::new();
        walk(&self.place.state(), &mut files);
        for path in files {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if KEPT.contains(&name.as_str()) || name.ends_with(".key") {
                continue;
            }
            if name == TYPED {
                fs::remove_file(&path).map_err(|source| Error::Io {
                    what: "removing",
                    path: path.display().to_string(),
                    source,
                })?;
                notes.push("what was typed in chat, kept for the arrow keys, was dropped".to_owned());
                continue;
            }
            let io = |what| {
                let shown = path.display().to_string();
                move |source| Error::Io { what, path: shown, source }
            };
            let bytes = fs::read(&path).map_err(io("reading"))?;
            let text = std::str::from_utf8(&bytes).ok().filter(|_| !bytes.contains(&0));
            match text {
                Some(text) if texts.iter().any(|t| text.contains(t.as_str()) || text.contains(&in_json(t))) => {
                    let mut clean = text.to_owned();
                    for t in texts {
                        clean = clean.replace(&in_json(t), "[purged]").replace(t.as_str(), "[purged]");
                    }
                    fs::write(&path, clean).map_err(io("writing"))?;
                    notes.push(format!("{name} was cleaned"));
                }
                Some(_) => {}
                // An index keeps words apart and compressed: it is not searched but dropped.
                None => {
                    fs::remove_file(&path).map_err(io("removing"))?;
                    notes.push(format!("{name} was dropped and comes back from the files"));
                }
            }
        }
        Ok(notes)
    }
}

impl Engine {
    /// Takes lines that hold one of these texts out of what was typed before.
    pub(crate) fn scrub_typed(&self, texts: &[String]) -> Result<Option<String>> {
        let path = self.place.state().join(TYPED);
        let Ok(typed) = fs::read_to_string(&path) else { return Ok(None) };
        // Typed with other marks and capitals than it is stored with.
        let bare = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        let texts: Vec<String> = texts.iter().map(|text| bare(text)).filter(|text: &String| text.len() >= 4).collect();
        let holds = |line: &str| {
            let line: String = bare(line);
            texts.iter().any(|text| line.contains(text.as_str()))
        };
        if !typed.lines().any(holds) {
            return Ok(None);
        }
        let kept: String = typed.lines().filter(|line| !holds(line)).map(|line| format!("{line}\n")).collect();
        let failed = |source| Error::Io { what: "writing", path: path.display().to_string(), source };
        fs::write(&path, kept).map_err(failed)?;
        Ok(Some(format!("{TYPED} was cleaned")))
    }
}

fn in_json(text: &str) -> String {
    let quoted = serde_json::to_string(text).expect("text serialises");
    quoted[1..quoted.len() - 1].to_owned()
}

fn walk(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&entry.path(), out),
            Ok(kind) if kind.is_file() => out.push(entry.path()),
            _ => {}
        }
    }
}
