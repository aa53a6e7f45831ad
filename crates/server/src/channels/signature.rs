//! Signatures of deliveries: HMAC with SHA-256, compared in constant time, within a window of time.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// How old a delivery may be, and how far ahead its clock, in seconds.
const WINDOW: i64 = 300;

/// The signature of these parts, one after the other.
pub(super) fn sign(secret: &[u8], parts: &[&[u8]]) -> Vec<u8> {
    mac(secret, parts).finalize().into_bytes().to_vec()
}

/// Whether `signature` is that of these parts; takes as long for a wrong one as for the right one.
pub(super) fn is_signed(secret: &[u8], parts: &[&[u8]], signature: &[u8]) -> bool {
    mac(secret, parts).verify_slice(signature).is_ok()
}

/// Whether a time, as the sender wrote it in seconds, is close enough to now.
pub(super) fn is_recent(written: &str, now: i64) -> bool {
    let digits = !written.is_empty() && written.bytes().all(|b| b.is_ascii_digit());
    digits && written.parse::<i64>().is_ok_and(|at| (now - WINDOW..=now + WINDOW).contains(&at))
}

fn mac(secret: &[u8], parts: &[&[u8]]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes a key of any length");
    parts.iter().for_each(|part| mac.update(part));
    mac
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_that_of_the_standard() {
        // RFC 4231, test case 2.
        let signature = sign(b"Jefe", &[b"what do ya want ", b"for nothing?"]);
        let hex: String = signature.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        assert!(is_signed(b"Jefe", &[b"what do ya want for nothing?"], &signature));
        assert!(!is_signed(b"Jefe", &[b"what do ya want for nothing?"], &signature[..16]));
        assert!(!is_signed(b"jefe", &[b"what do ya want for nothing?"], &signature));
        assert!(!is_signed(b"Jefe", &[b"what do ya want for nothing?"], b""));
    }

    #[test]
    fn only_a_plain_recent_time_counts() {
        assert!(is_recent("1000", 1000) && is_recent("1300", 1000) && is_recent("700", 1000));
        for wrong in ["699", "1301", "", "-1000", "+1000", "1000.0", " 1000", "99999999999999999999"] {
            assert!(!is_recent(wrong, 1000), "{wrong}");
        }
    }
}
