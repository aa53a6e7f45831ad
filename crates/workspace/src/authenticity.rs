//! Whether what a commit says of itself counts.
//!
//! Anybody with the files can make a commit and write any message. Actor, action and approval count only where the seal
//! verifies with a key this home holds, or where a person accepted the entries of another key. Every other commit is
//! somebody's hand edit.

use std::collections::{HashMap, HashSet};

use git2::Oid;
use serde::Serialize;

use crate::audit;
use crate::error::{Error, Result};
use crate::message::CommitMessage;
use crate::sabotage::{Safeguard, is_removed};
use crate::seal::Link;
use crate::write::Inner;

/// Whether what a commit says of itself counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Authenticity {
    /// Its seal verifies with a key this home holds.
    Verified,
    /// Sealed with a key that is not here; a person accepted its entries.
    Accepted,
    /// Made with git; claims nothing.
    Git,
    /// Claims to be an entry, under a key this home does not know.
    UnknownKey,
    /// Claims to be an entry, and the seal does not fit.
    Forged,
}

impl Authenticity {
    /// Whether actor, action and approval count.
    pub fn counts(self) -> bool {
        matches!(self, Self::Verified | Self::Accepted)
    }
}

/// What was found out about commits, which never change.
#[derive(Debug, Default)]
pub(crate) struct KnownCommits {
    /// Commits with no seal of the present format at or below them.
    unsealed: HashSet<Oid>,
    /// Commits a person accepted, by key.
    accepted: Option<HashMap<String, HashSet<Oid>>>,
    /// The number of this agent's newest entry at or below a commit, along any parent; 0 where there is none.
    newest_own: HashMap<Oid, u64>,
}

/// A commit as its bytes say it is: git would show other parents where grafts name them.
struct RawCommit {
    parents: Vec<Oid>,
    /// The number of the entry it is, where this agent's key sealed it.
    own: Option<u64>,
    /// Whether a key of this home sealed it.
    is_ours: bool,
    message: Option<CommitMessage>,
}

/// The parts of a commit that its standing depends on.
pub(crate) struct Claim<'a> {
    pub oid: Oid,
    pub message: &'a CommitMessage,
    pub files: &'a [String],
    pub time: i64,
    pub tree: Oid,
    pub parent: Option<Oid>,
}

impl Inner {
    /// Decides whether a commit's claim to be an entry holds.
    pub(crate) fn standing(&mut self, claim: &Claim<'_>) -> Result<Authenticity> {
        if is_removed(Safeguard::SealCheck) {
            return Ok(Authenticity::Verified);
        }
        let Some(link) = Link::parse(&claim.message.chain) else { return Ok(Authenticity::Forged) };
        let Some(key) = self.chain.held(&link.key_id) else {
            let accepted = self.accepted_commits()?.get(&link.key_id).is_some_and(|set| set.contains(&claim.oid));
            return Ok(if accepted { Authenticity::Accepted } else { Authenticity::UnknownKey });
        };
        let fits = if link.is_sealed() {
            let odb = self.repo.odb()?;
            key.fits(odb.read(claim.oid)?.data())
        } else {
            let key = key.clone();
            let previous = self.claimed_link(claim.parent)?;
            let lines = audit::sealed_lines(claim.message, claim.time, claim.files);
            key.fits_first_format(&link, previous.as_ref(), &lines, claim.tree, claim.parent)
                && !self.sealed_below(claim.parent)?
        };
        Ok(if fits { Authenticity::Verified } else { Authenticity::Forged })
    }

    /// The chain value of the newest commit at or below `at` that claims one, as the first format counted.
    fn claimed_link(&mut self, mut at: Option<Oid>) -> Result<Option<Link>> {
        while let Some(oid) = at {
            let (message, parent) = self.message_of(oid)?;
            if let Some(message) = message {
                return Ok(Link::parse(&message.chain));
            }
            at = parent;
        }
        Ok(None)
    }

    /// Whether an entry of the present format lies at or below `at`: the first format ended there.
    fn sealed_below(&mut self, mut at: Option<Oid>) -> Result<bool> {
        let mut passed = Vec::new();
        while let Some(oid) = at {
            if self.known_commits.unsealed.contains(&oid) {
                break;
            }
            let (message, parent) = self.message_of(oid)?;
            if let Some(link) = message.and_then(|message| Link::parse(&message.chain))
                && link.is_sealed()
                && let Some(key) = self.chain.held(&link.key_id)
                && key.fits(self.repo.odb()?.read(oid)?.data())
            {
                return Ok(true);
            }
            passed.push(oid);
            at = parent;
        }
        self.known_commits.unsealed.extend(passed);
        Ok(false)
    }

    fn accepted_commits(&mut self) -> Result<&HashMap<String, HashSet<Oid>>> {
        if self.known_commits.accepted.is_none() {
            let mut all: HashMap<String, HashSet<Oid>> = HashMap::new();
            for acceptance in self.chain.accepted().to_vec() {
                let set = all.entry(acceptance.key).or_default();
                let mut at = Oid::from_str(&acceptance.commit).ok();
                while let Some(oid) = at.filter(|oid| !set.contains(oid)) {
                    // One that is no longer in the repository covers nothing.
                    let Ok(commit) = self.repo.find_commit(oid) else { break };
                    set.insert(oid);
                    at = commit.parent_ids().next();
                }
            }
            self.known_commits.accepted = Some(all);
        }
        Ok(self.known_commits.accepted.as_ref().expect("filled above"))
    }

