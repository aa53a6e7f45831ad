//! What a proof found: tried, lost, torn, skipped, and the seed that repeats it.

use std::time::Instant;

/// How many bad cases are told in full.
const TOLD: usize = 8;

/// The result of one proof.
#[derive(Debug)]
pub struct ProofReport {
    name: &'static str,
    seed: u64,
    started: Instant,
    /// Cases tried.
    pub tried: u64,
    /// Acknowledged work, or a person's bytes, that are gone.
    pub lost: u64,
    /// States that no mutation ever wrote, traces left behind, wrong blame.
    pub torn: u64,
    /// Cases that could not be tried here.
    pub skipped: u64,
    notes: Vec<String>,
    told: usize,
}

impl ProofReport {
    /// A proof that begins now.
    pub fn new(name: &'static str, seed: u64) -> Self {
        let started = Instant::now();
        Self { name, seed, started, tried: 0, lost: 0, torn: 0, skipped: 0, notes: Vec::new(), told: 0 }
    }

    /// Counts something lost and says what, on stderr.
    pub fn lost(&mut self, what: impl AsRef<str>) {
        self.lost += 1;
        self.tell("LOST", what.as_ref());
    }

    /// Counts something torn and says what, on stderr.
    pub fn torn(&mut self, what: impl AsRef<str>) {
        self.torn += 1;
        self.tell("TORN", what.as_ref());
    }

    /// Counts a case that could not be tried and says why.
    pub fn skip(&mut self, cases: u64, why: impl AsRef<str>) {
        self.skipped += cases;
        self.tell("SKIPPED", why.as_ref());
    }

    /// Adds a figure to the report's line.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }

    fn tell(&mut self, word: &str, what: &str) {
        self.told += 1;
        if self.told <= TOLD {
            eprintln!("{}: {word}: {what}", self.name);
        }
    }

    /// Adds the counts of another worker of the same proof.
    pub fn add(&mut self, other: ProofReport) {
        self.tried += other.tried;
        self.lost += other.lost;
        self.torn += other.torn;
        self.skipped += other.skipped;
        self.notes.extend(other.notes);
    }

    /// Prints the line; true when nothing was lost or torn, and something was tried.
    pub fn print(&self) -> bool {
        let notes = if self.notes.is_empty() { String::new() } else { format!("  ({})", self.notes.join("; ")) };
        println!(
            "{:<10} tried {:>6}  lost {}  torn {}  skipped {}  seed {}  {:.1} s{notes}",
            self.name,
            self.tried,
            self.lost,
            self.torn,
            self.skipped,
            self.seed,
            self.started.elapsed().as_secs_f64()
        );
        self.lost == 0 && self.torn == 0 && (self.tried > 0 || self.skipped > 0)
    }
}
