//! Answers from memory: what recall finds, worded, cited, and honest about how sure it is.

mod agenda;
mod days;
mod home;
mod itself;
mod ourselves;
mod shape;

use soulfile_api::{RecallAnswer, RecallHit, Strategy, Sureness};
use std::sync::LazyLock;
use std::time::Duration;

use regex::Regex;
use soulfile_engine::{RecallRequest, Result, hit_statement, hit_tells, hit_touches};
use soulfile_text::script::is_han;
use soulfile_understand::{Asked, Verdict, Wants};

use crate::conversation::Conversation;
use crate::log::Said;
use crate::person::to_you;
use crate::pieces::{Piece, Reader, pieces, verdict};
use crate::reply::{Reply, in_words};

/// Results asked for: enough to fold what says the same and still have some.
const LOOKED_AT: usize = 12;
/// Share of the best score a result needs to be said too.
const CLOSE: f32 = 0.7;
/// Score under which what came nearest is not even a lead.
const LEAD: f32 = 0.2;

fn regex(source: &str) -> Regex {
    Regex::new(source).expect("valid pattern")
}

impl Conversation {
    /// Answers a question from memory and logs that it was asked.
    pub(crate) fn answer(&mut self, question: &str) -> Result<Vec<Reply>> {
        if let Some(replies) = self.about_itself(question)? {
            return Ok(replies);
        }
        if let Some(replies) = self.about_ourselves(question)? {
            return Ok(replies);
        }
        let read = self.engine.question(question);
        if let Some(replies) = self.about_plans(&read)? {
            return Ok(replies);
        }
        if let Some(replies) = self.about_a_day(&read)? {
            return Ok(replies);
        }
        let mut answer = self.recall(question)?;
        if answer.confidence != Sureness::Sure
            && let Some(topic) = topic(question)
        {
            // The words around the topic are in no memory and only lower what is found. Few words are easily
            // found, too: what is sure then has to name one of them.
            let focused = self.recall(&topic)?;
            let named = focused.hits.first().is_some_and(|hit| names(&hit.snippet, &topic));
            if sureness(focused.confidence) > sureness(answer.confidence) && named {
                let strategy = answer.strategy;
                answer = RecallAnswer { strategy, ..focused };
            }
        }
        // The best may be the best of nothing: what shares no word and no meaning is not even a lead.
        let best = (answer.confidence == Sureness::Sure).then(|| answer.hits.first().map(|hit| hit.citation.clone()));
        answer.hits.retain(|hit| bears(hit) || best.as_ref().is_some_and(|best| best.as_ref() == Some(&hit.citation)));
        let asked = read.asked();
        if let Some(asked) = asked {
            self.fit(&mut answer, asked)?;
        }
        let lang = self.lang;
        let mut replies = Vec::new();
        let mut cited = Vec::new();
        match answer.confidence {
            Sureness::Sure => {
                let most = if answer.strategy == Strategy::About { 5 } else { 3 };
                let mut found = pieces(self.engine.understanding(), &answer.hits, CLOSE, most, self.reader());
                if answer.strategy == Strategy::HowTo {
                    found.retain(|piece| tells_how(piece, question));
                    self.whole_procedures(&mut found)?;
                }
                self.as_in_mind(&mut found, asked)?;
                if answer.strategy == Strategy::Latest {
                    found.sort_by(|a, b| b.date.cmp(&a.date));
                }
                if let [only] = &found[..] {
                    self.talk_of(&only.stored);
                }
                self.answered_from = found.first().map(|piece| (piece.citations.clone(), piece.date.clone()));
                cited = self.use_pieces(&found);
                replies.extend(shape::sure(&found, answer.strategy, question, lang, self.engine.now().date()));
            }
            Sureness::Unsure => {
                let mut found = pieces(self.engine.understanding(), &answer.hits, 0.5, 3, self.reader());
                if answer.strategy == Strategy::HowTo && found.iter().any(|piece| tells_how(piece, question)) {
                    found.retain(|piece| tells_how(piece, question));
                    self.whole_procedures(&mut found)?;
                }
                cited = found.iter().flat_map(|piece| piece.citations.clone()).collect();
                replies.extend(shape::unsure(&found, lang));
            }
            Sureness::Nothing => {}
        }
        if replies.is_empty() {
            // Of somebody who is never named, what is known of others is no lead.
            let name = topic(question).filter(|topic| is_name(topic));
            let leads = |text: &str| {
                name.as_ref().is_none_or(|name| names(text, name)) && asked.is_none_or(|asked| asked.touched_by(text))
            };
            let near = answer.nearest.iter().filter(|hit| hit.score >= LEAD && leads(&hit.snippet));
            let near: Vec<_> = near.cloned().collect();
            let near = pieces(self.engine.understanding(), &near, 0.9, 1, self.reader());
            replies.extend(shape::nothing(&near, lang));
            replies.extend(self.no_model());
        }
        if answer.cut_short {
            replies.push(Reply::warning(answer.notes.join("; ")));
        }
        replies.extend(self.log_said(&Said::Asked { question, from: &cited })?);
        Ok(replies)
    }

