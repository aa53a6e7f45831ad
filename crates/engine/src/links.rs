//! `links`: which earlier statement one answers or corrects, and which later ones do that with it.

use std::collections::HashMap;

use soulfile_api::MemoryView;
use soulfile_context::session::Session;
use soulfile_memory::episode::{DayLog, LinkKind, StatementLink};
use soulfile_memory::id::MemoryId;
use soulfile_vocabulary::Authority;

use crate::error::Result;
use crate::open::Engine;
use crate::recall::visibility::Visibility;

/// The statements one is linked with.
#[derive(Debug, Clone, Default)]
pub struct StatementLinks {
    /// Earlier ones it answers or corrects.
    pub to: Vec<(LinkKind, MemoryView)>,
    /// Later ones that answer or correct it, oldest first.
    pub from: Vec<(LinkKind, MemoryView)>,
}

/// What later entries say to correct, and with what authority.
#[derive(Debug, Default)]
pub(crate) struct Corrections(HashMap<MemoryId, Authority>);

/// What the entries of a log correct, each with how far who said so is trusted.
pub(crate) fn corrections_in(log: &DayLog) -> impl Iterator<Item = (&MemoryId, Authority)> {
    let corrects = |link: &&StatementLink| link.kind == LinkKind::Corrects;
    log.entries().iter().flat_map(move |entry| entry.links.iter().filter(corrects).map(|link| (&link.to, entry.trust)))
}

impl Corrections {
    /// Adds what the entries of a log correct.
    pub(crate) fn read(&mut self, log: &DayLog) {
        corrections_in(log).for_each(|(id, by)| self.note(id, by));
    }

    /// Adds that a word of this authority corrects a statement.
    pub(crate) fn note(&mut self, id: &MemoryId, by: Authority) {
        let strongest = self.0.entry(id.clone()).or_insert(by);
        *strongest = by.max(*strongest);
    }

    /// Whether a statement was corrected by a word that counts for enough.
    pub(crate) fn correct(&self, id: &MemoryId, trust: Authority) -> bool {
        self.0.get(id).is_some_and(|by| by.may_supersede(trust))
    }
}

impl Engine {
    /// The statements an episode is linked with, as far as a session sees them; what was forgotten is left out, and a
    /// correction by somebody whose word counts for less corrects nothing. Reads the logs from its day on.
    pub fn links(&self, id: &MemoryId, session: &Session) -> Result<StatementLinks> {
        let MemoryId::Episode(episode) = id else { return Ok(StatementLinks::default()) };
        let scores = self.scores()?;
        let forgotten = |id: &MemoryId| scores.get(id).is_some_and(|entry| entry.forgotten.is_some());
        let visibility = Visibility::of(session);
        let mut links = StatementLinks::default();
        let Ok(target) = self.memory(id) else { return Ok(links) };
        let mut days: Vec<_> = self.day_files()?.into_iter().map(|(day, _)| day).collect();
        days.retain(|day| day.date >= episode.day.date);
        days.dedup();
        for day in days {
            for (_, log) in self.day_logs(&day)? {
                for entry in log.entries() {
                    if entry.id == *episode {
                        for link in entry.links.iter().filter(|link| !forgotten(&link.to)) {
                            let seen = self.memory(&link.to).ok().filter(|view| visibility.sees(&view.scope));
                            links.to.extend(seen.map(|view| (link.kind, view)));
                        }
                    }
                    let from = MemoryId::Episode(entry.id.clone());
                    for link in entry.links.iter().filter(|link| link.to == *id && !forgotten(&from)) {
                        let counts = link.kind != LinkKind::Corrects || entry.trust.may_supersede(target.trust);
                        if counts && visibility.sees(&entry.scope) {
                            links.from.push((link.kind, self.memory(&from)?));
                        }
                    }
                }
            }
        }
        Ok(links)
    }
}