    /// Forgets what depends on keys and acceptances.
    pub(crate) fn forget_standings(&mut self) {
        self.chain.find_keys();
        self.known_commits = KnownCommits::default();
    }

    /// The newest entry of this agent's key at or below `commit`: what its next entry follows.
    pub(crate) fn last_link(&mut self, commit: Oid) -> Result<Option<Link>> {
        let mut at = Some(commit);
        for _ in 0..10_000 {
            let Some(oid) = at else { break };
            let message = self.raw_commit(oid)?.message;
            if let Some(link) = message.and_then(|message| Link::parse(&message.chain))
                && self.chain.key().is_named(&link.key_id)
            {
                // A seal needs the commit only, not the trees below it.
                let fits = match link.is_sealed() {
                    true => self.chain.key().fits(self.repo.odb()?.read(oid)?.data()),
                    false => self.entry(oid)?.standing == Authenticity::Verified,
                };
                if fits {
                    return Ok(Some(link));
                }
            }
            at = self.trail_parent(oid)?;
        }
        Ok(None)
    }

    /// The commit before one on the trail. Of a merge that no key of this home sealed, it is the parent with this agent's
    /// newest entry, whichever side git counts first: a merge made with git hides no entry, and what it changes beside
    /// the trail is its own change.
    pub(crate) fn trail_parent(&mut self, oid: Oid) -> Result<Option<Oid>> {
        let parents = parents_in(&self.commit_bytes(oid)?);
        let mut best = parents.first().copied();
        // Nearly every commit has one, and is not looked at any closer.
        if parents.len() > 1 && !self.raw_commit(oid)?.is_ours {
            let mut newest = 0;
            for parent in parents {
                let own = self.newest_own(parent)?;
                if own > newest {
                    (best, newest) = (Some(parent), own);
                }
            }
        }
        Ok(best)
    }

    /// The number of this agent's newest entry at or below a commit, along any parent.
    pub(crate) fn newest_own(&mut self, commit: Oid) -> Result<u64> {
        let mut open = vec![commit];
        while let Some(&oid) = open.last() {
            if self.known_commits.newest_own.contains_key(&oid) {
                open.pop();
                continue;
            }
            // What is not here (a shallow clone) leads to nothing.
            let found = match self.raw_commit(oid) {
                Ok(RawCommit { own: Some(number), .. }) => Some(number),
                Ok(RawCommit { parents, .. }) => {
                    let known = |parent: &Oid| self.known_commits.newest_own.get(parent).copied();
                    let waits: Vec<Oid> = parents.iter().copied().filter(|parent| known(parent).is_none()).collect();
                    let newest = parents.iter().filter_map(known).max().unwrap_or(0);
                    open.extend(&waits);
                    waits.is_empty().then_some(newest)
                }
                Err(_) => Some(0),
            };
            if let Some(number) = found {
                self.known_commits.newest_own.insert(oid, number);
            }
        }
        Ok(self.known_commits.newest_own[&commit])
    }

    fn message_of(&mut self, oid: Oid) -> Result<(Option<CommitMessage>, Option<Oid>)> {
        Ok((self.raw_commit(oid)?.message, self.trail_parent(oid)?))
    }

    fn commit_bytes(&self, oid: Oid) -> Result<Vec<u8>> {
        let unreadable = |e: git2::Error| Error::Damaged(format!("commit {oid} cannot be read ({})", e.message()));
        Ok(self.repo.odb()?.read(oid).map_err(unreadable)?.data().to_vec())
    }

    fn raw_commit(&self, oid: Oid) -> Result<RawCommit> {
        let object = self.commit_bytes(oid)?;
        let parents = parents_in(&object);
        let text = String::from_utf8_lossy(&object);
        let message = text.split_once("\n\n").and_then(|(_, message)| CommitMessage::parse(message));
        let link = message.as_ref().and_then(|message| Link::parse(&message.chain)).filter(Link::is_sealed);
        let sealed_by = link.as_ref().and_then(|link| self.chain.held(&link.key_id));
        let is_ours = sealed_by.is_some_and(|key| key.fits(&object));
        let own = link.filter(|link| is_ours && self.chain.key().is_named(&link.key_id)).map(|link| link.seq);
        Ok(RawCommit { parents, own, is_ours, message })
    }
}

/// The parents a commit's bytes name.
fn parents_in(commit: &[u8]) -> Vec<Oid> {
    let lines = commit.split(|byte| *byte == b'\n').take_while(|line| !line.is_empty());
    let named = lines.filter_map(|line| std::str::from_utf8(line.strip_prefix(b"parent ")?).ok());
    named.filter_map(|id| Oid::from_str(id).ok()).collect()
}
