//! Purging: history rewritten so that a text is found nowhere in it.
//!
//! A person's act, for what must not exist any more. Commits that held the text are made again
//! without it, with the audit chain carried through them; what only they needed (objects, reflogs,
//! the journal, displaced files, git's own leftovers) is gone afterwards. Nothing else changes: a commit
//! that never held the text keeps its id unless one below it changed. Finding and replacing is in
//! `purge/needle.rs`, getting rid of the old in `purge/leftovers.rs`. A purge that is interrupted is
//! finished by whoever takes the lock next (`purge/pending.rs`).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use git2::{ObjectType, Oid, Sort};
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::files::Root;
use crate::message::CommitMessage;
use crate::mutation::{Action, Actor, Change, Mutation, Receipt};
use crate::path::WorkspacePath;
use crate::scan;
use crate::seal::{Link, TRAILER};
use crate::workspace::Workspace;
use crate::write::Inner;

mod leftovers;
mod needle;
mod pending;

use needle::Needles;
use pending::{PendingFile, PendingPurge, Stage};

/// What stands where something was purged.
pub(crate) const PURGED: &str = "[purged]";

/// What must not be found anywhere afterwards.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Purge {
    /// Texts, as they stand in files and messages.
    pub texts: Vec<String>,
    /// Files that go from every commit.
    pub paths: Vec<String>,
}

/// What a purge did.
#[derive(Debug, Clone)]
pub struct Purged {
    /// Proof that it happened: an entry that says so, without the text.
    pub receipt: Receipt,
    /// How many commits were made again.
    pub rewritten: usize,
    /// How many commits there are.
    pub commits: usize,
}

impl Workspace {
    /// Takes a text out of the files, by `erase` where that knows how, then out of history, and checks that
    /// nothing of it is left. Cannot be undone; once begun, whoever opens the workspace next finishes it.
    /// What was derived from the workspace is the caller's: [`Workspace::purge_over`] says that it is clean.
    pub fn purge(&self, purge: &Purge, erase: Option<Mutation>) -> Result<Purged> {
        self.with(|inner| {
            inner.refuse_with_sink("a purge")?;
            inner.purge(self.root(), purge, erase)
        })
    }

    /// A purge that is over in the workspace while what was derived from it may still hold the text.
    pub fn unfinished_purge(&self) -> Result<Option<Purge>> {
        if !self.git().soul.join(pending::NAME).exists() {
            return Ok(None);
        }
        self.with(|inner| match inner.pending()? {
            PendingFile::Ours(found) if found.stage == Stage::Sealed => Ok(Some(found.purge)),
            _ => Ok(None),
        })
    }

    /// Takes note that a purge is over everywhere.
    pub fn purge_over(&self) -> Result<()> {
        self.with(|inner| match inner.pending()? {
            PendingFile::Ours(found) if found.stage == Stage::Sealed => inner.clear_pending(),
            _ => Ok(()),
        })
    }
}

/// The rewriting of one commit after another, oldest first.
struct Rewrite<'a> {
    needles: &'a Needles,
    paths: &'a [String],
    trees: HashMap<(Oid, String), Option<Oid>>,
    commits: BTreeMap<Oid, Oid>,
    links: HashMap<Oid, Option<Link>>,
}

impl Inner {
    /// Every file of the workspace or of HEAD: those nobody looks at for hand edits are in history too.
    fn held_files(&mut self, root: &Root) -> Result<BTreeSet<WorkspacePath>> {
        let mut leaves = Vec::new();
        if let Some(tree) = self.begin()?.tree {
            self.trees.walk(&self.repo, tree, "", &mut leaves)?;
        }
        let names = scan::files(root)?.into_iter().chain(leaves.into_iter().map(|(path, _)| path));
        let paths = names.filter_map(|name| WorkspacePath::parse(&name).ok());
        // Links and the like are left to the person, here as everywhere.
        Ok(paths.filter(|path| root.ident(path).is_ok_and(|found| found.is_some())).collect())
    }

    /// The mutation that takes the texts out of the files as they are now.
    fn plan_clean_files(&mut self, root: &Root, needles: &Needles, paths: &[String]) -> Result<Option<Mutation>> {
        let mut changes = Vec::new();
        for path in self.held_files(root)? {
            let Some(file) = root.read(&path)? else { continue };
            if paths.iter().any(|p| p == path.as_str()) {
                changes.push(Change::Delete { path, base: None });
            } else if let Some(bytes) = needles.replace(&file.bytes) {
                changes.push(Change::Write { path, bytes, base: None });
            }
        }
        let mutation = Mutation::new(Action::Delete, Actor::Manual, "purged from files", changes);
        Ok((!mutation.changes.is_empty()).then(|| mutation.trigger("purge of history").confirmed(true)))
    }

