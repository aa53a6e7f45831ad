//! What is likely where no rule is certain: signs, each with its weight.

use super::Verdict;

/// Something counted: its name, and what it weighs for a contradiction and for a duplicate. Fitted by
/// `tools/weigh_contradictions.py`.
pub(super) type Sign = (&'static str, f32, f32);

/// What the values of these signs come to.
pub(super) fn likely(signs: &[Sign], values: &[f32]) -> Verdict {
    let sum =
        |weight: fn(&Sign) -> f32| signs.iter().zip(values).map(|(sign, value)| weight(sign) * value).sum::<f32>();
    let (odds, same) = (sum(|sign| sign.1), sum(|sign| sign.2));
    if odds.max(same) <= 0.0 {
        Verdict::Compatible
    } else if odds > same {
        Verdict::Contradiction
    } else {
        Verdict::Duplicate
    }
}

pub(super) fn flag(yes: bool) -> f32 {
    f32::from(u8::from(yes))
}

pub(super) fn few(count: usize) -> f32 {
    count.min(4) as f32
}
