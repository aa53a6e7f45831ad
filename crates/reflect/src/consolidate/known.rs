//! What is known already, found by the words it shares with something new.
//!
//! Comparing every new statement with every known one would cost their product; statements meet under
//! keys, rarest first, and only so many are looked at.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use jiff::civil::Date;
use regex::Regex;
use soulfile_memory::id::{EntityId, EpisodeId, MemoryId};
use soulfile_text::script::is_han;
use soulfile_understand::contradiction::{Comparison, Verdict};
use soulfile_understand::{Aim, Claim, Form, Reading, Slot, Understand};
use soulfile_vocabulary::Authority;

use super::statements;
use crate::survey::user_ref;

/// How many known statements one new one is compared with at most.
const LOOKED_AT: usize = 96;

/// How many telling words two statements without a common attribute share, to be called at odds.
const SHARED: usize = 2;

/// Something that is held to be true.
#[derive(Debug)]
pub struct Statement {
    /// What it says.
    pub text: String,
    /// What it mainly says, read for comparison.
    pub reading: Reading,
    /// The attributes it gives a value to.
    pub slots: Vec<Slot>,
    /// What it says somebody is after, when it does.
    pub aim: Option<Aim>,
    /// The id of the entity it is about.
    pub about: String,
    /// Where it is.
    pub home: Home,
    /// Since when.
    pub since: Option<Date>,
    /// The episode that said it, where that is known.
    pub said: Option<EpisodeId>,
    /// How far it is trusted.
    pub trust: Authority,
    /// Whether something newer replaced it in this cycle.
    pub replaced: bool,
}

/// Where a statement is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Home {
    /// A fact of an entity.
    Fact(EntityId, MemoryId),
    /// A line of MEMORY.md.
    Core(MemoryId),
    /// An item of this reflection, by its place among the findings.
    Item(usize),
    /// Nowhere: a person had it forgotten on this day.
    Forgotten(Date),
}

impl Statement {
    /// A statement that is kept somewhere.
    pub fn kept(
        understand: &dyn Understand,
        text: &str,
        home: Home,
        about: String,
        since: Option<Date>,
        trust: Authority,
    ) -> Statement {
        let own = understand.statement(&understand.statement(text).first_person());
        Statement {
            text: text.to_owned(),
            reading: statements::reading(understand, text),
            slots: own.slots(),
            aim: own.aim(),
            home,
            about,
            since,
            said: None,
            trust,
            replaced: false,
        }
    }

    /// The same, with where it came from.
    pub fn sourced(mut self, source: Option<&str>) -> Statement {
        if let Some(Ok(MemoryId::Episode(episode))) = source.map(str::parse) {
            self.said = Some(episode);
        }
        self
    }

    /// Whether it was said after an episode of a day.
    pub fn is_later(&self, episode: &MemoryId, day: Date) -> bool {
        let after = |said: &EpisodeId| matches!(episode, MemoryId::Episode(episode) if said.is_after(episode));
        self.since.is_some_and(|since| since > day) || self.said.as_ref().is_some_and(after)
    }
}

/// How what is known stands to something new.
#[derive(Debug, Default)]
pub struct Bearing {
    /// Statements that say the same.
    pub same: Vec<usize>,
    /// Statements that cannot hold beside it.
    pub against: Vec<usize>,
    /// Statements of what it says is over.
    pub over: Vec<usize>,
    /// When a person last had this very thing forgotten.
    pub forgotten: Option<Date>,
}

/// The statements and the keys they are found by.
#[derive(Debug)]
pub struct Known {
    understand: Arc<dyn Understand>,
    statements: Vec<Statement>,
    by_key: HashMap<String, Vec<usize>>,
    aims: Vec<usize>,
    /// The words of all of them, spelled out by [`spell`].
    words: String,
}

impl Known {
    /// Nothing known yet.
    pub fn new(understand: Arc<dyn Understand>) -> Known {
        Known { understand, statements: Vec::new(), by_key: HashMap::new(), aims: Vec::new(), words: String::new() }
    }

