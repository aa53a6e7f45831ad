//! Content hashes: SHA-256 for what callers hold (ETags, base hashes, approvals), SHA-1 for git.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha1::Digest as _;

/// The SHA-256 of a file's bytes: its ETag, and what approvals and base checks are bound to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash([u8; 32]);

impl ContentHash {
    /// Hashes bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(sha2::Sha256::digest(bytes).into())
    }

    /// Parses 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        let mut out = [0; 32];
        hex::decode_to_slice(text.trim(), &mut out).ok()?;
        Some(Self(out))
    }
}

/// A [`ContentHash`] in the making, for content that grows at its end.
#[derive(Clone, Default)]
pub struct Hashing(sha2::Sha256);

impl Hashing {
    /// Takes in what comes next.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The hash of all that was taken in.
    pub fn hash(&self) -> ContentHash {
        ContentHash(self.0.clone().finalize().into())
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}…", hex::encode(&self.0[..6]))
    }
}

impl Serialize for ContentHash {
    fn serialize<S: serde::Serializer>(&self, s: S) -> std::result::Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl schemars::JsonSchema for ContentHash {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ContentHash".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "description": "SHA-256 in hexadecimal", "pattern": "^[0-9a-f]{64}$" })
    }
}

impl<'de> Deserialize<'de> for ContentHash {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> std::result::Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("not a SHA-256 in hexadecimal"))
    }
}
