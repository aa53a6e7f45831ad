//! Procedures: steps somebody spelled out, and sequences of steps that keep coming back.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;
use soulfile_memory::entity::slug;
use soulfile_memory::id::{MemoryId, PageId};
use soulfile_text::analyze::Analyzer;
use soulfile_text::sentences::first_words;
use soulfile_text::stop::is_stop;
use soulfile_understand::{Steps, Understand};
use soulfile_vocabulary::{Authority, Store};

use super::{evidence, item};
use crate::item::{Evidence, Item, ItemKind, Op};
use crate::survey::{Lived, Survey};

/// On how many days a sequence must have been seen.
const OCCASIONS: usize = 3;
/// The fewest steps of a workflow.
const STEPS: usize = 2;
/// The fewest steps that must come back, for what was only done and never spelled out.
const REPEATED: usize = 3;
/// Entries with more parts than this are lists, not workflows.
const MOST: usize = 12;
/// How many entries of several steps are compared with each other.
const COMPARED: usize = 400;

/// What the episodes teach about how things are done.
pub fn find(survey: &Survey, episodes: &[Lived]) -> Vec<Item> {
    let mut items = spelled_out(survey, episodes);
    items.extend(repeated(survey, episodes));
    let mut seen = HashSet::new();
    items.retain(|item| seen.insert(item.key.clone()) && is_clean(&*survey.understand, item));
    items
}

/// The procedures that were followed again: being done is what keeps them alive.
pub fn followed(survey: &Survey, episodes: &[Lived]) -> Vec<String> {
    let mut analyzer = Analyzer::new();
    let runs: Vec<Run<'_>> =
        episodes.iter().filter_map(|episode| Run::read(&*survey.understand, episode, &mut analyzer)).collect();
    let mut out = Vec::new();
    for procedure in &survey.procedures {
        let known: Vec<Step> = procedure.steps.iter().map(|step| Step::read(step, &mut analyzer)).collect();
        let least = REPEATED.max(known.len() * 6 / 10);
        if runs.iter().any(|run| in_order(&known, &run.steps) >= least) {
            out.push(MemoryId::Page(PageId::whole(Store::Procedural, procedure.name())).to_string());
        }
    }
    out
}

/// "To deploy: run the tests, tag, push".
fn spelled_out(survey: &Survey, episodes: &[Lived]) -> Vec<Item> {
    let mut items = Vec::new();
    for episode in episodes.iter().filter(|episode| episode.is_evidence() && is_told(&*survey.understand, episode)) {
        let text = episode.text.trim();
        let read = survey.read(text, episode);
        if text.chars().count() > 1_200 || read.likeliest_store() != Store::Procedural {
            continue;
        }
        let Steps { trigger, steps } = read.steps();
        let name = slug(&first_words(&trigger, 8));
        if steps.len() < STEPS
            || !tells_when(&trigger)
            || name.is_empty()
            || is_known(survey, &name, &steps, &episode.id.to_string())
        {
            continue;
        }
        let words = text.lines().next().unwrap_or(text).to_owned();
        items.push(learn(name, trigger, steps, &[(episode, evidence(episode, &words))]));
    }
    items
}

/// Whether somebody tells it themselves: neither put out by a tool, nor imagined, nor quoted.
fn is_told(understand: &dyn Understand, episode: &Lived) -> bool {
    let first = episode.text.lines().next().unwrap_or_default();
    !matches!(episode.trust, Authority::Tool | Authority::Web) && understand.statement(first).scores().joke < 0.5
}

/// Whether a trigger says when or how something is done, rather than heading a list.
fn tells_when(trigger: &str) -> bool {
    static WHEN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^(?:(?:our|my|the|here'?s|this is) )?(?:to|when|whenever|before|after|if|every time|each time|once|how to|how (?:i|we)|steps?|procedure|workflow|process|recipe|routine|checklist|runbook)\b|\b(?:procedure|workflow|process|routine|checklist|runbook|recipe|steps)$|步骤|流程|做法|前$|后$|时$|时候$")
            .expect("valid pattern")
    });
    WHEN.is_match(trigger.trim())
}

