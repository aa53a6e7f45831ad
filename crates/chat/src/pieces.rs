//! From what recall returns to sentences a person reads: marks off, same things told once.

use std::sync::LazyLock;

use regex::Regex;
use soulfile_engine::RecallHit;
use soulfile_engine::recall_layer::{Store, Trust};
use soulfile_language::contradiction::{self, Verdict};

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
pub(crate) fn pieces(hits: &[RecallHit], share: f32, most: usize, reader: Reader<'_>) -> Vec<Piece> {
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
    let mut out = without_replaced(out);
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

/// Of two statements that cannot both hold, the later one, in the place of the earlier.
fn without_replaced(pieces: Vec<Piece>) -> Vec<Piece> {
    let later = |one: &Piece, other: &Piece| (&one.date, one.line) > (&other.date, other.line);
    let mut out = pieces;
    for at in (0..out.len()).rev() {
        let old = &out[at];
        let replaces = |new: &&Piece| {
            new.date.is_some()
                && old.date.is_some()
                && later(new, old)
                && contradiction::compare(&old.stored, &new.stored).verdict == Verdict::Contradiction
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
        edge.store == Store::Graph
            && (3..=5).contains(&words.len())
            && pieces.iter().any(|other| other != edge && ends().all(|word| letters(&other.stored).contains(word)))
    };
    pieces.iter().filter(|piece| !told(piece)).cloned().collect()
}

/// The sentence a result says, as it is stored.
pub(crate) fn stored(hit: &RecallHit) -> Option<String> {
    sentence(hit, Reader::Room(None)).map(|(stored, _)| stored)
}

/// The sentence a result says, as stored and as said; `None` when it is only a title or a mark.
fn sentence(hit: &RecallHit, reader: Reader<'_>) -> Option<(String, String)> {
    let text = plain(&hit.snippet);
    let text = match hit.store {
        Store::Core => without_block(&text),
        Store::Graph => without_label(&text),
        _ => text,
    };
    // "Leo relates to mia" says nothing.
    let bare_edge = hit.store == Store::Graph && text.contains(" relates to ") && text.split_whitespace().count() <= 8;
    if bare_edge || text.chars().filter(|c| c.is_alphanumeric()).count() < 2 {
        return None;
    }
    let said = match reader {
        Reader::User => person::to_you(&text),
        Reader::Room(user) => person::in_room(&text, user),
    };
    // What came from outside is quoted, with its source.
    let said = match hit.trust {
        Trust::User | Trust::Agent => said,
        Trust::Tool => format!("From a tool or another agent: “{said}”"),
        Trust::Untrusted | Trust::Quarantined => format!("From outside, unchecked: “{said}”"),
    };
    Some((text, said))
}

/// Markdown as plain text on one line: no comments, headings, bullets or marks.
pub(crate) fn plain(text: &str) -> String {
    static COMMENT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?s)<!--.*?-->").expect("valid pattern"));
    static LINK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\[\[(?:\w+--)?([^\]|]+)(?:\|([^\]]+))?\]\]").expect("valid pattern"));
    static STRONG: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\*\*([^*]+)\*\*").expect("valid pattern"));
    let text = COMMENT.replace_all(text, "");
    let text = LINK.replace_all(&text, |c: &regex::Captures<'_>| match c.get(2) {
        Some(shown) => shown.as_str().to_owned(),
        None => c[1].replace('-', " "),
    });
    let text = STRONG.replace_all(&text, "$1");
    text.lines()
        .map(str::trim)
        .filter(|line| !line.starts_with('#') && !line.starts_with("---"))
        .map(|line| line.trim_start_matches(['-', '*', '>']).trim())
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// `Identity: User likes tea.` without the block it stands in.
fn without_block(text: &str) -> String {
    let blocks = ["Identity: ", "Active Context: ", "Persona: ", "Critical Facts: "];
    let rest = blocks.iter().find_map(|block| text.strip_prefix(block));
    rest.unwrap_or(text).to_owned()
}

/// `Alice: Alice leads Heron.` without the name said twice; `Alice: Develops heron` as a sentence.
fn without_label(text: &str) -> String {
    let Some((label, rest)) = text.split_once(": ") else { return text.to_owned() };
    if label == "User" || rest.to_lowercase().contains(&label.to_lowercase()) {
        return rest.to_owned();
    }
    match rest.split_once(' ') {
        Some((verb, object)) if verb.ends_with('s') && verb.chars().next().is_some_and(char::is_uppercase) => {
            format!("{label} {} {object}", verb.to_lowercase())
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_takes_the_place_of_what_it_corrects() {
        let piece = |text: &str, line: u32, score: f32| Piece {
            text: text.to_owned(),
            stored: text.to_owned(),
            line,
            citations: Vec::new(),
            ids: Vec::new(),
            date: Some("2026-02-02 14:30".to_owned()),
            store: Store::Episodic,
            score,
        };
        let said = vec![
            piece("The tundra deadline is March 14.", 3, 0.9),
            piece("Tundra is written in Rust.", 1, 0.7),
            piece("The deadline is March 21.", 6, 0.5),
        ];
        let left: Vec<String> = without_replaced(said).into_iter().map(|piece| piece.text).collect();
        assert_eq!(left, ["The deadline is March 21.", "Tundra is written in Rust."]);
    }

    #[test]
    fn markdown_becomes_a_sentence() {
        assert_eq!(plain("- User likes tea. <!-- source:x -->"), "User likes tea.");
        assert_eq!(plain("# person--alice\n\n<!-- Type: person -->"), "");
        assert_eq!(plain("- **Name:** Sam"), "Name: Sam");
        assert_eq!(
            plain("Alice leads [[project--blue-heron]] with [[person--bo|Bo]]"),
            "Alice leads blue heron with Bo"
        );
        assert_eq!(without_label("Alice: Develops heron"), "Alice develops heron");
        assert_eq!(without_label("Alice: Alice plays the cello."), "Alice plays the cello.");
        assert_eq!(without_block("Identity: User likes tea."), "User likes tea.");
    }
}
