//! What the state directory holds of a text, for a purge.
//!
//! Everything there is derived or a log: text files lose the words, the search index goes whole
//! and comes back from the files.

use std::fs;
use std::path::{Path, PathBuf};

use soulfile_text::stop::is_stop;

use crate::error::{Error, Result};
use crate::open::Engine;

/// What a person typed, kept for the arrow keys: said in other words than what was remembered, so it goes whole.
const TYPED: &str = "chat-history";
/// Sessions held with a model. One in which it was said goes whole too: what was said, answered and summed up in it are
/// the same thing in other words.
const SESSIONS: &str = "sessions";
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
            let is_session = path.parent().is_some_and(|folder| folder.ends_with(SESSIONS));
            if is_session && is_told_in(&String::from_utf8_lossy(&bytes), texts) {
                fs::remove_file(&path).map_err(io("removing"))?;
                notes.push(format!("the session {name}, in which it was said, was dropped"));
                continue;
            }
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

/// Whether a line holds one of the texts, or all words that tell it.
fn is_told_in(session: &str, texts: &[String]) -> bool {
    let telling: Vec<Vec<String>> = texts.iter().map(|text| telling_words(text)).collect();
    session.lines().any(|line| {
        let lower = line.to_lowercase();
        let exact = || texts.iter().any(|text| line.contains(text.as_str()) || line.contains(&in_json(text)));
        let told = |words: &Vec<String>| words.len() > 1 && words.iter().all(|word| lower.contains(word.as_str()));
        telling.iter().any(told) || exact()
    })
}

/// The words of a statement that are not in every other one.
fn telling_words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.filter(|word| word.chars().count() > 3 && word != "user" && !is_stop(word)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Place;

    #[test]
    fn a_session_in_which_it_was_said_goes_whole_and_others_stay() {
        let dir = tempfile::tempdir().unwrap();
        let engine = Engine::init(Place::for_test(dir.path())).unwrap();
        let sessions = engine.place.state().join(SESSIONS);
        fs::create_dir_all(&sessions).unwrap();
        let said = |text: &str| format!("{{\"kind\":\"begun\"}}\n{{\"kind\":\"said\",\"text\":\"{text}\"}}\n");
        fs::write(sessions.join("a.jsonl"), said("so my dentist, that is Dr. Adeyemi, moved")).unwrap();
        fs::write(sessions.join("b.jsonl"), said("the dentist is closed")).unwrap();
        fs::write(sessions.join("c.jsonl"), said("User's dentist is Dr. Adeyemi.")).unwrap();
        engine.scrub_state(&["User's dentist is Dr. Adeyemi.".to_owned()]).unwrap();
        let left: Vec<_> = fs::read_dir(&sessions).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["b.jsonl"]);
    }
}
