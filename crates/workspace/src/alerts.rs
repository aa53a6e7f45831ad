//! Alerts: what a person should know of, until they acknowledge it.
//!
//! Every change of a critical file; every change from outside of a file that reaches a model; every commit that claims to
//! be an entry of the trail and is none; a history that lost entries. Derived from the history; what is kept outside is
//! only how far the history was read, what is open, what a person settled, and the checksums of the last state a person
//! knows of.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use git2::Oid;
use serde::{Deserialize, Serialize};
use soulfile_vocabulary::layout;

use crate::authenticity::Authenticity;
use crate::chain::CutTrail;
use crate::error::{Error, Result};
use crate::files::Root;
use crate::gate;
use crate::hash::ContentHash;
use crate::history::LogEntry;
use crate::mutation::{Action, Actor, Mutation};
use crate::path::WorkspacePath;
use crate::plan::HAND_EDIT;
use crate::seal::Link;
use crate::write::Inner;

/// What an alert about the history names as its file.
const HISTORY: &str = ".git";

/// What the ids of alerts begin with that no commit explains.
const TAMPER: &str = "tamper-";
/// And of those about a history that lost entries.
const CUT: &str = "cut-";
/// And of those about a key that is not here.
const KEY: &str = "key-";

/// The version of the state file; what an earlier version kept was read by other rules.
const VERSION: u32 = 2;

/// Where open alerts are kept in the state directory.
const FILE: &str = "alerts.json";

/// How serious an alert is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A file that reaches a model was changed from outside, or the workspace comes from elsewhere.
    Notice,
    /// A person, or a reflection a person approved, changed a critical file.
    Change,
    /// Anyone else did, a commit is not what it claims, or files and history do not agree.
    Integrity,
}

/// One thing a person should look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Alert {
    /// What to acknowledge it by: the commit's first digits, or `tamper-…`, `cut-…`.
    pub id: String,
    /// How serious.
    pub severity: Severity,
    /// The file.
    pub path: String,
    /// When, as RFC 3339.
    pub at: String,
    /// Who, as far as that is certain: `manual` for a change from outside.
    pub actor: String,
    /// The git author of a commit that is not an entry of the trail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// What happened, in words.
    pub text: String,
    /// The commit, when there is one.
    pub commit: Option<String>,
    /// All commits it is about, oldest first: notices of one file are gathered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commits: Vec<String>,
}

/// What is kept outside the workspace.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct AlertState {
    #[serde(default)]
    version: u32,
    head: Option<String>,
    open: Vec<Alert>,
    checksums: BTreeMap<String, String>,
    /// Alerts that no commit explains and that a person has seen.
    #[serde(default)]
    accepted: BTreeSet<String>,
    /// Commits that are no entries, and that a person acknowledged.
    #[serde(default)]
    pub(crate) settled: BTreeSet<String>,
    /// How far an earlier version of the program had read: hand edits up to there were told by its rules.
    #[serde(default)]
    pub(crate) baseline: Option<String>,
    /// Whether an entry of this home has been passed. What lies below the first one was there when the home began.
    #[serde(default)]
    home_began: bool,
    /// Keys of other homes that wrote here before this one began, or that a person has accepted, with the number of
    /// their entries that wait.
    #[serde(default)]
    pub(crate) earlier: BTreeMap<String, usize>,
}

impl AlertState {
    pub(crate) fn is_accepted(&self, cut: &CutTrail) -> bool {
        self.accepted.contains(&cut_id(cut))
    }
}

/// The alerts that were open at the last look, for when the history cannot be read.
pub(crate) fn last_known(state: &std::path::Path) -> Vec<Alert> {
    let known = fs::read(state.join(FILE)).ok().and_then(|bytes| serde_json::from_slice::<AlertState>(&bytes).ok());
    known.unwrap_or_default().open
}

impl Inner {
    fn alert_state_path(&self) -> PathBuf {
        self.options.state.join(FILE)
    }

    fn save_alerts(&self, state: &AlertState) -> Result<()> {
        let path = self.alert_state_path();
        let temp = path.with_extension("new");
        let text = serde_json::to_vec_pretty(state).expect("alerts serialise");
        fs::write(&temp, text).and_then(|()| fs::rename(&temp, &path)).map_err(|e| Error::io("writing", path, e))
    }