    /// Holds what was found against what is asked: what tells it is sure, what only stands near is not.
    fn fit(&self, answer: &mut RecallAnswer, asked: &Asked) -> Result<()> {
        let tells = |hit: &RecallHit| hit_tells(hit, asked);
        // "What do I need to buy?" wants no procedure, for all that it speaks of doing.
        let how = asked.asks_how();
        if answer.strategy == Strategy::Latest || answer.strategy == Strategy::HowTo && how {
            return Ok(());
        }
        let mut told: Vec<RecallHit> = answer.hits.iter().filter(|hit| tells(hit)).cloned().collect();
        if told.is_empty() {
            // Questions are asked in other words than things are told in: a job for working somewhere.
            let other = self.recall(&asked.search())?;
            let near = answer.nearest.iter().cloned();
            told = other.hits.into_iter().chain(other.nearest).chain(near).filter(tells).collect();
        }
        if !told.is_empty() {
            // What takes the place of an answer may name less of the question: "the deadline is March 21".
            // Recall marks it only where both name the same; said in one talk, it is clear without.
            let statements: Vec<String> = told.iter().filter_map(hit_statement).collect();
            let replaces = |hit: &RecallHit| {
                let understand = self.engine.understanding();
                let against = |new: &str, old: &String| verdict(understand, old, new) == Verdict::Contradiction;
                !told.iter().any(|known| known.citation == hit.citation)
                    && hit_statement(hit).is_some_and(|new| statements.iter().any(|old| against(&new, old)))
            };
            let newer: Vec<RecallHit> = answer.hits.iter().filter(|hit| replaces(hit)).cloned().collect();
            told.extend(newer);
            answer.hits = told;
            answer.confidence = Sureness::Sure;
            if answer.strategy == Strategy::HowTo {
                answer.strategy = Strategy::Hybrid;
            }
        } else if !answer.hits.iter().any(|hit| hit_touches(hit, asked)) {
            answer.hits.clear();
            answer.confidence = Sureness::Nothing;
        } else if asked.wants == Wants::Age && answer.confidence == Sureness::Sure {
            answer.confidence = Sureness::Unsure;
        }
        Ok(())
    }

    fn recall(&self, question: &str) -> Result<RecallAnswer> {
        let mut request = RecallRequest::new(question, self.session.clone());
        request.limit = Some(LOOKED_AT);
        request.deadline = Some(Duration::from_millis(self.engine.config().memory_search.query.deadline_ms));
        let answer = self.engine.recall(&request)?;
        if !answer.cut_short || answer.confidence == Sureness::Sure {
            return Ok(answer);
        }
        // A person would rather wait a moment than be told that nothing is there.
        request.deadline = None;
        self.engine.recall(&request)
    }

    /// What is always in mind is kept up to date: where it says otherwise than an old entry of the log, it
    /// is what holds.
    fn as_in_mind(&self, found: &mut [Piece], asked: Option<&Asked>) -> Result<()> {
        if !self.decides() || found.is_empty() {
            return Ok(());
        }
        let core = self.engine.core_show()?;
        let verdict = |piece: &Piece, line: &str| verdict(self.engine.understanding(), &piece.stored, line);
        for piece in found.iter_mut().filter(|piece| !piece.citations.iter().any(|at| at.starts_with("MEMORY.md"))) {
            if core.lines.iter().any(|line| verdict(piece, &line.text) == Verdict::Duplicate) {
                continue;
            }
            let answers = |line: &str| asked.is_none_or(|asked| asked.told_by(line));
            let other = |line: &str| verdict(piece, line) == Verdict::Contradiction && answers(line);
            if let Some(line) = core.lines.iter().find(|line| other(&line.text)) {
                piece.text = to_you(&line.text);
                piece.stored = line.text.clone();
                piece.citations = vec![format!("MEMORY.md:{}", line.line)];
            }
        }
        Ok(())
    }

