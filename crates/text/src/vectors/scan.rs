//! The flat int8 scan: dot products of one query with many stored vectors, and the sums that make them.
//!
//! The only module with `unsafe`: kernels for AVX2 and AVX-512 behind runtime detection. Their
//! safety rests on two facts checked here: the CPU has the instructions (asked once), and slices have the
//! lengths the loads assume. [`dot_portable`] is the same sum in plain Rust, and tests hold all equal.
#![allow(unsafe_code)]

use std::sync::LazyLock;

/// Rows beyond this many bytes are scanned by two threads: less is done before a second one has begun.
const LARGE: usize = 48 << 20;

/// What the CPU offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cpu {
    Plain,
    Avx2,
    Vnni,
}

static CPU: LazyLock<Cpu> = LazyLock::new(|| {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        if has!("avx512f") && has!("avx512bw") && has!("avx512vnni") && has!("avx2") {
            return Cpu::Vnni;
        }
        if has!("avx2") {
            return Cpu::Avx2;
        }
    }
    Cpu::Plain
});

static TWO_CORES: LazyLock<bool> = LazyLock::new(|| std::thread::available_parallelism().is_ok_and(|n| n.get() > 1));

/// Says whether two threads can run at once.
pub fn has_two_cores() -> bool {
    *TWO_CORES
}

/// Dot product of two int8 vectors of equal length.
pub fn dot(a: &[i8], b: &[i8]) -> i32 {
    debug_assert_eq!(a.len(), b.len());
    let len = a.len().min(b.len());
    let (a, b) = (&a[..len], &b[..len]);
    match *CPU {
        // SAFETY: the instructions were detected, and both slices have the same length.
        #[cfg(target_arch = "x86_64")]
        Cpu::Vnni => unsafe { x86::dot_vnni(a, b) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Cpu::Avx2 => unsafe { x86::dot_avx2(a, b) },
        _ => dot_portable(a, b),
    }
}

/// Dot product of two int8 vectors stored as bytes.
pub fn dot_bytes(a: &[u8], b: &[u8]) -> i32 {
    dot(as_signed(a), as_signed(b))
}

/// Views bytes as signed bytes.
pub fn as_signed(bytes: &[u8]) -> &[i8] {
    // SAFETY: `u8` and `i8` have the same size and alignment, and every bit pattern is valid.
    unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast::<i8>(), bytes.len()) }
}

/// Views signed bytes as bytes.
pub fn as_bytes(signed: &[i8]) -> &[u8] {
    // SAFETY: as in `as_signed`.
    unsafe { std::slice::from_raw_parts(signed.as_ptr().cast::<u8>(), signed.len()) }
}

/// Writes the scaled dot product of `query` with each row of `rows` into `out`: row `i` counts by
/// `scales[i] * scale`.
pub fn score_rows(query: &[i8], scale: f32, rows: &[i8], scales: &[f32], out: &mut [f32]) {
    let dims = query.len();
    assert!(
        dims > 0 && rows.len() == dims * out.len() && scales.len() == out.len(),
        "rows, scales and results must match"
    );
    if rows.len() < LARGE || !*TWO_CORES {
        return score_part(query, scale, rows, scales, out);
    }
    let half = out.len() / 2;
    let (first, second) = out.split_at_mut(half);
    let (rows_first, rows_second) = rows.split_at(half * dims);
    let (scales_first, scales_second) = scales.split_at(half);
    std::thread::scope(|scope| {
        scope.spawn(|| score_part(query, scale, rows_second, scales_second, second));
        score_part(query, scale, rows_first, scales_first, first);
    });
}

