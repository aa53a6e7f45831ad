//! Reading the trail: the log, one mutation, a file's past, who wrote which line.

use std::ops::ControlFlow;

use git2::Oid;
use serde::Serialize;
use soulfile_vocabulary::layout;

use crate::audit;
use crate::authenticity::{Authenticity, Claim};
use crate::error::{Error, Result};
use crate::files::Root;
use crate::git::tree::Difference;
use crate::message::{CommitMessage, one_line};
use crate::mutation::{Action, Actor};
use crate::seal::Link;
use crate::write::Inner;

/// How much of the end of audit.log is looked at to see what it lacks.
const END_OF_LOG: u64 = 256 * 1024;

/// How many entries in a row before the window end the look for more of it.
const OLD_ENOUGH: usize = 1000;

/// One commit of the trail.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct LogEntry {
    /// The commit id.
    pub commit: String,
    /// When, in seconds.
    pub time: i64,
    /// When, as RFC 3339 text.
    pub at: String,
    /// What the commit says about itself, where that counts; `None` for a hand edit made with git.
    pub message: Option<CommitMessage>,
    /// Whether what it says of itself counts, and why.
    pub standing: Authenticity,
    /// The git author, where nothing better is known about who made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// What it says about itself though that does not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<CommitMessage>,
    /// The commit's first line.
    pub subject: String,
    /// The files it changed.
    pub files: Vec<String>,
    #[serde(skip)]
    pub(crate) differences: Vec<Difference>,
    #[serde(skip)]
    pub(crate) tree: Option<Oid>,
    #[serde(skip)]
    pub(crate) parent: Option<Oid>,
}

impl LogEntry {
    /// The action word; a commit whose word does not count is an edit.
    pub fn action(&self) -> Action {
        self.message.as_ref().map_or(Action::Edit, |m| m.action)
    }

    /// Who; a commit whose word does not count is somebody's by hand.
    pub fn actor(&self) -> Actor {
        self.message.as_ref().map_or(Actor::Manual, |m| m.actor.clone())
    }

    /// The mutation's id, or the commit's where there is none that counts.
    pub fn id(&self) -> &str {
        self.message.as_ref().map_or(&self.commit, |m| &m.mutation)
    }

    /// What it did, in words.
    pub fn summary(&self) -> &str {
        self.message.as_ref().map_or(&self.subject, |m| &m.summary)
    }

    pub(crate) fn into_files(self) -> Vec<String> {
        self.files
    }

    /// The chain value it names, whether or not it counts.
    pub(crate) fn said_link(&self) -> Option<Link> {
        Link::parse(&self.message.as_ref().or(self.claim.as_ref())?.chain)
    }

    /// The entry's part of audit.log, with the chain's values.
    pub(crate) fn log_text(&self) -> String {
        self.log_text_of(self.message.as_ref())
    }

    /// The same where a home decides the other way whether the entry counts.
    pub(crate) fn log_text_elsewhere(&self) -> String {
        self.log_text_of(self.claim.as_ref())
    }

    fn log_text_of(&self, message: Option<&CommitMessage>) -> String {
        let Some(message) = message else {
            return self.files.iter().map(|file| audit::git_line(self.time, file, &self.subject)).collect();
        };
        let lines = audit::lines(message, self.time, &self.files);
        match Link::parse(&message.chain) {
            Some(link) => audit::with_chain(&lines, &link),
            None => lines.iter().map(|line| format!("{line}\n")).collect(),
        }
    }
}

/// Which entries of the log are wanted.
#[derive(Debug, Clone, Default)]
pub struct LogFilter {
    /// Only entries that touch this file, or files below this directory.
    pub path: Option<String>,
    /// Only entries whose actor starts with this.
    pub actor: Option<String>,
    /// Only entries with this action.
    pub action: Option<Action>,
    /// Only entries of this session.
    pub session: Option<String>,
    /// Only entries that came through this channel, such as `mcp`.
    pub channel: Option<String>,
    /// Only entries with this approval, such as `auto`.
    pub approval: Option<String>,
    /// Only entries whose summary, trigger or files contain this text, ignoring case.
    pub text: Option<String>,
    /// Not before this time (seconds).
    pub since: Option<i64>,
    /// At most this many.
    pub limit: usize,
}