    /// Adds a statement; returns its place.
    pub fn add(&mut self, statement: Statement) -> usize {
        let at = self.statements.len();
        let slots = statement.slots.iter().map(slot_key);
        for key in statement.reading.keys().into_iter().chain(slots) {
            let list = self.by_key.entry(key).or_default();
            if list.last() != Some(&at) {
                list.push(at);
            }
        }
        if statement.aim.is_some() {
            self.aims.push(at);
        }
        spell(&statement.text, &mut self.words);
        self.statements.push(statement);
        at
    }

    /// What somebody is after, as far as it is known.
    pub fn aims(&self) -> Vec<&Aim> {
        let open = self.aims.iter().map(|at| &self.statements[*at]).filter(|known| !known.replaced);
        open.filter_map(|known| known.aim.as_ref()).collect()
    }

    /// Whether something that still holds gives this value to this attribute.
    pub fn gives(&self, slot: &Slot) -> bool {
        let says = |known: &Statement| {
            !known.replaced && known.slots.iter().any(|other| other.same_attribute(slot) && other.same_value(slot))
        };
        let near = self.by_key.get(&slot_key(slot)).into_iter().flatten();
        near.into_iter().any(|at| says(&self.statements[*at]))
    }

    /// Whether somebody or something is named anywhere.
    pub fn mentions(&self, name: &str) -> bool {
        let mut wanted = String::new();
        spell(name, &mut wanted);
        self.words.contains(&wanted)
    }

    /// One statement.
    pub fn get(&self, at: usize) -> &Statement {
        &self.statements[at]
    }

    /// Says that something newer took a statement's place.
    pub fn replace(&mut self, at: usize) {
        self.statements[at].replaced = true;
    }

    /// How what is known stands to something new, said of an entity; `own` where the speaker left themselves out.
    pub fn bearing(&self, new: &Reading, claim: &Claim, about: &str, own: bool) -> Bearing {
        let mut out = Bearing::default();
        // Found by their words alone; what an attribute decides is surer.
        let mut by_words = Vec::new();
        for at in self.near(new, claim) {
            let known = &self.statements[at];
            let slot = by_slot(known, claim);
            if let Home::Forgotten(on) = known.home {
                let duplicate = || self.compare(known, new).verdict == Verdict::Duplicate;
                let says_it = slot == Shared::Same || slot != Shared::Differs && duplicate();
                out.forgotten = out.forgotten.max(says_it.then_some(on));
                continue;
            }
            match slot {
                Shared::Same => out.same.push(at),
                Shared::Differs if claim.form != Form::Plan => out.against.push(at),
                Shared::Differs => {}
                // "drinks cortado" and "drinks cortado, two a day": what is added denies nothing.
                Shared::Nothing if known.about == about && same_clause(known.reading.plain(), new.plain()) => {
                    out.same.push(at);
                }
                Shared::Nothing | Shared::Others => match self.compare(known, new) {
                    Comparison { verdict: Verdict::Duplicate, .. } => out.same.push(at),
                    // Opposites exclude each other by what they mean, with no other word in common. Of different
                    // attributes both may hold.
                    Comparison { verdict: Verdict::Contradiction, aspect, .. }
                        if slot == Shared::Nothing
                            && known.about == about
                            && known.reading.same_matter(new)
                            && (aspect == "antonym" || known.reading.shared(new) >= SHARED) =>
                    {
                        by_words.push(at);
                    }
                    _ => {}
                },
            }
        }
        if out.against.is_empty() {
            out.against = by_words;
        }
        self.reached(new, claim, |known| known == about || own && known == user_ref().id, &mut out);
        if claim.form != Form::Plan {
            out.over.extend(self.over(new, claim, about));
            if claim.form == Form::End {
                out.over.extend(self.begun(new.plain()));
            }
        }
        out.over.sort_unstable();
        out.over.dedup();
        // A change that is known already speaks of what it ends, and does not end itself.
        let (told, over): (Vec<usize>, Vec<usize>) =
            out.over.into_iter().partition(|at| self.same_words(&self.statements[*at].text, new.plain()));
        out.over = over;
        if let Some(told) = told.into_iter().find(|at| !out.same.contains(at)) {
            out.same.push(told);
        }
        // "No more lists" says the words of what it gives up, and not the same.
        out.same.retain(|at| !out.over.contains(at));
        out.against.retain(|at| !out.over.contains(at));
        out.against.sort_unstable();
        out
    }

    fn compare(&self, known: &Statement, new: &Reading) -> Comparison {
        known.reading.compare_by_rules(new)
    }

