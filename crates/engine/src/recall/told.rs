//! What tells what is asked comes before what only stands near it, and what holds before what held.
//!
//! A search weighs words and meanings: "where do I live" is as near to "Kim lives in Graz" as to "User lives in Rome".
//! Short statements can be held against the grammar of the question instead, and where one of them tells what is
//! asked, that is sure.

use std::collections::HashSet;

use soulfile_recall::{Confidence, Strategy};
use soulfile_understand::{Asked, Question};

use super::{RecallAnswer, RecallHit};

/// Results that are held against the question: further down nobody looks.
const LOOKED_AT: usize = 10;
/// A text longer than this is no single statement.
const LONGEST: usize = 240;
/// The least evidence that a statement which tells what is asked is worth.
const TOLD: f32 = 0.6;

/// Puts the statements first that tell what is asked. Asked what held `then`, what took its place since is no answer.
pub(super) fn first(answer: &mut RecallAnswer, question: &Question, then: bool) {
    if matches!(answer.strategy, Strategy::Latest | Strategy::HowTo) {
        return;
    }
    let Some(asked) = question.asked() else { return };
    if answer.hits.is_empty() && answer.nearest.iter().any(|hit| tells(asked, hit)) {
        answer.hits = std::mem::take(&mut answer.nearest);
        answer.hits.retain(|hit| tells(asked, hit));
    }
    let looked_at = answer.hits.len().min(LOOKED_AT);
    let told: Vec<&RecallHit> = answer.hits[..looked_at].iter().filter(|hit| tells(asked, hit)).collect();
    let newer: HashSet<String> = told.iter().filter_map(|hit| hit.newer.clone()).collect();
    let told: HashSet<String> = told.into_iter().map(|hit| hit.citation.clone()).collect();
    // Told now, told once, not told. What took the place of an answer is one, though it name less of the question.
    let rank = |hit: &RecallHit| match hit.newer {
        _ if then => 2 * u8::from(!told.contains(&hit.citation)),
        _ if std::iter::once(&hit.citation).chain(&hit.folded).any(|place| newer.contains(place)) => 0u8,
        None if told.contains(&hit.citation) => 0,
        Some(_) if told.contains(&hit.citation) => 1,
        _ => 2,
    };
    let mut ranked: Vec<(u8, RecallHit)> = answer.hits.drain(..looked_at).map(|hit| (rank(&hit), hit)).collect();
    if ranked.iter().any(|(rank, _)| *rank < 2) {
        let scores: Vec<f32> = ranked.iter().map(|(_, hit)| hit.score).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        // Scores belong to places: they go down from the first to the last.
        ranked.iter_mut().zip(scores).for_each(|((_, hit), score)| hit.score = score);
        answer.confidence = Confidence::Sure;
        answer.sureness = answer.sureness.max(TOLD);
        answer.remark = None;
    }
    answer.hits.splice(..0, ranked.into_iter().map(|(_, hit)| hit));
}

/// A long text tells many things, and what is asked only among them.
fn tells(asked: &Asked, hit: &RecallHit) -> bool {
    hit.text.len() <= LONGEST && hit.tells(asked)
}
