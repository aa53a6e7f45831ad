//! What is known already, found by the words it shares with something new.
//!
//! Comparing every new statement with every known one would cost their product; statements meet under the words they
//! share, rarest first, and only so many are compared.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;
use soulfile_memory::id::{EntityId, EpisodeId, MemoryId};
use soulfile_understand::{Certainty, Reading, Understand, Verdict};
use soulfile_vocabulary::Authority;

/// How many known statements one new one is compared with at most.
const COMPARED: usize = 16;

/// Something that is held to be true.
#[derive(Debug)]
pub struct Statement {
    pub text: String,
    pub reading: Reading,
    pub home: Home,
    /// Since when.
    pub since: Option<Date>,
    /// The episode that said it, where that is known.
    pub said: Option<EpisodeId>,
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
        since: Option<Date>,
        trust: Authority,
    ) -> Statement {
        let reading = understand.statement(text);
        Statement { text: text.to_owned(), reading, home, since, said: None, trust, replaced: false }
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
    /// Statements that cannot hold beside it, and whether it is told as replacing them.
    pub against: Vec<(usize, bool)>,
    /// When a person last had this very thing forgotten.
    pub forgotten: Option<Date>,
}

/// The statements, and the words they are found by.
#[derive(Debug)]
pub struct Known {
    understand: Arc<dyn Understand>,
    statements: Vec<Statement>,
    by_word: HashMap<String, Vec<usize>>,
    /// The words of all of them.
    text: String,
}

impl Known {
    /// Nothing known yet.
    pub fn new(understand: Arc<dyn Understand>) -> Known {
        Known { understand, statements: Vec::new(), by_word: HashMap::new(), text: String::new() }
    }

    /// Adds a statement; returns its place.
    pub fn add(&mut self, statement: Statement) -> usize {
        let at = self.statements.len();
        for word in words(&statement.text) {
            let list = self.by_word.entry(word).or_default();
            if list.last() != Some(&at) {
                list.push(at);
            }
        }
        self.text += &statement.text.to_lowercase();
        self.text.push('\n');
        self.statements.push(statement);
        at
    }

    /// Whether somebody or something is named anywhere.
    pub fn mentions(&self, name: &str) -> bool {
        self.text.contains(&name.to_lowercase())
    }

    /// One statement.
    pub fn get(&self, at: usize) -> &Statement {
        &self.statements[at]
    }

    /// Says that something newer took a statement's place.
    pub fn replace(&mut self, at: usize) {
        self.statements[at].replaced = true;
    }

    /// How what is known stands to something new.
    pub fn bearing(&self, new: &Reading) -> Bearing {
        let mut out = Bearing::default();
        for at in self.near(new.text()) {
            let known = &self.statements[at];
            let found = self.understand.compare(&known.reading, new, Certainty::Certain);
            match (found.verdict, &known.home) {
                (Verdict::Duplicate, Home::Forgotten(on)) => out.forgotten = out.forgotten.max(Some(*on)),
                (Verdict::Duplicate, _) => out.same.push(at),
                (Verdict::Contradiction, Home::Forgotten(_)) | (Verdict::Compatible, _) => {}
                (Verdict::Contradiction, _) => out.against.push((at, found.update)),
            }
        }
        out.against.sort_unstable();
        out
    }

    /// The statements that share the most telling words with a text.
    fn near(&self, text: &str) -> Vec<usize> {
        let mut shared: HashMap<usize, f32> = HashMap::new();
        for word in words(text) {
            let list = self.by_word.get(&word).map(Vec::as_slice).unwrap_or_default();
            for at in list.iter().filter(|at| !self.statements[**at].replaced) {
                *shared.entry(*at).or_default() += 1.0 / list.len() as f32;
            }
        }
        let mut near: Vec<(usize, f32)> = shared.into_iter().collect();
        near.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.0.cmp(&a.0)));
        near.into_iter().take(COMPARED).map(|(at, _)| at).collect()
    }
}

/// Words in lower case; of scripts without spaces, pairs of characters.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let mut words: Vec<String> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    if !lower.is_ascii() {
        let letters: Vec<char> = lower.chars().filter(|c| c.is_alphanumeric()).collect();
        words.extend(letters.windows(2).map(|pair| pair.iter().collect::<String>()));
    }
    words.sort_unstable();
    words.dedup();
    words
}
