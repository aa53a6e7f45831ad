//! A model over HTTP: asks, reads on a thread of its own, tries again where that may help.

use std::hash::{BuildHasher, Hasher};
use std::io::Read;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use serde_json::Value;

use super::assembly::Assembly;
use super::framing::{FrameSplitter, Framing};
use super::wire::{Decoder, Trouble, Wire};
use super::{Cancel, ChatEvent, ChatModel, ChatRequest, Failed, ModelAnswer};
use crate::error::Error;
use crate::http::{FIRST_WAIT, HttpFailure, RemoteServer, TRIES};
use soulfile_vocabulary::WireFormat;

/// How often a silent stream is left to see whether the caller cancelled.
const LOOK: Duration = Duration::from_millis(20);
/// Longest wait before another try; a server that asks for more is not waited for.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// A model over HTTP.
pub struct RemoteChat {
    pub(super) id: String,
    pub(super) model: String,
    pub(super) window: usize,
    pub(super) api: WireFormat,
    /// Whether the server is the wire format's own.
    pub(super) own: bool,
    pub(super) wire: Box<dyn Wire>,
    pub(super) server: Arc<RemoteServer>,
    /// Longest silence of the server.
    pub(super) silence: Duration,
}

/// What the reading thread tells.
pub(super) enum StreamPiece {
    Began { whole: bool },
    Bytes(Vec<u8>),
    Ended,
    Failed(HttpFailure),
}

impl RemoteChat {
    /// The models the server offers, by name.
    pub fn list(&self, patience: Duration) -> Result<Vec<String>, Error> {
        let answer = self.server.get(self.wire.list_path(), patience)?;
        let list = ["data", "models"].iter().find_map(|key| answer[key].as_array());
        let mut names: Vec<String> = list
            .into_iter()
            .flatten()
            .filter_map(|item| ["id", "name", "model"].iter().find_map(|key| item[key].as_str()))
            .map(|name| name.strip_prefix("models/").unwrap_or(name).to_owned())
            .collect();
        names.sort();
        names.dedup();
        Ok(names)
    }

    /// One try. A failure that comes before anything was shown may be tried again.
    fn attempt(&self, body: &Arc<Value>, cancel: &Cancel, out: &mut Assembly<'_>) -> Result<(), HttpFailure> {
        let (sender, receiver) = sync_channel(64);
        let (server, path, body, silence) =
            (self.server.clone(), self.wire.path(&self.model), body.clone(), self.silence);
        // The thread ends with the stream, or at its next byte once nobody listens.
        std::thread::spawn(move || read(&server, &path, &body, silence, &sender));
        self.assemble(&mut || self.next(&receiver, cancel), out)
    }

    /// Puts an answer together from pieces of a stream.
    pub(super) fn assemble(
        &self,
        next: &mut dyn FnMut() -> Result<StreamPiece, HttpFailure>,
        out: &mut Assembly<'_>,
    ) -> Result<(), HttpFailure> {
        let mut decoder = self.wire.decoder();
        let mut splitter = FrameSplitter::new(self.wire.framing());
        let mut events = Vec::new();
        loop {
            let ended = match next()? {
                StreamPiece::Began { whole } => {
                    if whole && self.wire.framing() == Framing::Events {
                        splitter = FrameSplitter::new(Framing::Whole);
                    }
                    continue;
                }
                StreamPiece::Bytes(bytes) => {
                    if splitter.push(&bytes, &mut events).is_err() {
                        return Err(self.malformed("an event is longer than any answer should be"));
                    }
                    None
                }
                StreamPiece::Ended => {
                    splitter.end(&mut events);
                    Some(HttpFailure::Passing { error: self.cut("the stream ended before the answer did"), wait: None })
                }
                StreamPiece::Failed(failure) => {
                    splitter.end(&mut events);
                    Some(failure)
                }
            };
            self.decode(&mut *decoder, &mut events, ended.is_some(), out)?;
            if out.stopped().is_some() {
                return Ok(());
            }
            if let Some(failure) = ended {
                return if decoder.ended(out) { Ok(()) } else { Err(failure) };
            }
        }
    }

