//! Two English statements side by side: which of their words belong together, and what is left over.

use crate::contradiction::quantity::{Part, Quantity, Unit};
use crate::contradiction::sentence::{Sentence, Term};
use crate::contradiction::{statement, thesaurus};

/// Two words that were found to belong together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    pub x: usize,
    pub y: usize,
    pub opposite: bool,
}

/// Two statements side by side.
pub(super) struct Pair<'a> {
    pub x: &'a Sentence,
    pub y: &'a Sentence,
    pub links: Vec<Link>,
    /// What is left over, without words that say little.
    pub left_x: Vec<&'a Term>,
    pub left_y: Vec<&'a Term>,
}

/// How values of both statements stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    Same,
    /// One says more.
    More,
    Differs,
}

impl<'a> Pair<'a> {
    pub(super) fn new(x: &'a Sentence, y: &'a Sentence) -> Pair<'a> {
        let mut links: Vec<Link> = Vec::new();
        let mut used = (vec![false; x.terms.len()], vec![false; y.terms.len()]);
        let tests: [fn(&Term, &Term) -> bool; 4] = [
            |a, b| a.word == b.word || is_plural(a, b) || is_plural(b, a),
            |a, b| a.meaning.same(&b.meaning) && !is_other_way(a, b) && !is_other_way(b, a),
            |a, b| related_form(a, b) && !are_kin(a, b),
            |a, b| (a.meaning.opposite(&b.meaning) || denies_form(a, b) || denies_form(b, a)) && !are_kin(a, b),
        ];
        for (number, test) in tests.iter().enumerate() {
            for (i, a) in x.terms.iter().enumerate() {
                if used.0[i] {
                    continue;
                }
                // What stands in the same part of the sentence comes first.
                let fits = |(j, b): &(usize, &Term)| {
                    !used.1[*j] && test(a, b) && (number == 0 || !x.employs(a, b) && !y.employs(b, a))
                };
                let found =
                    y.terms.iter().enumerate().filter(fits).min_by_key(|(_, b)| (b.dropped, a.subject != b.subject));
                if let Some((j, _)) = found {
                    (used.0[i], used.1[j]) = (true, true);
                    links.push(Link { x: i, y: j, opposite: number == 3 });
                }
            }
        }
        // What was given up and what was cancelled are both over.
        if let (Some(i), Some(j)) = (x.verb, y.verb)
            && x.ceases
            && y.ceases
            && !used.0[i]
            && !used.1[j]
        {
            (used.0[i], used.1[j]) = (true, true);
            links.push(Link { x: i, y: j, opposite: false });
        }
        // What is left may still be at odds with a word that found another: "lives with", "lives alone".
        for (i, a) in x.terms.iter().enumerate() {
            for (j, b) in y.terms.iter().enumerate() {
                let settled = |link: &Link| link.opposite || x.terms[link.x].word == y.terms[link.y].word;
                let opposed = links.iter().any(|link| settled(link) && (link.x == i || link.y == j));
                if used.0[i] != used.1[j]
                    && !opposed
                    && !a.light
                    && !b.light
                    && a.meaning.opposite(&b.meaning)
                    && !are_kin(a, b)
                {
                    let (of_x, of_y) = (y.can_mean(a, x), x.can_mean(b, y));
                    if !(used.0[i] && of_y || used.1[j] && of_x) {
                        (used.0[i], used.1[j]) = (true, true);
                        links.push(Link { x: i, y: j, opposite: true });
                    }
                }
            }
        }
        // "A birdwatcher" watches birds.
        for of_x in [true, false] {
            let (one, other) = if of_x { (x, y) } else { (y, x) };
            for (at, whole) in one.terms.iter().enumerate() {
                if whole.name || whole.word.len() < 7 || if of_x { used.0[at] } else { used.1[at] } {
                    continue;
                }
                let Some(root) = ["er", "ing"].iter().find_map(|end| whole.word.strip_suffix(end)) else { continue };
                let free = |at: usize| if of_x { !used.1[at] } else { !used.0[at] };
                let thing = other.terms.iter().enumerate().position(|(at, thing)| {
                    free(at) && thing.word.len() > 2 && !thing.name && root.starts_with(thing.word.as_str())
                });
                let Some(thing) = thing else { continue };
                let rest = root[other.terms[thing].word.len()..].trim_start_matches('-');
                let deed = other.terms.iter().enumerate().position(|(at, deed)| {
                    let plain = deed.word.strip_suffix('e').unwrap_or(&deed.word);
                    free(at) && deed.meaning.verb && plain.len() > 2 && rest == plain
                });
                let Some(deed) = deed else { continue };
                let (i, j) = if of_x { (at, deed) } else { (deed, at) };
                (used.0[i], used.1[j]) = (true, true);
                if of_x {
                    used.1[thing] = true
                } else {
                    used.0[thing] = true
                };
                links.push(Link { x: i, y: j, opposite: false });
            }
        }
        let left = |sentence: &'a Sentence, used: &[bool], other: &Sentence| -> Vec<&'a Term> {
            let tells = |(at, term): &(usize, &'a Term)| {
                let opposed = links.iter().any(|link| link.opposite);
                // "Stopped eating sugar" says no more than "no longer eats sugar".
                let ended = sentence.ceases && other.denied && sentence.verb == Some(*at);
                let eats = (other.has || opposed)
                    && matches!(term.word.as_str(), "eat" | "drink" | "keep" | "suffer" | "get" | "give");
                // Who never learned to swim cannot.
                let able = sentence.denied && other.denied && matches!(term.word.as_str(), "learn" | "know" | "manage");
                !used[*at]
                    && !able
                    && !ended
                    && !term.light
                    && !term.dropped
                    && !term.reason
                    && !eats
                    && !term.switch
                    && !other.can_mean(term, sentence)
                    && !(opposed && other.terms.iter().any(|general| general.covers(term)))
            };
            sentence.terms.iter().enumerate().filter(tells).map(|(_, term)| term).collect()
        };
        let (left_x, left_y) = (left(x, &used.0, y), left(y, &used.1, x));
        Pair { x, y, links, left_x, left_y }
    }

    pub(super) fn terms(&self, link: &Link) -> (&'a Term, &'a Term) {
        (&self.x.terms[link.x], &self.y.terms[link.y])
    }

    pub(super) fn has_link(&self, of_x: bool, at: usize) -> bool {
        self.links.iter().any(|link| at == if of_x { link.x } else { link.y } && !link.opposite)
    }

    /// Telling words that both have, beside what they are about.
    pub(super) fn shared(&self) -> usize {
        self.links.iter().filter(|link| !self.terms(link).0.light && !link.opposite).count()
    }

    /// What both say alike: words, numbers and times.
    pub(super) fn evidence(&self) -> usize {
        let times = self.x.when.iter().filter(|part| self.y.when.contains(part)).count().min(1);
        let equal = self.x.quantities.iter().any(|one| self.y.quantities.iter().any(|other| one.equals(other)));
        let opposite = self.links.iter().any(|link| link.opposite);
        let general = |link: &&Link| {
            let (a, b) = self.terms(link);
            a.light && a.word != "user" && !a.meaning.verb && !b.meaning.verb && !link.opposite
        };
        self.shared() + self.links.iter().filter(general).count() + times + usize::from(equal) + usize::from(opposite)
    }

    /// Whether both are about the same thing.
    pub(super) fn same_subject(&self) -> bool {
        let (x, y) = (self.x, self.y);
        let (Some(hx), Some(hy)) = (x.head, y.head) else { return true };
        let (a, b) = (&x.terms[hx], &y.terms[hy]);
        // "Her cat" and "her other cat".
        let other =
            |s: &Sentence| s.terms.iter().any(|term| term.subject && matches!(term.word.as_str(), "other" | "another"));
        if other(x) != other(y) {
            return false;
        }
        if self.links.iter().any(|link| link.x == hx && link.y == hy) {
            // "The old laptop" and "the new laptop", "the north gate" and "the south gate".
            let own = |sentence: &'a Sentence, head: usize, of_x: bool| {
                let tells = move |(at, term): &(usize, &'a Term)| {
                    term.subject && *at != head && (!term.light || term.owns) && !self.has_link(of_x, *at)
                };
                sentence.terms.iter().enumerate().filter(tells).count()
            };
            return own(x, hx, true) == 0 || own(y, hy, false) == 0;
        }
        let (in_y, in_x) = (self.has_link(true, hx), self.has_link(false, hy));
        if a.is_somebody() && b.is_somebody() {
            return in_y && in_x || (in_y || in_x) && (x.changes || y.changes) && !self.owned_by_other();
        }
        in_y || in_x
    }

    /// "User's wife" beside "User": somebody that is only named as the other's.
    pub(super) fn owned_by_other(&self) -> bool {
        let owned = |sentence: &Sentence| {
            sentence
                .head
                .is_some_and(|head| head > 0 && sentence.terms[head - 1].owns && sentence.terms[head].is_somebody())
        };
        owned(self.x) != owned(self.y)
    }

    pub(super) fn when(&self) -> Fit {
        // "Deploys on Fridays" and "Friday deploys".
        let with = |one: &Sentence, other: &Sentence| -> Vec<(Part, u16)> {
            let named = one.which.iter().filter(|part| other.when.contains(part) && !one.when.contains(part));
            one.when.iter().chain(named).copied().collect()
        };
        let (x, y) = (&with(self.x, self.y), &with(self.y, self.x));
        let mut fit = Fit::Same;
        // "At 9:15 in the morning" says no more than "at 9:15".
        let timed =
            self.x.quantities.iter().chain(&self.y.quantities).any(|q| matches!(q.unit, Unit::Clock(_) | Unit::Rate));
        for part in [Part::Year, Part::Month, Part::Day, Part::Weekday, Part::Season, Part::OfDay] {
            let of = |when: &[(Part, u16)]| -> Vec<u16> {
                when.iter().filter(|(kind, _)| *kind == part).map(|(_, value)| *value).collect()
            };
            let (a, b) = (of(x), of(y));
            if part == Part::Weekday && (a != b) && days(&a) == days(&b) {
                continue;
            }
            if !a.is_empty() && !b.is_empty() {
                let meet = match part {
                    Part::Weekday => days(&a) & days(&b) != 0,
                    _ => a.iter().any(|value| b.contains(value)),
                };
                if !meet {
                    return Fit::Differs;
                }
            } else if a.is_empty() != b.is_empty() && !(part == Part::OfDay && timed) {
                fit = Fit::More;
            }
        }
        // A season or a month against a day of the week: another way to limit.
        if fit == Fit::More && !x.is_empty() && !y.is_empty() && !x.iter().any(|value| y.contains(value)) {
            return Fit::Differs;
        }
        fit
    }

    pub(super) fn amounts(&self) -> Fit {
        let (x, y) = (&self.x.quantities, &self.y.quantities);
        let mut fit = if x.len() == y.len() { Fit::Same } else { Fit::More };
        // "Cut its staff to 150": what is counted was named before the number.
        let changes = self.x.changes || self.y.changes;
        let loose = |a: &Quantity, b: &Quantity| {
            changes && matches!((&a.unit, &b.unit), (Unit::Bare, Unit::Of(_)) | (Unit::Of(_), Unit::Bare))
        };
        // "Two people must approve", "one approval".
        let deed = |people: &Quantity, counted: &Quantity| match (&people.unit, &counted.unit) {
            (Unit::Of(who), Unit::Of(what))
                if matches!(who.as_str(), "people" | "person" | "colleagues" | "persons") =>
            {
                self.links.iter().any(|link| {
                    let (a, b) = self.terms(link);
                    a.word != b.word && [a, b].iter().any(|term| same_word(what, &term.word))
                })
            }
            _ => false,
        };
        let loose = |a: &Quantity, b: &Quantity| loose(a, b) || deed(a, b) || deed(b, a);
        for (one, other) in [(x, y), (y, x)] {
            for quantity in one.iter() {
                let mut rivals = other
                    .iter()
                    .filter(|other| quantity.comparable(other, same_word) || loose(quantity, other))
                    .peekable();
                // What is at two is so every day.
                let daily = quantity.unit == Unit::Rate
                    && quantity.value == 365.0
                    && other.iter().any(|other| matches!(other.unit, Unit::Clock(_)));
                // What costs 30 a month costs 30.
                let paid = quantity.unit == Unit::Rate
                    && one.iter().any(|q| q.unit == Unit::Money)
                    && other.iter().any(|q| q.unit == Unit::Money);
                if rivals.peek().is_none() && (daily || paid) && one.len() == other.len() + 1 {
                    fit = Fit::Same;
                } else if rivals.peek().is_none() {
                    fit = Fit::More;
                } else if !rivals.any(|other| quantity.equals(other)) {
                    return Fit::Differs;
                }
            }
        }
        fit
    }

    /// "Ana is taller than Ben" and "Ben is taller than Ana".
    pub(super) fn swapped(&self) -> bool {
        let symmetric = |term: &Term| {
            matches!(
                term.word.as_str(),
                "married"
                    | "spouse"
                    | "sibling"
                    | "friend"
                    | "neighbour"
                    | "cousin"
                    | "twin"
                    | "colleague"
                    | "beside"
                    | "partner"
                    | "meet"
                    | "same"
                    | "brother"
                    | "sister"
                    | "near"
                    | "next_to"
                    | "date"
                    | "girlfriend"
                    | "boyfriend"
                    | "talk"
            )
        };
        if self.x.terms.iter().chain(&self.y.terms).any(symmetric) {
            return false;
        }
        let (x, y) = (self.x, self.y);
        let turned = |of_x: bool| {
            let (one, other) = if of_x { (x, y) } else { (y, x) };
            one.head.is_some_and(|head| {
                self.links.iter().any(|link| {
                    let (mine, theirs) = if of_x { (link.x, link.y) } else { (link.y, link.x) };
                    mine == head && !link.opposite && !other.terms[theirs].subject
                })
            })
        };
        // "The bridge is older than the church".
        if x.compares && y.compares {
            return turned(true) && turned(false);
        }
        // Who lends and who borrows tell one thing from two sides.
        let converse = |link: &Link| {
            let (a, b) = self.terms(link);
            let pair = |p: &str, q: &str| a.word == p && b.word == q || a.word == q && b.word == p;
            link.opposite && (pair("buy", "sell") || pair("lend", "borrow"))
        };
        if self.links.iter().any(converse) && (turned(true) || turned(false)) {
            return true;
        }
        let ends: Vec<&Link> = self
            .links
            .iter()
            .filter(|link| {
                let (a, b) = self.terms(link);
                (a.name || a.word == "user") && a.word == b.word && !a.dropped && !b.dropped
            })
            .collect();
        let [one, other] = ends.as_slice() else { return false };
        // How they are related, and whether the first comes first.
        let order = |sentence: &Sentence, one: usize, other: usize| -> Option<(u8, bool)> {
            let (a, b) = (&sentence.terms[one], &sentence.terms[other]);
            if sentence.compares {
                return (a.subject != b.subject).then_some((0, a.subject));
            }
            if sentence.copula {
                return (a.owns != b.owns).then_some((1, b.owns));
            }
            let owns = a.owns || b.owns;
            // "Belongs to Ana" and "Ana owns", "learned from Ana" and "Ana taught".
            let turned = sentence.verb.is_some_and(|verb| is_turned(&sentence.terms[verb]));
            (a.subject != b.subject && sentence.verb.is_some() && !owns)
                .then_some((2, a.subject != (sentence.passive != turned)))
        };
        match (order(self.x, one.x, other.x), order(self.y, one.y, other.y)) {
            (Some((a, first)), Some((b, second))) if a == b => first != second && self.relation_met(),
            // "Ana reports to Ben" says the same as "Ben is Ana's boss".
            (Some((_, first)), Some((_, second))) => first == second && reports(self.x) != reports(self.y),
            _ => false,
        }
    }

    /// Whether what relates two people is the same in both, or the converse of it.
    pub(super) fn relation_met(&self) -> bool {
        self.links.iter().any(|link| {
            let (a, b) = self.terms(link);
            !(a.name || a.word == "user" || a.subject && b.subject && !a.is_somebody())
        })
    }
}

