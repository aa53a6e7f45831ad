//! Recovery: finishing what a killed process, or a power cut, left half done.
//!
//! Runs first thing under the lock, whenever the journal holds intents that are not known to be
//! carried out. A kill leaves the page cache whole, so only the unfinished intents are carried
//! out again. A new mount means that nothing since the last checkpoint is certain, so all of
//! them are verified, object by object and file by file, and what is missing or torn is written
//! again. The commits are the same ones, under the same names: replay is deterministic.

use std::collections::BTreeMap;

use git2::Oid;
use rustix::fs::RenameFlags;

use crate::error::{Error, Result};
use crate::files::{FileState, Ident, Root};
use crate::git::index_file::IndexLock;
use crate::git::objects::{Existing, Object, ObjectKind, name_of, write_loose};
use crate::git::packs;
use crate::git::refs::HeadRef;
use crate::git::tree::Leaf;
use crate::journal::{JournalRecord, Journaled};
use crate::path::WorkspacePath;
use crate::plan::commit_object;
use crate::sabotage::{Safeguard, is_removed};
use crate::three_way_merge::merge3;
use crate::write::Inner;

/// From how many mutations on their objects are written as packs and not one by one.
const PACKED_FROM: usize = 8;
const OBJECTS_PER_PACK: usize = 384;

/// What should have become of one path, as the journal says.
pub(crate) struct Expected<'a> {
    /// The blob before the first of the intents.
    before: Option<Oid>,
    /// What a person had made of it by then, when the first intent only records that.
    by_hand: Option<Option<&'a [u8]>>,
    /// The content after the last of them.
    after: Option<&'a [u8]>,
    /// Files on disk that are earlier versions: seeing one means a rename was lost.
    earlier: Vec<Ident>,
    /// Files we staged: seeing one with other bytes means it is torn.
    staged: Vec<(String, Option<Ident>)>,
}

impl<'a> Expected<'a> {
    /// What two commits say of it.
    pub(crate) fn of(before: Option<Oid>, after: Option<&'a [u8]>) -> Self {
        Self { before, by_hand: None, after, earlier: Vec::new(), staged: Vec::new() }
    }
}

impl Inner {
    /// Takes note of records that are new to this process and finishes the unfinished.
    pub(crate) fn recover(&mut self, root: &Root, records: Vec<JournalRecord>, remounted: bool) -> Result<()> {
        let mut done: Vec<Journaled> = Vec::new();
        let mut pending: Vec<Journaled> = Vec::new();
        // Called off, and not all of it could be put back.
        let mut called_off: Vec<Journaled> = Vec::new();
        for record in records {
            match record {
                JournalRecord::Intent(intent, contents) => pending.push((intent, contents)),
                JournalRecord::Applied => done.append(&mut pending),
                JournalRecord::Withdrawn => {
                    pending.append(&mut called_off);
                    self.keep_all_displaced(&std::mem::take(&mut pending))?;
                }
                JournalRecord::CalledOff => called_off.append(&mut pending),
            }
        }
        if is_removed(Safeguard::Replay) || (pending.is_empty() && called_off.is_empty() && !remounted) {
            return Ok(());
        }
        // Nothing can be put right on a medium that cannot be written; what is there can be read.
        if self.journal.is_read_only() {
            return Ok(());
        }
        self.last = None;
        let head = self.git.head().ok();
        // The killed process may have left it: it is held on until the index agrees with the branch again.
        let index_lock = IndexLock::take(&self.handles)?;
        if let Some(head) = &head {
            self.handles.clear_own_ref_lock(head)?;
        }
        if remounted {
            crate::git::packs::clear_torn(&self.handles);
        }
        let (replayed, existing) = if remounted {
            done.append(&mut pending);
            (done, Existing::Verify)
        } else {
            (pending, Existing::Trusted)
        };
        let tip = match replayed.is_empty() {
            true => None,
            false => Some(self.replay_objects(&replayed, existing, head.as_ref())?),
        };
        // The latest first: what it is taken back to is what the others are expected to have left.
        self.withdraw(root, &called_off, remounted)?;
        if let (Some(tip), Some((last, _))) = (tip, replayed.last()) {
            let reference = last.reference.clone();
            let held = self.replay_ref(&reference, tip, head)?;
            let on_this_branch = self.git.head().is_ok_and(|h| h.name == reference);
            if on_this_branch && held {
                self.replay_files(root, &replayed, remounted)?;
            } else if on_this_branch && !remounted {
                self.withdraw(root, &replayed, remounted)?;
            }
        }
        for (intent, _) in replayed.iter().chain(&called_off) {
            self.unsettled.extend(intent.files.iter().map(|f| f.path.clone()));
        }
        self.clear_staging()?;
        if remounted {
            self.forget_untouched()?;
        }
        self.refresh_index(root, index_lock)?;
        self.rebuild_log(root)?;
        let end = self.begin()?;
        if let (Some(link), Some(tip)) = (&end.link, end.tip) {
            self.advance_anchor(link, tip, Some(link.seq))?;
        }
        // Last: what fails before this is done again by whoever holds the lock next.
        if !called_off.is_empty() {
            self.journal.mark(&JournalRecord::Withdrawn)?;
        }
        self.journal.mark(&JournalRecord::Applied)?;
        if remounted {
            self.checkpoint(root)?;
        }
        Ok(())
    }

