//! Verifying the trail: every seal, the chains, the anchor, audit.log against the commits, one receipt.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use serde::Serialize;
use soulfile_vocabulary::layout;

use crate::alerts::written_elsewhere;
use crate::authenticity::Authenticity;
use crate::chain::CutTrail;
use crate::error::Result;
use crate::files::Root;
use crate::history::LogEntry;
use crate::path::WorkspacePath;
use crate::seal::Link;
use crate::write::Inner;

/// What a verification found.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Verification {
    /// Whether everything checked out.
    pub ok: bool,
    /// How many commits were checked.
    pub checked: usize,
    /// How many were made directly with git and claim nothing.
    pub by_git: usize,
    /// How many name a key that is not known here and that nobody accepted (another machine, a lost key).
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
        self.forget_standings();
        let state = self.read_alerts(root)?;
        let mut entries = Vec::new();
        let head = self.git.head()?.commit;
        self.walk(head, |_, entry| {
            entries.push(entry);
            Ok(ControlFlow::Continue(()))
        })?;
        let cuts = self.open_cuts()?;
        let mut problems = Vec::new();
        let (mut by_git, mut other_keys) = (0, 0);
        let mut chains = Chains::default();
        let mut elsewhere: BTreeMap<String, usize> = BTreeMap::new();
        let mut unknown: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        // Up to here hand edits were told by the rules of an earlier version.
        let mut told_before = state.baseline.as_deref().is_some_and(|at| entries.iter().any(|e| e.commit == at));
        let mut home_began = !cuts.is_empty();
        for entry in entries.iter().rev() {
            let short = &entry.commit[..10];
            let link = entry.message.as_ref().or(entry.claim.as_ref()).and_then(|m| Link::parse(&m.chain));
            let open = !state.settled.contains(&entry.commit);
            let injected = entry.files.iter().find(|f| layout::is_injected(f));
            match (entry.standing, link) {
                (Authenticity::Verified, link) => {
                    home_began = true;
                    problems.extend(link.and_then(|link| chains.check(short, link)));
                }
                (Authenticity::Accepted, _) => {}
                (Authenticity::Git, _) => {
                    by_git += 1;
                    if let Some(file) = injected.filter(|_| open && home_began && !told_before) {
                        problems.push(format!(
                            "commit {short} was made with git by {} and changes {file}; `soul alerts` shows it, `soul alerts ack {short}` accepts it",
                            entry.author.as_deref().unwrap_or("somebody")
                        ));
                    }
                }
                (Authenticity::UnknownKey, Some(link)) => {
                    other_keys += 1;
                    if !home_began || state.earlier.contains_key(&link.key_id) {
                        *elsewhere.entry(link.key_id).or_default() += 1;
                    } else if open {
                        unknown.entry(link.key_id).or_default().push(short);
                    }
                }
                (Authenticity::UnknownKey | Authenticity::Forged, _) if open => problems.push(format!(
                    "commit {short} ({}) was altered or forged: its seal does not fit; `soul alerts ack {short}` takes it as a \
                     hand edit",
                    entry.summary()
                )),
                (Authenticity::UnknownKey | Authenticity::Forged, _) => {}
            }
            told_before &= state.baseline.as_deref() != Some(&entry.commit);
        }
        for (key, commits) in unknown {
            problems.push(format!(
                "commits {} claim to be entries under the key {key}, which is not known here; `soul alerts ack` takes each as \
                 a hand edit, `soul audit trust {key}` accepts the key",
                commits.join(", ")
            ));
        }
        for (key, count) in elsewhere {
            problems.push(written_elsewhere(&key, count));
        }
        for key in self.chain.lost_keys() {
            problems.push(format!(
                "this agent's audit key {key} is missing or was replaced; put audit.key back, or `soul audit trust {key}` \
                 accepts what it wrote"
            ));
        }
        problems.extend(cuts.iter().filter(|cut| !state.is_accepted(cut)).map(cut_text));
        if self.chain.anchor().is_none() && chains.last.keys().any(|id| self.chain.key().is_named(id)) {
            problems.push(
                "the audit anchor is missing or unreadable, so a cut end would go unnoticed; the next write renews it"
                    .to_owned(),
            );
        }
        let log = root.read(&WorkspacePath::parse(layout::AUDIT_LOG)?)?.map(|f| f.bytes).unwrap_or_default();
        if !self.is_log_of(&entries, &log) {
            problems.push("audit.log is not what the commits say: it was edited, cut or lost; `soul audit rebuild` writes it anew".to_owned());
        }
        Ok(Verification { ok: problems.is_empty(), checked: entries.len(), by_git, other_keys, problems })
    }

    /// Whether audit.log says what the entries say, newest first: all of the window, perhaps more from before it, and
    /// perhaps without what was committed with git since our newest entry.
    fn is_log_of(&self, entries: &[LogEntry], log: &[u8]) -> bool {
        let ahead = entries.iter().position(|e| e.message.is_some()).unwrap_or(entries.len());
        let since = self.log_cut();
        let needed = entries.iter().rposition(|entry| entry.time >= since).map_or(0, |at| at + 1);
        let blocks: Vec<String> = entries.iter().map(LogEntry::log_text).collect();
        // Homes that do not know each other's keys write each other's entries differently; either is what the commits say.
        let own = |link: Link| self.chain.key().is_named(&link.key_id);
        let shared = entries.iter().any(|entry| entry.said_link().is_some_and(|link| !own(link)));
        let others: Vec<String> = match shared {
            true => entries.iter().map(LogEntry::log_text_elsewhere).collect(),
            false => Vec::new(),
        };
        // Blocks are taken off the end of the log, from the newest on, until it is used up.
        let fits = |from: usize| {
            let mut rest = log;
            let mut taken = from;
            while !rest.is_empty() && taken < blocks.len() {
                let elsewhere = others.get(taken).and_then(|block| rest.strip_suffix(block.as_bytes()));
                match rest.strip_suffix(blocks[taken].as_bytes()).or(elsewhere) {
                    Some(shorter) => rest = shorter,
                    None => return false,
                }
                taken += 1;
            }
            rest.is_empty() && blocks[taken..needed.max(taken)].iter().all(String::is_empty)
        };
        fits(0) || fits(ahead)
    }

    /// Checks one mutation: is it in the history as it was written, and do its files still hold it?
    pub(crate) fn verify_receipt(&mut self, root: &Root, id: &str) -> Result<ReceiptStatus> {
        let entry = self.find(id)?;
        let mut problems = Vec::new();
        match entry.standing {
            Authenticity::Verified | Authenticity::Accepted => {}
            Authenticity::Git => problems.push("the commit was made directly with git and carries no seal".to_owned()),
            Authenticity::UnknownKey => {
                problems.push("the entry is sealed with a key that is not known here".to_owned())
            }
            Authenticity::Forged => problems.push("the entry was altered or forged: its seal does not fit".to_owned()),
        }
        let mut files = Vec::new();
        for difference in &entry.differences {
            let path = WorkspacePath::parse(&difference.path)?;
            let now = root
                .read(&path)?
                .map(|f| crate::git::objects::name_of(crate::git::objects::ObjectKind::Blob, &f.bytes));
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

/// The chains of the keys, entry by entry.
#[derive(Default)]
struct Chains {
    /// The newest entry of each key.
    last: BTreeMap<String, Link>,
    /// The newest entry of the first format, which counted all keys together.
    last_of_first_format: Option<Link>,
}

impl Chains {
    /// Takes the next verified entry; says what is missing before it.
    fn check(&mut self, short: &str, link: Link) -> Option<String> {
        let of_key = |(id, _): &(&String, &Link)| id.starts_with(&link.key_id) || link.key_id.starts_with(id.as_str());
        let before = self.last.iter().find(of_key).map(|(_, before)| before);
        let follows = match link.is_sealed() {
            true => link.follows(before),
            false => self.last_of_first_format.as_ref().is_none_or(|before| link.seq == before.seq + 1),
        };
        let number = before.or(self.last_of_first_format.as_ref()).map_or(0, |before| before.seq);
        let problem =
            format!("entries are missing or out of order before commit {short}: number {} follows {number}", link.seq);
        if !link.is_sealed() {
            self.last_of_first_format = Some(link.clone());
        }
        self.last.retain(|id, _| !id.starts_with(&link.key_id) && !link.key_id.starts_with(id.as_str()));
        self.last.insert(link.key_id.clone(), link);
        (!follows).then_some(problem)
    }
}

fn cut_text(cut: &CutTrail) -> String {
    let commit = cut.lost.commit.get(..10).unwrap_or(&cut.lost.commit);
    let gone = match cut.lost.seq.checked_sub(cut.left).filter(|gone| *gone > 0) {
        Some(gone) => format!("the newest {gone} entries are gone"),
        None => "the newest entries are gone or were rewritten".to_owned(),
    };
    format!(
        "the trail was cut: {gone}; it had reached entry {} (commit {commit}) and goes on after entry {}; look for that commit \
         in a copy or in `git reflog`, or accept the loss with `soul alerts ack cut-{commit}`",
        cut.lost.seq, cut.left
    )
}
