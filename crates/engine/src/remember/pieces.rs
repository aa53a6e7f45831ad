//! One message, several memories: where to cut, what kind each is, and which days it means.

use soulfile_language::autodetect;
use soulfile_language::route::Route;
use soulfile_language::vocabulary::{EntryKind, Store};

/// Cuts a message where another memory begins. Nothing said is lost: what belongs to no memory stays
/// with the one before it.
pub(super) fn split(text: &str) -> Vec<(String, Option<EntryKind>)> {
    let found = autodetect::detect(text).memories;
    let mut pieces = Vec::new();
    for (index, memory) in found.iter().enumerate() {
        let start = if index == 0 { 0 } else { memory.span.start };
        let end = found.get(index + 1).map_or(text.len(), |next| next.span.start);
        let piece = tidy(&text[start..end]);
        if !piece.is_empty() {
            pieces.push((piece.to_owned(), Some(memory.kind)));
        }
    }
    if pieces.is_empty() {
        pieces.push((tidy(text).to_owned(), None));
    }
    pieces
}

/// Takes off what joins two clauses.
fn tidy(piece: &str) -> &str {
    let mut piece = piece.trim();
    loop {
        let cut = piece
            .trim_end_matches([',', ';', '，', '；', '、', ' '])
            .trim_end_matches(" and")
            .trim_end_matches(" but")
            .trim_end();
        if cut.len() == piece.len() {
            return piece;
        }
        piece = cut;
    }
}

/// The kind of a memory that shows no sign of its own.
pub(super) fn kind_of(route: &Route) -> EntryKind {
    match route.store {
        Store::Episodic => EntryKind::Event,
        _ => EntryKind::Fact,
    }
}

/// The summary with every relative day written out: "next Friday" means nothing a week later.
pub(super) fn dated(route: &Route) -> String {
    let mut out = route.summary.clone();
    for date in &route.dates {
        let day = date.start.date();
        let says_it = date.text.contains(&day.year().to_string()) || date.text.contains(&day.to_string());
        let Some(at) = out.find(&date.text).filter(|_| !says_it) else { continue };
        let last = date.end.date().yesterday().unwrap_or(day);
        let days = match last > day && date.end.time() == jiff::civil::Time::midnight() {
            true => format!(" ({day} to {last})"),
            false => format!(" ({day})"),
        };
        out.insert_str(at + date.text.len(), &days);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use soulfile_language::route::{Origin, route};

    #[test]
    fn a_message_with_two_memories_is_cut_in_two() {
        let pieces = split("I'm allergic to peanuts. We decided to use Postgres for the billing service.");
        assert_eq!(pieces.len(), 2, "{pieces:?}");
        assert_eq!(pieces[0].0, "I'm allergic to peanuts.");
        assert_eq!(split("the blue folder").len(), 1);
    }

    #[test]
    fn relative_days_are_written_out() {
        let now: jiff::Zoned = "2026-02-02T14:30:00+01:00[Europe/Berlin]".parse().unwrap();
        let found = route("The dentist appointment is tomorrow at nine.", Origin::Explicit, &now);
        assert!(dated(&found).contains("tomorrow (2026-02-03)"), "{}", dated(&found));
    }
}
