//! Trails that begin in the first format of the seal: they verify, and cannot be added to.

use soulfile_workspace::{Authenticity, LogFilter, Workspace};

use crate::fixture::{WorkspaceFixture, bot, git, write};

const KEY: [u8; 32] = [7; 32];

fn key_id(key: &[u8; 32]) -> String {
    hex::encode(&blake3::derive_key("soulfile audit key id", key)[..4])
}

/// Commits `memory/a.md` with an entry of the first format; gives its chain value.
fn commit(f: &WorkspaceFixture, key: &[u8; 32], seq: u64, previous: &str, text: &str, actor: &str) -> String {
    f.by_hand("memory/a.md", text);
    git(&f.root(), &["add", "memory/a.md"]);
    let tree = git(&f.root(), &["write-tree"]).trim().to_owned();
    let parent = git(&f.root(), &["for-each-ref", "--format=%(objectname)", "refs/heads/main"]).trim().to_owned();
    let oid = |text: &str| git2::Oid::from_str(text).unwrap();
    let line = format!("2026-02-02T14:30Z | EDIT | memory/a.md | {actor} | auto | test change");
    let mut hasher = blake3::Hasher::new_keyed(key);
    hasher.update(previous.as_bytes());
    hasher.update(&seq.to_le_bytes());
    hasher.update(oid(&tree).as_bytes());
    hasher.update(if parent.is_empty() { git2::Oid::ZERO_SHA1 } else { oid(&parent) }.as_bytes());
    hasher.update(b"\n");
    hasher.update(line.as_bytes());
    let chain = format!("{seq}.{}.{}", key_id(key), hex::encode(&hasher.finalize().as_bytes()[..16]));
    let message = format!(
        "[EDIT] memory/a.md — test change\n\nActor: {actor}\nApproval: auto\nTrigger: —\nMutation: m-{seq:016}\nChain: {chain}\n"
    );
    let object = format!(
        "tree {tree}\n{}author {actor} <soul@localhost> 1770042600 +0000\ncommitter Soulfile <soul@localhost> 1770042600 +0000\n\n{message}",
        if parent.is_empty() { String::new() } else { format!("parent {parent}\n") }
    );
    let repo = git2::Repository::open(f.root()).unwrap();
    let made = repo.odb().unwrap().write(git2::ObjectType::Commit, object.as_bytes()).unwrap();
    git(&f.root(), &["update-ref", "refs/heads/main", &made.to_string()]);
    chain
}

/// Three entries of the first format, by the agent's own key.
fn old_trail() -> (WorkspaceFixture, String) {
    let f = WorkspaceFixture::bare();
    std::fs::create_dir_all(f.root()).unwrap();
    std::fs::create_dir_all(f.dir.path().join("state")).unwrap();
    std::fs::write(f.dir.path().join("state/audit.key"), KEY).unwrap();
    git(&f.root(), &["init", "-q", "-b", "main"]);
    let mut chain = String::new();
    for seq in 1..=3 {
        chain = commit(&f, &KEY, seq, &chain, &format!("entry {seq}\n"), "bot:main");
    }
    (f, chain)
}

fn standings(ws: &Workspace) -> Vec<Authenticity> {
    ws.log(&LogFilter { limit: 100, ..LogFilter::default() }).unwrap().iter().map(|e| e.standing).collect()
}

#[test]
fn an_old_trail_verifies_before_and_after_the_first_new_entry() {
    let (mut f, _) = old_trail();
    f.workspace = Some(Workspace::open(&f.root(), f.options()).unwrap());
    f.ws().rebuild_audit_log().unwrap();
    let found = f.ws().verify().unwrap();
    assert_eq!(
        found.problems,
        ["the audit anchor is missing or unreadable, so a cut end would go unnoticed; the next write renews it"]
    );
    f.apply(bot(vec![write("memory/b.md", "new\n")])).unwrap();
    assert_eq!(standings(f.ws()), [Authenticity::Verified; 4]);
    let found = f.reopen().verify().unwrap();
    assert!(found.ok, "{found:?}");
    assert!(f.git(&["log", "-1", "--format=%B"]).contains("Chain: v2.4."), "it goes on counting");
}

#[test]
fn an_entry_of_the_old_format_after_a_new_one_is_none() {
    let (mut f, _) = old_trail();
    f.workspace = Some(Workspace::open(&f.root(), f.options()).unwrap());
    f.apply(bot(vec![write("memory/b.md", "new\n")])).unwrap();
    let newest = f.git(&["log", "-1", "--format=%B"]);
    let newest = newest.lines().find_map(|line| line.strip_prefix("Chain: ")).unwrap().to_owned();
    f.ws().settle().unwrap();
    // Made with the right key: only the rule refuses it.
    commit(&f, &KEY, 5, &newest, "late\n", "system:init");
    let ws = f.reopen();
    assert_eq!(standings(ws)[0], Authenticity::Forged);
    assert!(ws.verify().unwrap().problems.iter().any(|p| p.contains("seal does not fit")));
}

#[test]
fn an_old_entry_under_another_key_or_with_other_words_is_none() {
    let (mut f, chain) = old_trail();
    commit(&f, &[8; 32], 4, &chain, "foreign\n", "system:init");
    f.workspace = Some(Workspace::open(&f.root(), f.options()).unwrap());
    assert_eq!(standings(f.ws())[0], Authenticity::UnknownKey);
    assert!(!f.ws().verify().unwrap().ok);
    let (mut f, chain) = old_trail();
    commit(&f, &KEY, 9, &chain, "gap\n", "bot:main");
    f.workspace = Some(Workspace::open(&f.root(), f.options()).unwrap());
    assert!(f.ws().verify().unwrap().problems.iter().any(|p| p.contains("missing or out of order")));
}
