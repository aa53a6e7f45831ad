//! The first conversation: who are you, who am I, how shall I be. While BOOTSTRAP.md exists.
//!
//! One question at a time, only what is not known yet; a name is asked back before it counts. What was found out is shown as the lines
//! that will be written, and written when the person says yes; then BOOTSTRAP.md goes, with a copy
//! in history. Any other line is heard as usual, and the question comes back once.

use std::sync::LazyLock;

use regex::Regex;
use soulfile_api::IntroductionNeeds;
use soulfile_engine::{Introduction, IntroductionPlan, Result};
use soulfile_text::lang::Lang;

use crate::conversation::Conversation;
use crate::message::{self, Act, SmallTalk};
use crate::reply::{Reply, in_words};
use crate::undoing::Done;

/// What comes before a name: "I'm", "call me", "how about".
static LEAD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:(?:hi|hello|hey|oh|well|sure|ok|okay|hmm*|um|uh|so)[,!. ]+)*(?:(?:my name is|my name's|i am|i['’]m|it['’]s|it is|call me|you can call me|just call me|call yourself|your name is|you are|you['’]re|let['’]s say|how about|maybe|i['’]ll call you|i(?:['’]d| would) like to call you|please call me)\s+)+|^(?:你好[，,! ]*)?(?:我叫|我的名字是|我是|叫我|你可以叫我|你叫|你就叫|就叫|叫你|叫)")
        .expect("valid pattern")
});

/// Where the ritual stands.
pub(crate) struct Ritual {
    needs: IntroductionNeeds,
    step: Step,
    found: Introduction,
    interrupted: usize,
}

enum Step {
    UserName,
    AgentName,
    /// Whether a name was understood right.
    Confirm {
        whose: Whose,
        name: String,
    },
    Manner,
    Approve(Box<IntroductionPlan>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    User,
    Agent,
}

impl Conversation {
    /// Begins the ritual, or ends it where everything is known already.
    pub(crate) fn begin_ritual(&mut self) -> Result<Vec<Reply>> {
        let needs = self.engine.introduction_needs()?;
        let mut ritual = Ritual { needs, step: Step::UserName, found: Introduction::default(), interrupted: 0 };
        let mut replies = vec![Reply::say(in_words(
            self.lang,
            "Hi, I'm new here, so let's get to know each other. (/later puts this off.)",
            "你好，我刚来到这里，我们先认识一下吧。（/later 以后再说。）",
        ))];
        let asked = self.next_question(&mut ritual)?;
        self.ritual = Some(ritual);
        replies.extend(asked);
        Ok(replies)
    }

    /// `/later`: the ritual waits for another day.
    pub(crate) fn put_off_ritual(&mut self) -> Vec<Reply> {
        let text = match self.ritual.take() {
            Some(_) => in_words(
                self.lang,
                "Fine, another time. /hello takes it up again.",
                "好，下次再说。用 /hello 可以继续。",
            ),
            None => in_words(self.lang, "There is nothing to put off.", "没有需要推迟的。"),
        };
        vec![Reply::say(text)]
    }

    /// An answer in the ritual; `None` hands the line on.
    pub(crate) fn ritual_line(&mut self, line: &str) -> Result<Option<Vec<Reply>>> {
        let Some(mut ritual) = self.ritual.take() else { return Ok(None) };
        if matches!(
            line.to_lowercase().trim_end_matches('.'),
            "later" | "not now" | "maybe later" | "以后再说" | "以后"
        ) {
            self.ritual = Some(ritual);
            return Ok(Some(self.put_off_ritual()));
        }
        if let Step::Approve(_) = ritual.step {
            return self.approved(ritual, line).map(Some);
        }
        let act = message::read(&self.engine.read(line), self.lang);
        if matches!(act, Act::SmallTalk(SmallTalk::Hello | SmallTalk::Thanks)) {
            let replies = self.next_question(&mut ritual)?;
            self.ritual = Some(ritual);
            return Ok(Some(replies));
        }
        if let Step::Confirm { whose, name } = &ritual.step {
            let (whose, name) = (*whose, name.clone());
            return self.confirmed_name(ritual, whose, &name, line, &act).map(Some);
        }
        let skipped = self.lang.declines(line) || matches!(line.to_lowercase().as_str(), "skip" | "pass" | "跳过");
        if !skipped && self.is_aside(line, &act, &ritual.step) {
            return self.aside(ritual, line).map(Some);
        }
        let mut replies = Vec::new();
        match ritual.step {
            Step::UserName if skipped => ritual.needs.user_name = false,
            Step::AgentName if skipped => ritual.needs.agent_name = false,
            Step::UserName | Step::AgentName => {
                let whose = if matches!(ritual.step, Step::UserName) { Whose::User } else { Whose::Agent };
                if let Some(name) = name_in(line) {
                    // "I'm Alex and I work on tundra" says more than a name.
                    if whose == Whose::User && (line.split_whitespace().count() > 5 || line.chars().count() > 40) {
                        replies.extend(self.notice(&self.engine.read(line))?);
                    }
                    replies.push(self.ask_name(whose, &name));
                    ritual.step = Step::Confirm { whose, name };
                    self.ritual = Some(ritual);
                    return Ok(Some(replies));
                }
            }
            // A picture says nothing of how to be.
            Step::Manner if !skipped && !line.chars().any(char::is_alphabetic) => {}
            Step::Manner => {
                ritual.needs.manner = false;
                ritual.found.manner = (!skipped).then(|| line.to_owned());
            }
            Step::Confirm { .. } | Step::Approve(_) => {}
        }
        let asked = self.next_question(&mut ritual)?;
        let over = asked.is_empty();
        replies.extend(asked);
        if over {
            replies.extend(self.end_ritual()?);
        } else {
            self.ritual = Some(ritual);
        }
        Ok(Some(replies))
    }

    fn ask_name(&self, whose: Whose, name: &str) -> Reply {
        Reply::ask(match (whose, self.lang.lang()) {
            (Whose::User, Lang::En) => format!("So I call you {name}? (yes, or the right name)"),
            (Whose::User, Lang::Zh) => format!("那我叫你{name}，对吗？（是，或者正确的名字）"),
            (Whose::Agent, Lang::En) => format!("So I go by {name}? (yes, or another name)"),
            (Whose::Agent, Lang::Zh) => format!("那我就叫{name}，好吗？（是，或者另一个名字）"),
        })
    }

    /// The word on a name: yes takes it, no asks again, a short answer is the right one.
    fn confirmed_name(
        &mut self,
        mut ritual: Ritual,
        whose: Whose,
        name: &str,
        line: &str,
        act: &Act,
    ) -> Result<Vec<Reply>> {
        if self.lang.agrees(line) {
            match whose {
                Whose::User => {
                    ritual.needs.user_name = false;
                    ritual.found.user_name = Some(name.to_owned());
                }
                Whose::Agent => {
                    ritual.needs.agent_name = false;
                    ritual.found.agent_name = Some(name.to_owned());
                }
            }
        } else if !self.lang.declines(line) {
            let other = line.split_whitespace().count() <= 5 && !matches!(act, Act::Talk { asked: Some(_), .. });
            let Some(other) = name_in(line).filter(|_| other) else { return self.aside(ritual, line) };
            let reply = self.ask_name(whose, &other);
            ritual.step = Step::Confirm { whose, name: other };
            self.ritual = Some(ritual);
            return Ok(vec![reply]);
        }
        let asked = self.next_question(&mut ritual)?;
        let over = asked.is_empty();
        self.ritual = Some(ritual);
        if over { self.end_ritual() } else { Ok(asked) }
    }

    /// Whether a line is no answer but a request, a question, or something told.
    fn is_aside(&self, line: &str, act: &Act, step: &Step) -> bool {
        let long = line.split_whitespace().count() > 5;
        let names = matches!(step, Step::UserName | Step::AgentName);
        if names && LEAD.is_match(line) && (!long || matches!(step, Step::UserName)) {
            return false;
        }
        let agrees = line
            .split([' ', ',', '.', '!'])
            .next()
            .is_some_and(|first| self.lang.agrees(first) || self.lang.declines(first));
        match act {
            Act::Talk { asked: Some(_), .. } | Act::Forget(_) | Act::Undo | Act::Reflect | Act::DontStore => true,
            Act::Remember | Act::Work { .. } => names,
            // "Yes, that was me" answers something else.
            _ => names && (long || agrees),
        }
    }

    /// Hears a line as usual, then comes back to the question; the second time it waits for another day.
    fn aside(&mut self, mut ritual: Ritual, line: &str) -> Result<Vec<Reply>> {
        ritual.interrupted += 1;
        let mut replies: Vec<Reply> = self.say(line).collect();
        if ritual.interrupted > 1 || self.waiting.is_some() {
            let text = in_words(
                self.lang,
                "(We can get to know each other later: /hello.)",
                "（我们可以以后再认识：/hello。）",
            );
            replies.push(Reply::note(text));
            return Ok(replies);
        }
        replies.extend(self.next_question(&mut ritual)?);
        self.ritual = Some(ritual);
        Ok(replies)
    }

    /// The next thing to ask, or what is to be approved; empty when there is nothing left.
    fn next_question(&self, ritual: &mut Ritual) -> Result<Vec<Reply>> {
        let lang = self.lang;
        if ritual.needs.user_name {
            ritual.step = Step::UserName;
            return Ok(vec![Reply::ask(in_words(lang, "What should I call you?", "我该怎么称呼你？"))]);
        }
        if ritual.needs.agent_name {
            ritual.step = Step::AgentName;
            let text = match (&ritual.found.user_name, lang.lang()) {
                (Some(name), Lang::En) => format!("Nice to meet you, {name}. And what would you like to call me?"),
                (Some(name), Lang::Zh) => format!("很高兴认识你，{name}。你想叫我什么？"),
                (None, Lang::En) => "What would you like to call me?".to_owned(),
                (None, Lang::Zh) => "你想叫我什么？".to_owned(),
            };
            return Ok(vec![Reply::ask(text)]);
        }
        if ritual.needs.manner {
            ritual.step = Step::Manner;
            return Ok(vec![Reply::ask(in_words(
                lang,
                "How would you like me to be? For example: warm and brief; dry and precise; playful.",
                "你希望我是什么样的？比如：温暖简洁；严谨克制；活泼一点。",
            ))]);
        }
        if ritual.found == Introduction::default() {
            return Ok(Vec::new());
        }
        let plan = self.engine.plan_introduction(&ritual.found)?;
        let lines: String = plan.lines.iter().map(|(file, line)| format!("{file}\n+ {line}\n")).collect();
        let title = in_words(lang, "This is what I would write:", "我准备写下这些：");
        ritual.step = Step::Approve(Box::new(plan));
        Ok(vec![
            Reply::document(title, lines),
            Reply::ask(in_words(
                lang,
                "Is that right? (yes writes it, no starts over)",
                "对吗？（“是”写入，“否”重来）",
            )),
        ])
    }

    /// The word on what was found out.
    fn approved(&mut self, ritual: Ritual, line: &str) -> Result<Vec<Reply>> {
        if self.lang.declines(line) {
            return self.begin_ritual();
        }
        if !self.lang.agrees(line) {
            if line.split_whitespace().count() > 2 {
                return self.aside(ritual, line);
            }
            self.ritual = Some(ritual);
            return Ok(vec![Reply::ask(in_words(self.lang, "Please say yes or no.", "请说“是”或“否”。"))]);
        }
        let Step::Approve(plan) = ritual.step else { return Ok(Vec::new()) };
        let receipt = self.engine.introduce(*plan, Some(self.id.clone()))?;
        let what = in_words(self.lang, "our introduction", "我们的相互介绍").to_owned();
        self.done.push(Done::Change { receipt: receipt.id.clone(), what, ids: Vec::new() });
        let files: Vec<String> = receipt.files.iter().map(|file| file.path.to_string()).collect();
        let mut replies = vec![Reply::note(format!("receipt {} · {}", receipt.id, files.join(", ")))];
        replies.extend(self.end_ritual()?);
        Ok(replies)
    }

    fn end_ritual(&mut self) -> Result<Vec<Reply>> {
        self.ritual = None;
        self.engine.finish_bootstrap()?;
        let name = self.agent_name();
        let text = match self.lang.lang() {
            Lang::En => format!(
                "Done. I'm {name} now. BOOTSTRAP.md is put away in history. Tell me something worth remembering, or ask; /help shows the rest."
            ),
            Lang::Zh => format!(
                "好了，我现在叫{name}。BOOTSTRAP.md 已收进历史。告诉我一些值得记住的事，或者问我；/help 有更多。"
            ),
        };
        Ok(vec![Reply::say(text)])
    }
}

/// The name in an answer: "Alex", "I'm Alex", "call me Alex", "我叫小明".
fn name_in(line: &str) -> Option<String> {
    let rest = LEAD.replace(line.trim(), "");
    let cut = rest
        .split([',', '.', ';', '!', '?', '，', '。', '！', '；', '、', '\n', '('])
        .next()
        .unwrap_or_default()
        .split(" and ")
        .next()
        .unwrap_or_default();
    let name = cut.trim().trim_matches(['"', '\'', '“', '”', '*', '`']).trim_end_matches(['吧', '呀', '啊']).trim();
    let words: Vec<&str> = name.split_whitespace().take(4).collect();
    let name = words.join(" ");
    (!name.is_empty() && name.chars().count() <= 60).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_answers() {
        for (line, name) in [
            ("Alex", "Alex"),
            ("I'm Alex.", "Alex"),
            ("My name is Alex and I'm working on a Rust project called tundra.", "Alex"),
            ("hi, you can call me Ana Maria!", "Ana Maria"),
            ("how about Aria?", "Aria"),
            ("我叫小明", "小明"),
            ("叫我阿强吧", "阿强"),
        ] {
            assert_eq!(name_in(line).as_deref(), Some(name), "{line}");
        }
        assert_eq!(name_in("..."), None);
    }
}
