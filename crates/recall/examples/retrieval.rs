//! Prints retrieval figures: `retrieval --data DIR [--system full|keyword|vector|tfidf|all]`, or
//! `retrieval --docs F --cases F [--qrels F] [--k 50] [--print]`; `--quick` without the encoder, `--dump` what each arm
//! gave each document, for fitting (`tools/training/fit_fusion.py`), `--fusion F` with other weights, `--question-vectors F` with
//! other vectors of questions (`{"text", "vector"}` by line); `--terms` prints the terms of each document instead.
#![allow(clippy::print_stdout)]

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use soulfile_recall::embed::{EmbedRole, Embedded, Embedder, Multilingual};
use soulfile_recall::eval::metrics::{Abstention, RetrievalFigures};
use soulfile_recall::eval::{EvalRequest, System, input, run, strangers};
use soulfile_recall::fuse::Tuning;
use soulfile_recall::{Error, Options, SearchStrategy, Span};
use soulfile_understand::{BuiltIn, QuestionInput, Strategy as Way, Understand};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut values = HashMap::new();
    let mut tuning = serde_json::to_value(Tuning::default())?;
    let mut args = std::env::args().skip(1);
    while let Some(flag) = args.next() {
        match flag.as_str() {
            "--print" | "--types" | "--dump" | "--abstain" | "--quick" | "--terms" => {
                values.insert(flag, String::new());
            }
            "--set" => {
                let pair = args.next().ok_or("--set needs name=value")?;
                let (name, value) = pair.split_once('=').ok_or("--set needs name=value")?;
                tuning[name] = serde_json::from_str(value)?;
            }
            _ => {
                let value = args.next().ok_or("a flag needs a value")?;
                values.insert(flag, value);
            }
        }
    }
    if let Some(file) = values.get("--fusion") {
        tuning["learned"] = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    }
    let tuning: Tuning = serde_json::from_value(tuning)?;
    let start = Instant::now();
    let clock = || start.elapsed().as_secs_f64() * 1e3;
    let systems: Vec<System> = match values.get("--system").map_or("full", String::as_str) {
        "full" => vec![System::Full],
        "keyword" => vec![System::Keyword],
        "vector" => vec![System::Vector],
        "tfidf" => vec![System::TfIdf],
        _ => vec![System::TfIdf, System::Keyword, System::Vector, System::Full],
    };
    let k = values.get("--k").map_or(Ok(50), |k| k.parse())?;
    let mut sets: Vec<(String, PathBuf, PathBuf, Option<PathBuf>)> = Vec::new();
    if let Some(data) = values.get("--data") {
        let mut folders: Vec<PathBuf> =
            std::fs::read_dir(data)?.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
        folders.sort();
        for folder in folders {
            let name = folder.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
            if values.get("--only").is_some_and(|o| !name.contains(o.as_str())) {
                continue;
            }
            let at = |f: &str| folder.join(format!("{f}.jsonl.gz"));
            sets.push((name, at("docs"), at("cases"), Some(at("qrels"))));
        }
    } else {
        let at = |f: &str| values.get(f).map(PathBuf::from);
        sets.push(("set".into(), at("--docs").ok_or("--docs")?, at("--cases").ok_or("--cases")?, at("--qrels")));
    }
    if values.contains_key("--terms") {
        return sets.iter().try_for_each(|(_, docs, ..)| print_terms(docs));
    }
    let encoder: Arc<dyn Embedder> = match values.get("--question-vectors") {
        Some(file) => Arc::new(GivenQuestions::read(file)?),
        None => Arc::new(Multilingual),
    };
    for (name, docs, cases, qrels) in &sets {
        for system in &systems {
            let began = Instant::now();
            let request = EvalRequest {
                docs: Path::new(docs),
                cases: Path::new(cases),
                qrels: qrels.as_deref(),
                k,
                encoder: (!values.contains_key("--quick")).then(|| Arc::clone(&encoder)),
                system: *system,
                reader: Some(&read),
                options: Options { tuning: tuning.clone(), ..Options::default() },
                clock: &clock,
            };
            if values.contains_key("--abstain") {
                let mut abstention = Abstention::default();
                strangers(&request, |ranking, has_answer| {
                    abstention.add(ranking.sureness, has_answer);
                    if values.contains_key("--dump") {
                        println!(
                            "{}",
                            serde_json::json!({"set": name, "case": ranking.case, "id": ranking.id, "answer": has_answer, "ranked": ranking.ranked[..ranking.ranked.len().min(5)], "features": ranking.weighed.0.values(), "weights": ranking.weighed.1, "scores": ranking.scores[..ranking.scores.len().min(5)], "parts": ranking.parts[..ranking.parts.len().min(5)]})
                        );
                    }
                })?;
                let passed: Vec<String> = [0.2, 0.3, 0.4, 0.5, 0.6]
                    .map(|t| (t, abstention.passed(t)))
                    .map(|(t, (yes, no))| format!("{t}: {yes:.3}/{no:.3}"))
                    .into();
                let (with, without) = abstention.counts();
                println!(
                    "{name:<18} {with} with, {without} without an answer; area {:.3}; passed at {}",
                    abstention.area(),
                    passed.join(" ")
                );
                continue;
            }
            let print = values.contains_key("--print");
            let figures = run(&request, |ranking| {
                if values.contains_key("--dump") {
                    println!(
                        "{}",
                        serde_json::json!({"set": name, "case": ranking.case, "id": ranking.id, "ranked": ranking.ranked, "features": ranking.weighed.0.values(), "weights": ranking.weighed.1, "scores": ranking.scores, "parts": ranking.parts, "signs": ranking.parts.iter().map(|part| part.signs).collect::<Vec<_>>()})
                    );
                }
                if print {
                    println!("{}", serde_json::to_string(ranking).unwrap_or_default());
                }
            })?;
            for (kind, figures) in figures.into_iter().flatten() {
                if kind == "all" || values.contains_key("--types") {
                    show(name, *system, &kind, &figures, began.elapsed().as_secs_f64());
                }
            }
        }
    }
    Ok(())
}

