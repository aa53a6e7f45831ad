//! Safeguards that the proofs take away, one at a time, to show that they notice. Only with the feature `sabotage`, which
//! no build that people use has; without it, nothing is ever removed and the compiler leaves the questions out.

/// A safeguard of the write path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
#[cfg_attr(not(feature = "sabotage"), allow(dead_code))]
pub enum Safeguard {
    /// The sync of the journal before a mutation is acknowledged.
    JournalSync = 1,
    /// The lock on the workspace.
    Lock,
    /// The look at the file that a swap displaced.
    DisplacedCheck,
    /// Carrying out on open what was journaled and not finished.
    Replay,
    /// The look at the file before a write.
    HandEditCheck,
    /// What an undo has made of a file so far.
    UndoChain,
    /// The checksums of stored objects.
    ObjectCheck,
    /// Reading without the repository.
    DegradedReads,
    /// The git index kept current under git's own lock.
    CurrentIndex,
    /// The mark on a pack that no ref leads to yet.
    Keep,
    /// The MAC of an entry.
    SealCheck,
    /// The fencing number with which a batch is committed to a fleet.
    FleetFence,
    /// The wait for that commit.
    FleetCommit,
    /// What brings back an entry that a person's git command outran.
    Outrun,
}

#[cfg(feature = "sabotage")]
impl Safeguard {
    /// All of them, by the names the proofs use.
    pub const ALL: [(&'static str, Self); 14] = [
        ("journal-sync", Self::JournalSync),
        ("lock", Self::Lock),
        ("displaced-check", Self::DisplacedCheck),
        ("replay", Self::Replay),
        ("hand-edit-check", Self::HandEditCheck),
        ("undo-chain", Self::UndoChain),
        ("object-check", Self::ObjectCheck),
        ("degraded-reads", Self::DegradedReads),
        ("current-index", Self::CurrentIndex),
        ("keep", Self::Keep),
        ("seal-check", Self::SealCheck),
        ("fleet-fence", Self::FleetFence),
        ("fleet-commit", Self::FleetCommit),
        ("outrun", Self::Outrun),
    ];
}

#[cfg(feature = "sabotage")]
mod removal {
    use std::sync::atomic::{AtomicU8, Ordering};

    use super::Safeguard;

    static REMOVED: AtomicU8 = AtomicU8::new(0);

    /// Takes a safeguard away, for the rest of the process.
    pub fn remove_safeguard(safeguard: Safeguard) {
        REMOVED.store(safeguard as u8, Ordering::SeqCst);
    }

    /// Whether a safeguard was taken away.
    pub fn is_removed(safeguard: Safeguard) -> bool {
        REMOVED.load(Ordering::Relaxed) == safeguard as u8
    }
}

#[cfg(feature = "sabotage")]
pub use removal::{is_removed, remove_safeguard};

/// Whether a safeguard was taken away: never.
#[cfg(not(feature = "sabotage"))]
pub const fn is_removed(_: Safeguard) -> bool {
    false
}