    /// `/recall`: what is found, whatever it is worth, with its ids.
    pub(crate) fn look_up(&mut self, words: &str) -> Result<Vec<Reply>> {
        let mut request = RecallRequest::new(words, self.session.clone());
        request.limit = Some(LOOKED_AT);
        let answer = self.engine.recall(&request)?;
        let found = pieces(self.engine.understanding(), &answer.hits, 0.0, 8, self.reader());
        if found.is_empty() {
            let near = pieces(self.engine.understanding(), &answer.nearest, 0.9, 1, self.reader());
            return Ok(shape::nothing(&near, self.lang));
        }
        self.use_pieces(&found);
        let mut replies: Vec<Reply> = found
            .iter()
            .map(|piece| {
                let text = format!("{}  ({:.2})", piece.text, piece.score);
                Reply::recalled(text, piece.citations.clone())
            })
            .collect();
        if answer.confidence != Sureness::Sure {
            replies.push(Reply::note(in_words(
                self.lang,
                "Checked, but not sure: none of it answers well.",
                "查过了，但不确定：没有特别相符的。",
            )));
        }
        Ok(replies)
    }

    pub(crate) fn reader(&self) -> Reader<'_> {
        if self.is_private() { Reader::User } else { Reader::Room(self.who.user.as_deref()) }
    }

    /// Notes that these memories were used; returns where they stand.
    fn use_pieces(&self, found: &[Piece]) -> Vec<String> {
        if self.is_private() {
            let ids = found.iter().flat_map(|piece| piece.ids.iter().map(String::as_str));
            // Reinforcement is derived: an answer is not worth less without it.
            let _ = self.engine.used(ids);
        }
        found.iter().flat_map(|piece| piece.citations.first().cloned()).collect()
    }

    /// A procedure is told whole: its steps, not the line that matched.
    fn whole_procedures(&self, found: &mut Vec<Piece>) -> Result<()> {
        let Some(id) = found.iter().flat_map(|piece| &piece.ids).find(|id| id.starts_with("procedure:")).cloned()
        else {
            return Ok(());
        };
        let Ok(memory) = id.parse() else { return Ok(()) };
        let view = self.engine.memory(&memory)?;
        let mut lines = view.text.lines();
        let trigger = lines.next().unwrap_or_default().to_owned();
        let steps: Vec<String> = lines.enumerate().map(|(at, step)| format!("{}. {step}", at + 1)).collect();
        let text = format!("{}:\n{}", to_you(&trigger), steps.join("\n"));
        let citation = format!("{}:{}-{}", view.path, view.lines.0, view.lines.1);
        let first = found[0].clone();
        *found = vec![Piece { text, citations: vec![citation], ids: vec![id], ..first }];
        Ok(())
    }
}

/// Says whether something answers how a thing is done: a procedure, or words that name the doing. What
/// is only about the same thing does not.
fn tells_how(piece: &Piece, question: &str) -> bool {
    let doing = topic(question).unwrap_or_else(|| question.to_owned()).to_lowercase();
    let Some(verb) = doing.split_whitespace().next().filter(|word| word.is_ascii()) else { return true };
    let stem: String = verb.chars().take(5).collect();
    let named = piece.stored.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| word.starts_with(&stem));
    named || piece.ids.iter().any(|id| id.starts_with("procedure:"))
}

/// Whether a result has anything to do with the question: a word, a meaning, a tie, a time.
fn bears(hit: &RecallHit) -> bool {
    /// Likeness of meaning that unrelated sentences hardly reach.
    const MEANT: f32 = 0.2;
    let parts = &hit.parts;
    parts.coverage > 0.05
        || parts.cosine >= MEANT
        || [parts.graph, parts.time, parts.standing].iter().any(|part| *part > 0.0)
}

fn sureness(confidence: Sureness) -> u8 {
    match confidence {
        Sureness::Sure => 2,
        Sureness::Unsure => 1,
        Sureness::Nothing => 0,
    }
}

