use std::process::Command;

use crate::run::Sandbox;

#[test]
fn an_archive_unpacked_and_adopted_is_the_same_workspace() {
    let s = Sandbox::new();
    s.soul(["remember", "The ferry to Pico leaves at eight."]).ok();
    s.soul(["remember", "My sister Ines lives in Lisbon <script>alert(1)</script>."]).ok();
    let (archive, there) = (s.dir().join("aria.tar"), s.dir().join("there"));
    let done = s.soul(["export", archive.to_str().unwrap(), "--json"]).ok().json();
    assert!(done["files"].as_u64().unwrap() > 5, "{done}");
    std::fs::create_dir(&there).unwrap();
    let unpacked = Command::new("tar").arg("xf").arg(&archive).arg("-C").arg(&there).status().unwrap();
    assert!(unpacked.success());
    let listed = Command::new("tar").arg("tf").arg(&archive).output().unwrap();
    let names = String::from_utf8(listed.stdout).unwrap();
    assert_eq!(names.lines().count() as u64, done["files"].as_u64().unwrap());
    for name in names.lines() {
        assert_eq!(std::fs::read_to_string(there.join(name)).unwrap(), s.text(name), "{name}");
    }
    let dir = there.to_str().unwrap();
    s.soul(["setup", "--workspace", dir, "--yes"]).ok();
    for name in names.lines().filter(|name| !name.starts_with("memory/meta/")) {
        assert_eq!(std::fs::read_to_string(there.join(name)).unwrap(), s.text(name), "{name} after it was adopted");
    }
    s.plain(["--workspace", dir, "recall", "when does the ferry to Pico leave"]).ok().says("eight");
}

#[test]
fn lines_hold_every_file_and_memory_and_a_page_runs_nothing() {
    let s = Sandbox::new();
    s.soul(["remember", "The ferry to Pico leaves at eight."]).ok();
    s.soul(["remember", "My sister Ines lives in Lisbon <script>alert(1)</script>."]).ok();
    let lines = s.soul(["export", "--format", "jsonl", "-"]).ok().out;
    let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let soul = lines.iter().find(|line| line["path"] == "SOUL.md").unwrap();
    assert_eq!(soul["content"], s.text("SOUL.md"));
    assert!(lines.iter().any(|line| line["kind"] == "memory" && line["memory"].to_string().contains("Pico")));
    let page = s.dir().join("aria.html");
    s.soul(["export", page.to_str().unwrap()]).ok();
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(text.contains("Pico") && !text.contains("<script"), "{text}");
    let again = s.soul(["export", page.to_str().unwrap()]);
    assert!(again.err.contains("not there yet"), "nothing is written over: {}", again.err);
    assert!(s.soul(["export", "aria.zip"]).err.contains("--format"));
}

/// What an export says of memories, without what time alone changes.
fn memories(lines: &str) -> Vec<serde_json::Value> {
    let parsed = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let mut found: Vec<serde_json::Value> =
        parsed.filter(|line| line["kind"] == "memory").map(|mut line| line["memory"].take()).collect();
    for memory in &mut found {
        // What was never scored counts from when a workspace first saw it; what was is in the files, which are compared.
        for field in ["score", "last_used"] {
            memory.as_object_mut().unwrap().remove(field);
        }
    }
    found.sort_by_key(|memory| memory["id"].to_string());
    found
}

