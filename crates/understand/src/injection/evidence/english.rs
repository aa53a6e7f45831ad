//! What speaks for an attack in an English sentence: who is called, what is ordered, on what grounds.
//!
//! A sentence is a row of words with their classes. Orders are found by where a verb stands, and each is judged by the
//! words that follow it, up to the next order.

/// Whether the word at a place is one of those listed.
macro_rules! one_of {
    ($sentence:expr, $at:expr, $($word:literal)+) => {
        matches!($sentence.text($at), $($word)|+)
    };
}

mod acts;
mod address;
mod grounds;
mod idioms;
mod orders;
mod states;

use super::signs::*;
use super::words::*;

/// One word of a sentence.
struct Word<'t> {
    text: &'t str,
    is: Classes,
    /// The mark before it that ends a clause; a space where there is none.
    after: char,
}

/// Stands for words that are quoted.
const QUOTED: &str = "\u{1}";

/// A sentence, read word by word.
struct Sentence<'t> {
    words: Vec<Word<'t>>,
    /// Where orders stand.
    orders: Vec<usize>,
    /// Whether the assistant is only called in the plural and without "to": a headline may do so too.
    headline: bool,
    found: Signs,
}

/// What words of ordinary talk are.
const ORDINARY: Classes = OBJECT
    | CALL
    | BEFORE
    | MODAL
    | THING
    | OWN
    | PEOPLE
    | ANYONE
    | LATER
    | HOLD
    | REQUIRED
    | COMPOUND
    | READING
    | DEICTIC
    | HASTE
    | SOURCE
    | NOUNISH
    | DOCS;

/// Whether a sentence in lower case has a word that bears on orders beyond those of ordinary talk.
pub(super) fn may_order(sentence: &str) -> bool {
    let words = words(sentence);
    (0..words.len()).any(|at| {
        let Word { text, is, .. } = words[at];
        // "We keep bees": who does it is named, and it is not the reader.
        let told = at > 0 && matches!(words[at - 1].text, "i" | "we" | "he" | "she" | "they");
        is & !(if told { ORDINARY | VERB } else { ORDINARY }) != 0 || text.starts_with("you")
    })
}

/// The signs in one sentence, given in lower case.
pub(super) fn signs(sentence: &str) -> Signs {
    let mut read = Sentence { words: words(sentence), orders: Vec::new(), headline: false, found: 0 };
    if read.words.len() < 2 {
        return 0;
    }
    read.join_idioms();
    read.join_particles();
    read.find_address();
    read.find_orders();
    read.find_possessions();
    read.find_acts();
    read.find_states();
    read.find_grounds();
    read.find_condition();
    read.find_innocence(sentence);
    if read.headline && read.found & HARM == 0 {
        read.found &= !(CALLED | AI_CALLED);
    }
    // Who is said to have leave may be anyone's assistant; leave is given to the one that reads.
    if read.found & GENERIC != 0 && read.found & LEAVE_GIVEN != 0 {
        read.found |= BOUND;
    }
    read.found
}

/// Says whether a sentence orders how to speak of a page, or speaks to whoever reads it by machine.
pub(super) fn orders_telling(sentence: &str) -> bool {
    let mut read = Sentence { words: words(sentence), orders: Vec::new(), headline: false, found: 0 };
    if read.words.len() < 3 {
        return false;
    }
    read.join_idioms();
    read.join_particles();
    read.find_address();
    if read.is_agent(0) {
        read.found |= CALLED;
    }
    read.find_orders();
    let at = |n: usize| {
        one_of!(read, n, "rate" "rank" "recommend" "praise" "promote" "endorse" "mention" "say" "state" "claim"
            "describe" "assure" "convince" "call" "quote" "conceal" "award" "favour" "favor" "summarise" "summarize")
            && !read.leads(n + 1)
            && read.text(n + 1) != "your"
    };
    let summing = (0..read.words.len()).any(|n| one_of!(read, n, "summarising" "summarizing" "summarise" "summarize"));
    let left_out = |n: usize| {
        read.is(n, HIDE | DROP) && summing
            || read.is(n, HIDE | DROP)
                && (n + 1..n + 6).any(|m| {
                    one_of!(read, m, "paragraph" "section" "reviews" "warning" "warnings" "price" "prices"
                "part" "chapter" "complaints" "effects" "recall" "user" "reader")
                })
    };
    let reader = (0..read.words.len()).any(|n| {
        read.is_agent(n)
            || one_of!(read, n, "summarising" "summarizing" "summarises" "summarizes" "summarise" "summarize" "summary"
                "translating" "whoever")
    });
    // "Call the loader" is of the page; "say", "rate" and the like are of its readers.
    let speaks = read.orders.iter().any(|n| at(*n) && read.text(*n) != "call" && read.text(*n) != "quote");
    speaks || reader && read.orders.iter().any(|n| at(*n) || left_out(*n) || read.is(*n, APPROVE | SEND | STORE | RUN))
}

