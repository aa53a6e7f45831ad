//! Authority in the order of results: on the same matter, nobody's words come before those of somebody with more weight.

use crate::query::Hit;

/// Two results are on the same matter when one is nearly as close to the question as the other, by its words or by its meaning.
const NEARLY: f32 = 0.8;
/// And when its score is no less than this part of the other's.
const LEAST_SHARE: f32 = 0.3;

/// Moves each result of less authority behind the last one of more authority on the same matter. The order is otherwise
/// stable, and scores stay as they are.
pub(super) fn order(hits: &mut [Hit]) {
    for at in (0..hits.len()).rev() {
        let above = &hits[at];
        let outranked = |below: &Hit| !above.trust.may_outrank(below.trust) && same_matter(above, below);
        if let Some(last) = (at + 1..hits.len()).rev().find(|below| outranked(&hits[*below])) {
            hits[at..=last].rotate_left(1);
        }
    }
}

fn same_matter(above: &Hit, below: &Hit) -> bool {
    let by_words = below.parts.coverage >= NEARLY * above.parts.coverage;
    let by_meaning = below.parts.cosine >= NEARLY * above.parts.cosine;
    (by_words || by_meaning) && below.score >= LEAST_SHARE * above.score
}
