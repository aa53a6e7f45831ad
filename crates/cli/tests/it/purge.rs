//! A purge of history that is killed: finished by the next command, or it did not happen and that is said.

use std::path::Path;
use std::process::Command;

use crate::run::{Run, Sandbox};

/// The calls that change something, as strace names them (`?`: where the machine has them).
const MUTATING: &str = "openat,write,pwrite64,?rename,?renameat,renameat2,?link,linkat,?unlink,unlinkat,?mkdir,mkdirat,\
     ?rmdir,fdatasync,fsync,syncfs,ftruncate";
/// Every how many of them the process is killed at.
const STEP: usize = 17;

const SECRET: &str = "zanzibar-quokka";
const PURGE: [&str; 5] = ["forget", SECRET, "--permanently", "--purge-history", "--yes"];

/// Runs `soul` under strace.
fn traced(s: &Sandbox, strace: &[&str], args: &[&str]) -> Run {
    let mut command = s.hermetic(Command::new("strace"));
    command.args(["-f", "-qq", "-e", "signal=none"]).args(strace);
    command.arg(env!("CARGO_BIN_EXE_soul")).arg("-C").arg(s.ws()).args(args);
    let (_ours, end) = crate::pty::terminal();
    command.stdin(end);
    let output = command.output().expect("strace is installed: `make tools` sees to it");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("strace: "), "{output:?}");
    Run::from(output, format!("{command:?}"))
}

fn copy(from: &Path, to: &Path) {
    let _ = std::fs::remove_dir_all(to);
    assert!(Command::new("cp").arg("-a").arg(from).arg(to).status().unwrap().success());
}

/// Everything on disk that holds the secret, objects unpacked.
fn traces(s: &Sandbox) -> Vec<String> {
    let holds = |bytes: &[u8]| bytes.windows(SECRET.len()).any(|w| w == SECRET.as_bytes());
    let mut found: Vec<String> = [s.ws(), s.home()]
        .iter()
        .flat_map(|dir| Sandbox::snapshot(dir, &[]))
        .filter(|(_, bytes)| holds(bytes))
        .map(|(name, _)| name)
        .collect();
    let mut git = s.hermetic(Command::new("git"));
    git.args(["cat-file", "--batch-all-objects", "--batch"]).current_dir(s.ws());
    if holds(&git.output().unwrap().stdout) {
        found.push("git objects".to_owned());
    }
    found
}

