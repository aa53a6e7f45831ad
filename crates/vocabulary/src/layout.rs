//! The layout of a workspace: which path is which store, which file is injected, who sees it.
//!
//! Every file name of a workspace is spelt out here and nowhere else. [`ROOT_FILES`] is the table of the files at the root,
//! [`FilePlace::of_path`] tells what any path is.

use std::borrow::Cow;

use crate::Store;
use crate::day_file::{Day, DayLayout, day_of_path};

/// Who the agent is.
pub const SOUL: &str = "SOUL.md";
/// How the agent appears: name, emoji, manner.
pub const IDENTITY: &str = "IDENTITY.md";
/// How to work here.
pub const AGENTS: &str = "AGENTS.md";
/// Who the user is.
pub const USER: &str = "USER.md";
/// Notes on tools.
pub const TOOLS: &str = "TOOLS.md";
/// What to do on a heartbeat run.
pub const HEARTBEAT: &str = "HEARTBEAT.md";
/// What to do when the gateway starts.
pub const BOOT: &str = "BOOT.md";
/// The first conversation.
pub const BOOTSTRAP: &str = "BOOTSTRAP.md";
/// The alternate persona.
pub const SOUL_EVIL: &str = "SOUL_EVIL.md";
/// Core memory.
pub const CORE: &str = "MEMORY.md";

/// All of memory but the core.
pub const MEMORY_DIR: &str = "memory";
/// Day files, one directory per store.
pub const EPISODES_DIR: &str = "memory/episodes";
/// The semantic graph.
pub const GRAPH_DIR: &str = "memory/graph";
/// The generated list of entities.
pub const GRAPH_INDEX: &str = "memory/graph/index.md";
/// The words for relations, for people to read and extend.
pub const GRAPH_RELATIONS: &str = "memory/graph/relations.md";
/// Entity files.
pub const ENTITIES_DIR: &str = "memory/graph/entities";
/// Procedures.
pub const PROCEDURES_DIR: &str = "memory/procedures";
/// Pinned memories.
pub const VAULT_DIR: &str = "memory/vault";
/// Memory about memory, written by the program.
pub const META_DIR: &str = "memory/meta";
/// One page per room.
pub const ROOMS_DIR: &str = "rooms";
/// One page per person.
pub const USERS_DIR: &str = "users";
/// Pages people keep beside the stores.
pub const BANK_DIR: &str = "bank";

/// Scores that memories fade by.
pub const DECAY_SCORES: &str = "memory/meta/decay-scores.json";
/// Proposals that wait for a person; the only file a sub-agent writes.
pub const PROPOSALS: &str = "memory/meta/pending-memories.md";
/// The reflection that waits for a person, to read.
pub const PENDING_REFLECTION: &str = "memory/meta/pending-reflection.md";
/// The reflection that waits for a person, as data.
pub const PENDING_REFLECTION_DATA: &str = "memory/meta/pending-reflection.json";
/// What reflections have covered.
pub const REFLECTION_STATE: &str = "memory/meta/reflection-state.json";
/// Reflections that were decided.
pub const REFLECTION_LOG: &str = "memory/meta/reflection-log.md";
/// Milestones.
pub const EVOLUTION: &str = "memory/meta/evolution.md";
/// The audit trail in lines, derived from the commits.
pub const AUDIT_LOG: &str = "memory/meta/audit.log";
/// Older lines of the audit trail.
pub const AUDIT_ARCHIVE: &str = "memory/meta/audit-archive.md";
/// What was imported from where.
pub const IMPORTS_LEDGER: &str = "memory/meta/imports.jsonl";

/// Directories in which the mass-change brake counts how large a share of the files goes.
pub fn counted_dirs() -> impl Iterator<Item = &'static str> {
    let pages = Store::of_pages().filter_map(Store::folder);
    [EPISODES_DIR, ENTITIES_DIR].into_iter().chain(pages).chain([ROOMS_DIR, USERS_DIR, BANK_DIR])
}

/// Where text goes whose own place cannot be used any more.
pub const RECOVERED: &str = "memory/recovered.md";