impl LogFilter {
    fn wants(&self, entry: &LogEntry) -> bool {
        let path = self.path.as_deref().is_none_or(|path| {
            entry.files.iter().any(|f| f == path || f.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')))
        });
        let actor = self.actor.as_deref().is_none_or(|actor| entry.actor().to_string().starts_with(actor));
        let message = entry.message.as_ref();
        let session = self.session.as_deref().is_none_or(|s| message.is_some_and(|m| m.session.as_deref() == Some(s)));
        let channel = self.channel.as_deref().is_none_or(|c| message.is_some_and(|m| m.channel.as_deref() == Some(c)));
        let approval = self.approval.as_deref().is_none_or(|a| message.is_some_and(|m| m.approval == a));
        let text = self.text.as_deref().is_none_or(|text| {
            let text = text.to_lowercase();
            let trigger = entry.message.as_ref().map_or("", |m| &m.trigger);
            [entry.summary(), trigger].iter().any(|s| s.to_lowercase().contains(&text))
                || entry.files.iter().any(|f| f.to_lowercase().contains(&text))
        });
        path && actor && session && channel && approval && text && self.action.is_none_or(|a| a == entry.action())
    }
}

/// A line of a file with the entry that wrote it.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct BlameLine {
    /// Line number, from 1.
    pub line: usize,
    /// The text.
    pub text: String,
    /// The commit that last changed it.
    pub commit: String,
    /// Who.
    pub actor: String,
    /// When.
    pub at: String,
    /// What for.
    pub summary: String,
}

