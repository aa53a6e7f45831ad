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
    s.soul(["--workspace", dir, "recall", "when does the ferry to Pico leave"]).ok().says("eight");
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
    assert!(lines.iter().any(|line| line["kind"] == "memory" && line.to_string().contains("Pico")));
    let page = s.dir().join("aria.html");
    s.soul(["export", page.to_str().unwrap()]).ok();
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(text.contains("Pico") && !text.contains("<script"), "{text}");
    let again = s.soul(["export", page.to_str().unwrap()]);
    assert!(again.err.contains("not there yet"), "nothing is written over: {}", again.err);
    assert!(s.soul(["export", "aria.zip"]).err.contains("--format"));
}
