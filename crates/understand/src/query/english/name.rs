//! The name a question is about: where it ends, and which one a pronoun stands for.

use super::words::{AUX, DETERMINER, FILLER, Gap, Question, TELL, Word, word_sets};
use crate::names;
use crate::word_table::WordSet;

word_sets! {
    /// Pronouns for something named before.
    PRONOUN = "he him she her it they them this that these those one";
    /// What ends a name, whatever follows.
    TAIL = "please again exactly then now thanks thx briefly quickly who that which already yet currently whatsoever if stored saved anyway ahead i we you whom whose though before myself mate lately";
    /// What follows "in" where it is not said where the thing is.
    IN_WHAT = "your my our memory short brief general detail one two three a there here full what everything plain storage under total case bullet";
    /// Where things are kept.
    STORE = "notes memory files file records archive log past system database";
    /// What follows "and" where it goes on asking.
    AND_WHAT = "who what where how why when is are her his their its if whether any anything so not tell give";
    /// Kinds of thing that take a name before them.
    KIND = "project projects initiative programme program team group club committee office company firm agency app tool service library framework cottage house farm place cafe café restaurant shop island village town boat dog cat family deal contract grant campaign conference festival fund trust foundation society account client customer vendor supplier building estate property hotel school clinic lab band guy lady woman man person thing one system platform repo repository module product brand site website network consortium partnership scheme trip course";
}

/// Names only, after an article at most.
pub(super) fn is_only_a_name(words: &[Word]) -> bool {
    let words = match words {
        [first, rest @ ..] if first.is(&DETERMINER) && !first.capital => rest,
        _ => words,
    };
    !words.is_empty()
        && words[0].capital
        && words.iter().all(|word| {
            (word.capital
                || word.is(&KIND)
                || word.one_of(&["of", "de", "van", "von", "der", "the", "la", "al", "and"]))
                && !word.low.ends_with("'s")
                && !crate::claim::is_calendar(&word.low)
        })
}

/// The name that a pronoun of the question stands for.
pub(super) fn referent(question: &Question<'_>) -> Option<String> {
    let start = |at: usize| question.words.get(at).map_or(0, |word| word.span.start);
    for end in [start(question.sentence.start), start(question.core.start)] {
        let before = &question.text[..end];
        let found = names::find(before);
        if let Some(name) = found.iter().find(|name| !name.opens_sentence).or(found.last()) {
            return Some(before[name.span.clone()].to_owned());
        }
    }
    // "nadia, who is she": a topic written small.
    let mut topic = &question.words[..question.core.start];
    while topic.first().is_some_and(|word| word.is(&FILLER)) {
        topic = &topic[1..];
    }
    match topic {
        [first, .., last] if topic.len() <= 4 && !first.is(&AUX) && !first.is(&TELL) && !first.one_of(&["i", "we"]) => {
            Some(question.text[first.span.start..last.span.end].to_owned())
        }
        [only] if !only.is(&PRONOUN) => Some(question.text[only.span.clone()].to_owned()),
        _ => topic
            .iter()
            .find(|word| crate::route::is_given_name(&word.low))
            .map(|word| question.text[word.span.clone()].to_owned()),
    }
}

/// Where the name that begins at `from` ends: before what is said of the answer ("in two sentences", "please").
pub(super) fn cut(question: &Question<'_>, from: usize, to: usize) -> usize {
    let core = question.core();
    let low = |n: usize| question.low(n);
    let to = to.min(core.len());
    let tail = |at: usize| {
        let next_is = |words: &WordSet| words.contains(low(at + 1));
        match low(at) {
            "in" => next_is(&IN_WHAT) || low(at + 1) == "the" && STORE.contains(low(at + 2)),
            "from" => matches!(low(at + 1), "your" | "memory" | "my" | "our" | "the"),
            "and" | "or" | "plus" => next_is(&AND_WHAT),
            "to" | "for" => matches!(low(at + 1), "me" | "us") && at + 2 >= to,
            "so" => low(at + 1) == "far",
            "at" => matches!(low(at + 1), "all" | "the" | "hand" | "present" | "a"),
            "on" => matches!(low(at + 1), "file" | "record" | "hand" | "me"),
            "right" => low(at + 1) == "now",
            "these" => low(at + 1) == "days",
            "as" => matches!(low(at + 1), "well" | "a"),
            word => TAIL.contains(word),
        }
    };
    (from + 1..to)
        .find(|at| {
            let word = &core[*at];
            word.gap != Gap::Space || (!word.capital || word.low == "i") && tail(*at)
        })
        .unwrap_or(to)
}

pub(super) fn unquoted(name: &str) -> String {
    name.trim().trim_matches(|c| matches!(c, '"' | '\'' | '“' | '”' | '`')).to_owned()
}
