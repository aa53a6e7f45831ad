//! Weighs two statements of which no rule knows what to make.
//!
//! Words that are left over may still mean much the same, or be two answers to one question. What speaks for either is
//! counted with a weight: how close the words are, what is shared, what differs. The weights were fitted to pairs
//! written for it by `tools/weigh_contradictions.py`; a rule says what is certain, this says what is likely.

use super::pair::{Fit, Pair};
use super::weights::SIGNS;
use crate::contradiction::closeness::Place;
use crate::contradiction::likely::{few, flag};
use crate::contradiction::sentence::{Sentence, Term};

/// The value of each sign, in the order of [`SIGNS`]; `announced` says of each statement whether it tells of a change.
pub(super) fn values(pair: &Pair<'_>, announced: [bool; 2]) -> [f32; SIGNS.len()] {
    let (x, y) = (pair.x, pair.y);
    let places =
        |s: &Sentence| -> Vec<Place> { s.terms.iter().map(|term| Place::of(&term.word.replace('_', " "))).collect() };
    let (px, py) = (places(x), places(y));
    let index = |s: &Sentence, term: &Term| s.terms.iter().position(|other| std::ptr::eq(other, term));
    let left = |s: &Sentence, left: &[&Term]| -> Vec<usize> { left.iter().filter_map(|term| index(s, term)).collect() };
    let (lx, ly) = (left(x, &pair.left_x), left(y, &pair.left_y));
    let untold = |left: &[usize], own: &[Place], other: &Sentence, places: &[Place]| -> f32 {
        let said = || other.terms.iter().zip(places).filter(|(term, _)| term.word != "user").map(|(_, place)| place);
        left.iter().map(|at| own[*at].untold(said())).sum()
    };
    let (untold_x, untold_y) = (untold(&lx, &px, y, &py), untold(&ly, &py, x, &px));
    let rest = |left: &[usize], places: &[Place]| Place::together(left.iter().map(|at| &places[*at]));
    let both_left = !lx.is_empty() && !ly.is_empty();
    let rests = if both_left { rest(&lx, &px).closeness(&rest(&ly, &py)) } else { 0.0 };
    let verbs = x.verb.zip(y.verb);
    let linked = |a: usize, b: usize| pair.links.iter().any(|link| link.x == a && link.y == b);
    let heads = x.head.zip(y.head).map_or(0.5, |(a, b)| flag(linked(a, b)));
    let pairs = || pair.left_x.iter().flat_map(|a| pair.left_y.iter().map(move |b| (*a, *b)));
    let over = pair.is_over(true) != pair.is_over(false);
    let (terms_x, terms_y) = (x.terms.len().max(1) as f32, y.terms.len().max(1) as f32);
    [
        1.0,
        untold_x.min(untold_y),
        untold_x,
        rests,
        verbs.map_or(0.0, |(a, b)| px[a].closeness(&py[b])),
        flag(verbs.is_some_and(|(a, b)| linked(a, b))),
        heads,
        flag(pair.same_subject()),
        few(pair.evidence()),
        few(pair.links.iter().filter(|link| link.opposite).count()),
        flag(pairs().any(|(a, b)| a.meaning.kinds & b.meaning.kinds != 0)),
        flag(pairs().any(|(a, b)| !a.through.is_empty() && a.through == b.through)),
        few(pair.left_x.iter().chain(&pair.left_y).filter(|term| term.subject).count()),
        terms_x.min(terms_y) / terms_x.max(terms_y),
        flag(x.quantities.iter().any(|a| y.quantities.iter().any(|b| a.equals(b)))),
        flag(pair.amounts() == Fit::Differs),
        flag(pair.when() == Fit::Differs),
        flag(x.denied && y.denied),
        flag(x.denied != y.denied),
        flag(over && !both_left),
        flag((x.changes || y.changes) && both_left),
        flag(announced[0]),
        flag(announced[1]),
        flag(x.past != y.past),
        flag(x.former || y.former),
        flag(x.still || y.still),
        flag(x.only || y.only),
        flag(x.universal || y.universal),
        flag(x.has && y.has),
        flag(x.definite && y.definite),
        flag(x.recurring && y.recurring),
    ]
}
