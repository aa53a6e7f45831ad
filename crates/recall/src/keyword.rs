//! The keyword arm: BM25 over the postings, every term optional.
//!
//! Term at a time into one dense array, with nothing pruned, so no recall is lost to speed.

use std::collections::HashMap;

use soulfile_text::{Analyzer, TermKind};

use crate::image::Image;
use crate::record::term_hash;
use crate::term_coverage::TermCoverage;

/// One term of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryTerm {
    pub term: String,
    pub hash: u64,
    /// What it is.
    pub kind: TermKind,
    /// Times it is asked for, 1 for most.
    pub weight: f32,
    /// Rarity in this index.
    pub idf: f32,
}

/// Reads the terms of a question and their rarity.
pub fn query_terms(image: &Image, analyzer: &mut Analyzer, text: &str) -> Vec<QueryTerm> {
    let mut terms: Vec<QueryTerm> = Vec::new();
    let mut seen: HashMap<u64, usize> = HashMap::new();
    for (term, kind) in analyzer.query_terms(text) {
        let hash = term_hash(&term);
        match seen.get(&hash) {
            // Said twice is meant a little more, not twice as much.
            Some(at) => terms[*at].weight += 0.5,
            None => {
                seen.insert(hash, terms.len());
                let idf = idf(image.count, image.holders(hash) as u32);
                terms.push(QueryTerm { term, hash, kind, weight: 1.0, idf });
            }
        }
    }
    terms
}

/// Rarity of a term found in `df` of `count` chunks.
pub fn idf(count: usize, df: u32) -> f32 {
    (1.0 + (count as f32 - df as f32 + 0.5) / (df as f32 + 0.5)).ln()
}

/// BM25 of every slot, and which terms it holds.
pub fn scores(image: &Image, terms: &[QueryTerm], k1: f32, b: f32) -> (Vec<f32>, TermCoverage) {
    let mut out = vec![0f32; image.slots()];
    let average = image.total_length as f32 / image.count.max(1) as f32;
    let (flat, slope) = (k1 * (1.0 - b), k1 * b / average.max(1.0));
    let (mut held, bits) = TermCoverage::new(terms, image.slots());
    for (term, bit) in terms.iter().zip(bits) {
        let weight = term.weight * term.idf;
        image.each_with_length(term.hash, |slot, count, length| {
            let (slot, tf) = (slot as usize, f32::from(count));
            held.mark(slot, bit);
            out[slot] += weight * tf * (k1 + 1.0) / (tf + flat + slope * length as f32);
        });
    }
    (out, held)
}
