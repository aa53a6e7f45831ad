//! Planning: from mutations to commits, in memory.
//!
//! A batch of mutations is planned one after the other on top of HEAD; each sees what those
//! before it will have done. Nothing is written here, so a mutation that is refused leaves no
//! trace and does not hold up the others.

use std::collections::BTreeMap;
use std::sync::Arc;

use git2::Oid;
use soulfile_vocabulary::layout;

use crate::audit;
use crate::brake;
use crate::error::{Error, Result};
use crate::files::{FileState, Root};
use crate::gate;
use crate::git::index_file::Version;
use crate::git::objects::{Object, ObjectKind, name_of};
use crate::git::refs::HeadRef;
use crate::git::tree::{FILE, Leaf};
use crate::hash::ContentHash;
use crate::journal::{Intent, IntentFile};
use crate::message::{CommitMessage, one_line};
use crate::mutation::{Action, Actor, Approval, Base, Change, Mutation, Receipt, ReceiptFile};
use crate::path::WorkspacePath;
use crate::requester::Requester;
use crate::sabotage::{Safeguard, is_removed};
use crate::seal::{Link, TRAILER};
use crate::three_way_merge::merge3;
use crate::write::Inner;

/// The channel of a change that was found on disk.
pub(crate) const HAND_EDIT: &str = "file";

/// What is known of one path while a batch is planned.
#[derive(Debug)]
pub(crate) struct PathState {
    /// What was on disk when the batch began.
    pub disk: Option<FileState>,
    /// What will be there after the mutations planned so far.
    pub now: Option<Arc<Vec<u8>>>,
    pub blob: Option<Oid>,
    /// What the planned tree holds.
    pub leaf: Option<Leaf>,
}

impl PathState {
    pub(crate) fn new(disk: Option<FileState>, leaf: Option<Leaf>) -> Self {
        let now = disk.as_ref().map(|d| Arc::new(d.bytes.clone()));
        let blob = now.as_ref().map(|bytes| name_of(ObjectKind::Blob, bytes));
        Self { disk, now, blob, leaf }
    }

    /// Says whether the file is not what the tree holds.
    fn is_hand_edited(&self) -> bool {
        self.blob != self.leaf.map(|leaf| leaf.oid)
    }
}

/// A commit to be made.
#[derive(Debug)]
pub(crate) struct PlannedCommit {
    pub intent: Intent,
    pub contents: Vec<Arc<Vec<u8>>>,
    pub lines: Vec<String>,
    pub link: Link,
}

/// A batch under planning.
#[derive(Debug)]
pub(crate) struct Batch {
    pub head: HeadRef,
    /// The git index that was in place when the batch was begun.
    pub index: Version,
    pub tree: Option<Oid>,
    pub tip: Option<Oid>,
    pub link: Option<Link>,
    pub paths: BTreeMap<String, PathState>,
    pub commits: Vec<PlannedCommit>,
    pub objects: Vec<Object>,
}

/// The facts of a commit about to be planned.
struct CommitFacts<'a> {
    action: Action,
    actor: &'a Actor,
    approval: Approval,
    trigger: &'a str,
    summary: &'a str,
    session: Option<&'a str>,
    requester: &'a Requester,
    hand_edit: bool,
    merges: Option<Oid>,
}

