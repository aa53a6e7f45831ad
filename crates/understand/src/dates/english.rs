//! English expressions of time.

mod around;
mod parts;
mod signs;

use std::sync::LazyLock;

use crate::pattern::{Groups as Captures, Pattern as Regex};
use jiff::ToSpan;
use jiff::civil::{Date, DateTime, Weekday};

use super::{
    Edge, TimeExpression, TimeRange, Unit, last_weekday, month_range, next_weekday, part_of_day, shifted, trailing,
    weekday_of_week, year_for_month, year_range,
};
use signs::{WORDS, signs_needed, signs_of};

const MONTH: &str = r"jan(?:uary|\b\.?)|feb(?:ruary|\b\.?)|mar(?:ch|\b\.?)|apr(?:il|\b\.?)|may|jun(?:e|\b\.?)|jul(?:y|\b\.?)|aug(?:ust|\b\.?)|sept?(?:ember|\b\.?)|oct(?:ober|\b\.?)|nov(?:ember|\b\.?)|dec(?:ember|\b\.?)";
const WEEKDAY: &str = r"mon(?:day|\b)|tue(?:sday|s\b|\b)|wed(?:nesday|s\b|\b)|thu(?:rsday|rs\b|r\b|\b)|fri(?:day|\b)|sat(?:urday|\b)|sun(?:day|\b)";
const NUMBER: &str = r"\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|a couple of|a couple|couple of|a few|few|several|half an?|a dozen";
const UNIT: &str = r"minutes?|mins?|hours?|hrs?|days?|weeks?|wks?|fortnights?|months?|quarters?|years?|yrs?|decades?";
const PART: &str = r"morning|afternoon|evening|night|lunchtime|noon";
const EDGE: &str = r"(?:start|beginning|middle|end)\s+of\s+|early\s+|mid[- ]|late\s+";

