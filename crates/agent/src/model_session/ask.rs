//! One turn: the model is asked, tools are called, the model goes on, until it has answered.

use soulfile_engine::deliverable;
use soulfile_engine::mark_recalled;
use soulfile_models::Error as ModelError;
use soulfile_models::chat::{
    Cancel, ChatEvent, ChatRequest, Failed, Message, ModelAnswer, Part, Role, Stop, ToolCall, ToolSpec, Usage,
};
use soulfile_vocabulary::SessionKind;

use super::prompt::{self, SystemPrompt};
use super::silent::CallsMade;
use super::spoken::{self, may_be_call};
use super::transcript::{TranscriptLine, now};
use super::usage::UsageRecord;
use super::{ModelSession, TurnEvent, compaction, spawn, tools};
use crate::mcp_servers;

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
        let specs = self.specs(on);
        let before = self.history.len();
        self.remember(message, Some(&system));
        if let Err(error) = self.fit(&system, &specs, cancel) {
            self.history.truncate(before.min(self.history.len()));
            turn.warnings.push(format!("the model was not asked: {error}"));
            return turn;
        }
        let mut said = String::new();
        let mut made = CallsMade::default();
        for round in 0..=ROUNDS {
            // The last round has to answer, and so has a model that goes round in circles.
            let offered = if round < ROUNDS && !made.repeats { specs.as_slice() } else { &[] };
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
            made.note(&calls);
            let mut results = Vec::new();
            for call in &calls {
                let outcome = self.call(call, cancel);
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

    /// The tools of this session: the memory's, and in the owner's own session sub-agents and the user's MCP servers.
    fn specs(&mut self, on: &mut dyn FnMut(TurnEvent)) -> Vec<ToolSpec> {
        let mut specs = tools::specs();
        if self.is_owners() {
            specs.push(spawn::spec());
            specs.extend_from_slice(self.servers.specs(&mut |what| on(TurnEvent::Notice(what))));
        }
        specs
    }

    pub(super) fn is_owners(&self) -> bool {
        let who = &self.conversation.who;
        who.kind == SessionKind::Main && who.user.is_none() && who.room.is_none()
    }

    /// Calls one tool.
    fn call(&self, call: &ToolCall, cancel: &Cancel) -> tools::ToolOutcome {
        match call.name.as_str() {
            spawn::NAME if self.is_owners() => {
                spawn::run(&self.hand, &*self.model, &self.settings, self.conversation.id(), call, cancel)
            }
            name if name.starts_with(mcp_servers::PREFIX) && self.is_owners() => {
                match call.parsed().and_then(|arguments| self.servers.call(name, arguments)) {
                    Ok(text) => tools::outcome(call, &mark_recalled(name, &text), "answered".to_owned(), None, false),
                    Err(problem) => tools::outcome(call, &mark_recalled(name, &problem), problem.clone(), None, true),
                }
            }
            _ => tools::call(&self.hand, &self.conversation.session, call, self.is_tainted()),
        }
    }

    /// Whether the model has something before it that came from outside: what a server or a sub-agent answered.
    pub(super) fn is_tainted(&self) -> bool {
        let outside = |part: &Part| match part {
            Part::ToolResult(result) => result.name == spawn::NAME || result.name.starts_with(mcp_servers::PREFIX),
            _ => false,
        };
        self.history.iter().any(|(message, _)| message.parts.iter().any(outside))
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
        let answer = match asked {
            Ok(answer) => spoken::called(answer, specs),
            Err(failed) => {
                shown.flush(on);
                return Err(failed);
            }
        };
        // What was held back is shown, unless it was a call in words.
        if answer.message.tool_calls().next().is_none() || !answer.message.text().is_empty() {
            shown.flush(on);
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
        let line = TranscriptLine::TalkEvent {
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
