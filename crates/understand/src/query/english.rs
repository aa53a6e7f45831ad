//! English questions.
//!
//! Reads the words of the clause that asks, in a fixed order: work to be done, a time asked for, a habit, news, what
//! is known of one thing, a time the question is bounded by. What is none of them is general.

mod about;
mod latest;
mod name;
mod procedure;
mod time;
mod words;

use jiff::Zoned;

use super::{Reading, Strategy};
use crate::dates::TimeExpression;
use words::{Question, word_sets};

word_sets! {
    /// Work to be done, not a question to the memory.
    WORK = "write draft compose recommend suggest translate generate create make plan book order buy design calculate compute solve convert fix implement refactor brainstorm invent imagine play sing draw paint code build format proofread rewrite rephrase shorten pick choose propose set send schedule add turn open call email help come prepare organise organize cook edit improve compare analyse analyze review polish estimate arrange reserve cancel print save start stop remember note forget rank sort rate debug optimise optimize";
    /// What is asked for to be thought up.
    THOUGHT_UP = "ideas idea tips tip advice suggestions suggestion recommendations recommendation options examples example feedback inspiration joke poem story";
    /// Words of the past.
    WAS = "did didn't was wasn't were weren't had before previous previously former formerly originally earlier";
}

/// Whether a question asks for what was: by its verb, or by a word for what came before.
pub(super) fn looks_back(text: &str) -> bool {
    let lower = text.to_lowercase().replace('\u{2019}', "'");
    let mut used = false;
    lower.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).any(|word| {
        let found = WAS.contains(word) || used && word == "to";
        used = word == "used";
        found
    })
}

pub(super) fn strategy(text: &str, hint: Option<&TimeExpression>, now: &Zoned) -> Reading {
    let mut question = Question::of(text);
    if is_work(&question) {
        return Reading::of(Strategy::General);
    }
    loop {
        let reading = clause(&question, hint, now);
        if reading.strategy != Strategy::General || !question.next_clause() {
            return reading;
        }
    }
}

/// Reads one clause that asks.
fn clause(question: &Question<'_>, hint: Option<&TimeExpression>, now: &Zoned) -> Reading {
    let text = question.text;
    let timed = || Reading { keeps_time: true, ..Reading::of(Strategy::Temporal) };
    if time::is_asked(question) {
        return timed();
    }
    let strong = hint.filter(|hint| !hint.weak);
    let past = strong.is_some_and(|hint| hint.range.is_past(now.datetime())) && time::tells_of_the_past(question);
    if !past && (procedure::is_asked(question) || procedure::is_the_topic(question)) {
        return Reading::of(Strategy::Procedural);
    }
    // "What's happening on the 21st" asks for a day, "what's happening with the roof" for news.
    let whats_on = ["happening", "going on"].iter().any(|phrase| question.says(phrase)) && !question.says("with");
    if whats_on && hint.is_some_and(|hint| time::is_bounded(question, hint, now)) {
        return timed();
    }
    if !past && (latest::is_asked(question) || hint.is_none() && latest::is_awaited(question)) {
        return Reading::of(Strategy::Latest);
    }
    let loose = time::loose_bound(question).filter(|_| time::tells_of_the_past(question));
    let in_loose = |name: &str| loose.as_ref().is_some_and(|span| text[span.clone()].contains(name));
    if let Some(entity) = about::asked(question).filter(|name| !is_time(name, hint, text) && !in_loose(name)) {
        return Reading { entity: Some(entity), ..Reading::of(Strategy::Entity) };
    }
    if !past && latest::is_of_the_present(question) {
        return Reading::of(Strategy::Latest);
    }
    if hint.is_some_and(|hint| time::is_bounded(question, hint, now)) {
        return timed();
    }
    if loose.is_some() {
        return Reading { bound: loose, ..Reading::of(Strategy::Temporal) };
    }
    Reading::of(Strategy::General)
}

fn is_work(question: &Question<'_>) -> bool {
    let Some(first) = question.words.get(opening(question)) else { return false };
    let core = question.core();
    let low = |n: usize| question.low(n);
    if matches!(low(0), "give" | "tell" | "get" | "show" | "find") && low(1) == "me" {
        let end = question.noun_end(2);
        return core.get(end.wrapping_sub(1)).is_some_and(|word| word.is(&THOUGHT_UP))
            && !matches!(low(2), "the" | "my" | "our")
            || matches!(low(2), "a" | "some")
                && core.get(2..end).is_some_and(|noun| noun.iter().any(|word| word.one_of(&["recipe", "recipes"])));
    }
    if low(0) == "remind" && low(1) == "me" && low(2) == "to" {
        return true;
    }
    // "Write out our release checklist" asks for what is known.
    first.is(&WORK)
        && !(first.one_of(&["write", "set", "make"])
            && core.iter().any(|word| word.one_of(&["our", "my"]))
            && core.iter().any(|word| word.is(&procedure::NOUN)))
        && !(first.low == "remember" || first.low == "help" && question.embedded)
        && !question.embedded
}

/// The word the text opens with, after what leads up to it.
fn opening(question: &Question<'_>) -> usize {
    let words = &question.words;
    let mut at = 0;
    while at + 1 < words.len() {
        if words[at].is(&words::FILLER) {
            at += 1;
        } else if words[at].one_of(&["can", "could", "would", "will"]) && words[at + 1].low == "you" {
            at += 2;
        } else if words[at].low == "i"
            && words[at + 1].one_of(&["need", "want"])
            && words.get(at + 2).is_some_and(|word| word.low == "you")
        {
            at += 4;
        } else {
            break;
        }
    }
    at
}

fn is_time(name: &str, hint: Option<&TimeExpression>, whole: &str) -> bool {
    hint.is_some_and(|hint| {
        let hint = whole[hint.span.clone()].to_lowercase();
        let lower = name.to_lowercase();
        hint.ends_with(&lower) || lower.contains(&hint)
    })
}
