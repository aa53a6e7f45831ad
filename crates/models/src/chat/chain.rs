//! Several models, one after the other: the next answers where one cannot.

use std::sync::Arc;

use super::{Cancel, ChatEvent, ChatModel, ChatRequest, Failed, ModelAnswer};
use crate::error::Error;

/// Models in the order in which they are asked.
pub struct ModelChain {
    models: Vec<Arc<dyn ChatModel>>,
}

impl ModelChain {
    /// A chain; `None` without a model.
    pub fn new(models: Vec<Arc<dyn ChatModel>>) -> Option<Self> {
        (!models.is_empty()).then_some(Self { models })
    }
}

impl ChatModel for ModelChain {
    fn id(&self) -> &str {
        self.models[0].id()
    }

    /// The smallest window: any of them may have to answer.
    fn window(&self) -> usize {
        self.models.iter().map(|model| model.window()).min().unwrap_or_default()
    }

    fn ask(
        &self,
        request: &ChatRequest,
        cancel: &Cancel,
        on_event: &mut dyn FnMut(ChatEvent),
    ) -> Result<ModelAnswer, Box<Failed>> {
        let mut at = 0;
        loop {
            let failed = match self.models[at].ask(request, cancel, on_event) {
                Ok(answer) => return Ok(answer),
                Err(failed) => failed,
            };
            // What a model has begun to say is not said again by another; what one refuses as too long or
            // malformed, another would, too.
            let another = failed.kept.is_empty()
                && matches!(failed.error, Error::Down(_) | Error::Busy { .. } | Error::Refused(_) | Error::Cut(_));
            let Some(next) = self.models.get(at + 1).filter(|_| another) else { return Err(failed) };
            on_event(ChatEvent::Notice(format!("{failed}; asking {} instead", next.id())));
            at += 1;
        }
    }
}
