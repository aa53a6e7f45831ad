//! The one write path: every change, from every surface, goes through [`WriterLock::process`].
//!
//! Under the workspace lock: catch up with the journal, plan, stage the new files, write the
//! objects, make the intents durable with one sync, then swap the files in, move the ref and
//! acknowledge. The order and why it is safe are argued in docs/design/write-path.md.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use git2::{Oid, Repository};
use rustix::fs::{OFlags, RenameFlags, Stat};
use rustix::io::Errno;
use soulfile_vocabulary::layout;

use crate::audit;
use crate::authenticity::KnownCommits;
use crate::chain::Chain;
use crate::displaced::KEPT;
use crate::error::{Error, Result};
use crate::files::{Ident, Root};
use crate::git::index_file::{self, IndexCache, IndexLock, IndexUpdate};
use crate::git::objects::{self, Deflater, ObjectKind};
use crate::git::packs::{self, FreshPack};
use crate::git::refs::{GitDir, Handles};
use crate::git::tree::{Leaf, Trees};
use crate::journal::{Journal, JournalRecord};
use crate::mutation::{Mutation, Receipt};
use crate::outrun::ReflogSeen;
use crate::path::WorkspacePath;
use crate::plan::Batch;
use crate::sabotage::{Safeguard, is_removed};
use crate::seal::Link;
use crate::sink::SinkBatch;
use crate::workspace::{WorkspaceOptions, exclude_derived, open_repository};
use crate::write_lock::WriteLock;

/// How many small packs may gather before they are joined; four times as many in a process that keeps writing.
const JOIN_FROM: usize = 32;
/// How often a batch is planned anew when a person or another git keeps getting in between.
const ATTEMPTS: usize = 12;
/// How many commits that were HEAD are kept with their trees.
const SEEN_HEADS: usize = 128;

/// The lock and what it guards.
pub(crate) struct WriterLock {
    lock: WriteLock,
    pub(crate) inner: Inner,
}

/// The write path's state. Valid only under the lock.
pub(crate) struct Inner {
    pub(crate) options: WorkspaceOptions,
    pub(crate) repo: Repository,
    pub(crate) git: GitDir,
    pub(crate) handles: Handles,
    /// `.git/soulfile`, where files are staged.
    pub(crate) soul: Arc<Root>,
    pub(crate) index: IndexCache,
    pub(crate) journal: Journal,
    pub(crate) trees: Trees,
    pub(crate) deflater: Deflater,
    pub(crate) chain: Chain,
    pub(crate) known_commits: KnownCommits,
    /// Paths whose index entry lags behind HEAD: of mutations that a killed process had not finished.
    pub(crate) unsettled: BTreeSet<String>,
    /// How many displaced files are set aside.
    pub(crate) set_aside: usize,
    /// How many may be, before they are looked at.
    pub(crate) sweep_due: usize,
    pub(crate) last: Option<(Oid, Oid, Option<Link>)>,
    /// The commits that were HEAD lately, with their trees, newest last.
    pub(crate) seen: VecDeque<(Oid, Oid)>,
    staged: u64,
    pub(crate) fence: u64,
    batches_since_settling: usize,
    /// Set while the files set aside are looked at: taking one in writes, and writing sweeps.
    pub(crate) sweeping: bool,
    /// What was last looked at for a reset that took something away.
    pub(crate) reflog_seen: Option<ReflogSeen>,
    /// What went wrong after a mutation was already done.
    trouble: Option<String>,
}

