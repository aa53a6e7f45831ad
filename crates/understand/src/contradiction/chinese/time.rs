//! When a Chinese statement holds: days, times of day, dates and seasons.

use super::lexicon::id;
use super::number;

/// What limits a statement in time.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Times {
    /// Days of the week, a bit for each.
    pub days: u8,
    /// Whether the days are meant as a part of every week: 工作日, 周末.
    pub regular: bool,
    /// Parts of the day, a bit for each.
    pub parts: u8,
    /// Times of day in minutes, and whether the half of the day is known.
    pub clocks: Vec<(u32, bool)>,
    /// Months and days of the month.
    pub dates: Vec<(u32, u32)>,
    pub years: Vec<u32>,
    /// 去年, 下个月, 夏天.
    pub when: Vec<u64>,
    /// 每天, 每月.
    pub often: Vec<u64>,
}

const PARTS: &[(&str, u8)] = &[
    ("凌晨", 1),
    ("大清早", 2),
    ("一大早", 2),
    ("早上", 2),
    ("早晨", 2),
    ("清晨", 2),
    ("上午", 6),
    ("中午", 8),
    ("下午", 16),
    ("午后", 16),
    ("傍晚", 32),
    ("晚上", 96),
    ("晚间", 96),
    ("夜晚", 96),
    ("夜里", 97),
    ("夜间", 97),
    ("深夜", 65),
    ("半夜", 65),
];

const DAYS: &str = "一二三四五六日";

fn day_at(text: &str) -> Option<usize> {
    let c = text.chars().next()?;
    DAYS.chars().position(|day| day == c)
}

/// Takes a time at the start of a text, and says how long it is.
pub(super) fn take(text: &str, out: &mut Times) -> Option<usize> {
    if let Some((name, mask)) = PARTS.iter().find(|(name, _)| text.starts_with(name)) {
        // The part of the day belongs to the hour.
        if let Some((length, minutes)) = number::clock(&text[name.len()..]) {
            out.clocks.push((with_part(minutes, *mask), true));
            return Some(name.len() + length);
        }
        out.parts |= mask;
        return Some(name.len());
    }
    for (name, mask) in [("工作日", 0b001_1111), ("平日", 0b001_1111), ("周末", 0b110_0000), ("双休日", 0b110_0000)]
    {
        if text.starts_with(name) {
            out.days |= mask;
            out.regular = true;
            return Some(name.len());
        }
    }
    for (name, which) in [("上", "上周"), ("下", "下周"), ("本", "本周"), ("这", "本周")] {
        if let Some(rest) = text.strip_prefix(name) {
            let rest = rest.strip_prefix('个').unwrap_or(rest);
            if let Some(days) = rest.strip_prefix('周').filter(|days| day_at(days).is_some()) {
                out.when.push(id(which));
                return Some(text.len() - days.len() - "周".len());
            }
        }
    }
    if let Some(rest) = text.strip_prefix('周') {
        let day = day_at(rest)?;
        let mut length = "周一".len();
        // 每周三次 counts.
        if rest["一".len()..].starts_with(['次', '天', '回', '遍']) {
            return None;
        }
        out.days |= 1 << day;
        let tail = &text[length..];
        let last = ["到周", "至周"].iter().find_map(|to| tail.strip_prefix(to)).and_then(day_at);
        if let Some(last) = last {
            out.days |= (day..=last).fold(0, |mask, day| mask | 1 << day);
            out.regular = true;
            length += "到周五".len();
        }
        return Some(length);
    }
    if let Some(length) = ["每个周", "每周"].iter().find(|every| text.starts_with(**every)).map(|every| every.len())
    {
        let from = length - "周".len();
        if text[length..].starts_with('末') {
            return Some(from);
        }
        if day_at(&text[length..]).is_some() && !text[length + 3..].starts_with(['次', '天', '回', '遍']) {
            return Some(from);
        }
        return None;
    }
    let c = text.chars().next()?;
    if !c.is_ascii_digit() && !"一二三四五六七八九十两零〇".contains(c) {
        return None;
    }
    if let Some((length, minutes)) = number::clock(text) {
        out.clocks.push((minutes, minutes >= 13 * 60));
        return Some(length);
    }
    let (length, value) = number::number(text)?;
    let rest = text[length..].trim_start();
    let start = text.len() - rest.len();
    if let Some(after) = rest.strip_prefix('年').filter(|_| (1900.0..2100.0).contains(&value)) {
        out.years.push(value as u32);
        return Some(text.len() - after.len());
    }
    if let Some(after) = rest.strip_prefix('月').filter(|_| value <= 12.0) {
        if let Some((length, day)) = number::number(after)
            && let Some(tail) = after[length..].strip_prefix(['日', '号'])
        {
            out.dates.push((value as u32, day as u32));
            return Some(text.len() - tail.len());
        }
        out.dates.push((value as u32, 0));
        return Some(start + "月".len());
    }
    None
}

