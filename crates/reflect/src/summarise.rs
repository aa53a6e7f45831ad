//! Phase 5, summarise: numbers the items, counts the budget, and writes `pending-reflection.md`.
//!
//! The file is for people: one line per item that can be ticked, deleted or reworded, what it rests on
//! below it. [`crate::edited`] reads it back.

use std::collections::BTreeMap;

use soulfile_memory::core::Block;
use soulfile_memory::escape::{escape_inline, single_line};
use soulfile_vocabulary::Scope;

use crate::consolidate::Findings;
use crate::item::{Counts, Evidence, Item, ItemKind, Keep, Op, Reflection};
use crate::meta::Guidance;
use crate::rewrite;
use crate::survey::Survey;

/// How many questions are asked at once.
const ASKED: usize = 6;

/// Puts a reflection together.
pub fn assemble(
    survey: &Survey,
    findings: Findings,
    guidance: Guidance,
    engine: &str,
    number: u32,
    trigger: &str,
) -> Reflection {
    let mut items = findings.items;
    items.extend(guidance.insights);
    items.sort_by_key(|item| item.kind);
    for (at, item) in items.iter_mut().enumerate() {
        item.number = at as u32 + 1;
    }
    let mut questions = findings.questions;
    questions.extend(guidance.open_questions.into_iter().filter(|open| survey.evolution.has(open)));
    questions.extend(findings.notes);
    questions.dedup();
    questions.truncate(ASKED);
    let read = &survey.episodes[..findings.taken.min(survey.episodes.len())];
    let mut days = BTreeMap::new();
    for episode in read {
        days.insert(episode.path.clone(), episode.read.clone());
    }
    let mut reflection = Reflection {
        id: format!("r-{number:03}"),
        number,
        date: survey.today(),
        engine: engine.to_owned(),
        trigger: trigger.to_owned(),
        core_diff: rewrite::diff(&items),
        items,
        questions,
        themes: guidance.themes,
        counts: Counts {
            tokens: 0,
            budget: survey.settings.budget,
            episodes: read.len(),
            left: survey.episodes.len() - read.len(),
            entities: survey.entities.len(),
            procedures: survey.procedures.len(),
            reflections: survey.past.len(),
        },
        days,
        confirmed: findings.confirmed,
        next: None,
    };
    let count = |reflection: &Reflection| (survey.settings.count)(&render(reflection));
    reflection.counts.tokens = count(&reflection);
    // What comes again by itself waits when there is no room; what was read from episodes never does.
    let waits = |item: &Item| matches!(item.kind, ItemKind::Archive | ItemKind::Merge | ItemKind::Insight);
    while reflection.counts.tokens > survey.settings.budget
        && let Some(last) = reflection.items.iter().rposition(waits)
    {
        reflection.items.remove(last);
        for (at, item) in reflection.items.iter_mut().enumerate() {
            item.number = at as u32 + 1;
        }
        reflection.counts.tokens = count(&reflection);
    }
    reflection
}

/// What an item takes of the budget.
pub fn cost(item: &Item, count: fn(&str) -> usize) -> usize {
    count(&lines(item))
}

/// The whole file.
pub fn render(reflection: &Reflection) -> String {
    let mut out = format!("# Reflection Summary — {}\n\n", reflection.date);
    out.push_str(&format!(
        "<!-- {}: nothing applies before a person approves it. Delete a line to reject it, tick boxes to take only those, change the words after the colon; then `soul reflect approve --with-changes`. -->\n",
        reflection.id
    ));
    let mut section = |title: &str, kinds: &[ItemKind], after: &str| {
        out.push_str(&format!("\n## {title}\n"));
        let mut any = false;
        for item in reflection.items.iter().filter(|item| kinds.contains(&item.kind)) {
            out.push_str(&lines(item));
            any = true;
        }
        if !any {
            out.push_str("- None this cycle\n");
        }
        out.push_str(after);
    };
    section("🧠 New Knowledge Extracted", &[ItemKind::Fact, ItemKind::Procedure], "");
    section("🔗 New Connections", &[ItemKind::Connection, ItemKind::Merge], "");
    section("📦 Proposed Archival", &[ItemKind::Archive], "");
    section("⚠️ Contradictions Detected", &[ItemKind::Contradiction], "");
    let diff = match reflection.core_diff.as_str() {
        "" => String::new(),
        diff => format!("\n```diff\n{}```\n", visible(diff)),
    };
    section("✏️ Core Memory Changes", &[ItemKind::Core], &diff);
    if reflection.items.iter().any(|item| item.kind == ItemKind::Proposal) {
        section("📥 Proposals", &[ItemKind::Proposal], "");
    }
    section("🌱 Philosophical Evolution", &[ItemKind::Insight], "");
    if !reflection.questions.is_empty() {
        out.push_str("\n## Questions for You\n");
        for question in &reflection.questions {
            out.push_str(&format!("- {}\n", shown(question)));
        }
    }
    let counts = &reflection.counts;
    out.push_str(&format!(
        "\n---\nReflection #: {} ({}, engine {})\n",
        reflection.number, reflection.id, reflection.engine
    ));
    out.push_str(&format!("Token budget used: {} / {}\n", grouped(counts.tokens), grouped(counts.budget)));
    out.push_str(&format!(
        "Memories processed: {} episodes, {} entities, {} procedures\n",
        counts.episodes, counts.entities, counts.procedures
    ));
    if counts.left > 0 {
        out.push_str(&format!("Left for the next reflection: {} episodes\n", counts.left));
    }
    out.push_str(&format!("Reflections reviewed: {} past reflections\n", counts.reflections));
    if let Some(next) = &reflection.next {
        out.push_str(&format!("Next scheduled reflection: {next}\n"));
    }
    out.push_str("\nReply with approve, approve with changes, partial approve 1,3-5, or reject.\n");
    out
}

