//! Sums and digests: how a row that is missing, changed or out of place is noticed.
//!
//! Every row has a sum of its own, and `meta` a digest over all rows of a table, kept up to date
//! with each change by exclusive or.

/// Share of one record or blob in the digest of all.
pub fn blob_share(id: i64, blob: &[u8]) -> u64 {
    let crc = blob.first_chunk::<4>().map_or(0, |b| u32::from_le_bytes(*b));
    mix(u64::from(crc) ^ (id as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Share of a removed chunk in the digest of the segments.
pub fn dead_share(id: i64, file: u32, length: u32) -> u64 {
    let place = (u64::from(file) << 32 | u64::from(length)).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    mix(!(id as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ place)
}

fn mix(n: u64) -> u64 {
    n.wrapping_mul(0xff51_afd7_ed55_8ccd)
}

/// Sum of a file row.
pub fn file_sum(id: u32, path: &str, hash: &[u8; 32], store: u8, stamp: Option<i64>) -> [u8; 8] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&id.to_le_bytes()).update(path.as_bytes()).update(hash).update(&[store]);
    hasher.update(&stamp.unwrap_or(i64::MIN).to_le_bytes());
    hasher.finalize().as_bytes()[..8].try_into().expect("eight of 32 bytes")
}

/// Sum of a chunk's text row; `facts` is the sum of everything else the chunk was made from.
pub fn text_sum(file: u32, text: &str, facts: &[u8; 16]) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&file.to_le_bytes()).update(facts).update(text.as_bytes());
    hasher.finalize().as_bytes()[..16].try_into().expect("16 of 32 bytes")
}
