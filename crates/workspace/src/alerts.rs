//! Alerts: every change of a critical file, until a person acknowledges it.
//!
//! Derived from the history; what is kept outside is only how far the history was read, what is
//! open, and the checksums of the last state a person knows of.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::audit::Cut;
use crate::error::{Error, Result};
use crate::files::Root;
use crate::gate;
use crate::hash::ContentHash;
use crate::history::LogEntry;
use crate::mutation::{Action, Actor, Mutation};
use crate::path::WorkspacePath;
use crate::write::Inner;

/// Critical files inside the workspace.
const CRITICAL: [&str; 3] = ["SOUL.md", "IDENTITY.md", "SOUL_EVIL.md"];

/// What an alert about the history names as its file.
const HISTORY: &str = ".git";

/// What the ids of alerts begin with that no commit explains.
const TAMPER: &str = "tamper-";
/// And of those about a history that lost entries.
const CUT: &str = "cut-";

/// Where open alerts are kept in the state directory.
const FILE: &str = "alerts.json";

/// How serious an alert is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A person, or a reflection a person approved, changed a critical file.
    Change,
    /// Anyone else did, or the file is not what the history says.
    Integrity,
}

/// One thing a person should look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Alert {
    /// What to acknowledge it by: the commit's first digits, or `tamper-…`.
    pub id: String,
    /// How serious.
    pub severity: Severity,
    /// The file.
    pub path: String,
    /// When, as RFC 3339.
    pub at: String,
    /// Who.
    pub actor: String,
    /// What happened, in words.
    pub text: String,
    /// The commit, when there is one.
    pub commit: Option<String>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct State {
    head: Option<String>,
    open: Vec<Alert>,
    checksums: BTreeMap<String, String>,
    /// States of critical files that no history explains and that a person has seen.
    #[serde(default)]
    accepted: BTreeSet<String>,
}

/// The alerts that were open at the last look, for when the history cannot be read.
pub(crate) fn last_known(state: &std::path::Path) -> Vec<Alert> {
    let known = fs::read(state.join(FILE)).ok().and_then(|bytes| serde_json::from_slice::<State>(&bytes).ok());
    known.unwrap_or_default().open
}

impl Inner {
    fn alert_state_path(&self) -> PathBuf {
        self.options.state.join(FILE)
    }

