//! Headings of episode entries: `## HH:MM | type | confidence:… | tags:[…] | source:… | scope:…`.
//!
//! Tolerant: `## 14:30`, `## 14:30 decision` and `## [14:30:15] preference` are read too.

use jiff::civil::Time;

use crate::entry::Trust;

/// What an episode heading says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heading {
    /// Time of day.
    pub time: Time,
    /// Type of the entry (`decision`, `preference`, …), empty if not given.
    pub kind: String,
    /// Tags.
    pub tags: Vec<String>,
    /// `source:`, who or what said it.
    pub source: Option<String>,
    /// `scope:`.
    pub scope: Option<String>,
    /// `trust:`.
    pub trust: Option<Trust>,
    /// `session:`.
    pub session: Option<String>,
    /// `id:`.
    pub id: Option<String>,
}

/// Reads a line as an episode heading; `None` when it is not one.
pub fn parse(line: &str) -> Option<Heading> {
    let body = line.strip_prefix("## ")?.trim();
    let mut fields = body.split('|').map(str::trim);
    let first = fields.next()?;
    let (clock, rest) = match first.strip_prefix('[') {
        Some(inner) => inner.split_once(']')?,
        None => first.split_once(char::is_whitespace).unwrap_or((first, "")),
    };
    let mut heading = Heading { time: time(clock)?, kind: rest.trim().to_owned(), ..Heading::default() };
    for field in fields {
        let Some((key, value)) = field.split_once(':') else {
            if heading.kind.is_empty() {
                heading.kind = field.to_owned();
            }
            continue;
        };
        let value = value.trim();
        match key.trim().to_ascii_lowercase().as_str() {
            "tags" => {
                let inner = value.trim_start_matches('[').trim_end_matches(']');
                heading.tags = inner.split(',').map(|t| t.trim().to_owned()).filter(|t| !t.is_empty()).collect();
            }
            "source" => heading.source = Some(value.to_owned()),
            "scope" => heading.scope = Some(value.to_owned()),
            "trust" => heading.trust = Trust::parse(value),
            "session" => heading.session = Some(value.to_owned()),
            "id" => heading.id = Some(value.to_owned()),
            _ => {}
        }
    }
    Some(heading)
}

fn time(clock: &str) -> Option<Time> {
    let mut numbers = clock.split(':');
    let mut next = || numbers.next().map(|n| if n.len() == 2 { n.parse::<i8>().ok() } else { None });
    let (hour, minute) = (next()??, next()??);
    let second = next().unwrap_or(Some(0))?;
    Time::new(hour, minute, second, 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_form() {
        let h = parse("## 14:30 | decision | confidence:high | tags:[memory, design] | source:alex | scope:room:dev | trust:user | session:s1").unwrap();
        assert_eq!((h.time.hour(), h.time.minute(), h.kind.as_str()), (14, 30, "decision"));
        assert_eq!(h.tags, ["memory", "design"]);
        assert_eq!(h.scope.as_deref(), Some("room:dev"));
        assert_eq!(h.trust, Some(Trust::User));
        assert_eq!(h.session.as_deref(), Some("s1"));
    }

    #[test]
    fn simple_forms() {
        assert_eq!(parse("## 09:05").unwrap().kind, "");
        assert_eq!(parse("## 09:05 task").unwrap().kind, "task");
        assert_eq!(parse("## [14:30:15] preference").unwrap().time.second(), 15);
        assert!(parse("## Plans").is_none());
        assert!(parse("## 25:00 | x").is_none());
        assert!(parse("### 14:30").is_none());
    }
}
