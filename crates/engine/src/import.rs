//! `import`: notes from elsewhere become episodes to reflect on, with where they came from; never facts.
//!
//! `import/walk.rs` finds the files, `import/reading.rs` reads them: notes (`note.rs`), files of other programs
//! (`formats.rs`), databases (`databases.rs`), archives, PDF and agents' workspaces. Here notes are admitted and written as episodes.
//! docs/design/import.md has the rules.

use soulfile_api::{Imported, SkippedFile, TakenNote, WaitingNote};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use soulfile_memory::episode::DayLog;
use soulfile_memory::id::Day;
use soulfile_vocabulary::layout::IMPORTS_LEDGER;
use soulfile_vocabulary::{Authority, Confidence, EntryKind, Scope, Store};
use soulfile_workspace::{Action, Actor, ContentHash, Mutation, Requester};

use crate::admission;
use crate::draft::Draft;
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::proposals::Proposing;
use crate::writer::{MemoryWriter, Operation, Source, Step};

mod agent_workspace;
mod archive;
mod databases;
mod formats;
mod note;
mod pdf;
mod reading;
mod walk;

use note::{Dated, ImportedNote};
use reading::ImportReading;

/// What the day files of imported notes are called after their date.
const NAME: &str = "import";
/// Notes in one commit.
const BATCH: usize = 64;

/// What to import.
#[derive(Debug, Clone)]
pub struct ImportRequest {
    pub source: ImportSource,
    /// Only say what would happen.
    pub dry_run: bool,
}

/// Where an import comes from.
#[derive(Debug, Clone)]
pub enum ImportSource {
    /// A folder, or one file.
    Path(PathBuf),
    /// An export that its program handed over, under a name for the report.
    Handed { name: String, bytes: Vec<u8> },
}

impl ImportSource {
    /// What it is called in the trail.
    fn name(&self) -> String {
        match self {
            Self::Path(path) => folder_name(path),
            Self::Handed { name, .. } => name.clone(),
        }
    }
}

/// A line of the ledger. What is not known is kept out of it; nothing else reads the file.
#[derive(Debug, Serialize, Deserialize)]
struct LedgerLine {
    source: String,
    sha256: String,
    size: u64,
    date: String,
    dated_by: String,
    imported: String,
    #[serde(rename = "as")]
    kept_as: String,
}

/// What was imported before.
#[derive(Debug, Default)]
struct Before {
    /// Source by hash, the first sixteen digits.
    by_hash: HashMap<String, String>,
    /// Sources that were taken in any version.
    sources: std::collections::HashSet<String>,
    /// Size and hash of each version, by source and by the name of the part.
    versions: HashMap<String, Vec<(usize, String)>>,
}

impl Before {
    fn note_version(&mut self, source: &str, size: usize, hash: &str) {
        for name in [Some(source), part_of(source)].into_iter().flatten() {
            self.versions.entry(name.to_owned()).or_default().push((size, hash.to_owned()));
        }
    }

    /// What a text says after the longest earlier version of it, where it begins with one word for word.
    fn rest_of(&self, source: &str, bytes: &[u8]) -> Option<String> {
        let names = [Some(source), part_of(source)].into_iter().flatten();
        let mut known: Vec<&(usize, String)> = names.filter_map(|name| self.versions.get(name)).flatten().collect();
        known.sort_by(|a, b| b.cmp(a));
        known.dedup();
        // Few of them are looked at: each is a hash over the whole.
        let mut fitting = known.into_iter().filter(|(size, _)| (1..bytes.len()).contains(size)).take(8);
        let (size, _) = fitting.find(|(size, hash)| ContentHash::of(&bytes[..*size]).to_string() == *hash)?;
        let rest = std::str::from_utf8(&bytes[*size..]).ok()?.trim();
        (!rest.is_empty()).then(|| rest.to_owned())
    }
}

/// The name of the part of a file, such as a conversation's id: it stays where the file is exported again elsewhere.
fn part_of(source: &str) -> Option<&str> {
    source.split_once('#').map(|(_, part)| part).filter(|part| part.len() >= 16)
}

/// A note that may come in.
struct Admitted {
    note: ImportedNote,
    source: String,
    hash: String,
    size: usize,
    changed: bool,
}

