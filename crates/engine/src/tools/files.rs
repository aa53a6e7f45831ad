//! The files a session may read, and reading one whole: what surfaces list as resources.

use soulfile_api::{GetRequest, GetResult, ReadableFile};
use soulfile_context::session::Session;

use crate::error::Result;
use crate::open::Engine;
use crate::recall::visibility::Visibility;

impl Engine {
    /// The files of which a session may read something, by path.
    pub fn readable_files(&self, session: &Session) -> Result<Vec<ReadableFile>> {
        let mut paths = self.workspace.files()?;
        paths.retain(|path| path.ends_with(".md"));
        paths.sort();
        let private = session.kind.is_private();
        if private && session.user.is_none() {
            let size = |path: &String| self.workspace.path().join(path).symlink_metadata().ok().map(|meta| meta.len());
            return Ok(paths.into_iter().map(|path| ReadableFile { size: size(&path), path }).collect());
        }
        let visibility = Visibility::of(session);
        let lifecycle = self.lifecycle();
        let mut out = Vec::new();
        for path in paths {
            let Some(text) = self.text_of(&path) else { continue };
            let lines = visibility.lines(&path, &text, &self.known(&path, &text, &lifecycle));
            if lines.apply(&text).is_some() {
                let whole = lines == crate::recall::visibility::Lines::All;
                out.push(ReadableFile { path, size: whole.then_some(text.len() as u64) });
            }
        }
        Ok(out)
    }

    /// Reads a file for a session from its beginning, as far as one answer goes; `None` when there
    /// is nothing it may see.
    pub fn readable_file(&self, session: &Session, path: &str) -> Result<Option<GetResult>> {
        let request = GetRequest { path: path.to_owned(), from: None, lines: Some(usize::MAX) };
        let got = self.memory_get(session, &request)?;
        let there = got.lines > 0 && (got.truncated || !got.text.trim().is_empty());
        // An empty file is there for those who may read all of it.
        let empty = || self.readable_files(session).map(|files| files.iter().any(|file| file.path == path));
        Ok(if there || empty()? { Some(got) } else { None })
    }
}
