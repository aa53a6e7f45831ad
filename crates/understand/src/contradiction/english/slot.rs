//! What is left over on both sides: two values of one slot, a change, or two matters.

use std::sync::LazyLock;

use super::pair::{Fit, Pair};
use super::{COMPATIBLE, DUPLICATE, Outcome, contradiction};
use crate::contradiction::lexicon::{is_many, is_single};
use crate::contradiction::sentence::{Sentence, Term, Who};
use crate::contradiction::thesaurus;

impl Pair<'_> {
    /// Both sides have something left: values of one slot, a change, or two matters.
    pub(super) fn rivals(&self, when: Fit) -> Outcome {
        let (x, y) = (self.x, self.y);
        let (left_x, left_y) = (&self.left_x, &self.left_y);
        let changes = x.changes || y.changes;
        if x.conditional != y.conditional || x.past != y.past && !self.single_event() {
            return COMPATIBLE;
        }
        let rival = left_x.iter().find_map(|a| left_y.iter().find(|b| rivals(a, b)).map(|b| (*a, *b)));
        // "The default shell is bash": of a default there is one, whatever it is called.
        let unique = |s: &Sentence| {
            s.copula
                && s.terms.iter().any(|term| {
                    term.subject
                        && matches!(
                            term.word.as_str(),
                            "default"
                                | "main"
                                | "favourite"
                                | "favorite"
                                | "primary"
                                | "official"
                                | "current"
                                | "only"
                                | "first"
                                | "best"
                                | "fav"
                        )
                })
        };
        let rival = rival.or_else(|| match (left_x.as_slice(), left_y.as_slice()) {
            ([a], [b]) if unique(x) && unique(y) && !a.subject && !b.subject => Some((*a, *b)),
            _ => None,
        });
        // A thing is in one place: "is by the window", "is by the door".
        let placed = |s: &Sentence, term: &Term| {
            let thing = s.head.is_some_and(|head| !s.terms[head].is_somebody());
            s.copula && thing && !s.past && term.the && !term.name && !term.subject && term.is_place()
        };
        let rival = rival.or_else(|| match (left_x.as_slice(), left_y.as_slice()) {
            ([a], [b]) if placed(x, a) && placed(y, b) && when == Fit::Same => {
                let with = a.through == "with" || b.through == "with";
                (a.through == b.through || with).then_some((*a, *b))
            }
            _ => None,
        });
        // A tool for a task: "uses Trello for the tickets", "tracks the tickets in Jira".
        if let Some(outcome) = self.other_tool(when) {
            return outcome;
        }
        // "Is versioned by URL", "is about bats": what a thing is like has one answer.
        if let ([a], [b]) = (left_x.as_slice(), left_y.as_slice())
            && self.one_answer(a, b)
            && when == Fit::Same
        {
            return contradiction("value");
        }
        // "Makes red wine only" leaves no white.
        let sole = |s: &Sentence| s.only && s.who == Who::Some && !s.denied;
        if rival.is_some_and(|(a, b)| !a.subject && !b.subject && !a.is_somebody())
            && (sole(x) || sole(y))
            && !x.denied
            && !y.denied
            && x.when.is_empty()
            && y.when.is_empty()
            && self.same_topic()
            && left_x.len() + left_y.len() <= 3
        {
            return contradiction("value");
        }
        let others = left_x.len() + left_y.len() - 2;
        if let Some((a, b)) = rival
            && others <= 2
            && (others <= 1 || left_x.len() == left_y.len() || changes)
            && (self.one_slot(a, b) || unique(x) && unique(y) || changes && self.changes_this(a, b))
        {
            let place = a.through == "in" && a.name;
            return contradiction(if place { "place" } else { "value" });
        }
        if changes && self.shared() > 0 && when != Fit::Differs && self.same_topic() {
            return contradiction("update");
        }
        let verbs = |left: &[&Term]| left.iter().all(|term| term.meaning.verb && !term.name && term.meaning.kinds == 0);
        // Two verbs tell two things of one object, unless neither says much: "costs 600", "pays 600".
        let plain = |left: &[&Term]| left.iter().all(|term| is_natural(&term.word));
        let enough = if plain(left_x) && plain(left_y) { 2 } else { 4 };
        if left_x.len() <= 2
            && left_y.len() <= 2
            && verbs(left_x)
            && verbs(left_y)
            && self.evidence() >= enough
            && when == Fit::Same
        {
            return DUPLICATE;
        }
        COMPATIBLE
    }

    /// One task is done with one tool.
    fn other_tool(&self, when: Fit) -> Option<Outcome> {
        let (x, y) = (self.x, self.y);
        let one = |s: &Sentence, left_s: &[&Term], t: &Sentence, left_t: &[&Term], of_x: bool| {
            let uses =
                s.verb.is_some_and(|verb| s.terms[verb].word == "use") && !s.denied && !t.denied && !t.past && !s.past;
            let [tool] = left_s else { return false };
            let named =
                left_t.iter().filter(|term| term.capital && matches!(term.through, "in" | "on" | "with")).count();
            let verbs = left_t.iter().filter(|term| t.verb == Some(term.index(t)) && !term.capital).count();
            let task = self.links.iter().any(|link| {
                let (a, b) = self.terms(link);
                let (task, done) = if of_x { (a, b) } else { (b, a) };
                task.through == "at"
                    && !task.subject
                    && !done.meaning.verb
                    && !matches!(done.through, "in" | "on" | "with")
            });
            uses && tool.capital && tool.through.is_empty() && named == 1 && named + verbs == left_t.len() && task
        };
        let other = one(x, &self.left_x, y, &self.left_y, true) || one(y, &self.left_y, x, &self.left_x, false);
        (other && when == Fit::Same).then(|| contradiction("value"))
    }

    /// Whether a thing is told to be so by one answer each: by URL, by header.
    fn one_answer(&self, a: &Term, b: &Term) -> bool {
        let (x, y) = (self.x, self.y);
        let verb_of = |s: &Sentence| s.verb.map(|verb| s.terms[verb].word.clone()).unwrap_or_default();
        let (v, w) = (verb_of(x), verb_of(y));
        let thing = |s: &Sentence| s.head.is_some_and(|head| !s.terms[head].is_somebody());
        let stated = x.state && y.state && v == w && !is_many(&v) && matches!(a.through, "by" | "as");
        let about = x.copula && y.copula && a.through == "about";
        thing(x)
            && thing(y)
            && !x.past
            && !y.past
            && !a.subject
            && !b.subject
            && a.through == b.through
            && (stated && !a.name && !b.name || about)
    }

    /// "Ana taught Ben" and "Ben learned from Ana": one deed from two sides.
    pub(super) fn two_sides(&self) -> bool {
        let ([a], [b]) = (self.left_x.as_slice(), self.left_y.as_slice()) else { return false };
        let sides = |p: &str, q: &str| {
            matches!(
                (p, q),
                ("teach", "learn")
                    | ("lend", "borrow")
                    | ("give", "receive" | "get")
                    | ("sell", "buy")
                    | ("rent_out" | "let", "rent")
                    | ("hire" | "employ", "work")
                    | ("own", "belong" | "belong_to")
                    | ("beat", "lose")
                    | ("host", "stay")
                    | ("supply", "buy" | "get")
                    | ("treat", "see")
            )
        };
        // Who gives in one does not in the other.
        let turned = |of_x: bool| {
            let (one, other) = if of_x { (self.x, self.y) } else { (self.y, self.x) };
            one.head.is_some_and(|head| {
                self.links.iter().any(|link| {
                    let (mine, theirs) = if of_x { (link.x, link.y) } else { (link.y, link.x) };
                    mine == head && !other.terms[theirs].subject
                })
            })
        };
        (sides(&a.word, &b.word) || sides(&b.word, &a.word))
            && (turned(true) || turned(false))
            && self.x.denied == self.y.denied
            && self.evidence() >= 2
    }

    /// Whether the change one tells of is of what the other says: a move is of where somebody lives.
    fn changes_this(&self, a: &Term, b: &Term) -> bool {
        if a.meaning.kinds & b.meaning.kinds != 0 || self.same_topic() {
            return true;
        }
        let (old, new) = if self.y.changes { (self.x, self.y) } else { (self.y, self.x) };
        let verb = |s: &Sentence| s.verb.map_or("", |verb| s.terms[verb].word.as_str()).to_owned();
        let lives = old.terms.iter().any(|term| {
            matches!(
                term.word.as_str(),
                "live_on" | "live_in" | "live" | "reside" | "dwell" | "based" | "home" | "live_with" | "settle"
            )
        });
        match verb(new).as_str() {
            "move" | "relocate" | "emigrate" | "move_back" => {
                lives || old.copula && (a.through == "in" || b.through == "in")
            }
            "join" => verb(old) == "work",
            "rename" | "rebrand" => matches!(verb(old).as_str(), "call" | "name"),
            _ => matches!(
                verb(old).as_str(),
                "use" | "drive" | "ride" | "work" | "run" | "read" | "watch" | "wear" | "study" | "play" | "drink"
            ),
        }
    }

    /// Whether they share more than whom they are about.
    fn same_topic(&self) -> bool {
        self.links.iter().any(|link| {
            let (a, b) = self.terms(link);
            (!a.light || !b.light) && !a.is_somebody() && !link.opposite
        })
    }

    /// Whether both statements speak of a slot that holds one value.
    fn one_slot(&self, a: &Term, b: &Term) -> bool {
        let (x, y) = (self.x, self.y);
        let verb = |s: &Sentence| s.verb.map(|verb| s.terms[verb].word.clone()).unwrap_or_default();
        let (v, w) = (verb(x), verb(y));
        let verbs_met =
            x.verb.zip(y.verb).is_some_and(|(p, q)| self.links.iter().any(|link| link.x == p && link.y == q));
        // "Is painted green" is a state, of which there is one.
        if x.state && y.state && verbs_met && a.meaning.kinds & b.meaning.kinds != 0 && !a.is_somebody() {
            return true;
        }
        let naming = |term: &Term| matches!(term.word.as_str(), "call" | "name" | "nickname" | "title");
        if a.capital && b.capital && self.links.iter().any(|link| naming(self.terms(link).0)) {
            return true;
        }
        // One wish for how something is to be: "wants the report in German".
        let wished =
            |verb: &str| matches!(verb, "want" | "prefer" | "need" | "ask" | "like" | "would_like" | "request");
        let asked = |s: &Sentence, verb: &str| {
            wished(verb) || s.copula && !s.past && s.head.is_some_and(|head| !s.terms[head].is_somebody())
        };
        if (wished(&v) || wished(&w))
            && asked(x, &v)
            && asked(y, &w)
            && a.through == b.through
            && matches!(a.through, "in" | "as" | "by" | "on")
            && a.meaning.kinds & b.meaning.kinds != 0
            && self.same_topic()
        {
            return true;
        }
        // One studies in one town.
        if verbs_met
            && !x.past
            && matches!(v.as_str(), "study" | "teach")
            && a.name
            && b.name
            && a.through == "in"
            && b.through == "in"
        {
            return true;
        }
        // Of two things to drink, one is preferred.
        if v == "prefer" && w == "prefer" && a.through == b.through && a.meaning.kinds & b.meaning.kinds != 0 {
            return self.left_x.len() + self.left_y.len() == 2 && self.when() == Fit::Same;
        }
        // What there is one of: "has blue eyes".
        if x.has && y.has && a.meaning.kinds & b.meaning.kinds != 0 {
            return self.links.iter().any(|link| {
                matches!(
                    self.terms(link).0.word.as_str(),
                    "eye" | "hair" | "skin" | "roof" | "surname" | "nationality" | "citizenship" | "passport"
                )
            });
        }
        let somebody = x.head.is_some_and(|head| x.terms[head].is_somebody() && !has_one(&x.terms[head].word));
        // "Notes are kept in Notion": what is kept is kept in one place.
        if (x.state || y.state)
            && verbs_met
            && !somebody
            && !x.past
            && a.capital
            && b.capital
            && a.through == b.through
            && matches!(a.through, "in" | "on" | "at" | "with" | "to")
        {
            return true;
        }
        // "Takes the bus to work", "cycles to work".
        let bound = |link: &super::pair::Link| self.terms(link).0.through == "to" && self.terms(link).1.through == "to";
        if a.is_transport() && b.is_transport() && self.links.iter().any(bound) && self.when() == Fit::Same {
            return true;
        }
        // "Ana's employer is Acme", "Ana works for Bolt".
        let role = |s: &Sentence, of_x: bool, verb: &str| {
            s.copula
                && s.definite
                && holds_one(verb)
                && s.head.is_some_and(|head| {
                    let verb = if of_x { y.verb } else { x.verb };
                    self.links.iter().any(|link| {
                        let (mine, theirs) = if of_x { (link.x, link.y) } else { (link.y, link.x) };
                        mine == head && Some(theirs) == verb
                    })
                })
        };
        if a.capital && b.capital && (role(x, true, &w) || role(y, false, &v)) {
            return true;
        }
        if is_many(&v) && !x.definite || is_many(&w) && !y.definite || x.has && y.has {
            return false;
        }
        if a.through == "of" && b.through == "of" && verbs_are(x, y, "make") {
            return true;
        }
        if x.copula && y.copula {
            // A person is many things, but has one job.
            let kin = (a.meaning.kinds | b.meaning.kinds) & thesaurus::kin() != 0;
            return (!somebody || !a.name) && !kin || a.through == "in" && a.through == b.through;
        }
        if a.is_transport() && b.is_transport() && self.shared() > 0 {
            return true;
        }
        // What is no person is in one place: "is set in Rome".
        let placed = !somebody && verbs_met && a.through == "in" && a.through == b.through;
        placed
            || verbs_met && holds_one(&v) && !is_many(&v) && a.through == b.through && !made(a, &v)
            || (x.definite && y.definite) && (x.copula || y.copula) && self.same_topic()
            || x.definite && y.definite && verbs_met && holds_one(&v) && !made(a, &v)
    }
}

