//! The OpenAPI document that the web app's types are made from: `web/src/api/openapi.json`.
//!
//! `make web-types` writes it and the types; `make web-check` compares the types with it.

use serde_json::Value;
use soulfile_server::http::openapi::document;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/api/openapi.json");

#[test]
fn the_web_app_is_written_for_this_gateway() {
    let made = serde_json::to_string_pretty(&Value::Object(document())).unwrap() + "\n";
    if std::env::var_os("SOUL_BLESS").is_some() {
        std::fs::write(FILE, &made).unwrap();
    }
    let known = std::fs::read_to_string(FILE).unwrap_or_default();
    let differs = known.lines().zip(made.lines()).find(|(known, made)| known != made);
    assert!(known == made, "web/src/api/openapi.json is out of date (`make web-types` writes it); first: {differs:?}");
}
