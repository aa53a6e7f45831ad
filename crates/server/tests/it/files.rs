//! The API tests of whole files: list, read, write, delete, allow-list, size, ETag.

use serde_json::json;

use crate::fixture::Site;

const FILE: &str = "/api/workspace/aria/file";

#[tokio::test]
async fn list_workspace_files() {
    let site = Site::new();
    site.write("memory/2026-02-09.md", "## 10:00 | fact\nA day.\n");
    site.write("notes.txt", "not served\n");
    let files = site.get(&site.person(), "/api/workspace/aria/files").await.is(200).json();
    let names: Vec<&str> = files.as_array().unwrap().iter().map(|f| f["filename"].as_str().unwrap()).collect();
    for name in ["SOUL.md", "AGENTS.md", "MEMORY.md", "memory/2026-02-09.md"] {
        assert!(names.contains(&name), "{names:?}");
    }
    assert!(!names.iter().any(|name| name.contains("notes.txt") || name.contains(".git")), "{names:?}");
    assert_eq!(files[0]["agent_name"], "aria");
}

#[tokio::test]
async fn read_workspace_file() {
    let site = Site::new();
    let reply = site.get(&site.person(), &format!("{FILE}/SOUL.md")).await.is(200);
    let file = reply.json();
    assert_eq!(file["filename"], "SOUL.md");
    assert_eq!(file["content"], site.text("SOUL.md"));
    assert_eq!(file["size_bytes"], site.text("SOUL.md").len());
    assert_eq!(reply.etag(), format!("\"{}\"", file["hash"].as_str().unwrap()));
    assert!(file["last_modified"].as_str().unwrap().ends_with('Z'));
    site.get(&site.person(), &format!("{FILE}/memory/2020-01-01.md")).await.is(404);
    site.get(&site.person(), "/api/workspace/nobody/file/SOUL.md").await.is(404);
}

#[tokio::test]
async fn a_file_says_what_it_costs_and_what_a_new_workspace_gets_for_it() {
    let site = Site::new();
    let token = site.person();
    let soul = site.get(&token, &format!("{FILE}/SOUL.md")).await.is(200).json();
    assert!(soul["tokens"].as_u64().unwrap() > 50, "{soul}");
    assert!(soul["most_bytes"].as_u64().unwrap() > soul["size_bytes"].as_u64().unwrap());
    assert_eq!((&soul["has_default"], &soul["most_tokens"]), (&json!(true), &json!(null)));
    let memory = site.get(&token, &format!("{FILE}/MEMORY.md")).await.is(200).json();
    assert_eq!(memory["most_tokens"], 3000);

    let seeded = site.text("SOUL.md");
    let read = site.get(&token, &format!("{FILE}/SOUL.md")).await;
    site.put(&token, "SOUL.md", &format!("{seeded}\nSomething else.\n"), &read.etag()).await.is(200);
    let given = site.get(&token, "/api/workspace/aria/file-default/SOUL.md").await.is(200).json();
    assert_eq!(given["content"], seeded);
    assert_ne!(site.text("SOUL.md"), seeded, "asking writes nothing");
    site.get(&token, "/api/workspace/aria/file-default/memory/2026-02-09.md").await.is(404);
    site.get(&token, "/api/workspace/aria/file-default/.git/config").await.is(422);
}

#[tokio::test]
async fn an_unchanged_file_is_not_sent_again() {
    let site = Site::new();
    let token = site.person();
    let etag = site.get(&token, &format!("{FILE}/SOUL.md")).await.etag();
    let mut request = Site::with_json("GET", &token, &format!("{FILE}/SOUL.md"), &json!(null));
    request.headers_mut().insert("if-none-match", etag.parse().unwrap());
    let reply = site.send(request).await.is(304);
    assert_eq!((reply.text.as_str(), reply.etag()), ("", etag));
}

#[tokio::test]
async fn update_workspace_file() {
    let site = Site::new();
    let token = site.person();
    let read = site.get(&token, &format!("{FILE}/USER.md")).await.is(200);
    let text = format!("{}\nSam likes tea.\n", site.text("USER.md"));
    let reply = site.put(&token, "USER.md", &text, &read.etag()).await.is(200);
    assert_eq!(site.text("USER.md"), text);
    assert_eq!(reply.json()["size_bytes"], text.len());
    assert_ne!(reply.etag(), read.etag());
    let id = reply.json()["receipt"]["id"].as_str().unwrap().to_owned();
    let checked = site.get(&token, &format!("/api/workspace/aria/audit/receipt/{id}")).await.is(200).json();
    assert_eq!(checked["ok"], true);
    let log = site.get(&token, "/api/workspace/aria/history?path=USER.md&limit=1").await.is(200).json();
    assert_eq!(log[0]["message"]["actor"], "manual");
    // The same again is no new commit.
    let again = site.put(&token, "USER.md", &text, &reply.etag()).await.is(200).json();
    assert!(again.get("receipt").is_none());
}

