//! Trusting what was written with a key that is not here: a fresh clone, another home, a lost key. A person's act.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use serde::Serialize;
use soulfile_vocabulary::layout;

use crate::authenticity::Authenticity;
use crate::chain::Acceptance;
use crate::error::{Error, Result};
use crate::files::Root;
use crate::history::LogEntry;
use crate::seal::Link;
use crate::workspace::Workspace;
use crate::write::Inner;

/// A key that entries of the trail name and this home does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ForeignKey {
    /// Its id.
    pub id: String,
    /// How many entries it sealed, by their own account.
    pub entries: usize,
    /// How many of them a person has not accepted.
    pub waiting: usize,
    /// The oldest and the newest of them.
    pub oldest: String,
    /// The newest: accepting the key accepts everything up to this commit.
    pub newest: String,
    /// When the oldest and the newest were made.
    pub first_at: String,
    /// When the newest was made.
    pub last_at: String,
    /// The actors they name.
    pub actors: Vec<String>,
    /// The files they change that reach a model.
    pub injected: Vec<String>,
    /// Whether this agent once sealed with it itself.
    pub lost: bool,
}

impl Workspace {
    /// The keys that entries name and this home does not hold.
    pub fn foreign_keys(&self) -> Result<Vec<ForeignKey>> {
        self.with(Inner::foreign_keys)
    }

    /// Accepts the entries of a key up to the newest there is, by the key's id or its beginning. What the key seals
    /// later is not accepted by it.
    pub fn trust(&self, id: &str) -> Result<ForeignKey> {
        self.with(|inner| inner.trust(self.root(), id))
    }

    /// Takes over a key from another home: whatever it seals counts, now and later. Gives its id.
    pub fn trust_key(&self, secret: &[u8]) -> Result<String> {
        self.with(|inner| {
            let id = inner.chain.hold(secret)?;
            inner.trust_changed(self.root())?;
            Ok(id)
        })
    }
}

impl Inner {
    fn foreign_keys(&mut self) -> Result<Vec<ForeignKey>> {
        self.forget_standings();
        let lost: BTreeSet<String> = self.chain.lost_keys().into_iter().map(str::to_owned).collect();
        let mut found: BTreeMap<String, (ForeignKey, BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
        let incoming = self.incoming_commits()?;
        let head = self.git.head()?.commit;
        let mut entries = Vec::new();
        for commit in incoming {
            entries.push(self.entry(commit)?);
        }
        let mut note = |entry: LogEntry| {
            let claim = entry.claim.as_ref().or(entry.message.as_ref());
            if matches!(entry.standing, Authenticity::UnknownKey | Authenticity::Accepted)
                && let Some(message) = claim
                && let Some(link) = Link::parse(&message.chain)
            {
                // The walk goes from the newest to the oldest.
                let (key, actors, injected) = found.entry(link.key_id.clone()).or_insert_with(|| {
                    let key = ForeignKey {
                        lost: lost.contains(&link.key_id),
                        id: link.key_id.clone(),
                        entries: 0,
                        waiting: 0,
                        oldest: String::new(),
                        newest: entry.commit.clone(),
                        first_at: String::new(),
                        last_at: entry.at.clone(),
                        actors: Vec::new(),
                        injected: Vec::new(),
                    };
                    (key, BTreeSet::new(), BTreeSet::new())
                });
                key.entries += 1;
                key.waiting += usize::from(entry.standing == Authenticity::UnknownKey);
                (key.oldest, key.first_at) = (entry.commit.clone(), entry.at.clone());
                actors.insert(message.actor.to_string());
                injected.extend(entry.files.iter().filter(|file| layout::is_injected(file)).cloned());
            }
        };
        // What was fetched is newer than what is here.
        entries.into_iter().for_each(&mut note);
        self.walk(head, |_, entry| {
            note(entry);
            Ok(ControlFlow::Continue(()))
        })?;
        let whole = |(mut key, actors, injected): (ForeignKey, BTreeSet<String>, BTreeSet<String>)| {
            (key.actors, key.injected) = (actors.into_iter().collect(), injected.into_iter().collect());
            key
        };
        Ok(found.into_values().map(whole).collect())
    }

    fn trust(&mut self, root: &Root, id: &str) -> Result<ForeignKey> {
        let keys = self.foreign_keys()?;
        let mut fitting: Vec<ForeignKey> =
            keys.into_iter().filter(|key| id.len() >= 4 && key.id.starts_with(id)).collect();
        let key = match (fitting.len(), fitting.pop()) {
            (1, Some(key)) => key,
            (0, _) => {
                return Err(Error::NotFound {
                    what: format!("a key \"{}\" among the entries", crate::message::one_line(id, 40)),
                    hint: "; `soul audit trust` lists those that are not known here".to_owned(),
                });
            }
            _ => return Err(Error::Invalid(format!("\"{id}\" fits several keys; give more of the id"))),
        };
        let at = self.options.clock.now().to_string();
        self.chain.accept(Acceptance { key: key.id.clone(), commit: key.newest.clone(), at })?;
        self.trust_changed(root)?;
        Ok(key)
    }

    /// What was a hand edit is an entry now: alerts and audit.log follow.
    fn trust_changed(&mut self, root: &Root) -> Result<()> {
        self.forget_standings();
        self.reread_alerts()?;
        self.last = None;
        self.rebuild_log(root)
    }
}
