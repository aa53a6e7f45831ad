//! `soul ask`

use std::io::{IsTerminal, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use serde::Serialize;
use soulfile_agent::{Conversation, ModelSession, Opening, Reply, TurnEvent, UsageLog, UsageTotal};
use soulfile_engine::{Error, Requester};
use soulfile_server::sessions::new_session_id;

use super::chat::language;
use super::recall::Asker;
use crate::args::Global;
use crate::interrupts::Interrupts;
use crate::place::Located;
use crate::{model, render};

/// Most bytes that are read from a pipe.
const MOST_INPUT: u64 = 1 << 20;

/// Ask one question: answered by the configured model with its memory, else from memory alone.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul ask \"What project am I working on?\"
  git diff | soul ask \"What does this change?\"        what comes through the pipe joins the question
  soul ask --json \"When does the ferry leave?\"        answer, citations, receipts, tokens
  soul ask --resume chat-20260202-143000-1a2b3c4d \"And back?\"")]
pub struct AskArgs {
    /// The question.
    #[arg(value_name = "QUESTION", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    asker: Asker,
    /// Ask this model instead of the configured one.
    #[arg(long, value_name = "PROVIDER/MODEL")]
    model: Option<String>,
    /// Go on with this session.
    #[arg(long, value_name = "ID")]
    resume: Option<String>,
}

/// What `--json` prints.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answered<'a> {
    session: &'a str,
    model: Option<&'a str>,
    answer: String,
    citations: Vec<&'a str>,
    notes: Vec<&'a str>,
    warnings: Vec<&'a str>,
    usage: Option<UsageTotal>,
}

impl AskArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        let place = located.place(global)?;
        let settings = model::settings(located.config(), &place);
        let chosen = match &self.model {
            Some(name) => Some(located.model_named(name)? as Arc<dyn soulfile_models::chat::ChatModel>),
            None => located.chat_model()?,
        };
        let engine = located.engine(global)?;
        let id = match &self.resume {
            Some(id) => id.clone(),
            None => new_session_id(&engine, "ask")?,
        };
        let engine = Arc::new(engine.acting_for(Requester {
            channel: Some("ask".to_owned()),
            token: None,
            session: Some(id.clone()),
            speaker: Some(self.asker.speaker()),
            room: None,
        }));
        let opening = Opening { who: self.asker.who(), id: id.clone(), lang: language(&engine), ritual: false };
        let mut conversation = Conversation::new(engine, opening)?;
        let question = question(&self.words.join(" "))?;
        let (replies, name) = match chosen {
            None => (conversation.say(&question).collect::<Vec<_>>(), None),
            Some(chosen) => {
                let interrupts = Interrupts::watch()?;
                let mut session = ModelSession::new(conversation, chosen, settings.clone())?;
                let mut tell = |event| {
                    if let TurnEvent::Notice(text) = event {
                        render::note(&text);
                    }
                };
                let replies = interrupts.during(|cancel| session.say(&question, cancel, &mut tell));
                (replies, Some(session.model().to_owned()))
            }
        };
        let usage = name.as_ref().map(|_| {
            let records = UsageLog::new(&settings.usage).records();
            let mut total = UsageTotal::default();
            records.iter().filter(|record| record.session == id).for_each(|record| total.add(record));
            total
        });
        show(&replies, &id, name.as_deref(), usage, global.json)
    }
}

/// The question with what came through the pipe.
fn question(words: &str) -> Result<String> {
    let mut piped = String::new();
    if !std::io::stdin().is_terminal() {
        std::io::stdin().lock().take(MOST_INPUT + 1).read_to_string(&mut piped)?;
        if piped.len() as u64 > MOST_INPUT {
            return Err(Error::Invalid(format!("more than {MOST_INPUT} bytes came through the pipe; send less")).into());
        }
    }
    Ok(match piped.trim() {
        "" => words.to_owned(),
        // Fenced: what is piped in is material, not something the person says of themselves.
        piped => format!("{words}\n\n```\n{}\n```", piped.replace("```", "'''")),
    })
}

fn show(replies: &[Reply], id: &str, model: Option<&str>, usage: Option<UsageTotal>, json: bool) -> Result<ExitCode> {
    let mut words = Vec::new();
    let (mut citations, mut notes, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
    let mut failed = false;
    for reply in replies {
        match reply {
            Reply::Say { text } | Reply::Ask { text } | Reply::Document { text, .. } => words.push(text.clone()),
            Reply::Recalled(quotation) => {
                let (text, at) = (quotation.in_words(), &quotation.citations);
                words.push(if json { text } else { format!("{text}  [{}]", at.join(", ")) });
                citations.extend(at.iter().map(String::as_str));
            }
            Reply::Note { text } => notes.push(text.as_str()),
            Reply::Warning { text } => warnings.push(text.as_str()),
            Reply::Failed { text } => {
                failed = true;
                warnings.push(text);
            }
            Reply::End => {}
        }
    }
    // A model that was asked and did not answer is a failure to a script, whatever memory said instead.
    failed |= model.is_some() && warnings.iter().any(|text| text.contains("the model did not answer"));
    let answer = words.join("\n");
    if json {
        render::json(&Answered { session: id, model, answer, citations, notes, warnings, usage })?;
    } else {
        render::text(&answer)?;
        std::io::stdout().flush()?;
        notes.iter().chain(&warnings).for_each(|text| render::note(text));
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
