//! The words of a question, and the clause of it that asks.
//!
//! Contractions are taken apart, short spellings written out and slips of the finger in the few words that carry
//! a question put right, so that the readers beside this file see one spelling. Start with [`Question::of`].

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use crate::word_table::WordSet;

/// A set of the words in `list`.
pub(super) fn set(list: &'static str) -> WordSet {
    list.split_whitespace().collect()
}

/// Declares sets of words, each made on first use.
macro_rules! word_sets {
    ($($(#[$doc:meta])* $name:ident = $list:expr;)+) => {
        $($(#[$doc])* pub(super) static $name: std::sync::LazyLock<crate::word_table::WordSet> =
            std::sync::LazyLock::new(|| crate::query::english::words::set($list));)+
    };
}
pub(super) use word_sets;

word_sets! {
    /// Words that ask.
    WH = "who what when where why which how whose whom";
    /// Verbs that open a question to be answered with yes or no.
    AUX = "is are am was were do does did has have had can could will would should shall may might must";
    /// Verbs by which something known is asked for.
    TELL = "tell remind give show describe list explain summarise summarize outline recap get pull find look share bring dig fetch introduce profile define brief inform teach walk talk take guide run step lead read recite repeat refresh jog catch fill update search check recall lay spell go let remember characterise characterize recount sketch retrieve report";
    /// Words before the question itself.
    FILLER = "so and hey ok okay hi hello please now also quick quickly um uh well just right then again btw anyway oh actually alright but yo hmm sorry";
    /// Words of which a sentence around a question is made: "do you happen to know when …".
    AROUND = "remind me again tell do you know remember recall happen to any idea clue over down in back words own i forget forgot wonder wondering can not cannot could was am sure want need would like let us refresh my memory help explain describe show give a an summary rundown overview recap sense of summarise summarize recap list outline look up check find out just please curious about of on for through walk talk run take guide it that the notes your mind keep forgetting wanted asking trying we got have";
    /// Titles whose full stop ends no sentence.
    TITLE = "dr mr mrs ms prof st no vs jr sr mt approx";
    /// What can be asked for without a verb.
    QUANTITY = "anything everything any all whatever something nothing";
    /// How often a habit recurs.
    HABIT = "usually normally typically generally always ordinarily commonly regularly customarily habitually routinely";
    /// Words for the one who asks, alone or with others.
    SELF = "i we one us";
    /// Determiners.
    DETERMINER = "the a an my our your his her their its this that these those";
    /// Words that end a noun and what stands before it.
    NOUN_ENDS = "for of to when before after with in on at by from about regarding we i you he she they it that which who is are was were do does did has have had again please if while since during and or as go goes work works look looks should must can will would like up over into here there now then not so than because until till without within per under using through around between";
}

/// What stands between a word and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    /// A space.
    Space,
    /// A comma.
    Comma,
    /// The end of a clause.
    Clause,
}

/// One word.
#[derive(Debug, Clone)]
pub(super) struct Word {
    /// In small letters, with its usual spelling.
    pub low: Cow<'static, str>,
    /// Where it stands.
    pub span: Range<usize>,
    /// Whether it is written with a capital or as a brand is.
    pub capital: bool,
    /// What stands before it.
    pub gap: Gap,
}

impl Word {
    pub(super) fn is(&self, words: &WordSet) -> bool {
        words.contains(&*self.low)
    }

    pub(super) fn one_of(&self, words: &[&str]) -> bool {
        words.contains(&&*self.low)
    }
}

/// A text and the clause of it that asks.
#[derive(Debug)]
pub(super) struct Question<'t> {
    pub text: &'t str,
    pub words: Vec<Word>,
    /// The words of the clause that asks, without what leads up to it.
    pub core: Range<usize>,
    /// The whole sentence around it.
    pub sentence: Range<usize>,
    /// Whether it is asked inside another sentence: "remind me when we met".
    pub embedded: bool,
    /// The clauses after it that ask too, the last first.
    later: Vec<(Range<usize>, bool)>,
}

impl<'t> Question<'t> {
    pub(super) fn of(text: &'t str) -> Question<'t> {
        let words = split(text);
        let mut question = Question {
            text,
            core: 0..words.len(),
            sentence: 0..words.len(),
            words,
            embedded: false,
            later: Vec::new(),
        };
        question.find_core();
        question
    }

    /// The clause before the one that asks, on its own.
    pub(super) fn topic(&self) -> Question<'t> {
        let before = 0..self.core.start;
        Question {
            text: self.text,
            words: self.words.clone(),
            core: before.clone(),
            sentence: before,
            embedded: false,
            later: Vec::new(),
        }
    }

    /// The words of the clause that asks.
    pub(super) fn core(&self) -> &[Word] {
        &self.words[self.core.clone()]
    }

    /// The `n`th word of the clause that asks, or nothing.
    pub(super) fn low(&self, n: usize) -> &str {
        self.core().get(n).map_or("", |word| &word.low)
    }

    /// Whether the clause holds `phrase`, given as words.
    pub(super) fn says(&self, phrase: &str) -> bool {
        self.place_of(phrase).is_some()
    }

    /// Where in the clause `phrase` begins.
    pub(super) fn place_of(&self, phrase: &str) -> Option<usize> {
        place_in(self.core(), phrase)
    }

    /// The words of the whole sentence.
    pub(super) fn sentence(&self) -> &[Word] {
        &self.words[self.sentence.clone()]
    }

    pub(super) fn says_any(&self, words: &WordSet) -> bool {
        self.core().iter().any(|word| word.is(words))
    }

    /// Where the noun that begins at `from` ends: "the release process" of "the release process for mobile".
    pub(super) fn noun_end(&self, from: usize) -> usize {
        let core = self.core();
        let mut end = from;
        while end < core.len() && !core[end].is(&NOUN_ENDS) && (end == from || core[end].gap == Gap::Space) {
            end += 1;
        }
        end
    }

    /// The text of some words of the clause.
    pub(super) fn slice(&self, range: Range<usize>) -> &'t str {
        match self.core().get(range) {
            Some([first, .., last]) => &self.text[first.span.start..last.span.end],
            Some([only]) => &self.text[only.span.clone()],
            _ => "",
        }
    }

    /// Goes on to the next clause that asks, where there is one.
    pub(super) fn next_clause(&mut self) -> bool {
        let Some((core, embedded)) = self.later.pop() else { return false };
        self.look_at(core, embedded);
        true
    }

    fn look_at(&mut self, core: Range<usize>, embedded: bool) {
        let at = core.start.min(self.words.len().saturating_sub(1));
        let opens = |n: &usize| *n == 0 || self.words[*n].gap == Gap::Clause;
        self.sentence = (0..=at).rev().find(opens).unwrap_or(0)..core.end;
        (self.core, self.embedded) = (core, embedded);
    }

    fn find_core(&mut self) {
        let starts: Vec<usize> =
            (0..self.words.len()).filter(|n| *n == 0 || self.words[*n].gap == Gap::Clause).collect();
        let mut asking = Vec::new();
        let mut fallback = None;
        for (n, start) in starts.iter().copied().enumerate() {
            let end = starts.get(n + 1).copied().unwrap_or(self.words.len());
            let (core, embedded) = self.without_lead(start, end);
            let subordinate = self.opens_a_condition(core, end) && !embedded;
            if self.asks(core, end) && !subordinate {
                asking.push((core..end, embedded));
                continue;
            }
            let after_comma = (start + 1..end).filter(|at| self.words[*at].gap == Gap::Comma).find_map(|comma| {
                let (core, embedded) = self.without_lead(comma, end);
                let request = core < end && self.words[core].is(&TELL);
                let of_me = self.words.get(core + 1).is_some_and(|word| word.one_of(&["me", "us"]));
                (self.asks(core, end) && (subordinate || !request || of_me)).then_some((core..end, embedded))
            });
            match after_comma {
                Some(found) => asking.push(found),
                None => _ = fallback.get_or_insert((core..end, embedded)),
            }
        }
        asking.reverse();
        let first = asking.pop().or(fallback);
        self.later = asking;
        if let Some((core, embedded)) = first {
            self.look_at(core, embedded);
        }
    }

    fn asks(&self, at: usize, end: usize) -> bool {
        at < end && {
            let word = &self.words[at];
            word.is(&WH) || word.is(&AUX) || word.is(&TELL) || word.is(&QUANTITY)
        }
    }

    /// "When I'm in Oslo, where do I stay": a condition, where no verb follows that asks.
    fn opens_a_condition(&self, at: usize, end: usize) -> bool {
        let Some(word) = self.words[..end].get(at) else { return false };
        let next = self.words[..end].get(at + 1);
        match &*word.low {
            "when" => next.is_some_and(|next| !next.is(&AUX)),
            "if" | "whenever" | "once" | "while" | "before" | "after" | "as" | "since" | "for" | "about" => true,
            _ => false,
        }
    }

    /// The first word of the question itself, and whether words of another sentence were left out before it.
    fn without_lead(&self, start: usize, end: usize) -> (usize, bool) {
        let words = &self.words[..end];
        let mut at = start;
        loop {
            let low = |n: usize| words.get(at + n).map_or("", |word| &*word.low);
            if at < end && words[at].is(&FILLER) && !(low(0) == "right" && low(1) == "now") && at + 1 < end {
                at += 1;
            } else if matches!(low(0), "can" | "could" | "would" | "will") && low(1) == "you" && at + 2 < end {
                at += 2;
            } else {
                break;
            }
        }
        let mut inner = at;
        while inner < end
            && inner < at + 9
            && !words[inner].is(&WH)
            && (words[inner].is(&AROUND) || words[inner].is(&TELL))
        {
            inner += 1;
        }
        let asked = inner > at && inner < end && words[inner].is(&WH);
        if asked { (inner, true) } else { (at, false) }
    }
}

