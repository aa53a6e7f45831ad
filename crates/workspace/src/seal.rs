//! Seals: the MAC that ends the message of every commit Soulfile makes.
//!
//! `Chain: v2.42.<key id>.<previous mac>.<mac>` is the last line. The MAC covers every byte of the commit object before
//! it: tree, parent, author, times, the whole message with its trailers, the sequence number, the key's id and the MAC
//! of the key's entry before. A seal therefore fits one commit and no other.
//!
//! The first format, `Chain: 42.<key id>.<mac>`, covered the lines of audit.log, tree, parent and the value before. It
//! is read, never written.

use git2::Oid;

/// Length of a MAC in hexadecimal digits.
const MAC: usize = 32;
/// Length of a key id, and of its beginning that the first format wrote.
const KEY_ID: usize = 16;
const SHORT_KEY_ID: usize = 8;
/// What the last line of a message begins with.
pub const TRAILER: &str = "Chain: ";
/// Stands for the MAC before the first entry of a key.
const NONE: &str = "0";

/// A secret audit key.
#[derive(Clone)]
pub struct AuditKey {
    secret: [u8; 32],
    id: String,
}

impl std::fmt::Debug for AuditKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AuditKey({})", self.id)
    }
}

impl AuditKey {
    /// The key with this secret.
    pub fn new(secret: [u8; 32]) -> Self {
        let id = hex::encode(&blake3::derive_key("soulfile audit key id", &secret)[..KEY_ID / 2]);
        Self { secret, id }
    }

    /// What the key is known by; says nothing about the secret.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether a seal names this key.
    pub fn is_named(&self, id: &str) -> bool {
        id == self.id || id == &self.id[..SHORT_KEY_ID]
    }

    /// Seals a commit, given as the bytes of its object without the chain line.
    pub fn sign(&self, unsealed: &[u8], previous: Option<&Link>) -> Link {
        let seq = previous.map_or(1, |link| link.seq + 1);
        let previous = Some(previous.map_or_else(|| NONE.to_owned(), |link| link.mac.clone()));
        let mut link = Link { seq, key_id: self.id.clone(), previous, mac: String::new() };
        let head = format!("{TRAILER}{link}");
        link.mac = self.mac(&[unsealed, head.as_bytes()]);
        link
    }

    /// Whether the seal at the end of a commit object is this key's.
    pub fn fits(&self, object: &[u8]) -> bool {
        let Some(object) = object.strip_suffix(b"\n").filter(|o| o.len() > MAC) else { return false };
        let (sealed, mac) = object.split_at(object.len() - MAC);
        same(self.mac(&[sealed]).as_bytes(), mac)
    }

    fn mac(&self, parts: &[&[u8]]) -> String {
        let key = blake3::derive_key("soulfile audit entry v2", &self.secret);
        let mut hasher = blake3::Hasher::new_keyed(&key);
        for part in parts {
            hasher.update(part);
        }
        hex::encode(&hasher.finalize().as_bytes()[..MAC / 2])
    }

    /// Whether a seal of the first format fits its entry.
    pub fn fits_first_format(
        &self,
        link: &Link,
        previous: Option<&Link>,
        lines: &[String],
        tree: Oid,
        parent: Option<Oid>,
    ) -> bool {
        let mut hasher = blake3::Hasher::new_keyed(&self.secret);
        hasher.update(previous.map_or(String::new(), ToString::to_string).as_bytes());
        hasher.update(&link.seq.to_le_bytes());
        hasher.update(tree.as_bytes());
        hasher.update(parent.unwrap_or(Oid::ZERO_SHA1).as_bytes());
        for line in lines {
            hasher.update(b"\n");
            hasher.update(line.as_bytes());
        }
        same(hex::encode(&hasher.finalize().as_bytes()[..MAC / 2]).as_bytes(), link.mac.as_bytes())
    }

