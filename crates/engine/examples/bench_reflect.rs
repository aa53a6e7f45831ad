//! What a reflection over many unprocessed episodes costs: `bench_reflect DIR [EPISODES…]`.
#![allow(clippy::print_stdout)]
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::ToSpan;
use jiff::tz::TimeZone;
use soulfile_context::config::Config;
use soulfile_engine::{ApproveRequest, DraftRequest, Engine, Place};
use soulfile_workspace::{Action, Actor, Change, FixedClock, Mutation, WorkspacePath};

const NAMES: [&str; 12] = ["Ana", "Ben", "Cem", "Dora", "Eve", "Finn", "Gül", "Hugo", "Ines", "Jona", "Kira", "Levi"];
const FIRMS: [&str; 8] = ["Initech", "Globex", "Hooli", "Umbrella", "Stark", "Wayne", "Acme", "Cyberdyne"];
const CITIES: [&str; 8] = ["Graz", "Bonn", "Linz", "Ulm", "Bern", "Kiel", "Trier", "Wien"];
const NOISE: [&str; 6] = [
    "We had ramen near the station and talked about the weather.",
    "The build took nine minutes today and then passed.",
    "User asked for a summary of the meeting notes.",
    "Discussed the layout of the settings page at length.",
    "Ran the test suite, tagged the release, deployed to staging.",
    "User felt tired after the long day.",
];

fn main() {
    let mut args = std::env::args().skip(1);
    let dir = Path::new(&args.next().expect("a directory")).to_owned();
    let mut sizes: Vec<usize> = args.filter_map(|size| size.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![1_250, 2_500, 5_000, 10_000];
    }
    println!(
        "{:>9} {:>7} {:>9} {:>13} {:>15} {:>8} {:>15}",
        "episodes", "cycles", "read", "first draft", "all drafts ms", "items", "all approvals"
    );
    for episodes in sizes {
        let dir = dir.join(format!("e{episodes}"));
        let _ = std::fs::remove_dir_all(&dir);
        let engine = Engine::init(Place {
            agent: "bench".to_owned(),
            workspace: dir.join("ws"),
            state_root: dir.join("state"),
            config: Config::default(),
            config_file: None,
            machine_zone: TimeZone::UTC,
            clock: Arc::new(FixedClock::at("2026-12-31T12:00:00Z".parse().unwrap())),
            embedding: Default::default(),
            beside: None,
            requester: Default::default(),
            journal: None,
        })
        .unwrap();
        fill(&engine, episodes);
        let mut total = Total::default();
        // The output budget bounds one cycle; what it leaves unread is read by the next.
        while total.cycles < MOST_CYCLES {
            let began = Instant::now();
            let view = engine.reflect(&DraftRequest::default()).unwrap();
            let drafted = began.elapsed();
            total.drafting += drafted;
            total.first.get_or_insert(drafted);
            total.cycles += 1;
            total.read += view.counts.episodes;
            total.items += view.items.len();
            let began = Instant::now();
            if !view.items.is_empty() {
                engine.deciding(soulfile_engine::Decider::Person).reflect_approve(&ApproveRequest::default()).unwrap();
            }
            total.approving += began.elapsed();
            if view.counts.left == 0 || view.items.is_empty() {
                break;
            }
        }
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "{episodes:>9} {:>7} {:>9} {:>13.0} {:>15.0} {:>8} {:>15.0}",
            total.cycles,
            total.read,
            ms(total.first.unwrap_or_default()),
            ms(total.drafting),
            total.items,
            ms(total.approving)
        );
    }
}

/// More cycles than this are a fault.
const MOST_CYCLES: usize = 400;

/// What it took until nothing was left unread.
#[derive(Default)]
struct Total {
    cycles: usize,
    read: usize,
    items: usize,
    first: Option<Duration>,
    drafting: Duration,
    approving: Duration,
}

/// A year of days, a third of the entries lasting, the rest noise.
fn fill(engine: &Engine, episodes: usize) {
    let first: jiff::civil::Date = "2026-01-01".parse().unwrap();
    let per_day = episodes.div_ceil(360);
    let mut changes = Vec::new();
    let mut made = 0;
    for day in 0..360 {
        let date = first + (day as i64).days();
        let mut text = format!("# {date} — Episode Log\n");
        for at in 0..per_day.min(episodes - made) {
            let n = made + at;
            let (kind, said) = match n % 3 {
                0 => ("fact", lasting(n)),
                _ => ("event", NOISE[n * 7 % NOISE.len()].to_owned()),
            };
            let (hour, minute) = (8 + at / 60, at % 60);
            text.push_str(&format!("\n## {hour:02}:{minute:02} | {kind} | tags:[work]\n{said}\n"));
        }
        made += per_day.min(episodes - made);
        let path = WorkspacePath::parse(&format!("memory/episodes/{date}.md")).unwrap();
        changes.push(Change::Write { path, bytes: text.into_bytes(), base: None });
        if changes.len() == 100 || day == 359 {
            let changes = std::mem::take(&mut changes);
            engine.workspace().apply(Mutation::new(Action::Edit, Actor::Manual, "fill", changes)).unwrap();
        }
    }
    engine.workspace().settle().unwrap();
    engine.workspace().checkpoint().unwrap();
}

fn lasting(n: usize) -> String {
    let name = format!("{}{}", NAMES[n / 3 % NAMES.len()], ["", "-Lou", "-Kai", "-Bo"][n / 40 % 4]);
    match n / 3 % 4 {
        0 => format!("{name} works at {} in the {} team.", FIRMS[n / 5 % FIRMS.len()], FIRMS[n / 7 % FIRMS.len()]),
        1 => format!("{name} lives in {} with {} cats.", CITIES[n / 11 % CITIES.len()], n % 5 + 2),
        2 => format!("User's colleague {name} likes hiking near {}.", CITIES[n / 13 % CITIES.len()]),
        _ => format!("User uses {} for the {} project.", FIRMS[n / 17 % FIRMS.len()], CITIES[n / 19 % CITIES.len()]),
    }
}
