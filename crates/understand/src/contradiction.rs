//! Can two statements both be true?
//!
//! Owns the comparison of a new fact with a stored one: the same in other words, compatible, or
//! in contradiction, and in which respect. It also says whether the second statement announces a
//! change itself ("no longer", "moved to"), which lets a caller supersede instead of asking.
//! It decides nothing about storage. Start with [`compare`].

mod bag;
mod chinese;
mod closeness;
mod english;
mod glance;
mod lexicon;
mod likely;
mod quantity;
mod roundabout;
mod sentence;
mod signs;
mod statement;
mod thesaurus;
mod token;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{LazyLock, OnceLock};

use regex::Regex;
use serde::Serialize;
use soulfile_text::literals::Literals;

pub(crate) use bag::Bag;
use glance::Glance;
use sentence::Sentence;
use signs::{Rule, Signs};
use soulfile_text::lang::Lang;
use statement::Statement;

pub use crate::compare::Verdict;

/// Whether a general word ("coffee") covers a special one ("espresso").
pub fn covers(general: &str, special: &str) -> bool {
    lexicon::covers(general, special)
}

/// Whether a word names, or ends the name of, what somebody does for a living.
pub(crate) fn is_profession(word: &str) -> bool {
    lexicon::is_profession(word)
}

/// Words that mean the same as `word`, which is in its canonical form.
pub(crate) fn alike(word: &str) -> &'static [&'static str] {
    lexicon::alike(word)
}

/// What is said in an English sentence, in canonical words.
pub(crate) struct Parts {
    pub(crate) subject: Bag,
    pub(crate) verb: String,
    pub(crate) words: Bag,
    pub(crate) numbers: Bag,
    pub(crate) times: Bag,
    pub(crate) denied: bool,
}

/// Takes an English statement apart.
pub(crate) fn parts(statement: &str) -> Parts {
    let Statement { subject, verb, words, numbers, times, denied, .. } =
        statement::read(statement, Signs::of(statement));
    Parts { subject, verb, words, numbers, times, denied }
}

/// The telling words of an English text, in order and in canonical form.
pub(crate) fn content_words(text: &str) -> Vec<String> {
    statement::content_words(text)
}

/// The outcome of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// How the statements stand to each other.
    pub verdict: Verdict,
    /// In which respect: `negation`, `number`, `time`, `place`, `value`, `antonym` …; `none` when
    /// compatible or duplicate.
    pub aspect: &'static str,
    /// Whether the second statement announces a change or correction.
    pub update: bool,
    /// Whether a rule says so. Otherwise the words were weighed, and it is likely: enough to tell a person, too little
    /// to drop or replace what they said.
    pub sure: bool,
}

/// Compares an older statement `a` with a newer one `b`.
pub fn compare(a: &str, b: &str) -> Comparison {
    Comparable::new(a).compare(&Comparable::new(b))
}

/// What is likely of an older statement `a` and a newer one `b`.
pub fn judge(a: &str, b: &str) -> Comparison {
    Comparable::new(a).judge(&Comparable::new(b))
}

/// What is weighed of two statements that no rule found to be the same or at odds; for fitting the weights.
#[doc(hidden)]
pub fn signs(a: &str, b: &str) -> Vec<(&'static str, f32)> {
    let (a, b) = (Comparable::new(a), Comparable::new(b));
    if a.compare(&b).verdict != Verdict::Compatible || !a.meets(&b) {
        return Vec::new();
    }
    let announced = [a.announces_change(), b.announces_change()];
    match (a.meaning(), b.meaning()) {
        (Some(x), Some(y)) => english::signs(x, y, announced).collect(),
        (None, None) => chinese::signs(a.chinese(), b.chinese(), [&a.text, &b.text], announced).collect(),
        _ => Vec::new(),
    }
}

