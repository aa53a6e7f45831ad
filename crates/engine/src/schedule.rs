//! What is due by the clock: the daily reflection, a heartbeat, folding in scores.
//!
//! When something is due is decided here; that anybody looks is the part of a long-running surface. A
//! run is claimed in the state directory before it begins, under a lock, so that neither a kill nor a
//! second process makes it run twice. What was missed or broken off is told, not made up for.

use soulfile_api::{ErrorKind, HeartbeatRun, ReflectionView};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;

use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};
use soulfile_context::{day, persona};

use crate::error::{Error, Result};
use crate::open::Engine;
use crate::reflect::DraftRequest;

const FILE: &str = "schedule.json";
const LOCK: &str = "schedule.lock";
/// How often scores are folded in.
const FOLD_SECONDS: i64 = 3600;

/// What one look at the clock set off.
#[derive(Debug, Default)]
pub struct Ran {
    /// The commit that was looked at; the next look is told, and skips what only a change can set off.
    pub revision: Option<String>,
    /// The reflection that was drafted.
    pub reflection: Option<ReflectionView>,
    /// The heartbeat that was run.
    pub heartbeat: Option<HeartbeatRun>,
    /// What was missed, broken off, or went wrong; for whoever watches the program.
    pub notes: Vec<String>,
}

/// Something that runs by the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ScheduledJob {
    Reflection,
    Heartbeat,
    Scores,
}

impl ScheduledJob {
    const fn name(self) -> &'static str {
        match self {
            Self::Reflection => "reflection",
            Self::Heartbeat => "heartbeat",
            Self::Scores => "folding in of scores",
        }
    }
}

/// Which runs of a job were begun and ended last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Claimed {
    begun: Timestamp,
    ended: Timestamp,
}

impl Engine {
    /// Looks at the clock once and runs what is due. Each job is tried whatever became of the others.
    pub fn run_due(&self, looked_at: Option<&str>) -> Ran {
        let revision = self.workspace.revision();
        let mut ran = Ran { revision, ..Ran::default() };
        if let Some(at) = self.latest_daily_reflection() {
            ran.reflection = self
                .run_job(ScheduledJob::Reflection, at, None, &mut ran.notes, || self.reflect_on_schedule())
                .flatten();
        }
        if ran.reflection.is_none() && (ran.revision.is_none() || ran.revision.as_deref() != looked_at) {
            match self.reflect_if_due(false) {
                Ok(view) => ran.reflection = view,
                Err(error) => ran.notes.push(format!("reflection: {error}")),
            }
        }
        let every =
            persona::parse_duration(&self.config().agents.defaults.heartbeat.every).map(|every| every.as_secs());
        if let Some(every) = every.filter(|seconds| *seconds > 0)
            && let Some(at) = self.latest_slot(every)
        {
            // A quiet beat is claimed like any other: it is over, not missed.
            let beat = || if self.is_quiet(at) { Ok(None) } else { self.heartbeat().map(Some) };
            ran.heartbeat = self.run_job(ScheduledJob::Heartbeat, at, Some(every), &mut ran.notes, beat).flatten();
        }
        if let Some(at) = self.latest_slot(FOLD_SECONDS) {
            self.run_job(ScheduledJob::Scores, at, None, &mut ran.notes, || self.flush_decay());
        }
        ran
    }

    /// Whether heartbeats keep quiet at a moment.
    fn is_quiet(&self, at: Timestamp) -> bool {
        let hours = &self.config().agents.defaults.heartbeat.active_hours;
        let named = hours.timezone.as_deref().and_then(|name| day::zone(name).ok());
        !hours.contain(at.to_zoned(named.unwrap_or_else(|| self.zone.clone())).time())
    }

    /// The last moment a daily reflection was due, in the user's time.
    fn latest_daily_reflection(&self) -> Option<Timestamp> {
        let clock = self.config().memory.reflection.daily_at.as_deref().and_then(persona::parse_clock)?;
        let now = self.now();
        let on = |date: jiff::civil::Date| date.to_datetime(clock).to_zoned(self.zone.clone()).ok();
        let today = on(now.date())?;
        let latest = if today <= now { today } else { on(now.date().checked_sub(1.day()).ok()?)? };
        Some(latest.timestamp())
    }

    /// The last multiple of so many seconds.
    fn latest_slot(&self, every: i64) -> Option<Timestamp> {
        let now = self.now().timestamp().as_second();
        Timestamp::from_second(now - now.rem_euclid(every)).ok()
    }

