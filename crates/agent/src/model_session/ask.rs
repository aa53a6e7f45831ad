//! One turn: the model is asked, tools are called, the model goes on, until it has answered.

use soulfile_engine::deliverable;
use soulfile_models::Error as ModelError;
use soulfile_models::chat::{
    Cancel, ChatEvent, ChatRequest, Failed, Message, ModelAnswer, Part, Role, Stop, ToolSpec, Usage,
};

use super::prompt::{self, SystemPrompt};
use super::spoken::{may_be_call, spoken_call};
use super::transcript::{TranscriptLine, now};
use super::usage::UsageRecord;
use super::{ModelSession, TurnEvent, compaction, tools};

/// Rounds of tools in one turn.
const ROUNDS: usize = 8;

/// What came of a turn.
#[derive(Default)]
pub(super) struct Turn {
    /// What the model said; `None` where it said nothing.
    pub text: Option<String>,
    /// What a person should see.
    pub warnings: Vec<String>,
}

impl ModelSession {
    /// Asks the model about a message.
    pub(super) fn turn(&mut self, message: Message, cancel: &Cancel, on: &mut dyn FnMut(TurnEvent)) -> Turn {
        let mut turn = Turn::default();
        // Rebuilt for every turn: files may have changed, and nothing of it is lost when history is shortened.
        let system = match prompt::system(&self.conversation.engine, &self.conversation.request()) {
            Ok(system) => system,
            Err(error) => {
                turn.warnings.push(format!("the model was not asked, because its context cannot be made: {error}"));
                return turn;
            }
        };
        let specs = tools::specs();
        let before = self.history.len();
        self.remember(message, Some(&system));
        if let Err(error) = self.fit(&system, &specs, cancel) {
            self.history.truncate(before.min(self.history.len()));
            turn.warnings.push(format!("the model was not asked: {error}"));
            return turn;
        }
        let mut said = String::new();
        for round in 0..=ROUNDS {
            // The last round has to answer.
            let offered = if round < ROUNDS { specs.as_slice() } else { &[] };
            let answer = match self.ask(&system, offered, cancel, on) {
                Ok(answer) => answer,
                Err(failed) => {
                    self.broke_off(*failed, &mut said, &mut turn);
                    break;
                }
            };
            self.count(&answer.model, answer.usage);
            push_text(&mut said, &answer.message.text());
            let calls: Vec<_> = answer.message.tool_calls().cloned().collect();
            self.remember(answer.message, None);
            match answer.stop {
                Stop::Length => turn
                    .warnings
                    .push(format!("the answer was cut at {} tokens (models.maxTokens)", self.settings.max_tokens)),
                Stop::Refused => turn.warnings.push("the provider held the answer back".to_owned()),
                Stop::End | Stop::Tools => {}
            }
            if calls.is_empty() {
                break;
            }
            let mut results = Vec::new();
            for call in &calls {
                let outcome = tools::call(&self.hand, &self.conversation.session, call);
                on(TurnEvent::Tool { name: call.name.clone(), outcome: outcome.told });
                self.written.extend(outcome.written);
                results.push(Part::ToolResult(outcome.result));
            }
            self.remember(Message { role: Role::User, parts: results }, None);
            if let Err(error) = self.fit(&system, &specs, cancel) {
                turn.warnings.push(format!("the model could not go on: {error}"));
                break;
            }
        }
        self.close_turn();
        turn.text = deliverable(&said);
        turn
    }

    /// One call, with one more try after history is shortened where the provider finds it too long.
    fn ask(
        &mut self,
        system: &SystemPrompt,
        specs: &[ToolSpec],
        cancel: &Cancel,
        on: &mut dyn FnMut(TurnEvent),
    ) -> Result<ModelAnswer, Box<Failed>> {
        let failed = match self.ask_once(system, specs, cancel, on) {
            Err(failed) if matches!(failed.error, ModelError::TooLong(_)) => failed,
            other => return other,
        };
        on(TurnEvent::Notice(format!("{failed}; the conversation is shortened")));
        let used: usize = self.history.iter().map(|(_, tokens)| tokens).sum();
        match self.shorten(system, used / 2, cancel) {
            Ok(()) => self.ask_once(system, specs, cancel, on),
            Err(_) => Err(failed),
        }
    }

