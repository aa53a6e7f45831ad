//! How close words are in meaning, by the embedding inside the binary.

use soulfile_text::vectors::table::{Table, normalise};
use soulfile_text::vectors::wordpiece;

/// Where a word or several stand among all words, and how much they tell.
pub(super) struct Place {
    direction: Vec<f32>,
    weight: f32,
}

impl Place {
    pub(super) fn of(text: &str) -> Place {
        let table = Table::builtin();
        let pieces = wordpiece::pieces(text);
        let weight = pieces.iter().map(|piece| table.weight(*piece)).sum();
        Place { direction: table.pool(&pieces), weight }
    }

    /// Several as one: the more a word tells, the more it counts.
    pub(super) fn together<'p>(places: impl Iterator<Item = &'p Place>) -> Place {
        let mut all = Place { direction: vec![0.0; Table::builtin().dims()], weight: 0.0 };
        for place in places {
            all.direction.iter_mut().zip(&place.direction).for_each(|(sum, x)| *sum += x * place.weight);
            all.weight += place.weight;
        }
        normalise(&mut all.direction);
        all
    }

    /// 1 for the same, about 0 for what has nothing to do with each other.
    pub(super) fn closeness(&self, other: &Place) -> f32 {
        self.direction.iter().zip(&other.direction).map(|(a, b)| a * b).sum()
    }

    /// How much it tells that none of these comes close to.
    pub(super) fn untold<'p>(&self, others: impl Iterator<Item = &'p Place>) -> f32 {
        let closest = others.map(|other| self.closeness(other)).fold(0.0, f32::max);
        (1.0 - closest) * self.weight
    }
}
