//! A statement cut into the parts that each may have a verb of their own, and the main verb of it.

use super::classes::{self, *};
use crate::claim;
use crate::tense;

/// A stretch between marks or joining words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::route) struct Part<'t> {
    /// The words, without what joins them to the ones before.
    pub text: &'t str,
    /// What stands before it: a mark, `&` for a joining word, a space at the beginning.
    pub mark: char,
}

/// The words of a text.
pub(in crate::route) fn of(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '-' | '_'))
        .map(|word| word.trim_matches(|c| matches!(c, '\'' | '’' | '-')))
        .filter(|word| !word.is_empty())
}

/// Cuts at marks and at "and", "then", "but", "or".
pub(in crate::route) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut out = Vec::new();
    let mut mark = ' ';
    let mut start = 0;
    let bytes = text.as_bytes();
    fn push<'t>(out: &mut Vec<Part<'t>>, text: &'t str, mark: char) {
        if of(text).next().is_some() {
            out.push(Part { text: text.trim(), mark });
        }
    }
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        let after = bytes.get(at + c.len_utf8()).copied().unwrap_or(b' ');
        let cuts = match c {
            ';' | '!' | '?' | '\n' | '—' | '–' | '(' | ')' | '→' => true,
            // "1.5", "7:30", "2,000".
            ',' | '.' | ':' => after.is_ascii_whitespace() || matches!(after, b'"' | b'\'' | b')'),
            '-' => after == b' ' && at > 0 && bytes[at - 1] == b' ',
            _ => false,
        };
        if cuts {
            push(&mut out, &text[start..at], mark);
            mark = c;
            start = at + c.len_utf8();
            continue;
        }
        if c == ' ' && at >= start {
            let joint = [" and then ", " and ", " then ", " but ", " or "].iter().find(|word| {
                text.as_bytes()[at..].len() >= word.len()
                    && text.as_bytes()[at..at + word.len()].eq_ignore_ascii_case(word.as_bytes())
            });
            if let Some(word) = joint {
                push(&mut out, &text[start..at], mark);
                mark = '&';
                // The space behind the word may begin another one.
                start = at + word.len() - 1;
                while chars.clone().next().is_some_and(|(next, _)| next < start) {
                    chars.next();
                }
            }
        }
    }
    push(&mut out, &text[start..], mark);
    out
}

/// Who a clause is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::route) enum Subject {
    /// "I", "my wife and I".
    I,
    /// "We".
    We,
    /// Left out: "Sold the van."
    Dropped,
    /// Somebody or something else.
    Other,
}

/// When the verb of a clause plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::route) enum When {
    Past,
    /// "Has arrived": over, and told for what it left.
    Perfect,
    Present,
}

/// The main verb of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::route) struct Verb {
    /// The word that carries the meaning, in lower case: in "was hired", "hired".
    pub word: String,
    /// What follows it, in lower case.
    pub next: String,
    pub when: When,
    pub subject: Subject,
    /// Whether it is done to the subject.
    pub passive: bool,
}

/// Whether a text tells of the past.
pub(in crate::route) fn tells_past(text: &str) -> bool {
    main_verb(text).is_some_and(|verb| verb.when != When::Present)
}