/// Directories below `memory/` that are other tools' own.
pub const FOREIGN_DIRS: [&str; 3] = ["memory/dreaming", "memory/imports", "memory/meta/.cache"];

/// What a file at the root is to the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RootRole {
    /// Says who the agent is; every change raises an alert until a person acknowledges it.
    Identity,
    /// Steers the agent or describes the user; changed by people, or with approval.
    Guidance,
    /// A run the agent works through when it is due; changed by people, or with approval.
    Ritual,
    /// Core memory; agents write it.
    Core,
}

/// A file at the root of a workspace, and who sees it whole. The owner's own sessions see all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RootFile {
    pub name: &'static str,
    /// What it is to the agent.
    pub role: RootRole,
    /// Whether a group sees it: only what says who the agent is, never who the user is.
    pub in_groups: bool,
    /// Whether a sub-agent sees it.
    pub for_subagents: bool,
    /// Whether it is searched.
    pub searched: bool,
    /// Whether a workspace without it is incomplete.
    pub expected: bool,
}

/// Every file at the root that the product knows.
pub const ROOT_FILES: [RootFile; 10] = {
    use RootRole::{Core, Guidance, Identity, Ritual};
    const Y: bool = true;
    const N: bool = false;
    const fn row(name: &'static str, role: RootRole, columns: [bool; 4]) -> RootFile {
        let [in_groups, for_subagents, searched, expected] = columns;
        RootFile { name, role, in_groups, for_subagents, searched, expected }
    }
    [
        //                        in groups, for sub-agents, searched, expected
        row(SOUL, Identity, [Y, N, Y, Y]),
        row(IDENTITY, Identity, [Y, N, Y, Y]),
        row(AGENTS, Guidance, [Y, Y, Y, Y]),
        row(USER, Guidance, [N, N, Y, Y]),
        row(TOOLS, Guidance, [Y, Y, Y, N]),
        row(HEARTBEAT, Ritual, [N, N, N, N]),
        row(BOOT, Ritual, [N, N, N, N]),
        row(BOOTSTRAP, Ritual, [N, N, N, N]),
        row(SOUL_EVIL, Identity, [N, N, N, N]),
        row(CORE, Core, [N, N, Y, Y]),
    ]
};

/// The row of a file at the root, if it is one the product knows.
pub fn root_file(path: &str) -> Option<&'static RootFile> {
    ROOT_FILES.iter().find(|file| file.name == path)
}