impl Inner {
    /// Plans one mutation on top of the batch.
    pub(crate) fn plan(&mut self, root: &Root, batch: &mut Batch, mutation: &Mutation) -> Result<Receipt> {
        let mut notes = Vec::new();
        let paths: Vec<&WorkspacePath> = mutation
            .changes
            .iter()
            .flat_map(|change| match change {
                Change::Rename { from, to } => vec![from, to],
                other => vec![other.path()],
            })
            .collect();
        for path in &paths {
            self.load(root, batch, path)?;
            let exists = batch.paths[path.as_str()].now.is_some();
            gate::check(&mutation.actor, mutation.approval, path.as_str(), exists, self.options.self_edit)?;
        }
        if mutation.action == Action::Revert && !mutation.actor.is_person() {
            return Err(Error::Invalid("only a person rolls back".to_owned()));
        }
        self.bring_back_committed(root, batch, &mut notes)?;
        self.take_in_hand_edits(batch, paths.iter().map(|p| p.as_str()), &mut notes)?;

        let mut next: BTreeMap<String, Option<Vec<u8>>> = BTreeMap::new();
        for change in &mutation.changes {
            self.step(batch, &mut next, change, &mut notes)?;
        }
        next.retain(|path, bytes| bytes.as_ref() != batch.paths[path].now.as_deref());
        self.check_sizes(mutation, &next)?;
        if !mutation.mass_change_confirmed && !matches!(mutation.actor, Actor::System(_)) {
            let effects: Vec<_> = next
                .iter()
                .map(|(path, bytes)| brake::Effect {
                    path,
                    before: batch.paths[path].now.as_ref().map(|b| b.len()),
                    after: bytes.as_ref().map(Vec::len),
                })
                .collect();
            brake::check(self.options.brake, &effects, |store| self.trees.count_below(&self.repo, batch.tree, store))?;
        }
        let merges = mutation.merges.as_deref().map(Oid::from_str).transpose()?;
        if next.is_empty() && !mutation.changes.is_empty() && merges.is_none() {
            notes.push("nothing changed: the content was already there".to_owned());
            let commit = batch.tip.map_or_else(String::new, |c| c.to_string());
            return Ok(Receipt { id: "unchanged".to_owned(), commit, files: Vec::new(), notes });
        }
        let files = next
            .iter()
            .map(|(path, bytes)| {
                Ok(ReceiptFile {
                    path: WorkspacePath::parse(path)?,
                    lines: bytes
                        .as_ref()
                        .map(|new| changed_lines(batch.paths[path].now.as_deref().map_or(&[][..], |b| b), new)),
                    hash: bytes.as_ref().map(|b| ContentHash::of(b)),
                })
            })
            .collect::<Result<Vec<_>>>()?;
        let action = precise_action(mutation.action, batch, &next);
        let entry = CommitFacts {
            action,
            actor: &mutation.actor,
            approval: mutation.approval,
            trigger: &mutation.trigger,
            summary: &mutation.summary,
            session: mutation.session.as_deref().or(mutation.requester.session.as_deref()),
            requester: &mutation.requester,
            hand_edit: false,
            merges,
        };
        let (id, commit) = self.add_commit(batch, &entry, next)?;
        Ok(Receipt { id, commit: commit.to_string(), files, notes })
    }

