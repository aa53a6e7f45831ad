//! Tables of Notion: one note per row, each cell after the name of its column.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::{ForeignFile, ForeignNote, ForeignNotes, ImportFormat};
use crate::import::note::written_moment;

/// A database that Notion wrote as comma-separated values.
pub(super) struct NotionTable;

/// Most rows of one table.
const MOST_ROWS: usize = 20_000;

impl ImportFormat for NotionTable {
    fn name(&self) -> &'static str {
        "Notion table"
    }

    fn detects(&self, file: &ForeignFile<'_>) -> bool {
        // What else is kept in such files is data: accounts, measurements. Notion's names say whose they are.
        file.json.is_none() && is_notion_name(file.name) && file.name.to_lowercase().ends_with(".csv")
    }

    fn read(&self, file: &ForeignFile<'_>) -> ForeignNotes {
        let mut out = ForeignNotes::default();
        let mut rows = rows(file.text.trim_start_matches('\u{feff}')).into_iter();
        let head = rows.next().unwrap_or_default();
        for (number, row) in rows.enumerate() {
            if number == MOST_ROWS {
                out.left_out.push(format!("rows after the {MOST_ROWS}th"));
                break;
            }
            let cells: Vec<(&str, &str)> = head
                .iter()
                .zip(&row)
                .map(|(name, cell)| (name.trim(), cell.trim()))
                .filter(|(_, cell)| !cell.is_empty())
                .collect();
            if cells.is_empty() {
                out.left_out.push(format!("row {}: empty", number + 1));
                continue;
            }
            let lines = cells.iter().map(|(name, cell)| format!("{name}: {cell}"));
            out.notes.push(ForeignNote {
                part: format!("row {}", number + 1),
                text: lines.collect::<Vec<_>>().join("\n"),
                at: dated(&cells, &file.zone),
                tags: Vec::new(),
            });
        }
        out
    }
}

/// The first column that says when: made before changed, and any date before none.
fn dated(cells: &[(&str, &str)], zone: &TimeZone) -> Option<Timestamp> {
    let named = |names: &[&str]| {
        let mut found = cells.iter().filter(|(name, _)| names.contains(&name.to_lowercase().as_str()));
        found.find_map(|(_, cell)| written_moment(cell, zone))
    };
    let at = named(&["created", "created time", "date", "created at"])
        .or_else(|| named(&["last edited time", "last edited", "updated", "edited"]))?;
    Some(at.0.to_datetime(at.1).to_zoned(zone.clone()).ok()?.timestamp())
}

/// Whether a file is called as Notion calls files: by a name and an id of 32 digits.
pub(in crate::import) fn is_notion_name(name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let stem = stem.strip_suffix("_all").unwrap_or(stem);
    stem.len() > 32
        && stem.is_char_boundary(stem.len() - 32)
        && stem[stem.len() - 32..].bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The rows of comma-separated values, quoted where they must be.
fn rows(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let row = rows.last_mut().expect("there is a row");
        let cell = row.last_mut().expect("there is a cell");
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(String::new()),
            '\r' if !quoted => {}
            '\n' if !quoted => rows.push(vec![String::new()]),
            other => cell.push(other),
        }
    }
    rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_notes_with_their_columns_and_dates() {
        let text = "\u{feff}Name,Status,Created\nFerry,\"Booked, paid\",\"January 5, 2026 3:04 PM\"\n,,\n\"A \"\"b\"\"\n2\",,\n";
        let mut file = super::super::read(text);
        file.name = "Trips 0123456789abcdef0123456789abcdef_all.csv";
        assert!(NotionTable.detects(&file));
        let out = NotionTable.read(&file);
        let texts: Vec<&str> = out.notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(texts, ["Name: Ferry\nStatus: Booked, paid\nCreated: January 5, 2026 3:04 PM", "Name: A \"b\"\n2"]);
        assert_eq!(out.notes[0].at.unwrap().to_string(), "2026-01-05T15:04:00Z");
        file.name = "accounts.csv";
        assert!(!NotionTable.detects(&file));
    }
}