/// Why a batch has to be planned again.
enum Interrupted {
    /// A person, or another git, changed something under our hands; everything was put back.
    Again(&'static str),
    /// It cannot be done.
    Failed(Error),
}

const EDITED: Interrupted = Interrupted::Again("a person kept changing the same file");

impl From<Error> for Interrupted {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl WriterLock {
    pub(crate) fn open(root: &Root, git: &GitDir, options: WorkspaceOptions) -> Result<Self> {
        use std::os::unix::fs::DirBuilderExt;
        let repo = match open_repository(root.path()) {
            Err(damaged @ Error::Damaged(_)) => Err(damaged),
            other => Ok(other?),
        };
        let (git, state) = (git.clone(), &options.state);
        fs::DirBuilder::new().recursive(true).mode(0o700).create(state).map_err(|e| Error::io("creating", state, e))?;
        let handles = git.open(root)?;
        exclude_derived(&handles)?;
        let mount = crate::mount::session(root);
        let mut journal = Journal::open(&handles.soul, &mount)?;
        if options.sink.is_some() {
            journal.be_cache();
        }
        let mut lock = WriteLock::new(handles.soul.clone(), options.patience);
        let repo = match repo {
            // A power cut tears packs, too: recovery, which comes with the first write, makes their objects again.
            Err(_) if journal.is_remounted()? => {
                let _held = lock.acquire()?;
                packs::clear_torn(&handles);
                open_repository(root.path())?
            }
            repo => repo?,
        };
        let inner = Inner {
            chain: Chain::open(&options.state, options.home.as_deref())?,
            known_commits: KnownCommits::default(),
            journal,
            soul: handles.soul.clone(),
            handles,
            index: IndexCache::default(),
            trees: Trees::default(),
            deflater: Deflater::default(),
            unsettled: BTreeSet::new(),
            set_aside: 0,
            sweep_due: KEPT,
            last: None,
            seen: VecDeque::new(),
            staged: 0,
            fence: 0,
            batches_since_settling: 0,
            sweeping: false,
            reflog_seen: None,
            trouble: None,
            options,
            repo,
            git,
        };
        Ok(Self { lock, inner })
    }

    /// Runs `work` under the lock, with everything an earlier process left undone carried out.
    pub(crate) fn locked<T>(&mut self, root: &Root, work: impl FnOnce(&mut Inner) -> Result<T>) -> Result<T> {
        let _held = self.lock.acquire()?;
        self.inner.enter(root)?;
        work(&mut self.inner)
    }

    /// Applies a batch; each mutation gets its own answer.
    pub(crate) fn process(&mut self, root: &Root, batch: &[Mutation]) -> Vec<Result<Receipt>> {
        match self.locked(root, |inner| inner.apply(root, batch)) {
            Ok(answers) => answers,
            Err(error) => refusals(error, batch.len()),
        }
    }
}

/// The answers of a batch that could not even be begun.
pub(crate) fn refusals(error: Error, count: usize) -> Vec<Result<Receipt>> {
    let text = error.to_string();
    let like = || match &error {
        Error::Fenced(why) => Error::Fenced(why.clone()),
        Error::Unreachable(why) => Error::Unreachable(why.clone()),
        Error::Unconfirmed(why) => Error::Unconfirmed(why.clone()),
        _ => Error::Busy(text.clone()),
    };
    let others: Vec<_> = (1..count).map(|_| Err(like())).collect();
    others.into_iter().chain([Err(error)]).collect()
}

impl Inner {
    /// First thing under the lock: take a fencing number, see what others did, finish what a
    /// killed process began.
    fn enter(&mut self, root: &Root) -> Result<()> {
        let first = self.fence == 0;
        let (records, remounted) = self.journal.catch_up()?;
        self.fence = self.journal.next_fence()?;
        if remounted && self.options.sink.is_some() {
            return Err(Error::Damaged(
                "this cache was written before the machine was started anew, and is not certain; it is made again when its \
                 workspace is opened"
                    .to_owned(),
            ));
        }
        self.recover(root, records, remounted)?;
        if first {
            self.tidy()?;
        }
        self.undo_outrun_reset(root)?;
        self.finish_purge(root)
    }

    fn check_fence(&self) -> Result<()> {
        if self.journal.fence()? == self.fence {
            return Ok(());
        }
        Err(Error::Busy(
            "another process took over while this one was stopped; its late write was fenced off".to_owned(),
        ))
    }

    pub(crate) fn apply(&mut self, root: &Root, mutations: &[Mutation]) -> Result<Vec<Result<Receipt>>> {
        let mut reason = "";
        for _ in 0..ATTEMPTS {
            let mut batch = self.begin()?;
            let mut answers: Vec<_> = mutations.iter().map(|m| self.plan(root, &mut batch, m)).collect();
            if batch.commits.is_empty() {
                return Ok(answers);
            }
            match self.carry_out(root, batch) {
                Ok(()) => {
                    if let Some(trouble) = self.trouble.take() {
                        let note = format!("the change is safe, but afterwards: {trouble}");
                        answers.iter_mut().flatten().for_each(|receipt| receipt.notes.push(note.clone()));
                    }
                    return Ok(answers);
                }
                Err(Interrupted::Again(why)) => reason = why,
                Err(Interrupted::Failed(error)) => return Err(error),
            }
            self.undo_outrun_reset(root)?;
        }
        Err(Error::Busy(format!("{reason}, again and again")))
    }

