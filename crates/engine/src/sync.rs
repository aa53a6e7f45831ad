//! `sync`: exchanging a workspace with an ordinary git remote, so that two machines hold the same.
//!
//! Fetch, merge here, push. What came in counts only where a person trusts the key that sealed it; the merge itself is one
//! entry of this home, with what it took in as its second parent. docs/design/sync.md has the rules.

mod merge;

use std::collections::{BTreeMap, BTreeSet};

use soulfile_api::{ErrorKind, Synced};
use soulfile_memory::decay::DecayFile;
use soulfile_memory::entity::{EntityFile, entity_of_path};
use soulfile_memory::proposal::{ProposalDraft, ProposalFile, SourceBinding};
use soulfile_vocabulary::layout::{self, CORE, DECAY_SCORES, GRAPH_INDEX, PROPOSALS};
use soulfile_vocabulary::{Authority, Confidence, Scope, Store};
use soulfile_workspace::{
    Action, Actor, Authenticity, Base, Change, ContentHash, GitProgram, IncomingHistory, Mutation, Push, RemoteAddress,
    Requester, ThreeVersions, WorkspacePath,
};

use crate::error::{Error, Result};
use crate::open::Engine;
use crate::stores::lossy;
use merge::{Leftover, MergedFile};

/// How often somebody else may push first.
const ATTEMPTS: usize = 5;
/// Where the remote's address is kept: outside the workspace, where no agent writes it.
const REMOTE: &str = "remote";

/// Files that will change: what is here, and what will be.
type Staged = BTreeMap<String, (Option<Vec<u8>>, Option<Vec<u8>>)>;

/// What to exchange with.
#[derive(Debug, Clone)]
pub struct SyncRequest {
    /// The remote; the one of last time where none is named.
    pub remote: Option<String>,
    /// Only say what would come in.
    pub dry_run: bool,
    /// The user's git.
    pub git: GitProgram,
}

impl Engine {
    /// Exchanges the workspace with its remote.
    pub fn sync(&self, request: &SyncRequest) -> Result<Synced> {
        let remote = self.remote_of(request)?;
        let mut done = Synced {
            remote: without_password(remote.as_str()),
            taken: 0,
            sent: false,
            files: Vec::new(),
            merged: Vec::new(),
            proposals: Vec::new(),
            copies: Vec::new(),
            notes: Vec::new(),
            receipt: None,
            dry_run: request.dry_run,
        };
        for _ in 0..ATTEMPTS {
            self.take_in_hand_edits()?;
            let fetched = self.workspace.fetch(&request.git, &remote)?;
            self.workspace.check_exchanged(fetched.as_deref())?;
            let incoming = fetched.as_deref().map(|commit| self.workspace.incoming(commit)).transpose()?;
            if let Some(incoming) = incoming.as_ref().filter(|incoming| !incoming.entries.is_empty()) {
                check_standing(incoming)?;
                if request.dry_run {
                    return self.foretell(incoming, done);
                }
                if !incoming.same_files {
                    match self.take_incoming(incoming, &mut done) {
                        // Something was written meanwhile: once more, with that.
                        Err(error) if error.kind() == ErrorKind::Conflict => continue,
                        other => other?,
                    }
                }
            }
            if request.dry_run {
                return Ok(done);
            }
            let now = fetched.as_deref().map(|commit| self.workspace.incoming(commit)).transpose()?;
            if now.as_ref().is_none_or(|now| !now.same_files) {
                match self.workspace.push(&request.git, &remote)? {
                    Push::Behind => continue,
                    Push::Done => done.sent = true,
                }
                if let Some(head) = self.workspace.revision() {
                    self.workspace.exchanged(&head)?;
                }
            } else if let Some(now) = now.filter(|now| now.entries.is_empty()) {
                self.workspace.exchanged(&now.commit)?;
            }
            return Ok(done);
        }
        Err(Error::Workspace(soulfile_workspace::Error::Busy(
            "other machines kept pushing first; what came in is kept".to_owned(),
        )))
    }

