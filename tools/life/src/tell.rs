//! Telling: turns what happens into sentences on days, and writes down what is true.

use std::collections::BTreeMap;

use jiff::civil::Date;
use soulfile_testkit::random::Random;
use soulfile_text::number;

use crate::grammar::{Gaps, PhraseLists, Phrasing, Slots, forms};
use crate::truth::{Asks, EpisodeRole, GoldFact, GoldQuestion, Terms, Truth, USER};

/// Something said on a day. Beats of one group stay together and in order.
#[derive(Debug, Clone)]
pub struct Beat {
    /// What is said.
    pub text: String,
    /// The kind its entry gets.
    pub kind: &'static str,
    pub role: EpisodeRole,
    /// Facts it says, by their place in the truth.
    pub facts: Vec<usize>,
    /// Where it came from, when not from the person.
    pub trust: Option<&'static str>,
    /// What else points to it: questions, contradictions, procedures.
    pub marks: Vec<TruthMark>,
}

/// A part of the truth that an episode belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TruthMark {
    /// Answers this question.
    Answers(usize),
    /// The first side of this contradiction.
    First(usize),
    /// The second.
    Second(usize),
    /// A run of this procedure.
    Done(usize),
    /// Says that this fact is over.
    Over(usize),
}

/// One moment in the life of an aspect.
#[derive(Debug, Clone)]
pub struct LifeMoment {
    /// When.
    pub at: Date,
    /// The list of phrases that tells it; empty when other sentences do.
    pub list: String,
    /// What holds from then on; nothing when it only ended.
    pub value: Option<String>,
    /// How the value is recognised, when not by itself.
    pub terms: Option<Terms>,
    /// What else its sentences name.
    pub with: Slots,
}

/// A turn that brings a value.
pub fn turn(at: Date, list: &str, value: &str) -> LifeMoment {
    LifeMoment { at, list: list.to_owned(), value: Some(value.to_owned()), terms: None, with: Slots::new() }
}

/// A turn that only ends what held.
pub fn ends(at: Date, list: &str) -> LifeMoment {
    LifeMoment { at, list: list.to_owned(), value: None, terms: None, with: Slots::new() }
}

impl LifeMoment {
    /// Fills more gaps of its sentences.
    pub fn with(mut self, slots: &Slots) -> Self {
        self.with = slots.clone();
        self
    }

    /// Recognises the value by these words, one of each group.
    pub fn known_by(mut self, groups: &[&[&str]]) -> Self {
        let words = |group: &&[&str]| group.iter().map(|word| (*word).to_owned()).collect();
        self.terms = Some(groups.iter().map(words).collect());
        self
    }
}

/// Whoever tells the life.
#[derive(Debug)]
pub struct Teller {
    /// What the person can say.
    pub phrases: PhraseLists,
    asked: PhraseLists,
    /// Where chance comes from.
    pub random: Random,
    /// What is said, by day.
    pub days: BTreeMap<Date, Vec<Vec<Beat>>>,
    /// What is true.
    pub truth: Truth,
    /// What gaps are filled with, as it stands.
    pub slots: Slots,
}

impl Teller {
    /// A teller with nothing said yet.
    pub fn new(seed: u64, phrasing: Phrasing, from: Date, to: Date) -> Self {
        Self {
            phrases: PhraseLists::said(phrasing),
            asked: PhraseLists::asked(),
            random: Random::new(seed),
            days: BTreeMap::new(),
            truth: Truth { seed, from, to, ..Truth::default() },
            slots: Slots::new(),
        }
    }

    /// Whether a day is told.
    pub fn covers(&self, day: Date) -> bool {
        day >= self.truth.from && day <= self.truth.to
    }

    /// Says a group of things on a day.
    pub fn group(&mut self, day: Date, beats: Vec<Beat>) {
        if self.covers(day) {
            self.days.entry(day).or_default().push(beats);
        }
    }

    /// Says one thing on a day.
    pub fn say(&mut self, day: Date, list: &str, slots: &Slots, role: EpisodeRole, facts: Vec<usize>) {
        let mut all = self.slots.clone();
        all.extend(slots.clone());
        let text = self.phrases.say(list, &all, &mut self.random);
        let text = self.framed(text, role);
        let kind = self.kind(list, role);
        self.group(day, vec![Beat { text, kind, role, facts, trust: None, marks: Vec::new() }]);
    }

    /// People seldom say one thing and nothing else.
    fn framed(&mut self, text: String, role: EpisodeRole) -> String {
        if role != EpisodeRole::States || !text.is_ascii() || text.contains('\n') {
            return text;
        }
        let slots = self.slots.clone();
        let mut out = text;
        if self.random.one_in(6) {
            out = format!("{} {out}", self.phrases.say("opener", &slots, &mut self.random)).trim().to_owned();
        }
        if self.random.one_in(6) {
            out = format!("{out} {}", self.phrases.say("closer", &slots, &mut self.random));
        }
        out
    }

