//! What speaks for an attack in an English sentence: who is called, what is ordered, on what grounds.
//!
//! A sentence is a row of words with their classes. Orders are found by where a verb stands, and each is judged by the
//! words that follow it, up to the next order.

use super::signs::*;
use super::words::*;

/// One word of a sentence.
struct Word<'t> {
    text: &'t str,
    is: Classes,
    /// The mark before it that ends a clause; a space where there is none.
    after: char,
}

/// Words that head a clause and are no verbs.
const FUNCTION_WORDS: &[&str] = &[
    "with",
    "within",
    "during",
    "about",
    "above",
    "under",
    "over",
    "between",
    "behind",
    "beyond",
    "near",
    "into",
    "onto",
    "off",
    "than",
    "like",
    "because",
    "since",
    "although",
    "though",
    "whether",
    "where",
    "why",
    "how",
    "what",
    "who",
    "which",
    "that",
    "then",
    "there",
    "here",
    "yet",
    "still",
    "both",
    "half",
    "such",
    "even",
    "not",
    "nor",
    "per",
    "via",
    "despite",
    "except",
    "against",
    "among",
    "around",
    "along",
    "across",
    "through",
    "throughout",
    "towards",
    "toward",
    "before",
    "beside",
    "below",
    "outside",
    "inside",
    "for",
    "from",
    "and",
    "but",
    "did",
    "had",
    "can",
    "could",
    "would",
    "might",
    "what",
    "quite",
    "rather",
    "almost",
    "perhaps",
    "maybe",
    "today",
    "the",
    "just",
    "again",
    "once",
    "under",
    "upon",
    "given",
    "never",
    "ever",
    "one",
    "two",
    "three",
];

/// Stands for words that are quoted.
const QUOTED: &str = "\u{1}";

/// A sentence, read word by word.
struct Sentence<'t> {
    words: Vec<Word<'t>>,
    /// Where orders stand.
    orders: Vec<usize>,
    found: Signs,
}

/// The signs in one sentence, given in lower case.
pub(super) fn signs(sentence: &str) -> Signs {
    let mut read = Sentence { words: words(sentence), orders: Vec::new(), found: 0 };
    if read.words.len() < 2 {
        return 0;
    }
    read.join_particles();
    read.find_address();
    read.find_orders();
    read.find_possessions();
    read.find_acts();
    read.find_states();
    read.find_grounds();
    read.find_condition();
    read.find_innocence(sentence);
    // Who is said to have leave may be anyone's assistant; leave is given to the one that reads.
    if read.found & GENERIC != 0 && read.found & LEAVE_GIVEN != 0 {
        read.found |= BOUND;
    }
    read.found
}

