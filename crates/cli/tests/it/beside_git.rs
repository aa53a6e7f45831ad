//! An ordinary git repository at every moment: a person's git commands beside running processes.

use std::process::Command;

use soulfile_testkit::doors::{Acknowledged, Door, DoorWriter, Program};

use crate::run::{Run, Sandbox};
use crate::serve::RunningGateway;

const DAY: &str = "memory/episodes/2026-02-02.md";

/// A workspace of people who know each other, with nothing to tell.
fn lived_in() -> Sandbox {
    let s = Sandbox::new();
    std::fs::remove_file(s.ws().join("BOOTSTRAP.md")).expect("the ritual's page");
    s.soul(["alerts"]).ok();
    // Whatever that raised: nothing is left to tell.
    s.soul(["alerts", "ack", "all"]);
    s.soul(["remember", "The door is red"]).ok();
    s
}

/// Nothing is staged, changed or unknown to git, once what runs in the background is through.
#[track_caller]
fn assert_status_clean(s: &Sandbox) {
    let mut status = String::new();
    for _ in 0..200 {
        status = s.git(["status", "--porcelain"]);
        if status.is_empty() {
            return;
        }
    }
    panic!("git status: {status}");
}

/// Runs git until it is not held up by a lock.
fn git<const N: usize>(s: &Sandbox, args: [&str; N]) -> Run {
    for _ in 0..200 {
        let mut command = s.hermetic(Command::new("git"));
        command.args(["-c", "user.name=P", "-c", "user.email=p@example.invalid"]).args(args).current_dir(s.ws());
        let run = Run::of(command);
        if run.code == 0 || !run.err.contains(".lock") {
            return run;
        }
    }
    panic!("git {args:?} is held up");
}

#[test]
fn nothing_is_lost_by_git_beside_an_open_chat() {
    let s = lived_in();
    let mut chat = s.chat::<&str>([]);
    chat.say("Remember that the lamp is green.");
    assert_status_clean(&s);
    s.write("bank/mine.md", "mine\n");
    git(&s, ["add", "bank/mine.md"]).ok();
    git(&s, ["commit", "-qm", "mine"]).ok();
    assert!(s.git(["show", &format!("HEAD:{DAY}")]).contains("lamp"), "a commit by hand keeps what was remembered");
    chat.say("Remember that the roof is blue.");
    git(&s, ["checkout", "-q", "--", "."]).ok();
    git(&s, ["stash", "-q"]);
    git(&s, ["reset", "-q", "--hard"]).ok();
    for word in ["door", "lamp", "roof"] {
        assert!(s.text(DAY).contains(word), "{word}: {}", s.text(DAY));
    }
    assert_status_clean(&s);
    assert_eq!(chat.leave("/quit\r").1, 0);
    assert_status_clean(&s);
    s.git(["fsck", "--strict"]);
}

#[test]
fn the_index_is_current_beside_a_gateway() {
    let s = lived_in();
    let served = RunningGateway::start(&s);
    for text in ["The lamp is green", "The roof is blue"] {
        s.soul(["remember", text]).ok();
        assert_status_clean(&s);
    }
    git(&s, ["commit", "-q", "--allow-empty", "-am", "mine"]).ok();
    assert!(s.git(["show", &format!("HEAD:{DAY}")]).contains("roof"));
    served.stop("TERM");
    assert_status_clean(&s);
}

