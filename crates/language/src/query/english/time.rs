//! Questions about when something was, or what was at a given time.

use super::words::{AUX, Question, TELL, WH, word_sets};
use crate::dates::TimeExpression;
use jiff::Zoned;

word_sets! {
    /// Units of the calendar a question can ask for.
    UNIT = "day date year month week weekday season decade evening morning night weekend dates days quarter";
    /// What is planned or noted for a time.
    PLANNED = "plan plans planned scheduled schedule happening coming due agenda appointment appointments meeting meetings calendar events event on booked going up deadlines deadline birthdays visiting free busy";
    /// What is noted of a time.
    NOTED = "notes entries log summary decisions highlights events conversations conversation meetings meeting tasks todos discussions recap purchases messages expenses";
    /// What is asked as advice.
    MODAL = "should shall can could may might must would";
    /// What happens.
    HAPPEN = "happen happened happening occurred occur went";
}

/// Whether the question asks for a time.
pub(super) fn is_asked(question: &Question<'_>) -> bool {
    let core = question.core();
    let low = |n: usize| question.low(n);
    if core.is_empty() {
        return false;
    }
    let from = usize::from(matches!(
        low(0),
        "on" | "in" | "at" | "by" | "since" | "until" | "till" | "from" | "during" | "around" | "before" | "after"
    ));
    match (low(from), low(from + 1)) {
        ("when", next) => return next != "" || core.len() == 1 || question.embedded,
        ("what" | "which", unit) if core.get(from + 1).is_some_and(|word| word.is(&UNIT)) => {
            return !(matches!(unit, "days" | "day" | "week" | "evening" | "morning" | "night" | "weekend")
                && core[from + 2..].iter().take(4).any(|word| {
                    word.one_of(&[
                        "best", "works", "suits", "prefer", "better", "off", "good", "should", "can", "could",
                    ])
                }));
        }
        ("what" | "which", "time") => return low(from + 2) != "zone",
        ("what", "was" | "is" | "were" | "are") if low(from + 2) == "the" => {
            let end = question.noun_end(from + 3);
            if core.get(end.wrapping_sub(1)).is_some_and(|word| word.one_of(&["date", "dates", "year", "month"]))
                && end > from + 3
            {
                return true;
            }
        }
        _ => {}
    }
    match (low(0), low(1)) {
        ("how", "long") => {
            matches!(low(2), "ago" | "since" | "until" | "till" | "before" | "have" | "has" | "had")
                || matches!(low(2), "is" | "was") && question.says("since")
                || low(2) == "did" && !core.iter().any(|word| word.one_of(&["take", "last", "need"]))
                || low(2) == "was" && low(3) != "the"
        }
        ("how", "many") => {
            matches!(low(2), "days" | "weeks" | "months" | "years" | "hours")
                && (question.says("ago")
                    || question.says("since")
                    || question.says("until")
                    || question.says("till")
                    || matches!(low(3), "have" | "has"))
        }
        ("how", "recently") | ("how", "soon") => true,
        _ => {
            let ends = core.last().is_some_and(|word| word.low == "when")
                || question.says("when exactly")
                || question.says("when again")
                || question.says("on what day")
                || question.says("on what date")
                || question.says("in what year");
            let last = ["first time", "last time"].iter().filter_map(|phrase| question.place_of(phrase)).next();
            // "Last time I changed the oil?", and not "what did we order last time".
            let last = last.is_some_and(|at| {
                at <= 1 || matches!(low(0), "what" | "was") && question.says_any(&HAPPEN) || low(0) == "was"
            });
            let asked = [
                "the date of",
                "the dates of",
                "the date we",
                "the date i",
                "the date when",
                "the year we",
                "the year i",
                "the day we",
                "the day i",
                "the exact date",
                "the date for",
            ]
            .iter()
            .any(|phrase| question.says(phrase))
                && (core[0].is(&TELL) || matches!(low(0), "what" | "the" | "do"));
            ends || last || asked
        }
    }
}

/// Whether the question is bounded by the time it names.
pub(super) fn is_bounded(question: &Question<'_>, hint: &TimeExpression, now: &Zoned) -> bool {
    let core = question.core();
    let low = |n: usize| question.low(n);
    let past = hint.range.is_past(now.datetime());
    let Some(first) = core.first() else { return false };
    if first.is(&MODAL) && low(0) != "can" || matches!(low(0), "can") && low(1) != "you" {
        return false;
    }
    let modal = core.iter().take(4).any(|word| word.is(&MODAL)) && first.is(&WH);
    if modal && !past {
        return false;
    }
    let told = matches!(low(0), "did" | "was" | "were" | "had" | "have" | "has");
    let verb = core.iter().any(|word| {
        word.one_of(&["did", "was", "were", "had", "have", "has", "been"]) || crate::claim::is_past_verb(&word.low)
    });
    let planned = core.iter().any(|word| word.is(&PLANNED) && !word.capital || word.is(&HAPPEN));
    let wh = first.is(&WH);
    let request = first.is(&TELL) || !first.is(&AUX) && !wh;
    if hint.weak {
        return told
            || wh && (verb || planned) && !matches!(low(0), "which") && !(low(0) == "what" && low(1) == "time");
    }
    if told || wh && (past || verb || planned) {
        return true;
    }
    if request {
        let quantity = first.is(&super::words::QUANTITY);
        let noted = core.iter().any(|word| word.is(&NOTED));
        return past || verb || planned || quantity || noted || first.is(&TELL) && hint.range.start <= now.datetime();
    }
    // "Am I free", "is there anything on", "do I have …", "are we …ing".
    let own = matches!((low(0), low(1)), ("am", "i") | ("is" | "are", "there") | ("do", "i" | "we") | ("are", "we"));
    own && (planned || core.iter().any(|word| word.one_of(&["have", "anything", "doing", "going"])))
        || past && !matches!(low(0), "is" | "are" | "do" | "does" | "will")
}