    /// Writes the objects of everything since the last checkpoint again: another git may have removed them, or the
    /// disk may have damaged them. Commits come out under the names they had.
    pub(crate) fn recreate_from_journal(&mut self) -> Result<()> {
        if self.journal.is_read_only() {
            return Ok(());
        }
        let (mut done, mut pending): (Vec<Journaled>, Vec<Journaled>) = (Vec::new(), Vec::new());
        for record in self.journal.since_checkpoint()? {
            match record {
                JournalRecord::Intent(intent, contents) => pending.push((intent, contents)),
                JournalRecord::Applied => done.append(&mut pending),
                JournalRecord::Withdrawn | JournalRecord::CalledOff => pending.clear(),
            }
        }
        if !done.is_empty() {
            self.trees = Default::default();
            let head = self.git.head().ok();
            self.replay_objects(&done, Existing::Verify, head.as_ref())?;
        }
        Ok(())
    }

    /// Writes the objects of every intent again and returns the commit they end in.
    fn replay_objects(&mut self, intents: &[Journaled], existing: Existing, head: Option<&HeadRef>) -> Result<Oid> {
        if existing == Existing::Verify {
            // A pack that a power cut may have torn is worth less than none: its objects follow.
            for stem in intents.iter().filter_map(|(i, _)| i.pack.as_ref()) {
                for suffix in ["idx", "pack"] {
                    let _ = self.handles.common.remove(&format!("objects/pack/{stem}.{suffix}"));
                }
            }
        }
        let mut moved: BTreeMap<Oid, Oid> = BTreeMap::new();
        let mut made_trees: BTreeMap<Oid, Oid> = BTreeMap::new();
        let mut tip = None;
        let many = existing == Existing::Trusted && intents.len() >= PACKED_FROM;
        let (mut gathered, mut packed) = (Vec::new(), Vec::new());
        for (intent, contents) in intents {
            let recorded = intent.parent.as_deref().map(oid).transpose()?;
            let mut parent = recorded.map(|p| moved.get(&p).copied().unwrap_or(p));
            let known = |inner: &Self, p: Oid| made_trees.get(&p).copied().map_or_else(|| inner.tree_of(p), Ok);
            let mut tree = match parent.map(|p| known(self, p)) {
                None => None,
                Some(Ok(tree)) => Some(tree),
                // The parent was someone else's commit and is lost: build on what there is.
                Some(Err(_)) => {
                    parent = tip.or(head.and_then(|h| h.commit).filter(|c| self.tree_of(*c).is_ok()));
                    parent.map(|p| known(self, p)).transpose()?
                }
            };
            let mut objects = Vec::new();
            let mut edits = BTreeMap::new();
            let mut contents = contents.iter();
            for file in &intent.files {
                let leaf = file.after.map(|_| {
                    let object = Object::new(ObjectKind::Blob, contents.next().cloned().unwrap_or_default());
                    let leaf = Leaf { oid: object.oid, mode: file.mode };
                    objects.push(object);
                    leaf
                });
                edits.insert(file.path.clone(), leaf);
            }
            let (new_tree, trees) = self.trees.edit(&self.repo, tree.take(), &edits)?;
            objects.extend(trees);
            let merges = intent.merges.as_deref().map(oid).transpose()?;
            let commit = commit_object(new_tree, (parent, merges), &intent.author, intent.time, &intent.message);
            let made = commit.oid;
            objects.push(commit);
            if many {
                gathered.append(&mut objects);
                if gathered.len() >= OBJECTS_PER_PACK {
                    packed.push(packs::write(&mut self.deflater, &self.handles, &std::mem::take(&mut gathered))?);
                }
            } else {
                objects.iter().try_for_each(|o| write_loose(&mut self.deflater, &self.handles, o, existing))?;
            }
            made_trees.insert(made, new_tree);
            moved.insert(oid(&intent.commit)?, made);
            tip = Some(made);
        }
        if !gathered.is_empty() {
            packed.push(packs::write(&mut self.deflater, &self.handles, &gathered)?);
        }
        // Only a git that repacks in this moment could take them for garbage; what it removed the journal makes again.
        drop(packed);
        tip.ok_or_else(|| Error::Damaged("nothing to replay".to_owned()))
    }

