//! The TypeScript types of the web app, made from the OpenAPI document: `web/src/api/types.ts`.
//!
//! `make web-types` writes the file. The comparison is not part of the tests until the file is checked in.

use std::fmt::Write;

use serde_json::{Map, Value};
use soulfile_server::http::openapi::document;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/api/types.ts");
const HEAD: &str = "// Made from the gateway's OpenAPI document by `make web-types`. Do not edit.\n";

#[test]
#[ignore = "web/src/api/types.ts is not checked in yet; `make web-types` writes it"]
fn the_types_of_the_web_app_are_those_of_the_gateway() {
    let made = types(&Value::Object(document()));
    if std::env::var_os("SOUL_BLESS").is_some() {
        std::fs::create_dir_all(std::path::Path::new(FILE).parent().unwrap()).unwrap();
        std::fs::write(FILE, &made).unwrap();
    }
    let known = std::fs::read_to_string(FILE).unwrap_or_default();
    let differs = known.lines().zip(made.lines()).find(|(known, made)| known != made);
    assert!(known == made, "web/src/api/types.ts is out of date (`make web-types` writes it); first: {differs:?}");
}

/// The whole file, in the shape that openapi-fetch reads.
fn types(document: &Value) -> String {
    let mut out = format!("{HEAD}\nexport interface paths {{\n");
    for (path, methods) in object(&document["paths"]) {
        writeln!(out, "  {}: {{", quoted(path)).unwrap();
        for (method, operation) in object(methods) {
            comment(&mut out, operation["summary"].as_str(), 4);
            writeln!(out, "    {method}: {{\n{}    }};", operation_types(document, operation)).unwrap();
        }
        out.push_str("  };\n");
    }
    out.push_str("}\n\nexport interface components {\n  schemas: {\n");
    for (name, schema) in object(&document["components"]["schemas"]) {
        comment(&mut out, schema["description"].as_str(), 4);
        writeln!(out, "    {}: {};", key(name), of(schema, 4)).unwrap();
    }
    out.push_str("  };\n}\n");
    out
}

fn operation_types(document: &Value, operation: &Value) -> String {
    let mut out = String::from("      parameters: {\n");
    for place in ["query", "header", "path"] {
        let all = operation["parameters"].as_array().into_iter().flatten();
        let here: Vec<&Value> = all.filter(|parameter| parameter["in"] == place).collect();
        if here.is_empty() {
            writeln!(out, "        {place}?: never;").unwrap();
            continue;
        }
        let needed = here.iter().any(|parameter| parameter["required"] == true);
        writeln!(out, "        {place}{}: {{", if needed { "" } else { "?" }).unwrap();
        for parameter in here {
            comment(&mut out, parameter["description"].as_str(), 10);
            let optional = if parameter["required"] == true { "" } else { "?" };
            let name = key(parameter["name"].as_str().unwrap());
            writeln!(out, "          {name}{optional}: {};", of(&parameter["schema"], 10)).unwrap();
        }
        out.push_str("        };\n");
    }
    out.push_str("        cookie?: never;\n      };\n");
    match operation.get("requestBody") {
        Some(body) => writeln!(out, "      requestBody: {{ content: {} }};", content(body)).unwrap(),
        None => out.push_str("      requestBody?: never;\n"),
    }
    out.push_str("      responses: {\n");
    for (status, response) in object(&operation["responses"]) {
        let response = match response["$ref"].as_str() {
            Some(name) => document.pointer(name.trim_start_matches('#')).expect("a response that is described"),
            None => response,
        };
        let content = if response.get("content").is_some() { content(response) } else { "never".to_owned() };
        let optional = if content == "never" { "?" } else { "" };
        writeln!(out, "        {status}: {{ headers: {{ [name: string]: unknown }}; content{optional}: {content} }};")
            .unwrap();
    }
    out.push_str("      };\n");
    out
}

fn content(body: &Value) -> String {
    let kinds = object(&body["content"]).map(|(kind, one)| format!("{}: {}", quoted(kind), of(&one["schema"], 8)));
    format!("{{ {} }}", kinds.collect::<Vec<_>>().join("; "))
}

