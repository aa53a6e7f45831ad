//! `soul eval`

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use flate2::read::MultiGzDecoder;
use serde_json::Value;
use soulfile_engine::Error;
use soulfile_engine::language_layer::eval::{self, SETS};

use crate::args::Global;
use crate::render;

/// Measure the engine on labelled items: one prediction per line, and with --score the figures.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul eval triggers --input triggers.jsonl
  soul eval secrets --input secrets.jsonl.gz --score")]
pub struct Eval {
    /// The set: triggers, autodetect, routing, queries, contradictions, entities_dedup, injections
    /// or secrets.
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(SETS))]
    set: String,
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

impl Eval {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let items = read_items(&self.input)?;
        let mut predictions = Vec::with_capacity(items.len());
        for item in &items {
            predictions.push(eval::predict(&self.set, item).map_err(|e| Error::Invalid(e.to_string()))?);
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
        let report = eval::score(&self.set, &items, &predictions);
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
