//! Questions about the agent and the person, answered from identity, configuration and core memory.

use soulfile_api::Sureness;
use soulfile_engine::Result;

use super::topic::Topic;
use crate::conversation::Conversation;
use crate::log::Said;
use crate::quotation::Quoted;
use crate::reply::Reply;

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

    /// What is always in mind, as it stands in MEMORY.md.
    fn about_me(&mut self, question: &str) -> Result<Option<Vec<Reply>>> {
        if !self.is_private() {
            return Ok(None);
        }
        let core = self.engine.core_show()?;
        let name = self.engine.user_name()?;
        if core.lines.is_empty() && name.is_none() {
            return Ok(None);
        }
        let mut replies = vec![Reply::say(self.lang.say("about_you"))];
        if let Some(name) = name {
            let text = self.lang.say_with("your_name", &[("name", &name)]);
            replies.push(Reply::recalled(text, vec!["USER.md".to_owned()]));
        }
        let cited: Vec<String> = core.lines.iter().map(|line| format!("MEMORY.md:{}", line.line)).collect();
        let lines = core.lines.iter().zip(&cited);
        replies.extend(lines.map(|(line, at)| Reply::recalled(line.text.clone(), vec![at.clone()])));
        replies.extend(self.log_said(&Said::Asked { question, from: &cited })?);
        Ok(Some(replies))
    }

    /// The name in USER.md, and whatever was told of it since.
    fn about_my_name(&mut self, question: &str) -> Result<Option<Vec<Reply>>> {
        let Some(name) = self.engine.user_name()?.filter(|_| self.is_private()) else { return Ok(None) };
        let at = "USER.md".to_owned();
        let text = self.lang.say_with("your_name", &[("name", &name)]);
        let mut replies = vec![Reply::recalled(text, vec![at.clone()])];
        let answer = self.recall(question)?;
        let told = self.quoted(&answer.hits, 2)?;
        if answer.confidence == Sureness::Sure {
            replies.splice(0..0, told.iter().map(Quoted::reply));
        } else {
            replies.extend(told.iter().map(Quoted::unsure));
        }
        replies.extend(self.log_said(&Said::Asked { question, from: &[at] })?);
        Ok(Some(replies))
    }
}
