//! A telling word, and what is known of it from where it stands.

use super::settle::{is_substitute, unaccented};
use super::wording::{is_auxiliary, is_function, is_light, is_negation};
use crate::contradiction::quantity::is_number;
use crate::contradiction::statement;
use crate::contradiction::thesaurus::{self, Meaning};
use crate::contradiction::token::Token;

/// A telling word.
#[derive(Debug, Clone)]
pub(in crate::contradiction) struct Term {
    pub word: String,
    pub meaning: Meaning,
    /// Whether it is a name.
    pub name: bool,
    /// Whether it stands before the verb.
    pub subject: bool,
    /// Whether it owns what follows.
    pub owns: bool,
    /// Whether it says little by itself.
    pub light: bool,
    /// Whether it is given up: "instead of tea".
    pub dropped: bool,
    /// Whether it is the verb that tells of a change.
    pub switch: bool,
    /// Whether an article stands before it.
    pub article: bool,
    /// Whether "the" does.
    pub the: bool,
    /// Whether it is written with a capital.
    pub capital: bool,
    /// Whether it stands in a clause that gives a reason.
    pub reason: bool,
    /// Whether it stands behind "with", "for", "in" and so on: what limits, not what is said.
    pub aside: bool,
    /// Whether it is made of something else than its name says: oat milk.
    pub substitute: bool,
    /// Whether it is a verb in the form for what is done.
    pub done: bool,
    /// Whether it says that nothing is more so: "the tallest".
    pub most: bool,
    /// The preposition before it: "in", "at".
    pub through: &'static str,
    /// Where it stands.
    pub at: usize,
}

impl Term {
    /// Whether it is somebody: the user, a name or a relative.
    pub(in crate::contradiction) fn is_somebody(&self) -> bool {
        self.word == "user" || self.name || self.meaning.kinds & thesaurus::kin() != 0
    }
}