/// Cuts a sentence into words. Addresses stay whole; other marks end clauses.
fn words(sentence: &str) -> Vec<Word<'_>> {
    let mut out: Vec<Word> = Vec::new();
    let mut after = '.';
    let mut code = false;
    for part in sentence.split([' ', '\t', '\u{a0}']) {
        if part.is_empty() {
            continue;
        }
        // `memory_write(content, store)` is one word and no order.
        if code {
            code = !part.contains(')');
            after = if part.ends_with([':', ',']) { ',' } else { ' ' };
            continue;
        }
        if let Some((name, rest)) = part.split_once('(')
            && name.contains(['_', '.'])
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.'))
        {
            out.push(Word { text: name, is: 0, after });
            code = !rest.contains(')');
            after = ' ';
            continue;
        }
        if part.contains("://") || part.contains('@') && part.contains('.') {
            out.push(Word { text: part, is: 0, after });
            after = if part.ends_with([',', ':', ';']) { ',' } else { ' ' };
            continue;
        }
        if part.starts_with(['~', '/', '$']) && part[1..].contains('/') || part.starts_with(".env") {
            let secret = ["ssh", "aws", "env", "cred", "pass", "shadow", "key", "wallet", "token", "secret"];
            let is = if part.starts_with("~/") && !part.starts_with("~/.config")
                || secret.iter().any(|word| part.contains(word))
            {
                OBJECT | PRIVATE
            } else {
                OBJECT | THING
            };
            out.push(Word { text: part, is, after });
            after = if part.ends_with([',', ':', ';']) { ',' } else { ' ' };
            continue;
        }
        let mut start = None;
        for (at, c) in part.char_indices().chain([(part.len(), ' ')]) {
            if c == crate::quoted::HIDDEN {
                if out.last().is_none_or(|word| word.text != QUOTED) {
                    out.push(Word { text: QUOTED, is: OBJECT, after });
                    after = ' ';
                }
                continue;
            }
            let inner = c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '.' | '/') && start.is_some();
            if inner {
                start.get_or_insert(at);
                continue;
            }
            if let Some(from) = start.take() {
                let raw = part[from..at].trim_end_matches(['\'', '’', '-', '.', '/']);
                push(&mut out, raw, after);
                after = ' ';
            }
            if !matches!(c, ' ' | '_' | '\'' | '’' | '"' | '“' | '”' | '*' | '`' | '.') && !c.is_alphanumeric() {
                after = c;
            }
        }
    }
    out
}

fn push<'t>(out: &mut Vec<Word<'t>>, raw: &'t str, after: char) {
    let plain = match raw {
        "u" => "you",
        "ur" => "your",
        "r" => "are",
        "pls" | "plz" => "please",
        _ => raw,
    };
    // "You've" is two words.
    if let Some((who, verb)) = plain.split_once(['\'', '’'])
        && who == "you"
        && let Some(verb) = [("ve", "have"), ("re", "are"), ("ll", "will")].iter().find(|(short, _)| *short == verb)
    {
        out.push(Word { text: "you", is: classes("you"), after });
        out.push(Word { text: verb.1, is: classes(verb.1), after: ' ' });
        return;
    }
    let whole = classes(plain);
    let bare = plain.strip_suffix("'s").or_else(|| plain.strip_suffix("’s")).or_else(|| plain.strip_suffix("s'"));
    if whole == 0 && raw.contains('-') && !raw.starts_with('-') {
        // "build-helper" says nothing, "auto-approve" and "six-digit" are read by their parts.
        let mut after = after;
        for part in raw.split('-').filter(|part| !part.is_empty()) {
            out.push(Word { text: part, is: classes(part), after });
            after = ' ';
        }
        return;
    }
    out.push(Word { text: plain, is: if whole == 0 { bare.map_or(0, classes) } else { whole }, after });
}