/// What was done the same way on several days, told afterwards: entries of several steps that match in order.
fn repeated(survey: &Survey, episodes: &[Lived]) -> Vec<Item> {
    let understand = &*survey.understand;
    let mut analyzer = Analyzer::new();
    let mut runs: Vec<Run<'_>> = survey
        .earlier
        .iter()
        .chain(episodes)
        .filter_map(|episode| Run::read(understand, episode, &mut analyzer))
        .collect();
    // The latest are enough, and keep the comparison of all with all small.
    runs.drain(..runs.len().saturating_sub(COMPARED));
    let known: Vec<Vec<Step>> = survey
        .procedures
        .iter()
        .map(|procedure| procedure.steps.iter().map(|step| Step::read(step, &mut analyzer)).collect())
        .collect();
    let mut items = Vec::new();
    while let Some((model, others)) = most_repeated(&runs) {
        let members: Vec<&Run<'_>> = others.iter().map(|at| &runs[*at]).collect();
        let steps = common(&runs[model], &members);
        let taught = known.iter().any(|known| in_order(known, &steps) * 10 >= steps.len() * 6);
        if steps.len() >= REPEATED && !taught {
            items.extend(workflow(understand, &runs[model], &members, &steps));
        }
        let mut at = 0;
        runs.retain(|_| {
            at += 1;
            at - 1 != model && !others.contains(&(at - 1))
        });
    }
    items.sort_by(|a, b| a.key.cmp(&b.key));
    items
}

/// An entry that tells several steps.
struct Run<'s> {
    episode: &'s Lived,
    steps: Vec<Step>,
}

/// One step, with the words it is recognised by.
#[derive(Clone)]
struct Step {
    text: String,
    terms: HashSet<String>,
}

impl Step {
    fn read(text: &str, analyzer: &mut Analyzer) -> Step {
        let mut terms = HashSet::new();
        let plain: Vec<&str> = text.split_whitespace().filter(|word| !is_stop(&word.to_lowercase())).collect();
        analyzer.each_term(&plain.join(" "), |term, _| {
            if term.chars().count() > 2 && !term.chars().any(|c| c.is_ascii_digit()) {
                terms.insert(term.to_owned());
            }
        });
        Step { text: text.trim().to_owned(), terms }
    }

    fn is_like(&self, other: &Step) -> bool {
        !self.terms.is_disjoint(&other.terms)
    }
}

