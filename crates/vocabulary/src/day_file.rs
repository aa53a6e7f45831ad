//! Day files: `memory/episodes/DATE.md`, or `memory/DATE.md` in the flat layout; perhaps with a name after the date.

use std::fmt;

use jiff::civil::Date;

use crate::layout::{EPISODES_DIR, MEMORY_DIR, below, page};

/// A day file: `2026-02-02`, or `2026-02-02-standup` for a log with a name of its own.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Day {
    pub date: Date,
    /// What follows the date in the file's name.
    pub name: Option<String>,
}

impl From<Date> for Day {
    fn from(date: Date) -> Self {
        Day { date, name: None }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            None => write!(f, "{}", self.date),
            Some(name) => write!(f, "{}-{name}", self.date),
        }
    }
}

/// Where a day file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayLayout {
    /// `memory/DATE.md`.
    Flat,
    /// `memory/episodes/DATE.md`.
    Episodes,
}

impl DayLayout {
    /// Both layouts, in the order their entries of one day are numbered.
    pub const ALL: [Self; 2] = [Self::Flat, Self::Episodes];

    /// The directory of the day files.
    pub const fn dir(self) -> &'static str {
        match self {
            Self::Flat => MEMORY_DIR,
            Self::Episodes => EPISODES_DIR,
        }
    }

    /// The path of a day file.
    pub fn path(self, day: impl fmt::Display) -> String {
        page(self.dir(), day)
    }
}

words! {
    /// The `memory.layout` setting: where new entries go.
    #[derive(Default)]
    LayoutSetting ("layout", "Layout") {
        /// Where the workspace already keeps its day files; `episodes` in a fresh one.
        #[default]
        Auto = "auto",
        /// `memory/episodes/DATE.md`.
        Episodes = "episodes",
        /// `memory/DATE.md`.
        Flat = "flat",
    }
}

/// The path a new entry of `date` goes to, given the paths of existing day files (all of them, or at least those of that day
/// and one of each layout).
pub fn path_for_day<'p>(date: Date, setting: LayoutSetting, existing: impl IntoIterator<Item = &'p str>) -> String {
    let nested = DayLayout::Episodes.path(date);
    let flat = DayLayout::Flat.path(date);
    let (mut has_nested, mut has_flat) = (false, false);
    let (mut any_nested, mut any_flat) = (false, false);
    for path in existing {
        has_nested |= path == nested;
        has_flat |= path == flat;
        match day_of_path(path) {
            Some((_, DayLayout::Episodes)) => any_nested = true,
            Some((_, DayLayout::Flat)) => any_flat = true,
            None => {}
        }
    }
    let use_flat = match setting {
        LayoutSetting::Episodes => false,
        LayoutSetting::Flat => true,
        // The day's own file first: one day is not spread over two files.
        LayoutSetting::Auto if has_nested || has_flat => !has_nested,
        LayoutSetting::Auto => any_flat && !any_nested,
    };
    if use_flat { flat } else { nested }
}

/// Reads the stem of a day file: a date, then perhaps `-name`.
pub fn parse_day(stem: &str) -> Option<Day> {
    let date: Date = stem.get(..10)?.parse().ok()?;
    match &stem[10..] {
        "" => Some(Day { date, name: None }),
        rest => {
            let name = rest.strip_prefix('-').filter(|name| safe_name(name))?;
            Some(Day { date, name: Some(name.to_owned()) })
        }
    }
}

/// The day and layout of a path; `None` when it is no day file.
pub fn day_of_path(path: &str) -> Option<(Day, DayLayout)> {
    let (name, layout) = match below(path, EPISODES_DIR) {
        Some(name) => (name, DayLayout::Episodes),
        None => (below(path, MEMORY_DIR)?, DayLayout::Flat),
    };
    Some((parse_day(name.strip_suffix(".md")?)?, layout))
}

/// Says whether `name` can be one part of a path in the workspace.
pub fn safe_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 200
        && !name.starts_with('.')
        && !name.ends_with(['.', ' '])
        && !name.starts_with(' ')
        && !name.chars().any(|c| {
            c.is_control() || matches!(c, '/' | '\\' | ':' | '#' | '|' | '<' | '>' | '"' | '*' | '?' | '[' | ']')
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_entries_go_where_the_workspace_keeps_them() {
        let day = jiff::civil::date(2026, 2, 2);
        let path = |setting, existing: &[&str]| path_for_day(day, setting, existing.iter().copied());
        assert_eq!(path(LayoutSetting::Auto, &[]), "memory/episodes/2026-02-02.md");
        assert_eq!(path(LayoutSetting::Auto, &["memory/2026-01-01.md"]), "memory/2026-02-02.md");
        let both = ["memory/2026-01-01.md", "memory/episodes/2026-01-02.md"];
        assert_eq!(path(LayoutSetting::Auto, &both), "memory/episodes/2026-02-02.md");
        let today = ["memory/2026-02-02.md", "memory/episodes/2026-01-02.md"];
        assert_eq!(path(LayoutSetting::Auto, &today), "memory/2026-02-02.md");
        assert_eq!(path(LayoutSetting::Flat, &[]), "memory/2026-02-02.md");
        assert_eq!(path(LayoutSetting::Episodes, &today), "memory/episodes/2026-02-02.md");
        assert_eq!(path(LayoutSetting::Auto, &["memory/notes.md"]), "memory/episodes/2026-02-02.md");
    }

    #[test]
    fn day_files_are_told_from_others() {
        let (day, layout) = day_of_path("memory/2026-02-02-standup.md").unwrap();
        assert_eq!((day.name.as_deref(), layout), (Some("standup"), DayLayout::Flat));
        for layout in DayLayout::ALL {
            assert_eq!(day_of_path(&layout.path(&day)), Some((day.clone(), layout)));
        }
        for other in [
            "memory/episodes/sub/2026-02-02.md",
            "memory/graph/index.md",
            "memory/2026-13-02.md",
            "memory/2026-02-02x.md",
            "2026-02-02.md",
        ] {
            assert!(day_of_path(other).is_none(), "{other}");
        }
    }
}
