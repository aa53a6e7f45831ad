//! `soul bench`

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result};
use serde::Serialize;
use soulfile_engine::context_layer::config::Config;
use soulfile_engine::context_layer::session::{Session, SessionKind};
use soulfile_engine::workspace_layer::{Action, Actor, Change, Mutation, SystemClock, WorkspacePath};
use soulfile_engine::{Engine, Place, RecallRequest};

use crate::args::Global;
use crate::render;

/// Time indexing, search and write-then-find on made-up notes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul bench                                1,000 and 10,000 entries
  soul bench --entries 100000 --entries 1000000

Works in a temporary directory and touches no workspace of yours.")]
pub struct Bench {
    /// How many entries; may be given several times.
    #[arg(long = "entries", value_name = "N")]
    sizes: Vec<usize>,
    /// Searches to time.
    #[arg(long, default_value_t = 200)]
    searches: usize,
}

/// What one size gave. Times are milliseconds.
#[derive(Debug, Serialize)]
struct Row {
    entries: usize,
    build_per_second: f64,
    search: [f64; 3],
    whole_recall: [f64; 3],
    command_line: [f64; 3],
    write_then_find: [f64; 3],
    index_mb: f64,
    resident_mb: f64,
}

impl Bench {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let sizes = if self.sizes.is_empty() { vec![1_000, 10_000] } else { self.sizes.clone() };
        let mut rows = Vec::new();
        if !global.json {
            render::text(HEAD)?;
        }
        for size in sizes {
            let row = measure(size.max(10), self.searches.max(20))?;
            if !global.json {
                render::text(&line(&row))?;
            }
            rows.push(row);
        }
        if global.json {
            render::json(&rows)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

const HEAD: &str = concat!(
    "                          index   search in process        recall in process        soul recall              write, then find\n",
    "   entries   build/s         MB   p50    p95    p99 ms     p50    p95    p99 ms     p50    p95    p99 ms     p50    p95    p99 ms   resident MB",
);

fn line(row: &Row) -> String {
    let three = |t: &[f64; 3]| format!("{:>6.2} {:>6.2} {:>6.2}     ", t[0], t[1], t[2]);
    format!(
        "{:>10} {:>9.0} {:>10.1}  {}{}{}{}{:>6.0}",
        row.entries,
        row.build_per_second,
        row.index_mb,
        three(&row.search),
        three(&row.whole_recall),
        three(&row.command_line),
        three(&row.write_then_find),
        row.resident_mb
    )
}

fn measure(size: usize, searches: usize) -> Result<Row> {
    let dir = std::env::temp_dir().join(format!("soul-bench-{}-{size}", std::process::id()));
    fs::create_dir_all(&dir)?;
    let row = measure_in(&dir, size, searches);
    fs::remove_dir_all(&dir).with_context(|| format!("removing {}", dir.display()))?;
    row
}

fn measure_in(dir: &Path, size: usize, searches: usize) -> Result<Row> {
    let workspace = dir.join("workspace");
    let place = Place {
        agent: "main".to_owned(),
        workspace: workspace.clone(),
        state_root: dir.join("home/state"),
        config: Config::default(),
        config_file: None,
        machine_zone: jiff::tz::TimeZone::UTC,
        clock: std::sync::Arc::new(SystemClock),
    };
    let mut chance = Chance(88_172_645_463_325_252);
    let daily = 30;
    fs::create_dir_all(workspace.join("memory/episodes"))?;
    for day in 0..size.div_ceil(daily) {
        let date = jiff::civil::date(2020, 1, 1).saturating_add(jiff::Span::new().days(day as i64));
        let count = daily.min(size - day * daily);
        let text: String = (0..count)
            .map(|n| {
                format!("## {:02}:{:02} | note\n{}\n\n", 8 + n / 6, n % 6 * 10, note(&mut chance, day * daily + n))
            })
            .collect();
        fs::write(workspace.join(format!("memory/episodes/{date}.md")), format!("# {date}\n\n{text}"))?;
    }
    let engine = Engine::init(place.clone())?;
    let start = Instant::now();
    engine.rebuild_index()?;
    let build_per_second = size as f64 / start.elapsed().as_secs_f64();
    drop(engine);
    let engine = Engine::open(place)?;
    let session = Session::new(SessionKind::Main);
    let mut questions = (0..searches).map(|_| question(&mut chance)).collect::<Vec<_>>();
    engine.recall(&RecallRequest::new(&questions[0], session.clone()))?;
    let whole_recall = timed(&questions, |q| {
        engine.recall(&RecallRequest::new(q, session.clone()))?;
        Ok(())
    })?;
    let search = {
        use soulfile_engine::recall_layer::{Index, Options, Place, Query};
        let index =
            Index::open(Place::File(engine.index_path()), Options::default()).map_err(soulfile_engine::Error::from)?;
        timed(&questions, |q| {
            index.search(&Query::new(q)).map_err(soulfile_engine::Error::from)?;
            Ok(())
        })?
    };
    let resident_mb = resident();
    let mut marks = (0..20).map(|n| format!("marker{n}")).collect::<Vec<_>>();
    let path = WorkspacePath::parse("memory/episodes/2019-12-31.md").map_err(soulfile_engine::Error::from)?;
    let mut find = Vec::new();
    for mark in marks.drain(..) {
        let bytes = format!("## 10:00 | note\nThe {mark} was left under the stone.\n\n").into_bytes();
        let change = Change::Append { path: path.clone(), header: Vec::new(), bytes };
        let mutation = Mutation::new(Action::Create, Actor::System("bench".into()), "a note", vec![change]);
        engine.workspace().apply(mutation).map_err(soulfile_engine::Error::from)?;
        let start = Instant::now();
        let answer = engine.recall(&RecallRequest::new(&mark, session.clone()))?;
        find.push(start.elapsed().as_secs_f64() * 1e3);
        anyhow::ensure!(answer.hits.iter().any(|hit| hit.text.contains(&mark)), "{mark} was written and not found");
    }
    let index_mb = fs::metadata(engine.index_path())?.len() as f64 / 1e6;
    drop(engine);
    questions.truncate(20);
    let soul = std::env::current_exe()?;
    let command_line = timed(&questions, |q| {
        let home = dir.join("home");
        let mut command = Command::new(&soul);
        command.env("SOULFILE_HOME", &home).args(["--agent", "main", "-C"]).arg(&workspace);
        let done = command.args(["recall", "--json", q]).output()?;
        anyhow::ensure!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        Ok(())
    })?;
    Ok(Row {
        entries: size,
        build_per_second,
        search,
        whole_recall,
        command_line,
        write_then_find: percentiles(find),
        index_mb,
        resident_mb,
    })
}

fn timed(questions: &[String], mut ask: impl FnMut(&str) -> Result<()>) -> Result<[f64; 3]> {
    let mut times = Vec::with_capacity(questions.len());
    for question in questions {
        let start = Instant::now();
        ask(question)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(percentiles(times))
}

fn percentiles(mut times: Vec<f64>) -> [f64; 3] {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    [at(0.5), at(0.95), at(0.99)]
}

fn resident() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

const NOUNS: &str = "river garden letter window market teacher bridge winter story doctor engine island mountain paper \
    kitchen forest captain morning violin bicycle library station harbour lantern orchard painter ticket blanket compass \
    journal museum pocket recipe shadow tunnel village whistle anchor basket candle dragon";
const VERBS: &str = "found lost painted carried visited repaired opened bought followed described cooked planted measured \
    borrowed finished watched promised answered collected designed";

/// Numbers that look random and are the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn word(&mut self, words: &str) -> String {
        let words: Vec<&str> = words.split_whitespace().collect();
        words[self.below(words.len())].to_owned()
    }
}

fn note(chance: &mut Chance, number: usize) -> String {
    let mut text = format!("ref{number}");
    for _ in 0..4 + chance.below(4) {
        text += &format!(
            " the {} {} a {}{} near the {}",
            chance.word(NOUNS),
            chance.word(VERBS),
            chance.word(NOUNS),
            chance.below(3_000),
            chance.word(NOUNS)
        );
    }
    text
}

fn question(chance: &mut Chance) -> String {
    format!("what was {} near the {} and the {}", chance.word(VERBS), chance.word(NOUNS), chance.word(NOUNS))
}
