//! The test of the tests: with one safeguard removed, a proof must go red.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// What each sabotaged build is tried with: the safeguard that is gone, then the proof's words.
const TRIALS: [(&str, &[&str]); 13] = [
    ("no-journal-sync", &["powercut", "40"]),
    ("no-lock", &["processes", "40"]),
    ("no-displaced-check", &["edits", "200"]),
    ("no-replay", &["kill", "150"]),
    ("no-replay", &["syscalls"]),
    ("no-hand-edit-check", &["edits", "40"]),
    ("no-undo-chain", &["undo", "60"]),
    ("no-object-check", &["damage", "140"]),
    ("no-degraded-reads", &["reads", "60"]),
    ("no-degraded-reads", &["disk"]),
    ("stale-index", &["git", "300"]),
    ("no-keep", &["git", "600"]),
    ("no-seal-check", &["forge", "40"]),
];

/// Runs the proofs of the builds `soul-proof-no-…` in `binaries`; true when each goes red.
pub fn run(binaries: &Path, dir: &Path, seed: u64) -> Result<bool> {
    let mut all = true;
    for (safeguard, proof) in TRIALS {
        let binary = binaries.join(format!("soul-proof-{safeguard}"));
        if !binary.exists() {
            bail!("{} is missing; `make proof-sabotage` builds it", binary.display());
        }
        let output = Command::new(&binary)
            .args(proof)
            .arg("--dir")
            .arg(dir)
            .args(["--seed", &seed.to_string()])
            .stdin(Stdio::null())
            .output()
            .with_context(|| binary.display().to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = text.lines().last().unwrap_or("no line");
        // Exit status 1 is "lost or torn"; anything else means that the proof did not run.
        let red = output.status.code() == Some(1) && counted(line);
        all &= red;
        println!("{} {safeguard:<20} {line}", if red { "noticed" } else { "NOT NOTICED" });
    }
    Ok(all)
}

/// Whether a report's line counts something lost or torn.
fn counted(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(2).any(|pair| matches!(pair[0], "lost" | "torn") && pair[1].parse::<u64>().is_ok_and(|n| n > 0))
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn a_line_is_red_when_it_counts_something() {
        assert!(counted("kill       tried     60  lost 0  torn 59  skipped 0  seed 4"));
        assert!(!counted("kill       tried     60  lost 0  torn 0  skipped 3  seed 4"));
    }
}
