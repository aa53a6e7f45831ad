//! Which year a day or a month without one means: "the deadline is March 14" said in November is next year's.
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
    static WITHOUT_YEAR: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)^(?:on |by |before |until |till |the )*(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.?)$|^(?:(?:in|by|before|until|till|from|at|around|since|during|after|the|start|beginning|end|middle|of|early|mid|late)[ -])*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.?$|^[\d一二三四五六七八九十]{1,3}月份?(?:[\d一二三四五六七八九十]{1,3}[日号]?|[初中底末]|[上中下]旬)?$",
        )
    });
    static YEARLY: LazyLock<Regex> = LazyLock::new(|| {
        regex(r"(?i)\b(?:birthday|anniversary|name day|every|each|annual(?:ly)?|yearly|born)\b|生日|纪念日|每年|出生")
    });
    static AHEAD: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)\b(?:will|going to|gonna|deadlines?|due|(?:is|are|am|['’]re|['’]m|['’]s) (?:getting|having|coming|leaving|moving|flying|starting|starts?|meeting|launching|scheduled|planned|booked)|(?:starts?|begins?|launch(?:es)?|ships?|opens?|closes?|ends?|expires?|finish(?:es)?|renews?|leaves?|departs?|arrives?|runs? out|comes? up|is up|is over)|(?:is|are|am|['’]re|['’]m|['’]s) \w+ing|until|till|by|upcoming|(?:starting|beginning|effective|commencing) (?:in|on|from|at|with|as of)|plan(?:s|ned|ning)? to|have to|must|need to|remind)\b|将|要|会|打算|计划|截止|到期|期满|结束|开始|之前|前要|预定|安排",
        )
    });
    static BEHIND: LazyLock<Regex> =
        LazyLock::new(|| regex(r"(?i)\b(?:was|were|did|had|went|met|got|came|left|bought|ago|\w{2,}ed)\b|了|过|曾"));
    let dated = |range: TimeRange| Some(RoutedDate { text: text.to_owned(), start: range.start, end: range.end });
    let past = range.is_past(now.datetime());
    if !past || !WITHOUT_YEAR.is_match(text.trim()) {
        return dated(range);
    }
    if YEARLY.is_match(content) {
        return None;
    }
    // "I was told the contract ends in May" looks ahead; "we moved in May" back.
    if AHEAD.is_match(content) {
        let next = |at: jiff::civil::DateTime| at.checked_add(1.year()).unwrap_or(at);
        return dated(TimeRange { start: next(range.start), end: next(range.end) });
    }
    if BEHIND.is_match(content) { dated(range) } else { None }
}

/// Whether a weekday or a day of the month comes once: a day something is due by, or a day of the month that is
/// nothing's every month.
pub(super) fn is_once(content: &str, text: &str) -> bool {
    static BOUND: LazyLock<Regex> = LazyLock::new(|| {
        regex(r"(?i)^(?:by|until|till|due|this coming)\s+\w+day(?:\s|$)|\bthe\s+\d{1,2}(?:st|nd|rd|th)$")
    });
    static AGAIN: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)\b(?:every|each|always|usually|normally|never|weekly|monthly|rent|salary|wages?|payday|pension|mortgage|allowance|opens?|closes?)\b",
        )
    });
    // "Moved to Friday": one thing, put on one day.
    static PUT_ON: LazyLock<Regex> = LazyLock::new(|| {
        regex(r"(?i)\b(?:moved|shifted|postponed|pushed|changed|rescheduled|delayed|switched|brought forward)\b.* to $")
    });
    // "A meeting on Wednesday at 10": what somebody has on a day.
    static HAS_ON: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)\b(?:have|has|got|['’]ve got|there['’]s|there is) an? .*\b(?:meeting|appointment|call|interview|exam|date|check-?up|hearing|viewing|visit|session|rehearsal|flight|dinner|lunch)\b",
        )
    });
    let put_on = content.find(text).is_some_and(|at| PUT_ON.is_match(&content[..at]));
    (BOUND.is_match(text) || put_on || HAS_ON.is_match(content)) && !AGAIN.is_match(content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::{Origin, route};

    fn dated(text: &str) -> String {
        let now: Zoned = "2026-11-15T19:00:00+01:00[Europe/Berlin]".parse().expect("a time");
        route(text, Origin::Detected, &now).dated_summary()
    }

    #[test]
    fn the_tense_tells_the_year() {
        for (said, kept) in [
            ("my contract ends in May", "User's contract ends in May (2027-05)."),
            ("we moved here in May", "We moved here in May (2026-05)."),
            ("I'm flying to Rome in March", "User is flying to Rome in March (2027-03)."),
            ("my sister's birthday is in May", "User's sister's birthday is in May."),
            ("the lease runs out at the end of next year", "The lease runs out at the end of next year (2027-12)."),
            ("my visa expires at the end of May", "User's visa expires at the end of May (2027-05-25 to 2027-05-31)."),
            (
                "the new office opens its doors starting in March",
                "The new office opens its doors starting in March (2027-03).",
            ),
            ("we rented a studio starting in March", "We rented a studio starting in March (2027-03)."),
            (
                "we rent the cabin from July 12 to July 26 next year",
                "We rent the cabin from July 12 to July 26 next year (2027-07-12 to 2027-07-26).",
            ),
            ("the fair is on July 12 next year", "The fair is on July 12 next year (2027-07-12)."),
            ("we moved the call from Monday to Friday", "We moved the call from Monday to Friday (2026-11-20)."),
            ("I need the report by Thursday", "User needs the report by Thursday (2026-11-19)."),
            (
                "I have a meeting with Priya on Wednesday at 10",
                "User has a meeting with Priya on Wednesday (2026-11-18) at 10.",
            ),
            ("By Thursday I need the report", "By Thursday (2026-11-19) User needs the report."),
            ("Kim wants the keys back on the 20th", "Kim wants the keys back on the 20th (2026-11-20)."),
            ("On the 20th Kim wants the keys back", "On the 20th (2026-11-20) Kim wants the keys back."),
            ("the archive is on the 3rd floor", "The archive is on the 3rd floor."),
            ("the mortgage goes out on the 20th", "The mortgage goes out on the 20th."),
            ("early next year we renovate", "Early next year (2027-01-01 to 2027-03-31) we renovate."),
            ("合同五月底到期", "合同五月底(2027-05-25 至 2027-05-31)到期。"),
            ("租约明年年底到期", "租约明年年底(2027-12)到期。"),
            ("我五月搬到了杭州", "用户五月(2026-05)搬到了杭州。"),
        ] {
            assert_eq!(dated(said), kept, "{said}");
        }
    }
}
