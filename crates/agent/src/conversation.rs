//! [`Conversation`]: one session, from its opening to its end.
//!
//! It owns its state and shares the engine, so that a server can keep any number of them.

use soulfile_api::Hint;
use std::sync::Arc;

use soulfile_api::Target;
use soulfile_engine::{ContextRequest, Engine, Error, Result, Session};
use soulfile_vocabulary::{Authority, Scope, SessionKind};

use crate::capture::without_fences;
use crate::commands;
use crate::echo::{Echo, without_quotes};
use crate::forgetting::Forgetting;
use crate::language::Language;
use crate::message::{self, Act, SmallTalk};
use crate::remembering::StatementInMind;
use crate::reply::{Reply, in_words};
use crate::reply_stream::Replies;
use crate::ritual::Ritual;
use crate::undoing::Done;

/// Who is talking, and where.
#[derive(Debug, Clone)]
pub struct Participant {
    /// What kind of session.
    pub kind: SessionKind,
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
    pub who: Participant,
    /// The session's id; unique, made by the surface.
    pub id: String,
    /// The language until a line shows another.
    pub lang: Language,
    /// Whether the first-run ritual is held when it is due: somebody is there to answer.
    pub ritual: bool,
}

/// What waits for the next line.
#[derive(Debug)]
pub(crate) enum Waiting {
    /// Which of these to forget.
    Forget(Forgetting),
    /// Whether to undo this, which was not done just now.
    Undo(Target),
}

/// A conversation.
pub struct Conversation {
    pub(crate) engine: Arc<Engine>,
    pub(crate) who: Participant,
    pub(crate) session: Session,
    pub(crate) id: String,
    pub(crate) lang: Language,
    pub(crate) waiting: Option<Waiting>,
    pub(crate) ritual: Option<Ritual>,
    pub(crate) echo: Echo,
    pub(crate) done: Vec<Done>,
    pub(crate) said_no_model: bool,
    /// Where the last answer stands.
    pub(crate) answered_from: Vec<String>,
    /// What was told or shown last: what a line that says little by itself is about.
    pub(crate) in_mind: Option<StatementInMind>,
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
            answered_from: Vec::new(),
            in_mind: None,
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
        if !line.starts_with('/') {
            self.lang = Language::of(line, self.lang);
        }
        let answered = self.answer_line(line);
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
        self.in_mind = None;
        self.answered_from.clear();
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
        let own = without_quotes(&without_fences(line)).trim().to_owned();
        if own.is_empty() {
            return self.heard_echo();
        }
        let read = self.engine.read(&own);
        match message::read(&read, self.lang) {
            Act::DontStore => Ok(vec![Reply::say(self.lang.say("not_stored"))]),
            Act::Forget(meant) => self.begin_forgetting(&own, &meant),
            Act::NeverMind => Ok(vec![Reply::say(self.lang.say("never_mind"))]),
            Act::Undo => self.undo_line(&own),
            Act::Reflect => self.reflect(),
            Act::Remember => self.remember(&read),
            Act::Work { told: None } => self.work(&own),
            Act::Work { told: Some(told) } => {
                let mut replies = self.work(&own)?;
                replies.extend(self.hear(&told, None)?);
                Ok(replies)
            }
            Act::SmallTalk(kind) => Ok(self.small_talk(kind)),
            Act::Talk { told, asked } => self.hear(&told, asked),
        }
    }

    /// What waits gets the next line first; `None` hands it on.
    fn go_on(&mut self, waiting: Waiting, line: &str) -> Result<Option<Vec<Reply>>> {
        match waiting {
            Waiting::Forget(forgetting) => self.go_on_forgetting(forgetting, line),
            Waiting::Undo(target) => self.go_on_undoing(&target, line),
        }
    }

    /// Keeps what a line tells; what it asks is answered next.
    fn hear(&mut self, told: &str, asked: Option<String>) -> Result<Vec<Reply>> {
        let news = self.echo.news(told);
        self.question = asked;
        if !news.is_empty() {
            return self.notice(&self.engine.read(&news));
        }
        if self.question.is_none() { self.heard_echo() } else { Ok(Vec::new()) }
    }

    fn small_talk(&self, kind: SmallTalk) -> Vec<Reply> {
        let key = match kind {
            SmallTalk::Hello => "hello",
            SmallTalk::Thanks => "welcome",
            SmallTalk::Bye => return vec![Reply::say(self.lang.say("bye")), Reply::End],
            SmallTalk::Agrees => "not_asked",
            SmallTalk::Nod => "nod",
        };
        vec![Reply::say(self.lang.say(key))]
    }

    /// An engine's error as something said; what was recalled goes into the echo.
    fn settle(&mut self, answered: Result<Vec<Reply>>) -> Vec<Reply> {
        let replies = answered.unwrap_or_else(|error| vec![failed(&error)]);
        for reply in &replies {
            match reply {
                Reply::Recalled(quotation) => self.echo.shown(&quotation.text),
                Reply::Document { text, .. } => self.echo.shown(text),
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
    /// named, and no agent in their place. What waits for a decision may quote what belongs to somebody else.
    pub fn decides(&self) -> bool {
        self.is_private() && self.who.user.is_none() && self.engine.authority() == Authority::Owner
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

fn request_of(who: &Participant, id: Option<String>) -> ContextRequest {
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
pub(crate) fn scope_of(who: &Participant) -> Result<Scope> {
    let word = match (who.kind, &who.room, &who.user) {
        (SessionKind::Group, Some(room), _) => format!("room:{room}"),
        (SessionKind::Main, _, Some(user)) => format!("user:{user}"),
        _ => return Ok(Scope::Private),
    };
    word.parse().map_err(|_| Error::Invalid(format!("\"{word}\" cannot be written into a heading; use another name")))
}
