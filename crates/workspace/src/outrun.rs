//! What a git command took back without being asked to.
//!
//! `git checkout main`, `git reset` and `git stash` look up the commit they go to before they take git's lock.
//!
//! After a checkout, an entry written in between is on the branch it ends on, and the files and the index it leaves are
//! those of the commit before. The reflog gives it away: the command says that HEAD is at a commit, and what it wrote is
//! not that commit's. A person's `git commit` right behind it takes the older version from the index into their commit;
//! what it cut off is brought back on top of it.
//!
//! After a reset to HEAD, with which `git stash` ends as well, the branch itself is moved back behind the entry. The
//! reflog gives it away, too: a reset to where HEAD is was not asked to move it. It is moved on again.
//!
//! `git stash pop`, `merge` and `commit` write the index as they read it, before they had the lock, and a later command
//! takes an older version from there. Nobody asks for a version whose successor is not older than a moment: what a
//! person asks for (`git checkout HEAD~1 -- file`) is an entry they have seen.

use git2::Oid;

use crate::error::{Error, Result};
use crate::files::{Ident, Root};
use crate::git::index_file::{self, IndexLock, IndexUpdate};
use crate::git::refs::HeadRef;
use crate::git::tree::Leaf;
use crate::path::WorkspacePath;
use crate::plan::{Batch, PathState};
use crate::recover::Expected;
use crate::sabotage::{Safeguard, is_removed};
use crate::write::Inner;

/// How far the command's line and the files it wrote may lie apart, in seconds.
const MOMENT: i64 = 2;

/// How many of the reflog's lines are looked at for a reset that nobody asked for.
const LINES: usize = 32;
/// How many commits are looked at for the one that followed a version of a file.
const COMMITS: usize = 400;
/// And for one that a command which failed may have left in the files.
const RECENT: usize = 64;

/// The reflog and HEAD as they were when no such reset was found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReflogSeen {
    log: Ident,
    head: Option<Oid>,
}

/// A line of HEAD's reflog.
struct HeadMove {
    from: Oid,
    to: Oid,
    /// In seconds.
    at: i64,
    /// What the command says it did.
    did: String,
}

impl HeadMove {
    /// Says whether it is a reset to where HEAD was.
    fn is_reset_to_head(&self, head: &HeadRef) -> bool {
        let branch = head.name.strip_prefix("refs/heads/").unwrap_or("HEAD");
        self.did.strip_prefix("reset: moving to ").is_some_and(|target| ["HEAD", "@", branch].contains(&target))
    }
}

/// Says whether what is there is only the beginning of what was.
fn is_cut_short(was: &[u8], now: &[u8]) -> bool {
    was.len() > now.len() && was.starts_with(now)
}

/// A text and what is added to it, on a line of its own.
fn joined(text: &[u8], added: &[u8]) -> Vec<u8> {
    let gap: &[u8] = if text.is_empty() || text.ends_with(b"\n") { b"" } else { b"\n" };
    [text, gap, added].concat()
}

