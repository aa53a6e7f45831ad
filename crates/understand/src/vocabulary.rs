//! The words every layer shares: stores, entry kinds, confidence, entity types, relations, scope
//! and trust.
//!
//! Owns the exact spellings that are written to files and sent over the wire. Each enum parses
//! what it prints; nothing here decides anything.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A word that is not part of the vocabulary.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {vocabulary} \"{found}\"; expected one of: {expected}")]
pub struct UnknownWord {
    /// Which vocabulary was asked for, such as `store`.
    pub vocabulary: &'static str,
    /// The word that was found.
    pub found: String,
    /// The words that would have been right, separated by commas.
    pub expected: String,
}

macro_rules! vocabulary {
    (
        $(#[$meta:meta])*
        $name:ident ($label:literal, $schema:literal) { $( $(#[$vmeta:meta])* $variant:ident = $word:literal $(| $alias:literal)* ),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $( $(#[$vmeta])* $variant ),+ }

        impl $name {
            /// Every value, in declaration order.
            pub const ALL: &'static [$name] = &[$( $name::$variant ),+];

            /// The exact spelling used in files.
            pub const fn as_str(self) -> &'static str {
                match self { $( $name::$variant => $word ),+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl FromStr for $name {
            type Err = UnknownWord;

            /// Parses the exact spelling; case and surrounding white space do not matter.
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let word = text.trim().to_ascii_lowercase();
                match word.as_str() {
                    $( $word $(| $alias)* => Ok($name::$variant), )+
                    _ => Err(UnknownWord {
                        vocabulary: $label,
                        found: text.trim().to_owned(),
                        expected: [$( $word ),+].join(", "),
                    }),
                }
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $schema.into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "enum": [$( $word ),+] })
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = String::deserialize(deserializer)?;
                word.parse().map_err(de::Error::custom)
            }
        }
    };
}

vocabulary! {
    /// Where a memory is kept.
    Store ("store", "MemoryStore") {
        /// MEMORY.md: who the user is, active priorities, key preferences, critical facts.
        Core = "core",
        /// A dated event, decision or interaction.
        Episodic = "episodic",
        /// A timeless fact or relation about people, projects, tools, places, concepts.
        Semantic = "semantic",
        /// Steps, workflows, standing how-tos.
        Procedural = "procedural",
        /// Kept for ever, because a person asked for that.
        Vault = "vault",
    }
}

vocabulary! {
    /// What kind of thing an episode records.
    EntryKind ("entry type", "EntryKind") {
        /// A choice that was made.
        Decision = "decision",
        /// Something true of the user or their surroundings.
        Fact = "fact",
        /// A like, a dislike, or how the user wants things.
        Preference = "preference",
        /// Something the user has to do.
        Task = "task",
        /// Something that happened.
        Event = "event",
        /// A lasting feeling.
        Emotion = "emotion",
        /// Puts right something said before.
        Correction = "correction",
    }
}

vocabulary! {
    /// How sure we are that a memory is worth keeping and right. Ordered, low first.
    Confidence ("confidence", "Confidence") {
        /// Might be relevant, uncertain.
        Low = "low",
        /// Seems useful from context.
        Medium = "medium",
        /// Asked for explicitly, or clearly important.
        High = "high",
    }
}

vocabulary! {
    /// What sort of thing an entity is.
    EntityType ("entity type", "EntityType") {
        /// A human being, or a named animal.
        Person = "person",
        /// A piece of work with a name: a product, a company, a team, a plan.
        Project = "project",
        /// An idea, method, standard or condition.
        Concept = "concept",
        /// Software, a device, an instrument.
        Tool = "tool",
        /// A city, country, building or address.
        Place = "place",
    }
}

vocabulary! {
    /// The edge vocabulary of the semantic graph.
    Relation ("relation", "Relation") {
        /// Person to project: builds it.
        Develops = "develops",
        /// Project to tool or concept.
        Uses = "uses",
        /// Inverse of `uses`.
        UsedBy = "used-by",
        /// Nested in.
        PartOf = "part-of",
        /// Inverse of `part-of`.
        Contains = "contains",
        /// Cannot do without.
        DependsOn = "depends-on",
        /// A choice was made.
        DecidedOn = "decided-on",
        /// The newer replaces the older.
        Supersedes = "supersedes",
        /// Comes after.
        PrecededBy = "preceded-by",
        /// Comes before.
        FollowedBy = "followed-by",
        /// Likes, wants.
        Prefers = "prefers",
        /// Dislikes, keeps away from.
        Avoids = "avoids",
        /// Is sure of.
        ConfidentAbout = "confident-about",
        /// Is not sure of.
        UncertainAbout = "uncertain-about",
        /// Any other association.
        RelatesTo = "relates-to",
    }
}

impl Relation {
    /// The relation that says the same with its ends swapped, where the vocabulary has one.
    pub const fn inverse(self) -> Option<Relation> {
        match self {
            Relation::Uses => Some(Relation::UsedBy),
            Relation::UsedBy => Some(Relation::Uses),
            Relation::PartOf => Some(Relation::Contains),
            Relation::Contains => Some(Relation::PartOf),
            Relation::PrecededBy => Some(Relation::FollowedBy),
            Relation::FollowedBy => Some(Relation::PrecededBy),
            Relation::RelatesTo => Some(Relation::RelatesTo),
            _ => None,
        }
    }
}

vocabulary! {
    /// Where a memory came from. Ordered, least trusted first, so that `min` is the trust of
    /// anything derived from several sources.
    Trust ("trust", "Trust") {
        /// A web page.
        Web = "web",
        /// An imported file or export.
        Import = "import",
        /// The output of a tool.
        Tool = "tool",
        /// A sub-agent's proposal.
        Subagent = "subagent" | "sub-agent",
        /// The agent itself.
        Agent = "agent",
        /// A person, in their own words.
        User = "user",
    }
}

impl Trust {
    /// The trust of something derived from `sources`: the least of them, or `None` when there
    /// are none.
    pub fn least(sources: impl IntoIterator<Item = Trust>) -> Option<Trust> {
        sources.into_iter().min()
    }

    /// What the name of a source says of its trust: its kind, alone or before what it is exactly (`web:example.com`,
    /// `tool browser`); an address is one of the web. `None` where it says nothing.
    pub fn of_source(source: &str) -> Option<Trust> {
        let source = source.trim().to_lowercase();
        let kind = source.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        match kind {
            _ if source.contains("://") || source.starts_with("www.") => Some(Trust::Web),
            "website" | "page" | "site" | "url" | "http" | "https" | "mail" | "email" | "feed" | "rss" => {
                Some(Trust::Web)
            }
            _ => source.parse().ok().or_else(|| kind.parse().ok().filter(|trust: &Trust| trust.is_untrusted())),
        }
    }

    /// Says whether text of this trust must pass the injection scan before it is stored.
    pub const fn is_untrusted(self) -> bool {
        matches!(self, Trust::Web | Trust::Import | Trust::Tool | Trust::Subagent)
    }
}

/// Who may see an entry.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Scope {
    /// Only the user's own direct sessions.
    #[default]
    Private,
    /// One room.
    Room(String),
    /// One person.
    User(String),
    /// Every session.
    Shared,
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scope::Private => f.write_str("private"),
            Scope::Room(id) => write!(f, "room:{id}"),
            Scope::User(id) => write!(f, "user:{id}"),
            Scope::Shared => f.write_str("shared"),
        }
    }
}

