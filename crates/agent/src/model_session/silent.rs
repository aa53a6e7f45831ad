//! A turn that nobody watches: a list is worked through, a sub-agent does its task, memory is written before a session
//! is shortened. The model calls tools until it has answered, or its rounds are over.

use std::collections::HashSet;

use soulfile_engine::Engine;
use soulfile_engine::Session;
use soulfile_models::chat::{Cancel, ChatModel, ChatRequest, Message, Part, Role, SystemPart, ToolCall, ToolSpec};

use super::usage::{UsageLog, UsageRecord};
use super::{ModelSettings, tools};

/// Who works, and with what.
pub(super) struct SilentTurn<'a> {
    /// The engine as the model acts through it.
    pub hand: &'a Engine,
    pub session: &'a Session,
    pub model: &'a dyn ChatModel,
    pub settings: &'a ModelSettings,
    /// The name its tokens are counted under.
    pub id: &'a str,
    pub specs: Vec<ToolSpec>,
    pub rounds: usize,
    /// Whether what the model read came from outside, so that what it writes counts as a tool's.
    pub tainted: bool,
}

/// The calls of one turn. Small models make the same one over and over; that is noticed, and they have to answer.
#[derive(Default)]
pub(super) struct CallsMade {
    seen: HashSet<(String, String)>,
    /// Whether the last calls had all been made before.
    pub repeats: bool,
}

impl CallsMade {
    pub(super) fn note(&mut self, calls: &[ToolCall]) {
        let mut fresh = 0;
        for call in calls {
            fresh += usize::from(self.seen.insert((call.name.clone(), call.arguments.clone())));
        }
        self.repeats = fresh == 0;
    }
}

/// What came of it.
#[derive(Default)]
pub(super) struct Worked {
    /// The last thing the model said.
    pub said: String,
    /// Lines of receipts.
    pub written: Vec<String>,
    /// What its tools came to, in a few words each.
    pub steps: Vec<String>,
}

impl SilentTurn<'_> {
    /// Works. Where the model fails, what was done until then comes with the problem.
    pub(super) fn run(
        &self,
        system: &[SystemPart],
        mut messages: Vec<Message>,
        cancel: &Cancel,
    ) -> Result<Worked, (Worked, String)> {
        let mut worked = Worked::default();
        let mut made = CallsMade::default();
        for round in 0..=self.rounds {
            let request = ChatRequest {
                system: system.to_vec(),
                messages: messages.clone(),
                // The last round has to answer.
                tools: if round < self.rounds && !made.repeats { self.specs.clone() } else { Vec::new() },
                max_tokens: self.settings.max_tokens,
                temperature: self.settings.temperature,
                ..ChatRequest::default()
            };
            let answer = match self.model.ask(&request, cancel, &mut |_| ()) {
                Ok(answer) => answer,
                Err(failed) => return Err((worked, failed.to_string())),
            };
            let record = UsageRecord {
                at: self.hand.now().timestamp().to_string(),
                session: self.id.to_owned(),
                model: answer.model.clone(),
                usage: answer.usage,
                cost: self.settings.prices.get(&answer.model).map(|price| answer.usage.cost(price)),
            };
            // Counting that fails must not stop the work.
            let _ = UsageLog::new(&self.settings.usage).add(&record);
            let answer = super::spoken::called(answer, &request.tools);
            worked.said = answer.message.text();
            let calls: Vec<ToolCall> = answer.message.tool_calls().cloned().collect();
            made.note(&calls);
            let mut results = Vec::new();
            for call in &calls {
                let offered = request.tools.iter().any(|tool| tool.name == call.name);
                let outcome = match offered {
                    true => tools::call(self.hand, self.session, call, self.tainted),
                    false => tools::refused(call),
                };
                worked.steps.push(format!("{}: {}", call.name, outcome.told));
                worked.written.extend(outcome.written);
                results.push(Part::ToolResult(outcome.result));
            }
            messages.push(answer.message);
            if results.is_empty() {
                break;
            }
            messages.push(Message { role: Role::User, parts: results });
        }
        Ok(worked)
    }
}