type Resolve = fn(&Captures<'_>, DateTime) -> Option<TimeRange>;

struct Rule {
    /// What a text must hold; a rule whose signs are missing is not even built.
    signs: u8,
    regex: Regex,
    resolve: Resolve,
    weak: bool,
}

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let rule = |source: &str, weak: bool, resolve: Resolve| {
        let signs = signs_needed(source);
        let source = source
            .replace("MONTH", MONTH)
            .replace("WEEKDAY", WEEKDAY)
            .replace("NUMBER", NUMBER)
            .replace("UNIT", UNIT)
            .replace("PART", PART)
            .replace("EDGE", EDGE);
        Rule { signs, regex: Regex::new(&format!(r"\b{source}")), resolve, weak }
    };
    vec![
        rule(
            r"(?:between|from)\s+(?:the\s+)?(?P<a>[\w ,./-]{1,24}?)\s+(?:and|to|until|till|through|-)\s+(?:the\s+)?(?P<b>(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:of\s+)?(?:MONTH)(?:\s+\d{1,2}(?:st|nd|rd|th)?\b)?(?:,?\s+\d{4})?|(?:19|20)\d\d|WEEKDAY|today|yesterday|now|tomorrow|christmas(?: eve| day)?|xmas|new year(?:['’]?s)?(?: eve| day)?|easter|halloween|thanksgiving)(?:,?\s+(?P<rel>next|last|this)\s+year)?\b",
            false,
            between,
        ),
        rule(
            r"(?P<day>the day before yesterday|the day after tomorrow|yesterday|today|tomorrow|tonights?|last nite|last night|tonite|tmrw|tomorow)(?:\s+(?P<part>PART))?\b",
            false,
            near_day,
        ),
        rule(r"(?:earlier |later )?this\s+(?P<part>morning|afternoon|evening)\b", false, |c, now| {
            Some(part(TimeRange::day(now.date()), &c["part"]))
        }),
        rule(
            r"(?:(?:in|during|over|at|since|until|before|after|from|by|for|earlier|later)\s+)?(?:(?:the\s+)?(?P<edge>EDGE))?(?:the\s+|this\s+time\s+|this\s+)?(?P<which>last|past|previous|this|next|coming|upcoming|following)\s+(?P<unit>week|weekend|month|year|quarter|spring|summer|autumn|fall|winter|decade)\b",
            false,
            which_unit,
        ),
        rule(
            r"(?:(?:on|since|until|before|after|from|by|for)\s+)?(?:the\s+)?(?P<which>last|past|previous|this|next|coming)\s+(?P<weekday>WEEKDAY)(?:\s+(?P<part>PART))?\b",
            false,
            which_weekday,
        ),
        rule(
            r"(?:(?:in|since|until|before|after|by|around|during)\s+)?(?P<which>last|this|next|coming)\s+(?P<month>MONTH)\b",
            false,
            which_month,
        ),
        rule(
            r"(?:on\s+)?(?:the\s+|a\s+)?(?P<weekday>WEEKDAY)\s+(?:about\s+|around\s+)?(?P<n>NUMBER)\s+(?P<unit>weeks?|wks?|fortnights?|months?|years?|yrs?)\s+(?:ago|back)\b",
            false,
            weekday_ago,
        ),
        rule(
            r"(?:about |around |roughly |some |over |nearly )?(?P<n>NUMBER)\s+(?P<unit>UNIT|nights?|mornings?|evenings?)(?:\s+or\s+so)?\s+(?:ago|back|earlier|before now)\b",
            false,
            |c, now| {
                shifted(now, number(&c["n"])?, unit(&c["unit"])?.0, -1)
                    .map(|r| scale(r, &c["unit"], number(&c["n"]).unwrap_or(1), now, -1))
            },
        ),
        rule(
            r"(?:in|within|over|during|for|from)\s+the\s+(?:last|past|previous)\s+(?P<n>NUMBER)?\s*(?P<unit>UNIT)\b",
            false,
            |c, now| {
                trailing(
                    now,
                    c.name("n").map_or(Some(1), |n| number(n.as_str()))? * unit(&c["unit"])?.1,
                    unit(&c["unit"])?.0,
                )
            },
        ),
        rule(r"(?:(?:the|these)\s+)?(?:last|past)\s+(?P<n>NUMBER)\s+(?P<unit>UNIT)\b", false, |c, now| {
            trailing(now, number(&c["n"])? * unit(&c["unit"])?.1, unit(&c["unit"])?.0)
        }),
        rule(r"(?:in|within)\s+(?P<n>NUMBER)\s+(?P<unit>UNIT)(?:['’]?s?\s+time)?\b", false, |c, now| {
            shifted(now, number(&c["n"])? * unit(&c["unit"])?.1, unit(&c["unit"])?.0, 1)
        }),
        rule(r"(?P<n>NUMBER)\s+(?P<unit>UNIT)\s+(?:from now|later|hence)\b", false, |c, now| {
            shifted(now, number(&c["n"])? * unit(&c["unit"])?.1, unit(&c["unit"])?.0, 1)
        }),
        rule(
            r"(?:(?:on|since|until|till|before|after|by|from|around|as of|due|the week of)\s+)?(?:the\s+)?(?P<d>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month>MONTH)(?:,?\s+(?:(?P<y>(?:19|20)\d\d)|(?P<rel>next|last|this)\s+year))?\b",
            false,
            day_month,
        ),
        rule(
            r"(?:(?:on|since|until|till|before|after|by|from|around|as of|due|the week of)\s+)?(?P<month>MONTH)\s+(?:the\s+)?(?P<d>\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(?:(?P<y>(?:19|20)\d\d)|(?P<rel>next|last|this)\s+year))?\b",
            false,
            day_month,
        ),
        rule(
            r"(?:(?:on|since|until|before|after|by|from)\s+)?(?P<y>(?:19|20)\d\d)[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})\b",
            false,
            iso,
        ),
        rule(
            r"(?:(?:on|since|until|before|after|by|from)\s+)?(?P<d>\d{1,2})[/.](?P<m>\d{1,2})[/.](?P<y>(?:19|20)?\d\d)\b",
            false,
            iso,
        ),
        rule(
            r"(?:(?:back\s+)?(?:in|at|since|until|till|before|after|during|by|around|from|for|throughout)\s+)?(?:(?:the\s+)?(?P<edge>EDGE))?(?P<month>MONTH)\s+(?:of\s+)?(?P<y>(?:19|20)\d\d)\b",
            false,
            month_only,
        ),
        rule(
            r"(?:(?:back\s+)?(?:in|since|until|till|before|after|during|by|around|from|throughout)|back\s+to)\s+(?:(?:the\s+)?(?P<edge>EDGE))?(?P<month>MONTH)(?:,?\s+(?:of\s+)?(?P<rel>next|last|this)\s+year)?\b",
            false,
            month_only,
        ),
        rule(r"(?:at\s+)?(?:the\s+)?(?P<edge>EDGE)(?P<month>MONTH)\b", false, month_only),
        rule(
            r"(?:(?:at|by|before|until|till|around|towards?)\s+)?(?:the\s+)?(?P<edge>(?:start|beginning|middle|end)\s+of\s+)the\s+(?P<unit>month|year)\b",
            false,
            |c, now| {
                which(now.date(), "this", &c["unit"].to_lowercase()).map(|whole| edge_of(&c["edge"]).narrow(whole))
            },
        ),
        rule(
            r"(?:back\s+)?(?:in|since|until|before|after|during|from|by|around|throughout|of|for)\s+(?:early\s+|mid[- ]|late\s+)?(?P<y>(?:19|20)\d\d)\b",
            false,
            |c, _| year_range(c["y"].parse().ok()?),
        ),
        rule(
            r"(?:in|during|since|over|throughout)\s+(?:the\s+)?(?:early\s+|mid[- ]|late\s+)?(?P<season>spring|summer|autumn|fall|winter)(?:\s+(?:of\s+)?(?P<y>(?:19|20)\d\d))?\b",
            false,
            season,
        ),
        rule(
            r"(?:(?:for|by|before|after|until|till|around)\s+)?(?:the\s+)?(?:early\s+|mid[- ]|late\s+)?(?P<season>spring|summer|autumn|fall|winter)\s+(?:of\s+)?(?P<y>(?:19|20)\d\d)\b",
            false,
            season,
        ),
        rule(r"(?:in\s+|during\s+|for\s+)?Q(?P<q>[1-4])(?:\s+(?:of\s+)?(?P<y>(?:19|20)\d\d))?\b", false, |c, now| {
            let year = c.name("y").map_or(Some(now.year()), |y| y.as_str().parse().ok())?;
            let first = (c["q"].parse::<i8>().ok()? - 1) * 3 + 1;
            Some(TimeRange::between(
                Date::new(year, first, 1).ok()?,
                Date::new(year, first + 2, 1).ok()?.last_of_month(),
            ))
        }),
        rule(
            r"(?:(?:at|on|over|around|during|since|before|after|by|for)\s+)?(?:last\s+|this\s+|next\s+)?(?P<feast>christmas(?: eve| day)?|boxing day|xmas|new year(?:['’]?s)?(?: eve| day)?|easter|halloween|thanksgiving|valentine(?:['’]?s)?(?: day)?)\b",
            false,
            feast,
        ),
        rule(
            r"(?:(?:in|during|over|for|throughout|since|by)\s+)?(?:the\s+)?(?P<nth>first|second|third|latter|last)\s+(?P<piece>half|week|(?:few\s+)?days)\s+of\s+(?P<month>MONTH)(?:,?\s+(?:of\s+)?(?:(?P<y>(?:19|20)\d\d)|(?P<rel>next|last|this)\s+year))?\b",
            false,
            parts::of_month,
        ),
        rule(
            r"(?:(?:in|during|over|for|throughout|since|by)\s+)?(?:the\s+)?(?P<nth>first|second|third|fourth|last|latter)\s+(?P<piece>half|quarter)\s+of\s+(?:(?P<y>(?:19|20)\d\d)|(?P<rel>next|last|this|the)\s+year)\b",
            false,
            parts::of_year,
        ),
        rule(
            r"(?P<n>NUMBER)\s+(?P<unit>springs|summers|autumns|falls|winters|weekends|nights|evenings|mornings|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays)\s+(?:ago|back)\b",
            false,
            parts::seasons_ago,
        ),
        rule(
            r"(?:(?:at|by|before|until|till|towards?|around|in|from|since|after|near)\s+)?(?:the\s+)?(?P<edge>EDGE)(?P<y>(?:19|20)\d\d)\b",
            false,
            |c, _| Some(edge_of(&c["edge"]).narrow(year_range(c["y"].parse().ok()?)?)),
        ),
        rule(
            r"(?:(?:in|during|over|from|since)\s+)?the\s+(?P<nth>first|last)\s+(?P<n>NUMBER)\s+(?P<unit>weeks|months)\s+of\s+(?P<y>(?:19|20)\d\d)\b",
            false,
            parts::months_of_year,
        ),
        rule(
            r"(?:(?:in|during|over|on|since)\s+)?the\s+(?P<back>night|weekend|week|month|year|summer|winter|spring|autumn|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\s+before\s+last\b",
            false,
            parts::before_last,
        ),
        rule(r"(?:over|at|on|during)\s+the\s+weekend\b", false, |_, now| which(now.date(), "last", "weekend")),
        rule(
            r"(?:on|since|until|till|before|after|by|this coming|due)\s+(?P<weekday>WEEKDAY)s?(?:\s+(?P<part>PART))?\b",
            true,
            bare_weekday,
        ),
        rule(r"(?P<weekday>mon|tues|wednes|thurs|fri|satur|sun)day(?:\s+(?P<part>PART))?\b", true, bare_weekday),
        rule(
            r"(?:(?:on|by|until|till|before|after|since|from)\s+)?the\s+(?P<d>\d{1,2})(?:st|nd|rd|th)\b",
            true,
            |c, now| {
                let d: i8 = c["d"].parse().ok()?;
                Date::new(now.year(), now.month(), d).ok().map(TimeRange::day)
            },
        ),
    ]
});

