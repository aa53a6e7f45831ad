//! `heartbeat`: working through HEARTBEAT.md without anybody asking, and logging what came of it.
//!
//! Without a model only what concerns memory itself can be done; the rest is named as left over, for
//! the agent or person who reads the log. An empty checklist costs nothing, and a result that is the
//! same as before is not logged again that day.

use soulfile_api::{ErrorKind, HeartbeatItem, HeartbeatRun};
use soulfile_context::digest::sha256_hex;
use soulfile_context::silent_replies::heartbeat_items;
use soulfile_understand::{TriggerKind, Understand};
use soulfile_vocabulary::{Authority, Scope, layout};
use soulfile_workspace::{Action, Actor, Mutation};

use crate::error::Result;
use crate::exchange::{DayLogEntry, HEARTBEAT};
use crate::open::Engine;
use crate::reflect::DraftRequest;

const CHECKLIST: &str = layout::HEARTBEAT;
/// What the last heartbeat said, in the state directory.
const LAST: &str = "heartbeat-last";
/// Items worked through in one run; the rest is named as left over.
const MOST: usize = 50;

impl Engine {
    /// Works through the checklist once.
    pub fn heartbeat(&self) -> Result<HeartbeatRun> {
        let asked = heartbeat_items(&self.read_text(CHECKLIST)?.unwrap_or_default());
        let mut items = Vec::new();
        for text in asked.into_iter().take(MOST) {
            items.push(self.work_on(text)?);
        }
        let mut run = HeartbeatRun { items, receipt: None };
        if run.items.is_empty() {
            return Ok(run);
        }
        let content = checklist_as_text(&run.items);
        let mark = sha256_hex(format!("{}\n{content}", self.now().date()).as_bytes());
        let last = self.place.state().join(LAST);
        if std::fs::read_to_string(&last).is_ok_and(|last| last == mark) {
            return Ok(run);
        }
        let entry = DayLogEntry {
            content: self.understand.statement(&content).masked(),
            source: HEARTBEAT,
            tag: HEARTBEAT,
            scope: Scope::Private,
            trust: Authority::Agent,
        };
        let summary = format!("heartbeat: {} of {} items done", done(&run.items), run.items.len());
        let changes = self.staged_log_entry(entry)?;
        let mutation = Mutation::new(Action::Append, Actor::Bot(HEARTBEAT.into()), summary, changes).trigger(CHECKLIST);
        run.receipt = Some(self.apply(mutation)?);
        // Lost, it only costs one entry that says the same again.
        let _ = std::fs::write(last, mark);
        Ok(run)
    }

    fn work_on(&self, text: String) -> Result<HeartbeatItem> {
        if !is_about_memory(self.understanding(), &text) {
            return Ok(HeartbeatItem {
                text,
                done: false,
                outcome: "left over: it needs an agent or a person".to_owned(),
            });
        }
        let request = DraftRequest { trigger: Some(HEARTBEAT.to_owned()), ..DraftRequest::default() };
        match self.reflect(&request) {
            Ok(_) => {}
            // One waits already, or is being drafted.
            Err(error) if matches!(error.kind(), ErrorKind::Conflict | ErrorKind::Unavailable) => {}
            Err(error) => return Err(error),
        }
        let outcome = match self.reflection()? {
            Some(view) => format!("{} with {} items waits for approval", view.id, view.items.len()),
            None => "nothing new to keep".to_owned(),
        };
        Ok(HeartbeatItem { text, done: true, outcome })
    }
}

/// Says whether an item asks to look back at what was logged, which is what a reflection does.
fn is_about_memory(understand: &dyn Understand, item: &str) -> bool {
    const LOOKS_BACK: [&str; 8] =
        ["summarize", "summarise", "consolidate", "condense", "distil", "review", "go over", "reflect on"];
    const AT: [&str; 8] = ["memory", "memories", "log", "logs", "notes", "journal", "day", "day's"];
    const LOOKS_BACK_ZH: [&str; 6] = ["总结", "整理", "回顾", "归纳", "梳理", "汇总"];
    const AT_ZH: [&str; 5] = ["记忆", "日志", "笔记", "今天", "这一天"];
    let item = item.trim().to_lowercase();
    let asked = item.trim_start_matches("please ").trim_start_matches('请');
    let words = || asked.split(|c: char| !c.is_alphanumeric() && c != '\'');
    LOOKS_BACK.iter().any(|verb| asked.starts_with(verb)) && words().any(|word| AT.contains(&word))
        || LOOKS_BACK_ZH.iter().any(|verb| asked.starts_with(verb)) && AT_ZH.iter().any(|at| asked.contains(at))
        || understand.statement(&item).intent().kind == TriggerKind::Reflect
}

fn done(items: &[HeartbeatItem]) -> usize {
    items.iter().filter(|item| item.done).count()
}

fn checklist_as_text(items: &[HeartbeatItem]) -> String {
    let lines = items.iter().map(|item| {
        let tick = if item.done { "[x]" } else { "[ ]" };
        format!("- {tick} {} — {}", item.text.trim_end_matches(['.', '。']), item.outcome)
    });
    std::iter::once("Heartbeat:".to_owned()).chain(lines).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use soulfile_understand::BuiltIn;

    use super::*;

    #[test]
    fn looking_back_is_told_from_other_errands() {
        for item in [
            "Summarize the day's memory log and write key points to MEMORY.md.",
            "Review today's notes",
            "reflect on your memories",
            "总结今天的记忆日志",
        ] {
            assert!(is_about_memory(&BuiltIn, item), "{item}");
        }
        for item in [
            "Check if the backup server is reachable.",
            "Look for unread items flagged as urgent.",
            "Review the pull requests of the team",
            "检查备份服务器",
        ] {
            assert!(!is_about_memory(&BuiltIn, item), "{item}");
        }
    }
}
