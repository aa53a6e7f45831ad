//! A question's vector, turned to where its answers lie.
//!
//! The encoder puts texts of one meaning together. A question and the statement that answers it are not of one meaning, so the
//! question's vector `q` becomes `q + M q + b`, of unit length again; entries keep theirs. `M` and `b` are fitted on questions of
//! people about what they had told, and on pairs of statements, which must stay together: `tools/training/fit_questions.py`
//! writes `models/questions.bin`.

use soulfile_text::encoder::DIMS;

static WEIGHTS: &[u8] = include_bytes!("../../../models/questions.bin");
const MAGIC: &[u8] = b"SFQST001";
/// Bytes of a vector of scales or shifts.
const FLOATS: usize = DIMS * 4;

/// Turns a question's unit vector.
pub(crate) fn turned(question: &[f32; DIMS]) -> Vec<f32> {
    let (scales, rest) = WEIGHTS[MAGIC.len()..].split_at(FLOATS);
    let (shifts, rows) = rest.split_at(FLOATS);
    let float = |bytes: &[u8], at: usize| {
        f32::from_le_bytes([bytes[4 * at], bytes[4 * at + 1], bytes[4 * at + 2], bytes[4 * at + 3]])
    };
    let mut turned: Vec<f32> = rows
        .chunks_exact(DIMS)
        .enumerate()
        .map(|(at, row)| {
            let sum: f32 = row.iter().zip(question).map(|(weight, value)| f32::from(*weight as i8) * value).sum();
            question[at] + float(scales, at) * sum + float(shifts, at)
        })
        .collect();
    let length = turned.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > f32::EPSILON {
        turned.iter_mut().for_each(|value| *value /= length);
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;
    use soulfile_text::encoder::Encoder;

    #[test]
    fn the_fitted_weights_are_whole() {
        assert!(WEIGHTS.starts_with(MAGIC));
        assert_eq!(WEIGHTS.len(), MAGIC.len() + 2 * FLOATS + DIMS * DIMS);
    }

    #[test]
    fn a_question_comes_closer_to_its_answer_and_stays_of_unit_length() {
        let encoder = Encoder::builtin().expect("the encoder is in the binary");
        let question = encoder.encode("what does my sister do for a living").to_floats();
        let answer = encoder.encode("mara is a nurse at st thomas now").to_floats();
        let other = encoder.encode("my sister's birthday is in june").to_floats();
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
        let turned = turned(&question);
        assert!((dot(&turned, &turned) - 1.0).abs() < 1e-4);
        let gain = |entry: &[f32]| dot(&turned, entry) - dot(&question, entry);
        assert!(gain(&answer) > gain(&other), "{} {}", gain(&answer), gain(&other));
    }
}