    /// A batch on top of HEAD as it is now.
    pub(crate) fn begin(&mut self) -> Result<Batch> {
        self.trees.forget_old();
        let index = index_file::version(&self.handles);
        let head = self.git.head()?;
        let (tree, link) = match head.commit {
            None => (None, None),
            Some(commit) => match &self.last {
                Some((oid, tree, link)) if *oid == commit => (Some(*tree), link.clone()),
                _ => {
                    let tree = match self.head_tree(commit) {
                        Ok(tree) => tree,
                        // A `git gc` beside a writer, or a bad disk: what the journal holds comes back by itself.
                        Err(_) => {
                            self.recreate_from_journal()?;
                            self.head_tree(commit).map_err(|e| damaged(commit, &e))?
                        }
                    };
                    (Some(tree), self.last_link(commit)?)
                }
            },
        };
        if let (Some(commit), Some(tree)) = (head.commit, tree)
            && self.seen.back().is_none_or(|(newest, _)| *newest != commit)
        {
            if self.seen.len() == SEEN_HEADS {
                self.seen.pop_front();
            }
            self.seen.push_back((commit, tree));
        }
        Ok(Batch {
            tip: head.commit,
            head,
            index,
            tree,
            link,
            paths: BTreeMap::new(),
            commits: Vec::new(),
            objects: Vec::new(),
        })
    }

    /// The tree of a commit, where both can be read.
    fn head_tree(&self, commit: Oid) -> std::result::Result<Oid, git2::Error> {
        let tree = self.repo.find_commit(commit)?.tree_id();
        self.repo.find_tree(tree).map(|_| tree)
    }

    /// Makes a planned batch real.
    fn carry_out(&mut self, root: &Root, mut batch: Batch) -> std::result::Result<(), Interrupted> {
        self.check_sink()?;
        let mut steps = Vec::new();
        let result = match self.stage(&mut batch, &mut steps) {
            Ok(()) => self.carry_out_staged(root, &mut batch, &steps),
            Err(error) => Err(error.into()),
        };
        if result.is_err() {
            steps.iter().for_each(|step| self.discard_staged(step));
        }
        result
    }

    fn carry_out_staged(
        &mut self,
        root: &Root,
        batch: &mut Batch,
        steps: &[SwapStep],
    ) -> std::result::Result<(), Interrupted> {
        let pack = packs::write(&mut self.deflater, &self.handles, &batch.objects)?;
        for commit in &mut batch.commits {
            commit.intent.pack = Some(pack.stem.clone());
        }
        self.check_fence()?;
        let tip = batch.tip.expect("a batch with commits has a tip");
        // In git's own order. From here until the index agrees with the branch no git command can stage, commit or
        // check anything out: it would work with files, a branch and an index that do not belong together.
        let index_lock = match is_removed(Safeguard::CurrentIndex) {
            true => None,
            false => Some(IndexLock::take(&self.handles)?),
        };
        let ref_lock = self.handles.lock_ref(&batch.head.name, tip)?;
        if self.git.head()? != batch.head {
            return Err(Interrupted::Again("another git moved the branch"));
        }
        if index_file::version(&self.handles) != batch.index {
            return Err(Interrupted::Again("another git changed the index"));
        }
        // Since the look at the beginning a reset may have gone by, and a commit on top of it.
        if !self.has_looked_at_reflog(&batch.head) {
            return Err(Interrupted::Again("another git moved the branch"));
        }
        let intents: Vec<_> =
            batch.commits.iter().map(|c| (&c.intent, c.contents.iter().map(|b| b.as_slice()).collect())).collect();
        let records = self.journal.encode(&intents);
        let count = intents.len();
        self.commit_to_sink(batch, &records)?;
        if let Err(error) = self.journal.commit_encoded(&records, count) {
            return Err(self.withdraw_from_sink(batch, Interrupted::Failed(error)));
        }

        // Durable from here on: a crash now is completed at the next open. A fenced-off process
        // leaves the journal alone, for it is another's by now.
        self.check_fence()?;
        let (swapped, swap) = self.swap_in(root, steps);
        let moved = swap.and_then(|()| ref_lock.commit().map_err(Interrupted::Failed));
        drop(ref_lock);
        if let Err(interrupted) = moved {
            let interrupted = self.call_off(root, swapped, interrupted);
            return Err(self.withdraw_from_sink(batch, interrupted));
        }
        if let Err(error) = self.after_the_branch(root, batch, steps, &pack, index_lock) {
            self.trouble.get_or_insert_with(|| error.to_string());
        }
        drop(pack);
        self.finish(root, batch, steps);
        Ok(())
    }

