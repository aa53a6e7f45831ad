//! One account at work: a thread that listens, and one per room that answers, in the order in which messages came.
//!
//! Threads, not tasks: a turn and a request are synchronous, and a kill at any moment is safe because the mailbox is on disk.

use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use soulfile_engine::config::MessageOrigin;

use super::error::wait_before;
use super::mailbox::{Mailbox, PendingReply, Taken};
use super::split::split;
use super::{Channel, ChannelAccount, ChannelError, Incoming, Outgoing, turn};
use crate::state::Gateway;

/// Rooms of one account that are answered at once.
const AT_ONCE: usize = 16;
/// Longest wait between two tries.
const LONGEST_WAIT: Duration = Duration::from_secs(300);
/// Tries of a turn that fails on our side.
const TURN_TRIES: u32 = 6;
/// Tries to send a message: over an hour of them.
const SEND_TRIES: u32 = 20;
/// Longest id of a message, a person or a room.
const LONGEST_ID: usize = 200;
/// Longest text of one message, in bytes.
const LONGEST_TEXT: usize = 64 << 10;

/// An account at work.
pub(super) struct Running {
    pub account: ChannelAccount,
    pub channel: Arc<dyn Channel>,
    mailbox: Mailbox,
    gateway: Weak<Gateway>,
    rooms: Mutex<Rooms>,
    /// What is wrong with the connection now.
    problem: Mutex<Option<String>>,
    told: Mutex<HashSet<String>>,
    over: Mutex<bool>,
    ended: Condvar,
    tell: fn(&str),
}

#[derive(Default)]
struct Rooms {
    work: HashMap<String, VecDeque<(u64, Work)>>,
    /// Rooms somebody works on, or that wait for somebody.
    taken: HashSet<String>,
    ready: VecDeque<String>,
    workers: usize,
}

enum Work {
    Answer(Incoming),
    Send(PendingReply),
}

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Received {
    New,
    Known,
    /// Its account listens neither to the person nor to the room.
    Unlisted,
}

/// Why a message is not taken.
pub(super) enum ReceiveError {
    Malformed(&'static str),
    Unavailable(ChannelError),
}

/// What a channel that listens has in its hands.
pub struct ChannelReceiver<'r> {
    running: &'r Arc<Running>,
    worked: AtomicBool,
}

impl Running {
    /// Puts an account to work: what was left over first, then what comes.
    pub fn start(
        account: ChannelAccount,
        mailbox: Mailbox,
        gateway: &Arc<Gateway>,
        tell: fn(&str),
    ) -> Result<Arc<Self>, ChannelError> {
        let channel = account.open()?;
        let broken = |error: std::io::Error| ChannelError::passing(format!("its mailbox cannot be read: {error}"));
        let (waiting, unsent) = (mailbox.waiting().map_err(broken)?, mailbox.unsent().map_err(broken)?);
        let running = Arc::new(Self {
            account,
            channel,
            mailbox,
            gateway: Arc::downgrade(gateway),
            rooms: Mutex::default(),
            problem: Mutex::default(),
            told: Mutex::default(),
            over: Mutex::new(false),
            ended: Condvar::new(),
            tell,
        });
        let mut left: Vec<(u64, Work)> = waiting.into_iter().map(|(number, one)| (number, Work::Answer(one))).collect();
        left.extend(unsent.into_iter().map(|(number, one)| (number, Work::Send(one))));
        left.sort_by_key(|(number, _)| *number);
        left.into_iter().for_each(|(number, work)| running.submit(number, work));
        let listener = running.clone();
        std::thread::spawn(move || listener.listen());
        Ok(running)
    }

    /// Has it end: nothing more is taken, and no wait is waited out.
    pub fn stop(&self) {
        *lock(&self.over) = true;
        self.ended.notify_all();
    }

    /// Whether nobody works any more; somebody may still listen, to whom nothing is given.
    pub fn is_idle(&self) -> bool {
        lock(&self.rooms).workers == 0
    }