    /// A note in the speaker's own words.
    fn first_person(&self, text: &str) -> String {
        self.understand.statement(text).first_person()
    }

    /// Whether two statements are the same word for word, whoever tells them.
    fn same_words(&self, one: &str, other: &str) -> bool {
        let words = |text: &str| -> String {
            self.first_person(text).to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
        };
        words(one) == words(other)
    }

    /// What somebody was after is over when it is told as settled, begun, done or put off; said again, it is the
    /// same.
    fn reached(&self, new: &Reading, claim: &Claim, about: impl Fn(&str) -> bool, out: &mut Bearing) {
        let lower = new.plain().to_lowercase();
        let aim = self.understand.statement(&self.first_person(new.plain())).aim();
        for at in &self.aims {
            let known = &self.statements[*at];
            let Some(old) = known.aim.as_ref().filter(|old| old.is_in(&lower)) else { continue };
            let concerns = about(&known.about) || mentions(&lower, &known.about);
            if known.replaced || !concerns || matches!(known.home, Home::Forgotten(_)) {
                continue;
            }
            match &aim {
                Some(aim) if aim.settled == old.settled => {
                    out.against.retain(|found| found != at);
                    if !out.same.contains(at) && aim.words == old.words {
                        out.same.push(*at);
                    }
                }
                Some(aim) if aim.settled => out.over.push(*at),
                Some(_) => {}
                None if matches!(claim.form, Form::Change | Form::End | Form::Plan) => out.over.push(*at),
                None => {}
            }
        }
    }

    /// The statements that share a key with something new, rarest key first, newest first: what was said
    /// last is what a change is about.
    fn near(&self, new: &Reading, claim: &Claim) -> Vec<usize> {
        let mut keys = new.keys();
        keys.extend(claim.slots.iter().map(slot_key));
        let mut lists: Vec<&Vec<usize>> = keys.iter().filter_map(|key| self.by_key.get(key)).collect();
        lists.sort_by_key(|list| list.len());
        let mut seen: Vec<usize> = Vec::new();
        for at in lists.into_iter().flat_map(|list| list.iter().rev()) {
            if seen.len() >= LOOKED_AT {
                break;
            }
            if !seen.contains(at) && !self.statements[*at].replaced {
                seen.push(*at);
            }
        }
        seen
    }

    /// Statements of something that was wrong and is well again: it is what they are about, not what they mention.
    fn mended(&self, claim: &Claim, about: &str) -> Vec<usize> {
        let wrong = |known: &Statement, part: &str| {
            let text = known.text.to_lowercase();
            let subject = [" is ", " are ", " has "].iter().filter_map(|verb| text.find(verb)).min();
            known.about == about
                && (subject.is_some_and(|end| text[..end].ends_with(part))
                    || self.understand.statement(&text).ails(part))
        };
        let holds = |known: &Statement| !known.replaced && !matches!(known.home, Home::Forgotten(_));
        let of = |(_, known): &(usize, &Statement)| holds(known) && claim.mended.iter().any(|part| wrong(known, part));
        self.statements.iter().enumerate().filter(of).map(|(at, _)| at).collect()
    }

    /// Statements that something has begun, of which a text says that it is over.
    fn begun(&self, over: &str) -> Vec<usize> {
        static BEGUN: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\bkick(?:ed)?[- ]?off\b|\bnew project\b|\bgoal\b|\bis (?:starting|go)\b|\bbegins\b|启动")
                .expect("valid pattern")
        });
        let names: Vec<String> = over
            .split(|c: char| !c.is_alphanumeric() && c != '-')
            .filter(|word| word.chars().next().is_some_and(char::is_uppercase) && word.chars().count() > 2)
            .map(str::to_lowercase)
            .collect();
        let named = |known: &Statement| {
            let text = known.text.to_lowercase();
            names.iter().any(|name| text.contains(name.as_str()) || mentions(name, &known.about))
        };
        let of = |(_, known): &(usize, &Statement)| !known.replaced && BEGUN.is_match(&known.text) && named(known);
        self.statements.iter().enumerate().filter(of).map(|(at, _)| at).collect()
    }

    /// Statements about the same entity, or about one the claim names, that speak of what it gives up.
    fn over(&self, new: &Reading, claim: &Claim, about: &str) -> Vec<usize> {
        let mut out = self.mended(claim, about);
        let new_text = new.plain().to_lowercase();
        for phrase in &claim.given_up {
            let words = telling(phrase);
            if words.is_empty() {
                continue;
            }
            for (at, known) in self.statements.iter().enumerate() {
                if known.replaced || matches!(known.home, Home::Forgotten(_)) || out.contains(&at) {
                    continue;
                }
                let text = known.text.to_lowercase();
                let concerns = known.about == about || mentions(&text, about) || mentions(&new_text, &known.about);
                let kinds = |word: &String| {
                    let parts: Vec<&str> =
                        text.split(|c: char| !c.is_alphanumeric()).filter(|p| !p.is_empty()).collect();
                    parts.iter().any(|kind| self.understand.covers(word, kind))
                        || parts.windows(2).any(|pair| self.understand.covers(word, &pair.join("-")))
                };
                if concerns && words.iter().all(|word| text.contains(word.as_str()) || kinds(word)) {
                    out.push(at);
                }
            }
        }
        out
    }
}

