//! Compares one vector with all of a column file: the vectors are read piece by piece, checked where that was not done,
//! and scored while they are in the processor's cache.

use soulfile_text::vectors::scan;

use crate::column_file::ColumnFile;
use crate::mapped::ReadBuffer;

/// Bytes of vectors that are read, checked and scored together.
const SCANNED: usize = 256 << 10;
/// Bytes of vectors that two threads share.
const LARGE: usize = 8 << 20;

/// The vectors of a file, one after the other, and what the numbers of each count by.
pub(crate) struct VectorColumns<'f> {
    pub file: &'f ColumnFile,
    pub vectors: u8,
    pub scales: u8,
    pub dims: usize,
}

impl VectorColumns<'_> {
    /// Writes the closeness of a vector to that of each row. Rows that are damaged keep what `out` held.
    pub fn score(&self, query: &[i8], scale: f32, out: &mut [f32]) {
        if query.len() != self.dims || self.dims == 0 {
            return;
        }
        if out.len() * self.dims < LARGE || !scan::has_two_cores() {
            return self.score_from(0, query, scale, out);
        }
        let half = out.len() / 2;
        let (first, second) = out.split_at_mut(half);
        std::thread::scope(|scope| {
            scope.spawn(|| self.score_from(half, query, scale, second));
            self.score_from(0, query, scale, first);
        });
    }

    fn score_from(&self, from: usize, query: &[i8], scale: f32, out: &mut [f32]) {
        let step = (SCANNED / self.dims).max(1);
        let mut buffer = ReadBuffer::default();
        for (at, out) in out.chunks_mut(step).enumerate() {
            let range = from + at * step..from + at * step + out.len();
            let scales = self.file.slice::<f32>(self.scales, range.clone());
            let numbers = range.start * self.dims..range.end * self.dims;
            let rows = self.file.read::<i8>(self.vectors, numbers, &mut buffer);
            if scales.len() == out.len() && rows.len() == out.len() * self.dims {
                scan::score_rows(query, scale, rows, scales, out);
            }
        }
    }
}