#[test]
fn kills_beside_git_lose_nothing_that_was_acknowledged() {
    let dir = tempfile::tempdir().unwrap();
    let program = Program::find(Some(env!("CARGO_BIN_EXE_soul").as_ref()), dir.path()).unwrap();
    program.setup().unwrap();
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=P", "-c", "user.email=p@example.invalid", "-c", "core.hooksPath=/dev/null"]);
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
        Run::of({
            command.args(args).current_dir(program.workspace());
            command
        })
    };
    let acked = Acknowledged::default();
    let mut writers: Vec<_> =
        Door::ALL.into_iter().map(|door| Some(DoorWriter::start(&program, door, 0, &acked))).collect();
    let mine = program.workspace().join("TOOLS.md");
    let commands: [&[&[&str]]; 7] = [
        &[&["stash", "-q"], &["stash", "pop", "-q"]],
        &[&["checkout", "-q", "--", "."]],
        &[&["repack", "-adq"]],
        &[&["commit", "-qam", "by hand"]],
        &[&["gc", "-q", "--prune=now"]],
        &[&["reset", "-q", "--hard"]],
        &[&["prune", "--expire=now"]],
    ];
    let enough = |least: usize| acked.lock().unwrap().len() >= least;
    for round in 0..42usize {
        std::fs::write(&mine, format!("# Tools\nkettle {round}\n")).unwrap();
        for command in commands[round % commands.len()] {
            git(command);
        }
        // Somebody else is killed each time, in the middle of whatever it does.
        let door = round % writers.len();
        writers[door].take().unwrap().kill();
        writers[door] = Some(DoorWriter::start(&program, Door::ALL[door], round as u64 + 1, &acked));
    }
    for _ in 0..6_000 {
        if enough(40) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    writers.into_iter().flatten().for_each(DoorWriter::stop);
    program.run(&["alerts"]).unwrap();
    let days = Sandbox::snapshot(&program.workspace().join("memory/episodes"), &[]);
    let files: String = days.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).to_lowercase()).collect();
    let acked = acked.lock().unwrap();
    assert!(acked.len() >= 40, "{}", acked.len());
    let lost: Vec<_> = acked.iter().filter(|word| !files.contains(&format!("{word} "))).collect();
    assert!(lost.is_empty(), "{} of {} are gone: {lost:?}", lost.len(), acked.len());
    assert_eq!(git(&["status", "--porcelain"]).out, "");
    assert_eq!(git(&["fsck", "--strict", "--no-dangling"]).code, 0);
}

#[test]
fn what_a_repack_took_away_comes_back_by_itself() {
    let s = lived_in();
    s.soul(["remember", "The lamp is green"]).ok();
    let head = s.git(["rev-parse", "HEAD"]);
    // As `git repack -ad` does with a pack that nothing leads to yet.
    for entry in std::fs::read_dir(s.ws().join(".git/objects/pack")).unwrap() {
        std::fs::remove_file(entry.unwrap().path()).unwrap();
    }
    s.soul(["remember", "The roof is blue"]).ok();
    s.git(["merge-base", "--is-ancestor", head.trim(), "HEAD"]);
    for word in ["door", "lamp", "roof"] {
        assert!(s.git(["show", &format!("HEAD:{DAY}")]).contains(word), "{word}");
    }
    s.git(["fsck", "--strict"]);
}

#[test]
fn a_fresh_pack_is_no_garbage_and_leaves_none() {
    let s = lived_in();
    for round in 0..6 {
        s.soul(["remember", &format!("The {round}th lamp is green")]).ok();
        git(&s, ["gc", "-q", "--prune=now"]).ok();
    }
    let left: Vec<_> =
        std::fs::read_dir(s.ws().join(".git/objects/pack")).unwrap().map(|e| e.unwrap().path()).collect();
    assert!(left.iter().all(|path| path.extension().is_none_or(|end| end != "keep")), "{left:?}");
    s.assert_clean();
}

/// The line an alert gives to bring everything back.
fn restore_line(s: &Sandbox) -> Vec<String> {
    let told = s.soul(["alerts"]).ok().out;
    let line = told.split('`').find(|part| part.starts_with("soul rollback ")).unwrap_or_else(|| panic!("{told}"));
    line.split(' ').skip(1).map(str::to_owned).collect()
}