    fn reflect_on_schedule(&self) -> Result<Option<ReflectionView>> {
        match self.reflect(&DraftRequest { trigger: Some("schedule".to_owned()), ..DraftRequest::default() }) {
            Ok(view) => Ok(view.waits.then_some(view)),
            // One waits already, or is being drafted: a person knows.
            Err(error) if matches!(error.kind(), ErrorKind::Conflict | ErrorKind::Unavailable) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Runs a job if the moment `at` was not claimed before.
    fn run_job<T>(
        &self,
        job: ScheduledJob,
        at: Timestamp,
        every: Option<i64>,
        notes: &mut Vec<String>,
        work: impl FnOnce() -> Result<T>,
    ) -> Option<T> {
        let before = match self.claim(job, at) {
            Ok(before) => before?,
            Err(error) => {
                notes.push(format!("{}: {error}", job.name()));
                return None;
            }
        };
        let shown = |at: Timestamp| at.to_zoned(self.zone.clone()).strftime("%Y-%m-%d %H:%M").to_string();
        if before.begun != before.ended {
            notes.push(format!("the {} of {} did not come to its end", job.name(), shown(before.begun)));
        }
        let missed = every.map_or(0, |every| (at.as_second() - before.begun.as_second()) / every - 1);
        if missed > 0 {
            notes.push(format!("{missed} runs of the {} since {} were missed", job.name(), shown(before.begun)));
        }
        let done = work();
        if let Err(error) = self.ended(job, at) {
            notes.push(format!("{}: {error}", job.name()));
        }
        done.map_err(|error| notes.push(format!("the {} of {}: {error}", job.name(), shown(at)))).ok()
    }

    /// Claims a moment: what was claimed before, or `None` when this one is not to be run. The first
    /// look of all runs nothing; it only notes where the clock stands.
    fn claim(&self, job: ScheduledJob, at: Timestamp) -> Result<Option<Claimed>> {
        self.with_claims(|claims| {
            let before = claims.get(&job).copied();
            match before {
                Some(before) if at <= before.begun => (false, None),
                Some(before) => {
                    claims.insert(job, Claimed { begun: at, ended: before.ended });
                    (true, Some(before))
                }
                None => {
                    claims.insert(job, Claimed { begun: at, ended: at });
                    (true, None)
                }
            }
        })
    }

    fn ended(&self, job: ScheduledJob, at: Timestamp) -> Result<()> {
        self.with_claims(|claims| {
            // Somebody may have claimed a later moment meanwhile.
            match claims.get_mut(&job).filter(|claimed| claimed.begun == at) {
                Some(claimed) => {
                    claimed.ended = at;
                    (true, ())
                }
                None => (false, ()),
            }
        })
    }

    /// Reads what was claimed, lets `work` change it, and writes it durably when it says so.
    fn with_claims<T>(&self, work: impl FnOnce(&mut BTreeMap<ScheduledJob, Claimed>) -> (bool, T)) -> Result<T> {
        let state = self.place.state();
        let failed = |path: &PathBuf, what: &'static str| {
            let path = path.display().to_string();
            move |source| Error::Io { what, path, source }
        };
        fs::create_dir_all(&state).map_err(failed(&state, "making"))?;
        let (file, lock) = (state.join(FILE), state.join(LOCK));
        let held = File::create(&lock).map_err(failed(&lock, "opening"))?;
        held.lock().map_err(failed(&lock, "locking"))?;
        // A file that cannot be read counts as none: nothing runs twice for it, only once less.
        let mut claims: BTreeMap<ScheduledJob, Claimed> =
            fs::read(&file).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        let (changed, result) = work(&mut claims);
        if changed {
            let beside = state.join("schedule.json.new");
            let bytes = serde_json::to_vec(&claims).map_err(|e| Error::Invalid(e.to_string()))?;
            let mut new = File::create(&beside).map_err(failed(&beside, "writing"))?;
            new.write_all(&bytes).and_then(|()| new.sync_all()).map_err(failed(&beside, "writing"))?;
            fs::rename(&beside, &file).map_err(failed(&file, "writing"))?;
            File::open(&state).and_then(|dir| dir.sync_all()).map_err(failed(&state, "syncing"))?;
        }
        Ok(result)
    }
}

#[cfg(test)]
#[path = "schedule_tests.rs"]
mod tests;
