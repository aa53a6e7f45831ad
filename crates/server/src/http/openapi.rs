//! The OpenAPI 3.1 document, made from the route table and the types the routes are made of.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::call::{Call, NoBody};
use super::failure::Failure;
use super::guard::AGENT;
use super::routes::{Answers, Headers, Route, Who, table};
use soulfile_api::{Nothing, Problem};

/// `GET /api/openapi.json`
pub fn show(_: &Call, _: Nothing, _: NoBody) -> Result<Answer<Map<String, Value>>, Failure> {
    Ok(document().into())
}

/// The whole document.
pub fn document() -> Map<String, Value> {
    let settings = || SchemaSettings::draft2020_12().with(|s| s.definitions_path = "/components/schemas".into());
    let mut given = settings().for_serialize().into_generator();
    let mut taken = settings().for_deserialize().into_generator();
    let problem = given.subschema_for::<Problem>();
    let mut paths: Map<String, Value> = Map::new();
    for route in table() {
        let operation = operation(&route, &mut taken, &mut given);
        let path = paths.entry(route.plain_path()).or_insert_with(|| json!({}));
        path[route.method.as_str().to_lowercase()] = operation;
    }
    let mut schemas = taken.take_definitions(true);
    schemas.extend(given.take_definitions(true));
    schemas.sort_keys();
    let problems: Map<String, Value> = PROBLEMS
        .iter()
        .map(|(status, text)| {
            let content = json!({ "application/json": { "schema": problem } });
            (status.to_string(), json!({ "description": text, "content": content }))
        })
        .collect();
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Soulfile gateway",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Identity and memory of AI agents. Every verb of the engine, for every agent a token reaches.",
            "license": { "name": "Apache-2.0 OR MIT", "identifier": "Apache-2.0 OR MIT" },
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": problems,
            "securitySchemes": {
                "person": { "type": "http", "scheme": "bearer", "description": "A person's token: `soul serve token show`" },
                "agent": { "type": "http", "scheme": "bearer", "description": "An agent's token, which fixes its session, room, user and grants" },
            },
        },
    });
    without_tuples(&mut document);
    match document {
        Value::Object(document) => document,
        _ => unreachable!("made as an object above"),
    }
}

/// A tuple as a list of so many of those: what every client's generator understands.
fn without_tuples(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if let Some(Value::Array(mut kinds)) = map.remove("prefixItems") {
                kinds.dedup();
                let one = if kinds.len() == 1 { kinds.remove(0) } else { json!({ "anyOf": kinds }) };
                map.insert("items".to_owned(), one);
            }
            map.values_mut().for_each(without_tuples);
        }
        Value::Array(list) => list.iter_mut().for_each(without_tuples),
        _ => {}
    }
}

/// What can go wrong, by status.
const PROBLEMS: [(u16, &str); 14] = [
    (400, "The request can never work as it is"),
    (401, "No token, or none that is good"),
    (403, "This caller may not; or a person must confirm"),
    (404, "There is no such agent, file or memory"),
    (405, "Not answered with this method"),
    (409, "It changed since it was read"),
    (413, "The body is too large"),
    (415, "The body is not JSON"),
    (422, "A file that is never served"),
    (428, "A write must say what was read: If-Match"),
    (429, "Too many requests"),
    (500, "It failed here"),
    (503, "Not now; try again"),
    (507, "The disk is full"),
];

fn problems_of(route: &Route) -> impl Iterator<Item = u16> {
    let (who, guarded, body) = (route.who, route.headers, route.method != axum::http::Method::GET);
    let names_file = route.path.contains("{*filename}");
    PROBLEMS.iter().map(|(status, _)| *status).filter(move |status| match status {
        401 => who != Who::Public,
        409 => body || guarded != Headers::Plain,
        413 | 415 | 507 => body,
        422 => names_file || body,
        428 => matches!(guarded, Headers::Guarded | Headers::Matched),
        _ => true,
    })
}

/// One event of a stream: before version 3.2 the schema of a stream is that of its events.
fn stream_event() -> Value {
    let text = |what: &str| json!({ "type": "string", "description": what });
    json!({
        "type": "object",
        "description": "One event of the stream",
        "properties": { "event": text("Its kind"), "data": text("What it says, mostly JSON"), "id": text("Its number") },
        "required": ["data"],
    })
}

