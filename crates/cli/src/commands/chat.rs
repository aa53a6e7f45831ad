//! `soul chat`: the conversation in a terminal, or through a pipe.

mod pipe;
mod show;
mod terminal;

use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use soulfile_agent::{Conversation, Language, Opening, Who};
use soulfile_engine::{Decider, Engine, Requester};

use super::recall::Asker;
use crate::args::Global;
use crate::deciding::decider;
use crate::place::Located;

/// Talk with the agent: it remembers, recalls, forgets and reflects, with no model at all.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul chat                                      in private
  soul chat --session group --room dev --user ana     as somebody in a room
  echo \"What project am I working on?\" | soul chat    one question, through a pipe
  soul chat --json < lines.txt                   one JSON object per line

In the conversation, /help lists what it does. Ctrl-D ends it.")]
pub struct ChatArgs {
    #[command(flatten)]
    asker: Asker,
    /// Through a pipe, show each line before its answer: a transcript.
    #[arg(long)]
    echo: bool,
}

impl ChatArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        let engine = located.engine(global)?;
        let at_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !global.json;
        let opening = Opening {
            who: Who {
                kind: self.asker.session,
                room: self.asker.room.clone(),
                user: self.asker.user.clone(),
                subagent: self.asker.subagent.clone(),
            },
            id: session_id(&engine),
            lang: language(&engine),
            ritual: at_terminal,
        };
        // Only the owner decides, in private.
        let owner = self.asker.user.is_none() && self.asker.subagent.is_none() && self.asker.room.is_none();
        let engine = engine.deciding(if owner { decider(&located) } else { Decider::Nobody });
        let engine = Arc::new(engine.acting_for(Requester {
            channel: Some("chat".to_owned()),
            token: None,
            session: Some(opening.id.clone()),
            speaker: Some(match (&self.asker.user, &self.asker.subagent) {
                (Some(user), _) => format!("user:{user}"),
                (None, Some(subagent)) => format!("subagent:{subagent}"),
                (None, None) => match &self.asker.room {
                    Some(room) => format!("room:{room}"),
                    None => "owner".to_owned(),
                },
            }),
        }));
        let history = located.place(global)?.state().join("chat-history");
        let conversation = Conversation::new(engine.clone(), opening)?;
        if at_terminal {
            terminal::hold(&engine, conversation, &history)
        } else {
            pipe::hold(conversation, global.json, self.echo)
        }
    }
}

/// An id no other session has.
fn session_id(engine: &Engine) -> String {
    let mut bytes = [0u8; 4];
    // Without randomness the process id still tells two sessions of one moment apart.
    if rustix::rand::getrandom(&mut bytes[..], rustix::rand::GetRandomFlags::empty()).is_err() {
        bytes = std::process::id().to_le_bytes();
    }
    let number = u32::from_le_bytes(bytes);
    format!("chat-{}-{number:08x}", engine.now().strftime("%Y%m%d-%H%M%S"))
}

/// The language to begin in: the configuration's, else the terminal's.
fn language(engine: &Engine) -> Language {
    let configured = engine.config().user.language.clone();
    let locale = || ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| std::env::var(name).ok());
    let word = configured.or_else(locale).unwrap_or_default();
    Language::named(&word).unwrap_or_else(Language::english)
}
