//! Which items are meant: `1,3-5`, `all`, `2 to 4 and 7`.

use std::collections::BTreeSet;
use std::fmt;

/// The items a decision is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Selection {
    /// Every item that waits.
    #[default]
    All,
    /// These, by number.
    Only(BTreeSet<u32>),
}

/// A range of at most this many numbers: a slip of the finger selects no million items.
const LONGEST: u32 = 10_000;

impl Selection {
    /// Reads numbers and ranges; `None` when something in it is neither.
    pub fn parse(text: &str) -> Option<Selection> {
        let text = text.to_lowercase().replace(" to ", "-").replace(['–', '—'], "-").replace(" - ", "-");
        let mut numbers = BTreeSet::new();
        let mut all = false;
        for word in text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '，' | '、' | '.' | '!')) {
            match word.trim_start_matches('#') {
                "" | "and" | "items" | "item" | "numbers" | "number" | "和" => {}
                "all" | "everything" | "全部" => all = true,
                word => match word.split_once('-') {
                    Some((first, last)) => {
                        let (first, last) = (number(first)?, number(last)?);
                        if first > last || last - first > LONGEST {
                            return None;
                        }
                        numbers.extend(first..=last);
                    }
                    None => {
                        numbers.insert(number(word)?);
                    }
                },
            }
        }
        match (all, numbers.is_empty()) {
            (true, true) => Some(Selection::All),
            (false, false) => Some(Selection::Only(numbers)),
            _ => None,
        }
    }

    /// Whether an item is meant.
    pub fn has(&self, item: u32) -> bool {
        match self {
            Selection::All => true,
            Selection::Only(numbers) => numbers.contains(&item),
        }
    }
}

fn number(word: &str) -> Option<u32> {
    word.trim_start_matches('#').parse().ok().filter(|number| *number > 0)
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Selection::All => f.write_str("all"),
            Selection::Only(numbers) => f.write_str(&ranges(numbers.iter().copied())),
        }
    }
}

/// Numbers as people write them: `1-3, 5`.
pub fn ranges(numbers: impl IntoIterator<Item = u32>) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers.into_iter().collect::<BTreeSet<_>>() {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let runs: Vec<String> = runs
        .into_iter()
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") })
        .collect();
    runs.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges_are_read_and_anything_else_is_not() {
        for (text, shown) in [
            ("1,3-5", "1, 3-5"),
            ("#2 and 7", "2, 7"),
            ("2 to 4", "2-4"),
            ("3 – 5, 9.", "3-5, 9"),
            ("all", "all"),
            ("items 1 2 3", "1-3"),
        ] {
            assert_eq!(Selection::parse(text).map(|s| s.to_string()).as_deref(), Some(shown), "{text}");
        }
        for text in ["", "5-3", "0", "1,x", "1-99999999", "-1", "all but 3", "1.5e9"] {
            assert_eq!(Selection::parse(text), None, "{text}");
        }
    }
}
