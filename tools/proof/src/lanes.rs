//! Lanes: endless, deterministic streams of mixed mutations with a model of what they do.
//!
//! Step `n` of a lane depends only on the seed, the lane, `n` and the lane's files before it. So
//! the harness can work out the one exact tree that any number of acknowledged steps must have
//! left, and a file that is neither that nor the result of the one step in flight is torn.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use soulfile_workspace::{Action, Actor, Change, Mutation, WorkspacePath};

use crate::random::Random;

/// Files by path, with their bytes.
pub type Tree = BTreeMap<String, Vec<u8>>;

/// A file that all lanes append to: what many sessions do to a day's log, within one batch.
pub const SHARED: &str = "memory/graph/shared.md";

/// Most files a lane keeps.
const MOST_FILES: usize = 24;

/// The directory of a lane. Files below memory/graph may be large.
pub fn directory(lane: u64) -> String {
    format!("memory/graph/lane{lane}")
}

/// A workspace path that is known to be good.
pub fn path(text: &str) -> WorkspacePath {
    WorkspacePath::parse(text).expect("the proofs use plain paths")
}

/// The summary that names a step in history.
pub fn summary(lane: u64, number: u64) -> String {
    format!("lane {lane} step {number}")
}

/// Reads the step back from a summary.
pub fn parse_summary(text: &str) -> Option<(u64, u64)> {
    let (lane, number) = text.strip_prefix("lane ")?.split_once(" step ")?;
    Some((lane.parse().ok()?, number.parse().ok()?))
}

/// The next mutation of a lane whose files are `tree`.
pub fn step(seed: u64, lane: u64, number: u64, tree: &Tree) -> Mutation {
    let mut random = Random::part(seed, &[lane, number]);
    let (action, changes) = changes(&mut random, lane, number, tree);
    Mutation::new(action, Actor::Bot("main".into()), summary(lane, number), changes).confirmed(true)
}

fn changes(random: &mut Random, lane: u64, number: u64, tree: &Tree) -> (Action, Vec<Change>) {
    let dir = directory(lane);
    let text = |random: &mut Random, lines: u64| {
        let lines = 1 + random.below(lines);
        (0..lines).map(|i| format!("- lane {lane} step {number} line {i} {:016x}\n", random.next())).collect::<String>()
    };
    let existing: Vec<&str> = tree.keys().map(String::as_str).collect();
    let fresh = |random: &mut Random| {
        let deep = ["", "a/", "a/b/", "c/d/e/"][random.below(4) as usize];
        let deep = if random.one_in(6) { format!("new{number}/x/y/") } else { deep.to_owned() };
        path(&format!("{dir}/{deep}note-{number}-{:04x}.md", random.below(65536)))
    };
    let day = path(&format!("{dir}/day.md"));
    let append = |random: &mut Random, path: WorkspacePath| Change::Append {
        path,
        header: b"# Day\n\n".to_vec(),
        bytes: text(random, 4).into_bytes(),
    };
    let shared = || Change::Append {
        path: path(SHARED),
        header: format!("# Shared\n\n{}\n", "What all lanes write to. ".repeat(40)).into_bytes(),
        bytes: shared_line(lane, number).into_bytes(),
    };
    if existing.len() < 4 {
        return (Action::Create, vec![Change::Create { path: fresh(random), bytes: text(random, 30).into_bytes() }]);
    }
    let full = existing.len() >= MOST_FILES;
    match random.below(100) {
        0..25 => (Action::Append, vec![append(random, day), shared()]),
        25..40 => {
            let target = path(random.pick::<&str>(&existing));
            (Action::Edit, vec![Change::Write { path: target, bytes: text(random, 40).into_bytes(), base: None }])
        }
        40..52 if !full => {
            (Action::Create, vec![Change::Create { path: fresh(random), bytes: text(random, 30).into_bytes() }])
        }
        40..62 => (Action::Delete, vec![Change::Delete { path: path(random.pick::<&str>(&existing)), base: None }]),
        62..70 => {
            (Action::Rename, vec![Change::Rename { from: path(random.pick::<&str>(&existing)), to: fresh(random) }])
        }
        70..86 => {
            // Several files as one unit: some edited, one gone, one new, one appended to.
            let mut targets = existing.clone();
            let mut changes = vec![append(random, day), shared()];
            targets.retain(|t| !t.ends_with("/day.md"));
            for i in 0..(2 + random.below(3)).min(targets.len() as u64) {
                let target = path(targets.swap_remove(random.below(targets.len() as u64) as usize));
                changes.push(if i == 0 && full {
                    Change::Delete { path: target, base: None }
                } else {
                    Change::Write { path: target, bytes: text(random, 20).into_bytes(), base: None }
                });
            }
            if !full {
                changes.push(Change::Create { path: fresh(random), bytes: text(random, 10).into_bytes() });
            }
            (Action::Edit, changes)
        }
        86..90 => {
            let large = text(random, 40).repeat(20 + random.below(120) as usize);
            let target = path(&format!("{dir}/large.md"));
            (Action::Edit, vec![Change::Write { path: target, bytes: large.into_bytes(), base: None }])
        }
        _ => {
            let target = path(random.pick::<&str>(&existing));
            if tree[target.as_str()].len() > 200_000 {
                (Action::Append, vec![append(random, day)])
            } else {
                (Action::Append, vec![append(random, target)])
            }
        }
    }
}

