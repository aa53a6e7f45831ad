//! A verb's edits before they become one mutation.
//!
//! Owns reading each file once, editing it any number of times, and turning the result into
//! changes that name what was read, so that a file changed meanwhile is merged or refused, never
//! overwritten. It writes nothing itself.

use std::collections::BTreeMap;

use soulfile_workspace::{Base, Change, ContentHash, Workspace, WorkspacePath};

use crate::error::{Error, Result};
use soulfile_api::ErrorKind;

/// Files as a verb wants them.
#[derive(Clone)]
pub(crate) struct Draft<'w> {
    workspace: &'w Workspace,
    files: BTreeMap<String, Staged>,
    appends: Vec<Change>,
}

#[derive(Clone)]
struct Staged {
    base: Option<ContentHash>,
    before: Option<String>,
    after: Option<String>,
}

/// A file as it is and as it will be.
pub(crate) struct FileVersions {
    pub(crate) path: String,
    pub(crate) before: Option<String>,
    pub(crate) after: Option<String>,
}

impl<'w> Draft<'w> {
    pub(crate) fn new(workspace: &'w Workspace) -> Self {
        Self { workspace, files: BTreeMap::new(), appends: Vec::new() }
    }

    /// The file as edited so far; `None` when there is none.
    pub(crate) fn read(&mut self, path: &str) -> Result<Option<&str>> {
        self.load(path)?;
        Ok(self.files[path].after.as_deref())
    }

    /// The file as edited so far; empty when there is none.
    pub(crate) fn text(&mut self, path: &str) -> Result<String> {
        Ok(self.read(path)?.unwrap_or_default().to_owned())
    }

    /// The hash of the file as it was read, for a proposal's bindings.
    pub(crate) fn hash(&mut self, path: &str) -> Result<Option<String>> {
        self.load(path)?;
        Ok(self.files[path].base.as_ref().map(ToString::to_string))
    }

    /// Gives a file new text.
    pub(crate) fn set(&mut self, path: &str, text: String) -> Result<()> {
        self.load(path)?;
        self.files.get_mut(path).expect("loaded above").after = Some(text);
        Ok(())
    }

    /// Removes a file.
    pub(crate) fn remove(&mut self, path: &str) -> Result<()> {
        self.load(path)?;
        self.files.get_mut(path).expect("loaded above").after = None;
        Ok(())
    }

    /// Adds text at the end of a file, wherever that is by the time it is written.
    pub(crate) fn append(&mut self, path: &str, header: String, added: String) -> Result<()> {
        let path = WorkspacePath::parse(path)?;
        self.appends.push(Change::Append { path, header: header.into_bytes(), bytes: added.into_bytes() });
        Ok(())
    }

    /// What is to be added at the end of a file so far, with the beginning it gets when it is new.
    pub(crate) fn appended(&self, path: &str) -> (String, String) {
        let mut out = (String::new(), String::new());
        for change in &self.appends {
            if let Change::Append { path: found, header, bytes } = change
                && found.as_str() == path
            {
                if out.1.is_empty() {
                    out.0 = String::from_utf8_lossy(header).into_owned();
                }
                out.1.push_str(&String::from_utf8_lossy(bytes));
            }
        }
        out
    }

    /// Whether text is added at the end of a file.
    pub(crate) fn appends(&self) -> bool {
        !self.appends.is_empty()
    }

    /// Files that did not exist and will, by path.
    pub(crate) fn created(&self) -> impl Iterator<Item = &str> {
        self.files.iter().filter(|(_, f)| f.before.is_none() && f.after.is_some()).map(|(path, _)| path.as_str())
    }

    /// Whether a file will differ from what was read.
    pub(crate) fn changes_file(&self, path: &str) -> bool {
        self.files.get(path).is_some_and(|f| f.before != f.after)
    }

    /// Whether nothing would be written.
    pub(crate) fn is_unchanged(&self) -> bool {
        self.appends.is_empty() && self.files.values().all(|file| file.before == file.after)
    }

    /// The files that are edited so far, by path, as they are and as they will be; without what is added at the end.
    pub(crate) fn changed(&self) -> impl Iterator<Item = FileVersions> + '_ {
        let changed = self.files.iter().filter(|(_, file)| file.before != file.after);
        changed.map(|(path, file)| FileVersions {
            path: path.clone(),
            before: file.before.clone(),
            after: file.after.clone(),
        })
    }

    /// The files that will differ, by path, as they are and as they will be.
    pub(crate) fn files(mut self) -> Result<Vec<FileVersions>> {
        for change in std::mem::take(&mut self.appends) {
            let Change::Append { path, header, bytes } = change else { continue };
            self.load(path.as_str())?;
            let file = self.files.get_mut(path.as_str()).expect("loaded above");
            let mut text = file.after.take().unwrap_or_else(|| String::from_utf8_lossy(&header).into_owned());
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(&String::from_utf8_lossy(&bytes));
            file.after = Some(text);
        }
        let changed = self.files.into_iter().filter(|(_, file)| file.before != file.after);
        Ok(changed.map(|(path, file)| FileVersions { path, before: file.before, after: file.after }).collect())
    }

    /// What is to be written; files that came out as they were are left out.
    pub(crate) fn into_changes(self) -> Result<Vec<Change>> {
        let mut changes = self.appends;
        for (path, file) in self.files {
            if file.before == file.after {
                continue;
            }
            let path = WorkspacePath::parse(&path)?;
            let base = Some(file.base.map_or(Base::Absent, Base::Hash));
            changes.push(match file.after {
                Some(text) => Change::Write { path, bytes: text.into_bytes(), base },
                None => Change::Delete { path, base },
            });
        }
        Ok(changes)
    }

    fn load(&mut self, path: &str) -> Result<()> {
        if self.files.contains_key(path) {
            return Ok(());
        }
        let staged = match self.workspace.read(&WorkspacePath::parse(path)?)? {
            None => Staged { base: None, before: None, after: None },
            Some(file) => {
                let base = Some(file.hash());
                let text = utf8(path, file.bytes)?;
                Staged { base, before: Some(text.clone()), after: Some(text) }
            }
        };
        self.files.insert(path.to_owned(), staged);
        Ok(())
    }
}

/// How often a change is tried again on what others wrote meanwhile.
const ATTEMPTS: usize = 16;

/// Makes a change; where somebody changed the same lines meanwhile, makes it anew from what they wrote.
pub(crate) fn again<T>(mut change: impl FnMut() -> Result<T>) -> Result<T> {
    let mut done = change();
    for _ in 0..ATTEMPTS {
        match &done {
            Err(error) if error.kind() == ErrorKind::Conflict => done = change(),
            _ => break,
        }
    }
    done
}

/// A file that is not UTF-8 is never edited: a rewrite would lose what it holds.
pub(crate) fn utf8(path: &str, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| {
        Error::Invalid(format!("{path} is not UTF-8 text and is left as it is; convert it, then repeat the command"))
    })
}
