//! What reading one message costs: the encoder and the heads, dates, and the scans at the door.
//!
//! Run with `cargo bench -p soulfile-understand`. The messages are those of the labelled sets in `evals/language`.
//! Prints p50 and p99 in microseconds; the second pair is processor time, which a busy machine does not change.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use jiff::{Timestamp, Zoned};
use soulfile_understand::{BuiltIn, MessageInput, QuestionInput, Understand, dates, injection, secret};

const ROUNDS: usize = 20;

fn main() {
    let messages = messages();
    let now = Timestamp::UNIX_EPOCH.to_zoned(jiff::tz::TimeZone::UTC);
    println!("{} messages, {ROUNDS} rounds; wall p50 / p99, processor p50 / p99 (µs)", messages.len());
    type Read = fn(&str, &Zoned) -> usize;
    let steps: [(&str, Read); 6] = [
        ("intents and kind", |text, _| usize::from(BuiltIn.statement(text).is_told())),
        ("dates", |text, now| dates::find(text, now).len()),
        ("question", |text, at| BuiltIn.question(&QuestionInput { text, at }).strategy() as usize),
        ("injection", |text, _| usize::from(injection::scan(text).malicious)),
        ("secrets", |text, _| secret::scan(text).len()),
        ("a message, all but question", |text, now| {
            let reading = BuiltIn.message(&MessageInput::new(text).at(now));
            usize::from(reading.is_told())
                + usize::from(reading.attack().malicious)
                + reading.credentials().len()
                + usize::from(reading.intent().payload.is_some())
        }),
    ];
    for (name, read) in steps {
        for text in &messages {
            black_box(read(text, &now));
        }
        let (mut wall, mut cpu) = (Vec::new(), Vec::new());
        for text in (0..ROUNDS).flat_map(|_| &messages) {
            let (start, used) = (Instant::now(), thread_time());
            black_box(read(text, &now));
            cpu.push(thread_time() - used);
            wall.push(start.elapsed());
        }
        let (wall, cpu) = (quantiles(wall), quantiles(cpu));
        println!("{name:>28}  {:7.1} {:7.1}   {:7.1} {:7.1}", wall.0, wall.1, cpu.0, cpu.1);
    }
}

fn messages() -> Vec<String> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../evals/language");
    let sets = ["triggers", "autodetect", "routing", "queries", "injections"];
    let text = |line: &str| -> Option<String> {
        let value: serde_json::Value = serde_json::from_str(line).ok()?;
        ["text", "content", "query"].iter().find_map(|key| value[key].as_str().map(str::to_owned))
    };
    sets.iter()
        .filter_map(|set| std::fs::read_to_string(dir.join(format!("{set}.jsonl"))).ok())
        .flat_map(|file| file.lines().filter_map(text).collect::<Vec<_>>())
        .collect()
}

fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn quantiles(mut times: Vec<Duration>) -> (f64, f64) {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e6;
    (at(0.5), at(0.99))
}
