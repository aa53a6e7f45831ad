//! Who may see an entry.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::UnknownWord;

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

impl Scope {
    /// The scope of something made from two scopes: who may see both.
    pub fn narrowest(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Shared, scope) | (scope, Self::Shared) => scope.clone(),
            (one, other) if one == other => one.clone(),
            // What is private is seen in a private session with anybody; what is one person's is not. No session
            // is with both of two people: only the owner's own sees what is made of both.
            (Self::User(one), Self::User(other)) => Self::User(format!("{one}+{other}")),
            (Self::User(id), _) | (_, Self::User(id)) => Self::User(id.clone()),
            // Two rooms, or a room and the owner.
            _ => Self::Private,
        }
    }

    /// Reads the scope fields of an entry, failing closed: what cannot be read is private, and of several the narrowest
    /// holds. What was wrong goes to `notes`.
    pub fn from_fields<'v>(values: impl IntoIterator<Item = &'v str>, notes: &mut Vec<String>) -> Self {
        let mut found: Option<Self> = None;
        for value in values {
            let scope = value.parse().unwrap_or_else(|error| {
                notes.push(format!("{error}; taken as private"));
                Self::Private
            });
            found = Some(match found {
                None => scope,
                Some(earlier) => {
                    notes.push("scope is given twice; the narrower holds".to_owned());
                    earlier.narrowest(&scope)
                }
            });
        }
        found.unwrap_or_default()
    }
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
    fn scopes_parse_what_they_print() {
        for scope in ["private", "room:kitchen", "user:anja", "shared"] {
            assert_eq!(scope.parse::<Scope>().map(|s| s.to_string()).as_deref(), Ok(scope));
        }
        for wrong in ["room:", "room:a|b", "team:a", "everyone"] {
            assert!(wrong.parse::<Scope>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn serde_uses_the_spelling_of_the_files() {
        let json = serde_json::to_string(&Scope::Room("a".into())).unwrap();
        assert_eq!(json, r#""room:a""#);
        assert_eq!(serde_json::from_str::<Scope>(&json).unwrap(), Scope::Room("a".into()));
    }
}
