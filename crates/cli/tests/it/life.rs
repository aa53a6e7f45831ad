//! One month of a made-up life through the real binary; `make eval-life` lives through the year.

use std::path::PathBuf;

use soulfile_life::make;
use soulfile_life::measure::{self, MeasureSetting};

#[test]
fn a_month_of_a_life_loses_nothing_and_is_found_again() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut life = make(3, 1, 100).expect("a life");
    // A few questions: each is a run of the binary, twice.
    life.truth.questions.truncate(12);
    assert!(life.truth.episodes.len() >= 100);
    let setting =
        MeasureSetting { soul: PathBuf::from(env!("CARGO_BIN_EXE_soul")), dir: dir.path().to_owned(), at_once: false };
    let figures = measure::run(&life, &setting).expect("figures");
    assert_eq!(figures.lost, Vec::<String>::new());
    assert!(figures.before.ten.right * 2 > figures.before.ten.of, "{:?}", figures.before);
    let Some(scores) = figures.scores else { return };
    assert_eq!(scores.poisoned, Vec::<String>::new());
    assert!(figures.core_tokens <= 3_000, "{}", figures.core_tokens);
    let after = figures.after.expect("asked again");
    assert!(after.ten.right * 4 >= figures.before.ten.right * 3, "before {:?}\nafter {after:?}", figures.before);
}
