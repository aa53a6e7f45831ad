//! Which files of a folder may be notes. Follows no link, enters nothing hidden, and says why
//! everything else was left out.

use soulfile_api::SkippedFile;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// Most files one import looks at.
const MOST_FILES: usize = 50_000;
/// Deepest directory.
const DEEPEST: usize = 32;

/// A file that may be a note.
pub struct NoteFile {
    /// The folder's name and the path below it.
    pub source: String,
    pub file: PathBuf,
    /// Whether it may be another program's, which is told by what is in it.
    pub foreign: bool,
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
        let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        match ending.as_str() {
            "md" | "markdown" | "txt" | "text" => self.found.push(NoteFile { source, file, foreign: false }),
            "json" | "jsonl" | "af" | "html" | "htm" | "mbox" => {
                self.found.push(NoteFile { source, file, foreign: true });
            }
            other => {
                let why = unread(other);
                self.skip(source, why);
            }
        }
    }
}

/// What to do about a format that is not read.
fn unread(ending: &str) -> String {
    let kind = match ending {
        "" => return "has no ending; only .md and .txt files are read".to_owned(),
        "pdf" => "PDF is not read yet; convert it to text first (pdftotext)",
        "doc" | "docx" | "odt" | "rtf" => "word processor files are not read yet; save it as text or Markdown first",
        "csv" | "xml" | "yaml" | "yml" => {
            "data files are not notes; Markdown, text and exports of other programs are read"
        }
        "png" | "jpg" | "jpeg" | "gif" | "webp" | "svg" | "heic" | "mp3" | "m4a" | "wav" | "mp4" | "mov" => {
            "pictures and recordings are not read"
        }
        "zip" | "gz" | "tar" | "7z" | "rar" => "archives are not read; unpack it first",
        _ => return format!(".{ending} files are not read; only .md and .txt files are"),
    };
    kind.to_owned()
}
