//! Private markers planted in every store, and who may see which.
//!
//! Every surface plants the same files, tries every way it has to get at them, and compares what came
//! out with [`Viewer::sees`]. A store that is added is planted here, once, and every surface is tried.

pub mod mcp;

use std::collections::BTreeSet;

/// Who may see a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// The persona: every session that has one.
    Persona,
    /// The user's own sessions.
    Private,
    /// The user's own sessions, where nobody in particular speaks: it is made from all of memory.
    Owner,
    /// One room, and the user.
    Room(&'static str),
    /// One person, and the user where nobody in particular speaks.
    Person(&'static str),
    /// One person's shareable part: where they speak in a room, too.
    Speaker(&'static str),
    /// Every session that sees memory.
    Shared,
}

/// A marker and where it stands.
#[derive(Debug, Clone, Copy)]
pub struct Mark {
    /// The word that must not be seen.
    pub word: &'static str,
    /// Its file; `{day}` stands for today.
    pub path: &'static str,
    /// Who may see it.
    pub audience: Audience,
}

const fn mark(word: &'static str, path: &'static str, audience: Audience) -> Mark {
    Mark { word, path, audience }
}

/// The words every marker stands beside, so that one question finds them all.
pub const TOPIC: &str = "zebra crossing code word";
/// The tag one entry carries, for grants.
pub const TAG: &str = "handover";

const LOG: &str = "memory/{day}.md";
const ANA: &str = "memory/graph/entities/person--ana.md";
const THISTLE: &str = "memory/graph/entities/person--thistle.md";
const OLD: &str = "memory/episodes/2026-01-15.md";

/// Every marker.
pub const PLANTED: [Mark; 28] = {
    use Audience::{Owner, Person, Persona, Private, Room, Shared, Speaker};
    [
        mark("soulmark", "SOUL.md", Persona),
        mark("usermark", "USER.md", Private),
        mark("heartbeatmark", "HEARTBEAT.md", Private),
        mark("bootmark", "BOOT.md", Private),
        mark("evilmark", "SOUL_EVIL.md", Private),
        mark("coremark", "MEMORY.md", Private),
        mark("episodemark", LOG, Private),
        mark("roomdevmark", LOG, Room("dev")),
        mark("roomopsmark", LOG, Room("ops")),
        mark("userbobmark", LOG, Person("bob")),
        mark("everyonemark", LOG, Shared),
        mark("taggedmark", LOG, Private),
        mark("oldmark", OLD, Private),
        mark("summarymark", ANA, Private),
        mark("privatefact", ANA, Private),
        mark("roomfact", ANA, Room("dev")),
        mark("bobnamemark", THISTLE, Person("bob")),
        mark("bobfactmark", THISTLE, Person("bob")),
        mark("proceduremark", "memory/procedures/deploy.md", Private),
        mark("vaultmark", "memory/vault/pin.md", Private),
        mark("bankmark", "bank/notes.md", Private),
        mark("devfilemark", "rooms/dev.md", Room("dev")),
        mark("opsfilemark", "rooms/ops.md", Room("ops")),
        mark("bobfilemark", "users/bob.md", Person("bob")),
        mark("bobsharedmark", "users/bob.md", Speaker("bob")),
        mark("alicefilemark", "users/alice.md", Person("alice")),
        mark("proposedmark", "memory/meta/pending-memories.md", Owner),
        mark("reflectmark", "memory/meta/reflection-log.md", Owner),
    ]
};

/// Who looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// The user's own session, or one with a particular person.
    Main(Option<&'static str>),
    /// A group: its room, and who speaks.
    Group(Option<&'static str>, Option<&'static str>),
    /// Nobody: without a token, of another agent, or a sub-agent that was granted nothing.
    Nobody,
}

impl Viewer {
    /// Says whether a marker may be seen.
    pub fn may(self, audience: Audience) -> bool {
        use Audience::{Owner, Person, Persona, Private, Room, Shared, Speaker};
        match (self, audience) {
            (Self::Main(user), Owner) => user.is_none(),
            (Self::Nobody, _) => false,
            (Self::Main(user), Person(of) | Speaker(of)) => user.is_none_or(|user| user == of),
            (Self::Main(_), _) => true,
            (Self::Group(..), Persona | Shared) => true,
            (Self::Group(room, _), Room(of)) => room == Some(of),
            (Self::Group(_, user), Speaker(of)) => user == Some(of),
            (Self::Group(..), Owner | Private | Person(_)) => false,
        }
    }

    /// The markers that may be seen.
    pub fn sees(self) -> BTreeSet<&'static str> {
        PLANTED.iter().filter(|mark| self.may(mark.audience)).map(|mark| mark.word).collect()
    }
}

/// The path of a marker on a day.
pub fn path_on(path: &str, day: &str) -> String {
    path.replace("{day}", day)
}

/// The markers that occur in everything somebody got hold of.
pub fn found_in(everything: &str) -> BTreeSet<&'static str> {
    PLANTED.iter().map(|mark| mark.word).filter(|word| everything.contains(word)).collect()
}

