//! Git commands that look a commit up, wait, and then write what was there before an entry.

use soulfile_workspace::Change;

use crate::fixture::{WorkspaceFixture, append, bot, path, write};

#[test]
fn what_a_git_command_took_away_because_it_began_before_the_write_is_brought_back() {
    for raced in [true, false] {
        let f = WorkspaceFixture::new();
        for line in ["one\n", "two\n"] {
            f.apply(bot(vec![append("memory/a.md", line)])).unwrap();
        }
        // What a person asks for stays as they asked for it.
        f.git(&["checkout", "-q", "HEAD~1", "--", "memory/a.md"]);
        if raced {
            // A command that ends on HEAD and leaves the files of the commit before: it had looked HEAD up before.
            f.git(&["checkout", "-q", "main"]);
        }
        f.apply(bot(vec![append("memory/a.md", "three\n")])).unwrap();
        let expected = if raced { "# log\none\ntwo\nthree\n" } else { "# log\none\nthree\n" };
        assert_eq!(f.text("memory/a.md"), expected, "raced: {raced}");
        assert_eq!(f.actors().contains(&"system:recover".to_owned()), raced);
        f.assert_clean();
    }
}

/// `git checkout` looks up its commit before it takes git's lock, and leaves the files of the commit before an entry that was
/// written meanwhile; the person's next commit then holds them.
#[test]
fn what_a_commit_takes_away_because_the_git_index_was_behind_comes_back() {
    for raced in [true, false] {
        let f = WorkspaceFixture::new();
        f.apply(bot(vec![append("memory/a.md", "one\n")])).unwrap();
        f.apply(bot(vec![append("memory/a.md", "two\n")])).unwrap();
        f.ws().settle().unwrap();
        f.git(&["checkout", "-q", "HEAD~1", "--", "memory/a.md"]);
        if raced {
            // The line that a checkout of the branch leaves, at the time of the entry.
            let head = f.git(&["rev-parse", "HEAD"]).trim().to_owned();
            let at = f.git(&["log", "-1", "--format=%ct"]).trim().to_owned();
            let log = f.root().join(".git/logs/HEAD");
            let line =
                format!("{head} {head} Person <p@example.invalid> {at} +0000\tcheckout: moving from main to main\n");
            let known = std::fs::read_to_string(&log).unwrap_or_default();
            std::fs::create_dir_all(log.parent().unwrap()).unwrap();
            std::fs::write(&log, known + &line).unwrap();
        }
        f.by_hand("bank/mine.md", "mine\n");
        f.git(&["add", "bank/mine.md"]);
        f.git(&["commit", "-qm", "by hand"]);
        f.apply(bot(vec![write("memory/b.md", "b\n")])).unwrap();
        assert_eq!(f.text("memory/a.md"), if raced { "# log\none\ntwo\n" } else { "# log\none\n" });
        assert_eq!(f.text("bank/mine.md"), "mine\n");
        f.assert_clean();
    }
}

/// Lets the latest line of HEAD's reflog say that a reset was asked to go nowhere.
fn say_it_was_a_reset_to_head(f: &WorkspaceFixture) {
    let log = f.root().join(".git/logs/HEAD");
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::write(log, text.replace("moving to HEAD~1", "moving to HEAD")).unwrap();
}

/// `git reset` and `git stash` look HEAD up before they take git's lock, and move the branch to what they found.
#[test]
fn a_reset_to_head_that_began_before_the_write_takes_nothing_away() {
    for (how, raced) in [("--hard", true), ("--mixed", true), ("--hard", false)] {
        let f = WorkspaceFixture::new();
        f.apply(bot(vec![append("memory/a.md", "one\n"), write("memory/old.md", "old\n")])).unwrap();
        let removed = Change::Delete { path: path("memory/old.md"), base: None };
        f.apply(bot(vec![append("memory/a.md", "two\n"), write("memory/b.md", "b\n"), removed])).unwrap();
        let end = f.git(&["rev-parse", "HEAD"]);
        f.git(&["reset", "-q", how, "HEAD~1"]);
        if raced {
            say_it_was_a_reset_to_head(&f);
        }
        // Another one, which finds nothing to do any more.
        f.git(&["reset", "-q", how]);
        assert_eq!(f.ws().alerts().unwrap().len(), usize::from(!raced), "{how}, raced: {raced}");
        if !raced {
            assert_eq!(f.text("memory/a.md"), "# log\none\n");
            continue;
        }
        assert_eq!(f.git(&["rev-parse", "HEAD"]), end);
        assert_eq!(f.text("memory/b.md"), "b\n");
        assert_eq!(f.text("memory/old.md"), "<absent>");
        f.apply(bot(vec![append("memory/a.md", "three\n")])).unwrap();
        assert_eq!(f.text("memory/a.md"), "# log\none\ntwo\nthree\n");
        assert_eq!(f.actors(), ["bot:main"; 3]);
        f.assert_clean();
    }
}