pub(super) fn find(text: &str, now: DateTime, found: &mut Vec<TimeExpression>) {
    if !text.bytes().any(|b| b.is_ascii_digit()) && !WORDS.is_match(text) {
        return;
    }
    let signs = signs_of(text);
    for rule in RULES.iter().filter(|rule| rule.signs & !signs == 0) {
        for hit in rule.regex.captures_iter(text) {
            let whole = hit.get(0).expect("group 0 always matches");
            if around::is_left_behind(text, &whole.range()) || rule.weak && around::counts_things(text, &whole.range())
            {
                continue;
            }
            if let Some(range) = (rule.resolve)(&hit, now) {
                let range = if rule.weak { around::told(&hit, range, text, now) } else { range };
                found.push(TimeExpression { span: whole.range(), range, weak: rule.weak });
            }
        }
    }
}

fn number(word: &str) -> Option<i64> {
    let lower = word.to_lowercase();
    Some(match lower.as_str() {
        "a" | "an" | "one" | "half a" | "half an" => 1,
        "two" | "a couple of" | "a couple" | "couple of" => 2,
        "three" | "a few" | "few" => 3,
        "four" | "several" => 4,
        "five" => 5,
        "six" => 6,
        "seven" => 7,
        "eight" => 8,
        "nine" => 9,
        "ten" => 10,
        "eleven" => 11,
        "twelve" | "a dozen" => 12,
        "fifteen" => 15,
        "twenty" => 20,
        "thirty" => 30,
        digits => digits.parse().ok()?,
    })
}

