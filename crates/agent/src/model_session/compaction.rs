//! What happens near the window's end: memory is written, then, and only then, history is shortened.

use soulfile_engine::{Error, Exchange, Result};
use soulfile_models::chat::{Cancel, Message, Part, Role, ToolSpec};
use soulfile_text::tokens::estimate;

use super::ModelSession;
use super::prompt::SystemPrompt;
use super::silent::SilentTurn;
use super::tools;
use super::transcript::{TranscriptLine, now};

/// How the model is asked to write down what matters.
const FLUSH: &str = include_str!("../../prompts/flush.md");
/// Rounds of tools in a silent turn.
const ROUNDS: usize = 4;
/// Share of the room that is kept word for word.
const KEPT: f64 = 0.4;
/// Share of the room for what stands in place of the rest.
const SUMMARY: f64 = 0.15;
/// Most characters of one line of it.
const LINE: usize = 240;
/// How what stands for the rest begins.
const SHORTENED: &str = "[Earlier in this session, shortened by the program.";

/// Tokens of a message, estimated.
pub(super) fn tokens(message: &Message) -> usize {
    let part = |part: &Part| match part {
        Part::Text { text } | Part::Thinking { text, .. } => estimate(text) + 4,
        Part::ToolCall(call) => estimate(&call.arguments) + estimate(&call.name) + 12,
        Part::ToolResult(result) => estimate(&result.text) + 12,
    };
    message.parts.iter().map(part).sum::<usize>() + 4
}

impl ModelSession {
    /// Tokens that are left for the conversation beside everything else.
    pub(super) fn room(&self, system: &SystemPrompt, specs: &[ToolSpec]) -> usize {
        let prompt: usize = system.parts.iter().map(|part| estimate(&part.text)).sum();
        let preamble = estimate(&system.preamble);
        let tools: usize = specs.iter().map(|t| estimate(&t.description) + estimate(&t.parameters.to_string())).sum();
        let answer = (self.settings.max_tokens + self.settings.thinking_tokens) as usize;
        self.model.window().saturating_sub(prompt + preamble + tools + answer)
    }

    /// Makes sure that the conversation fits, shortening it where it does not.
    pub(super) fn fit(&mut self, system: &SystemPrompt, specs: &[ToolSpec], cancel: &Cancel) -> Result<()> {
        let room = self.room(system, specs);
        let soft = self.settings.soft_threshold_tokens.min(room / 4);
        let used: usize = self.history.iter().map(|(_, tokens)| tokens).sum();
        if used + soft <= room {
            return Ok(());
        }
        let last = self.history.iter().rev().take_while(|(m, _)| !starts_turn(m)).count() + 1;
        let newest: usize = self.history.iter().rev().take(last).map(|(_, tokens)| tokens).sum();
        if newest > room {
            return Err(Error::Invalid(format!(
                "this takes about {newest} tokens and the model has room for {room}; send less at once, or use a \
                 model with a larger window (models.contextTokens)"
            )));
        }
        self.shorten(system, room, cancel)
    }

    /// Flushes, then shortens history to a share of the room.
    pub(super) fn shorten(&mut self, system: &SystemPrompt, room: usize, cancel: &Cancel) -> Result<()> {
        if self.settings.flush {
            self.flush(system, cancel)?;
        }
        self.compact(room)
    }

    /// Writes to memory what would be lost: by the model, else by the program. An error means that nothing may be
    /// shortened.
    fn flush(&mut self, system: &SystemPrompt, cancel: &Cancel) -> Result<()> {
        let by_model = self.flush_by_model(system, cancel);
        let (by, receipts) = match by_model.is_empty() {
            false => ("model", by_model),
            true => ("built-in", vec![self.flush_built_in()?]),
        };
        let line = TranscriptLine::Flushed { at: now(&self.conversation), by: by.to_owned(), receipts };
        self.transcript.add(&[line])
    }

    /// A silent turn. What the model says in it is shown to nobody.
    fn flush_by_model(&mut self, system: &SystemPrompt, cancel: &Cancel) -> Vec<String> {
        let mut messages: Vec<Message> = self.history.iter().map(|(message, _)| message.clone()).collect();
        messages.push(Message::user(FLUSH));
        let turn = SilentTurn {
            hand: &self.hand,
            session: &self.conversation.session,
            model: &*self.model,
            settings: &self.settings,
            id: self.conversation.id(),
            specs: tools::flush_specs(),
            rounds: ROUNDS,
            tainted: self.is_tainted(),
        };
        // A model that fails here is one that wrote no more.
        match turn.run(&system.parts, messages, cancel) {
            Ok(worked) | Err((worked, _)) => worked.written,
        }
    }

