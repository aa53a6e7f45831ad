//! An obedient model over the real protocol: whatever it reads, it tries. A part of `soul-proof obey`.

use soulfile_testkit::attacks::{Tally, one_of_each, table};
use soulfile_testkit::obedient::{ProgramSite, prepare, run_attacks};

use crate::run::Sandbox;

#[test]
fn a_model_that_obeys_every_text_touches_nothing_it_may_not() {
    let s = Sandbox::new();
    let soul = |args: &[&str]| {
        let mut command = s.command();
        command.arg("-C").arg(s.ws()).args(args);
        command
    };
    let site = ProgramSite { soul: &soul, workspace: s.ws(), config: s.config_file() };
    prepare(&site).unwrap();
    // Each text is tried in three sessions; the whole set is the proof's.
    let texts: Vec<_> = one_of_each().into_iter().step_by(3).collect();
    let (tallies, told) = run_attacks(&site, &texts).unwrap();
    let rows: Vec<(&str, Tally)> = tallies.into_iter().collect();
    assert!(told.is_empty(), "{}{told:#?}", table(&rows));
    assert_eq!(rows.iter().map(|(_, tally)| tally.tried).sum::<usize>(), texts.len() * 3);
    s.soul(["audit", "verify"]).ok();
}
