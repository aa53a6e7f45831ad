//! Opening an agent: its configuration, its workspace, its time zone.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Zoned;
use jiff::tz::TimeZone;
use soulfile_context::config::Config;
use soulfile_context::day;
use soulfile_reflect::Drafter;
use soulfile_understand::{BuiltIn, Understand};
use soulfile_workspace::{Brake, Clock, JournalSink, Mutation, Receipt, Requester, Workspace, WorkspaceOptions};

use crate::beside::MemoryBeside;
use crate::day_log::DayLogCache;
use crate::deciding::Attendance;
use crate::degraded::Degraded;
use crate::embedding::{Embedding, EmbeddingState};
use crate::error::{Error, Result};
use crate::index::MemoryIndex;
use crate::measures::Counters;
use crate::names::Names;
use crate::reflect::notice::LastNotice;
use crate::token_counts::TokenCounts;

/// Where an agent lives. Filled in by the surface; the engine looks nothing up by itself.
#[derive(Clone)]
pub struct Place {
    /// The agent's id.
    pub agent: String,
    /// Its workspace directory.
    pub workspace: PathBuf,
    /// The directory that holds the state of all agents.
    pub state_root: PathBuf,
    /// The configuration.
    pub config: Config,
    /// The configuration file, when there is one: a critical file outside the workspace.
    pub config_file: Option<PathBuf>,
    /// The machine's time zone, used where the configuration names none.
    pub machine_zone: TimeZone,
    pub clock: Arc<dyn Clock>,
    /// The embedding model the configuration asks for; the built-in one answers without.
    pub embedding: Embedding,
    /// Another memory that is asked and told beside this one.
    pub beside: Option<Arc<dyn MemoryBeside>>,
    /// Through what this agent is spoken to, and by whom; a surface with many callers says it per call
    /// ([`Engine::acting_for`]).
    pub requester: Requester,
    /// Where the journal is kept as well, for a workspace of a fleet.
    pub journal: Option<Arc<dyn JournalSink>>,
}

impl Place {
    /// An agent below `dir`, at half past two of a winter's day.
    #[cfg(test)]
    pub(crate) fn for_test(dir: &Path) -> Self {
        Self {
            agent: "test".to_owned(),
            workspace: dir.join("ws"),
            state_root: dir.join("state"),
            config: Config::default(),
            config_file: None,
            machine_zone: TimeZone::UTC,
            clock: Arc::new(soulfile_workspace::FixedClock::at("2026-02-02T14:30:00Z".parse().expect("a time"))),
            embedding: Embedding::default(),
            beside: None,
            requester: Requester::default(),
            journal: soulfile_testkit::journal::journal(&dir.join("ws")),
        }
    }

    /// Where this agent's state lives. Two workspaces never share it: an agent id that is only a
    /// directory's name is told apart by the directory's place.
    pub fn state(&self) -> PathBuf {
        self.state_root.join(&self.agent)
    }

    /// The user's time zone.
    pub fn zone(&self) -> Result<TimeZone> {
        match self.config.timezone() {
            Some(name) => day::zone(name).map_err(|e| Error::Config(e.to_string())),
            None => Ok(self.machine_zone.clone()),
        }
    }

    pub(crate) fn options(&self) -> WorkspaceOptions {
        WorkspaceOptions {
            home: Some(self.state_root.clone()),
            clock: self.clock.clone(),
            max_file_size: self.config.memory.workspace.max_file_size as u64,
            audit_days: self.config.audit.retention_days,
            self_edit: self.config.identity.self_edit,
            sink: self.journal.clone(),
            brake: Brake { files: self.config.audit.brake_files, share: self.config.audit.brake_share },
            ..WorkspaceOptions::new(self.state())
        }
    }
}

/// An open agent, as one caller reaches it. Cheap to copy for another caller.
pub struct Engine {
    pub(crate) shared: Arc<Shared>,
    /// What reads messages and questions.
    pub(crate) understand: Arc<dyn Understand>,
    /// What drafts reflections beside the built-in engine.
    pub(crate) drafter: Option<Arc<dyn Drafter + Send + Sync>>,
    /// Through what it is spoken to, and by whom: every change says so on the trail.
    pub(crate) requester: Requester,
    /// Whether a person stands behind what it decides.
    pub(crate) attendance: Attendance,
}

