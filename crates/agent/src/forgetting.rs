//! Forgetting, in two steps: what is meant is shown with ids, and only then anything is put away.

use soulfile_api::{Candidate, MemoryId, Thoroughness};
use soulfile_engine::Result;
use soulfile_text::lang::Lang;
use soulfile_vocabulary::{Scope, SessionKind};

use crate::conversation::{Conversation, Waiting};
use crate::echo::letters;
use crate::hearing::{is_no, is_yes};
use crate::log::Said;
use crate::person;
use crate::reply::{Reply, in_words};
use crate::undoing::Done;

/// Candidates shown at most; what is not shown cannot be confirmed.
const SHOWN: usize = 12;

/// What was shown and waits for a word.
#[derive(Debug)]
pub(crate) struct Forgetting {
    /// The memories, as they were numbered: those that say the same have one number.
    ids: Vec<Vec<MemoryId>>,
    /// Entries of the log where it was only talked about: they go with all of it.
    talked: Vec<MemoryId>,
    /// What goes along when all of it is erased, as it was shown.
    along: Vec<MemoryId>,
    how: Thoroughness,
}

impl Conversation {
    /// Shows what may be meant and asks.
    pub(crate) fn begin_forgetting(&mut self, line: &str, about: Option<&str>) -> Result<Vec<Reply>> {
        if self.who.kind == SessionKind::Subagent {
            return Ok(self.refuse_here());
        }
        let about = about.map(str::trim).filter(|about| !is_pointer(about));
        if about.is_some_and(|about| is_everything(without_permanence(about))) {
            return Ok(self.keeps_the_rest());
        }
        let how = if is_permanent(line) { Thoroughness::Erase } else { Thoroughness::Archive };
        if how == Thoroughness::Erase && !self.is_private() {
            return Ok(self.refuse_here());
        }
        let found_all = match about {
            Some(about) => match self.by_ids(without_permanence(about))? {
                Some(meant) => meant,
                None => self.engine.forget_candidates(without_permanence(about), how == Thoroughness::Erase)?,
            },
            None => self.last_remembered()?,
        };
        let may = |candidate: &Candidate| match self.scope() {
            Ok(Scope::Private) => true,
            // In a room, or with one person, only what belongs there.
            Ok(scope) => candidate.memory.scope == scope,
            Err(_) => false,
        };
        let (mut found, mut talked) = (Vec::new(), Vec::new());
        for candidate in found_all.into_iter().filter(may) {
            if self.engine.is_exchange(&candidate.memory.id)? {
                talked.push(candidate.memory.id);
            } else {
                found.push(candidate);
            }
        }
        if found.is_empty() && (talked.is_empty() || how == Thoroughness::Archive) {
            let text = in_words(self.lang, "I find nothing like that to forget.", "没有找到要忘掉的内容。");
            return Ok(vec![Reply::say(text)]);
        }
        let mut found = alike(found);
        let left_out = found.len().saturating_sub(SHOWN);
        found.truncate(SHOWN);
        self.ask_which(&found, talked, how, left_out)
    }

    /// Everything at once is more than a line should do.
    pub(crate) fn keeps_the_rest(&self) -> Vec<Reply> {
        let at = self.engine.path().display();
        vec![Reply::say(match self.lang {
            Lang::En => format!(
                "I don't drop everything at a word. Tell me what should go (“forget about …”); to be rid of all of it, remove {at}."
            ),
            Lang::Zh => {
                format!("一句话不会让我全部忘掉。请告诉我忘掉什么（“忘掉……”）；如果要全部清除，删除 {at} 即可。")
            }
        })]
    }