/// What a step adds to the shared file.
fn shared_line(lane: u64, number: u64) -> String {
    format!("- {} was here\n", summary(lane, number))
}

/// The steps of a lane that the shared file tells of, in its order.
pub fn read_shared(workspace: &Path, lane: u64) -> std::io::Result<Vec<u64>> {
    let text = match fs::read_to_string(workspace.join(SHARED)) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other?,
    };
    let steps = text.lines().filter_map(|line| parse_summary(line.strip_prefix("- ")?.strip_suffix(" was here")?));
    Ok(steps.filter(|(found, _)| *found == lane).map(|(_, step)| step).collect())
}

/// Does to the model what a mutation does to the lane's own files.
pub fn carry_out(tree: &mut Tree, mutation: &Mutation) {
    for change in mutation.changes.iter().filter(|change| change.path().as_str() != SHARED) {
        match change {
            Change::Create { path, bytes } | Change::Write { path, bytes, .. } => {
                tree.insert(path.to_string(), bytes.clone());
            }
            Change::Append { path, header, bytes } => {
                let text = tree.entry(path.to_string()).or_insert_with(|| header.clone());
                if !text.is_empty() && !text.ends_with(b"\n") {
                    text.push(b'\n');
                }
                text.extend_from_slice(bytes);
            }
            Change::Delete { path, .. } => {
                tree.remove(path.as_str());
            }
            Change::Rename { from, to } => {
                if let Some(bytes) = tree.remove(from.as_str()) {
                    tree.insert(to.to_string(), bytes);
                }
            }
        }
    }
}

/// Reads every file below a directory of the workspace, except the derived log and `.git`.
pub fn read_tree(workspace: &Path, below: &str) -> std::io::Result<Tree> {
    let mut tree = Tree::new();
    read_below(workspace, below, &mut tree)?;
    Ok(tree)
}

fn read_below(workspace: &Path, below: &str, tree: &mut Tree) -> std::io::Result<()> {
    let listing = match fs::read_dir(workspace.join(below)) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        other => other?,
    };
    for entry in listing {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
        if name == ".git" || path == soulfile_vocabulary::layout::AUDIT_LOG {
            continue;
        }
        if entry.file_type()?.is_dir() {
            read_below(workspace, &path, tree)?;
        } else {
            tree.insert(path, fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// What the harness knows of one lane.
#[derive(Debug, Clone)]
pub struct Lane {
    /// Which lane.
    pub number: u64,
    /// The files after all steps before `next`.
    pub tree: Tree,
    /// The next step.
    pub next: u64,
    /// The steps that appended to the shared file.
    pub shared: Vec<u64>,
}

impl Lane {
    /// A lane that has not begun.
    pub fn new(number: u64) -> Self {
        Self { number, tree: Tree::new(), next: 0, shared: Vec::new() }
    }

    /// Moves the model one step on.
    pub fn advance(&mut self, seed: u64) {
        let mutation = step(seed, self.number, self.next, &self.tree);
        carry_out(&mut self.tree, &mutation);
        if mutation.changes.iter().any(|change| change.path().as_str() == SHARED) {
            self.shared.push(self.next);
        }
        self.next += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_does_what_the_workspace_does() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("ws");
        let ws = soulfile_workspace::Workspace::init(
            &root,
            soulfile_workspace::WorkspaceOptions::new(dir.path().join("state")),
        )
        .unwrap();
        let mut lane = Lane::new(0);
        for _ in 0..150 {
            ws.apply(step(7, 0, lane.next, &lane.tree)).unwrap();
            lane.advance(7);
            assert_eq!(read_tree(&root, &directory(0)).unwrap(), lane.tree, "step {}", lane.next);
        }
        assert!(lane.shared.len() > 10);
        assert_eq!(read_shared(&root, 0).unwrap(), lane.shared);
    }
}
