//! Schemas of the tools, from the types themselves, in the plain form clients and models understand best.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// Formats that only say how wide a number is.
const WIDTHS: [&str; 6] = ["uint", "uint32", "uint64", "int64", "float", "double"];

/// The schema of what a tool takes.
pub fn tool_schema<T: JsonSchema>() -> Value {
    object(of::<T>(SchemaSettings::draft2020_12().for_deserialize()))
}

/// The schema of what a tool answers.
pub fn answer_schema<T: JsonSchema>() -> Value {
    object(of::<T>(SchemaSettings::draft2020_12().for_serialize()))
}

fn of<T: JsonSchema>(mut settings: SchemaSettings) -> Value {
    settings.inline_subschemas = true;
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    without_widths(&mut schema);
    // What is optional is left out, never null, on both sides; some clients know no lists of types.
    without_null(&mut schema);
    schema
}

fn object(mut schema: Value) -> Value {
    if let Some(object) = schema.as_object_mut() {
        for name in ["title", "description"] {
            object.remove(name);
        }
        object.entry("properties").or_insert_with(|| Value::Object(serde_json::Map::new()));
    }
    schema
}

/// Takes out how wide a number is in Rust: validators warn of formats they do not know.
fn without_widths(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.get("format").and_then(Value::as_str).is_some_and(|format| WIDTHS.contains(&format)) {
                object.remove("format");
            }
            object.values_mut().for_each(without_widths);
        }
        Value::Array(items) => items.iter_mut().for_each(without_widths),
        _ => {}
    }
}

/// Says whether a schema lets a value be null.
fn is_nullable(schema: &Value) -> bool {
    let null = |value: &Value| value == "null" || value.get("type").is_some_and(|word| word == "null");
    let among = |name: &str| schema.get(name).and_then(Value::as_array).is_some_and(|forms| forms.iter().any(null));
    among("type") || among("anyOf")
}

/// Says of an optional value only what it is when it is there.
fn without_null(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if let (Some(Value::Object(properties)), Some(Value::Array(required))) =
                (object.get("properties").cloned(), object.get_mut("required"))
            {
                required.retain(|name| {
                    name.as_str().and_then(|name| properties.get(name)).is_none_or(|property| !is_nullable(property))
                });
            }
            if object.get("default").is_some_and(Value::is_null) {
                object.remove("default");
            }
            if let Some(Value::Array(types)) = object.get_mut("type") {
                types.retain(|word| word != "null");
                if let [only] = &types[..] {
                    let only = only.clone();
                    object.insert("type".to_owned(), only);
                }
            }
            if let Some(Value::Array(words)) = object.get_mut("enum") {
                words.retain(|word| !word.is_null());
            }
            if let Some(Value::Array(forms)) = object.get_mut("anyOf") {
                forms.retain(|form| form.get("type").is_none_or(|word| word != "null"));
                if let [Value::Object(only)] = &forms[..] {
                    let only = only.clone();
                    object.remove("anyOf");
                    for (key, value) in only {
                        object.entry(key).or_insert(value);
                    }
                }
            }
            object.values_mut().for_each(without_null);
        }
        Value::Array(items) => items.iter_mut().for_each(without_null),
        _ => {}
    }
}