#[test]
fn what_a_person_saved_after_such_a_reset_stays() {
    let f = WorkspaceFixture::new();
    f.apply(bot(vec![write("memory/a.md", "one\ntwo\nthree\n")])).unwrap();
    f.apply(bot(vec![append("memory/a.md", "four\n")])).unwrap();
    f.git(&["reset", "-q", "--hard", "HEAD~1"]);
    say_it_was_a_reset_to_head(&f);
    f.by_hand("memory/a.md", "mine\ntwo\nthree\n");
    f.ws().take_in_hand_edits().unwrap();
    assert_eq!(f.text("memory/a.md"), "mine\ntwo\nthree\nfour\n");
    f.assert_clean();
}

/// A person's `git commit` beside a running process comes before that process has looked.
#[test]
fn what_a_person_commits_after_such_a_reset_is_merged_in() {
    let f = WorkspaceFixture::new();
    f.apply(bot(vec![append("memory/a.md", "one\n")])).unwrap();
    f.apply(bot(vec![append("memory/a.md", "two\n")])).unwrap();
    f.git(&["reset", "-q", "--hard", "HEAD~1"]);
    say_it_was_a_reset_to_head(&f);
    f.by_hand("bank/mine.md", "mine\n");
    f.git(&["add", "bank/mine.md"]);
    f.git(&["commit", "-qm", "by hand"]);
    let theirs = f.git(&["rev-parse", "HEAD"]);
    f.apply(bot(vec![append("memory/a.md", "three\n")])).unwrap();
    assert_eq!(f.text("memory/a.md"), "# log\none\ntwo\nthree\n");
    assert_eq!(f.text("bank/mine.md"), "mine\n");
    f.git(&["merge-base", "--is-ancestor", theirs.trim(), "HEAD"]);
    assert_eq!(f.actors(), ["bot:main", "manual", "bot:main", "bot:main"]);
    assert!(f.ws().alerts().unwrap().is_empty());
    f.assert_clean();
}

/// A workspace whose entries are as young as its files, or from another time.
fn fixture(lately: bool) -> WorkspaceFixture {
    let f = WorkspaceFixture::new();
    if lately {
        f.to_the_present();
    }
    f
}

/// `git reset` writes the files before it moves the branch, and `git stash pop` an index that it read before an entry.
#[test]
fn a_version_that_was_followed_a_moment_ago_was_not_asked_for() {
    for lately in [true, false] {
        let f = fixture(lately);
        f.apply(bot(vec![append("memory/a.md", "one\n")])).unwrap();
        f.apply(bot(vec![append("memory/a.md", "two\n")])).unwrap();
        let end = f.git(&["rev-parse", "HEAD"]);
        f.git(&["checkout", "-q", "HEAD~1", "--", "memory/a.md"]);
        f.apply(bot(vec![append("memory/a.md", "three\n")])).unwrap();
        let expected = if lately { "# log\none\ntwo\nthree\n" } else { "# log\none\nthree\n" };
        assert_eq!(f.text("memory/a.md"), expected);
        // The reset comes to its end.
        f.git(&["update-ref", "-m", "reset: moving to HEAD", "HEAD", &format!("{}~1", end.trim())]);
        f.apply(bot(vec![append("memory/a.md", "four\n")])).unwrap();
        assert_eq!(f.text("memory/a.md"), format!("{expected}four\n"));
        f.git(&["merge-base", "--is-ancestor", end.trim(), "HEAD"]);
        f.assert_clean();
    }
}

#[test]
fn a_commit_of_a_version_that_was_followed_a_moment_ago_takes_nothing_away() {
    for lately in [true, false] {
        let f = fixture(lately);
        f.apply(bot(vec![append("memory/a.md", "one\n")])).unwrap();
        f.apply(bot(vec![append("memory/a.md", "two\n")])).unwrap();
        f.git(&["checkout", "-q", "HEAD~1", "--", "memory/a.md"]);
        for name in ["bank/mine.md", "bank/more.md"] {
            f.by_hand(name, "mine\n");
            f.git(&["add", name]);
            f.git(&["commit", "-qm", "by hand"]);
        }
        f.apply(bot(vec![write("memory/b.md", "b\n")])).unwrap();
        assert_eq!(f.text("memory/a.md"), if lately { "# log\none\ntwo\n" } else { "# log\none\n" });
        f.assert_clean();
    }
}

/// `git merge` looks at the files before it takes the lock, too: what it leaves goes on from the version before the entry.
#[test]
fn what_a_merge_wrote_over_a_moment_ago_comes_back_beside_it() {
    for committed in [true, false] {
        let f = fixture(true);
        f.apply(bot(vec![append("memory/a.md", "one\n")])).unwrap();
        f.apply(bot(vec![append("memory/a.md", "two\n")])).unwrap();
        f.by_hand("memory/a.md", "# log\none\ntheirs\n");
        f.git(&["add", "memory/a.md"]);
        if committed {
            f.git(&["commit", "-qm", "by hand"]);
        }
        f.apply(bot(vec![append("memory/a.md", "three\n")])).unwrap();
        assert_eq!(f.text("memory/a.md"), "# log\none\ntheirs\ntwo\nthree\n", "committed: {committed}");
        f.assert_clean();
    }
}