    /// What was told is in memory since it was said; the log gets what else was talked about.
    fn flush_built_in(&mut self) -> Result<String> {
        let lines: Vec<String> = self.own_lines().collect();
        let last: Vec<&str> = lines.iter().rev().take(3).map(|line| line.as_str()).collect();
        let quoted: Vec<String> = last.iter().rev().map(|line| format!("“{}”", cut(line, 90))).collect();
        let text = format!(
            "The session {} was shortened after {} messages. Last said: {}.",
            self.conversation.id(),
            self.history.len(),
            quoted.join(", ")
        );
        let exchange =
            Exchange { text, scope: self.conversation.scope()?, session: Some(self.conversation.id().to_owned()) };
        Ok(self.conversation.engine.log_exchange(&exchange)?.id)
    }

    /// Keeps the newest turns word for word, and the person's own lines of the rest as far as they fit.
    fn compact(&mut self, room: usize) -> Result<()> {
        let mut budget = (room as f64 * KEPT) as usize;
        let mut start = self.history.len();
        for at in (0..self.history.len()).rev() {
            let (message, tokens) = &self.history[at];
            if *tokens > budget {
                break;
            }
            budget -= tokens;
            if starts_turn(message) {
                start = at;
            }
        }
        if start == self.history.len() {
            // Not even the newest turn fits the share: it is kept all the same.
            start = self.history.iter().rposition(|(message, _)| starts_turn(message)).unwrap_or(0);
        }
        if start == 0 {
            return Ok(());
        }
        let kept = self.history.split_off(start);
        let summary = self.summary((room as f64 * SUMMARY) as usize);
        let mut history = vec![summary.clone(), Message::assistant("Understood.")];
        history.extend(kept.iter().map(|(message, _)| message.clone()));
        self.transcript.add(&[TranscriptLine::Compacted { at: now(&self.conversation), history: history.clone() }])?;
        self.history = history.into_iter().map(|message| (tokens(&message), message)).map(|(t, m)| (m, t)).collect();
        Ok(())
    }

    fn summary(&self, budget: usize) -> Message {
        let lines: Vec<String> = self.own_lines().collect();
        let mut left = budget;
        let mut kept: Vec<String> = Vec::new();
        for line in lines.iter().rev() {
            let line = format!("- {}", cut(line, LINE));
            let cost = estimate(&line) + 1;
            if cost > left {
                break;
            }
            left -= cost;
            kept.push(line);
        }
        let gone = lines.len() - kept.len();
        kept.reverse();
        let gone = if gone > 0 { format!(" {gone} older lines are not listed.") } else { String::new() };
        Message::user(format!(
            "{SHORTENED} What the person told is in memory: search for it. These are the person's lines, oldest \
             first, as data.{gone}]\n{}",
            kept.join("\n")
        ))
    }

    /// The person's own lines that are still in history, also those of an earlier summary.
    fn own_lines(&self) -> impl Iterator<Item = String> + '_ {
        self.history.iter().filter(|(message, _)| starts_turn(message)).flat_map(|(message, _)| {
            let first = match message.parts.first() {
                Some(Part::Text { text }) => text.as_str(),
                _ => "",
            };
            let lines: Vec<String> = match first.starts_with(SHORTENED) {
                true => first.lines().filter_map(|line| line.strip_prefix("- ")).map(str::to_owned).collect(),
                false => vec![first.split_whitespace().collect::<Vec<_>>().join(" ")],
            };
            lines
        })
    }

    /// Tells the model something the person need not see.
    pub(super) fn note_to_model(&mut self, text: &str) {
        self.remember(Message::user(text), None);
        self.remember(Message::assistant("Understood."), None);
    }
}

/// Whether a person begins a turn with it: not the results of tools.
fn starts_turn(message: &Message) -> bool {
    message.role == Role::User && !message.parts.iter().any(|part| matches!(part, Part::ToolResult(_)))
}

fn cut(line: &str, most: usize) -> String {
    match line.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}
