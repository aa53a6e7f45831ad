//! What another machine did to the same workspace: which of its entries are new here, whether they count, and what each
//! side made of each file since both were alike.

use std::collections::BTreeSet;

use git2::Oid;

use crate::authenticity::Authenticity;
use crate::error::{Error, Result};
use crate::history::LogEntry;
use crate::remote::{commit_id, read_small};
use crate::workspace::Workspace;
use crate::write::Inner;

/// Where the state directory keeps which commit was fetched last, and which was exchanged last.
const INCOMING: &str = "incoming";
const EXCHANGED: &str = "exchanged";
/// Most entries of another machine that are taken at once.
const MOST_ENTRIES: usize = 200_000;

/// An entry that another machine made.
#[derive(Debug, Clone)]
pub struct IncomingEntry {
    pub commit: String,
    /// Whether what it says of itself counts here.
    pub standing: Authenticity,
    /// The key it names.
    pub key: Option<String>,
    pub files: Vec<String>,
    /// Who made it, as far as that is certain.
    pub actor: String,
}

/// What came from another machine.
#[derive(Debug, Clone)]
pub struct IncomingHistory {
    /// The commit its branch is at.
    pub commit: String,
    /// What is not here yet, newest first.
    pub entries: Vec<IncomingEntry>,
    /// The newest commit that both have.
    pub base: Option<String>,
    /// How many entries the other does not have.
    pub ahead: usize,
    /// Whether both hold the same files.
    pub same_files: bool,
}

/// A file as both had it, as it is here, and as it is there.
#[derive(Debug, Clone)]
pub struct ThreeVersions {
    pub path: String,
    pub base: Option<Vec<u8>>,
    pub ours: Option<Vec<u8>>,
    pub theirs: Option<Vec<u8>>,
}

impl Workspace {
    /// What a fetched commit holds that is not here.
    pub fn incoming(&self, commit: &str) -> Result<IncomingHistory> {
        self.with(|inner| inner.incoming(commit))
    }

    /// The files that the other changed since both were alike, with all three versions. Files that are no plain text of a
    /// repository (links, submodules) are named in the second list.
    pub fn three_versions(&self, incoming: &IncomingHistory) -> Result<(Vec<ThreeVersions>, Vec<String>)> {
        self.with(|inner| inner.three_versions(incoming))
    }

    /// Remembers that both sides hold what a commit holds.
    pub fn exchanged(&self, commit: &str) -> Result<()> {
        self.keep(EXCHANGED, commit)
    }

    /// Refuses to go on where a side was rewritten since the last exchange: what a purge took away would come back.
    pub fn check_exchanged(&self, incoming: Option<&str>) -> Result<()> {
        let Some(last) = commit_id(&read_small(&self.state_dir().join(EXCHANGED))) else { return Ok(()) };
        self.with(|inner| {
            let leads = |commit: Option<Oid>| {
                commit.is_some_and(|at| at == last || inner.repo.graph_descendant_of(at, last).unwrap_or(false))
            };
            let here = inner.git.head()?.commit;
            if !leads(here) {
                return Err(Error::Invalid(
                    "this history was rewritten since the last exchange (a purge, a reset): what was taken away is still \
                     at the remote and would come back. Make a new, empty remote and exchange with that; the other \
                     machines begin anew with a clone of it"
                        .to_owned(),
                ));
            }
            match incoming.and_then(commit_id) {
                Some(there) if !leads(Some(there)) => Err(Error::Invalid(
                    "the remote's history was rewritten since the last exchange; nothing was taken from it. Look at it \
                     with git, and clone it anew if it is as it should be"
                        .to_owned(),
                )),
                _ => Ok(()),
            }
        })
    }

    pub(crate) fn set_incoming(&self, commit: &str) -> Result<()> {
        self.keep(INCOMING, commit)
    }

    /// Forgets what was exchanged with: another remote begins anew.
    pub fn forget_exchange(&self) -> Result<()> {
        self.keep(EXCHANGED, "")?;
        self.keep(INCOMING, "")
    }