/// An item's line and what stands below it.
fn lines(item: &Item) -> String {
    let (fixed, words) = face(item);
    let mut out = format!("- [ ] **{}** {fixed}{words}\n", item.number);
    for line in below(item) {
        out.push_str(&format!("  {line}\n"));
    }
    for seen in &item.evidence {
        out.push_str(&format!("  - {}\n", quoted(seen)));
    }
    out
}

/// An item's line in two parts: what has to stay as it is, and the words a person may change.
pub fn face(item: &Item) -> (String, String) {
    let title = |block: &str| Block::ALL.iter().find(|b| b.key() == block).map_or("Other", |b| b.title());
    match &item.op {
        Op::AddFact { entity, text, .. } => (format!("{}: ", shown(&entity.id)), shown(text)),
        Op::Connect { from, relation, to, .. } => {
            (format!("{} → {relation} → {} (NEW)", shown(&from.id), shown(&to.id)), String::new())
        }
        Op::Settle { older, newer, keep, .. } => (
            format!("“{}” ({}) ↔ “{}” ({}), keep: ", shown(&older.text), side(older), shown(&newer.text), side(newer)),
            keep.as_str().to_owned(),
        ),
        Op::Merge { absorbed, into, why } => {
            (format!("merge {} into {} ({why})", shown(&absorbed.id), shown(&into.id)), String::new())
        }
        Op::Learn { name, trigger, .. } => (format!("procedure {}: ", shown(name)), shown(trigger)),
        Op::Archive { id, text, score, unused } => {
            let score = f64::from(*score) / 100.0;
            (format!("{}: {} (score: {score:.2}, not needed for {unused} days)", shown(id), shown(text)), String::new())
        }
        Op::CoreAdd { block, text } => (format!("{}, add: ", title(block)), shown(text)),
        Op::CoreReplace { block, old, text, .. } => {
            (format!("{}, instead of “{}”: ", title(block), shown(old)), shown(text))
        }
        Op::CoreDemote { block, text, why, .. } => {
            (format!("{}, demote: {} ({})", title(block), shown(text), shown(why)), String::new())
        }
        Op::Accept { number, from, text, store, .. } => {
            (format!("proposal #{number} from {} ({store}): {}", shown(from), shown(text)), String::new())
        }
        Op::Note { text, milestone, .. } => {
            let fixed = milestone.map_or(String::new(), |n| format!("{}: ", crate::journal::milestone_title(n)));
            (fixed, shown(&text.replace('\n', " / ")))
        }
    }
}

/// What an item says, on one line, as a person reads it.
pub fn sentence(item: &Item) -> String {
    let (fixed, words) = face(item);
    format!("{fixed}{words}").trim_end_matches(": ").to_owned()
}

fn side(side: &crate::item::Side) -> String {
    let since = side.since.map_or(String::new(), |since| format!("{since}, "));
    format!("{since}{}", side.trust)
}

/// What stands below an item's line, before its evidence.
pub(crate) fn below(item: &Item) -> Vec<String> {
    let mut out = Vec::new();
    match &item.op {
        Op::AddFact { entity, replaces, links, .. } => {
            let fresh: Vec<String> =
                std::iter::once(entity).chain(links).filter(|e| e.new).map(|e| shown(&e.label)).collect();
            if !fresh.is_empty() {
                out.push(format!("- new: {}", fresh.join(", ")));
            }
            if !links.is_empty() {
                let links: Vec<String> = links.iter().map(|link| shown(&link.id)).collect();
                out.push(format!("- linked to {}", links.join(", ")));
            }
            out.extend(
                replaces.iter().map(|old| format!("- replaces “{}” of {}", shown(&old.text), shown(&old.entity))),
            );
        }
        Op::Learn { steps, .. } => {
            out.extend(steps.iter().enumerate().map(|(at, step)| format!("{}. {}", at + 1, shown(step))));
        }
        Op::Settle { keep: Keep::Both, .. } => {
            out.push("- both are kept, linked and marked uncertain; write newer or older to decide".to_owned());
        }
        Op::Settle { .. } => out.push("- write both, newer or older".to_owned()),
        Op::Accept { .. } => out.extend(
            item.careful().map(|why| format!("- ⚠️ careful: {why}; only taken when named by its number or ticked")),
        ),
        _ => {}
    }
    if item.scope != Scope::Private {
        out.push(format!("- seen by: {}", shown(&item.scope.to_string())));
    }
    out
}

fn quoted(seen: &Evidence) -> String {
    format!("{}:{} “{}” ({})", seen.path, seen.line, shown(&seen.words), seen.trust)
}

/// A text on one line that shows every character it has.
pub fn shown(text: &str) -> String {
    escape_inline(&visible(&single_line(text)))
}

/// A text without characters that cannot be seen: what is stored is what was shown.
pub fn clean(text: &str) -> String {
    text.chars().filter(|c| !is_hidden(*c)).collect()
}

/// Characters that cannot be seen are written out.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let chars: Vec<char> = text.chars().collect();
    for (at, c) in chars.iter().enumerate() {
        let ascii_beside = |offset: usize| chars.get(offset).is_none_or(char::is_ascii);
        let joiner =
            matches!(c, '\u{200c}' | '\u{200d}') && at.checked_sub(1).is_none_or(ascii_beside) && ascii_beside(at + 1);
        if joiner || is_hidden(*c) {
            out.push_str(&format!("⟨U+{:04X}⟩", *c as u32));
        } else {
            out.push(*c);
        }
    }
    out
}

fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
        || c.is_control() && c != '\n'
}

/// 8000 as 8,000.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