impl Sentence<'_> {
    fn is(&self, at: usize, class: Classes) -> bool {
        self.words.get(at).is_some_and(|word| word.is & class != 0)
    }

    fn text(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.text)
    }

    /// Whether a clause begins at `at`.
    fn leads(&self, at: usize) -> bool {
        self.words.get(at).is_none_or(|word| word.after != ' ')
    }

    /// The mark that ends the clause before `at`; a full stop at the end.
    fn mark(&self, at: usize) -> char {
        self.words.get(at).map_or('.', |word| word.after)
    }

    fn any(&self, range: std::ops::Range<usize>, class: Classes) -> bool {
        range.clone().any(|at| self.is(at, class))
    }

    /// Whether a name of the assistant stands at `at`; surely, or where nothing says otherwise.
    fn is_agent(&self, at: usize) -> bool {
        self.is(at, AI | HELPER)
            && !one_of!(self, at, "reader" "readers" "system" "systems" "tool" "tools" "machine" "machines")
            || self.is(at, HELPER) && at > 0 && (self.is(at - 1, AI) || one_of!(self, at - 1, "automated" "machine"))
    }

    /// Whether "user" at `at` only begins another noun.
    fn is_compound(&self, at: usize) -> bool {
        !self.leads(at + 1)
            && self.is(at + 1, COMPOUND)
            && !self.text(at).contains('\'')
            && !self.text(at).contains('’')
    }

    /// Whether the one the assistant works for is named at `at`: "the user", "its owner", "the person you assist".
    fn is_user(&self, at: usize) -> bool {
        if one_of!(self, at, "operator" "holder" "principal") {
            return at > 0 && one_of!(self, at - 1, "your" "its" "account");
        }
        if self.is(at, USER) && !self.is_compound(at) {
            return at > 0
                && (one_of!(self, at - 1, "the" "your" "this" "its" "that" "our" "their" "account" "by" "of" "to")
                    || one_of!(self, at - 1, "real" "actual" "human" "current"));
        }
        self.text(at) == "person"
            && at > 0
            && one_of!(self, at - 1, "the" "this")
            && one_of!(self, at + 1, "you" "told" "asked" "using" "who")
    }

    fn is_address(&self, at: usize) -> bool {
        let text = self.text(at);
        text.contains("://")
            || text.contains('@')
            || text.contains(".example")
            || text.ends_with(".com")
            || text.ends_with(".net")
            || text.ends_with(".org")
            || text.len() >= 5 && text.starts_with(|c: char| c.is_ascii_digit()) && at > 0 && self.mark(at) == '+'
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_ordinary_words_alone_is_an_attack() {
        let known: Vec<&str> =
            all().filter(|word| classes(word) & !ORDINARY == 0 && !word.starts_with("you")).collect();
        let verbs: Vec<&str> = all().filter(|word| classes(word) & !(ORDINARY | VERB) == 0).collect();
        assert!(known.len() > 200);
        let other =
            ["ramen", "station", "had", "they're", "evil@example.com", "https://example.com/x", "~/notes", "12", "was"];
        let marks = [" ", " ", " ", " ", ", ", ": ", "; ", " - ", " \"", ") "];
        let mut state = 7u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for _ in 0..30_000 {
            let mut sentence = String::new();
            for _ in 0..2 + next(14) {
                match next(8) {
                    0 | 1 => sentence.push_str(other[next(other.len())]),
                    2 => {
                        sentence.push_str(["i ", "we ", "they "][next(3)]);
                        sentence.push_str(verbs[next(verbs.len())]);
                    }
                    _ => sentence.push_str(known[next(known.len())]),
                }
                sentence.push_str(marks[next(marks.len())]);
            }
            assert!(may_order(&sentence) || !super::super::is_attack(signs(&sentence)), "{sentence}");
        }
    }
}
