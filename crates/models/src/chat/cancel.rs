//! A switch that ends a call from another thread.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A switch. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Cancel {
    state: Arc<(Mutex<bool>, Condvar)>,
}

impl Cancel {
    /// Cancels whatever watches this switch.
    pub fn cancel(&self) {
        let (flag, changed) = &*self.state;
        *flag.lock().unwrap_or_else(PoisonError::into_inner) = true;
        changed.notify_all();
    }

    /// Makes the switch usable for another call.
    pub fn reset(&self) {
        *self.state.0.lock().unwrap_or_else(PoisonError::into_inner) = false;
    }

    /// Whether it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        *self.state.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits, unless cancelled; says whether it was.
    pub fn wait(&self, time: Duration) -> bool {
        let (flag, changed) = &*self.state;
        let start = Instant::now();
        let mut cancelled = flag.lock().unwrap_or_else(PoisonError::into_inner);
        while !*cancelled {
            let left = time.saturating_sub(start.elapsed());
            if left.is_zero() {
                break;
            }
            cancelled = changed.wait_timeout(cancelled, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        *cancelled
    }
}
