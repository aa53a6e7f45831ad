//! Text analysis in one place: words, stems, CJK, token counts.
//!
//! Everything that turns text into units (index terms, words to compare, tokens to budget) lives
//! here, so that index time and query time, and every budget, agree.

pub mod tokens;