impl Inner {
    /// The paths that a git command cut back to an earlier version by mistake, with what should be there.
    pub(crate) fn outrun<'a>(
        &mut self,
        batch: &Batch,
        paths: impl Iterator<Item = &'a String>,
    ) -> Vec<(String, Option<Vec<u8>>)> {
        if is_removed(Safeguard::Outrun) {
            return Vec::new();
        }
        let mut cut: Vec<(String, Oid, Vec<u8>)> = Vec::new();
        let mut moved = None;
        for path in paths {
            let state = &batch.paths[path];
            let (Some(disk), Some(leaf), Some(blob)) = (&state.disk, state.leaf, state.blob) else { continue };
            let Ok(ours) = self.repo.find_blob(leaf.oid).map(|blob| blob.content().to_vec()) else { continue };
            let written = (disk.ident.mtime / 1_000_000_000) as i64;
            let moved = *moved.get_or_insert_with(|| self.last_move_to(batch.head.commit));
            let outran = moved.is_some_and(|at| (written - at).abs() <= MOMENT) && is_cut_short(&ours, &disk.bytes);
            let whole = match batch.head.commit {
                _ if outran => Some(ours),
                Some(head) => self.with_what_followed(head, path, &disk.bytes, written),
                None => None,
            };
            cut.extend(whole.map(|whole| (path.clone(), blob, whole)));
        }
        if cut.is_empty() {
            return Vec::new();
        }
        // Git wrote it, and not an editor: the index says so. A command that fails half-way leaves the index as it was;
        // then the file is, to the byte, a version that was followed a moment ago.
        let (index, _) = index_file::entries(&self.git);
        let by_git = |path: &String, blob: Oid| index.get(path).is_some_and(|known| known.oid == blob);
        let head = batch.head.commit;
        cut.into_iter()
            .filter(|(path, blob, _)| by_git(path, *blob) || self.was_a_version(head, path, *blob))
            .map(|(path, _, bytes)| (path, Some(bytes)))
            .collect()
    }

    /// Says whether a file was this blob at one of the latest commits.
    fn was_a_version(&mut self, head: Option<Oid>, path: &str, blob: Oid) -> bool {
        let mut at = head;
        for _ in 0..RECENT {
            let Some(commit) = at.and_then(|oid| self.repo.find_commit(oid).ok()) else { return false };
            let (tree, parent) = (commit.tree_id(), commit.parent_ids().next());
            drop(commit);
            match self.trees.find(&self.repo, Some(tree), path) {
                Ok(Some(leaf)) if leaf.oid == blob => return true,
                Ok(Some(_)) => at = parent,
                _ => return false,
            }
        }
        false
    }

    /// Moves the branch on to where it was before a reset to HEAD that had looked HEAD up too early, and the files with
    /// it. The files come first: until the branch is moved the reflog's line stands for what is left to do.
    pub(crate) fn undo_outrun_reset(&mut self, root: &Root) -> Result<()> {
        // What happens from here on is looked at the next time.
        let log = self.reflog_ident();
        let Ok(head) = self.git.head() else { return Ok(()) };
        if self.has_looked_at_reflog(&head) || self.journal.is_read_only() || is_removed(Safeguard::Outrun) {
            return Ok(());
        }
        if let Some(back) = self.reset_to_head(&head) {
            match self.move_on(root, &head, &back) {
                Ok(()) => return Ok(()),
                // What is written now would go on beside what was reset.
                Err(error @ Error::Busy(_)) => return Err(error),
                // Its objects are gone, or nothing can be written: the cut is told.
                Err(_) => {}
            }
        }
        self.reflog_seen = log.map(|log| ReflogSeen { log, head: head.commit });
        Ok(())
    }

    /// Says whether nothing has been done with git since this process looked for such a reset. Git writes the line before
    /// it moves the branch: only a HEAD that was looked at, or that this process has written, says so.
    pub(crate) fn has_looked_at_reflog(&self, head: &HeadRef) -> bool {
        let Some(log) = self.reflog_ident() else { return true };
        let written = self.last.as_ref().map(|(commit, ..)| *commit);
        self.reflog_seen.is_some_and(|seen| seen.log == log && (seen.head == head.commit || head.commit == written))
    }

    fn reflog_ident(&self) -> Option<Ident> {
        self.handles.own.stat_of("logs/HEAD").map(|stat| Ident::of(&stat))
    }

    /// The reset that moved the branch back although it was asked for HEAD; only a person's commits may have followed.
    fn reset_to_head(&mut self, head: &HeadRef) -> Option<HeadMove> {
        let now = head.commit?;
        let mut at = now;
        for line in self.latest_moves::<LINES>().into_iter().rev() {
            let is_reset = line.is_reset_to_head(head);
            if line.to != at || !(is_reset || line.did.starts_with("commit: ")) {
                return None;
            }
            let descends = |of: Oid, from: Oid| self.repo.graph_descendant_of(of, from).unwrap_or(false);
            if is_reset && descends(line.from, line.to) {
                let follows = now == line.to || descends(now, line.to) && !descends(now, line.from);
                // The program's own entries would make it two trails.
                let same_trail = follows && self.last_link(now).ok()? == self.last_link(line.to).ok()?;
                return same_trail.then_some(line);
            }
            at = line.from;
        }
        None
    }

    /// Takes branch, index and files from where a reset took them to where they were, unless git is faster. What a person
    /// committed meanwhile is merged in.
    fn move_on(&mut self, root: &Root, head: &HeadRef, back: &HeadMove) -> Result<()> {
        let theirs = head.commit.filter(|commit| *commit != back.to);
        if let Some(theirs) = theirs {
            self.keep_reachable(theirs);
        }
        let index_lock = IndexLock::take(&self.handles)?;
        let branch = self.handles.lock_ref(&head.name, back.from)?;
        if self.git.head()? != *head {
            return Ok(());
        }
        let (reset, end) = (self.tree_of(back.to)?, self.tree_of(back.from)?);
        let mut differences = Vec::new();
        self.trees.diff(&self.repo, Some(reset), Some(end), "", &mut differences)?;
        let mut updates = index_file::Updates::new();
        for difference in &differences {
            let path = WorkspacePath::parse(&difference.path)?;
            let after = match difference.after {
                Some(leaf) => Some(self.repo.find_blob(leaf.oid)?.content().to_vec()),
                None => None,
            };
            let expected = Expected::of(difference.before.map(|leaf| leaf.oid), after.as_deref());
            self.replay_file(root, &path, &expected, false)?;
            let entry = match difference.after {
                Some(Leaf { oid, mode }) => Some((oid, mode, self.stat_if_holds(root, &path, oid)?)),
                None => None,
            };
            updates.insert(difference.path.clone(), entry);
        }
        // The branch comes last: a process that is killed here leaves the line for the next one.
        let is_current = index_lock.update(&self.handles, &mut self.index, &updates, false)? == IndexUpdate::Done;
        branch.commit()?;
        self.reflog_seen = self.reflog_ident().map(|log| ReflogSeen { log, head: Some(back.from) });
        drop(branch);
        self.last = None;
        match is_current {
            true => drop(index_lock),
            false => self.update_index(root, Some(end), updates, index_lock, false)?,
        }
        match theirs {
            Some(theirs) => self.merge_in_commit(root, reset, theirs),
            None => Ok(()),
        }
    }

    /// Records what a person committed on top of `base` as their edit, with their commit as its second parent.
    fn merge_in_commit(&mut self, root: &Root, base: Oid, theirs: Oid) -> Result<()> {
        let mut differences = Vec::new();
        let tree = self.tree_of(theirs)?;
        self.trees.diff(&self.repo, Some(base), Some(tree), "", &mut differences)?;
        let mut batch = self.begin()?;
        for difference in &differences {
            let path = WorkspacePath::parse(&difference.path)?;
            let leaf = self.trees.find(&self.repo, batch.tree, &difference.path)?;
            batch.paths.insert(difference.path.clone(), PathState::new(root.read(&path)?, leaf));
        }
        let names = differences.iter().map(|difference| difference.path.as_str());
        self.take_in_merged(&mut batch, names, Some(theirs), &mut Vec::new())?;
        if !batch.commits.is_empty() {
            // Where git is faster, their edit waits in the files.
            self.try_carry_out(root, batch)?;
        }
        Ok(())
    }

    /// A file that goes on from an older version although one that followed it was not older than a moment at `time`: with
    /// what followed added. `None` where nothing is missing, or somebody may have left it out.
    fn with_what_followed(&mut self, head: Oid, path: &str, now: &[u8], time: i64) -> Option<Vec<u8>> {
        let mut ours: Option<Vec<u8>> = None;
        let mut last = None;
        let mut followed: Option<i64> = None;
        let mut at = Some(head);
        for _ in 0..COMMITS {
            let (tree, written) = {
                let commit = self.repo.find_commit(at?).ok()?;
                at = commit.parent_ids().next();
                (commit.tree_id(), commit.time().seconds())
            };
            let leaf = self.trees.find(&self.repo, Some(tree), path).ok()??;
            if last != Some(leaf.oid) {
                last = Some(leaf.oid);
                let version = self.repo.find_blob(leaf.oid).ok()?.content().to_vec();
                if now.starts_with(&version) {
                    let missing = ours?.get(version.len()..)?.to_vec();
                    let is_young = followed.is_some_and(|followed| (time - followed).abs() <= MOMENT);
                    let is_there = memchr::memmem::find(&now[version.len()..], &missing).is_some();
                    return (is_young && !is_there).then(|| joined(now, &missing));
                }
                if ours.as_ref().is_some_and(|ours| !ours.starts_with(&version)) {
                    return None;
                }
                ours.get_or_insert(version);
            }
            if written + MOMENT < time {
                return None;
            }
            followed = Some(written);
        }
        None
    }

    /// Says whether somebody committed after the trail's last entry.
    pub(crate) fn head_is_by_hand(&self) -> bool {
        let head = self.git.head().ok().and_then(|head| head.commit).map(|head| head.to_string());
        head.is_some() && self.chain.anchor().is_some_and(|anchor| Some(anchor.commit) != head)
    }

    /// The same where a person has committed what that command left: the content before their commit, for the files it
    /// cut back.
    pub(crate) fn outrun_by_commit(&mut self, batch: &Batch) -> Result<Vec<(String, Vec<u8>)>> {
        let Some(head) = batch.head.commit.filter(|_| !is_removed(Safeguard::Outrun)) else { return Ok(Vec::new()) };
        let ours = self.chain.anchor().and_then(|anchor| Oid::from_str(&anchor.commit).ok());
        let Some(ours) = ours.filter(|ours| *ours != head) else { return Ok(Vec::new()) };
        if !self.repo.graph_descendant_of(head, ours).unwrap_or(false) {
            return Ok(Vec::new());
        }
        let seconds = |oid: Oid| -> Result<i64> { Ok(self.repo.find_commit(oid)?.time().seconds()) };
        let (before, committed) = (seconds(ours)?, seconds(head)?);
        let outran = match &self.latest_moves::<2>()[..] {
            [moved, by_hand] => by_hand.to == head && moved.to == ours && (moved.at - before).abs() <= MOMENT,
            _ => false,
        };
        let (old, new) = (self.tree_of(ours)?, self.tree_of(head)?);
        let mut differences = Vec::new();
        self.trees.diff(&self.repo, Some(old), Some(new), "", &mut differences)?;
        let mut cut = Vec::new();
        for difference in differences {
            let (Some(old), Some(new)) = (difference.before, difference.after) else { continue };
            let content = |oid: Oid| -> Result<Vec<u8>> { Ok(self.repo.find_blob(oid)?.content().to_vec()) };
            let (before, after) = (content(old.oid)?, content(new.oid)?);
            let whole = match outran && is_cut_short(&before, &after) {
                true => Some(before),
                false => self.with_what_followed(ours, &difference.path, &after, committed),
            };
            cut.extend(whole.map(|whole| (difference.path, whole)));
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
            let (entry, did) = line.split_once('\t')?;
            let at = entry.rsplit(' ').nth(1)?.parse().ok()?;
            let mut ids = entry.split(' ').map_while(|id| Oid::from_str(id).ok());
            Some(HeadMove { from: ids.next()?, to: ids.next()?, at, did: did.to_owned() })
        };
        let mut moves: Vec<HeadMove> = log.trim_end().lines().rev().take(COUNT).map_while(read).collect();
        moves.reverse();
        moves
    }
}
