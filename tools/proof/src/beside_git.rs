//! Ordinary git commands beside writers that are killed now and then: an acknowledged entry is in the files and in
//! the history, whatever a person does with git.
//!
//! With the real program, the writers are the command line, a chat, a gateway and an agent over MCP (`soulfile_testkit::doors`).
//! Without it they are processes of this one, two of which stay open, while two open the workspace for each entry. Each
//! entry has a word of its own, in the file and in the commit. A command may fail, because git's lock on the index is
//! held; nothing may be lost. What a command was asked to take away from the branch (a reset, an aborted rebase) must
//! still be reachable, and told; every other round has no such command, and after it everything must be in the files.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use anyhow::{Context, Result};
use soulfile_testkit::doors::{Acknowledged, Door, DoorWriter, Program};
use soulfile_workspace::{Action, Actor, Change, Mutation, Workspace, WorkspaceOptions};

use crate::lanes::{path, read_tree};
use crate::random::Random;
use crate::report::ProofReport;
use crate::site::ProofSite;

/// How many writers there are; every other one stays open.
const WRITERS: u64 = 4;
/// After how many commands everything is stopped and counted.
const ROUND: u64 = 100;
/// The person's own file.
const PERSON: &str = "bank/person.md";

/// What a person does.
const COMMANDS: [&str; 16] = [
    "add",
    "add and commit",
    "commit -a",
    "checkout -- .",
    "stash and pop",
    "reset",
    "reset --hard",
    "reset --hard HEAD~1",
    "branch",
    "switch and merge",
    "rebase",
    "gc --prune=now",
    "repack -ad",
    "prune",
    "status",
    "detach and return",
];

/// Of these, what takes commits off the branch.
const REMOVING: [&str; 4] = ["reset --hard HEAD~1", "switch and merge", "rebase", "detach and return"];

/// Runs `count` git commands, beside the real program where it is given.
pub fn run(dir: &Path, seed: u64, count: u64, soul: Option<&Path>) -> Result<ProofReport> {
    let mut report = ProofReport::new("git", seed);
    let dir = dir.join("git");
    let (site, program) = match soul {
        Some(soul) => at_doors(&dir, soul)?,
        None => (ProofSite::make(&dir)?, None),
    };
    site.git(&["config", "user.name", "Person"])?;
    site.git(&["config", "user.email", "p@example.invalid"])?;
    fs::create_dir_all(site.workspace.join("bank"))?;
    fs::write(site.workspace.join(PERSON), "mine\n")?;
    site.open()?.take_in_hand_edits()?;
    let acked = Acknowledged::default();
    let start = |number: u64, from: u64| match &program {
        Some(program) => {
            Ok(Beside::Door(DoorWriter::start(program, Door::ALL[number as usize % Door::ALL.len()], from, &acked)))
        }
        None => Writer::start(&site, number, from, &acked).map(Beside::Child),
    };
    let mut random = Random::part(seed, &[7300]);
    let (mut refused, mut killed, mut done) = (0, 0, 0);
    let mut taken_away = BTreeSet::new();
    while done < count {
        let mut writers = (0..WRITERS).map(|number| start(number, done)).collect::<Result<Vec<_>>>()?;
        let removes = done / ROUND % 2 == 1;
        for step in 0..ROUND.min(count - done) {
            let mut command = random.pick(&COMMANDS);
            while !removes && REMOVING.contains(command) {
                command = random.pick(&COMMANDS);
            }
            refused += u64::from(!person(&site, command, done + step, &mut random)?);
            if random.one_in(10) {
                let number = random.below(WRITERS);
                writers.swap_remove(number as usize).kill()?;
                // The last one took its place.
                writers.push(start(number, done + step + 1)?);
                let last = writers.len() - 1;
                writers.swap(number as usize, last);
                killed += 1;
            }
        }
        done += ROUND.min(count - done);
        for writer in writers {
            writer.stop()?;
        }
        report.tried = done;
        check(&site, &acked, removes, &mut taken_away, &mut report);
        if report.lost > 0 {
            // What is there shows how it came about.
            break;
        }
    }
    let words = acked.lock().unwrap_or_else(PoisonError::into_inner);
    let by = |door: Door| words.iter().filter(|word| word.starts_with(&format!("entryx{}x", door as u8))).count();
    let doors = Door::ALL.map(|door| format!("{door:?} {}", by(door))).join(", ");
    let whose = if program.is_some() { format!(" ({doors})") } else { String::new() };
    report.note(format!("{} entries{whose}, {killed} kills, {refused} commands refused", words.len()));
    Ok(report)
}

