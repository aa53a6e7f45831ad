//! Products of 16-bit rows with a layer's int8 weights, exact in 32 bits, so that every CPU gets the same numbers.
//!
//! One of the modules with `unsafe`: kernels for AVX2 and AVX-512 behind runtime detection. Their safety rests on two facts
//! checked here: the CPU has the instructions, and the slices have the lengths the loads assume. `tile_portable` is the same
//! sum in plain Rust, and a test holds all equal.
#![allow(unsafe_code)]

use crate::encoder::weights::Layer;

/// Outputs of a panel of weights.
const PANEL: usize = 16;
/// Rows that share one reading of the weights.
const BLOCK: usize = 4;
/// Largest value of a row: 1,280 inputs of it times 127 stay within 32 bits.
const LARGEST: f32 = 8191.0;

/// Rows of equal length in 16 bits, each with what its values count by.
#[derive(Default)]
pub struct QuantizedRows {
    values: Vec<i16>,
    scales: Vec<f32>,
}

impl QuantizedRows {
    pub fn clear(&mut self) {
        self.values.clear();
        self.scales.clear();
    }

    /// Appends a row, rounded to 14 bits.
    pub fn push(&mut self, row: &[f32]) {
        let mut most = [1e-12f32; 8];
        let (eights, rest) = row.as_chunks::<8>();
        for eight in eights {
            for (most, value) in most.iter_mut().zip(eight) {
                *most = most.max(value.abs());
            }
        }
        let most = rest.iter().chain(&most).fold(0f32, |most, value| most.max(value.abs()));
        let factor = LARGEST / most;
        // Adding this number leaves the rounded value in the lower bits, without a call for each value.
        const SHIFT: f32 = 12_582_912.0;
        self.values.extend(row.iter().map(|value| (value * factor + SHIFT).to_bits() as i16));
        self.scales.push(most / LARGEST);
    }

    /// Appends a row of whole numbers, each of which counts by `scale`.
    pub fn push_whole(&mut self, row: &[f32], scale: f32) {
        self.values.extend(row.iter().map(|value| *value as i16));
        self.scales.push(scale);
    }
}

/// Writes the product of each row with the layer's weights into `out`, without the bias.
pub fn multiply(layer: &Layer<'_>, rows: &QuantizedRows, out: &mut Vec<f32>) {
    let count = rows.scales.len();
    assert_eq!(rows.values.len(), count * layer.inputs, "rows have the layer's length");
    assert!(
        layer.inputs.is_multiple_of(2) && layer.outputs.is_multiple_of(PANEL) && layer.scales.len() == layer.outputs
    );
    assert_eq!(layer.panels.len(), layer.inputs * layer.outputs, "the weights have the layer's size");
    // Every value is overwritten below.
    out.resize(count * layer.outputs, 0.0);
    #[cfg(target_arch = "x86_64")]
    if has_vnni() {
        // SAFETY: the CPU has the instructions the function asks for; the lengths were checked above.
        return unsafe { multiply_vnni(layer, rows, out) };
    }
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU has AVX2, which is all the function asks for; the lengths were checked above.
        return unsafe { multiply_avx2(layer, rows, out) };
    }
    multiply_by(layer, rows, out, tile_portable::<BLOCK>, tile_portable::<1>);
}

#[cfg(target_arch = "x86_64")]
fn has_vnni() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx512f") && has!("avx512bw") && has!("avx512vnni")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn multiply_vnni(layer: &Layer<'_>, rows: &QuantizedRows, out: &mut [f32]) {
    // SAFETY: this function runs only where the CPU has the instructions; `multiply_by` gives slices of the lengths asked for.
    multiply_by(
        layer,
        rows,
        out,
        |values, inputs, panel| unsafe { x86::tile_vnni::<BLOCK>(values, inputs, panel) },
        |values, inputs, panel| unsafe { x86::tile_vnni::<1>(values, inputs, panel) },
    );
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn multiply_avx2(layer: &Layer<'_>, rows: &QuantizedRows, out: &mut [f32]) {
    // SAFETY: this function runs only where the CPU has AVX2; `multiply_by` gives slices of the lengths asked for.
    multiply_by(
        layer,
        rows,
        out,
        |values, inputs, panel| unsafe { x86::tile::<BLOCK>(values, inputs, panel) },
        |values, inputs, panel| unsafe { x86::tile::<1>(values, inputs, panel) },
    );
}

