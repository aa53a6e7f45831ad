//! `soul connect` and the hooks it writes, through the real binary.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::run::Sandbox;

const HOSTS: [&str; 8] =
    ["claude-code", "claude-desktop", "codex", "cursor", "gemini-cli", "opencode", "openclaw", "zed"];

/// Every file below the person's home that is not ours.
fn files(home: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![home.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            match entry.file_name().is_some_and(|name| name == ".soulfile") {
                true => {}
                false if entry.is_dir() => folders.push(entry),
                false => found.push((entry.clone(), std::fs::read_to_string(&entry).expect("text"))),
            }
        }
    }
    found.retain(|(path, _)| path.extension().is_none_or(|end| end != "bak"));
    found.sort();
    found
}

fn write(home: &Path, file: &str, text: &str) {
    let path = home.join(file);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("written");
}

/// Runs a command line of a host's configuration as the host does, and gives what it prints.
fn hook(sandbox: &Sandbox, line: &str, event: &Value) -> String {
    let mut command = sandbox.hermetic(std::process::Command::new("sh"));
    command.arg("-c").arg(line).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("a shell");
    child.stdin.take().expect("stdin").write_all(event.to_string().as_bytes()).expect("sent");
    let done = child.wait_with_output().expect("an end");
    assert!(done.status.success(), "a hook never fails: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("text")
}

fn line_of(settings: &Value, event: &str) -> String {
    settings["hooks"][event][0]["hooks"][0]["command"].as_str().expect("a command").to_owned()
}

#[test]
fn connecting_twice_changes_nothing_more_and_undo_takes_it_back() {
    for host in HOSTS {
        let sandbox = Sandbox::new();
        let before = files(&sandbox.home());
        sandbox.soul(["connect", host, "--yes"]).ok();
        let connected = files(&sandbox.home());
        assert_ne!(connected, before, "{host}");
        let again = sandbox.soul(["connect", host, "--yes"]).ok().out;
        assert!(again.contains("already connected"), "{host}: {again}");
        assert_eq!(files(&sandbox.home()), connected, "{host}");
        let undone = sandbox.soul(["connect", host, "--undo", "--yes"]).ok().out;
        assert!(undone.contains("disconnected"), "{host}: {undone}");
        assert_eq!(files(&sandbox.home()), before, "{host}");
        let again = sandbox.soul(["connect", host, "--undo", "--yes"]).ok().out;
        assert!(again.contains("not connected"), "{host}: {again}");
    }
}

#[test]
fn a_dry_run_shows_the_change_and_writes_nothing() {
    let sandbox = Sandbox::new();
    let before = files(&sandbox.home());
    let shown = sandbox.soul(["connect", "claude-code", "--dry-run"]).ok().out;
    assert!(shown.contains("+") && shown.contains("hook session-start --host claude-code"), "{shown}");
    assert!(shown.contains("nothing was written"), "{shown}");
    assert_eq!(files(&sandbox.home()), before);
}

#[test]
fn what_a_person_has_in_these_files_stays_byte_for_byte() {
    let sandbox = Sandbox::new();
    let home = sandbox.home();
    write(
        &home,
        ".claude.json",
        "{\n  \"numStartups\": 3,\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }\n  }\n}\n",
    );
    let mine = "{\n  \"hooks\": {\n    \"Stop\": [\n      { \"hooks\": [{ \"type\": \"command\", \"command\": \"my-own hook stop\" }] }\n    ]\n  },\n  \"model\": \"opus\"\n}\n";
    write(&home, ".claude/settings.json", mine);
    write(&home, ".config/zed/settings.json", "// mine\n{\n  \"theme\": \"One Dark\", // dark\n}\n");
    write(&home, ".codex/config.toml", "model = \"gpt-5\" # mine\n\n[mcp_servers.other]\ncommand = \"x\"\n");
    write(
        &home,
        ".openclaw/openclaw.json",
        "{\n  // the gateway\n  gateway: { port: 18789 },\n  mcp: {\n    servers: {\n      other: { command: 'x' },\n    },\n  },\n}\n",
    );
    let before = files(&home);
    for host in ["claude-code", "zed", "codex", "openclaw"] {
        sandbox.soul(["connect", host, "--yes"]).ok();
    }
    let read = |file: &str| std::fs::read_to_string(home.join(file)).expect("a file");
    let settings: Value = serde_json::from_str(&read(".claude/settings.json")).expect("still plain JSON");
    assert_eq!(settings["hooks"]["Stop"][0]["hooks"][0]["command"], "my-own hook stop");
    assert_eq!(settings["hooks"]["Stop"].as_array().map(Vec::len), Some(2));
    let servers: Value = serde_json::from_str(&read(".claude.json")).expect("still plain JSON");
    assert!(servers["mcpServers"]["other"].is_object() && servers["mcpServers"]["soulfile"].is_object());
    assert!(
        read(".config/zed/settings.json").contains("// dark")
            && read(".config/zed/settings.json").starts_with("// mine")
    );
    assert!(read(".codex/config.toml").contains("model = \"gpt-5\" # mine"));
    assert!(read(".openclaw/openclaw.json").contains("// the gateway"));
    // A copy of each file as it was.
    let copies =
        std::fs::read_dir(home.join(".claude")).expect("a folder").map(|entry| entry.expect("an entry").path());
    let copy = copies.into_iter().find(|path| path.extension().is_some_and(|end| end == "bak")).expect("a copy");
    assert_eq!(std::fs::read_to_string(copy).expect("a copy"), mine);
    for host in ["claude-code", "zed", "codex", "openclaw"] {
        sandbox.soul(["connect", host, "--undo", "--yes"]).ok();
    }
    let after = files(&home);
    for ((path, was), (_, is)) in before.iter().zip(&after) {
        assert_eq!(was, is, "{}", path.display());
    }
    assert_eq!(before.len(), after.len());
}

#[test]
fn openclaw_hands_its_memory_over_and_only_to_its_owner() {
    let sandbox = Sandbox::new();
    let home = sandbox.home();
    write(&home, ".openclaw/openclaw.json", "{ plugins: { slots: { memory: 'memory-lancedb' } } }\n");
    let read = |file: &str| std::fs::read_to_string(home.join(".openclaw").join(file)).expect("a file");
    let plugin = || read("extensions/soulfile/index.js");
    sandbox.soul(["connect", "openclaw", "--yes"]).ok();
    let settings = read("openclaw.json");
    assert!(settings.contains("soulfile") && settings.contains("memoryBefore"), "{settings}");
    assert!(plugin().contains("OWNER_ONLY = true") && plugin().contains("TOOLS = \"soulfile__\""), "{}", plugin());
    let manifest: Value = serde_json::from_str(&read("extensions/soulfile/openclaw.plugin.json")).expect("JSON");
    assert_eq!((&manifest["id"], &manifest["kind"]), (&json!("soulfile"), &json!("memory")));
    sandbox.soul(["connect", "openclaw", "--yes", "--session", "group", "--room", "dev"]).ok();
    assert!(plugin().contains("OWNER_ONLY = false") && plugin().contains("\"dev\""), "{}", plugin());
    sandbox.soul(["connect", "openclaw", "--undo", "--yes"]).ok();
    let settings = read("openclaw.json");
    assert!(settings.contains("memory-lancedb") && !settings.contains("soulfile"), "{settings}");
    assert!(!home.join(".openclaw/extensions/soulfile/index.js").exists());
}

#[test]
fn a_file_that_cannot_be_read_is_left_alone_and_named() {
    let sandbox = Sandbox::new();
    write(&sandbox.home(), ".claude/settings.json", "{ \"hooks\": [ }");
    sandbox.soul(["connect", "claude-code", "--yes"]).code(4).tells("settings.json is left as it is");
    // The other file of the host is not written either.
    assert!(!sandbox.home().join(".claude.json").exists());
}

#[test]
fn hooks_give_the_context_recall_at_a_prompt_and_keep_what_is_told() {
    let sandbox = Sandbox::new();
    sandbox.soul(["remember", "I prefer oolong tea in the morning"]).ok();
    sandbox.soul(["connect", "claude-code", "--yes"]).ok();
    let text = std::fs::read_to_string(sandbox.home().join(".claude/settings.json")).expect("settings");
    let settings: Value = serde_json::from_str(&text).expect("JSON");

    let begun =
        hook(&sandbox, &line_of(&settings, "SessionStart"), &json!({ "session_id": "s1", "source": "startup" }));
    let begun: Value = serde_json::from_str(&begun).expect("JSON");
    let context = begun["hookSpecificOutput"]["additionalContext"].as_str().expect("a context");
    assert!(context.contains("SOUL.md") && context.contains("oolong"), "{context}");

    let prompt = |said: &str| {
        let out =
            hook(&sandbox, &line_of(&settings, "UserPromptSubmit"), &json!({ "session_id": "s1", "prompt": said }));
        serde_json::from_str::<Value>(&out).map(|out| out["hookSpecificOutput"]["additionalContext"].clone())
    };
    let found = prompt("which tea do I like in the morning?").expect("something found");
    assert!(found.as_str().is_some_and(|found| found.contains("oolong") && found.contains("recalled")), "{found}");
    let _ = prompt("My sister Ana moved to Lisbon in March.");
    let _ = prompt("please rename the function parse_x to parse_y in src/lib.rs");
    assert_eq!(hook(&sandbox, &line_of(&settings, "Stop"), &json!({ "session_id": "s1" })), "");
    sandbox.soul(["hook", "settle"]).ok();

    let log = sandbox.soul(["log"]).ok().out;
    assert!(log.contains("Lisbon"), "{log}");
    assert!(!log.contains("parse_x") && !log.contains("which tea"), "{log}");
    let trail = sandbox.soul(["audit", "log", "--json"]).ok().out;
    assert!(trail.contains("claude-code"), "the trail names the host: {trail}");
    assert!(!sandbox.state().join("hooks/said.jsonl").exists());
}

#[test]
fn a_hook_never_breaks_its_host() {
    let sandbox = Sandbox::new();
    let workspace = sandbox.ws();
    let ws = workspace.to_str().expect("text");
    for moment in ["session-start", "prompt", "pre-compact", "stop", "session-end", "settle"] {
        for event in ["", "not json", "{\"session_id\": 7}", "{\"prompt\": null}"] {
            // No workspace there: said on stderr, and the host goes on.
            for args in [vec!["-C", "/nowhere"], vec!["-C", ws]] {
                let mut command = sandbox.command();
                command.args(&args).args(["hook", moment, "--host", "claude-code"]);
                command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
                let mut child = command.spawn().expect("soul");
                let _ = child.stdin.take().expect("stdin").write_all(event.as_bytes());
                let done = child.wait_with_output().expect("an end");
                assert_eq!(done.status.code(), Some(0), "{moment} {args:?} {event}");
                let does_something = matches!(moment, "session-start" | "settle");
                assert_eq!(
                    args[1] == "/nowhere" && does_something,
                    !done.stderr.is_empty(),
                    "{moment} {args:?} {done:?}"
                );
            }
        }
    }
}

#[test]
fn a_room_connected_sees_only_the_room() {
    let sandbox = Sandbox::new();
    sandbox.soul(["remember", "my salary is 5000 euro"]).ok();
    sandbox.soul(["connect", "codex", "--yes", "--session", "group", "--room", "dev"]).ok();
    let text = std::fs::read_to_string(sandbox.home().join(".codex/hooks.json")).expect("hooks");
    let settings: Value = serde_json::from_str(&text).expect("JSON");
    let begun = hook(&sandbox, &line_of(&settings, "SessionStart"), &json!({ "session_id": "s" }));
    assert!(begun.contains("SOUL.md") && !begun.contains("5000"), "{begun}");
    let found = hook(
        &sandbox,
        &line_of(&settings, "UserPromptSubmit"),
        &json!({ "session_id": "s", "prompt": "what is my salary?" }),
    );
    assert!(!found.contains("5000"), "{found}");
    let toml = std::fs::read_to_string(sandbox.home().join(".codex/config.toml")).expect("config");
    assert!(toml.contains("\"--room\", \"dev\""), "{toml}");
}