    /// Reads a path from disk and from HEAD's tree, once per batch.
    fn load(&mut self, root: &Root, batch: &mut Batch, path: &WorkspacePath) -> Result<()> {
        if batch.paths.contains_key(path.as_str()) {
            return Ok(());
        }
        let leaf = self.trees.find(&self.repo, batch.tree, path.as_str())?;
        let mut state = PathState::new(root.read(path)?, leaf);
        // An editor that truncates and then writes shows an empty or half file for a moment.
        for _ in 0..3 {
            if !state.is_hand_edited() || !self.just_written(state.disk.as_ref()) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(15));
            let again = PathState::new(root.read(path)?, leaf);
            let still = again.disk.as_ref().map(|d| d.ident) == state.disk.as_ref().map(|d| d.ident);
            state = again;
            if still {
                break;
            }
        }
        batch.paths.insert(path.as_str().to_owned(), state);
        Ok(())
    }

    /// Says whether a file was touched within the last moments, by the file system's own clock.
    fn just_written(&self, file: Option<&FileState>) -> bool {
        let now =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_nanos() as i128);
        file.is_none_or(|f| (0..40_000_000).contains(&(now - f.ident.mtime)))
    }

    /// Plans a `manual` commit for the given paths whose file is not what HEAD holds.
    pub(crate) fn take_in_hand_edits<'a>(
        &mut self,
        batch: &mut Batch,
        paths: impl Iterator<Item = &'a str>,
        notes: &mut Vec<String>,
    ) -> Result<()> {
        self.take_in_merged(batch, paths, None, notes)
    }

    /// The same for edits that a person has committed beside HEAD: their commit is the second parent.
    pub(crate) fn take_in_merged<'a>(
        &mut self,
        batch: &mut Batch,
        paths: impl Iterator<Item = &'a str>,
        merges: Option<Oid>,
        notes: &mut Vec<String>,
    ) -> Result<()> {
        if is_removed(Safeguard::HandEditCheck) {
            return Ok(());
        }
        let mut edits: BTreeMap<String, Option<Vec<u8>>> = BTreeMap::new();
        for path in paths {
            let state = &batch.paths[path];
            if state.is_hand_edited() {
                edits.insert(path.to_owned(), state.now.as_ref().map(|b| b.to_vec()));
            }
        }
        if edits.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = edits.keys().map(String::as_str).collect();
        let shown = match &names[..] {
            [one] => (*one).to_owned(),
            [first, rest @ ..] => format!("{first} and {} more", rest.len()),
            [] => unreachable!("checked above"),
        };
        notes.push(format!("a hand edit of {shown} was committed first"));
        let all = |f: fn(&PathState) -> bool| edits.keys().all(|path| f(&batch.paths[path]));
        let (action, summary) = if all(|s| s.leaf.is_none()) {
            (Action::Create, "added by hand")
        } else if all(|s| s.now.is_none()) {
            (Action::Delete, "removed by hand")
        } else {
            (Action::Edit, "edited by hand")
        };
        let entry = CommitFacts {
            action,
            actor: &Actor::Manual,
            approval: Approval::None,
            trigger: crate::mass_removal::BY_HAND,
            summary,
            session: None,
            requester: &Requester::through(HAND_EDIT),
            hand_edit: true,
            merges,
        };
        let outrun = self.outrun(batch, edits.keys());
        self.add_commit(batch, &entry, edits)?;
        self.bring_back(batch, outrun.into_iter().collect(), notes)
    }

    /// Plans a commit that brings back what the person's latest commit cut off because git's index was behind.
    pub(crate) fn bring_back_committed(
        &mut self,
        root: &Root,
        batch: &mut Batch,
        notes: &mut Vec<String>,
    ) -> Result<()> {
        if !batch.commits.is_empty() {
            return Ok(());
        }
        let mut lost = BTreeMap::new();
        for (path, bytes) in self.outrun_by_commit(batch)? {
            self.load(root, batch, &WorkspacePath::parse(&path)?)?;
            if !batch.paths[&path].is_hand_edited() {
                lost.insert(path, Some(bytes));
            }
        }
        self.bring_back(batch, lost, notes)
    }

    /// Plans a commit with what a git command took away by mistake.
    fn bring_back(
        &mut self,
        batch: &mut Batch,
        lost: BTreeMap<String, Option<Vec<u8>>>,
        notes: &mut Vec<String>,
    ) -> Result<()> {
        if lost.is_empty() {
            return Ok(());
        }
        notes.push("a git command took back what was being written; it is there again".to_owned());
        let entry = CommitFacts {
            action: Action::Edit,
            actor: &Actor::System("recover".into()),
            approval: Approval::None,
            trigger: "a git command that began before the write",
            summary: "brought back what a git command took away while it was written",
            session: None,
            requester: &Requester::default(),
            hand_edit: false,
            merges: None,
        };
        self.add_commit(batch, &entry, lost).map(drop)
    }

    /// Carries one change out in memory.
    fn step(
        &mut self,
        batch: &Batch,
        next: &mut BTreeMap<String, Option<Vec<u8>>>,
        change: &Change,
        notes: &mut Vec<String>,
    ) -> Result<()> {
        let current = |next: &BTreeMap<String, Option<Vec<u8>>>, path: &WorkspacePath| match next.get(path.as_str()) {
            Some(bytes) => bytes.clone(),
            None => batch.paths[path.as_str()].now.as_ref().map(|b| b.to_vec()),
        };
        let conflict = |path: &WorkspacePath, now: &Option<Vec<u8>>| Error::Conflict {
            path: path.to_string(),
            current: now.as_ref().map_or_else(|| "absent".to_owned(), |b| ContentHash::of(b).to_string()),
        };
        match change {
            Change::Create { path, bytes } => {
                if let now @ Some(_) = current(next, path) {
                    return Err(conflict(path, &now));
                }
                next.insert(path.to_string(), Some(bytes.clone()));
            }
            Change::Write { path, bytes, base } => {
                let now = current(next, path);
                let new = match base {
                    None => bytes.clone(),
                    Some(base) if holds(base, now.as_deref()) => bytes.clone(),
                    Some(Base::Hash(hash)) => match (&now, self.version(batch, path.as_str(), hash)?) {
                        (Some(theirs), Some(base)) => {
                            let merged = merge3(&base, bytes, theirs)?.ok_or_else(|| conflict(path, &now))?;
                            notes.push(format!("{path} had changed since it was read; both changes were merged"));
                            merged
                        }
                        _ => return Err(conflict(path, &now)),
                    },
                    Some(_) => return Err(conflict(path, &now)),
                };
                next.insert(path.to_string(), Some(new));
            }
            Change::Append { path, header, bytes } => {
                let mut text = current(next, path).unwrap_or_else(|| header.clone());
                // A person's last line may lack its line break; ours starts on its own line.
                if !text.is_empty() && !text.ends_with(b"\n") {
                    text.push(b'\n');
                }
                text.extend_from_slice(bytes);
                next.insert(path.to_string(), Some(text));
            }
            Change::Delete { path, base } => {
                let now = current(next, path);
                match (&now, base) {
                    (None, _) => return Err(Error::not_found(path.to_string())),
                    (Some(_), Some(base)) if !holds(base, now.as_deref()) => return Err(conflict(path, &now)),
                    _ => next.insert(path.to_string(), None),
                };
            }
            Change::Rename { from, to } => {
                let bytes = current(next, from).ok_or_else(|| Error::not_found(from.to_string()))?;
                if let now @ Some(_) = current(next, to) {
                    return Err(conflict(to, &now));
                }
                next.insert(from.to_string(), None);
                next.insert(to.to_string(), Some(bytes));
            }
        }
        Ok(())
    }

    fn check_sizes(&self, mutation: &Mutation, next: &BTreeMap<String, Option<Vec<u8>>>) -> Result<()> {
        let refuse = |path: &str, size: usize, limit: u64| {
            if size as u64 > limit {
                Err(Error::TooLarge { path: path.to_owned(), size: size as u64, limit })
            } else {
                Ok(())
            }
        };
        for change in &mutation.changes {
            let path = change.path().as_str();
            let grows_by_nature = layout::is_generated(path) || layout::below(path, layout::GRAPH_DIR).is_some();
            let restores = mutation.action == Action::Revert || mutation.merges.is_some();
            match change {
                Change::Create { bytes, .. } | Change::Write { bytes, .. } if !grows_by_nature && !restores => {
                    refuse(path, bytes.len(), self.options.max_file_size)?;
                }
                Change::Append { bytes, .. } => refuse(path, bytes.len(), self.options.max_file_size)?,
                _ => {}
            }
        }
        next.iter()
            .filter_map(|(path, bytes)| Some((path, bytes.as_ref()?)))
            .try_for_each(|(path, bytes)| refuse(path, bytes.len(), self.options.max_store_file_size))
    }

    /// Finds the text a caller read, by its hash, among the file's recent versions.
    fn version(&mut self, batch: &Batch, path: &str, hash: &ContentHash) -> Result<Option<Vec<u8>>> {
        let mut at = batch.head.commit;
        let mut last = None;
        for _ in 0..400 {
            let Some(oid) = at else { break };
            let commit = self.repo.find_commit(oid)?;
            if let Some(leaf) = self.trees.find(&self.repo, Some(commit.tree_id()), path)?
                && last != Some(leaf.oid)
            {
                last = Some(leaf.oid);
                let blob = self.repo.find_blob(leaf.oid)?;
                if ContentHash::of(blob.content()) == *hash {
                    return Ok(Some(blob.content().to_vec()));
                }
            }
            at = commit.parent_ids().next();
        }
        Ok(None)
    }

    /// Adds a commit to the batch and moves its state forward.
    fn add_commit(
        &mut self,
        batch: &mut Batch,
        entry: &CommitFacts<'_>,
        next: BTreeMap<String, Option<Vec<u8>>>,
    ) -> Result<(String, Oid)> {
        let now = self.options.clock.now();
        let time = now.as_second();
        let id = new_id(now.as_millisecond())?;
        let mut edits = BTreeMap::new();
        let mut files = Vec::new();
        let mut contents = Vec::new();
        for (path, bytes) in next {
            let state = batch.paths.get_mut(&path).expect("every changed path was loaded");
            let mode = state.leaf.map_or(FILE, |l| l.mode);
            let bytes = bytes.map(Arc::new);
            let leaf = bytes.as_ref().map(|bytes| {
                let object = Object::new(ObjectKind::Blob, bytes.clone());
                let oid = object.oid;
                batch.objects.push(object);
                Leaf { oid, mode }
            });
            let ident = state.disk.as_ref().map(|d| d.ident);
            files.push(IntentFile {
                path: path.clone(),
                before: state.leaf.map(|l| (l.oid.to_string(), ident)),
                after: bytes.as_ref().map(|b| b.len() as u64),
                mode,
                staged: None,
            });
            contents.extend(bytes.clone());
            (state.now, state.blob, state.leaf) = (bytes, leaf.map(|l| l.oid), leaf);
            edits.insert(path, leaf);
        }
        let (tree, trees) = self.trees.edit(&self.repo, batch.tree, &edits)?;
        batch.objects.extend(trees);

        let names: Vec<String> = edits.into_keys().collect();
        let file = match &names[..] {
            [] => "—".to_owned(),
            [one] => one.clone(),
            [first, rest @ ..] => format!("{first} (+{} more)", rest.len()),
        };
        let trailer = |text: &Option<String>| text.as_ref().map(|text| one_line(text, 100));
        let message = CommitMessage {
            action: entry.action,
            file: one_line(&file, 1100),
            summary: one_line(entry.summary, 200),
            actor: entry.actor.clone(),
            approval: entry.approval.to_string(),
            trigger: one_line(entry.trigger, 300),
            session: entry.session.map(|s| one_line(s, 100)),
            channel: trailer(&entry.requester.channel),
            token: trailer(&entry.requester.token),
            speaker: trailer(&entry.requester.speaker),
            room: trailer(&entry.requester.room),
            mutation: id.clone(),
            critical: names.iter().any(|n| layout::is_identity(n)) && !gate::is_quiet(entry.actor),
            chain: String::new(),
        };
        let lines = audit::lines(&message, time, &names);
        let (author, unsealed) = (entry.actor.to_string(), message.render_unsealed());
        let text = commit_text(tree, (batch.tip, entry.merges), &author, time, &unsealed);
        let link = self.chain.key().sign(text.as_bytes(), batch.link.as_ref());
        let message = format!("{unsealed}{TRAILER}{link}\n");
        let commit = commit_object(tree, (batch.tip, entry.merges), &author, time, &message);
        let oid = commit.oid;
        batch.objects.push(commit);
        batch.commits.push(PlannedCommit {
            intent: Intent {
                id: id.clone(),
                reference: batch.head.name.clone(),
                parent: batch.tip.map(|p| p.to_string()),
                merges: entry.merges.map(|p| p.to_string()),
                commit: oid.to_string(),
                time,
                author,
                message,
                files,
                records_hand_edit: entry.hand_edit,
                pack: None,
            },
            contents,
            lines,
            link: link.clone(),
        });
        (batch.tree, batch.tip, batch.link) = (Some(tree), Some(oid), Some(link));
        Ok((id, oid))
    }
}