/// Goes over panels, in each over the rows: the panel stays in the nearest cache.
#[inline(always)]
fn multiply_by(
    layer: &Layer<'_>,
    rows: &QuantizedRows,
    out: &mut [f32],
    block: impl Fn(&[i16], usize, &[u8]) -> [[i32; PANEL]; BLOCK],
    single: impl Fn(&[i16], usize, &[u8]) -> [[i32; PANEL]; 1],
) {
    let inputs = layer.inputs;
    for (number, panel) in layer.panels.chunks_exact(inputs * PANEL).enumerate() {
        let scales: &[f32; PANEL] = layer.scales[number * PANEL..][..PANEL].try_into().expect("a panel's scales");
        let mut write = |row: usize, sums: &[i32; PANEL]| {
            let target = &mut out[row * layer.outputs + number * PANEL..][..PANEL];
            for ((target, sum), scale) in target.iter_mut().zip(sums).zip(scales) {
                *target = *sum as f32 * (rows.scales[row] * scale);
            }
        };
        let mut row = 0;
        while row < rows.scales.len() {
            if rows.scales.len() - row >= BLOCK {
                let sums = block(&rows.values[row * inputs..][..BLOCK * inputs], inputs, panel);
                sums.iter().enumerate().for_each(|(at, sums)| write(row + at, sums));
                row += BLOCK;
            } else {
                let [sums] = single(&rows.values[row * inputs..][..inputs], inputs, panel);
                write(row, &sums);
                row += 1;
            }
        }
    }
}

