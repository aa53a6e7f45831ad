//! Errors say what would help in the words of the surface they go out of: no flag of the command line in HTTP or MCP.

use std::path::Path;

use serde_json::{Value, json};
use soulfile_server::auth::Caller;

use crate::fixture::Site;
use crate::mcp::tool;

const SECRET: &str = "My AWS key is AKIA4TQ7WZK2PLMX9RB3 and the secret is q9Zt4LmXe7Rv2Kc8Yb5Nw3Hs6Jd1Pf0Ua+Gi/TxQ";

#[tokio::test]
async fn a_credential_is_refused_with_the_field_over_http_and_with_a_persons_word_over_mcp() {
    let site = Site::new();
    let body = json!({ "text": SECRET });
    let refused = site.json("POST", &site.person(), "/api/workspace/aria/remember", &body).await.is(403).json();
    assert_eq!((&refused["error"]["kind"], &refused["error"]["hint"]), (&json!("denied"), &json!("allow_secret")));
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("\"allow_secret\": true") && flag(message).is_none(), "{message}");
    let token = site.token(&Caller::agent("aria"));
    let refused = tool(&site, &token, "memory_write", json!({ "content": SECRET })).await;
    let message = refused["content"][0]["text"].as_str().unwrap();
    assert!(message.contains("only a person") && flag(message).is_none(), "{message}");
}

#[tokio::test]
async fn a_refused_shrink_names_its_parameter() {
    let site = Site::new();
    let token = site.person();
    let etag = site.get(&token, "/api/workspace/aria/file/AGENTS.md").await.etag();
    let refused: Value = site.put(&token, "AGENTS.md", "short\n", &etag).await.is(403).json();
    assert_eq!(refused["error"]["hint"], "confirm_removal");
    assert!(refused["error"]["message"].as_str().unwrap().contains("confirm=true"), "{refused}");
}

/// Every text below the command line goes out of every surface.
#[test]
fn no_text_below_the_command_line_names_a_flag_of_it() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for name in ["server", "engine", "memory", "recall", "context", "api"] {
        scan(&crates.join(name).join("src"), &mut found);
    }
    assert!(found.is_empty(), "a hint is a value that each surface words:\n{}", found.join("\n"));
}

fn scan(dir: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            scan(&path, found);
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.ends_with(".rs") || name.contains("tests") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for (at, line) in code.lines().enumerate() {
            let line = line.trim();
            // A trigger names the command that was run; it is a record, not advice.
            let told = !line.starts_with("//") && !line.contains(".trigger(") && line.contains('"');
            if let Some(flag) = flag(line).filter(|_| told) {
                found.push(format!("{}:{}: {flag}", path.display(), at + 1));
            }
        }
    }
}

/// A flag of a command line in a text: `--` before a word and after a space or a quote.
fn flag(text: &str) -> Option<&str> {
    let starts = text.match_indices("--").map(|(at, _)| at);
    let mut flags = starts.filter_map(|at| {
        let before = text[..at].chars().next_back().is_none_or(|c| c == ' ' || c == '`' || c == '"');
        let word = text[at + 2..].split(|c: char| !c.is_ascii_lowercase() && c != '-').next().unwrap_or_default();
        (before && word.len() > 2).then(|| &text[at..at + 2 + word.len()])
    });
    flags.next()
}