/// The unit, and how many of it one of the word is.
fn unit(word: &str) -> Option<(Unit, i64)> {
    let lower = word.to_lowercase();
    Some(match lower.trim_end_matches('s') {
        "minute" | "min" => (Unit::Minute, 1),
        "hour" | "hr" => (Unit::Hour, 1),
        "day" | "night" | "morning" | "evening" => (Unit::Day, 1),
        "week" | "wk" => (Unit::Week, 1),
        "fortnight" => (Unit::Week, 2),
        "month" => (Unit::Month, 1),
        "quarter" => (Unit::Month, 3),
        "year" | "yr" => (Unit::Year, 1),
        "decade" => (Unit::Year, 10),
        _ => return None,
    })
}

fn scale(range: TimeRange, word: &str, n: i64, now: DateTime, sign: i64) -> TimeRange {
    match unit(word) {
        Some((unit, factor)) if factor > 1 => shifted(now, n * factor, unit, sign).unwrap_or(range),
        _ => range,
    }
}

fn month_number(word: &str) -> Option<i8> {
    let head: String = word.chars().take(3).collect::<String>().to_lowercase();
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        .iter()
        .position(|m| *m == head)
        .map(|i| i as i8 + 1)
}

fn weekday(word: &str) -> Option<Weekday> {
    let head: String = word.chars().take(3).collect::<String>().to_lowercase();
    Some(match head.as_str() {
        "mon" => Weekday::Monday,
        "tue" => Weekday::Tuesday,
        "wed" => Weekday::Wednesday,
        "thu" => Weekday::Thursday,
        "fri" => Weekday::Friday,
        "sat" => Weekday::Saturday,
        "sun" => Weekday::Sunday,
        _ => return None,
    })
}

