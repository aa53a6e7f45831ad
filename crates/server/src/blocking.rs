//! The one place where async code crosses over to the synchronous engine.
//!
//! A bounded number of verbs run at once on threads of their own; a bounded number wait. Past that
//! a caller is told to come back, so that a flood costs neither threads nor memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Semaphore;

/// Why a verb did not run to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Crossing {
    /// Too many verbs wait already.
    #[error("too many requests wait already; try again")]
    Busy,
    /// The verb panicked; nothing it had not acknowledged counts.
    #[error("the verb failed unexpectedly")]
    Failed,
}

/// Runs synchronous work on threads of its own.
#[derive(Clone)]
pub struct Blocking {
    running: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    most_waiting: usize,
}

impl Blocking {
    /// At most `at_once` verbs run and `most_waiting` wait.
    pub fn new(at_once: usize, most_waiting: usize) -> Self {
        Self { running: Arc::new(Semaphore::new(at_once.max(1))), waiting: Arc::default(), most_waiting }
    }

    /// Runs `work`. It runs to its end even when the caller has gone: a write is never half done.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Crossing> {
        let permit = match self.running.clone().try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                let _place = Waiting::join(&self.waiting, self.most_waiting)?;
                self.running.clone().acquire_owned().await.map_err(|_| Crossing::Busy)?
            }
        };
        let done = tokio::task::spawn_blocking(move || {
            let answer = work();
            drop(permit);
            answer
        });
        done.await.map_err(|_| Crossing::Failed)
    }
}

/// A place in the queue, given up when the caller goes.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn join(waiting: &Arc<AtomicUsize>, most: usize) -> Result<Self, Crossing> {
        let place = Self(waiting.clone());
        if waiting.fetch_add(1, Ordering::SeqCst) >= most { Err(Crossing::Busy) } else { Ok(place) }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn more_than_may_wait_are_told_so_and_the_rest_get_their_answer() {
        let blocking = Blocking::new(1, 1);
        let (go, gate) = mpsc::channel::<()>();
        let first = tokio::spawn({
            let blocking = blocking.clone();
            async move { blocking.run(move || gate.recv().is_ok()).await }
        });
        while blocking.running.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let second = tokio::spawn({
            let blocking = blocking.clone();
            async move { blocking.run(|| true).await }
        });
        while blocking.waiting.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(blocking.run(|| true).await, Err(Crossing::Busy));
        go.send(()).expect("the first waits");
        assert_eq!((first.await.expect("ends"), second.await.expect("ends")), (Ok(true), Ok(true)));
        assert_eq!(blocking.run(|| -> bool { panic!("on purpose") }).await, Err(Crossing::Failed));
        assert_eq!(blocking.run(|| true).await, Ok(true), "a panic gives its permit back");
    }
}
