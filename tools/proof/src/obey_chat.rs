//! An obedient model in the tool loop of `soul chat`: attack texts in twelve languages by every way in, through the real
//! program.

use std::path::Path;

use anyhow::{Result, anyhow};
use soulfile_testkit::attacks::{attacks_in_all_languages, table};
use soulfile_testkit::obedient::prepare;
use soulfile_testkit::obedient_chat::run_chats;

use crate::obey::made_site;

/// Tries every attack, or `count` of them evenly; prints a table by category and by way in.
pub fn run(dir: &Path, soul: Option<&Path>, count: Option<usize>) -> Result<bool> {
    made_site(dir, soul, |site| {
        prepare(site).map_err(|e| anyhow!(e))?;
        let all = attacks_in_all_languages();
        let step = count.map_or(1, |count| (all.len() / count.max(1)).max(1));
        let texts: Vec<_> = all.into_iter().step_by(step).collect();
        let (rows, told) = run_chats(site, &texts, 1).map_err(|e| anyhow!(e))?;
        // The rows by category and those by way in each add up to all texts.
        print!("{}", table(&rows));
        told.iter().take(20).for_each(|what| println!("{what}"));
        println!("{} texts by 7 ways in: {} breaches", texts.len(), told.len());
        Ok(told.is_empty())
    })
}
