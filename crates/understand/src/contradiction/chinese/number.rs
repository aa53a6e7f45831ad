//! Numbers of a Chinese text, in digits or in letters, with what they count.

/// A number and what it counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Quantity {
    pub value: f64,
    /// The unit, one writing for each; empty where none is said.
    pub unit: &'static str,
    /// 一个 only says "a".
    pub weak: bool,
}

/// Units; those of a group are one. A counter only says that things are counted.
const UNITS: &[(&str, &str, f64)] = &[
    ("个小时", "小时", 1.0),
    ("个钟头", "小时", 1.0),
    ("小时", "小时", 1.0),
    ("分钟", "小时", 1.0 / 60.0),
    ("个月", "个月", 1.0),
    ("年级", "年级", 1.0),
    ("公里", "米", 1000.0),
    ("千米", "米", 1000.0),
    ("厘米", "米", 0.01),
    ("公分", "米", 0.01),
    ("公斤", "公斤", 1.0),
    ("千克", "公斤", 1.0),
    ("平方米", "平米", 1.0),
    ("平米", "平米", 1.0),
    ("个星期", "天", 7.0),
    ("毫升", "毫升", 1.0),
    ("块钱", "元", 1.0),
    ("元", "元", 1.0),
    ("块", "元", 1.0),
    ("岁", "岁", 1.0),
    ("年", "个月", 12.0),
    ("天", "天", 1.0),
    ("周", "天", 7.0),
    ("秒", "秒", 1.0),
    ("米", "米", 1.0),
    ("斤", "公斤", 0.5),
    ("克", "克", 1.0),
    ("楼", "层", 1.0),
    ("层", "层", 1.0),
    ("次", "次", 1.0),
    ("回", "次", 1.0),
    ("遍", "次", 1.0),
    ("趟", "次", 1.0),
    ("杯", "杯", 1.0),
    ("瓶", "瓶", 1.0),
    ("包", "包", 1.0),
    ("页", "页", 1.0),
    ("字", "字", 1.0),
    ("度", "度", 1.0),
    ("级", "级", 1.0),
    ("折", "折", 1.0),
    ("寸", "寸", 1.0),
    ("月", "月", 1.0),
    ("日", "日", 1.0),
    ("号", "日", 1.0),
    ("室", "室", 1.0),
    ("节", "节", 1.0),
    ("%", "%", 1.0),
    ("gb", "g", 1.0),
    ("g", "g", 1.0),
    ("kg", "公斤", 1.0),
];

/// Letters that count things of any kind.
const COUNTERS: &str = "个名位只条口头匹辆台部张件棵株盆本间套家所门支根人份顿";

fn digit(c: char) -> Option<f64> {
    let at = "零一二三四五六七八九".chars().position(|known| known == c);
    at.map(|at| at as f64).or((c == '两').then_some(2.0)).or((c == '〇').then_some(0.0))
}

fn is_numeral(c: char) -> bool {
    digit(c).is_some() || matches!(c, '十' | '百' | '千' | '万' | '亿')
}

/// The value of a run of numerals: 二十五, 三千五, 二〇二〇.
fn spelled(run: &str) -> f64 {
    if run.chars().count() > 2 && run.chars().all(|c| digit(c).is_some()) {
        return run.chars().fold(0.0, |sum, c| sum * 10.0 + digit(c).unwrap_or(0.0));
    }
    let (mut total, mut section, mut last, mut unit) = (0.0, 0.0, 0.0_f64, 1.0);
    for c in run.chars() {
        match c {
            '十' | '百' | '千' => {
                unit = match c {
                    '十' => 10.0,
                    '百' => 100.0,
                    _ => 1000.0,
                };
                section += last.max(1.0) * unit;
                last = 0.0;
            }
            '万' | '亿' => {
                unit = if c == '万' { 10_000.0 } else { 100_000_000.0 };
                total = f64::max(total + section + last, 1.0) * unit;
                (section, last) = (0.0, 0.0);
            }
            '零' => unit = 1.0,
            c => last = digit(c).unwrap_or(0.0),
        }
    }
    // 三千五 is 3500, 二十五 is 25.
    let short = if unit >= 100.0 { unit / 10.0 } else { 1.0 };
    total + section + last * short
}

