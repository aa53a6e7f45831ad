//! Remembering: asked for or noticed, answered with where it went and a receipt.

use soulfile_api::{RecallHit, Remembered, Sureness};
use std::sync::LazyLock;

use regex::Regex;
use soulfile_engine::{Proposing, RecallRequest, RememberRequest, Remembering, Result};
use soulfile_text::lang::Lang;
use soulfile_understand::{Reading, TriggerKind, Verdict};
use soulfile_vocabulary::{Authority, Confidence, Scope, SessionKind, Store};

use crate::conversation::Conversation;
use crate::log::Said;
use crate::person::{small, to_you};
use crate::pieces::{Reader, pieces, verdict};
use crate::reply::{Reply, in_words};
use crate::undoing::Done;

/// How something came to be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Somebody asked for it.
    Asked,
    /// It was told in passing.
    Noticed,
    /// It puts right what was told before.
    Corrected,
}

impl Manner {
    fn how(self) -> Remembering {
        match self {
            Manner::Asked => Remembering::Explicit,
            Manner::Noticed | Manner::Corrected => Remembering::Detected,
        }
    }
}

impl Conversation {
    /// Remembers what somebody asked to have remembered.
    pub(crate) fn remember(&mut self, said: &Reading) -> Result<Vec<Reply>> {
        let found = said.intent();
        let payload = match (found.kind, found.payload.as_deref()) {
            (TriggerKind::Remember, Some(payload)) if !payload.trim().is_empty() => payload,
            (TriggerKind::Remember, _) => {
                return Ok(vec![Reply::ask(in_words(
                    self.lang,
                    "Gladly. What shall I remember?",
                    "好的，要记住什么？",
                ))]);
            }
            _ => said.text(),
        };
        self.store(said, payload, Manner::Asked)
    }

    /// Looks at something told; keeps what is worth keeping. Empty when nothing was.
    pub(crate) fn notice(&mut self, told: &Reading) -> Result<Vec<Reply>> {
        if !self.engine.config().memory.auto_detect {
            return Ok(Vec::new());
        }
        if !told.is_memorable() && !self.tells_of_somebody_known(told.text()) {
            return Ok(Vec::new());
        }
        self.store(told, told.text(), Manner::Noticed)
    }