/// Says whether a text holds a word of a topic, or a character of one.
fn names(text: &str, topic: &str) -> bool {
    const SMALL: [&str; 12] =
        ["my", "our", "the", "your", "name", "called", "about", "have", "has", "does", "did", "with"];
    let text = text.to_lowercase();
    let mut words = topic.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase);
    words.any(|word| match word.chars().any(is_han) {
        true => word.chars().filter(|c| is_han(*c)).any(|c| text.contains(c)),
        false => {
            let stem: String = word.chars().take(4).collect();
            stem.len() > 2
                && !SMALL.contains(&word.as_str())
                && text.split(|c: char| !c.is_alphanumeric()).any(|other| other.starts_with(&stem))
        }
    })
}

fn is_name(topic: &str) -> bool {
    topic.split_whitespace().all(|word| word.starts_with(char::is_uppercase))
}

/// What a question is about, without the words that make it one; `None` when nothing comes off.
fn topic(question: &str) -> Option<String> {
    static FRAME: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)^(?:(?:so|and|hey|ok|okay|please|then|also|but)[, ]+)*(?:what (?:do|did|have) (?:you|we|i) (?:still |ever |just )?(?:remember|know|recall|have|say|said|tell you|told you|mention|mentioned|talk|talked) (?:about|on|of)|do you (?:still )?(?:remember|recall|know)|(?:can you )?(?:tell|remind) me (?:again )?(?:about|of|what|when|where|who|how)?|what(?:['’]s| is) (?:the )?(?:latest|new|news|status) (?:on|with|about|of)|any news (?:on|about)|when (?:did|do|was|is|were) (?:we|i|the|it)?|how (?:do|did|should|does) (?:i|we)|where (?:do|did|is|are|was) (?:i|we|my|the)?|who(?:['’]s| is| was)|what(?:['’]s| is| was| are))\b|\b(?:usually|normally|typically|generally|ordinarily|again|exactly|these days|right now|now|currently|nowadays|at the moment|at present)\b|你?还?(?:记不)?记得|你?还?(?:知道|了解)|关于|有关|告诉我|什么时候|什么|怎么样?|哪[里儿个些]?|谁|多少|吗|呢|来着|平时|通常|一般|最近|现在|目前|如今|眼下|我们|我|你|的|是|了",
        )
    });
    let rest = FRAME.replace_all(question, " ");
    let rest = rest.trim_matches(|c: char| !c.is_alphanumeric()).split_whitespace().collect::<Vec<_>>().join(" ");
    let shorter = rest.chars().count() + 2 <= question.trim().chars().count();
    (shorter && rest.chars().any(char::is_alphanumeric)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sure_of_few_words_names_one_of_them() {
        assert!(!names("User's phone number is 555-0134.", "my wife's name"));
        assert!(names("User's wife is Ana.", "my wife's name"));
        assert!(names("User deploys on Fridays.", "deployment"));
        assert!(names("用户住在上海。", "住"));
        assert!(!names("用户喜欢茶。", "过敏"));
    }

    #[test]
    fn how_a_thing_is_done_is_told_by_the_doing() {
        let piece = |stored: &str, id: &str| Piece {
            text: stored.to_owned(),
            stored: stored.to_owned(),
            line: 1,
            citations: Vec::new(),
            ids: vec![id.to_owned()],
            date: None,
            store: soulfile_vocabulary::Store::Episodic,
            score: 1.0,
        };
        let question = "how do I deploy tundra?";
        assert!(!tells_how(&piece("The tundra deadline is March 14.", "episode:1"), question));
        assert!(tells_how(&piece("Deploying tundra takes a tag.", "episode:1"), question));
        assert!(tells_how(&piece("Releasing: push the tag", "procedure:release"), question));
        assert!(tells_how(&piece("先跑测试，再打标签", "episode:1"), "我一般怎么发布？"));
    }

    #[test]
    fn the_topic_is_what_is_left_of_a_question() {
        for (question, about) in [
            ("how do I usually deploy?", "deploy"),
            ("what do you remember about Nora's dog?", "Nora's dog"),
            ("what is my sister's favourite colour?", "my sister's favourite colour"),
            ("你还记得关于乌龙茶的什么？", "乌龙茶"),
        ] {
            assert_eq!(topic(question).as_deref(), Some(about), "{question}");
        }
        assert_eq!(topic("deploy"), None);
        assert_eq!(topic("什么？"), None);
    }
}
