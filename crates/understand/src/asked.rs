//! What a plain question wants to know, and whether a statement tells it: "what's my job?" is told by "User works
//! at Initech as a nurse", "where's my car?" by where it is parked and not by its colour.
//!
//! Reads grammar: who is asked about, by which verb or noun, and what sort of answer fits (a name, a place, a time).
//! A search finds what is near a question; this says whether it is an answer. Start with [`read`].

mod chinese;
mod english;

use soulfile_text::lang::Lang;

/// What sort of answer fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wants {
    /// Who, or what it is called.
    Name,
    /// Where.
    Place,
    /// When.
    Time,
    /// How old.
    Age,
    /// How many, how much.
    Number,
    /// Whatever is said of it.
    Anything,
}

/// A question, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// What sort of answer fits.
    pub wants: Wants,
    /// Sets of words; a statement that has all of one set speaks of what is asked.
    ways: Vec<Way>,
    /// What of the user's is asked about: the sister in "who is my sister?".
    owned: Option<String>,
    /// Whether it is asked of the user and nobody of theirs.
    of_user: bool,
    /// Where likes are asked for: whether it is what is not liked.
    disliked: Option<bool>,
    /// Whether it asks how something is done.
    how: bool,
    lang: Lang,
}

/// One way to speak of what is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Way {
    words: Vec<String>,
    /// Whether the words have to be what the statement is about, not just stand in it.
    as_subject: bool,
}

/// Reads a question; `None` where nothing in it says what is asked.
pub fn read(question: &str) -> Option<Asked> {
    match Lang::of(question) {
        Lang::En => english::read(question),
        Lang::Zh => chinese::read(question),
    }
}

impl Asked {
    /// Whether it asks for a way of doing something.
    pub fn asks_how(&self) -> bool {
        self.how
    }

    /// Whether a stored statement tells what is asked.
    pub fn told_by(&self, statement: &str) -> bool {
        match (self.lang, Lang::of(statement)) {
            (Lang::En, Lang::En) => english::tells(self, statement),
            (Lang::Zh, Lang::Zh) => chinese::tells(self, statement),
            _ => false,
        }
    }

    /// Whether a statement at least speaks of the one thing of the user's that is asked about; true when none is,
    /// and when anything about it would do: a shopping list is told by what there is to buy.
    pub fn touched_by(&self, statement: &str) -> bool {
        let Some(owned) = self.owned.as_ref().filter(|_| self.wants != Wants::Anything) else { return true };
        match self.lang {
            Lang::En => english::speaks_of(statement, owned),
            Lang::Zh => chinese::speaks_of(statement, owned),
        }
    }

    /// Other words to search with: those a statement would use.
    pub fn search(&self) -> String {
        let mut words: Vec<&str> = Vec::new();
        for word in self.ways.iter().flat_map(|way| &way.words) {
            let alike = match self.lang {
                Lang::En => crate::contradiction::alike(word),
                Lang::Zh => chinese::alike(word),
            };
            for word in std::iter::once(word.as_str()).chain(alike.iter().copied()) {
                if !words.contains(&word) {
                    words.push(word);
                }
            }
        }
        if self.wants == Wants::Age {
            words.push(if self.lang == Lang::En { "years old age born" } else { "岁" });
        }
        words.join(" ")
    }
}

#[cfg(test)]
#[path = "asked_tests.rs"]
mod tests;
