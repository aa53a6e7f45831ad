//! States that end: who gave birth is not pregnant, and who graduated is no student.

use std::sync::LazyLock;

use super::pair::Pair;
use crate::contradiction::sentence::{Sentence, Term};
use crate::word_table::WordMap;

/// States, and what ends them.
const ENDS: &[(&str, &str)] = &[
    ("pregnant expecting expect_a_baby", "give_birth have_a_baby miscarry deliver"),
    ("student pupil undergraduate studying", "graduate drop_out"),
    ("apprentice trainee intern", "qualify graduate finish"),
    ("kindergarten nursery preschool nursery_school", "start graduate"),
    (
        "boyfriend girlfriend partner husband wife spouse together couple fiance fiancee dating engaged married in_a_relationship",
        "break_up split_up divorce separate leave dump break_off",
    ),
    ("single unmarried bachelor", "marry get_married wed tie_the_knot get_engaged"),
    ("engaged fiance fiancee", "marry get_married wed tie_the_knot"),
    ("vacant open unfilled unstaffed", "fill"),
    ("unemployed jobless job_hunting job-hunting out_of_work", "hire get_a_job find_a_job find_work find_job"),
    (
        "on_holiday holiday vacation on_leave away abroad leave parental_leave maternity_leave sick_leave on_vacation trip",
        "return come_back get_back come_home",
    ),
    ("hospital hospitalised ward clinic", "discharge come_home release"),
    ("prison jail custody", "release free acquit"),
    ("ill sick hurt injured sore unwell flu fever cough infection infected", "recover heal get_better cure get_well"),
    (
        "broken out_of_order defective faulty damaged leaky leak cracked flat blocked jammed",
        "repair fix mend replace unblock patch",
    ),
    ("missing lost stolen disappear gone", "find turn_up recover return locate"),
    ("for_sale sale", "sell buy"),
    ("draft unpublished unreleased", "publish release finalise finalize ship"),
    (
        "pending unresolved outstanding unanswered undecided",
        "resolve settle approve reject decide answer close complete finish solve",
    ),
    ("unpaid outstanding overdue owe", "pay settle pay_off repay"),
    ("unsigned", "sign"),
    ("planned upcoming scheduled plan schedule", "cancel call_off scrap abandon"),
    ("under_construction unfinished construction", "finish complete open"),
    ("candidate nominee", "elect appoint withdraw"),
    ("probation", "pass dismiss"),
    ("dirty messy unwashed", "clean wash tidy clean_up tidy_up"),
    ("vegan vegetarian", "give_up"),
    ("subscriber subscribe subscribed subscription", "cancel unsubscribe"),
    ("member membership", "leave resign quit expel cancel"),
    ("locked", "unlock"),
    ("blocked", "unblock"),
    ("banned suspended", "reinstate lift"),
    ("closed shut", "reopen"),
    ("bald", "grow"),
    ("alive well", "die pass_away"),
    ("learner learn", "master"),
    ("tenant rent renting", "buy evict move_out"),
    ("trial", "convict acquit"),
    ("beta preview", "launch ga"),
    ("empty", "fill refill fill_up"),
    ("full", "empty drain"),
];

/// The rows in which a word is a state, and those in which it ends one.
#[derive(Default)]
struct Rows {
    states: Vec<u8>,
    ends: Vec<u8>,
}

fn rows(word: &str) -> Option<&'static Rows> {
    static ROWS: LazyLock<WordMap<Rows>> = LazyLock::new(|| {
        let mut rows: WordMap<Rows> = WordMap::default();
        for (at, (states, ends)) in (0u8..).zip(ENDS) {
            states.split(' ').for_each(|word| rows.entry(word).or_default().states.push(at));
            ends.split(' ').for_each(|word| rows.entry(word).or_default().ends.push(at));
        }
        rows
    });
    ROWS.get(word)
}

/// Numbers that two words share where one ends the state that the other names.
pub(in crate::contradiction) fn life_rows(word: &str) -> impl Iterator<Item = u8> {
    rows(word).into_iter().flat_map(|rows| rows.states.iter().chain(&rows.ends).copied())
}

impl Pair<'_> {
    /// Whether one tells the end of the state that the other tells.
    pub(super) fn has_ended(&self) -> bool {
        let one = |s: &Sentence, left: &[&Term], t: &Sentence, of_x: bool| {
            let lasting = !s.past && !s.denied && !s.wish && !s.changes && !s.ceases && !s.conditional;
            let Some(verb) = t.verb.filter(|_| lasting && !t.denied && !t.wish && !t.conditional && !t.ongoing) else {
                return false;
            };
            let told = t.past || t.perfect || t.state || t.ceases || t.terms[verb].done;
            // It is the same who, and no more is said of them than the state and how it is.
            let same = s.head.is_some_and(|head| self.has_link(of_x, head))
                || s.terms.iter().enumerate().any(|(at, term)| term.name && self.has_link(of_x, at));
            if !told || !same || left.len() > 3 {
                return false;
            }
            // Who came home from Rome is not there.
            let came = matches!(
                t.terms[verb].word.as_str(),
                "come" | "come_back" | "come_home" | "return" | "get_back" | "discharge" | "fly"
            );
            let back = |link: &super::pair::Link| {
                let (a, b) = self.terms(link);
                let (there, from) = if of_x { (a, b) } else { (b, a) };
                !link.opposite
                    && from.through == "from"
                    && matches!(there.through, "in" | "at" | "on")
                    && !there.subject
            };
            if came && s.copula && self.links.iter().any(back) && left.is_empty() {
                return true;
            }
            let Some(ends) = rows(&t.terms[verb].word).filter(|rows| !rows.ends.is_empty()) else { return false };
            let over = |term: &&Term| {
                let states = rows(&term.word).map_or(&[][..], |rows| &rows.states);
                !term.subject && !term.aside_of(s) && states.iter().any(|state| ends.ends.contains(state))
            };
            left.iter().any(over)
        };
        one(self.x, &self.left_or_opposed(true), self.y, true)
            || one(self.y, &self.left_or_opposed(false), self.x, false)
    }

    /// What is left over, and what was found to be the other's opposite.
    fn left_or_opposed(&self, of_x: bool) -> Vec<&Term> {
        let left = if of_x { &self.left_x } else { &self.left_y };
        let opposed = self.links.iter().filter(|link| link.opposite).map(|link| {
            let (a, b) = self.terms(link);
            if of_x { a } else { b }
        });
        left.iter().copied().chain(opposed).collect()
    }
}

impl Term {
    /// Whether it only limits what is said: "at the clinic" is where somebody is, "near the clinic" is not.
    fn aside_of(&self, s: &Sentence) -> bool {
        self.aside && !(s.copula && matches!(self.through, "in" | "on" | "at"))
    }
}
