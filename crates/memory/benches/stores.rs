//! Speed of the paths a write takes: reading a file of some size and editing it once.
//!
//! Run with `cargo bench -p soulfile-memory`. Each line is the median of the repetitions.

#![allow(clippy::print_stdout, missing_docs)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use jiff::civil::{date, time};
use soulfile_memory::core::{Block, Budget, CoreMemory, Limit, NewLine, WhenFull};
use soulfile_memory::decay::{DecayEntry, DecayFile, DecayParams};
use soulfile_memory::entity::{EntityFile, NewFact};
use soulfile_memory::episode::{DayEnd, NewEpisode};
use soulfile_memory::graph::{Graph, render_index};
use soulfile_memory::id::MemoryId;
use soulfile_memory::provenance::Provenance;
use soulfile_vocabulary::{Authority, Confidence, EntryKind, Scope, Store};

fn median(name: &str, repeat: usize, mut run: impl FnMut()) {
    let mut times: Vec<Duration> = (0..repeat)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort();
    println!("{name:<44} {:>12.1?}", times[repeat / 2]);
}

fn main() {
    let today = date(2026, 2, 2);
    let new = NewEpisode {
        time: time(14, 30, 0, 0),
        kind: EntryKind::Fact,
        confidence: Confidence::High,
        tags: vec!["memory".into()],
        source: Some("conversation".into()),
        scope: Scope::Private,
        trust: Authority::Owner,
        links: Vec::new(),
        content: "Chose the hybrid approach:\nmulti-store with core memory in context.".into(),
    };
    for entries in [10, 100, 1_000] {
        let mut text = String::new();
        for _ in 0..entries {
            let added = DayEnd::read(today, text.as_str()).append(std::slice::from_ref(&new)).expect("appends");
            text += &(added.header + &added.text);
        }
        median(&format!("append to a day of {entries} entries"), 50, || {
            black_box(DayEnd::read(today, text.as_str()).append(std::slice::from_ref(&new)).expect("appends"));
        });
    }

    let core: String = Block::ALL
        .iter()
        .map(|block| format!("## {block}\n{}\n", "- A line of core memory about something\n".repeat(60)))
        .collect();
    let limit = Limit {
        budget: Budget::default(),
        count: &|text| text.len() / 5,
        when_full: WhenFull::Prune,
        relevance: &|_| None,
    };
    median("add a line to a full MEMORY.md", 50, || {
        let line = NewLine::new("Prefers Vim");
        black_box(CoreMemory::parse(core.as_str()).add(Block::Identity, &line, &limit).ok());
    });

    let fact = |n: usize| NewFact {
        text: format!("Fact number {n} about the project"),
        since: Some(today),
        confidence: Some(Confidence::High),
        provenance: Provenance::default(),
    };
    let id: soulfile_memory::id::EntityId = "project--soul".parse().expect("an id");
    let mut text = "# project--soul\n".to_owned();
    for n in 0..100 {
        let file = EntityFile::parse(id.clone(), text);
        text = file.add_fact(&fact(n), today).expect("adds").text;
    }
    median("add a fact to an entity of 100", 50, || {
        let file = EntityFile::parse(id.clone(), text.as_str());
        black_box(file.add_fact(&fact(1_000), today).expect("adds"));
    });

    let files: Vec<(String, EntityFile)> = (0..20_000)
        .map(|n| {
            let id = format!("concept--c{n}");
            let text = format!("# {id}\n## Relations\n- Uses: [[concept--c{}]]\n", (n * 7) % 20_000);
            let file = EntityFile::parse(id.parse().expect("an id"), text);
            (format!("memory/graph/entities/{id}.md"), file)
        })
        .collect();
    median("index of 20,000 entities", 5, || {
        let parts = files.iter().map(|(path, file)| (path.as_str(), file));
        black_box(render_index(&Graph::build(parts, &|_| None)));
    });

    let now = "2026-02-02T16:00:00Z".parse().expect("a time");
    let mut scores = DecayFile::parse("");
    for n in 0..20_000 {
        let id: MemoryId = format!("entity:concept--c{n}").parse().expect("an id");
        scores.set(&id, &DecayEntry::new(Store::Semantic, 1.0, now));
    }
    let text = scores.render(now).expect("renders");
    median("decay run over 20,000 entries, read and written", 5, || {
        let mut file = DecayFile::parse(&text);
        file.recompute(&DecayParams::default(), now);
        black_box(file.render(now).expect("renders"));
    });
}
