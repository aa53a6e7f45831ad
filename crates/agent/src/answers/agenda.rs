//! Days: what is planned for coming ones, and what was told on past ones.

use jiff::ToSpan;
use jiff::civil::Date;
use soulfile_api::GetRequest;
use soulfile_engine::{Planned, Result, plain_text};
use soulfile_vocabulary::{Scope, SessionKind};

use crate::conversation::Conversation;
use crate::log::TalkEvent;
use crate::quotation::Quoted;
use crate::reply::{Quotation, Reply};

/// Days that "what's coming up?" means.
const SOON: i64 = 7;
/// Days told of at most.
const DAYS: i32 = 7;
/// Results of recall shown where nothing was planned.
const NEAREST: usize = 3;
/// Entries shown at most.
const SHOWN: usize = 12;

impl Conversation {
    /// What was said to be on the days that are asked about; `None` where nothing was, so that recall looks.
    pub(super) fn about_plans(&mut self, question: &str) -> Result<Option<Vec<Reply>>> {
        let now = self.engine.now();
        let today = now.date();
        let named = self.engine.days_named(question, &now).into_iter().next();
        let (first, last) = named.unwrap_or((today, today.saturating_add(SOON.days())));
        if last < today {
            return Ok(None);
        }
        let first = first.max(today);
        let when = when_in(first, last);
        let planned = self.engine.planned(&self.session, first, last)?;
        let mut replies = Vec::new();
        let cited: Vec<String> = planned.iter().take(SHOWN).map(|plan| plan.citation.clone()).collect();
        replies.extend(planned.into_iter().take(SHOWN).map(|plan| self.plan(plan)));
        if replies.is_empty() {
            // A plan may have been told without a day that can be read.
            let near = self.recall(question)?;
            if near.confidence.answers() {
                return Ok(None);
            }
            replies.push(Reply::say(self.lang.say_with("nothing_planned", &[("when", &when)])));
            let told = self.quoted(&near.hits, NEAREST)?;
            if !told.is_empty() {
                replies.push(Reply::say(self.lang.say("not_sure")));
            }
            replies.extend(told.iter().map(Quoted::unsure));
        } else {
            replies.insert(0, Reply::say(self.lang.say_with("planned", &[("when", &when)])));
        }
        replies.extend(self.log_said(&TalkEvent::Asked { question, from: &cited })?);
        Ok(Some(replies))
    }

    /// What was said to be on this day, told as a session begins.
    pub(crate) fn due_today(&self) -> Result<Vec<Reply>> {
        let due = self.engine.due_today(&self.session)?;
        if due.is_empty() {
            return Ok(Vec::new());
        }
        let today = self.engine.now().date();
        let mut replies = vec![Reply::say(self.lang.say_with("planned", &[("when", &when_in(today, today))]))];
        replies.extend(due.into_iter().take(SHOWN).map(|plan| self.plan(plan)));
        Ok(replies)
    }

    fn plan(&self, plan: Planned) -> Reply {
        let mut marks = vec![format!("→ {}", plan.day.strftime("%a %Y-%m-%d"))];
        marks.extend(self.whose(plan.trust));
        Reply::Recalled(Quotation {
            text: plain_text(&plan.text),
            date: plan.told,
            marks,
            citations: vec![plan.citation],
            ..Quotation::default()
        })
    }

    /// What was told on a day: the day's log, as far as this session may see it.
    pub(super) fn about_told(&mut self, question: &str) -> Result<Option<Vec<Reply>>> {
        let today = self.engine.now().date();
        let (first, last) = match self.engine.question(question).time() {
            Some(time) => (time.start.date(), time.end.saturating_sub(1.second()).date().min(today)),
            None => (today, today),
        };
        let (mut replies, mut cited) = (Vec::new(), Vec::new());
        let mut day = first;
        for _ in 0..DAYS {
            if day > last {
                break;
            }
            self.tell_day(day, &mut replies, &mut cited)?;
            let Ok(next) = day.tomorrow() else { break };
            day = next;
        }
        if replies.is_empty() {
            let when = when_in(first, last);
            replies.push(Reply::say(self.lang.say_with("nothing_told", &[("when", &when)])));
        }
        replies.extend(self.log_said(&TalkEvent::Asked { question, from: &cited })?);
        Ok(Some(replies))
    }

    fn tell_day(&self, day: Date, replies: &mut Vec<Reply>, cited: &mut Vec<String>) -> Result<()> {
        let view = self.engine.log(Some(day), false)?;
        let mut seen = Vec::new();
        for entry in view.entries.iter().filter(|entry| self.sees(&entry.scope)) {
            let told = !matches!(entry.source.as_deref(), Some("exchange" | "heartbeat"));
            if told && (self.is_private() || self.may_read(&entry.path, entry.lines)?) {
                seen.push(entry);
            }
        }
        let Some(first) = seen.first() else { return Ok(()) };
        replies.push(Reply::say(self.lang.say_with("told", &[("when", &day.to_string())])));
        if seen.len() > SHOWN {
            replies.push(Reply::note(format!("{SHOWN} / {} · {}", seen.len(), first.path)));
        }
        // The owner's and the agent's have room, however much others say; the newest of each.
        let (own, others): (Vec<_>, Vec<_>) = seen.into_iter().partition(|entry| entry.trust.rights().answer);
        let newest = |all: &[_], most: usize| all.len().saturating_sub(most);
        let (own_from, own_shown) = (newest(&own, SHOWN), own.len().min(SHOWN));
        let others_from = newest(&others, SHOWN - own_shown);
        for entry in own[own_from..].iter().chain(&others[others_from..]) {
            let citation = format!("{}:{}-{}", entry.path, entry.lines.0, entry.lines.1);
            replies.push(Reply::Recalled(Quotation {
                text: plain_text(&entry.content),
                date: entry.time.as_ref().map(|time| format!("{day} {time}")),
                marks: self.whose(entry.trust),
                citations: vec![citation.clone()],
                ..Quotation::default()
            }));
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
    fn sees(&self, scope: &Scope) -> bool {
        match (self.who.kind, scope) {
            (SessionKind::Main, Scope::User(of)) => self.who.user.as_ref().is_none_or(|user| user == of),
            (SessionKind::Main, _) => true,
            (SessionKind::Group, Scope::Shared) => true,
            (SessionKind::Group, Scope::Room(room)) => self.who.room.as_ref() == Some(room),
            _ => false,
        }
    }
}

/// One day, or the first and the last of several.
fn when_in(first: Date, last: Date) -> String {
    if first == last { first.to_string() } else { format!("{first} – {last}") }
}
