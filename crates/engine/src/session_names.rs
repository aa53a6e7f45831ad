//! Names of rooms, people and sub-agents: as they are, or refused. Never trimmed or cut into another one's name.

use soulfile_context::session::SessionKind;
use soulfile_text::visible::is_invisible;

use crate::admission;
use crate::context::ContextRequest;
use crate::error::{Error, Result};

/// The longest name, in bytes: it becomes part of a file's name.
const LONGEST: usize = 200;

impl ContextRequest {
    /// Refuses a group without a room, and names that would be written or read as another.
    pub fn check(&self) -> Result<()> {
        if self.kind == Some(SessionKind::Group) && self.room.is_none() {
            return Err(Error::Invalid("a group session is held in a room; name it".to_owned()));
        }
        let names = [("room", &self.room), ("user", &self.user), ("sub-agent", &self.subagent)];
        for (what, name) in names.into_iter().filter_map(|(what, name)| Some((what, name.as_deref()?))) {
            check_name(what, name)?;
        }
        match &self.session_id {
            Some(id) => admission::check_labels([id.as_str()]),
            None => Ok(()),
        }
    }
}

/// Refuses a name that is empty, padded, too long, not to be seen, or a credential.
pub(crate) fn check_name(what: &str, name: &str) -> Result<()> {
    let refuse = |why: &str| Err(Error::Invalid(format!("\"{}\" is no name of a {what}: {why}", name.escape_debug())));
    if name.trim().is_empty() {
        return refuse("it is empty");
    }
    if name.trim() != name {
        return refuse("it begins or ends with a space");
    }
    if name.len() > LONGEST {
        return refuse("it is too long");
    }
    if name.chars().any(|c| c == '|' || c.is_control() || is_invisible(c)) {
        return refuse("it holds a character that does not show, or |");
    }
    admission::check_labels([name])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(room: Option<&str>) -> ContextRequest {
        ContextRequest { kind: Some(SessionKind::Group), room: room.map(str::to_owned), ..ContextRequest::default() }
    }

    #[test]
    fn a_group_has_a_room_whose_name_is_its_own() {
        for room in ["dev", "Dev Team", "#general", "büro", "部屋", "12345@chat"] {
            group(Some(room)).check().unwrap();
        }
        assert!(group(None).check().is_err());
        for room in ["", " ", "dev ", " dev", "dev\n", "de\u{200b}v", "a|b", "dev\u{e0073}", &"x".repeat(201)] {
            assert!(group(Some(room)).check().is_err(), "{room:?}");
        }
        assert!(group(Some("ghp_16C7e42F292c6912E7710c838347Ae178B4a")).check().is_err(), "a credential");
        assert!(ContextRequest { user: Some("ana ".to_owned()), ..ContextRequest::default() }.check().is_err());
        assert!(ContextRequest::default().check().is_ok());
    }
}
