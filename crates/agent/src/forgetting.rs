//! Forgetting, in two steps: what is meant is shown with ids, and only then anything is put away.

use soulfile_api::{ForgettableMemory, MemoryId, Thoroughness};
use soulfile_engine::Result;
use soulfile_vocabulary::{Scope, SessionKind};

use crate::conversation::{Conversation, Waiting};
use crate::echo::letters;
use crate::language::{Language, plain};
use crate::log::TalkEvent;
use crate::message::{ForgetTarget, is_permanent};
use crate::reply::{Quotation, Reply};
use crate::undoing::Done;

/// Candidates shown at most, meant and near ones; what is not shown cannot be confirmed.
const SHOWN: usize = 12;
const NEAR: usize = 4;

/// What was shown and waits for a word.
#[derive(Debug)]
pub(crate) struct Forgetting {
    /// What was shown, as it was numbered: what says the same has one number.
    shown: Vec<Shown>,
    /// Entries of the log where it was only talked about: they go with all of it.
    talked: Vec<MemoryId>,
    /// What goes along when all of it is erased, as it was shown.
    along: Vec<MemoryId>,
    how: Thoroughness,
}

#[derive(Debug)]
struct Shown {
    ids: Vec<MemoryId>,
    /// Whether a plain yes means it.
    meant: bool,
    /// The part that is meant; the rest of the line stays on a plain yes.
    part: Option<String>,
}

/// What was confirmed.
#[derive(Debug, PartialEq, Eq)]
enum Chosen {
    /// A part of one line.
    Part(MemoryId, String),
    Whole(Vec<MemoryId>),
}

impl Conversation {
    /// `/forget` with ids or words.
    pub(crate) fn forget_command(&mut self, rest: &str) -> Result<Vec<Reply>> {
        if rest.is_empty() {
            return self.begin_forgetting(rest, &ForgetTarget::Last);
        }
        let words = self.without_permanence(rest);
        if let Some(found) = self.by_ids(&words)? {
            return self.offer(rest, found);
        }
        let everything = Language::is_one_of(&self.lang.words().everything, &words)
            || Language::is_one_of(&Language::english().words().everything, &words);
        let meant = if everything { ForgetTarget::Everything } else { ForgetTarget::About { words, all: false } };
        self.begin_forgetting(rest, &meant)
    }

    /// Shows what may be meant and asks.
    pub(crate) fn begin_forgetting(&mut self, line: &str, meant: &ForgetTarget) -> Result<Vec<Reply>> {
        let found = match meant {
            ForgetTarget::Everything => {
                let path = self.engine.path().display().to_string();
                return Ok(vec![Reply::say(self.lang.say_with("forget_all", &[("path", &path)]))]);
            }
            ForgetTarget::Last => self.last_told()?,
            ForgetTarget::About { words, all } => {
                let erase = is_permanent(line, self.lang);
                let mut found = self.engine.forget_candidates(words, erase)?;
                if *all {
                    // All there is about it: also what holds most of its words.
                    found.iter_mut().for_each(|candidate| candidate.meant |= candidate.score >= 0.5);
                }
                found
            }
        };
        self.offer(line, found)
    }

    fn offer(&mut self, line: &str, found: Vec<ForgettableMemory>) -> Result<Vec<Reply>> {
        if self.who.kind == SessionKind::Subagent {
            return Ok(self.refuse_here());
        }
        let how = if is_permanent(line, self.lang) { Thoroughness::Erase } else { Thoroughness::Archive };
        if how == Thoroughness::Erase && !self.is_private() {
            return Ok(self.refuse_here());
        }
        let scope = self.scope()?;
        // In a room, or with one person, only what belongs there.
        let may = |candidate: &ForgettableMemory| scope == Scope::Private || candidate.memory.scope == scope;
        let (mut meant, mut near, mut talked) = (Vec::new(), Vec::new(), Vec::new());
        for candidate in found.into_iter().filter(may) {
            if self.engine.is_exchange(&candidate.memory.id)? {
                talked.push(candidate.memory.id);
            } else if candidate.meant {
                meant.push(candidate);
            } else {
                near.push(candidate);
            }
        }
        if meant.is_empty() && near.is_empty() {
            return Ok(vec![Reply::say(self.lang.say("forget_none"))]);
        }
        if meant.is_empty() {
            talked.clear();
        }
        let (mut meant, mut near) = (alike(meant), alike(near));
        let left_out = meant.len().saturating_sub(SHOWN);
        meant.truncate(SHOWN);
        near.truncate(NEAR);
        self.ask_which(meant, near, talked, how, left_out)
    }