impl Inner {
    /// Walks the trail from HEAD backwards.
    pub(crate) fn walk(
        &mut self,
        from: Option<Oid>,
        mut visit: impl FnMut(&mut Self, LogEntry) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let mut at = from;
        while let Some(oid) = at {
            let entry = self.entry(oid)?;
            at = entry.parent;
            if visit(self, entry)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Reads one commit, and decides whether what it says of itself counts.
    pub(crate) fn entry(&mut self, oid: Oid) -> Result<LogEntry> {
        let unreadable =
            |oid: Oid| move |e: git2::Error| Error::Damaged(format!("commit {oid} cannot be read ({})", e.message()));
        let (tree, time, text, author) = {
            let commit = self.repo.find_commit(oid).map_err(unreadable(oid))?;
            let text = String::from_utf8_lossy(commit.message_bytes()).into_owned();
            let author = commit.author();
            let part = |bytes: &[u8]| one_line(&String::from_utf8_lossy(bytes), 80);
            let author = format!("{} <{}>", part(author.name_bytes()), part(author.email_bytes()));
            (commit.tree_id(), commit.time().seconds(), text, author)
        };
        let parent = self.trail_parent(oid)?;
        let parent_tree = match parent {
            Some(parent) => Some(self.repo.find_commit(parent).map_err(unreadable(parent))?.tree_id()),
            None => None,
        };
        let mut differences = Vec::new();
        self.trees.diff(&self.repo, parent_tree, Some(tree), "", &mut differences)?;
        differences.sort_by(|a, b| a.path.cmp(&b.path));
        let files: Vec<String> = differences.iter().map(|d| d.path.clone()).collect();
        let said = CommitMessage::parse(&text);
        let standing = match &said {
            Some(message) => self.standing(&Claim { oid, message, files: &files, time, tree, parent })?,
            None => Authenticity::Git,
        };
        let (message, claim) = if standing.counts() { (said, None) } else { (None, said) };
        Ok(LogEntry {
            commit: oid.to_string(),
            time,
            at: jiff::Timestamp::from_second(time).unwrap_or(jiff::Timestamp::UNIX_EPOCH).to_string(),
            message,
            standing,
            author: (!standing.counts()).then_some(author),
            claim,
            subject: text.lines().next().unwrap_or("").to_owned(),
            files,
            differences,
            tree: Some(tree),
            parent,
        })
    }

    /// The log, newest first.
    pub(crate) fn log(&mut self, filter: &LogFilter) -> Result<Vec<LogEntry>> {
        let mut out = Vec::new();
        let head = self.git.head()?.commit;
        self.walk(head, |_, entry| {
            if filter.since.is_some_and(|since| entry.time < since) || out.len() >= filter.limit {
                return Ok(ControlFlow::Break(()));
            }
            if filter.wants(&entry) {
                out.push(entry);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        out.truncate(filter.limit);
        Ok(out)
    }

    /// What HEAD holds differently from an earlier commit: the cost is that of what changed, not of the
    /// commits in between.
    pub(crate) fn changed_since(&mut self, commit: &str) -> Result<Option<Vec<String>>> {
        let Ok(oid) = Oid::from_str(commit) else { return Ok(None) };
        let now = self.begin()?.tree;
        let mut differences = Vec::new();
        // A commit that was HEAD a moment ago need not be looked for among all objects.
        let seen = self.seen.iter().find(|(commit, _)| *commit == oid).map(|(_, tree)| *tree);
        let diffed =
            seen.is_some_and(|then| self.trees.diff(&self.repo, Some(then), now, "", &mut differences).is_ok());
        if !diffed {
            differences.clear();
            let Ok(then) = self.repo.find_commit(oid).map(|c| c.tree_id()) else { return Ok(None) };
            self.trees.diff(&self.repo, Some(then), now, "", &mut differences)?;
        }
        Ok(Some(differences.into_iter().map(|difference| difference.path).collect()))
    }

    /// Finds a mutation by id (or its beginning), or a commit by id (or its beginning).
    pub(crate) fn find(&mut self, id: &str) -> Result<LogEntry> {
        let missing = || Error::NotFound {
            what: format!("\"{}\"", one_line(id, 80)),
            hint: "; `soul audit log` lists what there is".to_owned(),
        };
        if id.len() < 4 {
            return Err(missing());
        }
        let mut found = None;
        let head = self.git.head()?.commit;
        self.walk(head, |_, entry| {
            if entry.commit.starts_with(id) || entry.id().starts_with(id) {
                found = Some(entry);
                return Ok(ControlFlow::Break(()));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        found.ok_or_else(missing)
    }

    /// A blob's text.
    pub(crate) fn blob(&self, oid: Oid) -> Result<Vec<u8>> {
        Ok(self.repo.find_blob(oid)?.content().to_vec())
    }

    /// A unified diff of an entry's files, or of the one named.
    pub(crate) fn diff(&self, entry: &LogEntry, only: Option<&str>) -> Result<String> {
        let mut out = String::new();
        for difference in entry.differences.iter().filter(|d| only.is_none_or(|path| d.path == path)) {
            let side = |leaf: Option<crate::git::tree::Leaf>| leaf.map_or(Ok(Vec::new()), |l| self.blob(l.oid));
            let (before, after) = (side(difference.before)?, side(difference.after)?);
            let name = |side: &str, leaf: bool| {
                if leaf { format!("{side}/{}", difference.path) } else { "/dev/null".to_owned() }
            };
            match (std::str::from_utf8(&before), std::str::from_utf8(&after)) {
                (Ok(before), Ok(after)) => {
                    let header = (name("a", difference.before.is_some()), name("b", difference.after.is_some()));
                    out += &crate::diff::unified(before, after, (&header.0, &header.1))?;
                }
                _ => out += &format!("{} is not text: {} → {} bytes\n", difference.path, before.len(), after.len()),
            }
        }
        Ok(out)
    }

    /// Who last changed each line of a file, from its versions along the trail.
    pub(crate) fn blame(&mut self, path: &str) -> Result<Vec<BlameLine>> {
        let head = self.git.head()?.commit;
        let mut versions: Vec<(LogEntry, Option<Oid>)> = Vec::new();
        self.walk(head, |_, entry| {
            if let Some(d) = entry.differences.iter().find(|d| d.path == path) {
                let after = d.after.map(|l| l.oid);
                versions.push((entry, after));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if versions.is_empty() {
            return Err(Error::not_found(format!("{path} in the history")));
        }
        let mut lines: Vec<(String, usize)> = Vec::new();
        for (at, (_, blob)) in versions.iter().enumerate().rev() {
            let text = match blob {
                Some(oid) => String::from_utf8_lossy(&self.blob(*oid)?).into_owned(),
                None => String::new(),
            };
            let new: Vec<&str> = text.lines().collect();
            let old: Vec<&str> = lines.iter().map(|(l, _)| l.as_str()).collect();
            let stayed = crate::diff::stayed(&old, &new)?;
            let next = new.iter().zip(stayed).map(|(line, from)| (line.to_string(), from.map_or(at, |i| lines[i].1)));
            lines = next.collect();
        }
        Ok(lines
            .into_iter()
            .enumerate()
            .map(|(number, (text, at))| {
                let entry = &versions[at].0;
                BlameLine {
                    line: number + 1,
                    text,
                    commit: entry.commit.clone(),
                    actor: entry.actor().to_string(),
                    at: entry.at.clone(),
                    summary: entry.summary().to_owned(),
                }
            })
            .collect())
    }

    /// Writes audit.log anew from the commits of the retention window.
    pub(crate) fn rebuild_log(&mut self, root: &Root) -> Result<()> {
        let text = self.derive_log(self.log_cut())?;
        let path = crate::path::WorkspacePath::parse(layout::AUDIT_LOG)?;
        if root.read(&path)?.is_some_and(|f| f.bytes == text.as_bytes()) {
            return Ok(());
        }
        let name = format!("tmp/log-{}", std::process::id());
        self.soul.create(&name, text.as_bytes(), 0o600)?;
        match root.take(&self.soul, &name, &path, rustix::fs::RenameFlags::empty()) {
            Ok(()) => Ok(()),
            Err(e) => Err(Error::io("writing", root.path().join(layout::AUDIT_LOG), e)),
        }
    }

    /// Entries before this time are left to the monthly digests.
    pub(crate) fn log_cut(&self) -> i64 {
        // A whole minute, as the log's stamps are.
        let since = self.options.clock.now().as_second() - i64::from(self.options.audit_days) * 86_400;
        since - since.rem_euclid(60)
    }

    /// What audit.log should say: the trail from the first entry on that is not before `since`.
    pub(crate) fn derive_log(&mut self, since: i64) -> Result<String> {
        let head = self.git.head()?.commit;
        let mut blocks = Vec::new();
        // A clock that jumped makes times go back and forth: how many entries belong is not told by the first old one.
        let mut wanted = 0;
        self.walk(head, |_, entry| {
            blocks.push(entry.log_text());
            if entry.time >= since {
                wanted = blocks.len();
            }
            Ok(if blocks.len() - wanted < OLD_ENOUGH { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        blocks.truncate(wanted);
        blocks.reverse();
        Ok(blocks.concat())
    }

    /// Appends to audit.log what it lacks up to HEAD; writes it anew where its end is not among the recent entries.
    pub(crate) fn extend_log(&mut self, root: &Root, tip: Oid) -> Result<()> {
        if root.ident(&crate::path::WorkspacePath::parse(layout::AUDIT_LOG)?)?.is_none() {
            return self.rebuild_log(root);
        }
        let file = root.open_own(layout::AUDIT_LOG, rustix::fs::OFlags::RDONLY)?;
        let log =
            read_end(file, END_OF_LOG).map_err(|e| Error::io("reading", root.path().join(layout::AUDIT_LOG), e))?;
        let mut blocks: Vec<String> = Vec::new();
        let mut missing = None;
        self.walk(Some(tip), |_, entry| {
            blocks.push(entry.log_text());
            // Only an entry's own line is one of a kind; those of git are told by the entry they follow.
            if entry.message.is_some() {
                let ends_with = |newest: &usize| {
                    let tail: String = blocks[*newest..].iter().rev().map(String::as_str).collect();
                    log.ends_with(tail.as_bytes())
                };
                missing = (0..blocks.len()).find(ends_with);
                if missing.is_some() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(if blocks.len() < 256 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        match missing {
            Some(count) => {
                let text: String = blocks[..count].iter().rev().map(String::as_str).collect();
                self.append_log(root, &text)
            }
            None => self.rebuild_log(root),
        }
    }
}

/// The last bytes of a file.
fn read_end(mut file: std::fs::File, most: u64) -> std::io::Result<Vec<u8>> {
    use std::io::{Read, Seek, SeekFrom};
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(most)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
