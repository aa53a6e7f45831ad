//! `events`: changes of a workspace as they happen, resumable from any commit.
//!
//! Nothing is buffered: an event is a commit, and what a client missed is read from the history. A
//! slow client holds one batch; one that fell too far behind is told to start over.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::Request;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use soulfile_api::{ChangeEvent, LogEntry};
use tokio::sync::{Notify, watch};

use super::failure::Failure;
use super::guard::{self, AGENT};
use super::routes::Who;
use super::streams::{StreamSlot, Streams};
use crate::state::Gateway;
use crate::tokens::Token;

/// Commits told at once; who missed more starts over.
const MOST: usize = 500;
/// How often the head is looked at while somebody listens.
const LOOK: Duration = Duration::from_millis(250);
/// Looks between two scans for hand edits.
const SCAN_EVERY: u32 = 4;
/// How often an open stream's token is checked.
const CHECK: Duration = Duration::from_millis(500);

/// Who listens to which agent.
pub struct Changes {
    heads: Mutex<HashMap<String, Arc<Head>>>,
    streams: Arc<Streams>,
}

struct Head {
    commit: watch::Sender<Option<String>>,
    poke: Notify,
}

impl Changes {
    /// Lets so many streams be open at once.
    pub fn new(streams: usize) -> Self {
        Self { heads: Mutex::default(), streams: Arc::new(Streams::new(streams)) }
    }

    /// How many streams are open.
    pub fn open_streams(&self) -> usize {
        self.streams.count()
    }

    /// Says that an agent's workspace was just changed here.
    pub fn poke(&self, agent: &str) {
        let heads = self.heads.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(head) = heads.get(agent) {
            head.poke.notify_one();
        }
    }
}

/// Listens to an agent's head; a task looks at it while anybody does.
fn listen(gateway: &Arc<Gateway>, agent: &str) -> watch::Receiver<Option<String>> {
    let mut heads = gateway.changes.heads.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(head) = heads.get(agent) {
        return head.commit.subscribe();
    }
    let head = Arc::new(Head { commit: watch::Sender::new(None), poke: Notify::new() });
    let receiver = head.commit.subscribe();
    heads.insert(agent.to_owned(), head.clone());
    tokio::spawn(look(gateway.clone(), agent.to_owned(), head));
    receiver
}

async fn look(gateway: Arc<Gateway>, agent: String, head: Arc<Head>) {
    let mut looks = 0u32;
    loop {
        let (shared, id, scan) = (gateway.clone(), agent.clone(), looks.is_multiple_of(SCAN_EVERY));
        let found = gateway.blocking.run(move || {
            let engine = shared.engine(&id)?;
            if scan {
                engine.notice_hand_edits();
            }
            Ok::<_, soulfile_engine::Error>(engine.workspace().revision())
        });
        if let Ok(Ok(commit)) = found.await {
            head.commit.send_if_modified(|known| {
                let news = *known != commit;
                *known = commit;
                news
            });
        }
        looks = looks.wrapping_add(1);
        {
            let mut heads = gateway.changes.heads.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if head.commit.receiver_count() == 0 {
                heads.remove(&agent);
                return;
            }
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = head.poke.notified() => {}
        }
    }
}

/// Answers with the stream.
pub async fn stream(gateway: Arc<Gateway>, request: Request) -> Response {
    match open(gateway, request).await {
        Ok(response) => response,
        Err(failure) => failure.into(),
    }
}

async fn open(gateway: Arc<Gateway>, request: Request) -> Result<Response, Failure> {
    let (mut parts, _) = request.into_parts();
    let agent = guard::path_parameters(&mut parts).await?.into_iter().find(|(name, _)| name == AGENT);
    let agent = agent.map(|(_, id)| id).unwrap_or_default();
    let token = guard::authorise(&gateway, &parts, Who::Private, false, Some(&agent))?;
    let token = token.ok_or_else(Failure::unauthenticated)?;
    let last = parts.headers.get("last-event-id").and_then(|value| value.to_str().ok()).map(str::to_owned);
    let place = gateway.changes.streams.take(&token.id, token.caller.is_person());
    let place = place.ok_or_else(|| Failure::new(503, "unavailable", "too many streams are open; close one"))?;
    let (shared, id) = (gateway.clone(), agent.clone());
    let now = gateway.blocking.run(move || Ok::<_, Failure>(shared.engine(&id)?.workspace().revision()));
    let now = now.await??;
    let mut heads = listen(&gateway, &agent);
    // Whatever happened between the two looks is told at once.
    heads.mark_changed();
    let resumes = last.is_some();
    let mut listener = Listener {
        stopping: gateway.stopping(),
        gateway,
        agent,
        token,
        heads,
        told: last.or(now),
        waiting: VecDeque::new(),
        _place: place,
    };
    if resumes {
        listener.catch_up().await;
    } else {
        let first = Event::default().event("ready").data(listener.told.clone().unwrap_or_default());
        listener.waiting.push_back(listener.told.iter().fold(first, |event, commit| event.id(commit)));
    }
    let events = stream::unfold(listener, |mut listener| async {
        let event = listener.next().await?;
        Some((Ok::<_, Infallible>(event), listener))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

struct Listener {
    gateway: Arc<Gateway>,
    agent: String,
    token: Token,
    heads: watch::Receiver<Option<String>>,
    stopping: watch::Receiver<bool>,
    /// The commit the client has.
    told: Option<String>,
    waiting: VecDeque<Event>,
    _place: StreamSlot,
}

impl Listener {
    /// The next event; `None` when the stream is to end.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if *self.stopping.borrow() || !self.gateway.tokens.still_good(&self.token) {
                return None;
            }
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            tokio::select! {
                changed = self.heads.changed() => {
                    changed.ok()?;
                    self.catch_up().await;
                }
                _ = self.stopping.changed() => {}
                () = tokio::time::sleep(CHECK) => {}
            }
        }
    }

    /// Reads from the history what the client has not been told.
    async fn catch_up(&mut self) {
        let (shared, id, told) = (self.gateway.clone(), self.agent.clone(), self.told.clone());
        let found = self.gateway.blocking.run(move || shared.engine(&id)?.changes_since(told.as_deref(), MOST));
        // What could not be read now is read with the next change.
        let Ok(Ok(since)) = found.await else { return };
        match since.entries {
            Some(entries) => self.waiting.extend(entries.iter().map(told_as)),
            None => {
                let reset = Event::default().event("reset").data("too much happened since; read everything anew");
                self.waiting.push_back(since.head.iter().fold(reset, |event, commit| event.id(commit)));
            }
        }
        self.told = since.head;
    }
}

fn told_as(entry: &LogEntry) -> Event {
    let data = serde_json::to_string(&ChangeEvent::from(entry)).expect("an event serialises");
    Event::default().event("change").id(&entry.commit).data(data)
}
