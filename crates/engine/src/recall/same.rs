//! One memory stands in several places: the day's log, a fact of an entity, a line of MEMORY.md. Which results say what
//! another one says already, so that a surface can show it once with its other places under it.
//!
//! Nothing is dropped and no order changes here: ranking is the index's.

use std::collections::HashMap;

use soulfile_memory::comment::without_comments;
use soulfile_memory::id::MemoryId;
use soulfile_recall::Store;

use super::RecallHit;

/// Marks each result that says what another one says with the citation of that one.
pub(super) fn mark(hits: &mut [RecallHit]) {
    let mut first: HashMap<String, String> = HashMap::new();
    for hit in hits.iter_mut().filter(|hit| !is_header(hit)) {
        let words = words(hit);
        if words.is_empty() {
            continue;
        }
        match first.get(&words) {
            Some(citation) => hit.same_as = Some(citation.clone()),
            None => {
                first.insert(words, hit.citation.clone());
            }
        }
    }
    for at in 0..hits.len() {
        if !is_header(&hits[at]) {
            continue;
        }
        // The title of an entity's page says nothing that a fact of it, or a sentence with its name, does not.
        let label = label(&hits[at]);
        let told = hits.iter().find(|other| {
            other.same_as.is_none()
                && !is_header(other)
                && (other.path == hits[at].path
                    || label.as_ref().is_some_and(|label| other.text.to_lowercase().contains(label)))
        });
        hits[at].same_as = told.map(|other| other.citation.clone());
    }
}

/// Takes out the titles of entities' pages that nothing else among the results tells of: a name is no answer, unless it
/// is all that was asked for.
pub(super) fn take_bare(hits: &mut Vec<RecallHit>, query: &str) -> Vec<RecallHit> {
    let query = query.to_lowercase();
    let only_named = |hit: &RecallHit| {
        let title = hit.text.to_lowercase();
        query.split(|c: char| !c.is_alphanumeric()).all(|word| title.contains(word))
    };
    let goes = |hit: &RecallHit| is_bare(hit) && hit.same_as.is_none() && !only_named(hit);
    let (bare, told) = std::mem::take(hits).into_iter().partition(goes);
    *hits = told;
    bare
}

/// Says whether a title has nothing under it but its label and when it was written.
fn is_bare(hit: &RecallHit) -> bool {
    let empty = |line: &str| line.is_empty() || ["#", "**Label:**", "**Type:**"].iter().any(|at| line.starts_with(at));
    is_header(hit) && without_comments(&hit.text).lines().all(|line| empty(line.trim()))
}

fn is_header(hit: &RecallHit) -> bool {
    let whole = || hit.id.as_deref().and_then(|id| id.parse().ok());
    hit.store == Store::Graph && hit.text.starts_with("# ") && matches!(whole(), Some(MemoryId::Entity(_)))
}

fn label(hit: &RecallHit) -> Option<String> {
    let (_, rest) = hit.text.split_once("Label: ")?;
    Some(rest.split(['|', '>']).next()?.trim().trim_end_matches("--").trim().to_lowercase())
}

/// What a result says, without the block or the entity it is listed under: letters and digits only.
fn words(hit: &RecallHit) -> String {
    let text = match hit.store {
        Store::Core | Store::Graph => hit.text.split_once(": ").map_or(&hit.text[..], |(_, said)| said),
        _ => &hit.text[..],
    };
    without_comments(text).to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}
