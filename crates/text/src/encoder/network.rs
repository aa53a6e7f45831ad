//! The encoder's network: neighbouring pieces are combined in three branches (windows of 2, 3 and 5 pieces), the
//! features of all pieces are summed up, and dense layers map the sum to the vector.
//!
//! What depends on one piece alone (its projection and the first layer of each branch) is worked out once for each
//! piece and kept in [`Buffers`] while many texts are encoded: frequent pieces come again and again.

use std::collections::HashMap;

use crate::encoder::product::{QuantizedRows, multiply};
use crate::encoder::weights::{BRANCH, BRANCHED, BRANCHES, EncoderWeights, FEATURES, Layer, Norm, WIDTH};
use crate::encoder::{DIMS, Vector};

/// Pieces worked on at once.
const GROUP: usize = 192;
/// Pieces to each side that the features of a piece depend on: two layers of a window of five.
const REACH: usize = 4;
/// Pieces whose first layers are kept, 15 KB each.
const KEPT: usize = 512;
const EPSILON: f32 = 1e-12;
/// Outputs of the first layers of all branches.
const OPENED: usize = (2 + 3 + 5) * BRANCH;

/// Memory that is used again from one call to the next.
#[derive(Default)]
pub struct Buffers {
    places: HashMap<u32, usize>,
    /// By place: the piece's row, its projection, the products of the first layer of each branch.
    rows: Vec<f32>,
    projected: Vec<f32>,
    opened: Vec<f32>,
    quantised: QuantizedRows,
    product: Vec<f32>,
    hidden: Vec<f32>,
    features: Vec<f32>,
}

/// A stretch of a text's pieces; the features of those in `counted` are added to the text's sum.
struct Span<'t> {
    text: usize,
    pieces: &'t [u32],
    counted: std::ops::Range<usize>,
}

/// Appends the vector of each text, given as rows of pieces.
pub fn encode(weights: &EncoderWeights<'_>, buffers: &mut Buffers, texts: &[Vec<u32>], out: &mut Vec<Vector>) {
    let mut sums = vec![0.0; texts.len() * FEATURES];
    let (mut group, mut size) = (Vec::new(), 0);
    for span in texts.iter().enumerate().flat_map(|(text, pieces)| spans(text, pieces)) {
        if size + span.pieces.len() > GROUP {
            add_features(weights, buffers, &group, &mut sums);
            (group, size) = (Vec::new(), 0);
        }
        size += span.pieces.len();
        group.push(span);
    }
    add_features(weights, buffers, &group, &mut sums);
    for (sum, text) in sums.chunks_exact_mut(FEATURES).zip(texts) {
        weights.features.scale_sum(sum, text.len() as f32);
    }
    let lengths: Vec<f32> = texts.iter().map(|text| text.len() as f32).collect();
    out.extend(dense(weights, &sums, &lengths));
}

/// A text as one span, or a long one as several that overlap by what a piece's features depend on.
fn spans(text: usize, pieces: &[u32]) -> impl Iterator<Item = Span<'_>> {
    let step = GROUP - 2 * REACH;
    (0..pieces.len()).step_by(step).map(move |start| {
        let end = pieces.len().min(start + step);
        let (first, last) = (start.saturating_sub(REACH), pieces.len().min(end + REACH));
        Span { text, pieces: &pieces[first..last], counted: start - first..end - first }
    })
}

