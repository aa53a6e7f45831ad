//! Questions about the one who answers: how it is, what it is, where it keeps things and who sees them; and the time
//! of day, which it has beside its memory. Short and true, with no model.

use std::sync::LazyLock;

use regex::Regex;
use soulfile_engine::Result;
use soulfile_text::lang::Lang;

use crate::conversation::Conversation;
use crate::reply::{Reply, in_words};

/// What is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Topic {
    /// How are you.
    Being,
    /// What are you.
    Nature,
    /// Where is it kept.
    Place,
    /// Who sees it.
    Privacy,
    /// How much is there.
    Amount,
    /// How is something taken out or put right.
    Mending,
    /// How it knows what it said.
    Source,
    Clock,
    Day,
}

impl Conversation {
    /// The answer to a question about this program; `None` for any other. It is not worth an entry of the log.
    pub(super) fn about_itself(&mut self, question: &str) -> Result<Option<Vec<Reply>>> {
        let Some(topic) = topic(question) else { return Ok(None) };
        let lang = self.lang;
        let now = self.engine.now();
        let say = |en: String, zh: String| Reply::say(if lang == Lang::En { en } else { zh });
        Ok(Some(match topic {
            Topic::Being => vec![say("All well here, and listening. How are you?".into(), "我很好，在听呢。你呢？".into())],
            Topic::Nature => {
                let name = self.agent_name();
                let mut replies = vec![say(
                    format!("I'm {name}: a program that remembers what you tell it, and answers from that."),
                    format!("我是{name}：一个记住你说的话、并据此回答的程序。"),
                )];
                replies.extend(self.no_model());
                replies
            }
            Topic::Place => {
                let at = self.engine.path().display().to_string();
                vec![say(
                    format!("In plain Markdown files in {at}, with every change in git. You can read and edit them."),
                    format!("在 {at} 里的 Markdown 文件中，每次改动都记在 git 里。你可以直接查看和修改。"),
                )]
            }
            Topic::Privacy if self.is_private() => vec![say(
                "What you tell me here is private: it stays in files on this machine that only your account can read, I send nothing anywhere, and no room is told.".into(),
                "你在这里说的是私密的：只存在这台机器上、只有你的账户能读的文件里，我不会发送到任何地方，也不会告诉任何房间。".into(),
            )],
            Topic::Privacy => vec![say(
                "What is said in this room stays with this room. I send nothing anywhere.".into(),
                "这个房间里说的话只留在这个房间，我不会发送到任何地方。".into(),
            )],
            Topic::Amount if self.is_private() => {
                let total = self.engine.decay_status()?.total;
                vec![say(
                    format!("{total} memories. /memory shows what is always in mind."),
                    format!("一共 {total} 条记忆。/memory 显示一直记着的那些。"),
                )]
            }
            Topic::Amount => return Ok(None),
            Topic::Mending => vec![say(
                "Say “forget about …” and I show what I found before anything goes; “no, …” corrects what you said last; /undo takes the last change back.".into(),
                "说“忘掉……”，我会先列出来再动；说“不对，是……”可以更正上一句；/undo 撤销上一次改动。".into(),
            )],
            Topic::Source => self.told_where(),
            Topic::Clock => vec![say(
                format!("It is {}.", now.strftime("%H:%M on %A, %-d %B %Y")),
                format!("现在是{}年{}月{}日{}。", now.year(), now.month(), now.day(), now.strftime("%H:%M")),
            )],
            Topic::Day => {
                const DAYS: [&str; 7] = ["星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"];
                let weekday = DAYS[usize::from(now.weekday().to_monday_zero_offset().unsigned_abs()).min(6)];
                vec![say(
                    format!("Today is {}.", now.strftime("%A, %-d %B %Y")),
                    format!("今天是{}年{}月{}日，{weekday}。", now.year(), now.month(), now.day()),
                )]
            }
        }))
    }

    /// Where the last answer comes from.
    fn told_where(&self) -> Vec<Reply> {
        let Some((citations, date)) = &self.answered_from else {
            return vec![Reply::say(in_words(
                self.lang,
                "I only say what I was told, and always with where it stands.",
                "我只说别人告诉过我的，并且注明出处。",
            ))];
        };
        let today = self.engine.now().date();
        let when = date.as_deref().and_then(|date| crate::dates::moment(date, today, self.lang));
        let text = match (self.lang, when) {
            (Lang::En, Some(when)) => format!("It is what I was told {when}, and it stands here:"),
            (Lang::En, None) => "It is what I was told, and it stands here:".to_owned(),
            (Lang::Zh, Some(when)) => format!("这是{when}告诉我的，记在："),
            (Lang::Zh, None) => "这是告诉过我的，记在：".to_owned(),
        };
        vec![Reply::say(text), Reply::note(citations.join(", "))]
    }

