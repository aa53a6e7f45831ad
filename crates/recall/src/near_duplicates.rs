//! Near-duplicate folding: an entry that says what a better one already said is folded into it.
//!
//! Folded entries stay cited on the hit that stands for them, so nothing disappears silently.

use soulfile_vocabulary::Store;

use crate::image::Image;
use crate::record::Row;
use crate::search::Candidate;

/// Results looked at.
const DEPTH: usize = 40;
/// Share of word pieces two entries must have in common.
const SAME: f32 = 0.9;
/// Fewer pieces than this are too little to call a duplicate by.
const SHORTEST: usize = 4;

/// Folds near-duplicates among the first results.
pub(crate) fn fold(image: &Image, candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut kept: Vec<Candidate> = Vec::with_capacity(candidates.len());
    let mut sets: Vec<Vec<u16>> = Vec::new();
    for (at, candidate) in candidates.into_iter().enumerate() {
        if at >= DEPTH {
            kept.push(candidate);
            continue;
        }
        let mut set = image.pieces_of(candidate.slot).to_vec();
        set.sort_unstable();
        let same = |(other, known): (&Vec<u16>, &Candidate)| {
            set.len() >= SHORTEST && overlap(&set, other) >= SAME && !are_two(image, known.slot, candidate.slot)
        };
        match sets.iter().zip(&kept).position(same) {
            Some(same) => kept[same].folded.push(candidate.slot),
            None => {
                sets.push(set);
                kept.push(candidate);
            }
        }
    }
    kept
}

/// Says whether two entries are the heads of two entities' pages, which differ in nothing but the name.
fn are_two(image: &Image, a: u32, b: u32) -> bool {
    let (a, b) = (image.row(a), image.row(b));
    let head = |row: &Row| row.store() == Store::Semantic && row.start_line == 1;
    head(a) && head(b) && a.file != b.file
}

/// Common share of two sorted lists, by the longer one.
fn overlap(a: &[u16], b: &[u16]) -> f32 {
    let longer = a.len().max(b.len());
    if longer == 0 || (a.len().min(b.len()) as f32) < SAME * longer as f32 {
        return 0.0;
    }
    let (mut i, mut j, mut common) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                common += 1;
                i += 1;
                j += 1;
            }
        }
    }
    common as f32 / longer as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlap_is_by_the_longer_list() {
        assert_eq!(overlap(&[1, 2, 3, 4], &[1, 2, 3, 4]), 1.0);
        assert_eq!(overlap(&[1, 2], &[1, 2, 3, 4]), 0.0);
        assert_eq!(overlap(&[], &[]), 0.0);
    }
}