/// What a commit follows: what was here, and what of another machine it takes in.
pub(crate) type Parents = (Option<Oid>, Option<Oid>);

/// The commit object of a mutation; the same input gives the same object.
pub(crate) fn commit_object(tree: Oid, parents: Parents, author: &str, time: i64, message: &str) -> Object {
    Object::new(ObjectKind::Commit, commit_text(tree, parents, author, time, message).into_bytes())
}

fn commit_text(tree: Oid, (parent, merged): Parents, author: &str, time: i64, message: &str) -> String {
    let author: String = author.chars().map(|c| if matches!(c, '<' | '>' | '\n') { '_' } else { c }).collect();
    let parent: String = parent.into_iter().chain(merged).map(|p| format!("parent {p}\n")).collect();
    format!(
        "tree {tree}\n{parent}author {author} <soul@localhost> {time} +0000\ncommitter Soulfile <soul@localhost> {time} +0000\n\n{message}"
    )
}

fn holds(base: &Base, now: Option<&[u8]>) -> bool {
    match (base, now) {
        (Base::Absent, now) => now.is_none(),
        (Base::Hash(hash) | Base::Exactly(hash), Some(now)) => ContentHash::of(now) == *hash,
        (_, None) => false,
    }
}

/// An edit that makes or removes its only file says so.
fn precise_action(action: Action, batch: &Batch, next: &BTreeMap<String, Option<Vec<u8>>>) -> Action {
    match (action, next.len(), next.iter().next()) {
        (Action::Edit, 1, Some((path, Some(_)))) if batch.paths[path].now.is_none() => Action::Create,
        (Action::Edit, 1, Some((_, None))) => Action::Delete,
        _ => action,
    }
}