/// A number at the start of a text with its length in bytes, without its unit.
pub(super) fn number(text: &str) -> Option<(usize, f64)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        let rest = &text[digits..];
        let fraction = rest.strip_prefix('.').map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
        let mut end = digits + if fraction > 0 { fraction + 1 } else { 0 };
        let mut value: f64 = text[..end].parse().ok()?;
        let after = text[end..].trim_start();
        if let Some(c) = after.chars().next().filter(|c| matches!(c, '万' | '千' | '百' | '亿'))
            && !after.starts_with("千米")
            && !after.starts_with("千克")
        {
            end = text.len() - after.len() + c.len_utf8();
            value *= spelled(&c.to_string());
        }
        return Some((end, value));
    }
    let end: usize = text.chars().take_while(|c| is_numeral(*c)).map(char::len_utf8).sum();
    (end > 0).then(|| (end, spelled(&text[..end])))
}

/// A number that tells one of several apart, with its length: 一期, 三班.
pub(super) fn label(text: &str) -> Option<(usize, String)> {
    let (end, value) = number(text)?;
    let unit = text[end..].chars().next().filter(|c| "期栋组队届轮版代班院".contains(*c))?;
    Some((end + unit.len_utf8(), format!("{value}{unit}")))
}

/// A number with what it counts, and how long both are. A bare 一 or 千 is part of a word.
pub(super) fn quantity(text: &str) -> Option<(usize, Quantity)> {
    let half = text.strip_prefix('半').map(|_| ("半".len(), 0.5));
    let (mut end, mut value) = number(text).or(half)?;
    let written = text.as_bytes()[0].is_ascii_digit();
    end += text[end..].strip_prefix(['多', '几']).map_or(0, |rest| text.len() - end - rest.len());
    let after = text[end..].trim_start();
    let lower = after.chars().take(3).collect::<String>().to_lowercase();
    let start = text.len() - after.len();
    if let Some((name, unit, factor)) = UNITS.iter().find(|(name, ..)| lower.starts_with(name)) {
        end = start + name.len();
        value *= factor;
        // 一米七五, 三块五.
        if *unit == "米" || *unit == "元" {
            let tail: usize = text[end..].chars().take_while(|c| digit(*c).is_some()).map(char::len_utf8).sum();
            let digits = text[end..end + tail].chars();
            value +=
                digits.enumerate().map(|(at, c)| digit(c).unwrap_or(0.0) * 0.1_f64.powi(at as i32 + 1)).sum::<f64>();
            end += tail;
        }
        return Some((end, Quantity { value, unit, weak: *unit == "次" && value == 1.0 }));
    }
    if let Some(c) = after.chars().next().filter(|c| COUNTERS.contains(*c)) {
        // Who is counted is said by 人 itself.
        let end = if c == '人' { start } else { start + c.len_utf8() };
        return Some((end, Quantity { value, unit: "个", weak: value == 1.0 }));
    }
    let letters = text[..end].chars().count();
    let counts = written || letters > 1 && text[..end].contains(['十', '百', '千', '万']);
    counts.then_some((end, Quantity { value, unit: "", weak: false }))
}

/// A time of day in minutes: 三点半, 8:30, with its length.
pub(super) fn clock(text: &str) -> Option<(usize, u32)> {
    let (mut end, hour) = number(text).filter(|(_, hour)| *hour < 25.0 && hour.fract() == 0.0)?;
    let rest = &text[end..];
    let mut minutes = 0;
    if let Some(rest) = rest.strip_prefix([':', '：']) {
        let (length, value) = number(rest).filter(|(_, value)| *value < 60.0)?;
        minutes = value as u32;
        end = text.len() - rest.len() + length;
    } else {
        let rest = rest.strip_prefix('点').filter(|rest| !rest.starts_with('儿'))?;
        let rest = rest.strip_prefix(['钟', '整']).unwrap_or(rest);
        end = text.len() - rest.len();
        for (word, value) in [("半", 30), ("一刻", 15), ("三刻", 45)] {
            if rest.starts_with(word) {
                return Some((end + word.len(), hour as u32 * 60 + value));
            }
        }
        if let Some((length, value)) = number(rest).filter(|(_, value)| *value < 60.0) {
            minutes = value as u32;
            end += length;
            end += rest[length..].strip_prefix('分').map_or(0, |_| "分".len());
        }
    }
    Some((end, hour as u32 * 60 + minutes))
}
