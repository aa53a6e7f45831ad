//! Standing instructions and preferences: "Always name the edition when I ask about books." "I prefer trains."
//!
//! They bear on requests that share no word with them, so they are found by how they begin and not by what is asked,
//! and the ones closest in meaning are lifted a little. Only the person's own words can be one, and few entries
//! are, so a segment lists them.

use std::sync::LazyLock;

use crate::embed::wordpiece::pieces;
use crate::image::Image;
use crate::record::Row;
use crate::voice;

/// Pieces of an entry that are looked at: an instruction is said at once.
const LOOKED_AT: usize = 40;
/// Instructions that become candidates: those closest to the question.
const MOST: usize = 20;

/// Words by which instructions are looked up; each way to say one holds one of them.
const KEYS: [&str; 7] = ["always", "never", "whenever", "ask", "forward", "prefer", "preference"];
/// Ways to say one, and whether they count inside a sentence too.
const OPENINGS: [(&str, bool); 11] = [
    ("always", false),
    ("never", false),
    ("whenever i", false),
    ("going forward", false),
    ("when i ask", true),
    ("every time i ask", true),
    ("each time i ask", true),
    ("i prefer", true),
    ("i would prefer", true),
    ("i'd prefer", true),
    ("my preference", true),
];
/// What follows "always" and "never" where somebody tells a story instead.
const TELLING: [&str; 14] = [
    "been", "had", "have", "seen", "heard", "thought", "knew", "felt", "wanted", "loved", "did", "got", "mind", "again",
];

struct Patterns {
    openings: Vec<(Vec<u16>, bool)>,
    telling: Vec<u16>,
    ends: Vec<u16>,
    keys: Vec<u16>,
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns {
    openings: OPENINGS.iter().map(|(words, inside)| (pieces(words), *inside)).collect(),
    telling: TELLING.iter().flat_map(|word| pieces(word)).collect(),
    ends: [".", "!", "?", ":", ";", "-", "*", "please"].iter().flat_map(|mark| pieces(mark)).collect(),
    keys: KEYS.iter().flat_map(|word| pieces(word)).collect(),
});

/// The instructions that may answer, closest to the question first, each with its closeness on a scale of its own:
/// 1 for the closest.
pub(crate) fn find(image: &Image, allowed: &[bool], closeness: &[f32]) -> Vec<(u32, f32)> {
    let mut found = image.standing();
    found.retain(|slot| allowed[*slot as usize]);
    found.sort_by(|a, b| closeness[*b as usize].total_cmp(&closeness[*a as usize]).then(a.cmp(b)));
    found.truncate(MOST);
    let best = found.first().map_or(0.0, |slot| closeness[*slot as usize]).max(0.05);
    found.into_iter().map(|slot| (slot, (closeness[slot as usize] / best).clamp(0.0, 1.0))).collect()
}

/// Says whether an entry is a standing instruction: the person's own words, or nobody's in particular.
pub(crate) fn instructs(row: &Row, text: &[u16]) -> bool {
    row.part == 0 && (row.speaker == 0 || row.speaker == voice::person()) && reads_so(text)
}

fn reads_so(text: &[u16]) -> bool {
    let text = &text[..text.len().min(LOOKED_AT)];
    if !text.iter().any(|piece| PATTERNS.keys.contains(piece)) {
        return false;
    }
    let begins = |at: usize| at == 0 || PATTERNS.ends.contains(&text[at - 1]);
    let tells = |at: usize| text.get(at).is_none_or(|next| PATTERNS.telling.contains(next));
    (0..text.len()).any(|at| {
        PATTERNS.openings.iter().any(|(opening, inside)| {
            text[at..].starts_with(opening) && (*inside || begins(at)) && !tells(at + opening.len())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_told_from_stories() {
        let instructs = |text: &str| reads_so(&pieces(text));
        assert!(instructs("user: Always name the edition when I ask about books."));
        assert!(instructs("Thanks! Please never use tables."));
        assert!(instructs("Include the version when I ask about libraries."));
        assert!(instructs("- Going forward, write dates as day and month."));
        assert!(instructs("user: I'm looking for shoes, and I prefer quiet colours."));
        assert!(!instructs("user: I always take the train."));
        assert!(!instructs("Never been to Rome, but I would like to."));
        assert!(!instructs("user: What did I say about books?"));
    }
}
