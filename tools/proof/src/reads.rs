//! Reads need the files only: whatever is damaged beside them, and on a disk that cannot be written.
//!
//! Each case opens the agent as a process of its own would and asks for its context, a memory, a day, the graph and the
//! alerts. After the doctor, writes work again.

use soulfile_api::Mend;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use soulfile_engine::{ContextRequest, Engine};

use crate::kinds;
use crate::memory::{self, ProofHome};
use crate::random::Random;
use crate::report::ProofReport;

/// A question that the first file read answers, and a part of the answer.
const ASKED: (&str, &str) = ("where does the violin teacher live", "Lyon");

/// Damages one file of the repository, the journal or the state in each of `count` copies.
pub fn run(dir: &Path, seed: u64, count: u64) -> Result<ProofReport> {
    let mut report = ProofReport::new("reads", seed);
    let dir = dir.join("reads");
    let template = lived_in(&dir.join("template"))?;
    let mut files = Vec::new();
    files_below(&template.workspace.join(".git"), &mut files)?;
    files_below(&template.state, &mut files)?;
    let mut mended = 0;
    for number in 0..count {
        let mut random = Random::part(seed, &[7200, number]);
        let home = copy(&template, &dir.join("damaged"))?;
        let file = random.pick(&files);
        let below = file.strip_prefix(dir.join("template"))?;
        let what = inflict(&dir.join("damaged").join(below), &mut random)?;
        report.tried += 1;
        let what = format!("case {number}, {what} {}", below.display());
        if let Err(error) = read(&home) {
            report.lost(format!("{what}: {error:#}"));
        }
        mended += u64::from(mend(&home));
        if let Err(error) = write(&home).and_then(|()| read(&home)) {
            report.lost(format!("{what}: after the doctor: {error:#}"));
        }
    }
    report.note(format!("{mended} had something to mend"));
    fs::remove_dir_all(&dir)?;
    Ok(report)
}

/// Reads on a disk that is full, and on one that is mounted read-only.
pub fn run_on_disks(dir: &Path, seed: u64) -> Result<ProofReport> {
    let mut report = ProofReport::new("disk", seed);
    let dir = dir.join("disk");
    let template = lived_in(&dir.join("template"))?;
    for with_index in [true, false] {
        for state in ["full", "read-only"] {
            let mount = dir.join("mounted");
            fs::create_dir_all(&mount)?;
            let Ok(mounted) = Mounted::new(&mount) else {
                report.skip(1, "mounting needs root");
                continue;
            };
            let home = copy(&template, &mount.join("home"))?;
            if !with_index {
                fs::remove_file(home.index())?;
            }
            memory::add(&home, "USER.md", "Saved by hand.\n")?;
            match state {
                "full" => drop(fs::write(mount.join("ballast"), vec![0u8; SIZE])),
                _ => mounted.remount("ro")?,
            }
            report.tried += 1;
            let what = format!("{state} disk, index {}", if with_index { "there" } else { "gone" });
            if let Err(error) = read(&home) {
                report.lost(format!("{what}: {error:#}"));
            }
            if write(&home).is_ok() {
                report.torn(format!("{what}: a write was acknowledged"));
            }
            mounted.remount("rw")?;
            let _ = fs::remove_file(mount.join("ballast"));
            if let Err(error) = write(&home).and_then(|()| read(&home)) {
                report.lost(format!("{what}: afterwards: {error:#}"));
            }
        }
    }
    fs::remove_dir_all(&dir)?;
    Ok(report)
}

/// A workspace with a history, a journal and every kind of state.
fn lived_in(dir: &Path) -> Result<ProofHome> {
    let home = memory::make(dir)?;
    for _ in 0..4 {
        write(&home)?;
        read(&home)?;
    }
    Ok(home)
}

fn copy(template: &ProofHome, to: &Path) -> Result<ProofHome> {
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    let home = ProofHome { workspace: to.join("ws"), state: to.join("states/main") };
    crate::site::copy_dir(&template.workspace, &home.workspace)?;
    crate::site::copy_dir(&template.state, &home.state)?;
    Ok(home)
}

/// Asks for everything that is only read.
fn read(home: &ProofHome) -> Result<()> {
    let engine = home.open().context("opening")?;
    let (pack, _) = engine.context(&ContextRequest::default()).context("context")?;
    if pack.sections.is_empty() {
        bail!("the context is empty");
    }
    let answer = memory::ask_one(&engine, ASKED.0).context("recall")?;
    if !answer.hits.iter().any(|(_, text, _)| text.contains(ASKED.1)) {
        bail!("recall: {:?}", answer.hits);
    }
    let day = engine.log(Some("2026-01-07".parse()?), false).context("log")?;
    if day.entries.len() < 3 {
        bail!("log: {} entries", day.entries.len());
    }
    engine.graph_show(None).context("graph")?;
    engine.alerts().context("alerts")?;
    Ok(())
}

fn write(home: &ProofHome) -> Result<()> {
    let engine = home.open()?;
    engine.workspace().apply(kinds::next_write())?;
    // The next one is not "already there".
    fs::remove_file(home.workspace.join(kinds::NEXT))?;
    engine.take_in_hand_edits()?;
    Ok(())
}

/// What `soul doctor --fix` does; true when there was something.
fn mend(home: &ProofHome) -> bool {
    let Ok(engine) = home.open() else { return false };
    match engine.checkup() {
        Ok(checkup) => {
            let found: Vec<_> = checkup.findings.iter().filter(|finding| finding.mend != Mend::ByHand).collect();
            found.iter().for_each(|finding| drop(engine.mend(finding)));
            !found.is_empty()
        }
        Err(_) => Engine::repair(home.place()).is_ok(),
    }
}

fn inflict(file: &Path, random: &mut Random) -> Result<String> {
    let mut bytes = fs::read(file)?;
    // A journal is mostly room: what is written in it comes first.
    let at = random.below((bytes.len() as u64).min(64 << 10)) as usize;
    fs::remove_file(file)?;
    match random.below(5) {
        0 => Ok("removed".to_owned()),
        1 => {
            fs::write(file, &bytes[..at])?;
            Ok(format!("cut at {at}"))
        }
        _ => {
            bytes[at] ^= 1 << random.below(8);
            fs::write(file, &bytes)?;
            Ok(format!("flipped a bit of byte {at} of"))
        }
    }
}

fn files_below(dir: &Path, out: &mut Vec<PathBuf>) -> Result<()> {
    let mut entries: Vec<PathBuf> = fs::read_dir(dir)?.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files_below(&path, out)?;
        } else if fs::metadata(&path)?.len() > 0 {
            out.push(path);
        }
    }
    Ok(())
}

/// The size of the small file system.
const SIZE: usize = 24 << 20;

struct Mounted<'a>(&'a Path);

impl<'a> Mounted<'a> {
    fn new(at: &'a Path) -> Result<Self> {
        mount(&["-t", "tmpfs", "-o", &format!("size={SIZE}"), "tmpfs"], at)?;
        Ok(Self(at))
    }

    fn remount(&self, how: &str) -> Result<()> {
        mount(&["-o", &format!("remount,{how}")], self.0)
    }
}

fn mount(args: &[&str], at: &Path) -> Result<()> {
    let output = Command::new("mount").args(args).arg(at).stdin(Stdio::null()).output()?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(())
}

impl Drop for Mounted<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).stdin(Stdio::null()).output();
    }
}
