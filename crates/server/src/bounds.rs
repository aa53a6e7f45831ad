//! Bounds of what a request holds, as its schema says them: lengths, ranges, counts.
//!
//! Types are checked by reading; what a schema promises beyond them is checked here, once for every route and every
//! tool, so that neither the OpenAPI document nor a tool's schema says more than the gateway does.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// The schema of something a request holds, with everything it refers to inside it.
pub fn whole_schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Checks a value, which is called `name` in an error.
pub fn check(schema: &Value, value: &Value, name: &str) -> Result<(), String> {
    within(schema, value, name)
}

/// Checks the parameters of a request, which are text on the wire.
pub fn check_parameters(schema: &Value, parameters: &[(String, String)]) -> Result<(), String> {
    for (name, text) in parameters {
        let Some(property) = schema.get("properties").and_then(|all| all.get(name)) else { continue };
        let value = match is_number(property) {
            true => text.parse::<f64>().ok().and_then(serde_json::Number::from_f64).map_or(Value::Null, Value::Number),
            false => Value::String(text.clone()),
        };
        within(property, &value, name)?;
    }
    Ok(())
}

fn is_number(schema: &Value) -> bool {
    let named = |kind: &Value| kind == "integer" || kind == "number";
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().any(named),
        kind => named(kind),
    }
}

fn within(schema: &Value, value: &Value, name: &str) -> Result<(), String> {
    let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
    let hold = |size: f64, least: &str, most: &str, unit: &str| match (bound(least), bound(most)) {
        (Some(least), _) if size < least => Err(format!("{name} must be at least {least}{unit}")),
        (_, Some(most)) if size > most => Err(format!("{name} must be at most {most}{unit}")),
        _ => Ok(()),
    };
    match value {
        Value::String(text) => hold(text.chars().count() as f64, "minLength", "maxLength", " characters long"),
        Value::Number(number) => hold(number.as_f64().unwrap_or(0.0), "minimum", "maximum", ""),
        // Reading would take a list for an object, field by field: a schema says what it is.
        Value::Array(_) if !may_be_list(schema) => {
            Err(format!("{name} must be an object with named fields, not a list"))
        }
        Value::Array(items) => {
            hold(items.len() as f64, "minItems", "maxItems", " items")?;
            let each = schema.get("items").unwrap_or(&Value::Null);
            items.iter().try_for_each(|item| within(each, item, name))
        }
        Value::Object(fields) => {
            let mut shapes = Vec::new();
            shapes_of(schema, &mut shapes);
            for shape in shapes {
                for (field, value) in fields {
                    if let Some(schema) = shape.get(field) {
                        within(schema, value, field)?;
                    }
                }
            }
            Ok(())
        }
        Value::Null | Value::Bool(_) => Ok(()),
    }
}

/// Whether a schema lets a value be a list.
fn may_be_list(schema: &Value) -> bool {
    match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "array"),
        Some(kind) => kind == "array",
        None => {
            let mut shapes =
                ["oneOf", "anyOf"].iter().filter_map(|kind| schema.get(*kind)?.as_array()).flatten().peekable();
            shapes.peek().is_none() || shapes.any(may_be_list)
        }
    }
}

/// The properties of every shape an object may have.
fn shapes_of<'s>(schema: &'s Value, shapes: &mut Vec<&'s Value>) {
    shapes.extend(schema.get("properties"));
    for kind in ["oneOf", "anyOf", "allOf"] {
        schema.get(kind).and_then(Value::as_array).into_iter().flatten().for_each(|one| shapes_of(one, shapes));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Shape {
        #[schemars(length(min = 1, max = 3))]
        text: Option<String>,
        #[schemars(range(min = 1, max = 20))]
        limit: Option<usize>,
        #[schemars(length(min = 1))]
        ids: Vec<String>,
        either: Option<Either>,
    }

    #[derive(JsonSchema)]
    #[allow(dead_code)]
    enum Either {
        One(Inner),
        Two(String),
    }

    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Inner {
        #[schemars(length(min = 2))]
        word: String,
    }

    #[test]
    fn what_a_schema_promises_holds() {
        let schema = whole_schema::<Shape>();
        let good = |value: Value| check(&schema, &value, "it").is_ok();
        assert!(good(json!({ "text": "äöü", "limit": 20, "ids": ["a"], "either": { "One": { "word": "ab" } } })));
        assert!(good(json!({ "text": null, "ids": ["a"] })));
        assert!(!good(json!([null, null, ["a"], null])), "fields by position");
        assert!(!good(json!({ "ids": ["a"], "either": { "One": ["ab"] } })));
        for bad in [
            json!({ "text": "", "ids": ["a"] }),
            json!({ "text": "long", "ids": ["a"] }),
            json!({ "limit": 0, "ids": ["a"] }),
            json!({ "limit": 21, "ids": ["a"] }),
            json!({ "ids": [] }),
            json!({ "ids": ["a"], "either": { "One": { "word": "a" } } }),
        ] {
            assert!(!good(bad.clone()), "{bad}");
        }
        let parameter =
            |name: &str, text: &str| check_parameters(&schema, &[(name.to_owned(), text.to_owned())]).is_ok();
        assert!(parameter("limit", "20") && parameter("text", "abc") && parameter("other", ""));
        assert!(!parameter("limit", "21") && !parameter("text", ""));
    }
}