    fn ask_once(
        &mut self,
        system: &SystemPrompt,
        specs: &[ToolSpec],
        cancel: &Cancel,
        on: &mut dyn FnMut(TurnEvent),
    ) -> Result<ModelAnswer, Box<Failed>> {
        let mut messages: Vec<Message> = self.history.iter().map(|(message, _)| message.clone()).collect();
        if !system.preamble.is_empty()
            && let Some(last) = messages.iter_mut().rev().find(|message| message.role == Role::User)
        {
            last.parts.insert(0, Part::text(format!("{}\n\n", system.preamble)));
        }
        let request = ChatRequest {
            system: system.parts.clone(),
            messages,
            tools: specs.to_vec(),
            schema: None,
            max_tokens: self.settings.max_tokens,
            temperature: self.settings.temperature,
            thinking_tokens: self.settings.thinking_tokens,
        };
        let mut shown = Shown::default();
        let asked = self.model.ask(&request, cancel, &mut |event| shown.take(event, on));
        let mut answer = match asked {
            Ok(answer) => answer,
            Err(failed) => {
                shown.flush(on);
                return Err(failed);
            }
        };
        let calls = answer.message.tool_calls().next().is_some();
        match spoken_call(&answer.message.text(), specs).filter(|_| !calls) {
            Some(call) => {
                answer.message.parts.retain(|part| !matches!(part, Part::Text { .. }));
                answer.message.parts.push(Part::ToolCall(call));
                answer.stop = Stop::Tools;
            }
            None => shown.flush(on),
        }
        Ok(answer)
    }

    fn broke_off(&mut self, failed: Failed, said: &mut String, turn: &mut Turn) {
        self.count(&failed.model, failed.usage);
        let mut kept = failed.kept;
        // Calls that nobody carries out must not stand in history.
        kept.parts.retain(|part| matches!(part, Part::Text { .. }));
        let text = kept.text();
        if !text.trim().is_empty() {
            push_text(said, &text);
            kept.parts.push(Part::text(" [broken off here]"));
            self.remember(kept, None);
        }
        turn.warnings.push(match failed.error {
            ModelError::Cancelled => "stopped; what came is kept".to_owned(),
            error if said.trim().is_empty() => format!("the model did not answer: {error}"),
            error => format!("the answer broke off: {error}"),
        });
    }

    /// History must end with the model's words, or the next question would be the second in a row.
    fn close_turn(&mut self) {
        if self.history.last().is_some_and(|(message, _)| message.role == Role::User) {
            self.remember(Message::assistant("[no answer came]"), None);
        }
    }

    /// Takes a message into history and onto disk.
    pub(super) fn remember(&mut self, message: Message, system: Option<&SystemPrompt>) {
        let line = TranscriptLine::Said {
            at: now(&self.conversation),
            message: message.clone(),
            digest: system.map(|system| system.digest.clone()),
            persona: system.map(|system| system.persona.clone()),
        };
        // A disk that takes nothing costs the transcript, not the conversation.
        if self.transcript.add(&[line]).is_err() {
            self.unsaved = true;
        }
        let tokens = compaction::tokens(&message);
        self.history.push((message, tokens));
    }

    /// Counts tokens.
    pub(super) fn count(&mut self, model: &str, usage: Usage) {
        if usage == Usage::default() {
            return;
        }
        let record = UsageRecord {
            at: now(&self.conversation),
            session: self.conversation.id().to_owned(),
            model: model.to_owned(),
            usage,
            cost: self.settings.prices.get(model).map(|price| usage.cost(price)),
        };
        self.unsaved |= super::usage::UsageLog::new(&self.settings.usage).add(&record).is_err();
    }
}

fn push_text(said: &mut String, more: &str) {
    if more.trim().is_empty() {
        return;
    }
    if !said.is_empty() {
        said.push_str("\n\n");
    }
    said.push_str(more.trim());
}

/// Passes words on, except while they may be a call written as text.
#[derive(Default)]
struct Shown {
    held: String,
    passing: bool,
}

impl Shown {
    fn take(&mut self, event: ChatEvent, on: &mut dyn FnMut(TurnEvent)) {
        match event {
            ChatEvent::Text(more) if self.passing => on(TurnEvent::Text(more)),
            ChatEvent::Text(more) => {
                self.held.push_str(&more);
                if !may_be_call(&self.held) {
                    self.flush(on);
                }
            }
            ChatEvent::Thinking(more) => on(TurnEvent::Thinking(more)),
            ChatEvent::Notice(text) => on(TurnEvent::Notice(text)),
            ChatEvent::ToolCall(_) | ChatEvent::Usage(_) | ChatEvent::Stop(_) => {}
        }
    }

    fn flush(&mut self, on: &mut dyn FnMut(TurnEvent)) {
        self.passing = true;
        let held = std::mem::take(&mut self.held);
        if !held.is_empty() {
            on(TurnEvent::Text(held));
        }
    }
}