    fn ask_which(
        &mut self,
        meant: Vec<Vec<ForgettableMemory>>,
        near: Vec<Vec<ForgettableMemory>>,
        talked: Vec<MemoryId>,
        how: Thoroughness,
        left_out: usize,
    ) -> Result<Vec<Reply>> {
        let mut replies = Vec::new();
        let mut shown: Vec<Shown> = Vec::new();
        let single = meant.len() == 1 && how == Thoroughness::Archive;
        for (groups, lead, is_meant) in [(meant, "forget_found", true), (near, "forget_near", false)] {
            if !groups.is_empty() {
                replies.push(Reply::say(self.lang.say(lead)));
            }
            for group in groups {
                let part = group[0].part.clone().filter(|_| single && is_meant);
                let memory = &group[0].memory;
                let text = memory.text.split_whitespace().collect::<Vec<_>>().join(" ");
                let ids = group.iter().map(|candidate| candidate.memory.id.to_string());
                let places = group.iter().map(|one| format!("{}:{}", one.memory.path, one.memory.lines.0));
                let only = part.as_ref().map(|part| format!("{}: “{part}”", self.lang.say("forget_only")));
                replies.push(Reply::Recalled(Quotation {
                    text: format!("{}. {}", shown.len() + 1, text.chars().take(400).collect::<String>()),
                    marks: only.into_iter().collect(),
                    citations: ids.chain(places).collect(),
                    ..Quotation::default()
                }));
                let ids = group.into_iter().map(|candidate| candidate.memory.id).collect();
                shown.push(Shown { ids, meant: is_meant, part });
            }
        }
        let ids: Vec<MemoryId> = shown.iter().flat_map(|shown| &shown.ids).chain(&talked).cloned().collect();
        let along = self.engine.forget_along(&ids, how)?;
        replies.extend(along.iter().map(|memory| {
            let text = memory.text.split_whitespace().collect::<Vec<_>>().join(" ");
            Reply::recalled(
                format!("+ {text}"),
                vec![memory.id.to_string(), format!("{}:{}", memory.path, memory.lines.0)],
            )
        }));
        if !talked.is_empty() {
            replies.push(Reply::note(format!("+ {}", listed(&talked))));
        }
        if left_out > 0 {
            replies.push(Reply::warning(format!("+{left_out} …")));
        }
        let ask = match how {
            Thoroughness::Archive if shown.iter().any(|shown| shown.part.is_some()) => "forget_ask_part",
            Thoroughness::Archive => "forget_ask",
            _ => "forget_ask_permanent",
        };
        replies.push(Reply::ask(self.lang.say(ask)));
        let along = along.into_iter().map(|memory| memory.id).collect();
        self.waiting = Some(Waiting::Forget(Forgetting { shown, talked, along, how }));
        Ok(replies)
    }

