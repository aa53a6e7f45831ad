//! The encoder itself: embeddings, layers of attention and feed-forward, pooling.
//!
//! Linear layers run over all pieces of a thread's texts at once; attention runs text by text, so
//! nothing is padded and a text's vector does not depend on its neighbours in the batch.

use std::path::Path;

use soulfile_recall::embed::table::normalise;

use super::matrix::Linear;
use super::safetensors::WeightsFile;
use super::{Pooling, Shape};
use crate::error::Error;

/// The weights, ready to compute.
pub struct LocalEncoder {
    width: usize,
    heads: usize,
    epsilon: f32,
    activation: fn(f32) -> f32,
    words: Vec<f32>,
    positions: Vec<f32>,
    kind: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
}

struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    output: Linear,
    attention_norm: Norm,
    up: Linear,
    down: Linear,
    norm: Norm,
}

/// Scale and shift after normalising a row.
struct Norm {
    scale: Vec<f32>,
    shift: Vec<f32>,
}

impl LocalEncoder {
    /// Reads the weights.
    pub fn load(path: &Path, shape: &Shape) -> Result<Self, Error> {
        let weights = WeightsFile::open(path)?;
        let width = shape.hidden_size;
        let norm = |name: &str| -> Result<Norm, Error> {
            Ok(Norm {
                scale: weights.tensor(&format!("{name}.weight"), &[width])?,
                shift: weights.tensor(&format!("{name}.bias"), &[width])?,
            })
        };
        let linear = |name: &str, inputs: usize, outputs: usize| -> Result<Linear, Error> {
            let rows = weights.tensor(&format!("{name}.weight"), &[outputs, inputs])?;
            Ok(Linear::new(&rows, weights.tensor(&format!("{name}.bias"), &[outputs])?, inputs))
        };
        let layer = |at: usize| -> Result<Layer, Error> {
            let name = |part: &str| format!("encoder.layer.{at}.{part}");
            Ok(Layer {
                query: linear(&name("attention.self.query"), width, width)?,
                key: linear(&name("attention.self.key"), width, width)?,
                value: linear(&name("attention.self.value"), width, width)?,
                output: linear(&name("attention.output.dense"), width, width)?,
                attention_norm: norm(&name("attention.output.LayerNorm"))?,
                up: linear(&name("intermediate.dense"), width, shape.intermediate_size)?,
                down: linear(&name("output.dense"), shape.intermediate_size, width)?,
                norm: norm(&name("output.LayerNorm"))?,
            })
        };
        let kinds = weights.tensor("embeddings.token_type_embeddings.weight", &[2, width])?;
        Ok(Self {
            width,
            heads: shape.num_attention_heads,
            epsilon: shape.layer_norm_eps,
            activation: match shape.hidden_act.as_str() {
                "relu" => |x| x.max(0.0),
                "gelu_new" => gelu_by_tanh,
                _ => gelu,
            },
            words: weights.tensor("embeddings.word_embeddings.weight", &[shape.vocab_size, width])?,
            positions: weights
                .tensor("embeddings.position_embeddings.weight", &[shape.max_position_embeddings, width])?,
            // There is one text, so every piece is of the first kind.
            kind: kinds[..width].to_vec(),
            norm: norm("embeddings.LayerNorm")?,
            layers: (0..shape.num_hidden_layers).map(layer).collect::<Result<_, _>>()?,
        })
    }

    /// One unit vector per sequence of ids, computed on up to `threads` threads.
    pub fn embed(&self, sequences: &[Vec<u32>], pooling: Pooling, threads: usize) -> Vec<Vec<f32>> {
        if threads < 2 || sequences.len() < 2 {
            return self.run(sequences, pooling);
        }
        let share = sequences.len().div_ceil(threads);
        std::thread::scope(|scope| {
            let workers: Vec<_> =
                sequences.chunks(share).map(|part| scope.spawn(move || self.run(part, pooling))).collect();
            workers
                .into_iter()
                .flat_map(|w| w.join().unwrap_or_else(|cause| std::panic::resume_unwind(cause)))
                .collect()
        })
    }

