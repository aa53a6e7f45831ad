//! Verifying the trail: the chain, its anchor, audit.log against the commits, one receipt.

use std::ops::ControlFlow;

use serde::Serialize;

use crate::audit::{self, Link};
use crate::error::Result;
use crate::files::Root;
use crate::path::WorkspacePath;
use crate::write::Inner;

/// What a verification found.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Verification {
    /// Whether everything checked out.
    pub ok: bool,
    /// How many commits were checked.
    pub checked: usize,
    /// How many were made directly with git and carry no chain value.
    pub by_git: usize,
    /// How many carry a chain value of another key (another machine, an earlier key).
    pub other_keys: usize,
    /// What is wrong, worst first.
    pub problems: Vec<String>,
}

/// What became of a receipt.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct ReceiptStatus {
    /// Whether the mutation is in the history, unaltered.
    pub ok: bool,
    /// The mutation's id.
    pub id: String,
    /// Its commit.
    pub commit: String,
    /// Who made it and what it did.
    pub summary: String,
    /// The files it wrote, and whether each still holds what it wrote.
    pub files: Vec<(String, bool)>,
    /// What is wrong.
    pub problems: Vec<String>,
}

impl Inner {
    /// Checks every entry of the trail.
    pub(crate) fn verify(&mut self, root: &Root) -> Result<Verification> {
        let mut entries = Vec::new();
        let head = self.git.head()?.commit;
        self.walk(head, |_, entry| {
            entries.push(entry);
            Ok(ControlFlow::Continue(()))
        })?;
        let mut problems = Vec::new();
        let (mut by_git, mut other_keys) = (0, 0);
        let mut previous: Option<Link> = None;
        for entry in entries.iter().rev() {
            let Some(message) = &entry.message else {
                by_git += 1;
                continue;
            };
            let short = &entry.commit[..10];
            let Some(link) = Link::parse(&message.chain) else {
                problems.push(format!("commit {short} has no readable chain value"));
                continue;
            };
            let expected = previous.as_ref().map_or(link.seq, |p| p.seq + 1);
            if link.seq != expected {
                problems.push(format!(
                    "entries are missing or out of order before commit {short}: number {} follows {}",
                    link.seq,
                    expected - 1
                ));
            }
            let tree = entry.tree.expect("walked entries have a tree");
            match self.chain.check(&link, previous.as_ref(), &entry.log_lines(), tree, entry.parent) {
                Some(true) => {}
                Some(false) => problems
                    .push(format!("commit {short} ({}) was altered: its chain value does not fit", message.summary)),
                None => other_keys += 1,
            }
            previous = Some(link);
        }
        if let Some(anchor) = self.chain.anchor() {
            let seq = previous.as_ref().map_or(0, |l| l.seq);
            if seq < anchor.seq {
                problems.push(format!(
                    "the newest {} entries are gone: the trail ends at {seq}, it had reached {}",
                    anchor.seq - seq,
                    anchor.seq
                ));
            } else {
                let known = entries.iter().filter_map(|e| e.link()).any(|l| l.seq == anchor.seq && l.mac == anchor.mac);
                if !known {
                    problems
                        .push(format!("history was rewritten: entry {} is not the one that was written", anchor.seq));
                }
            }
        } else if previous.is_some() {
            problems.push(
                "the audit anchor is missing or unreadable, so a cut end would go unnoticed; the next write renews it"
                    .to_owned(),
            );
        }
        for cut in self.chain.cuts() {
            problems.push(format!(
                "the trail was cut: it had reached entry {} (commit {}) and went on after entry {}; look for that commit \
                 in a copy or in `git reflog`, or accept the loss with `soul audit rebuild`",
                cut.lost.seq,
                cut.lost.commit.get(..10).unwrap_or(&cut.lost.commit),
                cut.left
            ));
        }
        let log = root.read(&WorkspacePath::parse(audit::LOG)?)?.map(|f| f.bytes).unwrap_or_default();
        // The log may begin with lines that have passed out of the window since it was written.
        let cut = self.log_cut();
        let derived = self.derive_log(first_time(&log).map_or(cut, |first| first.min(cut)))?;
        // What was committed directly with git is written to the log with our next entry.
        let ahead = entries.iter().position(|e| e.message.is_some()).unwrap_or(entries.len());
        let ahead: String = entries[..ahead].iter().rev().map(|e| e.log_text()).collect();
        let written = derived.strip_suffix(&ahead).unwrap_or(&derived);
        if log != derived.as_bytes() && log != written.as_bytes() {
            problems.push("audit.log is not what the commits say: it was edited, cut or lost; `soul audit rebuild` writes it anew".to_owned());
        }
        Ok(Verification { ok: problems.is_empty(), checked: entries.len(), by_git, other_keys, problems })
    }

    /// Checks one mutation: is it in the history as it was written, and do its files still hold it?
    pub(crate) fn verify_receipt(&mut self, root: &Root, id: &str) -> Result<ReceiptStatus> {
        let entry = self.find(id)?;
        let mut problems = Vec::new();
        let mut previous = None;
        self.walk(entry.parent, |_, older| {
            previous = older.link();
            Ok(if previous.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        match entry.link() {
            None => problems.push("the commit was made directly with git and carries no chain value".to_owned()),
            Some(link) => {
                let tree = entry.tree.expect("found entries have a tree");
                if self.chain.check(&link, previous.as_ref(), &entry.log_lines(), tree, entry.parent) == Some(false) {
                    problems.push("the entry was altered: its chain value does not fit".to_owned());
                }
            }
        }
        let mut files = Vec::new();
        for difference in &entry.differences {
            let path = WorkspacePath::parse(&difference.path)?;
            let now =
                root.read(&path)?.map(|f| crate::git::objects::name_of(crate::git::objects::Kind::Blob, &f.bytes));
            files.push((difference.path.clone(), now == difference.after.map(|l| l.oid)));
        }
        Ok(ReceiptStatus {
            ok: problems.is_empty(),
            id: entry.id().to_owned(),
            commit: entry.commit.clone(),
            summary: format!("[{}] {} by {}", entry.action(), entry.summary(), entry.actor()),
            files,
            problems,
        })
    }
}

/// The time of the first line of a log, in seconds.
fn first_time(log: &[u8]) -> Option<i64> {
    let line = std::str::from_utf8(log).ok()?.lines().next()?;
    let stamp = line.split(" | ").next()?.strip_suffix('Z')?;
    format!("{stamp}:00Z").parse::<jiff::Timestamp>().ok().map(|t| t.as_second())
}
