//! Where a memory is kept.

use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serializer, de};

use crate::UnknownWord;

words! {
    /// Where a memory is kept.
    Store ("store", "MemoryStore") {
        /// MEMORY.md: who the user is, active priorities, key preferences, critical facts.
        Core = "core",
        /// A dated event, decision or interaction.
        Episodic = "episodic" | "episodes" | "daily",
        /// A timeless fact or relation about people, projects, tools, places, concepts.
        Semantic = "semantic" | "graph" | "entities",
        /// Steps, workflows, standing how-tos.
        Procedural = "procedural" | "procedures",
        /// Kept for ever, because a person asked for that.
        Vault = "vault",
    }
    outside {
        /// A page outside the stores (`bank/`, `rooms/`, `users/`, the identity files): searched, but nothing is remembered there.
        Note = "note",
    }
}

impl Store {
    /// Every store that can be searched: all of them, and [`Store::Note`].
    pub const SEARCHED: [Store; 6] =
        [Self::Core, Self::Episodic, Self::Semantic, Self::Procedural, Self::Vault, Self::Note];
}

/// A store as a search names it: also `note`, and `graph` for the semantic store, after its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchedStore(pub Store);

impl SearchedStore {
    /// The word in questions and answers of a search.
    pub const fn as_str(self) -> &'static str {
        match self.0 {
            Store::Semantic => "graph",
            other => other.as_str(),
        }
    }

    /// Serialises a store as a search names it.
    pub fn serialize<S: Serializer>(store: &Store, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(Self(*store).as_str())
    }
}

impl FromStr for SearchedStore {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim().to_ascii_lowercase().as_str() {
            "note" | "notes" | "bank" => Ok(Self(Store::Note)),
            word => word.parse().map(Self).map_err(|_: UnknownWord| UnknownWord {
                vocabulary: "store",
                found: text.trim().to_owned(),
                expected: Store::SEARCHED.map(|store| Self(store).as_str()).join(", "),
            }),
        }
    }
}

impl<'de> Deserialize<'de> for SearchedStore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl schemars::JsonSchema for SearchedStore {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RecallStore".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": Store::SEARCHED.map(|store| Self(store).as_str()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_store_parses_what_it_prints() {
        for store in Store::ALL {
            assert_eq!(store.to_string().parse::<Store>().as_ref(), Ok(store));
        }
        assert_eq!(" Graph ".parse(), Ok(Store::Semantic));
        assert!("note".parse::<Store>().is_err(), "nothing is remembered in a note");
    }

    #[test]
    fn a_search_names_every_store_and_the_notes() {
        for store in Store::SEARCHED {
            assert_eq!(SearchedStore(store).as_str().parse(), Ok(SearchedStore(store)));
        }
        assert_eq!("semantic".parse(), Ok(SearchedStore(Store::Semantic)));
        let error = "web".parse::<SearchedStore>().unwrap_err().to_string();
        assert!(error.ends_with("core, episodic, graph, procedural, vault, note"), "{error}");
    }

    #[test]
    fn an_unknown_word_is_answered_with_the_right_ones() {
        let error = "vualt".parse::<Store>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown store \"vualt\"; expected one of: core, episodic, semantic, procedural, vault"
        );
    }
}
