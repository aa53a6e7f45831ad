//! The journal of a test's workspace in PostgreSQL: with `SOUL_TEST_JOURNAL=postgres` the tests of the engine run as a
//! gateway of a fleet would run them. Each workspace is replayed from its journal into an empty folder at the end.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use soulfile_fleet::{Fleet, FleetSettings};
use soulfile_workspace::{JournalSink, Result, SinkBatch};

use crate::postgres::Postgres;

/// Workspaces one test process may open.
const MOST: usize = 1000;

/// The sink of the workspace at `dir`, the same one for whoever opens it meanwhile; `None` unless a journal elsewhere is asked for.
pub fn journal(dir: &Path) -> Option<Arc<dyn JournalSink>> {
    match std::env::var("SOUL_TEST_JOURNAL").as_deref() {
        Err(_) => return None,
        Ok("postgres") => {}
        Ok(other) => panic!("SOUL_TEST_JOURNAL is {other:?}; only \"postgres\" is known"),
    }
    static OPEN: OnceLock<Mutex<HashMap<PathBuf, OpenJournal>>> = OnceLock::new();
    let mut open = OPEN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let number = open.len();
    assert!(number < MOST, "more workspaces than were made ready");
    let known = open.entry(dir.to_owned()).or_insert_with(|| (format!("w{number}"), Weak::<ReplayedJournal>::new()));
    let journal = known.1.upgrade().unwrap_or_else(|| {
        let journal = Arc::new(ReplayedJournal::open(&known.0));
        known.1 = Arc::downgrade(&journal);
        journal
    });
    Some(journal)
}

/// What it is called in the fleet, and its sink while somebody has it open.
type OpenJournal = (String, Weak<ReplayedJournal>);

/// The one fleet of a test process, with empty workspaces that nobody owns.
fn fleet() -> &'static Fleet {
    static FLEET: OnceLock<Fleet> = OnceLock::new();
    FLEET.get_or_init(|| {
        let postgres = Postgres::shared();
        let settings = FleetSettings { database: postgres.database(), store_options: Vec::new() };
        // Nothing takes a checkpoint here.
        let fleet = Fleet::init(&settings, "memory:///").expect("a fleet");
        let rows = format!(
            "INSERT INTO workspaces (name, branch, audit_key)
               SELECT 'w' || n, 'refs/heads/main', decode(repeat('07', 32), 'hex') FROM generate_series(0, {MOST}) AS n"
        );
        postgres.ask(&settings.database, &rows);
        fleet
    })
}

/// Opens a workspace of the fleet in an empty folder, which replays its whole journal; gives the sink of whoever opened it last.
fn replayed(name: &str) -> soulfile_fleet::Result<Arc<dyn JournalSink>> {
    apart(|| {
        let dir = tempfile::tempdir().expect("a directory");
        fleet().with_workspace(name, dir.path(), |opened, _| opened.sink.clone())
    })
}

/// On a thread of its own: the fleet waits, and tests of the server run where nobody may wait.
fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| scope.spawn(work).join().expect("it does not panic"))
}

struct ReplayedJournal {
    name: String,
    sink: Arc<dyn JournalSink>,
}

impl ReplayedJournal {
    fn open(name: &str) -> Self {
        let sink = replayed(name).unwrap_or_else(|error| panic!("the journal of {name} does not replay: {error}"));
        Self { name: name.to_owned(), sink }
    }
}

impl JournalSink for ReplayedJournal {
    fn commit(&self, batch: &SinkBatch<'_>) -> Result<()> {
        apart(|| self.sink.commit(batch))
    }

    fn withdraw(&self, commit: &str) -> Result<()> {
        apart(|| self.sink.withdraw(commit))
    }
}

impl Drop for ReplayedJournal {
    /// Whoever drops it last may be a thread nobody waits for, so that a panic would go unheard.
    #[allow(clippy::print_stderr)]
    fn drop(&mut self) {
        if let Err(error) = replayed(&self.name) {
            eprintln!("the journal of {} does not replay: {error}", self.name);
            std::process::abort();
        }
    }
}