fn operation(route: &Route, taken: &mut SchemaGenerator, given: &mut SchemaGenerator) -> Value {
    let mut responses: Map<String, Value> = Map::new();
    let good = match &route.answer {
        Answers::Json(schema) => json!({ "application/json": { "schema": schema(given) } }),
        Answers::Events(schema) => {
            json!({ "text/event-stream": { "schema": stream_event(), "x-event": schema(given) } })
        }
        Answers::Text => json!({ "text/plain": { "schema": { "type": "string" } } }),
        Answers::Either(schema) => json!({
            "application/json": { "schema": schema(given) },
            "text/event-stream": { "schema": stream_event() },
        }),
    };
    let etag = json!({ "ETag": { "description": "SHA-256 of the file, in quotes", "required": true, "schema": { "type": "string" } } });
    let mut answered = json!({ "description": route.summary, "content": good });
    if matches!(route.headers, Headers::Tagged | Headers::Guarded) {
        answered["headers"] = etag.clone();
    }
    if route.headers == Headers::Guarded {
        responses.insert("201".to_owned(), answered.clone());
    }
    if route.headers == Headers::Tagged {
        responses.insert("304".to_owned(), json!({ "description": "The caller has it already", "headers": etag }));
    }
    responses.insert("200".to_owned(), answered);
    for status in problems_of(route) {
        responses.insert(status.to_string(), json!({ "$ref": format!("#/components/responses/{status}") }));
    }
    let mut operation = json!({
        "summary": route.summary,
        "operationId": operation_id(route),
        "tags": [tag(route)],
        "parameters": parameters(route, taken),
        "responses": responses,
        "security": security(route.who),
        "x-who": format!("{:?}", route.who).to_lowercase(),
        "x-mutates": route.mutates,
    });
    if let Some(body) = (route.body)(taken) {
        operation["requestBody"] = json!({ "required": true, "content": { "application/json": { "schema": body } } });
    }
    operation
}

fn security(who: Who) -> Value {
    match who {
        Who::Public | Who::Signed => json!([]),
        Who::Agent | Who::Private => json!([{ "person": [] }, { "agent": [] }]),
        Who::Person => json!([{ "person": [] }]),
    }
}

fn parameters(route: &Route, taken: &mut SchemaGenerator) -> Vec<Value> {
    let path = route.plain_path();
    let in_path = |name: &str| path.contains(&format!("{{{name}}}"));
    let mut out = Vec::new();
    if in_path(AGENT) {
        out.push(json!({
            "name": AGENT, "in": "path", "required": true, "description": "The agent's id", "schema": { "type": "string", "minLength": 1 }
        }));
    }
    let inputs = (route.inputs)(taken);
    let required: Vec<&str> =
        inputs.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, schema) in inputs.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let mut schema = schema.clone();
        let description = schema.as_object_mut().and_then(|s| s.remove("description")).unwrap_or_default();
        out.push(json!({
            "name": name,
            "in": if in_path(name) { "path" } else { "query" },
            "required": required.contains(&name.as_str()),
            "description": description,
            "schema": without_null(schema),
        }));
    }
    let header = |name: &str, required: bool, text: &str| json!({ "name": name, "in": "header", "required": required, "description": text, "schema": { "type": "string" } });
    match route.headers {
        Headers::Plain => {}
        Headers::Tagged => out.push(header("If-None-Match", false, "An ETag: 304 when the file still has it")),
        Headers::Guarded => {
            out.push(header("If-Match", false, "The ETag of what was read; 409 when the file changed since"));
            out.push(header("If-None-Match", false, "`*` for a file that is not there yet"));
        }
        Headers::Matched => {
            out.push(header("If-Match", true, "The ETag of what was read; 409 when the file changed since"))
        }
    }
    out
}

/// A parameter is there or not; it is never null.
fn without_null(mut schema: Value) -> Value {
    if let Some(kinds) = schema.get("type").and_then(Value::as_array) {
        let kept: Vec<Value> = kinds.iter().filter(|kind| *kind != "null").cloned().collect();
        schema["type"] = if kept.len() == 1 { kept[0].clone() } else { Value::Array(kept) };
    }
    if let Some(any) = schema.get("anyOf").and_then(Value::as_array) {
        let kept: Vec<Value> = any.iter().filter(|part| part.get("type") != Some(&json!("null"))).cloned().collect();
        if kept.len() == 1 {
            return kept[0].clone();
        }
    }
    schema
}

fn operation_id(route: &Route) -> String {
    let path = route.plain_path().replace("/api/workspace/{agent_name}", "").replace("/api", "");
    let words: Vec<&str> = path.split(['/', '{', '}', '.', '-', '_']).filter(|word| !word.is_empty()).collect();
    format!("{}_{}", route.method.as_str().to_lowercase(), words.join("_"))
}

fn tag(route: &Route) -> String {
    let path = route.plain_path().replace("/api/workspace/{agent_name}", "").replace("/api", "");
    path.split('/').find(|part| !part.is_empty()).unwrap_or("gateway").to_owned()
}
