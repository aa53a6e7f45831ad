//! Where a statement's verb stands, and which of its clauses deny, end or change something.

use super::wording::{
    ceases, is_adverb, is_auxiliary, is_function, is_negation, is_preposition, switches, switches_to,
};
use crate::contradiction::quantity;
use crate::contradiction::thesaurus;
use crate::contradiction::token::{self, Token};

/// Where the main verb stands.
pub(super) fn verb_at(tokens: &[Token<'_>], taken: &[bool]) -> Option<usize> {
    let low = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    let known = known_verb_at(tokens, taken);
    // "Indent with tabs, not spaces" asks for something: its verb comes first.
    if is_order(tokens) && known.is_none_or(|verb| tokens[1..=verb].iter().any(|token| token.after_break)) {
        return Some(0);
    }
    // A verb that is not known still has its ending.
    known.or_else(|| {
        (1..tokens.len()).find(|at| {
            let word = low(*at);
            let noun =
                matches!(low(at - 1), "the" | "a" | "an" | "of" | "in" | "for" | "to" | "at" | "on" | "and" | "with");
            let ending = word.ends_with('s') && !word.ends_with("ss") || word.ends_with("ed");
            !taken[*at] && !tokens[at - 1].owns && !tokens[*at].capital && !is_function(word) && !noun && ending
        })
    })
}

/// Whether a statement begins with a verb in its plain form and what goes with it: "Use the", "Indent with".
fn is_order(tokens: &[Token<'_>]) -> bool {
    let next = tokens.get(1).map_or("", |token| token.low.as_str());
    let goes_with = matches!(
        next,
        "the"
            | "a"
            | "an"
            | "my"
            | "all"
            | "any"
            | "every"
            | "each"
            | "with"
            | "in"
            | "on"
            | "at"
            | "to"
            | "for"
            | "only"
            | "as"
            | "by"
            | "from"
            | "before"
            | "after"
            | "me"
            | "them"
            | "it"
            | "no"
    );
    goes_with
        && !tokens[0].owns
        && tokens[0].look_up().is_some_and(|(lemma, meaning)| meaning.verb && lemma == tokens[0].low)
}

/// Where the main verb stands, if it is one that is known.
fn known_verb_at(tokens: &[Token<'_>], taken: &[bool]) -> Option<usize> {
    let low = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    if low(0) == "there" || low(0) == "it" && low(1) == "is" {
        return (tokens.len() > 1).then_some(1);
    }
    (1..tokens.len()).find(|at| {
        let before_at = (0..*at).rev().find(|at| !is_adverb(low(*at))).unwrap_or(0);
        let (word, before) = (low(*at), low(before_at));
        if is_auxiliary(word) && !taken[*at] || matches!(word, "gets" | "got" | "get") && *at < 3 {
            return true;
        }
        if taken[*at] || tokens[at - 1].owns || word.ends_with("ly") || tokens[*at].capital || is_function(word) {
            return false;
        }
        if matches!(
            before,
            "the" | "a" | "an" | "my" | "of" | "in" | "for" | "to" | "at" | "on" | "and" | "every" | "new" | "old"
        ) {
            return false;
        }
        // "The night shifts are": a noun before the verb that helps.
        if matches!(
            low(at + 1),
            "is" | "are"
                | "was"
                | "were"
                | "has"
                | "have"
                | "will"
                | "can"
                | "got"
                | "does"
                | "did"
                | "should"
                | "must"
        ) {
            return false;
        }
        // What we do is told by a verb, known or not.
        if matches!(before, "we" | "i" | "they" | "you") && before_at == 0 {
            return true;
        }
        let Some((lemma, meaning)) = tokens[*at].look_up() else { return false };
        let inflected = *lemma != *word && !word.ends_with("ing")
            || matches!(word, "quit" | "cost" | "put" | "set" | "read" | "cut" | "shut" | "split");
        let plural = before_at > 1 && low(before_at - 1) == "and" && tokens[before_at].capital
            || before.ends_with('s') && !before.ends_with("ss")
            || matches!(before, "people" | "children" | "they" | "i" | "we" | "you");
        let person =
            before == "user" && !tokens[before_at].owns || before_at == 0 && tokens[0].capital && !tokens[0].owns;
        (meaning.verb || person && (word.ends_with('s') || word == "closed")) && (inflected || plural)
    })
}

/// Whether the verb at a place tells of a change that has come about.
pub(super) fn is_switch(tokens: &[Token<'_>], at: usize, length: usize, lemma: &str) -> bool {
    let low = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    let strong = switches(lemma);
    if !strong && !switches_to(lemma) {
        return false;
    }
    let said = low(at);
    let plain = lemma.split('_').next().unwrap_or(lemma);
    let helped =
        at > 0 && matches!(low(at - 1), "has" | "have" | "been" | "was" | "were" | "now" | "be" | "is" | "are");
    let same_form = matches!(said, "cut" | "put" | "set" | "shut" | "split");
    let done = same_form
        || said != plain && !said.ends_with('s') && !said.ends_with("ing")
        || helped && !said.ends_with("ing");
    let aimed = (0..4).any(|ahead| matches!(low(at + length + ahead), "to" | "into" | "from" | "by"));
    done && (strong || aimed)
}

/// Whether a verb at a place says that something is over: "stopped", "gave up".
fn says_over(tokens: &[Token<'_>], at: usize) -> bool {
    let word = tokens[at].low.as_str();
    if word.ends_with("ing") || at == 0 {
        return false;
    }
    let Some((lemma, meaning)) = tokens[at].look_up() else { return false };
    if !meaning.verb || *lemma == *word && word != "quit" || word.ends_with('s') {
        return false;
    }
    let next = tokens.get(at + 1).map_or("", |token| token.low.as_str());
    ceases(lemma) || ceases(&format!("{lemma}_{next}"))
}

/// Words of denial that deny nothing: "no more than twelve" tells how many.
const NO_DENIAL: &[&str] = &[
    "nothing but",
    "none but",
    "no one but",
    "nobody but",
    "nobody except",
    "no one except",
    "nobody other",
    "no one other",
    "nobody apart",
    "not only",
    "no matter",
    "no problem",
    "no more than",
    "not more than",
    "no less than",
    "not less than",
    "no fewer than",
    "no later than",
    "not later than",
    "no other time",
    "no other day",
    "nothing else",
    "nobody else",
    "no doubt",
    "no earlier than",
];

/// The clauses of a statement, each as a statement of its own, where it has several: "The pump failed, and Ben
/// fixed it". Empty where there is one, or where one holds under the condition of another.
pub(in crate::contradiction) fn statements(text: &str) -> Vec<String> {
    if !(text.contains([',', ';']) || [" and ", " but ", ". ", " so "].iter().any(|mark| text.contains(mark))) {
        return Vec::new();
    }
    let tokens = token::cut(text);
    let taken = quantity::read(&tokens).taken;
    let low = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    let depends = |token: &Token<'_>| matches!(token.low.as_str(), "if" | "when" | "unless" | "whenever" | "while");
    let Some(verb) = known_verb_at(&tokens, &taken) else { return Vec::new() };
    if tokens.iter().any(depends) || is_preposition(low(0)) {
        return Vec::new();
    }
    let offset =
        |at: usize| tokens.get(at).map_or(text.len(), |token| token.text.as_ptr() as usize - text.as_ptr() as usize);
    let subject = text[..offset(verb)].trim();
    let we = matches!(low(0), "we" | "i" | "they" | "you") && verb == 1;
    // Where a clause ends, where the next begins, and whether that takes its subject from before.
    let mut cuts: Vec<(usize, usize, bool)> = Vec::new();
    for at in verb + 1..tokens.len() {
        let joins = matches!(low(at), "and" | "but" | "so");
        if !joins && !tokens[at].after_break {
            continue;
        }
        let next = (at + usize::from(joins)..tokens.len())
            .find(|next| !is_adverb(low(*next)) && !matches!(low(*next), "then" | "instead" | "so"))
            .unwrap_or(tokens.len());
        if next >= tokens.len() || taken[next] || is_negation(low(next)) && low(next) != "nobody" {
            continue;
        }
        let word = low(next);
        let finite = is_auxiliary(word)
            || tokens[next].look_up().is_some_and(|(lemma, meaning)| {
                meaning.verb && (*lemma != *word || we) && !word.ends_with("ing") && !tokens[next].capital
            });
        let verb = known_verb_at(&tokens[next..], &taken[next..]).filter(|verb| (1..=7).contains(verb));
        let begins = tokens[next].capital
            || matches!(
                word,
                "the"
                    | "a"
                    | "an"
                    | "my"
                    | "his"
                    | "her"
                    | "their"
                    | "its"
                    | "our"
                    | "we"
                    | "i"
                    | "you"
                    | "it"
                    | "he"
                    | "she"
                    | "they"
                    | "this"
                    | "that"
                    | "all"
                    | "nobody"
                    | "everyone"
                    | "user"
            );
        // "Long, detailed reports" is no clause.
        let whole = verb.is_some_and(|verb| {
            (begins || is_auxiliary(low(next + verb)))
                && !tokens[next + 1..next + verb].iter().any(|token| token.after_break)
        });
        if matches!(word, "it" | "he" | "she" | "they") && whole {
            cuts.push((at, next + 1, true));
        } else if finite && joins {
            cuts.push((at, next, true));
        } else if whole && !finite {
            cuts.push((at, next, false));
        }
    }
    cuts.dedup_by_key(|(_, begin, _)| *begin);
    let Some((first, _, _)) = cuts.first() else { return Vec::new() };
    let trim = |part: &str| part.trim_end_matches([' ', ',', ';', '.', '—', '–', ':']).to_owned();
    let mut out = vec![trim(&text[..offset(*first)])];
    for (number, (_, begin, inherits)) in cuts.iter().enumerate() {
        let end = cuts.get(number + 1).map_or(text.len(), |(end, _, _)| offset(*end));
        let said = trim(text.get(offset(*begin)..end).unwrap_or(""));
        out.push(if *inherits { format!("{subject} {said}") } else { said });
    }
    out
}

/// A clause.
pub(super) struct Segment {
    pub range: std::ops::Range<usize>,
    pub denied: bool,
    /// Whether it says that something is over.
    pub over: bool,
}

/// Cuts a statement into clauses and says which are denied.
pub(super) fn segments(tokens: &[Token<'_>], verb_at: Option<usize>, taken: &[bool]) -> Vec<Segment> {
    let low = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    let mut starts = vec![0];
    for at in 1..tokens.len() {
        let behind_verb = verb_at.is_some_and(|verb| at > verb);
        let next_at =
            (at + 1..tokens.len()).find(|next| !is_adverb(low(*next)) || low(*next) == "no").unwrap_or(at + 1);
        let next = low(next_at);
        let joins = matches!(low(at), "and" | "but" | "so") && behind_verb && {
            let verbal = tokens
                .get(next_at)
                .and_then(Token::look_up)
                .is_some_and(|(lemma, meaning)| meaning.verb && *lemma != *next && !next.ends_with("ing"));
            is_auxiliary(next)
                || is_negation(next)
                || matches!(next, "now" | "she" | "he" | "they" | "it" | "has" | "instead" | "no" | "nobody")
                || verbal && !taken.get(next_at).copied().unwrap_or(false)
        };
        let breaks = tokens[at].after_break && behind_verb;
        if joins || breaks {
            starts.push(at);
        }
    }
    starts
        .iter()
        .enumerate()
        .map(|(number, start)| {
            let end = starts.get(number + 1).copied().unwrap_or(tokens.len());
            let mut denials = tokens[*start..end].iter().filter(|token| is_negation(&token.low)).count();
            // "No more", "not … any more" are one denial; "cannot wait" is none.
            if tokens[*start..end].iter().any(|token| token.low == "neither") {
                denials = 1;
            }
            let phrase: Vec<String> = tokens[*start..end].iter().map(|token| token.low.clone()).collect();
            let text = phrase.join(" ");
            if text.contains("can not stand")
                || text.contains("can not bear")
                || text.contains("cannot stand")
                || text.contains("cannot bear")
            {
                denials = denials.saturating_sub(1);
            }
            if denials > 0 && NO_DENIAL.iter().any(|phrase| text.contains(phrase)) {
                denials -= 1;
            }
            // What is off limits is forbidden.
            denials += usize::from(text.contains("off limits") || text.contains("out of the question"));
            // Who is out of milk has none.
            denials += (*start..end)
                .filter(|at| {
                    low(*at) == "out"
                        && low(at + 1) == "of"
                        && *at > 0
                        && is_auxiliary(low(at - 1))
                        && low(at + 2) != "the"
                        && thesaurus::look_up_phrase(&format!("out_of_{}", low(at + 2))).is_none()
                        && !matches!(low(at + 2), "town" | "print" | "office")
                })
                .count();
            // Whom one trusts more than anybody is trusted most.
            if text.contains("more than") && (text.contains("nobody") || text.contains("nothing")) {
                denials = denials.saturating_sub(1);
            }
            let over = (*start..end)
                .any(|at| !taken[at] && (says_over(tokens, at) || verb_at == Some(at) && tokens[at].low == "closed"));
            Segment { range: *start..end, denied: denials % 2 == 1, over }
        })
        .collect()
}