/// Where in `words` a phrase begins.
pub(super) fn place_in(words: &[Word], phrase: &str) -> Option<usize> {
    (0..words.len()).find(|at| {
        let mut rest = words[*at..].iter();
        phrase.split(' ').all(|word| rest.next().is_some_and(|found| found.low == word))
    })
}

fn split(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut gap = Gap::Clause;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if c.is_alphanumeric() {
            let mut end = at + c.len_utf8();
            while let Some((next, d)) = chars.peek().copied() {
                let inside = d.is_alphanumeric()
                    || matches!(d, '\'' | '\u{2019}' | '-' | '.' | '&' | '/' | '_' | '+' | '#')
                        && text[next + d.len_utf8()..].starts_with(char::is_alphanumeric);
                if !inside {
                    break;
                }
                end = next + d.len_utf8();
                chars.next();
            }
            push(text, at..end, gap, &mut words);
            gap = Gap::Space;
            continue;
        }
        let next_is_space = chars.peek().is_none_or(|(_, d)| d.is_whitespace());
        let after_title = words.last().is_some_and(|word| word.is(&TITLE)) && c == '.';
        gap = match c {
            '?' | '!' | ';' | '\n' | '\u{2014}' | '\u{2013}' | '(' | '\u{2026}' => Gap::Clause,
            ':' | '.' if next_is_space && !after_title => Gap::Clause,
            '-' if next_is_space && text[..at].ends_with(' ') => Gap::Clause,
            ',' if gap == Gap::Space => Gap::Comma,
            _ => gap,
        };
    }
    for at in (1..words.len()).rev() {
        let weight = lends_weight(&words, at);
        words.drain(at..at + weight);
    }
    words
}

