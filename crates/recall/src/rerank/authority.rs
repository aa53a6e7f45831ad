//! Authority in the order of results: on the same matter, nobody's words come before those of somebody with more weight.

use crate::query::Hit;

/// Two results are on the same matter when one holds nearly as much of the question as the other.
const NEARLY: f32 = 0.8;
/// And when its score is no less than this part of the other's.
const LEAST_SHARE: f32 = 0.3;

/// Moves results of less authority behind those of more authority that are on the same matter. The order is stable, and
/// scores stay as they are.
pub(super) fn order(hits: &mut [Hit]) {
    // Each step moves one result of less authority down; a list of n results needs at most n passes.
    for _ in 0..hits.len() {
        let misplaced = (1..hits.len()).find(|at| {
            let (above, below) = (&hits[at - 1], &hits[*at]);
            !above.trust.may_outrank(below.trust) && same_matter(above, below)
        });
        match misplaced {
            Some(_) => pass(hits),
            None => return,
        }
    }
}

fn pass(hits: &mut [Hit]) {
    for at in 1..hits.len() {
        if !hits[at - 1].trust.may_outrank(hits[at].trust) && same_matter(&hits[at - 1], &hits[at]) {
            hits.swap(at - 1, at);
        }
    }
}

fn same_matter(above: &Hit, below: &Hit) -> bool {
    let holds_as_much = below.parts.coverage >= NEARLY * above.parts.coverage;
    holds_as_much && below.score >= LEAST_SHARE * above.score
}
