//! A workspace of its own for each test, with a clock that stands still or ticks.

use soulfile_api::RecallAnswer;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use soulfile_context::config::Config;
use soulfile_context::session::{Session, SessionKind};
use soulfile_engine::{Embedding, Engine, Place, RecallRequest};
use soulfile_workspace::Clock;

/// A clock moved by the test, and by a fixed step whenever it is read.
pub struct TestClock {
    now: AtomicI64,
    step: AtomicI64,
}

impl TestClock {
    pub fn set(&self, moment: &str) {
        let moment: Timestamp = moment.parse().expect("a time");
        self.now.store(moment.as_millisecond(), Ordering::SeqCst);
    }

    /// Milliseconds that pass with each look at the clock.
    pub fn tick(&self, step: i64) {
        self.step.store(step, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        let now = self.now.fetch_add(self.step.load(Ordering::SeqCst), Ordering::SeqCst);
        Timestamp::from_millisecond(now).expect("a time")
    }
}

pub struct RecallFixture {
    _dir: tempfile::TempDir,
    pub root: PathBuf,
    pub clock: Arc<TestClock>,
    place: Place,
    pub engine: Engine,
}

impl RecallFixture {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let root = dir.path().join("ws");
        let clock = Arc::new(TestClock { now: AtomicI64::new(0), step: AtomicI64::new(0) });
        clock.set("2026-02-10T12:00:00Z");
        let place = Place {
            agent: "aria".to_owned(),
            workspace: root.clone(),
            state_root: dir.path().join("state"),
            config: Config::default(),
            config_file: None,
            machine_zone: TimeZone::UTC,
            clock: clock.clone(),
            embedding: Embedding::default(),
            beside: None,
            requester: Default::default(),
            journal: soulfile_testkit::journal::journal(&root),
        };
        let engine = Engine::init(place.clone()).expect("a workspace");
        Self { _dir: dir, root, clock, place, engine }
    }

    /// A process of its own on the same workspace.
    pub fn another(&self) -> Engine {
        Engine::open(self.place.clone()).expect("the workspace opens")
    }

    /// Writes a file as a person would.
    pub fn write(&self, path: &str, text: &str) -> &Self {
        let full = self.root.join(path);
        std::fs::create_dir_all(full.parent().expect("a folder")).expect("folders");
        std::fs::write(full, text).expect("written");
        self
    }

    pub fn commit(&self) {
        self.engine.take_in_hand_edits().expect("committed");
    }

    pub fn ask(&self, query: &str) -> RecallAnswer {
        self.ask_as(query, &main())
    }

    pub fn ask_as(&self, query: &str, session: &Session) -> RecallAnswer {
        self.engine.recall(&RecallRequest::new(query, session.clone())).expect("an answer")
    }
}

pub fn main() -> Session {
    Session::new(SessionKind::Main)
}

pub fn group(room: &str) -> Session {
    Session::new(SessionKind::Group).in_room(room)
}

/// The texts of an answer, best first.
pub fn texts(answer: &RecallAnswer) -> Vec<&str> {
    answer.hits.iter().map(|hit| hit.text.as_str()).collect()
}

/// Path and line of the best hit.
pub fn best(answer: &RecallAnswer) -> &str {
    answer.hits.first().map_or("nothing", |hit| hit.citation.as_str())
}