/// The main verb of the first clause of `text` that has one.
pub(in crate::route) fn main_verb(text: &str) -> Option<Verb> {
    let sentence = text.trim();
    let first = of(sentence).next()?.to_lowercase();
    // "When the power went, we lit candles": the clause behind the comma counts.
    let main = match sentence.split_once(", ") {
        Some((lead, rest)) if is(&first, LEANING) && lead.split_whitespace().count() < 16 => rest,
        _ => sentence,
    };
    // "Having had two falls, I get tired", "Between work and the twins, I rest little".
    let aside = first.ends_with("ing") || is(&first, FUNCTION | LEANING);
    let main = match [", I ", ", I'm ", ", I’m ", ", i ", ", we "].iter().filter_map(|own| main.find(own)).min() {
        Some(at) if aside && main.len() == sentence.len() => &main[at + 2..],
        _ => main,
    };
    let clause = Clause::read(main);
    let lower = &clause.lower;
    let mut skip = 0usize;
    let mut subject_seen = false;
    for at in 0..lower.len() {
        let word = lower[at].as_str();
        // "The man who fixed it lives here": the verb of "who" is not the one.
        if at > 0 && matches!(word, "who" | "which" | "whose")
            || at > 1 && word == "that" && !clause.is(at - 1, FUNCTION)
        {
            skip += 1;
            continue;
        }
        let Some(when) = clause.finite(at, subject_seen) else {
            subject_seen |= clause.is(at, SUBJECT) || at > 0 && clause.is_name(at);
            continue;
        };
        if skip > 0 {
            skip -= 1;
            continue;
        }
        let told = (0..at).find(|at| clause.is(*at, PRONOUN) || matches!(lower[*at].as_str(), "my" | "our"));
        let subject = match told.map(|at| lower[at].as_str()) {
            Some(word) if is_first_person(word) => first_person(word),
            _ if is_first_person(word) => first_person(word),
            _ if clause.only_adverbs(at) => Subject::Dropped,
            _ => Subject::Other,
        };
        let (mut end, mut passive) = (at, false);
        // "Was hired", "has been moved", "got promoted".
        while clause.is(end, CHAIN) && end + 1 < lower.len() {
            let next = lower[end + 1].as_str();
            if !(is_participle(next)
                || is(next, CHAIN | ADVERB) && !matches!(next, "was" | "were" | "have" | "has" | "had" | "got"))
            {
                break;
            }
            passive |= matches!(lower[end].as_str(), "was" | "were" | "been" | "got");
            end += 1;
        }
        let next = lower.get(end + 1).cloned().unwrap_or_default();
        return Some(Verb { word: lower[end].clone(), next, when, subject, passive });
    }
    None
}

/// A clause, word by word.
struct Clause<'t> {
    words: Vec<&'t str>,
    lower: Vec<String>,
    classes: Vec<u16>,
}

