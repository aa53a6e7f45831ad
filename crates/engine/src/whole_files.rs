//! Whole files, as an editor reads and writes them: which are served, and the rules for each.
//!
//! A write names what was read and is refused when the file is no longer that. Everything else a
//! file is subject to (size, brake, gate, alerts) is the write path's; the cap of MEMORY.md is here.

use jiff::Timestamp;
use jiff::civil::Date;
use soulfile_api::{DailyLog, DefaultFile, FileContent, FileInfo, FileWritten, Hint};
use soulfile_context::templates::{self, TemplateValues};
use soulfile_text::tokens;
use soulfile_vocabulary::day_file::day_of_path;
use soulfile_vocabulary::layout::{self, CORE};
use soulfile_workspace::{Action, Actor, Base, Change, ContentHash, Mutation, WorkspacePath, is_owned};

use crate::draft::utf8;
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::stores::lossy;

/// Directories whose Markdown files are served.
const FOLDERS: [&str; 4] = [layout::MEMORY_DIR, layout::ROOMS_DIR, layout::USERS_DIR, layout::BANK_DIR];

/// What a caller knows of the file it writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KnownVersion {
    /// There was none.
    Absent,
    /// It was one of these.
    OneOf(Vec<ContentHash>),
}

impl Engine {
    /// The files that are served, by path.
    pub fn list_files(&self) -> Result<Vec<FileInfo>> {
        let paths = self.workspace.files()?;
        Ok(paths.iter().filter(|path| is_served(path)).filter_map(|path| self.file_info(path)).collect())
    }

    /// One file. Refused when it is not among those served.
    pub fn read_file(&self, name: &str) -> Result<FileContent> {
        let path = served(name)?;
        let file = self.workspace.read(&path)?.ok_or_else(|| missing(&path))?;
        let hash = file.hash();
        let info = self.file_info(path.as_str()).ok_or_else(|| missing(&path))?;
        let content = lossy(file.bytes);
        Ok(FileContent {
            tokens: self.token_counts.of(&hash, &content),
            most_tokens: (path.as_str() == CORE).then(|| self.core_budget().cap),
            most_bytes: self.config().memory.workspace.max_file_size as u64,
            has_default: is_writable(path.as_str()) && templates::names().any(|name| name == path.as_str()),
            info,
            content,
            hash,
        })
    }

    /// What a new workspace would get for a file, filled in for this agent. Nothing is written.
    pub fn default_file(&self, name: &str) -> Result<DefaultFile> {
        let path = writable(name)?;
        let user = &self.config().user;
        let values = TemplateValues {
            user_name: user.name.clone(),
            timezone: user.timezone.clone(),
            language: user.language.clone(),
            agent_name: Some(self.identity()?.identity.name.value),
            today: Some(self.now().date().to_string()),
        };
        let content = templates::render(path.as_str(), &values)
            .ok_or_else(|| Error::NotFound(format!("{path} is not among the files a new workspace starts with")))?;
        Ok(DefaultFile { filename: path.to_string(), content })
    }

    /// Refuses a file that may not be written from outside, before anything else is asked of the caller.
    pub fn check_writable(&self, name: &str) -> Result<()> {
        writable(name).map(|_| ())
    }

    /// Gives a file new content; a person's act. A day's log only grows. `confirmed` lets it shrink by more than half.
    pub fn write_file(&self, name: &str, content: &str, known: &KnownVersion, confirmed: bool) -> Result<FileWritten> {
        let path = writable(name)?;
        let now = self.workspace.read(&path)?;
        let base = self.base(&path, now.as_ref().map(|file| file.hash()), known)?;
        let before = now.map(|file| utf8(path.as_str(), file.bytes)).transpose()?;
        if path.as_str() == CORE {
            self.check_core_cap(content, before.as_deref().unwrap_or_default())?;
        }
        if let Some(before) = &before
            && day_of_path(path.as_str()).is_some()
            && !content.starts_with(before.as_str())
        {
            let text = format!("{path} is a day's log, which only grows; what it says was not changed");
            return Err(Error::NotAllowed(text).with(Hint::AppendToLog));
        }
        let action = if before.is_some() { Action::Edit } else { Action::Create };
        let (verb, bytes) = (if before.is_some() { "edited" } else { "created" }, content.as_bytes().to_vec());
        let receipt = if before.as_deref() == Some(content) {
            None
        } else {
            let change = match base {
                None => Change::Create { path: path.clone(), bytes },
                base => Change::Write { path: path.clone(), bytes, base },
            };
            let mutation = Mutation::new(action, Actor::Manual, format!("{verb} {path}"), vec![change])
                .trigger("edited through the gateway")
                .confirmed(confirmed);
            Some(self.apply(mutation)?)
        };
        let info = self.file_info(path.as_str()).ok_or_else(|| missing(&path))?;
        Ok(FileWritten { info, hash: Some(ContentHash::of(content.as_bytes())), receipt })
    }

    /// Deletes a file; a person's act, confirmed.
    pub fn delete_file(&self, name: &str, known: &KnownVersion, confirmed: bool) -> Result<FileWritten> {
        let path = writable(name)?;
        let now = self.workspace.read(&path)?.ok_or_else(|| missing(&path))?;
        let base = self.base(&path, Some(now.hash()), known)?;
        let info = self.file_info(path.as_str()).ok_or_else(|| missing(&path))?;
        let change = Change::Delete { path: path.clone(), base };
        let mutation = Mutation::new(Action::Delete, Actor::Manual, format!("deleted {path}"), vec![change])
            .trigger("deleted through the gateway")
            .confirmed(confirmed);
        let receipt = Some(self.apply(mutation)?);
        Ok(FileWritten { info, hash: None, receipt })
    }

