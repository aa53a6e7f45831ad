//! Files that a git command took back to an older version without being asked to.
//!
//! `git checkout main` and `git stash` look up the commit they go to before they take git's lock. An entry written in
//! between is on the branch they end on, and the files and the index they leave are those of the commit before. The
//! reflog gives it away: the command says that HEAD is at a commit, and what it wrote is not that commit's. What a person
//! asks for (`git checkout HEAD~1 -- file`) leaves no such line.

use git2::Oid;

use crate::git::index_file;
use crate::plan::Batch;
use crate::write::Inner;

/// How far the command's line and the files it wrote may lie apart, in seconds.
const MOMENT: i64 = 2;

impl Inner {
    /// The content of HEAD for those of the paths that a git command cut back to an earlier version by mistake.
    pub(crate) fn outrun<'a>(
        &self,
        batch: &Batch,
        paths: impl Iterator<Item = &'a String>,
    ) -> Vec<(String, Option<Vec<u8>>)> {
        let mut cut: Vec<(String, Oid, Vec<u8>)> = Vec::new();
        let mut moved = None;
        for path in paths {
            let state = &batch.paths[path];
            let (Some(disk), Some(leaf), Some(blob)) = (&state.disk, state.leaf, state.blob) else { continue };
            let Ok(ours) = self.repo.find_blob(leaf.oid) else { continue };
            if !(ours.content().len() > disk.bytes.len() && ours.content().starts_with(&disk.bytes)) {
                continue;
            }
            let Some(at) = *moved.get_or_insert_with(|| self.last_move_to(batch.head.commit)) else { break };
            if (disk.ident.mtime / 1_000_000_000 - i128::from(at)).abs() <= i128::from(MOMENT) {
                cut.push((path.clone(), blob, ours.content().to_vec()));
            }
        }
        if cut.is_empty() {
            return Vec::new();
        }
        // Git wrote it, and not an editor: the index says so.
        let (index, _) = index_file::entries(&self.git);
        let by_git = |path: &String, blob: Oid| index.get(path).is_some_and(|known| known.oid == blob);
        cut.into_iter()
            .filter(|(path, blob, _)| by_git(path, *blob))
            .map(|(path, _, bytes)| (path, Some(bytes)))
            .collect()
    }

    /// When the latest command of the reflog ended, if it says that HEAD is at this commit.
    fn last_move_to(&self, head: Option<Oid>) -> Option<i64> {
        let log = self.handles.own.bytes("logs/HEAD").ok()??;
        let log = String::from_utf8_lossy(&log[log.len().saturating_sub(4096)..]).into_owned();
        let (entry, _) = log.trim_end().lines().next_back()?.split_once('\t')?;
        let mut fields = entry.rsplit(' ');
        let at = fields.nth(1)?.parse().ok()?;
        let new = entry.split(' ').nth(1)?;
        (Oid::from_str(new).ok() == head).then_some(at)
    }
}
