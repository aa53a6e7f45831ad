//! One message, several memories: where to cut, and what kind each is.

use soulfile_understand::autodetect;
use soulfile_understand::route::Route;
use soulfile_understand::statements;
use soulfile_vocabulary::{EntryKind, Store};

/// Cuts a message where another memory, or a statement with a subject of its own, begins. Nothing said is lost:
/// what belongs to no memory stays with the one before it. The steps of a procedure, which `whole` tells, stay
/// together.
pub(super) fn split(text: &str, whole: Store) -> Vec<(String, Option<EntryKind>)> {
    let found = autodetect::detect(text).memories;
    let mut starts: Vec<usize> = found.iter().map(|memory| memory.span.start).collect();
    if whole != Store::Procedural {
        starts.retain(|start| !statements::refers_back(&text[*start..]));
        if !statements::is_one_clause(text) {
            starts.extend(statements::starts(text));
        }
    }
    starts.sort_unstable();
    starts.dedup();
    if let Some(first) = starts.first_mut() {
        *first = 0;
    }
    let mut pieces = Vec::new();
    for (index, start) in starts.iter().enumerate() {
        let end = starts.get(index + 1).map_or(text.len(), |next| *next);
        let piece = tidy(&text[*start..end]);
        if piece.is_empty() {
            continue;
        }
        let said = found.iter().find(|memory| (*start..end).contains(&memory.span.start));
        // A clause of a longer sentence is judged by itself.
        let whole_sentence = said.is_none_or(|memory| memory.span.end <= end);
        let kind = match said {
            Some(memory) if whole_sentence => Some(memory.kind),
            // The whole message was judged above.
            None if piece.len() == text.len() => None,
            _ => autodetect::detect(piece).kind(),
        };
        pieces.push((piece.to_owned(), kind));
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

    fn cut(text: &str) -> Vec<String> {
        split(text, Store::Semantic).into_iter().map(|(piece, _)| piece).collect()
    }

    #[test]
    fn a_message_with_two_memories_is_cut_in_two() {
        let pieces = cut("I'm allergic to peanuts. We decided to use Postgres for the billing service.");
        assert_eq!(pieces, ["I'm allergic to peanuts.", "We decided to use Postgres for the billing service."]);
        assert_eq!(cut("the blue folder").len(), 1);
    }

    #[test]
    fn sentences_about_different_people_are_different_memories() {
        assert_eq!(cut("Bo is tall. Cy is short."), ["Bo is tall.", "Cy is short."]);
        assert_eq!(
            cut("Dr. Weiss is our dentist. Mr. Okafor is the plumber."),
            ["Dr. Weiss is our dentist.", "Mr. Okafor is the plumber."]
        );
        assert_eq!(cut("Good news! Bo is a father. He has a son.").len(), 1);
        assert_eq!(cut("Bo is my boss. He lives in Graz. Cy is his wife.").len(), 2);
    }

    #[test]
    fn a_list_of_clauses_is_as_many_memories() {
        let pieces = split("I'm allergic to kiwi, my birthday is June 1st, and I use emacs.", Store::Core);
        let texts: Vec<&str> = pieces.iter().map(|(piece, _)| piece.as_str()).collect();
        assert_eq!(texts, ["I'm allergic to kiwi", "my birthday is June 1st", "I use emacs."]);
        assert_eq!(cut("I like tea, coffee, and cake").len(), 1);
    }

    #[test]
    fn steps_stay_together() {
        assert_eq!(split("To deploy I run the tests. The tag is next. Bo is told.", Store::Procedural).len(), 1);
    }
}