/// A workspace of the real program.
fn at_doors(dir: &Path, soul: &Path) -> Result<(ProofSite, Option<Program>)> {
    if dir.exists() {
        fs::remove_dir_all(dir)?;
    }
    let program = Program::find(Some(soul), dir)?;
    program.setup()?;
    let states = program.home().join("state");
    let agent = fs::read_dir(&states)?
        .flatten()
        .find(|entry| entry.path().join("audit.key").exists())
        .context("the program keeps no key")?;
    Ok((ProofSite { workspace: program.workspace().to_owned(), state: agent.path() }, Some(program)))
}

/// One of the writers.
enum Beside {
    Child(Writer),
    Door(DoorWriter),
}

impl Beside {
    fn kill(self) -> Result<()> {
        match self {
            Self::Child(mut writer) => writer.kill(),
            Self::Door(writer) => {
                writer.kill();
                Ok(())
            }
        }
    }

    fn stop(self) -> Result<()> {
        match self {
            Self::Child(writer) => writer.stop(),
            Self::Door(writer) => {
                writer.stop();
                Ok(())
            }
        }
    }
}

/// Holds what is there against what was acknowledged.
fn check(
    site: &ProofSite,
    acked: &Mutex<BTreeSet<String>>,
    removes: bool,
    taken_away: &mut BTreeSet<String>,
    report: &mut ProofReport,
) {
    if let Err(error) = examine(site, acked, removes, taken_away, report) {
        report.torn(format!("after {} commands: {error:#}", report.tried));
    }
}

fn examine(
    site: &ProofSite,
    acked: &Mutex<BTreeSet<String>>,
    removes: bool,
    taken_away: &mut BTreeSet<String>,
    report: &mut ProofReport,
) -> Result<()> {
    // As a person would who finds the workspace in the middle of something.
    for abort in [["rebase", "--abort"], ["merge", "--abort"]] {
        site.git(&abort)?;
    }
    let ws = site.open()?;
    if let Some(error) = ws.unavailable() {
        report.lost(format!("the history cannot be used: {error}"));
        return Ok(());
    }
    ws.take_in_hand_edits().context("hand edits")?;
    let told = ws.alerts().context("alerts")?;
    let mut files = String::new();
    for (_, bytes) in read_tree(&site.workspace, "memory")? {
        files += &String::from_utf8_lossy(&bytes);
    }
    let words = |text: &str| -> BTreeSet<String> {
        text.split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|w| w.starts_with("entryx"))
            .map(str::to_owned)
            .collect()
    };
    let (files, of_branch) = (words(&files), words(&output(site, &["log", "--format=%B"])?));
    let reachable = words(&output(site, &["log", "--all", "--format=%B"])?);
    let is_told = told.iter().any(|alert| alert.id.starts_with("cut-"));
    for word in acked.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        let known = taken_away.contains(word) || removes;
        match (files.contains(word), of_branch.contains(word), reachable.contains(word)) {
            (true, _, _) => {}
            (false, true, _) => report.lost(format!("{word} is on the branch and not in the files")),
            (false, false, true) if known && is_told => drop(taken_away.insert(word.clone())),
            (false, false, true) if known => report.lost(format!("{word} was taken away, and nobody is told")),
            (false, false, true) => report.lost(format!("{word} is not on the branch, and nobody removed it")),
            (false, false, false) => {
                report.lost(format!("{word} is in neither files nor history (told: {is_told})"));
            }
        }
    }
    let status = output(site, &["status", "--porcelain"])?;
    if !status.trim().is_empty() {
        report.torn(format!("git status: {}", status.trim().replace('\n', ", ")));
    }
    site.fsck()
}

fn output(site: &ProofSite, args: &[&str]) -> Result<String> {
    Ok(String::from_utf8_lossy(&site.git(args)?.stdout).into_owned())
}

