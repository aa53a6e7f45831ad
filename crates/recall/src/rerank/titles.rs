//! One memory stands in several places: the day's log, a fact of an entity, a line of MEMORY.md. Marks results that say
//! what another one says already, so that a surface can show it once with its other places under it, and takes out
//! titles of entities' pages that say nothing.

use std::collections::HashMap;

use soulfile_vocabulary::Store;

use crate::query::Hit;

/// Marks each result that says what another one says with the citation of that one. A title stands behind what tells of it.
pub(super) fn mark_same(hits: &mut [Hit]) {
    let mut first: HashMap<String, String> = HashMap::new();
    for hit in hits.iter_mut().filter(|hit| !hit.known.is_title) {
        let words = words(hit);
        if words.is_empty() {
            continue;
        }
        match first.get(&words) {
            Some(citation) => hit.known.same_as = Some(citation.clone()),
            None => {
                first.insert(words, hit.citation.clone());
            }
        }
    }
    for at in 0..hits.len() {
        if !hits[at].known.is_title {
            continue;
        }
        // The title of an entity's page says nothing that a fact of it, or a sentence with its name, does not.
        let label = label(&hits[at]);
        let told = hits.iter().find(|other| {
            other.known.same_as.is_none()
                && !other.known.is_title
                && (other.path == hits[at].path
                    || label.as_ref().is_some_and(|label| other.text.to_lowercase().contains(label)))
        });
        hits[at].known.same_as = told.map(|other| other.citation.clone());
    }
    for at in (0..hits.len()).rev().filter(|at| hits[*at].known.is_title).collect::<Vec<_>>() {
        let told = hits[at].known.same_as.as_ref().and_then(|told| hits.iter().position(|hit| hit.citation == *told));
        if let Some(told) = told.filter(|told| *told > at) {
            hits[at..=told].rotate_left(1);
        }
    }
}

/// Takes out the titles of entities' pages that nothing else among the results tells of: a name is no answer, unless it
/// is all that was asked for.
pub(super) fn take_bare(hits: &mut Vec<Hit>, query: &str) -> Vec<Hit> {
    let query = query.to_lowercase();
    let only_named = |hit: &Hit| {
        let title = hit.text.to_lowercase();
        query.split(|c: char| !c.is_alphanumeric()).all(|word| title.contains(word))
    };
    let goes = |hit: &Hit| is_bare(hit) && hit.known.same_as.is_none() && !only_named(hit);
    let (bare, told) = std::mem::take(hits).into_iter().partition(goes);
    *hits = told;
    bare
}

/// Says whether a title has nothing under it but its label and when it was written.
fn is_bare(hit: &Hit) -> bool {
    let empty = |line: &str| line.is_empty() || ["#", "**Label:**", "**Type:**"].iter().any(|at| line.starts_with(at));
    hit.known.is_title && hit.known.plain.lines().all(|line| empty(line.trim()))
}

fn label(hit: &Hit) -> Option<String> {
    let (_, rest) = hit.text.split_once("Label: ")?;
    Some(rest.split(['|', '>']).next()?.trim().trim_end_matches("--").trim().to_lowercase())
}

/// What a result says, without the block or the entity it is listed under: letters and digits only.
fn words(hit: &Hit) -> String {
    let text = &hit.known.plain[..];
    let text = match hit.store {
        Store::Core | Store::Semantic => text.split_once(": ").map_or(text, |(_, said)| said),
        _ => text,
    };
    text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}
