//! Gives memory back to the system that is free in the allocator.
//!
//! What ten thousand connections or a burst of searches took stays in the allocator's pools, between pieces that are in
//! use, where only being asked makes it go. It is asked when nothing was answered for a while: never between two requests,
//! which would take the same pages again.

use std::sync::Arc;
use std::time::Duration;

use crate::state::Gateway;

/// How often it is looked whether there was something to do since.
const EVERY: Duration = Duration::from_secs(1);

/// Watches the gateway until it stops.
pub(crate) async fn when_quiet(gateway: Arc<Gateway>) {
    let mut stopping = gateway.stopping();
    let (mut before, mut trimmed) = (0, (0, 0));
    loop {
        tokio::select! {
            _ = stopping.wait_for(|stopping| *stopping) => return,
            () = tokio::time::sleep(EVERY) => {}
        }
        let answered = gateway.metrics.answered();
        // What a connection held is free when it ends.
        let work = (answered, gateway.metrics.ended());
        if answered == before && work != trimmed {
            trimmed = work;
            // Takes milliseconds where much is free; a thread that waits for work does it.
            let _ = tokio::task::spawn_blocking(give_back).await;
        }
        before = answered;
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
fn give_back() {
    // SAFETY: takes no pointer, and may be called at any time from any thread.
    unsafe { libc::malloc_trim(0) };
}

/// Other allocators give back by themselves, or cannot be asked.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_back() {}
