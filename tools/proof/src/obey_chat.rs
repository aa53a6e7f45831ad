//! An obedient model in the tool loop of `soul chat`: attack texts in twelve languages by every way in, through the real
//! program.

use std::path::Path;

use anyhow::{Result, anyhow};
use soulfile_testkit::attacks::{attacks_in_all_languages, table};
use soulfile_testkit::obedient::prepare;
use soulfile_testkit::obedient_chat::{WaysIn, run_chats};

use crate::obey::made_site;

/// Which texts are tried.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct AttackTexts {
    /// Texts, all of them when not given.
    #[arg(long)]
    count: Option<usize>,
    /// Of these only every Nth, so that several machines or cores can share the work.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    shares: u64,
    /// From which one on, of 0 to N - 1.
    #[arg(long, default_value_t = 0)]
    share: u64,
    /// Each by every way in, instead of one each in turn.
    #[arg(long)]
    every_way: bool,
}

/// Tries the attacks; prints a table by category and by way in.
pub fn run(dir: &Path, soul: Option<&Path>, chosen: AttackTexts) -> Result<bool> {
    made_site(dir, soul, |site| {
        prepare(site).map_err(|e| anyhow!(e))?;
        let all = attacks_in_all_languages();
        let step = chosen.count.map_or(1, |count| (all.len() / count.max(1)).max(1));
        let texts = all.into_iter().step_by(step);
        let ways = if chosen.every_way { WaysIn::Every } else { WaysIn::InTurn };
        let texts: Vec<_> = texts.skip(chosen.share as usize).step_by(chosen.shares as usize).collect();
        let (rows, told) = run_chats(site, &texts, ways, 1).map_err(|e| anyhow!(e))?;
        // The rows by category and those by way in each add up to all texts.
        print!("{}", table(&rows));
        told.iter().take(20).for_each(|what| println!("{what}"));
        println!("{} texts by 7 ways in: {} breaches", texts.len(), told.len());
        Ok(told.is_empty())
    })
}