    fn run(&self, sequences: &[Vec<u32>], pooling: Pooling) -> Vec<Vec<f32>> {
        let width = self.width;
        let mut rows = Vec::with_capacity(sequences.iter().map(Vec::len).sum::<usize>() * width);
        for sequence in sequences {
            for (at, id) in sequence.iter().enumerate() {
                let word = &self.words[*id as usize * width..][..width];
                let position = &self.positions[at * width..][..width];
                rows.extend(word.iter().zip(position).zip(&self.kind).map(|((w, p), k)| w + p + k));
            }
        }
        self.normalise(&mut rows, &self.norm);
        for layer in &self.layers {
            let attended = self.attend(layer, &rows, sequences);
            let attended = layer.output.apply(&attended);
            rows.iter_mut().zip(&attended).for_each(|(r, a)| *r += a);
            self.normalise(&mut rows, &layer.attention_norm);
            let mut wide = layer.up.apply(&rows);
            wide.iter_mut().for_each(|x| *x = (self.activation)(*x));
            let narrow = layer.down.apply(&wide);
            rows.iter_mut().zip(&narrow).for_each(|(r, n)| *r += n);
            self.normalise(&mut rows, &layer.norm);
        }
        let mut start = 0;
        sequences
            .iter()
            .map(|sequence| {
                let own = &rows[start * width..][..sequence.len() * width];
                start += sequence.len();
                pool(own, width, pooling)
            })
            .collect()
    }

    fn attend(&self, layer: &Layer, rows: &[f32], sequences: &[Vec<u32>]) -> Vec<f32> {
        let (queries, keys, values) = (layer.query.apply(rows), layer.key.apply(rows), layer.value.apply(rows));
        let (width, size) = (self.width, self.width / self.heads);
        let scale = 1.0 / (size as f32).sqrt();
        let mut out = vec![0.0; rows.len()];
        let mut start = 0;
        let mut weights = Vec::new();
        for sequence in sequences {
            let length = sequence.len();
            for head in 0..self.heads {
                let part = |all: &[f32], at: usize| -> std::ops::Range<usize> {
                    debug_assert!(all.len() >= (start + at) * width);
                    let from = (start + at) * width + head * size;
                    from..from + size
                };
                for at in 0..length {
                    let query = &queries[part(&queries, at)];
                    weights.clear();
                    weights.extend((0..length).map(|other| dot(query, &keys[part(&keys, other)]) * scale));
                    softmax(&mut weights);
                    let target = &mut out[part(rows, at)];
                    for (other, weight) in weights.iter().enumerate() {
                        let value = &values[part(&values, other)];
                        target.iter_mut().zip(value).for_each(|(t, v)| *t += weight * v);
                    }
                }
            }
            start += length;
        }
        out
    }

    fn normalise(&self, rows: &mut [f32], norm: &Norm) {
        for row in rows.chunks_exact_mut(self.width) {
            let mean = row.iter().sum::<f32>() / self.width as f32;
            let spread = row.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / self.width as f32;
            let factor = 1.0 / (spread + self.epsilon).sqrt();
            for ((x, scale), shift) in row.iter_mut().zip(&norm.scale).zip(&norm.shift) {
                *x = (*x - mean) * factor * scale + shift;
            }
        }
    }
}

fn pool(rows: &[f32], width: usize, pooling: Pooling) -> Vec<f32> {
    let mut out = rows[..width].to_vec();
    if pooling == Pooling::Mean {
        for row in rows.chunks_exact(width).skip(1) {
            out.iter_mut().zip(row).for_each(|(o, x)| *o += x);
        }
    }
    // The mean and the sum point the same way.
    normalise(&mut out);
    out
}

/// Dot product in eight lanes, which a compiler may compute at once.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0f32; 8];
    let (a_parts, b_parts) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = a_parts.remainder().iter().zip(b_parts.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a_parts.zip(b_parts) {
        for lane in 0..8 {
            lanes[lane] += x[lane] * y[lane];
        }
    }
    lanes.iter().sum::<f32>() + rest
}

fn softmax(values: &mut [f32]) {
    let most = values.iter().fold(f32::NEG_INFINITY, |m, x| m.max(*x));
    let mut sum = 0.0;
    for value in values.iter_mut() {
        *value = (*value - most).exp();
        sum += *value;
    }
    values.iter_mut().for_each(|x| *x /= sum);
}

/// `x · Φ(x)`, by the error function.
fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2))
}

fn gelu_by_tanh(x: f32) -> f32 {
    0.5 * x * (1.0 + (0.797_884_6 * (x + 0.044_715 * x * x * x)).tanh())
}

/// The error function to seven digits (Abramowitz and Stegun 7.1.26).
fn erf(x: f32) -> f32 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let series = ((((1.061_405_4 * t - 1.453_152) * t + 1.421_413_8) * t - 0.284_496_72) * t + 0.254_829_6) * t;
    (1.0 - series * (-x * x).exp()).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_function_is_right() {
        for (x, wanted) in
            [(0.0, 0.0), (0.5, 0.520_499_9), (1.0, 0.842_700_8), (-1.0, -0.842_700_8), (3.0, 0.999_977_9)]
        {
            assert!((erf(x) - wanted).abs() < 1e-6, "{x}");
        }
    }
}
