//! A person saves a file while it is being written to: whose bytes get lost? Nobody's.
//!
//! Each case has its own file, a process that appends to it, and one save at a random moment.
//! Afterwards the person's lines are in the file or in a conflict copy beside it, what the person
//! took away was taken away by a commit of the person's, and no commit of ours removes a line.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use git2::Repository;

use crate::editors::{STYLES, Saved, save};
use crate::lanes::{Tree, path, read_tree};
use crate::random::Random;
use crate::report::ProofReport;
use crate::site::ProofSite;

/// Cases between two fresh workspaces.
const SHARED: u64 = 40;

/// Runs `count` interleavings.
pub fn run(dir: &Path, seed: u64, count: u64) -> Result<ProofReport> {
    let mut report = ProofReport::new("edits", seed);
    let dir = dir.join("edits");
    let mut random = Random::part(seed, &[5000]);
    let mut number = 0;
    while number < count {
        let cases = SHARED.min(count - number);
        let site = ProofSite::make(&dir)?;
        session(&site, number, cases, &mut random, &mut report)?;
        for result in [site.check_residue(), site.fsck(), trail(&site)] {
            if let Err(e) = result {
                report.torn(format!("after case {}: {e:#}", number + cases - 1));
            }
        }
        number += cases;
    }
    let _ = std::fs::remove_dir_all(&dir);
    Ok(report)
}

fn trail(site: &ProofSite) -> Result<()> {
    let verification = site.open()?.verify()?;
    if verification.ok { Ok(()) } else { Err(anyhow!("verify: {}", verification.problems.join("; "))) }
}

