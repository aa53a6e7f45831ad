//! What `remember` costs beside a bare durable mutation of the same workspace.
#![allow(clippy::print_stdout)]
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use jiff::tz::TimeZone;
use soulfile_engine::context_layer::config::Config;
use soulfile_engine::language_layer::vocabulary::EntityType;
use soulfile_engine::memory_layer::entity::new_path;
use soulfile_engine::memory_layer::id::EntityId;
use soulfile_engine::workspace_layer::{Action, Actor, Change, Mutation, SystemClock, WorkspacePath};
use soulfile_engine::{Embedding, Engine, Place, RememberRequest};

fn main() {
    let dir = Path::new(&std::env::args().nth(1).expect("a directory")).to_owned();
    for memories in [100usize, 20_000] {
        let dir = dir.join(format!("r{memories}"));
        let _ = std::fs::remove_dir_all(&dir);
        let engine = Engine::init(Place {
            agent: "bench".to_owned(),
            workspace: dir.join("ws"),
            state_root: dir.join("state"),
            config: Config::default(),
            config_file: None,
            machine_zone: TimeZone::UTC,
            clock: Arc::new(SystemClock),
            embedding: Embedding::default(),
        })
        .unwrap();
        fill(&engine, memories);
        measure(&engine, memories);
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

fn measure(engine: &Engine, memories: usize) {
    let said = |text: &str| RememberRequest { text: text.to_owned(), ..RememberRequest::default() };
    engine.remember(&said("Ana works at Initech.")).unwrap();
    let (mut bare, mut event, mut fact, mut fresh) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for i in 0..200 {
        let known = i * 37 % memories;
        bare.push(timed(|| {
            let bytes = format!("{}\n<!-- {i} -->\n", text_of(known)).into_bytes();
            let change = Change::Write { path: file_of(known), bytes, base: None };
            let mutation = Mutation::new(Action::Edit, Actor::Bot("main".into()), "bare", vec![change]);
            engine.workspace().apply(mutation).unwrap();
        }));
        event.push(timed(|| {
            engine.remember(&said(&format!("Yesterday we had ramen number {i} near the station."))).unwrap();
        }));
        fact.push(timed(|| {
            engine.remember(&said(&format!("{} owns {i} cellos.", name(known)))).unwrap();
        }));
        if i % 4 == 0 {
            fresh.push(timed(|| {
                engine.remember(&said(&format!("{}n works at Initech.", name(20_000 + i)))).unwrap();
            }));
        }
    }
    let base = p50(bare);
    println!("{memories} memories: bare mutation {base:.3} ms");
    for (what, times) in [("event", event), ("fact of a known entity", fact), ("new entity", fresh)] {
        let p50 = p50(times);
        println!("  remember, {what}: {p50:.3} ms = {:.2} ×", p50 / base);
    }
}

fn timed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e3
}

fn p50(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
