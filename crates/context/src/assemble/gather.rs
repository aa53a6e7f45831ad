//! Loads, overrides and filters: from the table and the files to pieces of text a session may see.
//!
//! A file a session may not see is not even read.

mod core_lines;
mod grants;
mod load;
mod recent;

use super::AssembleRequest;
use super::plan::{ContextSlot, RITUALS, View, view};
use super::render::{notices, runtime};
use super::report::ContextReport;
use crate::files::ReadFiles;
use crate::markdown::section;
use crate::persona::SOUL_FILE;
use crate::session::SessionKind;
use crate::silent_replies::heartbeat_is_empty;
use load::FileRead;
use soulfile_vocabulary::layout;

/// A piece of the context before its size is decided.
#[derive(Debug, Clone)]
pub struct ContextPiece {
    /// Where it goes.
    pub slot: ContextSlot,
    /// The file it comes from.
    pub path: Option<String>,
    pub why: String,
    /// What it says.
    pub content: Content,
}

/// What a piece says.
#[derive(Debug, Clone)]
pub enum Content {
    /// File text, with our marks neutralised.
    Text(String),
    /// Entries of a daily file, oldest first.
    Entries(Vec<EntryText>),
    /// A remark of our own that stands alone.
    Remark(String),
}

/// One entry, ready to be written.
#[derive(Debug, Clone)]
pub struct EntryText {
    pub text: String,
    /// Its source, where it must be quoted.
    pub untrusted: Option<String>,
}

struct Gatherer<'a, 'r> {
    files: &'a dyn ReadFiles,
    request: &'a AssembleRequest<'r>,
    report: &'a mut ContextReport,
    pieces: Vec<ContextPiece>,
}

/// Gathers every piece a session may see, in the order of the slots.
pub fn gather(files: &dyn ReadFiles, request: &AssembleRequest<'_>, report: &mut ContextReport) -> Vec<ContextPiece> {
    let mut gatherer = Gatherer { files, request, report, pieces: Vec::new() };
    if request.settings.enabled {
        gatherer.identity_files();
        gatherer.core();
        gatherer.grants();
        gatherer.places();
        gatherer.ritual();
        gatherer.recent();
    } else {
        gatherer.report.warn("memory.workspace.enabled is false: no workspace file is shown");
    }
    gatherer.volatile();
    let mut pieces = gatherer.pieces;
    pieces.sort_by_key(|piece| piece.slot);
    pieces
}

impl Gatherer<'_, '_> {
    fn kind(&self) -> SessionKind {
        self.request.session.kind
    }

    fn add(&mut self, slot: ContextSlot, path: Option<&str>, why: &str, content: Content) {
        self.pieces.push(ContextPiece { slot, path: path.map(str::to_owned), why: why.to_owned(), content });
    }

    fn identity_files(&mut self) {
        let persona = self.request.persona.clone();
        let soul = if persona.is_alternate() { persona.file.as_str() } else { SOUL_FILE };
        match self.visible(ContextSlot::Soul, soul) {
            None => {}
            Some(_) if soul != SOUL_FILE => match self.read(soul) {
                FileRead::Text { text, bytes } => {
                    self.take(ContextSlot::Soul, soul, &persona.explain(), text, bytes);
                    self.report.left_out(SOUL_FILE, "the alternate persona is worn", 0);
                }
                FileRead::Missing | FileRead::Refused(_) => {
                    self.report.left_out(soul, "missing", 0);
                    self.report.warn(format!("{soul} cannot be read; the normal persona is used"));
                    self.expected(ContextSlot::Soul, SOUL_FILE, "who the agent is", None);
                }
            },
            Some(_) => self.expected(ContextSlot::Soul, SOUL_FILE, "who the agent is", self.request.role.clone()),
        }
        if self.visible(ContextSlot::Identity, layout::IDENTITY).is_some() {
            self.expected(ContextSlot::Identity, layout::IDENTITY, "how the agent appears", None);
        }
        self.expected(ContextSlot::Rules, layout::AGENTS, "how to work here", self.request.instructions.clone());
        self.optional(ContextSlot::Tools, layout::TOOLS, "notes on tools");
        if self.visible(ContextSlot::User, layout::USER).is_some() {
            self.expected(ContextSlot::User, layout::USER, "who the user is", None);
        }
    }

    fn places(&mut self) {
        if let Some(path) = self.request.session.room_file()
            && self.visible(ContextSlot::Room, &path).is_some()
        {
            self.optional(ContextSlot::Room, &path, "about this room");
        }
        let Some(path) = self.request.session.user_file() else {
            return;
        };
        match self.visible(ContextSlot::Speaker, &path) {
            Some(View::Shareable) => match self.read(&path) {
                FileRead::Text { text, bytes } => match section(&text, "Shareable") {
                    Some(part) => {
                        let part = part.to_owned();
                        self.take(ContextSlot::Speaker, &path, "the shareable part about the speaker", part, bytes);
                    }
                    None => self.report.left_out(&path, "has no section “Shareable”", bytes),
                },
                FileRead::Missing => self.report.left_out(&path, "missing", 0),
                FileRead::Refused(why) => self.refused(ContextSlot::Speaker, &path, &why),
            },
            Some(_) => self.optional(ContextSlot::Speaker, &path, "about the person speaking"),
            None => {}
        }
    }

    fn ritual(&mut self) {
        for (path, kind, otherwise) in RITUALS {
            if kind != self.kind() {
                self.report.left_out(path, otherwise, 0);
                continue;
            }
            match self.read(path) {
                FileRead::Text { text, bytes } if heartbeat_is_empty(&text) => {
                    self.report.left_out(path, "nothing on the list", bytes);
                }
                FileRead::Text { text, bytes } => self.take(ContextSlot::Ritual, path, "due now", text, bytes),
                FileRead::Missing => self.report.left_out(path, "missing", 0),
                FileRead::Refused(why) => self.refused(ContextSlot::Ritual, path, &why),
            }
        }
    }

    fn volatile(&mut self) {
        if view(ContextSlot::Notices, self.kind()) == View::Whole
            && let Some(text) = notices(&self.request.notices)
        {
            self.add(ContextSlot::Notices, None, "waiting for the user", Content::Text(text));
        }
        let text = runtime(self.request.session, self.request.now);
        self.add(ContextSlot::Runtime, None, "this session", Content::Text(text));
    }
}