/// Adds a word; a contraction is two, and some short spellings are more.
fn push(text: &str, span: Range<usize>, gap: Gap, words: &mut Vec<Word>) {
    let shown = &text[span.clone()];
    let mut low = shown.to_lowercase();
    if low.contains('\u{2019}') {
        low = low.replace('\u{2019}', "'");
    }
    let capital = shown.chars().any(char::is_uppercase)
        || shown.chars().any(|c| c.is_ascii_digit()) && shown.chars().any(char::is_alphabetic)
        || shown.chars().any(soulfile_text::script::is_han);
    let mut add = |low: Cow<'static, str>, from: usize, gap: Gap, capital: bool| {
        words.push(Word { low, span: from..span.end, capital, gap });
    };
    if let Some((_, parts)) = SHORT.iter().find(|(short, _)| *short == low) {
        for (n, part) in parts.split(' ').enumerate() {
            add(Cow::Borrowed(part), span.start, if n == 0 { gap } else { Gap::Space }, false);
        }
        return;
    }
    if let Some((stem, tail)) = low.split_once('\'') {
        let host = SHORT_HOSTS.contains(stem);
        let tail = match tail {
            "s" if host => Some("is"),
            "re" => Some("are"),
            "ve" => Some("have"),
            "m" => Some("am"),
            "ll" => Some("will"),
            "d" if WH.contains(stem) => Some("did"),
            "d" if host => Some("would"),
            "t" if stem.ends_with('n') => Some("not"),
            _ => None,
        };
        if let Some(tail) = tail {
            let stem = match stem {
                "can" => "can",
                "won" => "will",
                _ if tail == "not" => stem.strip_suffix('n').unwrap_or(stem),
                _ => stem,
            };
            // The first part ends where the contraction begins.
            let from = span.start + stem.len().min(shown.len());
            words.push(Word { low: Cow::Owned(stem.to_owned()), span: span.start..from.min(span.end), capital, gap });
            words.push(Word {
                low: Cow::Borrowed(tail),
                span: from.min(span.end)..span.end,
                capital: false,
                gap: Gap::Space,
            });
            return;
        }
    }
    match meant(&low).filter(|_| !capital || gap == Gap::Clause) {
        Some(word) => add(Cow::Borrowed(word), span.start, gap, capital),
        None => add(Cow::Owned(low), span.start, gap, capital),
    }
}

