//! Archival: memories nobody has needed for long, and questions about those that fade.

use std::collections::{HashMap, HashSet};

use soulfile_memory::id::MemoryId;
use soulfile_text::analyze::Analyzer;
use soulfile_vocabulary::{Authority, Scope, Store};

use crate::item::{Evidence, EvidenceBinding, Item, ItemKind, Op};
use crate::survey::{Survey, Vitals};

/// How many fading facts are asked about.
const ASKED: usize = 3;

/// Candidates for archiving, lowest score first, and questions.
pub fn find(survey: &Survey) -> (Vec<Item>, Vec<String>) {
    let mut totals: HashMap<Store, usize> = HashMap::new();
    for vitals in survey.vitals.values().filter(|vitals| !vitals.forgotten) {
        *totals.entry(vitals.store).or_default() += 1;
    }
    // Nothing is put away before a reflection has had its knowledge out of it.
    let unread: HashSet<&MemoryId> = survey.episodes.iter().map(|episode| &episode.id).collect();
    // What is known cites it: put away, it would leave a claim that nothing in sight bears out.
    let cited = cited(survey);
    let mut faded: Vec<(&MemoryId, &Vitals)> = survey
        .vitals
        .iter()
        .filter(|(_, v)| v.score < survey.settings.archive_below && !v.pinned && !v.forgotten)
        .filter(|(id, v)| !matches!(v.store, Store::Core | Store::Vault) && !matches!(id, MemoryId::Entity(_)))
        .filter(|(id, _)| !unread.contains(id))
        .filter(|(id, _)| !cited.contains(&id.to_string()))
        .collect();
    let mut analyzer = Analyzer::new();
    let words = if faded.is_empty() { Words::default() } else { Words::count(survey, &mut analyzer) };
    // What nothing else tells is the only answer to a question about it, however long nobody asked.
    faded.retain(|(id, _)| survey.texts.get(id).is_some_and(|(.., text)| !words.only_here(text, &mut analyzer)));
    faded.sort_by(|a, b| a.1.score.total_cmp(&b.1.score).then_with(|| a.0.cmp(b.0)));
    let mut taken: HashMap<Store, usize> = HashMap::new();
    let mut items = Vec::new();
    for (id, vitals) in faded {
        let Some((path, line, text)) = survey.texts.get(id) else { continue };
        let most = (totals[&vitals.store] as f64 * survey.settings.max_loss_share).floor() as usize;
        let count = taken.entry(vitals.store).or_default();
        if *count >= most {
            continue;
        }
        *count += 1;
        items.push(item(id, vitals, path, *line, text));
    }
    (items, questions(survey))
}

/// The memories that what is known rests on.
fn cited(survey: &Survey) -> HashSet<String> {
    let facts =
        survey.entities.iter().flat_map(|(_, file)| file.current_facts().filter_map(|fact| fact.source.clone()));
    let lines = survey.core.entries().iter().filter_map(|line| line.source.clone());
    let taught = survey.procedures.iter().flat_map(|procedure| procedure.learned_from.iter().cloned());
    facts.chain(lines).chain(taught).collect()
}

/// In how many memories each word stands.
#[derive(Default)]
struct Words(HashMap<String, u32>);

impl Words {
    fn count(survey: &Survey, analyzer: &mut Analyzer) -> Words {
        let mut counts: HashMap<String, u32> = HashMap::new();
        for (.., text) in survey.texts.values() {
            for word in terms(text, analyzer) {
                *counts.entry(word).or_default() += 1;
            }
        }
        Words(counts)
    }

    /// Whether a text has a word that stands nowhere else.
    fn only_here(&self, text: &str, analyzer: &mut Analyzer) -> bool {
        terms(text, analyzer).iter().any(|word| self.0.get(word).copied().unwrap_or(0) <= 1)
    }
}

fn terms(text: &str, analyzer: &mut Analyzer) -> HashSet<String> {
    let mut out = HashSet::new();
    analyzer.each_term(text, |term, _| {
        out.insert(term.to_owned());
    });
    out
}

fn item(id: &MemoryId, vitals: &Vitals, path: &str, line: usize, text: &str) -> Item {
    let op = Op::Archive {
        id: id.to_string(),
        text: text.to_owned(),
        score: (vitals.score * 100.0).round() as u32,
        unused: vitals.unused,
    };
    Item {
        number: 0,
        kind: ItemKind::Archive,
        key: Item::key_of(ItemKind::Archive, &id.to_string(), text),
        op,
        evidence: vec![Evidence {
            id: id.to_string(),
            path: path.to_owned(),
            line,
            words: text.to_owned(),
            trust: Authority::Owner,
        }],
        grounds: vec![EvidenceBinding::of(id, text)],
        trust: Authority::Owner,
        scope: Scope::Private,
    }
}

/// Facts that were used before and are about to fade from view.
fn questions(survey: &Survey) -> Vec<String> {
    let stale = survey.settings.stale_below;
    let mut fading: Vec<(&MemoryId, &Vitals)> = survey
        .vitals
        .iter()
        .filter(|(id, v)| matches!(id, MemoryId::Fact(..)) && v.uses > 1 && !v.pinned && !v.forgotten)
        .filter(|(_, v)| v.score < stale && v.score >= survey.settings.archive_below)
        .collect();
    fading.sort_by(|a, b| b.1.uses.cmp(&a.1.uses).then_with(|| a.0.cmp(b.0)));
    fading
        .into_iter()
        .filter_map(|(id, v)| Some((v, survey.texts.get(id)?)))
        .take(ASKED)
        .map(|(v, (.., text))| format!("“{text}” has not been needed for {} days. Is it still right?", v.unused))
        .collect()
}
