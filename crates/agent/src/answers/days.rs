//! What happened on a day: the day's log, as far as this session may see it.

use soulfile_api::GetRequest;
use std::sync::LazyLock;

use jiff::ToSpan;
use jiff::civil::Date;
use regex::Regex;
use soulfile_engine::{Result, plain_text};
use soulfile_text::lang::Lang;
use soulfile_understand::Question;
use soulfile_vocabulary::{Scope, SessionKind};

use crate::conversation::Conversation;
use crate::dates::day_in_words;
use crate::log::Said;
use crate::person::{self, capital};
use crate::reply::{Reply, in_words};

/// Asks what was told or talked about.
static TELLING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:(?:so|and|ok|okay|hey)[, ]+)*(?:what (?:all )?(?:did|have) (?:we|i|you) (?:just |already |all |ever )*(?:talk(?:ed)?|chat(?:ted)?|sp(?:eak|oke|oken)|discuss(?:ed)?|say|said|tell|told|mention(?:ed)?|shared?|learn(?:ed|t)?|noted?|remember(?:ed)?)(?: (?:you|me|us|to you|to me|with you|down|of))?|(?:sum up|summari[sz]e|list|show me) (?:our (?:conversation|chat)|what (?:i|we) (?:said|told you|talked about)))(?: (?:about|so far|up to now|until now|just now|already|from|earlier|here))*|^(?:我们?|你)?.{0,6}(?:聊了|谈了|说了|说过|讲了|讲过|告诉(?:了|过)?你|记下了)(?:什么|些什么|哪些|啥)")
        .expect("valid pattern")
});
/// Asks what went on.
static HAPPENING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:so |and )?what (?:did (?:we|i) do|happened|was (?:said|going on)|went on)(?: about)?\b|^(?:我们)?.{0,6}(?:做了|发生了)(?:什么|些什么|哪些)")
        .expect("valid pattern")
});

/// Days told at most.
const DAYS: i32 = 7;
/// Entries told at most.
const ENTRIES: usize = 12;

impl Conversation {
    /// "What did we talk about yesterday?" is answered from the log; `None` for any other question.
    pub(super) fn about_a_day(&mut self, read: &Question) -> Result<Option<Vec<Reply>>> {
        let question = read.text();
        let telling = TELLING.is_match(question);
        if !telling && (read.time().is_none() || !HAPPENING.is_match(question)) {
            return Ok(None);
        }
        let frame: &Regex = if telling { &TELLING } else { &HAPPENING };
        // A topic beside the day makes it a search.
        let rest = frame.replace(question, "").replace(read.time_hint().unwrap_or_default(), "");
        let most = if telling && rest.is_ascii() { 0 } else { 4 };
        if rest.chars().filter(|c| c.is_alphanumeric()).count() > most {
            return Ok(None);
        }
        let today = self.engine.now().date();
        // "What have I told you so far?" is asked of today.
        let (mut day, last) = match read.time() {
            Some(time) => (time.start.date(), time.end.saturating_sub(1.second()).date().min(today)),
            None => (today, today),
        };
        let mut replies = Vec::new();
        let mut cited = Vec::new();
        for _ in 0..DAYS {
            if day > last {
                break;
            }
            self.tell_day(day, today, telling, &mut replies, &mut cited)?;
            let Ok(next) = day.tomorrow() else { break };
            day = next;
        }
        if replies.is_empty() {
            replies.push(Reply::say(in_words(
                self.lang,
                "I checked the log; there is nothing for that time.",
                "我查了日志，那段时间没有记录。",
            )));
        }
        replies.extend(self.log_said(&Said::Asked { question, from: &cited })?);
        Ok(Some(replies))
    }

    /// Tells a day; what was only asked is left out where what was told is wanted, and there is some.
    fn tell_day(
        &self,
        day: Date,
        today: Date,
        told_only: bool,
        replies: &mut Vec<Reply>,
        cited: &mut Vec<String>,
    ) -> Result<()> {
        let view = self.engine.log(Some(day), false)?;
        let mut seen = Vec::new();
        for entry in view.entries.iter().filter(|entry| self.sees(&entry.scope)) {
            if self.is_private() || self.may_read(&entry.path, entry.lines)? {
                seen.push(entry);
            }
        }
        if !seen.is_empty() {
            replies.push(Reply::say(format!("{}:", capital(&day_in_words(day, today, self.lang)))));
        }
        let all = seen.len();
        if all > ENTRIES || told_only {
            // What was kept says more of a day than what was asked.
            let kept = |entry: &&soulfile_api::EpisodeView| entry.source.as_deref() != Some("exchange");
            let told = seen.iter().filter(|entry| kept(entry)).count();
            if told > 0 {
                seen.retain(kept);
            }
        }
        let from = seen.len().saturating_sub(ENTRIES);
        if all > seen.len() - from {
            let (left_out, path) = (all + from - seen.len(), seen[0].path.clone());
            replies.push(Reply::note(match self.lang {
                Lang::En => format!("{left_out} of {all} entries are left out; all of them are in {path}"),
                Lang::Zh => format!("共 {all} 条，略去 {left_out} 条；全部在 {path}"),
            }));
        }
        for entry in &seen[from..] {
            let text = plain_text(&entry.content);
            let text = if self.is_private() {
                person::to_you(&text)
            } else {
                person::in_room(&text, self.who.user.as_deref())
            };
            let time = entry.time.as_deref().map_or(String::new(), |time| format!("{time}  "));
            let citation = format!("{}:{}-{}", entry.path, entry.lines.0, entry.lines.1);
            replies.push(Reply::recalled(format!("{time}{text}"), vec![citation.clone()]));
            cited.push(citation);
        }
        Ok(())
    }

    /// Asks the engine, which knows more about a file than an entry's own heading says.
    fn may_read(&self, path: &str, lines: (usize, usize)) -> Result<bool> {
        let count = lines.1.saturating_sub(lines.0) + 1;
        let request = GetRequest { path: path.to_owned(), from: Some(lines.0), lines: Some(count) };
        Ok(!self.engine.memory_get(&self.session, &request)?.text.trim().is_empty())
    }

    /// Whether this session may see an entry of a log.
    pub(crate) fn sees(&self, scope: &Scope) -> bool {
        match (self.who.kind, scope) {
            (SessionKind::Main, Scope::User(of)) => self.who.user.as_ref().is_none_or(|user| user == of),
            (SessionKind::Main, _) => true,
            (SessionKind::Group, Scope::Shared) => true,
            (SessionKind::Group, Scope::Room(room)) => self.who.room.as_ref() == Some(room),
            _ => false,
        }
    }
}