/// What the file at a path is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilePlace<'a> {
    /// A file at the root that the product knows.
    Root(&'static RootFile),
    /// A day file.
    Day(Day, DayLayout),
    /// An entity file, by the stem of its name.
    Entity(&'a str),
    /// The index, the relations or another file of the graph.
    Graph,
    /// A page of a store, by the stem of its name.
    Page(Store, &'a str),
    /// A page of the bank, by its path without `bank/` and `.md`.
    Bank(&'a str),
    /// The page of a room.
    Room,
    /// The page of a person.
    User,
    /// Memory about memory.
    Meta,
    /// Anything else.
    Other,
}

impl<'a> FilePlace<'a> {
    /// Tells what a path is.
    pub fn of_path(path: &'a str) -> Self {
        if let Some(file) = root_file(path) {
            return Self::Root(file);
        }
        if let Some((day, layout)) = day_of_path(path) {
            return Self::Day(day, layout);
        }
        let stem = |dir: &str| below(path, dir).and_then(|rest| rest.strip_suffix(".md"));
        if let Some(stem) = stem(ENTITIES_DIR).and_then(without_shard) {
            return Self::Entity(stem);
        }
        let page = |store: Store| Some(Self::Page(store, stem(store.folder()?)?));
        if let Some(page) = Store::of_pages().find_map(page) {
            return page;
        }
        if let Some(page) = stem(BANK_DIR) {
            return Self::Bank(page);
        }
        let is_below = |dir: &str| below(path, dir).is_some();
        match () {
            () if is_below(ROOMS_DIR) => Self::Room,
            () if is_below(USERS_DIR) => Self::User,
            () if is_below(META_DIR) => Self::Meta,
            () if is_below(GRAPH_DIR) => Self::Graph,
            () => Self::Other,
        }
    }

    /// The store that a file of this place belongs to.
    pub fn store(&self) -> Store {
        match self {
            Self::Root(file) if file.role == RootRole::Core => Store::Core,
            Self::Day(..) => Store::Episodic,
            Self::Entity(_) | Self::Graph => Store::Semantic,
            Self::Page(store, _) => *store,
            Self::Root(_) | Self::Bank(_) | Self::Room | Self::User | Self::Meta | Self::Other => Store::Note,
        }
    }
}

impl FilePlace<'_> {
    /// What the ids of the memories in a file begin with; `None` where there are none.
    pub fn id_prefix(&self) -> Option<String> {
        match self {
            Self::Root(file) if file.role == RootRole::Core => Some("core".to_owned()),
            Self::Day(day, _) => Some(format!("episode:{day}")),
            Self::Entity(name) => Some(format!("entity:{name}")),
            Self::Page(store, name) => store.row().id_word.map(|word| format!("{word}:{name}")),
            Self::Bank(page) => Some(format!("bank:{page}")),
            Self::Root(_) | Self::Graph | Self::Room | Self::User | Self::Meta | Self::Other => None,
        }
    }
}

impl Store {
    /// The store that keeps the file at `path`; [`Store::Note`] for what is in none.
    pub fn of_path(path: &str) -> Self {
        match FilePlace::of_path(path).store() {
            // A folder of one's own below the day files is still a part of the log.
            Self::Note if below(path, EPISODES_DIR).is_some() => Self::Episodic,
            store => store,
        }
    }

    /// The folder of a store; `None` for core memory, which is one file, and for notes.
    pub const fn folder(self) -> Option<&'static str> {
        self.row().folder
    }
}

/// The name of an entity file, which is kept flat or, in a large graph, in a folder of two hexadecimal digits.
fn without_shard(stem: &str) -> Option<&str> {
    match stem.split_once('/') {
        None => Some(stem),
        Some((shard, name)) => {
            let is_shard = shard.len() == 2 && shard.bytes().all(|byte| byte.is_ascii_hexdigit());
            (is_shard && !name.contains('/')).then_some(name)
        }
    }
}

/// What follows `dir/` in a path that lies below that directory.
pub fn below<'p>(path: &'p str, dir: &str) -> Option<&'p str> {
    path.strip_prefix(dir)?.strip_prefix('/').filter(|rest| !rest.is_empty())
}

/// Says whether `FILE.md#Heading` names a section of `path`.
pub fn section_of(section: &str, path: &str) -> bool {
    section.split_once('#').is_some_and(|(file, _)| file == path)
}

/// The Markdown file called `stem` in a directory.
pub fn page(dir: &str, stem: impl std::fmt::Display) -> String {
    format!("{dir}/{stem}.md")
}

/// Says whether a path is written by the program itself: memory about memory, and the index of the graph.
pub fn is_generated(path: &str) -> bool {
    path == GRAPH_INDEX || below(path, META_DIR).is_some()
}

/// Says whether a path is part of a reflection that waits or was decided.
pub fn is_reflection(path: &str) -> bool {
    [PENDING_REFLECTION, PENDING_REFLECTION_DATA, REFLECTION_STATE, REFLECTION_LOG, EVOLUTION].contains(&path)
}

/// Says whether every change of a file raises an alert until a person acknowledges it.
pub fn is_identity(path: &str) -> bool {
    root_file(path).is_some_and(|file| file.role == RootRole::Identity)
}

/// Says whether a file steers an agent or is protected by a person: changed by people, or with approval.
pub fn is_protected(path: &str) -> bool {
    root_file(path).is_some_and(|file| file.role != RootRole::Core) || below(path, VAULT_DIR).is_some()
}

/// Says whether a file's text reaches a model without being searched for.
pub fn is_injected(path: &str) -> bool {
    let is_page = |dir: &str| below(path, dir).is_some_and(|rest| rest.ends_with(".md"));
    root_file(path).is_some() || below(path, VAULT_DIR).is_some() || is_page(ROOMS_DIR) || is_page(USERS_DIR)
}

