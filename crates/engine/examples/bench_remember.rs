//! What `remember` costs beside a bare durable mutation of the same workspace, and beside one that writes as many files.
//! Time goes on by three quarters of an hour a round, so that a day has about eighty entries.
#![allow(clippy::print_stdout)]
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::tz::TimeZone;
use soulfile_context::config::Config;
use soulfile_engine::{Embedding, Engine, Place, RememberRequest};
use soulfile_memory::entity::new_path;
use soulfile_memory::id::EntityId;
use soulfile_vocabulary::EntityType;
use soulfile_workspace::{Action, Actor, Change, FixedClock, Mutation, WorkspacePath};

fn main() {
    let dir = Path::new(&std::env::args().nth(1).expect("a directory")).to_owned();
    for memories in [100usize, 20_000] {
        let dir = dir.join(format!("r{memories}"));
        let _ = std::fs::remove_dir_all(&dir);
        let clock = Arc::new(FixedClock::at("2026-03-02T08:00:00Z".parse().unwrap()));
        let engine = Engine::init(Place {
            agent: "bench".to_owned(),
            workspace: dir.join("ws"),
            state_root: dir.join("state"),
            config: Config::default(),
            config_file: None,
            machine_zone: TimeZone::UTC,
            clock: clock.clone(),
            embedding: Embedding::default(),
            beside: None,
            requester: Default::default(),
            journal: None,
        })
        .unwrap();
        fill(&engine, memories);
        measure(&engine, &clock, memories);
    }
}

/// Three syllables that no two numbers share: a name that the router takes for a person's.
fn name(number: usize) -> String {
    let syllable = |at: usize| [&"bdfghjklmnprstvwyzcq"[at / 5..=at / 5], &"aeiou"[at % 5..=at % 5]].concat();
    let name = [number % 100, number / 100 % 100, number / 10_000 % 100].map(syllable).concat();
    name[..1].to_uppercase() + &name[1..]
}

/// Where the store keeps a person of that name once there are many.
fn file_of(number: usize) -> WorkspacePath {
    WorkspacePath::parse(&new_path(&EntityId::new(EntityType::Person, &name(number)), usize::MAX)).unwrap()
}

/// Two kilobytes of facts, as in the bench of the write path.
fn text_of(number: usize) -> String {
    let facts: String = (1..=24)
        .map(|fact| {
            format!("- {} visited city number {fact} and liked the harbour <!-- id:f{fact} -->\n", name(number))
        })
        .collect();
    format!("# person--{}\n\n## Facts\n{facts}", name(number).to_lowercase())
}

fn fill(engine: &Engine, memories: usize) {
    for chunk in (0..memories).collect::<Vec<_>>().chunks(1000) {
        let changes = chunk
            .iter()
            .map(|&i| Change::Write { path: file_of(i), bytes: text_of(i).into_bytes(), base: None })
            .collect();
        let mutation = Mutation::new(Action::Edit, Actor::Bot("main".into()), "fill", changes);
        engine.workspace().apply(mutation).unwrap();
    }
    engine.workspace().settle().unwrap();
    engine.workspace().checkpoint().unwrap();
}

fn measure(engine: &Engine, clock: &FixedClock, memories: usize) {
    let said = |text: &str| RememberRequest { text: text.to_owned(), ..RememberRequest::default() };
    let bare_of = |changes: Vec<Change>| {
        engine.workspace().apply(Mutation::new(Action::Edit, Actor::Bot("main".into()), "bare", changes)).unwrap();
    };
    engine.remember(&said("Ana works at Initech.")).unwrap();
    let (mut bare, mut bare_two) = (Vec::new(), Vec::new());
    let (mut event, mut fact, mut fresh) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..200 {
        clock.advance(45 * 60);
        let known = i * 37 % memories;
        let write = |mark: &str| {
            let bytes = format!("{}\n<!-- {mark} {i} -->\n", text_of(known)).into_bytes();
            Change::Write { path: file_of(known), bytes, base: None }
        };
        bare.push(timed(|| bare_of(vec![write("one")])));
        bare_two.push(timed(|| {
            let path = WorkspacePath::parse("notes/log.md").unwrap();
            let bytes =
                format!("## 08:00 | note\n- number {i} of the notes that a bare mutation adds\n\n").into_bytes();
            bare_of(vec![write("two"), Change::Append { path, header: Vec::new(), bytes }]);
        }));
        event.push(timed(|| {
            engine.remember(&said(&format!("Yesterday we had ramen number {i} near the station."))).unwrap();
        }));
        fact.push(timed(|| {
            engine.remember(&said(&format!("{} owns {i} cellos.", name(known)))).unwrap();
        }));
        if i % 4 == 0 {
            let full = format!("{} {}", name(20_000 + i), name(770_000 + i * 131));
            fresh.push(timed(|| {
                engine.remember(&said(&format!("{full} works at Initech."))).unwrap();
            }));
        }
    }
    let ((base, own), (two, own_two)) = (p50(bare), p50(bare_two));
    println!(
        "{memories} memories: bare mutation of one file {base:.3} ms, of two {two:.3} ms = {:.2} ×; processor {own:.3} and \
         {own_two:.3} ms",
        two / base
    );
    for (what, times) in [("event", event), ("fact of a known entity", fact), ("new entity", fresh)] {
        let (p50, own) = p50(times);
        println!(
            "  remember, {what}: {p50:.3} ms = {:.2} ×, {:.2} × that of two; processor {own:.3} ms",
            p50 / base,
            p50 / two
        );
    }
}

/// How long the work took by the clock, and how long it kept the processor busy, in milliseconds.
fn timed(work: impl FnOnce()) -> (f64, f64) {
    let (start, used) = (Instant::now(), processor_time());
    work();
    let used = processor_time() - used;
    (start.elapsed().as_secs_f64() * 1e3, used.as_secs_f64() * 1e3)
}

fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The median of either time.
fn p50(times: Vec<(f64, f64)>) -> (f64, f64) {
    let (mut wall, mut own): (Vec<f64>, Vec<f64>) = times.into_iter().unzip();
    wall.sort_by(f64::total_cmp);
    own.sort_by(f64::total_cmp);
    (wall[wall.len() / 2], own[own.len() / 2])
}