fn add_features(weights: &EncoderWeights<'_>, buffers: &mut Buffers, group: &[Span<'_>], sums: &mut [f32]) {
    let places = place_pieces(weights, buffers, group);
    let count = places.len();
    let Buffers { rows, projected, opened, quantised, product, hidden, features, .. } = buffers;
    features.resize(count * FEATURES, 0.0);
    let mut opened_before = 0;
    for (branch, (window, left)) in BRANCHES.into_iter().enumerate() {
        let [first, second] = &weights.branches[branch];
        quantised.clear();
        hidden.resize(count * BRANCH, 0.0);
        for_each_window(group, left, window, |at, near| {
            let h = &mut hidden[at * BRANCH..][..BRANCH];
            h.copy_from_slice(&first.bias[..BRANCH]);
            for (slot, other) in near {
                let start = places[other] * OPENED + opened_before + slot * BRANCH;
                add(h, &opened[start..][..BRANCH]);
            }
            rectify_and_add(h, &projected[places[at] * BRANCHED + branch * BRANCH..][..BRANCH]);
            quantised.push(h);
        });
        multiply(second, quantised, product);
        for_each_window(group, left, window, |at, near| {
            let h = &mut features[at * FEATURES + WIDTH + branch * BRANCH..][..BRANCH];
            h.copy_from_slice(&second.bias[..BRANCH]);
            for (slot, other) in near {
                add(h, &product[other * window * BRANCH + slot * BRANCH..][..BRANCH]);
            }
            rectify_and_add(h, &hidden[at * BRANCH..][..BRANCH]);
        });
        opened_before += window * BRANCH;
    }
    let mut at = 0;
    for span in group {
        for inside in 0..span.pieces.len() {
            if span.counted.contains(&inside) {
                let features = &mut features[at * FEATURES..][..FEATURES];
                features[..WIDTH].copy_from_slice(&rows[places[at] * WIDTH..][..WIDTH]);
                standardise(features);
                add(&mut sums[span.text * FEATURES..][..FEATURES], features);
            }
            at += 1;
        }
    }
}

/// Calls `visit` for each piece with its place in the group, and the (slot, place) of each piece in its window.
fn for_each_window(
    group: &[Span<'_>],
    left: usize,
    window: usize,
    mut visit: impl FnMut(usize, &mut dyn Iterator<Item = (usize, usize)>),
) {
    let mut start = 0;
    for span in group {
        let end = start + span.pieces.len();
        for at in start..end {
            let mut near = (0..window)
                .map(|slot| (slot, (at + slot).wrapping_sub(left)))
                .filter(|(_, other)| (start..end).contains(other));
            visit(at, &mut near);
        }
        start = end;
    }
}

/// Works out what depends on one piece alone for the pieces that are new; returns the place of each piece.
fn place_pieces(weights: &EncoderWeights<'_>, buffers: &mut Buffers, group: &[Span<'_>]) -> Vec<usize> {
    let count: usize = group.iter().map(|span| span.pieces.len()).sum();
    if buffers.places.len() + count > KEPT {
        buffers.places.clear();
    }
    let known = buffers.places.len();
    let pieces = group.iter().flat_map(|span| span.pieces);
    let mut fresh = Vec::new();
    let places = pieces.map(|piece| {
        let next = buffers.places.len();
        *buffers.places.entry(*piece).or_insert_with(|| {
            fresh.push(*piece);
            next
        })
    });
    let places = places.collect();
    let Buffers { rows, projected, opened, quantised, product, .. } = buffers;
    rows.resize((known + fresh.len()) * WIDTH, 0.0);
    projected.resize((known + fresh.len()) * BRANCHED, 0.0);
    opened.resize((known + fresh.len()) * OPENED, 0.0);
    quantised.clear();
    for (piece, row) in fresh.iter().zip(rows[known * WIDTH..].chunks_exact_mut(WIDTH)) {
        let scale = weights.row(*piece, row);
        quantised.push_whole(row, scale);
        row.iter_mut().for_each(|value| *value *= scale);
    }
    multiply(&weights.project, quantised, product);
    let new = &mut projected[known * BRANCHED..];
    for (projected, product) in new.chunks_exact_mut(BRANCHED).zip(product.chunks_exact(BRANCHED)) {
        projected.copy_from_slice(product);
        add(projected, &weights.project.bias);
        standardise(projected);
        weights.projected.scale_sum(projected, 1.0);
    }
    let mut before = 0;
    for (branch, [layer, _]) in weights.branches.iter().enumerate() {
        quantised.clear();
        for projected in projected[known * BRANCHED..].chunks_exact(BRANCHED) {
            quantised.push(&projected[branch * BRANCH..][..BRANCH]);
        }
        multiply(layer, quantised, product);
        let new = opened[known * OPENED..].chunks_exact_mut(OPENED);
        for (opened, product) in new.zip(product.chunks_exact(layer.outputs)) {
            opened[before..before + layer.outputs].copy_from_slice(product);
        }
        before += layer.outputs;
    }
    places
}