#[test]
fn a_store_removed_by_hand_is_told_and_comes_back_in_one_step() {
    for by in ["rm", "git rm", "git rm and commit"] {
        let s = lived_in();
        for number in 0..4 {
            s.write(&format!("memory/procedures/p{number}.md"), format!("# Procedure {number}\n"));
        }
        s.soul(["audit", "log"]).ok();
        s.soul(["alerts"]).ok().says("No open alerts");
        match by {
            "rm" => std::fs::remove_dir_all(s.ws().join("memory/procedures")).unwrap(),
            _ => drop(s.git(["rm", "-rq", "memory/procedures"])),
        }
        if by == "git rm and commit" {
            s.git(["commit", "-qm", "away"]);
        }
        s.soul(["context"]).ok().says("4 of the 4 files in memory/procedures were removed");
        let mut restore = restore_line(&s);
        restore.push("--yes".to_owned());
        s.soul(&restore).ok();
        assert_eq!(s.text("memory/procedures/p3.md"), "# Procedure 3\n", "{by}");
        s.soul(["alerts", "ack", "all"]).ok();
        s.soul(["alerts"]).ok().says("No open alerts");
        s.assert_clean();
    }
}

/// Whoever looks for the first time is told, too: the files were there after the workspace was made.
#[test]
fn a_store_removed_before_anybody_looked_is_told() {
    let s = Sandbox::new();
    for number in 0..4 {
        s.write(&format!("memory/procedures/p{number}.md"), format!("# Procedure {number}\n"));
    }
    s.soul(["audit", "log"]).ok();
    s.git(["rm", "-rq", "memory/procedures"]);
    s.soul(["alerts"]).ok().says("4 of the 4 files in memory/procedures were removed");
}

#[test]
fn what_a_reset_cuts_off_stays_reachable() {
    let s = lived_in();
    s.soul(["remember", "The lamp is green"]).ok();
    let cut = s.git(["rev-parse", "HEAD"]);
    s.git(["reset", "-q", "--hard", "HEAD~1"]);
    s.soul(["remember", "The roof is blue"]).ok();
    s.soul(["alerts"]).ok().says("the history was cut");
    s.git(["reflog", "expire", "--expire=now", "--all"]);
    s.git(["gc", "-q", "--prune=now"]);
    assert!(s.git(["rev-list", "--all"]).contains(cut.trim()), "what was acknowledged is still there");
}

#[test]
fn a_link_planted_in_the_repository_is_refused() {
    let places = [
        "soulfile",
        "soulfile/journal",
        "soulfile/lock",
        "soulfile/token",
        "soulfile/ref.spare",
        "soulfile/tmp",
        "soulfile/old",
        "soulfile/purge",
        "soulfile/purge.new",
        "soulfile/index.0",
        "soulfile/index.1",
        "soulfile/index.damaged",
        "soulfile/damaged",
        "objects",
        "objects/pack",
        "objects/info",
        "objects/aa",
        "refs",
        "refs/heads",
        "refs/heads/main",
        "refs/heads/main.lock",
        "HEAD",
        "index",
        "index.lock",
        "packed-refs",
        "info",
        "info/exclude",
        "logs",
    ];
    let template = lived_in();
    for place in places {
        for to_folder in [true, false] {
            let s = template.copy();
            let outside = s.dir().join("outside");
            let git = s.ws().join(".git");
            let planted = git.join(place);
            if planted.exists() {
                std::fs::rename(&planted, &outside).unwrap();
            } else if to_folder {
                std::fs::create_dir(&outside).unwrap();
            } else {
                std::fs::write(&outside, "somebody else's\n").unwrap();
            }
            std::os::unix::fs::symlink(&outside, &planted).unwrap();
            let before = seen(&outside);
            s.soul(["context"]).ok().says("# SOUL.md");
            let run = s.soul(["remember", "The lamp is green"]);
            assert_ne!(run.code, 0, "{place}: {}", run.out);
            assert!(run.err.contains("link"), "{place}: {}", run.err);
            assert_eq!(seen(&outside), before, "{place}: what is outside was changed");
        }
    }
}

/// Everything at a place, with its bytes.
fn seen(path: &std::path::Path) -> Vec<(String, Vec<u8>)> {
    if path.is_dir() { Sandbox::snapshot(path, &[]) } else { vec![(String::new(), std::fs::read(path).unwrap())] }
}
