//! The tables of operations that the Python and the TypeScript client are written on, made from the OpenAPI document.
//!
//! A name below that the document does not have fails here, and so does a table that is out of date: `make
//! clients-operations` writes them.

use serde_json::{Map, Value};
use soulfile_server::http::openapi::document;

/// Each operation the clients cover: what it is called there, and its id in the document.
const COVERED: [(&str, &str); 25] = [
    ("health", "get_health"),
    ("ready", "get_ready"),
    ("agents", "get_agents"),
    ("remember", "post_remember"),
    ("recall", "get_recall"),
    ("memories", "get_memories"),
    ("lines", "get_memory_lines"),
    ("used", "post_used"),
    ("context", "get_context"),
    ("identity", "get_identity"),
    ("core", "get_core"),
    ("entity", "get_graph_entity"),
    ("propose", "post_proposals"),
    ("days", "get_memory_daily"),
    ("day", "get_memory_daily_date"),
    ("append_to_day", "post_memory_daily_date"),
    ("files", "get_files"),
    ("read_file", "get_file_filename"),
    ("write_file", "put_file_filename"),
    ("delete_file", "delete_file_filename"),
    ("forget_candidates", "post_forget_candidates"),
    ("forget", "post_forget"),
    ("restore", "post_restore"),
    ("alerts", "get_alerts"),
    ("verify_receipt", "get_audit_receipt_id"),
];

/// One covered operation.
struct Covered<'d> {
    name: &'static str,
    method: String,
    path: &'d str,
    query: Vec<&'d str>,
    body: Vec<&'d str>,
}

#[test]
fn the_clients_are_written_for_this_gateway() {
    let document = Value::Object(document());
    let covered: Vec<Covered> = COVERED.iter().map(|(name, id)| find(&document, name, id)).collect();
    let files = [
        ("clients/python/src/soulfile/_operations.py", python(&covered)),
        ("clients/typescript/src/operations.ts", typescript(&covered)),
    ];
    for (file, made) in files {
        let path = format!("{}/../../{file}", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("SOUL_BLESS").is_some() {
            std::fs::write(&path, &made).unwrap();
        }
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(known == made, "{file} is out of date (`make clients-operations` writes it)");
    }
}

fn find<'d>(document: &'d Value, name: &'static str, id: &str) -> Covered<'d> {
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if operation["operationId"] != id {
                continue;
            }
            let parameters = operation["parameters"].as_array().unwrap().iter();
            let query = parameters.filter(|p| p["in"] == "query").map(|p| p["name"].as_str().unwrap()).collect();
            let body = operation.pointer("/requestBody/content/application~1json/schema");
            let mut fields = Vec::new();
            if let Some(schema) = body {
                collect_fields(document, schema, &mut fields);
            }
            return Covered { name, method: method.to_uppercase(), path, query, body: fields };
        }
    }
    panic!("the document has no operation {id}, which the clients call {name}");
}

fn collect_fields<'d>(document: &'d Value, schema: &'d Value, fields: &mut Vec<&'d str>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = document.pointer(reference.trim_start_matches('#')).expect("a schema");
        return collect_fields(document, target, fields);
    }
    let own = schema["properties"].as_object().into_iter().flat_map(Map::keys);
    fields.extend(own.map(String::as_str));
    for kind in ["oneOf", "anyOf", "allOf"] {
        schema[kind].as_array().into_iter().flatten().for_each(|one| collect_fields(document, one, fields));
    }
    fields.sort_unstable();
    fields.dedup();
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
}

fn python(covered: &[Covered]) -> String {
    let mut out = "\"\"\"The operations of the gateway that this client covers.\n\nWritten from the OpenAPI document by `make clients-operations`; do not edit.\n\"\"\"\n\nfrom __future__ import annotations\n\nfrom typing import NamedTuple\n\n\nclass Operation(NamedTuple):\n    \"\"\"How one operation is called.\"\"\"\n\n    method: str\n    path: str\n    query: tuple[str, ...]\n    body: tuple[str, ...]\n\n\nOPERATIONS: dict[str, Operation] = {\n".to_owned();
    let tuple = |words: &[&str]| match words {
        [one] => format!("(\"{one}\",)"),
        many => format!("({})", quoted(many)),
    };
    for one in covered {
        out += &format!(
            "    \"{}\": Operation(\n        \"{}\",\n        \"{}\",\n        {},\n        {},\n    ),\n",
            one.name,
            one.method,
            one.path,
            tuple(&one.query),
            tuple(&one.body),
        );
    }
    out + "}\n"
}

fn typescript(covered: &[Covered]) -> String {
    let mut out = "// The operations of the gateway that this client covers.\n// Written from the OpenAPI document by `make clients-operations`; do not edit.\n\nexport interface Operation {\n  readonly method: string;\n  readonly path: string;\n  readonly query: readonly string[];\n  readonly body: readonly string[];\n}\n\nexport const operations = {\n".to_owned();
    for one in covered {
        out += &format!(
            "  {}: {{\n    method: \"{}\",\n    path: \"{}\",\n    query: [{}],\n    body: [{}],\n  }},\n",
            one.name,
            one.method,
            one.path,
            quoted(&one.query),
            quoted(&one.body),
        );
    }
    out + "} as const satisfies Record<string, Operation>;\n"
}