/// First and last line (1-based) of `new` that differ from `old`.
fn changed_lines(old: &[u8], new: &[u8]) -> (usize, usize) {
    let lines = |text: &[u8]| memchr::memchr_iter(b'\n', text).count();
    let all = lines(new) + usize::from(!new.is_empty() && !new.ends_with(b"\n"));
    // Up to the last line break that both have in common from the start, and from the first one on at the end.
    let alike = same_start(old, new);
    let head = if alike == old.len() && alike == new.len() {
        alike
    } else {
        memchr::memrchr(b'\n', &new[..alike]).map_or(0, |at| at + 1)
    };
    let (old_rest, new_rest) = (&old[head..], &new[head..]);
    let alike = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let begins_line = |rest: &[u8]| rest.len() == alike || rest[rest.len() - alike - 1] == b'\n';
    let end = &new_rest[new_rest.len() - alike..];
    let tail = if begins_line(old_rest) && begins_line(new_rest) {
        end
    } else {
        memchr::memchr(b'\n', end).map_or(&[][..], |at| &end[at + 1..])
    };
    let tail = lines(tail) + usize::from(!tail.is_empty() && !tail.ends_with(b"\n"));
    let last = (all - tail).max(1);
    ((lines(&new[..head]) + 1).min(last), last)
}