    pub(crate) fn tree_of(&self, commit: Oid) -> Result<Oid> {
        Ok(self.repo.find_commit(commit)?.tree_id())
    }

    /// Moves the ref to the replayed commit, unless it is there or beyond. `false` when a person
    /// moved the branch elsewhere since: then the unfinished mutation is withdrawn.
    fn replay_ref(&mut self, reference: &str, tip: Oid, head: Option<HeadRef>) -> Result<bool> {
        let current = head.filter(|h| h.name == reference).and_then(|h| h.commit);
        if let Some(current) = current
            && self.tree_of(current).is_ok()
        {
            if current == tip || self.repo.graph_descendant_of(current, tip).unwrap_or(false) {
                return Ok(true);
            }
            if !self.repo.graph_descendant_of(tip, current).unwrap_or(false) {
                return Ok(false);
            }
        }
        self.handles.lock_ref(reference, tip)?.commit()?;
        Ok(true)
    }

    fn replay_files(&mut self, root: &Root, intents: &[Journaled], remounted: bool) -> Result<()> {
        for (path, expected) in expectations(intents)? {
            self.replay_file(root, &WorkspacePath::parse(path)?, &expected, remounted)?;
        }
        Ok(())
    }

    /// Puts back what was there before intents that are not to happen, wherever what is there now
    /// is what they wrote.
    fn withdraw(&mut self, root: &Root, intents: &[Journaled], remounted: bool) -> Result<()> {
        for (path, expected) in expectations(intents)? {
            let path = WorkspacePath::parse(path)?;
            let disk = match root.read(&path) {
                Ok(disk) => disk,
                // Something that is not a file took the place: leave it to the person.
                Err(Error::Refused { .. }) => continue,
                Err(e) => return Err(e),
            };
            let written = disk.as_ref().map(|d| d.bytes.as_slice()) == expected.after
                || remounted && disk.is_some() && lost_or_torn(disk.as_ref(), &expected);
            if written {
                let before = match (expected.by_hand, expected.before) {
                    (Some(left), _) => left.map(<[u8]>::to_vec),
                    (None, None) => None,
                    // A file that was there is never taken for one that was not.
                    (None, Some(blob)) => Some(self.repo.find_blob(blob)?.content().to_vec()),
                };
                self.place(root, &path, disk, before)?;
            }
            self.keep_displaced(&path, &expected)?;
        }
        Ok(())
    }

    fn text_before(&self, expected: &Expected<'_>) -> Option<Vec<u8>> {
        let blob = self.repo.find_blob(expected.before?).ok()?;
        Some(blob.content().to_vec())
    }

    pub(crate) fn replay_file(
        &mut self,
        root: &Root,
        path: &WorkspacePath,
        expected: &Expected<'_>,
        remounted: bool,
    ) -> Result<()> {
        let disk = match root.read(path) {
            Ok(disk) => disk,
            // Something that is not a file took the place: leave it to the person.
            Err(Error::Refused { .. }) => return Ok(()),
            Err(e) => return Err(e),
        };
        if disk.as_ref().map(|d| d.bytes.as_slice()) == expected.after {
            return self.keep_displaced(path, expected);
        }
        let on_disk = disk.as_ref().map(|d| name_of(ObjectKind::Blob, &d.bytes));
        let ours = if remounted { lost_or_torn(disk.as_ref(), expected) } else { on_disk == expected.before };
        let content = if ours {
            expected.after.map(<[u8]>::to_vec)
        } else {
            // A person changed the file since. Their bytes stay; ours join them where they merge.
            let base = self.text_before(expected).unwrap_or_default();
            match (&disk, expected.after) {
                (Some(disk), Some(after)) => match merge3(&base, after, &disk.bytes)? {
                    Some(merged) => Some(merged),
                    None => return Ok(()),
                },
                _ => return Ok(()),
            }
        };
        self.place(root, path, disk, content)?;
        self.keep_displaced(path, expected)
    }