    /// The answer to the question; any other line leaves everything as it is and is heard as usual.
    pub(crate) fn go_on_forgetting(&mut self, forgetting: Forgetting, line: &str) -> Result<Option<Vec<Reply>>> {
        let chosen = match chosen(line, &forgetting, self.lang) {
            Some(chosen) => chosen,
            None if self.lang.declines(line) => {
                let mut replies = vec![Reply::say(self.lang.say("kept"))];
                replies.extend(self.log_said(&TalkEvent::KeptAfterAll)?);
                return Ok(Some(replies));
            }
            None if self.lang.agrees(line) => {
                // Erasing wants more than a yes, and near ones want their numbers.
                let text = match forgetting.how {
                    Thoroughness::Archive => "forget_ask",
                    _ => "say_permanently",
                };
                self.waiting = Some(Waiting::Forget(forgetting));
                return Ok(Some(vec![Reply::ask(self.lang.say(text))]));
            }
            None => return Ok(None),
        };
        let (forgotten, count) = match &chosen {
            Chosen::Part(id, part) => (self.engine.forget_part(id, part)?, 1),
            Chosen::Whole(ids) => {
                // Nothing goes that was not shown.
                let along = self.engine.forget_along(ids, forgetting.how)?;
                if !along.iter().all(|memory| forgetting.along.contains(&memory.id) || ids.contains(&memory.id)) {
                    return Ok(Some(vec![Reply::say(self.lang.say("forget_what"))]));
                }
                let count = forgetting.shown.iter().filter(|shown| shown.ids.iter().any(|id| ids.contains(id))).count();
                (self.engine.forget(ids, forgetting.how)?, count)
            }
        };
        self.in_mind = self.in_mind.take().filter(|told| !forgotten.ids.contains(&told.id));
        if let Some(receipt) = &forgotten.receipt {
            let what = format!("/forget {}", listed(&forgotten.ids));
            self.done.push(Done::Change { receipt: receipt.id.clone(), what, ids: Vec::new() });
        }
        let text = if forgetting.how == Thoroughness::Archive { "forgotten" } else { "erased" };
        let mut replies = vec![Reply::say(self.lang.say(text)), Reply::note(listed(&forgotten.ids))];
        if forgetting.how != Thoroughness::Archive {
            replies.extend(forgotten.notes.iter().map(Reply::note));
        }
        replies.extend(self.log_said(&TalkEvent::Forgot(count))?);
        Ok(Some(replies))
    }

    fn without_permanence(&self, line: &str) -> String {
        let mut words = line.trim().to_owned();
        for word in self.lang.words().permanently.iter().chain(&Language::english().words().permanently) {
            words = words.replace(word.as_str(), " ").trim().to_owned();
        }
        words
    }

    /// The memories of a line that is nothing but ids.
    fn by_ids(&self, line: &str) -> Result<Option<Vec<ForgettableMemory>>> {
        let ids: Option<Vec<MemoryId>> =
            line.split([',', ' ', '，']).filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect();
        let Some(ids) = ids.filter(|ids| !ids.is_empty()) else { return Ok(None) };
        ids.iter().map(|id| self.candidate(id)).collect::<Result<Vec<_>>>().map(Some)
    }

    /// What was told last in this conversation, with what was made of it.
    fn last_told(&self) -> Result<Vec<ForgettableMemory>> {
        let last = self.done.iter().rev().find_map(|done| match done {
            Done::Change { ids, .. } if !ids.is_empty() => Some(ids),
            _ => None,
        });
        Ok(last.into_iter().flatten().filter_map(|id| self.candidate(id).ok()).collect())
    }

    fn candidate(&self, id: &MemoryId) -> Result<ForgettableMemory> {
        Ok(ForgettableMemory { memory: self.engine.memory(id)?, score: 1.0, meant: true, part: None })
    }
}

/// Puts together what says the same: a line of MEMORY.md and the entry of the log it came from.
fn alike(found: Vec<ForgettableMemory>) -> Vec<Vec<ForgettableMemory>> {
    let mut groups: Vec<Vec<ForgettableMemory>> = Vec::new();
    for candidate in found {
        let same = letters(&candidate.memory.text);
        match groups.iter_mut().find(|group| letters(&group[0].memory.text) == same) {
            Some(group) => group.push(candidate),
            None => groups.push(vec![candidate]),
        }
    }
    groups
}