    /// In a fleet: commits the records where they outlive this machine. Nothing here has changed yet that a reader sees.
    fn commit_to_sink(&self, batch: &Batch, records: &[u8]) -> Result<()> {
        let Some(sink) = &self.options.sink else { return Ok(()) };
        let (parent, commit) = (batch.head.commit.map(|c| c.to_string()), batch.tip.expect("checked").to_string());
        sink.commit(&SinkBatch { parent: parent.as_deref(), commit: &commit, reference: &batch.head.name, records })
    }

    /// In a fleet: takes a batch back that did not happen here. Where that cannot be said, it must not be tried again.
    fn withdraw_from_sink(&self, batch: &Batch, why: Interrupted) -> Interrupted {
        let Some(sink) = &self.options.sink else { return why };
        match sink.withdraw(&batch.tip.expect("checked").to_string()) {
            Ok(()) => why,
            Err(error) => Interrupted::Failed(error),
        }
    }

    /// What has to hold once the branch has moved: its objects are there, and the index says what it does.
    fn after_the_branch(
        &mut self,
        root: &Root,
        batch: &Batch,
        steps: &[SwapStep],
        pack: &FreshPack,
        index_lock: Option<IndexLock>,
    ) -> Result<()> {
        if !pack.is_there() {
            // Removed by hand, or by a git that does not know what a kept pack is.
            packs::write(&mut self.deflater, &self.handles, &batch.objects)?;
        }
        let Some(index_lock) = index_lock else { return Ok(()) };
        let mut updates = index_file::Updates::new();
        for path in batch.commits.iter().flat_map(|c| &c.intent.files).map(|f| &f.path) {
            let state = &batch.paths[path];
            let parsed = WorkspacePath::parse(path)?;
            let entry = match state.leaf {
                None => None,
                Some(Leaf { oid, mode }) => {
                    let ours = steps.iter().find(|step| step.path == parsed).map(|step| step.ident);
                    let expected = ours.unwrap_or_else(|| state.disk.as_ref().map(|d| d.ident));
                    Some((oid, mode, self.stat_for_index(root, &parsed, expected)?))
                }
            };
            updates.insert(path.clone(), entry);
        }
        let fresh = batch.head.commit.is_none();
        self.update_index(root, batch.tree, updates, index_lock, fresh)
    }

    /// The `stat` of a file for the index. One that is not the expected file is a person's by now: the index must not
    /// vouch for it.
    fn stat_for_index(&self, root: &Root, path: &WorkspacePath, expected: Option<Ident>) -> Result<Stat> {
        match root.stat(path).ok().flatten() {
            Some(stat) if Some(Ident::of(&stat)) == expected => Ok(stat),
            _ => unknown_stat(root),
        }
    }

    pub(crate) fn update_index(
        &mut self,
        root: &Root,
        tree: Option<Oid>,
        updates: index_file::Updates,
        lock: IndexLock,
        fresh: bool,
    ) -> Result<()> {
        match lock.update(&self.handles, &mut self.index, &updates, fresh)? {
            IndexUpdate::Done => Ok(()),
            IndexUpdate::Damaged => self.renew_index(root, tree, updates, &lock),
            IndexUpdate::Foreign => {
                // libgit2 takes the lock itself.
                drop(lock);
                self.update_index_with_libgit2(&updates)
            }
        }
    }

    /// The same for a file that holds a blob, whichever version it is.
    pub(crate) fn stat_if_holds(&self, root: &Root, path: &WorkspacePath, blob: Oid) -> Result<Stat> {
        let disk = root.read(path).ok().flatten();
        let same = disk.filter(|d| objects::name_of(ObjectKind::Blob, &d.bytes) == blob).map(|d| d.ident);
        self.stat_for_index(root, path, same)
    }

    /// Like [`Inner::carry_out`]; `false` when it has to be planned again.
    pub(crate) fn try_carry_out(&mut self, root: &Root, batch: Batch) -> Result<bool> {
        match self.carry_out(root, batch) {
            Ok(()) => Ok(true),
            Err(Interrupted::Again(_)) => Ok(false),
            Err(Interrupted::Failed(error)) => Err(error),
        }
    }

