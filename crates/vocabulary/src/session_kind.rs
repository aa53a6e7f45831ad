//! What kinds of session there are, and for whom each speaks.
//!
//! A new kind is a variant and a row of [`SessionKind::row`]; what it may see and write follows from its [`SessionAudience`].

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

/// For whom a session speaks: decides what it may see, and where what it remembers goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionAudience {
    /// The owner of the agent: sees everything, or everything but what other people told in private.
    Owner,
    /// Everybody in a room: sees what is shared and what the room was told.
    Room,
    /// Another agent: sees what it was granted, and proposes instead of writing.
    Granted,
}

/// What there is to know of a kind.
struct KindRow {
    /// The name on the command line, in reports and on the wire; then other words for it.
    names: &'static [&'static str],
    audience: SessionAudience,
    /// Whether somebody talks in it; the others are runs nobody waits for.
    is_conversation: bool,
}

impl SessionKind {
    /// Every kind, in the order they are documented.
    pub const ALL: [Self; 5] = [Self::Main, Self::Group, Self::Subagent, Self::Heartbeat, Self::Boot];

    const fn row(self) -> KindRow {
        const fn row(names: &'static [&'static str], audience: SessionAudience, is_conversation: bool) -> KindRow {
            KindRow { names, audience, is_conversation }
        }
        match self {
            Self::Main => row(&["main", "dm", "private"], SessionAudience::Owner, true),
            Self::Group => row(&["group"], SessionAudience::Room, true),
            Self::Subagent => row(&["subagent", "sub-agent"], SessionAudience::Granted, true),
            Self::Heartbeat => row(&["heartbeat"], SessionAudience::Owner, false),
            Self::Boot => row(&["boot"], SessionAudience::Owner, false),
        }
    }

    /// The name used on the command line, in reports and on the wire.
    pub const fn name(self) -> &'static str {
        self.row().names[0]
    }

    /// For whom it speaks.
    pub const fn audience(self) -> SessionAudience {
        self.row().audience
    }

    /// Whether it is private: for the owner alone.
    pub const fn is_private(self) -> bool {
        matches!(self.audience(), SessionAudience::Owner)
    }

    /// Whether somebody talks in it.
    pub const fn is_conversation(self) -> bool {
        self.row().is_conversation
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
        let word = text.trim().to_ascii_lowercase();
        let named = |kind: &Self| kind.row().names.contains(&word.as_str());
        Self::ALL.into_iter().find(named).ok_or_else(|| UnknownSessionKind(text.to_owned()))
    }
}

/// A session kind that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no session kind; use one of: {all}", all = SessionKind::ALL.map(SessionKind::name).join(", "))]
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
