//! Dotted key paths: `agents.list[0].identity.name`, `a."key.with.dots".b`.

use std::fmt;

/// A path to one key of the configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyPath(pub Vec<String>);

impl KeyPath {
    /// Reads a dotted path. List items are numbers, with a dot or in brackets.
    pub fn parse(text: &str) -> Result<Self, BadPath> {
        let bad = || BadPath(text.to_owned());
        let mut parts = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let (part, after) = if let Some(quoted) = rest.strip_prefix('"') {
                let end = quoted.find('"').ok_or_else(bad)?;
                (&quoted[..end], &quoted[end + 1..])
            } else if let Some(index) = rest.strip_prefix('[') {
                let end = index.find(']').ok_or_else(bad)?;
                (index[..end].trim_matches('"'), &index[end + 1..])
            } else {
                rest.split_at(rest.find(['.', '[']).unwrap_or(rest.len()))
            };
            if part.is_empty() {
                return Err(bad());
            }
            parts.push(part.to_owned());
            rest = match after.strip_prefix('.') {
                Some("") => return Err(bad()),
                Some(next) => next,
                None if after.is_empty() || after.starts_with('[') => after,
                None => return Err(bad()),
            };
        }
        if parts.is_empty() { Err(bad()) } else { Ok(Self(parts)) }
    }

    /// The path of a key inside this one.
    pub fn child(&self, key: &str) -> Self {
        let mut parts = self.0.clone();
        parts.push(key.to_owned());
        Self(parts)
    }
}

impl fmt::Display for KeyPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.0.iter().enumerate() {
            let index = part.bytes().all(|b| b.is_ascii_digit()) && !part.is_empty();
            match (i, index) {
                (0, _) => write!(f, "{part}")?,
                (_, true) => write!(f, "[{part}]")?,
                _ if part.contains(['.', '[', '"']) => write!(f, ".\"{part}\"")?,
                _ => write!(f, ".{part}")?,
            }
        }
        Ok(())
    }
}

/// A key path that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a key path; write it like memory.decay.lambda or agents.list[0].id")]
pub struct BadPath(
    /// The path as it was given.
    pub String,
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_and_shown() {
        for (text, shown) in [
            ("a.b.c", "a.b.c"),
            ("agents.list[0].id", "agents.list[0].id"),
            ("agents.list.0.id", "agents.list[0].id"),
            ("hooks.internal.entries.soul-evil.enabled", "hooks.internal.entries.soul-evil.enabled"),
            ("a.\"b.c\".d", "a.\"b.c\".d"),
        ] {
            assert_eq!(KeyPath::parse(text).unwrap().to_string(), shown);
        }
        for bad in ["", ".", "a..b", "a.", "a[0", "a.\"b"] {
            assert!(KeyPath::parse(bad).is_err(), "{bad}");
        }
    }
}
