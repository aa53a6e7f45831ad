//! `memory_status`: what this session is, what it may read, and whether its answers are current.

use soulfile_api::{IndexCounts, StatusResult};
use soulfile_context::session::Session;
use soulfile_vocabulary::SessionAudience;
use soulfile_vocabulary::layout::ROOT_FILES;

use crate::error::Result;
use crate::open::Engine;

impl Engine {
    /// Says what a session is and how its memory stands.
    pub fn memory_status(&self, session: &Session) -> Result<StatusResult> {
        let private = session.kind.is_private();
        let (mut index, mut waiting, mut notes) = (None, Vec::new(), Vec::new());
        if private {
            let status = self.index_status(false)?;
            index = Some(IndexCounts {
                files: status.files,
                entries: status.entries,
                model: status.model,
                current: status.caught_up.missed.is_empty(),
            });
            notes = status.caught_up.notes;
            notes.extend(status.caught_up.rebuilt);
            waiting = self.notices()?.into_iter().map(|notice| notice.text).collect();
        }
        Ok(StatusResult {
            agent: self.agent().to_owned(),
            session: session.kind.to_string(),
            room: session.room.clone(),
            user: session.user.clone(),
            reads: reads(session),
            writes: writes(session),
            revision: self.workspace.revision(),
            index,
            waiting,
            notes,
        })
    }
}

fn reads(session: &Session) -> String {
    match (session.kind.audience(), &session.room, &session.user) {
        (SessionAudience::Room, Some(room), _) => {
            format!("who the agent is, what is shared, and what room {room} was told")
        }
        (SessionAudience::Room, None, _) => "who the agent is, and what is shared".to_owned(),
        (SessionAudience::Granted, ..) if session.access.is_empty() => {
            format!("{}; no memory", seen_by_subagents(" and "))
        }
        (SessionAudience::Granted, ..) => format!("{}, and what it was granted", seen_by_subagents(", ")),
        (_, _, Some(user)) => format!("everything but what other people than {user} told in private"),
        _ => "everything".to_owned(),
    }
}

fn writes(session: &Session) -> String {
    match (session.kind.audience(), &session.room, &session.user) {
        (SessionAudience::Room, Some(room), _) => format!("stored for room {room} only"),
        (SessionAudience::Room, None, _) => "refused: a group without a room".to_owned(),
        (SessionAudience::Granted, ..) => "a proposal that a person decides on".to_owned(),
        (_, _, Some(user)) => format!("stored for {user} only"),
        _ => "stored privately".to_owned(),
    }
}

/// The files every sub-agent sees.
fn seen_by_subagents(between: &str) -> String {
    let seen: Vec<&str> = ROOT_FILES.iter().filter(|file| file.for_subagents).map(|file| file.name).collect();
    seen.join(between)
}
