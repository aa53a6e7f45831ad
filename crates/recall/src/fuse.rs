//! Fusion: why something ranked first.
//!
//! Every arm's score is put on a scale of its own spread over this index (0 = a typical entry,
//! 1 = the best), then the arms are added with fixed weights, and with the encoder by fitted ones
//! ([`learned`]). Ranks alone (RRF) throw away how sure an arm is, and fell below the better arm on short turns.

pub mod learned;

use serde::{Deserialize, Serialize};

use crate::focus::Wants;
use crate::query::Parts;
pub use learned::{Added, Features, Learned};

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
    /// Weight of the share of the question's rare words that are there at all.
    pub held: f32,
    /// Weight of the vector arm where entries are single short turns.
    pub vector: f32,
    /// What the vector arm gains where entries are whole paragraphs: a longer text's vector says
    /// what it is about, a short turn's is mostly noise.
    pub vector_long: f32,
    /// What the vector arm gains with another model than the built-in table, whose vectors of short turns are mostly
    /// noise.
    pub vector_other: f32,
    /// What the fitted ranking adds to these weights for one question; set by [`Tuning::weighed`].
    pub added: Added,
    /// What it follows.
    pub learned: Learned,
    /// Weight of the late arm.
    pub late: f32,
    /// Weight of what the turns around it say word by word, where entries are single turns.
    pub around: f32,
    /// Weight of what the turn before says.
    pub before: f32,
    /// Weight of the session an entry is in.
    pub session: f32,
    /// Weight of the notes around an entry without a session, where entries are single turns or notes.
    pub talk: f32,
    /// Weight of closeness to the first results, for questions.
    pub hop: f32,
    /// What it gains where entries are whole paragraphs, as the vector arm does.
    pub hop_long: f32,
    /// Weight of standing instructions.
    pub standing: f32,
    /// Weight of the speaker being the one asked about.
    pub voice: f32,
    /// What an entry loses that only asks.
    pub asking: f32,
    /// Weight of newness for a message that tells more than it asks.
    pub recency: f32,
    /// Weight of ties to the question's entities.
    pub graph: f32,
    /// Weight of the time a question names.
    pub time: f32,
    /// Weight of the store a strategy looks in.
    pub store: f32,
    /// Candidates taken from each arm.
    pub pool: usize,
    /// Candidates that the late arm reads.
    pub late_pool: usize,
}

/// Least sum of the arms, so that no score is divided by nothing.
const LEAST_ARMS: f32 = 0.05;

/// What is left of the session's weight where evidence is spread over several.
const SPREAD: f32 = 0.4;

/// Terms of a short turn and of a paragraph.
const SHORT_TURN: f32 = 12.0;
const PARAGRAPH: f32 = 45.0;

/// How far entries of `length` terms on average are paragraphs rather than single turns, 0 – 1.
pub fn paragraphs(length: f32) -> f32 {
    ((length - SHORT_TURN) / (PARAGRAPH - SHORT_TURN)).clamp(0.0, 1.0)
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            k1: 1.0,
            b: 0.6,
            keyword: 0.05,
            held: 0.4,
            vector: 0.02,
            vector_long: 0.4,
            vector_other: 0.2,
            added: Added::default(),
            learned: Learned::builtin().clone(),
            late: 0.2,
            around: 0.2,
            before: 0.14,
            session: 0.45,
            talk: 0.18,
            hop: 0.1,
            hop_long: 0.1,
            standing: 0.22,
            voice: 0.35,
            asking: 0.1,
            recency: 0.4,
            graph: 0.2,
            time: 0.2,
            store: 0.4,
            pool: 150,
            late_pool: 300,
        }
    }
}

impl Tuning {
    /// The keyword arm alone.
    pub fn keyword_only(self) -> Self {
        Self { keyword: 1.0, ..self.no_arms() }
    }

    /// The vector arm alone.
    pub fn vector_only(self) -> Self {
        Self { vector: 1.0, ..self.no_arms() }
    }

