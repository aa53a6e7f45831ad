//! Content hashes: what approvals and stale checks are bound to.

use sha2::{Digest, Sha256};

/// The SHA-256 of `content` in hexadecimal.
pub fn fingerprint(content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    let mut hex = String::with_capacity(64);
    for byte in digest.iter() {
        for nibble in [byte >> 4, byte & 15] {
            hex.push(char::from_digit(nibble.into(), 16).expect("a nibble is a hex digit"));
        }
    }
    hex
}

/// The first eight hexadecimal digits of the hash of `text` with its white space collapsed: the
/// name of a line that carries no id of its own.
pub fn short_hash(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut hash = fingerprint(words.join(" ").as_bytes());
    hash.truncate(8);
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_value() {
        assert_eq!(fingerprint(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(short_hash(" a  b\n"), short_hash("a b"));
    }
}
