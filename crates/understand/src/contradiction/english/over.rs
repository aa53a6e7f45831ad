//! What one statement ends for the other: given up, done with, forbidden, or without a price.

use super::pair::{Fit, Link, Pair, same_word};
use crate::contradiction::lexicon::{covers, forbids};
use crate::contradiction::quantity::{Quantity, Unit};
use crate::contradiction::sentence::{Sentence, Term};

impl Pair<'_> {
    /// Whether one gives up what the other claims: "from Vue to React".
    pub(super) fn gives_up(&self) -> bool {
        let switched = |link: &Link| self.terms(link).0.switch && self.terms(link).1.meaning.verb;
        if self.links.iter().any(|link| switched(link) && self.terms(link).1.switch) {
            return false;
        }
        // Both give up the same: "tabs, not spaces", "tabs instead of spaces".
        let both = |link: &Link| {
            let (a, b) = self.terms(link);
            a.dropped && b.dropped && !a.light && !link.opposite
        };
        if self.links.iter().any(both) && self.left_x.is_empty() && self.left_y.is_empty() {
            return false;
        }
        let claims = |sentence: &Sentence| !sentence.denied && !sentence.past && !sentence.ceases;
        let (x, y) = (self.x, self.y);
        if y.dropped_when.iter().any(|part| x.when.contains(part)) && claims(x)
            || x.dropped_when.iter().any(|part| y.when.contains(part)) && claims(y)
        {
            return true;
        }
        let same = |gone: &[Quantity], held: &[Quantity]| {
            gone.iter().any(|one| held.iter().any(|other| one.comparable(other, same_word) && one.equals(other)))
        };
        if same(&y.dropped_quantities, &x.quantities) && claims(x)
            || same(&x.dropped_quantities, &y.quantities) && claims(y)
        {
            return true;
        }
        self.links.iter().any(|link| {
            let (a, b) = self.terms(link);
            let telling = !a.light || !b.light;
            telling
                && !link.opposite
                && (b.dropped && !a.dropped && claims(self.x) || a.dropped && !b.dropped && claims(self.y))
                && !self.links.iter().any(|other| {
                    let (p, q) = self.terms(other);
                    p.word == a.word && p.dropped == q.dropped && other.x != link.x
                })
        })
    }

    /// What is finished is not being done any more.
    pub(super) fn is_done(&self) -> bool {
        let (x, y) = (self.x, self.y);
        if x.denied || y.denied {
            return false;
        }
        let done = |term: &Term| {
            matches!(
                term.word.as_str(),
                "finish" | "complete" | "conclude" | "wrap_up" | "done" | "finished" | "abandon"
            )
        };
        let learner = |term: &Term| matches!(term.word.as_str(), "student" | "pupil" | "apprentice" | "trainee");
        let school = |term: &Term| {
            matches!(term.word.as_str(), "study" | "degree" | "training" | "apprenticeship" | "school" | "university")
        };
        let one = |s: &Sentence, left_s: &[&Term], t: &Sentence, left_t: &[&Term]| {
            let ended = s.verb.is_some_and(|verb| done(&s.terms[verb]) && !s.ongoing && low_past(s, verb))
                || s.copula && s.terms.iter().any(|term| !term.subject && done(term));
            let met = self.links.iter().any(|link| {
                let (a, b) = self.terms(link);
                !(link.opposite || a.light && b.light || a.is_somebody() || done(a) || done(b))
            });
            if ended && (t.ongoing || t.still) && !s.wish && !t.wish && met {
                return left_s.iter().all(|term| done(term)) && left_t.len() <= 1;
            }
            let verb = s.verb.map_or("", |verb| s.terms[verb].word.as_str());
            let studies = t.verb.is_some_and(|verb| t.terms[verb].word == "study") && !t.past;
            if verb == "drop_out" && studies {
                return s.terms.iter().any(school);
            }
            let leaves = ended || matches!(verb, "graduate" | "drop_out");
            let from = verb == "graduate" || s.terms.iter().any(school);
            leaves && t.copula && !t.past && from && t.terms.iter().any(learner)
        };
        one(x, &self.left_x, y, &self.left_y) || one(y, &self.left_y, x, &self.left_x)
    }

    /// "Vegan" forbids cheese without a word of denial.
    pub(super) fn forbidden(&self) -> bool {
        let one = |s: &Sentence, t: &Sentence| {
            let forbidding = s.terms.iter().filter(|term| forbids(&term.word.replace('_', "-")));
            !s.denied
                && !s.past
                && !t.denied
                && !t.past
                && forbidding.into_iter().any(|term| {
                    let general = term.word.replace('_', "-");
                    t.terms.iter().any(|other| !other.dropped && !other.substitute && covers(&general, &other.word))
                })
        };
        // Who is allergic to dairy drinks no milk.
        let ill = |s: &Sentence, t: &Sentence| {
            let allergic =
                s.terms.iter().any(|term| term.word.starts_with("allerg") || term.word.starts_with("intoleran"));
            let takes = matches!(t.verb_word(), "eat" | "drink") && !t.denied && !t.past;
            allergic
                && !s.denied
                && takes
                && s.terms.iter().any(|what| !what.light && t.terms.iter().any(|taken| what.covers(taken)))
        };
        one(self.x, self.y) || one(self.y, self.x) || ill(self.x, self.y) || ill(self.y, self.x)
    }

    pub(super) fn priced(&self) -> bool {
        let (x, y) = (self.x, self.y);
        let one = |s: &Sentence, left: &[&Term], t: &Sentence, rest: &[&Term]| {
            let free = |term: &&Term| matches!(term.word.as_str(), "free" | "gratis" | "free_of_charge" | "at_no_cost");
            s.copula
                && left.iter().any(free)
                && t.quantities.iter().any(|q| q.unit == Unit::Money && q.value > 0.0)
                && left.len() + rest.len() <= 2
        };
        let alike = !x.conditional
            && !y.conditional
            && !x.denied
            && !y.denied
            && x.past == y.past
            && self.when() != Fit::Differs;
        alike && self.shared() > 0 && (one(x, &self.left_x, y, &self.left_y) || one(y, &self.left_y, x, &self.left_x))
    }

    /// Whether the verb says that it is over, and the other's does not say so too.
    pub(super) fn is_over(&self, of_x: bool) -> bool {
        let (one, other) = if of_x { (self.x, self.y) } else { (self.y, self.x) };
        let Some(verb) = one.verb.filter(|_| one.ceases && !other.ceases) else { return false };
        // A train that left is not gone for good.
        let thing = one.terms[verb].word == "leave" && one.head.is_some_and(|head| !one.terms[head].is_somebody());
        !thing && !self.links.iter().any(|link| verb == if of_x { link.x } else { link.y })
    }
}

/// Whether the verb at a place tells what has come about.
fn low_past(s: &Sentence, verb: usize) -> bool {
    s.past || s.terms[verb].done
}
