//! Which files of a folder may be notes. Follows no link, enters nothing hidden, and says why
//! everything else was left out.

use soulfile_api::SkippedFile;
use soulfile_vocabulary::day_file::Day;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// Most files one import looks at.
const MOST_FILES: usize = 50_000;
/// Deepest directory.
const DEEPEST: usize = 32;

/// How a file is read, as its name says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileKind {
    /// Markdown or text.
    Note,
    /// A daily log of an agent's workspace.
    DayLog(Day),
    /// Perhaps another program's; what is in it says whose.
    Foreign,
    Pdf,
    Archive,
    /// SQLite's; its tables say whose.
    Database,
    /// Not at all, with the reason.
    Unread(String),
}

/// A file that may be a note.
pub struct NoteFile {
    /// The folder's name and the path below it.
    pub source: String,
    pub file: PathBuf,
    pub kind: FileKind,
}

/// Finds the notes of a folder, or the one file, in order of their paths.
pub fn walk(path: &Path, workspace: &Path) -> Result<(Vec<NoteFile>, Vec<SkippedFile>)> {
    let io = |source| Error::Io { what: "reading", path: path.display().to_string(), source };
    let root = match path.canonicalize() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(Error::NotFound(format!("there is nothing at {}", path.display())));
        }
        other => other.map_err(io)?,
    };
    let own = workspace.canonicalize().unwrap_or_else(|_| workspace.to_owned());
    if root.starts_with(&own) {
        return Err(Error::Invalid(format!(
            "{} is in the workspace already; import is for notes from elsewhere",
            path.display()
        )));
    }
    let name = root.file_name().map_or_else(|| "/".to_owned(), |name| name.to_string_lossy().into_owned());
    let mut walker = Walker { own, found: Vec::new(), skipped: Vec::new() };
    if root.is_file() {
        walker.file(root, name);
    } else {
        walker.dir(&root, &name, 0)?;
    }
    Ok((walker.found, walker.skipped))
}

struct Walker {
    own: PathBuf,
    found: Vec<NoteFile>,
    skipped: Vec<SkippedFile>,
}

impl Walker {
    fn skip(&mut self, source: String, why: impl Into<String>) {
        self.skipped.push(SkippedFile { source, why: why.into() });
    }

    fn dir(&mut self, dir: &Path, source: &str, depth: usize) -> Result<()> {
        let entries = match std::fs::read_dir(dir) {
            Ok(entries) => entries,
            Err(error) => {
                self.skip(format!("{source}/"), format!("cannot be read: {error}"));
                return Ok(());
            }
        };
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        for path in paths {
            let Some(name) = path.file_name().map(|name| name.to_string_lossy().into_owned()) else { continue };
            let source = format!("{source}/{name}");
            let Ok(meta) = std::fs::symlink_metadata(&path) else {
                self.skip(source, "went away while it was looked at");
                continue;
            };
            if self.found.len() + self.skipped.len() >= MOST_FILES {
                return Err(Error::Invalid(format!(
                    "more than {MOST_FILES} files: import the folders of it one by one"
                )));
            }
            if meta.is_symlink() {
                self.skip(source, "a link, which is not followed; import what it leads to by its own path");
            } else if name.starts_with('.') {
                self.skip(source, "hidden");
            } else if path == self.own {
                self.skip(source, "the workspace itself");
            } else if meta.is_dir() && depth >= DEEPEST {
                self.skip(source, format!("more than {DEEPEST} directories deep"));
            } else if meta.is_dir() {
                self.dir(&path, &source, depth + 1)?;
            } else if meta.is_file() {
                self.file(path, source);
            } else {
                self.skip(source, "not a plain file");
            }
        }
        Ok(())
    }

    fn file(&mut self, file: PathBuf, source: String) {
        match FileKind::of(&source) {
            FileKind::Unread(why) => self.skip(source, why),
            kind => self.found.push(NoteFile { source, file, kind }),
        }
    }
}

impl FileKind {
    /// How a file of this name is read.
    pub fn of(name: &str) -> Self {
        let name = name.rsplit('/').next().unwrap_or(name).to_lowercase();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        match ending {
            "md" | "markdown" | "txt" | "text" => Self::Note,
            "json" | "jsonl" | "ndjson" | "af" | "html" | "htm" | "mbox" | "eml" | "csv" => Self::Foreign,
            "pdf" => Self::Pdf,
            "zip" | "tar" | "tgz" => Self::Archive,
            "gz" if name.ends_with(".tar.gz") => Self::Archive,
            "db" | "sqlite" | "sqlite3" => Self::Database,
            other => Self::Unread(unread(other)),
        }
    }
}

/// What to do about a format that is not read.
fn unread(ending: &str) -> String {
    let kind = match ending {
        "" => return "has no ending; only .md and .txt files are read".to_owned(),
        "doc" | "docx" | "odt" | "rtf" => "word processor files are not read yet; save it as text or Markdown first",
        "xml" | "yaml" | "yml" => "data files are not notes; Markdown, text and exports of other programs are read",
        _ if ending.ends_with("-wal") || ending.ends_with("-shm") || ending.ends_with("-journal") => {
            "part of the database beside it, and read with it"
        }
        "png" | "jpg" | "jpeg" | "gif" | "webp" | "svg" | "heic" | "mp3" | "m4a" | "wav" | "mp4" | "mov" => {
            "pictures and recordings are not read"
        }
        "gz" | "7z" | "rar" | "bz2" | "xz" | "zst" => "this kind of archive is not read; unpack it first",
        _ => return format!(".{ending} files are not read; only .md and .txt files are"),
    };
    kind.to_owned()
}
