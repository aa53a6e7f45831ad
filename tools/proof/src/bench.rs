//! What a durable mutation costs, beside the physical floor and beside git, in one run.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Result, bail};
use soulfile_workspace::{Action, Actor, Change, Mutation, Workspace, WorkspacePath};

use crate::lanes::path;
use crate::site::ProofSite;

/// Workspace sizes, in files.
const SIZES: [usize; 3] = [100, 5_000, 20_000];
/// Timed rounds per size; each round does one of each, so that they share the machine's moods.
const ROUNDS: usize = 200;
/// Of these, how many also pay for a git subprocess.
const GIT_ROUNDS: usize = 40;
/// Writers at once.
const WRITERS: usize = 32;
/// Mutations of each writer.
const EACH: usize = 40;

/// Prints the comparison; with `writers`, only its first part.
pub fn run(dir: &Path, writers: bool) -> Result<()> {
    let body = "- some fact about a thing, as long as such lines are\n".repeat(40);
    println!("one mutation: {} bytes; p50 / p99 in milliseconds", body.len());
    // Nothing is removed before the end: an ext4 without a journal looks at every inode that was lately freed before
    // it gives out another.
    let dir = dir.join("bench-write");
    fs::create_dir_all(&dir)?;
    concurrent(&dir.join("concurrent"), &body)?;
    let mut first = None;
    for files in SIZES.into_iter().filter(|_| !writers) {
        let ours = one_by_one(&dir.join(files.to_string()), files, &body)?;
        let small = *first.get_or_insert(ours);
        println!("{:>14} p50 at {files} files is {:.2} × that at {} files", "", ours / small, SIZES[0]);
    }
    Ok(fs::remove_dir_all(dir)?)
}

/// Entities in sharded directories, as the graph store keeps them.
fn entity(number: usize) -> WorkspacePath {
    path(&format!("memory/graph/entities/{:02x}/concept--thing-{number}.md", number % 256))
}

fn edit(target: WorkspacePath, text: String) -> Mutation {
    let change = Change::Write { path: target, bytes: text.into_bytes(), base: None };
    Mutation::new(Action::Edit, Actor::Bot("main".into()), "edit", vec![change])
}

fn fill(ws: &Workspace, files: usize, body: &str) -> Result<()> {
    for chunk in (0..files).collect::<Vec<_>>().chunks(1000) {
        let changes = chunk
            .iter()
            .map(|&i| Change::Write { path: entity(i), bytes: format!("# {i}\n{body}").into_bytes(), base: None })
            .collect();
        ws.apply(Mutation::new(Action::Create, Actor::Bot("main".into()), "fill", changes))?;
    }
    ws.settle()?;
    Ok(ws.checkpoint()?)
}

fn one_by_one(dir: &Path, files: usize, body: &str) -> Result<f64> {
    let site = ProofSite::make(dir)?;
    let ws = site.open()?;
    fill(&ws, files, body)?;
    let by_git = site.copy_to(&dir.join("git"))?;
    git(&by_git, &["reset", "-q"])?;
    let floor_dir = dir.join("floor");
    fs::create_dir(&floor_dir)?;
    rustix::fs::syncfs(File::open(dir)?)?;
    let (mut floor, mut ours, mut subprocess) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let text = format!("# {round}\n{body}");
        floor.push(timed(|| replace(&floor_dir, text.as_bytes()))?);
        let target = entity(round * 7 % files);
        ours.push(timed(|| {
            ws.apply(edit(target.clone(), text.clone()))?;
            Ok(())
        })?);
        if round % (ROUNDS / GIT_ROUNDS) == 0 {
            fs::write(by_git.workspace.join(target.as_str()), format!("{text}git\n"))?;
            subprocess.push(timed(|| {
                git(&by_git, &["add", "--", target.as_str()])?;
                git(&by_git, &["commit", "-q", "-m", "edit"])
            })?);
        }
    }
    let ((f50, f99), (o50, o99), (g50, g99)) = (shares(floor), shares(ours), shares(subprocess));
    println!(
        "{files:>6} files: floor {f50:.2} / {f99:.2}  mutation {o50:.2} / {o99:.2} ({:.2} × floor)  git add + commit {g50:.2} / {g99:.2} ({:.2} × floor, {:.2} × mutation)",
        o50 / f50,
        g50 / f50,
        g50 / o50
    );
    Ok(o50)
}

/// The floor: one atomic replace, with the file and its directory synced.
fn replace(dir: &Path, text: &[u8]) -> Result<()> {
    let temp = dir.join("temp");
    let mut file = File::create(&temp)?;
    file.write_all(text)?;
    file.sync_all()?;
    fs::rename(temp, dir.join("file"))?;
    Ok(File::open(dir)?.sync_all()?)
}

fn git(site: &ProofSite, args: &[&str]) -> Result<()> {
    let output = Command::new("git")
        .args(["-c", "core.fsync=all", "-c", "user.name=bench", "-c", "user.email=b@localhost", "-c", "gc.auto=0"])
        .args(args)
        .current_dir(&site.workspace)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .stdin(Stdio::null())
        .output()?;
    if !output.status.success() {
        bail!("git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

fn timed(work: impl FnOnce() -> Result<()>) -> Result<f64> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed().as_secs_f64() * 1e3)
}

fn shares(mut times: Vec<f64>) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

fn concurrent(dir: &Path, body: &str) -> Result<()> {
    let site = ProofSite::make(dir)?;
    let ws = site.open()?;
    fill(&ws, 1000, body)?;
    let append = |writer: usize, round: usize| {
        let bytes = format!("- writer {writer} entry {round}\n").into_bytes();
        let change =
            Change::Append { path: path("memory/episodes/2026-02-02.md"), header: b"# Day\n\n".to_vec(), bytes };
        Mutation::new(Action::Append, Actor::Bot("main".into()), "episode", vec![change])
    };
    let different =
        |writer: usize, round: usize| edit(entity(writer * 31 + round % 31), format!("{body}{writer} {round}\n"));
    for (name, make) in [
        ("appending to one day's file", &append as &(dyn Fn(usize, usize) -> Mutation + Sync)),
        ("editing different files", &different),
    ] {
        let alone = rate(&ws, 1, 200, 0, make)?;
        let together = rate(&ws, WRITERS, EACH, 1000, make)?;
        println!("{name}: 1 writer {alone:.0}/s, {WRITERS} writers {together:.0}/s ({:.1} × one)", together / alone);
    }
    Ok(())
}

fn rate(
    ws: &Workspace,
    writers: usize,
    each: usize,
    from: usize,
    make: &(dyn Fn(usize, usize) -> Mutation + Sync),
) -> Result<f64> {
    let start = Instant::now();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..writers)
            .map(|writer| {
                scope.spawn(move || (from..from + each).try_for_each(|round| ws.apply(make(writer, round)).map(drop)))
            })
            .collect();
        threads.into_iter().try_for_each(|t| t.join().expect("a writer does not panic"))
    })?;
    Ok((writers * each) as f64 / start.elapsed().as_secs_f64())
}
