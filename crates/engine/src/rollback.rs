//! `rollback`: seeing what an undo would do, and doing it.

use std::collections::BTreeMap;

use soulfile_api::RollbackPlan;
use soulfile_memory::decay::DecayFile;
use soulfile_memory::entity::{EntityFile, entity_of_path};
use soulfile_vocabulary::Authority;
use soulfile_vocabulary::layout::{DECAY_SCORES, GRAPH_INDEX};
use soulfile_workspace::{Change, LogFilter, Mutation, Receipt, Target, WorkspacePath};

use crate::error::{Error, Result};
use crate::open::Engine;
use crate::stores::lossy;

/// An undo that can be carried out, with what a person is shown of it.
#[derive(Debug, Clone)]
pub struct PreparedRollback {
    /// What is shown.
    pub plan: RollbackPlan,
    mutation: Mutation,
    /// Whether it takes back what the caller did in this very session, and nothing else.
    own: bool,
}

/// Entries of a session looked at for the one that is taken back.
const LOOKED_BACK: usize = 1_000;

impl Engine {
    /// Works out an undo.
    pub fn plan_rollback(&self, target: &Target) -> Result<PreparedRollback> {
        let mut mutation = self.workspace.plan_rollback(target)?;
        self.settle_reflection(target, &mut mutation)?;
        self.settle_graph_index(&mut mutation)?;
        let (removes, restores): (Vec<_>, Vec<_>) =
            mutation.changes.iter().partition(|c| matches!(c, Change::Delete { .. }));
        let names = |changes: Vec<&Change>| changes.iter().map(|c| c.path().to_string()).collect();
        let plan =
            RollbackPlan { summary: mutation.summary.clone(), restores: names(restores), removes: names(removes) };
        let own = match target {
            Target::Mutation(id) => self.is_own(id)?,
            Target::Last | Target::Session(_) | Target::File { .. } | Target::Time(_) => false,
        };
        Ok(PreparedRollback { plan, mutation, own })
    }

    /// Whether a mutation is one that this caller made in this session.
    fn is_own(&self, id: &str) -> Result<bool> {
        let Some(session) = self.requester.session.clone() else { return Ok(false) };
        let filter = LogFilter { session: Some(session), limit: LOOKED_BACK, ..LogFilter::default() };
        let entries = self.workspace.log(&filter)?;
        let made = entries.iter().filter(|entry| entry.id() == id).filter_map(|entry| entry.message.as_ref());
        Ok(made.into_iter().any(|message| message.speaker == self.requester.speaker))
    }

    /// Carries an undo out. A person's act: the brake is confirmed by it. Who speaks for somebody else than the owner
    /// takes back only what they did themselves.
    pub fn rollback(&self, prepared: PreparedRollback) -> Result<Receipt> {
        if self.authority() < Authority::Owner && !prepared.own {
            let what = "taking back what others did is a person's to decide; nothing was changed";
            return Err(Error::Denied(what.to_owned()));
        }
        self.apply(prepared.mutation.confirmed(true))
    }

    /// Has an undo that changes entity files bring the graph index up to them, whatever it was at the time.
    fn settle_graph_index(&self, mutation: &mut Mutation) -> Result<()> {
        let entities: Vec<&Change> =
            mutation.changes.iter().filter(|change| entity_of_path(change.path().as_str()).is_some()).collect();
        if entities.is_empty() || self.read_text(GRAPH_INDEX)?.is_none() {
            return Ok(());
        }
        let mut files: BTreeMap<String, EntityFile> = self.entity_files()?.into_iter().collect();
        for change in entities {
            let path = change.path().as_str();
            match (change, entity_of_path(path)) {
                (Change::Write { bytes, .. }, Some(id)) => {
                    files.insert(path.to_owned(), EntityFile::parse(id, lossy(bytes.clone())));
                }
                _ => drop(files.remove(path)),
            }
        }
        let scores = mutation.changes.iter().find_map(|change| match change {
            Change::Write { path, bytes, .. } if path.as_str() == DECAY_SCORES => Some(lossy(bytes.clone())),
            _ => None,
        });
        let scores = scores.map_or_else(|| self.scores(), |text| Ok(DecayFile::parse(&text)))?;
        let files: Vec<(String, EntityFile)> = files.into_iter().collect();
        let bytes = self.graph_index(&files, &scores).into_bytes();
        mutation.changes.retain(|change| change.path().as_str() != GRAPH_INDEX);
        mutation.changes.push(Change::Write { path: WorkspacePath::parse(GRAPH_INDEX)?, bytes, base: None });
        Ok(())
    }
}