impl Engine {
    /// Imports a folder of notes. What is known already is left out, so running it twice, or after it
    /// was killed, does nothing twice.
    /// `progress` hears what is done with how many of how many.
    pub fn import(&self, request: &ImportRequest, progress: &dyn Fn(&str, usize, usize)) -> Result<Imported> {
        let now = self.now();
        admission::check_labels([request.source.name().as_str()])?;
        let scratch = self.place.state().join("import");
        let reading = match &request.source {
            ImportSource::Path(path) => {
                let (found, skipped) = walk::walk(path, self.path())?;
                let mut reading = ImportReading::new(&now, scratch, skipped);
                reading.read_all(found, &|done, of| progress("read", done, of));
                reading
            }
            ImportSource::Handed { name, bytes } => {
                let mut reading = ImportReading::new(&now, scratch, Vec::new());
                reading.read_handed(name, bytes.clone());
                reading
            }
        };
        let ImportReading { offered, mut skipped, .. } = reading;
        let mut before = self.imported_before()?;
        let mut admitted: Vec<Admitted> = Vec::new();
        let mut waiting: Vec<(Admitted, String)> = Vec::new();
        let all = offered.len();
        for (number, (source, mut note)) in offered.into_iter().enumerate() {
            progress("looked at", number, all);
            let mut skip = |why: String| skipped.push(SkippedFile { source: source.clone(), why });
            // What a file is called and how it is tagged is stored beside its text.
            let labels = note.tags.iter().map(String::as_str).chain([source.as_str()]);
            if let Err(Error::Secret { kind, .. }) = admission::check_labels(labels) {
                skip(format!(
                    "its name or a tag holds what looks like a credential ({kind}); rename it, then import again"
                ));
                continue;
            }
            let (hash, size) = (ContentHash::of(&note.bytes).to_string(), note.bytes.len());
            if let Some(known) = before.by_hash.get(&hash[..16]) {
                skip(match *known == source {
                    true => "known already: it has not changed since it was imported".to_owned(),
                    false => format!("known already: the same text was imported as {known}"),
                });
                continue;
            }
            // A conversation that went on, a file that was added to: only what is new.
            if let Some(rest) = before.rest_of(&source, &note.bytes) {
                note.text = rest;
            }
            let admission = match admission::check(&note.text, Authority::Import, false) {
                Ok(admission) => admission,
                Err(Error::Secret { kind, .. }) => {
                    let line = note::line_of_secret(&note.text);
                    skip(format!(
                        "holds what looks like a credential ({kind}) in line {line}; take it out, then import again"
                    ));
                    continue;
                }
                Err(error) => return Err(error),
            };
            let changed = before.sources.contains(&source);
            before.by_hash.insert(hash[..16].to_owned(), source.clone());
            note.bytes = Vec::new();
            let one = Admitted { note, source, hash, size, changed };
            match admission.quarantine {
                None => admitted.push(one),
                Some(why) if one.note.text.len() <= note::LARGEST_ENTRY => waiting.push((one, why)),
                Some(why) => skipped.push(SkippedFile {
                    source: one.source,
                    why: format!("{why}, and is too long to wait for review"),
                }),
            }
        }
        let session = format!("import-{}", now.strftime("%Y%m%dT%H%M%S"));
        let mut done = Imported {
            session,
            taken: Vec::new(),
            waiting: Vec::new(),
            skipped,
            receipts: Vec::new(),
            dry_run: request.dry_run,
        };
        done.skipped.sort_by(|a, b| a.source.cmp(&b.source));
        for (number, batch) in admitted.chunks(BATCH).enumerate() {
            progress("imported", number * BATCH, admitted.len());
            self.take_notes(batch, request, &mut done)?;
        }
        progress("imported", admitted.len(), admitted.len());
        for (one, why) in waiting {
            self.keep_waiting(&one, why, request, &mut done)?;
        }
        Ok(done)
    }

    /// Writes some notes as episodes, as one commit.
    fn take_notes(&self, batch: &[Admitted], request: &ImportRequest, done: &mut Imported) -> Result<()> {
        let mut steps: Vec<Step> = Vec::new();
        let mut lines = String::new();
        for one in batch {
            let (date, _) = one.note.at;
            let path = self.day_log_path(&import_day(date))?;
            let fresh = one.steps();
            lines += &one.ledger_line(&self.now().timestamp().to_string(), &path);
            done.taken.push(TakenNote {
                source: one.source.clone(),
                sha256: one.hash.clone(),
                day: date.to_string(),
                dated_by: one.note.dated.to_string(),
                path: path.clone(),
                entries: fresh.len(),
                changed: one.changed,
            });
            steps.extend(fresh);
        }
        // Every note was checked before.
        let mut writer = MemoryWriter::new(self).admitted();
        writer.apply(&steps)?;
        if request.dry_run {
            return Ok(());
        }
        for piece in pieces_of_lines(&lines) {
            writer.draft().append(IMPORTS_LEDGER, String::new(), piece)?;
        }
        let folder = request.source.name();
        let summary = format!("imported {} notes from {folder}", batch.len());
        let (mutation, mut outcome) = writer.into_mutation(Action::Append, Actor::Bot("import".to_owned()), summary)?;
        let mutation = mutation
            .trigger(format!("soul import {folder}"))
            .session(Some(done.session.clone()))
            .requested_by(&Requester::through("import"));
        done.receipts.push(self.commit(mutation, &mut outcome)?);
        Ok(())
    }

