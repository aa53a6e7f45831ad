//! Where day files are: `memory/episodes/DATE.md`, or `memory/DATE.md` in the flat layout.

use jiff::civil::Date;

use crate::id::{Day, parse_day};

/// The `memory.layout` setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// Where the workspace already keeps its day files; `episodes` in a fresh one.
    #[default]
    Auto,
    /// `memory/episodes/DATE.md`.
    Episodes,
    /// `memory/DATE.md`.
    Flat,
}

/// The path a new entry of `date` goes to, given the paths of existing day files (all of them, or at
/// least those of that day and one of each layout).
pub fn path_for_day<'p>(date: Date, layout: Layout, existing: impl IntoIterator<Item = &'p str>) -> String {
    let nested = format!("memory/episodes/{date}.md");
    let flat = format!("memory/{date}.md");
    let (mut has_nested, mut has_flat) = (false, false);
    let (mut any_nested, mut any_flat) = (false, false);
    for path in existing {
        has_nested |= path == nested;
        has_flat |= path == flat;
        match day_of_path(path) {
            Some((_, Layout::Episodes)) => any_nested = true,
            Some(_) => any_flat = true,
            None => {}
        }
    }
    let use_flat = match layout {
        Layout::Episodes => false,
        Layout::Flat => true,
        // The day's own file first: one day is not spread over two files.
        Layout::Auto if has_nested || has_flat => !has_nested,
        Layout::Auto => any_flat && !any_nested,
    };
    if use_flat { flat } else { nested }
}

/// The day and layout of a path; `None` when it is no day file.
pub fn day_of_path(path: &str) -> Option<(Day, Layout)> {
    let rest = path.strip_prefix("memory/")?;
    let (name, layout) = match rest.strip_prefix("episodes/") {
        Some(name) => (name, Layout::Episodes),
        None => (rest, Layout::Flat),
    };
    let day = parse_day(name.strip_suffix(".md")?)?;
    Some((day, layout))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn new_entries_go_where_the_workspace_keeps_them() {
        let day = date(2026, 2, 2);
        let path = |layout, existing: &[&str]| path_for_day(day, layout, existing.iter().copied());
        assert_eq!(path(Layout::Auto, &[]), "memory/episodes/2026-02-02.md");
        assert_eq!(path(Layout::Auto, &["memory/2026-01-01.md"]), "memory/2026-02-02.md");
        let both = ["memory/2026-01-01.md", "memory/episodes/2026-01-02.md"];
        assert_eq!(path(Layout::Auto, &both), "memory/episodes/2026-02-02.md");
        let today = ["memory/2026-02-02.md", "memory/episodes/2026-01-02.md"];
        assert_eq!(path(Layout::Auto, &today), "memory/2026-02-02.md");
        assert_eq!(path(Layout::Flat, &[]), "memory/2026-02-02.md");
        assert_eq!(path(Layout::Episodes, &today), "memory/episodes/2026-02-02.md");
        assert_eq!(path(Layout::Auto, &["memory/notes.md"]), "memory/episodes/2026-02-02.md");
    }

    #[test]
    fn day_files_are_told_from_others() {
        let (day, layout) = day_of_path("memory/2026-02-02-standup.md").unwrap();
        assert_eq!(day.name.as_deref(), Some("standup"));
        assert_eq!(layout, Layout::Flat);
        assert!(day_of_path("memory/episodes/sub/2026-02-02.md").is_none());
        assert!(day_of_path("memory/graph/index.md").is_none());
        assert!(day_of_path("memory/2026-13-02.md").is_none());
    }
}