    fn decode(
        &self,
        decoder: &mut dyn Decoder,
        events: &mut Vec<super::framing::ServerSentEvent>,
        last: bool,
        out: &mut Assembly<'_>,
    ) -> Result<(), HttpFailure> {
        let count = events.len();
        for (at, event) in events.drain(..).enumerate() {
            match decoder.event(&event, out) {
                Ok(()) => {}
                Err(Trouble::Said(said)) => {
                    return Err(self.server.stream_failure(said.status(), &said.code, &said.words));
                }
                // The last event of a stream that was cut is half an event.
                Err(Trouble::Malformed(_)) if last && at + 1 == count => {}
                Err(Trouble::Malformed(what)) => return Err(self.malformed(&what)),
            }
        }
        Ok(())
    }

    fn next(&self, receiver: &Receiver<StreamPiece>, cancel: &Cancel) -> Result<StreamPiece, HttpFailure> {
        loop {
            if cancel.is_cancelled() {
                return Err(HttpFailure::Final(Error::Cancelled));
            }
            match receiver.recv_timeout(LOOK) {
                Ok(read) => return Ok(read),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(StreamPiece::Ended),
            }
        }
    }

    fn malformed(&self, what: &str) -> HttpFailure {
        HttpFailure::Final(Error::Answer(format!("{}: {what}", self.server.name())))
    }

    fn cut(&self, what: &str) -> Error {
        Error::Cut(format!("{}: {what}", self.server.name()))
    }
}

impl ChatModel for RemoteChat {
    fn id(&self) -> &str {
        &self.id
    }

    fn window(&self) -> usize {
        self.window
    }

    fn ask(
        &self,
        request: &ChatRequest,
        cancel: &Cancel,
        on_event: &mut dyn FnMut(ChatEvent),
    ) -> Result<ModelAnswer, Box<Failed>> {
        let body = Arc::new(self.wire.body(&self.model, request));
        let mut wait = FIRST_WAIT;
        for attempt in 1..=TRIES {
            let mut out = Assembly::new(self.wire.answer_tool(request), on_event);
            let tried = self.attempt(&body, cancel, &mut out);
            let stop = out.stopped();
            let failure = match (tried, stop) {
                (Ok(()), Some(stop)) => {
                    let (message, usage) = out.into_message();
                    return Ok(ModelAnswer { message, usage, stop, model: self.id.clone() });
                }
                (Ok(()), None) => HttpFailure::Final(self.cut("the answer did not end")),
                (Err(failure), _) => failure,
            };
            let fresh = !out.has_content();
            let (error, pause) = match failure {
                HttpFailure::Passing { error, wait: asked } if fresh && attempt < TRIES => {
                    (error, Some(asked.unwrap_or_else(|| jittered(wait))))
                }
                // What was shown cannot be taken back: the caller decides what to do with half an answer.
                HttpFailure::Passing { error, .. } if !fresh => (Error::Cut(error.to_string()), None),
                other => (other.into_error(), None),
            };
            let Some(pause) = pause.filter(|pause| *pause <= LONGEST_WAIT) else {
                let (kept, usage) = out.into_message();
                return Err(Box::new(Failed { error, kept, usage, model: self.id.clone() }));
            };
            out.notice(format!("{error}; trying again in {:.1} s", pause.as_secs_f64()));
            if cancel.wait(pause) {
                let (kept, usage) = out.into_message();
                return Err(Box::new(Failed { error: Error::Cancelled, kept, usage, model: self.id.clone() }));
            }
            wait *= 2;
        }
        unreachable!("the last try returns")
    }
}

/// A wait that differs from caller to caller, so that they do not all come back at once.
fn jittered(wait: Duration) -> Duration {
    let random = std::collections::hash_map::RandomState::new().build_hasher().finish();
    wait.mul_f64(0.5 + (random % 1024) as f64 / 1024.0)
}

fn read(server: &RemoteServer, path: &str, body: &Value, silence: Duration, to: &SyncSender<StreamPiece>) {
    let mut opened = match server.open(path, body, silence) {
        Ok(opened) => opened,
        Err(failure) => {
            let _ = to.send(StreamPiece::Failed(failure));
            return;
        }
    };
    // Sending fails when nobody listens any more; dropping the body then closes the connection.
    if to.send(StreamPiece::Began { whole: opened.whole }).is_err() {
        return;
    }
    let mut buffer = vec![0; 16 << 10];
    loop {
        let told = match opened.body.read(&mut buffer) {
            Ok(0) => StreamPiece::Ended,
            Ok(count) => StreamPiece::Bytes(buffer[..count].to_vec()),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => StreamPiece::Failed(server.read_failure(error)),
        };
        let last = !matches!(told, StreamPiece::Bytes(_));
        if to.send(told).is_err() || last {
            return;
        }
    }
}