    /// Takes a message: it is on disk when this returns, and is answered later.
    pub fn receive(self: &Arc<Self>, mut message: Incoming) -> Result<Received, ReceiveError> {
        let unavailable = |what: String| ReceiveError::Unavailable(ChannelError::passing(what));
        if self.is_over() {
            return Err(unavailable("it is being stopped".to_owned()));
        }
        for id in [&message.id, &message.peer, &message.room] {
            let fits = |c: char| !c.is_whitespace() && !c.is_control() && c != '|';
            if id.is_empty() || id.len() > LONGEST_ID || !id.chars().all(fits) {
                return Err(ReceiveError::Malformed("an id is empty, too long or holds spaces or \"|\""));
            }
        }
        if message.text.len() > LONGEST_TEXT {
            return Err(ReceiveError::Malformed("the text is longer than 64 KiB"));
        }
        message.text = message.text.replace('\0', "").trim().to_owned();
        let gateway = self.gateway.upgrade().ok_or_else(|| unavailable("it is being stopped".to_owned()))?;
        let route = gateway.route_message(&self.origin(&message));
        if route.map_err(|error| unavailable(error.to_string()))?.is_none() {
            let (what, id, list) = match message.direct {
                true => ("person", &message.peer, "people"),
                false => ("room", &message.room, "rooms"),
            };
            self.tell_once(&format!(
                "a message of a {what} that is not listed was left aside: {} ({list} under channels.{} lists who is heard)",
                id.escape_debug(),
                self.account.channel
            ));
            return Ok(Received::Unlisted);
        }
        match self.mailbox.take(&message) {
            Ok(Taken::New(number)) => self.submit(number, Work::Answer(message)),
            Ok(Taken::Known) => return Ok(Received::Known),
            Ok(Taken::Full) => return Err(unavailable("too many messages wait for an answer".to_owned())),
            Err(error) => return Err(unavailable(format!("a message cannot be kept: {error}"))),
        }
        Ok(Received::New)
    }

    /// Where a message came from, as bindings know it.
    pub fn origin<'m>(&'m self, message: &'m Incoming) -> MessageOrigin<'m> {
        MessageOrigin {
            channel: &self.account.channel,
            account: Some(&self.account.account),
            kind: Some(if message.direct { "dm" } else { "group" }),
            peer: Some(&message.peer),
            room: Some(&message.room),
        }
    }

    /// Tells a person something, once.
    pub fn tell_once(&self, what: &str) {
        let mut told = lock(&self.told);
        // What strangers cause must not grow for ever.
        if told.len() < 1_000 && told.insert(what.to_owned()) {
            (self.tell)(&format!("{}: {what}", self.account.name()));
        }
    }

    fn is_over(&self) -> bool {
        *lock(&self.over)
    }