    fn ask_which(
        &mut self,
        found: &[Vec<Candidate>],
        talked: Vec<MemoryId>,
        how: Thoroughness,
        left_out: usize,
    ) -> Result<Vec<Reply>> {
        let count = found.len();
        let lead = match (self.lang, count) {
            (Lang::En, 1) => "I found this:".to_owned(),
            (Lang::En, _) => format!("I found {count} memories about that:"),
            (Lang::Zh, _) => format!("找到 {count} 条相关记忆："),
        };
        let mut replies = vec![Reply::say(lead)];
        for (at, alike) in found.iter().enumerate() {
            let memory = &alike[0].memory;
            let text = plain_line(&memory.text);
            let text = if self.is_private() { person::to_you(&text) } else { text };
            let ids = alike.iter().map(|candidate| candidate.memory.id.to_string());
            let places =
                alike.iter().map(|candidate| format!("{}:{}", candidate.memory.path, candidate.memory.lines.0));
            replies.push(Reply::recalled(format!("{}. {text}", at + 1), ids.chain(places).collect()));
        }
        let ids = found.iter().flatten().map(|candidate| candidate.memory.id.clone()).chain(talked.iter().cloned());
        let along = self.engine.forget_along(&ids.collect::<Vec<_>>(), how)?;
        if !along.is_empty() {
            replies.push(Reply::say(in_words(
                self.lang,
                "With all of it goes what was made of it:",
                "全部删除时，由它得出的这些也一并删除：",
            )));
            replies.extend(along.iter().map(|memory| {
                let text = plain_line(&memory.text);
                let text = if self.is_private() { person::to_you(&text) } else { text };
                Reply::recalled(text, vec![memory.id.to_string(), format!("{}:{}", memory.path, memory.lines.0)])
            }));
        }
        if !talked.is_empty() {
            let text = match self.lang {
                Lang::En if talked.len() == 1 => {
                    "With all of it goes an entry of the log where we only talked about it.".to_owned()
                }
                Lang::En => {
                    format!("With all of it go {} entries of the log where we only talked about it.", talked.len())
                }
                Lang::Zh => format!("全部收起时，日志里提到它的 {} 条对话记录也一并收起。", talked.len()),
            };
            replies.push(Reply::note(text));
        }
        if left_out > 0 {
            let text = match self.lang {
                Lang::En => {
                    format!("{left_out} more are not shown and will not be touched; be more precise to reach them.")
                }
                Lang::Zh => format!("还有 {left_out} 条没有列出，不会动它们；说得更具体些就能找到。"),
            };
            replies.push(Reply::warning(text));
        }
        let ask = match (self.lang, how, count) {
            (Lang::En, Thoroughness::Archive, 1) => "Shall I put it away? (yes or no)",
            (Lang::En, Thoroughness::Archive, _) => "Shall I put them all away? (yes, no, or numbers such as 1,3)",
            (Lang::En, ..) => {
                "Shall I erase this from the files for good? Git history still keeps it. (“yes, permanently”, numbers, or no)"
            }
            (Lang::Zh, Thoroughness::Archive, _) => "要把它们收起来吗？（是、否，或编号如 1,3）",
            (Lang::Zh, ..) => "要从文件里永久删除吗？git 历史里仍会保留。（“永久删除”、编号，或否）",
        };
        replies.push(Reply::ask(ask));
        self.waiting = Some(Waiting::Forget(Forgetting {
            ids: found.iter().map(|alike| alike.iter().map(|one| one.memory.id.clone()).collect()).collect(),
            talked,
            along: along.into_iter().map(|memory| memory.id).collect(),
            how,
        }));
        Ok(replies)
    }