impl<'t> Clause<'t> {
    fn read(text: &'t str) -> Clause<'t> {
        let words: Vec<&str> = of(text).collect();
        let plain = |word: &&str| match word.contains('’') {
            true => word.to_lowercase().replace('’', "'"),
            false => word.to_lowercase(),
        };
        let lower: Vec<String> = words.iter().map(plain).collect();
        let classes = lower.iter().map(|word| classes::of(word)).collect();
        Clause { words, lower, classes }
    }

    fn is(&self, at: usize, class: u16) -> bool {
        self.classes.get(at).is_some_and(|known| known & class != 0)
    }

    fn has(&self, class: u16) -> bool {
        self.classes.iter().any(|known| known & class != 0)
    }

    fn is_name(&self, at: usize) -> bool {
        self.words[at].starts_with(char::is_uppercase)
    }

    /// Whether nothing but adverbs and a day stands before a verb: its subject is left out then.
    fn only_adverbs(&self, at: usize) -> bool {
        at <= 4 && (0..at).all(|at| self.is(at, ADVERB | DAY))
    }

    /// Whether the word at a place is the verb of its clause, and when it plays.
    fn finite(&self, at: usize, subject_seen: bool) -> Option<When> {
        let word = self.lower[at].as_str();
        let before_at = (0..at).rev().find(|at| !self.is(*at, ADVERB));
        let before = before_at.map_or("", |at| self.lower[at].as_str());
        let function = before_at.is_some_and(|at| self.is(at, FUNCTION));
        let pronoun = before_at.is_some_and(|at| self.is(at, PRONOUN));
        if matches!(word, "have" | "has" | "i've" | "we've" | "they've" | "you've") {
            let next =
                (at + 1..self.lower.len()).find(|at| !self.is(*at, ADVERB)).map_or("", |at| self.lower[at].as_str());
            return Some(if is_participle(next) { When::Perfect } else { When::Present });
        }
        // "In May" the month, "it may" the verb.
        if self.is(at, PRESENT) && !(word == "may" && self.is_name(at) && at > 0) {
            return Some(When::Present);
        }
        if self.is_name(at) && at > 0 {
            return None;
        }
        if at == 0 || self.only_adverbs(at) {
            return self.opens(at).then_some(When::Past);
        }
        let past = tense::is_past(word) || tense::is_past_verb(word) && (subject_seen || !function);
        if past {
            // "The signed form", "than treated pine", "of fried rice".
            let joins = matches!(
                before,
                "and" | "then" | "but" | "or" | "there" | "here" | "ago" | "today" | "yesterday" | "tonight"
            );
            let describes = function && !before_at.is_some_and(|at| self.is(at, SUBJECT)) && !joins;
            return (!describes || pronoun).then_some(When::Past);
        }
        if tense::is_unchanged(word) && self.tells_unchanged(at, before, pronoun, function) {
            return Some(When::Past);
        }
        if pronoun && !self.is(at, ADVERB) {
            return Some(When::Present);
        }
        // "Ana lives", "the bakery closes".
        (word.ends_with('s') && !before.is_empty() && !function && claim::is_verb_of_one(word)).then_some(When::Present)
    }

    /// Whether a verb that opens the clause tells what the speaker did: "Sold the van", "finally went with oak".
    fn opens(&self, at: usize) -> bool {
        let word = self.lower[at].as_str();
        let unchanged = tense::is_unchanged(word);
        let once = || {
            self.classes
                .iter()
                .zip(&self.lower)
                .any(|(class, word)| class & ONCE != 0 && word != "morning" && !word.ends_with("day"))
        };
        let past = tense::is_past(word)
            || unchanged && once() && !self.has(HABIT)
            || matches!(word, "saw" | "found" | "felt" | "spoke" | "fell" | "hid" | "bit" | "thought")
            || word == "left" && self.is(at + 1, FUNCTION);
        past && (!self.is(at, DESCRIBES) || unchanged) && !self.is_called(at)
    }

    /// Winifred is, Ahmed lives: a name with the ending of a verb.
    fn is_called(&self, at: usize) -> bool {
        let next = self.lower.get(at + 1).map_or("", String::as_str);
        self.is_name(at)
            && (crate::route::is_given_name(&self.lower[at])
                || self.words[at].ends_with("'s")
                || self.is(at + 1, PRESENT)
                || matches!(next, "has" | "had" | "was" | "were")
                || self.lower[at].ends_with("ed")
                    && (tense::is_past(next) || claim::is_verb_of_one(next) && next.ends_with('s')))
    }

    /// Whether a verb of one form for all times is told of the past.
    fn tells_unchanged(&self, at: usize, before: &str, pronoun: bool, function: bool) -> bool {
        // "I read on my phone": now, unless a day is named.
        let told_once = matches!(before, "he" | "she" | "it")
            || matches!(self.lower[at].as_str(), "quit" | "hurt" | "burst" | "split")
            || self.has(ONCE) && !self.has(HABIT);
        // "The vet put our dog down": one who does it now puts.
        let one = !function && !before.ends_with('s') && self.is(at + 1, FUNCTION) && self.lower[at + 1] != "of";
        if pronoun { told_once } else { self.is_name(at - 1) || one }
    }
}

fn is(word: &str, class: u16) -> bool {
    classes::of(word) & class != 0
}

fn is_participle(word: &str) -> bool {
    is(word, PARTICIPLE) || tense::is_past_verb(word) || tense::is_unchanged(word)
}

fn first_person(word: &str) -> Subject {
    if word.starts_with('w') { Subject::We } else { Subject::I }
}

fn is_first_person(word: &str) -> bool {
    matches!(word, "i" | "we" | "i've" | "we've" | "i'd" | "i'm" | "we're" | "i'll" | "we'll")
}
