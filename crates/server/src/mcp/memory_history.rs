//! `memory_history`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_engine::workspace_layer::LogEntry;
use soulfile_engine::{AuditQuery, Result};

use super::connection::Asked;
use super::tools::{Entry, Nature};

pub(super) fn tool() -> Entry {
    Entry::new(
        "memory_history",
        "What changed",
        "The latest changes of memory, newest first: what, by whom, why. Of one file, or of everything.",
        Nature::Reads,
        history,
    )
    .private()
}

/// Changes told at most.
const MOST: usize = 100;

/// Which changes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Which {
    /// Only this file or folder.
    path: Option<String>,
    /// Only those that mention this.
    text: Option<String>,
    /// At most this many, up to 100; 20 when not given.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<usize>,
}

/// Changes.
#[derive(Debug, Serialize, JsonSchema)]
struct Changes {
    /// The newest first.
    changes: Vec<LogEntry>,
}

fn history(asked: &Asked, which: Which) -> Result<Changes> {
    let limit = which.limit.unwrap_or(20).clamp(1, MOST);
    let query = AuditQuery { path: which.path, text: which.text, limit, ..AuditQuery::default() };
    Ok(Changes { changes: asked.engine.audit_log(&query)? })
}
