//! Measures the engine on labelled sets: one prediction an item, and the figures.
//!
//! Field names are those of the labels. [`predict`] sees the item only through its input fields;
//! [`score`] compares. Nothing here reads files or prints.

mod matching;
mod scoring;

use serde_json::{Value, json};

use crate::compare::compare;
use crate::question::QuestionInput;
use crate::reading::MessageInput;
use crate::understand::{BuiltIn, Understand};
use soulfile_vocabulary::Store;

pub use scoring::{Report, score};

/// Why an item could not be predicted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EvalError {
    /// There is no such set.
    #[error(
        "unknown set \"{0}\"; expected one of: triggers, autodetect, routing, queries, contradictions, entities_dedup, injections, secrets"
    )]
    UnknownSet(String),
    /// An item lacks an input field.
    #[error("item {id} has no usable field \"{field}\"")]
    MissingField {
        /// The item's id, or `?`.
        id: String,
        /// The field that was looked for.
        field: &'static str,
    },
}

fn text<'a>(item: &'a Value, field: &'static str) -> Result<&'a str, EvalError> {
    item[field]
        .as_str()
        .ok_or_else(|| EvalError::MissingField { id: item["id"].as_str().unwrap_or("?").to_owned(), field })
}

/// Predicts the labels of one item of `set`.
pub fn predict(set: &str, item: &Value) -> Result<Value, EvalError> {
    let id = item["id"].clone();
    let prediction = match set {
        "triggers" => {
            let reading = BuiltIn.statement(text(item, "text")?);
            let found = reading.intent();
            json!({"id": id, "label": found.kind.as_str(), "payload": found.payload, "lang": found.lang})
        }
        "queries" => {
            let found = BuiltIn.question(&QuestionInput { text: text(item, "text")?, at: &reference_now() });
            json!({"id": id, "strategy": found.strategy(), "entity": found.entity(), "time_hint": found.time_hint()})
        }
        "injections" => {
            let found = crate::injection::scan(text(item, "text")?);
            json!({"id": id, "malicious": found.malicious, "kind": found.kind})
        }
        "entities_dedup" => {
            let side = |field: &'static str| -> Result<crate::entity_match::Named<'_>, EvalError> {
                let kind = text(&item[field], "type")?.parse().map_err(|_| EvalError::MissingField {
                    id: item["id"].as_str().unwrap_or("?").to_owned(),
                    field: "type",
                })?;
                Ok(crate::entity_match::Named { name: text(&item[field], "name")?, kind })
            };
            let likeness = crate::entity_match::compare(side("a")?, side("b")?);
            json!({"id": id, "same": likeness.proposes_merge(), "score": likeness.score, "reason": likeness.reason})
        }
        "contradictions" => {
            let found = compare(text(item, "a")?, text(item, "b")?);
            json!({"id": id, "label": found.verdict})
        }
        "autodetect" => {
            let reading = BuiltIn.statement(text(item, "text")?);
            json!({"id": id, "memorable": reading.is_memorable(), "type": reading.told_kind()})
        }
        "routing" => {
            let content = text(item, "text")?;
            let reading = BuiltIn.message(&MessageInput::new(content).at(&reference_now()));
            let (store, named) = (reading.likeliest_store(), reading.mentions());
            let kind = reading.told_kind().map(|kind| kind.to_string());
            let tags: Vec<String> =
                named.entities.iter().map(|entity| entity.name.clone()).chain(kind).take(5).collect();
            json!({
                "id": id, "store": store, "core_update": store == Store::Core, "entities": named.entities,
                "relations": named.relations, "tags": tags,
            })
        }
        "secrets" => {
            let found = crate::secret::scan(text(item, "text")?);
            json!({"id": id, "secret": !found.is_empty(), "kind": found.first().map(|s| s.kind)})
        }
        other => return Err(EvalError::UnknownSet(other.to_owned())),
    };
    Ok(prediction)
}

/// The moment labelled items are read at: labels never depend on it, but readers need one.
fn reference_now() -> jiff::Zoned {
    jiff::civil::date(2026, 3, 11).at(12, 0, 0, 0).in_tz("UTC").expect("a valid time in UTC")
}