    /// The weights for an index whose entries have `length` terms on average.
    pub fn for_length(&self, length: f32) -> Self {
        let long = paragraphs(length);
        let vector = self.vector + self.vector_long * long;
        let arms = self.arms();
        // Who speaks keeps its share of the whole.
        let voice = self.voice * (arms + vector - self.vector) / arms;
        // What was noted around a whole conversation is another one.
        let [around, before, talk] = [self.around, self.before, self.talk].map(|weight| weight * (1.0 - long));
        let hop = self.hop + self.hop_long * long;
        Self { vector, voice, around, before, talk, hop, ..self.clone() }
    }

    /// The weights for a question that wants more than one fact. What is spread over conversations is not in the one
    /// that fits best, and a course or a summary is no request that an instruction could be for.
    pub fn for_wants(&self, wants: Wants) -> Self {
        match wants {
            Wants::One => self.clone(),
            Wants::Several => Self { session: self.session * SPREAD, ..self.clone() },
            Wants::Course => Self { session: self.session * SPREAD, hop: 0.0, standing: 0.0, ..self.clone() },
            Wants::Summary => Self { late: 0.0, ..self.for_wants(Wants::Course) },
        }
    }

    /// Sum of the arms that compare an entry with the question.
    pub fn arms(&self) -> f32 {
        (self.keyword + self.held + self.vector + self.late + self.added.arms()).max(LEAST_ARMS)
    }

    /// The weights where another model than the built-in one compares meanings.
    pub fn for_other_model(&self) -> Self {
        Self { vector: self.vector + self.vector_other, ..self.clone() }
    }

    /// The weights where the encoder has seen the entries, by what question and index are like.
    pub fn weighed(&self, features: &Features) -> Self {
        if self.is_one_arm() {
            return self.clone();
        }
        Self { added: self.learned.added(features), ..self.clone() }
    }

    /// The weights for a question of which the static model cannot read a share: words stand in for meaning
    /// there, so that who speaks and what stands beside an entry do not outweigh what it says.
    pub fn for_foreign(&self, share: f32) -> Self {
        if self.is_one_arm() {
            return self.clone();
        }
        let (vector, late) = (self.vector * (1.0 - share), self.late * (1.0 - share));
        let keyword = self.keyword + self.vector + self.late - vector - late;
        Self { keyword, vector, late, ..self.clone() }
    }

    /// Says whether only one plain arm ranks, for comparison.
    pub fn is_one_arm(&self) -> bool {
        self.held == 0.0 && self.late == 0.0
    }

    fn no_arms(self) -> Self {
        Self {
            keyword: 0.0,
            held: 0.0,
            vector: 0.0,
            vector_long: 0.0,
            vector_other: 0.0,
            added: Added::default(),
            late: 0.0,
            around: 0.0,
            before: 0.0,
            session: 0.0,
            talk: 0.0,
            hop: 0.0,
            hop_long: 0.0,
            standing: 0.0,
            voice: 0.0,
            asking: 0.0,
            recency: 0.0,
            graph: 0.0,
            time: 0.0,
            store: 0.0,
            ..self
        }
    }

    /// What an entry says by itself, 0 – 1.
    pub fn alone(&self, parts: &Parts) -> f32 {
        let sum = self.keyword * parts.keyword
            + self.held * parts.held
            + self.vector * parts.vector
            + self.late * parts.late
            + self.added.alone(parts);
        sum / self.arms()
    }

    /// Adds up the parts of a candidate, 0 – about 1.
    pub fn total(&self, parts: &Parts) -> f32 {
        let beside = self.around * parts.around
            + self.before * parts.before
            + self.session * parts.session
            + self.talk * parts.talk
            + self.hop * parts.hop
            + self.standing * parts.standing
            + self.voice * parts.voice
            - self.asking * parts.asking
            + self.recency * parts.recency
            + self.graph * parts.graph
            + self.time * parts.time
            + self.store * parts.store
            + self.added.beside(parts);
        (self.alone(parts) + beside / self.arms()).max(0.0) * parts.decay
    }
}

