//! Where a memory comes from, and the rule for what is drawn from another: it is seen by nobody who may not see that
//! one, and trusted no further.

use std::collections::HashMap;

use soulfile_memory::id::{Day, EpisodeId, MemoryId};
use soulfile_memory::provenance::Provenance;
use soulfile_vocabulary::{Authority, Scope};

use super::{MemoryWriter, Source, Step};
use crate::error::{Error, Result};

/// Scope and trust of the memories that steps were drawn from; a day is read once.
#[derive(Default)]
pub(super) struct SourceEvidence {
    days: HashMap<Day, HashMap<MemoryId, (Scope, Authority)>>,
}

impl MemoryWriter<'_> {
    /// What a step was drawn from, by id or in words.
    pub(super) fn sources(&self, step: &Step) -> Vec<String> {
        match &step.source {
            Source::Episode => self.episode.iter().map(|id| MemoryId::Episode(id.clone()).to_string()).collect(),
            Source::Named(names) => names.clone(),
        }
    }

    /// The provenance of what a step writes: as it claims, and no wider and no higher than its sources.
    pub(super) fn provenance(&mut self, step: &Step) -> Result<Provenance> {
        let sources = self.sources(step);
        let (mut scope, mut trust) = (step.scope.clone(), step.trust);
        // The episode written by this very list carries what the step claims.
        if matches!(step.source, Source::Named(_)) {
            for source in &sources {
                let Ok(id) = source.parse::<MemoryId>() else { continue };
                if let Some((seen_by, trusted)) = self.standing_of(&id)? {
                    trust = trust.min(trusted);
                    scope = within(scope, &seen_by);
                }
            }
        }
        Ok(Provenance { source: sources.into_iter().next(), scope, trust })
    }

    /// Scope and trust of a memory; `None` where there is none by that id.
    fn standing_of(&mut self, id: &MemoryId) -> Result<Option<(Scope, Authority)>> {
        if let MemoryId::Episode(EpisodeId { day, .. }) = id {
            if !self.evidence.days.contains_key(day) {
                let views = self.engine.day_views(day)?;
                let standings = views.into_iter().map(|view| (view.id, (view.scope, view.trust))).collect();
                self.evidence.days.insert(day.clone(), standings);
            }
            return Ok(self.evidence.days[day].get(id).cloned());
        }
        match self.engine.memory(id) {
            Ok(view) => Ok(Some((view.scope, view.trust))),
            Err(Error::NotFound(_) | Error::Invalid(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The scope, made no wider than that of a source.
fn within(scope: Scope, source: &Scope) -> Scope {
    match (&scope, source) {
        // What several people's memories were drawn together to names each of them.
        (Scope::User(several), Scope::User(one)) if several.split('+').any(|id| id == one) => scope,
        _ => scope.narrowest(source),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_is_never_wider_than_its_source() {
        let user = |id: &str| Scope::User(id.to_owned());
        assert_eq!(within(Scope::Shared, &Scope::Private), Scope::Private);
        assert_eq!(within(Scope::Private, &user("bob")), user("bob"));
        assert_eq!(within(user("ana+bob"), &user("bob")), user("ana+bob"));
        assert_eq!(within(Scope::Room("dev".to_owned()), &Scope::Shared), Scope::Room("dev".to_owned()));
        assert_eq!(within(Scope::Private, &Scope::Room("dev".to_owned())), Scope::Private);
    }
}