    /// "Jonas moved to Cologne": news of strangers is not kept unasked, news of those one has told about is.
    fn tells_of_somebody_known(&self, told: &str) -> bool {
        static NEWS: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"^(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2}) (?:just |now |also |finally |recently )?(?:is|was|has|had|got|[a-z]{2,}(?:s|ed)|left|went|came|met|bought|sold|won|lost|quit|became|began) \S")
                .expect("valid pattern")
        });
        let Some(hit) = NEWS.captures(told).filter(|_| self.is_private()) else { return false };
        let uncertain = told.contains('?') || told.to_lowercase().contains("maybe") || told.contains(" if ");
        !uncertain && self.engine.graph_entity(&hit["name"], false).is_ok()
    }

    /// Something was quoted back: nothing of it is news.
    pub(crate) fn heard_echo(&mut self) -> Result<Vec<Reply>> {
        let text = in_words(self.lang, "Yes, that's what I have.", "对，我记得的就是这些。");
        let mut replies = vec![Reply::say(text)];
        replies.extend(self.log_said(&Said::Echoed)?);
        Ok(replies)
    }

    /// Something was told that shows no sign of lasting: kept in the day's log, in the person's words, where it can be
    /// found again. A sub-agent writes nothing by itself.
    pub(crate) fn keep_as_said(&mut self, line: &str) -> Result<Vec<Reply>> {
        let lang = self.lang;
        let mut replies = Vec::new();
        if self.who.kind != SessionKind::Subagent {
            let remembered = self.engine.remember(&RememberRequest {
                text: match (&self.who.user, self.is_private()) {
                    (Some(user), false) => format!("{user}: {line}"),
                    _ => line.to_owned(),
                },
                store: Some(Store::Episodic),
                scope: self.scope()?,
                how: Remembering::Inferred,
                as_said: true,
                session: Some(self.id.clone()),
                ..RememberRequest::default()
            })?;
            replies.push(Reply::say(in_words(lang, "Okay, I've noted that.", "好的，我记下了。")));
            replies.extend(remembered.warnings.iter().map(Reply::warning));
            replies.push(Reply::note(receipt(&remembered)));
            self.done.push(Done::Change {
                receipt: remembered.receipt.id.clone(),
                what: line.to_owned(),
                ids: remembered.entries.iter().map(|entry| entry.id.clone()).collect(),
            });
        }
        replies.extend(self.no_model());
        Ok(replies)
    }

    /// Said once in a conversation, where somebody may expect more than a memory.
    pub(crate) fn no_model(&mut self) -> Option<Reply> {
        let first = !std::mem::replace(&mut self.said_no_model, true);
        first.then(|| {
            Reply::note(in_words(
                self.lang,
                "No model is connected, so I answer from memory only.",
                "目前没有接入模型，我只根据记忆回答。",
            ))
        })
    }

    /// Keeps `payload`, which was said as `said`.
    pub(crate) fn store(&mut self, said: &Reading, payload: &str, manner: Manner) -> Result<Vec<Reply>> {
        let how = manner.how();
        let kept = if payload == said.text() { said.clone() } else { self.engine.read(payload) };
        if let Some(known) = self.known_already(&kept)? {
            let lead = in_words(self.lang, "I know that already:", "这个我已经记着了：");
            let cited: Vec<String> = vec![known.citation.clone()];
            let _ = self.engine.used(known.id.as_deref());
            let text = pieces(self.engine.understanding(), std::slice::from_ref(&known), 0.0, 1, self.reader());
            let text = text.first().map_or(payload.to_owned(), |piece| piece.text.clone());
            let mut replies = vec![Reply::say(lead), Reply::recalled(text, cited)];
            replies.extend(self.log_said(&Said::Echoed)?);
            return Ok(replies);
        }
        let scope = self.scope()?;
        if self.who.kind == SessionKind::Subagent {
            return self.propose(&kept, how);
        }
        let request = RememberRequest {
            text: match (&self.who.user, self.is_private()) {
                // In a room it matters who said it.
                (Some(user), false) => format!("{user}: {payload}"),
                _ => said.text().to_owned(),
            },
            // What others may see, or only one person, stays out of what is in every private context.
            store: (scope != Scope::Private).then_some(Store::Episodic),
            scope,
            how,
            session: Some(self.id.clone()),
            ..RememberRequest::default()
        };
        let remembered = self.engine.remember(&request)?;
        let replies = self.confirmed(&remembered, manner);
        self.matter = Some(payload.to_owned());
        self.done.push(Done::Change {
            receipt: remembered.receipt.id.clone(),
            what: remembered.entries.first().map_or(payload.to_owned(), |entry| entry.summary.clone()),
            ids: remembered.entries.iter().filter(|entry| entry.new).map(|entry| entry.id.clone()).collect(),
        });
        Ok(replies)
    }

    /// The memory that says the same, when there is one.
    fn known_already(&self, payload: &Reading) -> Result<Option<RecallHit>> {
        let summary = &payload.route().summary;
        let mut request = RecallRequest::new(summary, self.session.clone());
        request.limit = Some(5);
        let answer = self.engine.recall(&request)?;
        if answer.confidence != Sureness::Sure {
            return Ok(None);
        }
        let same = |hit: &RecallHit| {
            // Compared as stored, in the third person.
            let understand = self.engine.understanding();
            let stored = pieces(understand, std::slice::from_ref(hit), 0.0, 1, Reader::Room(None));
            stored.first().is_some_and(|piece| verdict(understand, &piece.text, summary) == Verdict::Duplicate)
        };
        Ok(answer.hits.into_iter().find(same))
    }

    fn propose(&mut self, payload: &Reading, how: Remembering) -> Result<Vec<Reply>> {
        let route = payload.route();
        let added = self.engine.propose(&Proposing {
            from: self.session.agent.clone(),
            trigger: match how {
                Remembering::Explicit => "asked to remember".to_owned(),
                _ => "noticed in conversation".to_owned(),
            },
            store: route.store,
            content: payload.text().to_owned(),
            entities: Vec::new(),
            confidence: Confidence::Medium,
            core_worthy: route.core_update,
            scope: Scope::Private,
            trust: Authority::SubAgent,
            quarantined: false,
        })?;
        let text = match self.lang {
            Lang::En => format!("I've put that forward as proposal #{}; a person decides.", added.number),
            Lang::Zh => format!("我已提交为建议 #{}，由人来决定。", added.number),
        };
        let mut replies = vec![Reply::say(text)];
        if !added.conflicts.is_empty() {
            let with: Vec<String> = added.conflicts.iter().map(|number| format!("#{number}")).collect();
            replies.push(Reply::warning(format!("⚠️ CONFLICT with {}", with.join(", "))));
        }
        Ok(replies)
    }

    fn confirmed(&self, remembered: &Remembered, manner: Manner) -> Vec<Reply> {
        let lang = self.lang;
        let mut replies = Vec::new();
        if let Some(first) = remembered.entries.first() {
            let places = places(remembered, lang);
            let text = match (lang, manner) {
                (Lang::En, Manner::Corrected) => format!("Put right: {}", small(&to_you(&first.summary))),
                (Lang::Zh, Manner::Corrected) => format!("已更正：{}", to_you(&first.summary)),
                (Lang::En, Manner::Asked) => format!("Noted. I've added that to {places}."),
                (Lang::Zh, Manner::Asked) => format!("记住了，已写入{places}。"),
                (Lang::En, _) => format!("Good to know; I'll keep that in mind: {}", small(&to_you(&first.summary))),
                (Lang::Zh, _) => format!("知道了，我记下：{}", to_you(&first.summary)),
            };
            replies.push(Reply::say(text));
        }
        replies.extend(remembered.warnings.iter().map(Reply::warning));
        if !remembered.proposals.is_empty() && !remembered.entries.is_empty() {
            let text = in_words(
                lang,
                "Two names in that may be one; /proposals asks you which it is.",
                "其中两个名字可能是同一个；用 /proposals 来确认。",
            );
            replies.push(Reply::note(text));
        }
        replies.push(Reply::note(receipt(remembered)));
        replies
    }
}

