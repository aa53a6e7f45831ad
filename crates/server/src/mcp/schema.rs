//! Schemas of the tools as the protocol wants them, and answers without what is not there.

use std::sync::Arc;

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde_json::Value;
use soulfile_engine::{answer_schema, tool_schema};

/// The schema of what a tool takes.
pub(super) fn input<T: JsonSchema>() -> Arc<JsonObject> {
    object(tool_schema::<T>())
}

/// The schema of what a tool answers.
pub(super) fn output<T: JsonSchema>() -> Arc<JsonObject> {
    object(answer_schema::<T>())
}

fn object(schema: Value) -> Arc<JsonObject> {
    Arc::new(match schema {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    })
}

/// Leaves out of an answer what is not there, as its schema says.
pub(super) fn leave_out_null(answer: &mut Value) {
    match answer {
        Value::Object(object) => {
            object.retain(|_, value| !value.is_null());
            object.values_mut().for_each(leave_out_null);
        }
        Value::Array(items) => items.iter_mut().for_each(leave_out_null),
        _ => {}
    }
}
