//! The test of the tests: with one safeguard removed, a proof must go red.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// What is taken away, and the proof that must notice.
const TRIALS: [(&str, &[&str]); 14] = [
    ("journal-sync", &["powercut", "40"]),
    ("lock", &["processes", "40"]),
    ("displaced-check", &["edits", "360"]),
    ("replay", &["kill", "150"]),
    ("replay", &["syscalls"]),
    ("hand-edit-check", &["edits", "40"]),
    ("undo-chain", &["undo", "60"]),
    ("object-check", &["damage", "140"]),
    ("degraded-reads", &["reads", "200"]),
    ("degraded-reads", &["disk"]),
    ("current-index", &["git", "300"]),
    ("keep", &["git", "600"]),
    ("outrun", &["git", "2000"]),
    ("seal-check", &["forge", "40"]),
];

/// Names the safeguard that this process and its children do without.
const WITHOUT: &str = "SOUL_PROOF_WITHOUT";

/// Takes away what the process that started this one says.
#[cfg(feature = "sabotage")]
pub fn obey() {
    use soulfile_workspace::{Safeguard, remove_safeguard};
    let name = std::env::var(WITHOUT).unwrap_or_default();
    if let Some((_, safeguard)) = Safeguard::ALL.iter().find(|(known, _)| *known == name) {
        remove_safeguard(*safeguard);
    }
}

/// Nothing can be taken away from this build.
#[cfg(not(feature = "sabotage"))]
pub fn obey() {}

/// Runs each proof without the safeguard it watches; true when each goes red.
pub fn run(dir: &Path, seed: u64) -> Result<bool> {
    if !cfg!(feature = "sabotage") {
        bail!("nothing can be taken away from this build; `make proof-sabotage` makes one");
    }
    let mut all = true;
    for (safeguard, proof) in TRIALS {
        let output = Command::new(std::env::current_exe()?)
            .args(proof)
            .arg("--dir")
            .arg(dir)
            .args(["--seed", &seed.to_string()])
            .env(WITHOUT, safeguard)
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("{proof:?} without {safeguard}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = text.lines().last().unwrap_or("no line");
        // Exit status 1 is "lost or torn"; anything else means that the proof did not run.
        let red = output.status.code() == Some(1) && counted(line);
        all &= red;
        println!("{} {safeguard:<16} {line}", if red { "noticed" } else { "NOT NOTICED" });
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
