//! Who answers in a chat, and how Ctrl-C stops an answer.

use anyhow::Result;
use soulfile_agent::{ChatSession, Conversation, Reply, TurnEvent};
use soulfile_models::chat::Cancel;

use crate::interrupts::Interrupts;

/// A session at a terminal or a pipe.
pub struct Voice {
    session: ChatSession,
    /// Only a model takes so long that it is interrupted.
    interrupts: Option<Interrupts>,
}

impl Voice {
    /// A session as it is held here.
    pub fn new(session: ChatSession) -> Result<Self> {
        let interrupts = session.model().map(|_| Interrupts::watch()).transpose()?;
        Ok(Self { session, interrupts })
    }

    /// The conversation.
    pub fn conversation(&self) -> &Conversation {
        self.session.conversation()
    }

    /// Greets.
    pub fn open(&mut self) -> Vec<Reply> {
        self.session.open()
    }

    /// Answers a line; a model's words come through `on` as they are said.
    pub fn say(&mut self, line: &str, on: &mut dyn FnMut(TurnEvent)) -> Vec<Reply> {
        match &self.interrupts {
            Some(interrupts) => interrupts.during(|cancel| self.session.say(line, cancel, on)),
            None => self.session.say(line, &Cancel::default(), on),
        }
    }

    /// Ends.
    pub fn end(&mut self) -> Vec<Reply> {
        self.session.end()
    }
}
