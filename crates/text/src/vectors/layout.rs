//! What the build script, which makes the tables, and the readers of them agree on.

/// Word pieces of the model.
pub(crate) const PIECES: usize = 30_522;
/// Length of a piece's vector.
pub(crate) const DIMS: usize = 192;
/// The first piece that a text can be split into: those before are marks of the vocabulary's makers. They have no rows.
pub(crate) const FIRST: usize = 999;
/// Pieces that no text is split into either: Chinese and Japanese letters inside a word, which stand alone. They have no
/// rows.
pub(crate) const GAP: std::ops::Range<usize> = 30_158..30_510;

/// How often the places in the vocabulary pass a multiple of 65,536.
pub(crate) const WRAPS: usize = 3;
/// The unit in which lengths of rows are kept: the longest fits, and each is right to five digits.
pub(crate) const NORM_STEP: f32 = 1.0 / 32.0;

/// Slots of the table: a power of two, a little over twice the pieces there are.
pub(crate) const SLOTS: usize = 1 << 16;
/// A slot nothing is in.
pub(crate) const EMPTY: u16 = 0xffff;

/// FNV-1a: the vocabulary is fixed and trusted, so a fast hash is enough.
pub(crate) fn first_slot(piece: &[u8]) -> usize {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in piece {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (hash ^ (hash >> 32)) as usize % SLOTS
}
