//! Days as people say them: today, yesterday, on Monday 2 February 2026.

use jiff::civil::{Date, DateTime};
use jiff::{Timestamp, Zoned};
use soulfile_text::lang::Lang;

/// A moment as recall gives it (`2026-02-02 14:30` or `2026-02-02`), in words.
pub(crate) fn moment(text: &str, today: Date, lang: Lang) -> Option<String> {
    let plain = text.replace(' ', "T");
    if let Ok(day) = plain.parse::<Date>()
        && plain.len() <= 10
    {
        return Some(day_in_words(day, today, lang));
    }
    let at: DateTime = plain.parse().ok()?;
    let day = day_in_words(at.date(), today, lang);
    let time = at.strftime("%H:%M");
    Some(match lang {
        Lang::En => format!("{day} at {time}"),
        Lang::Zh => format!("{day}{time}"),
    })
}

/// A moment of RFC 3339 where the user is; what is none stays as it is.
pub(crate) fn local(at: &str, now: &Zoned) -> String {
    let local = |at: Timestamp| at.to_zoned(now.time_zone().clone()).strftime("%Y-%m-%d %H:%M:%S").to_string();
    at.parse::<Timestamp>().map_or_else(|_| at.to_owned(), local)
}

/// A day in words.
pub(crate) fn day_in_words(day: Date, today: Date, lang: Lang) -> String {
    let ago = (today - day).get_days();
    match (lang, ago) {
        (Lang::En, 0) => "today".into(),
        (Lang::En, 1) => "yesterday".into(),
        (Lang::En, -1) => "tomorrow".into(),
        (Lang::En, _) => format!("on {}", day.strftime("%A %-d %B %Y")),
        (Lang::Zh, 0) => "今天".into(),
        (Lang::Zh, 1) => "昨天".into(),
        (Lang::Zh, -1) => "明天".into(),
        (Lang::Zh, _) => format!("{}年{}月{}日", day.year(), day.month(), day.day()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_said_as_people_say_them() {
        let today: Date = "2026-02-03".parse().expect("a day");
        let en = |text: &str| moment(text, today, Lang::En).expect("a moment");
        assert_eq!(en("2026-02-03 14:30"), "today at 14:30");
        assert_eq!(en("2026-02-02"), "yesterday");
        assert_eq!(en("2026-01-12 09:05"), "on Monday 12 January 2026 at 09:05");
        assert_eq!(moment("2026-01-12", today, Lang::Zh).as_deref(), Some("2026年1月12日"));
        assert_eq!(moment("last spring", today, Lang::En), None);
    }
}
