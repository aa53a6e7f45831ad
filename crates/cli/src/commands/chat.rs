//! `soul chat`: the conversation in a terminal, or through a pipe.

mod pipe;
mod show;
mod terminal;
mod voice;

use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use soulfile_agent::{ChatSession, ChooseModel, Conversation, Language, Opening};
use soulfile_engine::{Decider, Engine, Requester};
use soulfile_models::chat::ChatModel;
use soulfile_server::sessions::new_session_id;

use self::voice::Voice;
use super::recall::Asker;
use crate::args::Global;
use crate::deciding::decider;
use crate::model;
use crate::place::Located;
use crate::render;

/// Talk with the agent: it remembers, recalls, forgets and reflects, with no model at all. Where one is configured, it
/// speaks; Ctrl-C stops it and keeps what came.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul chat                                      in private
  soul chat --session group --room dev --user ana     as somebody in a room
  echo \"What project am I working on?\" | soul chat    one question, through a pipe
  soul chat --json < lines.txt                   one JSON object per line
  soul chat --model ollama/qwen3                 let this model speak

In the conversation, /help lists what it does. Ctrl-D ends it.")]
pub struct ChatArgs {
    #[command(flatten)]
    asker: Asker,
    /// Through a pipe, show each line before its answer: a transcript.
    #[arg(long)]
    echo: bool,
    /// Go on with this session; `soul sessions` lists them.
    #[arg(long, value_name = "ID")]
    resume: Option<String>,
    /// Let this model speak instead of the configured one.
    #[arg(long, value_name = "PROVIDER/MODEL")]
    model: Option<String>,
    /// Talk without a model, although one is configured.
    #[arg(long, conflicts_with_all = ["model", "resume"])]
    no_model: bool,
}

impl ChatArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        let engine = located.engine(global)?;
        let at_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !global.json;
        let id = match &self.resume {
            Some(id) => id.clone(),
            None => new_session_id(&engine, "chat")?,
        };
        // Only the owner decides, in private.
        let owner = self.asker.user.is_none() && self.asker.subagent.is_none() && self.asker.room.is_none();
        let engine = engine.deciding(if owner { decider(&located) } else { Decider::Nobody });
        let opening = Opening { who: self.asker.who(), id: id.clone(), lang: language(&engine), ritual: at_terminal };
        let engine = Arc::new(engine.acting_for(Requester {
            channel: Some("chat".to_owned()),
            token: None,
            session: Some(id),
            speaker: Some(self.asker.speaker()),
            room: None,
        }));
        let place = located.place(global)?;
        let history = place.state().join("chat-history");
        let conversation = Conversation::new(engine.clone(), opening)?;
        let chosen = match &self.model {
            _ if self.no_model => None,
            Some(name) => Some(located.model_named(name)? as Arc<dyn ChatModel>),
            // A configuration that cannot work costs the model's words, not the conversation.
            None => located.chat_model().unwrap_or_else(|error| {
                render::note(&format!("no model speaks: {error:#}"));
                None
            }),
        };
        let session = match chosen {
            Some(chosen) => {
                let mut settings = model::settings(located.config(), &place);
                // Keys and addresses are the configuration's; only the name is chosen in the conversation.
                settings.choose_model = Some(ChooseModel::new(move |name| {
                    let made = located.model_named(name).map_err(|error| format!("{error:#}"))?;
                    Ok(made as Arc<dyn ChatModel>)
                }));
                ChatSession::with_model(conversation, chosen, settings)?
            }
            None if self.resume.is_some() => {
                let sessions = model::settings(located.config(), &place).sessions;
                ChatSession::alone(conversation, Some(&sessions))?
            }
            None => ChatSession::alone(conversation, None)?,
        };
        let voice = Voice::new(session)?;
        if at_terminal { terminal::hold(&engine, voice, &history) } else { pipe::hold(voice, global.json, self.echo) }
    }
}

/// The language to begin in: the configuration's, else the terminal's.
pub fn language(engine: &Engine) -> Language {
    let configured = engine.config().user.language.clone();
    let locale = || ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| std::env::var(name).ok());
    let word = configured.or_else(locale).unwrap_or_default();
    Language::named(&word).unwrap_or_else(Language::english)
}
