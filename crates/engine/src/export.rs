//! `export`: everything of a workspace in one file: a tar archive, JSON Lines, or a page to read.
//!
//! The archive holds every file byte for byte: unpacked and adopted by `setup`, it is the same workspace. JSON Lines are for
//! other programs (one line per file, one per memory), the page is for people.

mod page;
mod tar;

use std::io::Write;

use serde_json::json;
use soulfile_api::{Exported, ListRequest};
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

impl Engine {
    /// Writes the whole workspace as it is now, hand edits included.
    pub fn export(&self, format: ExportFormat, out: &mut dyn Write) -> Result<Exported> {
        self.notice_hand_edits();
        let failed = |source| Error::Io { what: "writing", path: "the export".to_owned(), source };
        let mut files: Vec<(String, Vec<u8>)> = Vec::new();
        for path in self.workspace.files()? {
            let Ok(parsed) = WorkspacePath::parse(&path) else { continue };
            if let Some(file) = self.workspace.read(&parsed)? {
                files.push((path, file.bytes));
            }
        }
        let mut memories = 0;
        match format {
            ExportFormat::Tar => tar::write(&files, self.now().timestamp().as_second(), out).map_err(failed)?,
            ExportFormat::Html => {
                let name = self.identity().map_or_else(|_| self.agent().to_owned(), |view| view.identity.name.value);
                out.write_all(page::page(&name, &files).as_bytes()).map_err(failed)?;
            }
            ExportFormat::JsonLines => {
                for (path, bytes) in &files {
                    let line = json!({
                        "kind": "file",
                        "path": path,
                        "sha256": ContentHash::of(bytes).to_string(),
                        // A workspace holds text; whatever else lies in it is named, with its hash.
                        "content": std::str::from_utf8(bytes).ok(),
                    });
                    writeln!(out, "{line}").map_err(failed)?;
                }
                for state in [None, Some("archived".to_owned())] {
                    let request = ListRequest { limit: usize::MAX, state: state.clone(), ..ListRequest::default() };
                    for memory in self.list(&request)?.memories {
                        if state.is_none() && memory.state == "archived" {
                            continue;
                        }
                        let mut line = serde_json::to_value(&memory).expect("a memory serialises");
                        line["kind"] = "memory".into();
                        writeln!(out, "{line}").map_err(failed)?;
                        memories += 1;
                    }
                }
            }
        }
        out.flush().map_err(failed)?;
        let bytes = files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
        Ok(Exported { files: files.len(), memories, bytes, commit: self.workspace.revision() })
    }
}
