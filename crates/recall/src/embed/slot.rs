// Where a piece is looked for; shared by the build script, which fills the table, and the splitter, which reads it.

/// Slots of the table: a power of two, a little over twice the pieces there are.
const SLOTS: usize = 1 << 16;
/// A slot nothing is in.
const EMPTY: u16 = 0xffff;

/// FNV-1a: the vocabulary is fixed and trusted, so a fast hash is enough.
fn first_slot(piece: &[u8]) -> usize {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in piece {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (hash ^ (hash >> 32)) as usize % SLOTS
}
