//! Merges: entities whose names are close. Always a question, never an act.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use soulfile_memory::entity::EntityFile;
use soulfile_memory::id::MemoryId;
use soulfile_understand::Named;
use soulfile_vocabulary::{Authority, EntityType, Scope};

use crate::item::{EntityRef, Evidence, EvidenceBinding, Item, ItemKind, Op};
use crate::survey::Survey;

/// A beginning that more names share than this tells nothing apart ("the …").
const CROWDED: usize = 64;

struct Name<'s> {
    text: String,
    kind: EntityType,
    path: &'s str,
    file: &'s EntityFile,
}

/// Pairs of entities that may be one, most alike first.
pub fn find(survey: &Survey) -> Vec<Item> {
    let mut names: Vec<Name<'_>> = Vec::new();
    for (path, file) in survey.entities.iter().filter(|(_, file)| file.merged_into().is_none()) {
        let id = MemoryId::Entity(file.id().clone());
        let Some(kind) = file.id().kind() else { continue };
        if survey.vitals.get(&id).is_some_and(|vitals| vitals.forgotten) {
            continue;
        }
        names.extend(file.names().into_iter().map(|text| Name { text, kind, path, file }));
    }
    // Names are compared only within the beginnings their words share; where many share two letters,
    // within those that share four.
    let all: Vec<usize> = (0..names.len()).collect();
    let mut buckets = bucketed(&names, &all, 2);
    let mut crowded: BTreeSet<usize> = BTreeSet::new();
    buckets.retain(|_, bucket| {
        let keep = bucket.len() <= CROWDED;
        if !keep {
            crowded.extend(bucket.iter());
        }
        keep
    });
    buckets.extend(bucketed(&names, &crowded.into_iter().collect::<Vec<_>>(), 4));
    let mut seen: HashSet<(String, String)> = HashSet::new();
    let mut found: Vec<(f64, Item)> = Vec::new();
    for bucket in buckets.values().filter(|bucket| bucket.len() <= CROWDED) {
        for (place, one) in bucket.iter().enumerate() {
            for other in &bucket[place + 1..] {
                let (one, other) = (&names[*one], &names[*other]);
                if one.file.id() == other.file.id() {
                    continue;
                }
                let likeness = survey.understand.compare_names(
                    Named { name: &one.text, kind: one.kind },
                    Named { name: &other.text, kind: other.kind },
                );
                if !likeness.proposes_merge() {
                    continue;
                }
                // What is known less of goes into what is known more of.
                let (into, absorbed) = match one.file.facts.len() >= other.file.facts.len() {
                    true => (one, other),
                    false => (other, one),
                };
                let pair = (absorbed.file.id().to_string(), into.file.id().to_string());
                let turned = (pair.1.clone(), pair.0.clone());
                if seen.contains(&turned) || !seen.insert(pair) {
                    continue;
                }
                found.push((likeness.score, item(absorbed, into, likeness.reason)));
            }
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.key.cmp(&b.1.key)));
    found.into_iter().map(|(_, item)| item).collect()
}

fn item(absorbed: &Name<'_>, into: &Name<'_>, why: &str) -> Item {
    let of = |name: &Name<'_>| EntityRef { id: name.file.id().to_string(), label: name.file.label(), new: false };
    let seen = |name: &Name<'_>| Evidence {
        id: MemoryId::Entity(name.file.id().clone()).to_string(),
        path: name.path.to_owned(),
        line: 1,
        words: name.text.clone(),
        trust: name.file.trust,
    };
    let ground =
        |name: &Name<'_>| EvidenceBinding::of(&MemoryId::Entity(name.file.id().clone()), &name.file.names().join("\n"));
    let scope: Scope = absorbed.file.scope.narrowest(&into.file.scope);
    let trust: Authority = absorbed.file.trust.min(into.file.trust);
    let target = format!("{} {}", absorbed.file.id(), into.file.id());
    Item {
        number: 0,
        kind: ItemKind::Merge,
        key: Item::key_of(ItemKind::Merge, &target, ""),
        op: Op::Merge { absorbed: of(absorbed), into: of(into), why: why.to_owned() },
        evidence: vec![seen(absorbed), seen(into)],
        grounds: vec![ground(absorbed), ground(into)],
        trust,
        scope,
    }
}

/// Names by the first letters of their words.
fn bucketed(names: &[Name<'_>], which: &[usize], letters: usize) -> BTreeMap<(EntityType, String), Vec<usize>> {
    let mut buckets: BTreeMap<(EntityType, String), Vec<usize>> = BTreeMap::new();
    for at in which {
        for start in beginnings(&names[*at].text, letters) {
            buckets.entry((names[*at].kind, start)).or_default().push(*at);
        }
    }
    buckets
}

/// The first letters of each word of a name.
fn beginnings(name: &str, letters: usize) -> HashSet<String> {
    name.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| word.chars().take(letters).collect())
        .collect()
}
