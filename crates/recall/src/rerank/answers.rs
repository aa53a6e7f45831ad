//! Direct answers first; what holds now before what held.
//!
//! A search weighs words and meanings: "where do I live" is as near to "Kim lives in Graz" as to "User lives in Rome".
//! Short statements can be compared with the grammar of the question instead, and where one of them states what is
//! asked, that is sure.

use std::collections::HashSet;

use crate::query::{Hit, SearchAnswer, Sureness};

/// Results that are compared with the question: further down nobody looks.
const LOOKED_AT: usize = 10;
/// A text longer than this is no single statement: it tells many things, and what is asked only among them.
const LONGEST: usize = 240;
/// The least evidence that a direct answer is worth.
const ANSWERED: f32 = 0.6;

/// Puts the statements first that answer the question.
pub(super) fn first(answer: &mut SearchAnswer, states: &dyn Fn(&Hit) -> bool, asks_then: bool) {
    let states = |hit: &Hit| hit.text.len() <= LONGEST && states(hit);
    if answer.hits.is_empty() && answer.nearest.iter().any(states) {
        answer.hits = std::mem::take(&mut answer.nearest);
        answer.hits.retain(states);
    }
    let looked_at = answer.hits.len().min(LOOKED_AT);
    let answers: Vec<&Hit> = answer.hits[..looked_at].iter().filter(|hit| states(hit)).collect();
    let newer: HashSet<String> = answers.iter().filter_map(|hit| hit.newer.clone()).collect();
    let answers: HashSet<String> = answers.into_iter().map(|hit| hit.citation.clone()).collect();
    // Answers now, answered once, does not answer. What took the place of an answer is one, though it name less of the
    // question.
    let rank = |hit: &Hit| match hit.newer {
        _ if asks_then => 2 * u8::from(!answers.contains(&hit.citation)),
        _ if std::iter::once(&hit.citation).chain(&hit.folded).any(|place| newer.contains(place)) => 0u8,
        None if answers.contains(&hit.citation) => 0,
        Some(_) if answers.contains(&hit.citation) => 1,
        _ => 2,
    };
    let mut ranked: Vec<(u8, Hit)> = answer.hits.drain(..looked_at).map(|hit| (rank(&hit), hit)).collect();
    if ranked.iter().any(|(rank, _)| *rank < 2) {
        let scores: Vec<f32> = ranked.iter().map(|(_, hit)| hit.score).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        // Scores belong to places: they go down from the first to the last.
        ranked.iter_mut().zip(scores).for_each(|((_, hit), score)| hit.score = score);
        answer.confidence = Sureness::Sure;
        answer.sureness = answer.sureness.max(ANSWERED);
    }
    answer.hits.splice(..0, ranked.into_iter().map(|(_, hit)| hit));
}
