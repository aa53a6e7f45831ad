//! Compares two English statements.
//!
//! The telling words of both are aligned: by form, by meaning, by root, or as opposites. What is left over on either
//! side decides. Nothing left: the same in other words. Values of one slot left on both sides: a contradiction.
//! Anything else can both be true. Start with [`compare`].

mod over;
mod pair;
mod people;
mod slot;
mod weigh;
mod weights;

use super::Verdict;
use super::lexicon::covers;
use super::quantity::{Part, Unit};
use super::sentence::{Sentence, Term, Who, ceases};
use super::thesaurus;
use pair::{Fit, Link, Pair};
use slot::{holds_one, is_natural};

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
pub(super) fn weigh(x: &Sentence, y: &Sentence, announced: [bool; 2]) -> Outcome {
    if are_strangers(x, y) { COMPATIBLE } else { weigh::weigh(&Pair::new(x, y), announced) }
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
    if pair.gives_up() || pair.is_done() {
        return contradiction("update");
    }
    let wants = |s: &Sentence| {
        s.verb.is_some_and(|verb| matches!(s.terms[verb].word.as_str(), "prefer" | "want" | "like" | "would_like"))
    };
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

impl Pair<'_> {
    /// One denies, the other asserts.
    fn denied(&self, no_is_x: bool, when: Fit) -> Outcome {
        let (no, yes, left_no, left_yes) = match no_is_x {
            true => (self.x, self.y, &self.left_x, &self.left_y),
            false => (self.y, self.x, &self.left_y, &self.left_x),
        };
        // Who does not eat nuts, and who cannot: "is allergic to nuts".
        let bears_not = |s: &Sentence| {
            s.terms.iter().any(|term| {
                ["allerg", "intoleran"].iter().any(|ill| term.word.starts_with(ill))
                    || matches!(term.word.as_str(), "dislike" | "hate" | "afraid" | "fear")
            })
        };
        let does = |s: &Sentence| {
            s.verb.is_some_and(|verb| {
                matches!(
                    s.terms[verb].word.as_str(),
                    "eat" | "drink" | "touch" | "take" | "consume" | "tolerate" | "like"
                )
            })
        };
        if bears_not(yes) && does(no) {
            let same = bears_not(no) && left_yes.is_empty() && when == Fit::Same;
            return if same { DUPLICATE } else { COMPATIBLE };
        }
        // "Left Rome for Milan" and "moved from Rome to Milan".
        let given_up = |link: &Link| {
            let (a, b) = self.terms(link);
            let (gone, there) = if no_is_x { (b, a) } else { (a, b) };
            gone.dropped && !there.dropped
        };
        if no.ceases && yes.changes && self.links.iter().any(given_up) {
            return COMPATIBLE;
        }
        if yes.former
            || yes.past && !no.past && !no.universal && !no.perfect
            || when == Fit::Differs
            || yes.wish && !no.wish
        {
            return COMPATIBLE;
        }
        // What somebody else has: "his mother's garden".
        if left_yes.iter().any(|term| term.owns && term.is_somebody()) {
            return COMPATIBLE;
        }
        // "Does not work on Fridays" leaves the other days.
        let over = no.ceases && !yes.ceases;
        if no.when.len() > yes.when.len() && when == Fit::More && !no.changes && !over
            || no.conditional && !yes.conditional
        {
            return COMPATIBLE;
        }
        let covered = |term: &&&Term| yes.terms.iter().any(|other| term.covers(other));
        // To eat nothing spicy is to dislike it; but who eats no gluten may bake bread.
        let named = self
            .links
            .iter()
            .any(|link| self.terms(link).0.word == self.terms(link).1.word && !self.terms(link).0.is_somebody());
        // Who was in Kenya has been to Africa.
        let covers_some = left_no.iter().any(|term| covered(&term)) || self.links_cover(no_is_x);
        let sees = |term: &Term| {
            over && matches!(term.word.as_str(), "see" | "visit" | "attend" | "go_to" | "get" | "practise")
                || covers_some && matches!(term.word.as_str(), "been_to" | "visit")
        };
        let eats = |term: &Term| named && matches!(term.word.as_str(), "eat" | "drink" | "try" | "touch" | "consume");
        let open = left_no
            .iter()
            .filter(|term| !(covered(term) || eats(term) || sees(term) || over && ceases(&term.word)))
            .count();
        if open > 0 && !(yes.universal && open <= 2 && self.shared() >= 2) {
            return COMPATIBLE;
        }
        let claims = no.terms.iter().filter(|term| !term.subject && !term.light && !ceases(&term.word)).count();
        if over && claims == 0 && self.shared() > 0 {
            let dead = no.verb.is_some_and(|verb| matches!(no.terms[verb].word.as_str(), "die" | "pass_away"));
            let goes_on = yes.still
                || dead && yes.verb.is_some_and(|verb| !yes.terms[verb].light)
                || !yes.when.is_empty()
                || left_yes.is_empty()
                || yes
                    .verb
                    .is_some_and(|verb| matches!(yes.terms[verb].word.as_str(), "live" | "work" | "open" | "operate"));
            return if goes_on { contradiction("negation") } else { COMPATIBLE };
        }
        // "Is not on the board" says nothing of liking board games.
        let does = yes.verb.is_some_and(|verb| left_yes.iter().any(|term| term.at == yes.terms[verb].at));
        if does && left_yes.len() > 1 && no.verb.is_none() && !covers_some && !yes.universal {
            return COMPATIBLE;
        }
        let met = self.links.iter().any(|link| {
            let (a, b) = self.terms(link);
            !(a.light && b.light || a.subject && b.subject && a.is_somebody())
        });
        if (met || covers_some) && left_yes.len() <= 3 { contradiction("negation") } else { COMPATIBLE }
    }

    fn links_cover(&self, no_is_x: bool) -> bool {
        let (no, yes) = if no_is_x { (self.x, self.y) } else { (self.y, self.x) };
        no.terms.iter().any(|term| yes.terms.iter().any(|other| term.covers(other)))
    }

    /// Opposites of one thing.
    fn opposed(&self, when: Fit, amounts: Fit) -> Outcome {
        let (x, y) = (self.x, self.y);
        let as_modifier = self.links.iter().any(|link| {
            let (a, b) = self.terms(link);
            link.opposite && a.subject && b.subject && x.head != Some(link.x) && y.head != Some(link.y)
        });
        // "Opens at 6" and "closes at 18:00".
        let timed = |s: &Sentence| s.quantities.iter().any(|q| matches!(q.unit, Unit::Clock(_)));
        if timed(x) && timed(y) && !(amounts == Fit::Same && x.copula && y.copula) {
            return COMPATIBLE;
        }
        if as_modifier || when == Fit::Differs || amounts == Fit::Differs || x.conditional != y.conditional {
            return COMPATIBLE;
        }
        // What was bought can be sold.
        if x.past != y.past && !(x.still || y.still) {
            return COMPATIBLE;
        }
        let alone = self.links.iter().any(|link| {
            link.opposite && [self.terms(link).0, self.terms(link).1].iter().any(|term| term.word == "alone")
        });
        let homely = |left: &[&Term]| {
            left.iter().all(|term| {
                matches!(
                    term.word.as_str(),
                    "live" | "share" | "flat" | "apartment" | "house" | "home" | "place" | "room"
                )
            })
        };
        if alone && homely(&self.left_x) && homely(&self.left_y) {
            return contradiction("antonym");
        }
        // Each holds somewhere else: "closed on bank holidays", "open on Saturdays".
        let limited = |s: &Sentence, left: &[&Term]| !left.is_empty() || !s.when.is_empty() && when == Fit::More;
        let both = limited(x, &self.left_x) && limited(y, &self.left_y);
        if both && !(x.changes || y.changes) || self.left_x.len() + self.left_y.len() > 3 {
            return COMPATIBLE;
        }
        contradiction(if self.swapped() { "value" } else { "antonym" })
    }

    /// Another number in the same slot.
    fn other_amount(&self, when: Fit) -> Outcome {
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
        if !self.left_x.is_empty() && !self.left_y.is_empty() || self.left_x.len() + self.left_y.len() > 2 {
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

    fn clock_only(&self) -> bool {
        let clock = |s: &Sentence| s.quantities.iter().all(|q| matches!(q.unit, Unit::Clock(_)));
        let regular =
            |s: &Sentence| s.recurring || s.when.iter().any(|(part, _)| matches!(part, Part::Season | Part::Month));
        clock(self.x) && clock(self.y) && !regular(self.x) && !regular(self.y)
    }

    /// What happens once: birth, founding.
    fn single_event(&self) -> bool {
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
    fn other_time(&self) -> Outcome {
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
            let told = |s: &Sentence| !s.changes && (s.state || s.past);
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
                && !s.verb.is_some_and(|verb| matches!(s.terms[verb].word.as_str(), "work" | "run" | "swim"))
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

    /// The values agree; the words decide.
    fn other_words(&self, when: Fit, amounts: Fit) -> Outcome {
        let (x, y) = (self.x, self.y);
        let (left_x, left_y) = (&self.left_x, &self.left_y);
        let changes = x.changes || y.changes;
        match (left_x.is_empty(), left_y.is_empty()) {
            (true, true) => {
                if when == Fit::More || amounts == Fit::More || x.conditional != y.conditional && self.shared() < 3 {
                    return COMPATIBLE;
                }
                if x.past != y.past && x.copula && y.copula && !self.single_event() && !changes {
                    return COMPATIBLE;
                }
                if self.links.is_empty() { COMPATIBLE } else { DUPLICATE }
            }
            (false, false) => self.rivals(when),
            _ => {
                let left = if left_x.is_empty() { left_y } else { left_x };
                let [extra] = left.as_slice() else { return COMPATIBLE };
                let is_verb = |s: &Sentence| s.verb.is_some_and(|verb| std::ptr::eq(&s.terms[verb], *extra));
                let verbal = extra.meaning.verb || is_verb(x) || is_verb(y);
                let plain = !extra.name
                    && (!extra.meaning.has_opposite() || verbal)
                    && (extra.meaning.kinds == 0 || verbal)
                    && when == Fit::Same
                    && amounts == Fit::Same;
                // "Plays the violin" says no more than "is a violinist".
                let deed = verbal
                    && (x.copula || y.copula)
                    && self.links.iter().any(|link| {
                        let (a, b) = self.terms(link);
                        a.word != b.word
                            && [a, b]
                                .iter()
                                .any(|term| ["er", "or", "ist", "ian"].iter().any(|end| term.word.ends_with(end)))
                    });
                // "There is no piano in his house", and he is the parent of whom he has.
                let has = |s: &Sentence| {
                    s.has || s.verb.is_none() && !s.copula || s.verb.is_some_and(|verb| s.terms[verb].word == "have")
                };
                let homely = (has(x) || has(y))
                    && (extra.through == "in"
                        && matches!(extra.word.as_str(), "home" | "house" | "household" | "flat" | "apartment")
                        || matches!(extra.word.as_str(), "parent" | "owner"));
                let plain = plain || homely && when == Fit::Same && amounts == Fit::Same;
                // Who left the firm works there no more.
                let over = x.ceases && y.denied && y.changes || y.ceases && x.denied && x.changes;
                if over && matches!(extra.word.as_str(), "work" | "live" | "belong" | "play") && self.shared() > 0 {
                    return DUPLICATE;
                }
                // Who likes a place need not work there, and who speaks Dutch need not be Dutch.
                let idle = |s: &Sentence, of_x: bool| {
                    s.verb.is_none_or(|verb| {
                        s.terms[verb].light
                            || is_verb(s)
                            || self.links.iter().any(|link| verb == if of_x { link.x } else { link.y })
                    })
                };
                let attitude = matches!(extra.word.as_str(), "like" | "dislike" | "want" | "hate" | "love" | "need");
                if !idle(x, true) || !idle(y, false) || attitude || extra.word == "speak" && (x.copula || y.copula) {
                    return COMPATIBLE;
                }
                let enough =
                    if deed || homely || is_natural(&extra.word) || extra.word == "work" && (x.copula || y.copula) {
                        1
                    } else if verbal && !x.has && !y.has {
                        2
                    } else {
                        // "Has a dog" and "trained the dog".
                        3
                    };
                let named = |link: &Link| self.terms(link).0.name && self.terms(link).0.subject;
                let told = self.evidence() - usize::from(self.links.iter().any(named)).min(self.evidence());
                if plain && told >= enough && !changes && x.past == y.past { DUPLICATE } else { COMPATIBLE }
            }
        }
    }
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