    /// Writes the final content of every changed path beside the workspace.
    fn stage(&mut self, batch: &mut Batch, steps: &mut Vec<SwapStep>) -> Result<()> {
        for (path, state) in &batch.paths {
            if state.now.as_deref() == state.disk.as_ref().map(|d| &d.bytes) {
                continue;
            }
            self.staged += 1;
            let name = format!("tmp/{}-{}-{}", self.fence, std::process::id(), self.staged);
            let ident = match &state.now {
                Some(bytes) => Some(self.soul.create(&name, bytes, state.disk.as_ref().map_or(0o600, |d| d.mode))?),
                None => None,
            };
            let last = batch.commits.iter_mut().rev().flat_map(|c| c.intent.files.iter_mut()).find(|f| f.path == *path);
            if let Some(file) = last {
                file.staged = Some((name.clone(), ident));
            }
            steps.push(SwapStep {
                path: WorkspacePath::parse(path)?,
                name,
                before: state.disk.clone(),
                writes: state.now.is_some(),
                ident,
            });
        }
        Ok(())
    }

    /// Swaps the staged files in, up to the first surprise. Says which ones are in.
    fn swap_in<'a>(
        &self,
        root: &Root,
        steps: &'a [SwapStep],
    ) -> (&'a [SwapStep], std::result::Result<(), Interrupted>) {
        for (done, step) in steps.iter().enumerate() {
            if let Err(interrupted) = self.swap(root, step) {
                return (&steps[..done], Err(interrupted));
            }
            if !self.displaced_as_read(step) {
                return (&steps[..=done], Err(EDITED));
            }
        }
        (steps, Ok(()))
    }

    /// Takes back a journaled batch that could not be carried out. Where a file cannot be put back
    /// now, recovery goes on with it: the journal says that the batch is not to happen.
    fn call_off(&mut self, root: &Root, swapped: &[SwapStep], why: Interrupted) -> Interrupted {
        let back: Vec<Result<()>> = swapped.iter().rev().map(|step| self.swap_back(root, step)).collect();
        let stuck = back.into_iter().find_map(Result::err);
        let marked =
            self.journal.mark(if stuck.is_some() { &JournalRecord::CalledOff } else { &JournalRecord::Withdrawn });
        match marked.err().or(stuck) {
            None => why,
            Some(error) => {
                self.journal.rewind();
                Interrupted::Failed(error)
            }
        }
    }

    fn swap(&self, root: &Root, step: &SwapStep) -> std::result::Result<(), Interrupted> {
        let swapped = match (&step.before, step.writes) {
            (None, _) => root.take(&self.soul, &step.name, &step.path, RenameFlags::NOREPLACE),
            (Some(_), true) => self.exchange(root, step),
            (Some(_), false) => root.give(&step.path, &self.soul, &step.name),
        };
        swapped.map_err(|error| match error {
            Errno::EXIST if step.before.is_none() => EDITED,
            Errno::NOENT if step.before.is_some() => EDITED,
            other => Interrupted::Failed(Error::io("writing", root.path().join(step.path.as_str()), other)),
        })
    }

    /// What came out must be what we read: anything else is a person's save in between.
    fn displaced_as_read(&self, step: &SwapStep) -> bool {
        let Some(expected) = &step.before else { return true };
        if is_removed(Safeguard::DisplacedCheck) {
            return true;
        }
        let Ok(displaced) = WorkspacePath::parse(&step.name) else { return false };
        match self.soul.ident(&displaced) {
            Ok(Some(ident)) if ident == expected.ident => true,
            _ => matches!(self.soul.read(&displaced), Ok(Some(file)) if file.bytes == expected.bytes),
        }
    }

    /// Exchanges the staged file with the one in place.
    fn exchange(&self, root: &Root, step: &SwapStep) -> std::result::Result<(), Errno> {
        root.take(&self.soul, &step.name, &step.path, RenameFlags::EXCHANGE)
    }

