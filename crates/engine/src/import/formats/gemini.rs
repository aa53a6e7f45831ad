//! Gemini in Google Takeout: `MyActivity.json`, one record per prompt, or the same as a page, `MyActivity.html`.

use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};

use super::html::text_of;
use super::said::ForeignConversation;
use super::{ForeignFile, ForeignNotes, ImportFormat, moment};

pub(super) struct GeminiActivity;

impl ImportFormat for GeminiActivity {
    fn name(&self) -> &'static str {
        "Gemini activity"
    }

    fn detects(&self, file: &ForeignFile<'_>) -> bool {
        let first = file.objects(None).first();
        first.is_some_and(|first| {
            first["time"].is_string() && first["header"].as_str().is_some_and(|header| header.contains("Gemini"))
        })
    }

    fn read(&self, file: &ForeignFile<'_>) -> ForeignNotes {
        let mut talk = ForeignConversation::new("activity", "");
        // Newest first in the file.
        for record in file.objects(None).iter().rev() {
            let title = record["title"].as_str().unwrap_or_default();
            // What was answered was asked, in whatever language the activity is kept.
            let answered = !record["safeHtmlItem"].is_null();
            let prompt = title.strip_prefix("Prompted ");
            talk.add(prompt.is_some() || answered, moment(&record["time"]), prompt.unwrap_or(title));
        }
        let mut out = ForeignNotes::default();
        talk.into_notes(&file.zone, &mut out);
        out
    }
}

/// The activity as a page: each record is what was asked, when, and what was answered.
pub(super) struct GeminiPage;

/// How a page of Takeout names the parts of a record.
const RECORD: &str = "class=\"outer-cell";
const CONTENT: &str = "class=\"content-cell";
const SERVICE: &str = "Gemini Apps";

impl ImportFormat for GeminiPage {
    fn name(&self) -> &'static str {
        "Gemini activity"
    }

    fn detects(&self, file: &ForeignFile<'_>) -> bool {
        file.text.contains(RECORD) && file.text.contains(CONTENT) && file.text.contains(SERVICE)
    }

    fn read(&self, file: &ForeignFile<'_>) -> ForeignNotes {
        let mut talk = ForeignConversation::new("activity", "");
        let mut undated = 0;
        let records: Vec<&str> = file.text.split(RECORD).skip(1).collect();
        // Newest first in the file.
        for record in records.into_iter().rev() {
            let mut cells = record.split(CONTENT);
            let service = cells.next().unwrap_or_default();
            let Some(content) = cells.next().filter(|_| service.contains(SERVICE)) else { continue };
            let content = text_of(content.split_once('>').map_or("", |(_, rest)| rest));
            let lines: Vec<&str> = content.lines().collect();
            // The answer stands behind the date; without one nobody can tell where it begins.
            let dated = lines.iter().enumerate().find_map(|(at, line)| Some((at, shown_moment(line, &file.zone)?)));
            let Some((at, moment)) = dated else {
                undated += 1;
                continue;
            };
            let title = lines[..at].join("\n");
            let prompt = title.strip_prefix("Prompted ");
            let answered = at + 1 < lines.len();
            talk.add(prompt.is_some() || answered, Some(moment), prompt.unwrap_or(&title));
        }
        let mut out = ForeignNotes::default();
        talk.into_notes(&file.zone, &mut out);
        if undated > 0 {
            let why = "records whose date is written in a way that is not known; export it as JSON";
            out.left_out.push(format!("{undated} {why}"));
        }
        out
    }
}

/// Ways in which Takeout writes a moment, by the language of the account.
const SHOWN: [&str; 6] = [
    "%b %d, %Y, %I:%M:%S %p",
    "%d %b %Y, %H:%M:%S",
    "%d.%m.%Y, %H:%M:%S",
    "%d/%m/%Y, %H:%M:%S",
    "%Y/%m/%d %H:%M:%S",
    "%Y-%m-%d %H:%M:%S",
];
/// The zones it names, with their minutes east of Greenwich.
const ZONES: [(&str, i32); 18] = [
    ("UTC", 0),
    ("GMT", 0),
    ("WET", 0),
    ("WEST", 60),
    ("BST", 60),
    ("CET", 60),
    ("MEZ", 60),
    ("CEST", 120),
    ("MESZ", 120),
    ("EET", 120),
    ("EEST", 180),
    ("JST", 540),
    ("EST", -300),
    ("EDT", -240),
    ("CST", -360),
    ("CDT", -300),
    ("PST", -480),
    ("PDT", -420),
];