fn part(day: TimeRange, word: &str) -> TimeRange {
    match word.to_lowercase().as_str() {
        "morning" => part_of_day(day, 5, 12),
        "afternoon" => part_of_day(day, 12, 18),
        "evening" => part_of_day(day, 17, 24),
        "night" => part_of_day(day, 18, 29),
        "lunchtime" | "noon" => part_of_day(day, 11, 14),
        _ => day,
    }
}

fn near_day(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let today = now.date();
    let word = c["day"].to_lowercase();
    let offset = match word.as_str() {
        "the day before yesterday" => -2,
        "yesterday" | "last night" | "last nite" => -1,
        "tomorrow" | "tmrw" | "tomorow" => 1,
        "the day after tomorrow" => 2,
        _ => 0,
    };
    let day = TimeRange::day(today.checked_add(offset.days()).ok()?);
    Some(match (word.as_str(), c.name("part")) {
        ("last night" | "last nite" | "tonight" | "tonights" | "tonite", _) => part(day, "night"),
        (_, Some(p)) => part(day, p.as_str()),
        _ => day,
    })
}

fn which_unit(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let unit = c["unit"].to_lowercase();
    let whole = which(now.date(), &c["which"].to_lowercase(), &unit)?;
    match (c.name("edge"), unit.as_str()) {
        (Some(edge), "month" | "year") => Some(edge_of(edge.as_str()).narrow(whole)),
        _ => Some(whole),
    }
}

fn edge_of(words: &str) -> Edge {
    match words.split([' ', '-']).next().unwrap_or_default().to_lowercase().as_str() {
        "start" | "beginning" => Edge::Start,
        "early" => Edge::Early,
        "late" => Edge::Late,
        "end" => Edge::End,
        _ => Edge::Middle,
    }
}

fn which(today: Date, which: &str, unit: &str) -> Option<TimeRange> {
    let step: i32 = match which {
        "last" | "past" | "previous" => -1,
        "next" | "coming" | "upcoming" | "following" => 1,
        _ => 0,
    };
    Some(match unit {
        "week" => TimeRange::days(weekday_of_week(today, Weekday::Monday, step), 7),
        "weekend" => {
            // On a weekday, the last weekend is the one just gone.
            let this = weekday_of_week(today, Weekday::Saturday, 0);
            let saturday = match step {
                -1 => weekday_of_week(today, Weekday::Saturday, -1),
                1 if today < this => this,
                n => weekday_of_week(today, Weekday::Saturday, n),
            };
            TimeRange::days(saturday, 2)
        }
        "month" => {
            let there = today.first_of_month().checked_add(step.months()).ok()?;
            month_range(there.year(), there.month())?
        }
        "quarter" => {
            let first = (today.month() - 1) / 3 * 3 + 1;
            let start = Date::new(today.year(), first, 1).ok()?.checked_add((step * 3).months()).ok()?;
            TimeRange::between(start, start.checked_add(2.months()).ok()?.last_of_month())
        }
        "year" => year_range(today.year() + step as i16)?,
        "decade" => TimeRange::between(Date::new(today.year() - 10, 1, 1).ok()?, today),
        name => season_range(today, name, today.year() + if step == 1 { 1 } else { 0 }, step)?,
    })
}

