//! [`ModelSession`]: the same conversation, with a model that speaks.
//!
//! The conversation below does what must be accountable: it keeps what was told, word for word, holds the dialogues in
//! which a person decides, and looks things up. The model gets what came of it as quoted data, and says the words. So a
//! model that is down, slow or wrong costs its words and nothing else. Start at [`ModelSession::say`]; then `tools`
//! (what a model may do), `compaction` (what happens near the window's end), `transcript` (the session on disk).

mod ask;
mod background;
pub(crate) mod commands;
mod compaction;
mod prompt;
mod receipts;
mod silent;
mod spawn;
mod spoken;
mod tools;
pub(crate) mod transcript;
mod usage;

use std::path::PathBuf;
use std::sync::Arc;

use soulfile_api::{ChatExchange, TurnEvent};
use soulfile_engine::{Engine, Result};
use soulfile_models::chat::{Cancel, ChatModel, Message, Part, Price};

use crate::conversation::Conversation;
use crate::mcp_servers::{McpServer, McpServers};
use crate::reply::Reply;
use crate::undoing::Done;

pub use background::{Background, work_through};
pub(crate) use transcript::Transcript;
pub use transcript::{forget_session, list_sessions};
pub use usage::{UsageLog, UsageRecord, UsageRow, UsageTotal};

/// What a session with a model needs to know.
#[derive(Debug, Clone)]
pub struct ModelSettings {
    /// The folder of transcripts.
    pub sessions: PathBuf,
    /// Where tokens are counted.
    pub usage: PathBuf,
    /// Most tokens of an answer.
    pub max_tokens: u32,
    /// Tokens the model may think.
    pub thinking_tokens: u32,
    /// How freely it chooses words.
    pub temperature: Option<f64>,
    /// Whether memory is written before history is shortened.
    pub flush: bool,
    /// Tokens before the window's end at which that happens.
    pub soft_threshold_tokens: usize,
    /// What each model costs.
    pub prices: std::collections::BTreeMap<String, Price>,
    /// The user's MCP servers, as far as this agent may use them.
    pub servers: Vec<McpServer>,
    /// Makes another model speak, by provider/model; `None` where that cannot be chosen.
    pub choose_model: Option<ChooseModel>,
}

/// Makes a model of its name, or says why not.
#[derive(Clone)]
pub struct ChooseModel(Arc<ModelByName>);

type ModelByName = dyn Fn(&str) -> std::result::Result<Arc<dyn ChatModel>, String> + Send + Sync;

impl ChooseModel {
    /// Chooses by this function.
    pub fn new(
        choose: impl Fn(&str) -> std::result::Result<Arc<dyn ChatModel>, String> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(choose))
    }
}

impl std::fmt::Debug for ChooseModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ChooseModel")
    }
}

/// A conversation in which a model speaks.
pub struct ModelSession {
    pub(crate) conversation: Conversation,
    pub(crate) model: Arc<dyn ChatModel>,
    pub(crate) settings: ModelSettings,
    pub(crate) transcript: Transcript,
    /// What the model is sent of the conversation, each with its size in tokens.
    pub(crate) history: Vec<(Message, usize)>,
    /// What was shown of the session before it was gone on with; taken by whoever shows it.
    pub(crate) shown: Vec<ChatExchange>,
    /// Changes the model's own tools made in this turn.
    pub(crate) written: Vec<String>,
    /// The engine as the model acts through it: in its own name, and deciding nothing.
    pub(crate) hand: Engine,
    /// The user's MCP servers.
    pub(crate) servers: McpServers,
    /// Whether something could not be kept on disk, and nobody was told yet.
    pub(crate) unsaved: bool,
}

impl ModelSession {
    /// Begins a session, or goes on with the one of the same id.
    pub fn new(mut conversation: Conversation, model: Arc<dyn ChatModel>, settings: ModelSettings) -> Result<Self> {
        // One speaks.
        conversation.said_no_model = true;
        let (transcript, past) = Transcript::open(&settings.sessions, &conversation, model.id())?;
        let hand = tools::hand(&conversation.engine, model.id(), conversation.id());
        let servers = McpServers::new(settings.servers.clone());
        let mut session = Self {
            hand,
            conversation,
            model,
            settings,
            transcript,
            history: Vec::new(),
            shown: past.exchanges,
            written: Vec::new(),
            servers,
            unsaved: false,
        };
        session.take_history(past.messages);
        Ok(session)
    }