    /// The answer to the question; any other line leaves everything as it is and is heard as usual.
    pub(crate) fn go_on_forgetting(&mut self, forgetting: Forgetting, line: &str) -> Result<Option<Vec<Reply>>> {
        let meant = match chosen(line, &forgetting) {
            Some(meant) => meant,
            None if is_no(line) => {
                let mut replies = vec![Reply::say(in_words(self.lang, "Fine, I'll keep it.", "好，都留着。"))];
                replies.extend(self.log_said(&Said::KeptAfterAll)?);
                return Ok(Some(replies));
            }
            None if is_yes(line) => {
                // Erasing wants more than a yes.
                let text = in_words(self.lang, "Please say “yes, permanently”, or no.", "请说“永久删除”，或者“否”。");
                self.waiting = Some(Waiting::Forget(forgetting));
                return Ok(Some(vec![Reply::ask(text)]));
            }
            None => return Ok(None),
        };
        // Nothing goes that was not shown.
        let along = self.engine.forget_along(&meant, forgetting.how)?;
        if !along.iter().all(|memory| forgetting.along.contains(&memory.id) || meant.contains(&memory.id)) {
            let text = in_words(
                self.lang,
                "What goes with it changed meanwhile, so I left everything as it is. Ask me again.",
                "一并删除的内容有了变化，我什么都没动。请再说一次。",
            );
            return Ok(Some(vec![Reply::warning(text)]));
        }
        let forgotten = self.engine.forget(&meant, forgetting.how)?;
        let count = forgetting.ids.iter().filter(|alike| alike.iter().any(|id| meant.contains(id))).count();
        if let Some(receipt) = &forgotten.receipt {
            let what = match self.lang {
                Lang::En if count == 1 => "put a memory away".to_owned(),
                Lang::En => format!("put {count} memories away"),
                Lang::Zh => format!("收起 {count} 条记忆"),
            };
            self.done.push(Done::Change { receipt: receipt.id.clone(), what, ids: Vec::new() });
        }
        let text = match (self.lang, forgetting.how) {
            (Lang::En, Thoroughness::Archive) => {
                format!(
                    "Done. {} out of my mind now; /undo brings {} back.",
                    away(count),
                    if count == 1 { "it" } else { "them" }
                )
            }
            (Lang::En, _) => format!("Done. {} erased from the files.", away(count)),
            (Lang::Zh, Thoroughness::Archive) => format!("好了，{count} 条记忆已收起；用 /undo 可以找回。"),
            (Lang::Zh, _) => format!("好了，{count} 条记忆已从文件中删除。"),
        };
        let mut replies = vec![Reply::say(text)];
        let ids: Vec<String> = forgotten.ids.iter().map(ToString::to_string).collect();
        replies.push(Reply::note(ids.join(", ")));
        if forgetting.how != Thoroughness::Archive {
            replies.extend(forgotten.notes.iter().map(Reply::note));
        }
        replies.extend(self.log_said(&Said::Forgot(count))?);
        Ok(Some(replies))
    }

    /// The memories of a line that is nothing but ids.
    fn by_ids(&self, line: &str) -> Result<Option<Vec<Candidate>>> {
        let ids: Option<Vec<MemoryId>> =
            line.split([',', ' ', '，']).filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect();
        let Some(ids) = ids.filter(|ids| !ids.is_empty()) else { return Ok(None) };
        let meant = ids.iter().map(|id| Ok(Candidate { memory: self.engine.memory(id)?, score: 1.0 }));
        meant.collect::<Result<Vec<_>>>().map(Some)
    }

    /// "Scratch that": what was remembered last in this conversation.
    fn last_remembered(&self) -> Result<Vec<Candidate>> {
        let last = self.done.iter().rev().find_map(|done| match done {
            Done::Change { ids, .. } if !ids.is_empty() => Some(ids),
            _ => None,
        });
        let mut found = Vec::new();
        for id in last.into_iter().flatten() {
            if let Ok(memory) = self.engine.memory(id) {
                found.push(Candidate { memory, score: 1.0 });
            }
        }
        Ok(found)
    }
}

/// Puts together what says the same: a line of MEMORY.md and the entry of the log it came from.
fn alike(found: Vec<Candidate>) -> Vec<Vec<Candidate>> {
    let mut groups: Vec<Vec<Candidate>> = Vec::new();
    for candidate in found {
        let same = letters(&candidate.memory.text);
        match groups.iter_mut().find(|group| letters(&group[0].memory.text) == same) {
            Some(group) => group.push(candidate),
            None => groups.push(vec![candidate]),
        }
    }
    groups
}

fn plain_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(160).collect()
}

fn away(count: usize) -> String {
    if count == 1 { "It is".to_owned() } else { format!("{count} memories are") }
}

