//! The processes that are killed, cut off and raced: each opens the workspace and writes to it.
//!
//! An acknowledgement is one line on stdout, written only after the receipt is in hand.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Subcommand;
use soulfile_workspace::{Action, Actor, Change, Mutation, Workspace, WorkspaceOptions};

use crate::kinds;
use crate::lanes::{self, path};
use crate::memory::ProofHome;

/// What a child does.
#[derive(Debug, Subcommand)]
pub enum Child {
    /// Walks lanes until it is killed.
    Writer {
        /// The workspace.
        workspace: PathBuf,
        /// Its state.
        state: PathBuf,
        /// The seed of the lanes.
        seed: u64,
        /// The step each lane starts at, separated by commas.
        starts: String,
    },
    /// Makes one mutation of a kind, then one more.
    One {
        /// The workspace.
        workspace: PathBuf,
        /// Its state.
        state: PathBuf,
        /// The kind.
        kind: String,
    },
    /// Appends lines.
    Append {
        /// The workspace.
        workspace: PathBuf,
        /// Its state.
        state: PathBuf,
        /// The number of this process.
        process: u64,
        /// How many lines.
        count: u64,
    },
    /// Searches, writes, rebuilds or holds the index's lock, again and again.
    Storm {
        /// The workspace.
        workspace: PathBuf,
        /// The agent's state.
        state: PathBuf,
        /// What it does.
        part: crate::storms::StormPart,
        /// The number of this process.
        process: u64,
        /// How often.
        count: u64,
    },
    /// Writes entries beside git commands until stdin is closed.
    Beside {
        /// The workspace.
        workspace: PathBuf,
        /// Its state.
        state: PathBuf,
        /// The number of this process.
        number: u64,
        /// How many commands there were before.
        from: u64,
    },
    /// Appends lines to each file that is named on stdin.
    Edit {
        /// The workspace.
        workspace: PathBuf,
        /// Its state.
        state: PathBuf,
    },
}

/// Says something in one piece, at once.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // Nobody listening any more means that nobody needs the line.
    let _ = out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush());
}

fn open(workspace: &Path, state: &Path) -> Result<Workspace> {
    Ok(Workspace::open(workspace, WorkspaceOptions::new(state))?)
}

/// Runs a child.
pub fn run(child: Child) -> Result<()> {
    match child {
        Child::Writer { workspace, state, seed, starts } => writer(&workspace, &state, seed, &starts),
        Child::One { workspace, state, kind } => one(&workspace, &state, &kind),
        Child::Append { workspace, state, process, count } => append(&workspace, &state, process, count),
        Child::Edit { workspace, state } => edit(&workspace, &state),
        Child::Beside { workspace, state, number, from } => {
            crate::beside_git::write_entries(&workspace, &state, number, from, &say)
        }
        Child::Storm { workspace, state, part, process, count } => {
            crate::storms::play(&ProofHome { workspace, state }, part, process, count, &say)
        }
    }
}

fn writer(workspace: &Path, state: &Path, seed: u64, starts: &str) -> Result<()> {
    let ws = open(workspace, state)?;
    say("ready");
    let starts: Vec<u64> = starts.split(',').map(str::parse).collect::<std::result::Result<_, _>>()?;
    std::thread::scope(|scope| {
        for (lane, start) in starts.iter().enumerate() {
            let ws = &ws;
            scope.spawn(move || walk(ws, seed, lane as u64, *start));
        }
    });
    Ok(())
}

fn walk(ws: &Workspace, seed: u64, lane: u64, start: u64) {
    let mut tree = match lanes::read_tree(ws.path(), &lanes::directory(lane)) {
        Ok(tree) => tree,
        Err(e) => return say(&format!("error lane {lane}: {e}")),
    };
    for number in start.. {
        let mutation = lanes::step(seed, lane, number, &tree);
        match ws.apply(mutation.clone()) {
            Ok(receipt) => {
                say(&format!("ack {lane} {number} {}", receipt.id));
                if let Some(note) = receipt.notes.first() {
                    say(&format!("note on lane {lane} step {number}: {note}"));
                }
            }
            Err(e) => return say(&format!("error lane {lane} step {number}: {e}")),
        }
        lanes::carry_out(&mut tree, &mutation);
        let upkeep = match number % 97 {
            23 => ws.settle(),
            71 => ws.checkpoint(),
            _ => Ok(()),
        };
        if let Err(e) = upkeep {
            say(&format!("error upkeep of lane {lane}: {e}"));
        }
    }
}

fn one(workspace: &Path, state: &Path, kind: &str) -> Result<()> {
    let ws = open(workspace, state)?;
    say("ready");
    let answer = kinds::perform(&ws, kind);
    let done = answer.is_ok();
    say(&match answer {
        Ok(_) => "done".to_owned(),
        Err(e) => format!("refused {e:#}"),
    });
    // A fault that the mutation met is over by now; one that it did not meet may fall into the
    // next write, but not into two.
    for _ in 0..=usize::from(done) {
        match ws.apply(kinds::next_write()) {
            Ok(_) => {
                say("next done");
                break;
            }
            Err(e) => say(&format!("next refused {e:#}")),
        }
    }
    Ok(())
}

/// How often a process asks a busy workspace again.
const PATIENCE: usize = 20;

fn append(workspace: &Path, state: &Path, process: u64, count: u64) -> Result<()> {
    let ws = open(workspace, state)?;
    for number in 0..count {
        let target = path(&format!("memory/shared-{}.md", (process + number) % 3));
        let bytes = format!("- process {process} line {number}\n").into_bytes();
        let change = Change::Append { path: target, header: b"# Shared\n\n".to_vec(), bytes };
        let summary = format!("lane {process} step {number}");
        let mutation = Mutation::new(Action::Append, Actor::Bot("main".into()), summary, vec![change]);
        // "Busy, nothing was changed, try again" is an honest answer of a machine that has no time; so is trying again.
        let busy = |done: &Result<_, _>| matches!(done, Err(soulfile_workspace::Error::Busy(_)));
        let tried = (0..PATIENCE).map(|_| ws.apply(mutation.clone())).find(|done| !busy(done));
        match tried.unwrap_or_else(|| ws.apply(mutation.clone())) {
            Ok(receipt) => say(&format!("ack {process} {number} {}", receipt.id)),
            Err(e) => say(&format!("error process {process} line {number}: {e}")),
        }
    }
    Ok(())
}

/// Each line of stdin is `FILE COUNT`; ends with `end FILE`.
fn edit(workspace: &Path, state: &Path) -> Result<()> {
    let ws = open(workspace, state)?;
    say("ready");
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (file, count) = line.split_once(' ').ok_or_else(|| anyhow::anyhow!("a file and a count"))?;
        for number in 0..count.parse::<u64>()? {
            let bytes = format!("- ours {number}\n").into_bytes();
            let change = Change::Append { path: path(file), header: b"# Ours\n\n".to_vec(), bytes };
            match ws.apply(Mutation::new(Action::Append, Actor::Bot("main".into()), "ours", vec![change])) {
                Ok(_) => say(&format!("ack {number}")),
                Err(e) => say(&format!("error {number} {e}")),
            }
        }
        say(&format!("end {file}"));
    }
    Ok(())
}
