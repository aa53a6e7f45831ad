//! The macro behind every closed list of words: one enum that prints, parses, serialises and describes itself.

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

macro_rules! words {
    (
        $(#[$meta:meta])*
        $name:ident ($label:literal, $schema:literal) { $( $(#[$vmeta:meta])* $variant:ident = $word:literal $(| $alias:literal)* ),+ $(,)? }
        // Values that are printed, but neither parsed nor offered.
        $(outside { $(#[$ometa:meta])* $outside:ident = $outword:literal $(,)? })?
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $( $(#[$vmeta])* $variant ),+ $(, $(#[$ometa])* $outside )? }

        impl $name {
            /// Every value, in declaration order.
            pub const ALL: &'static [$name] = &[$( $name::$variant ),+];

            /// The exact spelling used in files.
            pub const fn as_str(self) -> &'static str {
                match self { $( $name::$variant => $word ),+ $(, $name::$outside => $outword )? }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownWord;

            /// Parses the exact spelling; case and surrounding white space do not matter.
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let word = text.trim().to_ascii_lowercase();
                match word.as_str() {
                    $( $word $(| $alias)* => Ok($name::$variant), )+
                    _ => Err($crate::UnknownWord {
                        vocabulary: $label,
                        found: text.trim().to_owned(),
                        expected: [$( $word ),+].join(", "),
                    }),
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
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

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = <String as serde::Deserialize>::deserialize(deserializer)?;
                word.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
