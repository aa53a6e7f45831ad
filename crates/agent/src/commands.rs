//! The `/commands`: the same verbs, for people who like to be exact.

use soulfile_api::GetRequest;
use soulfile_engine::Result;
use soulfile_text::lang::Lang;
use soulfile_vocabulary::SessionKind;

use crate::conversation::Conversation;
use crate::reply::{Reply, in_words};

/// Every command, as it is completed and listed.
pub(crate) const NAMES: [&str; 18] = [
    "/soul",
    "/memory",
    "/context",
    "/recall",
    "/remember",
    "/forget",
    "/reflect",
    "/approve",
    "/reject",
    "/alerts",
    "/proposals",
    "/persona",
    "/undo",
    "/new",
    "/hello",
    "/later",
    "/help",
    "/quit",
];

/// A command and what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Command<'l> {
    pub(crate) name: &'l str,
    pub(crate) rest: &'l str,
}

/// Reads a line as a command. A path such as `/etc/hosts` is none.
pub(crate) fn parse(line: &str) -> Option<Command<'_>> {
    let rest = line.strip_prefix('/')?;
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let name = &rest[..end];
    let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '-');
    plain.then(|| Command { name, rest: rest[end..].trim() })
}

/// Reads a whole line that says in words what a command does: "undo that", 撤销, "what can you do?".
pub(crate) fn spoken(line: &str) -> Option<Command<'static>> {
    let line = line.trim().to_lowercase();
    let word = line.trim_end_matches(['.', '!', '?', '。', '！', '？', ' ']);
    let bare = word.trim_start_matches("please ").trim_end_matches(" please").trim_end_matches([',', ' ']);
    let name = match bare {
        "undo" | "undo that" | "undo it" | "undo this" | "undo the last one" | "take that back" | "take it back"
        | "撤销" | "撤回" | "撤销刚才的" | "收回" => "undo",
        "help"
        | "help me"
        | "can you help me"
        | "i need help"
        | "what can you do"
        | "what can i say"
        | "what can i do here"
        | "what do you do"
        | "how does this work"
        | "how do i use this"
        | "what are the commands"
        | "show me the commands"
        | "帮助"
        | "帮帮我"
        | "你能做什么"
        | "你会做什么"
        | "怎么用"
        | "你能帮我做什么" => "help",
        "show me my memories"
        | "show my memories"
        | "list my memories"
        | "show me your memory"
        | "show memory"
        | "show me what you know"
        | "看看你的记忆"
        | "显示记忆" => "memory",
        _ => return None,
    };
    Some(Command { name, rest: "" })
}

impl Conversation {
    /// Carries a command out.
    pub(crate) fn command(&mut self, command: Command<'_>) -> Result<Vec<Reply>> {
        // A command is a change of subject: what waited is left as it is.
        self.waiting = None;
        let rest = command.rest;
        match command.name.to_lowercase().as_str() {
            "help" | "h" | "?" => Ok(vec![Reply::say(in_words(self.lang, HELP_EN, HELP_ZH).trim_end())]),
            "quit" | "exit" | "q" | "bye" => Ok(vec![Reply::End]),
            "soul" => self.show_soul(),
            "memory" => self.show_memory(),
            "context" => self.show_context(rest),
            "recall" if rest.is_empty() => Ok(self.needs_words("/recall")),
            "recall" => self.look_up(rest),
            "remember" if rest.is_empty() => Ok(self.needs_words("/remember")),
            "remember" => self.remember(&self.engine.read(rest)),
            "forget" => self.forget_command(rest),
            "reflect" => self.reflect(),
            "approve" => self.approve(rest),
            "reject" => self.reject(rest),
            "alerts" => self.show_alerts(rest),
            "proposals" => self.show_proposals(rest),
            "persona" => self.show_persona(),
            "undo" => self.undo(),
            "new" => self.restart(),
            "hello" => self.hello(),
            "later" => Ok(self.put_off_ritual()),
            other => Ok(vec![self.unknown(other)]),
        }
    }

    fn unknown(&self, name: &str) -> Reply {
        let near = NAMES
            .iter()
            .find(|known| known[1..].starts_with(name) || name.starts_with(&known[1..]) || close(name, &known[1..]));
        Reply::say(match (self.lang.lang(), near) {
            (Lang::En, Some(near)) => format!("I don't know /{name}. Did you mean {near}?"),
            (Lang::En, None) => format!("I don't know /{name}. /help lists what I do."),
            (Lang::Zh, Some(near)) => format!("没有 /{name} 这个命令，是不是 {near}？"),
            (Lang::Zh, None) => format!("没有 /{name} 这个命令，/help 列出了我能做的。"),
        })
    }

    fn needs_words(&self, name: &str) -> Vec<Reply> {
        let text = match self.lang.lang() {
            Lang::En => format!("Say what, after {name}."),
            Lang::Zh => format!("请在 {name} 后面写上内容。"),
        };
        vec![Reply::say(text)]
    }

    fn hello(&mut self) -> Result<Vec<Reply>> {
        if !self.decides() {
            return Ok(self.refuse_here());
        }
        if !self.engine.identity()?.bootstrap_pending {
            let text = in_words(self.lang, "We know each other already.", "我们已经认识了。");
            return Ok(vec![Reply::say(text)]);
        }
        self.begin_ritual()
    }

    /// The persona this session wears, as it is on disk now.
    fn show_soul(&self) -> Result<Vec<Reply>> {
        if self.who.kind == SessionKind::Subagent {
            return Ok(self.refuse_here());
        }
        let (pack, _) = self.engine.context(&self.request())?;
        let file = pack.report.persona.file.clone();
        let shown = pack.sections.iter().find(|section| section.source.as_deref() == Some(&file));
        Ok(vec![match shown {
            Some(section) => Reply::document(file, section.text.clone()),
            None => Reply::warning(format!("{file} is missing; `soul setup` seeds it again")),
        }])
    }

