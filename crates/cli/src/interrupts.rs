//! Ctrl-C while a model answers: what came is kept. At any other time it ends the program, as usual.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use soulfile_models::chat::Cancel;
use tokio::signal::unix::{SignalKind, signal};

/// What a shell expects of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Listens for Ctrl-C.
pub struct Interrupts {
    cancel: Cancel,
    answering: Arc<AtomicBool>,
}

impl Interrupts {
    /// Begins to listen.
    pub fn watch() -> Result<Self> {
        let (cancel, answering) = (Cancel::default(), Arc::new(AtomicBool::new(false)));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let mut pressed = {
            let _inside = runtime.enter();
            signal(SignalKind::interrupt())?
        };
        let (switch, busy) = (cancel.clone(), answering.clone());
        std::thread::spawn(move || {
            runtime.block_on(async {
                while pressed.recv().await.is_some() {
                    if busy.load(Ordering::SeqCst) {
                        switch.cancel();
                    } else {
                        std::process::exit(INTERRUPTED);
                    }
                }
            });
        });
        Ok(Self { cancel, answering })
    }

    /// Does something that Ctrl-C cancels.
    pub fn during<T>(&self, work: impl FnOnce(&Cancel) -> T) -> T {
        self.cancel.reset();
        self.answering.store(true, Ordering::SeqCst);
        let done = work(&self.cancel);
        self.answering.store(false, Ordering::SeqCst);
        done
    }
}
