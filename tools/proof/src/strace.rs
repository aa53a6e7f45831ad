//! strace: listing the system calls of a child, and tampering with one of them.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::site::ProofSite;

/// The calls that change something, as strace names them (`?`: where the machine has them).
const MUTATING: &str = "openat,?open,?creat,write,pwrite64,writev,?pwritev,?pwritev2,?rename,?renameat,renameat2,?link,\
     linkat,?unlink,unlinkat,?mkdir,mkdirat,?rmdir,fdatasync,fsync,syncfs,?sync_file_range,ftruncate,?truncate,\
     fchmod,?fchmodat,?chmod,utimensat,fallocate,?copy_file_range,?symlink,symlinkat";

/// One system call of a run: its name and how often it had been called, from one.
#[derive(Debug, Clone)]
pub struct Point {
    /// The call's name.
    pub call: String,
    /// Which of its calls.
    pub nth: usize,
    /// Whether it is a line to the harness.
    pub says: bool,
    /// Whether it changes something; opening a file for reading does not.
    pub changes: bool,
}

/// What is done to one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tamper {
    /// The process is killed on entering it.
    Kill,
    /// It fails once.
    Fail(&'static str),
    /// It fails, and so does every later one of its name.
    FailForEver(&'static str),
}

/// Runs `child one KIND` under strace without tampering and lists its calls between `ready` and
/// the answer, that line included.
pub fn list(site: &ProofSite, kind: &str, scratch: &Path) -> Result<Vec<Point>> {
    let log = scratch.with_extension("strace");
    let mut strace = Command::new("strace");
    strace.args(["-f", "--seccomp-bpf", "-qq", "-s", "64", "-e", "signal=none", "-o"]).arg(&log);
    strace.arg("-e").arg(format!("trace={MUTATING}"));
    let output = run(strace, site, kind)?;
    if !output.contains("done\n") {
        bail!("{kind} does not work without a fault: {output}");
    }
    let text = std::fs::read_to_string(&log)?;
    std::fs::remove_file(&log)?;
    let mut counts = std::collections::BTreeMap::new();
    let mut points = Vec::new();
    let mut begun = false;
    for line in text.lines() {
        let line = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        let Some((call, rest)) = line.split_once('(') else { continue };
        let nth = counts.entry(call.to_owned()).or_insert(0usize);
        *nth += 1;
        let says = call == "write" && rest.starts_with("1, ");
        if says && rest.contains("\"ready") {
            begun = true;
            continue;
        }
        if begun {
            let changes = !call.starts_with("open") || rest.contains("O_CREAT") || rest.contains("O_TRUNC");
            points.push(Point { call: call.to_owned(), nth: *nth, says, changes });
        }
        if says && begun {
            break;
        }
    }
    Ok(points)
}

/// Runs `child one KIND` with one call tampered with and returns what the child said.
pub fn tampered(site: &ProofSite, kind: &str, point: &Point, tamper: Tamper) -> Result<String> {
    let what = match tamper {
        Tamper::Kill => format!("signal=KILL:when={}", point.nth),
        Tamper::Fail(error) => format!("error={error}:when={}", point.nth),
        Tamper::FailForEver(error) => format!("error={error}:when={}+", point.nth),
    };
    let mut strace = Command::new("strace");
    strace.args(["-f", "--seccomp-bpf", "-qq", "-e", "signal=none", "-o", "/dev/null"]);
    strace.arg("-e").arg(format!("trace={}", point.call)).arg("-e").arg(format!("inject={}:{what}", point.call));
    run(strace, site, kind)
}

fn run(mut strace: Command, site: &ProofSite, kind: &str) -> Result<String> {
    let child = site.child("one")?;
    strace.arg(child.get_program()).args(child.get_args()).arg(kind);
    let output = strace.stdin(Stdio::null()).stderr(Stdio::piped()).output()?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    if complaint.contains("strace: ") {
        bail!("{}", complaint.trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
