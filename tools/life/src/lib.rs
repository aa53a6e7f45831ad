//! A year in the life: a made-up person's days as day files, the truth kept apart, and a measure of
//! what the real binary makes of them.
//!
//! `world` draws the cast; `own`, `others`, `work` and `daily` tell what happens through `tell`;
//! `calendar` writes the days; `measure` drives `soul` through the months and compares with `truth`.
//! The phrases are in `phrases/*.txt`. Never shipped.

pub mod calendar;
mod daily;
mod grammar;
pub mod measure;
mod others;
mod own;
mod tell;
pub mod truth;
mod work;
mod world;

use anyhow::{Result, bail};
use jiff::civil::date;

pub use calendar::Life;
pub use grammar::Phrasing;

/// The year that is told.
const YEAR: i16 = 2025;

/// Makes up a life of so many months and episodes. The same seed gives the same life.
pub fn make(seed: u64, months: i8, episodes: usize) -> Result<Life> {
    make_in(Phrasing::Usual, seed, months, episodes)
}

/// The same in other words.
pub fn make_in(phrasing: Phrasing, seed: u64, months: i8, episodes: usize) -> Result<Life> {
    if !(1..=12).contains(&months) {
        bail!("a life has 1 to 12 months, not {months}");
    }
    let from = date(YEAR, 1, 1);
    let to = date(YEAR, months, 1).last_of_month();
    let mut teller = tell::Teller::new(seed, phrasing, from, to);
    let world = world::World::draw(&teller.phrases, &mut teller.random, YEAR);
    teller.truth.user = world.user.clone();
    teller.slots = world.slots(from, &mut teller.random);
    own::tell(&mut teller, &world);
    others::tell(&mut teller, &world);
    work::tell(&mut teller, &world);
    daily::tell(&mut teller, &world);
    daily::fill(&mut teller, &world, episodes);
    calendar::write(teller)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_tells_the_same_life() {
        let (a, b) = (make(7, 2, 300).unwrap(), make(7, 2, 300).unwrap());
        assert_eq!(a.days, b.days);
        assert_eq!(serde_json::to_string(&a.truth).unwrap(), serde_json::to_string(&b.truth).unwrap());
        assert_ne!(a.days, make(8, 2, 300).unwrap().days);
    }

    #[test]
    fn a_year_is_full_and_what_is_true_was_said() {
        for phrasing in [Phrasing::Usual, Phrasing::Unseen] {
            is_full(&make_in(phrasing, 1, 12, 5200).unwrap());
        }
    }

    fn is_full(life: &Life) {
        let truth = &life.truth;
        assert!(truth.episodes.len() >= 5000, "{}", truth.episodes.len());
        assert!(truth.facts.iter().filter(|f| f.until.is_some()).count() >= 25);
        assert!(truth.facts.len() >= 180 && truth.questions.len() >= 120, "{}", truth.facts.len());
        for fact in &truth.facts {
            assert!(fact.until.is_none_or(|until| until > fact.from), "{fact:?}");
            assert!(!fact.said_in.is_empty(), "{fact:?}");
        }
        for episode in &truth.episodes {
            assert!(!episode.text.contains(['{', '}']) || episode.role == truth::EpisodeRole::Tool, "{}", episode.text);
        }
    }
}
