//! What the clause around an expression of time makes of it: a day left behind, a number of something, the past.

use std::ops::Range;
use std::sync::LazyLock;

use jiff::ToSpan;
use jiff::civil::DateTime;

use crate::dates::TimeRange;
use crate::pattern::{Groups as Captures, Pattern as Regex};
use crate::tense::{self, Tense};

/// "We moved the call from Monday to Friday": no stretch of days, and Monday no longer counts.
pub(super) fn is_left_behind(text: &str, span: &Range<usize>) -> bool {
    static MOVED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"\b(?:mov|shift|postpon|push|chang|reschedul|delay|switch|brought|bring|slip|swap)(?:e|es|ed|ing|s|ped)?\b[^.;!?]*$",
        )
    });
    let from = text[span.start..].get(..5).is_some_and(|word| word.eq_ignore_ascii_case("from "));
    let before = text[..span.start].trim_end();
    let after_from =
        before.get(before.len().saturating_sub(5)..).is_some_and(|word| word.eq_ignore_ascii_case(" from"));
    (from || after_from) && MOVED.is_match(before)
}

/// "The 3rd floor", "the 20th century": a number of something, and no day.
pub(super) fn counts_things(text: &str, span: &Range<usize>) -> bool {
    if !text[..span.end].ends_with(['t', 'd', 'h', 'T', 'D', 'H']) {
        return false;
    }
    let Some(rest) = text[span.end..].strip_prefix([' ', '-']) else { return false };
    let word: String = rest.chars().take_while(|c| c.is_alphabetic()).collect();
    #[rustfmt::skip]
    const AFTER_A_DAY: &[&str] = &[
        "of", "at", "in", "with", "for", "and", "or", "to", "is", "was", "are", "were", "we", "i", "he", "she", "they", "it", "the", "a", "an", "my", "our", "his", "her", "their", "but", "because", "from", "until", "till", "by",
        "so", "as", "if", "when", "after", "before", "on", "about", "around", "this", "next", "last", "each", "every", "there", "not", "will", "instead", "again", "too", "then", "morning", "afternoon", "evening", "night",
    ];
    word.starts_with(char::is_lowercase) && !AFTER_A_DAY.contains(&word.as_str())
}

/// A weekday or a day of the month on its own is the last one where the clause tells of the past, else the next.
pub(super) fn told(c: &Captures<'_>, range: TimeRange, text: &str, now: DateTime) -> TimeRange {
    let whole = c.get(0).expect("group 0 always matches");
    let lead = whole.as_str().split_whitespace().next().unwrap_or_default().to_lowercase();
    let before = text[..whole.start()].split_whitespace().next_back().unwrap_or_default().to_lowercase();
    let ahead = |word: &str| {
        matches!(word, "by" | "until" | "till" | "due" | "before" | "for" | "to" | "from" | "coming" | "every" | "each")
    };
    let tense = match lead.as_str() {
        "since" => Tense::Past,
        // "On Sundays" is a habit, whenever it was.
        _ if whole.as_str().to_lowercase().ends_with("days") => return range,
        _ if ahead(&lead) || ahead(&before) => Tense::Present,
        _ => tense::around(text, &whole.range()),
    };
    let today = now.date();
    let moved = |range: TimeRange, span: jiff::Span| {
        let to = |at: DateTime| at.checked_add(span).unwrap_or(at);
        TimeRange { start: to(range.start), end: to(range.end) }
    };
    let first = range.start.date();
    match (c.name("weekday").is_some(), tense) {
        (true, Tense::Past) if first.weekday() == today.weekday() => moved(range, (-2).weeks()),
        (true, Tense::Past) => moved(range, (-1).weeks()),
        (false, Tense::Past) if first > today => moved(range, (-1).months()),
        (false, Tense::Present) if first < today => moved(range, 1.months()),
        _ => range,
    }
}
