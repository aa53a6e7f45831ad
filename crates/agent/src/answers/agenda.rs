//! "What am I doing tomorrow?": what is known of days that are still to come.

use soulfile_api::RecallHit;
use std::sync::LazyLock;

use jiff::ToSpan;
use regex::Regex;
use soulfile_engine::Result;
use soulfile_text::lang::Lang;
use soulfile_understand::Question;

use crate::conversation::Conversation;
use crate::dates::day_in_words;
use crate::log::Said;
use crate::pieces::pieces;
use crate::reply::Reply;

/// Days looked at, at most.
const DAYS: i32 = 14;
/// Days that "what's coming up?" means.
const SOON: i64 = 7;

impl Conversation {
    /// What is written down for a coming day; `None` when something else is asked.
    pub(super) fn about_plans(&mut self, read: &Question) -> Result<Option<Vec<Reply>>> {
        let question = read.text();
        if !asks_for_plans(question) {
            return Ok(None);
        }
        let today = self.engine.now().date();
        let (first, last) = match read.time() {
            Some(time) => (time.start.date(), time.end.saturating_sub(1.second()).date()),
            None => (today, today.saturating_add(SOON.days())),
        };
        // What is over is told from the log.
        if last < today {
            return Ok(None);
        }
        let first = first.max(today);
        let mut found: Vec<RecallHit> = Vec::new();
        let mut day = first;
        for _ in 0..DAYS {
            if day > last {
                break;
            }
            let written = day.to_string();
            let on_that_day = self.recall(&written)?.hits.into_iter().filter(|hit| hit.text.contains(&written));
            for hit in on_that_day {
                if !found.iter().any(|known| known.citation == hit.citation) {
                    found.push(hit);
                }
            }
            let Ok(next) = day.tomorrow() else { break };
            day = next;
        }
        let found = pieces(self.engine.understanding(), &found, 0.0, 8, self.reader());
        let cited: Vec<String> = found.iter().flat_map(|piece| piece.citations.clone()).collect();
        let replies = found.into_iter().map(|piece| Reply::recalled(piece.text, piece.citations)).collect::<Vec<_>>();
        let mut replies = super::shape::listed(replies, self.lang);
        if replies.is_empty() {
            let when = match (self.lang, first == last) {
                (lang, true) => day_in_words(first, today, lang),
                (Lang::En, false) => format!("from {first} to {last}"),
                (Lang::Zh, false) => format!("{first} 到 {last} "),
            };
            replies.push(Reply::say(match self.lang {
                Lang::En => format!("I know of nothing {when}."),
                Lang::Zh => format!("{when}没有我知道的安排。"),
            }));
        }
        replies.extend(self.log_said(&Said::Asked { question, from: &cited })?);
        Ok(Some(replies))
    }
}

fn asks_for_plans(question: &str) -> bool {
    static PLANS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)^(?:(?:so|and|hey|ok|okay|well)[, ]+)*(?:what (?:am i|are we) (?:doing|up to)\b|what(?:['’]s| is| are)? (?:on(?: (?:for|my (?:schedule|calendar|agenda|plate)))?|planned|happening|coming up|scheduled|up next|next|my (?:plans?|schedule|agenda|day)|the plan)\b|(?:do|have) (?:i|we) (?:have |got )?(?:anything|something|any (?:plans?|appointments?|meetings?))\b|(?:is there |got )?(?:anything|any plans?) (?:planned|on|scheduled|coming up|for|happening)?|what do (?:i|we) have (?:to do |planned |on |coming up )?|what(?:['’]s| does) my (?:day|week|weekend|schedule|calendar) (?:like|look like|look)?|am i (?:free|busy)\b|(?:list|show me|tell me|what are) (?:all )?(?:of )?(?:my|our) (?:upcoming |next )?(?:appointments|meetings|plans|dates)\b)[^?]{0,40}[?.!]*$",
        )
        .expect("valid pattern")
    });
    static CHINESE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"^(?:我|我们)?(?:今天|今晚|明天|明晚|后天|这周|本周|下周|周末|这个?周末|下个?月|周[一二三四五六日]|星期[一二三四五六日])?[^？?]{0,4}(?:有什么(?:安排|计划|事)|有(?:安排|计划|事)吗|要?做什么|什么安排|忙吗|有空吗)[?？]?$",
        )
        .expect("valid pattern")
    });
    static AHEAD: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:today|tonight|tomorrow|weekend|week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday|soon|next|coming|planned|scheduled|plans?|schedule|agenda|calendar|appointments|meetings|dates|on the \d+)\b|今|明|后天|周|星期|下个?月")
            .expect("valid pattern")
    });
    // What one usually does is no plan.
    static HABIT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:usually|normally|generally|typically|always)\b|一般|通常|平时").expect("valid pattern")
    });
    let question = question.trim();
    !HABIT.is_match(question) && (PLANS.is_match(question) || CHINESE.is_match(question)) && AHEAD.is_match(question)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_asked_for_in_many_ways() {
        for question in [
            "what am I doing tomorrow?",
            "what are my plans for tomorrow?",
            "what's on my schedule next week?",
            "do I have anything on Friday?",
            "am I free tonight?",
            "what's coming up next?",
            "anything planned for the weekend?",
            "我明天有什么安排？",
            "周末有空吗？",
        ] {
            assert!(asks_for_plans(question), "{question}");
        }
        for question in ["what is my job?", "do I have a dog?", "what's on the shopping list?", "周末我一般做什么？"]
        {
            assert!(!asks_for_plans(question), "{question}");
        }
    }
}
