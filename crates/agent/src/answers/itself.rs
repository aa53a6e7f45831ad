//! Questions about the agent and the person, answered from identity, configuration and core memory.

use soulfile_api::{ListRequest, RecallHit};
use soulfile_engine::{Result, plain_text};
use soulfile_vocabulary::{Authority, Store, layout};

use super::topic::Topic;
use crate::conversation::Conversation;
use crate::echo::letters;
use crate::log::TalkEvent;
use crate::quotation::Quoted;
use crate::reply::{Quotation, Reply};

/// Statements shown beside core memory: those worth most, of the newest.
const STATEMENTS: usize = 6;
const NEWEST: usize = 200;

impl Conversation {
    /// The answer to a question that is not for recall; `None` where recall should look after all.
    pub(super) fn about_topic(&mut self, topic: Topic, question: &str) -> Result<Option<Vec<Reply>>> {
        let lang = self.lang;
        Ok(Some(match topic {
            Topic::Changes => return self.about_changes(question),
            Topic::FileHistory => return self.about_file(question),
            Topic::WhyForgotten => return self.about_forgetting(question),
            Topic::Agenda => return self.about_plans(question),
            Topic::Told => return self.about_told(question),
            Topic::AboutMe => return self.about_me(question),
            Topic::MyName => return self.about_my_name(question),
            Topic::You => self.about_you()?,
            Topic::Place => {
                vec![Reply::say(lang.say_with("place", &[("path", &self.engine.path().display().to_string())]))]
            }
            Topic::Privacy => vec![Reply::say(lang.say(if self.is_private() { "private" } else { "room" }))],
            Topic::Amount if self.is_private() => {
                let total = self.engine.decay_status()?.total.to_string();
                vec![Reply::say(lang.say_with("amount", &[("count", &total)]))]
            }
            Topic::Amount | Topic::Memory => return Ok(None),
            Topic::Mending => vec![Reply::say(lang.say("mending"))],
            Topic::Well => vec![Reply::say(lang.say("well"))],
            Topic::Source if self.answered_from.is_empty() => vec![Reply::say(lang.say("source_none"))],
            Topic::Source => {
                vec![Reply::say(lang.say_with("source", &[("from", &self.answered_from.join(", "))]))]
            }
            Topic::Clock => {
                let now = self.engine.now().strftime("%H:%M, %A %Y-%m-%d").to_string();
                vec![Reply::say(lang.say_with("clock", &[("when", &now)]))]
            }
        }))
    }

    fn about_you(&self) -> Result<Vec<Reply>> {
        let view = self.engine.identity()?;
        let emoji = view.identity.emoji.as_ref().map_or(String::new(), |emoji| format!(" {}", emoji.value));
        let name = format!("{}{emoji}", view.identity.name.value);
        let mut text = self.lang.say_with("i_am", &[("name", &name)]);
        if let Some(vibe) = &view.identity.vibe {
            let vibe = vibe.value.trim_end_matches(['.', '。']);
            text = format!("{text} {}", self.lang.say_with("vibe", &[("vibe", vibe)]));
        }
        Ok(vec![Reply::say(text)])
    }

    /// The person's name, core memory as it stands in MEMORY.md, and what the person told that is worth most.
    fn about_me(&mut self, question: &str) -> Result<Option<Vec<Reply>>> {
        if !self.is_private() {
            return Ok(None);
        }
        let core = self.engine.core_show()?;
        let name = self.engine.user_name()?;
        // With somebody in particular named, what was told elsewhere may be another's.
        let told = if self.decides() {
            self.statements_of_the_owner(&core.lines.iter().map(|line| letters(&line.text)).collect::<Vec<_>>())?
        } else {
            Vec::new()
        };
        if core.lines.is_empty() && name.is_none() && told.is_empty() {
            return Ok(None);
        }
        let mut replies = vec![Reply::say(self.lang.say("about_you"))];
        if let Some(name) = name {
            let text = self.lang.say_with("your_name", &[("name", &name)]);
            replies.push(Reply::recalled(text, vec![layout::USER.to_owned()]));
        }
        let mut lines = Vec::new();
        for line in &core.lines {
            lines.push((line, self.engine.memory(&line.id).map_or(Authority::Unknown, |memory| memory.trust)));
        }
        // What others said, and somebody wrote there, comes after and says whose it is.
        lines.sort_by_key(|(_, trust)| !trust.rights().answer);
        let mut cited: Vec<String> = lines.iter().map(|(line, _)| format!("{}:{}", layout::CORE, line.line)).collect();
        replies.extend(lines.iter().zip(&cited).map(|((line, trust), at)| {
            let (text, marks) = (line.text.clone(), self.whose(*trust));
            Reply::Recalled(Quotation { text, marks, citations: vec![at.clone()], ..Quotation::default() })
        }));
        cited.extend(told.iter().flat_map(|told| told.citations.clone()));
        replies.extend(told.into_iter().map(Reply::Recalled));
        replies.extend(self.log_said(&TalkEvent::Asked { question, from: &cited })?);
        Ok(Some(replies))
    }

    /// The owner's statements that are worth most, without those that core memory holds (`known`, as letters).
    fn statements_of_the_owner(&self, known: &[String]) -> Result<Vec<Quotation>> {
        let request = ListRequest {
            store: Some(Store::Episodic),
            trust: Some(Authority::Owner),
            limit: NEWEST,
            ..ListRequest::default()
        };
        let mut listed = self.engine.list(&request)?.memories;
        // The sort keeps the newest first among equals.
        listed.sort_by(|a, b| b.score.total_cmp(&a.score));
        let statements = listed.into_iter().map(|listed| listed.memory).filter(|memory| {
            let own = letters(&plain_text(&memory.text));
            !own.is_empty() && !known.iter().any(|known| known.contains(&own) || own.contains(known))
        });
        let zone = self.engine.now().time_zone().clone();
        Ok(statements
            .take(STATEMENTS)
            .map(|memory| Quotation {
                text: plain_text(&memory.text),
                date: memory.created.map(|at| at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M").to_string()),
                citations: vec![format!("{}:{}", memory.path, memory.lines.1)],
                ..Quotation::default()
            })
            .collect())
    }

    /// The name in USER.md, and whatever was told of it since.
    fn about_my_name(&mut self, question: &str) -> Result<Option<Vec<Reply>>> {
        let Some(name) = self.engine.user_name()?.filter(|_| self.is_private()) else { return Ok(None) };
        let at = layout::USER.to_owned();
        let text = self.lang.say_with("your_name", &[("name", &name)]);
        let mut replies = vec![Reply::recalled(text, vec![at.clone()])];
        let answer = self.recall(question)?;
        let sure = answer.confidence.answers();
        // The page is the owner's: nobody else's words come before it.
        let may_lead = |hit: &&RecallHit| sure && hit.trust.may_outrank(Authority::Owner);
        let (leading, beside): (Vec<&RecallHit>, Vec<&RecallHit>) = answer.hits.iter().partition(may_lead);
        let told = |hits: Vec<&RecallHit>| self.quoted(&hits.into_iter().cloned().collect::<Vec<_>>(), 2);
        let (leading, beside) = (told(leading)?, told(beside)?);
        let room = 2usize.saturating_sub(leading.len());
        replies.splice(0..0, leading.iter().map(Quoted::reply));
        replies.extend(beside.iter().take(room).map(if sure { Quoted::reply } else { Quoted::unsure }));
        replies.extend(self.log_said(&TalkEvent::Asked { question, from: &[at] })?);
        Ok(Some(replies))
    }
}
