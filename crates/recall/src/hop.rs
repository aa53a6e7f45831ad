//! The second hop: what is close to the first results, whatever words the question used.
//!
//! The evidence of "how many", "in which order" and "before or after" is spread over entries that are about the same
//! thing, of which the question names the first only. The weight is small: with more, one wrong first result brings
//! its friends along.

use std::collections::HashSet;

use soulfile_text::vectors::scan;

use crate::fuse::Scale;
use crate::image::Image;
use crate::query::Parts;

/// First results whose neighbourhood counts.
const FIRST: usize = 3;

/// Gives each candidate its closeness to the first results, each of them counting by its total; `parts` is sorted by
/// `total`.
pub(crate) fn add(image: &Image, total: impl Fn(&Parts) -> f32, parts: &mut [(u32, Parts)]) {
    let mut seen = HashSet::new();
    let mut first: Vec<(u32, f32)> = Vec::with_capacity(FIRST);
    for (slot, part) in parts.iter() {
        let row = image.row(*slot);
        if seen.insert((row.file, row.entry)) {
            first.push((*slot, total(part)));
            if first.len() == FIRST {
                break;
            }
        }
    }
    let sum: f32 = first.iter().map(|(_, total)| total).sum();
    if sum <= 0.0 {
        return;
    }
    let close = |slot: u32| -> f32 {
        let near = |(other, weight): &(u32, f32)| {
            let (own, near) = (image.vector_of(slot), image.vector_of(*other));
            let dot = if own.len() == near.len() { scan::dot(own, near) as f32 } else { 0.0 };
            dot * image.scale(slot) * image.scale(*other) * weight
        };
        first.iter().map(near).sum::<f32>() / sum
    };
    let closeness: Vec<f32> = parts.iter().map(|(slot, _)| close(*slot)).collect();
    let scale = Scale::of(closeness.iter().copied());
    for ((_, part), close) in parts.iter_mut().zip(closeness) {
        part.hop = scale.place(close);
    }
}
