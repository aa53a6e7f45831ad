//! Writers and readers on one side, troubles on the other; in the end everything is taken out of the fleet and looked at.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::checker::{Register, Verdict};
use crate::client::{Outcome, value_of};
use crate::site::{LEASE, Site};

/// How much is done to a fleet.
#[derive(Debug, Clone)]
pub struct Plan {
    pub gateways: usize,
    pub workspaces: usize,
    pub writers: usize,
    pub readers: usize,
    /// How many acknowledged writes and reads there have to be.
    pub operations: u64,
    pub troubles: Vec<Trouble>,
    pub seed: u64,
}

/// What happens to a fleet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// A gateway is killed and comes back with its disk.
    Kill,
    /// A gateway is killed and comes back without its disk.
    KillAndWipe,
    /// The owner of a workspace is frozen until its lease is over, and goes on then.
    Freeze,
    /// The database is killed and started again.
    Database,
}

impl Trouble {
    pub const ALL: [Self; 4] = [Self::Kill, Self::KillAndWipe, Self::Freeze, Self::Database];
}

/// What came of it.
#[derive(Debug, Clone)]
pub struct Report {
    pub verdict: Verdict,
    pub reads: u64,
    pub stale: Vec<String>,
    pub troubles: Vec<(Trouble, usize)>,
    /// The longest a writer waited from one acknowledged write to the next.
    pub longest_gap: Duration,
    pub took: Duration,
    /// Anything else that must not be: a workspace that cannot be opened, a trail that does not verify.
    pub broken: Vec<String>,
}

impl Report {
    pub fn is_good(&self) -> bool {
        self.verdict.is_good() && self.stale.is_empty() && self.broken.is_empty()
    }
}

struct Bout<'a> {
    site: &'a Site,
    plan: &'a Plan,
    registers: Vec<Register>,
    stop: AtomicBool,
    writes: AtomicU64,
    reads: AtomicU64,
    stale: Mutex<Vec<String>>,
    gap: Mutex<Duration>,
}

/// Does all of it.
pub fn run(site: &Site, plan: &Plan) -> Result<Report> {
    for workspace in 0..plan.workspaces {
        site.adopt(&format!("w{workspace}"))?;
    }
    for _ in 0..plan.gateways {
        site.start()?;
    }
    let bout = Bout {
        site,
        plan,
        registers: (0..plan.writers).map(|_| Register::default()).collect(),
        stop: AtomicBool::new(false),
        writes: AtomicU64::new(0),
        reads: AtomicU64::new(0),
        stale: Mutex::default(),
        gap: Mutex::default(),
    };
    let start = Instant::now();
    let troubles = std::thread::scope(|scope| {
        (0..plan.writers).for_each(|writer| {
            drop(scope.spawn({
                let bout = &bout;
                move || bout.write(writer)
            }))
        });
        (0..plan.readers).for_each(|reader| {
            drop(scope.spawn({
                let bout = &bout;
                move || bout.read(reader)
            }))
        });
        let troubles = bout.trouble();
        bout.stop.store(true, Ordering::SeqCst);
        troubles
    })?;
    let took = start.elapsed();
    let (mut verdict, mut broken) = (Verdict::default(), Vec::new());
    site.stop_all();
    for workspace in 0..plan.workspaces {
        match bout.taken_out(workspace) {
            Ok(found) => verdict = verdict.and(found),
            Err(error) => broken.push(format!("w{workspace}: {error:#}")),
        }
    }
    Ok(Report {
        verdict,
        reads: bout.reads.load(Ordering::SeqCst),
        stale: bout.stale.into_inner().unwrap_or_else(PoisonError::into_inner),
        troubles,
        longest_gap: *bout.gap.lock().unwrap_or_else(PoisonError::into_inner),
        took,
        broken,
    })
}

fn file_of(writer: usize) -> String {
    format!("bank/r{writer}.md")
}

