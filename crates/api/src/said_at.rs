//! When something was said, as a caller writes it.

use std::borrow::Cow;
use std::str::FromStr;

use jiff::civil::{Date, DateTime};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, de};

/// A day, or a day and a time, in the user's time zone. Noon where only the day is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaidAt(pub DateTime);

impl FromStr for SaidAt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let at = text.trim().replace(' ', "T");
        let moment = match at.contains('T') {
            true => at.parse().ok(),
            false => at.parse::<Date>().ok().map(|day| day.at(12, 0, 0, 0)),
        };
        let what = || format!("\"{}\" is no date; write it as 2026-02-14 or 2026-02-14T18:30", text.escape_debug());
        moment.map(Self).ok_or_else(what)
    }
}

impl<'de> Deserialize<'de> for SaidAt {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for SaidAt {
    fn schema_name() -> Cow<'static, str> {
        "SaidAt".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2})?)?$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_its_noon_and_a_time_is_kept() {
        let read = |text: &str| text.parse::<SaidAt>().map(|at| at.0.to_string());
        assert_eq!(read("2026-02-14").as_deref(), Ok("2026-02-14T12:00:00"));
        assert_eq!(read("2026-02-14T18:30").as_deref(), Ok("2026-02-14T18:30:00"));
        assert_eq!(read(" 2026-02-14 18:30 ").as_deref(), Ok("2026-02-14T18:30:00"));
        for wrong in ["", "yesterday", "2026-02-30", "2026-02-14T25:00", "14.02.2026"] {
            assert!(read(wrong).unwrap_err().contains("no date"), "{wrong}");
        }
    }
}
