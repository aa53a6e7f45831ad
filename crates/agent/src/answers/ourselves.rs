//! Who are you, who am I, what do you know about me: from identity, USER.md and core memory.

use std::sync::LazyLock;

use regex::Regex;
use soulfile_engine::Result;
use soulfile_text::lang::Lang;

use super::{regex, shape};
use crate::conversation::Conversation;
use crate::log::Said;
use crate::person::to_you;
use crate::reply::Reply;

impl Conversation {
    /// Who are you, who am I, what do you know about me.
    pub(super) fn about_ourselves(&mut self, question: &str) -> Result<Option<Vec<Reply>>> {
        static YOU: LazyLock<Regex> = LazyLock::new(|| {
            regex(
                r"(?i)^(?:so |and |hey )?(?:who are you|what(?:['’]s| is) your name|what should i call you)\b|^(?:你是谁|你叫什么)",
            )
        });
        static ME: LazyLock<Regex> = LazyLock::new(|| {
            regex(
                r"(?i)\b(?:remember|know|have|recall|stored|saved|noted|tell me|show me|say) ?\b.* (?:about|on|of) (?:me|myself)\s*[?.!]*$|^(?:so |and )*(?:what|tell me (?:all|everything|what)|show me (?:all|everything|what)|list (?:all|everything))(?: do| have| else do| all do)* you (?:know|remember|have|learn(?:ed|t)|got|stored?|kept)(?: so far| now| already)?\s*[?.!]*$|^who am i\b|^你(?:都|还|现在)*(?:记住?|记得|记下|知道)了?(?:什么|哪些|些什么)(?:事情?|东西)?[?？]?$|(?:关于我|对我)(?:的(?:事|情况|信息))?(?:你|都|还|有|了解|知道|记得|印象|什么|哪些|多少|些|吗|呢)*[?？]?$|(?:了解|知道|记得)我(?:什么|哪些|多少)|^我是谁",
            )
        });
        static NAME: LazyLock<Regex> = LazyLock::new(|| {
            regex(
                r"(?i)^(?:so |and )?(?:what(?:['’]s| is) my name|do you (?:know|remember) my name|what am i called)\b|^你?(?:还?(?:知道|记得))?我(?:叫什么|的?名字(?:是什么|叫什么)?)(?:名字)?(?:吗|呢|来着)?[?？]?$",
            )
        });
        let lang = self.lang;
        if NAME.is_match(question)
            && self.is_private()
            && let Some(replies) = self.about_my_name(question)?
        {
            return Ok(Some(replies));
        }
        if self.is_private()
            && let Some(replies) = self.about_my_home(question)?
        {
            return Ok(Some(replies));
        }
        if YOU.is_match(question) {
            let view = self.engine.identity()?;
            let name = &view.identity.name.value;
            let emoji = view.identity.emoji.as_ref().map_or(String::new(), |emoji| format!(" {}", emoji.value));
            let vibe = view.identity.vibe.as_ref().map_or(String::new(), |vibe| match lang {
                Lang::En => format!(" I try to be {}.", vibe.value.trim_end_matches('.')),
                Lang::Zh => format!("我尽量做到：{}。", vibe.value.trim_end_matches('。')),
            });
            let text = match lang {
                Lang::En => format!("I'm {name}{emoji}.{vibe}"),
                Lang::Zh => format!("我是{name}{emoji}。{vibe}"),
            };
            return Ok(Some(vec![Reply::say(text)]));
        }
        if !ME.is_match(question) || !self.is_private() {
            return Ok(None);
        }
        let core = self.engine.core_show()?;
        let mut replies = Vec::new();
        if let Some(name) = self.engine.user_name()? {
            let text = match lang {
                Lang::En => format!("You are {name}."),
                Lang::Zh => format!("你是{name}。"),
            };
            replies.push(Reply::recalled(text, vec!["USER.md".to_owned()]));
        }
        let cited: Vec<String> = core.lines.iter().map(|line| format!("MEMORY.md:{}", line.line)).collect();
        replies.extend(
            core.lines.iter().zip(&cited).map(|(line, at)| Reply::recalled(to_you(&line.text), vec![at.clone()])),
        );
        let mut replies = match replies.is_empty() {
            true => shape::nothing(&[], lang),
            false => shape::listed(replies, lang),
        };
        replies.extend(self.log_said(&Said::Asked { question, from: &cited })?);
        Ok(Some(replies))
    }

    /// "What is my name?": what core memory says of it, which is newer than what USER.md was set up with.
    fn about_my_name(&mut self, question: &str) -> Result<Option<Vec<Reply>>> {
        static NAMED: LazyLock<Regex> = LazyLock::new(|| {
            regex(r"(?i)^(?:the )?user(?:['’]s name is\b| is called\b| goes by\b)|^用户(?:的名字(?:是|叫)|名叫|叫|姓)")
        });
        let core = self.engine.core_show()?;
        let line = core.lines.iter().rev().find(|line| NAMED.is_match(&line.text));
        let (text, at) = match (line, self.engine.user_name()?) {
            (Some(line), _) => (to_you(&line.text), format!("MEMORY.md:{}", line.line)),
            (None, Some(name)) => {
                let text = match self.lang {
                    Lang::En => format!("You are {name}."),
                    Lang::Zh => format!("你是{name}。"),
                };
                (text, "USER.md".to_owned())
            }
            (None, None) => return Ok(None),
        };
        let mut replies = vec![Reply::recalled(text, vec![at.clone()])];
        replies.extend(self.log_said(&Said::Asked { question, from: &[at] })?);
        Ok(Some(replies))
    }
}
