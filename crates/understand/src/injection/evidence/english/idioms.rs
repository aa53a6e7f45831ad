//! Idioms that stand for one verb: "pay no attention to" is to ignore, "never forget" is to remember.

use super::*;

/// Rows of words and the verb they stand for.
const IDIOMS: &[(&[&str], &str)] = &[
    (&["pay", "no", "attention", "to"], "ignore"),
    (&["pay", "no", "heed", "to"], "ignore"),
    (&["pay", "no", "mind", "to"], "ignore"),
    (&["take", "no", "notice", "of"], "ignore"),
    (&["take", "no", "account", "of"], "ignore"),
    (&["turn", "a", "blind", "eye", "to"], "ignore"),
    (&["don't", "bother", "with"], "ignore"),
    (&["don't", "bother", "about"], "ignore"),
    (&["don't", "worry", "about"], "ignore"),
    (&["don't", "care", "about"], "ignore"),
    (&["do", "not", "bother", "with"], "ignore"),
    (&["do", "not", "worry", "about"], "ignore"),
    (&["never", "mind"], "ignore"),
    (&["let", "go", "of"], "ignore"),
    (&["get", "rid", "of"], "delete"),
    (&["do", "away", "with"], "delete"),
    (&["act", "against"], "ignore"),
    (&["go", "against"], "ignore"),
    (&["work", "around"], "bypass"),
    (&["get", "around"], "bypass"),
    (&["keep", "in", "mind"], "remember"),
    (&["bear", "in", "mind"], "remember"),
    (&["never", "forget"], "remember"),
    (&["don't", "forget"], "remember"),
    (&["do", "not", "forget"], "remember"),
    (&["make", "a", "note"], "note"),
    (&["take", "note"], "note"),
    (&["take", "down"], "record"),
    (&["write", "down"], "record"),
    (&["commit", "to", "memory"], "memorise"),
    (&["pass", "on"], "forward"),
    (&["hand", "over"], "send"),
    (&["give", "away"], "reveal"),
    (&["let", "us", "have"], "send us"),
    (&["let", "me", "have"], "send me"),
];

impl Sentence<'_> {
    /// Puts one verb in the place of an idiom.
    pub(super) fn join_idioms(&mut self) {
        let mut at = 0;
        while at + 1 < self.words.len() {
            let first = self.words[at].text;
            if matches!(first, "put" | "set" | "leave" | "lay" | "push" | "cast" | "throw") {
                self.join_aside(at);
            }
            let idiom = IDIOMS.iter().find(|(row, _)| {
                row[0] == first
                    && row.len() <= self.words.len() - at
                    && row
                        .iter()
                        .enumerate()
                        .skip(1)
                        .all(|(n, word)| self.words[at + n].text == *word && !self.leads(at + n))
            });
            if let Some((row, verb)) = idiom {
                let (verb, object) = verb.split_once(' ').unwrap_or((verb, ""));
                self.words[at].text = verb;
                self.words[at].is = classes(verb);
                if !object.is_empty() {
                    self.words[at + 1].text = object;
                }
                let kept = at + if object.is_empty() { 1 } else { 2 };
                self.words.drain(kept..at + row.len());
            }
            at += 1;
        }
    }

    /// "Put your rules to one side", "set it all aside".
    fn join_aside(&mut self, at: usize) {
        let end = (at + 1..(at + 9).min(self.words.len())).take_while(|n| !self.leads(*n)).find(|n| {
            one_of!(self, *n, "aside" "overboard")
                || self.text(*n) == "side" && self.text(n - 1) == "one"
                || self.text(*n) == "window" && self.text(n - 1) == "the"
        });
        if end.is_some() {
            self.words[at].text = "ignore";
            self.words[at].is = classes("ignore");
        }
    }
}