    /// Puts a recovered file in place; a person's save in between wins and is looked at again by
    /// the next write to that file.
    fn place(
        &mut self,
        root: &Root,
        path: &WorkspacePath,
        disk: Option<FileState>,
        content: Option<Vec<u8>>,
    ) -> Result<()> {
        let name = format!("tmp/recover-{}", std::process::id());
        let fail = |e: rustix::io::Errno| Error::io("recovering", root.path().join(path.as_str()), e);
        match (&disk, content) {
            (_, Some(bytes)) => {
                self.soul.create(&name, &bytes, disk.as_ref().map_or(0o600, |d| d.mode))?;
                let how = if disk.is_some() { RenameFlags::EXCHANGE } else { RenameFlags::NOREPLACE };
                root.take(&self.soul, &name, path, how).map_err(fail)?;
            }
            (Some(_), None) => root.give(path, &self.soul, &name).map_err(fail)?,
            (None, None) => {}
        }
        if let Some(disk) = disk {
            self.set_aside(&name, path.as_str(), &disk.bytes, disk.ident.mtime)?;
        }
        Ok(())
    }

    /// A file displaced by the interrupted swap may hold a person's save: it is set aside.
    fn keep_displaced(&mut self, path: &WorkspacePath, expected: &Expected<'_>) -> Result<()> {
        for (name, ident) in &expected.staged {
            let staged = WorkspacePath::parse(name)?;
            let Some(file) = self.soul.read(&staged)? else { continue };
            let still_ours = ident.is_some_and(|i| i.ino == file.ident.ino);
            if !still_ours {
                let base = self.text_before(expected).unwrap_or_default();
                let known = expected.earlier.iter().find(|i| i.ino == file.ident.ino);
                self.set_aside(name, path.as_str(), &base, known.map_or(0, |i| i.mtime))?;
            }
        }
        Ok(())
    }

    /// A process killed while it took a mutation back may have left a person's save staged.
    fn keep_all_displaced(&mut self, intents: &[Journaled]) -> Result<()> {
        for (path, expected) in expectations(intents)? {
            self.keep_displaced(&WorkspacePath::parse(path)?, &expected)?;
        }
        Ok(())
    }

    /// Removes what a killed process left before its mutation was journaled: nobody else can own
    /// it, for this runs under the lock.
    pub(crate) fn tidy(&mut self) -> Result<()> {
        if let Ok(head) = self.git.head() {
            self.handles.clear_own_ref_lock(&head)?;
        }
        self.handles.clear_own_index_lock()?;
        self.clear_staging()?;
        self.clear_half_request();
        crate::git::packs::clear_unfinished(&self.handles);
        Ok(())
    }

    /// Removes what was staged and never journaled. Displaced files are elsewhere by now.
    fn clear_staging(&self) -> Result<()> {
        for entry in self.soul.list("tmp")? {
            self.soul.remove(&format!("tmp/{}", entry.name()))?;
        }
        Ok(())
    }
}

/// What should have become of each path that the intents name.
fn expectations(intents: &[Journaled]) -> Result<BTreeMap<&str, Expected<'_>>> {
    let mut all: BTreeMap<&str, Expected<'_>> = BTreeMap::new();
    for (intent, contents) in intents {
        let mut contents = contents.iter();
        for file in &intent.files {
            let after = file.after.and_then(|_| contents.next()).map(Vec::as_slice);
            let before = file.before.as_ref().map(|(blob, _)| oid(blob)).transpose()?;
            let entry = all.entry(&file.path).or_insert_with(|| Expected {
                before,
                by_hand: intent.records_hand_edit.then_some(after),
                after,
                earlier: Vec::new(),
                staged: Vec::new(),
            });
            entry.after = after;
            entry.earlier.extend(file.before.as_ref().and_then(|(_, ident)| *ident));
            entry.staged.extend(file.staged.clone());
        }
    }
    Ok(all)
}

/// After a power cut: is what lies there an earlier version, or a torn one of ours, rather than
/// something a person saved?
fn lost_or_torn(disk: Option<&FileState>, expected: &Expected<'_>) -> bool {
    let Some(disk) = disk else { return true };
    let known = |ident: &Ident| ident.ino == disk.ident.ino && disk.ident.mtime <= ident.mtime;
    if expected.earlier.iter().any(known) || expected.staged.iter().filter_map(|(_, i)| i.as_ref()).any(known) {
        return true;
    }
    let is_before = expected.before.is_some_and(|before| before == name_of(ObjectKind::Blob, &disk.bytes));
    if is_before && expected.earlier.is_empty() {
        return true;
    }
    // Blocks that never reached the disk read as zeros, or the file is shorter than it was.
    let after = expected.after.unwrap_or(b"");
    disk.bytes.len() <= after.len()
        && disk
            .bytes
            .chunks(512)
            .zip(after.chunks(512))
            .all(|(got, want)| got.iter().all(|&b| b == 0) || want.starts_with(got))
        && (disk.bytes.is_empty() || disk.bytes.contains(&0))
}

fn oid(text: &str) -> Result<Oid> {
    Oid::from_str(text).map_err(|_| Error::Damaged("the journal names a commit that is none".to_owned()))
}
