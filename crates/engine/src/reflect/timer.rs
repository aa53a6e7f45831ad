//! When a reflection is due: on schedule, at a session's end, or when enough was lived through.
//!
//! A trigger only drafts. Nothing is ever applied because time has passed.

use jiff::ToSpan;
use soulfile_api::{ErrorKind, ReflectionView};
use soulfile_context::persona;

use super::DraftRequest;
use crate::error::Result;
use crate::open::Engine;

impl Engine {
    /// When the next scheduled reflection is, in the user's time.
    pub(super) fn next_scheduled(&self) -> Option<String> {
        let at = self.config().memory.reflection.daily_at.as_deref().and_then(persona::parse_clock)?;
        let now = self.now();
        let day = if now.time() < at { now.date() } else { now.date().checked_add(1.day()).ok()? };
        Some(format!("{day} {:02}:{:02}", at.hour(), at.minute()))
    }

    /// Drafts a reflection when one is due: at the end of a session (`session_end`), or whenever enough
    /// episodes are unprocessed. `None` when none is due, one waits already, or one is being drafted.
    pub fn reflect_if_due(&self, session_end: bool) -> Result<Option<ReflectionView>> {
        let config = &self.config().memory.reflection;
        let unprocessed = self.unprocessed(None)?.len();
        let enough = config.threshold_entries > 0 && unprocessed >= config.threshold_entries;
        let ended = session_end && config.session_end && unprocessed > 0;
        if !(enough || ended) || self.load_pending()?.is_some() {
            return Ok(None);
        }
        let trigger = if enough { format!("{unprocessed} unprocessed episodes") } else { "session end".to_owned() };
        match self.reflect(&DraftRequest { trigger: Some(trigger), ..DraftRequest::default() }) {
            Ok(view) => Ok(Some(view)),
            Err(error) if matches!(error.kind(), ErrorKind::Conflict | ErrorKind::Unavailable) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
