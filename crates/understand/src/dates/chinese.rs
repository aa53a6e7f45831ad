//! Chinese expressions of time.

use std::sync::LazyLock;

use jiff::ToSpan;
use jiff::civil::{Date, DateTime, Weekday};
use regex::{Captures, Regex};

use super::{
    Edge, TimeExpression, TimeRange, Unit, month_range, next_weekday, part_of_day, shifted, trailing, weekday_of_week,
    year_for_month, year_range,
};

const NUMBER: &str = r"[0-9]{1,4}|[零〇一二两三四五六七八九十百]{1,4}|半|几|好几|数";
const PART: &str = r"凌晨|早上|早晨|清晨|上午|中午|下午|傍晚|晚上|夜里|晚";
const TAIL: &str = r"月?(?:初|中旬|上旬|下旬|底|末)";

type Resolve = fn(&Captures<'_>, DateTime) -> Option<TimeRange>;

static RULES: LazyLock<Vec<(Regex, Resolve, bool)>> = LazyLock::new(|| {
    let rule = |source: &str, weak: bool, resolve: Resolve| {
        let source = source.replace("NUMBER", NUMBER).replace("PART", PART).replace("TAIL", TAIL);
        (Regex::new(&source).expect("valid pattern"), resolve, weak)
    };
    vec![
        rule(
            r"(?P<word>大前天|前天|昨天|昨日|今天|今日|明天|明日|后天|大后天|昨晚|今晚|明晚|昨夜|今早|明早|今晨|前晚)(?P<part>PART)?",
            false,
            near_day,
        ),
        rule(
            r"(?P<which>上上|上|这|本|下下|下)个?(?:周|星期|礼拜)(?P<day>[一二三四五六日天末])?(?P<part>PART)?",
            false,
            week,
        ),
        rule(r"(?P<which>上上|上|这|本|下下|下)个?月(?P<tail>TAIL)?", false, |c, now| {
            let there = now.date().first_of_month().checked_add(step(&c["which"]).months()).ok()?;
            month_range(there.year(), there.month()).map(|month| narrowed(month, c))
        }),
        rule(
            r"(?P<which>大前年|前年|去年|今年|明年|后年)(?:(?P<m>[0-9]{1,2}|十[一二]|[一二三四五六七八九十])月(?:份)?(?:(?P<d>[0-9]{1,2}|[一二三]?十?[一二三四五六七八九]?)[日号]|(?P<tail>TAIL))?|(?P<season>春天|夏天|秋天|冬天|春季|夏季|秋季|冬季|年?初|年?底|年?末|上半年|下半年)|的?(?:这个时候|这时候|此时|同期))?",
            false,
            relative_year,
        ),
        rule(r"(?P<unit>月|年)(?P<tail>初|底|末)", false, |c, now| {
            let today = now.date();
            let whole =
                if &c["unit"] == "年" { year_range(today.year()) } else { month_range(today.year(), today.month()) };
            whole.map(|whole| narrowed(whole, c))
        }),
        rule(
            r"(?P<y>(?:19|20)[0-9]{2})年(?:(?P<m>[0-9]{1,2}|十[一二]|[一二三四五六七八九十])月份?(?:(?P<d>[0-9]{1,2})[日号]|(?P<tail>TAIL))?)?",
            false,
            dated,
        ),
        rule(
            r"(?P<m>[0-9]{1,2}|十[一二]|[一二三四五六七八九十])月份?(?:(?P<d>[0-9]{1,2}|[一二三]?十?[一二三四五六七八九]?)[日号]|(?P<tail>TAIL))?",
            false,
            dated,
        ),
        rule(
            r"(?P<n>NUMBER)(?:多|来)?个?(?P<unit>分钟|小时|钟头|天|日|周|星期|礼拜|月|年)(?P<dir>以?前|之前|以?后|之后)",
            false,
            |c, now| {
                let sign = if c["dir"].contains('前') { -1 } else { 1 };
                shifted(now, number(&c["n"])?, unit(&c["unit"])?, sign)
            },
        ),
        rule(
            r"(?:最近|过去|近|这|前)(?:的)?(?P<n>NUMBER)个?(?P<unit>小时|天|日|周|星期|礼拜|月|年)",
            false,
            |c, now| trailing(now, number(&c["n"])?, unit(&c["unit"])?),
        ),
        rule(
            r"(?P<which>大前年|前年|去年|今年|明年)?的?(?P<feast>春节|过年|元旦|国庆节?|中秋节?|五一|端午节?|清明节?|圣诞节?|元宵节?|除夕)(?:(?:假期|长假|放假|小长假)?(?:期间|的时候|那天|那几天|那会儿|前后|前|后)|假期|长假|小长假)?",
            false,
            feast,
        ),
        rule(r"(?:周|星期|礼拜)(?P<day>[一二三四五六日天末])(?P<part>PART)?", true, |c, now| {
            let date = match weekday(&c["day"]) {
                Some(day) => next_weekday(now.date(), day),
                None => {
                    return Some(TimeRange::days(weekday_of_week(now.date(), Weekday::Saturday, 0), 2));
                }
            };
            Some(part(TimeRange::day(date), c.name("part").map(|p| p.as_str())))
        }),
    ]
});

pub(super) fn find(text: &str, now: DateTime, found: &mut Vec<TimeExpression>) {
    for (regex, resolve, weak) in RULES.iter() {
        for hit in regex.captures_iter(text) {
            let whole = hit.get(0).expect("group 0 always matches");
            if let Some(range) = resolve(&hit, now) {
                let range = if *weak { told(range, &text[whole.end()..], now) } else { range };
                found.push(TimeExpression { span: whole.range(), range, weak: *weak });
            }
        }
    }
}

/// A weekday on its own is the last one where what follows is marked as done: 周五去看了歌剧.
fn told(range: TimeRange, after: &str, now: DateTime) -> TimeRange {
    let clause = after.split(['，', '。', '！', '？', '；', ',', '\n']).next().unwrap_or_default();
    // What has been arranged is still to come.
    let ahead =
        ["要", "会", "将", "就", "快", "该", "能", "打算", "准备", "计划", "约了", "定了", "订了", "安排了", "改了"];
    let done = clause.contains('了') || clause.contains('过');
    if !done || ahead.iter().any(|word| clause.contains(word)) || range.start.date() <= now.date() {
        return range;
    }
    let weeks = if range.start.weekday() == now.weekday() { 2 } else { 1 };
    let back = |at: DateTime| at.checked_sub(weeks.weeks()).unwrap_or(at);
    TimeRange { start: back(range.start), end: back(range.end) }
}

/// Reads Arabic or Chinese digits up to 999.
fn number(word: &str) -> Option<i64> {
    if let Ok(n) = word.parse() {
        return Some(n);
    }
    if matches!(word, "几" | "好几" | "数") {
        return Some(3);
    }
    if word == "半" {
        return Some(1);
    }
    let (mut total, mut current) = (0, 0);
    for c in word.chars() {
        let digit = match c {
            '零' | '〇' => 0,
            '一' => 1,
            '二' | '两' => 2,
            '三' => 3,
            '四' => 4,
            '五' => 5,
            '六' => 6,
            '七' => 7,
            '八' => 8,
            '九' => 9,
            '十' => {
                total += if current == 0 { 10 } else { current * 10 };
                current = 0;
                continue;
            }
            '百' => {
                total += current.max(1) * 100;
                current = 0;
                continue;
            }
            _ => return None,
        };
        current = digit;
    }
    Some(total + current)
}

fn unit(word: &str) -> Option<Unit> {
    Some(match word {
        "分钟" => Unit::Minute,
        "小时" | "钟头" => Unit::Hour,
        "天" | "日" => Unit::Day,
        "周" | "星期" | "礼拜" => Unit::Week,
        "月" => Unit::Month,
        "年" => Unit::Year,
        _ => return None,
    })
}

fn weekday(word: &str) -> Option<Weekday> {
    Some(match word {
        "一" => Weekday::Monday,
        "二" => Weekday::Tuesday,
        "三" => Weekday::Wednesday,
        "四" => Weekday::Thursday,
        "五" => Weekday::Friday,
        "六" => Weekday::Saturday,
        "日" | "天" => Weekday::Sunday,
        _ => return None,
    })
}

fn step(which: &str) -> i32 {
    match which {
        "上上" => -2,
        "上" => -1,
        "下" => 1,
        "下下" => 2,
        _ => 0,
    }
}

fn part(day: TimeRange, word: Option<&str>) -> TimeRange {
    match word {
        Some("凌晨") => part_of_day(day, 0, 6),
        Some("早上" | "早晨" | "清晨" | "上午") => part_of_day(day, 5, 12),
        Some("中午") => part_of_day(day, 11, 14),
        Some("下午") => part_of_day(day, 12, 18),
        Some("傍晚" | "晚上" | "夜里" | "晚") => part_of_day(day, 17, 29),
        _ => day,
    }
}

fn near_day(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let word = &c["word"];
    let offset = match word {
        "大前天" => -3,
        "前天" | "前晚" => -2,
        "昨天" | "昨日" | "昨晚" | "昨夜" => -1,
        "明天" | "明日" | "明晚" | "明早" => 1,
        "后天" => 2,
        "大后天" => 3,
        _ => 0,
    };
    let day = TimeRange::day(now.date().checked_add(offset.days()).ok()?);
    Some(if word.ends_with('晚') || word.ends_with('夜') {
        part(day, Some("晚上"))
    } else if word.ends_with('早') || word.ends_with('晨') {
        part(day, Some("早上"))
    } else {
        part(day, c.name("part").map(|p| p.as_str()))
    })
}

fn week(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let weeks = step(&c["which"]);
    let day = c.name("day").map(|d| d.as_str());
    Some(match day {
        None => TimeRange::days(weekday_of_week(now.date(), Weekday::Monday, weeks), 7),
        Some("末") => TimeRange::days(weekday_of_week(now.date(), Weekday::Saturday, weeks), 2),
        Some(day) => {
            part(TimeRange::day(weekday_of_week(now.date(), weekday(day)?, weeks)), c.name("part").map(|p| p.as_str()))
        }
    })
}

fn relative_year(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let year = now.year()
        + match &c["which"] {
            "大前年" => -3,
            "前年" => -2,
            "去年" => -1,
            "明年" => 1,
            "后年" => 2,
            _ => 0,
        };
    if let Some(m) = c.name("m") {
        return month_or_day(year, number(m.as_str())?, c.name("d").and_then(|d| number(d.as_str())))
            .map(|range| narrowed(range, c));
    }
    let span = |from: i8, to: i8| {
        Some(TimeRange::between(Date::new(year, from, 1).ok()?, Date::new(year, to, 1).ok()?.last_of_month()))
    };
    match c.name("season").map(|s| s.as_str()) {
        Some("春天" | "春季") => span(3, 5),
        Some("夏天" | "夏季") => span(6, 8),
        Some("秋天" | "秋季") => span(9, 11),
        Some("冬天" | "冬季") => {
            Some(TimeRange::between(Date::new(year, 12, 1).ok()?, Date::new(year + 1, 2, 1).ok()?.last_of_month()))
        }
        Some("年初" | "初") => span(1, 3),
        Some("年底" | "年末" | "底" | "末") => span(12, 12),
        Some("上半年") => span(1, 6),
        Some("下半年") => span(7, 12),
        _ => year_range(year),
    }
}

fn dated(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let month = c.name("m").and_then(|m| number(m.as_str()));
    let year = match c.name("y") {
        Some(y) => y.as_str().parse().ok()?,
        None => year_for_month(now.date(), i8::try_from(month?).ok()?, false),
    };
    match month {
        Some(month) => {
            month_or_day(year, month, c.name("d").and_then(|d| number(d.as_str()))).map(|range| narrowed(range, c))
        }
        None => year_range(year),
    }
}

/// A month cut down to what is named of it: 初, 中旬, 底.
fn narrowed(month: TimeRange, c: &Captures<'_>) -> TimeRange {
    match c.name("tail").map(|tail| tail.as_str().trim_start_matches('月')) {
        Some("初") => Edge::Start.narrow(month),
        Some("上旬") => Edge::Early.narrow(month),
        Some("中旬") => Edge::Middle.narrow(month),
        Some("下旬") => Edge::Late.narrow(month),
        Some("底" | "末") => Edge::End.narrow(month),
        _ => month,
    }
}

fn month_or_day(year: i16, month: i64, day: Option<i64>) -> Option<TimeRange> {
    let month = i8::try_from(month).ok()?;
    match day {
        Some(day) => Date::new(year, month, i8::try_from(day).ok()?).ok().map(TimeRange::day),
        None => month_range(year, month),
    }
}

/// Feasts by their solar date; those of the lunar calendar get the weeks they fall in.
fn feast(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let (month, day, length) = match c["feast"].trim_end_matches('节') {
        "元旦" => (1, 1, 3),
        "五一" => (5, 1, 5),
        "国庆" => (10, 1, 7),
        "圣诞" => (12, 24, 2),
        "清明" => (4, 4, 3),
        "端午" => (5, 28, 30),
        "中秋" => (9, 7, 32),
        "元宵" => (2, 4, 32),
        _ => (1, 20, 36),
    };
    let year = match c.name("which").map(|which| which.as_str()) {
        Some("大前年") => now.year() - 3,
        Some("前年") => now.year() - 2,
        Some("去年") => now.year() - 1,
        Some("今年") => now.year(),
        Some("明年") => now.year() + 1,
        _ => year_for_month(now.date(), month, false),
    };
    Some(TimeRange::days(Date::new(year, month, day).ok()?, length))
}