/// A change without when it came about: "moved to Porto last month" says where somebody lives now as
/// much as "moved to Porto" does. A year stays: what was so in one may be otherwise in another.
fn without_time_of_change(text: &str) -> Cow<'_, str> {
    static CHANGE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)\b(?:moved|switched|changed|relocated) (?:to|over to|from)\b|搬到|搬去|搬家|换到|换成|改成|改为|改用",
        )
        .expect("valid pattern")
    });
    static WHEN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\s*\b(?:(?:last|this|earlier this|late last) (?:week|month|year|weekend|spring|summer|autumn|fall|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|yesterday|today|recently|lately|just now|(?:a|an|one|two|three|a few|\d+) (?:days?|weeks?|months?) ago)(?:\s*\([0-9][^)]*\))?|(?:上个?月|这个?月|上周|这周|上星期|上个星期|昨天|今天|前天|最近|前不久|不久前|去年|今年|刚刚|刚)(?:\s*\([0-9][^)]*\))?")
            .expect("valid pattern")
    });
    if CHANGE.is_match(text) { WHEN.replace_all(text, "") } else { Cow::Borrowed(text) }
}

/// "Signal over email" prefers as "Signal rather than email" does.
fn preferred(text: &str) -> Cow<'_, str> {
    static OVER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b((?:prefer|want|like|choose|favou?r)s?\s+[\p{L}\p{N}][\p{L}\p{N} -]{0,30}?) over ")
            .expect("valid pattern")
    });
    OVER.replace(text, "$1 rather than ")
}

/// Says whether one statement tells somebody's name and the other something else of theirs: a favourite
/// colour is no other name.
fn one_names(a: &str, b: &str) -> bool {
    let names = |owned: &str| owned.to_lowercase().split(' ').any(|word| matches!(word, "name" | "surname"));
    matches!((owned(a), owned(b)), (Some(one), Some(other)) if names(one) != names(other))
}

/// What a statement tells of somebody's own: "favourite colour" in "Ana's favourite colour is blue".
fn owned(text: &str) -> Option<&str> {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let (who, rest) = text.split_once(['\'', '’'])?;
    let rest = rest.strip_prefix(['s', 'S'])?.strip_prefix(' ')?;
    let is_verb = |at: usize| {
        let word = rest[at + 1..].split(|c| !in_word(c)).next().unwrap_or_default();
        ["is", "are", "was", "were"].iter().any(|verb| word.eq_ignore_ascii_case(verb))
    };
    let owned = rest.match_indices(' ').map(|(at, _)| at).find(|at| *at > 0 && is_verb(*at)).map(|at| &rest[..at])?;
    let is_plain = |text: &str, joint: char, longest: usize| {
        (1..=longest).contains(&text.chars().count()) && text.chars().all(|c| in_word(c) || c == ' ' || c == joint)
    };
    (is_plain(who, ' ', 40) && is_plain(owned, '-', 60)).then_some(owned)
}

/// An English statement without the dates its words were found to mean, "March 14 (2026-03-14)", and those dates.
fn without_resolved_dates(text: &str) -> (Cow<'_, str>, Vec<String>) {
    static RESOLVED: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r" ?\((\d{4}-\d\d[-0-9T:/ –]*)\)").expect("valid pattern"));
    if !text.contains('(') || Lang::of(text) != Lang::En {
        return (Cow::Borrowed(text), Vec::new());
    }
    let dates = RESOLVED.captures_iter(text).map(|found| found[1].to_owned()).collect();
    (RESOLVED.replace_all(text, ""), dates)
}

/// What somebody who was named before is said to do later: "Jonas is a friend, he lives in Hamburg" also says that
/// Jonas lives in Hamburg.
fn of_the_named(text: &str) -> Option<String> {
    static LATER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(\p{Lu}[\p{L}'’-]+)[,;.]? (?:and |but )?(?:[Hh]e|[Ss]he|[Tt]hey) (\p{Ll}.+)$")
            .expect("valid pattern")
    });
    if !["he ", "they ", "He ", "They "].iter().any(|word| text.contains(word)) {
        return None;
    }
    let found = LATER.captures(text)?;
    Some(format!("{} {}", &found[1], &found[2]))
}

/// The statements that one holds, where there are several.
fn further(text: &str) -> Vec<Sentence> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    let mut said = sentence::statements(text);
    said.extend(of_the_named(text));
    said.iter().map(|said| sentence::read(said)).collect()
}

/// What is longer in bytes is no statement: each of its words would be held against each of another text's.
const LONGEST: usize = 1000;

