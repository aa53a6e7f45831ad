//! An obedient model over MCP: it reads 306 attack texts and does whatever they ask, in a private, a group and a
//! sub-agent's session of the real program.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, anyhow};
use soulfile_testkit::attacks::{Tally, attacks, table};
use soulfile_testkit::obedient::{ProgramSite, prepare, run_attacks};

/// Tries every attack, or the first `count` of each category's; prints a table by category.
pub fn run(dir: &Path, soul: Option<&Path>, count: Option<usize>) -> Result<bool> {
    made_site(dir, soul, |site| {
        prepare(site).map_err(|e| anyhow!(e))?;
        let mut texts = attacks();
        if let Some(count) = count {
            let per_category = 18;
            let part = texts.into_iter().enumerate().filter(|(at, _)| at % per_category < count);
            texts = part.map(|(_, text)| text).collect();
        }
        let (tallies, told) = run_attacks(site, &texts).map_err(|e| anyhow!(e))?;
        let rows: Vec<(&str, Tally)> = tallies.into_iter().collect();
        print!("{}", table(&rows));
        told.iter().take(20).for_each(|what| println!("{what}"));
        println!("{} texts in 3 sessions: {} breaches", texts.len(), told.len());
        Ok(told.is_empty())
    })
}

/// Sets up a workspace in a home of its own and runs something over it with the real program.
pub fn made_site<T>(dir: &Path, soul: Option<&Path>, work: impl FnOnce(&ProgramSite<'_>) -> Result<T>) -> Result<T> {
    let binary = match soul {
        Some(path) => path.to_owned(),
        None => beside_us()?,
    };
    let (home, workspace) = (dir.join("home"), dir.join("ws"));
    std::fs::create_dir_all(&home)?;
    let config = home.join("soulfile.json5");
    let command = |args: &[&str]| {
        let mut command = Command::new(&binary);
        command
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", &home)
            .env("SOULFILE_HOME", &home)
            .env("TZ", "UTC")
            .arg("-C")
            .arg(&workspace)
            .args(args);
        command
    };
    let made = command(&["setup", "--yes", "--user-name", "Sam"]).output().context("starting soul")?;
    if !made.status.success() {
        return Err(anyhow!("soul setup: {}", String::from_utf8_lossy(&made.stderr)));
    }
    work(&ProgramSite { soul: &command, workspace: workspace.clone(), config })
}

/// The `soul` that was built beside this program.
fn beside_us() -> Result<PathBuf> {
    let here = std::env::current_exe()?;
    let soul = here.with_file_name("soul");
    match soul.exists() {
        true => Ok(soul),
        false => Err(anyhow!("there is no soul beside {}; name it with --soul", here.display())),
    }
}
