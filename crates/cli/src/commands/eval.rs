//! `soul eval`

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Subcommand;
use flate2::read::MultiGzDecoder;
use serde_json::Value;
use soulfile_engine::Error;
use soulfile_understand::eval;

use super::eval_retrieval;
use crate::args::Global;
use crate::render;

/// Measure quality through the real engine: one prediction per line, and with --score the figures.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul eval triggers --input triggers.jsonl
  soul eval secrets --input secrets.jsonl.gz --score
  soul eval retrieval --docs docs.jsonl.gz --cases cases.jsonl.gz --qrels qrels.jsonl.gz")]
pub struct EvalArgs {
    #[command(subcommand)]
    set: Set,
}

/// What is measured.
#[derive(Debug, Subcommand)]
enum Set {
    /// Explicit requests to remember, forget, recall or reflect.
    Triggers(Labelled),
    /// What is worth remembering without being asked.
    Autodetect(Labelled),
    /// Where a memory belongs.
    Routing(Labelled),
    /// What a question asks for.
    Queries(Labelled),
    /// Whether two statements can both be true.
    Contradictions(Labelled),
    /// Whether two names denote one thing.
    #[command(name = "entities_dedup")]
    EntitiesDedup(Labelled),
    /// Whether a text tries to steer the assistant.
    Injections(Labelled),
    /// Whether a text holds a credential.
    Secrets(Labelled),
    /// Rank documents for queries; with judgements, the figures.
    Retrieval(eval_retrieval::Retrieval),
}

/// A labelled set.
#[derive(Debug, clap::Args)]
pub struct Labelled {
    /// The labelled items, JSON Lines, plain or .gz; `-` reads standard input.
    #[arg(long, value_name = "FILE")]
    input: PathBuf,
    /// Print the figures instead of the predictions.
    #[arg(long)]
    score: bool,
    /// With --score, name the items that are wrong.
    #[arg(long, requires = "score")]
    wrong: bool,
}

impl EvalArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        match &self.set {
            Set::Triggers(labelled) => labelled.run("triggers", global),
            Set::Autodetect(labelled) => labelled.run("autodetect", global),
            Set::Routing(labelled) => labelled.run("routing", global),
            Set::Queries(labelled) => labelled.run("queries", global),
            Set::Contradictions(labelled) => labelled.run("contradictions", global),
            Set::EntitiesDedup(labelled) => labelled.run("entities_dedup", global),
            Set::Injections(labelled) => labelled.run("injections", global),
            Set::Secrets(labelled) => labelled.run("secrets", global),
            Set::Retrieval(set) => eval_retrieval::run(set, global),
        }
    }
}

impl Labelled {
    fn run(&self, set: &str, global: &Global) -> Result<ExitCode> {
        let items = read_items(&self.input)?;
        let mut predictions = Vec::with_capacity(items.len());
        for item in &items {
            predictions.push(eval::predict(set, item).map_err(|e| Error::Invalid(e.to_string()))?);
        }
        if !self.score {
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            for prediction in &predictions {
                serde_json::to_writer(&mut out, prediction)?;
                out.write_all(b"\n")?;
            }
            out.flush()?;
            return Ok(ExitCode::SUCCESS);
        }
        let report = eval::score(set, &items, &predictions);
        if global.json {
            render::json(&report)?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut out = format!("{} ({} items)\n", report.set, report.items);
        for (name, value) in &report.figures {
            out += &format!("  {name:<22} {value:.4}\n");
        }
        if self.wrong {
            report.wrong.iter().for_each(|id| out += &format!("  wrong: {id}\n"));
        }
        render::text(&out)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn read_items(path: &Path) -> Result<Vec<Value>> {
    let shown = path.display();
    let reader: Box<dyn Read> = if path == Path::new("-") {
        Box::new(std::io::stdin())
    } else {
        let file = File::open(path).map_err(|source| Error::Io { what: "reading", path: shown.to_string(), source })?;
        match path.extension().is_some_and(|e| e == "gz") {
            true => Box::new(MultiGzDecoder::new(file)),
            false => Box::new(file),
        }
    };
    let mut items = Vec::new();
    for (number, line) in BufReader::new(reader).lines().enumerate() {
        let line = line.with_context(|| format!("{shown}:{} cannot be read", number + 1))?;
        if !line.trim().is_empty() {
            let item = serde_json::from_str(&line)
                .map_err(|e| Error::Invalid(format!("{shown}:{} is not JSON: {e}", number + 1)))?;
            items.push(item);
        }
    }
    Ok(items)
}
