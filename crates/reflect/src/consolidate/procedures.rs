//! Procedures: steps somebody spelled out, and sequences of steps that keep coming back.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use regex::Regex;
use soulfile_language::route::{self, Origin};
use soulfile_language::steps::{self, Steps, first_words};
use soulfile_language::vocabulary::Store;
use soulfile_memory::entity::slug;
use soulfile_text::analyze::Analyzer;
use soulfile_text::stop::is_stop;

use super::{evidence, item};
use crate::item::{Evidence, Item, ItemKind, Op};
use crate::survey::{Lived, Survey};

/// On how many days a sequence must have been seen.
const OCCASIONS: usize = 3;
/// The fewest steps of a workflow.
const STEPS: usize = 2;
/// Entries with more parts than this are lists, not workflows.
const MOST: usize = 12;

/// What the episodes teach about how things are done.
pub fn find(survey: &Survey, episodes: &[Lived]) -> Vec<Item> {
    let mut items = spelled_out(survey, episodes);
    items.extend(repeated(survey, episodes));
    let mut seen = HashSet::new();
    items.retain(|item| seen.insert(item.key.clone()) && is_clean(item));
    items
}

/// "To deploy: run the tests, tag, push".
fn spelled_out(survey: &Survey, episodes: &[Lived]) -> Vec<Item> {
    let mut items = Vec::new();
    for episode in episodes.iter().filter(|episode| episode.is_evidence()) {
        let text = episode.text.trim();
        if text.chars().count() > 1_200 || route::route(text, Origin::Detected, &episode.at).store != Store::Procedural
        {
            continue;
        }
        let Steps { trigger, steps } = steps::read(text);
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

/// Whether a trigger says when or how something is done, rather than heading a list.
fn tells_when(trigger: &str) -> bool {
    static WHEN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^(?:(?:our|my|the|here'?s|this is) )?(?:to|when|whenever|before|after|if|every time|each time|once|how to|how (?:i|we)|steps?|procedure|workflow|process|recipe|routine|checklist|runbook)\b|\b(?:procedure|workflow|process|routine|checklist|runbook|recipe|steps)$|步骤|流程|做法|前$|后$|时$|时候$")
            .expect("valid pattern")
    });
    WHEN.is_match(trigger.trim())
}

/// The same steps in the same order, on several days.
fn repeated(survey: &Survey, episodes: &[Lived]) -> Vec<Item> {
    let mut analyzer = Analyzer::new();
    let mut told: Vec<(&Lived, Vec<(String, String)>)> = Vec::new();
    for episode in episodes.iter().filter(|episode| episode.is_evidence()) {
        let cut: Vec<String> = steps::cut(&episode.text);
        if !(STEPS..=MOST).contains(&cut.len()) {
            continue;
        }
        let keyed: Vec<(String, String)> =
            cut.into_iter().filter_map(|step| Some((key(&mut analyzer, &step)?, step))).collect();
        if keyed.len() >= STEPS {
            told.push((episode, keyed));
        }
    }
    // Every pair of steps that follow each other, and who told it.
    let mut pairs: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (at, (_, steps)) in told.iter().enumerate() {
        for pair in steps.windows(2).filter(|pair| pair[0].0 != pair[1].0) {
            let who = pairs.entry((&pair[0].0, &pair[1].0)).or_default();
            if who.last() != Some(&at) {
                who.push(at);
            }
        }
    }
    pairs.retain(|_, who| who.iter().map(|at| told[*at].0.at.date()).collect::<HashSet<_>>().len() >= OCCASIONS);
    let next: HashMap<&str, (&str, usize)> = pairs.iter().fold(HashMap::new(), |mut next, ((from, to), who)| {
        let best = next.entry(*from).or_insert((*to, who.len()));
        if who.len() > best.1 {
            *best = (*to, who.len());
        }
        next
    });
    let follows: HashSet<&str> = next.values().map(|(to, _)| *to).collect();
    let mut items = Vec::new();
    for start in next.keys().filter(|key| !follows.contains(*key)) {
        let mut chain = vec![*start];
        while let Some((to, _)) = next.get(chain[chain.len() - 1]) {
            if chain.contains(to) || chain.len() >= MOST {
                break;
            }
            chain.push(to);
        }
        let who: Vec<usize> = pairs.get(&(chain[0], chain[1])).cloned().unwrap_or_default();
        // The words are those of the last time it was told.
        let Some(last) = who.last() else { continue };
        let words: HashMap<&str, &str> = told[*last].1.iter().map(|(k, s)| (k.as_str(), s.as_str())).collect();
        let steps: Vec<String> = chain.iter().filter_map(|key| words.get(key).map(|s| (*s).to_owned())).collect();
        if steps.len() < STEPS {
            continue;
        }
        let said: Vec<(&Lived, Evidence)> = who
            .iter()
            .rev()
            .take(OCCASIONS)
            .map(|at| (told[*at].0, evidence(told[*at].0, told[*at].0.text.lines().next().unwrap_or_default())))
            .collect();
        let trigger = format!("As several times before: {}", lower_first(&steps[0]));
        let name = slug(&first_words(&steps[0], 8));
        let known = is_known(survey, &name, &steps, &told[*last].0.id.to_string());
        if !known && !name.is_empty() {
            items.push(learn(name, trigger, steps, &said));
        }
    }
    items.sort_by(|a, b| a.key.cmp(&b.key));
    items
}

fn learn(name: String, trigger: String, steps: Vec<String>, said: &[(&Lived, Evidence)]) -> Item {
    let key = Item::key_of(ItemKind::Procedure, &name, &steps.join(" "));
    item(ItemKind::Procedure, key, Op::Learn { name, trigger, steps }, said, Vec::new())
}

/// No credential is taught.
fn is_clean(item: &Item) -> bool {
    match &item.op {
        Op::Learn { trigger, steps, .. } => {
            std::iter::once(trigger).chain(steps).all(|text| soulfile_language::secret::scan(text).is_empty())
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

/// What a step does, by its first two telling words.
fn key(analyzer: &mut Analyzer, step: &str) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    let plain: Vec<&str> = step.split_whitespace().filter(|word| !is_stop(&word.to_lowercase())).take(4).collect();
    analyzer.each_term(&plain.join(" "), |term, _| {
        if words.len() < 2 && !words.iter().any(|word| word == term) {
            words.push(term.to_owned());
        }
    });
    (!words.is_empty()).then(|| words.join(" "))
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_lowercase().chain(chars).collect())
}
