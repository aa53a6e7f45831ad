//! From who speaks, through what and from which source, to how much weight the words carry: the one place where a text gets
//! its authority. What each authority may do is `soulfile_vocabulary::Rights`; the writer, recall and contexts ask that table.

use soulfile_context::session::Session;
use soulfile_vocabulary::{Authority, Origin, SessionAudience, Speaker};

use crate::open::Engine;
use crate::remember::{By, RememberRequest};

impl RememberRequest {
    /// The speaker's authority, lowered to that of the source they name and of what the caller knows of the words.
    /// Nobody raises their own.
    pub fn authority(&self) -> Authority {
        let speaker = match self.by {
            By::Person => Speaker::Owner,
            By::Agent => Speaker::Agent,
        };
        let own = Origin::words_of(speaker).taken_from(self.source.as_deref()).authority();
        self.trust.map_or(own, |known| known.min(own))
    }
}

impl Engine {
    /// The authority of what is to be remembered, as this caller brings it.
    pub(crate) fn authority_of(&self, request: &RememberRequest) -> Authority {
        request.authority().min(self.authority())
    }

    /// The highest authority of whatever this caller says: what the trail calls its speaker decides.
    pub fn authority(&self) -> Authority {
        match self.requester.speaker.as_deref().and_then(|speaker| speaker.split_once(':')) {
            Some(("user" | "room", _)) => Authority::OtherSpeaker,
            Some(("subagent", _)) => Authority::SubAgent,
            Some(("agent" | "model", _)) => Authority::Agent,
            Some(_) => Authority::Unknown,
            None => Authority::Owner,
        }
    }
}

/// The highest authority of what an agent hands over in a session: its own in private, that of other speakers where others
/// speak.
pub(crate) fn authority_in(session: &Session) -> Authority {
    match (session.kind.audience(), &session.user) {
        (SessionAudience::Granted, _) => Authority::SubAgent,
        (SessionAudience::Room, _) | (_, Some(_)) => Authority::OtherSpeaker,
        _ => Authority::Agent,
    }
}

#[cfg(test)]
mod tests {
    use soulfile_workspace::Requester;

    use super::*;
    use crate::Place;

    #[test]
    fn a_source_a_session_and_a_speaker_only_lower() {
        let request = |by, source: Option<&str>, trust| RememberRequest {
            by,
            source: source.map(str::to_owned),
            trust,
            ..RememberRequest::default()
        };
        for (made, authority) in [
            (request(By::Person, None, None), Authority::Owner),
            (request(By::Person, Some("https://example.com/a"), None), Authority::Web),
            (request(By::Person, Some("https://example.com/a"), Some(Authority::Owner)), Authority::Web),
            (request(By::Person, Some("import"), None), Authority::Import),
            (request(By::Agent, None, Some(Authority::Owner)), Authority::Agent),
            (request(By::Agent, Some("web"), None), Authority::Web),
        ] {
            assert_eq!(made.authority(), authority, "{made:?}");
        }
        let dir = tempfile::tempdir().unwrap();
        let engine = Engine::init(Place::for_test(dir.path())).unwrap();
        let own = request(By::Person, None, None);
        for (speaker, authority) in [
            ("owner", Authority::Owner),
            ("agent:aria", Authority::Agent),
            ("model:some/model", Authority::Agent),
            ("stranger:x", Authority::Unknown),
            ("user:ana", Authority::OtherSpeaker),
            ("room:dev", Authority::OtherSpeaker),
            ("subagent:scout", Authority::SubAgent),
        ] {
            let caller = engine.acting_for(Requester::default().speaker(speaker));
            assert_eq!(caller.authority_of(&own), authority, "{speaker}");
        }
    }
}
