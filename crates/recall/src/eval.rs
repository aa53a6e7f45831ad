//! Retrieval quality, measured through the real index and search.
//!
//! Each case's documents become episodic memories in a fresh index, each query is answered with
//! the default settings, and with relevance judgements the figures are computed by their usual
//! definitions. Nothing here knows a benchmark.

pub mod baseline;
pub mod input;
pub mod metrics;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use crate::db::IndexPlace;
use crate::embed::Embedder;
use crate::entry::SourceFile;
use crate::error::Error;
use crate::fuse::{Features, Tuning};
use crate::index::{Index, Options};
use crate::meaning::Meaning;
use crate::query::{Filter, Query, SearchStrategy, Span};
use input::{Case, Doc, EvalQuery, Judgement};
use metrics::RetrievalFigures;

/// Who ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// The engine as it ships.
    Full,
    /// Its keyword arm alone.
    Keyword,
    /// Its vector arm alone.
    Vector,
    /// TF-IDF cosine, the baseline.
    TfIdf,
}

/// Reads a question asked at a moment (seconds since 1970 UTC): how to answer it, and the time it names.
pub type Reader<'a> = &'a dyn Fn(&str, i64) -> (SearchStrategy, Option<Span>);

/// One query's ranking.
#[derive(Clone, Debug, Serialize)]
pub struct Ranking {
    pub case: String,
    /// The query.
    pub id: String,
    /// Document ids, best first.
    pub ranked: Vec<String>,
    /// Parts of each document's score.
    #[serde(skip)]
    pub parts: Vec<crate::query::Parts>,
    /// Score of each document.
    #[serde(skip)]
    pub scores: Vec<f32>,
    /// What the weights of the arms followed, and the weights.
    #[serde(skip)]
    pub weighed: (Features, Tuning),
    /// How sure the answer is, 0 – 1.
    #[serde(skip)]
    pub sureness: f32,
    /// Milliseconds the search took, by the caller's clock.
    pub ms: f64,
}

/// What to run.
pub struct EvalRequest<'a> {
    /// Documents.
    pub docs: &'a Path,
    /// Cases.
    pub cases: &'a Path,
    /// Relevance judgements, if figures are wanted.
    pub qrels: Option<&'a Path>,
    /// Results per query.
    pub k: usize,
    /// Who ranks.
    pub system: System,
    /// The model that ranks beside the others, or none.
    pub encoder: Option<Arc<dyn Embedder>>,
    /// Reads questions as the engine does; the index's own reading without.
    pub reader: Option<Reader<'a>>,
    /// How the index is opened.
    pub options: Options,
    /// Milliseconds since any fixed moment.
    pub clock: &'a dyn Fn() -> f64,
}

/// Runs every query, handing each ranking to `each`, and returns the figures by query type if
/// there are judgements; the type `all` covers every query.
pub fn run(
    request: &EvalRequest<'_>,
    mut each: impl FnMut(&Ranking),
) -> Result<Option<Vec<(String, RetrievalFigures)>>, Error> {
    let docs: HashMap<String, Arc<Doc>> =
        input::read::<Doc>(request.docs)?.into_iter().map(|d| (d.id.clone(), Arc::new(d))).collect();
    let judged: Option<HashMap<(String, String), Judgement>> = request
        .qrels
        .map(input::read::<Judgement>)
        .transpose()?
        .map(|all| all.into_iter().map(|j| ((j.case.clone(), j.id.clone()), j)).collect());
    let mut figures: HashMap<String, RetrievalFigures> = HashMap::new();
    let encoder = encoder(request)?;
    for case in input::read::<Case>(request.cases)? {
        let rankings = match request.system {
            System::TfIdf => baseline::rank(&case, &docs, request.k, request.clock),
            _ => rank(&case, &docs, request, encoder.as_ref())?,
        };
        for ranking in rankings {
            let key = (ranking.case.clone(), ranking.id.clone());
            if let Some(judgement) = judged.as_ref().and_then(|j| j.get(&key)) {
                for kind in ["all", judgement.kind.as_deref().unwrap_or("none")] {
                    figures.entry(kind.to_owned()).or_default().add(&ranking, judgement);
                }
            }
            each(&ranking);
        }
    }
    let mut figures: Vec<_> = figures.into_iter().collect();
    figures.sort_by(|a, b| (a.0 != "all").cmp(&(b.0 != "all")).then(a.0.cmp(&b.0)));
    Ok(judged.is_some().then_some(figures))
}

/// Asks every case its own questions and those of another case, which it cannot answer, and hands each
/// ranking to `each` with whether there is an answer: what abstention is measured by.
pub fn strangers(request: &EvalRequest<'_>, mut each: impl FnMut(&Ranking, bool)) -> Result<(), Error> {
    let docs: HashMap<String, Arc<Doc>> =
        input::read::<Doc>(request.docs)?.into_iter().map(|d| (d.id.clone(), Arc::new(d))).collect();
    let judged = request.qrels.map(input::read::<Judgement>).transpose()?.unwrap_or_default();
    let relevant: HashMap<&str, &Judgement> = judged.iter().map(|j| (j.id.as_str(), j)).collect();
    let cases = input::read::<Case>(request.cases)?;
    let encoder = encoder(request)?;
    for (at, case) in cases.iter().enumerate() {
        let held: HashSet<&str> = case.docs.iter().map(|d| d.id.as_str()).collect();
        let answers = |asked: &EvalQuery| {
            relevant.get(asked.id.as_str()).map(|j| j.relevant.iter().filter(|id| held.contains(id.as_str())).count())
        };
        let other = &cases[(at + cases.len() / 2) % cases.len()];
        let mut mixed = case.clone();
        mixed.queries.retain(|q| answers(q).is_some_and(|n| n > 0));
        mixed.queries.extend(other.queries.iter().filter(|q| answers(q) == Some(0)).cloned());
        for ranking in rank(&mixed, &docs, request, encoder.as_ref())? {
            let answerable = case.queries.iter().any(|q| q.id == ranking.id);
            each(&ranking, answerable);
        }
    }
    Ok(())
}

