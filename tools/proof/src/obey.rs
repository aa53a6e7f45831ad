//! An obedient model over MCP: it reads 306 attack texts and does whatever they ask, in a private, a group and a
//! sub-agent's session of the real program.

use std::path::Path;

use anyhow::{Result, anyhow};
use soulfile_testkit::attacks::{Tally, attacks, table};
use soulfile_testkit::doors::Program;
use soulfile_testkit::obedient::{ProgramSite, prepare, run_attacks};

/// Tries every attack, or the first `count` of each category's; prints a table by category.
pub fn run(dir: &Path, soul: Option<&Path>, count: Option<usize>) -> Result<bool> {
    let program = Program::find(soul, &dir.join("obey"))?;
    program.setup()?;
    let command = |args: &[&str]| program.command(args);
    let config = program.home().join("soulfile.json5");
    let site = ProgramSite { soul: &command, workspace: program.workspace().to_owned(), config };
    prepare(&site).map_err(|e| anyhow!(e))?;
    let mut texts = attacks();
    if let Some(count) = count {
        let per_category = 18;
        texts =
            texts.into_iter().enumerate().filter(|(at, _)| at % per_category < count).map(|(_, text)| text).collect();
    }
    let (tallies, told) = run_attacks(&site, &texts).map_err(|e| anyhow!(e))?;
    let rows: Vec<(&str, Tally)> = tallies.into_iter().collect();
    print!("{}", table(&rows));
    told.iter().take(20).for_each(|what| println!("{what}"));
    println!("{} texts in 3 sessions: {} breaches", texts.len(), told.len());
    Ok(told.is_empty())
}
