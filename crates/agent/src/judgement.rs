//! What a model adds to understanding: it reads what was kept, later and in batches, and helps to draft reflections.
//!
//! Nothing waits for it. [`Judge`] asks for an answer of a given shape; `reading` stands behind the `Understand` trait;
//! `drafting` behind the `Drafter` of reflections. Whatever a model gets wrong falls back field by field, and is told.

mod drafting;
mod reading;

use std::sync::Arc;

use serde_json::{Map, Value};
use soulfile_engine::Clock;
use soulfile_models::chat::{AnswerSchema, Cancel, ChatModel, ChatRequest, Message, Part, SystemPart, ToolCall};

use crate::model_session::{ModelSettings, UsageLog, UsageRecord};

pub use drafting::ModelDrafter;
pub use reading::{ReadingPass, understand_later};

/// Asks a model for answers of a given shape.
#[derive(Clone)]
pub struct Judge {
    model: Arc<dyn ChatModel>,
    settings: ModelSettings,
    /// Under which name its tokens are counted.
    occasion: String,
    clock: Arc<dyn Clock>,
}

impl Judge {
    /// A judge; `occasion` is the name its tokens are counted under, `clock` tells the time for that.
    pub fn new(model: Arc<dyn ChatModel>, settings: ModelSettings, occasion: &str, clock: Arc<dyn Clock>) -> Self {
        Self { model, settings, occasion: occasion.to_owned(), clock }
    }

    /// Provider and model.
    pub fn model(&self) -> &str {
        self.model.id()
    }

    /// Tokens that a question may take: a part of the window.
    fn room(&self) -> usize {
        (self.model.window() / 2).saturating_sub(self.settings.max_tokens as usize)
    }

    /// Asks about some material; the answer is an object.
    fn ask(&self, rules: &str, material: String, name: &str, schema: Value) -> Result<Map<String, Value>, String> {
        let request = ChatRequest {
            system: vec![SystemPart { text: rules.to_owned(), stable: true }],
            messages: vec![Message::user(material)],
            schema: Some(AnswerSchema { name: name.to_owned(), schema }),
            max_tokens: self.settings.max_tokens,
            temperature: self.settings.temperature,
            ..ChatRequest::default()
        };
        let answer = self.model.ask(&request, &Cancel::default(), &mut |_| ()).map_err(|failed| failed.to_string())?;
        let record = UsageRecord {
            at: self.clock.now().to_string(),
            session: self.occasion.clone(),
            model: answer.model.clone(),
            usage: answer.usage,
            cost: self.settings.prices.get(&answer.model).map(|price| answer.usage.cost(price)),
        };
        // Counting that fails must not stop the work.
        let _ = UsageLog::new(&self.settings.usage).add(&record);
        let said = answer.message.parts.iter().find_map(|part| match part {
            Part::ToolCall(call) if call.name == name => Some(call.arguments.clone()),
            _ => None,
        });
        // The same leniency as for the arguments of a tool.
        let arguments = said.unwrap_or_else(|| answer.message.text());
        ToolCall { id: String::new(), name: name.to_owned(), arguments, opaque: None }.parsed()
    }
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Judge").field(&self.model.id()).finish()
    }
}

/// A text as one line of data: no line breaks that could pass for another entry.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
