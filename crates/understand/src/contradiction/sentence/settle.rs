//! What a statement says in a roundabout way, said plainly.

use super::{Sentence, Term};
use crate::contradiction::thesaurus;
use crate::contradiction::token::Token;

/// The length of a phrase that adds nothing to what is said: "by trade", "for a living".
pub(super) fn idle(tokens: &[Token<'_>], at: usize) -> usize {
    let low = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    match (low(at), low(at + 1), low(at + 2)) {
        ("by", "trade" | "profession" | "occupation" | "training", _) => 2,
        ("for", "a", "living") => 3,
        ("at", "the", "moment") => 3,
        ("at", "present" | "all", _) | ("of", "course", _) | ("as", "usual", _) | ("in", "general", _) => 2,
        ("as", "well", next) if next != "as" => 2,
        ("on", "a", "regular") | ("on", "a", "daily") if low(at + 3) == "basis" => 4,
        ("in", "total" | "all", next) if next.is_empty() || tokens[at + 2].after_break => 2,
        _ => 0,
    }
}

/// What is made of something else than its name says: oat milk has no milk in it.
pub(super) fn is_substitute(word: &str) -> bool {
    matches!(
        word,
        "oat"
            | "soy"
            | "soya"
            | "almond"
            | "coconut"
            | "rice"
            | "vegan"
            | "vegetarian"
            | "veggie"
            | "plant"
            | "plant-based"
            | "non-alcoholic"
            | "alcohol-free"
            | "decaf"
            | "decaffeinated"
            | "gluten-free"
            | "dairy-free"
            | "lactose-free"
            | "meat-free"
            | "sugar-free"
            | "herbal"
            | "toy"
            | "stuffed"
    )
}

impl Sentence {
    /// "Her flat is in Rome" says where she lives.
    pub(super) fn settle_home(&mut self, after_verb: &str) {
        let Some(head) = self.head.filter(|head| self.copula && *head > 0) else { return };
        let home = matches!(self.terms[head].word.as_str(), "flat" | "apartment" | "house" | "home" | "residence");
        let placed = matches!(after_verb, "in" | "on" | "at");
        let only = self.terms.iter().filter(|term| term.subject).count() == 2;
        let owner = &self.terms[head - 1];
        if !(home && placed && only && owner.owns && owner.is_somebody()) {
            return;
        }
        let Some((word, meaning)) = thesaurus::look_up("live") else { return };
        let old: &mut Term = &mut self.terms[head];
        (old.word, old.subject) = (word.into_owned(), false);
        old.meaning.join(meaning);
        self.terms[head - 1].owns = false;
        self.head = Some(head - 1);
        self.verb = Some(head);
        self.copula = false;
    }

    /// What is open until six closes at six, and what runs until May ends in May.
    pub(super) fn settle_end(&mut self, tokens: &[Token<'_>]) {
        let low = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
        let until = |term: &Term| {
            let next = term.at + term.word.split('_').count();
            matches!(low(next), "until" | "till" | "through") || term.word.ends_with("_until")
        };
        let Some(at) = self.terms.iter().position(|term| !term.subject && until(term)) else { return };
        let term = &self.terms[at];
        let end = match term.word.as_str() {
            "open" if self.copula && self.quantities.len() == 1 => "close",
            "run" | "last" | "go_on" | "continue" | "extend" => "end",
            "valid" | "valid_until" | "good_until" => "valid",
            _ => return,
        };
        if self.denied || self.when.is_empty() && self.quantities.is_empty() {
            return;
        }
        let Some((word, mut meaning)) = thesaurus::look_up(end) else { return };
        if end == "valid" {
            // What is valid until May ends in May, and is valid.
            thesaurus::look_up("end").into_iter().for_each(|(_, end)| meaning.mean_also(&end));
        }
        (self.terms[at].word, self.terms[at].meaning, self.terms[at].light) = (word.into_owned(), meaning, false);
        if end == "valid" {
            return;
        }
        (self.verb, self.copula) = (Some(at), false);
        self.conditional = false;
    }

    /// A day in the subject tells which of several it is; where that is moved or dropped, it is given up.
    pub(super) fn settle_which(&mut self) {
        if self.ceases || self.terms.iter().any(|term| term.switch) {
            self.dropped_when.append(&mut self.which);
        }
    }
}

/// A word without its accents, where it has any that English leaves off: "fiancée".
pub(super) fn unaccented(word: &str) -> Option<String> {
    if word.is_ascii() {
        return None;
    }
    let plain = |c: char| match c {
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'á' | 'à' | 'â' | 'ä' => 'a',
        'ç' => 'c',
        'ï' | 'î' => 'i',
        'ô' | 'ö' | 'ó' => 'o',
        'ü' | 'û' => 'u',
        'ñ' => 'n',
        c => c,
    };
    Some(word.chars().map(plain).collect())
}
