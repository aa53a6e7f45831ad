//! Files that a git command took back to an older version without being asked to.
//!
//! `git checkout main` and `git stash` look up the commit they go to before they take git's lock. An entry written in
//! between is on the branch they end on, and the files and the index they leave are those of the commit before. The
//! reflog gives it away: the command says that HEAD is at a commit, and what it wrote is not that commit's. What a person
//! asks for (`git checkout HEAD~1 -- file`) leaves no such line. A person's `git commit` right behind it takes the older
//! version from the index into their commit; what it cut off is brought back on top of it.

use git2::Oid;

use crate::error::Result;
use crate::git::index_file;
use crate::plan::Batch;
use crate::write::Inner;

/// How far the command's line and the files it wrote may lie apart, in seconds.
const MOMENT: i64 = 2;

/// A line of HEAD's reflog.
struct HeadMove {
    to: Oid,
    /// In seconds.
    at: i64,
}

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

    /// Says whether somebody committed after the trail's last entry.
    pub(crate) fn head_is_by_hand(&self) -> bool {
        let head = self.git.head().ok().and_then(|head| head.commit).map(|head| head.to_string());
        head.is_some() && self.chain.anchor().is_some_and(|anchor| Some(anchor.commit) != head)
    }

    /// The same where a person has committed what that command left: the content before their commit, for the files it
    /// cut back.
    pub(crate) fn outrun_by_commit(&self, batch: &Batch) -> Result<Vec<(String, Vec<u8>)>> {
        let Some(head) = batch.head.commit else { return Ok(Vec::new()) };
        let ours = self.chain.anchor().and_then(|anchor| Oid::from_str(&anchor.commit).ok());
        let Some(ours) = ours.filter(|ours| *ours != head) else { return Ok(Vec::new()) };
        let (Ok(theirs), Ok(before)) = (self.repo.find_commit(head), self.repo.find_commit(ours)) else {
            return Ok(Vec::new());
        };
        let follows = theirs.parent_count() == 1 && theirs.parent_id(0)? == ours;
        let [moved, committed] = &self.latest_moves::<2>()[..] else { return Ok(Vec::new()) };
        let outran = moved.to == ours && (moved.at - before.time().seconds()).abs() <= MOMENT;
        if !(follows && committed.to == head && outran) {
            return Ok(Vec::new());
        }
        let diff = self.repo.diff_tree_to_tree(Some(&before.tree()?), Some(&theirs.tree()?), None)?;
        let mut cut = Vec::new();
        for delta in diff.deltas().filter(|delta| delta.status() == git2::Delta::Modified) {
            let Some(path) = delta.new_file().path().and_then(|path| path.to_str()) else { continue };
            let (old, new) = (self.repo.find_blob(delta.old_file().id())?, self.repo.find_blob(delta.new_file().id())?);
            if old.content().len() > new.content().len() && old.content().starts_with(new.content()) {
                cut.push((path.to_owned(), old.content().to_vec()));
            }
        }
        Ok(cut)
    }

    /// When the latest command of the reflog ended, if it says that HEAD is at this commit.
    fn last_move_to(&self, head: Option<Oid>) -> Option<i64> {
        let moves = self.latest_moves::<1>();
        let last = moves.last()?;
        (Some(last.to) == head).then_some(last.at)
    }

    /// The latest lines of HEAD's reflog, the newest last; fewer where there are fewer.
    fn latest_moves<const COUNT: usize>(&self) -> Vec<HeadMove> {
        let Ok(Some(log)) = self.handles.own.bytes("logs/HEAD") else { return Vec::new() };
        let log = String::from_utf8_lossy(&log[log.len().saturating_sub(4096)..]).into_owned();
        let read = |line: &str| {
            let (entry, _) = line.split_once('\t')?;
            let at = entry.rsplit(' ').nth(1)?.parse().ok()?;
            let to = Oid::from_str(entry.split(' ').nth(1)?).ok()?;
            Some(HeadMove { to, at })
        };
        let mut moves: Vec<HeadMove> = log.trim_end().lines().rev().take(COUNT).map_while(read).collect();
        moves.reverse();
        moves
    }
}
