use super::*;

/// Wednesday, 11 March 2026.
fn now() -> Zoned {
    "2026-03-11T10:30:00+01:00[Europe/Berlin]".parse().expect("a valid time")
}

fn check(text: &str, span: &str, start: &str, end: &str) {
    let found = find(text, &now());
    let first = found.first().unwrap_or_else(|| panic!("nothing found in {text}"));
    assert_eq!(&text[first.span.clone()], span, "{text}");
    assert_eq!(
        (first.range.start.to_string(), first.range.end.to_string()),
        (format!("{start}:00"), format!("{end}:00")),
        "{text}"
    );
}

#[test]
fn english_expressions_resolve() {
    check("what happened last Tuesday?", "last Tuesday", "2026-03-10T00:00", "2026-03-11T00:00");
    check("what did we do in January", "in January", "2026-01-01T00:00", "2026-02-01T00:00");
    check("in June", "in June", "2025-06-01T00:00", "2025-07-01T00:00");
    check("two days ago", "two days ago", "2026-03-09T00:00", "2026-03-10T00:00");
    check("three nights ago", "three nights ago", "2026-03-08T00:00", "2026-03-09T00:00");
    check("on Boxing Day", "on Boxing Day", "2025-12-26T00:00", "2025-12-27T00:00");
    check("yesterday evening we met", "yesterday evening", "2026-03-10T17:00", "2026-03-11T00:00");
    check("between May and June 2024", "between May and June 2024", "2024-05-01T00:00", "2024-07-01T00:00");
    check("due next Friday", "next Friday", "2026-03-20T00:00", "2026-03-21T00:00");
    check("on 14 May 2025", "on 14 May 2025", "2025-05-14T00:00", "2025-05-15T00:00");
    check("on the Wednesday two months ago", "on the Wednesday two months ago", "2026-01-14T00:00", "2026-01-15T00:00");
    check("the Monday 3 weeks ago", "the Monday 3 weeks ago", "2026-02-16T00:00", "2026-02-17T00:00");
    check("last weekend", "last weekend", "2026-03-07T00:00", "2026-03-09T00:00");
}

#[test]
fn chinese_expressions_resolve() {
    check("两周前我们聊了什么", "两周前", "2026-02-22T00:00", "2026-03-01T00:00");
    check("明天下午开会", "明天下午", "2026-03-12T12:00", "2026-03-12T18:00");
    check("上周三去了哪里", "上周三", "2026-03-04T00:00", "2026-03-05T00:00");
    check("去年五月", "去年五月", "2025-05-01T00:00", "2025-06-01T00:00");
}

#[test]
fn verbs_and_names_are_not_months() {
    assert!(find("I may march on", &now()).is_empty());
    assert!(find("she said sat down", &now()).is_empty());
}

/// The first day each text names, said on Monday, 16 November 2026.
fn named_day(text: &str) -> String {
    let now: Zoned = "2026-11-16T10:30:00+01:00[Europe/Berlin]".parse().expect("a valid time");
    let found = find(text, &now);
    found.first().map(|found| found.range.start.date().to_string()).unwrap_or_default()
}

#[test]
fn a_weekday_told_in_the_past_is_the_last_one() {
    for (text, day) in [
        ("I bought a bike on Saturday", "2026-11-14"),
        ("went to the opera on Friday", "2026-11-13"),
        ("We saw Anna on Wednesday", "2026-11-11"),
        ("On Friday we visited Bo in Graz", "2026-11-13"),
        ("Saturday morning I cut my hair", "2026-11-14"),
        ("Anna and I had dinner with Kim on Thursday.", "2026-11-12"),
        ("The server was down on Sunday", "2026-11-15"),
        ("I've been ill since Friday", "2026-11-13"),
        ("Bo has already left on Tuesday", "2026-11-10"),
        ("I met Kim. She called on Friday.", "2026-11-13"),
        ("She told Anna on Friday", "2026-11-13"),
        ("we started on Monday", "2026-11-09"),
        ("I paid the rent on the 20th", "2026-10-20"),
        ("周五去看了歌剧", "2026-11-13"),
        ("我周六买了一辆自行车", "2026-11-14"),
    ] {
        assert_eq!(named_day(text), day, "{text}");
    }
}

#[test]
fn a_weekday_not_told_in_the_past_is_the_next_one() {
    for (text, day) in [
        ("The meeting is on Friday", "2026-11-20"),
        ("let's meet on Friday", "2026-11-20"),
        ("The shop is closed on Friday", "2026-11-20"),
        ("I need the signed form on Friday", "2026-11-20"),
        ("I was told the review is on Friday", "2026-11-20"),
        ("I promised to call Anna on Friday", "2026-11-20"),
        ("I finished the draft that I will send on Friday", "2026-11-20"),
        ("I was asked to hand it in by Friday", "2026-11-20"),
        ("I moved the call to Friday", "2026-11-20"),
        ("I'm flying on Friday", "2026-11-20"),
        ("dentist on Friday", "2026-11-20"),
        ("The rent is due on the 3rd", "2026-12-03"),
        ("周五要去看歌剧", "2026-11-20"),
        ("周五我约了牙医", "2026-11-20"),
    ] {
        assert_eq!(named_day(text), day, "{text}");
    }
}

#[test]
fn parts_of_months_and_years_and_days_counted_back() {
    for (text, start, end) in [
        ("during the first half of May", "2025-05-01", "2025-05-15"),
        ("in the last week of June 2024", "2024-06-24", "2024-06-30"),
        ("in the second half of 2023", "2023-07-01", "2023-12-31"),
        ("the first three months of 2024", "2024-01-01", "2024-03-31"),
        ("between 3 and 9 May 2025", "2025-05-03", "2025-05-09"),
        ("three nights ago", "2026-03-08", "2026-03-08"),
        ("two Fridays ago", "2026-02-27", "2026-02-27"),
        ("the Monday before last", "2026-03-02", "2026-03-02"),
        ("in the third quarter of 2024", "2024-07-01", "2024-09-30"),
        ("for the summer of 2023", "2023-06-01", "2023-08-31"),
        ("by the end of 2021", "2021-12-01", "2021-12-31"),
    ] {
        let found = super::find(text, &now());
        let [one] = found.as_slice() else { panic!("{text}: {found:?}") };
        let last = one.range.end.checked_sub(1.seconds()).expect("a time");
        assert_eq!(
            (one.range.start.date().to_string().as_str(), last.date().to_string().as_str()),
            (start, end),
            "{text}"
        );
        assert_eq!(one.span, 0..text.len(), "{text}");
    }
}
