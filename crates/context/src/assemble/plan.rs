//! The table: which file goes into which kind of session, in which order, and what goes first when
//! room is short. The only place that knows who may see what.

use soulfile_vocabulary::{Scope, SessionAudience, Store, layout};

use super::episode::DailyEntry;
use crate::session::{Session, SessionKind};

/// A place in the context, in the order they are rendered: what is stable first, what changes last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContextSlot {
    /// SOUL.md or the alternate persona.
    Soul,
    /// IDENTITY.md.
    Identity,
    /// AGENTS.md.
    Rules,
    /// TOOLS.md.
    Tools,
    /// USER.md.
    User,
    /// MEMORY.md.
    Core,
    /// Files granted to a sub-agent.
    Granted,
    /// rooms/<room>.md.
    Room,
    /// users/<user>.md.
    Speaker,
    /// HEARTBEAT.md, BOOT.md or BOOTSTRAP.md.
    Ritual,
    /// Daily notes.
    Recent,
    /// Alerts, proposals, reflections.
    Notices,
    /// Session and date.
    Runtime,
}

impl ContextSlot {
    /// The section's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Soul => "soul",
            Self::Identity => "identity",
            Self::Rules => "rules",
            Self::Tools => "tools",
            Self::User => "user",
            Self::Core => "core memory",
            Self::Granted => "granted",
            Self::Room => "room",
            Self::Speaker => "speaker",
            Self::Ritual => "ritual",
            Self::Recent => "recent",
            Self::Notices => "notices",
            Self::Runtime => "runtime",
        }
    }

    /// Who is served first when room is short; a smaller number first.
    pub fn priority(self) -> u8 {
        match self {
            Self::Soul | Self::Notices | Self::Runtime => 0,
            Self::Rules => 1,
            Self::Identity => 2,
            Self::Ritual => 3,
            Self::User => 4,
            Self::Core => 5,
            Self::Tools => 6,
            Self::Room => 7,
            Self::Speaker => 8,
            Self::Granted => 9,
            Self::Recent => 10,
        }
    }

    /// The cache group: a breakpoint stands after each group but the last, which changes every time.
    pub fn cache_group(self) -> u8 {
        match self {
            Self::Soul | Self::Identity | Self::Rules | Self::Tools => 0,
            Self::User | Self::Core | Self::Granted => 1,
            Self::Room | Self::Speaker | Self::Ritual | Self::Recent => 2,
            Self::Notices | Self::Runtime => 3,
        }
    }

    /// Whether this is memory, which `context.memoryPlacement` may move before the user's message.
    pub fn is_memory(self) -> bool {
        matches!(self, Self::Core | Self::Room | Self::Speaker | Self::Recent)
    }
}

/// How much of a file a session sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// All of it.
    Whole,
    /// Only the part meant for others: `## Shareable`.
    Shareable,
    /// Only entries of the session's room.
    RoomEntries,
    /// What a grant says.
    PerGrant,
    /// Nothing, and why.
    Never(&'static str),
}

/// The table of what each kind of session sees.
pub fn view(slot: ContextSlot, kind: SessionKind) -> View {
    use SessionAudience::{Granted, Owner, Room};
    use View::{Never, PerGrant, RoomEntries, Shareable, Whole};
    match (slot, kind.audience()) {
        (ContextSlot::Rules | ContextSlot::Tools | ContextSlot::Runtime, _) => Whole,
        (ContextSlot::Granted, Granted) => PerGrant,
        (ContextSlot::Granted, _) => Never("grants are for sub-agents"),
        (ContextSlot::Soul | ContextSlot::Identity | ContextSlot::User, Granted) => {
            Never("sub-agents see only what they are granted")
        }
        (ContextSlot::Soul | ContextSlot::Identity, _) => Whole,
        (ContextSlot::User, Room) => Never("private: never in a group"),
        (ContextSlot::User, _) => Whole,
        (ContextSlot::Core, Room) => Never("private: never in a group"),
        (ContextSlot::Core | ContextSlot::Recent, Granted) => PerGrant,
        (ContextSlot::Core, _) => Whole,
        (ContextSlot::Recent, Room) => RoomEntries,
        (ContextSlot::Recent, _) => Whole,
        (ContextSlot::Room, Room) => Whole,
        (ContextSlot::Room, _) => Never("only in that room"),
        (ContextSlot::Speaker, Owner) if kind.is_conversation() => Whole,
        (ContextSlot::Speaker, Room) => Shareable,
        (ContextSlot::Speaker, _) => Never("only in sessions with that person"),
        (ContextSlot::Ritual, Owner) => Whole,
        (ContextSlot::Ritual, _) => Never("only when it is due"),
        (ContextSlot::Notices, Owner) => Whole,
        (ContextSlot::Notices, _) => Never("only in private sessions"),
    }
}

/// The file a kind of session works through, and the kinds it belongs to.
pub const RITUALS: [(&str, SessionKind, &str); 3] = [
    (layout::BOOTSTRAP, SessionKind::Main, "only in the first conversation"),
    (layout::HEARTBEAT, SessionKind::Heartbeat, "only on heartbeat runs"),
    (layout::BOOT, SessionKind::Boot, "only at start-up"),
];

/// Says whether a session may see one entry of a daily file.
pub fn may_see(session: &Session, view: View, entry: &DailyEntry<'_>) -> bool {
    match view {
        View::Whole => match (&entry.scope, &session.user) {
            // In a conversation with one person another person's entries stay out.
            (Scope::User(of), Some(user)) => of == user,
            _ => true,
        },
        View::RoomEntries => match (&entry.scope, &session.room) {
            (Scope::Room(of), Some(room)) => of == room,
            _ => false,
        },
        View::PerGrant => {
            let access = &session.access;
            access.has_store(Store::Episodic)
                || access.tags.iter().any(|tag| entry.tags.iter().any(|of| of.to_lowercase() == tag.to_lowercase()))
        }
        View::Shareable | View::Never(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_files_have_no_way_into_a_group_or_a_sub_agent() {
        for kind in [SessionKind::Group, SessionKind::Subagent] {
            assert!(matches!(view(ContextSlot::User, kind), View::Never(_)));
            assert!(matches!(view(ContextSlot::Notices, kind), View::Never(_)));
            assert_ne!(view(ContextSlot::Core, kind), View::Whole);
            assert_ne!(view(ContextSlot::Recent, kind), View::Whole);
        }
        assert!(matches!(view(ContextSlot::Core, SessionKind::Group), View::Never(_)));
    }

    #[test]
    fn everyone_has_the_rules() {
        for kind in SessionKind::ALL {
            assert_eq!(view(ContextSlot::Rules, kind), View::Whole);
            assert_eq!(view(ContextSlot::Tools, kind), View::Whole);
        }
    }
}