    /// The open alerts, oldest first, with everything since the last look taken into account.
    pub(crate) fn alerts(&mut self, root: &Root) -> Result<Vec<Alert>> {
        let state = self.read_alerts(root)?;
        Ok(state.open)
    }

    fn load_alerts(&self) -> AlertState {
        let mut state: AlertState =
            fs::read(self.alert_state_path()).ok().and_then(|b| serde_json::from_slice(&b).ok()).unwrap_or_default();
        if state.version < VERSION {
            state.version = VERSION;
            state.home_began |= state.head.is_some();
            state.baseline.clone_from(&state.head);
        }
        state
    }

    /// Lets the next look read the whole history again; what a person settled stays settled.
    pub(crate) fn reread_alerts(&mut self) -> Result<()> {
        let mut state = self.load_alerts();
        (state.head, state.home_began) = (None, state.baseline.is_some());
        state.open.clear();
        state.earlier.clear();
        self.save_alerts(&state)
    }

    pub(crate) fn read_alerts(&mut self, root: &Root) -> Result<AlertState> {
        self.chain.find_keys();
        let mut state = self.load_alerts();
        let cuts = self.open_cuts()?;
        // A history in which this home's own entries are missing did not begin before them.
        state.home_began |= !cuts.is_empty();
        let head = self.git.head()?.commit;
        let seen = state.head.clone();
        let mut news: Vec<(usize, LogEntry)> = Vec::new();
        // At the first look: whether these came after the home began shows only at the end.
        let mut by_hand_before: Vec<(usize, Oid)> = Vec::new();
        let (mut position, mut began_at) = (0, None);
        self.walk(head, |_, entry| {
            if seen.as_deref() == Some(&entry.commit) {
                return Ok(ControlFlow::Break(()));
            }
            position += 1;
            if entry.standing == Authenticity::Verified {
                began_at = Some(position);
            }
            let claims = matches!(entry.standing, Authenticity::UnknownKey | Authenticity::Forged);
            let by_hand = crate::mass_removal::is_by_hand(&entry);
            let injected = entry.files.iter().any(|f| layout::is_injected(f));
            if claims || by_hand && seen.is_some() || injected || entry.action() == Action::Alert {
                news.push((position, entry));
            } else if by_hand && !entry.differences.is_empty() {
                by_hand_before.push((position, Oid::from_str(&entry.commit)?));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        // What was done before there was this home is not news.
        for (position, commit) in by_hand_before {
            if began_at.is_some_and(|first| position < first) {
                news.push((position, self.entry(commit)?));
            }
        }
        news.sort_by_key(|(position, _)| *position);
        for (position, entry) in news.into_iter().rev() {
            state.home_began |= began_at.is_some_and(|first| position < first);
            self.take_note(&mut state, &entry)?;
            if (seen.is_some() || state.home_began)
                && !state.settled.contains(&entry.commit)
                && let Some(alert) = self.mass_removal(&entry)?
            {
                add_removal(&mut state, alert);
            }
        }
        state.home_began |= began_at.is_some();
        state.head = head.map(|h| h.to_string());
        let mut still = BTreeSet::new();
        self.check_checksums(root, &mut state, &mut still)?;
        self.check_cuts(&mut state, &mut still, cuts);
        self.check_keys(&mut state);
        state.accepted = still;
        // Where it cannot be kept (a full or read-only disk) the next look reads the same history again.
        let _ = self.save_alerts(&state);
        Ok(state)
    }

    /// Takes one entry of the history into account.
    fn take_note(&mut self, state: &mut AlertState, entry: &LogEntry) -> Result<()> {
        if entry.action() == Action::Alert
            && entry.actor().is_person()
            && let Some(id) =
                entry.summary().strip_prefix("acknowledged ").and_then(|rest| rest.split([':', ' ']).next())
        {
            settle(state, id);
        }
        let unknown = entry.claim.as_ref().filter(|_| entry.standing == Authenticity::UnknownKey);
        let unknown = unknown.and_then(|claim| Link::parse(&claim.chain)).map(|link| link.key_id);
        let elsewhere = unknown.filter(|key| {
            !state.home_began || state.earlier.contains_key(key) || self.chain.accepted().iter().any(|a| a.key == *key)
        });
        let mut alerts = alerts_for(entry, elsewhere.is_some());
        if !state.home_began {
            // What was there when this home began is no change, except for what makes the agent who it is.
            alerts.retain(|alert| alert.severity > Severity::Notice && entry.standing.counts());
        }
        if !state.settled.contains(&entry.commit) {
            alerts.into_iter().for_each(|alert| raise(state, alert));
        }
        if let Some(key) = elsewhere {
            *state.earlier.entry(key).or_default() += 1;
        }
        for path in entry.files.iter().filter(|f| layout::is_identity(f)) {
            if let Some(after) = entry.differences.iter().find(|d| &d.path == path).and_then(|d| d.after) {
                state.checksums.insert(path.clone(), ContentHash::of(&self.blob(after.oid)?).to_string());
            } else {
                state.checksums.remove(path);
            }
        }
        Ok(())
    }

    /// A critical file whose bytes are neither what was last recorded nor an open alert's was
    /// changed behind the history's back.
    fn check_checksums(&mut self, root: &Root, state: &mut AlertState, still: &mut BTreeSet<String>) -> Result<()> {
        state.open.retain(|a| !a.id.starts_with(TAMPER));
        for path in layout::ROOT_FILES.iter().map(|file| file.name).filter(|name| layout::is_identity(name)) {
            let now = match root.read(&WorkspacePath::parse(path)?) {
                Ok(file) => file.map(|f| ContentHash::of(&f.bytes).to_string()),
                Err(Error::Refused { why, .. }) => Some(why),
                Err(e) => return Err(e),
            };
            let known = state.checksums.get(path);
            if known.is_some() && now.as_ref() != known {
                let text = match &now {
                    Some(_) => format!("{path} is not what the history recorded"),
                    None => format!("{path} is gone from disk"),
                };
                let id = format!("{TAMPER}{}", &blake3::hash(format!("{path}{now:?}").as_bytes()).to_hex()[..8]);
                if state.accepted.contains(&id) {
                    still.insert(id);
                    continue;
                }
                let at = self.options.clock.now().to_string();
                state.open.push(Alert { path: path.to_owned(), ..about_history(id, text, at) });
            }
        }
        Ok(())
    }

    /// Raises what no longer leads to where the trail had been.
    fn check_cuts(&self, state: &mut AlertState, still: &mut BTreeSet<String>, cuts: Vec<CutTrail>) {
        let (before, rest) = state.open.drain(..).partition(|a| a.id.starts_with(CUT));
        state.open = rest;
        let before: Vec<Alert> = before;
        for cut in cuts {
            let id = cut_id(&cut);
            if state.accepted.contains(&id) {
                still.insert(id);
                continue;
            }
            let commit = cut.lost.commit.get(..10).unwrap_or(&cut.lost.commit);
            let text = format!(
                "the history was cut: it had reached entry {} (commit {commit}) and goes on after entry {}; \
                 what git still has of that commit, `git log {commit}` shows",
                cut.lost.seq, cut.left
            );
            let at = before.iter().find(|alert| alert.id == id).map(|alert| alert.at.clone());
            state.open.push(about_history(id, text, at.unwrap_or_else(|| self.options.clock.now().to_string())));
        }
    }

    /// Raises keys that are not here: of a workspace that comes from elsewhere, or of this agent itself.
    fn check_keys(&self, state: &mut AlertState) {
        let (before, rest) = state.open.drain(..).partition(|a| a.id.starts_with(KEY));
        state.open = rest;
        let before: Vec<Alert> = before;
        let lost: BTreeSet<&str> = self.chain.lost_keys().into_iter().collect();
        let ids: BTreeSet<&str> = lost.iter().copied().chain(state.earlier.keys().map(String::as_str)).collect();
        let mut alerts = Vec::new();
        for key in ids {
            let (id, short) = (format!("{KEY}{key}"), key.get(..8).unwrap_or(key));
            let (severity, text) = if lost.contains(key) {
                let text = format!(
                    "this agent's audit key {short} is missing or was replaced; put audit.key back, or `soul audit trust \
                     {short}` accepts what it wrote"
                );
                (Severity::Integrity, text)
            } else {
                (Severity::Notice, written_elsewhere(short, state.earlier[key]))
            };
            let at = before.iter().find(|alert| alert.id == id).map(|alert| alert.at.clone());
            let at = at.unwrap_or_else(|| self.options.clock.now().to_string());
            alerts.push(Alert { severity, ..about_history(id, text, at) });
        }
        state.open.extend(alerts);
    }

    /// Raises an alert about the history itself, in place of an earlier one of the same id.
    pub(crate) fn tell(&mut self, id: &str, text: &str) -> Result<()> {
        let mut state = self.load_alerts();
        if state.open.iter().any(|alert| alert.id == id && alert.text == text) {
            return Ok(());
        }
        state.open.retain(|alert| alert.id != id);
        state.open.push(about_history(id.to_owned(), text.to_owned(), self.options.clock.now().to_string()));
        self.save_alerts(&state)
    }

    /// Takes an alert back that is no longer so.
    pub(crate) fn untell(&mut self, id: &str) -> Result<()> {
        let mut state = self.load_alerts();
        if state.open.iter().all(|alert| alert.id != id) {
            return Ok(());
        }
        state.open.retain(|alert| alert.id != id);
        self.save_alerts(&state)
    }

    /// The mutation that acknowledges an open alert, or all of them (`all`).
    pub(crate) fn plan_acknowledge(&mut self, root: &Root, id: &str) -> Result<Mutation> {
        let state = self.read_alerts(root)?;
        let found: Vec<&Alert> = state
            .open
            .iter()
            .filter(|a| match id {
                "all" => !a.id.starts_with(KEY),
                _ => a.id == id || (id.len() >= 4 && a.id.starts_with(id)),
            })
            .collect();
        if let Some(key) = found.iter().find_map(|alert| alert.id.strip_prefix(KEY)) {
            return Err(Error::Invalid(format!(
                "a key is accepted with `soul audit trust {}`",
                key.get(..8).unwrap_or(key)
            )));
        }
        let summary = match &found[..] {
            [] => {
                let hint = "; `soul alerts` lists the open ones".to_owned();
                return Err(Error::NotFound {
                    what: format!("an open alert \"{}\"", crate::message::one_line(id, 40)),
                    hint,
                });
            }
            [one] => format!("acknowledged {}: {}", one.id, one.text),
            many if id == "all" => format!("acknowledged all: {} alerts", many.len()),
            // One change of several files is one thing to look at.
            [one, more @ ..] if more.iter().all(|a| a.id == one.id) => {
                let files: Vec<&str> = found.iter().map(|a| a.path.as_str()).collect();
                format!("acknowledged {}: {}", one.id, files.join(", "))
            }
            _ => return Err(Error::Invalid(format!("\"{id}\" fits several alerts; give more of the id"))),
        };
        Ok(Mutation::new(Action::Alert, Actor::Manual, summary, Vec::new()).trigger("acknowledged by a person"))
    }
}

/// What is said of entries that another home wrote.
pub(crate) fn written_elsewhere(key: &str, entries: usize) -> String {
    let entries = if entries == 1 { "1 entry".to_owned() } else { format!("{entries} entries") };
    format!(
        "this workspace was written with another key ({}: {entries}); `soul audit trust` shows what it covers and accepts it",
        key.get(..8).unwrap_or(key)
    )
}

fn cut_id(cut: &CutTrail) -> String {
    format!("{CUT}{}", cut.lost.commit.get(..10).unwrap_or(&cut.lost.commit))
}

fn about_history(id: String, text: String, at: String) -> Alert {
    Alert {
        id,
        severity: Severity::Integrity,
        path: HISTORY.to_owned(),
        at,
        actor: "unknown".to_owned(),
        author: None,
        text,
        commit: None,
        commits: Vec::new(),
    }
}

/// Takes out what a person acknowledged.
fn settle(state: &mut AlertState, id: &str) {
    let (seen, open) =
        state.open.drain(..).partition(|alert| alert.id == id || (id == "all" && !alert.id.starts_with(KEY)));
    state.open = open;
    let seen: Vec<Alert> = seen;
    for alert in seen {
        state.settled.extend(alert.commits);
        if alert.id.starts_with(TAMPER) || alert.id.starts_with(CUT) {
            state.accepted.insert(alert.id);
        }
    }
}

/// Adds an alert; notices about one file are gathered into one.
fn raise(state: &mut AlertState, mut alert: Alert) {
    state.open.retain(|a| a.id != alert.id || a.path != alert.path);
    if alert.severity == Severity::Notice
        && let Some(at) = state.open.iter().position(|a| a.severity == Severity::Notice && a.path == alert.path)
    {
        let mut commits = state.open.remove(at).commits;
        commits.append(&mut alert.commits);
        alert.commits = commits;
        let earlier = alert.commits.len() - 1;
        alert.text = format!("{} (and {earlier} earlier change{})", alert.text, if earlier == 1 { "" } else { "s" });
    }
    state.open.push(alert);
}

/// Raises that much is gone; where the same change of the file is told already, that says so as well.
fn add_removal(state: &mut AlertState, removal: Alert) {
    match state.open.iter_mut().find(|a| a.id == removal.id && a.path == removal.path) {
        Some(told) => {
            told.severity = told.severity.max(removal.severity);
            told.text = format!("{}; {}", told.text, removal.text);
        }
        None => raise(state, removal),
    }
}

/// The alerts an entry gives rise to, one per file. One that another home wrote is a change like any by git.
fn alerts_for(entry: &LogEntry, elsewhere: bool) -> Vec<Alert> {
    let actor = entry.actor();
    let alert = |severity: Severity, path: &str, text: String| Alert {
        id: entry.commit[..10].to_owned(),
        severity,
        path: path.to_owned(),
        at: entry.at.clone(),
        actor: actor.to_string(),
        author: entry.author.clone(),
        text,
        commit: Some(entry.commit.clone()),
        commits: vec![entry.commit.clone()],
    };
    let injected = entry.files.iter().filter(|f| layout::is_injected(f));
    match entry.standing {
        Authenticity::Forged | Authenticity::UnknownKey if !elsewhere => {
            let claimed = entry.claim.as_ref().map_or(String::new(), |claim| claim.actor.to_string());
            let why = match entry.standing {
                Authenticity::Forged => "its seal does not fit",
                _ => "its key is not known here",
            };
            let text = |what: &str| {
                format!(
                    "{what} by a commit that claims to be an entry by {claimed}, but {why}; it counts as a hand edit"
                )
            };
            let mut alerts: Vec<Alert> =
                injected.map(|path| alert(Severity::Integrity, path, text(&format!("{path} was modified")))).collect();
            if alerts.is_empty() {
                let file = entry.files.first().map_or(HISTORY, String::as_str);
                let what = if entry.files.is_empty() {
                    "the history was added to".to_owned()
                } else {
                    format!("{file} was modified")
                };
                alerts.push(alert(Severity::Integrity, file, text(&what)));
            }
            alerts
        }
        Authenticity::Git | Authenticity::Forged | Authenticity::UnknownKey => injected
            .map(|path| {
                let severity = if layout::is_identity(path) { Severity::Change } else { Severity::Notice };
                alert(
                    severity,
                    path,
                    format!("{path} was modified with git: {}", crate::message::one_line(&entry.subject, 120)),
                )
            })
            .collect(),
        Authenticity::Verified | Authenticity::Accepted => {
            let message = entry.message.as_ref();
            let approved = message.is_some_and(|m| m.approval == "approved");
            let by_hand = message.is_some_and(|m| m.channel.as_deref() == Some(HAND_EDIT));
            let by_person = actor.is_person() || (matches!(actor, Actor::Reflection(_) | Actor::Bot(_)) && approved);
            injected
                .filter_map(|path| {
                    let severity = match (layout::is_identity(path), by_person) {
                        (true, _) if gate::is_quiet(&actor) => return None,
                        (true, true) => Severity::Change,
                        (true, false) => Severity::Integrity,
                        (false, _) if by_hand => Severity::Notice,
                        (false, _) => return None,
                    };
                    Some(alert(severity, path, format!("{path} was modified: {}", entry.summary())))
                })
                .collect()
        }
    }
}
