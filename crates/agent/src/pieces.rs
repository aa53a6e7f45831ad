//! From what recall returns to sentences a person reads: marks off, same things told once.

use soulfile_api::RecallHit;
use soulfile_understand::{Understand, Verdict};
use soulfile_vocabulary::{Authority, Store};

use crate::echo::letters;
use crate::person;

/// Share of the best score at which a later statement still counts against an earlier one.
const REPLACES: f32 = 0.35;

/// One thing to say, with where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Piece {
    /// The words, in plain text.
    pub(crate) text: String,
    /// The same as it is stored, to be compared.
    pub(crate) stored: String,
    /// Its line, which tells what came later on one day.
    pub(crate) line: u32,
    /// Where it stands.
    pub(crate) citations: Vec<String>,
    /// The memories it comes from.
    pub(crate) ids: Vec<String>,
    /// When it happened or was noted, as recall gives it.
    pub(crate) date: Option<String>,
    /// Where it is kept.
    pub(crate) store: Store,
    /// Its score.
    pub(crate) score: f32,
}

/// Whose eyes read it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reader<'a> {
    /// The user, in private.
    User,
    /// Somebody in a room, by name where that is known.
    Room(Option<&'a str>),
}

/// Turns results into things to say: those close to the best, each once, best first.
pub(crate) fn pieces(
    understand: &dyn Understand,
    hits: &[RecallHit],
    share: f32,
    most: usize,
    reader: Reader<'_>,
) -> Vec<Piece> {
    let best = hits.first().map_or(0.0, |hit| hit.score);
    let mut out: Vec<Piece> = Vec::new();
    // What replaces something close to the best may be further from the question itself.
    let reach = share.min(REPLACES);
    for hit in hits.iter().filter(|hit| hit.score >= best * reach) {
        let Some((stored, text)) = sentence(hit, reader) else { continue };
        let same = letters(&text);
        let known = out.iter().position(|piece| {
            let other = letters(&piece.text);
            other.contains(&same) || same.contains(&other)
        });
        match known {
            Some(at) => {
                let piece = &mut out[at];
                piece.citations.push(hit.citation.clone());
                piece.ids.extend(hit.id.iter().chain(&hit.also).cloned());
                piece.date = piece.date.take().or_else(|| hit.date.clone());
                if text.len() > piece.text.len() {
                    (piece.text, piece.stored) = (text, stored);
                }
            }
            None => out.push(Piece {
                text,
                stored,
                line: hit.start_line,
                citations: vec![hit.citation.clone()],
                ids: hit.id.iter().chain(&hit.also).cloned().collect(),
                date: hit.date.clone(),
                store: hit.store,
                score: hit.score,
            }),
        }
    }
    let mut out = without_replaced(understand, out);
    out.retain(|piece| piece.score >= best * share);
    let mut out = without_told(out);
    out.truncate(most);
    for piece in &mut out {
        // What is always in mind is the better place to look it up.
        piece.citations.sort_by_key(|citation| !citation.starts_with("MEMORY.md"));
        piece.citations.dedup();
        piece.citations.truncate(2);
        piece.ids.dedup();
    }
    out
}

/// What is certain of two statements, the older first, by grammar: an answer shows only one of two that are at odds, and the
/// learned comparison is not precise enough to hide one.
pub(crate) fn verdict(understand: &dyn Understand, older: &str, newer: &str) -> Verdict {
    understand.statement(older).compare_by_rules(&understand.statement(newer)).verdict
}

/// Of two statements that cannot both hold, the later one, in the place of the earlier.
fn without_replaced(understand: &dyn Understand, pieces: Vec<Piece>) -> Vec<Piece> {
    let later = |one: &Piece, other: &Piece| (&one.date, one.line) > (&other.date, other.line);
    let mut out = pieces;
    for at in (0..out.len()).rev() {
        let old = &out[at];
        let replaces = |new: &&Piece| {
            new.date.is_some()
                && old.date.is_some()
                && later(new, old)
                && verdict(understand, &old.stored, &new.stored) == Verdict::Contradiction
        };
        let Some(newest) = out.iter().filter(replaces).max_by(|a, b| (&a.date, a.line).cmp(&(&b.date, b.line))) else {
            continue;
        };
        let (text, score) = (newest.text.clone(), old.score);
        if let Some(newest) = out.iter_mut().find(|piece| piece.text == text) {
            newest.score = newest.score.max(score);
        }
        out.remove(at);
    }
    out.sort_by(|a, b| b.score.total_cmp(&a.score));
    out
}

/// An edge of the graph says less than a sentence that names both its ends.
fn without_told(pieces: Vec<Piece>) -> Vec<Piece> {
    let told = |edge: &Piece| {
        let words: Vec<String> = edge.stored.split_whitespace().map(letters).collect();
        let ends = || words.iter().enumerate().filter(|(at, _)| *at != 1).map(|(_, word)| word);
        edge.store == Store::Semantic
            && (3..=5).contains(&words.len())
            && pieces.iter().any(|other| other != edge && ends().all(|word| letters(&other.stored).contains(word)))
    };
    pieces.iter().filter(|piece| !told(piece)).cloned().collect()
}

/// The sentence a result says, as stored and as said; `None` when it is only a title or a mark.
fn sentence(hit: &RecallHit, reader: Reader<'_>) -> Option<(String, String)> {
    let text = soulfile_engine::hit_statement(hit)?;
    let said = match reader {
        Reader::User => person::to_you(&text),
        Reader::Room(user) => person::in_room(&text, user),
    };
    // What came from outside is quoted, with its source.
    let said = match hit.trust {
        Authority::Owner | Authority::Approved | Authority::Agent => said,
        Authority::OtherSpeaker => format!("Said by somebody else: “{said}”"),
        Authority::SubAgent | Authority::Tool => format!("From a tool or another agent: “{said}”"),
        Authority::Import | Authority::Web | Authority::Unknown => format!("From outside, unchecked: “{said}”"),
    };
    Some((text, said))
}
