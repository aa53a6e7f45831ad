//! What `remember` costs beside a bare durable mutation of the same workspace.
#![allow(clippy::print_stdout)]
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use jiff::tz::TimeZone;
use soulfile_engine::context_layer::config::Config;
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

fn fill(engine: &Engine, memories: usize) {
    for chunk in (0..memories).collect::<Vec<_>>().chunks(1000) {
        let changes = chunk
            .iter()
            .map(|i| {
                let path = format!("memory/graph/entities/{:02x}/concept--thing-{i}.md", i % 256);
                let text = format!("# concept--thing-{i}\n\n## Facts\n- Thing {i} is blue <!-- id:f1 -->\n");
                Change::Write { path: WorkspacePath::parse(&path).unwrap(), bytes: text.into_bytes(), base: None }
            })
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
        bare.push(timed(|| {
            let change = Change::Append {
                path: WorkspacePath::parse("memory/bare.md").unwrap(),
                header: Vec::new(),
                bytes: format!("\n## 10:00 | event\nWe had ramen number {i}.\n").into_bytes(),
            };
            let mutation = Mutation::new(Action::Append, Actor::Bot("main".into()), "bare", vec![change]);
            engine.workspace().apply(mutation).unwrap();
        }));
        event.push(timed(|| {
            engine.remember(&said(&format!("Yesterday we had ramen number {i} near the station."))).unwrap();
        }));
        fact.push(timed(|| {
            engine.remember(&said(&format!("Ana owns {i} cellos."))).unwrap();
        }));
        if i % 4 == 0 {
            fresh.push(timed(|| {
                let name: String = (0..6).map(|k| char::from(b'a' + ((i * 7 + k * 5) % 26) as u8)).collect();
                engine.remember(&said(&format!("X{name} works at Initech."))).unwrap();
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