/// What all callers of an open agent share.
pub struct Shared {
    pub(crate) place: Place,
    pub(crate) workspace: Workspace,
    pub(crate) zone: TimeZone,
    pub(crate) index: MemoryIndex,
    pub(crate) embedding: EmbeddingState,
    pub(crate) names: Names,
    pub(crate) day_log: DayLogCache,
    pub(crate) degraded: Degraded,
    pub(crate) counters: Counters,
    pub(crate) token_counts: TokenCounts,
    pub(crate) last_notice: LastNotice,
}

impl std::ops::Deref for Engine {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.shared
    }
}

impl Engine {
    /// Opens an agent whose workspace exists.
    pub fn open(place: Place) -> Result<Self> {
        let zone = place.zone()?;
        if !place.workspace.exists() {
            let dir = place.workspace.display();
            return Err(Error::NotFound(format!("there is no workspace at {dir}; `soul setup` makes one")));
        }
        let workspace = Workspace::open(&place.workspace, place.options())?;
        let engine = Self::of(place, workspace, zone);
        // What keeps a purge from being finished keeps nobody out; the doctor tells of it.
        let _ = engine.finish_purge();
        Ok(engine)
    }

    /// Opens an agent, making the directory and its repository when missing.
    pub fn init(place: Place) -> Result<Self> {
        let zone = place.zone()?;
        let workspace = Workspace::init(&place.workspace, place.options())?;
        Ok(Self::of(place, workspace, zone))
    }

    fn of(place: Place, workspace: Workspace, zone: TimeZone) -> Self {
        let requester = place.requester.clone();
        let shared = Shared {
            place,
            workspace,
            zone,
            index: MemoryIndex::default(),
            embedding: EmbeddingState::default(),
            names: Names::default(),
            day_log: DayLogCache::default(),
            degraded: Degraded::default(),
            counters: Counters::default(),
            token_counts: TokenCounts::default(),
            last_notice: LastNotice::default(),
        };
        Self {
            shared: Arc::new(shared),
            understand: Arc::new(BuiltIn),
            drafter: None,
            requester,
            attendance: Attendance::default(),
        }
    }

    /// The same agent for another caller.
    pub fn acting_for(&self, requester: Requester) -> Self {
        Self {
            shared: self.shared.clone(),
            understand: self.understand.clone(),
            drafter: self.drafter.clone(),
            requester,
            attendance: self.attendance.clone(),
        }
    }

    /// The commit the workspace is at.
    pub fn revision(&self) -> Option<String> {
        self.workspace.revision()
    }

    /// Applies one mutation in the caller's name.
    pub(crate) fn apply(&self, mutation: Mutation) -> Result<Receipt> {
        let receipt = self.workspace.apply(mutation.requested_by(&self.requester))?;
        self.counters.mutated();
        Ok(receipt)
    }

    /// The agent's id.
    pub fn agent(&self) -> &str {
        &self.place.agent
    }

    /// The configuration in force.
    pub fn config(&self) -> &Config {
        &self.place.config
    }

    /// Where the workspace is.
    pub fn path(&self) -> &Path {
        &self.place.workspace
    }

    /// The workspace layer, for surfaces that serve files.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// Now, in the user's time zone.
    pub fn now(&self) -> Zoned {
        self.place.clock.now().to_zoned(self.zone.clone())
    }

    /// Commits hand edits made since the last look; returns the paths.
    pub fn take_in_hand_edits(&self) -> Result<Vec<String>> {
        Ok(self.workspace.take_in_hand_edits()?)
    }

    /// The same for somebody who only wants to read: where nothing can be committed, the files are read as they are.
    pub fn notice_hand_edits(&self) -> Vec<String> {
        self.go_on_without(crate::context::HAND_EDITS, self.workspace.take_in_hand_edits()).unwrap_or_default()
    }
}
