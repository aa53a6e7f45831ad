//! The table of all lists and how it is searched. The build script, which makes it, reads this file too.

/// Lists of phrases that open a request; they are the first ones.
pub const PHRASES: usize = 6;
/// Places of the table, a power of two.
pub const SLOTS: usize = 1 << 14;
/// A place that holds no entry.
pub const EMPTY: u16 = u16::MAX;
/// Numbers of each entry: its lists as an opening phrase, as whole words, as the beginning of a word, as letters of a
/// script without spaces.
pub const USES: usize = 4;

/// Where the search for a key begins: FNV-1a.
pub fn first_slot(key: &[u8]) -> usize {
    let hash = key
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    (hash ^ (hash >> 32)) as usize % SLOTS
}
