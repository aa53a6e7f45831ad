//! Reflection in conversation: shown item by item, decided by the person in private, never by time.

use soulfile_api::{ReflectDecided, ReflectionView, Replied};
use std::sync::LazyLock;

use regex::Regex;
use soulfile_engine::{By, DraftRequest, Result, counted};
use soulfile_text::lang::Lang;
use soulfile_vocabulary::layout;

use crate::approvals::number_in;
use crate::conversation::Conversation;
use crate::reply::{Reply, in_words};
use crate::undoing::Done;

impl Conversation {
    /// Shows the reflection that waits, or drafts one.
    pub(crate) fn reflect(&mut self) -> Result<Vec<Reply>> {
        if !self.decides() {
            return Ok(self.refuse_here());
        }
        if let Some(waiting) = self.engine.reflection()? {
            return Ok(self.shown(&waiting));
        }
        let drafted =
            self.engine.reflect(&DraftRequest { trigger: Some("chat".to_owned()), ..DraftRequest::default() })?;
        if drafted.items.is_empty() {
            let text = in_words(
                self.lang,
                "I looked through what is new and have nothing to propose.",
                "我看了一遍新的内容，没有要提议的。",
            );
            return Ok(vec![Reply::say(text)]);
        }
        Ok(self.shown(&drafted))
    }

    /// A line that decides about the reflection that waits; `None` when it is about something else.
    pub(crate) fn approval_line(&mut self, line: &str) -> Result<Option<Vec<Reply>>> {
        if !self.decides() {
            return Ok(None);
        }
        Ok(match self.engine.reflect_reply(line, By::Person, Some(&self.id))? {
            None if is_decision(line) && self.engine.reflection()?.is_none() => {
                Some(vec![Reply::say(in_words(self.lang, "Nothing waits for a decision.", "没有等待决定的事。"))])
            }
            None => None,
            Some(Replied::Show(view)) => Some(self.shown(&view)),
            Some(Replied::Decided(decided)) => Some(self.decided(*decided)),
        })
    }

    /// `/approve`, `/approve 1,3-5`, `/approve #3` for a proposal.
    pub(crate) fn approve(&mut self, rest: &str) -> Result<Vec<Reply>> {
        if !self.decides() {
            return Ok(self.refuse_here());
        }
        match number_in(rest) {
            Some(number) => self.approve_proposal(number),
            None => self.decide("approve", rest),
        }
    }

    /// `/reject`, `/reject 2 — no`, `/reject #3 REASON` for a proposal.
    pub(crate) fn reject(&mut self, rest: &str) -> Result<Vec<Reply>> {
        if !self.decides() {
            return Ok(self.refuse_here());
        }
        match number_in(rest) {
            Some(number) => self.reject_proposal(number, rest),
            None => self.decide("reject", rest),
        }
    }

    fn decide(&mut self, word: &str, rest: &str) -> Result<Vec<Reply>> {
        if let Some(replies) = self.approval_line(format!("{word} {rest}").trim())? {
            return Ok(replies);
        }
        let text = match self.engine.reflection()? {
            None => in_words(self.lang, "Nothing waits for a decision.", "没有等待决定的事。"),
            Some(_) => in_words(
                self.lang,
                "I didn't get which ones. Say for example: /approve 1,3-5",
                "没听懂是哪几条。可以说：/approve 1,3-5",
            ),
        };
        Ok(vec![Reply::say(text)])
    }

    /// Drafts at the end of a session what is due, and says that it waits.
    pub(crate) fn reflect_at_end(&self) -> Vec<Reply> {
        match self.engine.reflect_if_due(true) {
            Ok(Some(view)) if view.waits => {
                let text = match self.lang.lang() {
                    Lang::En => format!(
                        "A reflection with {} waits for you; /reflect shows it next time.",
                        counted(view.items.len())
                    ),
                    Lang::Zh => format!("有一次整理等你决定，共 {} 条；下次用 /reflect 查看。", view.items.len()),
                };
                vec![Reply::note(text)]
            }
            Ok(_) => Vec::new(),
            Err(error) => vec![Reply::warning(error.to_string())],
        }
    }

