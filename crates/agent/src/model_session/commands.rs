//! The `/commands` that only a session with a model has: what it costs, which model speaks, going on with another session,
//! and the session as a page.

use std::fmt::Write;

use soulfile_engine::Result;
use soulfile_models::chat::{Message, Part, Role};

use super::transcript::{Transcript, list_sessions};
use super::usage::{UsageLog, UsageTotal};
use super::{ModelSession, tools};
use crate::commands;
use crate::reply::Reply;

/// Their names, as they are completed.
pub(crate) const NAMES: [&str; 4] = ["/usage", "/model", "/resume", "/export"];
/// Most sessions that are listed.
const LISTED: usize = 12;

impl ModelSession {
    /// Carries a command out, where it is one of these.
    pub(super) fn command(&mut self, line: &str) -> Option<Vec<Reply>> {
        let command = commands::parse(line)?;
        let done = match command.name.to_lowercase().as_str() {
            // Other sessions, and what is spent, are the owner's business.
            "model" | "resume" if !self.is_owners() => Ok(self.conversation.refuse_here()),
            "usage" => Ok(self.show_usage()),
            "model" => Ok(self.choose_model(command.rest)),
            "resume" => self.go_on_with(command.rest),
            "export" => Ok(vec![Reply::document(format!("session {}", self.conversation.id()), self.page())]),
            _ => return None,
        };
        Some(done.unwrap_or_else(|error| vec![Reply::Failed { text: error.to_string() }]))
    }

    fn show_usage(&self) -> Vec<Reply> {
        let records = UsageLog::new(&self.settings.usage).records();
        let mine: Vec<_> = records.into_iter().filter(|record| record.session == self.conversation.id()).collect();
        if mine.is_empty() {
            return vec![Reply::say("No model was asked in this session yet.")];
        }
        let mut text = String::new();
        for row in UsageTotal::rows(&mine, |record| record.model.clone()) {
            let cost = match row.total.unpriced {
                0 => format!("${:.4}", row.total.cost),
                _ => "no price set".to_owned(),
            };
            let (sent, answered) = (row.total.usage.sent(), row.total.usage.output);
            let calls = row.total.calls;
            let _ = writeln!(text, "{}  {calls} calls, {sent} tokens sent, {answered} answered, {cost}", row.name);
        }
        vec![Reply::document("this session", text), Reply::note("soul usage shows all of them")]
    }

    fn choose_model(&mut self, name: &str) -> Vec<Reply> {
        if name.is_empty() {
            let text = format!("{} speaks, with a window of {} tokens.", self.model.id(), self.model.window());
            return vec![Reply::say(text), Reply::note("/model provider/name lets another one speak")];
        }
        let Some(choose) = &self.settings.choose_model else {
            return vec![Reply::say("Another model cannot be chosen here.")];
        };
        match (choose.0)(name) {
            Ok(model) => {
                self.hand = tools::hand(&self.conversation.engine, model.id(), self.conversation.id());
                self.model = model;
                vec![Reply::say(format!("{} speaks from now on.", self.model.id()))]
            }
            Err(problem) => vec![Reply::Failed { text: problem }],
        }
    }

    /// Goes on with another session, or lists those there are.
    fn go_on_with(&mut self, id: &str) -> Result<Vec<Reply>> {
        if id.is_empty() {
            let mut text = String::new();
            for one in list_sessions(&self.settings.sessions).iter().take(LISTED) {
                let _ = writeln!(text, "{}  {} messages  {}", one.id, one.messages, one.first);
            }
            return Ok(vec![
                Reply::document("sessions, newest first", text),
                Reply::note("/resume ID goes on with one"),
            ]);
        }
        if !list_sessions(&self.settings.sessions).iter().any(|one| one.id == id) {
            return Ok(vec![Reply::say(format!("There is no session {id}. /resume lists them."))]);
        }
        let before = std::mem::replace(&mut self.conversation.id, id.to_owned());
        match Transcript::open(&self.settings.sessions, &self.conversation, self.model.id()) {
            Ok((transcript, past)) => {
                self.transcript = transcript;
                self.take_history(past.messages);
                self.shown = past.exchanges;
                self.hand = tools::hand(&self.conversation.engine, self.model.id(), id);
                Ok(vec![Reply::say(format!("Going on with {id}: {} messages.", self.history.len()))])
            }
            Err(error) => {
                self.conversation.id = before;
                Err(error)
            }
        }
    }

    /// What was said, as Markdown.
    fn page(&self) -> String {
        let mut out = format!("# Session {}\n", self.conversation.id());
        for (message, _) in &self.history {
            let _ = write!(out, "\n## {}\n\n", if message.role == Role::User { "You" } else { self.model.id() });
            message.parts.iter().for_each(|part| write_part(&mut out, part, message));
        }
        out
    }
}

fn write_part(out: &mut String, part: &Part, message: &Message) {
    match part {
        // What memory did with a message stands behind the person's words, and is none of them.
        Part::Text { text } if message.role == Role::User && text.starts_with("\n\n[What memory did") => {}
        Part::Text { text } => {
            let _ = writeln!(out, "{}", text.trim());
        }
        Part::ToolCall(call) => {
            let _ = writeln!(out, "> called {}", call.name);
        }
        Part::ToolResult(result) => {
            let _ = writeln!(out, "> {} answered", result.name);
        }
        Part::Thinking { .. } => {}
    }
}