#[test]
fn both_forms_come_back_whole_and_the_memories_are_the_same() {
    let s = Sandbox::new();
    s.soul(["remember", "The ferry to Pico leaves at eight."]).ok();
    s.soul(["remember", "--type", "decision", "We sail in May."]).ok();
    s.soul(["remember", "--scope", "room:dev", "The build runs on heron."]).ok();
    let notes = s.dir().join("2024-05-14 note.md");
    std::fs::write(&notes, "The lighthouse is closed.\n").unwrap();
    s.soul(["import", notes.to_str().unwrap()]).ok();
    std::fs::create_dir_all(s.ws().join("bank")).unwrap();
    std::fs::write(s.ws().join("bank/odd.md"), b"caf\xe9\n").unwrap();
    std::fs::write(s.ws().join("MEMORY.md"), "# Memory\n\n## Critical Facts\n- Allergic to peanuts\n").unwrap();
    for name in ["aria.tar", "aria.jsonl"] {
        s.soul(["export", s.dir().join(name).to_str().unwrap()]).ok();
    }
    let lines = s.soul(["export", "--format", "jsonl", "-"]).ok().out;
    let before = memories(&lines);
    assert!(before.len() >= 4, "{before:?}");
    assert!(lines.contains("room:dev") && lines.contains("\"import\"") && lines.contains("2024-05-14"));
    for name in ["aria.tar", "aria.jsonl"] {
        let there = Sandbox::empty();
        there.at(&s.now().to_string());
        let from = s.dir().join(name);
        there
            .soul([
                "setup",
                "--yes",
                "--user-name",
                "Sam",
                "--timezone",
                "Europe/Berlin",
                "--from",
                from.to_str().unwrap(),
            ])
            .ok();
        let except = |path: &str| path.starts_with(".git/") || path == "memory/meta/audit.log";
        let files = |s: &Sandbox| -> Vec<(String, Vec<u8>)> {
            Sandbox::snapshot(&s.ws(), &[]).into_iter().filter(|(path, _)| !except(path)).collect()
        };
        for (path, bytes) in files(&s) {
            assert_eq!(std::fs::read(there.ws().join(&path)).unwrap(), bytes, "{name}: {path}");
        }
        there.assert_clean();
        assert_eq!(memories(&there.soul(["export", "--format", "jsonl", "-"]).ok().out), before, "{name}");
        let again = there.soul(["setup", "--yes", "--from", from.to_str().unwrap()]);
        assert!(again.code != 0 && again.err.contains("there already"), "{}", again.err);
    }
}

#[test]
fn a_scope_keeps_an_export_to_it_and_nobody_else_makes_one() {
    let s = Sandbox::new();
    s.soul(["remember", "The secret garden is behind the mill."]).ok();
    s.soul(["remember", "--scope", "room:dev", "The build runs on heron."]).ok();
    let shared = s.soul(["export", "--format", "jsonl", "--scope", "room:dev", "-"]).ok().out;
    assert!(
        shared.contains("heron") && !shared.contains("behind the mill") && !shared.contains("\"file\""),
        "{shared}"
    );
    let page = s.soul(["export", "--format", "html", "--scope", "room:dev", "-"]).ok().out;
    assert!(page.contains("heron") && !page.contains("behind the mill"), "{page}");
    assert_ne!(s.soul(["export", "--scope", "room:dev", "x.tar"]).code, 0);
    assert!(!s.dir().join("x.tar").exists());
    assert_ne!(s.unattended(["export", "--format", "jsonl", "-"]).code, 0);
}

#[test]
fn a_damaged_export_restores_nothing() {
    let s = Sandbox::new();
    let file = s.dir().join("aria.jsonl");
    s.soul(["export", file.to_str().unwrap()]).ok();
    let text = std::fs::read_to_string(&file).unwrap();
    let there = Sandbox::empty();
    for (name, changed) in [
        ("cut", text[..text.len() / 2].to_owned()),
        ("altered", text.replacen("Boundaries", "Boundless", 1)),
        ("astray", text.replacen("\"SOUL.md\"", "\"../SOUL.md\"", 1)),
        ("hook", text.replacen("\"SOUL.md\"", "\".git/hooks/pre-push\"", 1)),
        ("none", "{}\n".to_owned()),
    ] {
        if changed == text {
            continue;
        }
        std::fs::write(&file, &changed).unwrap();
        let run = there.soul(["setup", "--yes", "--from", file.to_str().unwrap()]);
        assert_ne!(run.code, 0, "{name}");
        assert!(!there.ws().join("SOUL.md").exists(), "{name}");
    }
}
