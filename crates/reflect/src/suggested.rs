//! What a model suggests for a reflection: its shape, and what is taken of it.
//!
//! Each suggestion is checked by itself: it must quote an episode word for word, and what it says beyond the quote must
//! be in that episode. A field that does not hold is replaced by what the built-in engine reads, where that can be; else
//! the suggestion is left out. [`SuggestionsTaken`] counts both, so that the person is told.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use soulfile_memory::core::Block;
use soulfile_vocabulary::{Authority, EntityType, EntryKind, Scope};

use crate::consolidate::{Findings, evidence, item};
use crate::item::{Item, ItemKind, Op};
use crate::summarise;
use crate::survey::{Directory, Lived, Survey};

/// Most characters of a text, and most steps of a procedure.
const LONGEST: usize = 300;
const STEPS: usize = 12;
/// Most questions that are taken.
const QUESTIONS: usize = 5;
/// The share of the output budget that suggestions may use, in hundredths.
const SHARE: usize = 20;

/// What was taken of a model's suggestions.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct SuggestionsTaken {
    /// Items that were added.
    pub added: usize,
    /// Suggestions that say what is found or known already.
    pub known: usize,
    /// Suggestions left out, by reason.
    pub dropped: BTreeMap<&'static str, usize>,
    /// Fields replaced by the built-in reading, by field.
    pub replaced: BTreeMap<&'static str, usize>,
}

impl SuggestionsTaken {
    /// In a sentence, for the person.
    pub fn in_words(&self, model: &str) -> String {
        let listed = |counts: &BTreeMap<&'static str, usize>| {
            counts.iter().map(|(what, count)| format!("{what} ({count})")).collect::<Vec<_>>().join(", ")
        };
        let mut out = format!("{} items by the model {model}", self.added);
        if self.known > 0 {
            out += &format!("; {} said what was found already", self.known);
        }
        if !self.replaced.is_empty() {
            out += &format!("; read by the built-in engine instead: {}", listed(&self.replaced));
        }
        if !self.dropped.is_empty() {
            out += &format!("; left out: {}", listed(&self.dropped));
        }
        out
    }
}

/// The JSON Schema of an answer.
pub fn schema() -> Value {
    let text = json!({ "type": "string" });
    let number = json!({ "type": "integer" });
    let list = |properties: Value| {
        let required: Vec<&String> = properties.as_object().map(|map| map.keys().collect()).unwrap_or_default();
        let one = json!({ "type": "object", "properties": properties, "required": required,
            "additionalProperties": false });
        json!({ "type": "array", "items": one })
    };
    let kinds: Vec<&str> = EntityType::ALL.iter().map(|kind| kind.as_str()).collect();
    let blocks: Vec<&str> = Block::ALL.iter().map(|block| block.key()).collect();
    let properties = json!({
        "facts": list(json!({ "episode": number, "quote": text, "about": text,
            "type": { "type": "string", "enum": kinds }, "text": text })),
        "procedures": list(json!({ "episode": number, "quote": text, "name": text, "trigger": text,
            "steps": { "type": "array", "items": text } })),
        "core": list(json!({ "episode": number, "quote": text, "block": { "type": "string", "enum": blocks },
            "text": text })),
        "insights": list(json!({ "episode": number, "quote": text, "text": text })),
        "questions": { "type": "array", "items": text },
    });
    let required = ["facts", "procedures", "core", "insights", "questions"];
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

#[derive(Deserialize)]
struct Quoted {
    #[serde(default)]
    episode: usize,
    #[serde(default)]
    quote: String,
    #[serde(default)]
    about: String,
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    trigger: String,
    #[serde(default)]
    block: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    steps: Vec<String>,
}

/// Takes what holds of an answer about these episodes (numbered from 1) into the findings.
pub fn take(
    survey: &Survey,
    episodes: &[&Lived],
    answer: &Map<String, Value>,
    findings: &mut Findings,
) -> SuggestionsTaken {
    let mut taker = Taker {
        survey,
        episodes,
        directory: Directory::new(survey),
        budget: survey.settings.budget * SHARE / 100,
        taken: SuggestionsTaken::default(),
    };
    for kind in [ItemKind::Fact, ItemKind::Procedure, ItemKind::Core, ItemKind::Insight] {
        let field = match kind {
            ItemKind::Fact => "facts",
            ItemKind::Procedure => "procedures",
            ItemKind::Core => "core",
            _ => "insights",
        };
        for one in array(answer, field) {
            match read::<Quoted>(&one).ok_or("unreadable").and_then(|quoted| taker.item(kind, &quoted)) {
                Ok(item) => taker.add(item, findings),
                Err(why) => *taker.taken.dropped.entry(why).or_default() += 1,
            }
        }
    }
    let asked: Vec<String> = array(answer, "questions")
        .into_iter()
        .filter_map(|one| one.as_str().map(one_line))
        .filter(|text| fits(text) && text.contains(['?', '？']) && !findings.questions.contains(text))
        .take(QUESTIONS)
        .collect();
    findings.questions.extend(asked);
    taker.taken
}

struct Taker<'s> {
    survey: &'s Survey,
    episodes: &'s [&'s Lived],
    directory: Directory,
    budget: usize,
    taken: SuggestionsTaken,
}

