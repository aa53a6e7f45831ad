//! Writers and readers on one side, faults on the other; in the end everything is taken out of the fleet and looked at.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::checker::{HistoryVerdict, Register};
use crate::client::{RequestOutcome, value_of};
use crate::proxy::DatabaseLine;
use crate::site::{FleetSite, LEASE};

/// How long it may take beside the lease until others serve what a dead gateway had.
pub const FAILOVER: Duration = Duration::from_secs(5);

/// How much is done to a fleet.
#[derive(Debug, Clone)]
pub struct NemesisPlan {
    pub gateways: usize,
    pub workspaces: usize,
    pub writers: usize,
    pub readers: usize,
    /// How many acknowledged writes and reads there have to be.
    pub operations: u64,
    pub faults: Vec<FleetFault>,
    pub seed: u64,
}

/// What happens to a fleet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FleetFault {
    /// A gateway is killed and comes back with its disk.
    Kill,
    /// A gateway is killed and comes back without its disk.
    KillAndWipe,
    /// The owner of a workspace is frozen until its lease is over, and goes on then.
    Freeze,
    /// The database is killed and started again.
    Database,
    /// Every process of the database is frozen for a while.
    FreezeDatabase,
    /// The owner's line to the database is cut until its lease is over.
    Cut,
    /// Nothing comes through on the owner's line until its lease is over, and then everything that was held up.
    Silence,
    /// The owner's line is slow for a while.
    Slow,
    /// The owner's lease is ended in the database, as if its clock had jumped, while it goes on: two think they own it.
    Usurp,
    /// A person has a workspace served elsewhere.
    Move,
    /// A person has a gateway give its workspaces up, and take some again.
    Drain,
}

impl FleetFault {
    pub const ALL: [Self; 11] = [
        Self::Kill,
        Self::KillAndWipe,
        Self::Freeze,
        Self::Database,
        Self::FreezeDatabase,
        Self::Cut,
        Self::Silence,
        Self::Slow,
        Self::Usurp,
        Self::Move,
        Self::Drain,
    ];
}

/// What came of it.
#[derive(Debug, Clone)]
pub struct NemesisReport {
    pub verdict: HistoryVerdict,
    pub reads: u64,
    pub stale: Vec<String>,
    pub faults: Vec<(FleetFault, usize)>,
    /// The longest a writer waited from one acknowledged write to the next.
    pub longest_gap: Duration,
    /// From the kill of a gateway that stays away to the next acknowledged write into what it had.
    pub failovers: Vec<Duration>,
    pub took: Duration,
    /// Anything else that must not be: a workspace that cannot be opened, a trail that does not verify.
    pub broken: Vec<String>,
}

impl NemesisReport {
    pub fn is_good(&self) -> bool {
        self.verdict.is_good() && self.stale.is_empty() && self.broken.is_empty()
    }

    /// Whether others took over soon enough. A question about the machine as well, and so apart.
    pub fn is_in_time(&self) -> bool {
        self.failovers.iter().all(|took| *took <= FAILOVER + Duration::from_secs(LEASE))
    }
}

struct Bout<'a> {
    site: &'a FleetSite,
    plan: &'a NemesisPlan,
    registers: Vec<Register>,
    stop: AtomicBool,
    writes: AtomicU64,
    reads: AtomicU64,
    stale: Mutex<Vec<String>>,
    gap: Mutex<Duration>,
    failovers: Mutex<Vec<Duration>>,
}

