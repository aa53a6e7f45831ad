//! The flat int8 scan: dot products of one query with many stored vectors.
//!
//! The only module with `unsafe`: an AVX2 kernel behind runtime detection. Its safety rests on
//! two facts checked here: the CPU has AVX2 (asked once), and both slices have the same length.
//! [`dot_portable`] is the same sum in plain Rust, and a test holds them equal.
#![allow(unsafe_code)]

/// Dot product of two int8 vectors of equal length.
pub fn dot(a: &[i8], b: &[i8]) -> i32 {
    debug_assert_eq!(a.len(), b.len());
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        let len = a.len().min(b.len());
        // SAFETY: AVX2 was detected, and both slices hold at least `len` elements.
        return unsafe { dot_avx2(&a[..len], &b[..len]) };
    }
    dot_portable(a, b)
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

/// Writes the scaled dot product of `query` with each row of `rows` into `out`: row `i` counts by
/// `scales[i] * scale`.
pub fn score_rows(query: &[i8], scale: f32, rows: &[i8], scales: &[f32], out: &mut [f32]) {
    let dims = query.len();
    assert!(
        dims > 0 && rows.len() == dims * out.len() && scales.len() == out.len(),
        "rows, scales and results must match"
    );
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: AVX2 was detected; lengths were checked above.
        unsafe { score_rows_avx2(query, scale, rows, scales, out) };
        return;
    }
    for ((row, s), o) in rows.chunks_exact(dims).zip(scales).zip(out) {
        *o = dot_portable(query, row) as f32 * s * scale;
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn score_rows_avx2(query: &[i8], scale: f32, rows: &[i8], scales: &[f32], out: &mut [f32]) {
    for ((row, s), o) in rows.chunks_exact(query.len()).zip(scales).zip(out) {
        // SAFETY: `chunks_exact` gives rows of exactly the query's length.
        *o = unsafe { dot_avx2(query, row) } as f32 * s * scale;
    }
}

/// The same sum without special instructions.
pub fn dot_portable(a: &[i8], b: &[i8]) -> i32 {
    a.iter().zip(b).map(|(x, y)| i32::from(*x) * i32::from(*y)).sum()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn dot_avx2(a: &[i8], b: &[i8]) -> i32 {
    use std::arch::x86_64::*;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernel_equals_the_portable_sum() {
        let mut seed = 1u32;
        let mut next = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8 as i8
        };
        for len in [0, 1, 31, 32, 33, 64, 255, 256, 300] {
            let a: Vec<i8> = (0..len).map(|_| next()).collect();
            let b: Vec<i8> = (0..len).map(|_| next()).collect();
            assert_eq!(dot(&a, &b), dot_portable(&a, &b), "length {len}");
        }
        let (a, b) = (vec![-128i8; 256], vec![-128i8; 256]);
        assert_eq!(dot(&a, &b), dot_portable(&a, &b));
    }

    #[test]
    fn rows_are_scored_in_order() {
        let mut out = [0.0; 2];
        score_rows(&[1, 2], 2.0, &[3, 4, 5, 6], &[1.0, 0.5], &mut out);
        assert_eq!(out, [22.0, 17.0]);
    }
}
