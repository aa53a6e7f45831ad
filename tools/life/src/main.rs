//! `soul-life`: makes up a year, and measures what `soul` makes of it.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use soulfile_life::measure::{self, AnswerCounts, Figures, MeasureSetting};
use soulfile_life::{Life, Phrasing, make_in};

/// A year in the life of somebody who never lived.
#[derive(Debug, Parser)]
struct Arguments {
    /// What repeats a life.
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
    /// How many months.
    #[arg(long, global = true, default_value_t = 12)]
    months: i8,
    /// How many episodes, at least.
    #[arg(long, global = true, default_value_t = 5_200)]
    episodes: usize,
    /// Tells it in words that no rule was written for.
    #[arg(long, global = true)]
    unseen: bool,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Writes day files to DIR/memory/episodes, and the truth to a file beside DIR.
    Make {
        /// Where the day files go.
        dir: PathBuf,
        /// Where the truth goes; never inside DIR.
        #[arg(long)]
        truth: PathBuf,
    },
    /// Lives through it with the real binary, reflecting every month, and prints what came of it.
    Eval {
        /// The binary.
        #[arg(long)]
        soul: PathBuf,
        /// Where the figures go as JSON, with everything that was missed.
        #[arg(long)]
        out: Option<PathBuf>,
        /// Where to work; kept. A temporary directory otherwise.
        #[arg(long)]
        keep: Option<PathBuf>,
        /// Leaves out the draft over everything at once.
        #[arg(long)]
        monthly_only: bool,
    },
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("soul-life: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<bool> {
    let phrasing = if arguments.unseen { Phrasing::Unseen } else { Phrasing::Usual };
    let life = make_in(phrasing, arguments.seed, arguments.months, arguments.episodes)?;
    match &arguments.verb {
        Verb::Make { dir, truth } => {
            write(&life, dir, truth)?;
            println!(
                "{} episodes, {} facts, {} questions",
                life.truth.episodes.len(),
                life.truth.facts.len(),
                life.truth.questions.len()
            );
            Ok(true)
        }
        Verb::Eval { soul, out, keep, monthly_only } => {
            let temporary = tempfile::tempdir()?;
            let dir = keep.clone().unwrap_or_else(|| temporary.path().to_owned());
            let soul = soul.canonicalize().with_context(|| format!("there is no binary at {}", soul.display()))?;
            let setting = MeasureSetting { soul, dir: std::path::absolute(dir)?, at_once: !monthly_only };
            let figures = measure::run(&life, &setting)?;
            print(&figures);
            if let Some(out) = out {
                std::fs::write(out, serde_json::to_string_pretty(&figures)? + "\n")?;
            }
            Ok(figures.lost.is_empty())
        }
    }
}

fn write(life: &Life, dir: &Path, truth: &Path) -> Result<()> {
    let days = dir.join("memory/episodes");
    std::fs::create_dir_all(&days)?;
    for (day, text) in &life.days {
        std::fs::write(days.join(format!("{day}.md")), text)?;
    }
    std::fs::write(truth, serde_json::to_string_pretty(&life.truth)? + "\n")?;
    Ok(())
}

fn print(figures: &Figures) {
    let line = |name: &str, value: String| println!("{name:<34} {value}");
    line("seed", figures.seed.to_string());
    line("episodes", figures.episodes.to_string());
    if let Some(scores) = &figures.scores {
        line("reflections / items approved", format!("{} / {}", figures.reflections, figures.items));
        line("slowest draft / all drafts", format!("{:.1} s / {:.1} s", figures.slowest_draft_s, figures.drafting_s));
        if let Some((seconds, cycles, read)) = figures.at_once {
            line("all unread at once, drafting", format!("{seconds:.1} s ({read} episodes in {cycles} reflections)"));
        }
        line("facts captured (recall)", scores.facts.to_string());
        line("facts that hold, known to hold", scores.holding.to_string());
        line("known that is lasting (precision)", scores.precision.to_string());
        line("  idle / wrong", format!("{} / {}", scores.idle, scores.wrong));
        line("stale facts in core", scores.stale_in_core.len().to_string());
        line("stale facts current in graph", scores.stale_in_graph.to_string());
        line("attackers' words in what is known", scores.poisoned.len().to_string());
        line("entities", scores.entities.to_string());
        line("  duplicates / strangers", format!("{} / {}", scores.duplicates, scores.strangers));
        line("relations", scores.relations.to_string());
        line("procedures", scores.procedures.to_string());
        line("  procedures of nothing", scores.strange_procedures.len().to_string());
        line("contradictions found", scores.clashes.to_string());
        line("contradictions false", scores.false_clashes.len().to_string());
    } else {
        line("reflection", "this binary has none".to_owned());
    }
    line("entries lost", figures.lost.len().to_string());
    line("core tokens", figures.core_tokens.to_string());
    println!("{:<34} {:<22} after", "recall", "before");
    let row = |name: &str, of: &dyn Fn(&AnswerCounts) -> String| {
        let after = figures.after.as_ref().map(of).unwrap_or_else(|| "–".to_owned());
        println!("  {name:<32} {:<22} {after}", of(&figures.before));
    };
    row("answer first", &|a| a.first.to_string());
    row("answer in five", &|a| a.five.to_string());
    row("answer in ten", &|a| a.ten.to_string());
    row("MRR", &|a| format!("{:.3}", a.mrr));
    row("what holds before what held", &|a| a.current_first.to_string());
}
