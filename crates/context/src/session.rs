//! Who is asking: the kind of session, its room, user and agent, and what a sub-agent was granted.
//!
//! Only types and small rules on them. What each kind may see is the table in `assemble::plan`.

use serde::{Deserialize, Serialize};
pub use soulfile_vocabulary::SessionKind;
use soulfile_vocabulary::{Store, layout};

use crate::files::stays_inside;

/// One session: its kind and everyone in it.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Session {
    /// What kind of session it is.
    pub kind: SessionKind,
    /// The room, for group sessions.
    pub room: Option<String>,
    /// Who is speaking, where that is known.
    pub user: Option<String>,
    /// Which agent answers.
    pub agent: String,
    /// What a sub-agent was granted to read.
    pub access: Access,
}

impl Session {
    /// A session of `kind` for the default agent, with no room, user or grant.
    pub fn new(kind: SessionKind) -> Self {
        Self { kind, room: None, user: None, agent: "main".to_owned(), access: Access::default() }
    }

    /// Sets the room.
    pub fn in_room(mut self, room: impl Into<String>) -> Self {
        self.room = Some(room.into());
        self
    }

    /// Sets the speaker.
    pub fn with_user(mut self, user: impl Into<String>) -> Self {
        self.user = Some(user.into());
        self
    }

    /// Sets the agent.
    pub fn for_agent(mut self, agent: impl Into<String>) -> Self {
        self.agent = agent.into();
        self
    }

    /// Sets the grants.
    pub fn with_access(mut self, access: Access) -> Self {
        self.access = access;
        self
    }

    /// The file of this session's room, `rooms/<room>.md`.
    pub fn room_file(&self) -> Option<String> {
        self.room.as_deref().map(|room| layout::page(layout::ROOMS_DIR, file_stem(room)))
    }

    /// The file of this session's speaker, `users/<user>.md`.
    pub fn user_file(&self) -> Option<String> {
        self.user.as_deref().map(|user| layout::page(layout::USERS_DIR, file_stem(user)))
    }
}

/// What a sub-agent may read beyond AGENTS.md and TOOLS.md (`agents.list[].access`). Reading only:
/// a sub-agent's write is always a proposal.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Access {
    /// Files by path; `*` stands for any run of characters except `/`.
    pub files: Vec<String>,
    /// Whole stores.
    pub stores: Vec<Store>,
    /// Daily entries carrying one of these tags.
    pub tags: Vec<String>,
    /// Single sections, as `FILE.md#Heading`.
    pub sections: Vec<String>,
}

impl Access {
    /// Says whether nothing was granted.
    pub fn is_empty(&self) -> bool {
        self == &Self::default()
    }

    /// Says whether a whole file may be read under this grant.
    pub fn allows(&self, path: &str) -> bool {
        grantable(path)
            && (self.stores.contains(&Store::of_path(path))
                || self.files.iter().any(|pattern| matches_pattern(pattern, path)))
    }

    /// Says whether a store was granted.
    pub fn has_store(&self, store: Store) -> bool {
        self.stores.contains(&store)
    }
}

/// Says whether a grant may name `path` at all. Memory about memory (pending proposals, audit,
/// scores) is never granted: it quotes every store.
pub fn grantable(path: &str) -> bool {
    stays_inside(path) && layout::below(&path.to_ascii_lowercase(), layout::META_DIR).is_none()
}

/// Matches a path against a pattern in which `*` is any run of characters within one folder.
pub fn matches_pattern(pattern: &str, path: &str) -> bool {
    let (pattern, path): (Vec<&str>, Vec<&str>) = (pattern.split('/').collect(), path.split('/').collect());
    pattern.len() == path.len()
        && pattern.iter().zip(&path).all(|(p, part)| matches_part(p.as_bytes(), part.as_bytes()))
}

fn matches_part(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while t < text.len() {
        if p < pattern.len() && pattern[p] == b'*' {
            retry = Some((p, t));
            p += 1;
        } else if p < pattern.len() && pattern[p] == text[t] {
            p += 1;
            t += 1;
        } else if let Some((star, from)) = retry {
            retry = Some((star, from + 1));
            p = star + 1;
            t = from + 1;
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|b| *b == b'*')
}

/// Gives the file stem of a room or user id. An id that is a plain file name is used as it is; any
/// other gets a readable slug and a hash of the whole id, so that two ids never share a file.
pub fn file_stem(id: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !id.is_empty() && id.len() <= 80 && id.chars().all(plain) && !id.starts_with('.') && !id.contains("--") {
        return id.to_owned();
    }
    let mut slug = String::new();
    for c in id.chars().take(40) {
        if plain(c) && c != '.' && c != '-' {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    format!("{}--{}", if slug.is_empty() { "id" } else { slug }, &crate::digest::sha256_hex(id.as_bytes())[..12])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_rooms_never_share_a_file() {
        let ids =
            ["dev", "#dev", "@dev", "!dev:example.org", "!dev:example.com", "a/b", "a_b", "..", "", "Ünï", "dev--x"];
        let mut stems: Vec<String> = ids.iter().map(|id| file_stem(id)).collect();
        assert!(stems.iter().all(|stem| stays_inside(&format!("rooms/{stem}.md"))), "{stems:?}");
        stems.sort();
        stems.dedup();
        assert_eq!(stems.len(), ids.len(), "{stems:?}");
        assert_eq!(file_stem("dev"), "dev");
    }

    #[test]
    fn a_grant_opens_what_it_names_and_never_the_meta_files() {
        let access = Access {
            files: vec!["memory/procedures/*.md".into(), "memory/meta/*".into(), "*.md".into()],
            stores: vec![Store::Semantic],
            ..Access::default()
        };
        assert!(access.allows("memory/procedures/deploy.md"));
        assert!(access.allows("memory/graph/entities/person--alex.md"));
        assert!(access.allows("SOUL.md"));
        assert!(!access.allows("memory/2026-02-02.md"));
        assert!(!access.allows("memory/procedures/old/deploy.md"));
        assert!(!access.allows("memory/meta/pending-memories.md"));
        assert!(!access.allows("../SOUL.md"));
    }

    #[test]
    fn stars_match_within_a_folder() {
        assert!(matches_pattern("memory/2026-*.md", "memory/2026-02-02.md"));
        assert!(matches_pattern("a*b*c", "axxbyyc"));
        assert!(!matches_pattern("a*b", "axxc"));
        assert!(!matches_pattern("memory/*", "memory/a/b"));
    }
}