fn session(site: &ProofSite, first: u64, cases: u64, random: &mut Random, report: &mut ProofReport) -> Result<()> {
    // Every other session has a slow disk: it widens the moment between our look at the file and
    // the swap, in which a save must be noticed.
    let slow = (first / SHARED).is_multiple_of(2);
    let mut command = if slow { slowed(&site.child("edit")?) } else { site.child("edit")? };
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn()?;
    let stdout = BufReader::new(child.stdout.take().expect("piped"));
    let mut stdin = child.stdin.take().expect("piped");
    let (sender, lines) = channel();
    let reader = std::thread::spawn(move || {
        for line in stdout.lines().map_while(|l| l.ok()) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    for number in first..first + cases {
        let style = STYLES[number as usize % STYLES.len()];
        let name = format!("memory/case-{number}.md");
        let begun = "- a line that was there before\n".repeat(20 + random.below(40) as usize);
        std::fs::create_dir_all(site.workspace.join("memory"))?;
        std::fs::write(site.workspace.join(&name), format!("# Case {number}\n\n{begun}"))?;
        writeln!(stdin, "{name} {}", 4 + random.below(5))?;
        std::thread::sleep(Duration::from_micros(random.below(30_000)));
        let saved = save(site, &name, style, &format!("person {number}"), random);
        let mut acked = 0;
        loop {
            let line = lines.recv_timeout(Duration::from_secs(60)).context("the writer does not answer")?;
            match line.split_once(' ') {
                Some(("ack", _)) => acked += 1,
                Some(("error", what)) => report.torn(format!("case {number}, {style:?}: a write failed: {what}")),
                Some(("end", _)) => break,
                _ => {}
            }
        }
        report.tried += 1;
        match saved {
            Ok(saved) => {
                if let Err(e) = check(site, &name, &saved, acked, report, &format!("case {number}, {style:?}")) {
                    report.torn(format!("case {number}, {style:?}: {e:#}"));
                }
            }
            // The file was not there to be renamed or removed: nothing was saved.
            Err(e) => report.skip(1, format!("case {number}, {style:?}: the save itself failed: {e:#}")),
        }
    }
    drop(stdin);
    child.wait()?;
    reader.join().expect("the reader does not panic");
    Ok(())
}

/// The same command with every sync held up by strace.
fn slowed(command: &Command) -> Command {
    let mut strace = Command::new("strace");
    strace.args(["-f", "--seccomp-bpf", "-qq", "-e", "signal=none", "-o", "/dev/null"]);
    strace.args(["-e", "trace=fdatasync", "-e", "inject=fdatasync:delay_enter=8000"]);
    strace.arg(command.get_program()).args(command.get_args());
    strace
}

/// One commit's version of the file.
struct Version {
    by_person: bool,
    text: Option<String>,
}

fn check(
    site: &ProofSite,
    name: &str,
    saved: &Saved,
    acked: usize,
    report: &mut ProofReport,
    case: &str,
) -> Result<()> {
    let ws = site.open()?;
    ws.settle()?;
    ws.take_in_hand_edits()?;
    ws.settle()?;
    drop(ws);
    let versions = versions(site, name)?;
    let stem = name.trim_end_matches(".md");
    let beside: Tree = read_tree(&site.workspace, "memory")?
        .into_iter()
        .filter(|(file, _)| *file == name || file.starts_with(&format!("{stem}.conflict")))
        .collect();
    let present = |line: &str| beside.values().any(|text| has_line(&String::from_utf8_lossy(text), line));
    for line in saved.lines.iter().filter(|line| !present(line)) {
        let in_history = versions.iter().any(|v| v.text.as_deref().is_some_and(|t| has_line(t, line)));
        report.lost(format!("{case}: {line:?} is gone (in history: {in_history})"));
    }
    // A file that was gone again before we ever saw it leaves nothing to take away.
    let seen = versions.first().is_some_and(|v| v.by_person);
    if saved.took_away && seen && !versions.windows(2).any(|pair| pair[1].by_person && takes_away(&pair[0], &pair[1])) {
        report.lost(format!("{case}: what the person took away is back, without a trace"));
    }
    for number in 0..acked {
        let line = format!("- ours {number}");
        if !versions.iter().any(|v| v.text.as_deref().is_some_and(|t| has_line(t, &line))) {
            report.lost(format!("{case}: {line:?} was acknowledged and is not even in the history"));
        }
    }
    // Oldest first: a commit of ours only adds lines.
    for pair in versions.windows(2) {
        let [before, after] = pair else { continue };
        if !after.by_person && takes_away(before, after) {
            report.torn(format!("{case}: a commit of ours removed a line"));
        }
    }
    if std::fs::read(site.workspace.join(name)).ok()
        != versions.last().and_then(|v| v.text.clone()).map(String::into_bytes)
    {
        report.torn(format!("{case}: the file is not what HEAD holds"));
    }
    Ok(())
}

/// Whether a version lacks a line of the one before.
fn takes_away(before: &Version, after: &Version) -> bool {
    let text = after.text.as_deref().unwrap_or("");
    before.text.as_deref().unwrap_or("").lines().any(|line| !has_line(text, line))
}

fn has_line(text: &str, line: &str) -> bool {
    text.lines().any(|l| l == line)
}

/// The file's versions, oldest first, one per commit that touched it.
fn versions(site: &ProofSite, name: &str) -> Result<Vec<Version>> {
    let repo = Repository::open(&site.workspace)?;
    let mut walk = repo.revwalk()?;
    walk.push_head()?;
    walk.set_sorting(git2::Sort::TOPOLOGICAL | git2::Sort::REVERSE)?;
    let mut out: Vec<Version> = Vec::new();
    let mut last = None;
    for oid in walk {
        let commit = repo.find_commit(oid?)?;
        let blob = commit.tree()?.get_path(Path::new(path(name).as_str())).ok().map(|entry| entry.id());
        if blob == last {
            continue;
        }
        last = blob;
        let text = match blob {
            Some(blob) => Some(String::from_utf8_lossy(repo.find_blob(blob)?.content()).into_owned()),
            None => None,
        };
        out.push(Version { by_person: commit.author().name() == Ok("manual"), text });
    }
    Ok(out)
}
