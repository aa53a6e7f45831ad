//! Forgetting a part of an entry: the entry is archived, and the words that stay are kept as an entry of the same day.

use soulfile_api::Forgotten;
use soulfile_memory::id::MemoryId;
use soulfile_vocabulary::{Confidence, EntryKind};
use soulfile_workspace::{Action, Actor, Approval};

use super::listed;
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::writer::{MemoryWriter, Operation, Source, Step};

impl Engine {
    /// Forgets one part of an episode and keeps the rest of its words. A person confirmed exactly this part.
    pub fn forget_part(&self, id: &MemoryId, part: &str) -> Result<Forgotten> {
        let MemoryId::Episode(episode) = id else {
            return Err(Error::Invalid(format!("{id} is forgotten whole; only entries of the log have parts")));
        };
        let logs = self.day_logs(&episode.day)?;
        let entry = logs.iter().find_map(|(_, log)| log.get(episode));
        let entry = entry.ok_or_else(|| Error::NotFound(format!("there is no memory {id}")))?;
        let rest = without(&entry.content, part)
            .ok_or_else(|| Error::Invalid(format!("\"{part}\" is no part of {id} that leaves a rest")))?;
        let words = rest.to_lowercase();
        self.may_forget(std::slice::from_ref(id))?;
        let keep = Step {
            operation: Operation::Remember {
                day: episode.day.clone(),
                time: entry.time.unwrap_or_default(),
                kind: entry.kind.unwrap_or(EntryKind::Event),
                confidence: entry.confidence.unwrap_or(Confidence::Low),
                // A tag may be a word of what goes.
                tags: entry.tags.iter().filter(|tag| words.contains(&tag.to_lowercase())).cloned().collect(),
                content: rest,
                links: Vec::new(),
            },
            source: Source::Named(entry.source.iter().cloned().collect()),
            scope: entry.scope.clone(),
            trust: entry.trust,
            approved: true,
            item: None,
        };
        let mut writer = MemoryWriter::new(self).admitted();
        writer.apply(&[keep, Step::by_person(Operation::Archive { ids: vec![id.clone()] })])?;
        let summary = format!("archived a part of {}", listed(std::slice::from_ref(id)));
        let (mutation, mut outcome) =
            writer.into_mutation(Action::Archive, Actor::Bot("trigger-forget".into()), summary)?;
        // The words of the request stay out: they may be what is to be forgotten.
        let mutation = mutation.approval(Approval::Approved).trigger("soul forget").confirmed(true);
        let receipt = Some(self.commit(mutation, &mut outcome)?);
        let notes = self.scrub_typed(&[part.to_owned()])?.into_iter().collect();
        Ok(Forgotten { receipt, ids: vec![id.clone()], notes })
    }
}

/// A text without one part of it and the mark that joined them; `None` where nothing is left.
fn without(text: &str, part: &str) -> Option<String> {
    let at = text.find(part)?;
    let joint = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '，' | '；' | '、');
    let (before, after) = (text[..at].trim_end_matches(joint), &text[at + part.len()..]);
    let after = after.trim_start_matches(|c: char| joint(c) || matches!(c, '.' | '!' | '?' | '。' | '！' | '？'));
    let ended = before.is_empty() || before.ends_with(['.', '!', '?', '。', '！', '？']);
    let between = if before.is_empty() || after.is_empty() {
        ""
    } else if ended {
        " "
    } else {
        ", "
    };
    let rest = format!("{before}{between}{after}").trim().to_owned();
    rest.chars().any(char::is_alphanumeric).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_keeps_its_words() {
        let text = "Wife Ana's birthday is May 3, the kids are Leo and Mia.";
        assert_eq!(without(text, "Wife Ana's birthday is May 3").as_deref(), Some("the kids are Leo and Mia."));
        assert_eq!(without(text, "the kids are Leo and Mia").as_deref(), Some("Wife Ana's birthday is May 3"));
        assert_eq!(
            without("One is here. Two is there. Three is gone.", "Two is there").as_deref(),
            Some("One is here. Three is gone.")
        );
        assert_eq!(without(text, text), None);
    }
}
