//! The conversations a gateway holds: one [`HeldSession`] per agent and session id, opened when first asked for.
//!
//! A session answers one line at a time. What was shown of it is on disk, so that a session that was put away to make
//! room, or belongs to a configuration that changed, is opened again from there.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use soulfile_agent::{
    ChatSession, Conversation, Language, ModelSettings, Opening, Participant, forget_session, list_sessions,
};
use soulfile_api::{ChatExchange, ChatView, SessionInfo, TurnEvent};
use soulfile_engine::{Decider, Engine, Error, Requester, Result, Unlocked};
use soulfile_models::chat::{Cancel, ChatModel};
use soulfile_vocabulary::SessionKind;

use crate::state::Gateway;
use crate::tokens::random_hex;

/// Sessions held at once; the one that was silent longest is put away for another.
const MOST: usize = 64;

/// Who speaks for an agent, and where its sessions are kept.
#[derive(Clone)]
pub struct SpeakingModel {
    /// The model; none where the agent answers from memory alone.
    pub model: Option<Arc<dyn ChatModel>>,
    pub settings: ModelSettings,
}

/// The sessions of a gateway.
#[derive(Default)]
pub struct Sessions {
    held: Mutex<HashMap<(String, String), Arc<HeldSession>>>,
    clock: AtomicU64,
}

/// One open session.
pub struct HeldSession {
    engine: Arc<Engine>,
    session: Mutex<ChatSession>,
    /// What was shown, for whoever looks while a line is answered.
    shown: Mutex<Vec<ChatExchange>>,
    cancel: Cancel,
    who: Participant,
    /// Through what it is held, where not through the web app.
    through: Option<Requester>,
    model: Option<String>,
    /// The configuration it was opened under.
    stamp: u64,
    used: AtomicU64,
}

/// How a session is begun.
pub struct NewSession {
    pub who: Participant,
    /// The language until a line shows another.
    pub language: Option<String>,
    /// The id of the token it is opened with.
    pub token: Option<String>,
    /// Through what it is held, where not through the web app: a channel. Nobody decides through one.
    pub through: Option<Requester>,
}

impl Sessions {
    /// How many are held.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    /// The sessions of an agent on disk, newest first.
    pub fn list(&self, gateway: &Gateway, agent: &str) -> Result<Vec<SessionInfo>> {
        Ok(list_sessions(&folder(gateway, agent)?))
    }

    /// Begins a session, and greets.
    pub fn begin(&self, gateway: &Gateway, agent: &str, new: &NewSession) -> Result<(String, Arc<HeldSession>)> {
        let engine = gateway.engine(agent)?;
        let id = new_session_id(&engine, "chat")?;
        let held = self.hold(gateway, agent, &id, new)?;
        held.with(ChatSession::open);
        Ok((id, held))
    }

    /// A session that is open, or on disk.
    pub fn find(&self, gateway: &Gateway, agent: &str, id: &str, token: Option<&str>) -> Result<Arc<HeldSession>> {
        if let Some(held) = self.held(gateway, agent, id, None) {
            return Ok(held);
        }
        let listed = self.list(gateway, agent)?;
        let info = listed.into_iter().find(|info| info.id == id);
        let info = info.ok_or_else(|| Error::NotFound(format!("there is no session {id:?}")))?;
        let kind: SessionKind =
            info.session.parse().map_err(|_| Error::Invalid(format!("session {id:?} is of an unknown kind")))?;
        let who = Participant { kind, room: info.room, user: info.user, subagent: None };
        let token = token.map(str::to_owned);
        self.hold(gateway, agent, id, &NewSession { who, language: None, token, through: None })
    }

    /// The session of this id as a channel holds it: open, on disk, or new. Nobody is greeted.
    pub fn through_channel(
        &self,
        gateway: &Gateway,
        agent: &str,
        id: &str,
        new: &NewSession,
    ) -> Result<Arc<HeldSession>> {
        match self.held(gateway, agent, id, new.through.as_ref()) {
            Some(held) => Ok(held),
            None => self.hold(gateway, agent, id, new),
        }
    }

    /// The open session of this id, held through the same surface and under the same configuration; another is let go,
    /// and its transcript is free again once nobody holds it.
    fn held(&self, gateway: &Gateway, agent: &str, id: &str, through: Option<&Requester>) -> Option<Arc<HeldSession>> {
        let key = (agent.to_owned(), id.to_owned());
        let held = self.lock().get(&key).cloned()?;
        if held.stamp == gateway.stamp() && held.through.as_ref() == through {
            held.used.store(self.tick(), Ordering::Relaxed);
            return Some(held);
        }
        self.lock().remove(&key);
        None
    }

    /// Ends a session and removes its transcript; says whether there was one. Memory keeps what was told.
    pub fn forget(&self, gateway: &Gateway, agent: &str, id: &str) -> Result<bool> {
        let held = self.lock().remove(&(agent.to_owned(), id.to_owned()));
        if let Some(held) = &held {
            held.stop();
        }
        Ok(forget_session(&folder(gateway, agent)?, id)? || held.is_some())
    }

