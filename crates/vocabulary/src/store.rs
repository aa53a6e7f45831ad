//! Where a memory is kept.
//!
//! What the layers need to know of a store is its [`StoreRow`]. A new store of pages is a variant, a row here, and its format in
//! `memory::pages`.

use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serializer, de};

use crate::{UnknownWord, layout};

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

/// What the layers need to know of a store.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StoreRow {
    /// What the ids of its memories begin with, as in `procedure:how-to-deploy`; `None` where nothing has an id.
    pub id_word: Option<&'static str>,
    /// Its folder; `None` for core memory, which is one file, and for notes.
    pub folder: Option<&'static str>,
    /// Whether every file of its folder is a page that `memory::pages` reads.
    pub keeps_pages: bool,
    /// Whether its memories are pinned: they never fade, and are private whatever their header says.
    pub is_pinned: bool,
    /// The weight in the decay formula, where the configuration has none.
    pub decay_weight: f64,
}

impl Store {
    /// Every store that can be searched: all of them, and [`Store::Note`].
    pub const SEARCHED: [Store; Self::ALL.len() + 1] = {
        let mut all = [Self::Note; Self::ALL.len() + 1];
        let mut at = 0;
        while at < Self::ALL.len() {
            all[at] = Self::ALL[at];
            at += 1;
        }
        all
    };

    /// What the layers need to know of it.
    pub const fn row(self) -> StoreRow {
        const PLAIN: StoreRow =
            StoreRow { id_word: None, folder: None, keeps_pages: false, is_pinned: false, decay_weight: 1.0 };
        match self {
            Self::Core => StoreRow { id_word: Some("core"), decay_weight: 1.5, ..PLAIN },
            Self::Episodic => {
                StoreRow { id_word: Some("episode"), folder: Some(layout::EPISODES_DIR), decay_weight: 0.8, ..PLAIN }
            }
            Self::Semantic => {
                StoreRow { id_word: Some("entity"), folder: Some(layout::GRAPH_DIR), decay_weight: 1.2, ..PLAIN }
            }
            Self::Procedural => StoreRow {
                id_word: Some("procedure"),
                folder: Some(layout::PROCEDURES_DIR),
                keeps_pages: true,
                ..PLAIN
            },
            Self::Vault => StoreRow {
                id_word: Some("vault"),
                folder: Some(layout::VAULT_DIR),
                keeps_pages: true,
                is_pinned: true,
                ..PLAIN
            },
            Self::Note => PLAIN,
        }
    }

    /// The stores whose files are pages.
    pub fn of_pages() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|store| store.row().keeps_pages)
    }

    /// The file of a page of this store.
    pub fn page(self, name: &str) -> Option<String> {
        let row = self.row();
        row.folder.filter(|_| row.keeps_pages).map(|folder| layout::page(folder, name))
    }
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