/// What a known statement and a claim have to do with each other by the attributes they give a value to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shared {
    /// An attribute, with the same value.
    Same,
    /// An attribute, with another value.
    Differs,
    /// Each has its own.
    Others,
    /// Nothing can be told.
    Nothing,
}

fn by_slot(known: &Statement, claim: &Claim) -> Shared {
    let changes = matches!(claim.form, Form::Change | Form::End);
    let both = known.slots.iter().filter_map(|slot| Some((slot, claim.slots.iter().find(|o| o.same_attribute(slot))?)));
    let (mut same, mut any) = (false, false);
    for (slot, other) in both {
        any = true;
        // 里斯本 may well be Lisbon: values in different scripts differ only where a change is told.
        let han = |slot: &Slot| slot.value.iter().any(|word| word.chars().any(is_han));
        let comparable = han(slot) == han(other);
        match comparable {
            true if slot.same_value(other) => same = true,
            false if !changes => {}
            _ => return Shared::Differs,
        }
    }
    // A second attribute may still tell something new: "works at Initech as a tester".
    let new = claim.slots.iter().any(|slot| !known.slots.iter().any(|other| other.same_attribute(slot)));
    let named = |slots: &[Slot]| slots.iter().any(|slot| !slot.is_measure());
    match (same, any) {
        (true, _) if !new => Shared::Same,
        (false, false) if named(&known.slots) && named(&claim.slots) => Shared::Others,
        _ => Shared::Nothing,
    }
}

/// Whether two statements begin with the same whole clause, and only one of them goes on.
fn same_clause(one: &str, other: &str) -> bool {
    let clause = |text: &str| -> (String, bool) {
        let end = text.find([',', ';', '—', '(', '，']).unwrap_or(text.len());
        (text[..end].trim().trim_end_matches(['.', '。']).to_lowercase(), end < text.len())
    };
    let ((one, goes_on), (other, other_goes_on)) = (clause(one), clause(other));
    one == other && goes_on != other_goes_on && one.split_whitespace().count() >= 3
}

/// Adds the words of a text in lower case, with one space between and around them.
fn spell(text: &str, out: &mut String) {
    out.push(' ');
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        out.push_str(&word.to_lowercase());
        out.push(' ');
    }
}

fn slot_key(slot: &Slot) -> String {
    format!("slot {} {}", slot.of.split(' ').next().unwrap_or_default(), slot.attribute)
}

/// The words of a phrase that tell what is meant, cut so that other endings fit too.
fn telling(phrase: &str) -> Vec<String> {
    const EMPTY: &[&str] = &[
        "the", "a", "an", "and", "of", "please", "thing", "any", "my", "our", "old", "points", "lists", "list", "no",
        "in", "before", "after",
    ];
    phrase
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '-'))
        .filter(|word| !word.is_empty() && !EMPTY.contains(word))
        .map(|word| if word.is_ascii() { word.trim_end_matches('s').to_owned() } else { word.to_owned() })
        .collect()
}

/// Whether a text names an entity, by the name in its id.
fn mentions(text: &str, about: &str) -> bool {
    let name = about.split_once("--").map_or(about, |(_, name)| name).replace('-', " ");
    !name.is_empty() && name != "user" && text.contains(&name)
}
