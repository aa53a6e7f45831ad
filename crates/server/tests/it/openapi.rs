//! The OpenAPI document describes every route, and nothing in it points nowhere.

use std::collections::HashSet;

use serde_json::Value;
use soulfile_server::http::openapi::document;
use soulfile_server::http::routes::{Who, table};

fn walk<'v>(value: &'v Value, visit: &mut dyn FnMut(&'v Value)) {
    visit(value);
    match value {
        Value::Object(map) => map.values().for_each(|inner| walk(inner, visit)),
        Value::Array(list) => list.iter().for_each(|inner| walk(inner, visit)),
        _ => {}
    }
}

#[test]
fn every_route_is_described_with_its_answers_its_errors_and_who_may_call_it() {
    let document = Value::Object(document());
    assert_eq!(document["openapi"], "3.1.0");
    let mut ids = HashSet::new();
    for route in table() {
        let operation = &document["paths"][route.plain_path()][route.method.as_str().to_lowercase()];
        let shown = format!("{} {}", route.method, route.path);
        assert!(operation.is_object(), "{shown}");
        assert!(ids.insert(operation["operationId"].as_str().unwrap().to_owned()), "{shown}: two of one id");
        let responses = operation["responses"].as_object().unwrap();
        assert!(responses["200"]["content"].is_object(), "{shown}");
        assert_eq!(responses.contains_key("401"), route.who != Who::Public, "{shown}");
        let names_file = route.path.contains("{*filename}");
        assert!(!names_file || responses.contains_key("422"), "{shown}: some files are never served");
        let stream = &responses["200"]["content"]["text/event-stream"];
        assert!(stream.is_null() || stream["schema"]["required"] == serde_json::json!(["data"]), "{shown}: {stream}");
        let schemes: Vec<&str> = operation["security"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|s| s.as_object().unwrap().keys())
            .map(String::as_str)
            .collect();
        let expected: &[&str] = match route.who {
            Who::Public | Who::Signed => &[],
            Who::Person => &["person"],
            Who::Agent | Who::Private => &["person", "agent"],
        };
        assert_eq!(schemes, expected, "{shown}");
        let named: HashSet<&str> = operation["parameters"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|p| p["in"] == "path")
            .map(|p| p["name"].as_str().unwrap())
            .collect();
        for part in route.plain_path().split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
            assert!(named.contains(part), "{shown}: {part} is not described");
        }
    }
    let described: usize =
        document["paths"].as_object().unwrap().values().map(|path| path.as_object().unwrap().len()).sum();
    assert_eq!(described, table().len(), "nothing is described that is not there");
}

#[test]
fn every_reference_leads_somewhere() {
    let document = Value::Object(document());
    let mut count = 0;
    walk(&document, &mut |value| {
        if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
            let pointer = reference.strip_prefix('#').expect("a reference inside the document");
            assert!(document.pointer(pointer).is_some(), "{reference}");
            count += 1;
        }
        if let Some(text) = value.as_str() {
            assert!(!text.contains("$defs"), "{text}");
        }
    });
    assert!(count > 100, "{count}");
}
