//! Alerts and proposals: shown and decided in private only.

use jiff::{Timestamp, Zoned};
use soulfile_api::ProposalView;
use soulfile_engine::Result;
use soulfile_text::lang::Lang;

use crate::conversation::Conversation;
use crate::reply::{Reply, in_words};
use crate::undoing::Done;

impl Conversation {
    /// `/alerts` shows the open ones with their diffs; `/alerts ack ID` settles one, or all.
    pub(crate) fn show_alerts(&mut self, rest: &str) -> Result<Vec<Reply>> {
        if !self.decides() {
            return Ok(self.refuse_here());
        }
        if let Some(id) = rest.strip_prefix("ack") {
            let id = if id.trim().is_empty() { "all" } else { id.trim() };
            self.engine.acknowledge(id)?;
            let text = in_words(self.lang, "Settled; I won't bring it up again.", "好的，不再提醒。");
            return Ok(vec![Reply::say(text)]);
        }
        let alerts = self.engine.alerts()?;
        if alerts.is_empty() {
            let text = in_words(self.lang, "Nothing about who I am has changed unseen.", "我的身份没有未确认的改动。");
            return Ok(vec![Reply::say(text)]);
        }
        let mut replies = Vec::new();
        for view in &alerts {
            let at = local(&view.alert.at, &self.engine.now());
            replies.push(Reply::warning(format!("{} ({at}, by {})", view.alert.text, view.alert.actor)));
            if !view.diff.is_empty() {
                replies.push(Reply::document(view.alert.id.clone(), view.diff.clone()));
            }
        }
        let text =
            in_words(self.lang, "Was this intended? /alerts ack settles it.", "是有意改的吗？用 /alerts ack 确认。");
        replies.push(Reply::note(text));
        Ok(replies)
    }

    /// `/proposals` lists what waits.
    pub(crate) fn show_proposals(&mut self, rest: &str) -> Result<Vec<Reply>> {
        if !self.decides() {
            return Ok(self.refuse_here());
        }
        if let Some(number) = number_in(rest) {
            return Ok(told(&self.engine.proposal(number)?));
        }
        let waiting = self.engine.proposals()?;
        if waiting.is_empty() {
            return Ok(vec![Reply::say(in_words(self.lang, "No proposals wait.", "没有待审的建议。"))]);
        }
        let mut replies: Vec<Reply> = waiting.iter().flat_map(told).collect();
        replies.push(Reply::note(in_words(
            self.lang,
            "/approve #1 keeps one, /reject #1 REASON drops it.",
            "/approve #1 采纳，/reject #1 理由 拒绝。",
        )));
        Ok(replies)
    }

    /// Commits one proposal.
    pub(crate) fn approve_proposal(&mut self, number: u32) -> Result<Vec<Reply>> {
        let view = self.engine.proposal(number)?;
        let decided = self.engine.commit_proposal(number, Some(&view.review), None, false)?;
        let ids = decided.remembered.iter().flat_map(|r| r.entries.iter().map(|entry| entry.id.clone())).collect();
        self.done.push(Done::Change { receipt: decided.receipt.id.clone(), what: view.content.clone(), ids });
        let text = match self.lang.lang() {
            Lang::En => format!("Kept: {}", view.content),
            Lang::Zh => format!("已采纳：{}", view.content),
        };
        Ok(vec![Reply::say(text), Reply::note(format!("receipt {}", decided.receipt.id))])
    }

    /// Drops one proposal, for the reason that follows its number.
    pub(crate) fn reject_proposal(&mut self, number: u32, rest: &str) -> Result<Vec<Reply>> {
        let view = self.engine.proposal(number)?;
        let reason = Some(reason_in(rest)).filter(|reason| !reason.is_empty());
        let decided = self.engine.reject_proposal(number, Some(&view.review), reason)?;
        let text = match self.lang.lang() {
            Lang::En => format!("Proposal #{number} is dropped."),
            Lang::Zh => format!("建议 #{number} 已拒绝。"),
        };
        Ok(vec![Reply::say(text), Reply::note(format!("receipt {}", decided.receipt.id))])
    }
}

/// A moment of RFC 3339 where the user is; what is none stays as it is.
fn local(at: &str, now: &Zoned) -> String {
    let local = |at: Timestamp| at.to_zoned(now.time_zone().clone()).strftime("%Y-%m-%d %H:%M:%S").to_string();
    at.parse::<Timestamp>().map_or_else(|_| at.to_owned(), local)
}

/// The number of a proposal: `#3`, `proposal 3`.
pub(crate) fn number_in(rest: &str) -> Option<u32> {
    let rest = rest.trim();
    let word = rest.strip_prefix("proposal").or_else(|| rest.strip_prefix("建议")).unwrap_or(rest).trim_start();
    let word = word.strip_prefix('#').or_else(|| (word.len() < rest.len()).then_some(word))?;
    word.split_whitespace().next()?.parse().ok()
}

/// What follows the number.
fn reason_in(rest: &str) -> &str {
    let after = rest.trim_start_matches(|c: char| !c.is_ascii_digit()).trim_start_matches(|c: char| c.is_ascii_digit());
    after.trim_start_matches([' ', ':', '：', '—', '-', ','])
}

fn told(view: &ProposalView) -> Vec<Reply> {
    let conflict = match &view.conflicts[..] {
        [] => String::new(),
        with => {
            let with: Vec<String> = with.iter().map(|number| format!("#{number}")).collect();
            format!(" ⚠️ CONFLICT with {}", with.join(", "))
        }
    };
    let mut replies = vec![Reply::recalled(
        format!("#{} {} proposes: “{}”{conflict}", view.number, view.from, view.content),
        vec![format!("memory/meta/pending-memories.md ({})", view.status)],
    )];
    if !view.stale.is_empty() {
        replies.push(Reply::warning(format!("#{}: {} changed since it was made", view.number, view.stale.join(", "))));
    }
    if let Some(why) = &view.suspicious {
        replies.push(Reply::warning(format!("#{}: {why}", view.number)));
    }
    replies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proposals_are_named_by_number() {
        assert_eq!(number_in("#3"), Some(3));
        assert_eq!(number_in("proposal 3 because"), Some(3));
        assert_eq!(number_in("1,3-5"), None);
        assert_eq!(number_in(""), None);
        assert_eq!(reason_in("#3: it needs less"), "it needs less");
    }
}
