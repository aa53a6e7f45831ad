//! What is new, by its kind, and where its like stands in the statement before.

use std::ops::Range;
use std::sync::LazyLock;

use jiff::Zoned;
use regex::Regex;

use crate::dates;
use crate::names;
use soulfile_text::script::has_han;

/// A value by its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Day(String),
    Clock(String),
    /// A day with the time of it.
    Moment {
        day: String,
        clock: String,
    },
    Number(String),
    /// A name, or any other words.
    Words(String),
}

fn regex(source: &str) -> Regex {
    Regex::new(source).expect("valid pattern")
}

/// The time of a day. A bare number is one only after "at".
static CLOCK: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:at )?(?:\d{1,2}:\d{2}(?: ?[ap]\.?m\.?)?|\d{1,2} ?[ap]\.?m\b\.?|\d{1,2} o['’]clock|noon|midnight|half past \w+)|\bat \d{1,2}\b|(?:凌晨|早上|上午|中午|下午|傍晚|晚上)?(?:[0-9]{1,2}|[一二两三四五六七八九十]{1,3})[点點](?:半|一刻|三刻|[0-9]{1,2}分?)?|[0-9]{1,2}[:：][0-9]{2}",
    )
});
static NUMBER: LazyLock<Regex> = LazyLock::new(|| regex(r"[$€£]?\d[\d,.]*%?"));

impl Value {
    pub(super) fn of(text: &str, now: &Zoned) -> Value {
        let clock = CLOCK.find(text).map(|hit| hit.range());
        let day = day(text, now).filter(|day| clock.as_ref().is_none_or(|clock| apart(day, clock)));
        let covers = |span: &Range<usize>| text.len() <= span.len() + 4;
        match (day, clock) {
            (Some(day), Some(clock)) => {
                Value::Moment { day: bare(&text[day]).to_owned(), clock: bare(&text[clock]).to_owned() }
            }
            (Some(day), None) if covers(&day) => Value::Day(bare(text).to_owned()),
            (None, Some(clock)) if covers(&clock) => Value::Clock(bare(text).to_owned()),
            _ if NUMBER.find(text).is_some_and(|hit| covers(&hit.range())) => Value::Number(text.to_owned()),
            _ => Value::Words(text.to_owned()),
        }
    }

    /// Whether a statement names a day.
    pub(super) fn tells_when(before: &str, now: &Zoned) -> bool {
        day(before, now).is_some()
    }

    /// The statement with this value in the place of its like.
    pub(super) fn put_into(&self, before: &str, now: &Zoned) -> Option<String> {
        match self {
            Value::Day(new) => put_day(before, new, now),
            Value::Clock(new) => Some(put_clock(before, new, now)),
            Value::Moment { day, clock } => put_day(before, day, now).map(|text| put_clock(&text, clock, now)),
            Value::Number(new) => {
                // "No, 5": the hour, where there is one.
                if let Some(hit) = CLOCK.find(before) {
                    let old = NUMBER.find(hit.as_str())?;
                    return Some(replaced(before, hit.start() + old.start()..hit.start() + old.end(), new));
                }
                NUMBER.find(before).map(|hit| replaced(before, hit.range(), new))
            }
            Value::Words(new) => put_words(before, new),
        }
    }
}

fn day(text: &str, now: &Zoned) -> Option<Range<usize>> {
    dates::find(text, now).into_iter().map(|found| found.span).next()
}

fn apart(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.end <= other.start || other.end <= one.start
}

/// Without the word that leads up to it: "on Friday" is Friday, "at 5pm" 5pm.
fn bare(text: &str) -> &str {
    static LEADS: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)^(?:on|at|by|until|till|in|for|to|the)\s+"));
    let mut text = text.trim();
    while let Some(hit) = LEADS.find(text) {
        text = text[hit.end()..].trim();
    }
    text
}

fn replaced(before: &str, span: Range<usize>, new: &str) -> String {
    format!("{}{new}{}", &before[..span.start], &before[span.end..])
}

/// The part of a span that is the value itself.
fn inner(text: &str, span: Range<usize>) -> Range<usize> {
    let value = bare(&text[span.clone()]);
    let from = span.end - value.len();
    from..span.end
}

fn put_day(before: &str, new: &str, now: &Zoned) -> Option<String> {
    // "next Wednesday" put right by "Thursday" is next Thursday; 下周三 by 周四 is 下周四.
    static WHICH: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)^(?P<which>next |this |last |coming |下下个?|下个?|这个?|本|上个?)(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|周|星期|礼拜)",
        )
    });
    static WEEKDAY: LazyLock<Regex> = LazyLock::new(|| {
        regex(r"(?i)^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:周|星期|礼拜)[一二三四五六日天])$")
    });
    let span = inner(before, day(before, now)?);
    let which = WHICH.captures(&before[span.clone()]).map(|hit| hit["which"].to_owned());
    let new = match which.filter(|_| WEEKDAY.is_match(new)) {
        Some(which) => format!("{which}{new}"),
        None => new.to_owned(),
    };
    Some(replaced(before, span, &new))
}

/// A time takes the place of the time, or is added behind the day it is of.
fn put_clock(before: &str, new: &str, now: &Zoned) -> String {
    if let Some(hit) = CLOCK.find(before) {
        let span = inner(before, hit.range());
        return replaced(before, span, new);
    }
    let han = has_han(new);
    let at = day(before, now).map_or(before.len(), |span| span.end);
    let joint = if han { "" } else { " at " };
    format!("{}{joint}{new}{}", &before[..at], &before[at..])
}

/// Words take the place of the last name, else of what is said of the subject.
fn put_words(before: &str, new: &str) -> Option<String> {
    static SAID: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)^.*\b(?:is|are|was|called|named|in|at|for|to|as|with|from)\s+(?:an?\s+|the\s+)?(?P<value>[^,;]+)$|^.*(?:是|叫|在|姓)(?P<han>[\p{Han}\w]+)$",
        )
    });
    static ARTICLE: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)^(?:an?|the)\s+"));
    let named = names::find(before).into_iter().map(|name| name.span).rfind(|span| span.start > 0);
    if let Some(span) = named.filter(|_| new.starts_with(char::is_uppercase)) {
        return Some(replaced(before, span, new));
    }
    let hit = SAID.captures(before)?;
    let value = hit.name("value").or_else(|| hit.name("han"))?;
    let articled =
        ["a", "an", "the"].iter().any(|word| before[..value.start()].trim_end().ends_with(&format!(" {word}")));
    let new = if articled { ARTICLE.replace(new, "").into_owned() } else { new.to_owned() };
    (value.as_str().split_whitespace().count() <= 3).then(|| replaced(before, value.range(), &new))
}