#[tokio::test]
async fn create_and_delete_a_file() {
    let site = Site::new();
    let token = site.person();
    site.put(&token, "bank/tea.md", "# Tea\n", "*").await.is(201);
    site.put(&token, "bank/tea.md", "# Coffee\n", "*").await.is(409);
    let etag = site.get(&token, &format!("{FILE}/bank/tea.md")).await.etag();
    let delete = |query: &str, etag: &str| {
        let mut request = Site::with_json("DELETE", &token, &format!("{FILE}/bank/tea.md{query}"), &json!(null));
        if !etag.is_empty() {
            request.headers_mut().insert("if-match", etag.parse().unwrap());
        }
        request
    };
    site.send(delete("?confirm=true", "")).await.is(428);
    site.send(delete("", &etag)).await.is(400);
    site.send(delete("?confirm=true", &etag.replace(&etag[1..2], "0").replace(&etag[2..3], "1"))).await.is(409);
    site.send(delete("?confirm=true", &etag)).await.is(200);
    site.get(&token, &format!("{FILE}/bank/tea.md")).await.is(404);
    site.send(delete("?confirm=true", &etag)).await.is(404);
}

#[tokio::test]
async fn path_traversal_blocked() {
    let site = Site::new();
    std::fs::write(site.dir.path().join("outside.md"), "canary").unwrap();
    let token = site.person();
    for name in [
        "..%2Foutside.md",
        "%2e%2e%2Foutside.md",
        "%2e%2e/outside.md",
        "memory/..%2F..%2Foutside.md",
        "memory/%2e%2e/%2e%2e/outside.md",
        "%2Fetc%2Fpasswd",
        "..%5Coutside.md",
        ".git%2Fconfig",
        "memory%2F.git%2Fx.md",
        "memory/a%00.md",
        "memory/%E2%80%8B.md",
        "./SOUL.md",
        "SOUL.md%2F",
    ] {
        let read = site.get(&token, &format!("{FILE}/{name}")).await.is(422);
        assert!(!read.text.contains("canary"), "{name}");
        site.put(&token, name, "x", "*").await.is(422);
    }
    assert_eq!(std::fs::read_to_string(site.dir.path().join("outside.md")).unwrap(), "canary");
    std::os::unix::fs::symlink(site.dir.path().join("outside.md"), site.dir.path().join("aria/bank.md")).unwrap();
    std::fs::create_dir_all(site.dir.path().join("aria/bank")).unwrap();
    std::os::unix::fs::symlink(site.dir.path().join("outside.md"), site.dir.path().join("aria/bank/link.md")).unwrap();
    let reply = site.get(&token, &format!("{FILE}/bank/link.md")).await;
    assert!(matches!(reply.status, 400 | 404) && !reply.text.contains("canary"), "{reply:?}");
}

#[tokio::test]
async fn file_size_limit() {
    let site = Site::new();
    let token = site.person();
    let etag = site.get(&token, &format!("{FILE}/TOOLS.md")).await.etag();
    let before = site.text("TOOLS.md");
    let reply = site.put(&token, "TOOLS.md", &"x".repeat(16 * 1024 + 1), &etag).await.is(400);
    assert!(reply.text.contains("16384") || reply.text.contains("16385"), "{}", reply.text);
    assert_eq!(site.text("TOOLS.md"), before, "never cut");
    let reply = site.put(&token, "TOOLS.md", &"x".repeat(16 * 1024), &etag).await.is(200);
    assert!(reply.json()["warning"].as_str().unwrap().contains("16384"));
}

#[tokio::test]
async fn allowlist_enforced() {
    let site = Site::new();
    let token = site.person();
    for name in [
        "notes.md",
        "soul.md",
        "run.sh",
        "memory/x.sh",
        "memory/meta/audit.log",
        "memory/graph/index.md",
        "memory/meta/pending-memories.md",
    ] {
        site.put(&token, name, "x", "*").await.is(422);
    }
}

