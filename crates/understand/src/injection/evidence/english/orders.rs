//! Which verbs order: those at the head of a clause, after "you must", or after another order.

use std::sync::LazyLock;

use crate::word_table::WordSet;

use super::*;

/// Words that head a clause and are no verbs.
static NO_VERBS: LazyLock<WordSet> = LazyLock::new(|| {
    const LIST: &str = "\
        with within during about above under over between behind beyond near into onto off than like because \
        since although though whether where why how what who which that then there here yet still both half such \
        even not nor per via despite except against among around along across through throughout towards toward \
        before beside below outside inside for from and but did had can could would might what quite rather \
        almost perhaps maybe today the just again once under upon given never ever one two three";
    LIST.split_ascii_whitespace().collect()
});

impl Sentence<'_> {
    /// Verbs made of two words: "switch off", "leave out".
    pub(super) fn join_particles(&mut self) {
        for at in 0..self.words.len().saturating_sub(1) {
            let next = self.words[at + 1].text;
            let word = self.words[at].text;
            let off = matches!(word, "switch" | "turn" | "shut" | "switching" | "turning") && next == "off";
            let out = matches!(word, "leave" | "leaving" | "play" | "keep")
                && matches!(next, "out" | "down" | "quiet" | "silent");
            // "AI scribe", "LLM grader": whoever does something is a machine then.
            let does = |word: &str| {
                ["er", "or", "ant", "ary", "ist", "ers", "ors", "scribe", "clerk"].iter().any(|end| word.ends_with(end))
            };
            let doer = does(next);
            // "AI code reviewers".
            let third = self.words.get(at + 2).filter(|word| word.after == ' ' && word.is & (MODAL | VERB) == 0);
            if matches!(word, "ai" | "llm" | "gpt")
                && self.words[at + 1].after == ' '
                && self.words[at + 1].is & (MODAL | BEFORE) == 0
                && third.is_some_and(|word| does(word.text) && word.text.len() > 5)
                && self.words.get(at + 3).is_some_and(|word| matches!(word.after, ':' | ',' | '!'))
            {
                self.words[at + 1].is |= HELPER;
                self.words[at + 2].is |= HELPER | AI;
            }
            if matches!(word, "ai" | "llm" | "gpt")
                && doer
                && self.words[at + 1].after == ' '
                && self.words[at + 1].is & MODAL == 0
            {
                self.words[at + 1].is |= HELPER;
            }
            if off {
                self.words[at].is |= DROP;
            }
            if out {
                self.words[at].is |= HIDE;
            }
        }
    }

    /// Finds the verbs that order: at the head of a clause, after "you must", after another order and "and".
    pub(super) fn find_orders(&mut self) {
        let mut chained = false;
        for at in 0..self.words.len() {
            if self.leads(at) && !matches!(self.mark(at), ',' | ';' | ':' | '-' | '—' | '–' | '(' | ')') {
                chained = false;
            }
            if self.orders.contains(&at) {
                chained = true;
                continue;
            }
            let started = at > 0 && one_of!(self, at - 1, "start" "begin" "stop" "keep" "avoid" "by" "without");
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
                || self.is_address(at + 1)
                || one_of!(self, at + 1, "that" "user" "owner")
                || self.is(at + 1, QUIET | HASTE);
            if self.is(at, NOUNISH) && !object && !self.follows_you_must(at) {
                continue;
            }
            // "Note that …" introduces what it says; about a user it is to be kept.
            if self.text(at) == "note"
                && self.text(at + 1) == "that"
                && !(at..self.words.len()).any(|n| self.text(n).starts_with("user"))
            {
                continue;
            }
            let mut from = at;
            while from > 0 && !self.leads(from) && (self.is_adverb(from - 1) || self.is_start(from - 1)) {
                from -= 1;
            }
            let joined = (from..at).any(|n| one_of!(self, n, "and" "then" "or" "but" "so"));
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
            && !NO_VERBS.contains(word)
            && (one_of!(self, at + 1, "the" "your" "this" "these" "all" "every" "it" "them" "any" "their" "a" "an")
                || self.is_address(at + 1))
    }

    /// Whether a word may stand between the head of a clause and its verb.
    pub(super) fn is_adverb(&self, at: usize) -> bool {
        self.is(at, BEFORE | QUIET)
            || self.text(at).len() > 4
                && self.text(at).ends_with("ly")
                && !one_of!(self, at, "reply" "only" "apply" "comply" "rely" "supply")
    }

    /// Whether a word is of a beginning such as "from today on" that leads the sentence.
    fn is_start(&self, at: usize) -> bool {
        self.text(0) == "from"
            && at < 5
            && one_of!(self, at, "from" "today" "tomorrow" "now" "here" "on" "onwards" "this" "point" "moment" "forward")
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
        if self.text(last) == "you" && at >= 2 && one_of!(self, at - 2, "could" "can" "would" "will") {
            return true;
        }
        if self.text(last) == "you" && at >= 2 && self.text(at - 2) == "that" {
            return (0..at - 2)
                .any(|n| one_of!(self, n, "important" "essential" "vital" "crucial" "imperative" "necessary"));
        }
        if one_of!(self, last, "never" "always" "not")
            && at >= 3
            && self.text(at - 2) == "you"
            && self.text(at - 3) == "that"
        {
            return (0..at - 3)
                .any(|n| one_of!(self, n, "important" "essential" "vital" "crucial" "imperative" "necessary"));
        }
        if self.text(last) == "now" && at >= 3 && one_of!(self, at - 2, "can" "may" "must" "should" "shall" "will") {
            return self.text(at - 3) == "you";
        }
        if one_of!(self, last, "must" "should" "shall" "will" "now" "may") && at >= 2 {
            let who = if self.text(last) == "now" { at - 2 } else { last - 1 };
            return self.text(who) == "you" || who > 0 && self.is(who, WORK) && self.text(who - 1) == "your";
        }
        if self.text(last) == "to"
            && at >= 4
            && one_of!(self, at - 2, "has" "have" "needs" "need" "is" "are")
            && self.is(at - 3, WORK)
            && self.text(at - 4) == "your"
        {
            return true;
        }
        if self.text(last) == "to" && at >= 2 {
            let before = at - 2;
            return one_of!(self, before, "sure" "free" "careful") && self.leads(before.saturating_sub(1))
                || (one_of!(self, before, "are" "have" "need") || self.is(before, REQUIRED))
                    && (before.saturating_sub(2)..before).any(|n| self.text(n) == "you");
        }
        false
    }
}
