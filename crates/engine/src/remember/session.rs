//! Remembering for a session: what is said in a room stays in the room, and a sub-agent proposes.

use soulfile_api::{ProposalAdded, Remembered};
use soulfile_context::session::{Session, SessionKind};
use soulfile_vocabulary::{Authority, Confidence, Scope, SessionAudience, Store};

use super::{By, RememberRequest};
use crate::authority::authority_in;
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::proposals::Proposing;

impl Engine {
    /// Remembers what was said in a session. A person chooses freely. An agent's memory belongs to
    /// the session it was made in, is trusted no more than an agent, and may hold no credential; in
    /// a group it goes to the day's log only, so that nobody in a room edits what is always in mind.
    pub fn remember_for(&self, session: &Session, request: &RememberRequest) -> Result<Remembered> {
        if request.by == By::Person {
            return self.remember(request);
        }
        let mut own = request.clone();
        own.scope = own_scope(session)?;
        own.allow_secret = false;
        own.trust = Some(request.authority().min(authority_in(session)));
        match session.kind.audience() {
            SessionAudience::Granted => self.remember_by_proposal(session, &own),
            SessionAudience::Room => {
                own.store = Some(Store::Episodic);
                own.prune = false;
                self.remember(&own)
            }
            SessionAudience::Owner => {
                // With one person: what is answered about the graph quotes what belongs to others.
                if session.user.is_some() {
                    own.store = Some(Store::Episodic);
                    own.prune = false;
                }
                self.remember(&own)
            }
        }
    }

    /// Adds a proposal made in a session: its maker, scope and trust are the session's.
    pub fn propose_for(&self, session: &Session, mut new: Proposing) -> Result<ProposalAdded> {
        new.from.clone_from(&session.agent);
        new.scope = own_scope(session)?;
        new.trust = new.trust.min(Authority::SubAgent);
        new.quarantined = false;
        self.propose(&new)
    }

    fn remember_by_proposal(&self, session: &Session, request: &RememberRequest) -> Result<Remembered> {
        let text = request.text.trim();
        if text.is_empty() {
            return Err(Error::Invalid("nothing to remember: the text is empty".to_owned()));
        }
        let proposing = Proposing {
            from: session.agent.clone(),
            trigger: "asked to remember".to_owned(),
            store: request.store.unwrap_or(Store::Episodic),
            content: text.to_owned(),
            entities: Vec::new(),
            confidence: Confidence::Medium,
            core_worthy: false,
            scope: request.scope.clone(),
            trust: request.trust.unwrap_or(Authority::SubAgent),
            quarantined: false,
        };
        let proposed = self.propose_for(session, proposing)?;
        let number = proposed.number;
        let warning = format!("not stored: a sub-agent proposes. It waits as proposal #{number} for a person");
        Ok(Remembered {
            receipt: proposed.receipt,
            entries: Vec::new(),
            proposals: vec![number],
            warnings: vec![warning],
        })
    }
}

/// The scope of what is said in a session.
fn own_scope(session: &Session) -> Result<Scope> {
    let scoped = |kind: &str, id: &str| {
        format!("{kind}:{id}").parse().map_err(|_| Error::Invalid(format!("\"{}\" is no {kind}", id.escape_debug())))
    };
    match (session.kind, &session.room, &session.user) {
        (SessionKind::Group, Some(room), _) => scoped("room", room),
        (SessionKind::Main, _, Some(user)) => scoped("user", user),
        _ => Ok(Scope::Private),
    }
}