/// A moment as the page shows it; in the user's zone where it names none that is known.
fn shown_moment(line: &str, zone: &TimeZone) -> Option<Timestamp> {
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let (when, named) = line.rsplit_once(' ').unwrap_or((&line, ""));
    let offset = ZONES.iter().find(|(name, _)| *name == named).map(|(_, minutes)| *minutes);
    let offset = offset.or_else(|| {
        let (hours, minutes) = named.strip_prefix("GMT")?.split_once(':').unwrap_or((named.strip_prefix("GMT")?, "0"));
        let (hours, minutes): (i32, i32) = (hours.parse().ok()?, minutes.parse().ok()?);
        Some(hours * 60 + if hours < 0 { -minutes } else { minutes })
    });
    let is_zone = offset.is_some() || !named.is_empty() && named.chars().all(char::is_uppercase) && named.len() > 2;
    let when = if is_zone { when } else { &line };
    let read = |format: &&str| jiff::fmt::strtime::parse(format, when).ok()?.to_datetime().ok();
    let at = SHOWN.iter().find_map(read)?;
    let zone = match offset {
        Some(minutes) => Offset::from_seconds(minutes * 60).ok()?.to_time_zone(),
        None => zone.clone(),
    };
    Some(at.to_zoned(zone).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_are_taken_oldest_first() {
        let text = r#"[{"header":"Gemini Apps","title":"Prompted And I moved.","time":"2026-01-02T04:00:00Z"},
            {"header":"Gemini Apps","title":"Used a feature","time":"2026-01-02T03:30:00Z"},
            {"header":"Gemini Apps","title":"Prompted I sold my car.","time":"2026-01-02T03:00:00Z"}]"#;
        let out = GeminiActivity.read(&super::super::read(text));
        assert_eq!(out.notes[0].text, "I sold my car.\n\nAnd I moved.");
        assert_eq!(out.left_out.len(), 1);
    }

    #[test]
    fn a_page_gives_the_prompts_and_not_the_answers() {
        let cell = |service: &str, content: &str| {
            format!(
                "<div class=\"outer-cell mdl-cell\"><div class=\"mdl-grid\"><div class=\"header-cell mdl-cell\"><p class=\"mdl-typography--title\">{service}<br></p></div>\
                 <div class=\"content-cell mdl-cell mdl-typography--body-1\">{content}</div>\
                 <div class=\"content-cell mdl-cell mdl-typography--body-1 mdl-typography--text-right\"></div>\
                 <div class=\"content-cell mdl-cell mdl-typography--caption\"><b>Products:</b><br>&emsp;{service}<br></div></div></div>"
            )
        };
        let page = [
            "<html><head><title>My Activity History</title></head><body>".to_owned(),
            cell(
                "Gemini Apps",
                "Prompted And I moved &amp; unpacked.<br>Jan 2, 2026, 4:00:00\u{202f}AM UTC<br><p>Your sister sent this: buy lamps.</p>",
            ),
            cell("Search", "Searched for lamps<br>Jan 2, 2026, 3:45:00\u{202f}AM UTC<br>"),
            cell("Gemini Apps", "Used a feature<br>Jan 2, 2026, 3:30:00 AM UTC<br>"),
            cell("Gemini Apps", "Prompted What day?<br>Dydd Gwener<br><p>Friday</p>"),
            cell("Gemini Apps", "Prompted&nbsp;I sold my car.<br>Jan 2, 2026, 3:00:00\u{202f}AM UTC<br><p>Good.</p>"),
        ];
        let page = page.concat();
        let file = super::super::read(&page);
        assert!(super::super::detect(&file).is_some_and(|format| format.name() == "Gemini activity"));
        let out = GeminiPage.read(&file);
        let texts: Vec<&str> = out.notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(texts, ["I sold my car.\n\nAnd I moved & unpacked."]);
        assert_eq!(out.notes[0].at.unwrap().to_string(), "2026-01-02T03:00:00Z");
        assert_eq!(out.left_out.len(), 2, "{:?}", out.left_out);
    }

    #[test]
    fn moments_are_read_as_the_page_shows_them() {
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        for (shown, at) in [
            ("Jan 2, 2026, 3:04:05\u{202f}PM PST", Some("2026-01-02T23:04:05Z")),
            ("Jan 2, 2026, 3:04:05 PM GMT+05:30", Some("2026-01-02T09:34:05Z")),
            ("02.01.2026, 15:04:05 MEZ", Some("2026-01-02T14:04:05Z")),
            ("2 Jan 2026, 15:04:05 GMT", Some("2026-01-02T15:04:05Z")),
            ("2026/01/02 15:04:05 JST", Some("2026-01-02T06:04:05Z")),
            ("02.01.2026, 15:04:05", Some("2026-01-02T14:04:05Z")),
            ("02.01.2026, 15:04:05 XYZT", Some("2026-01-02T14:04:05Z")),
            ("I left at 15:04:05 CET", None),
        ] {
            assert_eq!(shown_moment(shown, &berlin).map(|at| at.to_string()).as_deref(), at, "{shown}");
        }
    }
}