    fn purge(&mut self, root: &Root, purge: &Purge, erase: Option<Mutation>) -> Result<Purged> {
        let needles = Needles::new(&purge.texts);
        if needles.is_empty() && purge.paths.is_empty() {
            return Err(Error::Invalid("there is nothing to purge".to_owned()));
        }
        let shared = self.git.common.join("objects/info/alternates").exists()
            || self.git.common.join("worktrees").read_dir().is_ok_and(|mut dir| dir.next().is_some())
            || self.repo.is_shallow();
        if shared {
            return Err(Error::Unsupported(
                "its objects are shared with another repository or work tree; purge there first".to_owned(),
            ));
        }
        self.take_in_all(root)?;
        let mut pending = PendingPurge {
            purge: purge.clone(),
            base: self.tip()?,
            stage: Stage::Asked,
            commits: BTreeMap::new(),
            counts: None,
        };
        self.set_pending(&pending)?;
        if let Some(erase) = erase
            && let Err(error) = self.apply_one(root, erase)
        {
            // Nothing has changed yet, and the caller is told.
            self.clear_pending()?;
            return Err(error);
        }
        let receipt = self.carry_on(root, &needles, &mut pending, "purge of history")?;
        let left = self.find_leftovers(root, &needles)?;
        if !left.is_empty() {
            return Err(Error::Damaged(format!("the purge left traces in {}", left.join(", "))));
        }
        let (rewritten, commits) = pending.counts.unwrap_or_default();
        Ok(Purged { receipt, rewritten, commits })
    }

    /// Finishes a purge that a killed process began. Trouble with it is told and tried again, and keeps nobody
    /// from the workspace.
    pub(crate) fn finish_purge(&mut self, root: &Root) -> Result<()> {
        if self.journal.is_read_only() {
            return Ok(());
        }
        let PendingFile::Ours(mut pending) = self.pending()? else { return Ok(()) };
        let begun = match pending.stage {
            Stage::Sealed => return Ok(()),
            Stage::Asked => pending.base != self.tip()?,
            // Killed after it had said so: the branch moved on, and nothing is left to do here.
            Stage::Sealing(ref before) if *before != self.tip()? => {
                pending.stage = Stage::Sealed;
                return self.set_pending(&pending);
            }
            Stage::Rewriting | Stage::Sealing(_) => true,
        };
        if !begun {
            self.clear_pending()?;
            return self.tell(
                "purge",
                "a purge of history was interrupted before anything was erased and did not happen; ask for it again",
            );
        }
        let needles = Needles::new(&pending.purge.texts);
        let trigger = "purge of history, finished after it was interrupted";
        match self.carry_on(root, &needles, &mut pending, trigger).and_then(|_| self.find_leftovers(root, &needles)) {
            Ok(left) if left.is_empty() => self.untell("purge"),
            Ok(left) => self.tell("purge", &format!("a purge of history left traces in {}", left.join(", "))),
            Err(error) => self.tell("purge", &format!("a purge of history is unfinished: {error}")),
        }
    }

