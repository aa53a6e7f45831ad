//! The line that tells of a waiting reflection at the start of a session.
//!
//! It says how many items no longer apply, for which everything they rest on is read. Sessions begin often, and through the
//! gateway each exchange asks for the line, so it is kept with the versions of all files it follows from.

use std::sync::Mutex;

use soulfile_context::assemble::{Notice, NoticeKind};
use soulfile_memory::entity::candidate_paths;
use soulfile_memory::id::{EpisodeId, MemoryId};
use soulfile_reflect::{Op, Reflection};
use soulfile_vocabulary::day_file::DayLayout;
use soulfile_vocabulary::layout::{PENDING_REFLECTION, PENDING_REFLECTION_DATA, PROPOSALS};
use soulfile_workspace::{Ident, WorkspacePath};

use super::counted;
use crate::error::Result;
use crate::index::lock;
use crate::open::Engine;

/// A notice, and the files it follows from as they were.
pub(crate) struct KnownNotice {
    files: Vec<(WorkspacePath, Option<Ident>)>,
    /// When the note of what the program wrote was written, and its size.
    mark: Option<(std::time::SystemTime, u64)>,
    notice: Option<Notice>,
}

/// The last notice of an agent.
pub(crate) type LastNotice = Mutex<Option<KnownNotice>>;

impl Engine {
    /// One line for the start of a session, when a reflection waits.
    pub(crate) fn reflection_notice(&self) -> Result<Option<Notice>> {
        if let Some(known) = &*lock(&self.last_notice)
            && known.mark == self.mark_version()
            && known.files.iter().all(|(path, version)| self.workspace.version_on_disk(path) == *version)
        {
            return Ok(known.notice.clone());
        }
        // Looked at before they are read: what changes in between differs at the next look.
        let mark = self.mark_version();
        let pending = [PENDING_REFLECTION, PENDING_REFLECTION_DATA].map(WorkspacePath::parse);
        let mut files = self.versions(pending.into_iter().flatten());
        let notice = |text: String| Some(Notice { kind: NoticeKind::Reflection, text });
        let (notice, is_kept) = match self.load_pending()? {
            None => (None, true),
            // Why it cannot be used is for the trail to say, which is no file.
            Some(Err(error)) => (notice(format!("{error}")), false),
            Some(Ok(pending)) => {
                let grounds = ground_files(&pending.reflection);
                files.extend(self.versions(grounds.iter().flatten().cloned()));
                let view = self.view_of(&pending.reflection, &pending.text, true)?;
                let stale = match view.items.iter().filter(|item| !item.stale.is_empty()).count() {
                    0 => String::new(),
                    stale => format!(", {stale} of them no longer apply"),
                };
                let text = format!(
                    "Reflection #{} of {} waits with {}{stale} (`soul reflect show` shows them)",
                    view.number,
                    view.date,
                    counted(view.items.len())
                );
                (notice(text), grounds.is_some() && self.is_vouched_for()?)
            }
        };
        *lock(&self.last_notice) = is_kept.then(|| KnownNotice { files, mark, notice: notice.clone() });
        Ok(notice)
    }

    fn versions(&self, paths: impl Iterator<Item = WorkspacePath>) -> Vec<(WorkspacePath, Option<Ident>)> {
        paths.map(|path| (path.clone(), self.workspace.version_on_disk(&path))).collect()
    }
}

/// The files that the items of a reflection rest on; `None` where that is told by more than a few files.
fn ground_files(reflection: &Reflection) -> Option<Vec<WorkspacePath>> {
    let mut paths = Vec::new();
    for item in &reflection.items {
        for id in item.grounds.iter().filter_map(|ground| ground.id.parse::<MemoryId>().ok()) {
            match id {
                MemoryId::Episode(EpisodeId { day, .. }) => {
                    paths.extend(DayLayout::ALL.map(|layout| layout.path(&day)));
                }
                MemoryId::Entity(entity) | MemoryId::Fact(entity, _) => paths.extend(candidate_paths(&entity)),
                _ => return None,
            }
        }
        if matches!(item.op, Op::Accept { .. }) {
            paths.push(PROPOSALS.to_owned());
        }
    }
    paths.sort_unstable();
    paths.dedup();
    paths.iter().map(|path| WorkspacePath::parse(path).ok()).collect()
}
