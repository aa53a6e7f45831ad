//! `audit`: the questions people ask of the trail.

use soulfile_api::{AuditDetail, Why};
use std::collections::HashSet;

use soulfile_workspace::{
    Action, Actor, BlameLine, ForeignKey, LogEntry, LogFilter, Mutation, Receipt, ReceiptStatus, Verification,
    WorkspacePath,
};

use crate::error::Result;
use crate::open::Engine;

mod forgot;

/// Which entries are wanted.
#[derive(Debug, Clone, Default)]
pub struct AuditQuery {
    /// Only this file or directory.
    pub path: Option<String>,
    /// Only actors that start with this.
    pub actor: Option<String>,
    /// Only this session.
    pub session: Option<String>,
    /// Only what came through this channel.
    pub channel: Option<String>,
    /// Only what was approved like this.
    pub approval: Option<String>,
    /// Only entries that mention this.
    pub text: Option<String>,
    /// Not before this time, in seconds.
    pub since: Option<i64>,
    /// At most this many.
    pub limit: usize,
}

/// What happened since a commit.
#[derive(Debug, Clone)]
pub struct Since {
    /// The commit the workspace is at.
    pub head: Option<String>,
    /// The entries, oldest first; `None` when the commit is unknown or too far back.
    pub entries: Option<Vec<LogEntry>>,
}

impl Engine {
    /// The trail, newest first, hand edits included.
    pub fn audit_log(&self, query: &AuditQuery) -> Result<Vec<LogEntry>> {
        self.take_in_hand_edits()?;
        Ok(self.workspace.log(&LogFilter {
            path: query.path.clone(),
            actor: query.actor.clone(),
            session: query.session.clone(),
            channel: query.channel.clone(),
            approval: query.approval.clone(),
            text: query.text.clone(),
            since: query.since,
            limit: if query.limit == 0 { usize::MAX } else { query.limit },
            action: None,
        })?)
    }

    /// What happened after a commit, oldest first, as far as `most` entries back.
    pub fn changes_since(&self, commit: Option<&str>, most: usize) -> Result<Since> {
        let mut entries = self.workspace.log(&LogFilter { limit: most + 1, ..LogFilter::default() })?;
        let head = entries.first().map(|entry| entry.commit.clone());
        let known = entries.iter().position(|entry| Some(entry.commit.as_str()) == commit);
        let from_start = commit.is_none() && entries.len() <= most;
        if known.is_none() && !from_start {
            return Ok(Since { head, entries: None });
        }
        entries.truncate(known.unwrap_or(entries.len()));
        entries.reverse();
        Ok(Since { head, entries: Some(entries) })
    }

    /// One entry by mutation id or commit.
    pub fn audit_show(&self, id: &str) -> Result<AuditDetail> {
        let (entry, diff) = self.workspace.show(id)?;
        Ok(AuditDetail { entry, diff })
    }

    /// Who wrote each line of a file.
    pub fn audit_blame(&self, path: &str) -> Result<Vec<BlameLine>> {
        Ok(self.workspace.blame(&WorkspacePath::parse(path)?)?)
    }

    /// Why something was written or forgotten. Entries that forget name ids only, so what those said is
    /// looked up as far as history still holds it.
    pub fn audit_why(&self, about: &str, limit: usize) -> Result<Why> {
        let mentions =
            self.audit_log(&AuditQuery { text: Some(about.to_owned()), limit: 0, ..AuditQuery::default() })?;
        let mentioned: HashSet<&str> = mentions.iter().map(|entry| entry.commit.as_str()).collect();
        let all = self.audit_log(&AuditQuery::default())?;
        let mut entries = Vec::new();
        for (at, entry) in all.iter().enumerate() {
            let before = all.get(at + 1).map(|entry| entry.commit.as_str());
            if mentioned.contains(entry.commit.as_str()) || self.forgets(entry, before, about)? {
                entries.push(entry.clone());
            }
        }
        let gone =
            |e: &LogEntry| matches!(e.action(), Action::Archive | Action::Decay | Action::Delete | Action::Reject);
        let (mut forgotten, mut written): (Vec<_>, Vec<_>) = entries.into_iter().partition(gone);
        forgotten.truncate(limit);
        written.truncate(limit);
        Ok(Why { about: about.to_owned(), forgotten, written })
    }

    /// Checks the whole trail.
    pub fn audit_verify(&self) -> Result<Verification> {
        Ok(self.workspace.verify()?)
    }

    /// Checks one receipt.
    pub fn audit_verify_receipt(&self, id: &str) -> Result<ReceiptStatus> {
        Ok(self.workspace.verify_receipt(id)?)
    }

    /// The keys that entries name and this home does not hold, with what each covers.
    pub fn audit_keys(&self) -> Result<Vec<ForeignKey>> {
        Ok(self.workspace.foreign_keys()?)
    }

    /// Accepts what a key that is not here has written up to now; a person's act.
    pub fn audit_trust(&self, key: &str) -> Result<(ForeignKey, Receipt)> {
        self.decides("trusting a key")?;
        let key = self.workspace.trust(key)?;
        let summary = format!("trusted the key {}: {} entries up to commit {}", key.id, key.entries, &key.newest[..10]);
        let receipt = self.note_trust(summary)?;
        Ok((key, receipt))
    }

    /// Takes over a key of another home, given as the content of its `audit.key`; a person's act. Gives its id.
    pub fn audit_trust_key(&self, secret: &[u8]) -> Result<(String, Receipt)> {
        self.decides("trusting a key")?;
        let id = self.workspace.trust_key(secret)?;
        let receipt = self.note_trust(format!("trusted the key {id}: whatever it seals"))?;
        Ok((id, receipt))
    }

    fn note_trust(&self, summary: String) -> Result<Receipt> {
        self.apply(Mutation::new(Action::Alert, Actor::Manual, summary, Vec::new()).trigger("soul audit trust"))
    }

    /// Writes audit.log anew from the commits.
    pub fn audit_rebuild(&self) -> Result<()> {
        self.workspace.rebuild_audit_log()?;
        Ok(self.workspace.accept_cuts()?)
    }
}