/// A statement read once, to be compared with many.
#[derive(Debug, Clone)]
pub struct Comparable {
    text: String,
    /// What its dates were found to mean.
    dates: Vec<String>,
    lang: Lang,
    glance: Option<Glance>,
    signs: Signs,
    /// Its parts, taken apart when first needed.
    english: OnceLock<Option<Statement>>,
    chinese: OnceLock<chinese::Statement>,
    /// What it says, read when first needed.
    meaning: OnceLock<Option<Sentence>>,
    /// What its clauses say where it has several.
    clauses: OnceLock<Vec<Sentence>>,
}

impl Comparable {
    /// Reads a statement.
    pub fn new(text: &str) -> Comparable {
        let (mut text, dates) = without_resolved_dates(text);
        let mut signs = Signs::of(&text);
        if signs.may(Rule::Timed) || signs.may(Rule::Preferred) {
            let timeless = without_time_of_change(&text).into_owned();
            text = Cow::Owned(preferred(&timeless).into_owned());
            signs = Signs::of(&text);
        }
        let lang = Lang::of(&text);
        Comparable {
            lang,
            glance: (lang == Lang::En).then(|| Glance::of(&text)),
            signs,
            english: OnceLock::new(),
            chinese: OnceLock::new(),
            meaning: OnceLock::new(),
            clauses: OnceLock::new(),
            dates,
            text: text.into_owned(),
        }
    }

    fn english(&self) -> Option<&Statement> {
        let read = || (self.lang == Lang::En).then(|| statement::read(&self.text, self.signs));
        self.english.get_or_init(read).as_ref()
    }

    fn chinese(&self) -> &chinese::Statement {
        self.chinese.get_or_init(|| chinese::read(&self.text))
    }

    fn clauses(&self) -> &[Sentence] {
        self.clauses.get_or_init(|| further(&self.text))
    }

    fn meaning(&self) -> Option<&Sentence> {
        let read = || (self.lang == Lang::En).then(|| sentence::read(&self.text));
        self.meaning.get_or_init(read).as_ref()
    }

    /// The statement itself.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it announces a change or correction.
    pub fn announces_change(&self) -> bool {
        self.signs.may(Rule::Announced)
    }

    /// The words that say who or what it is about; empty where none were told apart.
    pub fn subject(&self) -> impl Iterator<Item = &str> {
        self.english().into_iter().flat_map(|read| read.subject.iter().map(String::as_str))
    }

    /// Keys under which statements that may bear on each other meet; two that share none can be taken
    /// for compatible. Content words, what is said of whom by which verb, and pairs of letters where
    /// words are not set apart.
    pub fn keys(&self) -> Vec<String> {
        match self.english() {
            Some(read) => {
                let words = read.words.iter().chain(&read.dropped);
                let mut keys: Vec<String> = words.cloned().collect();
                let user = String::from("user");
                let subjects: Vec<&String> = match read.subject.is_empty() {
                    true => vec![&user],
                    false => read.subject.iter().collect(),
                };
                keys.extend(subjects.iter().map(|subject| format!("{subject} ={}", read.verb)));
                keys.extend(self.meaning().into_iter().flat_map(Sentence::keys));
                keys
            }
            None => {
                let letters: Vec<char> = self.text.chars().filter(|c| c.is_alphanumeric()).collect();
                letters.windows(2).map(|pair| pair.iter().collect()).collect()
            }
        }
    }

    /// How many telling words two statements share; pairs of letters where words are not set apart.
    pub fn shared(&self, other: &Comparable) -> usize {
        match (self.english(), other.english()) {
            (Some(a), Some(b)) => a.words.intersection(&b.words).count(),
            _ => {
                let pairs = |reading: &Comparable| reading.keys().into_iter().collect::<BTreeSet<_>>();
                pairs(self).intersection(&pairs(other)).count()
            }
        }
    }

    /// Whether two statements speak of the same matter of the same thing: the stricter test for telling a
    /// person that they are at odds.
    pub fn same_matter(&self, other: &Comparable) -> bool {
        match (self.english(), other.english()) {
            (Some(a), Some(b)) => {
                let plain =
                    |read: &Statement| -> Bag { read.subject.iter().filter(|word| *word != "user").cloned().collect() };
                plain(a) == plain(b)
            }
            (None, None) => {
                let pairs = |reading: &Comparable| reading.keys().into_iter().collect::<BTreeSet<_>>();
                let (a, b) = (pairs(self), pairs(other));
                let common = a.intersection(&b).count();
                common * 2 >= a.union(&b).count()
            }
            _ => false,
        }
    }

