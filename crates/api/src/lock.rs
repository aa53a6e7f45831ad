//! The approval lock.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the lock stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LockStatus {
    /// Whether decisions need the passphrase.
    pub set: bool,
    /// When the passphrase was set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Wrong tries since the last right one.
    pub failures: u32,
    /// Seconds until the next try; 0 when one may be made now.
    pub wait: u64,
}

/// A passphrase to check.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningLock {
    /// The passphrase.
    #[schemars(length(min = 1, max = 1024))]
    pub passphrase: String,
}

/// A key that decides for a while.
#[derive(Serialize, JsonSchema)]
pub struct OpenedLock {
    /// What the header `Soul-Unlock` carries; good for this token only.
    pub unlock: String,
    /// When it ends.
    pub expires: String,
}
