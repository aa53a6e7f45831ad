//! Why a named memory is not among the hits.

use crate::filter::Mask;
use crate::load::LoadedIndex;
use crate::query::Query;
use crate::search::Ranked;

/// Explains the absence of `place`: a path, with an optional `:line` or `#Lline`.
pub(crate) fn why_not(loaded: &LoadedIndex, query: &Query<'_>, ranked: &Ranked, place: &str) -> String {
    let (path, line) = split(place);
    let Some(known) = loaded.files.get(path) else {
        let why = if soulfile_vocabulary::layout::is_indexed(path) {
            "it is not in the index (missing, or not synced yet)"
        } else {
            "files there are never indexed"
        };
        return format!("{path}: {why}");
    };
    let image = &loaded.image;
    let slots: Vec<u32> = image
        .slots_of(known.id)
        .filter(|s| {
            let row = image.row(*s);
            image.is_live(*s) && line.is_none_or(|l| (row.start_line.saturating_sub(1)..=row.end_line).contains(&l))
        })
        .collect();
    if slots.is_empty() {
        return format!("{place}: no entry begins or runs there");
    }
    let mask = Mask::new(&query.filter, ranked.question.pointed);
    if let Some(why) = slots.iter().map(|s| mask.admits(image.row(*s)).err()).collect::<Option<Vec<_>>>() {
        return format!("{place}: {}", why[0]);
    }
    let folded = ranked.candidates.iter().position(|c| c.folded.iter().any(|f| slots.contains(f)));
    if let Some(at) = folded {
        return format!("{place}: folded into result {}, which says the same", at + 1);
    }
    match ranked.candidates.iter().position(|c| slots.contains(&c.slot)) {
        Some(at) => {
            let candidate = &ranked.candidates[at];
            let score = candidate.score;
            let low = if score < query.least_score { ", below the least score" } else { "" };
            format!("{place}: ranked {} with score {score:.3}{low}; {}", at + 1, shares(&candidate.parts))
        }
        None => format!("{place}: neither its words nor its meaning came near the question"),
    }
}

fn split(place: &str) -> (&str, Option<u32>) {
    let cut = place.rsplit_once("#L").or_else(|| place.rsplit_once(':'));
    match cut.map(|(path, line)| (path, line.split('-').next().unwrap_or("").parse())) {
        Some((path, Ok(line))) => (path, Some(line)),
        _ => (place, None),
    }
}

fn shares(parts: &crate::query::Parts) -> String {
    format!(
        "words {:.2}, meaning {:.2}, word by word {:.2}, turn before {:.2}, speaker {:.0}, decay {:.2}",
        parts.keyword, parts.vector, parts.late, parts.before, parts.voice, parts.decay
    )
}
