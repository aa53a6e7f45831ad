//! The late arm: closeness word by word.
//!
//! For each word piece of the question, the closest piece of the chunk; their mean, weighted by
//! how much each piece of the question says. With a static model a chunk's token vectors are rows
//! of one table, so only piece ids are stored, two bytes each.

use std::collections::HashMap;

use crate::embed::table::Table;

/// A question's pieces, with closeness to other pieces remembered.
pub struct Late<'a> {
    table: &'a Table,
    pieces: Vec<(u16, f32)>,
    total: f32,
    known: HashMap<u16, Vec<f32>>,
}

impl<'a> Late<'a> {
    /// Prepares a question; `weight` says how much a piece counts.
    pub fn new(table: &'a Table, pieces: &[u16], weight: impl Fn(u16) -> f32) -> Self {
        let mut own: Vec<(u16, f32)> = Vec::new();
        for piece in pieces {
            let w = weight(*piece);
            if w > 0.0 && !own.iter().any(|(p, _)| p == piece) {
                own.push((*piece, w));
            }
        }
        let total = own.iter().map(|p| p.1).sum();
        Self {
            table,
            pieces: own,
            total,
            known: HashMap::new(),
        }
    }

    /// Closeness of a chunk with these pieces, 0 – 1.
    pub fn score(&mut self, chunk: &[u16]) -> f32 {
        if self.total <= 0.0 {
            return 0.0;
        }
        let mut best = vec![0f32; self.pieces.len()];
        for piece in chunk {
            let close = self.known.entry(*piece).or_insert_with(|| {
                self.pieces
                    .iter()
                    .map(|(q, _)| self.table.cosine(*q, *piece))
                    .collect()
            });
            for (b, c) in best.iter_mut().zip(close) {
                *b = b.max(*c);
            }
        }
        best.iter()
            .zip(&self.pieces)
            .map(|(b, (_, w))| b * w)
            .sum::<f32>()
            / self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::wordpiece::pieces;

    #[test]
    fn the_same_words_are_closest() {
        let table = Table::builtin();
        let mut late = Late::new(table, &pieces("red car"), |p| table.weight(p));
        let same = late.score(&pieces("a red car"));
        let near = late.score(&pieces("a crimson automobile"));
        let far = late.score(&pieces("boiled potatoes"));
        assert!(
            same > 0.99 && near < same && far < near,
            "{same} {near} {far}"
        );
    }
}
