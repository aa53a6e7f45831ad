//! `links`: which earlier statement one answers or corrects, and which later ones do that with it.

use soulfile_api::MemoryView;
use soulfile_memory::episode::LinkKind;
use soulfile_memory::id::MemoryId;

use crate::error::Result;
use crate::open::Engine;

/// The statements one is linked with.
#[derive(Debug, Clone, Default)]
pub struct StatementLinks {
    /// Earlier ones it answers or corrects.
    pub to: Vec<(LinkKind, MemoryView)>,
    /// Later ones that answer or correct it, oldest first.
    pub from: Vec<(LinkKind, MemoryView)>,
}

impl Engine {
    /// The statements an episode is linked with; what was forgotten is left out. Reads the logs from its day on.
    pub fn links(&self, id: &MemoryId) -> Result<StatementLinks> {
        let MemoryId::Episode(episode) = id else { return Ok(StatementLinks::default()) };
        let scores = self.scores()?;
        let forgotten = |id: &MemoryId| scores.get(id).is_some_and(|entry| entry.forgotten.is_some());
        let mut links = StatementLinks::default();
        let mut days: Vec<_> = self.day_files()?.into_iter().map(|(day, _)| day).collect();
        days.retain(|day| day.date >= episode.day.date);
        days.dedup();
        for day in days {
            for (_, log) in self.day_logs(&day)? {
                for entry in log.entries() {
                    if entry.id == *episode {
                        for link in entry.links.iter().filter(|link| !forgotten(&link.to)) {
                            links.to.extend(self.memory(&link.to).ok().map(|view| (link.kind, view)));
                        }
                    }
                    let from = MemoryId::Episode(entry.id.clone());
                    for link in entry.links.iter().filter(|link| link.to == *id && !forgotten(&from)) {
                        links.from.push((link.kind, self.memory(&from)?));
                    }
                }
            }
        }
        Ok(links)
    }
}