fn tile_portable<const ROWS: usize>(values: &[i16], inputs: usize, panel: &[u8]) -> [[i32; PANEL]; ROWS] {
    let mut sums = [[0i32; PANEL]; ROWS];
    for (pair, weights) in panel.chunks_exact(2 * PANEL).enumerate() {
        for (row, sums) in sums.iter_mut().enumerate() {
            let at = row * inputs + 2 * pair;
            let (first, second) = (i32::from(values[at]), i32::from(values[at + 1]));
            for (sum, weight) in sums.iter_mut().zip(weights.chunks_exact(2)) {
                *sum += first * i32::from(weight[0] as i8) + second * i32::from(weight[1] as i8);
            }
        }
    }
    sums
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::PANEL;

    /// Sums of [`PANEL`] outputs for `ROWS` rows of `inputs` values.
    ///
    /// # Safety
    /// `values` holds `ROWS * inputs` numbers, `panel` holds `inputs * PANEL` bytes, and `inputs` is even.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub unsafe fn tile<const ROWS: usize>(values: &[i16], inputs: usize, panel: &[u8]) -> [[i32; PANEL]; ROWS] {
        debug_assert!(values.len() == ROWS * inputs && panel.len() == inputs * PANEL && inputs.is_multiple_of(2));
        let mut sums = [[_mm256_setzero_si256(); 2]; ROWS];
        for pair in 0..inputs / 2 {
            // SAFETY: a pair has 32 bytes of weights, the last of which ends the panel; each row has its two values there,
            // read as one unaligned number.
            unsafe {
                let weights = panel.as_ptr().add(pair * 2 * PANEL).cast::<__m128i>();
                let low = _mm256_cvtepi8_epi16(_mm_loadu_si128(weights));
                let high = _mm256_cvtepi8_epi16(_mm_loadu_si128(weights.add(1)));
                for (row, sums) in sums.iter_mut().enumerate() {
                    let both = values.as_ptr().add(row * inputs + 2 * pair).cast::<i32>().read_unaligned();
                    let both = _mm256_set1_epi32(both);
                    sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(both, low));
                    sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(both, high));
                }
            }
        }
        let mut out = [[0; PANEL]; ROWS];
        for (out, sums) in out.iter_mut().zip(&sums) {
            // SAFETY: a row of `out` has room for two vectors of eight numbers.
            unsafe {
                _mm256_storeu_si256(out.as_mut_ptr().cast(), sums[0]);
                _mm256_storeu_si256(out.as_mut_ptr().add(8).cast(), sums[1]);
            }
        }
        out
    }

    /// The same sums with one instruction for each pair: products and addition together, for all outputs.
    ///
    /// # Safety
    /// As for [`tile`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub unsafe fn tile_vnni<const ROWS: usize>(values: &[i16], inputs: usize, panel: &[u8]) -> [[i32; PANEL]; ROWS] {
        debug_assert!(values.len() == ROWS * inputs && panel.len() == inputs * PANEL && inputs.is_multiple_of(2));
        let mut sums = [[_mm512_setzero_si512(); 2]; ROWS];
        for pair in 0..inputs / 2 {
            // SAFETY: as in `tile`.
            unsafe {
                let weights = _mm256_loadu_si256(panel.as_ptr().add(pair * 2 * PANEL).cast());
                let weights = _mm512_cvtepi8_epi16(weights);
                for (row, sums) in sums.iter_mut().enumerate() {
                    let both = values.as_ptr().add(row * inputs + 2 * pair).cast::<i32>().read_unaligned();
                    // Two sums in turn: each addition waits for the one before it.
                    let sum = &mut sums[pair % 2];
                    *sum = _mm512_dpwssd_epi32(*sum, _mm512_set1_epi32(both), weights);
                }
            }
        }
        let mut out = [[0; PANEL]; ROWS];
        for (out, [even, odd]) in out.iter_mut().zip(sums) {
            // SAFETY: a row of `out` has room for sixteen numbers.
            unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), _mm512_add_epi32(even, odd)) };
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_give_the_same_sums() {
        let mut seed = 7u32;
        let mut next = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 16
        };
        for (count, inputs, outputs) in [(1, 2, 16), (4, 256, 32), (7, 512, 16), (9, 1280, 48)] {
            let panels: Vec<u8> = (0..inputs * outputs).map(|_| (next() % 255) as u8 ^ 0x80).collect();
            let scales = vec![1.0; outputs];
            let layer = Layer { inputs, outputs, panels: &panels, scales, bias: Vec::new() };
            let values = (0..count * inputs).map(|_| (next() % 16_383) as i16 - 8191).collect();
            let rows = QuantizedRows { values, scales: vec![1.0; count] };
            let mut found = Vec::new();
            multiply(&layer, &rows, &mut found);
            let mut expected = vec![0.0; count * outputs];
            multiply_by(&layer, &rows, &mut expected, tile_portable::<BLOCK>, tile_portable::<1>);
            assert_eq!(found, expected, "{count} rows of {inputs}");
            #[cfg(target_arch = "x86_64")]
            if std::arch::is_x86_feature_detected!("avx2") {
                // What `multiply` takes where there is nothing better.
                // SAFETY: the CPU has AVX2, and the lengths are those of the layer.
                unsafe { multiply_avx2(&layer, &rows, &mut found) };
                assert_eq!(found, expected, "{count} rows of {inputs} by AVX2");
            }
        }
    }

    #[test]
    fn rows_are_rounded_to_the_nearest_step() {
        let mut rows = QuantizedRows::default();
        rows.push(&[1.0, -0.5, 0.25, 0.0]);
        assert_eq!(rows.values, [8191, -4096, 2048, 0]);
    }
}