    /// A mark on something kept inside the repository that nobody without the key can make.
    pub fn mark(&self, bytes: &[u8]) -> String {
        let key = blake3::derive_key("soulfile seal", &self.secret);
        blake3::keyed_hash(&key, bytes).to_hex().to_string()
    }
}

/// Compares in constant time.
pub fn same(a: &[u8], b: &[u8]) -> bool {
    blake3::hash(a) == blake3::hash(b)
}

/// The value of a `Chain` trailer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// How many entries the key has made up to here.
    pub seq: u64,
    /// Which key made the MAC.
    pub key_id: String,
    /// The MAC of the key's entry before; `None` in the first format.
    pub previous: Option<String>,
    /// The MAC, 32 hexadecimal digits.
    pub mac: String,
}

impl Link {
    /// Reads a trailer back.
    pub fn parse(text: &str) -> Option<Self> {
        let is_hex = |text: &&str| text.bytes().all(|b| b.is_ascii_hexdigit());
        let (rest, sealed) = match text.strip_prefix("v2.") {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let mut parts = rest.split('.');
        let seq = parts.next()?.parse().ok()?;
        let key_id = parts.next().filter(is_hex)?.to_owned();
        let previous = if sealed { Some(parts.next().filter(is_hex)?.to_owned()) } else { None };
        let mac = parts.next().filter(|mac| mac.len() == MAC).filter(is_hex)?.to_owned();
        parts.next().is_none().then_some(Self { seq, key_id, previous, mac })
    }

    /// Whether this is a seal over the whole commit, not the first format.
    pub fn is_sealed(&self) -> bool {
        self.previous.is_some()
    }

    /// Whether this entry follows `before` in the chain of one key.
    pub fn follows(&self, before: Option<&Link>) -> bool {
        let mac = before.map_or(NONE, |link| &link.mac);
        self.seq == before.map_or(1, |link| link.seq + 1) && self.previous.as_deref().is_none_or(|p| p == mac)
    }
}

impl std::fmt::Display for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.previous {
            Some(previous) => write!(f, "v2.{}.{}.{previous}.{}", self.seq, self.key_id, self.mac),
            None => write!(f, "{}.{}.{}", self.seq, self.key_id, self.mac),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_fits_its_commit_and_no_other() {
        let (key, other) = (AuditKey::new([7; 32]), AuditKey::new([8; 32]));
        let link = key.sign(b"tree a\n\nwords\n", None);
        assert_eq!(Link::parse(&link.to_string()), Some(link.clone()));
        let object = |text: &str, link: &Link| format!("{text}{TRAILER}{link}\n").into_bytes();
        let whole = object("tree a\n\nwords\n", &link);
        assert!(key.fits(&whole) && !other.fits(&whole));
        assert!(!key.fits(&object("tree b\n\nwords\n", &link)), "another tree");
        assert!(!key.fits(&object("tree a\n\nother words\n", &link)), "other words");
        for forged in [
            Link { seq: 2, ..link.clone() },
            Link { key_id: other.id().to_owned(), ..link.clone() },
            Link { previous: Some("ab".to_owned()), ..link.clone() },
            Link { mac: "0".repeat(MAC), ..link.clone() },
        ] {
            assert!(!key.fits(&object("tree a\n\nwords\n", &forged)), "{forged}");
        }
        assert!(!key.fits(b"") && !key.fits(b"\n") && !key.fits(&whole[..whole.len() - 1]));
        let next = key.sign(b"more\n", Some(&link));
        assert!(next.follows(Some(&link)) && !next.follows(None) && link.follows(None));
    }

    #[test]
    fn a_trailer_that_is_no_chain_value_is_none() {
        let mac = "0".repeat(MAC);
        assert!(Link::parse(&format!("3.aabbccdd.{mac}")).is_some_and(|link| !link.is_sealed()));
        for bad in ["", "v2.", "3.aa", "3.aa.bb", &format!("3.aa.{mac}.{mac}"), &format!("v2.3.aa.{mac}")] {
            assert_eq!(Link::parse(bad), None, "{bad}");
        }
    }
}