/// Which memories a line confirms: all, by numbers, or by ids.
fn chosen(line: &str, forgetting: &Forgetting) -> Option<Vec<MemoryId>> {
    let word = line.trim().to_lowercase();
    let all =
        ["all", "all of them", "yes, all", "yes all", "all of it", "全部", "都忘掉", "都忘了"].contains(&word.as_str());
    let agreed = match forgetting.how {
        Thoroughness::Archive => is_yes(line) || all,
        _ => is_permanent(&word) && !is_no(line),
    };
    if agreed {
        return Some(forgetting.ids.iter().flatten().chain(&forgetting.talked).cloned().collect());
    }
    let words: Vec<&str> =
        line.split([',', ' ', '，', '、']).filter(|w| !w.is_empty() && *w != "and" && *w != "和").collect();
    let mut meant = Vec::new();
    for word in &words {
        let bare = word.trim_start_matches('#');
        let range = bare.split_once('-').and_then(|(a, b)| Some((a.parse::<usize>().ok()?, b.parse::<usize>().ok()?)));
        if let Some((first, last)) = range {
            if first == 0 || last < first || last > forgetting.ids.len() {
                return None;
            }
            meant.extend(forgetting.ids[first - 1..last].iter().flatten().cloned());
        } else if let Ok(number) = bare.parse::<usize>() {
            meant.extend(forgetting.ids.get(number.checked_sub(1)?)?.iter().cloned());
        } else {
            let id: MemoryId = word.parse().ok()?;
            meant.push(forgetting.ids.iter().flatten().find(|shown| **shown == id)?.clone());
        }
    }
    meant.dedup();
    (!meant.is_empty()).then_some(meant)
}

fn is_permanent(line: &str) -> bool {
    let line = line.to_lowercase();
    ["permanently", "for good", "for ever", "forever", "永久", "彻底"].iter().any(|word| line.contains(word))
}

fn without_permanence(about: &str) -> &str {
    let mut about = about.trim();
    for word in ["permanently", "for good", "for ever", "forever", "永久", "彻底"] {
        about = about.strip_suffix(word).or_else(|| about.strip_prefix(word)).unwrap_or(about).trim();
    }
    about
}

/// "Delete everything", "wipe your memory".
pub(crate) fn asks_to_drop_all(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    let line = line.trim_start_matches("please ");
    let rest = ["delete ", "erase ", "wipe ", "clear ", "remove ", "forget ", "删除", "清除", "清空", "忘掉", "忘记"]
        .iter()
        .find_map(|verb| line.strip_prefix(verb));
    rest.is_some_and(|what| is_everything(what) || matches!(what, "your memory" | "my memory" | "memory" | "记忆"))
}

/// All there is, not all about something.
fn is_everything(about: &str) -> bool {
    let word = about.trim().trim_end_matches(['.', '!', '。', '！']).to_lowercase();
    [
        "everything",
        "all",
        "all of it",
        "it all",
        "everything you know",
        "everything about me",
        "everything i said",
        "all memories",
        "all my memories",
        "all your memories",
        "my data",
        "all my data",
        "所有",
        "全部",
        "一切",
        "所有记忆",
        "所有的事",
        "全部记忆",
    ]
    .contains(&word.as_str())
}

/// "That", "it", "what I just said": the last thing.
fn is_pointer(about: &str) -> bool {
    let word = about.to_lowercase();
    let word = word.trim_end_matches(['.', '!', '。']);
    ["that", "it", "this", "what i just said", "what i said", "the last one", "这个", "那个", "这件事", "刚才说的"]
        .contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forgetting(how: Thoroughness) -> Forgetting {
        let ids = ["episode:2026-02-02:14:30", "episode:2026-02-02:14:31", "core:identity:1a2b3c4d"];
        Forgetting {
            ids: ids.iter().map(|id| vec![id.parse().expect("an id")]).collect(),
            talked: Vec::new(),
            along: Vec::new(),
            how,
        }
    }

    #[test]
    fn only_what_was_shown_can_be_confirmed() {
        let f = forgetting(Thoroughness::Archive);
        assert_eq!(chosen("yes", &f).map(|ids| ids.len()), Some(3));
        assert_eq!(chosen("1,3", &f).map(|ids| ids.len()), Some(2));
        assert_eq!(chosen("1-2", &f).map(|ids| ids.len()), Some(2));
        assert_eq!(chosen("core:identity:1a2b3c4d", &f).map(|ids| ids.len()), Some(1));
        for line in ["4", "0", "2-9", "core:identity:ffffffff", "what is my name?", "no"] {
            assert_eq!(chosen(line, &f), None, "{line}");
        }
    }

    #[test]
    fn erasing_wants_the_word() {
        let f = forgetting(Thoroughness::Erase);
        assert_eq!(chosen("yes", &f), None);
        assert_eq!(chosen("yes, permanently", &f).map(|ids| ids.len()), Some(3));
    }
}
