//! Conversations that no format names: JSON Lines of messages with a role, and plain text whose lines begin with a time
//! and a speaker.

use jiff::civil::{Date, Time};
use serde_json::Value;

use super::said::ForeignConversation;
use super::{ForeignFile, ForeignNote, ForeignNotes, ImportFormat, moment};

/// JSON Lines, one message per line.
pub(super) struct MessageLines;

fn text_of(message: &Value) -> String {
    let content = ["content", "text", "message"].into_iter().map(|name| &message[name]).find(|value| !value.is_null());
    match content {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            parts.iter().filter_map(|part| part.as_str().or(part["text"].as_str())).collect::<Vec<_>>().join("\n\n")
        }
        _ => String::new(),
    }
}

fn role_of(message: &Value) -> Option<&str> {
    ["role", "speaker", "sender", "from"].into_iter().find_map(|name| message[name].as_str())
}

impl ImportFormat for MessageLines {
    fn name(&self) -> &'static str {
        "message lines"
    }

    fn detects(&self, file: &ForeignFile<'_>) -> bool {
        let is_message = |line: &Value| role_of(line).is_some() && !text_of(line).is_empty();
        file.first_line.is_some() && file.lines().take(5).any(|line| is_message(&line) || line["messages"].is_array())
    }

    fn read(&self, file: &ForeignFile<'_>) -> ForeignNotes {
        let mut out = ForeignNotes::default();
        let mut talk = ForeignConversation::new("messages", "");
        for (number, line) in file.lines().enumerate() {
            // A whole conversation on one line.
            if let Some(messages) = line["messages"].as_array() {
                let id = line["id"].as_str().map_or_else(|| format!("line {}", number + 1), str::to_owned);
                let mut one = ForeignConversation::new(&id, line["title"].as_str().unwrap_or_default());
                messages.iter().for_each(|message| add(&mut one, message));
                one.into_notes(&file.zone, &mut out);
                continue;
            }
            add(&mut talk, &line);
        }
        if !talk.is_empty() {
            talk.into_notes(&file.zone, &mut out);
        }
        out
    }
}

fn add(talk: &mut ForeignConversation, message: &Value) {
    let role = role_of(message).unwrap_or_default();
    let by_person = matches!(role.to_ascii_lowercase().as_str(), "user" | "human" | "me" | "owner");
    let times = ["timestamp", "created_at", "time", "date", "ts", "createdAt", "create_time"];
    let at = times.into_iter().find_map(|name| moment(&message[name]));
    let text = text_of(message);
    if !text.is_empty() {
        talk.add(by_person, at, &text);
    }
}

/// Plain text, each message after its time and who said it, as messengers write it.
pub(super) struct DatedLines;

/// A line that begins a message: its day as written, its time, who said it and what.
struct Stamped<'t> {
    day: [i16; 3],
    separator: char,
    time: Time,
    who: &'t str,
    text: &'t str,
}

fn stamped(line: &str) -> Option<Stamped<'_>> {
    let line = line.trim_start_matches(['\u{200e}', '\u{feff}']);
    let open = line.starts_with('[');
    let rest = line.strip_prefix('[').unwrap_or(line);
    let (day, rest) = rest.split_once([' ', ',', 'T'])?;
    let separator = day.chars().find(|c| !c.is_ascii_digit())?;
    let mut numbers = day.split(separator).map(str::parse::<i16>);
    let day = [numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?];
    if numbers.next().is_some() || !matches!(separator, '-' | '.' | '/') {
        return None;
    }
    let rest = rest.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(rest.len());
    let mut clock = rest[..end].split(':').map(str::parse::<i8>);
    let (mut hour, minute) = (clock.next()?.ok()?, clock.next()?.ok()?);
    let mut rest = rest[end..].trim_start_matches([' ', '\u{202f}', '\u{a0}']);
    for (mark, later) in [("AM", false), ("PM", true)] {
        if rest.get(..2).is_some_and(|start| start.eq_ignore_ascii_case(mark)) {
            hour = hour % 12 + if later { 12 } else { 0 };
            rest = &rest[2..];
        }
    }
    let rest = rest.trim_start_matches('Z');
    let rest = if open { rest.strip_prefix(']')? } else { rest };
    let rest = rest.trim_start().trim_start_matches('-').trim_start();
    let (who, text) = rest.split_once(": ")?;
    let named = !who.is_empty() && who.chars().count() <= 40 && !who.contains(['/', '<', '|']);
    named.then_some(Stamped { day, separator, time: Time::new(hour, minute, 0, 0).ok()?, who: who.trim(), text })
}

/// What stands first in the dates of a text.
#[derive(Clone, Copy, PartialEq)]
enum FirstOfDate {
    Year,
    Day,
    Month,
}

