//! The history checker. Each writer has a register of its own and writes growing numbers into it; readers read any register
//! through any gateway. What everybody was told is compared with what they read, and in the end with the whole history in git.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What is known of one register.
#[derive(Debug, Default)]
pub struct Register {
    /// The newest acknowledged value: no read that begins later may give an older one.
    acknowledged: AtomicU64,
    /// The newest value that was sent off.
    attempted: AtomicU64,
    done: Mutex<BTreeSet<u64>>,
    refused: Mutex<BTreeSet<u64>>,
}

/// What the checker found.
#[derive(Debug, Default, Clone)]
pub struct HistoryVerdict {
    pub acknowledged: usize,
    pub refused: usize,
    pub unknown: usize,
    /// Acknowledged, and not in the history.
    pub lost: Vec<String>,
    /// In the history more than once.
    pub twice: Vec<String>,
    /// In the history although it was refused.
    pub risen: Vec<String>,
    /// Older values after newer ones.
    pub disordered: Vec<String>,
}

impl HistoryVerdict {
    /// Whether everything is as it has to be.
    pub fn is_good(&self) -> bool {
        [&self.lost, &self.twice, &self.risen, &self.disordered].iter().all(|list| list.is_empty())
    }

    /// Adds another register's.
    pub fn and(mut self, other: Self) -> Self {
        self.acknowledged += other.acknowledged;
        self.refused += other.refused;
        self.unknown += other.unknown;
        self.lost.extend(other.lost);
        self.twice.extend(other.twice);
        self.risen.extend(other.risen);
        self.disordered.extend(other.disordered);
        self
    }
}

impl Register {
    /// The next value to write.
    pub fn attempt(&self) -> u64 {
        self.attempted.fetch_add(1, Ordering::SeqCst) + 1
    }

    pub fn acknowledge(&self, value: u64) {
        self.done().insert(value);
        self.acknowledged.fetch_max(value, Ordering::SeqCst);
    }

    pub fn refuse(&self, value: u64) {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).insert(value);
    }

    /// The newest acknowledged value.
    pub fn floor(&self) -> u64 {
        self.acknowledged.load(Ordering::SeqCst)
    }

    /// Says what is wrong with a read that began when `floor` was acknowledged.
    pub fn check_read(&self, value: u64, floor: u64) -> Option<String> {
        let most = self.attempted.load(Ordering::SeqCst);
        if value < floor {
            return Some(format!("read {value} after {floor} was acknowledged"));
        }
        (value > most).then(|| format!("read {value}, and nothing past {most} was ever written"))
    }

    /// Compares with the values the history holds, oldest first.
    pub fn check_history(&self, name: &str, values: &[u64]) -> HistoryVerdict {
        let (done, refused) = (self.done(), self.refused.lock().unwrap_or_else(PoisonError::into_inner));
        let (mut once, mut twice) = (BTreeSet::new(), Vec::new());
        for value in values {
            if !once.insert(*value) {
                twice.push(format!("{name}: {value}"));
            }
        }
        let attempted = self.attempted.load(Ordering::SeqCst) as usize;
        let named = |values: Vec<&u64>| values.into_iter().map(|value| format!("{name}: {value}")).collect();
        HistoryVerdict {
            acknowledged: done.len(),
            refused: refused.len(),
            unknown: attempted - done.len() - refused.len(),
            lost: named(done.difference(&once).collect()),
            risen: named(refused.intersection(&once).collect()),
            twice,
            disordered: values
                .windows(2)
                .filter(|pair| pair[0] > pair[1])
                .map(|pair| format!("{name}: {} after {}", pair[1], pair[0]))
                .collect(),
        }
    }

    fn done(&self) -> std::sync::MutexGuard<'_, BTreeSet<u64>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_notices_what_it_is_there_for() {
        let register = Register::default();
        for value in 1..=5 {
            assert_eq!(register.attempt(), value);
        }
        register.refuse(3);
        [1, 2, 5].into_iter().for_each(|value| register.acknowledge(value));
        assert!(register.check_history("r", &[1, 2, 5]).is_good());
        assert!(register.check_history("r", &[1, 2, 4, 5]).is_good(), "4 is not known");
        assert_eq!(register.check_history("r", &[1, 5]).lost, ["r: 2"]);
        assert_eq!(register.check_history("r", &[1, 2, 2, 5]).twice, ["r: 2"]);
        assert_eq!(register.check_history("r", &[1, 2, 3, 5]).risen, ["r: 3"]);
        assert_eq!(register.check_history("r", &[2, 1, 5]).disordered, ["r: 1 after 2"]);
        assert!(register.check_read(5, 5).is_none() && register.check_read(2, 5).is_some());
        assert!(register.check_read(9, 5).is_some());
    }
}