fn with_part(minutes: u32, part: u8) -> u32 {
    let hour = minutes / 60;
    let late = part & 0b111_0000 != 0 && hour < 12 && !(part & 1 == 1 && hour < 6);
    let noon = part == 8 && hour < 11;
    if late || noon { minutes + 12 * 60 } else { minutes }
}

const SEASONS: [u64; 8] =
    [id("夏天"), id("冬天"), id("春天"), id("秋天"), id("暑假"), id("寒假"), id("感冒"), id("生病")];

impl Times {
    pub(super) fn add(&mut self, other: &Times) {
        self.days |= other.days;
        self.regular |= other.regular;
        self.parts |= other.parts;
        self.clocks.extend(&other.clocks);
        self.dates.extend(&other.dates);
        self.years.extend(&other.years);
        self.when.extend(&other.when);
        self.often.extend(&other.often);
    }

    /// Whether it says of itself that it was.
    pub(super) fn is_past(&self) -> bool {
        !self.years.is_empty() || self.when.iter().any(|when| [id("去年"), id("前年")].contains(when))
    }

    /// The parts of the day, told by the clock where it is known.
    fn day_parts(&self) -> u8 {
        self.clocks.iter().filter(|(_, sure)| *sure).fold(self.parts, |mask, (minutes, _)| {
            mask | match minutes / 60 {
                0..6 => 1,
                6..9 => 6,
                9..11 => 6,
                11..13 => 12,
                13..18 => 16,
                _ => 96,
            }
        })
    }

    fn often(&self) -> Vec<u64> {
        let mut often = self.often.clone();
        // 早上七点起床 is what somebody does every day.
        let daily = !self.clocks.is_empty() || self.parts != 0;
        often.retain(|often| !(*often == id("每周") && self.days != 0 || *often == id("每天") && daily));
        often.sort_unstable();
        often.dedup();
        often
    }

    /// Whether both limit a statement in the same way.
    pub(super) fn same(&self, other: &Times) -> bool {
        let sorted = |list: &[u64]| {
            let mut list = list.to_vec();
            list.sort_unstable();
            list.dedup();
            list
        };
        let parts = match self.clocks.is_empty() {
            true => self.parts == other.parts || self.parts & other.parts != 0,
            false => true,
        };
        self.days == other.days
            && parts
            && !self.clocks_differ(other)
            && self.clocks.is_empty() == other.clocks.is_empty()
            && self.dates == other.dates
            && self.years == other.years
            && sorted(&self.when) == sorted(&other.when)
            && self.often() == other.often()
    }

    fn clocks_differ(&self, other: &Times) -> bool {
        let same = |(one, sure): &(u32, bool), (two, known): &(u32, bool)| match sure & known {
            true => one == two,
            false => one % 720 == two % 720,
        };
        self.clocks.len() != other.clocks.len()
            || !self.clocks.iter().all(|one| other.clocks.iter().any(|two| same(one, two)))
    }

    /// Whether they are about other years, seasons or days.
    pub(super) fn apart(&self, other: &Times) -> bool {
        let none = |one: u8, two: u8| one != 0 && two != 0 && one & two == 0;
        let differ =
            |one: &[u64], two: &[u64]| !one.is_empty() && !two.is_empty() && !one.iter().any(|when| two.contains(when));
        none(self.days, other.days)
            || none(self.day_parts(), other.day_parts())
            || differ(&self.when, &other.when)
            || !self.years.is_empty() && !other.years.is_empty() && self.years != other.years
    }

    /// Whether one only holds of weekdays and the other of the rest, or of other seasons.
    pub(super) fn split(&self, other: &Times) -> bool {
        let season = |times: &Times| times.when.iter().any(|when| SEASONS.contains(when));
        (self.regular || other.regular) && self.days & other.days == 0 && self.days != 0 && other.days != 0
            || season(self) && season(other)
            || !self.years.is_empty()
            || !other.years.is_empty()
    }

    /// Whether both say when, and not the same.
    pub(super) fn conflicts(&self, other: &Times) -> bool {
        self.apart(other)
            || !self.clocks.is_empty() && !other.clocks.is_empty() && self.clocks_differ(other)
            || !self.dates.is_empty() && !other.dates.is_empty() && self.dates != other.dates
    }

    /// Whether both say how often, and not the same.
    pub(super) fn other_pace(&self, other: &Times) -> bool {
        let (one, two) = (self.often(), other.often());
        !one.is_empty() && !two.is_empty() && one != two
    }

    /// Whether this limits what the other leaves open.
    pub(super) fn narrower(&self, other: &Times) -> bool {
        self.days != 0 && other.days == 0
            || self.parts != 0 && other.day_parts() == 0
            || !self.when.is_empty() && other.when.is_empty()
    }
}
