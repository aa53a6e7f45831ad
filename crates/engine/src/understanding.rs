//! How the engine reads text: through one [`Understand`], the built-in one unless another is given.

use std::sync::Arc;

use soulfile_reflect::Drafter;
use soulfile_understand::{MessageInput, Question, QuestionInput, Reading, Understand};

use crate::open::Engine;

impl Engine {
    /// Reads with another implementation from now on.
    pub fn understood_by(mut self, understand: Arc<dyn Understand>) -> Self {
        self.understand = understand;
        self
    }

    /// Has reflections drafted by this from now on, where no other engine is named.
    pub fn drafted_by(mut self, drafter: Arc<dyn Drafter + Send + Sync>) -> Self {
        self.drafter = Some(drafter);
        self
    }

    /// What reads messages and questions, and compares statements.
    pub fn understanding(&self) -> &dyn Understand {
        &*self.understand
    }

    /// Reads something said now, with the phrases of the configuration.
    pub fn read(&self, text: &str) -> Reading {
        let (now, phrases) = (self.now(), self.phrases());
        self.understand.message(&MessageInput::new(text).at(&now).with_phrases(&phrases))
    }

    /// Reads a question asked now.
    pub fn question(&self, text: &str) -> Question {
        self.understand.question(&QuestionInput { text, at: &self.now() })
    }
}