/// Says whether a path is indexed at all: Markdown of a person or an agent, not memory about memory, not another tool's
/// directories.
pub fn is_indexed(path: &str) -> bool {
    const BESIDE: [&str; 4] = ["skills", "avatars", "node_modules", "canvas"];
    // Every file of a workspace is asked about when a process searches first.
    let lower = match path.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(path.to_ascii_lowercase()),
        false => Cow::Borrowed(path),
    };
    lower.ends_with(".md")
        && lower != "dreams.md"
        && !lower.split('/').any(|part| part.starts_with('.'))
        && below(&lower, META_DIR).is_none()
        && FOREIGN_DIRS.iter().chain(&BESIDE).all(|dir| below(&lower, dir).is_none())
}

/// Says whether what a path says is found by a search: indexed, and neither generated nor a file of rituals.
pub fn is_searched(path: &str) -> bool {
    is_indexed(path)
        && root_file(path).is_none_or(|file| file.searched)
        && ![GRAPH_INDEX, GRAPH_RELATIONS].contains(&path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_follow_the_path() {
        for (path, store) in [
            (CORE, Store::Core),
            (SOUL, Store::Note),
            ("memory/2026-02-02.md", Store::Episodic),
            ("memory/episodes/2026-02-02-trip.md", Store::Episodic),
            ("memory/episodes/2026/2026-02-02.md", Store::Episodic),
            ("memory/graph/entities/person--alex.md", Store::Semantic),
            ("memory/graph/entities/1f/person--alex.md", Store::Semantic),
            (GRAPH_INDEX, Store::Semantic),
            ("memory/procedures/deploy.md", Store::Procedural),
            ("memory/vault/hints.md", Store::Vault),
            ("memory/notes.md", Store::Note),
            ("bank/world.md", Store::Note),
            (PROPOSALS, Store::Note),
        ] {
            assert_eq!(Store::of_path(path), store, "{path}");
        }
    }

    #[test]
    fn every_store_but_the_core_has_a_folder_that_is_its_own() {
        for store in Store::ALL.iter().filter(|store| **store != Store::Core) {
            let dir = store.folder().expect("a store is kept somewhere");
            assert_eq!(Store::of_path(&page(dir, "2026-02-02")), *store);
        }
    }

    #[test]
    fn memory_about_memory_and_foreign_directories_are_not_indexed() {
        for path in
            [AUDIT_ARCHIVE, ".openclaw/x.md", "memory/.dreams/x.md", "skills/a/SKILL.md", "a.txt", "DREAMS.md", ""]
        {
            assert!(!is_indexed(path), "{path}");
        }
        for path in [CORE, "memory/2026-02-02-trip.md", "bank/x/y.md"] {
            assert!(is_indexed(path), "{path}");
        }
        assert!(!is_searched(BOOT) && !is_searched(GRAPH_INDEX) && is_searched(USER));
    }

    #[test]
    fn groups_see_who_the_agent_is_and_never_who_the_user_is() {
        let seen: Vec<&str> = ROOT_FILES.iter().filter(|file| file.in_groups).map(|file| file.name).collect();
        assert_eq!(seen, [SOUL, IDENTITY, AGENTS, TOOLS]);
        let seen: Vec<&str> = ROOT_FILES.iter().filter(|file| file.for_subagents).map(|file| file.name).collect();
        assert_eq!(seen, [AGENTS, TOOLS]);
    }

    #[test]
    fn what_is_protected_is_injected() {
        for path in [SOUL, BOOTSTRAP, "memory/vault/a.md"] {
            assert!(is_protected(path) && is_injected(path), "{path}");
        }
        assert!(!is_protected(CORE) && is_injected(CORE));
        assert!(is_injected("rooms/dev.md") && !is_injected("rooms/dev.txt") && !is_injected("memory/2026-02-02.md"));
        assert!(is_identity(SOUL_EVIL) && !is_identity(AGENTS));
    }
}
