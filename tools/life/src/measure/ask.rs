//! Recall quality: the questions of the truth, asked of a workspace.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::Serialize;
use serde_json::Value;

use super::score::Share;
use super::soul::Soul;
use crate::Life;
use crate::truth::{Asks, GoldQuestion, USER, holds, meets};

/// How questions were answered.
#[derive(Debug, Clone, Default, Serialize)]
pub struct AnswerCounts {
    /// The answer is the first result.
    pub first: Share,
    /// It is among the first five.
    pub five: Share,
    /// It is among the first ten.
    pub ten: Share,
    /// Mean of one over the rank of the answer.
    pub mrr: f64,
    /// Of questions about what changed that found what holds or what held: what holds comes first.
    pub current_first: Share,
    /// The first ten, by kind of question.
    pub by_kind: BTreeMap<Asks, Share>,
    /// What was not answered in ten: the question and the first result.
    pub missed: Vec<(String, String)>,
}

/// Asks everything.
pub fn all(soul: &Soul, life: &Life) -> Result<AnswerCounts> {
    let mut answers = AnswerCounts::default();
    let mut reciprocal = 0.0;
    for question in &life.truth.questions {
        let answer = soul.json(&["recall", &question.text, "--limit", "10", "--json"])?;
        let hits: Vec<&Value> =
            answer["hits"].as_array().or(answer["results"].as_array()).into_iter().flatten().collect();
        let rank = hits.iter().position(|hit| right(hit, question));
        let within = |n: usize| usize::from(rank.is_some_and(|rank| rank < n));
        for (share, n) in [(&mut answers.first, 1), (&mut answers.five, 5), (&mut answers.ten, 10)] {
            share.of += 1;
            share.right += within(n);
        }
        let kind = answers.by_kind.entry(question.asks).or_default();
        kind.of += 1;
        kind.right += within(10);
        reciprocal += rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f64);
        if !question.stale.is_empty() {
            let stale = hits.iter().position(|hit| {
                !right(hit, question)
                    && is_about(hit, question)
                    && question.stale.iter().any(|terms| meets(&text_of(hit), terms))
            });
            // Where neither was found there is no order to judge; that it was missed is counted above.
            answers.current_first.of += usize::from(rank.or(stale).is_some());
            let wins = rank.is_some_and(|rank| stale.is_none_or(|stale| rank < stale));
            answers.current_first.right += usize::from(wins);
        }
        if rank.is_none() {
            let top = hits.first().map(|hit| text_of(hit)).unwrap_or_default();
            answers.missed.push((question.text.clone(), top.chars().take(120).collect()));
        }
    }
    answers.mrr = reciprocal / life.truth.questions.len().max(1) as f64;
    Ok(answers)
}

fn text_of(hit: &Value) -> String {
    hit["text"].as_str().or(hit["snippet"].as_str()).unwrap_or_default().to_owned()
}

/// A result answers when it is an episode that does, or says the same about the same.
fn right(hit: &Value, question: &GoldQuestion) -> bool {
    if hit["id"].as_str().is_some_and(|id| question.gold.iter().any(|gold| gold == id)) {
        return true;
    }
    // Several entries may share a result; what it says counts then.
    is_about(hit, question) && meets(&text_of(hit), &question.terms)
}

/// Whether a result speaks of whom or what the question asks about, in its words or by its file.
fn is_about(hit: &Value, question: &GoldQuestion) -> bool {
    let path = hit["path"].as_str().unwrap_or_default().replace("--", " ").replace(['-', '/'], " ").to_lowercase();
    question.subject == USER
        || holds(&text_of(hit).to_lowercase(), &question.subject)
        || holds(&path, &question.subject)
}
