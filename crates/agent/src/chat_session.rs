//! [`ChatSession`]: a conversation as a surface holds it, with a model or without, and what was shown of it.

use std::path::Path;
use std::sync::Arc;

use soulfile_api::{ChatExchange, Reply, TurnEvent};
use soulfile_engine::Result;
use soulfile_models::chat::{Cancel, ChatModel};

use crate::conversation::{Conversation, Waiting};
use crate::model_session::transcript::{TranscriptLine, now};
use crate::model_session::{ModelSession, ModelSettings, Transcript};

/// A conversation, with a model or without.
pub struct ChatSession {
    speaker: Speaker,
    exchanges: Vec<ChatExchange>,
    /// Where what is shown is kept; none for a session that leaves no transcript.
    record: Record,
}

enum Speaker {
    Alone(Box<Conversation>),
    Model(Box<ModelSession>),
}

/// Who keeps what was shown.
enum Record {
    Nobody,
    /// A transcript of its own, for a session without a model.
    Own(Transcript),
    /// The model session's transcript.
    Model,
}

impl ChatSession {
    /// A conversation without a model; with a folder it is kept there and can be gone on with.
    pub fn alone(conversation: Conversation, sessions: Option<&Path>) -> Result<Self> {
        let (record, exchanges) = match sessions {
            Some(folder) => {
                let (transcript, past) = Transcript::open(folder, &conversation, "")?;
                (Record::Own(transcript), past.exchanges)
            }
            None => (Record::Nobody, Vec::new()),
        };
        Ok(Self { speaker: Speaker::Alone(Box::new(conversation)), exchanges, record })
    }

    /// A conversation in which a model speaks.
    pub fn with_model(conversation: Conversation, model: Arc<dyn ChatModel>, settings: ModelSettings) -> Result<Self> {
        let mut session = ModelSession::new(conversation, model, settings)?;
        let exchanges = std::mem::take(&mut session.shown);
        Ok(Self { speaker: Speaker::Model(Box::new(session)), exchanges, record: Record::Model })
    }

    /// The conversation.
    pub fn conversation(&self) -> &Conversation {
        match &self.speaker {
            Speaker::Alone(conversation) => conversation,
            Speaker::Model(session) => session.conversation(),
        }
    }

    /// The model that speaks.
    pub fn model(&self) -> Option<&str> {
        match &self.speaker {
            Speaker::Alone(_) => None,
            Speaker::Model(session) => Some(session.model()),
        }
    }

    /// What was shown, oldest first; what was said before something was forgotten is gone.
    pub fn exchanges(&self) -> &[ChatExchange] {
        &self.exchanges
    }

    /// Greets.
    pub fn open(&mut self) -> Vec<Reply> {
        let replies = match &mut self.speaker {
            Speaker::Alone(conversation) => conversation.open(),
            Speaker::Model(session) => session.open(),
        };
        if !replies.is_empty() {
            self.keep(None, &replies);
        }
        replies
    }

    /// Answers a line. Each reply comes through `on` as it is made, a model's words as they are said.
    pub fn say(&mut self, line: &str, cancel: &Cancel, on: &mut dyn FnMut(TurnEvent)) -> Vec<Reply> {
        let conversation = self.conversation();
        let forgetting = matches!(conversation.waiting, Some(Waiting::Forget(_)));
        let (id, said) = (conversation.id().to_owned(), conversation.engine.understanding().statement(line).masked());
        let replies: Vec<Reply> = match &mut self.speaker {
            Speaker::Alone(conversation) => {
                let pass = |reply: Reply| {
                    on(TurnEvent::Reply(reply.clone()));
                    reply
                };
                conversation.say(line).map(pass).collect()
            }
            Speaker::Model(session) => {
                let replies = session.say(line, cancel, on);
                replies.iter().for_each(|reply| on(TurnEvent::Reply(reply.clone())));
                replies
            }
        };
        if self.conversation().id() != id {
            self.begin_anew();
            on(TurnEvent::Session(self.conversation().id().to_owned()));
        } else if forgetting && self.conversation().waiting.is_none() {
            self.let_go();
        }
        self.keep(Some(said), &replies);
        replies
    }

    /// Ends.
    pub fn end(&mut self) -> Vec<Reply> {
        match &mut self.speaker {
            Speaker::Alone(conversation) => conversation.end(),
            Speaker::Model(session) => session.end(),
        }
    }

    /// Adds to what was shown. A disk that takes nothing costs the record, not the conversation.
    fn keep(&mut self, said: Option<String>, replies: &[Reply]) {
        let exchange = ChatExchange { at: now(self.conversation()), said, replies: replies.to_vec() };
        let line = TranscriptLine::Shown(exchange.clone());
        let kept = match (&mut self.record, &mut self.speaker) {
            (Record::Own(transcript), _) => transcript.add(&[line]),
            (Record::Model, Speaker::Model(session)) => session.transcript.add(&[line]),
            _ => Ok(()),
        };
        if let (Err(_), Speaker::Model(session)) = (kept, &mut self.speaker) {
            session.unsaved = true;
        }
        self.exchanges.push(exchange);
    }

    /// `/new` began another session: it has a record of its own. A model session has seen to that itself.
    fn begin_anew(&mut self) {
        self.exchanges = match &mut self.speaker {
            Speaker::Model(session) => std::mem::take(&mut session.shown),
            Speaker::Alone(_) => Vec::new(),
        };
        if let (Record::Own(transcript), Speaker::Alone(conversation)) = (&mut self.record, &self.speaker) {
            match Transcript::open(transcript.folder(), conversation, "") {
                Ok((own, _)) => *transcript = own,
                Err(_) => self.record = Record::Nobody,
            }
        }
    }

    /// Something was forgotten: what was said about it goes, too. A model session clears its transcript itself.
    fn let_go(&mut self) {
        self.exchanges.clear();
        if let Record::Own(transcript) = &mut self.record
            && transcript.clear().is_err()
        {
            self.exchanges.push(ChatExchange {
                at: now(self.conversation()),
                said: None,
                replies: vec![Reply::warning("the transcript of this session still holds it: the disk takes nothing")],
            });
        }
    }
}
