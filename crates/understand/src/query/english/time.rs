//! Questions about when something was, or what was at a given time.

use super::words::{AUX, DETERMINER, Gap, Question, TELL, WH, Word, word_sets};
use crate::dates::TimeExpression;
use jiff::Zoned;
use std::ops::Range;

word_sets! {
    /// Units of the calendar a question can ask for.
    UNIT = "day date year month week weekday season decade evening morning night weekend dates days quarter summer winter spring autumn";
    /// What is planned or noted for a time.
    PLANNED = "plan plans planned scheduled schedule happening coming due agenda appointment appointments meeting meetings calendar events event on booked going up deadlines deadline birthdays visiting free busy";
    /// What is noted of a time.
    NOTED = "notes entries log summary decisions highlights events conversations conversation meetings meeting tasks todos discussions recap purchases messages expenses";
    /// What is asked as advice.
    MODAL = "should shall can could may might must would";
    /// What has its time and so can stand for one.
    EVENT = "birthday anniversary wedding move holiday holidays trip surgery operation birth funeral accident storm flood fire launch merger divorce conference party exam exams interview strike lockdown pandemic war election christening graduation reunion renovation festival match concert layoffs reorg audit inspection visit break vacation honeymoon pregnancy treatment internship course tour sprint term semester season project offsite retreat outage migration move-in christmas crash earthquake blackout heatwave power-cut hike marathon baptism engagement quarantine sabbatical apprenticeship";
    /// Stretches of time that the calendar does not fix.
    STRETCH = "term semester season sprint session holiday holidays vacation trimester tour trip visit meeting appointment";
    /// Times of life.
    LIFE = "year years months weeks days twenties thirties forties fifties sixties teens childhood youth nineties eighties seventies 90s 80s 70s past";
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
        ("when", next) => return !next.is_empty() || core.len() == 1 || question.embedded,
        ("what" | "which", "days") if matches!(low(from + 2), "is" | "are" | "do" | "does") => return false,
        ("what" | "which", unit) if core.get(from + 1).is_some_and(|word| word.is(&UNIT)) => {
            return !(matches!(unit, "days" | "day" | "week" | "evening" | "morning" | "night" | "weekend")
                && core[from + 2..].iter().take(4).any(|word| {
                    word.one_of(&[
                        "best", "works", "suits", "prefer", "better", "off", "good", "should", "can", "could",
                    ])
                }));
        }
        ("what" | "which", "point") if low(0) == "at" => return true,
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
    // The "on" of "on Friday" is no plan.
    let outside = |word: &Word| word.span.end <= hint.span.start || word.span.start >= hint.span.end;
    let planned = core.iter().any(|word| word.is(&PLANNED) && !word.capital && outside(word) || word.is(&HAPPEN));
    if hint.weak && question.text[hint.span.clone()].ends_with("days") {
        return false;
    }
    let wh = first.is(&WH);
    let request = first.is(&TELL) || !first.is(&AUX) && !wh;
    if hint.weak {
        return told
            || request && verb && !core.iter().any(|word| word.is(&MODAL))
            || wh
                && (verb || planned)
                && (low(0) != "which" || is_of_us(question))
                && !(low(0) == "what" && low(1) == "time");
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

/// "Which patients did I mention", "which films have we seen": a thing of one's own days, and not "which shops have".
fn is_of_us(question: &Question<'_>) -> bool {
    let core = question.core();
    core.windows(2).any(|pair| {
        pair[0].one_of(&["did", "had", "have", "was", "were"])
            && pair[1].one_of(&["i", "we", "you", "he", "she", "they"])
    })
}

/// The words that bound the time by something other than the calendar: "during the strike", "the other day".
pub(super) fn loose_bound(question: &Question<'_>) -> Option<Range<usize>> {
    let words = question.sentence();
    let low = |n: usize| words.get(n).map_or("", |word| &*word.low);
    let end_of = |from: usize| {
        let mut end = from;
        while end < words.len()
            && (end == from || words[end].gap == Gap::Space)
            && !(end > from
                && words[end].one_of(&["with", "about", "did", "what", "who", "which", "and", "was", "were"]))
        {
            end += 1;
        }
        end
    };
    let noun_end = |from: usize| {
        let mut end = from;
        while end < words.len()
            && (end == from || words[end].gap == Gap::Space)
            && !words[end].is(&super::words::NOUN_ENDS)
        {
            end += 1;
        }
        end
    };
    let span = |from: usize, to: usize| {
        words.get(from).zip(words.get(to.wrapping_sub(1))).map(|(a, b)| a.span.start..b.span.end)
    };
    for at in 0..words.len() {
        let own = words.get(at + 1).is_some_and(|word| word.is(&DETERMINER) || word.low.ends_with("'s"));
        match low(at) {
            "during" | "throughout" => {
                let end = noun_end(at + 1);
                // "During the first week of term".
                let unit = words.get(end.wrapping_sub(1)).is_some_and(|word| word.is(&UNIT) || word.is(&LIFE));
                let more = unit && matches!(low(end), "of" | "in" | "at") && end + 1 < words.len();
                return span(at, if more { noun_end(end + 1) } else { end });
            }
            "while" | "whilst" if matches!(low(at + 1), "i" | "we" | "he" | "she" | "they" | "in" | "on" | "at") => {
                return span(at, end_of(at + 1));
            }
            "when"
                if at > 0
                    && matches!(low(at + 1), "i" | "we")
                    && matches!(low(at + 2), "was" | "were" | "lived" | "worked" | "studied" | "stayed") =>
            {
                let mut end = at + 3;
                while end < words.len() && words[end].gap == Gap::Space {
                    end += 1;
                }
                return span(at, end);
            }
            "before" | "after" | "since" | "until" | "around" | "over" | "in" if own => {
                let end = noun_end(at + 1);
                let last = words.get(end.wrapping_sub(1))?;
                let fits = match low(at) {
                    "in" => last.is(&LIFE),
                    "over" => last.is(&STRETCH) || last.low == "break",
                    _ => last.is(&EVENT),
                };
                if fits {
                    // "In my first year at the bakery".
                    let more = low(at) == "in" && matches!(low(end), "at" | "of" | "with");
                    return span(at, if more { noun_end(end + 1) } else { end });
                }
            }
            "start" | "beginning" | "end" | "middle" | "outset" if low(at + 1) == "of" => {
                let end = noun_end(at + 2);
                if words
                    .get(end.wrapping_sub(1))
                    .is_some_and(|word| word.is(&EVENT) || word.one_of(&["school", "year", "day", "week", "century"]))
                {
                    let from = at - usize::from(at > 0 && low(at - 1) == "the");
                    let from = from
                        - usize::from(
                            from > 0
                                && matches!(
                                    low(from - 1),
                                    "at" | "by" | "before" | "after" | "around" | "since" | "towards" | "near"
                                ),
                        );
                    return span(from, end);
                }
            }
            "last" | "previous" if words.get(at + 1).is_some_and(|word| word.is(&STRETCH)) => {
                let from = at - usize::from(at > 0 && matches!(low(at - 1), "in" | "during" | "since" | "the"));
                return span(from, at + 2);
            }
            "other"
                if at > 0
                    && low(at - 1) == "the"
                    && matches!(low(at + 1), "day" | "week" | "night" | "evening" | "morning" | "month") =>
            {
                return span(at - 1, at + 2);
            }
            "day" | "night" | "morning" | "evening" | "week" | "weekend" | "year" | "summer" | "winter"
                if at > 0
                    && matches!(low(at - 1), "the" | "that")
                    && matches!(low(at + 1), "of" | "before" | "after") =>
            {
                let end = noun_end(at + 2);
                if words.get(end.wrapping_sub(1)).is_some_and(|word| word.is(&EVENT)) {
                    let from = at - 1 - usize::from(at > 1 && matches!(low(at - 2), "on" | "in" | "during"));
                    return span(from, end);
                }
            }
            "on" if own => {
                let end = noun_end(at + 1);
                if words.get(end.wrapping_sub(1)).is_some_and(|word| {
                    word.one_of(&["anniversary", "birthday", "day", "honeymoon", "trip", "holiday"])
                }) {
                    return span(at, end);
                }
            }
            "as" if matches!(low(at + 1), "a") && matches!(low(at + 2), "child" | "kid" | "student" | "teenager") => {
                return span(at, at + 3);
            }
            "back" if matches!(low(at + 1), "then") => return span(at, at + 2),
            "back" if low(at + 1) == "in" && at + 2 < words.len() => return span(at, noun_end(at + 2)),
            "ago"
                if at > 0
                    && matches!(
                        low(at - 1),
                        "while" | "time" | "long" | "ages" | "years" | "months" | "weeks" | "days"
                    ) =>
            {
                let from = at - 1;
                let from = from - usize::from(from > 0 && matches!(low(from - 1), "a" | "some" | "not" | "many"));
                return span(from, at + 1);
            }
            _ => {}
        }
    }
    None
}

/// Whether what is asked lies in the past, so that a loose bound bounds it.
pub(super) fn tells_of_the_past(question: &Question<'_>) -> bool {
    let core = question.core();
    let Some(first) = core.first() else { return false };
    let past = core.iter().any(|word| {
        word.one_of(&["did", "was", "were", "had"]) || word.is(&HAPPEN) || crate::claim::is_past_verb(&word.low)
    });
    // "What we discussed", "who she interviewed".
    let told = |pair: &[Word]| {
        pair[0].one_of(&["i", "we", "you", "he", "she", "they"]) && pair[1].low.len() > 4 && pair[1].low.ends_with("ed")
    };
    let past = past || core.windows(2).any(told);
    past && !first.is(&MODAL)
        && question.low(0) != "why"
        && !matches!(question.low(0), "how" if matches!(question.low(1), "much" | "many"))
}