impl FromStr for Scope {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let unknown = || UnknownWord {
            vocabulary: "scope",
            found: text.to_owned(),
            expected: "private, room:<id>, user:<id>, shared".to_owned(),
        };
        if let Some((kind, id)) = text.split_once(':') {
            let id = id.trim();
            // An id ends up in a heading of the form `… | scope:room:x | …`.
            if id.is_empty() || id.chars().any(|c| c == '|' || c.is_control()) {
                return Err(unknown());
            }
            return match kind.trim().to_ascii_lowercase().as_str() {
                "room" => Ok(Scope::Room(id.to_owned())),
                "user" => Ok(Scope::User(id.to_owned())),
                _ => Err(unknown()),
            };
        }
        match text.to_ascii_lowercase().as_str() {
            "private" => Ok(Scope::Private),
            "shared" => Ok(Scope::Shared),
            _ => Err(unknown()),
        }
    }
}

impl Serialize for Scope {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl schemars::JsonSchema for Scope {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Scope".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "private, room:<id>, user:<id> or shared",
            "pattern": r"^(private|shared|(room|user):[^|\x00-\x1f\x7f]*[^|\x00-\x1f\x7f\s][^|\x00-\x1f\x7f]*)$"
        })
    }
}

impl<'de> Deserialize<'de> for Scope {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        word.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_parses_what_it_prints() {
        for store in Store::ALL {
            assert_eq!(store.to_string().parse::<Store>().as_ref(), Ok(store));
        }
        for kind in EntryKind::ALL {
            assert_eq!(kind.to_string().parse::<EntryKind>().as_ref(), Ok(kind));
        }
        for relation in Relation::ALL {
            assert_eq!(relation.to_string().parse::<Relation>().as_ref(), Ok(relation));
        }
        for trust in Trust::ALL {
            assert_eq!(trust.to_string().parse::<Trust>().as_ref(), Ok(trust));
        }
        for scope in ["private", "room:kitchen", "user:anja", "shared"] {
            assert_eq!(scope.parse::<Scope>().map(|s| s.to_string()).as_deref(), Ok(scope));
        }
    }

    #[test]
    fn unknown_words_name_the_right_ones() {
        let error = "vualt".parse::<Store>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown store \"vualt\"; expected one of: core, episodic, semantic, procedural, vault"
        );
        assert!("room:".parse::<Scope>().is_err());
        assert!("room:a|b".parse::<Scope>().is_err());
        assert!("team:a".parse::<Scope>().is_err());
    }

    #[test]
    fn derived_trust_is_the_least_of_its_sources() {
        assert_eq!(Trust::least([Trust::User, Trust::Web, Trust::Agent]), Some(Trust::Web));
        assert_eq!(Trust::least([]), None);
        assert!(Trust::User > Trust::Agent && Trust::Agent > Trust::Subagent);
    }

    #[test]
    fn serde_uses_the_spelling_of_the_files() {
        let json = serde_json::to_string(&(Relation::PartOf, Scope::Room("a".into()))).unwrap();
        assert_eq!(json, r#"["part-of","room:a"]"#);
        let back: (Relation, Scope) = serde_json::from_str(&json).unwrap();
        assert_eq!(back, (Relation::PartOf, Scope::Room("a".into())));
    }

    #[test]
    fn inverse_of_inverse_is_itself() {
        for relation in Relation::ALL {
            if let Some(inverse) = relation.inverse() {
                assert_eq!(inverse.inverse(), Some(*relation));
            }
        }
    }
}