fn order(stamps: &[Stamped<'_>]) -> Option<FirstOfDate> {
    let any = |test: &dyn Fn(&Stamped<'_>) -> bool| stamps.iter().any(test);
    match () {
        () if stamps.iter().all(|one| one.day[0] > 31) => Some(FirstOfDate::Year),
        () if stamps.iter().all(|one| one.separator == '.') || any(&|one| one.day[0] > 12) => Some(FirstOfDate::Day),
        () if any(&|one| one.day[1] > 12) => Some(FirstOfDate::Month),
        () => None,
    }
}

fn date(day: [i16; 3], order: FirstOfDate) -> Option<Date> {
    let [year, month, day] = match order {
        FirstOfDate::Year => day,
        FirstOfDate::Day => [day[2], day[1], day[0]],
        FirstOfDate::Month => [day[2], day[0], day[1]],
    };
    let year = if year < 100 { year + 2000 } else { year };
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

impl ImportFormat for DatedLines {
    fn name(&self) -> &'static str {
        "dated transcript"
    }

    fn detects(&self, file: &ForeignFile<'_>) -> bool {
        let lines: Vec<&str> = file.text.lines().filter(|line| !line.trim().is_empty()).take(60).collect();
        let stamps: Vec<Stamped<'_>> = lines.iter().filter_map(|line| stamped(line)).collect();
        stamps.len() >= 2 && stamps.len() * 3 >= lines.len() && file.json.is_none() && order_of(file.text).is_some()
    }

    fn read(&self, file: &ForeignFile<'_>) -> ForeignNotes {
        let mut out = ForeignNotes::default();
        let Some(order) = order_of(file.text) else { return out };
        let mut day: Option<Date> = None;
        for line in file.text.lines() {
            let known = stamped(line).and_then(|one| Some((date(one.day, order)?, one)));
            let Some((date, one)) = known else {
                // A message of several lines goes on; what comes before the first is nobody's.
                match out.notes.last_mut() {
                    Some(note) => note.text += &format!("\n{line}"),
                    None if line.trim().is_empty() => {}
                    None => out.left_out.push("lines before the first message".to_owned()),
                }
                continue;
            };
            let said = format!("{}: {}", one.who, one.text);
            match out.notes.last_mut().filter(|_| day == Some(date)) {
                Some(note) => note.text += &format!("\n{said}"),
                None => {
                    let at = date.to_datetime(one.time).to_zoned(file.zone.clone()).ok().map(|at| at.timestamp());
                    out.notes.push(ForeignNote { part: date.to_string(), text: said, at, tags: Vec::new() });
                    day = Some(date);
                }
            }
        }
        out.left_out.dedup();
        out
    }
}

fn order_of(text: &str) -> Option<FirstOfDate> {
    order(&text.lines().filter_map(stamped).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    #[test]
    fn messages_with_roles_are_a_conversation() {
        let text = concat!(
            r#"{"role":"user","content":"I sold my car.","timestamp":"2026-01-02T03:04:05Z"}"#,
            "\n",
            r#"{"role":"assistant","content":"Oh.","timestamp":"2026-01-02T03:04:06Z"}"#,
            "\n",
            r#"{"role":"user","content":[{"type":"text","text":"I cycle now."}],"timestamp":1767409445}"#,
            "\n",
        );
        assert!(MessageLines.detects(&read(text)));
        let out = MessageLines.read(&read(text));
        let texts: Vec<&str> = out.notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(texts, ["I sold my car.", "I cycle now."]);
        let text = "{\"messages\":[{\"role\":\"user\",\"content\":\"Hi.\"}]}\n{\"messages\":[]}\n";
        assert_eq!(MessageLines.read(&read(text)).notes[0].text, "Hi.");
    }

    #[test]
    fn messengers_write_their_days_in_many_ways() {
        for (text, days) in [
            ("[2026-01-05 10:04] Ana: hi\n[2026-01-06 10:05] Sam: hello\nagain\n", Some("2026-01-05 2026-01-06")),
            ("31.12.25, 10:04 - Ana: hi\n01.01.26, 10:05 - Sam: yes\n", Some("2025-12-31 2026-01-01")),
            ("12/31/25, 10:04 PM - Ana: hi\n1/1/26, 10:05 AM - Sam: yes\n", Some("2025-12-31 2026-01-01")),
            ("[31/12/2025, 22:04:11] Ana: hi\n[31/12/2025, 22:05:11] Sam: yes\n", Some("2025-12-31")),
            // Which of the two is the month, nothing says.
            ("1/2/26, 10:04 - Ana: hi\n1/3/26, 10:05 - Sam: yes\n", None),
            ("Some text.\nWith 10:04 in it: yes.\n", None),
        ] {
            let file = read(text);
            assert_eq!(DatedLines.detects(&file), days.is_some(), "{text}");
            if let Some(days) = days {
                let out = DatedLines.read(&file);
                assert_eq!(out.notes.iter().map(|n| n.part.as_str()).collect::<Vec<_>>().join(" "), days);
                assert!(out.notes[0].text.starts_with("Ana: hi"));
            }
        }
        let out = DatedLines.read(&read("12/31/25, 10:04 PM - Ana: hi\n1/1/26, 10:05 AM - Sam: yes\n"));
        assert_eq!(out.notes[0].at.unwrap().to_string(), "2025-12-31T22:04:00Z");
    }
}