    /// The word in the entry's heading: mostly right, sometimes the lazy one.
    fn kind(&mut self, list: &str, role: EpisodeRole) -> &'static str {
        let lazy = self.random.one_in(4);
        match role {
            _ if lazy => "event",
            EpisodeRole::States if list.starts_with("style") || list.starts_with("hours") => "preference",
            EpisodeRole::States if list.contains("decided") || list.starts_with("database") => "decision",
            EpisodeRole::States | EpisodeRole::Clash => "fact",
            EpisodeRole::Slip => "correction",
            EpisodeRole::Errand => "task",
            _ => "event",
        }
    }

    /// A day between two, both included; the first when they are the wrong way round.
    pub fn between(&mut self, from: Date, to: Date) -> Date {
        let days = from.until(to).map_or(0, |span| i64::from(span.get_days()));
        from.saturating_add(jiff::Span::new().days(self.random.below(days.max(0) as u64 + 1) as i64))
    }

    /// Writes down a fact; returns its place.
    pub fn fact(&mut self, subject: &str, aspect: &str, value: &str, terms: Terms, from: Date) -> usize {
        let number = self.truth.facts.iter().filter(|f| f.subject == subject && f.aspect == aspect).count() + 1;
        self.truth.facts.push(GoldFact {
            id: format!("{subject}.{aspect}#{number}"),
            subject: subject.to_owned(),
            aspect: aspect.to_owned(),
            value: forms(value).0.to_owned(),
            terms,
            from,
            until: None,
            said_in: Vec::new(),
            ended_in: Vec::new(),
        });
        self.truth.facts.len() - 1
    }

    /// Tells how one side of a life goes: each turn replaces what held before. What holds is said
    /// again now and then. Returns the facts.
    pub fn chain(&mut self, subject: &str, aspect: &str, slots: &Slots, turns: &[LifeMoment]) -> Vec<usize> {
        let slot = slot_of(aspect);
        let mut made: Vec<usize> = Vec::new();
        let mut bound = slots.clone();
        let mut held: Option<usize> = None;
        for (number, turn) in turns.iter().enumerate() {
            if !self.covers(turn.at) {
                break;
            }
            let mut states = Vec::new();
            let kept = bound.get(slot).cloned().zip(bound.get(&format!("{slot}.zh")).cloned());
            bound.extend(turn.with.clone());
            let before = held.take();
            if let Some(before) = before {
                self.truth.facts[before].until = Some(turn.at);
            }
            if let Some(value) = &turn.value {
                if let Some((old, chinese)) = kept {
                    bound.insert(format!("old{slot}"), old);
                    bound.insert(format!("old{slot}.zh"), chinese);
                }
                crate::grammar::bind(&mut bound, slot, value);
                let fact = self.fact(
                    subject,
                    aspect,
                    value,
                    turn.terms.clone().unwrap_or_else(|| terms(aspect, value)),
                    turn.at,
                );
                states.push(fact);
                made.push(fact);
                held = Some(fact);
            }
            if !turn.list.is_empty() {
                self.say(turn.at, &turn.list, &bound, EpisodeRole::States, states.clone());
                if let (None, Some(over), Some(beats)) = (&turn.value, before, self.days.get_mut(&turn.at))
                    && let Some(beat) = beats.last_mut().and_then(|group| group.last_mut())
                {
                    beat.marks.push(TruthMark::Over(over));
                }
            }
            let end = turns.get(number + 1).map_or(self.truth.to, |next| next.at.yesterday().unwrap_or(next.at));
            let end = end.min(self.truth.to);
            if let Some(fact) = held
                && !turn.list.is_empty()
            {
                self.restate(fact, aspect, number, &bound, turn.at, end);
            }
        }
        self.ask_about(subject, aspect, slots, &made);
        made
    }

    /// Says what holds again, a few times, as people do.
    fn restate(&mut self, fact: usize, aspect: &str, number: usize, slots: &Slots, from: Date, to: Date) {
        let value = self.truth.facts[fact].value.clone();
        let lists = [
            format!("{aspect}.again.{value}"),
            format!("{aspect}.again"),
            format!("{aspect}.first"),
            aspect.to_owned(),
        ];
        let Some(list) = lists.iter().find(|list| self.phrases.has(list)) else { return };
        // What is announced once ("I adopted a dog") is not announced again later, and the words of the first
        // value ("I like bullet points") are not those of the second.
        let of_the_first = list.ends_with(".first") || list == aspect;
        if of_the_first && number > 0 || matches!(aspect, "pchild" | "level" | "learning") {
            return;
        }
        let list = list.clone();
        for _ in 0..self.random.below(4) {
            let day = self.between(from.tomorrow().unwrap_or(from), to);
            if day > from && day <= to {
                self.say(day, &list, slots, EpisodeRole::States, vec![fact]);
            }
        }
    }

    /// Asks for what holds at the end, and for what held before.
    pub fn ask_about(&mut self, subject: &str, aspect: &str, slots: &Slots, facts: &[usize]) {
        let topic = aspect.strip_prefix("style.").unwrap_or(aspect);
        let Some((&last, before)) = facts.split_last() else { return };
        let stale: Vec<Terms> = before.iter().map(|f| self.truth.facts[*f].terms.clone()).collect();
        if self.asked.has(topic) {
            self.ask(topic, subject, slots, Asks::Current, last, stale);
        }
        let past = format!("{topic}.past");
        if let Some(&previous) = before.last()
            && self.asked.has(&past)
        {
            let mut slots = slots.clone();
            slots.insert("value.next".to_owned(), self.truth.facts[last].value.clone());
            self.ask(&past, subject, &slots, Asks::Past, previous, Vec::new());
        }
    }

    fn ask(&mut self, list: &str, subject: &str, slots: &Slots, asks: Asks, fact: usize, stale: Vec<Terms>) {
        let mut all = self.slots.clone();
        all.extend(slots.clone());
        let text = self.asked.say(list, &all, &mut self.random);
        let gold = &self.truth.facts[fact];
        self.truth.questions.push(GoldQuestion {
            id: format!("{}?", gold.id),
            text,
            asks,
            subject: subject.to_owned(),
            terms: gold.terms.clone(),
            stale,
            // Filled in from the fact once episodes have ids.
            gold: vec![gold.id.clone()],
        });
    }

    /// Asks something that episodes answer; returns the question's place.
    pub fn ask_event(&mut self, text: &str, asks: Asks, terms: Terms) -> usize {
        let number = self.truth.questions.len();
        self.truth.questions.push(GoldQuestion {
            id: format!("event-{number}?"),
            text: text.to_owned(),
            asks,
            subject: USER.to_owned(),
            terms,
            stale: Vec::new(),
            gold: Vec::new(),
        });
        number
    }

    /// How a list of questions asks.
    pub fn question(&mut self, list: &str) -> String {
        self.asked.say(list, &self.slots.clone(), &mut self.random)
    }

    /// Fills a line whose parts must agree.
    pub fn agree(&mut self, line: &str, slots: &Slots) -> String {
        let mut all = self.slots.clone();
        all.extend(slots.clone());
        self.phrases.fill(line, &mut all, Gaps::Alike, &mut self.random)
    }
}

