//! Pain 26: git itself becomes the bottleneck. Counted in work, not in seconds.

use std::collections::BTreeMap;
use std::path::Path;

use crate::run::{Run, Sandbox};

/// Every file below `.git/objects` with its size.
fn objects(dir: &Path) -> BTreeMap<String, usize> {
    let found = Sandbox::snapshot(&dir.join(".git/objects"), &[]);
    found.into_iter().map(|(name, bytes)| (name, bytes.len())).collect()
}

/// A workspace of `count` notes, settled.
fn workspace(count: usize) -> Sandbox {
    let s = Sandbox::empty();
    for i in 0..count {
        s.write(&format!("memory/notes/{}/note-{i}.md", i % 40), format!("note {i}\n"));
    }
    s.soul(["setup", "--yes"]).ok();
    s.soul(["audit", "log"]).ok();
    s
}

/// How many files and bytes one changed file adds to the repository.
fn cost(s: &Sandbox) -> (usize, usize) {
    let before = objects(&s.ws());
    s.append("SOUL.md", "one more line\n");
    s.soul(["context"]).ok();
    let after = objects(&s.ws());
    let new: Vec<usize> = after.iter().filter(|(name, _)| !before.contains_key(*name)).map(|(_, size)| *size).collect();
    (new.len(), new.iter().sum())
}

/// System calls of a command that name or open a file, counted by strace; `None` where there is none.
fn file_calls(s: &Sandbox, args: &[&str]) -> Option<usize> {
    let trace = s.dir().join("trace");
    let mut command = s.hermetic(std::process::Command::new("strace"));
    command.args(["-f", "-qq", "-e", "trace=file,getdents64", "-o"]).arg(&trace);
    command.arg(env!("CARGO_BIN_EXE_soul")).arg("-C").arg(s.ws()).args(args);
    let output = command.output().ok().filter(|o| o.status.success())?;
    drop(output);
    Some(std::fs::read_to_string(&trace).ok()?.lines().count())
}

#[test]
#[allow(clippy::print_stderr)] // says aloud what could not be counted
fn one_change_costs_the_same_in_a_small_and_a_large_workspace() {
    let (small, large) = (workspace(50), workspace(2_000));
    let (few, many) = (cost(&small), cost(&large));
    assert_eq!(few.0, many.0, "as many new objects, whatever the workspace weighs");
    assert!(many.1 < few.1 * 2 + 512, "{} bytes against {}", many.1, few.1);
    small.append("SOUL.md", "again\n");
    large.append("SOUL.md", "again\n");
    match (file_calls(&small, &["context"]), file_calls(&large, &["context"])) {
        (Some(few), Some(many)) => {
            assert!(many < few * 2 + 50, "{many} file calls in the large one, {few} in the small")
        }
        _ => eprintln!("NOT COUNTED: strace cannot be used here, so only the repository's growth was compared"),
    }
    Run::ok(large.soul(["audit", "verify"]));
}