    /// Undoes a swap. A person's file that is in the place by now stays there.
    fn swap_back(&self, root: &Root, step: &SwapStep) -> Result<()> {
        let fail = |e: Errno| Error::io("restoring", root.path().join(step.path.as_str()), e);
        match (&step.before, step.writes) {
            (None, _) => {
                // Ours is removed only while it is still ours.
                if root.ident(&step.path)?.map(|i| i.ino) == step.ident.map(|i| i.ino) {
                    root.give(&step.path, &self.soul, &step.name).map_err(fail)?;
                }
                Ok(())
            }
            (Some(_), true) => {
                match self.exchange(root, step) {
                    Ok(()) => {}
                    Err(Errno::NOENT) => return Ok(()),
                    Err(e) => return Err(fail(e)),
                }
                let out = self.soul.ident(&WorkspacePath::parse(&step.name)?)?;
                if out.map(|i| i.ino) != step.ident.map(|i| i.ino) {
                    // The person saved once more over ours: the newest is theirs and goes back.
                    self.exchange(root, step).map_err(fail)?;
                }
                Ok(())
            }
            (Some(_), false) => match root.take(&self.soul, &step.name, &step.path, RenameFlags::NOREPLACE) {
                Ok(()) | Err(Errno::EXIST) => Ok(()),
                Err(e) => Err(fail(e)),
            },
        }
    }

    /// Removes a staged file of a batch that did not happen. Another file under that name is one
    /// that we displaced and could not put back: it is kept.
    fn discard_staged(&mut self, step: &SwapStep) {
        let ino = WorkspacePath::parse(&step.name).ok().and_then(|p| self.soul.ident(&p).ok().flatten()).map(|i| i.ino);
        if ino.is_some() && ino == step.ident.map(|i| i.ino) {
            let _ = self.soul.remove(&step.name);
        } else if let (Some(_), Some(before)) = (ino, &step.before) {
            let _ = self.set_aside(&step.name, step.path.as_str(), &before.bytes, before.ident.mtime);
        }
    }

    /// After the ref moved: what is derived from it. The mutation has happened, so trouble here
    /// is reported with the receipt, never instead of it; the next open makes good for it.
    fn finish(&mut self, root: &Root, batch: &Batch, steps: &[SwapStep]) {
        let (tip, tree) = (batch.tip.expect("checked"), batch.tree.expect("checked"));
        let known = self.last.as_ref().map(|(commit, ..)| *commit);
        self.last = Some((tip, tree, batch.link.clone()));
        self.batches_since_settling += 1;
        let attempt = |inner: &mut Self, work: &mut dyn FnMut(&mut Self) -> Result<()>| {
            if let Err(error) = work(inner) {
                inner.trouble.get_or_insert_with(|| error.to_string());
            }
        };
        attempt(self, &mut |inner| {
            let displaced = steps.iter().filter_map(|s| Some((s, s.before.as_ref()?)));
            displaced.into_iter().try_for_each(|(step, before)| {
                inner.set_aside(&step.name, step.path.as_str(), &before.bytes, before.ident.mtime)
            })
        });
        attempt(self, &mut |inner| {
            if known.is_some() && known == batch.head.commit {
                let text: String = batch.commits.iter().map(|c| audit::with_chain(&c.lines, &c.link)).collect();
                inner.append_log(root, &text)
            } else {
                // The first write since opening, or someone committed with git in between: their
                // entries belong in the log as well.
                inner.extend_log(root, tip)
            }
        });
        attempt(self, &mut |inner| {
            let Some(link) = &batch.link else { return Ok(()) };
            // What this process wrote last is not enough to know: others may have written since, and been cut off.
            let anchored = inner.chain.anchor().and_then(|anchor| Oid::from_str(&anchor.commit).ok());
            let left = link.seq.saturating_sub(batch.commits.len() as u64);
            inner.advance_anchor(link, tip, (anchored != batch.head.commit).then_some(left))
        });
        if self.trouble.is_some() {
            // Left unmarked and read again: whoever holds the lock next finishes it as after a crash.
            self.journal.rewind();
            return;
        }
        // Last, so that a crash before this is finished by recovery: log, anchor and all.
        attempt(self, &mut |inner| inner.journal.mark(&JournalRecord::Applied));
        if self.set_aside > self.sweep_due {
            attempt(self, &mut |inner| inner.sweep(root));
        }
        if self.batches_since_settling > 4 * JOIN_FROM {
            attempt(self, &mut |inner| inner.settle(root));
        }
    }

