//! What two names have to share before they can be one thing: looked at before they are compared.
//!
//! A comparison folds both names, which takes microseconds; a workspace has thousands of names. A key is made once for
//! each name. Keys that do not meet mean that [`super::compare`] proposes nothing.

use std::fmt;
use std::hash::Hasher;
use std::str::FromStr;

use super::variants::nicknamed;
use super::{Named, aliases, bracketed, fold, sorted};
use crate::word_table::WordHasher;
use soulfile_text::script::has_han;
use soulfile_vocabulary::EntityType;

/// What a name has to share with another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NameKey(Option<Person>);

/// A person's name written in plain words. Names of all other sorts meet every name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Person {
    /// Its words in one.
    compact: u32,
    /// Its words in order of the alphabet.
    sorted: u32,
    /// Its first word in the three ways that [`fold::sounds_like`] compares.
    first: [u32; 3],
    /// Whether its first word has pet forms.
    given: bool,
}

impl NameKey {
    /// The key of a name.
    pub fn of(named: Named<'_>) -> NameKey {
        let Named { name, kind } = named;
        if kind != EntityType::Person || has_han(name) || bracketed(name).is_some() || nicknamed(name).is_some() {
            return NameKey(None);
        }
        let folded = fold::fold(name, kind);
        let compact = folded.compact();
        let Some(first) = folded.words.first() else { return NameKey(None) };
        let unlike_others = folded.comma
            || folded.titled
            || !folded.numbers.is_empty()
            || first.chars().count() == 1
            || aliases::is_listed(&compact)
            || aliases::is_listed(&folded.full);
        if unlike_others {
            return NameKey(None);
        }
        NameKey(Some(Person {
            compact: hash(&compact),
            sorted: hash(&sorted(&folded.words).join(" ")),
            first: fold::sounds(first).map(|sound| hash(&sound)),
            given: aliases::is_given_name(first),
        }))
    }

    /// Says whether the names of two keys can be one thing.
    pub fn meets(&self, other: &NameKey) -> bool {
        let (Some(a), Some(b)) = (self.0, other.0) else { return true };
        a.compact == b.compact
            || a.sorted == b.sorted
            || a.first.iter().zip(&b.first).any(|(x, y)| x == y)
            || a.given && b.given
    }
}

/// As it is kept in a file: `*` meets every name.
impl fmt::Display for NameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Person { compact, sorted, first: [sound, umlaut, bones], given }) = self.0 else {
            return f.write_str("*");
        };
        let given = if given { "+" } else { "" };
        write!(f, "{compact:08x}{sorted:08x}{sound:08x}{umlaut:08x}{bones:08x}{given}")
    }
}

impl FromStr for NameKey {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "*" {
            return Ok(NameKey(None));
        }
        let part = |at: usize| u32::from_str_radix(text.get(at * 8..at * 8 + 8).unwrap_or_default(), 16);
        Ok(NameKey(Some(Person {
            compact: part(0)?,
            sorted: part(1)?,
            first: [part(2)?, part(3)?, part(4)?],
            given: text.ends_with('+'),
        })))
    }
}

/// Two texts with one hash only make one comparison more.
fn hash(text: &str) -> u32 {
    let mut hasher = WordHasher::default();
    hasher.write(text.as_bytes());
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::compare;
    use super::*;

    fn check(kind: EntityType, a: &str, b: &str) -> Result<(), TestCaseError> {
        let (a, b) = (Named { name: a, kind }, Named { name: b, kind });
        let (key, other) = (NameKey::of(a), NameKey::of(b));
        prop_assert!(!compare(a, b).proposes_merge() || key.meets(&other), "{a:?} {b:?}");
        prop_assert_eq!(key.to_string().parse::<NameKey>().ok(), Some(key));
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn names_that_may_be_one_have_keys_that_meet(
            a in "(Dr |Mr\\. |)[A-Ca-cejhosuzp' .]{1,7}( [A-Cabehou]{1,4}){0,2}",
            b in "[A-Ca-cejhosuzp' .,(]{1,7}( [A-Cabehou]{1,4}){0,2}",
        ) {
            check(EntityType::Person, &a, &b)?;
            check(EntityType::Tool, &a, &b)?;
        }

        #[test]
        fn names_a_letter_apart_have_keys_that_meet(
            name in "(Bob|Robert|Sergey|Jonathan|Fischer|Sophie|J|Anna|Kubernetes|Müller|Jr)( [A-Z][aeijouyhkcz]{2,5}){0,2}",
            at in 0usize..12,
            letter in "[aehijkoyz ,]?",
        ) {
            let other: String =
                name.chars().enumerate().flat_map(|(i, c)| if i == at { letter.clone() } else { c.to_string() }.chars().collect::<Vec<_>>()).collect();
            check(EntityType::Person, &name, &other)?;
        }
    }

    #[test]
    fn names_labelled_as_one_have_keys_that_meet() {
        let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../evals/language");
        let mut pairs = 0;
        for set in ["entities_dedup.jsonl", "entities_dedup.heldout.jsonl"] {
            for line in std::fs::read_to_string(dir.join(set)).unwrap().lines() {
                let case: serde_json::Value = serde_json::from_str(line).unwrap();
                let Ok(kind) = case["a"]["type"].as_str().unwrap().parse() else { continue };
                check(kind, case["a"]["name"].as_str().unwrap(), case["b"]["name"].as_str().unwrap()).unwrap();
                pairs += 1;
            }
        }
        assert!(pairs > 100, "{pairs}");
    }
}