/// The gap that holds an aspect's value.
fn slot_of(aspect: &str) -> &str {
    match aspect {
        "allergy2" => "allergy",
        "internet" => "provider",
        "learning" => "tongue",
        "running" => "race",
        "pspouse" => "spouse",
        "pchild" => "child",
        "phobby" => "hobby",
        "papp" => "channel",
        "pjob" => "company",
        "channel" => "chan",
        other => other,
    }
}

/// How a value of an aspect is recognised: the value, and where it could be something else, a word
/// of the aspect.
pub fn terms(aspect: &str, value: &str) -> Terms {
    let (plain, chinese) = forms(value);
    let mut values = vec![plain.to_lowercase()];
    if chinese != plain {
        values.push(chinese.to_owned());
    }
    values.extend(other_forms(plain));
    let words: &[&str] = match aspect {
        "city" => {
            &["live", "living", "based", "home", "move", "moving", "residence", "address", "commut", "city", "住", "搬"]
        }
        "pcity" => &["live", "living", "based", "home", "move", "friend", "call", "in ", "住", "搬", "city"],
        "employer" | "pjob" => &["work", "job", "employ", "at ", "start", "offer", "上班", "入职"],
        "manager" => &["manager", "boss", "report", "1:1"],
        "rent" => &["rent", "month", "flat", "place"],
        "partner" => &["partner", "together", "couple", "对象"],
        "birthday" | "pbirthday" => &["birthday", "生日"],
        "lead" => &["lead", "running", "runs", "takes over"],
        _ => &[],
    };
    let mut terms = vec![values];
    if !words.is_empty() {
        terms.push(words.iter().map(|word| (*word).to_owned()).collect());
    }
    terms
}

/// Other ways to write a value: dates turned round, numbers with a comma.
fn other_forms(value: &str) -> Vec<String> {
    let lower = value.to_lowercase();
    if let Some((month, day)) = lower.split_once(' ')
        && let Some(number) = number::month(month)
        && let Ok(day) = day.parse::<u8>()
    {
        return vec![format!("{day} {month}"), format!("-{number:02}-{day:02}")];
    }
    match value.parse::<u32>() {
        Ok(number) if number >= 1000 => vec![format!("{},{:03}", number / 1000, number % 1000)],
        _ => Vec::new(),
    }
}
