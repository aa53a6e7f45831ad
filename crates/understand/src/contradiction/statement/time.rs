//! When a statement holds: the words for times, and the years.

use crate::contradiction::bag::Bag;

/// Says whether a word names a time: a weekday, a month, a season, a part of the day.
pub(super) fn is_time_word(stem: &str) -> bool {
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
