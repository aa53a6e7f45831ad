//! What was really so: kept in a file of its own, outside the workspace, and never shown to the engine.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// The person the days are about, where a subject is named.
pub const USER: &str = "user";

/// Everything that is known about a made-up life.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Truth {
    /// What repeats the life.
    pub seed: u64,
    /// The person's name.
    pub user: String,
    /// The first day.
    pub from: Date,
    /// The last day.
    pub to: Date,
    /// Every fact with the time it held.
    pub facts: Vec<GoldFact>,
    /// People, projects, companies that were spoken of.
    pub entities: Vec<GoldEntity>,
    /// Pairs of entities with a tie worth an edge.
    pub relations: Vec<GoldRelation>,
    /// What is always done the same way.
    pub procedures: Vec<GoldProcedure>,
    /// Statements that cannot both be true.
    pub clashes: Vec<GoldClash>,
    /// What is asked at the end.
    pub questions: Vec<GoldQuestion>,
    /// Every episode, in order.
    pub episodes: Vec<GoldEpisode>,
    /// Words that only attackers used.
    pub poison: Vec<String>,
}

/// All groups must be met, each by one of its words.
pub type Terms = Vec<Vec<String>>;

/// Something that held for a while or for good.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GoldFact {
    /// A name for reports.
    pub id: String,
    /// Who or what it is about.
    pub subject: String,
    /// Which side of the subject's life.
    pub aspect: String,
    /// The value, for people.
    pub value: String,
    /// How to recognise it in a sentence.
    pub terms: Terms,
    /// Since when.
    pub from: Date,
    /// Until when, that day excluded.
    pub until: Option<Date>,
    /// The episodes that say so.
    pub said_in: Vec<String>,
    /// The episodes that say that it is over, and name nothing in its place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ended_in: Vec<String>,
}

/// A person, project or company.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GoldEntity {
    /// The full name.
    pub name: String,
    /// What it is: person, project, place.
    pub kind: String,
    /// Other names in use.
    pub aliases: Vec<String>,
}

/// Two entities that belong together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GoldRelation {
    pub from: String,
    /// How.
    pub relation: String,
    /// The other.
    pub to: String,
}

/// A way of doing something.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GoldProcedure {
    pub name: String,
    /// For each step, words of which one must occur.
    pub steps: Vec<Vec<String>>,
    /// The episodes it was done in.
    pub done_in: Vec<String>,
}

/// Two statements at odds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GoldClash {
    /// The earlier episode.
    pub first: String,
    /// The later episode.
    pub second: String,
    /// What they said.
    pub said: (String, String),
    /// The words that tell them apart.
    pub tells: (String, String),
    /// Whether the person cleared it up in the second.
    pub resolved: bool,
}

/// What kind of question it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Asks {
    /// What holds now.
    Current,
    /// What held before.
    Past,
    /// What happened once.
    Event,
    /// How something is done.
    How,
}

/// A question with its answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GoldQuestion {
    /// A name for reports.
    pub id: String,
    /// What is asked.
    pub text: String,
    /// What kind it is.
    pub asks: Asks,
    /// Who or what an answer must be about.
    pub subject: String,
    /// What an answer holds.
    pub terms: Terms,
    /// What an answer that is out of date holds.
    pub stale: Vec<Terms>,
    /// The episodes that answer it.
    pub gold: Vec<String>,
}

/// What an episode is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EpisodeRole {
    /// Says facts.
    States,
    /// Is about something known and says nothing new.
    Mention,
    /// Happened once.
    Event,
    /// Part of a workflow.
    Step,
    /// One side of a contradiction.
    Clash,
    /// A slip, or its correction.
    Slip,
    /// What may happen.
    Plan,
    /// Small talk.
    Chat,
    /// A question to the assistant.
    Question,
    /// What is only imagined.
    Hypothetical,
    /// What others said or wrote.
    Quote,
    /// A stay somewhere else.
    Trip,
    /// Output of a tool.
    Tool,
    /// An attack.
    Injection,
    /// Something to do.
    Errand,
}

impl EpisodeRole {
    /// Whether a lasting fact taken from it would be wrong rather than merely idle.
    pub fn misleads(self) -> bool {
        matches!(self, Self::Plan | Self::Question | Self::Hypothetical | Self::Quote | Self::Tool | Self::Injection)
    }
}

/// One episode.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GoldEpisode {
    /// Its id in the workspace.
    pub id: String,
    pub role: EpisodeRole,
    /// The facts it says, by their id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<String>,
    /// What it says.
    pub text: String,
}

/// Whether a text meets all groups of terms.
pub fn meets(text: &str, terms: &Terms) -> bool {
    let lower = text.to_lowercase();
    terms.iter().all(|group| group.iter().any(|term| holds(&lower, term)))
}

/// Whether a lower-case text holds a term at the beginning of a word.
pub fn holds(lower: &str, term: &str) -> bool {
    let term = term.to_lowercase();
    let ascii = term.chars().next().is_some_and(|c| c.is_ascii_alphanumeric());
    lower.match_indices(&term).any(|(at, _)| {
        let before = lower[..at].chars().next_back();
        let after = lower[at + term.len()..].chars().next();
        let begins = !ascii || !before.is_some_and(|c| c.is_alphanumeric() && c.is_ascii());
        // "12" is not in "1234"; "live" is in "lives".
        let ends = !term.ends_with(|c: char| c.is_ascii_digit()) || !after.is_some_and(|c| c.is_ascii_digit());
        begins && ends
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_begin_words_and_numbers_are_whole() {
        let terms = vec![vec!["lisbon".to_owned(), "里斯本".to_owned()], vec!["live".to_owned(), "住".to_owned()]];
        assert!(meets("User lives in Lisbon.", &terms));
        assert!(meets("我住在里斯本", &terms));
        assert!(!meets("Delivered from Lisbon", &terms));
        assert!(holds("rent 950 a month", "950") && !holds("rent 9500", "950"));
    }
}
