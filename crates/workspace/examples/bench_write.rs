//! A quick look at what a durable mutation costs; `make bench` has the full comparison.
#![allow(clippy::print_stdout)]
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use soulfile_workspace::{Action, Actor, Change, Mutation, Options, Workspace, WorkspacePath};

fn main() {
    let dir = Path::new(&std::env::args().nth(1).expect("a directory")).to_owned();
    for files in [100usize, 5_000, 20_000] {
        run(&dir.join(format!("w{files}")), files);
    }
}

fn p50(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn run(dir: &Path, files: usize) {
    let _ = std::fs::remove_dir_all(dir);
    let ws = Arc::new(Workspace::init(&dir.join("ws"), Options::new(dir.join("state"))).unwrap());
    let path = |i: usize| {
        WorkspacePath::parse(&format!("memory/graph/entities/{:02x}/concept--thing-{i}.md", i % 256)).unwrap()
    };
    let body = "some fact about a thing\n".repeat(100);
    for chunk in (0..files).collect::<Vec<_>>().chunks(1000) {
        let changes = chunk
            .iter()
            .map(|&i| Change::Write { path: path(i), bytes: body.clone().into_bytes(), base: None })
            .collect();
        ws.apply(Mutation::new(Action::Edit, Actor::Bot("main".into()), "fill", changes)).unwrap();
    }
    ws.settle().unwrap();
    ws.checkpoint().unwrap();
    let floor_dir = dir.join("floor");
    std::fs::create_dir_all(&floor_dir).unwrap();
    let (mut floor, mut ours) = (Vec::new(), Vec::new());
    for i in 0..300 {
        let start = Instant::now();
        let mut f = std::fs::File::create(floor_dir.join("t")).unwrap();
        f.write_all(body.as_bytes()).unwrap();
        f.sync_all().unwrap();
        std::fs::rename(floor_dir.join("t"), floor_dir.join("f")).unwrap();
        std::fs::File::open(&floor_dir).unwrap().sync_all().unwrap();
        floor.push(start.elapsed().as_secs_f64() * 1e3);
        let start = Instant::now();
        let change =
            Change::Write { path: path(i * 7 % files), bytes: format!("{body}{i}\n").into_bytes(), base: None };
        ws.apply(Mutation::new(Action::Edit, Actor::Bot("main".into()), "edit", vec![change])).unwrap();
        ours.push(start.elapsed().as_secs_f64() * 1e3);
    }
    let start = Instant::now();
    ws.settle().unwrap();
    let settle = start.elapsed().as_secs_f64() * 1e3;
    let single = Instant::now();
    for i in 0..200 {
        let change =
            Change::Write { path: path(i * 7 % files), bytes: format!("{body}s{i}\n").into_bytes(), base: None };
        ws.apply(Mutation::new(Action::Edit, Actor::Bot("main".into()), "edit", vec![change])).unwrap();
    }
    let single = 200.0 / single.elapsed().as_secs_f64();
    let many = Instant::now();
    std::thread::scope(|scope| {
        for w in 0..32 {
            let ws = ws.clone();
            let body = &body;
            scope.spawn(move || {
                for i in 0..40 {
                    let change = Change::Write {
                        path: path((w * 97 + i * 13) % files),
                        bytes: format!("{body}{w} {i}\n").into_bytes(),
                        base: None,
                    };
                    ws.apply(Mutation::new(Action::Edit, Actor::Bot("main".into()), "edit", vec![change])).unwrap();
                }
            });
        }
    });
    let many = 1280.0 / many.elapsed().as_secs_f64();
    let (floor, ours) = (p50(floor), p50(ours));
    println!(
        "{files:>6} files: floor {floor:.2} ms, mutation {ours:.2} ms ({:.2}×), settle {settle:.1} ms, 1 writer {single:.0}/s, 32 writers {many:.0}/s ({:.1}×)",
        ours / floor,
        many / single
    );
}
