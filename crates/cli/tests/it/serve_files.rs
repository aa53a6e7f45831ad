//! Files over HTTP: which status says what, day logs that only grow, and dates of what is told later.

use serde_json::{Value, json};

use crate::mcp::client::Client;
use crate::run::Sandbox;
use crate::serve::{RunningGateway, token};

/// The ETag of a file, as a header that guards a write.
fn guard(served: &RunningGateway, token: &str, file: &str) -> String {
    let (status, head, _) = served.ask("GET", &format!("{{ws}}/file/{file}"), token, "", &Value::Null);
    assert_eq!(status, 200, "{file}");
    let etag = head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("an ETag");
    format!("if-match: {etag}\r\n")
}

#[test]
fn each_refusal_has_its_status() {
    let s = Sandbox::new();
    let served = RunningGateway::start(&s);
    let token = token(&s);
    let put = |file: &str, headers: &str, content: &str| {
        let (status, _, body) =
            served.ask("PUT", &format!("{{ws}}/file/{file}"), &token, headers, &json!({ "content": content }));
        (status, body["error"]["message"].as_str().unwrap_or_default().to_owned())
    };
    let known = guard(&served, &token, "AGENTS.md");
    assert_eq!(put("AGENTS.md", "", "x").0, 428, "what was read is not named");
    for (file, headers) in [("notes.md", ""), ("notes.md", known.as_str()), ("..%2Fout.md", ""), ("run.sh", "")] {
        assert_eq!(put(file, headers, "x").0, 422, "{file} is never written, whatever is sent with it");
    }
    assert_eq!(put("AGENTS.md", &known, &"x".repeat(16_385)).0, 400, "too large, and not cut");
    let (status, why) = put("AGENTS.md", &known, "short\n");
    assert_eq!(status, 403);
    assert!(why.contains("confirm=true"), "{why}");
    assert_eq!(put("AGENTS.md?confirm=true", &known, "short\n").0, 200);
    assert_eq!(put("AGENTS.md?confirm=true", &known, "again\n").0, 409, "it is no longer what was read");
    assert_eq!(s.text("AGENTS.md"), "short\n");
    served.stop("TERM");
}

#[test]
fn a_days_log_is_added_to_and_never_written_over() {
    let s = Sandbox::new();
    let log = "memory/episodes/2026-02-01.md";
    s.write(log, "# 2026-02-01\n\n## 09:00 | event\nThe kick-off happened.\n");
    let served = RunningGateway::start(&s);
    let token = token(&s);
    let before = s.text(log);
    let known = guard(&served, &token, log);
    for (headers, content) in [(known.as_str(), "# 2026-02-01\n"), ("", "x"), (known.as_str(), "")] {
        let path = format!("{{ws}}/file/{log}?confirm=true");
        let (status, _, body) = served.ask("PUT", &path, &token, headers, &json!({ "content": content }));
        assert!(status == 422 || headers.is_empty() && status == 428, "{status}");
        assert!(status == 428 || body["error"]["message"].as_str().unwrap().contains("/memory/daily/"), "{body}");
    }
    assert_eq!(s.text(log), before);
    let entry = json!({ "text": "The budget was agreed.", "time": "18:30", "type": "decision" });
    let (status, _, added) = served.ask("POST", "{ws}/memory/daily/2026-02-01", &token, "", &entry);
    assert_eq!(status, 200, "{added}");
    let after = s.text(log);
    assert!(after.starts_with(&before) && after.contains("## 18:30 | decision"), "{after}");
    assert!(after.contains("The budget was agreed."), "{after}");
    s.soul(["audit", "verify", added["receipt"]["id"].as_str().expect("a receipt")]).ok();
    let (status, _, no) = served.ask("POST", "{ws}/memory/daily/2026-03-01", &token, "", &entry);
    assert!(status == 400 && no["error"]["message"].as_str().unwrap().contains("still to come"), "{no}");
    served.stop("TERM");
    s.assert_clean();
}

#[test]
fn what_is_told_later_keeps_its_date_over_http_and_mcp() {
    let s = Sandbox::new();
    let served = RunningGateway::start(&s);
    let token = token(&s);
    let told = json!({ "text": "Ana's concert was sold out.", "date": "2026-01-14T18:30" });
    assert_eq!(served.ask("POST", "{ws}/remember", &token, "", &told).0, 200);
    assert!(s.text("memory/episodes/2026-01-14.md").contains("## 18:30"));
    for date in ["soon", "2026-02-30", "2027-01-01"] {
        let wrong = json!({ "text": "Something else happened.", "date": date });
        assert_eq!(served.ask("POST", "{ws}/remember", &token, "", &wrong).0, 400, "{date}");
    }
    served.stop("TERM");
    let mut client = Client::start(&s, &[]);
    let written = client.call("memory_write", json!({ "content": "The boiler broke down.", "date": "2026-01-15" }));
    assert_eq!(written["entries"][0]["path"], "memory/episodes/2026-01-15.md", "{written}");
    assert!(client.refused("memory_write", json!({ "content": "x", "date": "2027-01-01" })).contains("still to come"));
    assert_eq!(client.close().code, 0);
}

#[test]
fn memory_search_takes_top_k_for_its_number_of_results() {
    let s = Sandbox::new();
    for room in ["kitchen", "cellar", "attic"] {
        s.soul(["remember", &format!("The spare lamp of the {room} lies in the {room} drawer.")]).ok();
    }
    let mut client = Client::start(&s, &[]);
    let found = client.call("memory_search", json!({ "query": "spare lamp drawer", "top_k": 1 }));
    assert_eq!(found["results"].as_array().unwrap().len(), 1, "{found}");
    let found = client.call("memory_search", json!({ "query": "spare lamp drawer" }));
    assert!(found["results"].as_array().unwrap().len() > 1, "{found}");
    assert_eq!(client.close().code, 0);
}
