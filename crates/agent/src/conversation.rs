//! [`Conversation`]: one session, from its opening to its end.
//!
//! It owns its state and shares the engine, so that a server can keep any number of them.

use soulfile_api::Hint;
use std::sync::Arc;

use soulfile_engine::{ContextRequest, Engine, Error, Result, Session};
use soulfile_text::lang::Lang;
use soulfile_text::script::is_han;
use soulfile_understand::{Reading, TriggerKind};
use soulfile_vocabulary::{Scope, SessionKind};

use crate::commands;
use crate::echo::{Echo, without_quotes};
use crate::forgetting::{self, Forgetting};
use crate::hearing;
use crate::replies::Replies;
use crate::reply::{Reply, in_words};
use crate::ritual::Ritual;
use crate::undoing::Done;

/// Who is talking, and where.
#[derive(Debug, Clone)]
pub struct Who {
    /// What kind of session.
    pub kind: SessionKind,
    /// The room.
    pub room: Option<String>,
    /// The speaker.
    pub user: Option<String>,
    /// Which agent's grants apply, for a sub-agent.
    pub subagent: Option<String>,
}

/// How a conversation begins.
#[derive(Debug, Clone)]
pub struct Opening {
    /// Who is talking.
    pub who: Who,
    /// The session's id; unique, made by the surface.
    pub id: String,
    /// The language until a line shows another.
    pub lang: Lang,
    /// Whether the first-run ritual is held when it is due: somebody is there to answer.
    pub ritual: bool,
}

/// What waits for the next line.
#[derive(Debug)]
pub(crate) enum Waiting {
    /// Which of these to forget.
    Forget(Forgetting),
    /// Whether to undo this change, which was made elsewhere.
    Undo(String),
}

/// A conversation.
pub struct Conversation {
    pub(crate) engine: Arc<Engine>,
    pub(crate) who: Who,
    pub(crate) session: Session,
    pub(crate) id: String,
    pub(crate) lang: Lang,
    pub(crate) waiting: Option<Waiting>,
    pub(crate) ritual: Option<Ritual>,
    pub(crate) echo: Echo,
    pub(crate) done: Vec<Done>,
    pub(crate) said_no_model: bool,
    /// Where the last answer stands, and when it was noted.
    pub(crate) answered_from: Option<(Vec<String>, Option<String>)>,
    /// What is being talked about, in the speaker's own words.
    pub(crate) matter: Option<String>,
    /// What the line being answered asks, after what it tells.
    pub(crate) question: Option<String>,
    first: Opening,
    number: usize,
}

impl Conversation {
    /// Begins a conversation. Nothing is said or recorded before [`Conversation::open`].
    pub fn new(engine: Arc<Engine>, opening: Opening) -> Result<Self> {
        let who = opening.who.clone();
        if !who.kind.is_conversation() {
            let kind = who.kind;
            return Err(Error::Invalid(format!("nobody talks in a {kind} session; use main, group or subagent")));
        }
        if who.kind == SessionKind::Group && who.room.as_deref().is_none_or(|room| room.trim().is_empty()) {
            return Err(Error::Invalid("a group conversation happens in a room".to_owned()).with(Hint::NameRoom));
        }
        // A room that cannot be written into a heading would make every entry private.
        scope_of(&who)?;
        let session = engine.session(&request_of(&who, None))?;
        Ok(Self {
            engine,
            who,
            session,
            id: opening.id.clone(),
            lang: opening.lang,
            waiting: None,
            ritual: None,
            echo: Echo::default(),
            done: Vec::new(),
            said_no_model: false,
            answered_from: None,
            matter: None,
            question: None,
            first: opening,
            number: 1,
        })
    }

    /// The session's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What the agent is called here.
    pub fn agent_name(&self) -> String {
        self.engine.identity().map_or_else(|_| "Assistant".to_owned(), |view| view.identity.name.value)
    }

    /// Greets, tells what waits, and begins the ritual where it is due.
    pub fn open(&mut self) -> Vec<Reply> {
        let opened = self.opened();
        self.settle(opened)
    }

