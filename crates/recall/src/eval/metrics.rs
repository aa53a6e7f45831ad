//! The figures, by their usual definitions, averaged over queries.

use serde::Serialize;

use super::Ranking;
use super::input::Judgement;

/// Sums of the figures; [`RetrievalFigures::mean`] divides.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RetrievalFigures {
    /// Queries counted.
    pub queries: usize,
    /// Recall at 1, 5, 10, 20.
    pub recall: [f64; 4],
    /// Share of queries with all relevant documents in the first 5, 10.
    pub all: [f64; 2],
    /// Share of queries with any relevant document in the first 5, 10.
    pub any: [f64; 2],
    /// NDCG at 10, binary relevance.
    pub ndcg: f64,
    /// Reciprocal rank of the first relevant document.
    pub mrr: f64,
    /// Queries with an older statement to outrank.
    pub updates: usize,
    /// Those where a relevant document is above every older one.
    pub newest_first: f64,
    /// Total milliseconds.
    pub ms: f64,
}

impl RetrievalFigures {
    /// Counts one query; one without relevant documents (an abstention question) is not counted.
    pub fn add(&mut self, ranking: &Ranking, judgement: &Judgement) {
        if judgement.relevant.is_empty() {
            return;
        }
        let relevant = |id: &String| judgement.relevant.contains(id);
        let total = judgement.relevant.len();
        let found = |k: usize| ranking.ranked.iter().take(k).filter(|id| relevant(id)).count();
        self.queries += 1;
        for (slot, k) in self.recall.iter_mut().zip([1, 5, 10, 20]) {
            *slot += found(k) as f64 / total as f64;
        }
        for (i, k) in [5, 10].into_iter().enumerate() {
            self.all[i] += f64::from(u8::from(found(k) == total));
            self.any[i] += f64::from(u8::from(found(k) > 0));
        }
        let gain = |rank: usize| 1.0 / (rank as f64 + 2.0).log2();
        let dcg: f64 =
            ranking.ranked.iter().take(10).enumerate().filter(|(_, id)| relevant(id)).map(|(r, _)| gain(r)).sum();
        let ideal: f64 = (0..total.min(10)).map(gain).sum();
        self.ndcg += dcg / ideal;
        let first = ranking.ranked.iter().position(relevant);
        self.mrr += first.map_or(0.0, |r| 1.0 / (r as f64 + 1.0));
        if !judgement.older.is_empty() {
            self.updates += 1;
            let older = ranking.ranked.iter().position(|id| judgement.older.contains(id));
            let above = first.is_some_and(|f| older.is_none_or(|o| f < o));
            self.newest_first += f64::from(u8::from(above));
        }
        self.ms += ranking.ms;
    }

    /// Averages over the queries.
    pub fn mean(&self) -> Self {
        let n = self.queries.max(1) as f64;
        let mut out = self.clone();
        for x in out.recall.iter_mut().chain(&mut out.all).chain(&mut out.any) {
            *x /= n;
        }
        out.ndcg /= n;
        out.mrr /= n;
        out.ms /= n;
        out.newest_first /= self.updates.max(1) as f64;
        out
    }
}

/// How well sureness tells questions that have an answer from those that have none.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Abstention {
    /// Sureness of the questions with an answer.
    answered: Vec<f32>,
    /// Sureness of those without.
    strange: Vec<f32>,
}

impl Abstention {
    /// Counts one question.
    pub fn add(&mut self, sureness: f32, has_answer: bool) {
        if has_answer { &mut self.answered } else { &mut self.strange }.push(sureness);
    }

    /// Questions with and without an answer.
    pub fn counts(&self) -> (usize, usize) {
        (self.answered.len(), self.strange.len())
    }

    /// The chance that a question with an answer looks surer than one without (area under the curve).
    pub fn area(&self) -> f64 {
        let mut strange = self.strange.clone();
        strange.sort_by(f32::total_cmp);
        let below = |s: f32| (strange.partition_point(|x| *x < s) + strange.partition_point(|x| *x <= s)) as f64 / 2.0;
        let pairs = (self.answered.len() * strange.len()).max(1) as f64;
        self.answered.iter().map(|s| below(*s)).sum::<f64>() / pairs
    }

    /// Shares of the questions with and without an answer that a threshold lets through.
    pub fn passed(&self, least: f32) -> (f64, f64) {
        let share = |all: &[f32]| all.iter().filter(|s| **s >= least).count() as f64 / all.len().max(1) as f64;
        (share(&self.answered), share(&self.strange))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_follow_their_definitions() {
        let ranking = Ranking {
            case: "c".into(),
            id: "q".into(),
            ranked: ["x", "a", "y", "b"].map(String::from).into(),
            parts: Vec::new(),
            scores: Vec::new(),
            weighed: Default::default(),
            sureness: 0.0,
            ms: 1.0,
        };
        let judgement = Judgement {
            case: "c".into(),
            id: "q".into(),
            relevant: vec!["a".into(), "b".into()],
            older: vec!["y".into()],
            kind: None,
        };
        let mut figures = RetrievalFigures::default();
        figures.add(&ranking, &judgement);
        let mean = figures.mean();
        assert_eq!(mean.recall, [0.0, 1.0, 1.0, 1.0]);
        assert_eq!((mean.mrr, mean.newest_first), (0.5, 1.0));
        let wanted = (1.0 / 3f64.log2() + 1.0 / 5f64.log2()) / (1.0 + 1.0 / 3f64.log2());
        assert!((mean.ndcg - wanted).abs() < 1e-9);
    }

    #[test]
    fn abstention_questions_are_dropped() {
        let ranking = Ranking {
            case: "c".into(),
            id: "q".into(),
            ranked: vec![],
            parts: Vec::new(),
            scores: Vec::new(),
            weighed: Default::default(),
            sureness: 0.0,
            ms: 1.0,
        };
        let judgement = Judgement { case: "c".into(), id: "q".into(), relevant: vec![], older: vec![], kind: None };
        let mut figures = RetrievalFigures::default();
        figures.add(&ranking, &judgement);
        assert_eq!(figures.queries, 0);
    }

    #[test]
    fn abstention_is_the_chance_of_the_right_order() {
        let mut abstention = Abstention::default();
        for (sureness, has_answer) in [(0.9, true), (0.4, true), (0.6, false), (0.1, false)] {
            abstention.add(sureness, has_answer);
        }
        assert_eq!(abstention.area(), 0.75);
        assert_eq!(abstention.passed(0.5), (0.5, 0.5));
    }
}
