//! Supersession among results: of two statements of the same thing, the newer one first.
//!
//! Two short entries say the same thing when they are equal but for one stretch of words (the
//! value), and that stretch is not what the question asks by. Explicit supersession (state,
//! validity) is a filter; this catches what nobody marked.

use crate::image::Image;
use crate::record::NO_DATE;
use crate::search::Candidate;

/// Results looked at.
const DEPTH: usize = 30;
/// Longer texts are stories, not statements.
const LONGEST: usize = 80;
/// Share of the shorter statement that both must have in common.
const COMMON: f32 = 0.5;
/// Fewer pieces in common are a name and a word that anything may begin with.
const LEAST: usize = 4;
/// What an older statement keeps of its score.
const KEPT: f32 = 0.8;

/// Puts newer statements above the older ones they replace; one of less authority replaces nothing. `candidates` is sorted by score and
/// must be sorted again afterwards.
pub(crate) fn prefer_newer(image: &Image, candidates: &mut [Candidate], question: &[u16]) {
    let depth = candidates.len().min(DEPTH);
    for i in 0..depth {
        for j in i + 1..depth {
            let (a, b) = (candidates[i].slot, candidates[j].slot);
            let (older, newer) = match (order(image, a), order(image, b)) {
                (x, y) if x.0 == NO_DATE || y.0 == NO_DATE || x == y => continue,
                (x, y) if x < y => (i, j),
                _ => (j, i),
            };
            let may =
                image.row(candidates[newer].slot).trust().may_supersede(image.row(candidates[older].slot).trust());
            if !may || !same_statement(image.pieces_of(a), image.pieces_of(b), question) {
                continue;
            }
            let best = candidates[older].score.max(candidates[newer].score);
            candidates[newer].score = best;
            if candidates[older].newer.is_none() {
                candidates[older].score = candidates[older].score.min(best) * KEPT;
            }
            candidates[older].newer = Some(candidates[newer].slot);
        }
    }
}

/// Puts entries in the order they were written.
pub(crate) fn order(image: &Image, slot: u32) -> (i64, u32, u32) {
    let row = image.row(slot);
    (row.date, row.file, row.entry)
}

/// Says whether two texts differ in one stretch that the question does not name.
fn same_statement(a: &[u16], b: &[u16], question: &[u16]) -> bool {
    let (short, long) = (a.len().min(b.len()), a.len().max(b.len()));
    if short < 3 || long > LONGEST {
        return false;
    }
    let head = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count().min(short - head);
    if head == a.len() && head == b.len() {
        return false;
    }
    if head + tail < LEAST || ((head + tail) as f32) < COMMON * short as f32 {
        return false;
    }
    // A stretch holding words of the question is the subject, not the value, unless the rest names
    // them too ("… Presley is married to Priscilla Presley").
    let shared = |piece: &u16| a[..head].contains(piece) || a[a.len() - tail..].contains(piece);
    let subject = |text: &[u16]| text[head..text.len() - tail].iter().any(|p| question.contains(p) && !shared(p));
    !subject(a) && !subject(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::wordpiece::pieces;

    fn same(a: &str, b: &str, question: &str) -> bool {
        same_statement(&pieces(a), &pieces(b), &pieces(question))
    }

    #[test]
    fn a_changed_value_is_the_same_statement() {
        assert!(same("Ann lives in the city of Rome.", "Ann lives in the city of Oslo.", "Where does Ann live?"));
        assert!(same("Ann Lee is married to Bo Lee.", "Ann Lee is married to Kim.", "Who is Ann Lee married to?"));
        assert!(same("The head of Acme is Bo Li.", "The head of Acme is Kim.", "Who is the head of Acme?"));
    }

    #[test]
    fn a_changed_subject_is_not() {
        assert!(!same("Ann lives in the city of Rome.", "Bo lives in the city of Rome.", "Where does Ann live?"));
        assert!(!same("I like tea.", "The train to Oslo was late again.", "What do I like?"));
    }
}