#[test]
fn a_purge_killed_anywhere_is_finished_by_the_next_command_or_did_not_happen() {
    let s = Sandbox::new();
    s.soul(["remember", "I like tea"]).ok();
    s.soul(["remember", &format!("My locker code word is {SECRET}")]).ok();
    s.soul(["remember", "Ana plays the cello"]).ok();
    s.soul(["recall", "locker"]).ok();
    // An open alert names a commit that is made again.
    s.append("SOUL.md", "a line of mine\n");
    s.soul(["alerts"]).ok();
    let (ws, home) = (s.dir().join("ws-before"), s.dir().join("home-before"));
    copy(&s.ws(), &ws);
    copy(&s.home(), &home);
    let log = s.dir().join("calls");
    traced(&s, &["-o", log.to_str().unwrap(), "-e", &format!("trace={MUTATING}")], &PURGE).ok();
    assert_eq!(traces(&s), Vec::<String>::new());
    let mut counts = std::collections::BTreeMap::new();
    let mut points = Vec::new();
    for line in std::fs::read_to_string(&log).unwrap().lines() {
        let line = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        let Some((call, rest)) = line.split_once('(') else { continue };
        let nth = counts.entry(call.to_owned()).or_insert(0usize);
        *nth += 1;
        if call != "openat" || rest.contains("O_CREAT") {
            points.push((call.to_owned(), *nth));
        }
    }
    let (mut finished, mut withdrawn, mut missed) = (0, 0, 0);
    for (call, nth) in points.iter().step_by(STEP) {
        copy(&ws, &s.ws());
        copy(&home, &s.home());
        let kill = format!("inject={call}:signal=KILL:when={nth}");
        let purge = traced(&s, &["-o", "/dev/null", "-e", &format!("trace={call}"), "-e", &kill], &PURGE);
        if purge.code == 0 {
            // Objects go into a folder by their name's beginning, and names differ: a folder or file fewer this time.
            missed += 1;
            continue;
        }
        purge.code(-1);
        let begun = s.ws().join(".git/soulfile/purge").exists();
        let place = format!("killed at {call} {nth}");
        s.soul(["audit", "verify"]).ok();
        let seals = s.soul(["audit", "log", "--grep", "purged from history", "--json"]).ok().json();
        let alerts = s.soul(["alerts", "--json"]).ok().json();
        let purges: Vec<_> = alerts.as_array().unwrap().iter().filter(|a| a["id"] == "purge").collect();
        assert!(alerts.as_array().unwrap().iter().any(|a| a["path"] == "SOUL.md"), "{place}: {alerts}");
        if s.text("memory/episodes/2026-02-02.md").contains(SECRET) {
            withdrawn += 1;
            assert_eq!(seals, serde_json::json!([]), "{place}");
            assert_eq!(purges.len(), usize::from(begun), "{place}: {alerts}");
            assert!(purges.iter().all(|a| a["text"].as_str().unwrap().contains("did not happen")), "{alerts}");
        } else {
            finished += 1;
            assert_eq!(traces(&s), Vec::<String>::new(), "{place}");
            assert_eq!(seals.as_array().unwrap().len(), 1, "{place}: {seals}");
            assert!(purges.is_empty(), "{place}: {alerts}");
        }
        s.git(["fsck", "--strict"]);
        s.soul(["remember", "The boiler was serviced"]).ok();
        s.soul(["audit", "verify"]).ok();
        s.soul(["recall", "cello"]).ok().says("cello");
    }
    assert!(
        finished > 10 && withdrawn > 0 && missed * 5 < finished,
        "{finished} finished, {withdrawn} withdrawn, {missed} missed"
    );
}

#[test]
fn a_purge_that_somebody_else_asked_for_in_the_repository_is_not_carried_out() {
    let s = Sandbox::new();
    s.soul(["remember", "I like tea"]).ok();
    let head = s.git(["rev-parse", "HEAD"]);
    let asked =
        r#"{"purge":{"texts":["tea"],"paths":["SOUL.md"]},"base":null,"stage":"Rewriting","commits":{},"counts":null}"#;
    std::fs::write(s.ws().join(".git/soulfile/purge"), format!("{}\n{asked}", "0".repeat(64))).unwrap();
    s.soul(["audit", "verify"]).ok();
    assert_eq!(s.git(["rev-parse", "HEAD"]), head);
    assert!(s.text("SOUL.md").contains("#"));
    s.soul(["doctor"]).code(8).says("a purge of history was begun from another home");
}

#[test]
fn a_purge_withdraws_what_waits_and_clears_the_import_ledger() {
    let s = Sandbox::new();
    let notes = s.dir().join("notes");
    std::fs::create_dir(&notes).unwrap();
    let text = "# Plan\n\nI travel with Biscuit Zanzibar in May. Biscuit Zanzibar is my colleague.\n";
    std::fs::write(notes.join("biscuit-zanzibar-plan.md"), text).unwrap();
    std::fs::write(notes.join("tea.md"), "I drink oolong tea every morning.\n").unwrap();
    s.soul(["import", notes.to_str().unwrap()]).ok().says("2 taken");
    s.soul(["proposals", "add", "Biscuit Zanzibar is my colleague", "--from", "researcher"]).ok();
    s.soul(["proposals", "add", "The boiler was serviced in March", "--from", "researcher"]).ok();
    s.soul(["reflect"]).ok().says("Biscuit Zanzibar is my colleague.");
    s.soul(["forget", "travel with Biscuit", "--permanently", "--purge-history", "--yes"])
        .ok()
        .says("the waiting reflection had read it and was withdrawn")
        .says("proposal 1 spoke of it and was withdrawn");
    for word in ["Zanzibar", "zanzibar"] {
        for dir in [s.ws(), s.home()] {
            for (name, bytes) in Sandbox::snapshot(&dir, &[]) {
                assert!(!bytes.windows(word.len()).any(|w| w == word.as_bytes()), "{word} in {name}");
            }
        }
        let mut git = s.hermetic(Command::new("git"));
        git.args(["cat-file", "--batch-all-objects", "--batch"]).current_dir(s.ws());
        assert!(!String::from_utf8_lossy(&git.output().unwrap().stdout).contains(word), "{word} in objects");
    }
    s.soul(["proposals", "list"]).ok().says("boiler");
    s.soul(["import", notes.to_str().unwrap()]).ok().says("0 taken");
    s.soul(["reflect"]).ok().says("oolong");
    s.assert_clean();
}