fn season_range(today: Date, name: &str, year: i16, step: i32) -> Option<TimeRange> {
    let first = match name {
        "spring" => 3,
        "summer" => 6,
        "autumn" | "fall" => 9,
        _ => 12,
    };
    let start = Date::new(year, first, 1).ok()?;
    // "last summer" in spring is the year before; in December it is this year's.
    let start = if step <= 0 && start > today { Date::new(year - 1, first, 1).ok()? } else { start };
    Some(TimeRange::between(start, start.checked_add(2.months()).ok()?.last_of_month()))
}

fn season(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let today = now.date();
    match c.name("y") {
        Some(y) => season_range(Date::MAX, &c["season"].to_lowercase(), y.as_str().parse().ok()?, 0),
        None => season_range(today, &c["season"].to_lowercase(), today.year(), 0),
    }
}

fn which_weekday(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let today = now.date();
    let weekday = weekday(&c["weekday"])?;
    let date = match c["which"].to_lowercase().as_str() {
        "last" | "past" | "previous" => last_weekday(today, weekday),
        "next" => {
            // "Next Friday" said on a Monday is next week's; said on a Friday or later, the coming one.
            let coming = next_weekday(today, weekday);
            let this_week = weekday_of_week(today, weekday, 0);
            if coming == this_week { weekday_of_week(today, weekday, 1) } else { coming }
        }
        "coming" => next_weekday(today, weekday),
        _ => weekday_of_week(today, weekday, 0),
    };
    let day = TimeRange::day(date);
    Some(c.name("part").map_or(day, |p| part(day, p.as_str())))
}

/// "The Wednesday two months ago": the one closest to the day that far back.
fn weekday_ago(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let (unit, factor) = unit(&c["unit"])?;
    let n = number(&c["n"])? * factor;
    let back = match unit {
        Unit::Week => n.weeks(),
        Unit::Month => n.months(),
        _ => n.years(),
    };
    let day = now.date().checked_sub(back).ok()?;
    let ahead = next_weekday(day.checked_sub(4.days()).ok()?, weekday(&c["weekday"])?);
    Some(TimeRange::day(ahead))
}

fn bare_weekday(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let weekday = weekday(&c["weekday"])?;
    let day = TimeRange::day(next_weekday(now.date(), weekday));
    Some(c.name("part").map_or(day, |p| part(day, p.as_str())))
}

fn which_month(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let today = now.date();
    let month = month_number(&c["month"])?;
    let year = match c["which"].to_lowercase().as_str() {
        "last" if month >= today.month() => today.year() - 1,
        "next" | "coming" if month <= today.month() => today.year() + 1,
        _ => today.year(),
    };
    month_range(year, month)
}

fn day_month(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let month = month_number(&c["month"])?;
    let day: i8 = c["d"].parse().ok()?;
    let year = match c.name("y") {
        Some(y) => y.as_str().parse().ok()?,
        None => year_from_now(c, now).unwrap_or_else(|| year_for_month(now.date(), month, false)),
    };
    Date::new(year, month, day).ok().map(TimeRange::day)
}

fn month_only(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let month = month_number(&c["month"])?;
    let year = match c.name("y") {
        Some(y) => y.as_str().parse().ok()?,
        None => year_from_now(c, now).unwrap_or_else(|| year_for_month(now.date(), month, false)),
    };
    let whole = month_range(year, month)?;
    Some(c.name("edge").map_or(whole, |edge| edge_of(edge.as_str()).narrow(whole)))
}

/// The year of "next year", "last year" or "this year" after a day or a month.
fn year_from_now(c: &Captures<'_>, now: DateTime) -> Option<i16> {
    let step = match c.name("rel")?.as_str().to_lowercase().as_str() {
        "next" => 1,
        "last" => -1,
        _ => 0,
    };
    Some(now.year() + step)
}

