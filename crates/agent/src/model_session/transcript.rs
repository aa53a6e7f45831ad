//! A session on disk: one JSON document per line, appended and synced turn by turn. A line that was torn by a crash is
//! left out at the next reading; everything before it counts.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use soulfile_api::{ChatExchange, Reply, SessionInfo};
use soulfile_engine::{Error, Result};
use soulfile_models::chat::{Message, Part, Role};

use crate::conversation::Conversation;

/// One line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum TranscriptLine {
    /// The session began.
    Begun {
        id: String,
        /// When.
        at: String,
        /// What kind of session.
        session: String,
        /// The room.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        room: Option<String>,
        /// The speaker.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        user: Option<String>,
        model: String,
    },
    /// Something was said.
    TalkEvent {
        /// When.
        at: String,
        /// What.
        message: Message,
        /// SHA-256 of the context the model had.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<String>,
        /// The persona in effect.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        persona: Option<String>,
    },
    /// Memory was written before history is shortened.
    Flushed {
        /// When.
        at: String,
        /// Who wrote: `model` or `built-in`.
        by: String,
        /// Receipts of what was written.
        receipts: Vec<String>,
    },
    /// History was shortened: this is what stands for everything before.
    Compacted {
        /// When.
        at: String,
        /// What is sent from here on.
        history: Vec<Message>,
    },
    /// A line, and what was shown for it.
    Shown(ChatExchange),
    /// A line of a later version.
    #[serde(other)]
    Unknown,
}

/// A session being written.
pub(crate) struct Transcript {
    path: PathBuf,
    file: File,
    header: TranscriptLine,
}

/// What a session on disk holds.
pub(crate) struct Past {
    /// What a model is sent of it.
    pub messages: Vec<Message>,
    /// What a person was shown of it.
    pub exchanges: Vec<ChatExchange>,
}

impl Transcript {
    /// Opens the transcript of a conversation, and gives what was said in it before.
    pub(crate) fn open(folder: &Path, conversation: &Conversation, model: &str) -> Result<(Self, Past)> {
        fs::create_dir_all(folder).map_err(io("making", folder))?;
        let path = file_of(folder, conversation.id())?;
        let known = path.exists();
        let mut file = private(&path)?;
        if file.try_lock().is_err() {
            return Err(Error::Conflict(format!("session {} is open elsewhere", conversation.id())));
        }
        let lines = if known { read(&path)? } else { Vec::new() };
        let who = &conversation.who;
        let header = TranscriptLine::Begun {
            id: conversation.id().to_owned(),
            at: now(conversation),
            session: who.kind.to_string(),
            room: who.room.clone(),
            user: who.user.clone(),
            model: model.to_owned(),
        };
        if let Some(TranscriptLine::Begun { session, room, user, .. }) = lines.first()
            && (*session != who.kind.to_string() || *room != who.room || *user != who.user)
        {
            return Err(Error::Denied(format!(
                "session {} was held as {session}, not as {}: it is not gone on with by others",
                conversation.id(),
                who.kind
            )));
        }
        if lines.is_empty() {
            append(&mut file, &path, &header)?;
        } else {
            // A torn last line must not take the next one with it.
            file.write_all(b"\n").map_err(io("writing", &path))?;
        }
        let past = Past { exchanges: exchanges(&lines), messages: history(lines) };
        Ok((Self { path, file, header }, past))
    }

    /// Adds lines and waits until they are on disk.
    pub(crate) fn add(&mut self, lines: &[TranscriptLine]) -> Result<()> {
        for line in lines {
            append(&mut self.file, &self.path, line)?;
        }
        self.file.sync_data().map_err(io("syncing", &self.path))
    }

    /// The folder it lies in.
    pub(crate) fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// Takes out everything that was said.
    pub(crate) fn clear(&mut self) -> Result<()> {
        self.file.set_len(0).map_err(io("clearing", &self.path))?;
        let header = self.header.clone();
        self.add(&[header])
    }
}

/// What is sent to a model of a session that is gone on with.
fn history(lines: Vec<TranscriptLine>) -> Vec<Message> {
    let mut out = Vec::new();
    for line in lines {
        match line {
            TranscriptLine::TalkEvent { message, .. } => out.push(message),
            TranscriptLine::Compacted { history, .. } => out = history,
            _ => {}
        }
    }
    // A turn that was broken off by a crash: a question without an answer, or calls without results.
    while out.last().is_some_and(|message| message.role == Role::User || message.tool_calls().next().is_some()) {
        out.pop();
    }
    out
}