    /// What is said to a line that is only a pleasantry.
    pub(crate) fn returned(&self, kind: crate::hearing::Pleasantry) -> Vec<Reply> {
        use crate::hearing::Pleasantry as P;
        let (en, zh) = match kind {
            P::Hello => ("Hello! What shall I remember, or look up?", "你好！想让我记点什么，还是找点什么？"),
            P::Met => (
                "Nice to meet you too. Tell me about yourself, and I'll remember.",
                "我也很高兴认识你。说说你自己，我会记住的。",
            ),
            P::Thanks => ("Any time.", "不客气。"),
            P::Praise => ("Glad to hear it.", "那就好。"),
            P::Well => ("Good to hear.", "那就好。"),
            P::Sorry => ("No harm done.", "没关系。"),
            P::Welcome | P::Fine => ("Okay.", "好的。"),
            P::Bye => ("See you. I'll remember.", "再见，我都记着呢。"),
            P::Yes | P::No => ("I didn't ask anything just now.", "我刚才没有问什么。"),
        };
        let mut replies = vec![Reply::say(in_words(self.lang, en, zh))];
        if kind == P::Bye {
            replies.push(Reply::End);
        }
        replies
    }
}

fn topic(question: &str) -> Option<Topic> {
    static TOPICS: LazyLock<Vec<(Regex, Topic)>> = LazyLock::new(|| {
        const LEAD: &str = r"(?i)^(?:(?:so|and|hey|hi|hello|ok|okay|well|but|please|tell me)[, ]+)*";
        let english = |source: &str| Regex::new(&format!("{LEAD}(?:{source})")).expect("valid pattern");
        let chinese = |source: &str| Regex::new(source).expect("valid pattern");
        vec![
            (
                english(
                    r"how(?:['’]s| is| are) (?:it going|life|everything|your day|things|you)(?: (?:doing|feeling|going|today|now|with you))*\s*[?!.]*$|how do you (?:do|feel)\b|what['’]?s up\s*[?!.]*$|are you (?:ok|okay|alright|well|there|awake|listening)\b|(?:you|everything) (?:ok|okay|alright)\s*\?",
                ),
                Topic::Being,
            ),
            (
                chinese(r"^(?:你)?(?:最近|今天)?(?:过得)?(?:怎么样|好吗|还好吗|好不好)[呀啊]?[?？]?$|^在吗"),
                Topic::Being,
            ),
            (
                english(
                    r"what(?: exactly)? are you\s*[?.!]*$|what kind of (?:thing|program|ai|bot) are you|are you (?:an? |the |really |actually |some )*(?:ai|bot|robot|human|person|program|machine|real|alive|chatgpt|claude|gpt\S*|model|llm|computer|app|assistant|conscious)\b|who (?:made|built|created|wrote) you|what (?:is|['’]s) (?:this|soulfile)(?: thing| program| app)?\s*[?.!]*$|(?:do|are) you (?:have|using|use|running|run) (?:a |an |any )*(?:model|llm|ai)\b",
                ),
                Topic::Nature,
            ),
            (
                chinese(
                    r"^你(?:到底)?(?:是|算)(?:什么|个?机器人|个?程序|人工智能|AI|ai|真人|人)|^(?:这|Soulfile)是什么[?？]?$|谁(?:做|开发|创造|写)(?:了|的)你",
                ),
                Topic::Nature,
            ),
            (
                english(
                    r"where (?:do|does|did|are|is|will) (?:you|it|this|that|all (?:this|that|of it)|everything|what i \w+(?: you)?|my (?:data|memories|notes|words)|the (?:data|memories|files|notes)|your (?:memory|memories|files|data|notes)|things)\b[^?]{0,40}?\b(?:keep|kept|stored?|saved?|put|go|live|written|write|located|memory|memories|files|data|notes)\b",
                ),
                Topic::Place,
            ),
            (chinese(r"(?:存|保存|放|记|写)(?:在|到)(?:了)?(?:哪|什么地方)|数据在哪|文件在哪"), Topic::Place),
            (
                english(
                    r"(?:can|could|does|will|would) (?:anyone|anybody|someone|somebody|others?|other people|people|my \w+)(?: else)? (?:see|read|access|hear|know)\b|who (?:else )?(?:can|could) (?:see|read|access|hear)\b|(?:is|are) (?:this|it|that|our (?:chat|conversation)|what i (?:say|tell you|said)|my (?:data|memories)|everything)(?: here| all| really)* (?:private|safe|secure|confidential|encrypted|local|online|shared|public)\b|(?:do|will|are|can) you (?:going to )?(?:share|send|upload|sell|leak|phone home|tell (?:anyone|anybody|others)|online|connected to|recording)\b",
                ),
                Topic::Privacy,
            ),
            (
                chinese(
                    r"(?:别人|有人|谁)(?:能|会|可以)?(?:看到|看见|知道|读到)|会(?:不会)?(?:泄露|上传|告诉别人)|隐私|(?:安全|保密)吗|联网吗",
                ),
                Topic::Privacy,
            ),
            (
                english(
                    r"how (?:much|many(?: \w+)?) (?:do|did|have|can) you (?:know|remember|stored?|keep|hold|got|have)\b|how (?:big|full) is your memory",
                ),
                Topic::Amount,
            ),
            (
                chinese(r"你(?:一共)?(?:记(?:得|住|了|着)?了?|知道)(?:多少|几条)(?:东西|事情?|记忆)?[?？]?$"),
                Topic::Amount,
            ),
            (
                english(
                    r"(?:how (?:do|can|would|could) (?:i|you|we)|can (?:i|you)) (?:delete|erase|remove|forget|undo|correct|change|edit|fix|take back)(?: (?:something|things|a memory|memories|it|that|this|everything|anything|what (?:i|you) \w+|a mistake|mistakes))?(?: (?:again|later|wrong))?\s*[?.!]*$",
                ),
                Topic::Mending,
            ),
            (chinese(r"怎么(?:删除|删掉|忘掉|修改|更正|撤销)|可以(?:删除|删掉|修改|撤销)吗"), Topic::Mending),
            (
                english(
                    r"what(?:['’]s| is)? ?(?:the )?time(?: is it)?(?: now| right now)?\s*[?.!]*$|what time is it\b|do you know what time it is",
                ),
                Topic::Clock,
            ),
            (
                english(
                    r"(?:are you (?:really |quite |very )?(?:sure|certain)(?: about that| of that)?|really|seriously|says who|why|since when|how (?:do|did|can) you (?:know|learn|find out|remember)(?: (?:that|this|it|about that))?|who (?:told|said)(?: you)?(?: (?:that|this|so))?|where did you (?:get|hear|read|find) (?:that|this|it)(?: from)?|why do you (?:say|think) (?:that|so))\s*[?.!]*$",
                ),
                Topic::Source,
            ),
            (
                chinese(
                    r"^(?:你)?(?:确定|肯定)(?:吗|么)[?？]?$|^真的(?:吗|么|假的)?[?？]?$|^你(?:是)?怎么知道的?[?？]?$|^谁(?:告诉你|说)的[?？]?$|^为什么[?？]?$",
                ),
                Topic::Source,
            ),
            (chinese(r"^(?:现在)?(?:是)?几点(?:了|钟)?[?？]?$"), Topic::Clock),
            (
                english(
                    r"what(?:['’]s| is)? ?(?:the |today['’]s )?(?:day|date|weekday|month|year)(?: is (?:it|today))?(?: today| now)?\s*[?.!]*$|what (?:day|date|month|year) is (?:it|today)|what['’]?s today\b",
                ),
                Topic::Day,
            ),
            (chinese(r"^今天(?:是)?(?:几月)?(?:几号|星期几|周几|礼拜几|什么日子|哪天)[?？]?$"), Topic::Day),
        ]
    });
    let question = question.trim();
    TOPICS.iter().find(|(pattern, _)| pattern.is_match(question)).map(|(_, topic)| *topic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_about_the_program_are_told_from_others() {
        for (question, about) in [
            ("how are you?", Topic::Being),
            ("hey, how's it going?", Topic::Being),
            ("what's up?", Topic::Being),
            ("are you an AI?", Topic::Nature),
            ("what are you?", Topic::Nature),
            ("where do you keep what I tell you?", Topic::Place),
            ("where is my data stored?", Topic::Place),
            ("can anyone else see this?", Topic::Privacy),
            ("is this private?", Topic::Privacy),
            ("how much do you remember?", Topic::Amount),
            ("how do I delete something?", Topic::Mending),
            ("are you sure?", Topic::Source),
            ("how do you know that?", Topic::Source),
            ("你怎么知道？", Topic::Source),
            ("what time is it?", Topic::Clock),
            ("what day is it today?", Topic::Day),
            ("what's the date?", Topic::Day),
            ("最近怎么样？", Topic::Being),
            ("你把我说的话存在哪里？", Topic::Place),
            ("现在几点了？", Topic::Clock),
            ("今天星期几？", Topic::Day),
        ] {
            assert_eq!(topic(question), Some(about), "{question}");
        }
        for question in [
            "how is Ana doing?",
            "how are my kids called?",
            "where do I keep the keys?",
            "where is my car?",
            "what time do I get up?",
            "what day is my dentist appointment?",
            "is my sister single?",
            "can you remember my name?",
            "how many kids do I have?",
            "我几点起床？",
            "小红最近怎么样？",
        ] {
            assert_eq!(topic(question), None, "{question}");
        }
    }
}