/// The files to plant, with today as `YYYY-MM-DD`.
pub fn files(day: &str) -> Vec<(String, String)> {
    let say = |word: &str| format!("The {TOPIC} is {word}.");
    let entry = |time: &str, more: &str, word: &str| format!("## {time} | fact{more}\n{}\n\n", say(word));
    let mut files = Vec::new();
    let mut plant = |path: &str, text: String| files.push((path_on(path, day), text));
    for (path, word) in [
        ("SOUL.md", "soulmark"),
        ("USER.md", "usermark"),
        ("HEARTBEAT.md", "heartbeatmark"),
        ("BOOT.md", "bootmark"),
        ("SOUL_EVIL.md", "evilmark"),
        ("bank/notes.md", "bankmark"),
        ("rooms/dev.md", "devfilemark"),
        ("rooms/ops.md", "opsfilemark"),
        ("users/alice.md", "alicefilemark"),
        ("memory/meta/pending-memories.md", "proposedmark"),
        ("memory/meta/reflection-log.md", "reflectmark"),
    ] {
        plant(path, format!("# Notes\n- {}\n", say(word)));
    }
    // Nothing in a file widens who sees core memory or the vault.
    plant("MEMORY.md", format!("# Memory\n\n## Critical Facts\n- {} <!-- scope:shared -->\n", say("coremark")));
    plant("memory/vault/pin.md", format!("# Pin\n**Scope:** shared\n\n{}\n", say("vaultmark")));
    let today = [
        format!("# {day}\n\n"),
        entry("00:01", "", "episodemark"),
        entry("00:02", " | scope:room:dev", "roomdevmark"),
        "## My own heading\nA private word beside the zebra crossing: episodemark.\n\n".to_owned(),
        entry("00:03", " | scope:room:ops", "roomopsmark"),
        entry("00:04", " | scope:user:bob", "userbobmark"),
        entry("00:05", " | scope:shared", "everyonemark"),
        entry("00:06", &format!(" | tags:[{TAG}, x | scope:shared]"), "taggedmark"),
    ];
    plant(LOG, today.concat());
    plant(OLD, format!("# 2026-01-15\n\n{}", entry("09:00", "", "oldmark")));
    plant(
        ANA,
        format!(
            "# person--ana\n\n## Summary\n{}\n\n## Facts\n- {} <!-- id:f1 -->\n- {} <!-- id:f2 scope:room:dev -->\n",
            say("summarymark"),
            say("privatefact"),
            say("roomfact")
        ),
    );
    let name = say("bobnamemark");
    let fact = say("bobfactmark");
    plant(
        THISTLE,
        format!(
            "# person--thistle\n\n<!-- Type: person | Label: {name} -->\n\n## Facts\n- {fact} <!-- id:f1 scope:user:bob -->\n"
        ),
    );
    plant("memory/procedures/deploy.md", format!("# Deploy\n\n## Steps\n1. {}\n", say("proceduremark")));
    plant("users/bob.md", format!("# Bob\n{}\n\n## Shareable\n{}\n", say("bobfilemark"), say("bobsharedmark")));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_marker_is_planted_in_its_file_and_nowhere_else() {
        let files = files("2026-02-02");
        for mark in PLANTED {
            let path = path_on(mark.path, "2026-02-02");
            let holding: Vec<&str> =
                files.iter().filter(|(_, text)| text.contains(mark.word)).map(|(path, _)| path.as_str()).collect();
            assert_eq!(holding, [path.as_str()], "{}", mark.word);
        }
        assert!(files.iter().all(|(path, _)| PLANTED.iter().any(|mark| path_on(mark.path, "2026-02-02") == *path)));
    }

    #[test]
    fn who_sees_what_is_said_once() {
        let group = |room, user| Viewer::Group(room, user).sees();
        assert_eq!(group(None, None), ["everyonemark", "soulmark"].into());
        assert_eq!(
            group(Some("dev"), None),
            ["devfilemark", "everyonemark", "roomdevmark", "roomfact", "soulmark"].into()
        );
        assert_eq!(
            group(Some("ops"), Some("bob")),
            ["bobsharedmark", "everyonemark", "opsfilemark", "roomopsmark", "soulmark"].into()
        );
        assert!(Viewer::Nobody.sees().is_empty());
        assert_eq!(Viewer::Main(None).sees().len(), PLANTED.len());
        assert!(!Viewer::Main(Some("alice")).sees().contains("bobsharedmark"));
    }
}
