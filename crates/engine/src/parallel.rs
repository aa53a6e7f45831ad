//! Two things at once, where it pays.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Builder};

/// Whether nothing was done here before in this process.
static FIRST: AtomicBool = AtomicBool::new(true);

/// Does two things. The first time in a process, rules are built as they are needed, which takes a hundred times as long
/// as reading with them: then a second processor, where there is one, does `aside` meanwhile. Later a thread would cost
/// what it saves.
pub(crate) fn in_parallel<A: Send, B>(aside: impl FnOnce() -> A + Send, here: impl FnOnce() -> B) -> (A, B) {
    if !FIRST.swap(false, Ordering::Relaxed) || thread::available_parallelism().is_ok_and(|n| n.get() == 1) {
        return (aside(), here());
    }
    at_once(aside, here)
}

fn at_once<A: Send, B>(aside: impl FnOnce() -> A + Send, here: impl FnOnce() -> B) -> (A, B) {
    let mut waiting = Some(aside);
    let mut done = None;
    let own = thread::scope(|scope| {
        // Without a thread for it, it waits until this one has time.
        let _ = Builder::new().spawn_scoped(scope, || done = waiting.take().map(|aside| aside()));
        here()
    });
    let other = done.or_else(|| waiting.take().map(|aside| aside())).expect("done there or here");
    (other, own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_done_at_once_or_one_after_the_other() {
        let text = String::from("abc");
        assert_eq!(at_once(|| text.len(), || text.to_uppercase()), (3, "ABC".to_owned()));
        for _ in 0..2 {
            assert_eq!(in_parallel(|| text.len(), || text.to_uppercase()), (3, "ABC".to_owned()));
        }
    }
}