    /// Answers one line. Each reply is made when it is asked for; a line takes effect whether or not its
    /// replies are read to the end.
    pub fn say(&mut self, line: &str) -> Replies<'_> {
        Replies::new(self, line.trim())
    }

    /// The first replies to a line.
    pub(crate) fn reply_to(&mut self, line: &str) -> Vec<Reply> {
        // A word or two of Latin letters may be a name; a character is Chinese.
        if !line.starts_with('/')
            && (line.chars().any(is_han) || line.chars().filter(|c| c.is_alphabetic()).count() > 3)
        {
            self.lang = Lang::of(line);
        }
        let answered = self.answer_line(&hearing::spelled_out(line));
        self.settle(answered)
    }

    /// The replies to what is left of the line, or `None` when it is answered.
    pub(crate) fn reply_to_the_rest(&mut self) -> Option<Vec<Reply>> {
        let question = self.question.take()?;
        let answered = self.answer(&question);
        Some(self.settle(answered))
    }

    /// Ends the conversation: scores are brought up to date with what was used, and a reflection is
    /// drafted where one is due.
    pub fn end(&mut self) -> Vec<Reply> {
        if !self.is_private() || self.done.is_empty() {
            return Vec::new();
        }
        let mut replies = match self.engine.decay_run() {
            Ok(_) => Vec::new(),
            Err(error) => vec![Reply::warning(error.to_string())],
        };
        if self.done.iter().any(|done| matches!(done, Done::Change { ids, .. } if !ids.is_empty())) {
            replies.extend(self.decides().then(|| self.reflect_at_end()).into_iter().flatten());
        }
        replies
    }

    /// Begins a new session with the same people.
    pub(crate) fn restart(&mut self) -> Result<Vec<Reply>> {
        let ended = self.end();
        self.number += 1;
        self.id = format!("{}-{}", self.first.id, self.number);
        self.waiting = None;
        self.ritual = None;
        self.echo = Echo::default();
        self.matter = None;
        self.answered_from = None;
        self.done.clear();
        let mut replies = ended;
        replies.extend(self.opened()?);
        Ok(replies)
    }

    fn answer_line(&mut self, line: &str) -> Result<Vec<Reply>> {
        if let Some(command) = commands::parse(line).or_else(|| commands::spoken(line)) {
            return self.command(command);
        }
        if let Some(waiting) = self.waiting.take()
            && let Some(replies) = self.go_on(waiting, line)?
        {
            return Ok(replies);
        }
        if self.ritual.is_some()
            && let Some(replies) = self.ritual_line(line)?
        {
            return Ok(replies);
        }
        if let Some(replies) = self.approval_line(line)? {
            return Ok(replies);
        }
        let own = without_quotes(line);
        if own.is_empty() {
            return self.heard_echo();
        }
        let read = self.engine.read(&own);
        match read.intent().kind {
            TriggerKind::Remember => self.remember(&read),
            TriggerKind::Forget => self.begin_forgetting(&own, read.intent().payload.as_deref()),
            TriggerKind::Reflect => self.reflect(),
            TriggerKind::Recall => self.answer(&own),
            TriggerKind::None => self.hear(&read),
        }
    }

    /// What waits gets the next line first; `None` hands it on.
    fn go_on(&mut self, waiting: Waiting, line: &str) -> Result<Option<Vec<Reply>>> {
        match waiting {
            Waiting::Forget(forgetting) => self.go_on_forgetting(forgetting, line),
            Waiting::Undo(change) => self.go_on_undoing(&change, line),
        }
    }

    fn hear(&mut self, read: &Reading) -> Result<Vec<Reply>> {
        let line = read.text();
        if forgetting::asks_to_drop_all(line) {
            return Ok(self.keeps_the_rest());
        }
        if let Some(replies) = self.corrected(read)? {
            return Ok(replies);
        }
        if let Some(pleasantry) = hearing::pleasantry(line, &self.agent_name()) {
            return Ok(self.returned(pleasantry));
        }
        let heard = hearing::hear(self.engine.understanding(), hearing::without_greeting(line), &self.engine.now());
        let mut replies = Vec::new();
        let news = self.echo.news(&heard.told);
        if !news.is_empty() {
            // What tells and nothing else was read above.
            let told = if news == line { read.clone() } else { self.engine.read(&news) };
            replies.extend(self.notice(&told)?);
        }
        match heard.asked {
            None if news.is_empty() => replies.extend(self.heard_echo()?),
            Some(question) => self.question = Some(question),
            None if replies.is_empty() => replies.extend(self.keep_as_said(line)?),
            None => {}
        }
        Ok(replies)
    }

    /// An engine's error as something said; what was recalled goes into the echo.
    fn settle(&mut self, answered: Result<Vec<Reply>>) -> Vec<Reply> {
        let replies = answered.unwrap_or_else(|error| vec![failed(&error)]);
        for reply in &replies {
            match reply {
                Reply::Recalled { text, .. } | Reply::Document { text, .. } => self.echo.shown(text),
                _ => {}
            }
        }
        replies
    }

    /// Whether somebody is there to be introduced to.
    pub(crate) fn holds_ritual(&self) -> bool {
        self.first.ritual && self.number == 1
    }

    /// Whether this is the user's own private conversation.
    pub(crate) fn is_private(&self) -> bool {
        self.who.kind == SessionKind::Main
    }

    /// Whether this is the conversation in which a person decides: their own, with nobody in particular
    /// named. What waits for a decision may quote what belongs to somebody else.
    pub fn decides(&self) -> bool {
        self.is_private() && self.who.user.is_none()
    }

    /// The request that describes this session to the engine.
    pub(crate) fn request(&self) -> ContextRequest {
        request_of(&self.who, Some(self.id.clone()))
    }

    /// Who may see what is said here.
    pub(crate) fn scope(&self) -> Result<Scope> {
        scope_of(&self.who)
    }

    /// What is a person's to do, in private.
    pub(crate) fn refuse_here(&self) -> Vec<Reply> {
        vec![Reply::say(in_words(
            self.lang,
            "That's for a private conversation, not for here.",
            "这件事要在私下的对话里做，这里不行。",
        ))]
    }
}

fn failed(error: &Error) -> Reply {
    match error {
        Error::Secret { kind, masked } => Reply::warning(format!(
            "I won't keep that: it looks like a credential ({kind}): {masked}. A password manager is the place for it."
        )),
        error => Reply::Failed { text: error.to_string() },
    }
}

fn request_of(who: &Who, id: Option<String>) -> ContextRequest {
    ContextRequest {
        kind: Some(who.kind),
        room: who.room.clone(),
        user: who.user.clone(),
        subagent: who.subagent.clone(),
        session_id: id,
        // The persona's chance is drawn from the session's id.
        ..ContextRequest::default()
    }
}

/// In a room, the room's; with a named person, theirs; else the user's own.
pub(crate) fn scope_of(who: &Who) -> Result<Scope> {
    let word = match (who.kind, &who.room, &who.user) {
        (SessionKind::Group, Some(room), _) => format!("room:{room}"),
        (SessionKind::Main, _, Some(user)) => format!("user:{user}"),
        _ => return Ok(Scope::Private),
    };
    word.parse().map_err(|_| Error::Invalid(format!("\"{word}\" cannot be written into a heading; use another name")))
}