/// Cuts a sentence into words. Addresses stay whole; other marks end clauses.
fn words(sentence: &str) -> Vec<Word<'_>> {
    let mut out: Vec<Word> = Vec::new();
    let mut after = '.';
    for part in sentence.split([' ', '\t', '\u{a0}']) {
        if part.is_empty() {
            continue;
        }
        if part.contains("://") || part.contains('@') && part.contains('.') {
            out.push(Word { text: part, is: 0, after });
            after = if part.ends_with([',', ':', ';']) { ',' } else { ' ' };
            continue;
        }
        if part.starts_with(['~', '/', '$']) && part[1..].contains('/') || part.starts_with(".env") {
            let secret = ["ssh", "aws", "env", "cred", "pass", "shadow", "key", "wallet", "token", "secret"];
            let is = if secret.iter().any(|word| part.contains(word)) { OBJECT | PRIVATE } else { OBJECT | THING };
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

    fn any_text(&self, at: usize, list: &[&str]) -> bool {
        list.contains(&self.text(at))
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
            && !self.any_text(at, &["reader", "readers", "system", "systems", "tool", "tools", "machine", "machines"])
            || self.is(at, HELPER) && at > 0 && (self.is(at - 1, AI) || self.text(at - 1) == "automated")
    }

    /// Verbs made of two words: "switch off", "leave out".
    fn join_particles(&mut self) {
        for at in 0..self.words.len().saturating_sub(1) {
            let next = self.words[at + 1].text;
            let word = self.words[at].text;
            let off = matches!(word, "switch" | "turn" | "shut" | "switching" | "turning") && next == "off";
            let out = matches!(word, "leave" | "leaving" | "play" | "keep")
                && matches!(next, "out" | "down" | "quiet" | "silent");
            if off {
                self.words[at].is |= DROP;
            }
            if out {
                self.words[at].is |= HIDE;
            }
        }
    }

    /// Looks for the assistant being called, or bound by "must" and the like.
    fn find_address(&mut self) {
        for at in 0..self.words.len() {
            if self.text(at) == "you"
                && self.text(at + 1) == "are"
                && self.any_text(at + 2, &["an", "a"])
                && (at + 3..at + 5).any(|n| {
                    self.is(n, AI)
                        && self.any_text(n + 1, &["called", "named", "whose", "without", "that", "who", "with"])
                })
            {
                self.found |= ROLES;
            }
            if self.text(at) == "you"
                && (self.any_text(at + 1, &["are", "happen"]))
                && at > 0
                && self.any_text(at - 1, &["if", "when", "since", "because", "as", "whether", "case"])
                && (at + 2..at + 7).any(|n| self.is_agent(n))
            {
                self.found |= CALLED;
            }
            if !self.is_agent(at) || self.is_agent(at + 1) && !self.leads(at + 1) {
                continue;
            }
            let sure =
                self.is(at, AI) || at > 0 && (self.is(at - 1, AI) || self.any_text(at - 1, &["language", "automated"]));
            let mut from = at;
            while from > 0 && !self.leads(from) && (self.is(from - 1, CALL) || self.is_agent(from - 1)) {
                from -= 1;
            }
            // One unknown word may say which assistant: "for the mail assistant".
            let mut kind = from;
            if from > 0 && !self.leads(from) && self.words[from - 1].is & VERB == 0
                || from > 0 && !self.leads(from) && self.text(from - 1) == "mail"
            {
                kind = from - 1;
                while kind > 0 && !self.leads(kind) && self.is(kind - 1, CALL) {
                    kind -= 1;
                }
            }
            let meant = (kind..at).any(|n| self.any_text(n, &["to", "for"]))
                || (kind..at).any(|n| {
                    self.any_text(
                        n,
                        &["dear", "hey", "hi", "hello", "attention", "calling", "listen", "fellow", "ok", "okay"],
                    )
                });
            let owned = (from..at).any(|n| self.any_text(n, &["the", "a", "an", "our"]));
            if at > 0 && self.any_text(at - 1, &["this", "these"]) {
                self.found |= THIS_AGENT;
            }
            // What the name is followed by, past a clause that says which assistant.
            let mut to = at + 1;
            let reads = (self.is(to, READING) || self.text(to).len() > 4 && self.text(to).ends_with("ing"))
                && !self.leads(to)
                || self.any_text(to, &["is", "are"]) && self.is(to + 1, READING);
            if !self.leads(to)
                && self.any_text(
                    to,
                    &[
                        "action",
                        "actions",
                        "task",
                        "tasks",
                        "instruction",
                        "instructions",
                        "note",
                        "notes",
                        "directive",
                        "command",
                        "prompt",
                        "todo",
                        "step",
                        "hint",
                        "hints",
                        "rule",
                        "rules",
                        "notice",
                    ],
                )
                && self.mark(to + 1) == ':'
            {
                self.found |= CALLED | AI_CALLED;
            }
            if !self.leads(to)
                && (reads
                    || self.any_text(to, &["of", "on", "in", "at", "only", "with", "graders", "readers", "users"]))
            {
                let stop = (to..self.words.len().min(to + 14)).find(|n| {
                    *n > to
                        && (self.leads(*n)
                            || self.is(*n, MODAL) && !self.any_text(*n, &["is", "are", "has", "have"])
                            || self.any_text(*n, &["is", "are"]) && self.is(*n + 1, REQUIRED))
                });
                to = stop.unwrap_or(self.words.len());
            }
            let begins = self.leads(from);
            let mark = self.mark(to);
            let ends = to >= self.words.len() || self.leads(to);
            let far = meant
                && sure
                && !self.leads(to)
                && (to + 1..(to + 12).min(self.words.len()))
                    .find(|n| self.leads(*n))
                    .is_some_and(|n| self.mark(n) == ':');
            let hailed = self.mark(at) == '@';
            let last = to >= self.words.len()
                && begins
                && from > 0
                && self.mark(from) == ','
                && (self.any_text(from, &["dear", "my"]) || from == at);
            let which =
                kind < from && self.leads(kind) && self.is(at, AI) && mark == ':' && ends && to < self.words.len();
            let called = last
                || which
                || far
                || hailed
                || if meant {
                    ends && (matches!(mark, ':' | '!' | '>' | '-' | '—' | '–' | '(' | '=' | ']' | ')')
                        || mark == ','
                            && (begins
                                || self.is(to, VERB) && !self.is(to, NOUNISH)
                                || self.is(to, NOUNISH) && self.is(to + 1, OBJECT)))
                } else {
                    begins
                        && ends
                        && to < self.words.len() + usize::from(mark == '!')
                        && match mark {
                            ':' | '!' | '>' => !owned || sure,
                            ',' | '-' | '—' | '–' => {
                                !owned
                                    && (self.is(to, VERB | BEFORE)
                                        || self
                                            .any_text(to, &["you", "your", "if", "when", "the", "this", "from", "it"]))
                            }
                            _ => false,
                        }
                };
            if called && (0..self.words.len()).any(|n| self.is_address(n)) {
                self.found |= AWAY;
            }
            if called || reads && (begins || meant || sure) && self.any(at..to, DEICTIC) {
                let machine = sure
                    || hailed
                    || matches!(mark, ':' | '!' | '>')
                    || (kind..at).any(|n| {
                        self.any_text(
                            n,
                            &["virtual", "digital", "automated", "coding", "mail", "email", "inbox", "helpful"],
                        )
                    });
                self.found |= if machine { CALLED | AI_CALLED } else { CALLED };
            }
            // "Assistant may run it" speaks of one that is here; "assistants may" of any.
            let one = from == at && !self.text(at).ends_with('s');
            let so = from > 0 && self.any_text(from - 1, &["so", "that", "and", "then", "but", "now", "thus"]);
            if begins || meant || so {
                self.find_bond(
                    at,
                    to,
                    sure || reads || one || self.any(from..self.words.len(), DEICTIC) || self.text(from) == "the",
                );
            }
        }
    }

    /// Looks for "must …" after the name of the assistant; the verb after it is an order.
    fn find_bond(&mut self, at: usize, to: usize, here: bool) {
        let may = self.text(to) == "can";
        if self.leads(to) || !self.is(to, MODAL) && !may {
            return;
        }
        let mut verb = to + 1;
        if self.any_text(to, &["is", "are", "has", "have", "need", "needs", "ought"]) {
            if self.text(verb) == "been" {
                verb += 1;
            }
            if self.text(verb) == "now" {
                verb += 1;
            }
            if self.text(verb) != "to" && !self.is(verb, REQUIRED) {
                return;
            }
            verb += 1;
            if self.text(verb) == "to" {
                verb += 1;
            }
        }
        while self.is_adverb(verb) && !self.is(verb, VERB)
            || self.any_text(verb, &["do", "not", "never"]) && self.is(verb + 1, VERB)
        {
            verb += 1;
        }
        let generic = may || at > 0 && self.any_text(at - 1, &["a", "an", "good"]) || !here;
        if self.is(verb, VERB) {
            self.orders.push(verb);
            self.found |= if generic { GENERIC } else { BOUND };
        }
    }

    /// Finds the verbs that order: at the head of a clause, after "you must", after another order and "and".
    fn find_orders(&mut self) {
        let mut chained = false;
        for at in 0..self.words.len() {
            if self.leads(at) && !matches!(self.mark(at), ',' | ';' | ':' | '-' | '—' | '–' | '(' | ')') {
                chained = false;
            }
            if self.orders.contains(&at) {
                chained = true;
                continue;
            }
            let started =
                at > 0 && self.any_text(at - 1, &["start", "begin", "stop", "keep", "avoid", "by", "without"]);
            let by = at > 1 && self.text(at - 1) == "by" && self.orders.contains(&(at - 2));
            if gerund(self.text(at)) != 0 && (by || started && self.orders.contains(&(at - 1))) {
                self.words[at].is |= gerund(self.text(at));
                self.orders.push(at);
                continue;
            }
            if !self.is(at, VERB) {
                if self.is_unknown_verb(at) {
                    self.orders.push(at);
                }
                continue;
            }
            let object = at + 1 >= self.words.len()
                || self.found & CALLED != 0
                || gerund(self.text(at + 1)) != 0
                || self.is(at + 1, OBJECT)
                || self.any_text(at + 1, &["that", "user", "owner"])
                || self.is(at + 1, QUIET | HASTE);
            if self.is(at, NOUNISH) && !object && !self.follows_you_must(at) {
                continue;
            }
            let mut from = at;
            while from > 0 && !self.leads(from) && self.is_adverb(from - 1) {
                from -= 1;
            }
            let joined = (from..at).any(|n| self.any_text(n, &["and", "then", "or", "but", "so"]));
            let head = self.leads(from) && !matches!(self.mark(from), '(' | '/') && !self.is_listed(from, at);
            let told = self.follows_you_must(from);
            let voiced = from > 0 && self.found & CALLED != 0 && self.is_agent(from - 1);
            if head || told || voiced || joined && chained {
                self.orders.push(at);
                chained = true;
            }
        }
        if !self.orders.is_empty() {
            self.orders.sort_unstable();
            self.orders.dedup();
            self.found |= ORDER;
        }
    }

    /// Whether a word of no class heads a clause as a verb would: "retry the request".
    fn is_unknown_verb(&self, at: usize) -> bool {
        let word = self.text(at);
        self.words[at].is == 0
            && (at == 0
                || self.leads(at) && (self.mark(at) == ':' || self.found & CALLED != 0)
                || self.text(at - 1) == "please")
            && word.len() > 2
            && word.bytes().all(|b| b.is_ascii_lowercase())
            && !["ing", "ed", "ly", "s", "tion"].iter().any(|end| word.ends_with(end))
            && !self.any_text(at, FUNCTION_WORDS)
            && (self.any_text(
                at + 1,
                &["the", "your", "this", "these", "all", "every", "it", "them", "any", "their", "a", "an"],
            ) || self.is_address(at + 1))
    }

    /// Whether a word may stand between the head of a clause and its verb.
    fn is_adverb(&self, at: usize) -> bool {
        self.is(at, BEFORE | QUIET)
            || self.text(at).len() > 4
                && self.text(at).ends_with("ly")
                && !self.any_text(at, &["reply", "only", "apply", "comply", "rely", "supply"])
    }

    /// A noun among others after a comma is no order.
    fn is_listed(&self, from: usize, at: usize) -> bool {
        self.mark(from) == ',' && self.is(at, NOUNISH) && self.is(at + 1, BEFORE) && !self.is(at + 1, OBJECT)
    }

    /// Whether "you must", "you are to", "make sure to" stand before `at`.
    fn follows_you_must(&self, at: usize) -> bool {
        let Some(last) = at.checked_sub(1) else { return false };
        if self.leads(at) {
            return false;
        }
        if self.text(last) == "you" && at >= 2 && self.any_text(at - 2, &["could", "can", "would", "will"]) {
            return true;
        }
        if self.any_text(last, &["must", "should", "shall", "will", "now"]) && at >= 2 {
            let who = if self.text(last) == "now" { at - 2 } else { last - 1 };
            return self.text(who) == "you" || who > 0 && self.is(who, WORK) && self.text(who - 1) == "your";
        }
        if self.text(last) == "to"
            && at >= 4
            && self.any_text(at - 2, &["has", "have", "needs", "need", "is", "are"])
            && self.is(at - 3, WORK)
            && self.text(at - 4) == "your"
        {
            return true;
        }
        if self.text(last) == "to" && at >= 2 {
            let before = at - 2;
            return self.any_text(before, &["sure", "free", "careful"]) && self.leads(before.saturating_sub(1))
                || (self.any_text(before, &["are", "have", "need"]) || self.is(before, REQUIRED))
                    && (before.saturating_sub(2)..before).any(|n| self.text(n) == "you");
        }
        false
    }

    /// Looks for what only the assistant has: "your system prompt", "what you have saved".
    fn find_possessions(&mut self) {
        for at in 0..self.words.len() {
            if self.text(at) == "your" {
                for n in at + 1..at + 5 {
                    if self.leads(n) || self.is(n, OBJECT) {
                        break;
                    }
                    if self.is(n, USER) && !self.is_compound(n)
                        || self.is(n, MIND)
                            && !self.is(n, USER)
                            && !self
                                .any_text(n, &["memory", "memories", "system", "training", "tools", "tool", "context"])
                    {
                        self.found |= MINDS;
                    } else if self.is(n, MIND)
                        && (self.any_text(n, &["memory", "memories", "context"])
                            || self.text(n) == "system"
                                && self.any_text(n + 1, &["prompt", "message", "instructions", "instruction"]))
                    {
                        self.found |= MINDS;
                    } else if self.is(n, WORK | MIND) && !self.is(n, USER) {
                        self.found |= WORKS;
                        self.found &= !READERS;
                        break;
                    } else if self.is(n, OWN) {
                        self.found |= READERS;
                    }
                }
            }
            if self.any_text(at, &["every", "each", "all", "any", "future"])
                && self.any_text(
                    at + 1,
                    &[
                        "summary",
                        "summaries",
                        "answer",
                        "answers",
                        "reply",
                        "replies",
                        "response",
                        "responses",
                        "future",
                    ],
                )
            {
                self.found |= WORKS;
            }
            if self.text(at) == "you"
                && at > 0
                && !self.leads(at)
                && !self.is(at - 1, CONDITION | MODAL)
                && (self.is(at + 1, HOLD)
                    || self.any_text(at + 1, &["were", "are", "had", "been", "'ve", "currently", "already"])
                        && self.is(at + 2, HOLD)
                    || self.is(at + 2, HOLD) && self.text(at + 1) == "have")
                && !self.any_text(at + 1, &["need", "are"])
                && (self.is(at - 1, STORED | THING | MEMORY | RULE | PRIVATE | SOURCE)
                    || self.any_text(
                        at - 1,
                        &[
                            "what",
                            "whatever",
                            "everything",
                            "anything",
                            "all",
                            "that",
                            "contact",
                            "contacts",
                            "person",
                            "people",
                            "number",
                            "codes",
                        ],
                    ))
            {
                self.found |= if self.text(at + 1) == "know" { YOU_KNOW } else { YOU_HOLD };
            }
            if self.any_text(at, &["roleplay", "role-play"]) && (0..self.words.len()).any(|n| self.text(n) == "you") {
                self.found |= ROLES;
            }
            if self.text(at) == "you"
                && self.any_text(at.wrapping_sub(1), &["told", "asked", "instructed", "ordered", "wants", "programmed"])
                && (at.saturating_sub(5)..at).any(|n| self.any_text(n, &["whatever", "what", "everything", "anything"]))
            {
                self.found |= YOU_HOLD;
                if self.any_text(self.words.len() - 1, &["don't", "don’t", "not"]) {
                    self.found |= DROPS;
                }
            }
        }
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
        if self.any_text(at, &["operator", "holder", "principal"]) {
            return at > 0 && self.any_text(at - 1, &["your", "its", "account"]);
        }
        if self.is(at, USER) && !self.is_compound(at) {
            return at > 0
                && (self.any_text(
                    at - 1,
                    &["the", "your", "this", "its", "that", "our", "their", "account", "by", "of", "to"],
                ) || self.any_text(at - 1, &["real", "actual", "human", "current"]));
        }
        self.text(at) == "person"
            && at > 0
            && self.any_text(at - 1, &["the", "this"])
            && self.any_text(at + 1, &["you", "told", "asked", "using", "who"])
    }

    /// Judges each order by the words after it.
    fn find_acts(&mut self) {
        for n in 0..self.orders.len() {
            let at = self.orders[n];
            let end = self.orders.get(n + 1).copied().unwrap_or(self.words.len()).min(at + 24);
            self.found |= self.act(at, end);
        }
        let condition = self.condition();
        let users =
            (0..self.words.len()).filter(|at| self.is_user(*at) && condition.is_none_or(|c| *at > c + 4)).count();
        let known = self.found & (YOU_KNOW | YOU_HOLD) != 0
            && (2..self.words.len()).any(|at| self.is_user(at) && self.any_text(at - 2, &["about", "on", "of"]));
        if known && !self.orders.iter().any(|at| self.is(*at, CHANGE | DROP)) {
            self.found |= SENDS | THE_USER;
        }
        if users > 0 {
            self.found |= THE_USER;
        }
    }

    /// The signs of the order at `at`, whose object ends at `end`.
    fn act(&self, at: usize, end: usize) -> Signs {
        let mut found = 0;
        let rest = at + 1..end;
        let of_reader =
            |n: usize| (n.saturating_sub(3)..n).any(|m| self.text(m) == "your" && !(m..n).any(|k| self.leads(k + 1)));
        let has = |class: Classes| rest.clone().any(|n| self.is(n, class) && !of_reader(n));
        let user = rest.clone().any(|n| self.is_user(n));
        let holds = self.found & YOU_HOLD != 0;
        let denied = (at.saturating_sub(3)..at)
            .any(|n| self.any_text(n, &["not", "never", "don't", "dont", "don’t", "no", "without", "avoid", "stop"]));
        let file = rest.clone().any(|n| self.text(n).ends_with(".md"));
        let workspace = rest.clone().any(|n| {
            self.any_text(
                n,
                &[
                    "memory.md",
                    "soul.md",
                    "identity.md",
                    "user.md",
                    "heartbeat.md",
                    "agents.md",
                    "claude.md",
                    "tools.md",
                ],
            )
        });
        let payload = rest.clone().any(|n| {
            self.text(n) == QUOTED
                || self.mark(n) == ':'
                || self.any_text(n, &["following", "this", "line", "entry", "rule"])
        }) || self.mark(end) == ':';
        if workspace && payload && self.is(at, STORE | CHANGE) {
            found |= STORES;
        }
        if file && self.is(at, STORE | CHANGE | DELETE | SEND) {
            found |= FILES;
        }
        if denied {
            if self.is(at, TELL | SEND | HIDE | CHANGE)
                || self
                    .any_text(at, &["let", "prompt", "loop", "bother", "involve", "consult", "wake", "notify", "alert"])
            {
                if user || rest.clone().any(|n| self.is(n, USER)) {
                    found |= FROM_USER;
                } else if has(DEICTIC) && has(SOURCE) || has(RULE) && has(DEICTIC) {
                    found |= UNSEEN;
                }
            }
            if self.is(at, RULE | OBEY) && has(RULE) {
                found |= DROPS;
            }
            return found;
        }
        if self.is(at, HIDE)
            && (user && rest.clone().any(|n| self.any_text(n, &["from", "between"]))
                || self.found & WORKS != 0 && has(SOURCE))
        {
            found |= if user { FROM_USER } else { UNSEEN };
        }
        if self.is(at, HIDE) && self.any_text(at, &["leave", "omit", "suppress"]) && self.found & WORKS != 0
            || self.is(at, DELETE) && has(DEICTIC) && has(SOURCE) && self.found & WORKS != 0
        {
            found |= UNSEEN;
        }
        if self.any_text(at, &["say", "tell", "mention", "write"])
            && rest.clone().take(2).any(|n| self.any_text(n, &["nothing", "none"]))
            && has(SOURCE)
        {
            found |= UNSEEN;
        }
        let mine = self.found & (MINDS | WORKS | YOU_HOLD) != 0
            || rest.clone().any(|n| {
                self.any_text(
                    n,
                    &["previous", "prior", "earlier", "original", "all", "whatever", "system", "safety", "old", "any"],
                )
            });
        if self.is(at, DROP | DELETE)
            && self.found & YOU_KNOW == 0
            && (rest.clone().any(|n| self.is(n, RULE)) && mine || holds && !self.is(at, DELETE))
        {
            found |= DROPS;
        }
        if self.is(at, DROP | APPROVE) && rest.clone().take(7).any(|n| self.is(n, CHECK)) && !self.is(at, APPROVE) {
            found |= SKIPS;
        }
        if self.is(at, DELETE)
            && (has(PRIVATE | MEMORY)
                || has(THING)
                || rest.clone().any(|n| self.any_text(n, &["backup", "backups", "logs", "reminder"])))
        {
            found |= DELETES;
        }
        if self.is(at, SEND) {
            let recent = rest.clone().any(|n| {
                self.is(n, THING)
                    && (n.saturating_sub(3)..n).any(|m| self.any_text(m, &["last", "recent", "latest", "previous"]))
            }) || rest.clone().any(|n| self.text(n) == "address" && self.text(n + 1) == "book");
            let private = has(PRIVATE)
                || recent
                || user && has(THING)
                || holds
                || self.found & YOU_KNOW != 0
                || rest.clone().any(|n| self.text(n).starts_with('~'));
            let away = rest.clone().any(|n| self.is_address(n))
                || (at..end).any(|n| self.any_text(n, &["me", "us"]))
                || rest.clone().any(|n| {
                    self.any_text(n, &["link", "url", "form", "field", "sender", "caller", "signature", "subject"])
                })
                || rest
                    .clone()
                    .any(|n| self.text(n) == "address" && n > 0 && self.any_text(n - 1, &["this", "following", "the"]))
                || self.found & WORKS != 0;
            let gives = !self
                .any_text(at, &["tell", "describe", "state", "write", "read", "put", "list", "enter", "type", "note"])
                || away;
            if private && gives {
                found |= if away { SENDS | AWAY } else { SENDS };
            } else if has(THING) && away {
                found |= AWAY;
            }
        }
        if self.is(at, STORE) {
            let plain = rest.clone().any(|n| {
                self.is(n, MEMORY)
                    && !self
                        .any_text(n, &["notes", "note", "record", "records", "file", "archive", "context", "notebook"])
            });
            let kept = rest.clone().any(|n| {
                self.is(n, MEMORY) && (!of_reader(n) || self.is(n, MIND) || self.any_text(n, &["profile", "knowledge"]))
            });
            let core = rest.clone().any(|n| {
                self.is(n, MEMORY)
                    && n > 0
                    && self.any_text(n - 1, &["core", "long-term", "permanent", "persistent", "term"])
            });
            let lasting = rest.clone().any(|n| {
                self.any_text(
                    n,
                    &[
                        "permanently",
                        "forever",
                        "lasting",
                        "permanent",
                        "long-term",
                        "restarts",
                        "sessions",
                        "conversations",
                        "chats",
                        "always",
                    ],
                )
            });
            if core || self.any_text(at + 1, &["yourself"]) && self.text(at + 2) == "that" {
                found |= STORES;
            }
            if lasting
                && !rest.clone().any(|n| self.any_text(n, &["i", "my", "we"]))
                && (kept || self.is(at, STORE) && !self.is(at, OTHER))
            {
                found |= LASTING;
            }
            if kept
                && (self.found & (MINDS | WORKS) != 0
                    || user
                    || lasting
                    || plain
                        && rest.clone().any(|n| {
                            self.any_text(n, &["that", "saying", "preference", "preferences", "verified"])
                                || self.mark(n) == ':'
                        })
                    || plain && self.mark(end) == ':')
                || user && rest.clone().take(4).any(|n| self.is_user(n))
            {
                found |= STORES;
            }
        }
        let users = (0..self.words.len()).any(|n| self.is_user(n));
        let stale = rest.clone().take(4).any(|n| self.any_text(n, &["old", "previous", "current", "wrong"])) && users;
        let entry = rest.clone().any(|n| {
            self.any_text(n, &["memory", "memories", "entry", "entries"])
                && self.any_text(n + 1, &["about", "of", "that", "on"])
        });
        if entry && self.is(at, DELETE | CHANGE | DROP) {
            found |= CHANGES;
        }
        if self.is(at, CHANGE | DROP)
            && (has(STORED)
                || stale
                || holds
                || user
                || self.found & (MINDS | WORKS) != 0 && has(MEMORY)
                || rest.clone().any(|n| self.any_text(n, &["entry", "entries"])))
        {
            found |= CHANGES;
        }
        if self.is(at, TELL) {
            let near = rest.clone().take(6).any(|n| self.is_user(n));
            if near {
                found |= TELLS;
            } else if rest
                .clone()
                .take(2)
                .any(|n| self.any_text(n, &["them", "him", "her", "everyone", "people", "readers", "reader"]))
            {
                found |= TELLS_ANYONE;
            }
        }
        if self.any_text(at, &["lie", "mislead", "deceive", "trick", "pretend"]) && user {
            found |= TELLS;
        }
        if self.is(at, PRAISE)
            && rest.clone().any(|n| {
                self.any_text(
                    n,
                    &[
                        "only",
                        "first",
                        "best",
                        "top",
                        "highest",
                        "five",
                        "stars",
                        "our",
                        "us",
                        "all",
                        "safe",
                        "exclusively",
                        "flawless",
                        "verified",
                        "approved",
                        "harmless",
                        "resolved",
                        "full",
                    ],
                ) || self.text(n).starts_with("10")
            })
        {
            found |= PRAISES;
        }
        if self.is(at, TRUST) && !rest.clone().any(|n| self.is(n, WARY)) {
            let as_if = rest.clone().any(|n| {
                self.text(n) == "as"
                    && (n + 1..end.min(n + 8)).any(|m| {
                        self.is(m, TRUSTED | USER | AUTHORITY | RULE)
                            || self.is(m, LEAVE)
                            || self.any_text(m, &["if", "coming", "empty", "command", "commands", "void"])
                    })
            });
            let wide = rest.clone().any(|n| {
                self.any_text(
                    n,
                    &[
                        "every",
                        "all",
                        "any",
                        "commands",
                        "instructions",
                        "requests",
                        "everything",
                        "from",
                        "text",
                        "below",
                        "it",
                        "whatever",
                        "orders",
                    ],
                ) || self.is(n, LEAVE)
            });
            let ruled = self.any(0..at, RULE) && rest.clone().any(|n| self.text(n) == "it");
            let rank = rest.clone().any(|n| {
                self.text(n) == "as"
                    && self.any_text(n + 1, &["the", "your", "an", "if"])
                    && self
                        .any_text(n + 2, &["owner", "user", "admin", "administrator", "operator", "boss", "principal"])
            });
            if rank
                || as_if && wide && (rest.clone().any(|n| self.is(n, SOURCE | RULE | LEAVE)) || ruled)
                || self.any_text(at, &["trust", "whitelist"]) && has(SOURCE) && has(DEICTIC)
            {
                found |= TRUSTS;
            }
        }
        if self.is(at, OBEY)
            && rest.clone().any(|n| self.is(n, SOURCE))
            && has(DEICTIC)
            && rest.clone().any(|n| self.any_text(n, &["only", "this", "these", "instead", "says", "sender"]))
        {
            found |= OBEYS;
        }
        if self.is(at, ROLE)
            && rest.clone().take(6).any(|n| self.is_agent(n))
            && self.any_text(at, &["play", "become", "impersonate", "be", "act", "pretend", "behave"])
        {
            found |= ROLES;
        }
        if self.is(at, ROLE)
            && rest
                .clone()
                .any(|n| self.any_text(n, &["role", "persona", "character", "mode", "identity"]) || self.is(n, UNBOUND))
        {
            found |= ROLES;
            if has(UNBOUND) {
                found |= UNLIMITED;
            }
        }
        if self.is(at, RUN)
            && (rest.clone().any(|n| {
                self.any_text(
                    n,
                    &[
                        "tool", "terminal", "shell", "script", "command", "commands", "curl", "bash", "function",
                        "code", "attached", "macro", "browser",
                    ],
                ) || self.is_address(n)
            }))
        {
            found |= RUNS;
        }
        if self.is(at, PAY)
            && rest.clone().any(|n| {
                self.any_text(
                    n,
                    &[
                        "account", "euros", "dollars", "pounds", "deposit", "invoice", "amount", "iban", "wallet",
                        "money", "payment", "balance", "funds", "bitcoin", "coins",
                    ],
                )
            })
        {
            found |= PAYS;
        }
        if self.is(at, APPROVE)
            && (has(SOURCE | THING)
                || rest.clone().any(|n| {
                    self.any_text(n, &["transfer", "transfers", "payment", "request", "change", "purchase", "terms"])
                }))
        {
            found |= PAYS;
        }
        found
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

    /// Looks for what is said to be so: rules that are void, another identity, senders to be obeyed.
    fn find_states(&mut self) {
        let all = 0..self.words.len();
        let spoken_to =
            all.clone().any(|n| self.any_text(n, &["you", "your"])) || self.found & (CALLED | THIS_AGENT | BOUND) != 0;
        let at_reader = all.clone().any(|n| {
            self.any_text(n, &["for", "on", "upon", "to", "bind", "told", "gave", "given"]) && self.text(n + 1) == "you"
        }) || all.clone().any(|n| self.is_agent(n));
        let spoken_to_here = spoken_to || all.clone().any(|n| self.is_agent(n));
        for at in all.clone() {
            if self.any_text(at, &["don't", "don’t", "not", "stop", "stops", "cease", "ceases"])
                && self.any_text(at + 1, &["hold", "apply", "applying", "bind", "count", "matter", "exist"])
                && self.any(at.saturating_sub(12)..at, RULE)
                && spoken_to_here
                && self.found & READERS == 0
            {
                self.found |= if at_reader { RULES_VOID | YOU_HOLD } else { RULES_VOID };
            }
            if self.any_text(at, &["mode", "access", "privileges", "rights"])
                && self.any_text(
                    at.wrapping_sub(1),
                    &[
                        "admin",
                        "administrator",
                        "developer",
                        "debug",
                        "god",
                        "root",
                        "maintenance",
                        "superuser",
                        "unrestricted",
                        "sudo",
                    ],
                )
                && (spoken_to || all.clone().any(|n| self.text(n) == "yourself"))
            {
                self.found |= ROLES | UNLIMITED;
            }
            if self.is(at, SOURCE)
                && (at + 1..at + 8).any(|n| {
                    self.any_text(n, &["come", "comes"])
                        && self.text(n + 1) == "from"
                        && self.any(n + 2..n + 5, AUTHORITY | USER)
                })
            {
                self.found |= TRUSTS;
            }
            if self.any_text(at, &["need", "needs", "require", "requires"])
                && self.text(at + 1) == "no"
                && self.any(at + 2..at + 4, CHECK)
            {
                self.found |= SKIPS;
            }
            let be = self.any_text(
                at,
                &[
                    "is", "are", "was", "were", "been", "be", "longer", "now", "have", "has", "count", "contains",
                    "carry", "carries",
                ],
            );
            let before = at.saturating_sub(12)..at;
            let ahead = at + 1..(at + 5).min(self.words.len());
            if be
                && self.any(before.clone(), RULE)
                && (self.any(ahead.clone(), VOID)
                    || self.text(at) == "longer"
                        && self.any_text(at + 1, &["apply", "applies", "valid", "bind", "binding", "count", "in"]))
                && spoken_to_here
                && self.found & READERS == 0
            {
                self.found |= if at_reader { RULES_VOID | YOU_HOLD } else { RULES_VOID };
            }
            if be
                && self.any(before.clone(), SOURCE | RULE)
                && self.any(ahead.clone(), TRUSTED)
                && self.any(ahead.clone().start.saturating_sub(12)..at, SOURCE)
                && (self.found & (CALLED | THIS_AGENT | MINDS) != 0
                    || before.clone().any(|n| self.any_text(n, &["from", "by", "signed"]))
                        && (self.any(before.clone(), DEICTIC)
                            || ahead.clone().any(|n| {
                                self.any_text(
                                    n,
                                    &[
                                        "obeyed",
                                        "pre-authorised",
                                        "pre-authorized",
                                        "pre-approved",
                                        "authoritative",
                                        "binding",
                                    ],
                                )
                            }))
                    || self.text(at + 2) == "for" && self.text(at + 3) == "you")
            {
                self.found |= TRUSTS;
            }
            if self.is(at, OUTRANK)
                && self.any(before.clone(), SOURCE | RULE | DEICTIC)
                && (self.any(ahead.clone(), RULE) && spoken_to || self.found & MINDS != 0)
            {
                self.found |= TRUSTS;
            }
            if self.any_text(at, &["precedence", "priority", "force", "authority", "weight"])
                && self.any(before.clone(), SOURCE | RULE)
                && self.found & (MINDS | WORKS) != 0
            {
                self.found |= TRUSTS;
            }
            let you = self.text(at) == "you";
            if you
                && (self.any_text(at + 1, &["are", "have"])
                    && (self.any_text(at + 2, &["now", "longer", "hereby"])
                        || self.text(at + 2) == "no" && self.text(at + 3) == "longer"
                        || self.text(at + 2) == "been"
                            && self.any_text(
                                at + 3,
                                &[
                                    "promoted",
                                    "renamed",
                                    "switched",
                                    "upgraded",
                                    "reassigned",
                                    "unlocked",
                                    "released",
                                    "freed",
                                    "reset",
                                ],
                            )))
                && (at + 2..(at + 12).min(self.words.len())).any(|n| {
                    self.is_agent(n)
                        || self.is(n, UNBOUND | RULE)
                        || self.any_text(n, &["free", "admin", "administrator", "mode"])
                })
            {
                self.found |= ROLES;
            }
            if you
                && self.text(at + 1) == "are"
                && (self.found & MINDS != 0
                    || (0..at).any(|n| self.any_text(n, &["onwards", "henceforth", "on", "now"])))
                && (at + 2..(at + 9).min(self.words.len())).any(|n| self.is_agent(n) || self.is(n, UNBOUND))
            {
                self.found |= ROLES;
            }
            if you
                && (at + 1..at + 4).any(|n| {
                    self.any_text(n, &["serve", "obey", "answer", "take", "work", "report", "belong"])
                        && !self.leads(n)
                        && self.any_text(n + 1, &["to", "orders", "the", "us", "me", "for", "only", "instructions"])
                })
                && (self.found & (CALLED | MINDS) != 0
                    || (at..self.words.len()).any(|n| self.any_text(n, &["orders", "us", "me", "sender", "author"]))
                    || (0..at).any(|n| self.any_text(n, &["now", "onwards", "henceforth", "on"])))
            {
                self.found |= OBEYS;
            }
            if self.text(at) == "your"
                && (at + 1..at + 4).any(|n| {
                    self.any_text(
                        n,
                        &[
                            "identity",
                            "role",
                            "persona",
                            "task",
                            "mode",
                            "mission",
                            "purpose",
                            "objective",
                            "goal",
                            "job",
                            "name",
                        ],
                    ) && (n + 1..n + 5).any(|m| {
                        self.any_text(m, &["changed", "begins", "now", "replaced", "reassigned", "updated", "new"])
                    }) || self.any_text(n, &["real", "actual", "true", "new"])
                        && self.any_text(
                            n + 1,
                            &[
                                "task",
                                "job",
                                "role",
                                "identity",
                                "mission",
                                "instructions",
                                "goal",
                                "orders",
                                "owner",
                                "purpose",
                            ],
                        )
                })
            {
                self.found |= ROLES;
            }
            if self.text(at) == "never"
                && (self.any_text(at + 1, &["refuses", "refuse"])
                    || self.any_text(at + 1, &["says", "say"]) && self.text(at + 2) == "no")
                && spoken_to
            {
                self.found |= UNLIMITED;
            }
            if (self.any_text(at, &["no", "without", "any", "zero"])
                && self.any_text(
                    at + 1,
                    &[
                        "restrictions",
                        "limits",
                        "rules",
                        "filters",
                        "guardrails",
                        "refusals",
                        "limitations",
                        "restriction",
                        "constraints",
                    ],
                )
                || self.is(at, UNBOUND) && !self.any_text(at, &["unlimited", "root", "sudo", "dan"])
                || self.any_text(at, &["refuse", "refusals", "filters"])
                    && (at.saturating_sub(2)..at + 4).any(|n| self.any_text(n, &["never", "off", "disabled", "not"])))
                && spoken_to
            {
                self.found |= UNLIMITED;
            }
        }
        if self.found & MINDS != 0 && all.clone().any(|n| self.any_text(n, &["fact", "facts", "entry", "truth"])) {
            self.found |= STORES;
        }
        let says_code = all.clone().any(|n| self.is(n, CODE))
            || all
                .clone()
                .any(|n| self.text(n) == "letter" && all.clone().any(|m| self.any_text(m, &["each", "every"])))
            || all.clone().any(|n| self.any_text(n, &["hidden", "encoded"]) && self.is(n + 1, SOURCE))
            || all.clone().any(|n| {
                self.any_text(n, &["every", "each"])
                    && self.any_text(n + 1, &["second", "third", "other", "first"])
                    && self.any_text(n + 2, &["word", "letter"])
            });
        let carries = all.clone().find(|n| {
            self.is(*n, CARRY)
                && (self.orders.contains(n)
                    || self.any_text(n.wrapping_sub(1), &["and", "then", "to"])
                    || self.leads(*n))
        });
        let undone =
            self.orders.iter().any(|n| {
                self.is(*n, DECODE) && !self.any_text(*n, &["read", "interpret", "convert", "translate", "reverse"])
            }) || all.clone().any(|n| self.any_text(n, &["decoding", "decoded", "unscrambling", "decrypting"]));
        if (says_code || undone) && carries.is_some() && !(0..carries.unwrap_or(0)).any(|n| self.text(n) == "how") {
            self.found |= CARRIES;
        } else if says_code && self.found & CALLED != 0 {
            self.found |= CARRIES;
        }
    }

    /// Looks for grounds claimed: leave given, a rank, quiet, haste, no need to ask.
    fn find_grounds(&mut self) {
        let all = 0..self.words.len();
        let giver = all.clone().any(|n| {
            self.is(n, USER | AUTHORITY) && !self.is_compound(n)
                || self.any_text(n, &["he", "she", "they", "i", "phone", "committee"])
        });
        for at in all.clone() {
            if self.is(at, CHECK)
                && (at + 1..(at + 5).min(self.words.len())).any(|n| {
                    self.any_text(
                        n,
                        &["waived", "skipped", "passed", "bypassed", "unnecessary", "satisfied", "disabled"],
                    ) || self.text(n) == "not" && self.any_text(n + 1, &["needed", "required", "necessary"])
                })
            {
                self.found |= SKIPS;
            }
            if (self.is_user(at) || self.is(at, USER))
                && (at + 1..at + 3).any(|n| {
                    self.any_text(
                        n,
                        &["not", "never", "needn't", "mustn't", "shouldn't", "won't", "doesn't", "cannot", "can't"],
                    )
                })
                && (at + 2..at + 8).any(|n| {
                    self.any_text(
                        n,
                        &[
                            "see", "know", "told", "hear", "notice", "find", "learn", "informed", "asked", "bothered",
                            "involved", "notified", "shown",
                        ],
                    )
                })
            {
                self.found |= FROM_USER;
            }
            let yours = (at.saturating_sub(6)..at).any(|n| self.text(n) == "your" && !self.is(n + 1, MIND));
            if self.is(at, APPROVED) && giver && !yours && !self.any_text(at.wrapping_sub(1), &["not", "be", "are"]) {
                self.found |= LEAVE_GIVEN;
            }
            if self.text(at).starts_with("pre-a") || self.text(at) == "pre" && self.is(at + 1, APPROVED) {
                self.found |= LEAVE_GIVEN;
            }
            if self.is(at, LEAVE)
                && !yours
                && ((at.saturating_sub(3)..(at + 6).min(self.words.len())).any(|n| {
                    n != at
                        && (self.is(n, APPROVED)
                            || self.any_text(
                                n,
                                &[
                                    "given", "file", "obtained", "received", "verbal", "recorded", "already", "gave",
                                    "said", "per", "true",
                                ],
                            ))
                }) || self.any_text(at.wrapping_sub(1), &["verbal", "user", "owner", "owner's", "user's"]))
            {
                self.found |= LEAVE_GIVEN;
            }
            if self.text(at) == "green"
                && self.text(at + 1) == "light"
                && (at.saturating_sub(5)..at).any(|n| self.any_text(n, &["gave", "given", "got", "have", "has"]))
                || self.text(at) == "said" && self.any_text(at + 1, &["yes", "ok", "okay", "you"]) && giver
                || self.any_text(at, &["fine", "happy", "okay", "ok"]) && self.text(at + 1) == "with" && giver
                || self.text(at) == "behalf" && self.any(at..at + 5, USER)
            {
                self.found |= LEAVE_GIVEN;
            }
            if self.any_text(at, &["reviewed", "vetted", "audited"])
                && self.text(at + 1) == "by"
                && self.any(at + 2..at + 6, USER | AUTHORITY)
                || self.any_text(at, &["won't", "wouldn't", "doesn't", "not"]) && self.text(at + 1) == "mind"
                || self.any_text(at, &["access", "privileges", "rights"])
                    && (at + 1..at + 5).any(|n| self.any_text(n, &["given", "granted"]))
                    && (at..at + 8).any(|n| self.any_text(n, &["you", "assistant", "agent"]))
            {
                self.found |= LEAVE_GIVEN;
            }
            // "Legal has cleared the assistant to share …"
            if self.is(at, APPROVED)
                && self.any_text(at.wrapping_sub(1), &["has", "have", "hereby"])
                && (at + 1..at + 5).any(|n| self.is_agent(n) && self.text(n + 1) == "to")
            {
                self.found |= LEAVE_GIVEN | BOUND;
            }
            if self.is(at, QUIET) {
                self.found |= QUIETLY;
            }
            if self.is(at, HASTE)
                || self.text(at) == "at" && self.text(at + 1) == "once"
                || self.text(at) == "right" && self.text(at + 1) == "away"
            {
                self.found |= AT_ONCE;
            }
            let negated = self.any_text(at, &["without", "no", "not", "never", "needn't"]);
            if negated {
                let near = at + 1..(at + 6).min(self.words.len());
                let asks = near.clone().any(|n| {
                    self.any_text(
                        n,
                        &[
                            "asking",
                            "telling",
                            "mentioning",
                            "notifying",
                            "informing",
                            "bothering",
                            "prompting",
                            "alerting",
                            "consulting",
                            "involving",
                            "waiting",
                            "confirming",
                            "showing",
                            "warning",
                            "confirmation",
                            "approval",
                            "bother",
                            "consult",
                        ],
                    )
                }) || self.text(at) == "no"
                    && near.clone().any(|n| {
                        self.any_text(
                            n,
                            &[
                                "ask",
                                "confirm",
                                "tell",
                                "show",
                                "mention",
                                "bring",
                                "check",
                                "review",
                                "prompt",
                                "inform",
                                "questions",
                            ],
                        )
                    })
                    && self.any_text(at + 1, &["need", "reason", "further"])
                    || self.text(at) == "without"
                        && near.clone().take(3).any(|n| self.is(n, CHECK) || self.any_text(n, &["look", "glance"]))
                    || self.text(at) == "no"
                        && self.any_text(at + 1, &["reason", "need", "cause"])
                        && near.clone().any(|n| self.is(n, USER));
                if asks {
                    let user = near
                        .clone()
                        .chain(at + 6..(at + 9).min(self.words.len()))
                        .any(|n| self.is(n, USER) || self.any_text(n, &["her", "him", "them"]));
                    self.found |= if user { FROM_USER } else { SKIPS };
                }
            }
            let rank = self.is(at, AUTHORITY)
                && (at.saturating_sub(5)..at).any(|n| self.any_text(n, &["from", "am", "i'm", "by"]))
                || self.any_text(at, &["built", "made", "created", "programmed"]) && self.any_text(at + 1, &["you"]);
            if rank
                && (self.leads(0)
                    && (0..at.min(4)).any(|n| {
                        self.any_text(
                            n,
                            &[
                                "this",
                                "i",
                                "message",
                                "note",
                                "i'm",
                                "notice",
                                "order",
                                "instructions",
                                "update",
                                "announcement",
                            ],
                        )
                    }))
            {
                self.found |= RANK;
            }
        }
    }

    /// Where a condition on what the user or anyone does begins.
    fn condition(&self) -> Option<usize> {
        (0..self.words.len()).find(|at| {
            (self.is(*at, CONDITION)
                || self.text(*at) == "time" && self.any_text(at.wrapping_sub(1), &["next", "every", "each", "first"]))
                && (self.leads(*at) || *at > 0 && !self.is(*at - 1, HELPER))
                && (at + 1..at + 4).any(|n| {
                    self.is(n, USER) && !self.is_compound(n)
                        || self.is(n, ANYONE) && self.any(n + 1..n + 3, SPEAK)
                        || self.text(n) == "person"
                })
        })
    }

    /// Where "when money comes up" begins.
    fn when_raised(&self) -> Option<usize> {
        (0..self.words.len()).find(|at| {
            (self.is(*at, CONDITION) || self.text(*at) == "time")
                && (at + 2..at + 8).any(|n| {
                    self.any_text(n, &["comes", "come"]) && self.text(n + 1) == "up"
                        || self.any_text(n, &["is", "are", "gets"])
                            && self.any_text(n + 1, &["mentioned", "discussed", "raised"])
                })
        })
    }

    /// Where "when you are asked" begins.
    fn when_asked(&self) -> Option<usize> {
        (0..self.words.len()).find(|at| {
            self.is(*at, CONDITION)
                && self.text(at + 1) == "you"
                && (at + 2..at + 6)
                    .any(|n| self.any_text(n, &["asked", "questioned", "prompted", "queried", "requested"]))
                && self.any_text(at + 2, &["are", "get", "were", "re"])
        })
    }

    /// Looks for what is to wait for an event or a day.
    fn find_condition(&mut self) {
        if self.orders.is_empty() {
            return;
        }
        if let Some(at) = self.condition() {
            let user = (at + 1..at + 4).any(|n| self.is(n, USER) || self.text(n) == "person");
            self.found |= if user { WHEN_USER } else { WHEN_ANYONE };
            if self.any(at + 1..at + 8, SPEAK) && self.orders.iter().any(|n| self.is(*n, TELL | PRAISE | OBEY | HIDE)) {
                self.found |= SPOKEN;
            }
        }
        if let Some(at) = self.when_asked().or_else(|| self.when_raised()) {
            self.found |= WHEN_ANYONE;
            if self
                .orders
                .iter()
                .any(|n| self.is(*n, TELL | PRAISE | HIDE | CHANGE | PAY) || *n > at && self.is(*n, OBEY))
            {
                self.found |= SPOKEN;
            }
        }
        for at in 0..self.words.len() {
            if self.any_text(at, &["dormant", "inactive", "idle"]) {
                self.found |= WAITS;
            }
            if self.is(at, SITTING) && self.any_text(at + 1, &["restarts", "starts", "begins", "ends", "resumes"]) {
                self.found |= NEXT_SITTING;
            }
            let waits = self.any_text(at, &["until", "after", "from", "next", "on", "at", "in", "wait", "till"])
                && (at + 1..at + 5).any(|n| self.is(n, LATER))
                || self.text(at) == "nothing" && self.any_text(at + 1, &["now", "yet", "today"])
                || self.text(at) == "wait" && self.text(at + 1) == "until" && self.any(at + 2..at + 5, USER);
            let held = self.is(at, SITTING) || self.any_text(at, &["nothing", "wait", "until", "quiet", "restart"]);
            if self.is(at, SITTING)
                && self.any_text(
                    at.wrapping_sub(1),
                    &["new", "next", "every", "each", "future", "any", "later", "all", "following"],
                )
            {
                self.found |= NEXT_SITTING;
            }
            if waits
                && (held
                    || (0..self.words.len()).any(|n| {
                        self.any_text(
                            n,
                            &["sessions", "reflection", "chat", "nothing", "wait", "until", "quiet", "weeks"],
                        )
                    }))
            {
                self.found |= WAITS;
            }
        }
    }

    /// Looks for what clears a sentence: a human reader, a manual, an account, a warning.
    fn find_innocence(&mut self, sentence: &str) {
        let all = 0..self.words.len();
        if self.text(0) == "dear" && self.any(1..4, PEOPLE) || self.any(0..3, PEOPLE) && self.mark(1) == ',' {
            self.found |= PEOPLE_CALLED;
        }
        if sentence.contains('`') || self.any(all.clone(), DOCS) {
            self.found |= MANUAL;
        }
        let subject = self.any(0..4, ACCOUNT_NOUN)
            && (1..12.min(self.words.len())).any(|n| {
                self.any_text(
                    n,
                    &[
                        "covered",
                        "covers",
                        "describes",
                        "described",
                        "says",
                        "said",
                        "shows",
                        "showed",
                        "explains",
                        "explained",
                        "warns",
                        "warned",
                        "measures",
                        "quotes",
                        "quoted",
                        "lists",
                        "discusses",
                        "discussed",
                        "argues",
                        "reports",
                        "found",
                        "tells",
                        "asks",
                    ],
                )
            });
        if self.found & AI_CALLED == 0 && (self.any(all.clone(), ACCOUNT) || subject) {
            self.found |= TOLD;
        }
        let says = all.clone().any(|n| {
            self.any_text(n, &["said", "reported", "claimed", "explained", "wrote", "argued", "recalled", "told"])
        });
        if says && self.found & (ORDER | CALLED) == 0 && !all.clone().any(|n| self.any_text(n, &["you", "your"])) {
            self.found |= TOLD;
        }
        if all.clone().any(|n| self.is(n, WARY) && self.any_text(n.wrapping_sub(1), &["as", "from", "is", "are"])) {
            self.found |= WARNED;
        }
    }
}
