//! Compares two English statements.
//!
//! The telling words of both are aligned: by form, by meaning, by root, or as opposites. What is left over on either
//! side decides. Nothing left: the same in other words. Values of one slot left on both sides: a contradiction.
//! Anything else can both be true. Start with [`compare`].

mod alike;
mod denial;
mod life;
mod over;
mod pair;
mod people;
mod slot;
mod values;
mod weigh;
mod weights;

use super::Verdict;
use super::lexicon::covers;
use super::likely::likely;
use super::quantity::{Part, Unit};
use super::sentence::{Sentence, Term, Who};
use super::thesaurus;
use pair::{Fit, Link, Pair};

pub(super) use life::life_rows;

type Outcome = (Verdict, &'static str);

const COMPATIBLE: Outcome = (Verdict::Compatible, "none");
const DUPLICATE: Outcome = (Verdict::Duplicate, "none");

fn contradiction(aspect: &'static str) -> Outcome {
    (Verdict::Contradiction, aspect)
}

/// Whether two statements are of different people, neither names the other's, and no word is shared: most pairs.
fn are_strangers(x: &Sentence, y: &Sentence) -> bool {
    let (Some(p), Some(q)) = (x.head.map(|head| &x.terms[head]), y.head.map(|head| &y.terms[head])) else {
        return false;
    };
    p.is_somebody()
        && q.is_somebody()
        && x.who == Who::Some
        && y.who == Who::Some
        && !x.terms.iter().any(|a| y.terms.iter().any(|b| a.word == b.word || a.meaning.same(&b.meaning)))
}

/// What is weighed of two statements; for fitting the weights.
pub(super) fn signs(x: &Sentence, y: &Sentence, announced: [bool; 2]) -> impl Iterator<Item = (&'static str, f32)> {
    weights::SIGNS.iter().map(|sign| sign.0).zip(weigh::values(&Pair::new(x, y), announced))
}

/// What is likely of two statements that no rule found to be the same or at odds.
pub(super) fn weigh(x: &Sentence, y: &Sentence, announced: [bool; 2]) -> Verdict {
    if are_strangers(x, y) {
        return Verdict::Compatible;
    }
    likely(&weights::SIGNS, &weigh::values(&Pair::new(x, y), announced))
}

pub(super) fn compare(x: &Sentence, y: &Sentence) -> Outcome {
    if are_strangers(x, y) {
        return COMPATIBLE;
    }
    let pair = Pair::new(x, y);
    if let Some(outcome) = pair.by_person() {
        return outcome;
    }
    let which = !x.which.is_empty() && !y.which.is_empty() && x.which != y.which;
    if which || !pair.same_subject() {
        return COMPATIBLE;
    }
    if pair.gives_up() || pair.is_done() || pair.has_ended() {
        return contradiction("update");
    }
    let wants = |s: &Sentence| matches!(s.verb_word(), "prefer" | "want" | "like" | "would_like");
    if x.wish != y.wish && !(wants(x) && wants(y)) {
        return COMPATIBLE;
    }
    if pair.forbidden() {
        return contradiction("antonym");
    }
    let when = pair.when();
    let amounts = pair.amounts();
    let flips = pair.links.iter().filter(|link| link.opposite).count();
    let swapped = pair.swapped();
    let (over_x, over_y) = (pair.is_over(true), pair.is_over(false));
    let (no_x, no_y) = (x.denied != over_x, y.denied != over_y);
    // What is free has no price, and what is daily is not at the weekend only.
    let daily = |s: &Sentence| s.quantities.iter().any(|q| q.unit == Unit::Rate && q.value == 365.0);
    let rare = |s: &Sentence| s.only && s.when.iter().any(|(part, _)| matches!(part, Part::Weekday | Part::Season));
    if (daily(x) && rare(y) || daily(y) && rare(x)) && no_x == no_y && pair.left_x.len() + pair.left_y.len() == 0 {
        return contradiction("number");
    }
    if pair.priced() {
        return contradiction("number");
    }
    // "Dislikes long ones" and "likes short ones" are two matters.
    let apart = |one: &Link, other: &Link| one.opposite && other.opposite && one.x != other.x && one.y != other.y;
    let twice = flips == 2 && pair.links.iter().any(|one| pair.links.iter().any(|other| apart(one, other)));
    if twice && !swapped && no_x == no_y {
        return COMPATIBLE;
    }
    let at_odds = (no_x != no_y) != ((flips + usize::from(swapped)) % 2 == 1);
    if at_odds {
        return if no_x != no_y { pair.denied(no_x, when) } else { pair.opposed(when, amounts) };
    }
    if amounts == Fit::Differs {
        return pair.other_amount(when);
    }
    if when == Fit::Differs {
        return pair.other_time();
    }
    pair.other_words(when, amounts)
}

impl Term {
    /// Whether it is a general word for the other: an instrument is a violin.
    fn covers(&self, special: &Term) -> bool {
        !special.substitute
            && (covers(&self.word, &special.word)
                || special.meaning.kinds & thesaurus::kind_under(&self.word) != 0 && self.word != special.word)
    }

    fn index(&self, sentence: &Sentence) -> usize {
        sentence.terms.iter().position(|term| term.at == self.at).unwrap_or(usize::MAX)
    }
}