    fn show_persona(&self) -> Result<Vec<Reply>> {
        let (pack, receipt) = self.engine.context(&self.request())?;
        let text = match self.lang.lang() {
            Lang::En => format!("In this conversation I wear {}.", receipt.persona),
            Lang::Zh => format!("这次对话里我用的是 {}。", receipt.persona),
        };
        Ok(vec![Reply::say(text), Reply::note(pack.report.persona.explain())])
    }

    /// Core memory with its budget, and how much there is beside it.
    fn show_memory(&self) -> Result<Vec<Reply>> {
        if !self.is_private() {
            return self.show_room();
        }
        let core = self.engine.core_show()?;
        let mut text = String::new();
        for (block, used, budget) in &core.blocks {
            text += &format!("{block}  ({used} of {budget} tokens)\n");
            for line in core.lines.iter().filter(|line| line.block.as_deref() == Some(block)) {
                let pin = if line.pinned { " 📌" } else { "" };
                text += &format!("  - {}{pin}  [MEMORY.md:{}]\n", line.text, line.line);
            }
        }
        for line in core.lines.iter().filter(|line| line.block.is_none()) {
            text += &format!("  - {}  [MEMORY.md:{}]\n", line.text, line.line);
        }
        let states = self.engine.decay_status()?;
        let counted: Vec<String> = states.states.iter().map(|(state, count)| format!("{count} {state}")).collect();
        let mut replies = vec![Reply::document(format!("MEMORY.md, {} of {} tokens", core.tokens, core.cap), text)];
        replies.extend(core.warnings.iter().map(Reply::warning));
        let note = match self.lang.lang() {
            Lang::En => format!("{} memories in all: {}.", states.total, counted.join(", ")),
            Lang::Zh => format!("一共 {} 条记忆：{}。", states.total, counted.join("，")),
        };
        replies.push(Reply::note(note));
        Ok(replies)
    }

    /// What a room's own page says; MEMORY.md is never shown in one.
    fn show_room(&self) -> Result<Vec<Reply>> {
        let page = match self.session.room_file() {
            Some(path) => {
                let request = GetRequest { path, from: None, lines: None };
                self.engine.memory_get(&self.session, &request)?
            }
            None => return Ok(self.refuse_here()),
        };
        if page.text.trim().is_empty() {
            let text = in_words(
                self.lang,
                "Here I only know what was said in this room. Ask me about it.",
                "在这里我只知道这个房间里说过的事，直接问我就好。",
            );
            return Ok(vec![Reply::say(text)]);
        }
        Ok(vec![Reply::document(page.path, page.text)])
    }

    /// What this session receives: the report, or all of it.
    fn show_context(&self, rest: &str) -> Result<Vec<Reply>> {
        let (pack, receipt) = self.engine.context(&self.request())?;
        if matches!(rest, "full" | "text" | "all") {
            return Ok(vec![Reply::document("context", format!("{}{}", pack.rendered, pack.preamble))]);
        }
        let report = &pack.report;
        let mut text = String::new();
        for file in &report.files {
            let mark = if file.included { "in " } else { "out" };
            let cost = if file.included { format!("{:>6}", file.tokens) } else { " ".repeat(6) };
            text += &format!("{mark} {cost}  {:<34} {}\n", file.path, file.why);
        }
        let title = format!("{} of {} tokens", report.used_tokens, report.budget_tokens);
        let mut replies = vec![Reply::document(title, text)];
        replies.extend(report.warnings.iter().map(Reply::warning));
        replies.push(Reply::note(format!("digest {} · /context full shows the text", &receipt.digest[..16])));
        Ok(replies)
    }
}

/// One letter more, less or other.
fn close(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.len().abs_diff(other.len()) > 1 || one.len() < 3 {
        return false;
    }
    let head = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let tail = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    head + tail + 1 >= one.len().max(other.len())
}

const HELP_EN: &str = "\
Just talk. I keep what matters, and answer from memory:
  remember that …                    what do you remember about …?
  forget about …                     when did we …?   how do I usually …?
  reflect on your memories           what's the latest on …?   who is …?
/soul  /persona    who I am            /memory  /context   what is in mind
/recall WORDS      search              /remember TEXT      keep it
/forget WORDS      put away            /undo               take back
/reflect           consolidate         /approve  /reject   decide, item by item
/alerts            changed identity    /proposals          what others propose
/hello             get acquainted      /new  /help  /quit
A line ending in \\ goes on; so does an open ``` block. Tab completes commands and names.
";

const HELP_ZH: &str = "\
直接说就好。重要的我会记住，并根据记忆回答：
  记住……                            你还记得关于……的什么？
  忘掉……                            我们什么时候……？   我一般怎么……？
  整理一下你的记忆                   ……最近怎么样？   ……是谁？
/soul  /persona    我是谁              /memory  /context   记着什么
/recall 词         查找                /remember 内容      记住
/forget 词         收起                /undo               撤销
/reflect           整理                /approve  /reject   逐条决定
/alerts            身份文件的改动      /proposals          别人的建议
/hello             互相认识            /new  /help  /quit
行尾加 \\ 可以换行继续；``` 代码块也可以。Tab 补全命令和名字。
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_paths() {
        assert_eq!(parse("/recall blue heron"), Some(Command { name: "recall", rest: "blue heron" }));
        assert_eq!(parse("/etc/hosts is broken"), None);
        assert_eq!(parse("/"), None);
        assert!(close("memry", "memory") && close("undu", "undo") && !close("xy", "new"));
    }
}
