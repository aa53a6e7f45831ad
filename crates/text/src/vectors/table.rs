//! The built-in model's table: one int8 row and one scale per word piece, read in place from the
//! bytes in the binary. How the weights were made: `models/README.md`.

use crate::vectors::layout::{DIMS, FIRST, GAP, NORM_STEP, PIECES};
use crate::vectors::scan;
use crate::vectors::wordpiece::number_at;

/// Name and version of the weights in the binary.
pub const MODEL_ID: &str = "soulfile-static-192-v2";

/// Made by the build script, which checks their sizes; they begin with piece [`FIRST`] and leave out [`GAP`].
static ROWS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/rows.bin"));
static SCALES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/scales.bin"));
/// Lengths of the int8 rows in steps of [`NORM_STEP`].
static NORMS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/norms.bin"));
static NOTHING: [u8; DIMS] = [0; DIMS];

/// The table of word-piece vectors, read in place: a process that asks one question touches only the rows it needs.
pub struct Table(());

impl Table {
    /// Returns the table in the binary.
    pub fn builtin() -> &'static Self {
        &Self(())
    }

    /// Length of a row.
    pub fn dims(&self) -> usize {
        DIMS
    }

    /// Number of word pieces, with those that no text has and that have no row.
    pub fn pieces(&self) -> usize {
        PIECES
    }

    /// Row of `piece` as int8 stored in bytes.
    pub fn row(&self, piece: u16) -> &'static [u8] {
        place(piece).map_or(&NOTHING, |at| &ROWS[at * DIMS..][..DIMS])
    }

    fn scale(&self, piece: u16) -> f32 {
        place(piece).map_or(0.0, |at| {
            let at = at * 4;
            f32::from_le_bytes([SCALES[at], SCALES[at + 1], SCALES[at + 2], SCALES[at + 3]])
        })
    }

    /// Length of the int8 row.
    fn norm(&self, piece: u16) -> f32 {
        place(piece).map_or(0.0, |at| f32::from(number_at(NORMS, at)) * NORM_STEP)
    }

    /// Length of the vector of `piece`: how much it weighs in a pooled text.
    pub fn weight(&self, piece: u16) -> f32 {
        self.scale(piece) * self.norm(piece)
    }

    /// What makes the int8 row unit length; 0 where it is zero.
    pub fn unit(&self, piece: u16) -> f32 {
        let norm = self.norm(piece);
        if norm == 0.0 { 0.0 } else { norm.recip() }
    }

    /// Sum of the pieces' vectors, made unit length; zero when no piece has a vector.
    pub fn pool(&self, pieces: &[u16]) -> Vec<f32> {
        let mut sum = vec![0f32; DIMS];
        for piece in pieces {
            scan::add_scaled(&mut sum, self.row(*piece), self.scale(*piece));
        }
        normalise(&mut sum);
        sum
    }
}

/// Where a piece stands in the tables.
fn place(piece: u16) -> Option<usize> {
    match usize::from(piece) {
        piece if piece < GAP.start => piece.checked_sub(FIRST),
        piece => piece.checked_sub(GAP.end).map(|after| GAP.start - FIRST + after),
    }
}

/// Makes `vector` unit length unless it is zero.
pub fn normalise(vector: &mut [f32]) {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|x| *x /= length);
    }
}

/// Quantises a vector to int8 with one scale.
pub fn quantise(vector: &[f32]) -> (f32, Vec<i8>) {
    let peak = vector.iter().fold(0f32, |m, x| m.max(x.abs()));
    if peak == 0.0 {
        return (0.0, vec![0; vector.len()]);
    }
    let scale = peak / 127.0;
    (scale, scan::divided(vector, scale))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::wordpiece::pieces;

    fn close(a: &str, b: &str) -> f32 {
        let table = Table::builtin();
        table.pool(&pieces(a)).iter().zip(table.pool(&pieces(b))).map(|(x, y)| x * y).sum()
    }

    #[test]
    fn related_texts_are_closer_than_unrelated_ones() {
        let near = close("I bought a new car", "she purchased an automobile");
        let far = close("I bought a new car", "the recipe needs two eggs");
        assert!(near > far + 0.2, "{near} {far}");
    }

    #[test]
    fn lengths_are_those_of_the_rows() {
        let table = Table::builtin();
        assert!(table.row(0).iter().all(|x| *x == 0), "a piece that no text has");
        for piece in (0..table.pieces() as u16).step_by(97) {
            let length = (scan::dot_bytes(table.row(piece), table.row(piece)) as f32).sqrt();
            assert!((table.norm(piece) - length).abs() <= NORM_STEP / 2.0, "piece {piece}");
        }
    }

    #[test]
    fn quantising_keeps_direction() {
        let table = Table::builtin();
        let vector = table.pool(&pieces("a quiet walk in the hills"));
        let (scale, small) = quantise(&vector);
        let dot: f32 = vector.iter().zip(&small).map(|(x, q)| x * scale * f32::from(*q)).sum();
        assert!(dot > 0.999, "{dot}");
    }
}
