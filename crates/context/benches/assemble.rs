//! How long a warm context takes on a full workspace: every file near its limit, ten years of days.
//!
//! Run with `cargo bench -p soulfile-context`. Prints p50 and p99 of the wall clock, and p99 of the
//! processor time of this thread, which a busy machine does not change, in microseconds.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use jiff::{Timestamp, ToSpan};
use soulfile_context::assemble::{AssembleRequest, assemble};
use soulfile_context::day;
use soulfile_context::files::MemoryFiles;
use soulfile_context::session::{Session, SessionKind};

const ROUNDS: usize = 5_000;

fn main() {
    let now = Timestamp::UNIX_EPOCH.to_zoned(day::zone("Europe/Berlin").expect("the zone is bundled"));
    let files = full_workspace(&now);
    for session in [
        Session::new(SessionKind::Main).with_user("anna"),
        Session::new(SessionKind::Group).in_room("dev").with_user("anna"),
        Session::new(SessionKind::Subagent),
        Session::new(SessionKind::Heartbeat),
    ] {
        let mut request = AssembleRequest::new(&session, &now);
        request.settings.budget_tokens = 100_000;
        measure(&format!("{}, all of it", session.kind), || assemble(&files, &request).rendered.len());
        request.settings.budget_tokens = 8_000;
        measure(&format!("{}, 8,000 tokens", session.kind), || assemble(&files, &request).rendered.len());
    }
}

fn measure(name: &str, run: impl Fn() -> usize) {
    for _ in 0..200 {
        black_box(run());
    }
    let (mut wall, mut cpu): (Vec<f64>, Vec<f64>) = (0..ROUNDS)
        .map(|_| {
            let (start, thread) = (Instant::now(), thread_micros());
            black_box(run());
            (start.elapsed().as_secs_f64() * 1e6, thread_micros() - thread)
        })
        .unzip();
    wall.sort_unstable_by(f64::total_cmp);
    cpu.sort_unstable_by(f64::total_cmp);
    let at = |times: &[f64], share: usize| times[(times.len() - 1) * share / 100];
    println!(
        "{name:<26} p50 {:>7.1} µs   p99 {:>8.1} µs   p99 of processor time {:>7.1} µs   {:>7} bytes",
        at(&wall, 50),
        at(&wall, 99),
        at(&cpu, 99),
        run()
    );
}

fn thread_micros() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 / 1e3
}

fn full_workspace(now: &jiff::Zoned) -> MemoryFiles {
    let page = |title: &str| {
        let line = "A line of ordinary words, with a [[link]], some `code` and <b>markup</b> in it.\n";
        format!("# {title}\n\n{}", format!("## Part\n\n{}\n", line.repeat(12)).repeat(15))
    };
    let mut files = MemoryFiles::new();
    for path in
        ["SOUL.md", "IDENTITY.md", "AGENTS.md", "TOOLS.md", "USER.md", "MEMORY.md", "HEARTBEAT.md", "BOOTSTRAP.md"]
    {
        files.insert(path, page(path));
    }
    files.insert("rooms/dev.md", page("dev"));
    files.insert("users/anna.md", format!("{}\n## Shareable\n\nTea.\n", page("anna")));
    let mut date = now.date();
    for _ in 0..3_650 {
        let entries: String = (0..60)
            .map(|i| format!("## {:02}:{:02} | fact | confidence:high | tags:[a, b] | scope:room:{}\nSome words that were said, and then some more of them, number {i}.\n\n",
                i / 4, i % 60, if i % 2 == 0 { "dev" } else { "ops" }))
            .collect();
        files.insert(&soulfile_vocabulary::day_file::DayLayout::Flat.path(date), entries);
        date = date.checked_sub(1.day()).expect("within the calendar");
    }
    files
}
