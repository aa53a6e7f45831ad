//! Reads one file for a session: present, missing or refused, with its limits and its place in the report.

use soulfile_text::tokens;
use soulfile_vocabulary::layout;

use super::super::fence::{neutralise, remark};
use super::super::plan::{ContextSlot, View, view};
use super::{Content, Gatherer, core_lines};

/// What reading a file gave.
pub(super) enum FileRead {
    Text { text: String, bytes: usize },
    Missing,
    Refused(String),
}

impl Gatherer<'_, '_> {
    /// Asks the table; records why a file is out.
    pub(super) fn visible(&mut self, slot: ContextSlot, path: &str) -> Option<View> {
        match view(slot, self.kind()) {
            View::Never(why) => {
                self.report.left_out(path, why, 0);
                None
            }
            seen => Some(seen),
        }
    }

    /// A file every workspace should have: missing, it leaves a marker, or what stands in for it.
    pub(super) fn expected(&mut self, slot: ContextSlot, path: &str, why: &str, stand_in: Option<String>) {
        match (self.read(path), stand_in.filter(|text| !text.trim().is_empty())) {
            (FileRead::Text { text, bytes }, _) => self.take(slot, path, why, text, bytes),
            (FileRead::Missing, Some(text)) => {
                self.report.left_out(path, "missing; the configuration stands in", 0);
                let text = neutralise(text.trim()).into_owned();
                self.add(slot, None, "from the configuration", Content::Text(text));
            }
            (FileRead::Missing, None) => {
                self.report.left_out(path, "missing", 0);
                self.report.warn(format!("{path} is missing; `soul setup` writes a starter"));
                self.add(slot, Some(path), "missing", Content::Remark(remark(&format!("{path} is missing"))));
            }
            (FileRead::Refused(problem), _) => self.refused(slot, path, &problem),
        }
    }

    /// A file that need not be there.
    pub(super) fn optional(&mut self, slot: ContextSlot, path: &str, why: &str) {
        match self.read(path) {
            FileRead::Text { text, bytes } => self.take(slot, path, why, text, bytes),
            FileRead::Missing => self.report.left_out(path, "not there (optional)", 0),
            FileRead::Refused(problem) => self.refused(slot, path, &problem),
        }
    }

    pub(super) fn refused(&mut self, slot: ContextSlot, path: &str, problem: &str) {
        self.report.left_out(path, &format!("cannot be read: {problem}"), 0);
        self.report.warn(format!("{path} cannot be read: {problem}"));
        let problem = problem.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = remark(&format!("{path} cannot be read: {}", neutralise(&problem)));
        self.add(slot, Some(path), "cannot be read", Content::Remark(text));
    }

    pub(super) fn take(&mut self, slot: ContextSlot, path: &str, why: &str, text: String, bytes: usize) {
        if text.trim().is_empty() {
            return self.report.left_out(path, "empty", bytes);
        }
        self.limits(path, &text, bytes);
        self.report.included(path, why, bytes);
        let text = match path == layout::CORE {
            true => core_lines::quoted(text.trim()),
            false => text.trim().to_owned(),
        };
        let text = neutralise(&text).into_owned();
        self.add(slot, Some(path), why, Content::Text(text));
    }

    /// Warns from 80 % of a limit on.
    pub(super) fn limits(&mut self, path: &str, text: &str, bytes: usize) {
        let settings = &self.request.settings;
        if bytes as f64 >= settings.max_chars as f64 * settings.warn_share {
            self.report.warn_near(path, text.chars().count(), settings.max_chars, "characters", settings);
        }
        self.report.warn_near(path, bytes, settings.max_file_size, "bytes", settings);
        if path == layout::CORE {
            self.report.warn_near(path, tokens::estimate(text), settings.core_tokens, "tokens", settings);
        }
    }

    pub(super) fn read(&mut self, path: &str) -> FileRead {
        match self.files.read(path) {
            Ok(None) => FileRead::Missing,
            Err(why) => FileRead::Refused(why),
            Ok(Some(content)) => {
                let bytes = content.len();
                let text = String::from_utf8(content).unwrap_or_else(|broken| {
                    self.report.warn(format!("{path} is not UTF-8 throughout; unreadable bytes are shown as �"));
                    String::from_utf8_lossy(broken.as_bytes()).into_owned()
                });
                let text = match text.strip_prefix('\u{feff}') {
                    Some(rest) => rest.to_owned(),
                    None => text,
                };
                let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text };
                FileRead::Text { text, bytes }
            }
        }
    }
}