    fn shown(&self, view: &ReflectionView) -> Vec<Reply> {
        let lead = match self.lang.lang() {
            Lang::En => format!(
                "Reflection #{}: I'd like to make these changes. Nothing happens before you say so.",
                view.number
            ),
            Lang::Zh => format!("第 {} 次整理：我想做这些改动。你同意之前什么都不会变。", view.number),
        };
        let mut replies = vec![Reply::say(lead)];
        for item in &view.items {
            let mut from: Vec<String> = item.evidence.iter().map(|e| format!("{}:{}", e.path, e.line)).collect();
            from.dedup();
            from.truncate(2);
            replies.push(Reply::recalled(format!("{}. {}: {}", item.number, item.kind, readable(&item.text)), from));
            if let Some(why) = &item.careful {
                replies.push(Reply::warning(match self.lang.lang() {
                    Lang::En => format!("{}: careful: {why}", item.number),
                    Lang::Zh => format!("{}：小心，像是攻击：{why}", item.number),
                }));
            }
            if !item.stale.is_empty() {
                replies.push(Reply::warning(format!("{}: {}", item.number, item.stale.join(", "))));
            }
        }
        if !view.core_diff.trim().is_empty() {
            replies.push(Reply::document(layout::CORE, view.core_diff.clone()));
        }
        replies.extend(view.unread.iter().chain(&view.unclear).map(Reply::warning));
        replies.extend(view.questions.iter().map(Reply::say));
        replies.push(Reply::ask(in_words(
            self.lang,
            "approve, partial approve 1,3-5, or reject? (It waits as long as you like.)",
            "批准（approve）、部分批准（partial approve 1,3-5），还是拒绝（reject）？（不急，会一直等你。）",
        )));
        replies
    }

    fn decided(&mut self, decided: ReflectDecided) -> Vec<Reply> {
        let numbers = |list: &[u32]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let mut parts = Vec::new();
        for (list, en, zh) in [
            (&decided.applied, "Applied", "已采纳"),
            (&decided.rejected, "Rejected, and I'll remember that", "已拒绝，我会记得"),
            (&decided.left, "Still waiting", "仍在等待"),
        ] {
            if !list.is_empty() {
                parts.push(match self.lang.lang() {
                    Lang::En => format!("{en}: {}.", numbers(list)),
                    Lang::Zh => format!("{zh}：{}。", numbers(list)),
                });
            }
        }
        if parts.is_empty() {
            parts.push(in_words(self.lang, "Nothing was changed.", "什么都没有改。").to_owned());
        }
        let mut replies = vec![Reply::say(parts.join(" "))];
        for (item, why) in &decided.stale {
            replies.push(Reply::warning(format!("{item}: {}", why.join(", "))));
        }
        for (item, why) in &decided.withheld {
            replies.push(Reply::warning(match self.lang.lang() {
                Lang::En => format!("I left out {item}: {why}. “approve {item}” takes it all the same."),
                Lang::Zh => format!("第 {item} 条没有采纳：{why}。要采纳请说 approve {item}。"),
            }));
        }
        replies.extend(decided.warnings.iter().map(Reply::warning));
        replies.push(Reply::note(format!("{} · receipt {}", decided.id, decided.receipt.id)));
        let what = match self.lang.lang() {
            Lang::En => format!("what was decided on reflection {}", decided.id),
            Lang::Zh => format!("对整理 {} 的决定", decided.id),
        };
        self.done.push(Done::Change { receipt: decided.receipt.id, what, ids: Vec::new() });
        replies
    }
}

/// An item without ids: `person--nora: User's sister Nora …` is about Nora already.
fn readable(text: &str) -> String {
    static ABOUT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^[a-z]+--[\w-]+: ").expect("valid pattern"));
    static ID: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b[a-z]+--([\w-]+)").expect("valid pattern"));
    let text = ABOUT.replace(text, "");
    let text = ID.replace_all(&text, |c: &regex::Captures<'_>| c[1].replace('-', " "));
    text.into_owned()
}

/// Whether a whole line is a word of decision, whatever it is about.
fn is_decision(line: &str) -> bool {
    static DECISION: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^(?:partial(?:ly)? )?(?:approved?|reject(?:ed)?|批准|拒绝)(?:[\s\d,#-]*|\s+(?:all|it|the reflection))[.!]?$")
            .expect("valid pattern")
    });
    DECISION.is_match(line.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_read_without_ids() {
        assert_eq!(
            readable("person--nora: User's sister Nora lives in Lisbon."),
            "User's sister Nora lives in Lisbon."
        );
        assert_eq!(
            readable("person--alice → develops → project--blue-heron (NEW)"),
            "alice → develops → blue heron (NEW)"
        );
    }

    #[test]
    fn only_a_whole_line_decides() {
        assert!(is_decision("approve 1,3-5") && is_decision("partial approve 2") && is_decision("Reject all."));
        assert!(!is_decision("I approve of the new desk") && !is_decision("approved by the board"));
    }
}