impl<'s> Run<'s> {
    /// Reads an entry of the user's or the agent's; what a tool puts out is no workflow of anybody's.
    fn read(understand: &dyn Understand, episode: &'s Lived, analyzer: &mut Analyzer) -> Option<Run<'s>> {
        if !episode.is_evidence() || matches!(episode.trust, Authority::Tool | Authority::Web) {
            return None;
        }
        let parts = episode.reading.sentences();
        if parts.iter().any(|part| part.question) {
            return None;
        }
        let told: Vec<String> = match parts {
            // "Ran the tests, tagged the release, deployed it": one sentence, a verb at each step.
            [only] => {
                let cut = understand.statement(episode.reading.words(only)).cut_steps();
                if cut.iter().all(|step| begins_with_deed(step)) { cut } else { Vec::new() }
            }
            several => several.iter().map(|part| episode.text[part.span.clone()].to_owned()).collect(),
        };
        // What opens the telling is one part more.
        let least = REPEATED + usize::from(parts.len() > 1);
        let steps: Vec<Step> =
            told.iter().map(|step| Step::read(step, analyzer)).filter(|step| !step.terms.is_empty()).collect();
        (least..=MOST).contains(&steps.len()).then_some(Run { episode, steps })
    }

    fn day(&self) -> jiff::civil::Date {
        self.episode.at.date()
    }
}

/// Whether a step begins with what was done.
fn begins_with_deed(step: &str) -> bool {
    const IRREGULAR: &[&str] =
        &["ran", "sent", "put", "wrote", "built", "made", "took", "went", "fed", "set", "cut", "left", "did", "got"];
    let first = step.split_whitespace().next().unwrap_or_default().to_lowercase();
    first.ends_with("ed") || IRREGULAR.contains(&first.as_str())
}

/// How many steps of one are found in the other, in order.
fn in_order(one: &[Step], other: &[Step]) -> usize {
    let mut row = vec![0; other.len() + 1];
    for step in one {
        let mut diagonal = 0;
        for (at, against) in other.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if step.is_like(against) { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    row[other.len()]
}

/// Whether two runs are of one workflow: most steps of the shorter one, in order.
fn alike(one: &Run<'_>, other: &Run<'_>) -> bool {
    let least = REPEATED.max(one.steps.len().min(other.steps.len()) * 6 / 10);
    one.day() != other.day() && in_order(&one.steps, &other.steps) >= least
}

/// The run with the most others like it, on enough days; the latest of several.
fn most_repeated(runs: &[Run<'_>]) -> Option<(usize, Vec<usize>)> {
    let mut best: Option<(usize, Vec<usize>)> = None;
    for (at, run) in runs.iter().enumerate() {
        let others: Vec<usize> = (0..runs.len()).filter(|other| *other != at && alike(run, &runs[*other])).collect();
        let days: HashSet<_> = others.iter().map(|other| runs[*other].day()).collect();
        if days.len() + 1 >= OCCASIONS && best.as_ref().is_none_or(|(_, most)| others.len() >= most.len()) {
            best = Some((at, others));
        }
    }
    best
}

/// The steps of a run that most of the others have too.
fn common(run: &Run<'_>, others: &[&Run<'_>]) -> Vec<Step> {
    let shared = |step: &&Step| {
        let with = others.iter().filter(|other| other.steps.iter().any(|against| step.is_like(against))).count();
        with * 10 >= others.len() * 4
    };
    run.steps.iter().filter(shared).cloned().collect()
}

fn workflow(understand: &dyn Understand, run: &Run<'_>, others: &[&Run<'_>], steps: &[Step]) -> Option<Item> {
    let opening = run.episode.text.lines().next().unwrap_or_default();
    let read = understand.statement(opening);
    let opening = read.sentences().first().map_or(opening, |first| read.words(first)).to_owned();
    // What opens the telling says when; it is no step unless it is all there is.
    let steps: Vec<String> =
        steps.iter().map(|step| step.text.clone()).filter(|step| *step != opening || steps.len() <= REPEATED).collect();
    let mut seen: Vec<&Run<'_>> = others.to_vec();
    seen.sort_by_key(|other| other.day());
    let said: Vec<(&Lived, Evidence)> = std::iter::once(run)
        .chain(seen.into_iter().rev())
        .take(OCCASIONS)
        .map(|run| (run.episode, evidence(run.episode, run.episode.text.lines().next().unwrap_or_default())))
        .collect();
    let name = slug(&first_words(&opening, 6));
    let trigger = format!("{opening} (done this way on {} days)", others.len() + 1);
    (!name.is_empty() && steps.len() >= STEPS).then(|| learn(name, trigger, steps, &said))
}

fn learn(name: String, trigger: String, steps: Vec<String>, said: &[(&Lived, Evidence)]) -> Item {
    let key = Item::key_of(ItemKind::Procedure, &name, &steps.join(" "));
    item(ItemKind::Procedure, key, Op::Learn { name, trigger, steps }, said, Vec::new())
}

/// No credential is taught.
fn is_clean(understand: &dyn Understand, item: &Item) -> bool {
    match &item.op {
        Op::Learn { trigger, steps, .. } => {
            std::iter::once(trigger).chain(steps).all(|text| understand.statement(text).credentials().is_empty())
        }
        _ => true,
    }
}

/// Whether a procedure says this already, or was learned from this very episode.
fn is_known(survey: &Survey, name: &str, steps: &[String], episode: &str) -> bool {
    survey.procedures.iter().any(|procedure| {
        procedure.learned_from.iter().any(|source| source == episode)
            || procedure.name() == name && steps.iter().all(|step| procedure.steps.contains(step))
    })
}

#[cfg(test)]
#[path = "procedures_tests.rs"]
mod tests;