impl Sentence {
    /// Who has a cleaner does not clean.
    fn employs(&self, term: &Term, other: &Term) -> bool {
        let agent = || ["er", "or", "ist", "ian"].iter().any(|end| term.word.ends_with(end));
        self.has && !term.subject && other.meaning.verb && !term.meaning.verb && agent()
    }

    /// Whether a word says again what another has said: "left-handed, a lefty".
    fn can_mean(&self, term: &Term, of: &Sentence) -> bool {
        let same = |other: &Term| {
            !other.name && other.meaning.same(&term.meaning) && !self.employs(other, term) && !of.employs(term, other)
        };
        !term.name && self.terms.iter().any(same)
    }
}

/// "Fireworks" in front is no name where the other has "fireworks".
fn is_plural(a: &Term, b: &Term) -> bool {
    a.name && a.at == 0 && !b.name && a.word.strip_suffix('s') == Some(&b.word)
}

fn related_form(a: &Term, b: &Term) -> bool {
    if a.name || b.name || !a.word.is_ascii() || !b.word.is_ascii() {
        return false;
    }
    // "Lives on" is "lives" with what follows.
    let plain = |term: &Term| -> Option<usize> {
        let (verb, rest) = term.word.split_once('_')?;
        matches!(rest, "on" | "in" | "at" | "to" | "for" | "with" | "from" | "of").then_some(verb.len())
    };
    let stem = |term: &Term| plain(term).unwrap_or(term.word.len());
    if a.meaning.verb && b.meaning.verb && a.word[..stem(a)] == b.word[..stem(b)] {
        return true;
    }
    // "Noise" and "noisy", "wood" and "wooden".
    let made = |noun: &str, other: &str| {
        let root = noun.strip_suffix('e').unwrap_or(noun);
        root.len() > 2 && other.strip_prefix(root).is_some_and(|rest| matches!(rest, "y" | "en" | "ny" | "ty" | "gy"))
    };
    if made(&a.word, &b.word) || made(&b.word, &a.word) {
        return true;
    }
    // "Bakes" and "baker", "edits" and "editor".
    let agent = |noun: &Term, verb: &Term| {
        let root = ["er", "or", "ing"].iter().find_map(|end| noun.word.strip_suffix(end)).filter(|root| root.len() > 2);
        let plain = verb.word.strip_suffix('e').unwrap_or(&verb.word);
        root.is_some_and(|root| {
            verb.meaning.verb
                && (root == plain
                    || root.strip_prefix(plain).is_some_and(|rest| rest.len() == 1 && plain.ends_with(rest)))
        })
    };
    if agent(a, b) || agent(b, a) {
        return true;
    }
    let shared = a.word.bytes().zip(b.word.bytes()).take_while(|(p, q)| p == q).count();
    let (short, long) = (a.word.len().min(b.word.len()), a.word.len().max(b.word.len()));
    shared >= 5 && shared + 3 >= short && long - short <= 4 && shared * 4 >= long * 2
}

