//! Who answers in a chat: the conversation alone, or with a model that speaks.

use soulfile_agent::{Conversation, ModelSession, Reply, TurnEvent};

use crate::interrupts::Interrupts;

/// A conversation, with a model or without.
pub enum Voice {
    /// Without one.
    Alone(Box<Conversation>),
    /// With one.
    Model(Box<ModelSession>, Interrupts),
}

impl Voice {
    pub fn conversation(&self) -> &Conversation {
        match self {
            Self::Alone(conversation) => conversation,
            Self::Model(session, _) => session.conversation(),
        }
    }

    /// Greets.
    pub fn open(&mut self) -> Vec<Reply> {
        match self {
            Self::Alone(conversation) => conversation.open(),
            Self::Model(session, _) => session.open(),
        }
    }

    /// Answers a line; a model's words come through `on` as they are said.
    pub fn say(&mut self, line: &str, on: &mut dyn FnMut(TurnEvent)) -> Vec<Reply> {
        match self {
            Self::Alone(conversation) => conversation.say(line).collect(),
            Self::Model(session, interrupts) => interrupts.during(|cancel| session.say(line, cancel, on)),
        }
    }

    pub fn end(&mut self) -> Vec<Reply> {
        match self {
            Self::Alone(conversation) => conversation.end(),
            Self::Model(session, _) => session.end(),
        }
    }
}