fn rank(
    case: &Case,
    docs: &HashMap<String, Arc<Doc>>,
    request: &EvalRequest<'_>,
    encoder: Option<&Arc<Meaning>>,
) -> Result<Vec<Ranking>, Error> {
    let index = Index::open(IndexPlace::Memory, Options { tuning: tuning(request), ..request.options.clone() })?;
    let (files, places) = episodes(case, docs);
    index.sync(files)?;
    let last = case.docs.iter().filter_map(|d| d.moment()).max();
    if let Some(encoder) = encoder {
        encoder.fill(&index, WHOLE, &|_, _| ())?;
    }
    let mut rankings = Vec::new();
    for asked in &case.queries {
        let mut query = Query::new(asked.text.clone());
        query.filter = Filter::all_states();
        query.limit = request.k;
        query.unbounded = true;
        query.neighbours = false;
        query.unscaled = true;
        query.now = asked.moment().or(last);
        if let (System::Full, Some(read), Some(now)) = (request.system, request.reader, query.now) {
            (query.strategy, query.span) = read(&asked.text, now);
        }
        let start = (request.clock)();
        query.meaning = encoder.and_then(|encoder| encoder.ask(&asked.text, WHOLE).ok()).map(Arc::new);
        let answer = index.search(&query)?;
        let ms = (request.clock)() - start;
        let mut seen = HashSet::new();
        let (mut ranked, mut parts, mut scores) = (Vec::new(), Vec::new(), Vec::new());
        for hit in &answer.hits {
            let Some(of_file) = places.get(&hit.path) else {
                continue;
            };
            let at = of_file.partition_point(|(line, _)| *line <= hit.start_line);
            let Some((_, id)) = at.checked_sub(1).map(|at| &of_file[at]) else {
                continue;
            };
            if seen.insert(id) {
                ranked.push(id.clone());
                parts.push(hit.parts);
                scores.push(hit.score);
            }
            // What a hit stands for is cited on it, and so found.
            for folded in &hit.folded {
                if let Some(id) = cited(&places, folded)
                    && seen.insert(id)
                {
                    ranked.push(id.clone());
                    parts.push(hit.parts);
                    scores.push(hit.score);
                }
            }
        }
        let (sureness, weighed) = (answer.sureness, answer.weighed);
        let (case, id) = (case.case.clone(), asked.id.clone());
        rankings.push(Ranking { case, id, ranked, parts, scores, weighed, sureness, ms });
    }
    Ok(rankings)
}

/// Longer than any case takes.
const WHOLE: Duration = Duration::from_secs(3600);

/// The encoder, which keeps the vectors of documents from one case to the next.
fn encoder(request: &EvalRequest<'_>) -> Result<Option<Arc<Meaning>>, Error> {
    let wanted = request.encoder.clone().filter(|_| request.system == System::Full);
    wanted.map(|model| Meaning::open(model, IndexPlace::Memory, WHOLE).map(Arc::new)).transpose()
}

fn cited<'a>(places: &'a Places, citation: &str) -> Option<&'a String> {
    let (path, lines) = citation.split_once("#L")?;
    let line: u32 = lines.split('-').next()?.parse().ok()?;
    let of_file = places.get(path)?;
    let at = of_file.partition_point(|(l, _)| *l <= line);
    Some(&of_file[at.checked_sub(1)?].1)
}

fn tuning(request: &EvalRequest<'_>) -> Tuning {
    let own = request.options.tuning.clone();
    match request.system {
        System::Keyword => Tuning::keyword_only(own),
        System::Vector => Tuning::vector_only(own),
        _ => own,
    }
}

type Places = HashMap<String, Vec<(u32, String)>>;

/// Writes a case's documents as daily logs, and notes on which line each begins.
fn episodes(case: &Case, docs: &HashMap<String, Arc<Doc>>) -> (Vec<SourceFile>, Places) {
    let mut order: Vec<&input::CaseDoc> = case.docs.iter().collect();
    order.sort_by_key(|d| d.moment());
    let mut files: Vec<SourceFile> = Vec::new();
    let mut places: Places = HashMap::new();
    let mut line = 0u32;
    for placed in order {
        let Some(doc) = docs.get(&placed.id) else {
            continue;
        };
        let day = placed.date.get(..10).unwrap_or("1970-01-01");
        let path = soulfile_vocabulary::day_file::DayLayout::Episodes.path(day);
        if files.last().is_none_or(|f| f.path != path) {
            files.push(SourceFile::new(path.clone(), format!("# {day}\n\n")));
            line = 2;
        }
        let clock = placed.date.get(11..16).unwrap_or("00:00");
        let session = placed.session.as_ref().map_or(String::new(), |s| format!(" | session:{s}"));
        let speaker = doc.speaker.as_ref().map_or(String::new(), |s| format!("{s}: "));
        let body = format!("## {clock} | conversation{session}\n{speaker}{}\n\n", doc.text.replace('\r', ""));
        places.entry(path).or_default().push((line + 1, doc.id.clone()));
        line += body.lines().count() as u32;
        files.last_mut().expect("a file was pushed").text.push_str(&body);
    }
    (files, places)
}