/// What is paid out is not what is earned, though "pay" can mean both.
fn is_other_way(a: &Term, b: &Term) -> bool {
    a.word == "pay" && matches!(b.word.as_str(), "earn" | "make" | "income" | "salary") && a.meaning.verb && !a.subject
}

/// Verbs whose subject gets what another's gives: "learned from Ana", "belongs to Ana".
fn is_turned(verb: &Term) -> bool {
    matches!(verb.word.as_str(), "belong" | "belong_to" | "learn" | "receive" | "inherit")
}

fn reports(sentence: &Sentence) -> bool {
    matches!(sentence.verb_word(), "report" | "report_to" | "reports_to" | "answer_to")
}

/// A bit for each day that is named: a weekend is Saturday and Sunday.
fn days(values: &[u16]) -> u32 {
    values.iter().fold(0, |days, value| {
        days | match value {
            10 => 0b1_1111,
            11 => 0b110_0000,
            value => 1 << value,
        }
    })
}

/// "Unheated" and "heated".
fn denies_form(a: &Term, b: &Term) -> bool {
    let rest = ["un", "non-", "non", "in", "im", "dis"].iter().find_map(|prefix| a.word.strip_prefix(prefix));
    rest.filter(|rest| rest.len() > 3 && !b.name).is_some_and(|rest| {
        let shared = rest.bytes().zip(b.word.bytes()).take_while(|(p, q)| p == q).count();
        shared >= 4 && shared + 1 >= b.word.len() && shared + 3 >= rest.len()
    })
}

/// A brother is no sister, but nobody says that one has no other.
fn are_kin(a: &Term, b: &Term) -> bool {
    let kin = thesaurus::kin();
    a.meaning.kinds & kin != 0 && b.meaning.kinds & kin != 0
}

pub(super) fn same_word(a: &str, b: &str) -> bool {
    let look = |word: &str| thesaurus::look_up(word).map(|(lemma, meaning)| (lemma.into_owned(), meaning));
    match (look(a), look(b)) {
        (Some((a, p)), Some((b, q))) => a == b || p.same(&q),
        _ => statement::stem(a) == statement::stem(b),
    }
}
