//! How a conversation begins: a greeting, and what waits for the person.

use soulfile_api::NoticeKind;
use soulfile_engine::Result;
use soulfile_text::lang::Lang;

use crate::conversation::Conversation;
use crate::reply::{Reply, in_words};

impl Conversation {
    /// Begins the session: its context is assembled and recorded, so that the persona is decided
    /// and hand edits are taken in, then the person is greeted.
    pub(crate) fn opened(&mut self) -> Result<Vec<Reply>> {
        if self.is_private() {
            self.engine.notice_hand_edits();
        }
        let (pack, _) = self.engine.context(&self.request())?;
        let mut replies = vec![Reply::say(self.greeting()?)];
        if pack.report.persona.is_alternate() {
            replies.push(Reply::note(pack.report.persona.explain()));
        }
        if self.is_private() {
            replies.extend(self.due_today()?);
            replies.extend(self.decides().then(|| self.waits()).transpose()?.into_iter().flatten());
            if self.engine.identity()?.bootstrap_pending {
                if self.holds_ritual() {
                    replies.remove(0);
                    replies.extend(self.begin_ritual()?);
                } else {
                    let text = in_words(
                        self.lang,
                        "We haven't been introduced yet: /hello does that.",
                        "我们还没有互相认识：用 /hello 开始。",
                    );
                    replies.push(Reply::note(text));
                }
            }
        }
        Ok(replies)
    }

    fn greeting(&self) -> Result<String> {
        let name = self.agent_name();
        let user = match (&self.who.user, self.is_private()) {
            (Some(user), _) => Some(user.clone()),
            (None, true) => self.engine.user_name()?,
            // A room is not told whose agent this is.
            (None, false) => None,
        };
        Ok(match (self.lang.lang(), user, &self.who.room) {
            (Lang::En, Some(user), None) => format!("Hello {user}, {name} here. What's on your mind?"),
            (Lang::En, None, None) => format!("Hello, {name} here. What's on your mind?"),
            (Lang::En, _, Some(room)) => {
                format!("Hello, {name} here, in {room}. I only know what belongs to this room.")
            }
            (Lang::Zh, Some(user), None) => format!("{user}，你好，我是{name}。想聊什么？"),
            (Lang::Zh, None, None) => format!("你好，我是{name}。想聊什么？"),
            (Lang::Zh, _, Some(room)) => format!("大家好，我是{name}，在 {room}。我只知道属于这个房间的事。"),
        })
    }

    /// Alerts, proposals and reflections, one line each.
    fn waits(&self) -> Result<Vec<Reply>> {
        let mut replies = Vec::new();
        for notice in self.engine.notices()? {
            // The context's line names shell commands; here there are shorter ones.
            let (short, _) = notice.text.split_once(" (`").unwrap_or((&notice.text, ""));
            let how = match notice.kind {
                NoticeKind::Alert => "/alerts",
                NoticeKind::Proposal => "/proposals",
                NoticeKind::Reflection => "/reflect",
                // Was said as what it is.
                NoticeKind::Today => continue,
            };
            replies.push(Reply::warning(format!("{short} → {how}")));
        }
        Ok(replies)
    }
}
