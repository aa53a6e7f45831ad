//! Products of matrices: weights packed once into panels of sixteen columns, activations into blocks
//! of six rows, so that the inner loop runs over memory in order.
//!
//! The one `unsafe` call is into the same code compiled for AVX2 and FMA, after the CPU was asked
//! whether it has them.
#![allow(unsafe_code)]

/// Columns of a panel.
const COLUMNS: usize = 16;
/// Rows of a block.
const ROWS: usize = 6;

/// A layer `y = x·W + b`.
pub struct Linear {
    inputs: usize,
    outputs: usize,
    panels: Vec<f32>,
    bias: Vec<f32>,
}

impl Linear {
    /// Packs weights given as one row of `inputs` per output.
    pub fn new(weights: &[f32], bias: Vec<f32>, inputs: usize) -> Self {
        let outputs = bias.len();
        let mut panels = vec![0.0; outputs.div_ceil(COLUMNS) * COLUMNS * inputs];
        for (output, row) in weights.chunks_exact(inputs).enumerate() {
            let panel = output / COLUMNS * COLUMNS * inputs;
            for (input, weight) in row.iter().enumerate() {
                panels[panel + input * COLUMNS + output % COLUMNS] = *weight;
            }
        }
        Self { inputs, outputs, panels, bias }
    }

    /// Applies the layer to each row of `rows`.
    pub fn apply(&self, rows: &[f32]) -> Vec<f32> {
        let blocks = pack(rows, self.inputs);
        let count = rows.len() / self.inputs;
        let mut out = vec![0.0; count * self.outputs];
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
            // SAFETY: the CPU has AVX2 and FMA, which is all the function asks for.
            unsafe { multiply_fused(self, &blocks, &mut out) };
            return out;
        }
        multiply::<false>(self, &blocks, &mut out);
        out
    }
}

/// Rows in blocks of [`ROWS`], each block column by column; the last one filled up with zeros.
fn pack(rows: &[f32], width: usize) -> Vec<f32> {
    let count = rows.len() / width;
    let mut blocks = vec![0.0; count.div_ceil(ROWS) * ROWS * width];
    for (at, row) in rows.chunks_exact(width).enumerate() {
        let block = at / ROWS * ROWS * width;
        for (column, value) in row.iter().enumerate() {
            blocks[block + column * ROWS + at % ROWS] = *value;
        }
    }
    blocks
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn multiply_fused(layer: &Linear, blocks: &[f32], out: &mut [f32]) {
    multiply::<true>(layer, blocks, out);
}

#[inline(always)]
fn multiply<const FUSED: bool>(layer: &Linear, blocks: &[f32], out: &mut [f32]) {
    let (inputs, outputs) = (layer.inputs, layer.outputs);
    for (panel, weights) in layer.panels.chunks_exact(inputs * COLUMNS).enumerate() {
        let first = panel * COLUMNS;
        let width = COLUMNS.min(outputs - first);
        let bias = &layer.bias[first..first + width];
        for (block, values) in blocks.chunks_exact(inputs * ROWS).enumerate() {
            let sums = tile::<FUSED>(values, weights);
            for (row, sum) in sums.iter().enumerate() {
                let at = (block * ROWS + row) * outputs + first;
                // The rows that only fill the last block have no place.
                let Some(target) = out.get_mut(at..at + width) else { break };
                for ((t, s), b) in target.iter_mut().zip(sum).zip(bias) {
                    *t = s + b;
                }
            }
        }
    }
}

#[inline(always)]
fn tile<const FUSED: bool>(values: &[f32], weights: &[f32]) -> [[f32; COLUMNS]; ROWS] {
    let mut sums = [[0f32; COLUMNS]; ROWS];
    for (value, weight) in values.chunks_exact(ROWS).zip(weights.chunks_exact(COLUMNS)) {
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let sum = &mut sums[row][column];
                // Without the instruction a fused product is a slow call.
                *sum =
                    if FUSED { value[row].mul_add(weight[column], *sum) } else { *sum + value[row] * weight[column] };
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_equals_the_plain_sum() {
        let mut seed = 7u32;
        let mut next = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 24) as f32 - 0.5
        };
        for (rows, inputs, outputs) in [(1, 3, 1), (6, 16, 16), (7, 5, 17), (13, 32, 48), (2, 64, 3)] {
            let weights: Vec<f32> = (0..inputs * outputs).map(|_| next()).collect();
            let bias: Vec<f32> = (0..outputs).map(|_| next()).collect();
            let input: Vec<f32> = (0..rows * inputs).map(|_| next()).collect();
            let found = Linear::new(&weights, bias.clone(), inputs).apply(&input);
            for r in 0..rows {
                for o in 0..outputs {
                    let sum: f32 = (0..inputs).map(|i| input[r * inputs + i] * weights[o * inputs + i]).sum();
                    assert!((found[r * outputs + o] - sum - bias[o]).abs() < 1e-5);
                }
            }
        }
    }
}