#[tokio::test]
async fn etag_conflict() {
    let site = Site::new();
    let token = site.person();
    let etag = site.get(&token, &format!("{FILE}/USER.md")).await.etag();
    site.put(&token, "USER.md", &(site.text("USER.md") + "first\n"), &etag).await.is(200);
    let now = site.text("USER.md");
    let reply = site.put(&token, "USER.md", "second\n", &etag).await.is(409);
    assert_eq!(site.text("USER.md"), now);
    let current = reply.json()["error"]["current"].as_str().unwrap().to_owned();
    assert_eq!(site.get(&token, &format!("{FILE}/USER.md")).await.etag(), format!("\"{current}\""));
    // A hand edit counts, too.
    let etag = format!("\"{current}\"");
    site.write("USER.md", &(now + "by hand\n"));
    site.put(&token, "USER.md", "third\n", &etag).await.is(409);
    assert!(site.text("USER.md").contains("by hand"));
    site.put(&token, "USER.md", "x", &format!("W/{etag}")).await.is(409);
}

#[tokio::test]
async fn etag_required() {
    let site = Site::new();
    let token = site.person();
    let before = site.text("USER.md");
    site.put(&token, "USER.md", "x", "").await.is(428);
    let mut any = Site::with_json("PUT", &token, &format!("{FILE}/USER.md"), &json!({ "content": "x" }));
    any.headers_mut().insert("if-match", "*".parse().unwrap());
    site.send(any).await.is(428);
    assert_eq!(site.text("USER.md"), before);
}

#[tokio::test]
async fn shrinking_a_file_by_half_needs_a_word() {
    let site = Site::new();
    let token = site.person();
    let etag = site.get(&token, &format!("{FILE}/AGENTS.md")).await.etag();
    assert!(site.text("AGENTS.md").len() > 512);
    site.put(&token, "AGENTS.md", "short\n", &etag).await.is(403);
    site.put(&token, "AGENTS.md?confirm=true", "short\n", &etag).await.is(200);
}

#[tokio::test]
async fn core_memory_keeps_its_cap() {
    let site = Site::new();
    let token = site.person();
    let etag = site.get(&token, &format!("{FILE}/MEMORY.md")).await.etag();
    let reply = site.put(&token, "MEMORY.md", &"- a word and another one\n".repeat(600), &etag).await.is(400);
    assert!(reply.text.contains("3000"), "{}", reply.text);
}

#[tokio::test]
async fn daily_logs_in_both_layouts() {
    let site = Site::new();
    let token = site.person();
    site.write("memory/2026-02-08.md", "## [10:00:00] fact\n\nFlat day.\n");
    site.write("memory/episodes/2026-02-09.md", "## 10:00 | fact\nNested day.\n");
    let list = site.get(&token, "/api/workspace/aria/memory/daily").await.is(200).json();
    let names: Vec<&str> = list.as_array().unwrap().iter().map(|f| f["filename"].as_str().unwrap()).collect();
    assert_eq!(names, ["memory/episodes/2026-02-09.md", "memory/2026-02-08.md"]);
    let day = site.get(&token, "/api/workspace/aria/memory/daily/2026-02-08").await.is(200).json();
    assert_eq!(day["entries"][0]["content"], "Flat day.");
    assert!(day["files"][0]["content"].as_str().unwrap().contains("Flat day."));
    site.get(&token, "/api/workspace/aria/memory/daily/2026-02-07").await.is(404);
    site.get(&token, "/api/workspace/aria/memory/daily/yesterday").await.is(400);
}

#[tokio::test]
async fn what_is_never_written_is_said_before_what_was_read_is_asked_for() {
    let site = Site::new();
    let token = site.person();
    for name in ["notes.md", "memory/graph/index.md"] {
        site.put(&token, name, "x", "").await.is(422);
    }
}

#[tokio::test]
async fn a_days_log_grows_and_is_never_written_over() {
    let site = Site::new();
    let token = site.person();
    let name = "memory/episodes/2026-02-02.md";
    let first = "# 2026-02-02\n\n## 09:00 | event | confidence:high\nThe kick-off happened.\n";
    site.put(&token, name, first, "*").await.is(201);
    let etag = site.get(&token, &format!("{FILE}/{name}")).await.etag();
    let refused = site.put(&token, name, &first.replace("kick-off", "party"), &etag).await.is(422);
    assert_eq!(refused.json()["error"]["hint"], "append_to_log");
    assert!(refused.text.contains("remember"), "{}", refused.text);
    assert_eq!(site.text(name), first);
    let more = format!("{first}\n## 10:00 | event | confidence:high\nThe budget was agreed.\n");
    site.put(&token, name, &more, &etag).await.is(200);
    assert_eq!(site.text(name), more);
}