    /// What a person should know of a purge that is not over.
    pub(crate) fn purge_trouble(&self) -> Option<&'static str> {
        match self.pending() {
            Ok(PendingFile::Nothing) => None,
            Ok(PendingFile::Ours(_)) => Some("a purge of history is not finished; any command goes on with it"),
            Ok(PendingFile::Foreign) => Some(
                "a purge of history was begun from another home, or somebody wrote the request; finish it there, or \
                 remove .git/soulfile/purge and repeat it here",
            ),
            Err(_) => Some("the request of a purge cannot be read: .git/soulfile/purge"),
        }
    }

    /// Carries a purge through from wherever it is. Every step may be repeated.
    fn carry_on(
        &mut self,
        root: &Root,
        needles: &Needles,
        pending: &mut PendingPurge,
        trigger: &str,
    ) -> Result<Receipt> {
        let paths = pending.purge.paths.clone();
        if let Some(mutation) = self.plan_clean_files(root, needles, &paths)? {
            self.apply_one(root, mutation)?;
        }
        self.rewrite_history(root, needles, pending)?;
        pending.stage = Stage::Sealing(self.tip()?);
        self.set_pending(pending)?;
        let (rewritten, commits) = pending.counts.unwrap_or_default();
        let summary = format!("purged from history: {rewritten} of {commits} commits made again");
        let mutation = Mutation::new(Action::Delete, Actor::Manual, summary, Vec::new()).trigger(trigger);
        let receipt = self.apply_one(root, mutation)?;
        pending.stage = Stage::Sealed;
        self.set_pending(pending)?;
        Ok(receipt)
    }

    fn apply_one(&mut self, root: &Root, mutation: Mutation) -> Result<Receipt> {
        let answer = self.apply(root, &[mutation])?.pop();
        answer.unwrap_or_else(|| Err(Error::Busy("the change got no answer".to_owned())))
    }

    fn tip(&self) -> Result<Option<String>> {
        Ok(self.git.head()?.commit.map(|commit| commit.to_string()))
    }

    fn rewrite_history(&mut self, root: &Root, needles: &Needles, pending: &mut PendingPurge) -> Result<()> {
        self.checkpoint(root)?;
        let paths = pending.purge.paths.clone();
        let mut rewrite =
            Rewrite { needles, paths: &paths, trees: HashMap::new(), commits: BTreeMap::new(), links: HashMap::new() };
        for oid in self.all_commits()? {
            self.rewrite_commit(&mut rewrite, oid)?;
        }
        let rewritten = rewrite.commits.iter().filter(|(old, new)| old != new).count();
        // What an interrupted attempt had already moved counts too.
        let earlier = pending.counts.unwrap_or_default();
        pending.counts = Some((earlier.0.max(rewritten), earlier.1.max(rewrite.commits.len())));
        pending.note_commits(&rewrite.commits);
        if pending.stage == Stage::Asked {
            pending.stage = Stage::Rewriting;
        }
        // New objects are on the disk before a ref leads to them.
        root.sync_all()?;
        self.set_pending(pending)?;
        let refs = self.move_refs(&rewrite)?;
        self.drop_leftovers(root, &refs)?;
        let mapped = pending.mapped()?;
        self.map_alerts(&mapped)?;
        let became = |id: &str| Oid::from_str(id).ok().and_then(|id| mapped.get(&id)).map(ToString::to_string);
        self.chain.follow(became)?;
        self.forget_standings();
        let tip = self.git.head()?.commit;
        if let Some(tip) = tip
            && let Some(link) =
                rewrite.commits.iter().find(|(_, new)| **new == tip).and_then(|(old, _)| rewrite.links[old].clone())
        {
            self.chain.set_anchor(&link, tip)?;
        }
        self.rebuild_index(root)?;
        self.rebuild_log(root)
    }

    /// Every commit any ref leads to, parents first.
    fn all_commits(&self) -> Result<Vec<Oid>> {
        let mut walk = self.repo.revwalk()?;
        walk.set_sorting(Sort::TOPOLOGICAL | Sort::REVERSE)?;
        for reference in self.repo.references()?.flatten() {
            if let Ok(commit) = reference.peel_to_commit() {
                walk.push(commit.id())?;
            }
        }
        if let Some(head) = self.git.head()?.commit {
            walk.push(head)?;
        }
        Ok(walk.collect::<std::result::Result<_, _>>()?)
    }

    fn rewrite_commit(&mut self, rewrite: &mut Rewrite<'_>, oid: Oid) -> Result<()> {
        let (old_tree, parents, text) = {
            let commit = self.repo.find_commit(oid)?;
            let text = String::from_utf8_lossy(commit.message_bytes()).into_owned();
            (commit.tree_id(), commit.parent_ids().collect::<Vec<_>>(), text)
        };
        let new_parents: Vec<Oid> = parents.iter().map(|p| rewrite.commits[p]).collect();
        let tree = match self.rewrite_tree(rewrite, old_tree, "")? {
            Some(tree) => tree,
            None => self.repo.treebuilder(None)?.write()?,
        };
        let introduced = tree != old_tree && self.introduces(rewrite, &parents, old_tree)?;
        let previous = parents.first().and_then(|p| rewrite.links[p].clone());
        let said = CommitMessage::parse(&text);
        // What nobody vouches for is not vouched for by rewriting it.
        let counts = said.is_some() && self.entry(oid)?.standing.counts();
        let unchanged =
            !introduced && tree == old_tree && new_parents == parents && !rewrite.needles.is_in(text.as_bytes());
        if unchanged {
            let own = said.filter(|_| counts).and_then(|message| Link::parse(&message.chain));
            let own = own.filter(|link| self.chain.key().is_named(&link.key_id));
            rewrite.links.insert(oid, own.or(previous));
            rewrite.commits.insert(oid, oid);
            return Ok(());
        }
        let message = match said.filter(|_| counts) {
            Some(mut message) => {
                rewrite.clean_message(&mut message, introduced);
                Some(message)
            }
            None => None,
        };
        let text = match &message {
            Some(message) => message.render_unsealed(),
            None => {
                let clean = rewrite.needles.replace(text.as_bytes());
                clean.map_or(text, |bytes| String::from_utf8_lossy(&bytes).into_owned())
            }
        };
        let commit = self.repo.find_commit(oid)?;
        let tree = self.repo.find_tree(tree)?;
        let parents =
            new_parents.iter().map(|p| self.repo.find_commit(*p)).collect::<std::result::Result<Vec<_>, _>>()?;
        let object = self.repo.commit_create_buffer(
            &commit.author(),
            &commit.committer(),
            &text,
            &tree,
            &parents.iter().collect::<Vec<_>>(),
        )?;
        let mut object = object.to_vec();
        let link = match message {
            Some(_) => {
                let link = self.chain.key().sign(&object, previous.as_ref());
                object.extend(format!("{TRAILER}{link}\n").into_bytes());
                Some(link)
            }
            None => previous,
        };
        let new = self.repo.odb()?.write(ObjectType::Commit, &object)?;
        rewrite.links.insert(oid, link);
        rewrite.commits.insert(oid, new);
        Ok(())
    }

    /// A tree without the texts and files; `None` when nothing is left in it.
    fn rewrite_tree(&self, rewrite: &mut Rewrite<'_>, oid: Oid, prefix: &str) -> Result<Option<Oid>> {
        let key = (oid, prefix.to_owned());
        if let Some(known) = rewrite.trees.get(&key) {
            return Ok(*known);
        }
        let tree = self.repo.find_tree(oid)?;
        let mut builder = self.repo.treebuilder(Some(&tree))?;
        let mut changed = false;
        for entry in tree.iter() {
            let name = String::from_utf8_lossy(entry.name_bytes()).into_owned();
            let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
            let gone = rewrite.paths.contains(&path) || rewrite.needles.is_in(name.as_bytes());
            let new = match entry.kind() {
                _ if gone => None,
                Some(ObjectType::Tree) => self.rewrite_tree(rewrite, entry.id(), &path)?,
                Some(ObjectType::Blob) => {
                    let blob = self.repo.find_blob(entry.id())?;
                    match rewrite.needles.replace(blob.content()) {
                        Some(clean) => Some(self.repo.blob(&clean)?),
                        None => Some(entry.id()),
                    }
                }
                _ => Some(entry.id()),
            };
            match new {
                Some(new) if new == entry.id() => {}
                Some(new) => {
                    builder.insert(entry.name_bytes(), new, entry.filemode())?;
                    changed = true;
                }
                None => {
                    builder.remove(entry.name_bytes())?;
                    changed = true;
                }
            }
        }
        let new = match (changed, builder.is_empty()) {
            (false, _) => Some(oid),
            (true, true) => None,
            (true, false) => Some(builder.write()?),
        };
        rewrite.trees.insert(key, new);
        Ok(new)
    }

    /// Whether a commit brought a text in: then its message speaks of it, in whatever words.
    fn introduces(&mut self, rewrite: &Rewrite<'_>, parents: &[Oid], tree: Oid) -> Result<bool> {
        let parent_tree = match parents.first() {
            Some(parent) => Some(self.repo.find_commit(*parent)?.tree_id()),
            None => None,
        };
        let mut differences = Vec::new();
        self.trees.diff(&self.repo, parent_tree, Some(tree), "", &mut differences)?;
        for difference in differences {
            if rewrite.paths.contains(&difference.path) {
                return Ok(true);
            }
            let count = |leaf: Option<crate::git::tree::Leaf>| -> Result<usize> {
                leaf.map_or(Ok(0), |leaf| Ok(rewrite.needles.count(&self.blob(leaf.oid)?)))
            };
            if count(difference.after)? > count(difference.before)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Rewrite<'_> {
    /// Takes what was purged out of a message, and follows what it says of other commits.
    fn clean_message(&self, message: &mut CommitMessage, introduced: bool) {
        let purged_file = self.paths.iter().any(|path| message.file.contains(path.as_str()));
        for field in [&mut message.file, &mut message.summary, &mut message.trigger] {
            if self.needles.is_in(field.as_bytes()) {
                *field = PURGED.to_owned();
            }
        }
        if introduced || purged_file {
            message.summary = PURGED.to_owned();
            message.trigger = PURGED.to_owned();
        }
        if purged_file {
            message.file = PURGED.to_owned();
        }
        let CommitMessage { session, channel, token, speaker, room, .. } = message;
        for field in [session, channel, token, speaker, room] {
            if let Some(text) = field.as_mut().filter(|text| self.needles.is_in(text.as_bytes())) {
                *text = PURGED.to_owned();
            }
        }
        if message.action == Action::Alert {
            message.summary = follow(&message.summary, &self.commits);
        }
    }
}

/// The ids of rewritten commits in a text, replaced by what they became.
fn follow(text: &str, commits: &BTreeMap<Oid, Oid>) -> String {
    let mut out = text.to_owned();
    for (old, new) in commits.iter().filter(|(old, new)| old != new) {
        let (old, new) = (old.to_string(), new.to_string());
        out = out.replace(&old, &new).replace(&old[..10], &new[..10]);
    }
    out
}
