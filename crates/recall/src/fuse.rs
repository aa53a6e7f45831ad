//! Fusion: why something ranked first.
//!
//! Every arm's score is put on a scale of its own spread over this index (0 = a typical entry,
//! 1 = the best), then the arms are added with fixed weights. Ranks alone (RRF) throw away how sure
//! an arm is, and fell below the better arm on short turns.

use serde::{Deserialize, Serialize};

/// The numbers of ranking; one set for every workspace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tuning {
    /// BM25's saturation of repeated words.
    pub k1: f32,
    /// BM25's discount for long texts.
    pub b: f32,
    /// Weight of the keyword arm.
    pub keyword: f32,
    /// Weight of the vector arm.
    pub vector: f32,
    /// Weight of the late arm.
    pub late: f32,
    /// Weight of what the turns around an entry say.
    pub context: f32,
    /// Weight of the session an entry is in.
    pub session: f32,
    /// Weight of ties to the question's entities.
    pub graph: f32,
    /// Weight of the time a question names.
    pub time: f32,
    /// Candidates taken from each arm.
    pub pool: usize,
    /// Closeness above which two entries say the same.
    pub duplicate: f32,
    /// Share of words two statements must have in common for the newer to replace the older.
    pub supersede: f32,
    /// Best score under which an answer is unsure.
    pub unsure: f32,
    /// Best score under which there is no answer.
    pub nothing: f32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            k1: 1.2,
            b: 0.6,
            keyword: 0.5,
            vector: 0.3,
            late: 0.2,
            context: 0.0,
            session: 0.0,
            graph: 0.2,
            time: 0.2,
            pool: 150,
            duplicate: 0.97,
            supersede: 0.6,
            unsure: 0.25,
            nothing: 0.1,
        }
    }
}

impl Tuning {
    /// The keyword arm alone.
    pub fn keyword_only(self) -> Self {
        Self {
            keyword: 1.0,
            ..self.no_arms()
        }
    }

    /// The vector arm alone.
    pub fn vector_only(self) -> Self {
        Self {
            vector: 1.0,
            ..self.no_arms()
        }
    }

    fn no_arms(self) -> Self {
        Self {
            keyword: 0.0,
            vector: 0.0,
            late: 0.0,
            context: 0.0,
            session: 0.0,
            graph: 0.0,
            time: 0.0,
            duplicate: 2.0,
            supersede: 2.0,
            ..self
        }
    }
}

/// The scale of one arm: where a typical score and the best one lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    floor: f32,
    span: f32,
}

impl Scale {
    /// Measures the scores of an arm.
    pub fn of(scores: impl Iterator<Item = f32>) -> Self {
        let (mut count, mut sum, mut top) = (0usize, 0f64, f32::MIN);
        for score in scores {
            count += 1;
            sum += f64::from(score);
            top = top.max(score);
        }
        if count == 0 {
            return Self {
                floor: 0.0,
                span: 0.0,
            };
        }
        let floor = (sum / count as f64) as f32;
        Self {
            floor,
            span: top - floor,
        }
    }

    /// Puts a score on the scale, 0 – 1.
    pub fn place(self, score: f32) -> f32 {
        if self.span <= f32::EPSILON {
            0.0
        } else {
            ((score - self.floor) / self.span).clamp(0.0, 1.0)
        }
    }
}

/// The slots with the highest scores among those allowed, best first; equal scores by slot.
pub fn top(scores: &[f32], allowed: &[bool], least: f32, count: usize) -> Vec<u32> {
    let mut best: Vec<(f32, u32)> = Vec::with_capacity(count * 2 + 1);
    let mut bar = least;
    for (slot, score) in scores.iter().enumerate() {
        if *score > bar && allowed[slot] {
            best.push((*score, slot as u32));
            if best.len() >= count * 2 {
                shrink(&mut best, count);
                bar = bar.max(best.last().map_or(bar, |b| b.0));
            }
        }
    }
    shrink(&mut best, count);
    best.into_iter().map(|b| b.1).collect()
}

fn shrink(best: &mut Vec<(f32, u32)>, count: usize) {
    best.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    best.truncate(count);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn top_is_sorted_and_respects_the_mask() {
        let scores: Vec<f32> = (0..1000).map(|i| ((i * 37) % 1000) as f32).collect();
        let mut allowed = vec![true; 1000];
        let best = top(&scores, &allowed, 0.0, 3);
        assert_eq!(
            best.iter().map(|s| scores[*s as usize]).collect::<Vec<_>>(),
            [999.0, 998.0, 997.0]
        );
        allowed[best[0] as usize] = false;
        assert_eq!(
            top(&scores, &allowed, 0.0, 2)
                .iter()
                .map(|s| scores[*s as usize])
                .collect::<Vec<_>>(),
            [998.0, 997.0]
        );
    }

    #[test]
    fn a_scale_runs_from_typical_to_best() {
        let scale = Scale::of([0.0, 0.2, 0.4].into_iter());
        assert_eq!(scale.place(0.4), 1.0);
        assert_eq!(scale.place(0.1), 0.0);
        assert_eq!(Scale::of([0.3, 0.3].into_iter()).place(0.3), 0.0);
    }
}
