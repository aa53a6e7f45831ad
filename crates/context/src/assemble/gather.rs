//! Loads, overrides and filters: from the table and the files to pieces of text a session may see.
//!
//! A file a session may not see is not even read.

use soulfile_text::tokens;

use super::Request;
use super::episode::{Entry, Scope, entries};
use super::fence::{neutralise, remark};
use super::plan::{RITUALS, Slot, View, may_see, view};
use super::render::{notices, runtime};
use super::report::ContextReport;
use crate::day;
use crate::files::ReadFiles;
use crate::markdown::{Fences, section};
use crate::persona::SOUL_FILE;
use crate::replies::heartbeat_is_empty;
use crate::session::{SessionKind, Store, grantable, matches_pattern};

/// A piece of the context before its size is decided.
#[derive(Debug, Clone)]
pub struct Piece {
    /// Where it goes.
    pub slot: Slot,
    /// The file it comes from.
    pub path: Option<String>,
    /// Why it is here.
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
    /// Its text.
    pub text: String,
    /// Its source, where it must be quoted.
    pub untrusted: Option<String>,
}

/// What reading a file gave.
enum Read {
    Text { text: String, bytes: usize },
    Missing,
    Refused(String),
}

struct Gatherer<'a, 'r> {
    files: &'a dyn ReadFiles,
    request: &'a Request<'r>,
    report: &'a mut ContextReport,
    pieces: Vec<Piece>,
}

