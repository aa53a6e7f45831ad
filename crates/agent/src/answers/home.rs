//! "Where do I live now?": what is in mind of it, whether it says that one lives or that one moved there.

use std::sync::LazyLock;

use regex::Regex;
use soulfile_engine::Result;
use soulfile_understand::{Slot, Understand};

use crate::conversation::Conversation;
use crate::log::Said;
use crate::person::to_you;
use crate::reply::Reply;

impl Conversation {
    /// The line of core memory that says where the user lives; `None` when another thing is asked or none says so.
    pub(super) fn about_my_home(&mut self, question: &str) -> Result<Option<Vec<Reply>>> {
        if !asks_for_home(question) {
            return Ok(None);
        }
        let core = self.engine.core_show()?;
        let Some(line) = core.lines.iter().rev().find(|line| tells_home(self.engine.understanding(), &line.text))
        else {
            return Ok(None);
        };
        let at = format!("MEMORY.md:{}", line.line);
        let mut replies = vec![Reply::recalled(to_you(&line.text), vec![at.clone()])];
        replies.extend(self.log_said(&Said::Asked { question, from: &[at] })?);
        Ok(Some(replies))
    }
}

fn asks_for_home(question: &str) -> bool {
    static HOME: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)^(?:so |and |hey )?(?:do you (?:know|remember) )?(?:where (?:do i|i|am i) (?:currently |now )?(?:live|living|based|reside)|(?:what|which) (?:city|town|place) (?:do i|am i) (?:live|living) in)(?: now| currently| these days| at the moment)?\s*[?.!]*$",
        )
        .expect("valid pattern")
    });
    HOME.is_match(question.trim())
}

/// Whether a line is about the user's own home, not that of their people.
fn tells_home(understand: &dyn Understand, line: &str) -> bool {
    let own = line.starts_with("User ") || line.starts_with("The user ");
    let residence = |slot: &Slot| slot.attribute == "residence" && slot.of == "user";
    own && understand.statement(&understand.statement(line).first_person()).slots().iter().any(residence)
}

#[cfg(test)]
mod tests {
    use soulfile_understand::BuiltIn;

    use super::*;

    #[test]
    fn homes_are_asked_for_and_told() {
        for question in
            ["where do I live now?", "Where do I live?", "which city do I live in", "do you know where I live?"]
        {
            assert!(asks_for_home(question), "{question}");
        }
        for question in ["where does Ana live?", "where did I live before?", "where do I live when I am in Oslo?"] {
            assert!(!asks_for_home(question), "{question}");
        }
        let tells_home = |line: &str| tells_home(&BuiltIn, line);
        assert!(tells_home("User moved to Munich last week.") && tells_home("User lives in Oslo."));
        assert!(!tells_home("User's sister moved to Munich.") && !tells_home("User likes Munich."));
    }
}