impl Bout<'_> {
    fn agent_of(&self, writer: usize) -> String {
        format!("w{}", writer % self.plan.workspaces)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Any gateway, also one that is down.
    fn any(&self, random: &mut Random) -> String {
        self.site.address(random.below(self.site.count()))
    }

    fn write(&self, writer: usize) {
        let (register, agent, file) = (&self.registers[writer], self.agent_of(writer), file_of(writer));
        let mut random = Random::new(self.plan.seed ^ (writer as u64 + 1));
        let client = self.site.client().expect("the first gateway made a token");
        let (mut known, mut certain): (Option<String>, bool) = (None, false);
        let mut last = Instant::now();
        while !self.stopped() {
            let address = self.any(&mut random);
            if !certain {
                match client.get(&address, &agent, &file) {
                    Ok(found) => known = found.and_then(|(_, tag)| tag),
                    Err(_) => {
                        std::thread::sleep(Duration::from_millis(20));
                        continue;
                    }
                }
            }
            let value = register.attempt();
            match client.put(&address, &agent, &file, value, known.as_deref()) {
                Outcome::Done(_, tag) => {
                    register.acknowledge(value);
                    (certain, known) = (tag.is_some(), tag);
                    self.writes.fetch_add(1, Ordering::SeqCst);
                    let mut gap = self.gap.lock().unwrap_or_else(PoisonError::into_inner);
                    *gap = (*gap).max(last.elapsed());
                    last = Instant::now();
                }
                Outcome::Refused(_) => {
                    register.refuse(value);
                    certain = false;
                    std::thread::sleep(Duration::from_millis(20));
                }
                Outcome::Unknown(_) => certain = false,
            }
        }
    }

    fn read(&self, reader: usize) {
        let mut random = Random::new(self.plan.seed ^ (reader as u64 + 1001));
        let client = self.site.client().expect("the first gateway made a token");
        while !self.stopped() {
            let writer = random.below(self.plan.writers);
            let (register, address) = (&self.registers[writer], self.any(&mut random));
            let floor = register.floor();
            match client.get(&address, &self.agent_of(writer), &file_of(writer)) {
                Ok(found) => {
                    self.reads.fetch_add(1, Ordering::SeqCst);
                    if let Some(wrong) = register.check_read(found.map_or(0, |(value, _)| value), floor) {
                        let mut stale = self.stale.lock().unwrap_or_else(PoisonError::into_inner);
                        stale.push(format!("register {writer} through {address}: {wrong}"));
                    }
                }
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    fn operations(&self) -> u64 {
        self.writes.load(Ordering::SeqCst) + self.reads.load(Ordering::SeqCst)
    }

    /// One trouble after another, until there were enough operations; each a few times at least.
    fn trouble(&self) -> Result<Vec<(Trouble, usize)>> {
        let mut random = Random::new(self.plan.seed);
        let mut counts: Vec<(Trouble, usize)> = self.plan.troubles.iter().map(|trouble| (*trouble, 0)).collect();
        let mut round = 0;
        loop {
            self.wait_for_writes(40)?;
            let enough = counts.iter().all(|(_, count)| *count > 0) && self.operations() >= self.plan.operations;
            if enough {
                return Ok(counts);
            }
            std::thread::sleep(Duration::from_millis(random.below(300) as u64));
            if let Some((trouble, count)) = counts.get_mut(round % self.plan.troubles.len().max(1)) {
                self.make(*trouble, &mut random)?;
                *count += 1;
            }
            round += 1;
        }
    }

    fn make(&self, trouble: Trouble, random: &mut Random) -> Result<()> {
        let victim = |random: &mut Random| {
            let workspace = random.below(self.plan.workspaces);
            self.site.holder(&format!("w{workspace}")).unwrap_or_else(|| random.below(self.site.count()))
        };
        match trouble {
            Trouble::Kill | Trouble::KillAndWipe => {
                let number = victim(random);
                self.site.kill(number);
                // Half of the time the others have to take over.
                if random.below(2) == 0 {
                    std::thread::sleep(Duration::from_millis(LEASE * 1000 + 500));
                }
                self.site.restart(number, trouble == Trouble::Kill)
            }
            Trouble::Freeze => {
                let number = victim(random);
                self.site.freeze(number);
                std::thread::sleep(Duration::from_millis(LEASE * 1000 + 1000 + random.below(1000) as u64));
                self.site.thaw(number);
                Ok(())
            }
            Trouble::Database => {
                self.site.postgres.kill();
                self.site.postgres.launch();
                Ok(())
            }
        }
    }

    fn wait_for_writes(&self, more: u64) -> Result<()> {
        let before = self.writes.load(Ordering::SeqCst);
        for _ in 0..6000 {
            if self.writes.load(Ordering::SeqCst) >= before + more {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        anyhow::bail!("nothing is written any more")
    }

    /// Takes a workspace out of the fleet and compares its history with what everybody was told.
    fn taken_out(&self, workspace: usize) -> Result<Verdict> {
        let (name, dir) = (format!("w{workspace}"), self.site.path(&format!("out-{workspace}")));
        let text = dir.to_str().context("a plain path")?;
        release(self.site, &name, text)?;
        let verified = self.site.soul("out", &["-C", text, "audit", "verify", "--json"])?;
        let verified: serde_json::Value = serde_json::from_str(&verified)?;
        ensure!(verified["ok"] == true, "the trail does not verify: {verified}");
        git(&dir, &["fsck", "--strict"])?;
        ensure!(git(&dir, &["status", "--porcelain"])?.is_empty(), "files and history differ");
        let mut verdict = Verdict::default();
        for writer in (0..self.plan.writers).filter(|writer| writer % self.plan.workspaces == workspace) {
            let values = values_of(&dir, &file_of(writer))?;
            verdict = verdict.and(self.registers[writer].check_history(&format!("register {writer}"), &values));
        }
        Ok(verdict)
    }
}

/// A gateway that was killed has a lease until it runs out.
fn release(site: &Site, name: &str, dir: &str) -> Result<()> {
    let mut last = None;
    for _ in 0..(LEASE * 20) {
        match site.soul("out", &["fleet", "release", name, "--to", dir]) {
            Ok(_) => return Ok(()),
            Err(error) => last = Some(error),
        }
        std::thread::sleep(Duration::from_millis(250));
    }
    Err(last.context("it was tried")?)
}

fn git(dir: &Path, arguments: &[&str]) -> Result<String> {
    let output = Command::new("git").arg("-C").arg(dir).args(arguments).output()?;
    ensure!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Every value a register had, oldest first.
fn values_of(dir: &Path, file: &str) -> Result<Vec<u64>> {
    let log = git(dir, &["log", "--reverse", "--format=", "-p", "--unified=9", "--", file])?;
    let added = log.lines().filter_map(|line| line.strip_prefix('+'));
    Ok(added.filter_map(value_of).collect())
}

/// Small, and the same for the same seed.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}