/// Whether it is what somebody makes: of that there are many, "we write Heron in Rust" and Pebble as well.
fn made(term: &Term, verb: &str) -> bool {
    term.through.is_empty()
        && !term.subject
        && matches!(verb, "write" | "build" | "develop" | "make" | "design" | "code")
}

impl Term {
    /// Whether it is a way to get about: a bus, or cycling.
    fn is_transport(&self) -> bool {
        static TRANSPORT: LazyLock<u64> =
            LazyLock::new(|| thesaurus::look_up("bus").map_or(0, |(_, meaning)| meaning.kinds));
        self.meaning.kinds & *TRANSPORT != 0 || matches!(self.word.as_str(), "cycle" | "walk" | "drive")
    }

    /// Whether it stands where a place does: "on the roof".
    fn is_place(&self) -> bool {
        matches!(self.through, "in" | "on" | "at" | "by" | "with")
    }
}

/// Verbs that go with their object without saying much more: to play an instrument, to wear glasses.
pub(super) fn is_natural(verb: &str) -> bool {
    matches!(
        verb,
        "eat"
            | "drink"
            | "speak"
            | "wear"
            | "drive"
            | "attend"
            | "practise"
            | "practice"
            | "pay"
            | "hold"
            | "keep"
            | "get"
            | "ride"
            | "write"
            | "live"
            | "cost"
            | "know"
            | "charge"
            | "go_to"
            | "spend"
            | "come_from"
    )
}

