//! Reading everything that was found: files, archives, databases and what is in them, as notes with where they come from.

use std::io::Read;
use std::path::{Path, PathBuf};

use jiff::{Timestamp, Zoned};
use soulfile_api::SkippedFile;

use super::agent_workspace;
use super::archive::ArchiveBytes;
use super::databases::{self, DatabaseCopy, DatabaseFile};
use super::note::{self, ImportedNote, LARGEST_EXPORT, LARGEST_NOTE, LARGEST_PDF, LoadedFile, NotesOfFile};
use super::walk::{FileKind, NoteFile};

/// How deep archives may lie in archives.
const DEEPEST: usize = 2;
/// Most bytes of notes that one import holds.
const MOST_HELD: usize = 1024 * 1024 * 1024;

/// What was read.
pub struct ImportReading<'n> {
    now: &'n Zoned,
    /// Where copies of databases lie while they are read.
    scratch: PathBuf,
    /// Each note with its source.
    pub offered: Vec<(String, ImportedNote)>,
    pub skipped: Vec<SkippedFile>,
    held: usize,
}

impl<'n> ImportReading<'n> {
    pub fn new(now: &'n Zoned, scratch: PathBuf, skipped: Vec<SkippedFile>) -> Self {
        Self { now, scratch, offered: Vec::new(), skipped, held: 0 }
    }

    /// Reads all files; `progress` hears how many of how many.
    pub fn read_all(&mut self, mut files: Vec<NoteFile>, progress: &dyn Fn(usize, usize)) {
        agent_workspace::sort(&mut files, &mut self.skipped);
        let all = files.len();
        for (number, NoteFile { source, file, kind }) in files.into_iter().enumerate() {
            progress(number, all);
            if kind == FileKind::Archive {
                self.archive(&source, &ArchiveBytes::File(&file), 1);
                continue;
            }
            if kind == FileKind::Database {
                self.database(&source, DatabaseCopy::of_file(&file, &self.scratch));
                continue;
            }
            match load(&file, most(&kind)) {
                Ok((bytes, changed)) => self.file(source, bytes, changed, &kind),
                Err(error) => self.skip(source, format!("cannot be read: {error}")),
            }
        }
        progress(all, all);
    }

    /// Reads the export of a program.
    pub fn read_handed(&mut self, source: &str, bytes: Vec<u8>) {
        self.file(source.to_owned(), bytes, None, &FileKind::Foreign);
    }

    fn skip(&mut self, source: String, why: String) {
        self.skipped.push(SkippedFile { source, why });
    }

    fn file(&mut self, source: String, bytes: Vec<u8>, changed: Option<Timestamp>, kind: &FileKind) {
        let name = source.rsplit('/').next().unwrap_or(&source).to_owned();
        let file = LoadedFile { name, bytes, changed };
        let read = match kind {
            FileKind::Note => note::read_text(file, None, self.now),
            FileKind::DayLog(day) => note::read_text(file, Some(day), self.now),
            FileKind::Foreign => note::read_foreign(file, self.now),
            FileKind::Pdf => note::read_pdf(file, self.now),
            FileKind::Archive | FileKind::Database | FileKind::Unread(_) => return,
        };
        match read {
            Ok(notes) => self.offer(&source, notes),
            Err(why) => self.skip(source, why),
        }
    }

    fn offer(&mut self, source: &str, (notes, left_out): NotesOfFile) {
        left_out.into_iter().for_each(|why| self.skip(source.to_owned(), why));
        for (part, note) in notes {
            let source = match part.is_empty() {
                true => source.to_owned(),
                false => format!("{source}#{}", plain_part(&part)),
            };
            self.held += note.text.len() + note.bytes.len();
            match self.held > MOST_HELD {
                true => self.skip(source, "more than one import holds; import it again, and it goes on".to_owned()),
                false => self.offered.push((source, note)),
            }
        }
    }

