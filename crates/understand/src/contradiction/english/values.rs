//! Two values in one slot: another number, another day.

use super::pair::{self, Fit, Pair};
use super::slot::holds_one;
use super::{COMPATIBLE, Outcome, contradiction};
use crate::contradiction::quantity::{Part, Unit};
use crate::contradiction::sentence::{Sentence, Term};

impl Pair<'_> {
    /// Another number in the same slot.
    pub(super) fn other_amount(&self, when: Fit) -> Outcome {
        let (x, y) = (self.x, self.y);
        let changes = x.changes || y.changes;
        if when == Fit::Differs && !changes && !self.clock_only() || x.conditional != y.conditional {
            return COMPATIBLE;
        }
        if x.past != y.past && !self.single_event() {
            return COMPATIBLE;
        }
        // "The 9 o'clock class" and "the 11 o'clock class" are two.
        let names = |s: &Sentence| {
            let head = s.head.map_or(0, |head| s.terms[head].at);
            s.quantities.iter().any(|q| matches!(q.unit, Unit::Clock(_) | Unit::Ordinal) && q.at < head)
        };
        if names(x) && names(y) {
            return COMPATIBLE;
        }
        // What it weighs is not what it eats.
        let measured = |s: &Sentence| {
            s.quantities
                .iter()
                .any(|q| matches!(&q.unit, Unit::Of(unit) if matches!(unit.as_str(), "g" | "m" | "l" | "b")))
        };
        let verbs = x.verb.zip(y.verb);
        if measured(x)
            && measured(y)
            && verbs.is_some_and(|(a, b)| !self.links.iter().any(|link| link.x == a && link.y == b))
            && self.left_x.len() + self.left_y.len() > 0
        {
            return COMPATIBLE;
        }
        // One can have many appointments.
        let timed = |s: &Sentence| s.has && s.quantities.iter().any(|q| matches!(q.unit, Unit::Clock(_)));
        if timed(x) && timed(y) {
            return COMPATIBLE;
        }
        let told = changes && self.left_x.len() <= 2 && self.left_y.len() <= 2 && self.counted_alike();
        if !told && (!self.left_x.is_empty() && !self.left_y.is_empty() || self.left_x.len() + self.left_y.len() > 2) {
            return COMPATIBLE;
        }
        // "The invoice went out on the 2nd", "Ana paid the invoice on the 28th": each has its day.
        let apart = x.past
            && y.past
            && verbs.is_some_and(|(a, b)| !self.links.iter().any(|link| link.x == a && link.y == b))
            && x.quantities.iter().chain(&y.quantities).all(|q| matches!(q.unit, Unit::Ordinal | Unit::Clock(_)));
        if apart {
            return COMPATIBLE;
        }
        // "Pays rent on the 1st" and "gets paid on the 28th".
        let person = |s: &Sentence| {
            s.head.is_some_and(|head| s.terms[head].word == "user" || s.terms[head].name) && s.verb.is_some()
        };
        if person(x)
            && person(y)
            && self.left_x.iter().chain(&self.left_y).any(|term| !term.meaning.verb && !x.changes && !y.changes)
        {
            return COMPATIBLE;
        }
        // The hour somebody gets up says nothing of their age: something must be shared beside the person.
        let met = self.links.iter().any(|link| {
            let (a, b) = self.terms(link);
            [a, b].iter().any(|term| !term.name && term.word != "user") && !(a.subject && b.subject && a.is_somebody())
        });
        let bare = |s: &Sentence| s.terms.iter().all(|term| term.subject || term.light);
        if !(met || bare(x) && bare(y)) {
            return COMPATIBLE;
        }
        contradiction("number")
    }

    /// Whether what is counted is named in both: three nodes and five nodes.
    pub(super) fn counted_alike(&self) -> bool {
        self.links.iter().any(|link| {
            let (a, b) = self.terms(link);
            let counted = |s: &Sentence, term: &Term| {
                s.quantities.iter().any(|q| {
                    matches!(&q.unit, Unit::Of(unit) if pair::same_word(unit, &term.word))
                        || q.unit == Unit::Ordinal && q.at + 1 == term.at
                })
            };
            !link.opposite && counted(self.x, a) && counted(self.y, b)
        }) && self.evidence() > 1
    }

    pub(super) fn clock_only(&self) -> bool {
        let clock = |s: &Sentence| s.quantities.iter().all(|q| matches!(q.unit, Unit::Clock(_)));
        let regular =
            |s: &Sentence| s.recurring || s.when.iter().any(|(part, _)| matches!(part, Part::Season | Part::Month));
        clock(self.x) && clock(self.y) && !regular(self.x) && !regular(self.y)
    }

    /// What happens once: birth, founding.
    pub(super) fn single_event(&self) -> bool {
        let once = |s: &Sentence| {
            s.terms.iter().any(|term| {
                matches!(
                    term.word.as_str(),
                    "born"
                        | "birth"
                        | "birthday"
                        | "date_of_birth"
                        | "found"
                        | "die"
                        | "graduate"
                        | "married"
                        | "launch"
                        | "year_of_birth"
                )
            })
        };
        once(self.x) && once(self.y)
    }

    /// Another day for the same thing.
    pub(super) fn other_time(&self) -> Outcome {
        let (x, y) = (self.x, self.y);
        if !self.left_x.is_empty() && !self.left_y.is_empty() || self.left_x.len() + self.left_y.len() > 2 {
            return COMPATIBLE;
        }
        // "On holiday until Friday" and "back on Monday".
        let person = |s: &Sentence| s.head.is_some_and(|head| s.terms[head].is_somebody());
        if (person(x) || person(y)) && self.left_x.len() + self.left_y.len() > 0 && !x.changes && !y.changes {
            return COMPATIBLE;
        }
        if x.changes || y.changes {
            // "Was built in 1998", "was repainted in 2015".
            let told =
                |s: &Sentence| !s.changes && (s.state && !s.verb.is_some_and(|verb| s.terms[verb].light) || s.past);
            return if told(x) || told(y) { COMPATIBLE } else { contradiction("time") };
        }
        if x.past != y.past && !self.single_event() || x.recurring && y.recurring || x.conditional != y.conditional {
            return COMPATIBLE;
        }
        let somebody = |s: &Sentence| {
            s.head.is_none_or(|head| {
                s.terms[head].is_somebody() && !s.terms[head].name || s.terms[head].name && s.verb.is_some()
            })
        };
        let one_time = |s: &Sentence| {
            s.verb.is_none_or(|verb| holds_one(&s.terms[verb].word))
                && !matches!(s.verb_word(), "work" | "run" | "swim")
        };
        let due =
            |term: &Term| matches!(term.word.as_str(), "due" | "deadline" | "payable" | "birthday" | "anniversary");
        let plain = |s: &Sentence| {
            s.terms.iter().all(|term| term.subject || term.light || due(term) || s.verb == Some(term.index(s)))
        };
        if self.single_event()
            || (!somebody(x) && !somebody(y) || one_time(x) && one_time(y) && x.verb.is_some())
                && (plain(x) || plain(y))
        {
            return contradiction("time");
        }
        COMPATIBLE
    }
}