    /// Waits, unless it is over before; says whether it is.
    fn pause(&self, time: Duration) -> bool {
        let over = lock(&self.over);
        let waited = self.ended.wait_timeout_while(over, time, |over| !*over);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn listen(self: Arc<Self>) {
        let mut tries = 0;
        while !self.is_over() {
            let line = ChannelReceiver { running: &self, worked: AtomicBool::new(false) };
            let listened = catch_unwind(AssertUnwindSafe(|| self.channel.listen(&line)));
            let error = match listened {
                Ok(Ok(())) => return,
                Ok(Err(error)) => error,
                Err(_) => ChannelError::passing("what the service said made the program fail"),
            };
            if line.worked.load(Ordering::Relaxed) {
                tries = 0;
            }
            let wait = match error.passing {
                true => wait_before(tries, error.wait, LONGEST_WAIT),
                false => LONGEST_WAIT,
            };
            tries += 1;
            if self.is_over() {
                return;
            }
            self.is_wrong(&error, wait);
            self.pause(wait);
        }
    }

    /// Tells of a problem that is not the one told last.
    fn is_wrong(&self, error: &ChannelError, wait: Duration) {
        let what = error.to_string();
        let mut problem = lock(&self.problem);
        if problem.as_ref() != Some(&what) {
            let when = format!("{:.1} s", wait.as_secs_f64());
            (self.tell)(&format!("{}: {what}; it is tried again in {when}", self.account.name()));
            *problem = Some(what);
        }
    }

    fn works(&self) {
        if lock(&self.problem).take().is_some() {
            (self.tell)(&format!("{}: works again", self.account.name()));
        }
    }

    fn submit(self: &Arc<Self>, number: u64, work: Work) {
        let room = match &work {
            Work::Answer(message) => message.room.clone(),
            Work::Send(answer) => answer.to.room.clone(),
        };
        let mut rooms = lock(&self.rooms);
        rooms.work.entry(room.clone()).or_default().push_back((number, work));
        if !rooms.taken.insert(room.clone()) {
            return;
        }
        if rooms.workers == AT_ONCE {
            rooms.ready.push_back(room);
            return;
        }
        rooms.workers += 1;
        let worker = self.clone();
        std::thread::spawn(move || worker.work(room));
    }

    /// Works on one room after the other until there is nothing to do.
    fn work(self: Arc<Self>, mut room: String) {
        loop {
            let mut rooms = lock(&self.rooms);
            if self.is_over() {
                rooms.workers -= 1;
                return;
            }
            let next = rooms.work.get_mut(&room).and_then(VecDeque::pop_front);
            let Some((number, work)) = next else {
                rooms.work.remove(&room);
                rooms.taken.remove(&room);
                match rooms.ready.pop_front() {
                    Some(other) => room = other,
                    None => {
                        rooms.workers -= 1;
                        return;
                    }
                }
                continue;
            };
            drop(rooms);
            match work {
                Work::Answer(message) => self.answer(number, message),
                Work::Send(answer) => self.send(number, answer),
            }
        }
    }

    fn answer(&self, number: u64, message: Incoming) {
        let Some(text) = self.turn(&message) else { return };
        let parts = split(&text.unwrap_or_default(), self.channel.longest());
        let answer = (!parts.is_empty()).then_some(PendingReply { to: message, parts, sent: 0 });
        if let Err(error) = self.mailbox.answered(number, answer.as_ref()) {
            self.tell_once(&format!("an answer cannot be kept: {error}"));
        }
        if let Some(answer) = answer {
            self.send(number, answer);
        }
    }

    /// The answer to a message; `None` where it must wait for another start.
    fn turn(&self, message: &Incoming) -> Option<Option<String>> {
        for tries in 1..=TURN_TRIES {
            let gateway = self.gateway.upgrade()?;
            let done = catch_unwind(AssertUnwindSafe(|| turn::take(&gateway, self, message)));
            drop(gateway);
            let error = match done {
                Ok(Ok(text)) => return Some(text),
                Ok(Err(error)) => error.to_string(),
                Err(_) => "the program failed".to_owned(),
            };
            if tries == TURN_TRIES {
                self.tell_once(&format!("a message could not be answered: {error}; the next start tries again"));
            } else if self.pause(wait_before(tries, None, LONGEST_WAIT)) {
                break;
            }
        }
        None
    }

    fn send(&self, number: u64, mut answer: PendingReply) {
        let mut tries = 0;
        while let Some(text) = answer.parts.get(answer.sent) {
            let seed = format!("{}\0{}\0{}", self.account.name(), answer.to.id, answer.sent);
            let key = blake3::hash(seed.as_bytes()).to_hex()[..32].to_owned();
            match self.channel.send(&Outgoing { to: &answer.to, text, key: &key }) {
                Ok(()) => {
                    tries = 0;
                    answer.sent += 1;
                    if answer.sent < answer.parts.len() && self.mailbox.keep(number, &answer).is_err() {
                        self.tell_once("how far an answer was sent cannot be kept; a restart may send it twice");
                    }
                }
                Err(error) if !error.passing => {
                    self.tell_once(&format!("an answer is given up: {error}"));
                    break;
                }
                Err(error) => {
                    tries += 1;
                    self.tell_once(&format!("an answer could not be sent yet: {error}"));
                    if tries == SEND_TRIES {
                        self.tell_once("an answer waits for the next start: it could not be sent for too long");
                        return;
                    }
                    if self.pause(wait_before(tries - 1, error.wait, LONGEST_WAIT)) {
                        return;
                    }
                }
            }
        }
        if let Err(error) = self.mailbox.sent(number) {
            self.tell_once(&format!("an answer that was sent cannot be put away: {error}"));
        }
    }
}

impl ChannelReceiver<'_> {
    /// How far the service was read before.
    pub fn cursor(&self) -> Option<String> {
        self.running.mailbox.cursor()
    }

    /// Keeps how far the service was read.
    pub fn keep_cursor(&self, cursor: &str) -> Result<(), ChannelError> {
        let kept = self.running.mailbox.keep_cursor(cursor);
        kept.map_err(|error| ChannelError::passing(format!("how far it was read cannot be kept: {error}")))
    }

    /// Takes a message; what cannot be understood is left aside.
    pub fn receive(&self, message: Incoming) -> Result<(), ChannelError> {
        match self.running.receive(message) {
            Ok(_) => Ok(()),
            Err(ReceiveError::Unavailable(error)) => Err(error),
            Err(ReceiveError::Malformed(why)) => {
                self.tell(&format!("a message was left aside: {why}"));
                Ok(())
            }
        }
    }

    /// Says that the connection works.
    pub fn works(&self) {
        self.worked.store(true, Ordering::Relaxed);
        self.running.works();
    }

    /// Tells a person something, once.
    pub fn tell(&self, what: &str) {
        self.running.tell_once(what);
    }

    /// Whether nobody listens any more.
    pub fn is_over(&self) -> bool {
        self.running.is_over()
    }

    /// Waits, unless it is over before.
    pub fn pause(&self, time: Duration) {
        self.running.pause(time);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
