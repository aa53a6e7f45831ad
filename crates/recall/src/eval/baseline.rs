//! The baseline every release is compared with: TF-IDF cosine over plain tokens. Evaluation only.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::Ranking;
use super::input::{Case, Doc};

/// Ranks every query of a case.
pub fn rank(case: &Case, docs: &HashMap<String, Arc<Doc>>, k: usize, clock: &dyn Fn() -> f64) -> Vec<Ranking> {
    let placed: Vec<(&str, Vec<String>)> = case
        .docs
        .iter()
        .filter_map(|d| {
            let doc = docs.get(&d.id)?;
            let speaker = doc.speaker.as_deref().unwrap_or("");
            Some((d.id.as_str(), tokens(&format!("{} {speaker} {}", d.date, doc.text))))
        })
        .collect();
    let mut frequency: HashMap<&str, usize> = HashMap::new();
    for (_, doc) in &placed {
        for token in doc.iter().collect::<HashSet<_>>() {
            *frequency.entry(token).or_default() += 1;
        }
    }
    let idf = |token: &str| frequency.get(token).map_or(0.0, |df| (placed.len() as f64 / *df as f64).ln());
    let vectors: Vec<(&str, HashMap<&str, f64>)> = placed.iter().map(|(id, doc)| (*id, weigh(doc, &idf))).collect();
    case.queries
        .iter()
        .map(|query| {
            let start = clock();
            let asked = tokens(&query.text);
            let vector = weigh(&asked, &idf);
            let mut scored: Vec<(f64, &str)> =
                vectors.iter().map(|(id, v)| (cosine(&vector, v), *id)).filter(|s| s.0 > 0.01).collect();
            scored.sort_by(|a, b| b.0.total_cmp(&a.0));
            let ranked = scored.into_iter().take(k).map(|s| s.1.to_owned()).collect();
            Ranking {
                case: case.case.clone(),
                id: query.id.clone(),
                ranked,
                parts: Vec::new(),
                scores: Vec::new(),
                weighed: Default::default(),
                sureness: 0.0,
                ms: clock() - start,
            }
        })
        .collect()
}

fn tokens(text: &str) -> Vec<String> {
    let keep = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || ('\u{4e00}'..='\u{9fff}').contains(&c);
    text.to_lowercase().split(|c| !keep(c)).filter(|t| t.chars().count() > 1).map(str::to_owned).collect()
}

fn weigh<'a>(tokens: &'a [String], idf: &impl Fn(&str) -> f64) -> HashMap<&'a str, f64> {
    let mut vector: HashMap<&str, f64> = HashMap::new();
    for token in tokens {
        *vector.entry(token).or_default() += 1.0 / tokens.len().max(1) as f64;
    }
    vector.iter_mut().for_each(|(t, w)| *w *= idf(t));
    vector
}

fn cosine(a: &HashMap<&str, f64>, b: &HashMap<&str, f64>) -> f64 {
    let dot: f64 = a.iter().filter_map(|(t, w)| Some(w * b.get(t)?)).sum();
    let length = |v: &HashMap<&str, f64>| v.values().map(|w| w * w).sum::<f64>().sqrt();
    let scale = length(a) * length(b);
    if scale == 0.0 { 0.0 } else { dot / scale }
}
