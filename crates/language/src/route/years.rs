//! Which year a day without one means: "the deadline is March 14" said in November is next year's.
//!
//! A date that is written down wrong is worse than none: where nothing tells the year, the words stay
//! as they were said.

use std::sync::LazyLock;

use jiff::{ToSpan, Zoned};
use regex::Regex;

use super::RoutedDate;
use crate::dates::TimeRange;

fn regex(source: &str) -> Regex {
    Regex::new(source).expect("valid pattern")
}

/// The date an expression means in a statement; `None` when it comes round every year, or nothing
/// tells which year is meant.
pub(super) fn settled(content: &str, text: &str, range: TimeRange, now: &Zoned) -> Option<RoutedDate> {
    static DAY_OF_YEAR: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)^(?:on |by |before |until |till |the )*(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.?)$|^[\d一二三四五六七八九十]{1,3}月[\d一二三四五六七八九十]{1,3}[日号]?$",
        )
    });
    static YEARLY: LazyLock<Regex> = LazyLock::new(|| {
        regex(r"(?i)\b(?:birthday|anniversary|name day|every|each|annual(?:ly)?|yearly|born)\b|生日|纪念日|每年|出生")
    });
    static AHEAD: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)\b(?:will|going to|gonna|deadlines?|due|(?:is|are|am|['’]re|['’]m|['’]s) (?:getting|having|coming|leaving|moving|flying|starting|starts?|meeting|launching|scheduled|planned|booked)|(?:starts|begins|launches|ships|opens|closes|ends|expires|leaves|departs|arrives) (?:on|by)?|until|till|by|upcoming|plan(?:s|ned|ning)? to|have to|must|need to|remind)\b|将|要|会|打算|计划|截止|到期|之前|前要|预定|安排",
        )
    });
    static BEHIND: LazyLock<Regex> =
        LazyLock::new(|| regex(r"(?i)\b(?:was|were|did|had|went|met|got|came|left|bought|ago|\w{2,}ed)\b|了|过|曾"));
    let dated = |range: TimeRange| Some(RoutedDate { text: text.to_owned(), start: range.start, end: range.end });
    let past = range.is_past(now.datetime());
    if !past || !DAY_OF_YEAR.is_match(text.trim()) {
        return dated(range);
    }
    if YEARLY.is_match(content) {
        return None;
    }
    if AHEAD.is_match(content) {
        let next = |at: jiff::civil::DateTime| at.checked_add(1.year()).unwrap_or(at);
        return dated(TimeRange { start: next(range.start), end: next(range.end) });
    }
    if BEHIND.is_match(content) { dated(range) } else { None }
}
