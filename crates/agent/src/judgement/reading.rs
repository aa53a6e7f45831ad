//! What was kept, read by a model in batches: its reading stands behind the `Understand` trait, field by field.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use soulfile_engine::{Engine, Result, Unread};
use soulfile_reflect::suggested::grounded;
use soulfile_text::tokens::estimate;
use soulfile_understand::entity_match::{Likeness, Named};
use soulfile_understand::mentions::{MentionedEntity, MentionedRelation, Mentions, USER};
use soulfile_understand::{BuiltIn, Certainty, Comparison, MessageInput, Question, QuestionInput, Reading, Understand};
use soulfile_vocabulary::{EntityType, Relation};

use super::{Judge, one_line};

const RULES: &str = include_str!("../../prompts/understand.md");
/// Notes of one call, and calls of one pass.
const NOTES: usize = 12;
const CALLS: usize = 4;
const LONGEST: usize = 300;

/// What came of one pass.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct ReadingPass {
    /// Episodes that were read.
    pub read: usize,
    /// Receipts of what was added, one per batch: each is undone by itself.
    pub receipts: Vec<String>,
    /// What was read by the built-in engine instead, and what went wrong.
    pub notes: Vec<String>,
}

/// Has a model read what was kept since it last did, a few batches at most. Nothing new costs no call.
pub fn understand_later(engine: &Engine, judge: &Judge) -> Result<ReadingPass> {
    let mut done = ReadingPass::default();
    for _ in 0..CALLS {
        let mut batch = engine.unread_by_model(NOTES)?;
        let mut used = 0;
        let fits = batch.iter().take_while(|one| {
            used += estimate(&one.text) + 16;
            used <= judge.room()
        });
        let count = fits.count().max(1);
        batch.truncate(count);
        if batch.is_empty() {
            break;
        }
        let listed: String =
            batch.iter().enumerate().map(|(at, one)| format!("{}. {}\n", at + 1, one_line(&one.text))).collect();
        let answer = match judge.ask(RULES, listed, "notes", schema()) {
            Ok(answer) => answer,
            Err(problem) => {
                done.notes.push(format!("the model {} could not be asked: {problem}", judge.model()));
                break;
            }
        };
        let read = ReadByModel::new(&batch, &answer, &mut done.notes);
        let (kept, others): (Vec<Unread>, Vec<Unread>) =
            batch.into_iter().partition(|one| read.notes.contains_key(one.text.as_str()));
        done.read += kept.len() + others.len();
        // What holds no fact is noted as read and adds nothing.
        engine.pass_over(&others)?;
        let reader = engine.deciding(soulfile_engine::Decider::Nobody).understood_by(Arc::new(read));
        if let Some(receipt) = reader.annotate(judge.model(), &kept)? {
            done.receipts.push(receipt.id);
        }
    }
    Ok(done)
}

/// What a model made of one note.
#[derive(Debug, Clone)]
struct ReadNote {
    mentions: Mentions,
    summary: String,
}

/// Reads messages by what a model made of them; everything else by the rules.
#[derive(Debug, Default)]
struct ReadByModel {
    notes: HashMap<String, ReadNote>,
}

impl ReadByModel {
    fn new(batch: &[Unread], answer: &Map<String, Value>, notes: &mut Vec<String>) -> Self {
        let mut out = Self::default();
        let empty = Vec::new();
        let found = answer.get("notes").and_then(Value::as_array).unwrap_or(&empty);
        for (at, one) in batch.iter().enumerate() {
            let number = at as u64 + 1;
            let Some(note) = found.iter().find(|note| note["number"].as_u64() == Some(number)) else {
                notes.push(format!("{}: the model left it out", one.id));
                continue;
            };
            if note["keep"].as_bool() == Some(false) {
                continue;
            }
            let (note, replaced) = read_note(note, one);
            if !replaced.is_empty() {
                notes.push(format!("{}: read by the built-in engine: {}", one.id, replaced.join(", ")));
            }
            out.notes.insert(one.text.clone(), note);
        }
        out
    }
}