    fn take_history(&mut self, messages: Vec<Message>) {
        let counted = messages.into_iter().map(|message| (compaction::tokens(&message), message));
        self.history = counted.map(|(tokens, message)| (message, tokens)).collect();
    }

    /// The conversation below.
    pub fn conversation(&self) -> &Conversation {
        &self.conversation
    }

    /// The model that speaks.
    pub fn model(&self) -> &str {
        self.model.id()
    }

    /// How many messages are sent along.
    pub fn history_len(&self) -> usize {
        self.history.len()
    }

    /// Greets and tells what waits. The model is not asked.
    pub fn open(&mut self) -> Vec<Reply> {
        self.conversation.open()
    }

    /// Ends the session.
    pub fn end(&mut self) -> Vec<Reply> {
        self.conversation.end()
    }

    /// Answers one line. Words come through `on` as the model says them; the replies hold them whole.
    pub fn say(&mut self, line: &str, cancel: &Cancel, on: &mut dyn FnMut(TurnEvent)) -> Vec<Reply> {
        self.written.clear();
        let line = self.conversation.engine.understanding().statement(line.trim()).masked();
        if let Some(replies) = self.command(&line) {
            return replies;
        }
        let in_dialogue = self.conversation.waiting.is_some() || self.conversation.ritual.is_some();
        let forgetting = matches!(self.conversation.waiting, Some(crate::conversation::Waiting::Forget(_)));
        let before = self.conversation.done.len();
        let id = self.conversation.id().to_owned();
        let heard: Vec<Reply> = self.conversation.say(&line).collect();
        if self.conversation.id() != id {
            return self.start_over(heard);
        }
        if forgetting && self.conversation.waiting.is_none() {
            return self.let_go(heard);
        }
        let decided = |reply: &Reply| {
            matches!(reply, Reply::Ask { .. } | Reply::Document { .. } | Reply::Failed { .. } | Reply::End)
        };
        if line.is_empty() || line.starts_with('/') || in_dialogue || heard.iter().any(decided) {
            return heard;
        }
        let done = self.conversation.done.get(before..).unwrap_or_default();
        let kept = done.iter().any(|done| matches!(done, Done::Change { ids, .. } if !ids.is_empty()));
        self.answer(&line, heard, kept, cancel, on)
    }

    fn answer(
        &mut self,
        line: &str,
        heard: Vec<Reply>,
        kept: bool,
        cancel: &Cancel,
        on: &mut dyn FnMut(TurnEvent),
    ) -> Vec<Reply> {
        let mut message = Message::user(line);
        if let Some(block) = prompt::what_memory_did(&heard) {
            message.parts.push(Part::text(block));
        }
        let turn = self.turn(message, cancel, on);
        // Small print and warnings stand beside the model's words; the built-in words only where it has none.
        let beside = |reply: &&Reply| matches!(reply, Reply::Note { .. } | Reply::Warning { .. });
        let mut replies = Vec::new();
        match &turn.text {
            Some(text) => {
                replies.push(Reply::say(text.clone()));
                replies.extend(heard.iter().filter(beside).cloned());
            }
            None => replies.extend(heard),
        }
        replies.extend(self.written.iter().map(|what| Reply::note(what.clone())));
        replies.extend(turn.warnings.into_iter().map(Reply::warning));
        if std::mem::take(&mut self.unsaved) {
            replies
                .push(Reply::warning("this part of the session is not kept on disk: the state folder takes nothing"));
        }
        if let Some(text) = turn.text.filter(|text| !kept && self.written.is_empty() && receipts::claims_saved(text)) {
            replies.push(Reply::warning(receipts::correction(&text)));
            self.note_to_model(receipts::TOLD);
        }
        replies
    }

    /// `/new` began another session: it has a transcript of its own.
    fn start_over(&mut self, mut heard: Vec<Reply>) -> Vec<Reply> {
        self.history.clear();
        self.hand = tools::hand(&self.conversation.engine, self.model.id(), self.conversation.id());
        match Transcript::open(&self.settings.sessions, &self.conversation, self.model.id()) {
            Ok((transcript, _)) => self.transcript = transcript,
            Err(error) => heard.push(Reply::warning(format!("this session is not kept on disk: {error}"))),
        }
        heard
    }

    /// Something was forgotten: what was said about it goes, too.
    fn let_go(&mut self, mut heard: Vec<Reply>) -> Vec<Reply> {
        self.history.clear();
        if let Err(error) = self.transcript.clear() {
            heard.push(Reply::warning(format!("the transcript of this session still holds it: {error}")));
        }
        heard
    }
}
