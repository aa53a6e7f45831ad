//! One statement denies or excludes what the other claims.

use std::sync::LazyLock;

use super::pair::{Fit, Link, Pair};
use super::{COMPATIBLE, DUPLICATE, Outcome, contradiction};
use crate::contradiction::quantity::Unit;
use crate::contradiction::sentence::{Sentence, Term, ceases};
use crate::contradiction::thesaurus;

impl Pair<'_> {
    /// One denies, the other asserts.
    pub(super) fn denied(&self, no_is_x: bool, when: Fit) -> Outcome {
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
            matches!(s.verb_word(), "eat" | "drink" | "touch" | "take" | "consume" | "tolerate" | "like")
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
            || when == Fit::Differs && (yes.ceases || !no.ceases)
            || yes.wish && !no.wish
        {
            return COMPATIBLE;
        }
        // Who cannot make it does not call it off.
        let stays_away = no.head.is_some_and(|head| no.terms[head].is_somebody() && !self.has_link(no_is_x, head))
            && yes.head.is_some_and(|head| !yes.terms[head].is_somebody() && self.has_link(!no_is_x, head))
            && matches!(no.verb_word(), "make" | "attend" | "come" | "go" | "join" | "make_it");
        if stays_away {
            return COMPATIBLE;
        }
        // The old lease ended, the new one begins.
        let another = |term: &&Term| {
            term.subject && matches!(term.word.as_str(), "new" | "next" | "second" | "other" | "another" | "current")
        };
        if no.ceases && left_yes.iter().any(another) {
            return COMPATIBLE;
        }
        // "Was cancelled last week", "takes place this week".
        if no.lately && yes.soon {
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
                || (covers_some || no.universal) && matches!(term.word.as_str(), "been_to" | "visit")
        };
        let eats = |term: &Term| named && matches!(term.word.as_str(), "eat" | "drink" | "try" | "touch" | "consume");
        // Who eats no fish may cook it for others.
        let does = yes.verb.map_or("", |verb| yes.terms[verb].word.as_str());
        let serves = matches!(does, "cook" | "make" | "bake" | "sell" | "buy" | "serve" | "grow" | "prepare" | "catch");
        if serves && left_no.iter().any(|term| eats(term)) {
            return COMPATIBLE;
        }
        let open = left_no
            .iter()
            .filter(|term| !(covered(term) || eats(term) || sees(term) || over && ceases(&term.word)))
            .count();
        if open > 0 && !(yes.universal && open <= 2 && self.shared() >= 2) {
            return COMPATIBLE;
        }
        let claims = no.terms.iter().filter(|term| !term.subject && !term.light && !ceases(&term.word)).count();
        if over && claims == 0 && self.shared() > 0 {
            let dead = matches!(no.verb_word(), "die" | "pass_away");
            let goes_on = yes.still
                || dead && yes.verb.is_some_and(|verb| !yes.terms[verb].light)
                || !yes.when.is_empty()
                || left_yes.is_empty()
                || yes.copula && !yes.past && left_yes.iter().all(|term| holds_on(&term.word))
                || yes.copula
                    && !yes.past
                    && gone(no)
                    && left_yes.iter().all(|term| matches!(term.through, "in" | "on" | "at" | "by"))
                || resigns(no) && yes.copula && left_yes.iter().any(|term| term.meaning.kinds & profession() != 0)
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

    pub(super) fn links_cover(&self, no_is_x: bool) -> bool {
        let (no, yes) = if no_is_x { (self.x, self.y) } else { (self.y, self.x) };
        no.terms.iter().any(|term| yes.terms.iter().any(|other| term.covers(other)))
    }

    /// Opposites of one thing.
    pub(super) fn opposed(&self, when: Fit, amounts: Fit) -> Outcome {
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
        // What was bought can be sold, but what was mended is not broken.
        let mended = |s: &Sentence| {
            matches!(
                s.verb_word(),
                "repair"
                    | "fix"
                    | "mend"
                    | "recover"
                    | "heal"
                    | "resolve"
                    | "solve"
                    | "restore"
                    | "reopen"
                    | "unlock"
                    | "marry"
                    | "get_married"
                    | "tie_the_knot"
                    | "divorce"
                    | "split_up"
                    | "sign"
                    | "pay"
                    | "approve"
                    | "merge"
                    | "enable"
                    | "disable"
                    | "turn_on"
                    | "turn_off"
                    | "switch_on"
                    | "switch_off"
                    | "activate"
                    | "deactivate"
                    | "hire"
                    | "finish"
                    | "complete"
                    | "ship"
                    | "start"
                    | "begin"
                    | "enter"
                    | "join"
            ) || s.copula && s.head.is_some_and(|head| is_file(&s.terms[head].word))
        };
        let settled = mended(x) && !y.past || mended(y) && !x.past;
        if x.past != y.past && !(x.still || y.still || settled) {
            return COMPATIBLE;
        }
        let alone = self.links.iter().any(|link| {
            link.opposite && [self.terms(link).0, self.terms(link).1].iter().any(|term| term.word == "alone")
        });
        let homely = |left: &[&Term]| {
            left.iter().all(|term| {
                matches!(
                    term.word.as_str(),
                    "live"
                        | "share"
                        | "flat"
                        | "apartment"
                        | "house"
                        | "home"
                        | "place"
                        | "room"
                        | "roommate"
                        | "flatmate"
                        | "housemate"
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
}

/// What is opened once and closed once: "the ticket was closed".
fn is_file(word: &str) -> bool {
    matches!(
        word,
        "ticket" | "issue" | "bug" | "case" | "account" | "pull_request" | "pr" | "task" | "incident" | "claim"
    )
}

/// Words for what goes on: "in force", "until further notice".
fn holds_on(word: &str) -> bool {
    matches!(
        word,
        "in_force"
            | "in_effect"
            | "in_place"
            | "force"
            | "effect"
            | "place"
            | "further"
            | "notice"
            | "ongoing"
            | "active"
            | "open"
            | "alive"
            | "valid"
            | "under_way"
            | "underway"
            | "progress"
            | "running"
    )
}

/// Whether a thing is said to be there no more.
fn gone(s: &Sentence) -> bool {
    matches!(
        s.verb_word(),
        "sell"
            | "demolish"
            | "destroy"
            | "give_away"
            | "throw_away"
            | "steal"
            | "scrap"
            | "dismantle"
            | "remove"
            | "get_rid_of"
            | "cut_down"
            | "chop_down"
            | "burn_down"
            | "tear_down"
            | "knock_down"
    )
}

/// Whether somebody is said to have given up what they were.
fn resigns(s: &Sentence) -> bool {
    matches!(s.verb_word(), "resign" | "step_down" | "quit" | "retire" | "leave" | "dismiss" | "fire")
}

fn profession() -> u64 {
    static PROFESSION: LazyLock<u64> =
        LazyLock::new(|| thesaurus::look_up("nurse").map_or(0, |(_, meaning)| meaning.kinds));
    *PROFESSION
}