impl Taker<'_> {
    fn item(&mut self, kind: ItemKind, quoted: &Quoted) -> Result<Item, &'static str> {
        let at = quoted.episode.checked_sub(1).ok_or("names no episode")?;
        let episode = *self.episodes.get(at).ok_or("names no episode")?;
        let quote = verbatim(&episode.text, &quoted.quote).ok_or("its quote is not in the episode")?;
        if quote.split_whitespace().count() < 2 && quote.chars().count() < 4 {
            return Err("its quote is too short");
        }
        let read = self.survey.read(&quote, episode);
        if !read.credentials().is_empty() {
            return Err("quotes what looks like a credential");
        }
        let (key, op) = match kind {
            ItemKind::Fact => {
                let text = self.text(quoted, &quote, episode);
                let about = one_line(&quoted.about);
                let named = !about.is_empty() && fits(&about) && contains_folded(&episode.text, &about);
                let entity = match (named, quoted.kind.parse::<EntityType>()) {
                    (false, _) => crate::survey::user_ref(),
                    (true, Ok(kind)) => self.directory.resolve(&about, kind),
                    (true, Err(_)) => {
                        *self.taken.replaced.entry("type").or_default() += 1;
                        let routed = read.mentions().entities.iter().find(|entity| entity.name == about);
                        self.directory.resolve(&about, routed.map_or(EntityType::Concept, |entity| entity.kind))
                    }
                };
                let op = Op::AddFact {
                    entity: entity.clone(),
                    text: text.clone(),
                    since: Some(episode.at.date()),
                    confidence: episode.confidence.unwrap_or(soulfile_vocabulary::Confidence::Medium),
                    replaces: Vec::new(),
                    links: Vec::new(),
                };
                (Item::key_of(kind, &entity.id, &text), op)
            }
            ItemKind::Procedure => {
                let steps: Vec<String> =
                    quoted.steps.iter().map(|step| one_line(step)).filter(|step| fits(step)).take(STEPS).collect();
                let (name, trigger) = (one_line(&quoted.name), one_line(&quoted.trigger));
                if steps.len() < 2 || !fits(&name) || !fits(&trigger) {
                    return Err("is no procedure with two steps");
                }
                if steps.iter().any(|step| !grounded(step, &episode.text)) {
                    return Err("says what the episode does not");
                }
                (Item::key_of(kind, &name, &steps.join("\n")), Op::Learn { name, trigger, steps })
            }
            ItemKind::Core => {
                if episode.trust.is_outside() || episode.scope != Scope::Private {
                    return Err("is not for MEMORY.md");
                }
                let text = self.text(quoted, &quote, episode);
                let block = Block::from_name(&quoted.block).unwrap_or_else(|| {
                    *self.taken.replaced.entry("block").or_default() += 1;
                    Block::suited(&text, episode.kind.unwrap_or(EntryKind::Fact))
                });
                let known = self.survey.core.entries().iter().any(|line| folded(&line.text) == folded(&text));
                if known {
                    return Err("is in MEMORY.md already");
                }
                if !self.has_room(&text) {
                    return Err("does not fit into MEMORY.md");
                }
                (Item::key_of(kind, block.key(), &text), Op::CoreAdd { block: block.key().to_owned(), text })
            }
            _ => {
                let text = self.text(quoted, &quote, episode);
                (Item::key_of(kind, &text, ""), Op::Note { text, milestone: None, threads: Vec::new() })
            }
        };
        let mut item = item(kind, key, op, &[(episode, evidence(episode, &quote))], Vec::new());
        // Words of the model's own are an agent's, whoever said what they rest on.
        item.trust = item.trust.min(Authority::Agent);
        Ok(item)
    }

    /// The model's words where they hold, else the quote.
    fn text(&mut self, quoted: &Quoted, quote: &str, episode: &Lived) -> String {
        let text = one_line(&quoted.text);
        let read = self.survey.understand.statement(&text);
        let holds = fits(&text) && grounded(&text, &episode.text) && read.credentials().is_empty();
        if holds && !read.attack().malicious {
            return text;
        }
        *self.taken.replaced.entry("text").or_default() += 1;
        quote.to_owned()
    }

    fn has_room(&self, text: &str) -> bool {
        let count = self.survey.settings.count;
        let used: usize = self.survey.core.entries().iter().map(|line| count(&line.text) + 1).sum();
        used + count(text) < self.survey.settings.core.cap
    }

    fn add(&mut self, item: Item, findings: &mut Findings) {
        let said = |other: &Item| other.key == item.key || same_evidence(other, &item);
        if self.survey.ledger.rejects(&item) {
            *self.taken.dropped.entry("was rejected before").or_default() += 1;
            return;
        }
        if findings.items.iter().any(said) {
            self.taken.known += 1;
            return;
        }
        let cost = summarise::cost(&item, self.survey.settings.count);
        if cost > self.budget {
            *self.taken.dropped.entry("does not fit the budget").or_default() += 1;
            return;
        }
        self.budget -= cost;
        self.taken.added += 1;
        findings.items.push(item);
    }
}

