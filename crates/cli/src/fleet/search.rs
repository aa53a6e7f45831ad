//! The search over what a fleet's workspaces share: its rows, and whoever asks.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use anyhow::Result;
use soulfile_api::ListRequest;
use soulfile_engine::{Engine, Place};
use soulfile_fleet::{Fleet, FleetGateway, FoundMemory, MEANING_DIMS, MemoryReader, SearchRow};
use soulfile_server::auth::Caller;
use soulfile_server::state::Gateway;
use soulfile_text::encoder::{DIMS, Encoder};
use soulfile_vocabulary::{Authority, Scope};

use super::told;
use crate::place::Located;
use crate::render;

const _: () = assert!(DIMS == MEANING_DIMS, "the database's column holds the encoder's vectors");

/// How often what was written is brought into the search.
const EVERY: Duration = Duration::from_secs(2);
/// The least authority of what an agent finds: somebody's words, and nothing that a tool, an import or a page brought.
const FOR_AGENTS: Authority = Authority::OtherSpeaker;

/// Looks for memories that the workspaces of a fleet share.
#[derive(Debug, clap::Args)]
pub struct SearchArgs {
    /// What to look for.
    query: String,
    /// See what this room sees, and not every scope.
    #[arg(long, value_name = "ROOM")]
    room: Option<String>,
    /// See what this person sees, and not every scope.
    #[arg(long, value_name = "PERSON")]
    user: Option<String>,
    /// The least a source has to count.
    #[arg(long, value_name = "TRUST", default_value_t = Authority::Unknown)]
    trust: Authority,
    /// Most results.
    #[arg(long, default_value_t = 10)]
    limit: usize,
}

impl SearchArgs {
    /// Asks.
    pub fn run(&self, fleet: &Fleet) -> soulfile_engine::Result<Vec<FoundMemory>> {
        let every = self.room.is_none() && self.user.is_none();
        let scopes = (!every).then(|| scopes_of(self.room.as_deref(), self.user.as_deref()));
        ask(fleet, &MemoryReader { scopes, least_authority: weight(self.trust) }, &self.query, self.limit)
    }
}

fn ask(fleet: &Fleet, reader: &MemoryReader, query: &str, limit: usize) -> soulfile_engine::Result<Vec<FoundMemory>> {
    let meaning = match fleet.compares_meanings().map_err(told)? {
        true => meanings(&[query.to_owned()]),
        false => Vec::new(),
    };
    fleet.search(reader, query, meaning.first().map(Vec::as_slice), limit.min(100)).map_err(told)
}

/// The order of authorities as a number.
fn weight(authority: Authority) -> i32 {
    Authority::ALL.iter().filter(|other| **other < authority).count() as i32
}

fn scopes_of(room: Option<&str>, user: Option<&str>) -> Vec<String> {
    let mut scopes = vec![Scope::Shared.to_string()];
    scopes.extend(room.map(|room| Scope::Room(room.to_owned()).to_string()));
    scopes.extend(user.map(|user| Scope::User(user.to_owned()).to_string()));
    scopes
}

/// Looks for what a caller may find.
pub fn for_caller(
    fleet: &Fleet,
    caller: &Caller,
    query: &str,
    limit: usize,
) -> soulfile_engine::Result<Vec<FoundMemory>> {
    ask(fleet, &reader_of(caller), query, limit)
}

/// What a caller may find: a person everything that is shared with anybody, an agent what its session shares.
fn reader_of(caller: &Caller) -> MemoryReader {
    if caller.is_person() {
        return MemoryReader { scopes: None, least_authority: weight(Authority::Unknown) };
    }
    let scopes = scopes_of(caller.room.as_deref(), caller.user.as_deref());
    MemoryReader { scopes: Some(scopes), least_authority: weight(FOR_AGENTS) }
}

fn meanings(texts: &[String]) -> Vec<Vec<f32>> {
    let Ok(encoder) = Encoder::builtin() else { return Vec::new() };
    encoder.encode_all(texts, 1).iter().map(|vector| vector.to_floats().to_vec()).collect()
}