#[test]
fn erasing_withdraws_what_waits_too() {
    let s = Sandbox::new();
    s.soul(["remember", "Ana plays the cello every Friday"]).ok();
    s.at("2026-02-03T10:00:00Z");
    s.soul(["proposals", "add", "Ana plays the cello every Friday", "--from", "researcher"]).ok();
    s.soul(["forget", "cello", "--permanently", "--yes"]).ok().says("proposal 1 spoke of it and was withdrawn");
    s.soul(["proposals", "list"]).ok().hides("cello");
}

#[test]
fn a_purge_leaves_nothing_of_proposals_that_only_mention_it() {
    let s = Sandbox::new();
    let add = |words: &str, trigger: &str| {
        s.soul(["proposals", "add", words, "--from", "researcher", "--trigger", trigger]).ok();
    };
    s.soul(["remember", &format!("My locker code word is {SECRET}")]).ok();
    s.soul(["remember", "The gym opens at seven"]).ok();
    add(&format!("The gym staff in the Ludlow wing know {SECRET} too"), "a talk at the desk");
    add("The gym opens at eight on Sundays", "a talk at the desk");
    add("Members of Ludlow pay by card", &format!("asked at the desk about {SECRET}"));
    // One that was turned down is in history only.
    s.soul(["proposals", "reject", "1", "--reason", &format!("{SECRET} is nobody's business")]).ok();
    add(&format!("Nobody in Ludlow should say {SECRET}"), "a talk at the desk");
    s.soul(PURGE).ok().says("proposal 3 spoke of it").says("proposal 4 spoke of it").hides("proposal 2");
    assert_eq!(traces(&s), Vec::<String>::new());
    let mut git = s.hermetic(Command::new("git"));
    git.args(["cat-file", "--batch-all-objects", "--batch"]).current_dir(s.ws());
    let objects = String::from_utf8_lossy(&git.output().unwrap().stdout).into_owned();
    for remains in ["Ludlow", "gym staff", "nobody's business", "asked at the desk"] {
        assert!(!objects.contains(remains), "{remains} in history");
    }
    assert!(objects.contains("a talk at the desk"), "what others say too stays");
    s.soul(["proposals", "list"]).ok().says("eight on Sundays").hides("[purged]");
    s.soul(["recall", "gym"]).ok().says("opens at seven");
    s.soul(["audit", "verify"]).ok();
    s.assert_clean();
}

#[test]
fn a_purge_by_id_takes_the_proposals_that_name_what_nothing_else_names() {
    let s = Sandbox::new();
    let done = s.soul(["remember", &format!("My locker code word is {SECRET}"), "--json"]).ok().json();
    s.soul(["proposals", "add", &format!("Staff know {SECRET}"), "--from", "researcher"]).ok();
    s.soul(["proposals", "add", "The locker is on the second floor", "--from", "researcher"]).ok();
    let id = done["entries"][0]["id"].as_str().unwrap();
    s.soul(["forget", id, "--permanently", "--purge-history", "--yes"]).ok().says("proposal 1").hides("proposal 2");
    assert_eq!(traces(&s), Vec::<String>::new());
    s.soul(["proposals", "list"]).ok().says("second floor");
}