/// The type of a schema. Parts of one schema hold together: a shape with fields and one of several others is both.
fn of(schema: &Value, indent: usize) -> String {
    let Value::Object(map) = schema else { return "unknown".to_owned() };
    if let Some(name) = map.get("$ref").and_then(Value::as_str) {
        let name = name.rsplit('/').next().expect("a name after the last slash");
        return format!("components[\"schemas\"][{}]", quoted(name));
    }
    if let Some(value) = map.get("const") {
        return value.to_string();
    }
    if let Some(values) = map.get("enum").and_then(Value::as_array) {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    let mut parts = Vec::new();
    for union in ["oneOf", "anyOf"] {
        if let Some(options) = map.get(union).and_then(Value::as_array) {
            parts.push(joined(options.iter().map(|option| of(option, indent)), " | "));
        }
    }
    if let Some(all) = map.get("allOf").and_then(Value::as_array) {
        parts.push(joined(all.iter().map(|part| of(part, indent)), " & "));
    }
    match map.get("type") {
        Some(Value::Array(kinds)) => {
            parts.push(joined(kinds.iter().map(|kind| of_kind(kind.as_str().unwrap(), map, indent)), " | "));
        }
        Some(Value::String(kind)) if kind != "object" || parts.is_empty() || map.contains_key("properties") => {
            parts.push(of_kind(kind, map, indent));
        }
        _ if map.contains_key("properties") => parts.push(of_kind("object", map, indent)),
        _ => {}
    }
    match parts.len() {
        0 => "unknown".to_owned(),
        _ => joined(parts.into_iter(), " & "),
    }
}

fn of_kind(kind: &str, schema: &Map<String, Value>, indent: usize) -> String {
    match kind {
        "null" => "null".to_owned(),
        "string" => "string".to_owned(),
        "boolean" => "boolean".to_owned(),
        "integer" | "number" => "number".to_owned(),
        "array" => match schema.get("prefixItems").and_then(Value::as_array) {
            Some(items) => format!("[{}]", items.iter().map(|item| of(item, indent)).collect::<Vec<_>>().join(", ")),
            None => format!("{}[]", grouped(&of(schema.get("items").unwrap_or(&Value::Null), indent))),
        },
        "object" => of_object(schema, indent),
        other => panic!("a kind of schema that is not known here: {other}"),
    }
}

fn of_object(schema: &Map<String, Value>, indent: usize) -> String {
    let rest = schema.get("additionalProperties").filter(|rest| **rest != Value::Bool(false));
    let Some(fields) = schema.get("properties").and_then(Value::as_object) else {
        let rest = rest.map_or_else(|| "unknown".to_owned(), |rest| of(rest, indent));
        return format!("{{ [key: string]: {rest} }}");
    };
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let mut out = String::from("{\n");
    for (name, field) in fields {
        comment(&mut out, field["description"].as_str(), indent + 2);
        let optional = if required.contains(&name.as_str()) { "" } else { "?" };
        writeln!(out, "{}{}{optional}: {};", " ".repeat(indent + 2), key(name), of(field, indent + 2)).unwrap();
    }
    write!(out, "{}}}", " ".repeat(indent)).unwrap();
    out
}

fn joined(parts: impl Iterator<Item = String>, by: &str) -> String {
    let mut parts: Vec<String> = parts.collect();
    parts.dedup();
    match &parts[..] {
        [one] => one.clone(),
        _ => parts.iter().map(|part| grouped(part)).collect::<Vec<_>>().join(by),
    }
}

/// In brackets, where it would be read differently without.
fn grouped(text: &str) -> String {
    let mut depth = 0;
    let compound = text.chars().any(|c| {
        match c {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth -= 1,
            _ => {}
        }
        depth == 0 && matches!(c, '|' | '&')
    });
    if compound { format!("({text})") } else { text.to_owned() }
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn key(name: &str) -> String {
    let plain =
        name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !name.starts_with(|c: char| c.is_ascii_digit());
    if plain { name.to_owned() } else { quoted(name) }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn comment(out: &mut String, text: Option<&str>, indent: usize) {
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace("*/", "*\\/");
        writeln!(out, "{}/** {text} */", " ".repeat(indent)).unwrap();
    }
}
