//! What the real binary makes of a life: months pass, reflections are approved, and what is known at
//! the end is held against the truth.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use jiff::civil::Date;
use serde::Serialize;
use serde_json::Value;

use crate::Life;

mod ask;
mod known;
mod score;
mod soul;

pub use ask::AnswerCounts;
pub use score::TruthScores;
use soul::Soul;

/// Most reflections in a row until nothing is left unread.
const MOST_CYCLES: usize = 40;

/// How to measure.
#[derive(Debug, Clone)]
pub struct MeasureSetting {
    /// The binary.
    pub soul: PathBuf,
    /// An empty directory to work in.
    pub dir: PathBuf,
    /// Whether to time one reflection over everything at once, in a third workspace.
    pub at_once: bool,
}

/// What came out.
#[derive(Debug, Clone, Serialize)]
pub struct Figures {
    /// What repeats the life.
    pub seed: u64,
    /// Episodes told.
    pub episodes: usize,
    /// Reflections approved.
    pub reflections: usize,
    /// Items they proposed.
    pub items: usize,
    /// The longest draft, in seconds.
    pub slowest_draft_s: f64,
    /// All drafts together, in seconds.
    pub drafting_s: f64,
    /// Every episode unread at once: seconds of drafting, reflections it took, and episodes read.
    pub at_once: Option<(f64, usize, usize)>,
    /// What is known at the end; nothing when the binary cannot reflect.
    pub scores: Option<TruthScores>,
    /// Tokens of MEMORY.md.
    pub core_tokens: u64,
    /// Entries, facts and core lines that were there and are nowhere now.
    pub lost: Vec<String>,
    /// Answers without any reflection.
    pub before: AnswerCounts,
    /// Answers after the last.
    pub after: Option<AnswerCounts>,
}

/// Lives through it.
pub fn run(life: &Life, setting: &MeasureSetting) -> Result<Figures> {
    let plain = Soul::set_up(setting, "unreflected", life)?;
    plain.write_days(&life.days.iter().collect::<Vec<_>>())?;
    plain.at_end_of(life.truth.to);
    let before = ask::all(&plain, life)?;
    let mut figures = Figures {
        seed: life.truth.seed,
        episodes: life.truth.episodes.len(),
        reflections: 0,
        items: 0,
        slowest_draft_s: 0.0,
        drafting_s: 0.0,
        at_once: None,
        scores: None,
        core_tokens: plain.core_tokens()?,
        lost: Vec::new(),
        before,
        after: None,
    };
    if !plain.can("reflect") {
        return Ok(figures);
    }
    let soul = Soul::set_up(setting, "reflected", life)?;
    let seeded = known::gather(&soul)?;
    let mut ever: BTreeSet<String> = BTreeSet::new();
    let mut settled: Vec<Value> = Vec::new();
    for month in months(life) {
        let days: Vec<(&Date, &String)> = life.days.iter().filter(|(day, _)| day.month() == month.month()).collect();
        soul.write_days(&days)?;
        soul.at_end_of(month);
        reflect(&soul, &mut figures, &mut settled)?;
        let told = known::gather(&soul)?.into_iter().filter(known::LearnedFact::is_said);
        ever.extend(told.map(|item| item.text));
    }
    let known = known::gather(&soul)?;
    figures.lost = lost(&soul, life, &ever)?;
    let seeded: BTreeSet<String> = seeded.into_iter().map(|item| item.text).collect();
    let learned: Vec<known::LearnedFact> = known.into_iter().filter(|item| !seeded.contains(&item.text)).collect();
    figures.scores = Some(score::score(&life.truth, &learned, &soul.procedures()?, &settled));
    figures.core_tokens = soul.core_tokens()?;
    figures.after = Some(ask::all(&soul, life)?);
    if setting.at_once {
        let third = Soul::set_up(setting, "at-once", life)?;
        third.write_days(&life.days.iter().collect::<Vec<_>>())?;
        third.at_end_of(life.truth.to);
        // The index and the intake of hand edits are not what is timed.
        third.run(&["recall", "anything", "--json"])?;
        let mut whole = Figures { reflections: 0, items: 0, drafting_s: 0.0, slowest_draft_s: 0.0, ..figures.clone() };
        let read = reflect(&third, &mut whole, &mut Vec::new())?;
        figures.at_once = Some((whole.drafting_s, whole.reflections, read));
    }
    Ok(figures)
}

/// Reflects and approves everything until nothing is left unread; how many episodes were read.
fn reflect(soul: &Soul, figures: &mut Figures, settled: &mut Vec<Value>) -> Result<usize> {
    let mut read = 0;
    for _ in 0..MOST_CYCLES {
        let started = Instant::now();
        let drafted = soul.json(&["reflect", "--json"])?;
        let took: Duration = started.elapsed();
        figures.drafting_s += took.as_secs_f64();
        figures.slowest_draft_s = figures.slowest_draft_s.max(took.as_secs_f64());
        read += find_number(&drafted, "episodes").unwrap_or(0) as usize;
        let Some(pending) = soul.pending()? else { return Ok(read) };
        let items = pending["items"].as_array().cloned().unwrap_or_default();
        if items.is_empty() {
            return Ok(read);
        }
        figures.items += items.len();
        settled.extend(items.into_iter().filter(|item| item["op"]["do"] == "settle"));
        soul.run(&["reflect", "approve", "--json"])?;
        figures.reflections += 1;
        let left = pending["counts"]["left"].as_u64().or_else(|| find_number(&drafted, "left")).unwrap_or(0);
        if left == 0 {
            return Ok(read);
        }
    }
    bail!("{MOST_CYCLES} reflections in a row left episodes unread")
}

/// A number anywhere in an answer.
fn find_number(value: &Value, key: &str) -> Option<u64> {
    match value {
        Value::Object(map) => match map.get(key).and_then(Value::as_u64) {
            Some(number) => Some(number),
            None => map.values().find_map(|inner| find_number(inner, key)),
        },
        _ => None,
    }
}

/// The last days of the months.
fn months(life: &Life) -> Vec<Date> {
    let mut ends: Vec<Date> = life.days.keys().map(|day| day.last_of_month()).collect();
    ends.dedup();
    ends
}

/// Everything that was there and is not: bytes of day files, and what was known after any month.
fn lost(soul: &Soul, life: &Life, ever: &BTreeSet<String>) -> Result<Vec<String>> {
    let mut lost = Vec::new();
    for (day, text) in &life.days {
        if soul.read(&format!("memory/episodes/{day}.md"))?.as_deref() != Some(text.as_str()) {
            lost.push(format!("{day}: its log is not what was written"));
        }
    }
    let everything = soul.everything()?;
    let squeezed = known::squeeze(&everything);
    lost.extend(ever.iter().filter(|text| !squeezed.contains(&known::squeeze(text))).cloned());
    Ok(lost)
}
