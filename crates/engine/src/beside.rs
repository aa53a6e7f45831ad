//! Two things at once.

use std::sync::LazyLock;
use std::thread::{self, Builder};

/// Does `aside` on a second processor, where there is one, while `here` is done on this one.
pub(crate) fn beside<A: Send, B>(aside: impl FnOnce() -> A + Send, here: impl FnOnce() -> B) -> (A, B) {
    static SEVERAL: LazyLock<bool> = LazyLock::new(|| thread::available_parallelism().is_ok_and(|n| n.get() > 1) && std::env::var_os("NOBESIDE").is_none());
    let mut waiting = Some(aside);
    let mut done = None;
    let own = thread::scope(|scope| {
        // Without a thread for it, it waits until this one has time.
        if *SEVERAL {
            let _ = Builder::new().spawn_scoped(scope, || done = waiting.take().map(|aside| aside()));
        }
        here()
    });
    let other = done.or_else(|| waiting.take().map(|aside| aside())).expect("done there or here");
    (other, own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_done() {
        let text = String::from("abc");
        assert_eq!(beside(|| text.len(), || text.to_uppercase()), (3, "ABC".to_owned()));
    }
}