/// Two items of one kind that rest on the same words.
fn same_evidence(one: &Item, other: &Item) -> bool {
    let overlap = |a: &str, b: &str| folded(a).contains(&folded(b)) || folded(b).contains(&folded(a));
    one.kind == other.kind
        && one.evidence.iter().any(|a| other.evidence.iter().any(|b| a.id == b.id && overlap(&a.words, &b.words)))
}

/// The words of the text that a quote means: letter by letter but for case and white space.
fn verbatim(text: &str, quote: &str) -> Option<String> {
    let quote = one_line(quote.trim().trim_matches(['"', '“', '”', '「', '」']));
    let text = one_line(text);
    if quote.is_empty() {
        return None;
    }
    if let Some(at) = text.find(&quote) {
        return Some(text[at..at + quote.len()].to_owned());
    }
    let lower = text.to_lowercase();
    // Lower case may change lengths; then only the exact words count.
    let at = (lower.len() == text.len()).then(|| lower.find(&quote.to_lowercase())).flatten()?;
    text.get(at..at + quote.len()).map(str::to_owned)
}

/// Whether every name and number of a text is in what it rests on. Its first word is not taken for a name.
pub fn grounded(text: &str, source: &str) -> bool {
    const ALWAYS: [&str; 6] = ["user", "the", "user's", "a", "an", "i"];
    let source = source.to_lowercase();
    text.split_whitespace().enumerate().all(|(at, word)| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let named = word.chars().next().is_some_and(char::is_uppercase) && at > 0;
        let counted = word.chars().any(|c| c.is_ascii_digit());
        let bare = word.to_lowercase();
        let bare = bare.strip_suffix("'s").unwrap_or(&bare);
        !(named || counted) || ALWAYS.contains(&bare) || source.contains(bare)
    })
}

fn fits(text: &str) -> bool {
    !text.is_empty() && text.chars().count() <= LONGEST
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn folded(text: &str) -> String {
    one_line(text).to_lowercase()
}

fn contains_folded(text: &str, part: &str) -> bool {
    folded(text).contains(&folded(part))
}

fn array(answer: &Map<String, Value>, field: &str) -> Vec<Value> {
    answer.get(field).and_then(Value::as_array).cloned().unwrap_or_default()
}

fn read<T: DeserializeOwned>(value: &Value) -> Option<T> {
    serde_json::from_value(value.clone()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_found_but_for_case_and_white_space() {
        let text = "Ines works\nat the harbour office.";
        assert_eq!(verbatim(text, "\"ines works at\"").as_deref(), Some("Ines works at"));
        assert_eq!(verbatim(text, "Ines lives at"), None);
        assert_eq!(verbatim(text, " "), None);
    }

    #[test]
    fn names_and_numbers_must_be_in_the_source() {
        let source = "Ines works at the harbour office in Porto since 2024.";
        assert!(grounded("User's friend Ines works in Porto.", source));
        assert!(!grounded("Ines works in Lisbon.", source));
        assert!(!grounded("Ines has worked there since 2023.", source));
    }
}