/// From the sums of the features of texts to their vectors.
fn dense(weights: &EncoderWeights<'_>, sums: &[f32], lengths: &[f32]) -> Vec<Vector> {
    let mut mean = layer(&weights.pool, sums.chunks_exact(FEATURES));
    for (mean, length) in mean.chunks_exact_mut(WIDTH).zip(lengths) {
        for (value, bias) in mean.iter_mut().zip(&weights.pool.bias) {
            *value = *value / length.sqrt() + length.sqrt() * bias;
        }
    }
    let [first, second, third, fourth] = &weights.dense;
    let mut opened = layer(first, mean.chunks_exact(WIDTH));
    let inner = second.inputs;
    opened.chunks_exact_mut(first.outputs).for_each(|row| rectify(&mut row[..inner]));
    let detour = layer(second, opened.chunks_exact(first.outputs).map(|row| &row[..inner]));
    for (row, detour) in opened.chunks_exact_mut(first.outputs).zip(detour.chunks_exact(inner)) {
        add(&mut row[inner..], detour);
        rectify(&mut row[inner..]);
    }
    let mut widened = layer(third, opened.chunks_exact(first.outputs).map(|row| &row[inner..]));
    widened.chunks_exact_mut(third.outputs).for_each(|row| rectify(&mut row[..WIDTH]));
    let detour = layer(fourth, widened.chunks_exact(third.outputs).map(|row| &row[..WIDTH]));
    for (row, detour) in widened.chunks_exact_mut(third.outputs).zip(detour.chunks_exact(WIDTH)) {
        add(&mut row[WIDTH..], detour);
        row[WIDTH..].iter_mut().for_each(|value| *value = value.tanh());
    }
    let reduced = layer(&weights.reduce, widened.chunks_exact(third.outputs).map(|row| &row[WIDTH..]));
    reduced.chunks_exact(DIMS).map(Vector::from_floats).collect()
}

fn layer<'r>(layer: &Layer<'_>, rows: impl Iterator<Item = &'r [f32]>) -> Vec<f32> {
    let (mut quantised, mut out) = (QuantizedRows::default(), Vec::new());
    rows.for_each(|row| quantised.push(row));
    multiply(layer, &quantised, &mut out);
    out
}

impl Norm {
    /// Applies gain and shift to the sum of `count` standardised rows.
    fn scale_sum(&self, sum: &mut [f32], count: f32) {
        for ((value, gain), shift) in sum.iter_mut().zip(&self.gain).zip(&self.shift) {
            *value = *value * gain + count * shift;
        }
    }
}

/// Makes the mean 0 and the variance 1.
fn standardise(row: &mut [f32]) {
    let size = row.len() as f32;
    let mean = sum(row, |value| value) / size;
    row.iter_mut().for_each(|value| *value -= mean);
    let factor = 1.0 / (sum(row, |value| value * value) / size + EPSILON).sqrt();
    row.iter_mut().for_each(|value| *value *= factor);
}

/// Sums in sixteen lanes: one after the other would wait for each addition.
fn sum(row: &[f32], of: impl Fn(f32) -> f32) -> f32 {
    let mut lanes = [0f32; 16];
    let (chunks, rest) = row.as_chunks::<16>();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += of(*value);
        }
    }
    lanes.iter().sum::<f32>() + rest.iter().map(|value| of(*value)).sum::<f32>()
}

fn add(to: &mut [f32], other: &[f32]) {
    to.iter_mut().zip(other).for_each(|(to, other)| *to += other);
}

fn rectify(row: &mut [f32]) {
    row.iter_mut().for_each(|value| *value = value.max(0.0));
}

fn rectify_and_add(row: &mut [f32], other: &[f32]) {
    row.iter_mut().zip(other).for_each(|(value, other)| *value = value.max(0.0) + other);
}