    /// The files of the daily logs, newest day first.
    pub fn daily_logs(&self) -> Result<Vec<FileInfo>> {
        let files = self.day_files()?;
        Ok(files.iter().rev().filter_map(|(_, path)| self.file_info(path)).collect())
    }

    /// One day's log.
    pub fn daily_log(&self, date: Date) -> Result<DailyLog> {
        let files = self.day_files()?;
        let files: Vec<FileContent> = files
            .iter()
            .filter(|(day, _)| day.date == date)
            .map(|(_, path)| self.read_file(path))
            .collect::<Result<_>>()?;
        if files.is_empty() {
            return Err(Error::NotFound(format!("there is no daily log of {date}")));
        }
        let entries = self.log(Some(date), false)?.entries;
        Ok(DailyLog { date, agent_name: self.agent().to_owned(), files, entries })
    }

    fn file_info(&self, path: &str) -> Option<FileInfo> {
        let meta = self.metadata(path)?;
        let modified = meta.modified().ok().and_then(|at| Timestamp::try_from(at).ok()).unwrap_or_default();
        let modified = Timestamp::from_second(modified.as_second()).unwrap_or(modified);
        let limit = self.config().memory.workspace.max_file_size as u64;
        let near = meta.len() * 10 >= limit * 8 && is_writable(path);
        Some(FileInfo {
            filename: path.to_owned(),
            size_bytes: meta.len(),
            last_modified: modified,
            agent_name: self.agent().to_owned(),
            writable: is_writable(path),
            warning: near.then(|| format!("{path} holds {} of the {limit} bytes a file may have", meta.len())),
        })
    }

    /// The base of a write: what is there now, when the caller knows exactly that.
    fn base(&self, path: &WorkspacePath, now: Option<ContentHash>, known: &KnownVersion) -> Result<Option<Base>> {
        let conflict = |now: Option<ContentHash>| {
            let current = now.map_or_else(|| "absent".to_owned(), |hash| hash.to_string());
            Err(soulfile_workspace::Error::Conflict { path: path.to_string(), current }.into())
        };
        match (known, now) {
            (KnownVersion::Absent, None) => Ok(None),
            (KnownVersion::OneOf(hashes), Some(now)) if hashes.contains(&now) => Ok(Some(Base::Exactly(now))),
            _ => conflict(now),
        }
    }

    fn check_core_cap(&self, text: &str, before: &str) -> Result<()> {
        let (tokens, cap) = (tokens::exact(text), self.core_budget().cap);
        if tokens > cap && tokens > tokens::exact(before) {
            return Err(Error::Invalid(format!(
                "{CORE} would hold {tokens} tokens, more than its cap of {cap}; nothing was written"
            )));
        }
        Ok(())
    }
}

fn missing(path: &WorkspacePath) -> Error {
    Error::NotFound(format!("there is no {path}"))
}

/// Says whether a file is served at all.
fn is_served(path: &str) -> bool {
    let in_folder = || FOLDERS.iter().any(|folder| layout::below(path, folder).is_some()) && path.ends_with(".md");
    is_owned(path) && (layout::root_file(path).is_some() || in_folder())
}

fn is_writable(path: &str) -> bool {
    is_served(path) && !layout::is_generated(path)
}

fn served(name: &str) -> Result<WorkspacePath> {
    let refuse = |why: String| Error::NotAllowed(why);
    let path = WorkspacePath::parse(name).map_err(|e| refuse(e.to_string()))?;
    if path.as_str() != name || !is_served(path.as_str()) {
        return Err(refuse(format!(
            "\"{}\" is not among the files that are served: {}, and Markdown below {}",
            name.escape_debug(),
            layout::ROOT_FILES.map(|file| file.name).join(", "),
            FOLDERS.map(|folder| format!("{folder}/")).join(", ")
        )));
    }
    Ok(path)
}

fn writable(name: &str) -> Result<WorkspacePath> {
    let path = served(name)?;
    if !is_writable(path.as_str()) {
        return Err(Error::NotAllowed(format!("{path} is written by the program itself and may only be read")));
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_soul_are_served_and_derived_ones_only_to_read() {
        for ok in ["SOUL.md", "MEMORY.md", "memory/2026-02-02.md", "memory/episodes/2026-02-02.md", "bank/a/b.md"] {
            assert!(writable(ok).is_ok(), "{ok}");
        }
        for own in ["memory/meta/reflection-log.md", "memory/graph/index.md"] {
            assert!(served(own).is_ok() && writable(own).is_err(), "{own}");
        }
        for no in [
            "../SOUL.md",
            "./SOUL.md",
            "memory/../SOUL.md",
            "/etc/passwd",
            ".git/config",
            "memory/.git/x.md",
            "memory/x.sh",
            "memory/meta/audit.log",
            "notes.md",
            "soul.md",
            "memory",
            "",
            "memory/a\0.md",
        ] {
            assert!(served(no).is_err(), "{no:?}");
        }
    }
}