fn listed(ids: &[MemoryId]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// What a line confirms: what was meant, all of it, numbers, or ids.
fn chosen(line: &str, forgetting: &Forgetting, language: Language) -> Option<Chosen> {
    let is_all = |language: Language| Language::is_one_of(&language.words().all, line);
    let all = is_all(language) || is_all(Language::english());
    let agreed = match forgetting.how {
        Thoroughness::Archive => language.agrees(line) || all,
        _ => is_permanent(line, language) && !language.declines(line),
    };
    if agreed {
        let meant: Vec<&Shown> = forgetting.shown.iter().filter(|shown| shown.meant).collect();
        if let [Shown { ids, part: Some(part), .. }] = &meant[..]
            && !all
            && let [first, rest @ ..] = &ids[..]
            && rest.is_empty()
        {
            return Some(Chosen::Part(first.clone(), part.clone()));
        }
        let ids: Vec<MemoryId> = meant.iter().flat_map(|shown| &shown.ids).chain(&forgetting.talked).cloned().collect();
        return (!ids.is_empty()).then_some(Chosen::Whole(ids));
    }
    let line = plain(line);
    let words = line
        .split([',', ' ', '，', '、'])
        .filter(|word| !word.is_empty() && !matches!(*word, "and" | "和" | "y" | "und" | "et"));
    let mut meant: Vec<MemoryId> = Vec::new();
    for word in words {
        let bare = word.trim_start_matches('#');
        let range = bare.split_once('-').and_then(|(a, b)| Some((a.parse::<usize>().ok()?, b.parse::<usize>().ok()?)));
        if let Some((first, last)) = range {
            let shown = forgetting.shown.get(first.checked_sub(1)?..last)?;
            meant.extend(shown.iter().flat_map(|shown| &shown.ids).cloned());
        } else if let Ok(number) = bare.parse::<usize>() {
            meant.extend(forgetting.shown.get(number.checked_sub(1)?)?.ids.iter().cloned());
        } else {
            let id: MemoryId = word.parse().ok()?;
            meant.push(forgetting.shown.iter().flat_map(|shown| &shown.ids).find(|shown| **shown == id)?.clone());
        }
    }
    meant.dedup();
    (!meant.is_empty()).then_some(Chosen::Whole(meant))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forgetting(how: Thoroughness) -> Forgetting {
        let ids = ["episode:2026-02-02:14:30", "episode:2026-02-02:14:31", "core:identity:1a2b3c4d"];
        let shown =
            |(at, id): (usize, &&str)| Shown { ids: vec![id.parse().expect("an id")], meant: at < 2, part: None };
        Forgetting { shown: ids.iter().enumerate().map(shown).collect(), talked: Vec::new(), along: Vec::new(), how }
    }

    fn count(line: &str, forgetting: &Forgetting) -> Option<usize> {
        match chosen(line, forgetting, Language::english())? {
            Chosen::Part(..) => Some(0),
            Chosen::Whole(ids) => Some(ids.len()),
        }
    }

    #[test]
    fn a_yes_means_what_was_meant_and_numbers_anything_shown() {
        let f = forgetting(Thoroughness::Archive);
        assert_eq!(count("yes", &f), Some(2));
        assert_eq!(count("1,3", &f), Some(2));
        assert_eq!(count("1-2", &f), Some(2));
        assert_eq!(count("core:identity:1a2b3c4d", &f), Some(1));
        for line in ["4", "0", "2-9", "core:identity:ffffffff", "what is my name?", "no"] {
            assert_eq!(count(line, &f), None, "{line}");
        }
    }

    #[test]
    fn a_part_goes_alone_unless_all_is_said() {
        let mut f = forgetting(Thoroughness::Archive);
        f.shown.truncate(1);
        f.shown[0].part = Some("the code".to_owned());
        assert_eq!(count("yes", &f), Some(0));
        assert_eq!(count("all", &f), Some(1));
    }

    #[test]
    fn erasing_wants_the_word() {
        let f = forgetting(Thoroughness::Erase);
        assert_eq!(count("yes", &f), None);
        assert_eq!(count("yes, permanently", &f), Some(2));
    }
}
