//! Phase 2, meta-reflection: what recurs over all past reflections, and the syntheses at milestones.

use std::collections::BTreeMap;

use soulfile_vocabulary::{Authority, Scope};

use crate::item::{Item, ItemKind, Op};
use crate::journal::PastReflection;
use crate::survey::Survey;

/// Reflections after which there is a synthesis.
pub const MILESTONES: [u32; 4] = [10, 25, 50, 100];
/// In how many past reflections something must have come up to be called recurring.
const RECURRING: usize = 2;
/// How many entries tell a rhythm.
const RHYTHM: usize = 20;
/// How many themes a reflection names.
const THEMES: usize = 5;
/// How many insights one reflection offers.
const OFFERED: usize = 4;

/// What the past says about how to read the present.
#[derive(Debug, Default)]
pub struct Guidance {
    /// What this reflection is about.
    pub themes: Vec<String>,
    /// What was seen.
    pub insights: Vec<Item>,
    /// Questions that were asked before and are still open.
    pub open_questions: Vec<String>,
}

/// Reviews past reflections and evolution.md for the reflection with this number.
pub fn review(survey: &Survey, number: u32) -> Guidance {
    let themes: Vec<String> = survey.areas().into_iter().take(THEMES).map(|area| area.name).collect();
    let mut insights: Vec<Item> = themes.iter().filter_map(|theme| recurring(survey, theme)).collect();
    insights.extend(rhythm(survey));
    insights.extend(revisions(survey));
    let open_questions = persistent_questions(&survey.past);
    insights.retain(|item| !survey.ledger.rejects(item));
    insights.truncate(OFFERED);
    if MILESTONES.contains(&number) {
        insights.push(milestone(survey, number, &open_questions));
    }
    Guidance { themes, insights, open_questions }
}

/// An insight; one and the same, whatever its figures, is named by its subject.
fn insight(subject: &str, text: String) -> Item {
    Item {
        number: 0,
        kind: ItemKind::Insight,
        key: Item::key_of(ItemKind::Insight, subject, ""),
        op: Op::Note { text, milestone: None, threads: Vec::new() },
        evidence: Vec::new(),
        grounds: Vec::new(),
        trust: Authority::Agent,
        scope: Scope::Private,
    }
}

fn recurring(survey: &Survey, theme: &str) -> Option<Item> {
    let times = survey.past.iter().filter(|past| past.themes.iter().any(|known| known == theme)).count();
    let written = survey.evolution.has(&format!("“{theme}”"));
    (times >= RECURRING && !written).then(|| {
        let all = survey.past.len() + 1;
        insight(
            &format!("theme {theme}"),
            format!("Across {all} reflections, “{theme}” keeps coming up ({} of them).", times + 1),
        )
    })
}

fn rhythm(survey: &Survey) -> Option<Item> {
    let mut parts: BTreeMap<&str, usize> = BTreeMap::new();
    for episode in &survey.episodes {
        let part = match episode.at.hour() {
            5..12 => "morning",
            12..17 => "afternoon",
            17..23 => "evening",
            _ => "night",
        };
        *parts.entry(part).or_default() += 1;
    }
    let all: usize = parts.values().sum();
    let (part, count) = parts.into_iter().max_by_key(|(_, count)| *count)?;
    let share = count * 100 / all.max(1);
    let written = survey.evolution.has(&format!("fall in the {part}"));
    (all >= RHYTHM && share >= 60 && !written)
        .then(|| insight(&format!("rhythm {part}"), format!("Most entries fall in the {part} ({share} % of {all}).")))
}

fn revisions(survey: &Survey) -> Option<Item> {
    let revised: u32 = survey.past.iter().map(|past| past.revised).sum();
    let step = revised / 10 * 10;
    let written = survey.evolution.has(&format!("{step} or more"));
    (step > 0 && !written).then(|| {
        let text = format!(
            "Understanding has been revised {step} or more times over {} reflections: what is known changes, and the past is kept.",
            survey.past.len()
        );
        insight(&format!("revisions {step}"), text)
    })
}

/// Questions asked in several reflections.
fn persistent_questions(past: &[PastReflection]) -> Vec<String> {
    let mut asked: BTreeMap<&str, usize> = BTreeMap::new();
    for question in past.iter().flat_map(|past| &past.questions) {
        *asked.entry(question).or_default() += 1;
    }
    asked.into_iter().filter(|(_, times)| *times >= RECURRING).map(|(question, _)| question.to_owned()).collect()
}

/// The synthesis of a milestone: first patterns, consolidated threads, what has changed, the whole arc.
fn milestone(survey: &Survey, number: u32, open: &[String]) -> Item {
    let themes = weighted(&survey.past);
    let named = |themes: &[(&str, usize)]| -> String {
        let names: Vec<String> = themes.iter().take(5).map(|(name, times)| format!("{name} ({times})")).collect();
        if names.is_empty() { "none yet".to_owned() } else { names.join(", ") }
    };
    let revised: u32 = survey.past.iter().map(|past| past.revised).sum();
    let first = survey.past.first().and_then(|past| past.date);
    let since = first.map_or(String::new(), |date| format!(" since {date}"));
    let mut threads = survey.evolution.threads();
    threads.extend(open.iter().filter(|question| !threads.contains(question)).cloned().collect::<Vec<_>>());
    let mut lines = vec![format!("{number} reflections{since}; recurring: {}", named(&themes))];
    match number {
        10 => lines.push(format!("First patterns: facts were revised {revised} times; open questions: {}", open.len())),
        25 => lines.push(format!("{} threads are kept open, repeated ones joined", threads.len())),
        50 => {
            let (early, late) = halves(&survey.past);
            lines.push(format!("What came up early: {}", named(&early)));
            lines.push(format!("What comes up now: {}", named(&late)));
            lines.push(format!("What has changed: {revised} facts were replaced by newer ones"));
        }
        _ => {
            let (early, late) = halves(&survey.past);
            lines.push(format!("The first half was about {}; the second about {}", named(&early), named(&late)));
            lines.push(format!("{revised} facts were replaced on the way; {} threads are open", threads.len()));
            let decided: usize = survey.past.iter().map(|past| past.decided.len()).sum();
            lines.push(format!("{decided} decisions by a person shaped what is remembered"));
        }
    }
    let mut item = insight(&format!("milestone {number}"), lines.join("\n"));
    // The same threads in other spellings are one.
    threads.sort_by_key(|thread| thread.to_lowercase());
    threads.dedup_by_key(|thread| thread.to_lowercase());
    let threads = if number == 25 { threads } else { Vec::new() };
    item.op = Op::Note { text: lines.join("\n"), milestone: Some(number), threads };
    item
}

type Weighted<'p> = Vec<(&'p str, usize)>;

fn halves(past: &[PastReflection]) -> (Weighted<'_>, Weighted<'_>) {
    let (first, second) = past.split_at(past.len() / 2);
    (weighted(first), weighted(second))
}

/// Themes with how often they came up, most frequent first.
fn weighted(past: &[PastReflection]) -> Weighted<'_> {
    let mut themes: BTreeMap<&str, usize> = BTreeMap::new();
    for theme in past.iter().flat_map(|past| &past.themes) {
        *themes.entry(theme).or_default() += 1;
    }
    let mut themes: Weighted<'_> = themes.into_iter().collect();
    themes.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    themes
}