/// Does all of it.
pub fn run(site: &FleetSite, plan: &NemesisPlan) -> Result<NemesisReport> {
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
        failovers: Mutex::default(),
    };
    let start = Instant::now();
    let faults = std::thread::scope(|scope| {
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
        let faults = bout.fault();
        bout.stop.store(true, Ordering::SeqCst);
        faults
    })?;
    let took = start.elapsed();
    let (mut verdict, mut broken) = (HistoryVerdict::default(), Vec::new());
    site.stop_all();
    for workspace in 0..plan.workspaces {
        match bout.taken_out(workspace) {
            Ok(found) => verdict = verdict.and(found),
            Err(error) => broken.push(format!("w{workspace}: {error:#}")),
        }
    }
    Ok(NemesisReport {
        verdict,
        reads: bout.reads.load(Ordering::SeqCst),
        stale: bout.stale.into_inner().unwrap_or_else(PoisonError::into_inner),
        faults,
        failovers: bout.failovers.lock().unwrap_or_else(PoisonError::into_inner).clone(),
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
                RequestOutcome::Done(_, tag) => {
                    register.acknowledge(value);
                    (certain, known) = (tag.is_some(), tag);
                    self.writes.fetch_add(1, Ordering::SeqCst);
                    let mut gap = self.gap.lock().unwrap_or_else(PoisonError::into_inner);
                    *gap = (*gap).max(last.elapsed());
                    last = Instant::now();
                }
                RequestOutcome::Refused(_) => {
                    register.refuse(value);
                    certain = false;
                    std::thread::sleep(Duration::from_millis(20));
                }
                RequestOutcome::Unknown(_) => certain = false,
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

    /// One fault after another, until there were enough operations; each a few times at least.
    fn fault(&self) -> Result<Vec<(FleetFault, usize)>> {
        let mut random = Random::new(self.plan.seed);
        let mut counts: Vec<(FleetFault, usize)> = self.plan.faults.iter().map(|fault| (*fault, 0)).collect();
        let mut round = 0;
        loop {
            self.wait_for_writes(40)?;
            let enough = counts.iter().all(|(_, count)| *count > 0) && self.operations() >= self.plan.operations;
            if enough {
                return Ok(counts);
            }
            std::thread::sleep(Duration::from_millis(random.below(300) as u64));
            if let Some((fault, count)) = counts.get_mut(round % self.plan.faults.len().max(1)) {
                self.make(*fault, &mut random)?;
                *count += 1;
            }
            round += 1;
        }
    }

    fn make(&self, fault: FleetFault, random: &mut Random) -> Result<()> {
        let victim = |random: &mut Random| {
            let workspace = random.below(self.plan.workspaces);
            self.site.holder(&format!("w{workspace}")).unwrap_or_else(|| random.below(self.site.count()))
        };
        let lease = Duration::from_secs(LEASE);
        match fault {
            FleetFault::Kill | FleetFault::KillAndWipe => {
                let number = victim(random);
                let had = self.held_by(number);
                self.site.kill(number);
                // Half of the time the others have to take over.
                if random.below(2) == 0 {
                    self.wait_for_failover(&had)?;
                }
                self.site.restart(number, fault == FleetFault::Kill)
            }
            FleetFault::FreezeDatabase => {
                self.site.postgres.freeze(true);
                std::thread::sleep(Duration::from_millis(500 + random.below(2500) as u64));
                self.site.postgres.freeze(false);
                Ok(())
            }
            FleetFault::Cut | FleetFault::Silence | FleetFault::Slow => {
                let number = victim(random);
                let line = match fault {
                    FleetFault::Cut => DatabaseLine::Cut,
                    FleetFault::Silence => DatabaseLine::Silent,
                    _ => DatabaseLine::Slow,
                };
                self.site.line(number, line);
                std::thread::sleep(lease + Duration::from_millis(random.below(2000) as u64));
                self.site.line(number, DatabaseLine::Good);
                Ok(())
            }
            FleetFault::Usurp => {
                let past = "UPDATE gateways SET expires = clock_timestamp() - interval '1 hour'";
                // More than once: an owner says that it lives before others notice.
                for _ in 0..20 {
                    self.site.postgres.ask(&self.site.fleet, past);
                    std::thread::sleep(Duration::from_millis(50));
                }
                Ok(())
            }
            FleetFault::Move => {
                let (name, to) = (random.below(self.plan.workspaces), random.below(self.site.count()));
                let to = self.site.id_of(to)?;
                // Refused where that gateway does not live just now.
                let _ = self.site.soul("admin", &["fleet", "move", &format!("w{name}"), "--to", &to]);
                Ok(())
            }
            FleetFault::Drain => {
                let id = self.site.id_of(victim(random))?;
                let _ = self.site.soul("admin", &["fleet", "drain", &id]);
                self.wait_for_writes(20)?;
                let _ = self.site.soul("admin", &["fleet", "drain", &id, "--undo"]);
                Ok(())
            }
            FleetFault::Freeze => {
                let number = victim(random);
                self.site.freeze(number);
                std::thread::sleep(Duration::from_millis(LEASE * 1000 + 1000 + random.below(1000) as u64));
                self.site.thaw(number);
                Ok(())
            }
            FleetFault::Database => {
                self.site.postgres.kill();
                self.site.postgres.launch();
                Ok(())
            }
        }
    }

    /// The workspaces a gateway has, by the database.
    fn held_by(&self, number: usize) -> Vec<usize> {
        let holds = |workspace: &usize| self.site.holder(&format!("w{workspace}")) == Some(number);
        (0..self.plan.workspaces).filter(holds).collect()
    }

    /// The values acknowledged so far in a workspace, one register after the other.
    fn acknowledged_in(&self, workspace: usize) -> Vec<u64> {
        let writers = (0..self.plan.writers).filter(|writer| writer % self.plan.workspaces == workspace);
        writers.map(|writer| self.registers[writer].floor()).collect()
    }

    /// Waits until somebody writes again into each of these. What was acknowledged before the kill may arrive after it: once
    /// per writer.
    fn wait_for_failover(&self, workspaces: &[usize]) -> Result<()> {
        let start = Instant::now();
        let before: Vec<Vec<u64>> = workspaces.iter().map(|workspace| self.acknowledged_in(*workspace)).collect();
        for (workspace, before) in workspaces.iter().zip(before) {
            let goes_on = || {
                let now = self.acknowledged_in(*workspace);
                now.iter().zip(&before).any(|(now, before)| *now >= before + 2)
            };
            while !goes_on() {
                ensure!(start.elapsed() < Duration::from_secs(60), "nobody takes w{workspace} over");
                std::thread::sleep(Duration::from_millis(10));
            }
            self.failovers.lock().unwrap_or_else(PoisonError::into_inner).push(start.elapsed());
        }
        Ok(())
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
    fn taken_out(&self, workspace: usize) -> Result<HistoryVerdict> {
        let (name, dir) = (format!("w{workspace}"), self.site.path(&format!("out-{workspace}")));
        let text = dir.to_str().context("a plain path")?;
        release(self.site, &name, text)?;
        let verified = self.site.soul("out", &["-C", text, "audit", "verify", "--json"])?;
        let verified: serde_json::Value = serde_json::from_str(&verified)?;
        ensure!(verified["ok"] == true, "the trail does not verify: {verified}");
        git(&dir, &["fsck", "--strict"])?;
        ensure!(git(&dir, &["status", "--porcelain"])?.is_empty(), "files and history differ");
        let mut verdict = HistoryVerdict::default();
        for writer in (0..self.plan.writers).filter(|writer| writer % self.plan.workspaces == workspace) {
            let values = values_of(&dir, &file_of(writer))?;
            verdict = verdict.and(self.registers[writer].check_history(&format!("register {writer}"), &values));
        }
        Ok(verdict)
    }
}

/// A gateway that was killed has a lease until it runs out.
fn release(site: &FleetSite, name: &str, dir: &str) -> Result<()> {
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