    /// The remote: the one that is named, which a person decides on, else the one of last time.
    fn remote_of(&self, request: &SyncRequest) -> Result<RemoteAddress> {
        let file = self.place.state().join(REMOTE);
        let io = |what| {
            let path = file.display().to_string();
            move |source| Error::Io { what, path, source }
        };
        let known = match std::fs::read_to_string(&file) {
            Ok(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(io("reading")(error)),
        };
        match (&request.remote, known) {
            (None, None) => Err(Error::Invalid("no remote is known yet; `soul sync ADDRESS` names it once".to_owned())),
            (None, Some(known)) => Ok(RemoteAddress::parse(&known)?),
            (Some(named), known) => {
                let remote = RemoteAddress::parse(named)?;
                if known.as_deref() != Some(named.as_str()) {
                    // All that is remembered goes there.
                    self.decides("exchanging a workspace with a remote that is new")?;
                    self.workspace.forget_exchange()?;
                    std::fs::write(&file, named).map_err(io("writing"))?;
                }
                Ok(remote)
            }
        }
    }

    /// What would come in.
    fn foretell(&self, incoming: &IncomingHistory, mut done: Synced) -> Result<Synced> {
        let (files, others) = self.workspace.three_versions(incoming)?;
        check_plain(&others)?;
        done.taken = incoming.entries.len();
        done.files = files.into_iter().filter(|file| file.ours != file.theirs).map(|file| file.path).collect();
        Ok(done)
    }

    /// Merges what came in, as one entry.
    fn take_incoming(&self, incoming: &IncomingHistory, done: &mut Synced) -> Result<()> {
        let (files, others) = self.workspace.three_versions(incoming)?;
        check_plain(&others)?;
        let mut next = Staged::new();
        let (mut merged, mut notes, mut copies, mut left) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let stamp = self.now().strftime("%Y%m%d-%H%M%S").to_string();
        for ThreeVersions { path, base, ours, theirs } in files {
            if ours == theirs || path == GRAPH_INDEX {
                continue;
            }
            WorkspacePath::parse(&path)?;
            if ours == base {
                next.insert(path, (ours, theirs));
                continue;
            }
            let MergedFile { bytes, leftovers } =
                merge::merge(&path, base, ours.clone(), theirs, self.now().timestamp())?;
            merged.push(path.clone());
            for leftover in leftovers {
                match leftover {
                    Leftover::Told(why) => notes.push(format!("{path}: {why}")),
                    Leftover::Lines(lines) => left.extend(lines.into_iter().map(|line| (path.clone(), line))),
                    Leftover::Whole(bytes) => {
                        let (stem, end) = path.rsplit_once('.').unwrap_or((path.as_str(), "md"));
                        let copy = format!("{stem}.conflict-{stamp}.{end}");
                        notes.push(format!(
                            "{path}: both sides changed the same lines; the other one is kept as {copy}"
                        ));
                        next.insert(copy.clone(), (None, Some(bytes)));
                        copies.push(copy);
                    }
                }
            }
            if bytes != ours {
                next.insert(path, (ours, bytes));
            }
        }
        let proposals = self.propose_left(&mut next, left)?;
        self.settle_index(&mut next)?;
        let mut changes = Vec::new();
        for (path, (ours, theirs)) in &next {
            let path = WorkspacePath::parse(path)?;
            let base = Some(ours.as_deref().map_or(Base::Absent, |bytes| Base::Exactly(ContentHash::of(bytes))));
            changes.push(match theirs {
                Some(bytes) => Change::Write { path, bytes: bytes.clone(), base },
                None => Change::Delete { path, base },
            });
        }
        let summary = match incoming.entries.len() {
            1 => "took in 1 entry of another machine".to_owned(),
            many => format!("took in {many} entries of another machine"),
        };
        let mutation = Mutation::new(Action::Merge, Actor::Manual, summary, changes)
            .trigger("soul sync")
            .requested_by(&Requester::through(if by_git(incoming) { "file" } else { "sync" }))
            .confirmed(true)
            .merging(&incoming.commit);
        let receipt = self.apply(mutation)?;
        done.taken += incoming.entries.len();
        done.files.extend(next.into_keys());
        done.merged.extend(merged);
        done.notes.extend(notes);
        done.copies.extend(copies);
        done.proposals.extend(proposals);
        done.receipt = Some(receipt);
        Ok(())
    }

    /// Lines that could not stand beside what is here wait for a person.
    fn propose_left(&self, next: &mut Staged, left: Vec<(String, String)>) -> Result<Vec<u32>> {
        if left.is_empty() {
            return Ok(Vec::new());
        }
        let ours = self.read_text(PROPOSALS)?.map(String::into_bytes);
        let staged = next.remove(PROPOSALS).map_or_else(|| ours.clone(), |(_, bytes)| bytes);
        let mut text = lossy(staged.unwrap_or_default());
        let mut numbers = Vec::new();
        for (path, line) in left {
            let entity = entity_of_path(&path);
            let now = match next.get(&path) {
                Some((_, bytes)) => bytes.clone(),
                None => self.read_text(&path)?.map(String::into_bytes),
            };
            let hash = now.map(|bytes| ContentHash::of(&bytes).to_string());
            let proposed = ProposalFile::parse(text.as_str()).add(&ProposalDraft {
                from: "sync".to_owned(),
                timestamp: self.now().timestamp(),
                trigger: format!("both machines changed the same lines of {path}"),
                store: if path == CORE { Store::Core } else { Store::Semantic },
                content: line,
                entities: entity.iter().map(|id| id.to_string()).collect(),
                confidence: Confidence::Medium,
                core_worthy: path == CORE,
                scope: Scope::Private,
                trust: Authority::SubAgent,
                based_on: vec![SourceBinding { path, hash }],
            })?;
            text = proposed.text;
            numbers.push(proposed.number);
        }
        next.insert(PROPOSALS.to_owned(), (ours, Some(text.into_bytes())));
        Ok(numbers)
    }

    /// Brings the graph index up to the merged entity files.
    fn settle_index(&self, next: &mut Staged) -> Result<()> {
        let concerned = next.keys().any(|path| entity_of_path(path).is_some() || path == DECAY_SCORES);
        let current = self.read_text(GRAPH_INDEX)?;
        if !concerned {
            return Ok(());
        }
        let mut files: BTreeMap<String, EntityFile> = self.entity_files()?.into_iter().collect();
        for (path, (_, bytes)) in next.iter() {
            match (entity_of_path(path), bytes) {
                (Some(id), Some(bytes)) => {
                    files.insert(path.clone(), EntityFile::parse(id, lossy(bytes.clone())));
                }
                (Some(_), None) => drop(files.remove(path)),
                _ => {}
            }
        }
        let scores = match next.get(DECAY_SCORES) {
            Some((_, Some(bytes))) => DecayFile::parse(&lossy(bytes.clone())),
            _ => self.scores()?,
        };
        let index = self.graph_index(&files.into_iter().collect::<Vec<_>>(), &scores);
        if current.as_deref() != Some(&index) {
            next.insert(GRAPH_INDEX.to_owned(), (current.map(String::into_bytes), Some(index.into_bytes())));
        }
        Ok(())
    }
}

/// Refuses what does not count here, and says what a person can do.
fn check_standing(incoming: &IncomingHistory) -> Result<()> {
    if incoming.base.is_none() {
        return Err(Error::Invalid(
            "the remote holds another workspace: no entry is in both. A second machine begins with a clone: `git clone \
             ADDRESS FOLDER`, and the clone is set up as a workspace"
                .to_owned(),
        ));
    }
    let forged = incoming.entries.iter().find(|entry| entry.standing == Authenticity::Forged);
    if let Some(entry) = forged {
        return Err(Error::Denied(format!(
            "commit {} of the remote claims to be an entry, and its seal does not fit; nothing was taken",
            &entry.commit[..10]
        )));
    }
    let unknown = incoming.entries.iter().filter(|entry| entry.standing == Authenticity::UnknownKey);
    let keys: BTreeSet<&str> = unknown.filter_map(|entry| entry.key.as_deref()).collect();
    match keys.first() {
        None => Ok(()),
        Some(key) => Err(Error::Denied(format!(
            "the remote holds entries under keys that are not known here ({}); nothing was taken. `soul audit trust` shows \
             what they cover, `soul audit trust {key}` accepts what is there now, `soul audit trust --key-file FILE` with the \
             other machine's audit.key also what comes later",
            keys.iter().copied().collect::<Vec<_>>().join(", ")
        ))),
    }
}

fn check_plain(others: &[String]) -> Result<()> {
    match others.first() {
        None => Ok(()),
        Some(path) => Err(Error::Invalid(format!(
            "{path} of the remote is a link or a repository of its own, which is not taken; remove it there"
        ))),
    }
}

/// Whether something that reaches a model was changed with git, past Soulfile.
fn by_git(incoming: &IncomingHistory) -> bool {
    let by_git = incoming.entries.iter().filter(|entry| entry.standing == Authenticity::Git);
    by_git.flat_map(|entry| &entry.files).any(|path| layout::is_injected(path))
}

fn without_password(address: &str) -> String {
    match (address.split_once("://"), address.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => address.to_owned(),
    }
}