/// "How exactly do I", "who the heck is": what only lends weight to a question.
fn lends_weight(words: &[Word], at: usize) -> usize {
    let low = |n: usize| words.get(at + n).map_or("", |word| &*word.low);
    let after = at > 0 && words[at - 1].is(&WH) && words.get(at).is_some_and(|word| word.gap == Gap::Space);
    match (low(0), low(1)) {
        ("exactly" | "precisely" | "actually" | "again" | "else", _) if after && at + 1 < words.len() => 1,
        ("the", "heck" | "hell" | "devil") | ("on", "earth") if after => 2,
        _ => 0,
    }
}

static SHORT_HOSTS: LazyLock<WordSet> = LazyLock::new(|| {
    set("what who where when how why which that there it he she here i we you they anything everything something")
});

/// Spellings of a hurry.
const SHORT: &[(&str, &str)] = &[
    ("whats", "what is"),
    ("wats", "what is"),
    ("whos", "who is"),
    ("hows", "how is"),
    ("wheres", "where is"),
    ("whens", "when is"),
    ("thats", "that is"),
    ("wat", "what"),
    ("wut", "what"),
    ("wht", "what"),
    ("wen", "when"),
    ("hw", "how"),
    ("tel", "tell"),
    ("d'you", "do you"),
    ("time's", "time is"),
    ("abt", "about"),
    ("bout", "about"),
    ("re", "regarding"),
    ("pls", "please"),
    ("plz", "please"),
    ("u", "you"),
    ("ur", "your"),
    ("r", "are"),
    ("w", "with"),
    ("rn", "right now"),
    ("atm", "at the moment"),
    ("thru", "through"),
    ("gimme", "give me"),
    ("ive", "i have"),
    ("weve", "we have"),
    ("youve", "you have"),
    ("im", "i am"),
    ("dont", "do not"),
    ("didnt", "did not"),
    ("havent", "have not"),
    ("hasnt", "has not"),
    ("isnt", "is not"),
    ("cant", "can not"),
    ("cannot", "can not"),
    ("sumarise", "summarise"),
    ("sumarize", "summarize"),
    ("i'd", "i would"),
];

/// The words whose loss would lose the question.
const CARRIERS: &[&str] = &[
    "about",
    "latest",
    "status",
    "update",
    "progress",
    "process",
    "procedure",
    "routine",
    "workflow",
    "checklist",
    "protocol",
    "usually",
    "normally",
    "typically",
    "currently",
    "summarise",
    "summarize",
    "describe",
    "remember",
    "anything",
    "everything",
    "remind",
    "happened",
    "recent",
    "steps",
    "recipe",
    "when",
    "what",
];

/// The word a slip of the finger stands for: two letters changed places, one left out or struck twice.
fn meant(low: &str) -> Option<&'static str> {
    if low.len() < 4 || !low.is_ascii() {
        return None;
    }
    let first = low.as_bytes()[0];
    CARRIERS.iter().copied().find(|word| word.as_bytes()[0] == first && slipped(low.as_bytes(), word.as_bytes()))
}

fn slipped(found: &[u8], meant: &[u8]) -> bool {
    let same = found.iter().zip(meant).take_while(|(a, b)| a == b).count();
    if same == found.len() && same == meant.len() {
        return false;
    }
    if found.len() == meant.len() {
        return same + 1 < meant.len()
            && found[same] == meant[same + 1]
            && found[same + 1] == meant[same]
            && found[same + 2..] == meant[same + 2..];
    }
    if found.len() + 1 == meant.len() {
        return meant.len() > 5 && same > 0 && found[same..] == meant[same + 1..];
    }
    found.len() == meant.len() + 1 && same > 0 && found[same] == found[same - 1] && found[same + 1..] == meant[same..]
}