/// What a workspace shares: all of its memories but the private ones and what was forgotten, archived or is past.
fn rows_of(engine: &Engine) -> soulfile_engine::Result<Vec<SearchRow>> {
    let listed = engine.list(&ListRequest { limit: usize::MAX, ..ListRequest::default() })?;
    let shared = listed.memories.into_iter().filter(|one| {
        one.memory.scope != Scope::Private && !one.forgotten && !one.memory.past && one.state != "archived"
    });
    // An id names one memory; where a file was edited so that two have it, one is found.
    let rows = shared.map(|one| {
        let row = SearchRow {
            id: one.memory.id.to_string(),
            scope: one.memory.scope.to_string(),
            authority: weight(one.memory.trust),
            trust: one.memory.trust.to_string(),
            day: one.day,
            // The database holds no NUL.
            text: one.memory.text.replace('\0', " "),
        };
        (row.id.clone(), row)
    });
    Ok(rows.collect::<HashMap<_, _>>().into_values().collect())
}

/// Brings the rows of a workspace up to date.
fn share(fleet: &Fleet, engine: &Engine, fence: i64, position: i64) -> soulfile_engine::Result<()> {
    let rows = rows_of(engine)?;
    fleet.share_memories(engine.agent(), fence, position, &rows, meanings).map(drop).map_err(told)
}

/// Lets go of what went elsewhere and brings what is written here into the search, as long as the gateway is there.
pub fn keep_current(fleet: Arc<FleetGateway>, gateway: &Arc<Gateway>) -> Result<()> {
    let gateway: Weak<Gateway> = Arc::downgrade(gateway);
    let mut told_last = String::new();
    let run = move || {
        loop {
            std::thread::sleep(EVERY);
            let Some(gateway) = gateway.upgrade() else { return };
            if *gateway.stopping().borrow() {
                return;
            }
            gateway.close_gone();
            let problem = catch_up(&fleet, &gateway.open_engines()).err().unwrap_or_default();
            if !problem.is_empty() && problem != told_last {
                render::note(&problem);
            }
            told_last = problem;
        }
    };
    std::thread::Builder::new().name("fleet-search".to_owned()).spawn(run)?;
    Ok(())
}

/// Brings what is new into the search; the error says what went wrong last. One question for all workspaces: most are not
/// written to most of the time.
fn catch_up(fleet: &FleetGateway, engines: &[Arc<Engine>]) -> std::result::Result<(), String> {
    let mut problem = Ok(());
    for agent in fleet.unsearched().map_err(|error| format!("search: {error}"))? {
        let Some(engine) = engines.iter().find(|engine| engine.agent() == agent) else { continue };
        let Some((fence, position)) = fleet.written(&agent) else { continue };
        if let Err(error) = share(&fleet.fleet, engine, fence, position) {
            problem = Err(format!("search: {agent}: {error}"));
        }
    }
    problem
}

/// Makes the rows of every workspace anew, from the checkpoints and the journal: those that a gateway has open there, the
/// others here, one after another, in a directory of their own. Gives how many were made here.
pub fn rebuild(fleet: &Fleet, located: &Located) -> Result<usize> {
    let free = fleet.forget_shared().map_err(told)?;
    let mut made = 0;
    for name in free {
        let dir = std::env::temp_dir().join(format!("soul-rebuild-{}-{name}", std::process::id()));
        let done = fleet.with_workspace(&name, &dir, |opened, position| {
            let place = located.place_at(name.clone(), opened.dir.clone());
            let place = Place { state_root: dir.join("state"), journal: Some(opened.sink.clone()), ..place };
            Engine::open(place).and_then(|engine| share(fleet, &engine, opened.fence, position))
        });
        let _ = std::fs::remove_dir_all(&dir);
        match done {
            Ok(done) => done?,
            // A gateway opened it meanwhile, and makes its rows.
            Err(soulfile_fleet::Error::Held { .. } | soulfile_fleet::Error::Lost(_)) => continue,
            Err(error) => return Err(told(error).into()),
        }
        made += 1;
    }
    Ok(made)
}
