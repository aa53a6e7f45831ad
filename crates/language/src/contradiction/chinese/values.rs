//! Chinese numbers, clock times and days in one writing.

use std::sync::LazyLock;

use regex::{Captures, Regex};

/// What may follow a number that counts.
const UNITS: &str = "点个岁年月日号元块只条位名层楼人次天小分周米斤公度本张辆间台口份%套所家门句种时封页毛平顿杯包";

fn digit(c: char) -> Option<u64> {
    "零一二三四五六七八九".chars().position(|known| known == c).map(|at| at as u64).or((c == '两').then_some(2))
}

/// The value of a run of numerals: 二十五, 三千二百.
fn value(run: &[char]) -> u64 {
    let (mut total, mut section, mut last) = (0, 0, 0);
    for c in run {
        match c {
            '十' | '百' | '千' => {
                let unit = match c {
                    '十' => 10,
                    '百' => 100,
                    _ => 1000,
                };
                section += last.max(1) * unit;
                last = 0;
            }
            '万' => {
                total = (total + section + last).max(1) * 10_000;
                (section, last) = (0, 0);
            }
            c => last = digit(*c).unwrap_or(0),
        }
    }
    total + section + last
}

/// Writes numbers in digits: 三点 is 3点, 两个 is 2个. A weekday keeps its name, and 一个 only says "a".
pub(super) fn in_digits(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let numeral = |c: &char| digit(*c).is_some() || matches!(c, '十' | '百' | '千' | '万');
        let length = chars[at..].iter().take_while(|c| numeral(c)).count();
        if length == 0 {
            out.push(chars[at]);
            at += 1;
            continue;
        }
        let run = &chars[at..at + length];
        let before = at.checked_sub(1).map(|before| chars[before]);
        let next = chars.get(at + length).copied().unwrap_or(' ');
        let weekday = before.is_some_and(|c| matches!(c, '周' | '期' | '拜'));
        let only_a = run == ['一'] && !"点月日号年楼层岁".contains(next) && before != Some('第');
        // 3万 has its digits already.
        let after_digit = before.is_some_and(|c| c.is_ascii_digit());
        let counts = UNITS.contains(next)
            || before == Some('第')
            || length > 1 && run.iter().any(|c| matches!(c, '十' | '百' | '千' | '万'));
        match !weekday && !only_a && !after_digit && counts {
            true => out.push_str(&value(run).to_string()),
            false => out.extend(run),
        }
        at += length;
    }
    out
}

/// Writes clock times as hours and minutes: 下午3点半 is 15:30.
pub(super) fn on_the_clock(text: &str) -> String {
    static CLOCK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(凌晨|早上|早晨|清晨|上午|中午|下午|傍晚|晚上|夜里)?([0-9]{1,2})(?:点钟?|[:：])(半|一刻|三刻|([0-9]{1,2})分?)?")
            .expect("valid pattern")
    });
    if !text.contains(['点', ':', '：']) {
        return text.to_owned();
    }
    CLOCK
        .replace_all(text, |hit: &Captures<'_>| {
            let mut hour: u32 = hit[2].parse().unwrap_or(0);
            let late = matches!(hit.get(1).map_or("", |part| part.as_str()), "下午" | "傍晚" | "晚上" | "夜里");
            let noon = hit.get(1).is_some_and(|part| part.as_str() == "中午") && hour < 11;
            if (late || noon) && hour < 12 {
                hour += 12;
            }
            let minutes = match hit.get(3).map_or("", |part| part.as_str()) {
                "半" => 30,
                "一刻" => 15,
                "三刻" => 45,
                _ => hit.get(4).and_then(|minutes| minutes.as_str().parse().ok()).unwrap_or(0),
            };
            format!("{hour}:{minutes:02}")
        })
        .into_owned()
}

/// The days of the week a text names: a bit for each, none where it names none.
pub(super) fn weekdays(text: &str) -> u8 {
    let mut days = 0;
    if text.contains("周末") || text.contains("双休") {
        days |= 0b110_0000;
    }
    if text.contains("工作日") || text.contains("平日") || text.contains("周一到周五") || text.contains("周一至周五")
    {
        days |= 0b001_1111;
    }
    for (at, day) in "一二三四五六日".chars().enumerate() {
        if text.contains(&format!("周{day}")) {
            days |= 1 << at;
        }
    }
    days
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_have_one_writing() {
        let one = |text: &str| on_the_clock(&in_digits(text));
        assert_eq!(one("下午三点半开会"), "15:30开会");
        assert_eq!(one("早上八点"), "8:00");
        assert_eq!(one("有两个孩子"), "有2个孩子");
        assert_eq!(one("房租三千二百元"), "房租3200元");
        assert_eq!(one("养了一只猫，周三见"), "养了一只猫，周三见");
        assert_eq!(one("他十二岁"), "他12岁");
        assert_eq!(weekdays("工作日吃食堂") & weekdays("周末做饭"), 0);
    }
}
