//! One message to the session it belongs to, and what comes back.

use soulfile_agent::{Participant, Reply, capture};
use soulfile_api::TurnEvent;
use soulfile_engine::config::MessageRoute;
use soulfile_engine::{Decider, Error, Requester, Result, deliverable};
use soulfile_vocabulary::SessionKind;

use super::Incoming;
use super::running::Running;
use crate::sessions::NewSession;
use crate::state::Gateway;

/// Has a message heard, and answered where the account is meant. `None` where there is nothing to answer.
pub(super) fn take(gateway: &Gateway, running: &Running, message: &Incoming) -> Result<Option<String>> {
    // Decided anew: the configuration may have changed while the message waited.
    let Some(route) = gateway.route_message(&running.origin(message))? else { return Ok(None) };
    let session = ChannelSession::of(running, route);
    let answer = match message.addressed {
        true => session.say(gateway, message)?,
        false => session.overhear(gateway, running, message)?,
    };
    gateway.changes.poke(&session.route.agent);
    Ok(answer)
}

/// The session a message belongs to.
struct ChannelSession {
    route: MessageRoute,
    /// The id it begins with; `/new` goes on under another.
    id: String,
    requester: Requester,
}

impl ChannelSession {
    fn of(running: &Running, route: MessageRoute) -> Self {
        let name = running.account.name();
        let seed = format!("{name}\0{}\0{}\0{:?}\0{:?}", route.agent, route.session, route.room, route.user);
        let id = format!("{}-{}", running.account.channel, &blake3::hash(seed.as_bytes()).to_hex()[..16]);
        let requester = Requester {
            channel: Some(name),
            token: None,
            session: Some(id.clone()),
            speaker: Some(route.user.as_ref().map_or_else(|| "owner".to_owned(), |user| format!("user:{user}"))),
            room: route.room.clone(),
        };
        Self { route, id, requester }
    }

    fn who(&self) -> Participant {
        let MessageRoute { session, room, user, .. } = self.route.clone();
        Participant { kind: session, room, user, subagent: None }
    }

    /// Answers a message.
    fn say(&self, gateway: &Gateway, message: &Incoming) -> Result<Option<String>> {
        let left_aside = match message.attachments {
            0 => None,
            1 => Some("(I cannot open files here; one was left aside.)".to_owned()),
            more => Some(format!("(I cannot open files here; {more} were left aside.)")),
        };
        if message.text.is_empty() {
            return Ok(left_aside);
        }
        let agent = &self.route.agent;
        let base = (agent.clone(), self.id.clone());
        let id = gateway.channels.session(&base, || self.latest(gateway))?;
        let new = NewSession { who: self.who(), language: None, token: None, through: Some(self.requester.clone()) };
        let held = gateway.sessions.through_channel(gateway, agent, &id, &new)?;
        let mut replies = Vec::new();
        let mut on = |event: TurnEvent| match event {
            TurnEvent::Reply(reply) => replies.push(reply),
            TurnEvent::Session(to) => {
                gateway.sessions.moved(agent, &id, &to);
                gateway.channels.moved(&base, &to);
            }
            _ => {}
        };
        held.say(&message.text, None, &mut on)?;
        let owner = self.route.session == SessionKind::Main;
        let mut words = in_words(&replies, owner);
        words.extend(left_aside);
        Ok(deliverable(&words.join("\n")).filter(|text| !text.trim().is_empty()))
    }

    /// The newest session that began as this one, from before a restart.
    fn latest(&self, gateway: &Gateway) -> Result<String> {
        let began = format!("{}-", self.id);
        let listed = gateway.sessions.list(gateway, &self.route.agent)?;
        let found = listed.into_iter().map(|info| info.id).find(|id| *id == self.id || id.starts_with(&began));
        Ok(found.unwrap_or_else(|| self.id.clone()))
    }

    /// Keeps what is told in a room to others: nobody is answered.
    fn overhear(&self, gateway: &Gateway, running: &Running, message: &Incoming) -> Result<Option<String>> {
        let engine = gateway.engine(&self.route.agent)?;
        let engine = engine.acting_for(self.requester.clone()).deciding(Decider::Nobody);
        match capture(&engine, &self.who(), &self.id, &message.text) {
            Ok(_) => Ok(None),
            Err(error @ (Error::Secret { .. } | Error::Invalid(_) | Error::Denied(_))) => {
                running.tell_once(&format!("something said in a room was not kept: {error}"));
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

/// Replies as texts: what is said, then what a person should know; small print only where nothing is said. What goes
/// wrong here is told to the owner only.
fn in_words(replies: &[Reply], owner: bool) -> Vec<String> {
    let (mut words, mut beside, mut small) = (Vec::new(), Vec::new(), Vec::new());
    for reply in replies {
        match reply {
            Reply::Say { text } | Reply::Ask { text } | Reply::Document { text, .. } => words.push(text.clone()),
            Reply::Recalled(quotation) => {
                words.push(format!("{} [{}]", quotation.in_words(), quotation.citations.join(", ")));
            }
            Reply::Failed { .. } if !owner => {
                beside.push("Something went wrong here; my owner can see why.".to_owned())
            }
            Reply::Warning { text } | Reply::Failed { text } => beside.push(text.clone()),
            Reply::Note { text } => small.push(text.clone()),
            Reply::End => {}
        }
    }
    if words.is_empty() && beside.is_empty() {
        words = small;
    }
    words.extend(beside);
    words
}