/// Prints each document's terms as the index has them.
fn print_terms(docs: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut analyzer = soulfile_text::Analyzer::new();
    for doc in input::read::<input::Doc>(docs)? {
        let terms: Vec<String> = analyzer.query_terms(&doc.text).into_iter().map(|(term, _)| term).collect();
        println!("{}", serde_json::json!({"doc": doc.id, "terms": terms}));
    }
    Ok(())
}

/// The encoder with vectors of questions that were made elsewhere.
struct GivenQuestions(HashMap<String, Vec<f32>>);

impl GivenQuestions {
    fn read(file: &str) -> Result<Self, Box<dyn std::error::Error>> {
        #[derive(serde::Deserialize)]
        struct Given {
            text: String,
            vector: Vec<f32>,
        }
        let lines = std::fs::read_to_string(file)?;
        let given =
            lines.lines().map(|line| serde_json::from_str::<Given>(line).map(|given| (given.text, given.vector)));
        Ok(Self(given.collect::<Result<_, _>>()?))
    }
}

impl Embedder for GivenQuestions {
    fn id(&self) -> &str {
        Multilingual.id()
    }

    fn batch(&self) -> usize {
        Multilingual.batch()
    }

    fn embed(&self, texts: &[&str], role: EmbedRole, patience: Duration) -> Result<Embedded, Error> {
        let mut embedded = Multilingual.embed(texts, role, patience)?;
        if role == EmbedRole::Question {
            for (vector, text) in embedded.vectors.iter_mut().zip(texts) {
                if let Some(given) = self.0.get(*text) {
                    vector.clone_from(given);
                }
            }
        }
        Ok(embedded)
    }

    fn is_builtin(&self) -> bool {
        true
    }

    fn unrelated(&self) -> Option<f32> {
        Multilingual.unrelated()
    }
}

/// Reads a question as the engine does.
fn read(text: &str, now: i64) -> (SearchStrategy, Option<Span>) {
    let now = jiff::Timestamp::from_second(now).unwrap_or_default().to_zoned(jiff::tz::TimeZone::UTC);
    let read = BuiltIn.question(&QuestionInput { text, at: &now });
    let strategy = match read.strategy() {
        Way::Temporal => SearchStrategy::When,
        Way::Entity => SearchStrategy::About,
        Way::Procedural => SearchStrategy::HowTo,
        Way::Latest => SearchStrategy::Latest,
        Way::General => SearchStrategy::Hybrid,
    };
    let wall = |moment: jiff::civil::DateTime| {
        moment.to_zoned(jiff::tz::TimeZone::UTC).map_or(0, |zoned| zoned.timestamp().as_second())
    };
    (strategy, read.time().map(|time| Span { from: wall(time.start), to: wall(time.end) }))
}

fn show(set: &str, system: System, kind: &str, figures: &RetrievalFigures, seconds: f64) {
    let m = figures.mean();
    println!(
        "{set:<18} {:<8} {kind:<26} n={:<4} R@1 {:.3} R@5 {:.3} R@10 {:.3} R@20 {:.3} all@5 {:.3} all@10 {:.3} any@5 {:.3} any@10 {:.3} ndcg {:.3} mrr {:.3} newest {:.3} | {:.2} ms, {seconds:.1} s",
        format!("{system:?}"),
        figures.queries,
        m.recall[0],
        m.recall[1],
        m.recall[2],
        m.recall[3],
        m.all[0],
        m.all[1],
        m.any[0],
        m.any[1],
        m.ndcg,
        m.mrr,
        m.newest_first,
        m.ms,
    );
}
