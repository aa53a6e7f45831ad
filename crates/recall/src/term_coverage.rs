//! Which of the question's words an entry holds, one bit each.
//!
//! How much of a question is there at all says more of a short text than how often it is said, and bits of two
//! turns can be read together: what was asked in one and answered in the next.

use crate::keyword::QueryTerm;

/// Words that have a bit; of a longer message the rarest.
const MOST: usize = u32::BITS as usize;

/// The bits of every slot.
pub struct TermCoverage {
    bits: Vec<u32>,
    /// IDF weight of each query term; sums to 1.
    worth: Vec<f32>,
}

impl TermCoverage {
    /// Room for the words of a question, and the bit of each term, 0 for none.
    pub fn new(terms: &[QueryTerm], slots: usize) -> (Self, Vec<u32>) {
        let mut order: Vec<usize> = (0..terms.len()).collect();
        order.sort_by(|a, b| terms[*b].idf.total_cmp(&terms[*a].idf).then(a.cmp(b)));
        order.truncate(MOST);
        let total: f32 = order.iter().map(|at| terms[*at].idf).sum();
        let mut flags = vec![0; terms.len()];
        for (bit, at) in order.iter().enumerate() {
            flags[*at] = 1 << bit;
        }
        let worth = order.iter().map(|at| terms[*at].idf / total.max(f32::EPSILON)).collect();
        (Self { bits: vec![0; slots], worth }, flags)
    }

    /// Notes that a slot holds a word.
    pub fn mark(&mut self, slot: usize, bit: u32) {
        self.bits[slot] |= bit;
    }

    /// Share of the question's rare words that a slot holds, alone or with another one.
    pub fn share(&self, slot: u32, with: Option<u32>) -> f32 {
        let mut bits = self.bits[slot as usize] | with.map_or(0, |with| self.bits[with as usize]);
        let mut sum = 0.0;
        while bits != 0 {
            sum += self.worth[bits.trailing_zeros() as usize];
            bits &= bits - 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soulfile_text::TermKind;

    fn term(idf: f32) -> QueryTerm {
        QueryTerm { term: String::new(), hash: 0, kind: TermKind::Word, weight: 1.0, idf }
    }

    #[test]
    fn two_entries_together_hold_what_either_holds() {
        let (mut held, flags) = TermCoverage::new(&[term(1.0), term(3.0)], 3);
        held.mark(0, flags[0]);
        held.mark(1, flags[1]);
        assert_eq!((held.share(0, None), held.share(1, None), held.share(2, None)), (0.25, 0.75, 0.0));
        assert_eq!((held.share(0, Some(1)), held.share(1, Some(1))), (1.0, 0.75));
    }

    #[test]
    fn of_many_words_the_rarest_count() {
        let terms: Vec<QueryTerm> = (0..40).map(|n| term(n as f32)).collect();
        let (_, flags) = TermCoverage::new(&terms, 1);
        assert!(flags[..8].iter().all(|bit| *bit == 0) && flags[8..].iter().all(|bit| bit.is_power_of_two()));
    }
}
