//! The late arm: closeness word by word.
//!
//! For each word piece of the question, the closest piece of the chunk; their mean, weighted by
//! how much each piece of the question says and how rare its word is in this index. With a static model a chunk's token vectors are rows
//! of one table, so only piece ids are stored, two bytes each.

use soulfile_text::vectors::scan::{Rows, as_signed, expect};

use crate::embed::table::Table;

/// A question's pieces, with closeness to other pieces remembered.
pub struct Late<'a> {
    table: &'a Table,
    pieces: Vec<(u16, f32)>,
    total: f32,
    rows: Rows,
    /// Where a piece's closenesses begin in `close`, plus one; 0 while unknown.
    known: Vec<u32>,
    close: Vec<f32>,
}

/// Pieces of a question that are compared; a long message's rest adds little and costs time.
const MOST_PIECES: usize = 48;

/// How many pieces ahead a row is asked for: the table is larger than the nearer caches.
const AHEAD: usize = 6;

/// How close the closest piece of a chunk is to each piece of a question.
pub type Closest = [f32; MOST_PIECES];

impl<'a> Late<'a> {
    /// Prepares a question of different pieces; each counts by the length of its vector and its rarity.
    pub fn new(table: &'a Table, pieces: &[(u16, f32)]) -> Self {
        let weigh = |(piece, rarity): &(u16, f32)| (*piece, table.weight(*piece) * rarity);
        let mut own: Vec<(u16, f32)> = pieces.iter().map(weigh).filter(|(_, weight)| *weight > 0.0).collect();
        if own.len() > MOST_PIECES {
            own.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            own.truncate(MOST_PIECES);
        }
        let total = own.iter().map(|p| p.1).sum();
        let vectors = own.iter().map(|(piece, _)| (as_signed(table.row(*piece)), table.unit(*piece)));
        let rows = Rows::new(table.dims(), vectors);
        Self { table, pieces: own, total, rows, known: vec![0; table.pieces()], close: Vec::new() }
    }

    /// Closeness of a chunk with these pieces, 0 – 1.
    pub fn score(&mut self, chunk: &[u16]) -> f32 {
        let closest = self.closest(chunk);
        self.mean(&closest)
    }

    /// For each piece of the question, how close the closest piece of a chunk is.
    pub fn closest(&mut self, chunk: &[u16]) -> Closest {
        let width = self.pieces.len();
        let mut best = [0f32; MOST_PIECES];
        for (place, piece) in chunk.iter().enumerate() {
            if let Some(next) = chunk.get(place + AHEAD)
                && self.known[*next as usize] == 0
            {
                expect(self.table.row(*next));
            }
            let mut at = self.known[*piece as usize] as usize;
            if at == 0 {
                let from = self.close.len();
                at = from + 1;
                self.known[*piece as usize] = at as u32;
                self.close.resize(from + width, 0.0);
                let row = as_signed(self.table.row(*piece));
                self.rows.score(row, self.table.unit(*piece), &mut self.close[from..]);
            }
            let close = &self.close[at - 1..at - 1 + width];
            for (b, c) in best.iter_mut().zip(close) {
                *b = b.max(*c);
            }
        }
        best
    }

    /// The mean over the question, each piece by its weight.
    pub fn mean(&self, closest: &Closest) -> f32 {
        if self.total <= 0.0 {
            return 0.0;
        }
        closest.iter().zip(&self.pieces).map(|(close, (_, weight))| close * weight).sum::<f32>() / self.total
    }
}

/// What several chunks hold together.
pub fn together(all: impl Iterator<Item = Closest>) -> Closest {
    let mut best = [0f32; MOST_PIECES];
    for closest in all {
        best.iter_mut().zip(closest).for_each(|(held, close)| *held = held.max(close));
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::wordpiece::pieces;

    #[test]
    fn the_same_words_are_closest() {
        let table = Table::builtin();
        let words: Vec<(u16, f32)> = pieces("red car").into_iter().map(|piece| (piece, 1.0)).collect();
        let mut late = Late::new(table, &words);
        let same = late.score(&pieces("a red car"));
        let near = late.score(&pieces("a crimson automobile"));
        let far = late.score(&pieces("boiled potatoes"));
        assert!(same > 0.99 && near < same && far < near, "{same} {near} {far}");
    }
}
