//! The watcher of long-running surfaces: takes in hand edits and keeps the index and the vectors
//! current without being asked.
//!
//! It only saves time: every search still catches up by itself. Events of the file system wake it,
//! a burst of them counts as one, and a look at everything from time to time covers what events
//! miss (overflow, network file systems). It holds no rule of its own and writes only through the
//! engine.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use serde::Serialize;

use crate::embedding::EmbeddingStatus;
use crate::error::{Error, Result};
use crate::index::{CaughtUp, Deadline};
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
            embed: Duration::from_secs(20),
        }
    }
}

/// What one look found.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Noticed {
    /// Files a person changed, now committed as theirs.
    pub edited: Vec<String>,
    /// What the index took in.
    pub caught_up: CaughtUp,
    /// What the configured embedding model did, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embedding: Option<EmbeddingStatus>,
    /// What went wrong; the next look tries again.
    pub problems: Vec<String>,
}

impl Noticed {
    /// Says whether anything changed or went wrong.
    pub fn is_quiet(&self) -> bool {
        let done = &self.caught_up;
        self.edited.is_empty()
            && self.problems.is_empty()
            && done.read + done.removed == 0
            && done.rebuilt.is_none()
            && self.embedding.as_ref().is_none_or(|e| e.embedded == 0)
    }
}

/// A running watcher; dropping it stops it.
pub struct Watch {
    stop: Sender<Woken>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.stop.send(Woken::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

enum Woken {
    Changed,
    Stop,
}

impl Engine {
    /// Watches the workspace until the result is dropped. `heard` is called after each look that
    /// found something, and after the first one.
    pub fn watch(self: &Arc<Self>, options: WatchOptions, heard: impl Fn(&Noticed) + Send + 'static) -> Result<Watch> {
        let (sender, receiver) = mpsc::channel();
        let stop = sender.clone();
        let root = self.path().to_owned();
        let mut ears = Ears::new(sender, root)?;
        ears.listen()?;
        let engine = self.clone();
        let run = move || look_after(&engine, &options, ears, &receiver, &heard);
        let thread = std::thread::Builder::new().name("soul-watch".into()).spawn(run);
        let thread = thread.map_err(|source| Error::Io { what: "starting", path: "the watcher".into(), source })?;
        Ok(Watch { stop, thread: Some(thread) })
    }

    /// One look: hand edits, the index, the vectors. Each is tried whatever became of the others.
    pub fn look(&self, embed: Duration) -> Noticed {
        let mut noticed = Noticed::default();
        match self.take_in_hand_edits() {
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

fn look_after(
    engine: &Engine,
    options: &WatchOptions,
    mut ears: Ears,
    receiver: &Receiver<Woken>,
    heard: &dyn Fn(&Noticed),
) {
    let mut first = true;
    loop {
        let noticed = engine.look(options.embed);
        // A model that is not done goes on at once; one that fails waits for the next look.
        let more = noticed.embedding.as_ref().is_some_and(|e| e.missing > 0 && e.embedded > 0 && e.problem.is_none());
        if first || !noticed.is_quiet() {
            heard(&noticed);
        }
        first = false;
        let wait = if more { Duration::ZERO } else { options.rescan };
        match receiver.recv_timeout(wait) {
            Ok(Woken::Stop) | Err(RecvTimeoutError::Disconnected) => return,
            Ok(_) => {
                if settle(receiver, options) {
                    return;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        // New folders are heard from now on; one that cannot be is covered by the rescan.
        let _ = ears.listen();
    }
}

/// Waits until a burst is over; true when it is time to stop.
fn settle(receiver: &Receiver<Woken>, options: &WatchOptions) -> bool {
    let start = Instant::now();
    loop {
        let left = options.latest.saturating_sub(start.elapsed());
        match receiver.recv_timeout(options.quiet.min(left)) {
            Ok(Woken::Stop) | Err(RecvTimeoutError::Disconnected) => return true,
            Ok(_) if !left.is_zero() => {}
            _ => return false,
        }
    }
}

/// The file system's events: of the workspace itself and every folder that may hold notes, but not
/// of `.git` and other hidden ones, which change with each of our own writes.
struct Ears {
    watcher: RecommendedWatcher,
    root: PathBuf,
    folders: HashSet<PathBuf>,
}

impl Ears {
    fn new(sender: Sender<Woken>, root: PathBuf) -> Result<Self> {
        let inside = root.clone();
        let tell = move |event: notify::Result<notify::Event>| {
            let woken = match event {
                // Events were lost: look at everything.
                Ok(event) if event.need_rescan() => true,
                // Reading a file is no change.
                Ok(event) => !event.kind.is_access() && event.paths.iter().any(|path| counts(&inside, path)),
                Err(_) => true,
            };
            if woken {
                // Nobody listening any more: the watcher is about to be dropped.
                let _ = sender.send(Woken::Changed);
            }
        };
        let watcher = notify::recommended_watcher(tell).map_err(|e| failed(&root, &e))?;
        Ok(Self { watcher, root, folders: HashSet::new() })
    }

    /// Listens to folders that are not listened to yet.
    fn listen(&mut self) -> Result<()> {
        self.folders.retain(|folder| folder.is_dir());
        let mut wanted = vec![(self.root.clone(), RecursiveMode::NonRecursive)];
        for entry in std::fs::read_dir(&self.root).into_iter().flatten().flatten() {
            let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            if !hidden && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                wanted.push((entry.path(), RecursiveMode::Recursive));
            }
        }
        for (folder, mode) in wanted {
            if !self.folders.contains(&folder) {
                self.watcher.watch(&folder, mode).map_err(|e| failed(&folder, &e))?;
                self.folders.insert(folder);
            }
        }
        Ok(())
    }
}

/// Says whether a path inside the workspace may matter: nothing hidden, and not the trail that our
/// own writes leave.
fn counts(root: &Path, path: &Path) -> bool {
    let Ok(inside) = path.strip_prefix(root) else { return false };
    let hidden = inside.components().any(|part| part.as_os_str().as_encoded_bytes().starts_with(b"."));
    !hidden && inside != Path::new("memory/meta/audit.log")
}

fn failed(path: &Path, error: &notify::Error) -> Error {
    let source = std::io::Error::other(error.to_string());
    Error::Io { what: "watching", path: path.display().to_string(), source }
}
