//! Names of days in languages whose dates no rule reads: weekdays, today, tomorrow, the weekend. `data/days.json` holds
//! them; a further language is one more line there.

use std::collections::HashMap;
use std::sync::LazyLock;

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct DayNames {
    /// Words are not set apart by spaces.
    #[serde(default)]
    joined: bool,
    /// Monday first.
    weekdays: Vec<Vec<String>>,
    today: Vec<String>,
    tomorrow: Vec<String>,
    after_tomorrow: Vec<String>,
    weekend: Vec<String>,
}

static LANGUAGES: LazyLock<Vec<DayNames>> = LazyLock::new(|| {
    let read: HashMap<String, DayNames> =
        serde_json::from_str(include_str!("../../data/days.json")).expect("a test parses it");
    read.into_values().collect()
});

/// The first and the last of the coming days that a text names, told on `at`.
pub(super) fn find(text: &str, at: Date) -> Option<(Date, Date)> {
    let lower = text.to_lowercase();
    let words = format!(" {} ", lower.split(|c: char| !is_word(c)).collect::<Vec<_>>().join(" "));
    LANGUAGES.iter().find_map(|language| {
        let has = |names: &[String]| {
            names.iter().any(|name| {
                if language.joined { lower.contains(name.as_str()) } else { words.contains(&format!(" {name} ")) }
            })
        };
        let on = |days: i32| at.checked_add(days.days()).ok().map(|day| (day, day));
        let next = |weekday: Weekday| 1 + (at.weekday().until(weekday) as i32 + 6) % 7;
        // The longer ones first: "pasado mañana".
        if has(&language.after_tomorrow) {
            return on(2);
        }
        if has(&language.weekend) {
            let saturday = next(Weekday::Saturday);
            return Some((at.checked_add(saturday.days()).ok()?, at.checked_add((saturday + 1).days()).ok()?));
        }
        let named = language.weekdays.iter().position(|names| has(names));
        if let Some(weekday) = named.and_then(|day| Weekday::from_monday_zero_offset(i8::try_from(day).ok()?).ok()) {
            return on(next(weekday));
        }
        if has(&language.tomorrow) {
            return on(1);
        }
        has(&language.today).then(|| on(0)).flatten()
    })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\'' | '-' | '\u{0900}'..='\u{097f}' | '\u{064b}'..='\u{0652}')
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn days_are_named_in_every_language() {
        // A Wednesday.
        let at = date(2026, 11, 18);
        for (text, first) in [
            ("la clase de cerámica empieza el jueves a las 7", date(2026, 11, 19)),
            ("was steht am Mittwoch an?", date(2026, 11, 25)),
            ("morgen kommt der Schornsteinfeger", date(2026, 11, 19)),
            ("pasado mañana viene Ana", date(2026, 11, 20)),
            ("土曜に歯医者", date(2026, 11, 21)),
            ("qu'est-ce que j'ai ce week-end ?", date(2026, 11, 21)),
            ("в пятницу к врачу", date(2026, 11, 20)),
            ("오늘 뭐 있어?", at),
            ("रविवार को क्या है", date(2026, 11, 22)),
        ] {
            assert_eq!(find(text, at).map(|days| days.0), Some(first), "{text}");
        }
        assert_eq!(find("die Wohnung ist zu klein", at), None);
        assert_eq!(LANGUAGES.len(), 14);
        assert!(LANGUAGES.iter().all(|language| language.weekdays.len() == 7));
    }
}
