//! What an entry's conversation says: its session, or, without one, what was noted close before and after.

use std::collections::HashMap;

use soulfile_vocabulary::Store;

use crate::image::{Image, SAME_TALK};
use crate::query::Parts;
use crate::record::NO_DATE;

/// Where a value of the talk around an entry is kept.
pub(crate) type Kept = fn(&mut Parts) -> &mut f32;

/// Gives each entry of a session the mean of the session's three best, by `base`.
pub(crate) fn add_sessions(image: &Image, base: &dyn Fn(u32) -> f32, parts: &mut [(u32, Parts)], kept: Kept) {
    let mut best: HashMap<u64, [f32; 3]> = HashMap::new();
    for (slot, _) in parts.iter() {
        let row = image.row(*slot);
        if row.session != 0 && row.part == 0 {
            let mut score = base(*slot);
            for held in best.entry(row.session).or_default() {
                if score > *held {
                    std::mem::swap(held, &mut score);
                }
            }
        }
    }
    for (slot, part) in parts.iter_mut() {
        if let Some(held) = best.get(&image.row(*slot).session) {
            *kept(part) = held.iter().sum::<f32>() / 3.0;
        }
    }
}

/// Gives each entry without a session the best that was noted in the same file with no long pause between. Only
/// candidates are looked at: what nobody found has nothing to say here.
pub(crate) fn add_talks(image: &Image, base: &dyn Fn(u32) -> f32, parts: &mut [(u32, Parts)], kept: Kept) {
    let mut noted: Vec<(u32, i64, usize)> = Vec::new();
    for (at, (slot, _)) in parts.iter().enumerate() {
        let row = image.row(*slot);
        if row.session == 0 && row.store() == Store::Episodic && row.date != NO_DATE {
            noted.push((row.file, row.date, at));
        }
    }
    noted.sort_unstable();
    for talk in noted.chunk_by(|a, b| a.0 == b.0 && b.1 - a.1 <= SAME_TALK) {
        let best = talk.iter().map(|(_, _, at)| base(parts[*at].0)).fold(0f32, f32::max);
        for (_, _, at) in talk {
            *kept(&mut parts[*at].1) = best;
        }
    }
}