/// The sessions of a folder, newest first.
pub fn list_sessions(folder: &Path) -> Vec<SessionInfo> {
    let mut out: Vec<SessionInfo> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "jsonl"))
        .filter_map(|entry| info(&read(&entry.path()).ok()?))
        .collect();
    out.sort_by(|a, b| (&b.last, &b.id).cmp(&(&a.last, &a.id)));
    out
}

/// Removes a session from disk; says whether there was one.
pub fn forget_session(folder: &Path, id: &str) -> Result<bool> {
    let path = file_of(folder, id)?;
    match fs::remove_file(&path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(io("removing", &path)(error)),
    }
}

/// What a person was shown; for sessions that do not say, what was said.
fn exchanges(lines: &[TranscriptLine]) -> Vec<ChatExchange> {
    let shown: Vec<ChatExchange> = lines
        .iter()
        .filter_map(|line| match line {
            TranscriptLine::Shown(exchange) => Some(exchange.clone()),
            _ => None,
        })
        .collect();
    if !shown.is_empty() {
        return shown;
    }
    let mut out: Vec<ChatExchange> = Vec::new();
    for line in lines {
        let TranscriptLine::TalkEvent { at, message, .. } = line else { continue };
        // The first part is the person's own; what follows is quoted for the model.
        let words = match message.role {
            Role::User => message.parts.iter().find_map(|part| match part {
                Part::Text { text, .. } => Some(text.clone()),
                _ => None,
            }),
            Role::Assistant => Some(message.text()).filter(|text| !text.trim().is_empty()),
        };
        match (message.role, words) {
            (Role::User, Some(said)) => {
                out.push(ChatExchange { at: at.clone(), said: Some(said), replies: Vec::new() });
            }
            (Role::Assistant, Some(text)) => {
                if let Some(last) = out.last_mut() {
                    last.replies.push(Reply::say(text));
                }
            }
            _ => {}
        }
    }
    out
}

fn info(lines: &[TranscriptLine]) -> Option<SessionInfo> {
    let Some(TranscriptLine::Begun { id, at, session, room, user, model }) = lines.first() else { return None };
    let exchanges = exchanges(lines);
    let first = exchanges.iter().find_map(|exchange| exchange.said.as_deref()).unwrap_or_default();
    let said = exchanges.iter().filter(|exchange| exchange.said.is_some()).count();
    Some(SessionInfo {
        id: id.clone(),
        begun: at.clone(),
        last: exchanges.last().map_or_else(|| at.clone(), |last| last.at.clone()),
        messages: said + exchanges.iter().filter(|exchange| !exchange.replies.is_empty()).count(),
        model: model.clone(),
        session: session.clone(),
        room: room.clone(),
        user: user.clone(),
        first: first.lines().next().unwrap_or_default().chars().take(80).collect(),
    })
}

fn read(path: &Path) -> Result<Vec<TranscriptLine>> {
    let file = File::open(path).map_err(io("reading", path))?;
    let mut out = Vec::new();
    for line in BufReader::new(file).split(b'\n') {
        let line = line.map_err(io("reading", path))?;
        out.extend(serde_json::from_slice::<TranscriptLine>(&line).ok());
    }
    Ok(out)
}

fn append(file: &mut File, path: &Path, line: &TranscriptLine) -> Result<()> {
    let text = serde_json::to_string(line).map_err(|error| Error::Invalid(error.to_string()))? + "\n";
    file.write_all(text.as_bytes()).map_err(io("writing", path))
}

/// A file that only its owner can read.
fn private(path: &Path) -> Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    File::options().append(true).create(true).mode(0o600).open(path).map_err(io("opening", path))
}

fn file_of(folder: &Path, id: &str) -> Result<PathBuf> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if id.is_empty() || id.len() > 100 || !id.chars().all(fits) {
        return Err(Error::Invalid(format!("{id:?} is not the id of a session")));
    }
    Ok(folder.join(format!("{id}.jsonl")))
}

/// The time, for a line.
pub(crate) fn now(conversation: &Conversation) -> String {
    conversation.engine.now().timestamp().to_string()
}

fn io(what: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Error + use<> {
    let path = path.display().to_string();
    move |source| Error::Io { what, path, source }
}
