//! `soul eval`

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

use super::eval_retrieval;
use crate::args::Global;

/// Measure quality through the real engine.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul eval retrieval --docs docs.jsonl --cases cases.jsonl --k 50
  soul eval retrieval --docs docs.jsonl.gz --cases cases.jsonl.gz --qrels qrels.jsonl.gz")]
pub struct Eval {
    #[command(subcommand)]
    set: Set,
}

#[derive(Debug, Subcommand)]
enum Set {
    /// Rank documents for queries; with judgements, the figures.
    Retrieval(eval_retrieval::Retrieval),
}

impl Eval {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        match &self.set {
            Set::Retrieval(set) => eval_retrieval::run(set, global),
        }
    }
}
