//! Weighs two statements of which no rule knows what to make; see `english/weigh.rs`.

use super::weights::SIGNS;
use super::{Left, Statement, Subjects, denial, numbers_differ, same_amounts, same_tense, subjects};
use crate::contradiction::closeness::Place;
use crate::contradiction::likely::{few, flag};
use soulfile_text::script::is_han;

/// A statement's letters and where they stand among all: words are known by their letters.
struct Letters(Vec<(char, Place)>);

impl Letters {
    fn of(text: &str) -> Letters {
        let telling = |c: &char| is_han(*c) && !"的了是在和与及也都就很吗呢吧啊一个用户我".contains(*c);
        Letters(text.chars().filter(telling).map(|c| (c, Place::of(c.encode_utf8(&mut [0; 4])))).collect())
    }

    /// How much it tells that the other does not come close to.
    fn untold(&self, other: &Letters) -> f32 {
        let same = |c: char| other.0.iter().any(|(known, _)| *known == c);
        let new = self.0.iter().filter(|(c, _)| !same(*c));
        new.map(|(_, place)| place.untold(other.0.iter().map(|(_, place)| place))).sum()
    }

    /// The share of its pairs of letters that the other has.
    fn pairs_in(&self, other: &Letters) -> f32 {
        let pairs =
            |letters: &Letters| -> Vec<[char; 2]> { letters.0.windows(2).map(|two| [two[0].0, two[1].0]).collect() };
        let (own, others) = (pairs(self), pairs(other));
        own.iter().filter(|pair| others.contains(pair)).count() as f32 / own.len().max(1) as f32
    }
}

/// The value of each sign, in the order of [`SIGNS`]. Of each statement its text is given as well, and whether it tells
/// of a change.
pub(super) fn values(a: &Statement, b: &Statement, texts: [&str; 2], announced: [bool; 2]) -> [f32; SIGNS.len()] {
    let (one, other) = (Letters::of(texts[0]), Letters::of(texts[1]));
    let (untold_a, untold_b) = (one.untold(&other), other.untold(&one));
    let left = Left::of(a, b);
    let both_left = !left.one_sided();
    let all = |letters: &Letters| Place::together(letters.0.iter().map(|(_, place)| place));
    let pairs = || left.a.iter().flat_map(|one| left.b.iter().map(move |other| (*one, *other)));
    let about = subjects(a, b);
    let (long_a, long_b) = (one.0.len().max(1) as f32, other.0.len().max(1) as f32);
    let (no_a, no_b) = (!a.denials.is_empty(), !b.denials.is_empty());
    let shared = a.words.iter().filter(|word| !word.subject && b.claims(word.id)).count();
    [
        1.0,
        untold_a.min(untold_b),
        untold_a.max(untold_b),
        all(&one).closeness(&all(&other)),
        one.pairs_in(&other).max(other.pairs_in(&one)),
        few(left.a.len().min(left.b.len())),
        few(left.a.len().max(left.b.len())),
        few(shared),
        flag(pairs().any(|(one, other)| one.kind == other.kind)),
        flag(about == Subjects::Same),
        flag(about == Subjects::Other),
        flag(a.verbs.iter().any(|verb| b.verbs.contains(verb))),
        flag(a.verbs.is_empty() != b.verbs.is_empty()),
        long_a.min(long_b) / long_a.max(long_b),
        flag(!a.quantities.is_empty() && same_amounts(a, b)),
        flag(numbers_differ(a, b)),
        flag(a.times.same(&b.times)),
        flag(a.times.apart(&b.times)),
        flag(no_a && no_b),
        flag(no_a != no_b),
        flag(denial::denies(a, b) || denial::denies(b, a)),
        flag(a.over != b.over),
        flag((a.change || b.change) && both_left),
        flag(announced[0]),
        flag(announced[1]),
        flag(!same_tense(a, b)),
        flag(a.wish != b.wish),
        flag(a.only || b.only),
        flag(a.now || b.now),
    ]
}
