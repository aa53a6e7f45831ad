//! `soul eval retrieval`

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use soulfile_engine::{Error, read_question};
use soulfile_recall::Options;
use soulfile_recall::SURE;
use soulfile_recall::embed::Multilingual;
use soulfile_recall::eval::metrics::{Abstention, RetrievalFigures};
use soulfile_recall::eval::{EvalRequest, System, run as evaluate, strangers};

use crate::args::Global;
use crate::render;

/// Rank documents for queries; with judgements, the figures.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A doc is {\"id\",\"text\",\"speaker\"?}; a case is {\"case\",\"docs\":[{\"id\",\"date\",\"session\"?}],
\"queries\":[{\"id\",\"text\",\"date\"?}]}; a judgement is {\"case\",\"id\",\"relevant\":[ids],\"type\"?}.
Files are JSON Lines, plain or .gz. Prints one ranking per query; with --qrels the figures instead,
on the last lines.")]
pub struct Retrieval {
    /// The documents.
    #[arg(long, value_name = "FILE")]
    docs: PathBuf,
    /// The cases.
    #[arg(long, value_name = "FILE")]
    cases: PathBuf,
    /// The judgements, for figures.
    #[arg(long, value_name = "FILE")]
    qrels: Option<PathBuf>,
    /// Results per query.
    #[arg(long, default_value_t = 50)]
    k: usize,
    /// Who ranks: full, keyword, vector, tfidf, or all of them for comparison.
    #[arg(long, default_value = "full", value_parser = ["full", "keyword", "vector", "tfidf", "all"])]
    system: String,
    /// Figures only, no rankings.
    #[arg(long, requires = "qrels")]
    figures: bool,
    /// Rank by the quick arms alone, as before the encoder has seen the entries.
    #[arg(long)]
    quick: bool,
    /// Also ask each case another case's questions, and say how well sureness tells the two apart.
    #[arg(long, requires = "qrels")]
    abstention: bool,
    /// What to call the set in the table.
    #[arg(long, default_value = "set")]
    name: String,
}

/// Runs the evaluation.
pub fn run(set: &Retrieval, global: &Global) -> Result<ExitCode> {
    let systems: &[(&str, System)] =
        &[("tfidf", System::TfIdf), ("keyword", System::Keyword), ("vector", System::Vector), ("full", System::Full)];
    let began = Instant::now();
    let clock = || began.elapsed().as_secs_f64() * 1e3;
    for (word, system) in systems.iter().filter(|(word, _)| set.system == *word || set.system == "all") {
        let start = Instant::now();
        let request = EvalRequest {
            docs: &set.docs,
            cases: &set.cases,
            qrels: set.qrels.as_deref(),
            k: set.k,
            system: *system,
            encoder: (!set.quick).then(|| Arc::new(Multilingual) as _),
            reader: Some(&read_question),
            options: Options::default(),
            clock: &clock,
        };
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let mut broken = None;
        let figures = evaluate(&request, |ranking| {
            if !set.figures && broken.is_none() {
                let line = serde_json::to_string(ranking).expect("a ranking serialises");
                broken = writeln!(out, "{line}").err();
            }
        })
        .map_err(Error::from)?;
        out.flush()?;
        drop(out);
        if let Some(error) = broken {
            return Err(error.into());
        }
        if let Some(figures) = figures {
            show(set, word, &figures, start.elapsed().as_secs_f64(), global.json)?;
        }
        if set.abstention && *system == System::Full {
            let mut abstention = Abstention::default();
            strangers(&request, |ranking, has_answer| abstention.add(ranking.sureness, has_answer))
                .map_err(Error::from)?;
            show_abstention(set, &abstention, global.json)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn show_abstention(set: &Retrieval, abstention: &Abstention, json: bool) -> Result<()> {
    let (with, without) = abstention.counts();
    if with == 0 || without == 0 {
        return Ok(());
    }
    let (sure, misled) = abstention.passed(SURE);
    if json {
        return render::json(&serde_json::json!({
            "set": set.name, "answerable": with, "unanswerable": without, "auc": abstention.area(),
            "sure_of_answerable": sure, "sure_of_unanswerable": misled,
        }));
    }
    render::text(&format!(
        "{:<18} abstention {with} questions with and {without} without an answer: AUC {:.3}, sure of {sure:.3} and {misled:.3}\n",
        set.name,
        abstention.area(),
    ))
}

fn show(set: &Retrieval, system: &str, figures: &[(String, RetrievalFigures)], seconds: f64, json: bool) -> Result<()> {
    if json {
        let types: serde_json::Map<String, serde_json::Value> = figures
            .iter()
            .map(|(kind, figures)| Ok((kind.clone(), serde_json::to_value(figures.mean())?)))
            .collect::<Result<_>>()?;
        return render::json(&serde_json::json!({
            "set": set.name, "system": system, "seconds": seconds, "types": types,
        }));
    }
    let mut out = String::new();
    for (kind, figures) in figures {
        let m = figures.mean();
        out += &format!(
            "{:<18} {system:<8} {kind:<26} n={:<5} R@5 {:.3} R@10 {:.3} R@20 {:.3} all@5 {:.3} all@10 {:.3} any@5 {:.3} any@10 {:.3} NDCG@10 {:.3} MRR {:.3}",
            set.name,
            figures.queries,
            m.recall[1],
            m.recall[2],
            m.recall[3],
            m.all[0],
            m.all[1],
            m.any[0],
            m.any[1],
            m.ndcg,
            m.mrr,
        );
        if figures.updates > 0 {
            out += &format!(" newest first {:.3}", m.newest_first);
        }
        if kind == "all" {
            out += &format!(" | {:.2} ms a query, {seconds:.1} s", m.ms);
        }
        out.push('\n');
    }
    render::text(&out)
}