/// Where scores begin to be pressed together.
const KNEE: f32 = 0.8;

/// Presses a total, which may pass 1 where everything speaks for an entry, into 0 – 1, in the same order.
pub fn shown(total: f32) -> f32 {
    if total <= KNEE { total } else { 1.0 - (1.0 - KNEE) * (-(total - KNEE) / (1.0 - KNEE)).exp() }
}

/// Entries of score 0 imagined beside the real ones: among a handful of entries the mean says
/// little about what is typical, and small differences must not look like all or nothing.
const UNSEEN: usize = 8;

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
            return Self { floor: 0.0, span: 0.0 };
        }
        let floor = (sum / (count + UNSEEN) as f64) as f32;
        Self { floor, span: top - floor }
    }

    /// Measures the scores of the entries that may answer.
    pub fn among(scores: &[f32], allowed: &[bool]) -> Self {
        let (mut sum, mut count, mut top) = (0f64, 0usize, f32::MIN);
        // In blocks, so that the inner loop has no branch and no slow addition.
        for (scores, allowed) in scores.chunks(256).zip(allowed.chunks(256)) {
            let (mut part, mut seen, mut best) = (0f32, 0u32, f32::MIN);
            for (score, may) in scores.iter().zip(allowed) {
                let weight = f32::from(u8::from(*may));
                part += score * weight;
                seen += u32::from(*may);
                let held = if *may { *score } else { f32::MIN };
                best = if held > best { held } else { best };
            }
            sum += f64::from(part);
            count += seen as usize;
            top = top.max(best);
        }
        if count == 0 {
            return Self { floor: 0.0, span: 0.0 };
        }
        let floor = (sum / (count + UNSEEN) as f64) as f32;
        Self { floor, span: top - floor }
    }

    /// The score at a place of the scale.
    pub fn at(self, place: f32) -> f32 {
        self.floor + place * self.span
    }

    /// Puts a score on the scale, 0 – 1.
    pub fn place(self, score: f32) -> f32 {
        if self.span <= f32::EPSILON { 0.0 } else { ((score - self.floor) / self.span).clamp(0.0, 1.0) }
    }
}

/// The slots with the highest scores above `least` among those allowed, best first; equal scores by `tie`, which
/// must not depend on the slot, so that the same entries rank the same however the index came to hold them.
pub fn top<K: Ord>(scores: &[f32], allowed: &[bool], least: f32, count: usize, tie: impl Fn(u32) -> K) -> Vec<u32> {
    let bar = least_of_best(scores, allowed, least, count);
    let (mut best, mut equal): (Vec<(f32, u32)>, Vec<u32>) = (Vec::with_capacity(count), Vec::new());
    for (slot, score) in scores.iter().enumerate() {
        if *score > least && *score >= bar && allowed[slot] {
            if *score > bar { best.push((*score, slot as u32)) } else { equal.push(slot as u32) }
        }
    }
    // Of those that share the last place, which may be most of an index, ties are looked up once.
    let room = count.saturating_sub(best.len());
    if equal.len() > room {
        let mut keyed: Vec<(K, u32)> = equal.iter().map(|slot| (tie(*slot), *slot)).collect();
        if room > 0 {
            keyed.select_nth_unstable(room - 1);
        }
        equal = keyed.into_iter().take(room).map(|(_, slot)| slot).collect();
    }
    best.extend(equal.into_iter().map(|slot| (bar, slot)));
    best.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then_with(|| tie(a.1).cmp(&tie(b.1))).then(a.1.cmp(&b.1)));
    best.truncate(count);
    best.into_iter().map(|(_, slot)| slot).collect()
}

