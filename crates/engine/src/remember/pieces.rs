//! One message, several memories: where to cut, and what kind each is.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_with_two_memories_is_cut_in_two() {
        let pieces = split("I'm allergic to peanuts. We decided to use Postgres for the billing service.");
        assert_eq!(pieces.len(), 2, "{pieces:?}");
        assert_eq!(pieces[0].0, "I'm allergic to peanuts.");
        assert_eq!(split("the blue folder").len(), 1);
    }
}