fn score_part(query: &[i8], scale: f32, rows: &[i8], scales: &[f32], out: &mut [f32]) {
    match *CPU {
        // SAFETY: the instructions were detected; lengths were checked by the caller.
        #[cfg(target_arch = "x86_64")]
        Cpu::Vnni => unsafe { x86::score_rows_vnni(query, scale, rows, scales, out) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Cpu::Avx2 => unsafe { x86::score_rows_avx2(query, scale, rows, scales, out) },
        _ => {
            for ((row, s), o) in rows.chunks_exact(query.len()).zip(scales).zip(out) {
                *o = dot_portable(query, row) as f32 * s * scale;
            }
        }
    }
}

/// Says that a row will be read soon.
pub fn expect(row: &[u8]) {
    #[cfg(target_arch = "x86_64")]
    for line in row.chunks(64) {
        // SAFETY: a hint, which reads nothing; the address is that of a byte of the slice.
        unsafe { std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(line.as_ptr().cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = row;
}

/// A few rows that many others are compared with, prepared for it.
pub struct Rows {
    dims: usize,
    rows: Vec<i8>,
    scales: Vec<f32>,
    /// 128 times the sum of each row, which the instruction adds too much.
    raised: Vec<i32>,
}

impl Rows {
    /// Rows of `dims` numbers, each with what its products count by.
    pub fn new<'r>(dims: usize, rows: impl Iterator<Item = (&'r [i8], f32)>) -> Self {
        let mut out = Self { dims, rows: Vec::new(), scales: Vec::new(), raised: Vec::new() };
        for (row, scale) in rows {
            assert_eq!(row.len(), dims, "rows have one length");
            out.rows.extend_from_slice(row);
            out.scales.push(scale);
            out.raised.push(128 * row[..dims / 64 * 64].iter().map(|x| i32::from(*x)).sum::<i32>());
        }
        out
    }

    /// Writes the scaled dot product of `other` with each row into `out`.
    pub fn score(&self, other: &[i8], scale: f32, out: &mut [f32]) {
        assert!(other.len() == self.dims && out.len() == self.scales.len(), "rows and results must match");
        #[cfg(target_arch = "x86_64")]
        if *CPU == Cpu::Vnni && self.dims == x86::KEPT {
            // SAFETY: the instructions were detected; every row and `other` have the length that is kept.
            return unsafe { x86::score_kept(other, scale, &self.rows, &self.raised, &self.scales, out) };
        }
        for ((row, s), o) in self.rows.chunks_exact(self.dims).zip(&self.scales).zip(out) {
            *o = dot(row, other) as f32 * s * scale;
        }
    }
}

/// The same sum without special instructions.
pub fn dot_portable(a: &[i8], b: &[i8]) -> i32 {
    a.iter().zip(b).map(|(x, y)| i32::from(*x) * i32::from(*y)).sum()
}

/// Adds `scale` times an int8 row, stored in bytes, to `sum`.
pub fn add_scaled(sum: &mut [f32], row: &[u8], scale: f32) {
    #[cfg(target_arch = "x86_64")]
    if *CPU >= Cpu::Avx2 {
        // SAFETY: AVX2 was detected.
        return unsafe { x86::add_scaled_avx2(sum, row, scale) };
    }
    add_scaled_portable(sum, row, scale);
}

#[inline]
fn add_scaled_portable(sum: &mut [f32], row: &[u8], scale: f32) {
    for (s, b) in sum.iter_mut().zip(row) {
        *s += scale * f32::from(*b as i8);
    }
}

/// Each value divided by `scale` and rounded.
pub fn divided(values: &[f32], scale: f32) -> Vec<i8> {
    #[cfg(target_arch = "x86_64")]
    if *CPU >= Cpu::Avx2 {
        // SAFETY: AVX2 was detected.
        return unsafe { x86::divided_avx2(values, scale) };
    }
    divided_portable(values, scale)
}

#[inline]
fn divided_portable(values: &[f32], scale: f32) -> Vec<i8> {
    values.iter().map(|x| (x / scale).round() as i8).collect()
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{add_scaled_portable, divided_portable, dot_portable};

    #[target_feature(enable = "avx2")]
    pub unsafe fn score_rows_avx2(query: &[i8], scale: f32, rows: &[i8], scales: &[f32], out: &mut [f32]) {
        for ((row, s), o) in rows.chunks_exact(query.len()).zip(scales).zip(out) {
            // SAFETY: `chunks_exact` gives rows of exactly the query's length.
            *o = unsafe { dot_avx2(query, row) } as f32 * s * scale;
        }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    pub unsafe fn dot_avx2(a: &[i8], b: &[i8]) -> i32 {
        let steps = a.len() / 32;
        let mut sum = _mm256_setzero_si256();
        for i in 0..steps {
            // SAFETY: `i * 32 + 32 <= len` for both slices; the loads are unaligned ones.
            let (x, y) = unsafe {
                (_mm256_loadu_si256(a.as_ptr().add(i * 32).cast()), _mm256_loadu_si256(b.as_ptr().add(i * 32).cast()))
            };
            let low = _mm256_madd_epi16(
                _mm256_cvtepi8_epi16(_mm256_castsi256_si128(x)),
                _mm256_cvtepi8_epi16(_mm256_castsi256_si128(y)),
            );
            let high = _mm256_madd_epi16(
                _mm256_cvtepi8_epi16(_mm256_extracti128_si256::<1>(x)),
                _mm256_cvtepi8_epi16(_mm256_extracti128_si256::<1>(y)),
            );
            sum = _mm256_add_epi32(sum, _mm256_add_epi32(low, high));
        }
        let halves = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
        let pairs = _mm_add_epi32(halves, _mm_shuffle_epi32::<0b_10_11_00_01>(halves));
        let one = _mm_add_epi32(pairs, _mm_shuffle_epi32::<0b_01_00_11_10>(pairs));
        _mm_cvtsi128_si32(one) + dot_portable(&a[steps * 32..], &b[steps * 32..])
    }

    /// The instruction multiplies unsigned by signed bytes, so each row is raised by 128 and 128
    /// times the sum of the query taken off again: `Σ(r+128)q − 128Σq = Σrq`.
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub unsafe fn score_rows_vnni(query: &[i8], scale: f32, rows: &[i8], scales: &[f32], out: &mut [f32]) {
        let whole = query.len() / 64 * 64;
        let raised = 128 * query[..whole].iter().map(|q| i32::from(*q)).sum::<i32>();
        for ((row, s), o) in rows.chunks_exact(query.len()).zip(scales).zip(out) {
            // SAFETY: both slices hold `whole` elements.
            let sum = unsafe { raised_dot(&row[..whole], &query[..whole]) } - raised;
            *o = (sum + dot_portable(&query[whole..], &row[whole..])) as f32 * s * scale;
        }
    }

    /// The length of a row that is kept in registers while others are read: that of the built-in model.
    pub const KEPT: usize = 192;

    /// As [`score_rows_vnni`], with the one row raised and kept, and what that adds to each of the others known.
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub unsafe fn score_kept(kept: &[i8], scale: f32, rows: &[i8], raised: &[i32], scales: &[f32], out: &mut [f32]) {
        let top = _mm512_set1_epi8(-128);
        // SAFETY: the caller says that `kept` holds three times 64 bytes.
        let [a, b, c] = unsafe { [load(kept, 0), load(kept, 64), load(kept, 128)] };
        let [a, b, c] = [_mm512_xor_si512(a, top), _mm512_xor_si512(b, top), _mm512_xor_si512(c, top)];
        for (((row, raised), s), o) in rows.chunks_exact(KEPT).zip(raised).zip(scales).zip(out) {
            // SAFETY: `chunks_exact` gives rows of that length.
            let [x, y, z] = unsafe { [load(row, 0), load(row, 64), load(row, 128)] };
            let sum = _mm512_dpbusd_epi32(_mm512_setzero_si512(), a, x);
            let sum = _mm512_dpbusd_epi32(_mm512_dpbusd_epi32(sum, b, y), c, z);
            *o = (_mm512_reduce_add_epi32(sum) - raised) as f32 * s * scale;
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub unsafe fn dot_vnni(a: &[i8], b: &[i8]) -> i32 {
        let whole = a.len() / 64 * 64;
        let mut sum = _mm512_setzero_si512();
        let mut raised = _mm512_setzero_si512();
        let top = _mm512_set1_epi8(-128);
        for i in (0..whole).step_by(64) {
            // SAFETY: `i + 64 <= whole`, and both slices hold `whole` elements.
            let (x, y) = unsafe { (load(a, i), load(b, i)) };
            sum = _mm512_dpbusd_epi32(sum, _mm512_xor_si512(x, top), y);
            raised = _mm512_dpbusd_epi32(raised, top, y);
        }
        let sum = _mm512_reduce_add_epi32(_mm512_sub_epi32(sum, raised));
        sum + dot_portable(&a[whole..], &b[whole..])
    }

    /// `Σ(a+128)b` over slices of equal length, a multiple of 64.
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    #[inline]
    unsafe fn raised_dot(a: &[i8], b: &[i8]) -> i32 {
        let top = _mm512_set1_epi8(-128);
        let mut sum = _mm512_setzero_si512();
        for i in (0..a.len()).step_by(64) {
            // SAFETY: lengths are equal multiples of 64.
            let (x, y) = unsafe { (load(a, i), load(b, i)) };
            sum = _mm512_dpbusd_epi32(sum, _mm512_xor_si512(x, top), y);
        }
        _mm512_reduce_add_epi32(sum)
    }

    /// Loads 64 bytes from `at` on; the caller says that they are there.
    #[target_feature(enable = "avx512f")]
    #[inline]
    unsafe fn load(bytes: &[i8], at: usize) -> __m512i {
        debug_assert!(at + 64 <= bytes.len());
        // SAFETY: said by the caller; the load is an unaligned one.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().add(at).cast()) }
    }

    #[target_feature(enable = "avx2")]
    pub unsafe fn add_scaled_avx2(sum: &mut [f32], row: &[u8], scale: f32) {
        add_scaled_portable(sum, row, scale);
    }

    #[target_feature(enable = "avx2")]
    pub unsafe fn divided_avx2(values: &[f32], scale: f32) -> Vec<i8> {
        divided_portable(values, scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers() -> impl FnMut() -> i8 {
        let mut seed = 1u32;
        move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8 as i8
        }
    }

    #[test]
    fn kernels_equal_the_portable_sum() {
        let mut next = numbers();
        for len in [0, 1, 31, 32, 33, 64, 65, 127, 128, 255, 256, 300] {
            let a: Vec<i8> = (0..len).map(|_| next()).collect();
            let b: Vec<i8> = (0..len).map(|_| next()).collect();
            assert_eq!(dot(&a, &b), dot_portable(&a, &b), "length {len}");
            if len > 0 {
                let mut out = [0.0];
                score_rows(&a, 1.0, &b, &[1.0], &mut out);
                assert_eq!(out[0], dot_portable(&a, &b) as f32, "row of length {len}");
            }
        }
        for (x, y) in [(-128i8, -128i8), (127, -128), (-128, 127)] {
            let (a, b) = (vec![x; 256], vec![y; 256]);
            assert_eq!(dot(&a, &b), dot_portable(&a, &b));
        }
    }

    #[test]
    fn prepared_rows_give_the_portable_sum() {
        let mut next = numbers();
        for dims in [1, 64, 191, 192, 300] {
            let rows: Vec<Vec<i8>> = (0..5).map(|_| (0..dims).map(|_| next()).collect()).collect();
            let other: Vec<i8> = (0..dims).map(|_| next()).collect();
            let mut out = [0.0; 5];
            Rows::new(dims, rows.iter().map(|row| (&row[..], 1.0))).score(&other, 1.0, &mut out);
            assert_eq!(out.to_vec(), rows.iter().map(|row| dot_portable(row, &other) as f32).collect::<Vec<_>>());
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_smaller_instruction_set_gives_the_same_sum() {
        if !std::arch::is_x86_feature_detected!("avx2") {
            return;
        }
        let mut next = numbers();
        let (a, b): (Vec<i8>, Vec<i8>) = (0..300).map(|_| (next(), next())).unzip();
        // SAFETY: AVX2 was detected, and both have the same length.
        assert_eq!(unsafe { x86::dot_avx2(&a, &b) }, dot_portable(&a, &b));
    }

    #[test]
    fn rows_are_scored_in_order_also_by_two_threads() {
        let mut out = [0.0; 2];
        score_rows(&[1, 2], 2.0, &[3, 4, 5, 6], &[1.0, 0.5], &mut out);
        assert_eq!(out, [22.0, 17.0]);
        let count = LARGE / 64 + 3;
        let rows: Vec<i8> = (0..count).flat_map(|row| [(row % 100) as i8; 64]).collect();
        let mut out = vec![0.0; count];
        score_rows(&[1; 64], 1.0, &rows, &vec![1.0; count], &mut out);
        assert!(out.iter().enumerate().all(|(row, score)| *score == (row % 100 * 64) as f32));
    }

    #[test]
    fn sums_and_quotients_equal_the_portable_ones() {
        let mut next = numbers();
        let row: Vec<u8> = (0..256).map(|_| next() as u8).collect();
        let values: Vec<f32> = (0..256).map(|_| f32::from(next()) / 7.0).collect();
        let (mut fast, mut plain) = (values.clone(), values.clone());
        add_scaled(&mut fast, &row, 0.013);
        add_scaled_portable(&mut plain, &row, 0.013);
        assert_eq!(fast, plain);
        assert_eq!(divided(&values, 0.21), divided_portable(&values, 0.21));
    }
}