/// The score of the last of the `count` best; less than all where there are not as many.
fn least_of_best(scores: &[f32], allowed: &[bool], least: f32, count: usize) -> f32 {
    let mut best: Vec<f32> = Vec::with_capacity(count * 4 + 1);
    let mut bar = f32::MIN;
    let keep_best = |best: &mut Vec<f32>| {
        if count == 0 || best.len() < count {
            return f32::MIN;
        }
        let (_, last, _) = best.select_nth_unstable_by(count - 1, |a, b| b.total_cmp(a));
        let last = *last;
        best.truncate(count);
        last
    };
    for (score, may) in scores.iter().zip(allowed) {
        if *score > least && *score > bar && *may {
            best.push(*score);
            if best.len() > count * 4 {
                bar = keep_best(&mut best);
            }
        }
    }
    keep_best(&mut best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn top_is_sorted_and_respects_the_mask() {
        let scores: Vec<f32> = (0..1000).map(|i| ((i * 37) % 1000) as f32).collect();
        let mut allowed = vec![true; 1000];
        let best = top(&scores, &allowed, 0.0, 3, |s| s);
        assert_eq!(best.iter().map(|s| scores[*s as usize]).collect::<Vec<_>>(), [999.0, 998.0, 997.0]);
        allowed[best[0] as usize] = false;
        assert_eq!(
            top(&scores, &allowed, 0.0, 2, |s| s).iter().map(|s| scores[*s as usize]).collect::<Vec<_>>(),
            [998.0, 997.0]
        );
    }

    #[test]
    fn equal_scores_are_taken_by_the_tie_and_not_by_slot() {
        let scores = vec![1.0; 100];
        assert_eq!(top(&scores, &[true; 100], 0.0, 3, |s| (s * 37) % 100), [0, 73, 46]);
    }

    #[test]
    fn the_best_are_those_of_a_full_sort() {
        let mut seed = 7u32;
        let mut next = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        for count in [1, 3, 40] {
            let scores: Vec<f32> = (0..500).map(|_| next(12) as f32 / 4.0).collect();
            let allowed: Vec<bool> = (0..500).map(|_| next(3) > 0).collect();
            let tie = |slot: u32| (slot * 37) % 50;
            let mut all: Vec<u32> = (0..500).filter(|s| allowed[*s as usize] && scores[*s as usize] > 0.5).collect();
            let score = |slot: u32| scores[slot as usize];
            all.sort_by(|a, b| score(*b).total_cmp(&score(*a)).then(tie(*a).cmp(&tie(*b))).then(a.cmp(b)));
            all.truncate(count);
            assert_eq!(top(&scores, &allowed, 0.5, count, tie), all, "{count}");
        }
    }

    #[test]
    fn the_words_around_a_conversation_count_for_notes_only() {
        let tuning = Tuning::default();
        let (notes, talks) = (tuning.for_length(SHORT_TURN), tuning.for_length(PARAGRAPH));
        assert_eq!((notes.before, notes.talk), (tuning.before, tuning.talk));
        assert_eq!((talks.before, talks.talk), (0.0, 0.0));
        assert!(talks.vector > notes.vector && tuning.for_other_model().vector > tuning.vector);
        assert!(talks.hop > notes.hop && talks.for_wants(Wants::Course).hop == 0.0);
    }

    #[test]
    fn shown_scores_keep_their_order_under_one() {
        let totals = [0.0, 0.3, 0.8, 0.9, 1.0, 1.6, 2.4];
        let scores = totals.map(shown);
        assert!(scores.windows(2).all(|w| w[0] < w[1]) && scores[6] < 1.0, "{scores:?}");
        assert_eq!(shown(0.5), 0.5);
    }

    #[test]
    fn a_scale_runs_from_typical_to_best() {
        let scale = Scale::of([0.0, 0.2, 0.4].into_iter());
        assert_eq!(scale.place(0.4), 1.0);
        assert!(scale.place(0.1) < 0.2 && scale.place(0.0) == 0.0);
        assert_eq!(Scale::of([0.0, 0.0].into_iter()).place(0.0), 0.0);
    }
}