    /// Whether the two can bear on each other at all.
    fn meets(&self, other: &Comparable) -> bool {
        match (&self.glance, &other.glance) {
            (Some(a), Some(b)) => a.meets(b) && !one_names(&self.text, &other.text),
            _ => true,
        }
    }

    /// Compares this older statement with a newer one, by rules alone: compatible is whatever they do not know to be
    /// otherwise.
    pub fn compare(&self, newer: &Comparable) -> Comparison {
        let (verdict, aspect) = self.ruled(newer);
        Comparison { verdict, aspect, update: newer.announces_change(), sure: true }
    }

    /// Compares this older statement with a newer one; what no rule decides is weighed, unless it is too long to be one
    /// statement.
    pub fn judge(&self, newer: &Comparable) -> Comparison {
        let ruled = self.compare(newer);
        let long = self.text.len().max(newer.text.len()) > LONGEST;
        if ruled.verdict != Verdict::Compatible || long || !self.meets(newer) {
            return ruled;
        }
        let announced = [self.announces_change(), ruled.update];
        let verdict = match (self.meaning(), newer.meaning()) {
            (Some(x), Some(y)) => english::weigh(x, y, announced),
            (None, None) => chinese::weigh(self.chinese(), newer.chinese(), [&self.text, &newer.text], announced),
            _ => return ruled,
        };
        let aspect = if verdict == Verdict::Contradiction { "likely" } else { "none" };
        Comparison { verdict, aspect, sure: verdict == Verdict::Compatible, ..ruled }
    }

    fn ruled(&self, newer: &Comparable) -> (Verdict, &'static str) {
        const COMPATIBLE: (Verdict, &str) = (Verdict::Compatible, "none");
        if !self.meets(newer) {
            return COMPATIBLE;
        }
        match (self.meaning(), newer.meaning()) {
            (None, None) => chinese::judge(self.chinese(), newer.chinese()),
            (Some(a), Some(b)) => match english::compare(a, b) {
                (Verdict::Duplicate, _) if self.dates != newer.dates && !self.dates.is_empty() => COMPATIBLE,
                // Where a clause of one is at odds with the other, they are.
                found @ (Verdict::Compatible, _) => std::iter::once(a)
                    .chain(self.clauses())
                    .flat_map(|a| std::iter::once(b).chain(newer.clauses()).map(move |b| (a, b)))
                    .skip(1)
                    .map(|(a, b)| english::compare(a, b))
                    .find(|(verdict, _)| *verdict == Verdict::Contradiction)
                    .unwrap_or(found),
                found => found,
            },
            _ => COMPATIBLE,
        }
    }
}

/// Words that say of themselves that something is otherwise than it was, in lower case.
#[rustfmt::skip]
const CHANGES: &[&str] = &[
    "no longer", "not any more", "not anymore", "any more", "anymore", "instead of", "instead", "used to",
    "switched", "changed to", "moved to", "moved from", "replaced", "now ", " now", "actually", "correction",
    "no wait", "i meant", "my mistake", "from now on", "has become", "became", "left ", "quit", "stopped",
    "gave up", "rescheduled", "postponed", "renamed", "rather than", "in fact", "turns out", "migrated",
    "was wrong", "not the", "updated to", "since then", "as of",
    "不再", "改成", "改为", "改到", "换成", "搬到", "现在", "其实", "不对，", "说错了", "记错了", "已经", "更正", "不是", "调到", "推迟", "提前到",
    "离开", "辞", "戒",
];

/// Says whether `text` corrects or updates something by its own words: "actually", "no longer",
/// "moved to", 改成, 不再.
pub fn announces_change(text: &str) -> bool {
    static ANY: LazyLock<Literals> = LazyLock::new(|| Literals::new(CHANGES.iter().copied()).any_case());
    match text.is_ascii() {
        true => ANY.is_match(text),
        false => ANY.is_match(&text.to_lowercase()),
    }
}

#[cfg(test)]
#[path = "contradiction_tests.rs"]
mod tests;
