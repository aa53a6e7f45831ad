//! Numbers and dates as terms: one spelling for each value.
//!
//! `1,000` and `1000`, `1st` and `1`, `Sept` and `September`, `2023-05-08` and `8 May 2023` meet
//! in the same terms. Nothing here parses relative dates; that is the language layer's work.

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Returns the month (1–12) that the lower-case `word` names, full or abbreviated.
pub fn month(word: &str) -> Option<u8> {
    if word.len() < 3 {
        return None;
    }
    let at = MONTHS.iter().position(|m| {
        *m == word || (word.len() == 3 && m.starts_with(word)) || (*m == "september" && word == "sept")
    })?;
    Some(at as u8 + 1)
}

/// Returns the full English name of month `number` (1–12).
pub fn month_name(number: u8) -> &'static str {
    MONTHS[usize::from(number - 1)]
}

/// Returns the plain form of a number word: separators dropped, an ordinal's ending dropped,
/// trailing zeros of a fraction dropped. `None` when `word` is no number.
pub fn plain(word: &str) -> Option<String> {
    if !word.as_bytes().first().is_some_and(u8::is_ascii_digit) {
        return None;
    }
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|s| word.strip_suffix(s)).unwrap_or(word);
    if !digits.bytes().all(|b| b.is_ascii_digit() || b == b',' || b == b'.') {
        return None;
    }
    let joined: String = digits.chars().filter(|c| *c != ',').collect();
    // Two dots are a version or an address, not a number.
    match joined.matches('.').count() {
        0 => Some(joined),
        1 => Some(joined.trim_end_matches('0').trim_end_matches('.').to_owned()),
        _ => None,
    }
}

/// A calendar date being read off a run of words; feeds the one term that every spelling of the
/// same day shares.
#[derive(Default)]
pub struct DateRun {
    seen: Vec<Part>,
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Month(u8),
    Number(u32),
}

impl DateRun {
    /// Takes the next word (month number if it names one, value if it is a small number) and
    /// returns a finished `yyyymmdd` term if the last words spell a day of a year.
    pub fn push(&mut self, month: Option<u8>, value: Option<&str>) -> Option<String> {
        let part = match (month, value) {
            (Some(m), _) => Part::Month(m),
            (None, Some(v)) if v.len() <= 4 => Part::Number(v.parse().ok()?),
            _ => {
                self.seen.clear();
                return None;
            }
        };
        if self.seen.len() == 3 {
            self.seen.remove(0);
        }
        self.seen.push(part);
        let (year, month, day) = match self.seen[..] {
            [Part::Month(m), Part::Number(d), Part::Number(y)]
            | [Part::Number(d), Part::Month(m), Part::Number(y)]
            | [Part::Number(y), Part::Month(m), Part::Number(d)]
                if y > 31 =>
            {
                (y, u32::from(m), d)
            }
            [Part::Number(y), Part::Number(m), Part::Number(d)] if y > 1000 => (y, m, d),
            _ => return None,
        };
        let real = (1000..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
        real.then(|| format!("{year:04}{month:02}{day:02}"))
    }

    /// Says whether the words seen named the month, rather than numbered it.
    pub fn has_month_name(&self) -> bool {
        self.seen.iter().any(|p| matches!(p, Part::Month(_)))
    }

    /// Returns the number of the month seen, January where there is none.
    pub fn month(&self) -> u8 {
        match self.seen[..] {
            [_, Part::Number(m), _] if (1..=12).contains(&m) => m as u8,
            _ => self.seen.iter().find_map(|p| if let Part::Month(m) = p { Some(*m) } else { None }).unwrap_or(1),
        }
    }

    /// Forgets what was seen; call it where a run of words ends.
    pub fn reset(&mut self) {
        self.seen.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_spelling() {
        assert_eq!(plain("1,000").as_deref(), Some("1000"));
        assert_eq!(plain("21st").as_deref(), Some("21"));
        assert_eq!(plain("3.50").as_deref(), Some("3.5"));
        assert_eq!(plain("1.2.3"), None);
        assert_eq!(plain("4x4"), None);
    }

    #[test]
    fn months_by_name_and_abbreviation() {
        assert_eq!(month("sept"), Some(9));
        assert_eq!(month("may"), Some(5));
        assert_eq!(month("mayor"), None);
    }

    #[test]
    fn every_spelling_of_a_day_is_one_term() {
        let spell = |parts: &[(Option<u8>, Option<&str>)]| {
            let mut run = DateRun::default();
            parts.iter().fold(None, |_, (m, v)| run.push(*m, *v))
        };
        let day = Some("20230508".to_owned());
        assert_eq!(spell(&[(None, Some("8")), (Some(5), None), (None, Some("2023"))]), day);
        assert_eq!(spell(&[(Some(5), None), (None, Some("8")), (None, Some("2023"))]), day);
        assert_eq!(spell(&[(None, Some("2023")), (None, Some("05")), (None, Some("08"))]), day);
        assert_eq!(spell(&[(None, Some("8")), (None, Some("2023"))]), None);
    }
}
