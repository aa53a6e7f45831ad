//! Answers from memory: quotations of what recall finds, and honest about how sure it is.
//!
//! Questions about the agent itself, about its trail and about days are answered from the engine's verbs. Nothing is
//! worded anew: what was told is quoted.

mod agenda;
mod itself;
mod topic;
mod trail;

use std::time::Duration;

use jiff::civil::Date;
use soulfile_api::{RecallAnswer, RecallHit, Sureness};
use soulfile_engine::{RecallRequest, Result};
use soulfile_vocabulary::layout;

use crate::conversation::Conversation;
use crate::log::TalkEvent;
use crate::quotation::Quoted;
use crate::remembering::StatementInMind;
use crate::reply::Reply;

/// Results asked for: enough to fold what says the same and still have some.
const LOOKED_AT: usize = 12;
/// Quotations shown.
const SHOWN: usize = 4;
/// Share of the best score a result needs to be shown beside one that likely answers. From .5, .6 and .7 on .64, .45 and .29 of what does
/// not answer were shown, and where the first is no answer, .99, .96 and .85 of the answers behind it.
const CLOSE: f32 = 0.65;

impl Conversation {
    /// Answers a question from memory and logs that it was asked.
    pub(crate) fn answer(&mut self, question: &str) -> Result<Vec<Reply>> {
        let now = self.engine.now();
        let is_other = |(first, last): &(Date, Date)| *first != now.date() || first != last;
        let names_day = self.engine.days_named(question, &now).iter().any(is_other);
        let topic = topic::of(question, names_day);
        // What would be said in any workspace gives way to what was told.
        let found = topic.is_some_and(topic::Topic::is_general).then(|| self.recall(question)).transpose()?;
        if let Some(topic) = topic.filter(|_| !found.as_ref().is_some_and(|found| found.confidence.answers()))
            && let Some(replies) = self.about_topic(topic, question)?
        {
            return Ok(replies);
        }
        let answer = found.map_or_else(|| self.recall(question), Ok)?;
        self.show(question, &answer)
    }

    /// What a model would be needed for: says so, and quotes what memory likely has on it.
    pub(crate) fn work(&mut self, line: &str) -> Result<Vec<Reply>> {
        let mut replies = self.no_model();
        let answer = self.recall(line)?;
        if answer.confidence.answers() {
            replies.extend(self.show(line, &answer)?);
        }
        Ok(replies)
    }

    /// Quotes what was found, and says where it is not sure.
    fn show(&mut self, question: &str, answer: &RecallAnswer) -> Result<Vec<Reply>> {
        let mut replies = Vec::new();
        let mut cited = Vec::new();
        let mut shown = None;
        let best = answer.hits.first().map_or(0.0, |hit| hit.score);
        match answer.confidence {
            Sureness::Sure | Sureness::Likely => {
                let near = answer.hits.iter().filter(|hit| hit.score >= best * CLOSE).cloned().collect::<Vec<_>>();
                let found = self.quoted(&near, SHOWN)?;
                cited = self.use_quoted(&found);
                shown = found.iter().find_map(Quoted::episode);
                replies.extend(found.iter().map(Quoted::reply));
            }
            Sureness::Unsure | Sureness::Nothing => {
                // Who the agent and the person are is no lead to anything else.
                let near = if answer.hits.is_empty() { &answer.nearest } else { &answer.hits };
                let told = |hit: &&RecallHit| hit.path.contains('/') || hit.path == layout::CORE;
                let near: Vec<RecallHit> = near.iter().filter(told).cloned().collect();
                let found = self.quoted(&near, SHOWN)?;
                if found.is_empty() {
                    replies.push(Reply::say(self.lang.say("nothing")));
                } else {
                    cited = found.iter().flat_map(|quoted| quoted.quotation.citations.first().cloned()).collect();
                    shown = found.iter().find_map(Quoted::episode);
                    replies.push(Reply::say(self.lang.say("not_sure")));
                    replies.extend(found.iter().map(Quoted::unsure));
                }
            }
        }
        if let Some((id, text)) = shown {
            self.in_mind = Some(StatementInMind { id, text });
        }
        self.answered_from.clone_from(&cited);
        if answer.cut_short {
            replies.push(Reply::warning(answer.notes.join("; ")));
        }
        replies.extend(self.log_said(&TalkEvent::Asked { question, from: &cited })?);
        Ok(replies)
    }

    pub(crate) fn recall(&self, question: &str) -> Result<RecallAnswer> {
        let mut request = RecallRequest::new(question, self.session.clone());
        request.limit = Some(LOOKED_AT);
        request.deadline = Some(Duration::from_millis(self.engine.config().memory_search.query.deadline_ms));
        let answer = self.engine.recall(&request)?;
        if !answer.cut_short || answer.confidence.answers() {
            return Ok(answer);
        }
        // A person would rather wait a moment than be told that nothing is there.
        request.deadline = None;
        self.engine.recall(&request)
    }

    /// `/recall`: what is found, whatever it is worth.
    pub(crate) fn look_up(&mut self, words: &str) -> Result<Vec<Reply>> {
        let answer = self.recall(words)?;
        let found = self.quoted(&answer.hits, 8)?;
        if found.is_empty() {
            return Ok(vec![Reply::say(self.lang.say("nothing"))]);
        }
        self.use_quoted(&found);
        let mut replies = Vec::new();
        if !answer.confidence.answers() {
            replies.push(Reply::say(self.lang.say("not_sure")));
        }
        replies.extend(found.iter().map(Quoted::reply));
        Ok(replies)
    }

    /// Notes that the memory an answer begins with was used; returns where all stand. Were the others reinforced as well, what is
    /// often shown beside answers would be shown ever more, and before them.
    fn use_quoted(&self, found: &[Quoted]) -> Vec<String> {
        if let Some(first) = found.first().filter(|_| self.is_private()) {
            // Reinforcement is derived: an answer is not worth less without it.
            let _ = self.engine.used(first.ids.iter().map(String::as_str));
        }
        found.iter().flat_map(|quoted| quoted.quotation.citations.first().cloned()).collect()
    }
}
