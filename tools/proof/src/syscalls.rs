//! A kill, and a fault, at every mutating system call of every kind of mutation.
//!
//! After each: the files are those before the mutation or those after it, the history agrees,
//! a receipt means after and an error means before, nothing is left lying about, and the next
//! write works. A kill takes effect on entering the call, so the calls between two kill points
//! are the states a crash can leave.

use std::path::Path;
use std::sync::Mutex;

use anyhow::{Context, Result};
use soulfile_workspace::{LogFilter, Workspace};

use crate::full_disk;
use crate::kinds;
use crate::lanes::{Tree, read_tree};
use crate::report::ProofReport;
use crate::site::ProofSite;
use crate::strace::{self, Point, Tamper};

/// How thorough a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Ten kinds, two errors.
    Quick,
    /// All kinds, all errors, once and for ever.
    Full,
}

/// The files, and how many entries the history has in all and by a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilesState {
    files: Tree,
    entries: usize,
    manual: usize,
}

/// What a kind starts from and must end in.
pub struct SyscallCase {
    pub kind: &'static str,
    /// A site to copy.
    pub template: ProofSite,
    before: FilesState,
    after: FilesState,
    /// A state in between, for a kind that makes two mutations.
    between: Option<FilesState>,
}

/// Tampers with every call of every kind.
pub fn run(dir: &Path, seed: u64, depth: Depth) -> Result<ProofReport> {
    let mut report = ProofReport::new("syscalls", seed);
    let dir = dir.join("syscalls");
    std::fs::create_dir_all(&dir)?;
    let kinds = if depth == Depth::Quick { &kinds::ALL[..kinds::QUICK] } else { &kinds::ALL[..] };
    let (mut kills, mut faults, mut jobs) = (0, 0, Vec::new());
    for (number, kind) in kinds.iter().enumerate() {
        let case = std::sync::Arc::new(SyscallCase::prepare(&dir.join(format!("template-{number}")), kind)?);
        let points = match strace::list(&case.template.copy_to(&dir.join("list"))?, kind, &dir.join("list")) {
            Ok(points) => points,
            Err(e) => {
                report.skip(1, format!("{kind}: {e:#}"));
                continue;
            }
        };
        for point in points {
            for tamper in tampers(&point, depth) {
                if tamper == Tamper::Kill {
                    kills += 1
                } else {
                    faults += 1
                }
                jobs.push((case.clone(), point.clone(), tamper));
            }
        }
        full_disk::run(&case, &dir, depth, &mut report)?;
    }
    let jobs = Mutex::new(jobs.into_iter());
    let results: Vec<Result<ProofReport>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2)
            .map(|worker| {
                let (jobs, dir) = (&jobs, dir.join(format!("run-{worker}")));
                scope.spawn(move || {
                    let mut report = ProofReport::new("syscalls", seed);
                    while let Some((case, point, tamper)) = next(jobs) {
                        case.tamper(&dir, &point, tamper, &mut report)?;
                    }
                    Ok(report)
                })
            })
            .collect();
        workers.into_iter().map(|w| w.join().expect("a worker does not panic")).collect()
    });
    for part in results {
        report.add(part?);
    }
    report.note(format!("{} kinds, {kills} kills, {faults} faults", kinds.len()));
    std::fs::remove_dir_all(&dir)?;
    Ok(report)
}

fn next<T>(jobs: &Mutex<std::vec::IntoIter<T>>) -> Option<T> {
    jobs.lock().expect("no worker panics while it takes a job").next()
}

fn tampers(point: &Point, depth: Depth) -> Vec<Tamper> {
    let mut out = Vec::new();
    if point.changes {
        out.push(Tamper::Kill);
    }
    if point.says {
        return out;
    }
    if point.changes {
        out.extend([Tamper::Fail("ENOSPC"), Tamper::Fail("EIO")]);
        if depth == Depth::Full {
            out.extend(["EROFS", "EDQUOT"].map(Tamper::Fail));
            out.extend(["ENOSPC", "EIO"].map(Tamper::FailForEver));
        }
    }
    if point.call.starts_with("open") && depth == Depth::Full {
        out.push(Tamper::Fail("EMFILE"));
    }
    out
}

impl SyscallCase {
    /// Prepares a kind's template and finds out what it does when nothing goes wrong.
    pub fn prepare(dir: &Path, kind: &'static str) -> Result<Self> {
        let template = ProofSite::make(dir)?;
        kinds::prepare(&template, kind)?;
        let reference = template.copy_to(&dir.with_extension("reference"))?;
        let before = state(&reference, &reference.open()?)?;
        let ws = reference.open()?;
        kinds::perform(&ws, kind).with_context(|| kind.to_owned())?;
        let after = state(&reference, &ws)?;
        drop(ws);
        let between = (kind == "edit-merged").then(|| {
            let mut between = before.clone();
            between.entries += 1;
            between.files.get_mut("memory/a.md").expect("prepared").extend_from_slice(b"- in between\n");
            between
        });
        std::fs::remove_dir_all(dir.with_extension("reference"))?;
        Ok(Self { kind, template, before, after, between })
    }

