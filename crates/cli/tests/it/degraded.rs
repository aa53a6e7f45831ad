//! Reads need the files only: nothing that can be written, and whatever is damaged beside them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{Run, Sandbox};

const READS: [&[&str]; 5] =
    [&["context"], &["recall", "what is my cat called"], &["log"], &["graph", "show"], &["alerts"]];

fn lived_in() -> Sandbox {
    let s = Sandbox::new();
    for text in ["My cat is called Mochi", "I live in Lisbon", "Anna Berg is my manager"] {
        s.soul(["remember", text]).ok();
    }
    for read in READS {
        s.soul(read).ok();
    }
    s
}

fn answers(s: &Sandbox, read: &[&str], what: &str) {
    let run = s.soul(read);
    assert_eq!(run.code, 0, "{what}: {read:?}\n{}\n{}", run.out, run.err);
    if matches!(read[0], "recall" | "context" | "log") {
        assert!(run.out.contains("Mochi"), "{what}: {read:?}\n{}\n{}", run.out, run.err);
    }
}

fn files_below(dir: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files_below(&path, out);
        } else if std::fs::metadata(&path).unwrap().len() > 0 {
            out.push(path);
        }
    }
}

#[test]
fn reads_answer_where_nothing_can_be_written() {
    let s = lived_in();
    s.append("USER.md", "\nAdded by hand.\n");
    for read in READS {
        let mut shell = Command::new("sh");
        // Every write to a file fails, as on a full disk.
        shell.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_soul"), "-C"]);
        shell.arg(s.ws()).args(read);
        let run = Run::of(s.hermetic(shell));
        assert_eq!(run.code, 0, "{read:?}\n{}\n{}", run.out, run.err);
        if read[0] == "context" {
            run.says("Mochi").says("Added by hand.").tells("changes made by hand were not recorded");
        }
    }
    s.soul(["remember", "The lamp is green"]).ok();
    s.soul(["audit", "verify"]).ok();
}

#[test]
fn reads_answer_whatever_is_damaged_and_the_doctor_makes_writes_work() {
    let template = lived_in();
    let mut files = Vec::new();
    files_below(&template.ws().join(".git"), &mut files);
    files_below(&template.state(), &mut files);
    for (number, file) in files.iter().enumerate() {
        let s = template.copy();
        let damaged = match file.strip_prefix(template.state()) {
            Ok(below) => s.state().join(below),
            Err(_) => s.ws().join(file.strip_prefix(template.ws()).unwrap()),
        };
        let mut bytes = std::fs::read(&damaged).unwrap();
        let middle = (bytes.len() / 2).min(9_000);
        std::fs::remove_file(&damaged).unwrap();
        let what = match number % 3 {
            0 => {
                bytes[middle] ^= 4;
                std::fs::write(&damaged, &bytes).unwrap();
                format!("flipped {}", file.display())
            }
            1 => {
                std::fs::write(&damaged, &bytes[..middle]).unwrap();
                format!("cut {}", file.display())
            }
            _ => format!("removed {}", file.display()),
        };
        answers(&s, READS[0], &what);
        answers(&s, READS[1 + number % 4], &what);
        let mended = s.soul(["doctor", "--fix", "--yes"]);
        let written = s.soul(["remember", "The lamp is green"]);
        assert_eq!(written.code, 0, "{what}: {}\n{}\n{}", written.err, mended.out, mended.err);
        answers(&s, READS[0], &what);
    }
}

#[test]
fn reads_answer_where_the_repository_is_gone() {
    let s = lived_in();
    let read = |s: &Sandbox| {
        for read in READS {
            answers(s, read, "no .git");
            s.inside(&s.ws().join("memory"), read).ok();
        }
    };
    std::fs::remove_dir_all(s.ws().join(".git")).unwrap();
    read(&s);
    assert!(!s.ws().join(".git").exists(), "a read makes no history");
    s.soul(["remember", "The lamp is green"]).code(1).tells(".git is gone");
    s.soul(["doctor", "--fix", "--yes"]).tells("a new history was started").says("the trail was cut");
    s.soul(["remember", "The lamp is green"]).ok();
    s.soul(["alerts"]).ok().says("the history was cut");
    read(&s);
}

#[test]
fn reads_answer_beside_a_file_that_fits_into_no_memory() {
    let s = lived_in();
    for name in ["memory/episodes/2026-01-30.md", "memory/graph/entities/person--vast.md", "bank/vast.md", "TOOLS.md"] {
        let path = s.ws().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::File::create(path).unwrap().set_len(1 << 40).unwrap();
    }
    for read in READS {
        answers(&s, read, "vast files");
    }
    s.soul(["remember", "The lamp is green"]).ok();
    s.soul(["recall", "what colour is the lamp"]).ok().says("green");
    s.soul(["doctor"]).code(8).says("bank/vast.md").says("move it out of the workspace");
}