    /// Leaves a note that reads like an attack for a person to look at.
    fn keep_waiting(&self, one: &Admitted, why: String, request: &ImportRequest, done: &mut Imported) -> Result<()> {
        if request.dry_run {
            done.waiting.push(WaitingNote { source: one.source.clone(), proposal: None, why });
            return Ok(());
        }
        let from: String = format!("import:{}", one.source).chars().take(100).collect();
        let added = self.propose(&Proposing {
            from,
            trigger: why.clone(),
            store: Store::Episodic,
            content: one.note.text.clone(),
            entities: Vec::new(),
            confidence: Confidence::Low,
            core_worthy: false,
            scope: Scope::Private,
            trust: Authority::Import,
            quarantined: true,
        })?;
        let mut draft = Draft::new(&self.workspace);
        let line = one.ledger_line(&self.now().timestamp().to_string(), &format!("proposal #{}", added.number));
        draft.append(IMPORTS_LEDGER, String::new(), line)?;
        let mutation = Mutation::new(
            Action::Append,
            Actor::Bot("import".to_owned()),
            format!("{} waits as proposal #{}", one.source, added.number),
            draft.into_changes()?,
        )
        .trigger(format!("soul import {}", request.source.name()))
        .session(Some(done.session.clone()));
        done.receipts.push(added.receipt);
        done.receipts.push(self.apply(mutation.requested_by(&Requester::through("import")))?);
        done.waiting.push(WaitingNote { source: one.source.clone(), proposal: Some(added.number), why });
        Ok(())
    }

    /// What was imported before: by the ledger, and by the entries themselves.
    fn imported_before(&self) -> Result<Before> {
        let mut before = Before::default();
        let ledger = self.read_text(IMPORTS_LEDGER)?.unwrap_or_default();
        for line in ledger.lines() {
            // A line somebody broke says nothing; the entries still do.
            let Ok(line) = serde_json::from_str::<LedgerLine>(line) else { continue };
            if let Some(hash) = line.sha256.get(..16) {
                before.by_hash.insert(hash.to_owned(), line.source.clone());
            }
            before.note_version(&line.source, line.size as usize, &line.sha256);
            before.sources.insert(line.source);
        }
        for (day, path) in self.day_files()? {
            if day.name.as_deref() != Some(NAME) {
                continue;
            }
            let log = DayLog::parse(day, self.read_text(&path)?.unwrap_or_default());
            for entry in log.entries() {
                let Some(source) = entry.source.as_deref().and_then(|s| s.strip_prefix("import:")) else { continue };
                let Some((source, hash)) = source.rsplit_once('@') else { continue };
                before.by_hash.entry(hash.to_owned()).or_insert_with(|| source.to_owned());
                before.sources.insert(source.to_owned());
            }
        }
        Ok(before)
    }
}

impl Admitted {
    fn steps(&self) -> Vec<Step> {
        let (date, time) = self.note.at;
        let source = format!("import:{}@{}", self.source, &self.hash[..16]);
        let step = |content: String| Step {
            operation: Operation::Remember {
                day: import_day(date),
                time,
                kind: EntryKind::Event,
                confidence: Confidence::Low,
                tags: self.note.tags.clone(),
                content,
                links: Vec::new(),
            },
            source: Source::named(source.clone()),
            scope: Scope::Private,
            trust: Authority::Import,
            approved: false,
            item: None,
        };
        note::parts(&self.note.text).into_iter().map(step).collect()
    }

    fn ledger_line(&self, imported: &str, kept_as: &str) -> String {
        let line = LedgerLine {
            source: self.source.clone(),
            sha256: self.hash.clone(),
            size: self.size as u64,
            date: self.note.at.0.to_string(),
            dated_by: self.note.dated.to_string(),
            imported: imported.to_owned(),
            kept_as: kept_as.to_owned(),
        };
        // A struct of strings and a number always has a JSON form.
        serde_json::to_string(&line).unwrap_or_default() + "\n"
    }
}

/// The log of imported notes of a day, which lies beside the day's own.
fn import_day(date: Date) -> Day {
    Day { date, name: Some(NAME.to_owned()) }
}

/// Lines in pieces that one append may hold.
fn pieces_of_lines(lines: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for line in lines.lines() {
        match out.last_mut() {
            Some(last) if last.len() + line.len() < note::LARGEST_ENTRY => *last += &format!("{line}\n"),
            _ => out.push(format!("{line}\n")),
        }
    }
    out
}

fn folder_name(path: &Path) -> String {
    let absolute = path.canonicalize();
    let path = absolute.as_deref().unwrap_or(path);
    path.file_name().map_or_else(|| "/".to_owned(), |name| name.to_string_lossy().into_owned())
}

impl std::fmt::Display for Dated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::FrontMatter => "front matter",
            Self::FileName => "file name",
            Self::FileTime => "file time",
            Self::Record => "record",
        })
    }
}
