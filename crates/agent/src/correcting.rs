//! Putting right what was said last: "no, Tuesday", "it got moved to Monday", 不对，是周三.

use std::sync::LazyLock;

use regex::Regex;
use soulfile_engine::Result;
use soulfile_text::lang::Lang;
use soulfile_understand::{Reading, Revision};

use crate::conversation::Conversation;
use crate::remembering::Manner;
use crate::reply::{Reply, in_words};

impl Conversation {
    /// Hears a line as a correction of the last matter; `None` when it is none.
    pub(crate) fn corrected(&mut self, line: &Reading) -> Result<Option<Vec<Reply>>> {
        let matter = self.matter.clone().unwrap_or_default();
        match line.corrects(&matter) {
            Some(Revision::Corrected(text)) if !matter.is_empty() => {
                // As one says it whole: a correction replaces, where a second statement would only contradict.
                let said = match Lang::of(&text) {
                    Lang::En => format!("Actually, {text}"),
                    Lang::Zh => format!("其实，{text}"),
                };
                let replies = self.store(&self.engine.read(&said), &text, Manner::Corrected)?;
                self.matter = Some(text);
                Ok(Some(replies))
            }
            Some(Revision::Denied) => {
                let text = in_words(
                    self.lang,
                    "Sorry. What is right? (“no, …” corrects it, /undo takes the last thing back.)",
                    "抱歉，那应该是什么？（说“不对，是……”就能更正，/undo 撤销上一条。）",
                );
                Ok(Some(vec![Reply::ask(text)]))
            }
            _ => Ok(None),
        }
    }

    /// Keeps in mind what is being talked about: something told, or the one thing an answer said.
    pub(crate) fn talk_of(&mut self, stored: &str) {
        static DATED: LazyLock<Regex> =
            LazyLock::new(|| Regex::new(r"\s?\(\d{4}(?:-\d{2}){0,2}(?: (?:to|至) [\d-]+)?\)").expect("valid pattern"));
        self.matter =
            Some(DATED.replace_all(&self.engine.understanding().statement(stored).first_person(), "").into_owned());
    }
}
