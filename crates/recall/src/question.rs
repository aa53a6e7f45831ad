//! What a question is made of: its terms, its pieces, whom it is about, and how to answer it.

use soulfile_text::tokens::is_cjk;
use soulfile_text::{Analyzer, TermKind};

use crate::attribute::Attribute;
use crate::embed::wordpiece;
use crate::focus::{self, Focus, Wants};
use crate::image::Image;
use crate::keyword::{self, QueryTerm};
use crate::query::{Query, SearchStrategy};
use crate::telling::{self, Telling};
use crate::voice;

/// A question, read.
pub struct PreparedQuestion {
    /// Terms with their rarity.
    pub terms: Vec<QueryTerm>,
    /// What an entry must tell to answer it.
    pub asked: Vec<Telling>,
    /// What it asks of somebody it names, where it asks for nothing else.
    pub attribute: Option<Attribute>,
    /// Word pieces.
    pub pieces: Vec<u16>,
    /// How much of the past it wants.
    pub wants: Wants,
    /// Each word piece once, with the rarity of the word it is of.
    pub rarity: Vec<(u16, f32)>,
    /// Keys of those it is about.
    pub about: Vec<u64>,
    /// Share that says rather than asks, 0 – 1: a message that goes on with something, more than a
    /// question about the past.
    pub telling: f32,
    /// Share of its letters that the built-in model cannot read well (CJK), 0 – 1.
    pub foreign: f32,
    /// How far the built-in model has pieces only for its words, 0 – 1.
    pub split: f32,
    /// How to answer it.
    pub strategy: SearchStrategy,
    /// Names a time, quotes something exactly, or names someone: decay must not interfere.
    pub pointed: bool,
}

impl PreparedQuestion {
    /// Reads a query against an index.
    pub fn read(query: &Query<'_>, image: &Image) -> Self {
        Self::about(query, image, focus::read(&query.text))
    }

    /// Takes a query as it stands, for comparison.
    pub fn plain(query: &Query<'_>, image: &Image) -> Self {
        Self::about(query, image, Focus { text: query.text.clone(), wants: Wants::One })
    }

    fn about(query: &Query<'_>, image: &Image, focus: Focus) -> Self {
        let Focus { mut text, wants } = focus;
        let mut analyzer = Analyzer::new();
        let mut terms = keyword::query_terms(image, &mut analyzer, &text);
        if terms.is_empty() {
            text.clone_from(&query.text);
            terms = keyword::query_terms(image, &mut analyzer, &text);
        }
        let asked = telling::read(image, &text, &terms);
        // 我叫什么名字 has no pair that a statement of a name has.
        if !asked.is_empty() && terms.iter().all(|t| t.kind == TermKind::Pair && image.holders(t.hash) == 0) {
            terms = telling::terms(image, &asked);
        }
        // A summary is of what everybody said.
        let mut about = if wants == Wants::Summary { Vec::new() } else { voice::asked_about(&query.text) };
        about.extend(terms.iter().map(|t| t.hash));
        let letters = query.text.chars().filter(|c| c.is_alphanumeric()).count().max(1);
        let cjk = query.text.chars().filter(|c| is_cjk(*c)).count();
        let exact = query.text.contains('"') || terms.iter().any(|t| t.kind == TermKind::Whole);
        let dated = query.span.is_some() || query.filter.dated.is_some();
        let pieces = wordpiece::pieces(&text);
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).count();
        Self {
            split: ((pieces.len() as f32 / words.max(1) as f32 - 1.0) / 2.0).clamp(0.0, 1.0),
            pieces,
            rarity: rarity(image, &mut analyzer, &text),
            telling: 1.0 - voice::asked_share(&query.text),
            foreign: cjk as f32 / letters as f32,
            strategy: if query.strategy == SearchStrategy::Auto { classify(&query.text) } else { query.strategy },
            pointed: exact || dated || !query.entities.is_empty() || names_someone(&query.text),
            attribute: Attribute::read(&query.text, &mut analyzer),
            asked,
            wants,
            terms,
            about,
        }
    }
}

/// The word pieces of a question with the rarity of their words; 0 for stop words.
fn rarity(image: &Image, analyzer: &mut Analyzer, text: &str) -> Vec<(u16, f32)> {
    let mut splitter = wordpiece::Splitter::default();
    let mut out: Vec<(u16, f32)> = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let terms = keyword::query_terms(image, analyzer, word);
        let rare = terms.iter().map(|term| term.idf).fold(0f32, f32::max);
        for piece in splitter.pieces(word) {
            match out.iter_mut().find(|(known, _)| *known == piece) {
                Some((_, held)) => *held = held.max(rare),
                None => out.push((piece, rare)),
            }
        }
    }
    out
}

/// Tells the strategy from a question's words.
pub fn classify(text: &str) -> SearchStrategy {
    let lower = text.to_lowercase();
    let has = |phrases: &[&str]| phrases.iter().any(|p| lower.contains(p));
    if has(&[
        "how do i usually",
        "how do we usually",
        "how should i usually",
        "what are the steps",
        "steps to ",
        "procedure for",
    ]) || lower.starts_with("how do i ")
        || lower.starts_with("how do we ")
    {
        SearchStrategy::HowTo
    } else if has(&[
        "latest on",
        "latest about",
        "latest with",
        "what's new",
        "newest",
        "most recent",
        "status of",
        "up to date on",
    ]) {
        SearchStrategy::Latest
    } else if lower.starts_with("when ") || has(&["what day ", "what date ", "which day ", "what time did"]) {
        SearchStrategy::When
    } else if has(&["know about", "tell me about", "who is ", "who's "]) {
        SearchStrategy::About
    } else {
        SearchStrategy::Hybrid
    }
}

/// Says whether a word inside the text is capitalised like a name.
fn names_someone(text: &str) -> bool {
    let mut start = true;
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if !start && bare.chars().count() > 1 && bare.starts_with(char::is_uppercase) {
            return true;
        }
        start = word.ends_with(['.', '!', '?', ':']);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_follow_the_question() {
        assert_eq!(classify("When did we meet Ann?"), SearchStrategy::When);
        assert_eq!(classify("What do you know about the memory project?"), SearchStrategy::About);
        assert_eq!(classify("How do I usually deploy?"), SearchStrategy::HowTo);
        assert_eq!(classify("What's the latest on the move?"), SearchStrategy::Latest);
        assert_eq!(classify("Which tea does Ann like?"), SearchStrategy::Hybrid);
    }

    #[test]
    fn names_are_capitalised_words_inside_a_sentence() {
        assert!(names_someone("What did Caroline paint?"));
        assert!(!names_someone("What did she paint? Nothing."));
        assert!(!names_someone("I like tea"));
    }
}
