//! What kinds of session there are.

use serde::{Deserialize, Serialize};

/// What kind of session a context is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SessionKind {
    /// A private conversation with the user.
    Main,
    /// A room with several people.
    Group,
    /// A helper started by another agent.
    Subagent,
    /// A scheduled run through HEARTBEAT.md.
    Heartbeat,
    /// The run at gateway start, through BOOT.md.
    Boot,
}

impl SessionKind {
    /// Every kind, in the order they are documented.
    pub const ALL: [Self; 5] = [Self::Main, Self::Group, Self::Subagent, Self::Heartbeat, Self::Boot];

    /// The name used on the command line, in reports and on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Group => "group",
            Self::Subagent => "subagent",
            Self::Heartbeat => "heartbeat",
            Self::Boot => "boot",
        }
    }
}

impl std::fmt::Display for SessionKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for SessionKind {
    type Err = UnknownSessionKind;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim().to_ascii_lowercase().as_str() {
            "main" | "dm" | "private" => Ok(Self::Main),
            "group" => Ok(Self::Group),
            "subagent" | "sub-agent" => Ok(Self::Subagent),
            "heartbeat" => Ok(Self::Heartbeat),
            "boot" => Ok(Self::Boot),
            _ => Err(UnknownSessionKind(text.to_owned())),
        }
    }
}

/// A session kind that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no session kind; use main, group, subagent, heartbeat or boot")]
pub struct UnknownSessionKind(
    /// The word as it was given.
    pub String,
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_by_their_names() {
        for kind in SessionKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        assert_eq!("sub-agent".parse(), Ok(SessionKind::Subagent));
        assert!("guest".parse::<SessionKind>().unwrap_err().to_string().contains("group"));
    }
}