/// Where it went, in words: MEMORY.md and today's log.
fn places(remembered: &Remembered, lang: Lang) -> String {
    let mut places: Vec<String> = Vec::new();
    let mut add = |place: String| {
        if !places.contains(&place) {
            places.push(place);
        }
    };
    let stores = [Store::Core, Store::Vault, Store::Semantic, Store::Procedural, Store::Episodic];
    for store in stores {
        for entry in remembered.entries.iter().filter(|entry| entry.store == store) {
            match (store, lang) {
                (Store::Core, Lang::En) => add("MEMORY.md".into()),
                (Store::Core, Lang::Zh) => add(" MEMORY.md ".into()),
                (Store::Vault, Lang::En) => add("the vault, where nothing fades".into()),
                (Store::Vault, Lang::Zh) => add("永久保存区".into()),
                (Store::Semantic, Lang::En) => {
                    if entry.id.to_string().contains('#') {
                        add("what I know of the people and things in it".into());
                    }
                }
                (Store::Semantic, Lang::Zh) => add("相关的人和事".into()),
                (Store::Procedural, Lang::En) => add("how you do things".into()),
                (Store::Procedural, Lang::Zh) => add("做事的方法".into()),
                (Store::Episodic, Lang::En) => add("today's log".into()),
                (Store::Episodic, Lang::Zh) => add("今天的日志".into()),
                (Store::Note, _) => {}
            }
        }
    }
    match (&places[..], lang) {
        ([], _) => String::new(),
        ([one], _) => one.clone(),
        ([first @ .., last], Lang::En) => format!("{} and {last}", first.join(", ")),
        ([first @ .., last], Lang::Zh) => format!("{}和{last}", first.join("、")),
    }
}

/// The receipt: what `soul audit verify` confirms.
fn receipt(remembered: &Remembered) -> String {
    let mut at: Vec<String> = Vec::new();
    for entry in &remembered.entries {
        let (first, last) = entry.lines;
        let place =
            if first == last { format!("{}:{first}", entry.path) } else { format!("{}:{first}-{last}", entry.path) };
        if !at.contains(&place) {
            at.push(place);
        }
    }
    let more = if at.len() > 3 { format!(" (+{} more)", at.len() - 3) } else { String::new() };
    at.truncate(3);
    let commit = remembered.receipt.commit.get(..10).unwrap_or(&remembered.receipt.commit);
    format!("receipt {} in commit {commit} · {}{more}", remembered.receipt.id, at.join(", "))
}