/// Of whom somebody has one.
pub(super) fn has_one(word: &str) -> bool {
    matches!(
        word,
        "boss"
            | "mother"
            | "father"
            | "wife"
            | "husband"
            | "spouse"
            | "partner"
            | "manager"
            | "landlord"
            | "girlfriend"
            | "boyfriend"
            | "fiance"
            | "fiancee"
            | "supervisor"
            | "landlady"
            | "dentist"
            | "gp"
            | "best_friend"
            | "emergency_contact"
    )
}

/// Whether both have this verb.
fn verbs_are(x: &Sentence, y: &Sentence, verb: &str) -> bool {
    [x, y].iter().all(|s| s.verb.is_some_and(|at| s.terms[at].word == verb))
}

/// Whether a verb takes one value at a time.
pub(super) fn holds_one(verb: &str) -> bool {
    is_single(verb) || verb.split_once('_').is_some_and(|(first, _)| is_single(first.trim_end_matches('s')))
}

/// Whether two left words can be values of one slot.
fn rivals(a: &Term, b: &Term) -> bool {
    a.capital
        && b.capital
        && !a.subject
        && !b.subject
        && (a.name && b.name || a.through == b.through)
        && (a.through == b.through
            || a.through == "to"
            || b.through == "to"
            || a.through.is_empty() && b.through == "at"
            || a.through == "at" && b.through.is_empty())
        || a.meaning.kinds & b.meaning.kinds != 0
        || a.is_transport() && b.is_transport() && !(a.subject || b.subject)
        || a.article
            && b.article
            && !a.subject
            && !b.subject
            && !a.meaning.verb
            && !b.meaning.verb
            && a.through == b.through
            && a.through.is_empty()
}
