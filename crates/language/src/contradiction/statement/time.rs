//! When a statement holds: the words for times, the years, and the past.

use std::sync::LazyLock;

use regex::Regex;

use crate::contradiction::bag::Bag;

/// Says whether a statement speaks of the past only.
pub(super) fn is_past(text: &str) -> bool {
    static PAST: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:was|were|used to|lived|worked|studied|had|formerly|previously|in the past|as a child|ago|once|back then|until|played|owned|grew|spoke|went|smoked|visited|attended|last (?:year|month|week|summer|winter)|yesterday|at university|before)\b").expect("valid pattern")
    });
    PAST.is_match(text)
}

/// Says whether a word names a time: a weekday, a month, a season, a part of the day.
pub(in crate::contradiction) fn is_time_word(stem: &str) -> bool {
    matches!(
        stem,
        "monday"
            | "tuesday"
            | "wednesday"
            | "thursday"
            | "friday"
            | "saturday"
            | "sunday"
            | "weekday"
            | "weekend"
            | "january"
            | "february"
            | "march"
            | "april"
            | "may"
            | "june"
            | "july"
            | "august"
            | "september"
            | "october"
            | "november"
            | "december"
            | "spring"
            | "summer"
            | "autumn"
            | "winter"
            | "morning"
            | "afternoon"
            | "evening"
            | "night"
            | "tomorrow"
            | "yesterday"
            | "christmas"
            | "easter"
    )
}

/// Years that limit when the statement holds ("in 2019", "since 2020"), of the numbers in it.
pub(super) fn limiting_years(text: &str, numbers: &Bag) -> Vec<String> {
    let limits = |year: &str| ["in", "since", "until"].iter().any(|word| text.contains(&format!("{word} {year}")));
    let is_year = |year: &str| year.len() == 4 && (year.starts_with("19") || year.starts_with("20"));
    numbers.iter().filter(|year| is_year(year) && limits(year)).cloned().collect()
}
