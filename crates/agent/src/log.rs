//! The day's log: one entry per exchange, in the scope of where it was said.
//!
//! What was remembered has its own entry already. A question is logged with where its answer
//! stands, not with the answer; a wish to forget is logged without what it was about.

use soulfile_engine::{Exchange, Result};
use soulfile_text::lang::Lang;
use soulfile_vocabulary::SessionKind;

use crate::conversation::Conversation;
use crate::reply::{Reply, in_words};
use crate::undoing::Done;

/// What an exchange was.
pub(crate) enum TalkEvent<'a> {
    /// A question, and where its answer stands.
    Asked { question: &'a str, from: &'a [String] },
    /// Something quoted back.
    Echoed,
    /// Memories were put away.
    Forgot(usize),
    /// Nothing was put away after all.
    KeptAfterAll,
}

impl Conversation {
    /// Adds the exchange to the day's log. Trouble is told, and does not take the answer away.
    pub(crate) fn log_said(&mut self, said: &TalkEvent<'_>) -> Result<Vec<Reply>> {
        // A sub-agent writes nothing by itself.
        if self.who.kind == SessionKind::Subagent {
            return Ok(Vec::new());
        }
        let exchange = Exchange {
            text: told(said, self.lang.lang(), self.who.user.as_deref()),
            scope: self.scope()?,
            session: Some(self.id.clone()),
        };
        match self.engine.log_exchange(&exchange) {
            Ok(receipt) => {
                self.done.push(Done::Exchange { receipt: receipt.id, exchange });
                Ok(Vec::new())
            }
            Err(error) => {
                let lead = in_words(self.lang, "The day's log was not written", "今天的日志没有写成");
                Ok(vec![Reply::warning(format!("{lead}: {error}"))])
            }
        }
    }
}

fn told(said: &TalkEvent<'_>, lang: Lang, user: Option<&str>) -> String {
    let who = user.unwrap_or(match lang {
        Lang::En => "User",
        Lang::Zh => "用户",
    });
    match (lang, said) {
        (Lang::En, TalkEvent::Asked { question, from: [] }) => format!("{who} asked: “{question}” Nothing was found."),
        (Lang::En, TalkEvent::Asked { question, from }) => {
            format!("{who} asked: “{question}” Answered from {}.", listed(from))
        }
        (Lang::En, TalkEvent::Echoed) => format!("{who} quoted something remembered."),
        (Lang::En, TalkEvent::Forgot(1)) => format!("{who} had a memory put away."),
        (Lang::En, TalkEvent::Forgot(count)) => format!("{who} had {count} memories put away."),
        (Lang::En, TalkEvent::KeptAfterAll) => format!("{who} thought of forgetting something and kept it."),
        (Lang::Zh, TalkEvent::Asked { question, from: [] }) => format!("{who}问：“{question}”没有找到。"),
        (Lang::Zh, TalkEvent::Asked { question, from }) => format!("{who}问：“{question}”答自 {}。", listed(from)),
        (Lang::Zh, TalkEvent::Echoed) => format!("{who}引用了已记住的内容。"),
        (Lang::Zh, TalkEvent::Forgot(count)) => format!("{who}收起了 {count} 条记忆。"),
        (Lang::Zh, TalkEvent::KeptAfterAll) => format!("{who}本想忘掉一些事，最后留下了。"),
    }
}

fn listed(from: &[String]) -> String {
    from.iter().take(3).cloned().collect::<Vec<_>>().join(", ")
}
