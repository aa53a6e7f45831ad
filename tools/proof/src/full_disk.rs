//! A disk that really fills up, at every page of a mutation: true short writes and ENOSPC.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::report::ProofReport;
use crate::syscalls::{Depth, SyscallCase};

const PAGE: u64 = 4096;
/// The size of the small file system.
const SIZE: u64 = 8 << 20;

/// Runs one kind with room for 0, 1, 2… more pages until it has enough.
pub fn run(case: &SyscallCase, dir: &Path, depth: Depth, report: &mut ProofReport) -> Result<()> {
    let wanted = ["edit", "multi-mixed", "large-write", "create-nested"];
    if depth == Depth::Quick && !wanted.contains(&case.kind) {
        return Ok(());
    }
    let mount = dir.join("small");
    fs::create_dir_all(&mount)?;
    let mut enough = 0;
    let mut pages = 0;
    while enough < 2 && pages < 400 {
        match filled(case, &mount, pages, report) {
            Ok(true) => enough += 1,
            Ok(false) => enough = 0,
            Err(e) => {
                report.skip(1, format!("{}: a full disk: {e:#}", case.kind));
                break;
            }
        }
        // Large files take many pages: the steps grow, the first ones are one by one.
        pages += if pages < 24 { 1 } else { 1 + pages / 8 };
    }
    Ok(())
}

/// One run with `pages` of room; true when the mutation went through.
fn filled(case: &SyscallCase, mount: &Path, pages: u64, report: &mut ProofReport) -> Result<bool> {
    let _mounted = Mounted::new(mount)?;
    let site = case.template.copy_to(&mount.join("site"))?;
    let ballast = mount.join("ballast");
    let free = rustix::fs::statvfs(mount)?.f_bavail * PAGE;
    fs::write(&ballast, vec![0u8; free.saturating_sub(pages * PAGE) as usize])?;
    let output = site.child("one")?.arg(case.kind).stdout(Stdio::piped()).output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    fs::remove_file(&ballast)?;
    report.tried += 1;
    if !said.contains("ready\n") {
        // Not even the lock's note or a fencing number fits: the workspace says so and is intact.
        if output.status.success() {
            report.torn(format!("{} on a full disk: no answer: {said:?}", case.kind));
        }
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        case.check(&site, &format!("{} with {pages} pages: {complaint}", case.kind), "refused\n", false, true, report);
        return Ok(false);
    }
    case.check(&site, &format!("{} with room for {pages} pages", case.kind), &said, false, true, report);
    Ok(said.lines().any(|l| l == "next done"))
}

struct Mounted<'a>(&'a Path);

impl<'a> Mounted<'a> {
    fn new(at: &'a Path) -> Result<Self> {
        let output = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={SIZE}"), "tmpfs"])
            .arg(at)
            .stdin(Stdio::null())
            .output()?;
        if !output.status.success() {
            bail!("mounting needs root: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        Ok(Self(at))
    }
}

impl Drop for Mounted<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).stdin(Stdio::null()).output();
    }
}
