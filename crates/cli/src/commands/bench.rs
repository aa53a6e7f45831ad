//! `soul bench`

mod mcp;
mod notes;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use soulfile_engine::config::Config;
use soulfile_engine::{Embedding, Engine, Place, RecallRequest, Session, SystemClock};
use soulfile_vocabulary::day_file::DayLayout;
use soulfile_vocabulary::{SessionKind, layout};
use soulfile_workspace::{Action, Actor, Change, Mutation, WorkspacePath};

use crate::args::Global;
use crate::render;
use notes::{BenchQuestion, Notes};

/// Time indexing, search and write-then-find on made-up notes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul bench                                1,000 and 10,000 entries
  soul bench --entries 100000,1000000
  soul bench --notes DIR --queries FILE     daily logs (YYYY-MM-DD.md) and questions of your own,
                                            one {\"query\":…,\"file\":…} a line

Works in a temporary directory and touches no workspace of yours.")]
pub struct BenchArgs {
    /// How many entries; several with commas, or given several times.
    #[arg(long = "entries", value_name = "N", value_delimiter = ',')]
    sizes: Vec<usize>,
    /// Daily logs to index instead of made-up notes.
    #[arg(long, value_name = "DIR", requires = "queries", conflicts_with = "sizes")]
    notes: Option<PathBuf>,
    /// Questions about those logs, each with the file that answers it.
    #[arg(long, value_name = "FILE", requires = "notes")]
    queries: Option<PathBuf>,
    /// Searches to time.
    #[arg(long, default_value_t = 200)]
    searches: usize,
    /// Time searches in a directory another bench made.
    #[arg(long, value_name = "DIR", hide = true)]
    measured: Option<PathBuf>,
}

/// What one size gave. Times are milliseconds.
#[derive(Debug, Serialize)]
struct BenchRow {
    entries: usize,
    build_per_second: f64,
    index_mb: f64,
    #[serde(flatten)]
    found: SearchFigures,
    command_line: [f64; 3],
    /// From starting `soul mcp` until the handshake is answered.
    mcp_ready: [f64; 3],
    /// From starting it until the first search is answered.
    mcp_first_search: [f64; 3],
}

/// What searching gave, in a process that did not build the index.
#[derive(Debug, Serialize, Deserialize)]
struct SearchFigures {
    /// Opening the index and the first answer.
    first: f64,
    search: [f64; 3],
    whole_recall: [f64; 3],
    write_then_find: [f64; 3],
    resident_mb: f64,
    /// Share of the questions whose file is among the first five results, where files are known.
    hit_at_5: Option<f64>,
}

impl BenchArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        if let Some(dir) = &self.measured {
            render::json(&search_in(dir)?)?;
            return Ok(ExitCode::SUCCESS);
        }
        let sizes =
            if self.sizes.is_empty() && self.notes.is_none() { vec![1_000, 10_000] } else { self.sizes.clone() };
        let mut all = Vec::new();
        match (&self.notes, &self.queries) {
            (Some(notes), Some(queries)) => all.push(Notes::read(notes, queries, self.searches)?),
            _ => all.extend(sizes.into_iter().map(|size| Notes::made_up(size.max(10), self.searches.max(20)))),
        }
        if !global.json {
            render::text(HEAD)?;
        }
        let mut rows = Vec::new();
        for notes in all {
            let row = measure(notes)?;
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
    "                          index   first   search in process        recall in process        soul recall              write, then find         soul mcp ready           its first search\n",
    "   entries   build/s         MB      ms   p50    p95    p99 ms     p50    p95    p99 ms     p50    p95    p99 ms     p50    p95    p99 ms     p50    p95    p99 ms     p50    p95    p99 ms   resident MB",
);

fn line(row: &BenchRow) -> String {
    let three = |t: &[f64; 3]| format!("{:>6.2} {:>6.2} {:>6.2}     ", t[0], t[1], t[2]);
    let found = &row.found;
    format!(
        "{:>10} {:>9.0} {:>10.1} {:>7.1}  {}{}{}{}{}{}{:>6.0}",
        row.entries,
        row.build_per_second,
        row.index_mb,
        found.first,
        three(&found.search),
        three(&found.whole_recall),
        three(&row.command_line),
        three(&found.write_then_find),
        three(&row.mcp_ready),
        three(&row.mcp_first_search),
        found.resident_mb
    )
}

fn place(dir: &Path) -> Place {
    Place {
        agent: "main".to_owned(),
        workspace: dir.join("workspace"),
        state_root: dir.join("home/state"),
        config: Config::default(),
        config_file: None,
        machine_zone: jiff::tz::TimeZone::UTC,
        clock: std::sync::Arc::new(SystemClock),
        embedding: Embedding::default(),
        beside: None,
        requester: Default::default(),
        journal: None,
    }
}

fn measure(notes: Notes) -> Result<BenchRow> {
    let dir = std::env::temp_dir().join(format!("soul-bench-{}-{}", std::process::id(), notes.entries));
    fs::create_dir_all(&dir)?;
    let row = measure_in(&dir, &notes);
    fs::remove_dir_all(&dir).with_context(|| format!("removing {}", dir.display()))?;
    row
}

fn measure_in(dir: &Path, notes: &Notes) -> Result<BenchRow> {
    let place = place(dir);
    let workspace = place.workspace.clone();
    notes.write(&workspace.join(layout::EPISODES_DIR))?;
    fs::write(dir.join("questions.json"), serde_json::to_vec(&notes.asked)?)?;
    let engine = Engine::init(place)?;
    let start = Instant::now();
    engine.rebuild_index()?;
    let build_per_second = notes.entries as f64 / start.elapsed().as_secs_f64();
    let index_mb = engine.index_status(false)?.bytes as f64 / 1e6;
    drop(engine);
    // In a process of its own: what building took up must not count as what searching needs.
    let soul = std::env::current_exe()?;
    let measured = Command::new(&soul).args(["bench", "--measured"]).arg(dir).output()?;
    anyhow::ensure!(measured.status.success(), "{}", String::from_utf8_lossy(&measured.stderr));
    let found: SearchFigures = serde_json::from_slice(&measured.stdout)?;
    let asked: Vec<&BenchQuestion> = notes.asked.iter().take(20).collect();
    let command_line = timed(asked, |asked| {
        let home = dir.join("home");
        let mut command = Command::new(&soul);
        command.env("SOULFILE_HOME", &home).args(["--agent", "main", "-C"]).arg(&workspace);
        let done = command.args(["recall", "--json", &asked.query]).output()?;
        anyhow::ensure!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        Ok(())
    })?;
    let (mut ready, mut searched) = (Vec::new(), Vec::new());
    for asked in notes.asked.iter().take(20) {
        let (handshake, search) = mcp::first_answers(&soul, &dir.join("home"), &workspace, &asked.query)?;
        ready.push(handshake);
        searched.push(search);
    }
    Ok(BenchRow {
        entries: notes.entries,
        build_per_second,
        index_mb,
        found,
        command_line,
        mcp_ready: percentiles(ready),
        mcp_first_search: percentiles(searched),
    })
}

fn search_in(dir: &Path) -> Result<SearchFigures> {
    let asked: Vec<BenchQuestion> = serde_json::from_slice(&fs::read(dir.join("questions.json"))?)?;
    let first = asked.first().context("no questions")?;
    let session = Session::new(SessionKind::Main);
    let start = Instant::now();
    let engine = Engine::open(place(dir))?;
    engine.recall(&RecallRequest::new(&first.query, session.clone()))?;
    let first = start.elapsed().as_secs_f64() * 1e3;
    let mut hits = 0;
    let whole_recall = timed(&asked, |asked| {
        let request = RecallRequest { limit: Some(5), ..RecallRequest::new(&asked.query, session.clone()) };
        let answer = engine.recall(&request)?;
        let named = |path: &str| asked.file.as_ref().is_some_and(|file| path.ends_with(file.as_str()));
        hits += usize::from(answer.hits.iter().chain(&answer.nearest).any(|hit| named(&hit.path)));
        Ok(())
    })?;
    let resident_mb = resident();
    let search = {
        use soulfile_recall::{Index, IndexPlace, Options, Query};
        let index = Index::open(IndexPlace::File(engine.index_path()), Options::default())
            .map_err(soulfile_engine::Error::from)?;
        timed(&asked, |asked| {
            index.search(&Query::new(&asked.query)).map_err(soulfile_engine::Error::from)?;
            Ok(())
        })?
    };
    let path = WorkspacePath::parse(&DayLayout::Episodes.path("2019-12-31")).map_err(soulfile_engine::Error::from)?;
    let mut find = Vec::new();
    for mark in (0..20).map(|n| format!("marker{n}")) {
        let bytes = format!("## 10:00 | note\nThe {mark} was left under the stone.\n\n").into_bytes();
        let change = Change::Append { path: path.clone(), header: Vec::new(), bytes };
        let mutation = Mutation::new(Action::Create, Actor::Bot("main".into()), "a note", vec![change]);
        engine.workspace().apply(mutation).map_err(soulfile_engine::Error::from)?;
        let start = Instant::now();
        let answer = engine.recall(&RecallRequest::new(&mark, session.clone()))?;
        find.push(start.elapsed().as_secs_f64() * 1e3);
        anyhow::ensure!(answer.hits.iter().any(|hit| hit.text.contains(&mark)), "{mark} was written and not found");
    }
    let known = asked.iter().filter(|asked| asked.file.is_some()).count();
    let hit_at_5 = (known > 0).then(|| hits as f64 / known as f64);
    Ok(SearchFigures { first, search, whole_recall, write_then_find: percentiles(find), resident_mb, hit_at_5 })
}

fn timed<T>(questions: impl IntoIterator<Item = T>, mut ask: impl FnMut(T) -> Result<()>) -> Result<[f64; 3]> {
    let mut times = Vec::new();
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