    fn tamper(&self, dir: &Path, point: &Point, tamper: Tamper, report: &mut ProofReport) -> Result<()> {
        let site = self.template.copy_to(dir)?;
        let said = strace::tampered(&site, self.kind, point, tamper)?;
        report.tried += 1;
        let name = format!("{} {tamper:?} at {} {}", self.kind, point.call, point.nth);
        let lasting = matches!(tamper, Tamper::FailForEver(_));
        let bad = report.lost + report.torn;
        // Where every `write` fails, the child cannot answer either.
        let silent = tamper == Tamper::Kill || lasting && point.call == "write";
        self.check(&site, &name, &said, silent, lasting, report);
        if report.lost + report.torn > bad && std::env::var_os("SOUL_PROOF_KEEP").is_some() {
            site.copy_to(&dir.with_extension(format!("bad-{}", name.replace(' ', "-"))))?;
        }
        Ok(())
    }

    /// Looks at the site after an accident. `silent`: the child may have said nothing.
    /// `lasting`: the fault lasted, so that the next write may have failed too.
    pub fn check(
        &self,
        site: &ProofSite,
        name: &str,
        said: &str,
        silent: bool,
        lasting: bool,
        report: &mut ProofReport,
    ) {
        let said_line = |what: &str| said.lines().any(|l| l == what || l.starts_with(&format!("{what} ")));
        let (done, refused) = (said_line("done"), said_line("refused"));
        if !silent && !done && !refused {
            return report.torn(format!("{name}: no answer: {said:?}"));
        }
        if !silent && !lasting && !said_line("next done") {
            report.torn(format!("{name}: the next write failed: {said:?}"));
        }
        let ws = match site.open() {
            Ok(ws) => ws,
            Err(e) => return report.lost(format!("{name}: does not open: {e:#}")),
        };
        let mut now = match state(site, &ws) {
            Ok(state) => state,
            Err(e) => return report.lost(format!("{name}: cannot be read: {e:#}")),
        };
        let next = now.files.remove(kinds::NEXT).is_some();
        now.entries -= usize::from(next);
        if said_line("next done") && !next {
            report.lost(format!("{name}: the next write is gone"));
        }
        let partly = self.between.as_ref() == Some(&now);
        if now != self.before && now != self.after && !partly {
            return report.torn(format!("{name}: neither before nor after: {} ({said:?})", self.differences(&now)));
        }
        if done && now != self.after {
            report.lost(format!("{name}: acknowledged and gone"));
        }
        // Settling and checkpointing come after the mutation, which stays.
        let upkeep = matches!(self.kind, "checkpoint" | "settle");
        if refused && now != self.before && !partly && !upkeep {
            report.torn(format!("{name}: refused and done: {said:?}"));
        }
        let mut checks = vec![site.check_residue()];
        match ws.verify() {
            Ok(v) if v.ok && v.other_keys == 0 => {}
            Ok(v) => checks.push(Err(anyhow::anyhow!("verify: {}", v.problems.join("; ")))),
            Err(e) => checks.push(Err(e.into())),
        }
        if report.tried.is_multiple_of(20) {
            checks.push(site.fsck());
        }
        if let Err(e) = ws.apply(kinds::next_write()) {
            checks.push(Err(e.into()));
        }
        for e in checks.into_iter().filter_map(Result::err) {
            report.torn(format!("{name}: {e:#}"));
        }
    }

    fn differences(&self, now: &FilesState) -> String {
        let names: Vec<&String> = now
            .files
            .keys()
            .chain(self.after.files.keys())
            .filter(|n| now.files.get(*n) != self.after.files.get(*n))
            .collect();
        format!(
            "{} entries of {} to {}, {} by a person of {} to {}, not as after: {names:?}",
            now.entries, self.before.entries, self.after.entries, now.manual, self.before.manual, self.after.manual
        )
    }
}

fn state(site: &ProofSite, ws: &Workspace) -> Result<FilesState> {
    let entries = ws.log(&LogFilter { limit: 1000, ..LogFilter::default() })?;
    let manual = entries.iter().filter(|e| e.actor().is_person()).count();
    Ok(FilesState { files: read_tree(&site.workspace, "")?, entries: entries.len(), manual })
}