/// The model's reading, each field by itself: what does not hold is the built-in engine's.
fn read_note(note: &Value, one: &Unread) -> (ReadNote, Vec<&'static str>) {
    let built_in = one.reading.mentions();
    let mut replaced = Vec::new();
    let said = one.text.to_lowercase();
    let in_words = |name: &str| !name.is_empty() && said.contains(&name.to_lowercase());
    let listed = |field: &str| note[field].as_array();
    let entities = match listed("entities") {
        Some(list) => {
            let read = |entity: &Value| {
                let name = one_line(entity["name"].as_str()?);
                let kind: EntityType = entity["type"].as_str()?.parse().ok()?;
                (in_words(&name) && !name.eq_ignore_ascii_case(USER)).then_some(MentionedEntity { name, kind })
            };
            let mut entities: Vec<MentionedEntity> = list.iter().filter_map(read).collect();
            if entities.len() < list.len() {
                replaced.push("entities");
                for entity in &built_in.entities {
                    if !entities.iter().any(|known| known.name == entity.name) {
                        entities.push(entity.clone());
                    }
                }
            }
            entities
        }
        None => {
            replaced.push("entities");
            built_in.entities.clone()
        }
    };
    let relations = match listed("relations") {
        Some(list) => {
            let known =
                |end: &str| end.eq_ignore_ascii_case(USER) || entities.iter().any(|e| e.name.eq_ignore_ascii_case(end));
            let read = |edge: &Value| {
                let (from, to) = (one_line(edge["from"].as_str()?), one_line(edge["to"].as_str()?));
                let relation: Relation = edge["relation"].as_str()?.parse().ok()?;
                (known(&from) && known(&to) && from != to).then_some(MentionedRelation { from, relation, to })
            };
            list.iter().filter_map(read).collect()
        }
        None => {
            replaced.push("relations");
            Vec::new()
        }
    };
    let summary = match note["summary"].as_str().map(one_line) {
        Some(text) if !text.is_empty() && text.chars().count() <= LONGEST && grounded(&text, &one.text) => text,
        // The person's own words, then: nothing is recomposed without a model.
        _ => {
            replaced.push("summary");
            one_line(&one.text)
        }
    };
    (ReadNote { mentions: Mentions { entities, relations }, summary }, replaced)
}

fn schema() -> Value {
    let text = json!({ "type": "string" });
    let kinds: Vec<&str> = EntityType::ALL.iter().map(|kind| kind.as_str()).collect();
    let relations: Vec<&str> = Relation::ALL.iter().map(|relation| relation.as_str()).collect();
    let object = |properties: Value| {
        let required: Vec<String> = properties.as_object().map(|map| map.keys().cloned().collect()).unwrap_or_default();
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    };
    let entity = object(json!({ "name": text, "type": { "type": "string", "enum": kinds } }));
    let edge = object(json!({ "from": text, "relation": { "type": "string", "enum": relations }, "to": text }));
    let note = object(json!({
        "number": { "type": "integer" },
        "summary": text,
        "entities": { "type": "array", "items": entity },
        "relations": { "type": "array", "items": edge },
        "keep": { "type": "boolean" },
    }));
    object(json!({ "notes": { "type": "array", "items": note } }))
}

impl Understand for ReadByModel {
    fn message(&self, input: &MessageInput<'_>) -> Reading {
        let reading = BuiltIn.message(input);
        match self.notes.get(input.text) {
            Some(note) => reading.with_mentions(note.mentions.clone()).with_summary(note.summary.clone()),
            None => reading,
        }
    }

    fn question(&self, input: &QuestionInput<'_>) -> Question {
        BuiltIn.question(input)
    }

    fn compare(&self, older: &Reading, newer: &Reading, certainty: Certainty) -> Comparison {
        BuiltIn.compare(older, newer, certainty)
    }

    fn compare_names(&self, one: Named<'_>, other: Named<'_>) -> Likeness {
        BuiltIn.compare_names(one, other)
    }
}