    fn archive(&mut self, source: &str, bytes: &ArchiveBytes<'_>, depth: usize) {
        if depth > DEEPEST {
            self.skip(source.to_owned(), "an archive in an archive in an archive; unpack it first".to_owned());
            return;
        }
        // First what it holds: whether it is an agent's workspace is seen from all its names.
        let mut files: Vec<NoteFile> = Vec::new();
        let now = self.now;
        let listed = bytes.visit(now, &mut |name, _, _| {
            let source = format!("{source}/{}", plain_name(name));
            let hidden = name.split('/').any(|part| part.starts_with('.') && part != "." || part == "__MACOSX");
            let kind = if hidden { FileKind::Unread("hidden".to_owned()) } else { FileKind::of(name) };
            files.push(NoteFile { source, file: name.into(), kind });
        });
        if let Err(why) = listed {
            self.skip(source.to_owned(), why);
        }
        files.retain(|file| match &file.kind {
            FileKind::Unread(why) => {
                self.skipped.push(SkippedFile { source: file.source.clone(), why: why.clone() });
                false
            }
            _ => true,
        });
        agent_workspace::sort(&mut files, &mut self.skipped);
        let mut wanted = files.into_iter().peekable();
        // What could not be listed was told above.
        let _ = bytes.visit(now, &mut |name, changed, content| {
            if wanted.peek().is_none_or(|file| file.file != Path::new(name)) {
                return;
            }
            let Some(NoteFile { source, kind, .. }) = wanted.next() else { return };
            let mut bytes = Vec::new();
            match content.take(most(&kind) + 1).read_to_end(&mut bytes) {
                Err(error) => self.skip(source, format!("cannot be read: {error}")),
                Ok(_) if matches!(kind, FileKind::Archive | FileKind::Database) && bytes.len() as u64 > most(&kind) => {
                    self.skip(source, "too large to be read within an archive; unpack it first".to_owned());
                }
                Ok(_) if kind == FileKind::Archive => self.archive(&source, &ArchiveBytes::Held(&bytes), depth + 1),
                Ok(_) if kind == FileKind::Database => {
                    self.database(&source, DatabaseCopy::of_bytes(&bytes, &self.scratch));
                }
                Ok(_) => self.file(source, bytes, changed, &kind),
            }
        });
    }

    fn database(&mut self, source: &str, copy: Result<DatabaseCopy, String>) {
        let (format, content) = match copy.and_then(|copy| databases::read(&copy, self.now.time_zone())) {
            Ok(read) => read,
            Err(why) => return self.skip(source.to_owned(), why),
        };
        self.offer(source, note::dated(content.notes, format, None, self.now));
        let mut files: Vec<NoteFile> = Vec::new();
        let mut texts: Vec<DatabaseFile> = Vec::new();
        for file in content.files {
            let name = plain_name(&file.path);
            files.push(NoteFile {
                source: format!("{source}/{name}"),
                file: name.clone().into(),
                kind: FileKind::of(&name),
            });
            texts.push(DatabaseFile { path: name, ..file });
        }
        agent_workspace::sort(&mut files, &mut self.skipped);
        for NoteFile { source, file, kind } in files {
            let Some(DatabaseFile { text, changed, .. }) = texts.iter().find(|text| Path::new(&text.path) == file)
            else {
                continue;
            };
            match kind {
                FileKind::Unread(why) => self.skip(source, why),
                kind => self.file(source, text.clone().into_bytes(), *changed, &kind),
            }
        }
    }
}

/// Most bytes that are read of a file of this kind.
fn most(kind: &FileKind) -> u64 {
    match kind {
        FileKind::Foreign | FileKind::Archive | FileKind::Database => LARGEST_EXPORT,
        FileKind::Pdf => LARGEST_PDF,
        _ => LARGEST_NOTE,
    }
}

/// A little over the limit at most: a huge file is not read to learn that it is one.
fn load(file: &Path, most: u64) -> std::io::Result<(Vec<u8>, Option<Timestamp>)> {
    let opened = std::fs::File::open(file)?;
    let changed = opened.metadata()?.modified().ok().and_then(|time| Timestamp::try_from(time).ok());
    let mut bytes = Vec::new();
    opened.take(most + 1).read_to_end(&mut bytes)?;
    Ok((bytes, changed))
}

/// A part's name as it can stand in a heading.
fn plain_part(part: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.@".contains(c) { c } else { '-' };
    part.chars().map(plain).take(80).collect()
}

/// The path of an entry of an archive as a name: it leads nowhere.
fn plain_name(name: &str) -> String {
    let parts = name.split(['/', '\\']).filter(|part| !matches!(*part, "" | "." | ".."));
    parts.collect::<Vec<_>>().join("/").chars().filter(|c| !c.is_control()).collect()
}