fn iso(c: &Captures<'_>, _: DateTime) -> Option<TimeRange> {
    let mut year: i16 = c["y"].parse().ok()?;
    if year < 100 {
        year += 2000;
    }
    let (month, day): (i8, i8) = (c["m"].parse().ok()?, c["d"].parse().ok()?);
    let (month, day) = if month > 12 { (day, month) } else { (month, day) };
    Date::new(year, month, day).ok().map(TimeRange::day)
}

fn feast(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let today = now.date();
    let whole = c[0].to_lowercase();
    let name = c["feast"].to_lowercase();
    let (month, day, length) = if name.starts_with("christmas eve") {
        (12, 24, 1)
    } else if name == "boxing day" {
        (12, 26, 1)
    } else if name.starts_with("christmas") || name == "xmas" {
        (12, 24, 3)
    } else if name.starts_with("new year") {
        (12, 31, 2)
    } else if name == "easter" {
        (4, 1, 21)
    } else if name == "halloween" {
        (10, 31, 1)
    } else if name == "thanksgiving" {
        (11, 22, 7)
    } else {
        (2, 14, 1)
    };
    let year = if whole.contains("next") || month > today.month() && whole.contains("this") {
        today.year() + i16::from(month <= today.month())
    } else {
        year_for_month(today, month, false)
    };
    Some(TimeRange::days(Date::new(year, month, day).ok()?, length))
}

fn between(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    static YEAR: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?:19|20)\d\d"));
    let mut last_text = c["b"].to_owned();
    if let (None, Some(year)) = (YEAR.find(&last_text), year_from_now(c, now)) {
        last_text = format!("{last_text} {year}");
    }
    let last = point(&last_text, now)?;
    // "between May and June 2024": the year belongs to both.
    let mut first_text = c["a"].to_owned();
    if let (None, Some(year)) = (YEAR.find(&first_text), YEAR.find(&last_text)) {
        first_text = format!("{first_text} {}", year.as_str());
    }
    if first_text.trim().bytes().next().is_some_and(|b| b.is_ascii_digit()) {
        first_text = parts::with_month(&first_text, &last_text);
    }
    let first = point(&first_text, now)?;
    Some(TimeRange { start: first.start.min(last.start), end: first.end.max(last.end) })
}

/// Resolves a date that stands by itself, such as either end of "between … and …".
fn point(text: &str, now: DateTime) -> Option<TimeRange> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("now") {
        return Some(TimeRange::day(now.date()));
    }
    let probe = format!("in {text}");
    RULES[1..].iter().find_map(|rule| {
        let hit =
            rule.regex.captures(text).filter(|h| h.get(0).is_some_and(|m| m.start() == 0 && m.end() + 2 >= text.len()));
        let hit = hit.or_else(|| {
            rule.regex
                .captures(&probe)
                .filter(|h| h.get(0).is_some_and(|m| m.start() == 0 && m.end() + 2 >= probe.len()))
        })?;
        (rule.resolve)(&hit, now)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_rule_is_left_out_that_would_match() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../evals/language");
        let mut texts: Vec<String> = [
            "between 3 May and 5 June",
            "from Monday to Friday",
            "on the 3rd",
            "in Q3 2024",
            "last Sept.",
            "this Weds",
            "new year's eve",
            "a couple of hrs ago",
            "on the Wed two months ago",
            "in two mins",
            "over the last wks",
            "15.3.2024",
            "Tues morning",
            "in late fall",
            "next decade",
            "2024-03-15",
            "in the early spring of 2020",
            "valentine's day",
            "on thurs",
        ]
        .map(str::to_owned)
        .into();
        for set in
            ["queries.jsonl", "queries.heldout.jsonl", "routing.jsonl", "autodetect.jsonl", "contradictions.jsonl"]
        {
            texts.extend(std::fs::read_to_string(folder.join(set)).unwrap().lines().map(str::to_owned));
        }
        let mut matched = 0;
        for text in &texts {
            let signs = signs_of(text);
            for rule in RULES.iter().filter(|rule| rule.regex.is_match(text)) {
                assert!(rule.signs & !signs == 0, "{text}");
                matched += 1;
            }
        }
        assert!(matched > 80, "{matched}");
    }
}