/// Runs one command; false when git refused it.
fn person(site: &ProofSite, command: &str, number: u64, random: &mut Random) -> Result<bool> {
    let git = |args: &[&str]| -> Result<bool> { Ok(site.git(args)?.status.success()) };
    // A reset may have gone back to before the folder was.
    let write = |name: &str, text: String| {
        fs::create_dir_all(site.workspace.join("bank"))?;
        fs::write(site.workspace.join(name), text)
    };
    let edit = || write(PERSON, format!("mine, for the {number}. time\n"));
    let mine = format!("bank/mine-{}.md", number % 7);
    let branch = format!("branch-{number}");
    Ok(match command {
        "add" => {
            write(&mine, format!("{number}\n"))?;
            git(&["add", &mine])?
        }
        "add and commit" => {
            write(&mine, format!("{number}\n"))?;
            git(&["add", &mine])? && git(&["commit", "-qm", "by hand"])?
        }
        "commit -a" => {
            edit()?;
            git(&["commit", "-qam", "by hand"])?
        }
        "checkout -- ." => git(&["checkout", "-q", "--", "."])?,
        "stash and pop" => {
            edit()?;
            git(&["stash", "-q"])? && git(&["stash", "pop", "-q"])?
        }
        "reset" => git(&["reset", "-q"])?,
        "reset --hard" => git(&["reset", "-q", "--hard"])?,
        "reset --hard HEAD~1" => git(&["reset", "-q", "--hard", "HEAD~1"])?,
        "branch" => git(&["branch", &branch])?,
        "switch and merge" => {
            let there = git(&["checkout", "-q", "-b", &branch])?;
            write(&mine, format!("{number} on a branch\n"))?;
            let _ = git(&["add", &mine])? && git(&["commit", "-qm", "on a branch"])?;
            // Back to where everybody is, whatever happened.
            let back = (0..40).any(|_| git(&["checkout", "-q", "main"]).unwrap_or(false));
            let merged = git(&["merge", "-q", "--no-edit", &branch])?;
            if !merged {
                git(&["merge", "--abort"])?;
            }
            there && back && merged
        }
        "rebase" => {
            let done = git(&["rebase", "-q", "--force-rebase", "HEAD~2"])?;
            if !done {
                git(&["rebase", "--abort"])?;
            }
            done
        }
        "gc --prune=now" => git(&["gc", "-q", "--prune=now"])?,
        "repack -ad" => git(&["repack", "-adq"])?,
        "prune" => git(&["prune", "--expire=now"])?,
        "detach and return" => {
            let away = git(&["checkout", "-q", "--detach"])?;
            std::thread::sleep(std::time::Duration::from_millis(random.below(30)));
            away && (0..40).any(|_| git(&["checkout", "-q", "main"]).unwrap_or(false))
        }
        _ => git(&["status", "--porcelain"])?,
    })
}

/// A process that writes entries until it is told to stop.
struct Writer {
    child: Child,
    reader: JoinHandle<()>,
}

impl Writer {
    fn start(site: &ProofSite, number: u64, from: u64, acked: &Acknowledged) -> Result<Self> {
        let mut command = site.child("beside")?;
        command.arg(number.to_string()).arg(from.to_string());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let out = child.stdout.take().context("piped")?;
        let acked = acked.clone();
        let reader = std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(std::result::Result::ok) {
                if let Some(word) = line.strip_prefix("ack ") {
                    acked.lock().unwrap_or_else(PoisonError::into_inner).insert(word.to_owned());
                }
            }
        });
        Ok(Self { child, reader })
    }

    fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Ends it between two entries.
    fn stop(mut self) -> Result<()> {
        drop(self.child.stdin.take());
        self.child.wait()?;
        let _ = self.reader.join();
        Ok(())
    }
}

/// What a writer does: entries in a day's log and, now and then, a file of its own, until stdin is closed.
pub fn write_entries(workspace: &Path, state: &Path, number: u64, from: u64, say: &dyn Fn(&str)) -> Result<()> {
    let stop = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let ended = stop.clone();
    std::thread::spawn(move || {
        let _ = std::io::stdin().lock().read_line(&mut String::new());
        ended.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let open = || Workspace::open(workspace, WorkspaceOptions::new(state));
    let mut ws = open()?;
    for count in 0.. {
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
        let word = format!("entryx{number}x{from}x{count}x{}", std::process::id());
        let change = match count % 5 {
            4 => Change::Create {
                path: path(&format!("memory/graph/entities/concept--{word}.md")),
                bytes: format!("# {word}\n").into_bytes(),
            },
            _ => Change::Append {
                path: path("memory/episodes/2026-02-02.md"),
                header: b"# 2026-02-02\n".to_vec(),
                bytes: format!("\n## 10:00 | note\n{word}\n").into_bytes(),
            },
        };
        let mutation = Mutation::new(Action::Append, Actor::Bot("main".into()), word.clone(), vec![change]);
        if ws.apply(mutation).is_ok() {
            say(&format!("ack {word}"));
        }
        // Every other writer is a new process for each entry, as far as the workspace can tell.
        if number % 2 == 1 {
            drop(ws);
            ws = open()?;
        }
    }
    Ok(())
}
