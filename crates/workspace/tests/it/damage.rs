use soulfile_workspace::{Error, Repair, Workspace};

use crate::fixture::{WorkspaceFixture, append, bot, write};

fn lived_in() -> WorkspaceFixture {
    let f = WorkspaceFixture::new();
    for i in 0..6 {
        f.apply(bot(vec![append("memory/a.md", &format!("{i}\n")), write(&format!("memory/n{i}.md"), "n\n")])).unwrap();
    }
    f.ws().settle().unwrap();
    f
}

fn repair(f: &mut WorkspaceFixture) -> Vec<String> {
    f.workspace = None;
    let files = f.text("memory/a.md");
    let done = Workspace::repair(&f.root(), f.options()).unwrap();
    assert_eq!(f.text("memory/a.md"), files, "working files are never touched");
    f.reopen();
    f.apply(bot(vec![append("memory/a.md", "after\n")])).unwrap();
    f.ws().settle().unwrap();
    assert_eq!(f.git(&["status", "--porcelain", "--", "memory"]), "");
    done
}

#[test]
fn a_lost_head_or_branch_is_reattached() {
    for (file, text) in
        [("HEAD", None), ("HEAD", Some("garbage")), ("refs/heads/main", Some("")), ("refs/heads/main", Some("zzz\n"))]
    {
        let mut f = lived_in();
        let commits = f.git(&["rev-list", "--count", "HEAD"]);
        f.workspace = None;
        let path = f.root().join(".git").join(file);
        match text {
            Some(text) => std::fs::write(&path, text).unwrap(),
            None => std::fs::remove_file(&path).unwrap(),
        }
        assert!(
            matches!(Workspace::open(&f.root(), f.options()).unwrap().unavailable(), Some(Error::Damaged(_))),
            "{file} {text:?}"
        );
        repair(&mut f);
        let now: usize = f.git(&["rev-list", "--count", "HEAD"]).trim().parse().unwrap();
        assert_eq!(now, commits.trim().parse::<usize>().unwrap() + 1, "{file} {text:?}");
    }
}

#[test]
fn a_gutted_object_store_is_set_aside_and_history_starts_anew() {
    let mut f = lived_in();
    std::fs::remove_dir_all(f.root().join(".git/objects/pack")).unwrap();
    repair(&mut f);
    assert_eq!(f.git(&["rev-list", "--count", "HEAD"]), "7\n", "what the journal still holds comes back");
    f.ws().checkpoint().unwrap();
    f.workspace = None;
    std::fs::remove_dir_all(f.root().join(".git/objects")).unwrap();
    std::fs::create_dir_all(f.root().join(".git/objects/pack")).unwrap();
    let done = repair(&mut f);
    assert!(done.iter().any(|d| d.contains(".git-damaged-20260202")), "{done:?}");
    assert!(f.git(&["log", "--format=%s"]).contains("history newly rooted"));
}

#[test]
fn a_bad_index_and_a_stale_lock_are_found() {
    let mut f = lived_in();
    std::fs::write(f.root().join(".git/index"), "garbage").unwrap();
    std::fs::write(f.root().join(".git/HEAD.lock"), "").unwrap();
    let findings = f.reopen().inspect().unwrap();
    assert!(findings.iter().any(|x| x.repair == Repair::RebuildIndex), "{findings:?}");
    assert!(findings.iter().any(|x| matches!(x.repair, Repair::RemoveLock(_))), "{findings:?}");
    f.ws().rebuild_index().unwrap();
    assert_eq!(f.git(&["status", "--porcelain"]), "");
}

#[test]
fn an_index_that_leads_out_of_its_pack_is_not_followed() {
    for by_git in [false, true] {
        let mut f = lived_in();
        f.ws().checkpoint().unwrap();
        if by_git {
            f.git(&["repack", "-adq"]);
        }
        let commits: usize = f.git(&["rev-list", "--count", "HEAD"]).trim().parse().unwrap();
        f.workspace = None;
        let packs = std::fs::read_dir(f.root().join(".git/objects/pack")).unwrap().flatten().map(|e| e.path());
        for index in packs.filter(|path| path.extension().is_some_and(|end| end == "idx")) {
            let mut bytes = std::fs::read(&index).unwrap();
            let count = (bytes.len() - 1072) / 28;
            // The first byte of each place in the pack: 128 MB behind its end.
            (0..count).for_each(|i| bytes[1032 + count * 24 + i * 4] ^= 8);
            std::fs::remove_file(&index).unwrap();
            std::fs::write(&index, bytes).unwrap();
        }
        let damaged = Workspace::open(&f.root(), f.options()).unwrap();
        assert!(matches!(damaged.unavailable(), Some(Error::Damaged(_))), "by git: {by_git}");
        drop(damaged);
        let done = repair(&mut f);
        let now: usize = f.git(&["rev-list", "--count", "HEAD"]).trim().parse().unwrap();
        // Of a pack that git made the index is made anew; of ours, what the journal and the files still hold comes back.
        assert!(now == commits + 1 || !by_git, "{now} {commits} {done:?}");
        assert_eq!(f.git(&["fsck", "--no-dangling"]), "");
    }
}