    /// Appends to audit.log. The log is derived, so this needs neither sync nor commit.
    pub(crate) fn append_log(&self, root: &Root, text: &str) -> Result<()> {
        use std::io::Write;
        let path = WorkspacePath::parse(layout::AUDIT_LOG)?;
        if root.ident(&path)?.is_none() {
            match root.create(layout::AUDIT_LOG, b"", 0o600) {
                Ok(_) => {}
                // The person made memory/ something else than a directory: the log can wait.
                Err(Error::Refused { .. }) => return Ok(()),
                Err(e) => return Err(e),
            }
        }
        let mut file = root.open_own(layout::AUDIT_LOG, OFlags::WRONLY | OFlags::APPEND)?;
        file.write_all(text.as_bytes()).map_err(|e| Error::io("writing", root.path().join(layout::AUDIT_LOG), e))
    }

    /// Looks at displaced files, joins small packs, and checkpoints when due.
    pub(crate) fn settle(&mut self, root: &Root) -> Result<()> {
        self.sweep(root)?;
        self.batches_since_settling = 0;
        packs::join_small(&self.handles, JOIN_FROM)?;
        if self.journal.is_large() {
            self.checkpoint(root)?;
        }
        Ok(())
    }

    /// Says whether there is something to settle.
    pub(crate) fn is_unsettled(&self) -> bool {
        self.batches_since_settling > 0 || self.set_aside > 0
    }

    /// Brings the index up to date for the paths that a killed process left behind, or that somebody asks for.
    pub(crate) fn refresh_index(&mut self, root: &Root, lock: IndexLock) -> Result<()> {
        if self.unsettled.is_empty() {
            return Ok(());
        }
        let head = self.begin()?;
        let mut updates = index_file::Updates::new();
        for path in std::mem::take(&mut self.unsettled) {
            let parsed = WorkspacePath::parse(&path)?;
            let entry = match self.trees.find(&self.repo, head.tree, &path)? {
                None => None,
                Some(Leaf { oid, mode }) => Some((oid, mode, self.stat_if_holds(root, &parsed, oid)?)),
            };
            updates.insert(path, entry);
        }
        self.update_index(root, head.tree, updates, lock, false)
    }

    /// Writes the index anew from HEAD. It is derived, except for what a person had staged; the
    /// damaged one is kept beside the journal.
    fn renew_index(
        &mut self,
        root: &Root,
        tree: Option<Oid>,
        updates: index_file::Updates,
        lock: &IndexLock,
    ) -> Result<()> {
        let unknown = unknown_stat(root)?;
        let mut leaves = Vec::new();
        if let Some(tree) = tree {
            self.trees.walk(&self.repo, tree, "", &mut leaves)?;
        }
        let mut all: index_file::Updates =
            leaves.into_iter().map(|(path, leaf)| (path, Some((leaf.oid, leaf.mode, unknown)))).collect();
        all.extend(updates);
        index_file::set_damaged_aside(&self.handles)?;
        lock.update(&self.handles, &mut self.index, &all, true).map(drop)
    }

    fn update_index_with_libgit2(&self, updates: &index_file::Updates) -> Result<()> {
        let mut index = self.repo.index()?;
        index.read(true)?;
        for (path, update) in updates {
            match update {
                Some(_) => index.add_path(Path::new(path))?,
                None => index
                    .remove_path(Path::new(path))
                    .or_else(|e| if e.code() == git2::ErrorCode::NotFound { Ok(()) } else { Err(e) })?,
            }
        }
        Ok(index.write()?)
    }

    /// Syncs everything the journal describes and starts it anew.
    pub(crate) fn checkpoint(&mut self, root: &Root) -> Result<()> {
        let gathered = packs::gather(&self.handles)?;
        if self.options.sink.is_none() {
            root.sync_all()?;
            self.soul.sync_all()?;
        }
        packs::remove(&self.handles, &gathered);
        self.journal.restart()
    }
}

/// One file to swap in.
#[derive(Debug)]
pub(crate) struct SwapStep {
    path: WorkspacePath,
    name: String,
    before: Option<crate::files::FileState>,
    writes: bool,
    ident: Option<crate::files::Ident>,
}

/// A `stat` for an index entry that fits no file; git then compares the content.
fn unknown_stat(root: &Root) -> Result<Stat> {
    let mut stat = rustix::fs::fstat(root.fd()).map_err(|e| Error::io("examining", root.path(), e))?;
    (stat.st_mtime, stat.st_mtime_nsec, stat.st_ino, stat.st_size) = (0, 0, 0, 0);
    Ok(stat)
}

fn damaged(commit: Oid, error: &git2::Error) -> Error {
    Error::Damaged(format!("commit {commit} cannot be read ({})", error.message()))
}
