//! `export`: everything of a workspace in one file: a tar archive, JSON Lines, or a page to read.
//!
//! The archive holds every file byte for byte: unpacked and adopted by `setup`, it is the same workspace. JSON Lines are for
//! other programs (one line per file, one per memory), the page is for people.

mod page;
pub(crate) mod restore;
pub(crate) mod tar;

use std::io::Write;

use serde_json::json;
use soulfile_api::{Exported, ListRequest, ListedMemory};
use soulfile_vocabulary::Scope;
use soulfile_vocabulary::layout::IMPORTS_LEDGER;
use soulfile_workspace::{ContentHash, WorkspacePath};

use crate::error::{Error, Result};
use crate::open::Engine;

/// What an export is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// A tar archive of the files.
    Tar,
    /// One line per file and per memory.
    JsonLines,
    /// One page to read.
    Html,
}

/// Files that belong to an export and that nobody edits by hand.
fn is_exported(path: &str) -> bool {
    path == IMPORTS_LEDGER
}

impl Engine {
    /// Writes the workspace as it is now, hand edits included: all of it, or with a scope only the memories of exactly that
    /// scope. A person's act: who has the file has the memory.
    pub fn export(&self, format: ExportFormat, scope: Option<&Scope>, out: &mut dyn Write) -> Result<Exported> {
        self.decides("writing a workspace into a file")?;
        if scope.is_some() && format == ExportFormat::Tar {
            return Err(Error::Invalid(
                "an archive holds whole files, whoever may see what is in them; a scope goes with .jsonl and .html"
                    .to_owned(),
            ));
        }
        self.notice_hand_edits();
        let failed = |source| Error::Io { what: "writing", path: "the export".to_owned(), source };
        let files = if scope.is_some() { Vec::new() } else { self.exported_files()? };
        let mut memories = 0;
        match format {
            ExportFormat::Tar => tar::write(&files, self.now().timestamp().as_second(), out).map_err(failed)?,
            ExportFormat::Html => {
                let name = self.identity().map_or_else(|_| self.agent().to_owned(), |view| view.identity.name.value);
                let mut readable = files.clone();
                if scope.is_some() {
                    let listed = self.exported_memories(scope)?;
                    memories = listed.len();
                    let texts =
                        listed.into_iter().map(|one| format!("{}  {}\n", one.day.unwrap_or_default(), one.memory.text));
                    readable.push(("Memories".to_owned(), texts.collect::<String>().into_bytes()));
                }
                out.write_all(page::page(&name, &readable).as_bytes()).map_err(failed)?;
            }
            ExportFormat::JsonLines => {
                for (path, bytes) in &files {
                    let line = json!({
                        "kind": "file",
                        "path": path,
                        "sha256": ContentHash::of(bytes).to_string(),
                        "content": std::str::from_utf8(bytes).ok(),
                        // Bytes that are no text are digits.
                        "hex": std::str::from_utf8(bytes).is_err().then(|| restore::hex(bytes)),
                    });
                    writeln!(out, "{line}").map_err(failed)?;
                }
                for memory in self.exported_memories(scope)? {
                    // What a memory is, is said of it in `kind`; what the line is, here.
                    let line = json!({ "kind": "memory", "memory": memory });
                    writeln!(out, "{line}").map_err(failed)?;
                    memories += 1;
                }
            }
        }
        out.flush().map_err(failed)?;
        let bytes = files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
        Ok(Exported { files: files.len(), memories, bytes, commit: self.workspace.revision() })
    }

    fn exported_files(&self) -> Result<Vec<(String, Vec<u8>)>> {
        let mut paths = self.workspace.files()?;
        paths.push(IMPORTS_LEDGER.to_owned());
        let mut files = Vec::new();
        for path in paths {
            let Ok(parsed) = WorkspacePath::parse(&path) else { continue };
            if let Some(file) = self.workspace.read(&parsed)? {
                files.push((path, file.bytes));
            }
        }
        Ok(files)
    }

    /// All memories, what was forgotten and is archived included.
    fn exported_memories(&self, scope: Option<&Scope>) -> Result<Vec<ListedMemory>> {
        let mut out = Vec::new();
        for state in [None, Some("archived".to_owned())] {
            let request = ListRequest {
                limit: usize::MAX,
                state: state.clone(),
                scope: scope.cloned(),
                ..ListRequest::default()
            };
            let found = self.list(&request)?.memories;
            out.extend(found.into_iter().filter(|memory| state.is_some() || memory.state != "archived"));
        }
        Ok(out)
    }
}