/// The term at a place, of as many words as are one, and how many they are.
pub(super) fn term(tokens: &[Token<'_>], at: usize, taken: &[bool]) -> (usize, Option<Term>) {
    let token = &tokens[at];
    let bare = unaccented(&token.low);
    let plain = bare.as_deref().and_then(thesaurus::look_up);
    let found = match &plain {
        Some((lemma, meaning)) => Some((&**lemma, meaning)),
        None => token.look_up(),
    };
    let new = |word: String, meaning: Meaning, name: bool, owns: bool| {
        let light = is_light(&word);
        Term {
            word,
            meaning,
            name,
            subject: false,
            owns,
            light,
            dropped: false,
            switch: false,
            capital: token.capital && at > 0,
            reason: false,
            article: false,
            the: false,
            aside: false,
            substitute: false,
            done: false,
            most: false,
            through: "",
            at,
        }
    };
    let begins = found.as_ref().is_some_and(|(_, meaning)| meaning.begins);
    if begins {
        let lemma = |at: usize| -> String {
            tokens[at].look_up().map_or(tokens[at].low.as_str(), |(lemma, _)| lemma).to_owned()
        };
        for length in (2..=4).rev() {
            let end = at + length;
            if end > tokens.len()
                || taken[at..end].iter().any(|taken| *taken)
                || tokens[at + 1..end].iter().any(|next| next.after_break)
            {
                continue;
            }
            let written: Vec<&str> = tokens[at..end].iter().map(|token| token.low.as_str()).collect();
            let written = written.join("_");
            let plain = (at..end).map(lemma).collect::<Vec<_>>().join("_");
            let half = format!("{}_{}", lemma(at), written.split_once('_').map_or("", |(_, rest)| rest));
            let phrase =
                [written, half, plain].into_iter().find_map(|key| Some((thesaurus::look_up_phrase(&key)?, key)));
            if let Some((mut meaning, key)) = phrase {
                meaning.verb = found.as_ref().is_some_and(|(_, first)| first.verb);
                return (length, Some(new(key, meaning, false, tokens[end - 1].owns)));
            }
        }
    }
    // "Picks the children up".
    if begins && found.as_ref().is_some_and(|(_, meaning)| meaning.verb) {
        let particle = |next: &Token<'_>| matches!(next.low.as_str(), "up" | "out" | "off" | "down" | "away" | "back");
        let apart = (at + 2..tokens.len().min(at + 5)).find(|next| particle(&tokens[*next]));
        let near = apart.filter(|end| !tokens[at + 1..=*end].iter().any(|next| next.after_break));
        let end = |end: usize| tokens.get(end + 1).is_none_or(|next| next.after_break || is_function(&next.low));
        if let Some(place) = near.filter(|place| end(*place))
            && let Some((lemma, _)) = &found
        {
            let key = format!("{lemma}_{}", tokens[place].low);
            if let Some(mut meaning) = thesaurus::look_up_phrase(&key) {
                meaning.verb = true;
                return (1, Some(new(key, meaning, false, false)));
            }
        }
    }
    let word = token.low.as_str();
    // "The lamp is off".
    let last = at + 1 == tokens.len() || tokens[at + 1].after_break;
    let settled = at > 0
        && is_auxiliary(&tokens[at - 1].low)
        && matches!(
            tokens.get(at + 1).map_or("", |next| next.low.as_str()),
            "in" | "by" | "for" | "at" | "again" | "now"
        );
    if (last || settled)
        && at > 0
        && (matches!(word, "on" | "off") || word == "up" && is_auxiliary(&tokens[at - 1].low))
        && (is_auxiliary(&tokens[at - 1].low) || at > 2 && at + 1 == tokens.len() && !is_function(&tokens[at - 1].low))
        && let Some(meaning) = thesaurus::look_up_phrase(word)
    {
        return (1, Some(new(word.to_owned(), meaning, false, false)));
    }
    // Who speaks is the user.
    if matches!(word, "i" | "me" | "my" | "myself" | "mine") {
        return (1, Some(new("user".into(), Meaning::default(), false, word == "my")));
    }
    // "Last week" tells when.
    let season = |next: &Token<'_>| {
        matches!(next.low.as_str(), "week" | "month" | "year" | "night" | "spring" | "summer" | "autumn" | "winter")
    };
    if word == "last" && tokens.get(at + 1).is_some_and(season) {
        return (1, None);
    }
    // "Has no ink left".
    if word == "left"
        && last
        && tokens[..at].iter().any(|token| matches!(token.low.as_str(), "has" | "have" | "is" | "are"))
    {
        return (1, None);
    }
    // "The back door".
    let placed = word == "back"
        && at > 0
        && !last
        && (tokens[at - 1].owns || matches!(tokens[at - 1].low.as_str(), "the" | "a" | "my"));
    // "Past six" tells when.
    let past = word == "past" && tokens.get(at + 1).is_some_and(|next| is_number(&next.low));
    if is_function(word) && !placed || is_negation(word) || past {
        return (1, None);
    }
    if word == "user" || word == "users" && token.owns {
        return (1, Some(new("user".into(), Meaning::default(), false, token.owns)));
    }
    // A capital inside a sentence makes a name, and at its beginning where the word is no other.
    let name =
        token.capital && (at > 0 && !tokens[at].after_break || found.is_none()) && !token.text.starts_with("User");
    let (lemma, meaning) = match found {
        Some((lemma, meaning)) if !name || meaning.kinds != 0 => (lemma.to_owned(), meaning.clone()),
        Some((_, meaning)) => (word.to_owned(), meaning.clone()),
        None if name => (word.to_owned(), Meaning::default()),
        None => (statement::stem(word).into_owned(), Meaning::default()),
    };
    let name = name && meaning.kinds == 0;
    let mut term = new(lemma, meaning, name, token.owns);
    term.substitute = at > 0 && is_substitute(&tokens[at - 1].low) && !token.after_break;
    term.done = matches!(word, "done") || word.ends_with("ed") && term.word != word;
    term.most = word.len() > 5 && word.ends_with("est") && at > 0 && !token.capital;
    (1, Some(term))
}