    fn keep(&self, name: &str, text: &str) -> Result<()> {
        let path = self.state_dir().join(name);
        std::fs::write(&path, text).map_err(|e| Error::io("writing", path, e))
    }
}

impl Inner {
    /// The commits that were fetched and are not part of the history here, newest first.
    pub(crate) fn incoming_commits(&mut self) -> Result<Vec<Oid>> {
        let Some(commit) = commit_id(&read_small(&self.options.state.join(INCOMING))) else { return Ok(Vec::new()) };
        if self.repo.find_commit(commit).is_err() {
            return Ok(Vec::new());
        }
        let head = self.git.head()?.commit;
        self.between(head, commit)
    }

    fn between(&self, from: Option<Oid>, to: Oid) -> Result<Vec<Oid>> {
        let mut walk = self.repo.revwalk()?;
        walk.set_sorting(git2::Sort::TOPOLOGICAL | git2::Sort::TIME)?;
        walk.push(to)?;
        if let Some(from) = from {
            walk.hide(from)?;
        }
        let found: Vec<Oid> = walk.take(MOST_ENTRIES + 1).collect::<std::result::Result<_, _>>()?;
        if found.len() > MOST_ENTRIES {
            return Err(Error::Invalid(format!("the other side has more than {MOST_ENTRIES} new entries")));
        }
        Ok(found)
    }

    fn incoming(&mut self, commit: &str) -> Result<IncomingHistory> {
        let there = commit_id(commit).ok_or_else(|| Error::Invalid(format!("{commit:?} is no commit")))?;
        self.forget_standings();
        let head = self.git.head()?.commit;
        let mut entries = Vec::new();
        for oid in self.between(head, there)? {
            let entry = self.entry(oid)?;
            entries.push(IncomingEntry {
                commit: entry.commit.clone(),
                standing: entry.standing,
                key: entry.said_link().map(|link| link.key_id),
                actor: entry.actor().to_string(),
                files: LogEntry::into_files(entry),
            });
        }
        let base = match head {
            Some(head) => self.repo.merge_base(head, there).ok(),
            None => None,
        };
        let ahead = match head {
            Some(head) => self.between(Some(there), head)?.len(),
            None => 0,
        };
        let tree = |inner: &Self, oid: Oid| inner.repo.find_commit(oid).map(|commit| commit.tree_id());
        let same_files = match head {
            Some(head) => tree(self, head)? == tree(self, there)?,
            None => false,
        };
        Ok(IncomingHistory { commit: commit.to_owned(), entries, base: base.map(|b| b.to_string()), ahead, same_files })
    }

    fn three_versions(&mut self, incoming: &IncomingHistory) -> Result<(Vec<ThreeVersions>, Vec<String>)> {
        let tree_of = |inner: &Self, id: Option<&str>| match id.and_then(commit_id) {
            Some(oid) => inner.repo.find_commit(oid).map(|commit| Some(commit.tree_id())),
            None => Ok(None),
        };
        let base = tree_of(self, incoming.base.as_deref())?;
        let theirs = tree_of(self, Some(&incoming.commit))?;
        let head = self.git.head()?.commit;
        let ours = head.map(|head| self.repo.find_commit(head).map(|commit| commit.tree_id())).transpose()?;
        let mut differences = Vec::new();
        self.trees.diff(&self.repo, base, theirs, "", &mut differences)?;
        let paths: BTreeSet<String> = differences.into_iter().map(|difference| difference.path).collect();
        let (mut files, mut others) = (Vec::new(), Vec::new());
        for path in paths {
            let mut sides = Vec::new();
            let mut plain = true;
            for tree in [base, ours, theirs] {
                let leaf = self.trees.find(&self.repo, tree, &path)?;
                plain &= leaf.is_none_or(|leaf| leaf.mode == 0o100_644 || leaf.mode == 0o100_755);
                sides.push(if plain { leaf.map(|leaf| self.blob(leaf.oid)).transpose()? } else { None });
            }
            let [base, ours, theirs] = <[_; 3]>::try_from(sides).expect("three sides");
            match plain {
                true => files.push(ThreeVersions { path, base, ours, theirs }),
                false => others.push(path),
            }
        }
        Ok((files, others))
    }
}
