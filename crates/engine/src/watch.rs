//! The watcher of long-running surfaces: takes in hand edits and keeps the index and the vectors
//! current without being asked.
//!
//! It only saves time: every search still catches up by itself. What is heard of the file system
//! wakes it, a burst counts as one, and a look at everything from time to time covers what is not
//! heard of (memory maps, network file systems). It holds no rule of its own and writes only through
//! the engine.

use soulfile_api::Noticed;
use std::collections::BTreeSet;
use std::io::{PipeReader, PipeWriter};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use soulfile_workspace::{WatchNews, Watcher, Woken, WorkspacePath, sleep};

use crate::error::{Error, Result};
use crate::index::Deadline;
use crate::open::Engine;

/// How a workspace is watched.
#[derive(Debug, Clone, Copy)]
pub struct WatchOptions {
    /// A change is looked at when nothing more came for this long …
    pub quiet: Duration,
    /// … but no later than this after the first.
    pub latest: Duration,
    /// Everything is looked at this often, whatever was heard.
    pub rescan: Duration,
    /// Time one look gives to embedding; the rest follows in the next.
    pub embed: Duration,
}

impl Default for WatchOptions {
    fn default() -> Self {
        Self {
            quiet: Duration::from_millis(120),
            latest: Duration::from_millis(700),
            rescan: Duration::from_secs(30),
            embed: Duration::from_secs(2),
        }
    }
}

/// A running watcher; dropping it stops it.
pub struct Watch {
    stop: Option<PipeWriter>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        // The other end notices.
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What a look is about.
enum LookSubject {
    /// Perhaps anything.
    Everything,
    /// These files.
    Files(BTreeSet<String>),
}

impl Engine {
    /// Watches the workspace until the result is dropped. `heard` is called after each look that
    /// found something, and after the first one.
    pub fn watch(self: &Arc<Self>, options: WatchOptions, heard: impl Fn(&Noticed) + Send + 'static) -> Result<Watch> {
        let failed = |source| Error::Io { what: "starting", path: "the watcher".into(), source };
        let (stopped, stop) = std::io::pipe().map_err(failed)?;
        self.expect_searches();
        let engine = self.clone();
        let run = move || {
            engine.set_watched(true);
            look_after(&engine, &options, &stopped, &heard);
            engine.set_watched(false);
        };
        let thread = std::thread::Builder::new().name("soul-watch".into()).spawn(run).map_err(failed)?;
        Ok(Watch { stop: Some(stop), thread: Some(thread) })
    }

    /// One look at everything: hand edits, the index, the vectors.
    pub fn look(&self, embed: Duration) -> Noticed {
        self.look_at(&LookSubject::Everything, embed)
    }

    /// One look. Each part is tried whatever became of the others.
    fn look_at(&self, changed: &LookSubject, embed: Duration) -> Noticed {
        let mut noticed = Noticed::default();
        let edited = match changed {
            LookSubject::Everything => {
                self.doubt_index();
                self.take_in_hand_edits()
            }
            LookSubject::Files(paths) => {
                let paths: Vec<_> = paths.iter().filter_map(|path| WorkspacePath::parse(path).ok()).collect();
                self.workspace.take_in(&paths).map_err(Error::from)
            }
        };
        match edited {
            Ok(edited) => noticed.edited = edited,
            Err(error) => noticed.problems.push(error.to_string()),
        }
        let caught_up = self.opened_index().and_then(|index| self.catch_up(&index, &Deadline::start(self, None)));
        match caught_up {
            Ok(done) => noticed.caught_up = done,
            Err(Error::Recall(soulfile_recall::Error::Damaged { what, .. })) => match self.mend_index(&what) {
                Ok(done) => noticed.caught_up = done,
                Err(error) => noticed.problems.push(error.to_string()),
            },
            Err(error) => noticed.problems.push(error.to_string()),
        }
        match self.fill_embeddings(embed, &|_, _| ()) {
            Ok(embedding) => noticed.embedding = embedding,
            Err(error) => noticed.problems.push(error.to_string()),
        }
        noticed
    }
}

fn look_after(engine: &Engine, options: &WatchOptions, stopped: &PipeReader, heard: &dyn Fn(&Noticed)) {
    let mut watcher = None;
    let mut first = true;
    // Whoever opened the agent wants an answer first.
    let mut wait = options.quiet;
    loop {
        let mut changed = match sleep(watcher.as_ref(), stopped, wait) {
            Woken::Stopped => return,
            Woken::Heard => match settle(&mut watcher, stopped, options) {
                Some(changed) => changed,
                None => return,
            },
            Woken::Late => LookSubject::Everything,
        };
        if watcher.is_none() {
            // Before looking, so that what changes meanwhile is heard of. Where it fails, the next rescan tries again.
            watcher = engine.workspace.listen().ok().map(|(watcher, _)| watcher);
            changed = LookSubject::Everything;
        }
        let noticed = engine.look_at(&changed, options.embed);
        // A model that is not done goes on at once; one that fails waits for the next look.
        let more = noticed.embedding.as_ref().is_some_and(|e| e.missing > 0 && e.embedded > 0 && e.problem.is_none());
        if first || !noticed.is_quiet() {
            heard(&noticed);
        }
        first = false;
        wait = if more { Duration::ZERO } else { options.rescan };
    }
}

/// Waits until a burst is over and says what changed; `None` when it is time to stop.
fn settle(watcher: &mut Option<Watcher>, stopped: &PipeReader, options: &WatchOptions) -> Option<LookSubject> {
    let start = Instant::now();
    let mut files = BTreeSet::new();
    loop {
        let Some(open) = watcher else { return Some(LookSubject::Everything) };
        let mut note = |path: &str| {
            files.insert(path.to_owned());
        };
        if open.hear(&mut note) == WatchNews::Lost {
            *watcher = None;
            return Some(LookSubject::Everything);
        }
        let left = options.latest.saturating_sub(start.elapsed());
        match sleep(watcher.as_ref(), stopped, options.quiet.min(left)) {
            Woken::Stopped => return None,
            Woken::Heard if !left.is_zero() => {}
            _ => return Some(LookSubject::Files(files)),
        }
    }
}