    /// Takes a session over under another id: `/new` began one.
    pub fn moved(&self, agent: &str, from: &str, to: &str) {
        let mut all = self.lock();
        if let Some(held) = all.remove(&(agent.to_owned(), from.to_owned())) {
            all.insert((agent.to_owned(), to.to_owned()), held);
        }
    }

    fn hold(&self, gateway: &Gateway, agent: &str, id: &str, new: &NewSession) -> Result<Arc<HeldSession>> {
        let (stamp, speaker, who) = (gateway.stamp(), speaker(gateway, agent)?, new.who.clone());
        // Only the owner decides, in private, and where a token was shown.
        let owner = who.kind == SessionKind::Main && who.user.is_none() && new.through.is_none();
        let engine = gateway.engine(agent)?.acting_for(new.through.clone().unwrap_or_else(|| Requester {
            channel: Some("chat".to_owned()),
            token: new.token.clone(),
            session: Some(id.to_owned()),
            speaker: Some(who.user.as_ref().map_or_else(|| "owner".to_owned(), |user| format!("user:{user}"))),
            room: who.room.clone(),
        }));
        let engine = Arc::new(engine.deciding(if owner { Decider::Person } else { Decider::Nobody }));
        let lang = language(new.language.as_deref().or(engine.config().user.language.as_deref()));
        let opening = Opening { who: who.clone(), id: id.to_owned(), lang, ritual: owner };
        let conversation = Conversation::new(engine.clone(), opening)?;
        let session = match speaker.model {
            Some(model) => ChatSession::with_model(conversation, model, speaker.settings)?,
            None => ChatSession::alone(conversation, Some(&speaker.settings.sessions))?,
        };
        let held = Arc::new(HeldSession {
            engine,
            shown: Mutex::new(session.exchanges().to_vec()),
            model: session.model().map(str::to_owned),
            session: Mutex::new(session),
            cancel: Cancel::default(),
            who,
            through: new.through.clone(),
            stamp,
            used: AtomicU64::new(self.tick()),
        });
        let mut all = self.lock();
        if all.len() >= MOST {
            let idle = all.iter().filter(|(_, held)| !held.answers());
            if let Some(key) =
                idle.min_by_key(|(_, held)| held.used.load(Ordering::Relaxed)).map(|(key, _)| key.clone())
            {
                all.remove(&key);
            }
        }
        all.insert((agent.to_owned(), id.to_owned()), held.clone());
        Ok(held)
    }

    fn tick(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(String, String), Arc<HeldSession>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HeldSession {
    /// Answers a line; what comes goes through `on`. One line at a time.
    pub fn say(&self, line: &str, proof: Option<Unlocked>, on: &mut dyn FnMut(TurnEvent)) -> Result<()> {
        let mut session = match self.session.try_lock() {
            Ok(session) => session,
            Err(TryLockError::Poisoned(broken)) => broken.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(Error::Conflict("the last line is still being answered; stop it, or wait".to_owned()));
            }
        };
        if let Some(proof) = proof {
            self.engine.unlocked_by(proof);
        }
        self.cancel.reset();
        session.say(line, &self.cancel, on);
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = session.exchanges().to_vec();
        Ok(())
    }

    /// Stops the answer under way; says whether there was one. What came is kept.
    pub fn stop(&self) -> bool {
        let answers = self.answers();
        self.cancel.cancel();
        answers
    }

    /// Whether a line is being answered.
    pub fn answers(&self) -> bool {
        matches!(self.session.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// The session as far as it has come.
    pub fn view(&self, id: &str) -> ChatView {
        ChatView {
            id: id.to_owned(),
            agent: self.engine.identity().map_or_else(|_| "Assistant".to_owned(), |view| view.identity.name.value),
            model: self.model.clone(),
            room: self.who.room.clone(),
            exchanges: self.shown.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            answering: self.answers(),
        }
    }

    fn with<T>(&self, work: impl FnOnce(&mut ChatSession) -> T) -> T {
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let done = work(&mut session);
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = session.exchanges().to_vec();
        done
    }
}

/// An id no other session has.
pub fn new_session_id(engine: &Engine, kind: &str) -> Result<String> {
    Ok(format!("{kind}-{}-{}", engine.now().strftime("%Y%m%d-%H%M%S"), random_hex::<4>()?))
}

fn speaker(gateway: &Gateway, agent: &str) -> Result<SpeakingModel> {
    let speaker = gateway.speaker(agent)?;
    speaker.ok_or_else(|| Error::NotFound("nobody can be talked with through this gateway".to_owned()))
}

fn folder(gateway: &Gateway, agent: &str) -> Result<PathBuf> {
    Ok(speaker(gateway, agent)?.settings.sessions)
}

fn language(word: Option<&str>) -> Language {
    word.and_then(Language::named).unwrap_or_else(Language::english)
}