    fn save_alerts(&self, state: &State) -> Result<()> {
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

    fn load_alerts(&self) -> State {
        fs::read(self.alert_state_path()).ok().and_then(|b| serde_json::from_slice(&b).ok()).unwrap_or_default()
    }

    fn read_alerts(&mut self, root: &Root) -> Result<State> {
        let mut state = self.load_alerts();
        let head = self.git.head()?.commit;
        let seen = state.head.clone();
        let mut news: Vec<LogEntry> = Vec::new();
        self.walk(head, |_, entry| {
            if seen.as_deref() == Some(&entry.commit) {
                return Ok(ControlFlow::Break(()));
            }
            let acknowledges = entry.action() == Action::Alert;
            // What was done before anybody looked is not news.
            let by_hand = seen.is_some() && crate::mass_removal::is_by_hand(&entry);
            if acknowledges || by_hand || entry.files.iter().any(|f| gate::is_critical(f)) {
                news.push(entry);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        for entry in news.into_iter().rev() {
            if let Some(id) =
                entry.summary().strip_prefix("acknowledged ").and_then(|rest| rest.split([':', ' ']).next())
                && entry.actor().is_person()
            {
                let (seen, open) = state.open.drain(..).partition(|alert| alert.id == id || id == "all");
                state.open = open;
                let seen: Vec<Alert> = seen;
                let derived = |id: &String| id.starts_with(TAMPER) || id.starts_with(CUT);
                state.accepted.extend(seen.into_iter().map(|a| a.id).filter(derived));
                continue;
            }
            if seen.is_some()
                && let Some(alert) = self.mass_removal(&entry)?
            {
                state.open.retain(|a| a.id != alert.id || a.path != alert.path);
                state.open.push(alert);
            }
            for path in entry.files.iter().filter(|f| gate::is_critical(f)) {
                if !gate::is_quiet(&entry.actor()) {
                    let alert = alert_for(&entry, path);
                    state.open.retain(|a| a.id != alert.id || a.path != alert.path);
                    state.open.push(alert);
                }
                if let Some(after) = entry.differences.iter().find(|d| &d.path == path).and_then(|d| d.after) {
                    state.checksums.insert(path.clone(), ContentHash::of(&self.blob(after.oid)?).to_string());
                } else {
                    state.checksums.remove(path);
                }
            }
        }
        state.head = head.map(|h| h.to_string());
        let mut still = BTreeSet::new();
        self.check_checksums(root, &mut state, &mut still)?;
        self.check_cuts(&mut state, &mut still)?;
        state.accepted = still;
        // What cannot be kept (a full or read-only disk) is found again by the next look.
        let _ = self.save_alerts(&state);
        Ok(state)
    }

    /// A critical file whose bytes are neither what was last recorded nor an open alert's was
    /// changed behind the history's back.
    fn check_checksums(&mut self, root: &Root, state: &mut State, still: &mut BTreeSet<String>) -> Result<()> {
        state.open.retain(|a| !a.id.starts_with(TAMPER));
        for path in CRITICAL {
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
                state.open.push(Alert {
                    id,
                    severity: Severity::Integrity,
                    path: path.to_owned(),
                    at: self.options.clock.now().to_string(),
                    actor: "unknown".to_owned(),
                    text,
                    commit: None,
                });
            }
        }
        Ok(())
    }

    /// A history that no longer holds what it had reached was cut or rewritten, by `git reset`, a removed
    /// branch or a forged commit: noticed when something was written on top of it, or only now.
    fn check_cuts(&mut self, state: &mut State, still: &mut BTreeSet<String>) -> Result<()> {
        let (before, rest) = state.open.drain(..).partition(|a| a.id.starts_with(CUT));
        state.open = rest;
        let before: Vec<Alert> = before;
        let mut cuts = self.chain.cuts();
        cuts.extend(self.cut_now()?);
        let mut told = BTreeSet::new();
        for Cut { lost, left } in cuts {
            let commit = lost.commit.get(..10).unwrap_or(&lost.commit);
            let id = format!("{CUT}{commit}");
            if !told.insert(id.clone()) {
                continue;
            }
            if state.accepted.contains(&id) {
                still.insert(id);
                continue;
            }
            let at = before.iter().find(|alert| alert.id == id).map(|alert| alert.at.clone());
            state.open.push(Alert {
                severity: Severity::Integrity,
                path: HISTORY.to_owned(),
                at: at.unwrap_or_else(|| self.options.clock.now().to_string()),
                actor: "unknown".to_owned(),
                text: format!(
                    "the history was cut: it had reached entry {} (commit {commit}) and goes on after entry {left}; \
                     what git still has of that commit, `git log {commit}` shows",
                    lost.seq
                ),
                commit: None,
                id,
            });
        }
        Ok(())
    }

    /// Raises an alert about the history itself, in place of an earlier one of the same id.
    pub(crate) fn tell(&mut self, id: &str, text: &str) -> Result<()> {
        let mut state = self.load_alerts();
        if state.open.iter().any(|alert| alert.id == id && alert.text == text) {
            return Ok(());
        }
        state.open.retain(|alert| alert.id != id);
        state.open.push(Alert {
            id: id.to_owned(),
            severity: Severity::Integrity,
            path: HISTORY.to_owned(),
            at: self.options.clock.now().to_string(),
            actor: "unknown".to_owned(),
            text: text.to_owned(),
            commit: None,
        });
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
            .filter(|a| id == "all" || a.id == id || (id.len() >= 4 && a.id.starts_with(id)))
            .collect();
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

fn alert_for(entry: &LogEntry, path: &str) -> Alert {
    let actor = entry.actor();
    let approved = entry.message.as_ref().is_some_and(|m| m.approval == "approved");
    let by_person = actor.is_person() || (matches!(actor, Actor::Reflection(_) | Actor::Bot(_)) && approved);
    let severity = if by_person { Severity::Change } else { Severity::Integrity };
    Alert {
        id: entry.commit[..10].to_owned(),
        severity,
        path: path.to_owned(),
        at: entry.at.clone(),
        actor: actor.to_string(),
        text: format!("{path} was modified: {}", entry.summary()),
        commit: Some(entry.commit.clone()),
    }
}