/// Gathers every piece a session may see, in the order of the slots.
pub fn gather(
    files: &dyn ReadFiles,
    request: &Request<'_>,
    report: &mut ContextReport,
) -> Vec<Piece> {
    let mut gatherer = Gatherer {
        files,
        request,
        report,
        pieces: Vec::new(),
    };
    if request.settings.enabled {
        gatherer.identity_files();
        gatherer.core();
        gatherer.grants();
        gatherer.places();
        gatherer.ritual();
        gatherer.recent();
    } else {
        gatherer
            .report
            .warn("memory.workspace.enabled is false: no workspace file is shown");
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

    fn add(&mut self, slot: Slot, path: Option<&str>, why: &str, content: Content) {
        self.pieces.push(Piece {
            slot,
            path: path.map(str::to_owned),
            why: why.to_owned(),
            content,
        });
    }

    fn identity_files(&mut self) {
        let persona = self.request.persona.clone();
        let soul = if persona.is_alternate() {
            persona.file.as_str()
        } else {
            SOUL_FILE
        };
        match self.visible(Slot::Soul, soul) {
            None => {}
            Some(_) if soul != SOUL_FILE => match self.read(soul) {
                Read::Text { text, bytes } => {
                    self.take(Slot::Soul, soul, &persona.explain(), text, bytes);
                    self.report
                        .left_out(SOUL_FILE, "the alternate persona is worn", 0);
                }
                Read::Missing | Read::Refused(_) => {
                    self.report.left_out(soul, "missing", 0);
                    self.report
                        .warn(format!("{soul} cannot be read; the normal persona is used"));
                    self.expected(Slot::Soul, SOUL_FILE, "who the agent is", None);
                }
            },
            Some(_) => self.expected(
                Slot::Soul,
                SOUL_FILE,
                "who the agent is",
                self.request.role.clone(),
            ),
        }
        if self.visible(Slot::Identity, "IDENTITY.md").is_some() {
            self.expected(Slot::Identity, "IDENTITY.md", "how the agent appears", None);
        }
        self.expected(
            Slot::Rules,
            "AGENTS.md",
            "how to work here",
            self.request.instructions.clone(),
        );
        self.optional(Slot::Tools, "TOOLS.md", "notes on tools");
        if self.visible(Slot::User, "USER.md").is_some() {
            self.expected(Slot::User, "USER.md", "who the user is", None);
        }
    }

    fn core(&mut self) {
        const PATH: &str = "MEMORY.md";
        match self.visible(Slot::Core, PATH) {
            Some(View::Whole) => self.expected(Slot::Core, PATH, "core memory", None),
            Some(View::PerGrant) if self.request.session.access.allows(PATH) => {
                self.optional(Slot::Core, PATH, "granted");
            }
            Some(View::PerGrant)
                if self
                    .request
                    .session
                    .access
                    .sections
                    .iter()
                    .any(|s| s.starts_with("MEMORY.md#")) => {}
            Some(_) => self.report.left_out(PATH, "not granted", 0),
            None => {}
        }
    }

    /// What a sub-agent was granted beyond the rules, core memory and daily notes.
    fn grants(&mut self) {
        if self.kind() != SessionKind::Subagent {
            return;
        }
        let access = self.request.session.access.clone();
        let mut paths: Vec<String> = Vec::new();
        for pattern in &access.files {
            if !pattern.contains('*') {
                paths.push(pattern.clone());
                continue;
            }
            let dir = pattern.rsplit_once('/').map_or("", |(dir, _)| dir);
            match self.files.list(dir) {
                Ok(found) if !dir.contains('*') => {
                    paths.extend(found.into_iter().filter(|p| matches_pattern(pattern, p)))
                }
                _ => self
                    .report
                    .warn(format!("the grant {pattern} cannot be listed")),
            }
        }
        paths.sort();
        paths.dedup();
        for path in paths {
            if ["AGENTS.md", "TOOLS.md", "MEMORY.md"].contains(&path.as_str())
                || day::day_of_path(&path).is_some()
            {
                continue;
            }
            if grantable(&path) {
                self.optional(Slot::Granted, &path, "granted");
            } else {
                self.report.left_out(&path, "cannot be granted", 0);
            }
        }
        for wanted in &access.sections {
            self.granted_section(wanted);
        }
        let stores: Vec<&str> = [
            (Store::Semantic, "memory/graph/"),
            (Store::Procedural, "memory/procedures/"),
            (Store::Vault, "memory/vault/"),
        ]
        .into_iter()
        .filter(|(store, _)| access.has_store(*store))
        .map(|(_, dir)| dir)
        .collect();
        if !stores.is_empty() {
            let text = format!(
                "You may read {} with memory_search and memory_get.",
                stores.join(", ")
            );
            self.add(Slot::Granted, None, "granted stores", Content::Text(text));
        }
    }

    fn granted_section(&mut self, wanted: &str) {
        let Some((path, title)) = wanted.split_once('#') else {
            return self
                .report
                .warn(format!("the grant {wanted:?} is not FILE.md#Heading"));
        };
        if !grantable(path) {
            return self.report.left_out(path, "cannot be granted", 0);
        }
        let slot = if path == "MEMORY.md" {
            Slot::Core
        } else {
            Slot::Granted
        };
        match self.read(path) {
            Read::Text { text, bytes } => match section(&text, title) {
                Some(part) => {
                    let part = part.to_owned();
                    self.take(
                        slot,
                        path,
                        &format!("granted: the section “{}”", title.trim()),
                        part,
                        bytes,
                    );
                }
                None => {
                    self.report
                        .left_out(path, &format!("has no section “{}”", title.trim()), bytes)
                }
            },
            Read::Missing => self.report.left_out(path, "missing", 0),
            Read::Refused(why) => self.refused(slot, path, &why),
        }
    }

    fn places(&mut self) {
        if let Some(path) = self.request.session.room_file()
            && self.visible(Slot::Room, &path).is_some()
        {
            self.optional(Slot::Room, &path, "about this room");
        }
        let Some(path) = self.request.session.user_file() else {
            return;
        };
        match self.visible(Slot::Speaker, &path) {
            Some(View::Shareable) => match self.read(&path) {
                Read::Text { text, bytes } => match section(&text, "Shareable") {
                    Some(part) => {
                        let part = part.to_owned();
                        self.take(
                            Slot::Speaker,
                            &path,
                            "the shareable part about the speaker",
                            part,
                            bytes,
                        );
                    }
                    None => self
                        .report
                        .left_out(&path, "has no section “Shareable”", bytes),
                },
                Read::Missing => self.report.left_out(&path, "missing", 0),
                Read::Refused(why) => self.refused(Slot::Speaker, &path, &why),
            },
            Some(_) => self.optional(Slot::Speaker, &path, "about the person speaking"),
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
                Read::Text { text, bytes } if heartbeat_is_empty(&text) => {
                    self.report.left_out(path, "nothing on the list", bytes);
                }
                Read::Text { text, bytes } => self.take(Slot::Ritual, path, "due now", text, bytes),
                Read::Missing => self.report.left_out(path, "missing", 0),
                Read::Refused(why) => self.refused(Slot::Ritual, path, &why),
            }
        }
    }

    /// Daily notes, the oldest day first: yesterday no longer changes, so it is the better cache prefix.
    fn recent(&mut self) {
        let seen = view(Slot::Recent, self.kind());
        let access = &self.request.session.access;
        let granted_none =
            seen == View::PerGrant && !access.has_store(Store::Episodic) && access.tags.is_empty();
        if granted_none {
            return self
                .report
                .left_out("memory/", "daily notes are not granted", 0);
        }
        if seen == View::RoomEntries && self.request.session.room.is_none() {
            return self.report.left_out(
                "memory/",
                "no room was named, so no entry is of this room",
                0,
            );
        }
        let slugged = match self.files.list("memory") {
            Ok(paths) => paths,
            Err(why) => {
                self.report.warn(format!("memory/ cannot be listed: {why}"));
                Vec::new()
            }
        };
        for day in day::recent_days(self.request.now, self.request.settings.recent_days)
            .into_iter()
            .rev()
        {
            let mut paths = vec![day::episodes_path(day), day::flat_path(day)];
            let prefix = format!("memory/{day}-");
            let of_day = slugged
                .iter()
                .filter(|path| path.starts_with(&prefix) && day::day_of_path(path).is_some());
            paths.extend(of_day.cloned());
            let before = self.report.files.len();
            for path in &paths {
                self.daily(path, seen);
            }
            if self.report.files.len() == before {
                self.report.left_out(&paths[0], "no notes on this day", 0);
            }
        }
    }

    fn daily(&mut self, path: &str, seen: View) {
        match self.read(path) {
            Read::Missing => {}
            Read::Refused(why) => self.refused(Slot::Recent, path, &why),
            Read::Text { text, bytes } => {
                self.limits(path, &text, bytes);
                let all = entries(&text);
                let total = all.len();
                let shown: Vec<EntryText> = all
                    .into_iter()
                    .filter(|entry| may_see(self.request.session, seen, entry))
                    .map(entry_text)
                    .collect();
                let why = match seen {
                    View::RoomEntries => "entries of this room",
                    View::PerGrant => "granted entries",
                    _ => "recent notes",
                };
                if shown.is_empty() {
                    let why = if total == 0 {
                        "empty"
                    } else {
                        "no entry this session may see"
                    };
                    self.report.left_out(path, why, bytes);
                } else {
                    self.report.included(
                        path,
                        &format!("{why} ({} of {total})", shown.len()),
                        bytes,
                    );
                    self.add(Slot::Recent, Some(path), why, Content::Entries(shown));
                }
            }
        }
    }

    fn volatile(&mut self) {
        if view(Slot::Notices, self.kind()) == View::Whole
            && let Some(text) = notices(&self.request.notices)
        {
            self.add(
                Slot::Notices,
                None,
                "waiting for the user",
                Content::Text(text),
            );
        }
        let text = runtime(self.request.session, self.request.now);
        self.add(Slot::Runtime, None, "this session", Content::Text(text));
    }

    /// Asks the table; records why a file is out.
    fn visible(&mut self, slot: Slot, path: &str) -> Option<View> {
        match view(slot, self.kind()) {
            View::Never(why) => {
                self.report.left_out(path, why, 0);
                None
            }
            seen => Some(seen),
        }
    }

    /// A file every workspace should have: missing, it leaves a marker, or what stands in for it.
    fn expected(&mut self, slot: Slot, path: &str, why: &str, stand_in: Option<String>) {
        match (
            self.read(path),
            stand_in.filter(|text| !text.trim().is_empty()),
        ) {
            (Read::Text { text, bytes }, _) => self.take(slot, path, why, text, bytes),
            (Read::Missing, Some(text)) => {
                self.report
                    .left_out(path, "missing; the configuration stands in", 0);
                let text = neutralise(text.trim()).into_owned();
                self.add(slot, None, "from the configuration", Content::Text(text));
            }
            (Read::Missing, None) => {
                self.report.left_out(path, "missing", 0);
                self.report
                    .warn(format!("{path} is missing; `soul setup` writes a starter"));
                self.add(
                    slot,
                    Some(path),
                    "missing",
                    Content::Remark(remark(&format!("{path} is missing"))),
                );
            }
            (Read::Refused(problem), _) => self.refused(slot, path, &problem),
        }
    }

    /// A file that need not be there.
    fn optional(&mut self, slot: Slot, path: &str, why: &str) {
        match self.read(path) {
            Read::Text { text, bytes } => self.take(slot, path, why, text, bytes),
            Read::Missing => self.report.left_out(path, "not there (optional)", 0),
            Read::Refused(problem) => self.refused(slot, path, &problem),
        }
    }

    fn refused(&mut self, slot: Slot, path: &str, problem: &str) {
        self.report
            .left_out(path, &format!("cannot be read: {problem}"), 0);
        self.report
            .warn(format!("{path} cannot be read: {problem}"));
        let problem = problem.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = remark(&format!("{path} cannot be read: {}", neutralise(&problem)));
        self.add(slot, Some(path), "cannot be read", Content::Remark(text));
    }

    fn take(&mut self, slot: Slot, path: &str, why: &str, text: String, bytes: usize) {
        if text.trim().is_empty() {
            return self.report.left_out(path, "empty", bytes);
        }
        self.limits(path, &text, bytes);
        self.report.included(path, why, bytes);
        let text = neutralise(text.trim()).into_owned();
        self.add(slot, Some(path), why, Content::Text(text));
    }

    /// Warns from 80 % of a limit on.
    fn limits(&mut self, path: &str, text: &str, bytes: usize) {
        let settings = &self.request.settings;
        if bytes as f64 >= settings.max_chars as f64 * settings.warn_share {
            self.report.warn_near(
                path,
                text.chars().count(),
                settings.max_chars,
                "characters",
                settings,
            );
        }
        self.report
            .warn_near(path, bytes, settings.max_file_size, "bytes", settings);
        if path == "MEMORY.md" {
            self.report.warn_near(
                path,
                tokens::estimate(text),
                settings.core_tokens,
                "tokens",
                settings,
            );
        }
    }

    fn read(&mut self, path: &str) -> Read {
        match self.files.read(path) {
            Ok(None) => Read::Missing,
            Err(why) => Read::Refused(why),
            Ok(Some(content)) => {
                let bytes = content.len();
                let text = String::from_utf8(content).unwrap_or_else(|broken| {
                    self.report.warn(format!(
                        "{path} is not UTF-8 throughout; unreadable bytes are shown as �"
                    ));
                    String::from_utf8_lossy(broken.as_bytes()).into_owned()
                });
                let text = match text.strip_prefix('\u{feff}') {
                    Some(rest) => rest.to_owned(),
                    None => text,
                };
                let text = if text.contains('\r') {
                    text.replace("\r\n", "\n").replace('\r', "\n")
                } else {
                    text
                };
                Read::Text { text, bytes }
            }
        }
    }
}

/// An entry as it is shown. Text of a trusted source is neutralised here; other text when it is quoted.
fn entry_text(entry: Entry<'_>) -> EntryText {
    let mut text = match entry.untrusted {
        Some(_) => entry.text.to_owned(),
        None => neutralise(entry.text).into_owned(),
    };
    if entry.broken && entry.scope != Scope::Private {
        let mut fences = Fences::default();
        for line in entry.text.lines() {
            fences.enter(line);
        }
        if let Some(close) = fences.closing() {
            text = format!("{}\n{close}\n", text.trim_end());
        }
        let told = remark(
            "what follows in the file is not shown: a code block here is not closed before a heading",
        );
        text.push_str(&told);
    }
    EntryText {
        text,
        untrusted: entry.untrusted,
    }
}
