//! What may have changed since the index was last compared with the files.
//!
//! A process that asks once walks over all files. One that asks again listens to the file system first,
//! then walks once more, and from then on looks only at the files it heard of ([`soulfile_workspace::Watcher`]).
//! Whatever could make that miss something (lost events, another index file, other life-cycle states,
//! time) leads back to a walk. Nothing is forgotten before the index holds it.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use soulfile_recall::Index;
use soulfile_workspace::{Ident, WatchNews, Watcher};

use super::stamp;
use crate::error::Result;
use crate::open::Engine;
use crate::recall::lifecycle::Lifecycle;
use crate::recall::names::EntityNames;
use crate::recall::sources::base;

/// A walk covers what makes no event (memory maps) this often at least.
const TRUSTED: Duration = Duration::from_secs(60);
/// Where listening failed it is not tried again for this long.
const DEAF: Duration = Duration::from_secs(60);

/// What is known of changes.
#[derive(Default)]
pub(crate) struct ChangeNotice {
    /// Somebody asked before, so that listening is worth it.
    asked: bool,
    watcher: Option<Watcher>,
    deaf_until: Option<Timestamp>,
    /// What everything was compared with; changes since are heard of.
    compared: Option<Compared>,
    /// Files that may differ from the index, with the turn they were last heard of.
    waiting: BTreeMap<String, u64>,
    turn: u64,
    /// Files of the workspace that are searched, at the last walk.
    files: usize,
    names: Option<Arc<EntityNames>>,
}

struct Compared {
    epoch: u64,
    lifecycle: Arc<Lifecycle>,
    at: Timestamp,
}

impl ChangeNotice {
    /// Listens from the first question on: this process will ask again.
    pub fn expect_more(&mut self) {
        self.asked = true;
    }

    /// Has the next look be a walk.
    pub fn doubt(&mut self) {
        self.compared = None;
    }

    /// Files that may differ from the index, with the turn to hand back when it holds them.
    pub fn waiting(&self) -> Vec<(String, u64)> {
        self.waiting.iter().map(|(path, turn)| (path.clone(), *turn)).collect()
    }

    /// Notes that the index holds these, unless they were heard of again meanwhile.
    pub fn settle<'p>(&mut self, held: impl IntoIterator<Item = &'p (String, u64)>) {
        for (path, turn) in held {
            if self.waiting.get(path) == Some(turn) {
                self.waiting.remove(path);
            }
        }
    }

    /// Files that are searched, at the last walk.
    pub fn files(&self) -> usize {
        self.files
    }

    /// Finds out what may differ from the index.
    pub fn look(&mut self, engine: &Engine, index: &Index, lifecycle: &Arc<Lifecycle>) -> Result<()> {
        self.hear();
        let (epoch, now) = (index.epoch(), engine.place.clock.now());
        if let Some(compared) = &mut self.compared {
            let recent = now.duration_since(compared.at).unsigned_abs() < TRUSTED;
            if recent && compared.epoch == epoch && compared.lifecycle.same_states(lifecycle) {
                compared.lifecycle = lifecycle.clone();
                return Ok(());
            }
        }
        let files = self.walk(engine, now)?;
        self.turn += 1;
        index.known(|known| {
            let mut found = 0;
            for (path, ident) in &files {
                let same = known.get(path);
                found += usize::from(same.is_some());
                if same.and_then(|file| file.stamp) != Some(stamp(ident, lifecycle.digest(path))) {
                    self.waiting.insert(path.clone(), self.turn);
                }
            }
            // As many as were found: no name is of a file that went, and none need be looked for.
            if found == known.len() {
                return;
            }
            let there: HashSet<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
            for path in known.names().map(base).filter(|path| !there.contains(path)) {
                self.waiting.insert(path.to_owned(), self.turn);
            }
        });
        self.files = files.len();
        self.compared = self.watcher.is_some().then(|| Compared { epoch, lifecycle: lifecycle.clone(), at: now });
        Ok(())
    }

    /// Takes in what was heard since.
    fn hear(&mut self) {
        let Some(watcher) = &mut self.watcher else { return };
        let (waiting, turn, names) = (&mut self.waiting, &mut self.turn, &mut self.names);
        let heard = watcher.hear(&mut |path| {
            if below(path, GRAPH_DIR).is_some() {
                *names = None;
            }
            if is_searched(path) {
                *turn += 1;
                waiting.insert(path.to_owned(), *turn);
            }
        });
        if heard == WatchNews::Lost {
            (self.watcher, self.compared, self.names) = (None, None, None);
        }
    }

    /// Lists the searched files, listening from before on where that is worth it.
    fn walk(&mut self, engine: &Engine, now: Timestamp) -> Result<Vec<(String, Ident)>> {
        let listens = self.asked && self.watcher.is_none() && self.deaf_until.is_none_or(|until| now >= until);
        self.asked = true;
        let mut files = None;
        if listens {
            match engine.workspace.listen() {
                Ok((watcher, found)) => (self.watcher, files) = (Some(watcher), Some(found)),
                // Every question walks then.
                Err(_) => self.deaf_until = now.checked_add(DEAF).ok(),
            }
        }
        let mut files = match files {
            Some(files) => files,
            None => engine.workspace.walk()?,
        };
        files.retain(|(path, _)| is_searched(path));
        Ok(files)
    }

    /// The names of entities, read anew when something of the graph was heard of.
    pub fn names(&mut self, read: impl FnOnce() -> EntityNames) -> Arc<EntityNames> {
        self.hear();
        if let Some(names) = &self.names {
            return names.clone();
        }
        let names = Arc::new(read());
        // Without watcher nothing would tell that they changed.
        self.names = self.watcher.is_some().then(|| names.clone());
        names
    }
}
use soulfile_vocabulary::layout::{GRAPH_DIR, below, is_searched};