/// How many bytes two texts have in common at their start.
fn same_start(a: &[u8], b: &[u8]) -> usize {
    const STRIDE: usize = 64;
    let blocks = a.chunks_exact(STRIDE).zip(b.chunks_exact(STRIDE)).take_while(|(a, b)| a == b).count() * STRIDE;
    blocks + a[blocks..].iter().zip(&b[blocks..]).take_while(|(a, b)| a == b).count()
}

/// A new mutation id: sortable by time, then random.
pub(crate) fn new_id(millis: i64) -> Result<String> {
    let mut random = [0u8; 5];
    rustix::rand::getrandom(&mut random[..], rustix::rand::GetRandomFlags::empty())
        .map_err(|e| Error::io("making an id", "/dev/urandom", e))?;
    Ok(format!("m-{millis:011x}{}", hex::encode(random)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::changed_lines;

    /// The same, said line by line.
    fn line_by_line(old: &str, new: &str) -> (usize, usize) {
        let (old, new): (Vec<_>, Vec<_>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
        let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(a, b)| a == b).count();
        let last = (new.len() - tail).max(1);
        ((head + 1).min(last), last)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn changed_lines_are_those_that_differ(old in "[ab\n]{0,12}", new in "[ab\n]{0,12}") {
            prop_assert_eq!(changed_lines(old.as_bytes(), new.as_bytes()), line_by_line(&old, &new));
        }

        #[test]
        fn changed_lines_of_longer_texts(start in "[a\n]{0,150}", x in "[ab\n]{0,3}", y in "[ab\n]{0,3}", end in "[a\n]{0,9}") {
            let (old, new) = (format!("{start}{x}{end}"), format!("{start}{y}{end}"));
            prop_assert_eq!(changed_lines(old.as_bytes(), new.as_bytes()), line_by_line(&old, &new));
        }
    }
}
