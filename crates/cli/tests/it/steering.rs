//! What is stored never steers a terminal, whatever command shows it.

use crate::run::Sandbox;

/// Clears the screen, rings, sets the clipboard, goes back in the line, and does so in eight bits.
const EVIL: &str = "\x1b[2J\x07\x1b]52;c;ZXZpbA==\x07\r\u{9b}31m";

#[test]
fn no_command_passes_on_what_steers_a_terminal() {
    let s = Sandbox::new();
    let mut shown = Vec::new();
    let said = format!("Quentin likes {EVIL}quinces");
    shown.push(s.soul(["remember", &said]).ok());
    s.append(
        "memory/episodes/2026-02-02.md",
        &format!("\n## 11:00 | note\nquinces {EVIL} picked in the orchard by hand\n"),
    );
    s.append("MEMORY.md", &format!("- quinces {EVIL} in core\n"));
    s.append("SOUL.md", &format!("quinces {EVIL} in soul\n"));
    let notes = s.dir().join("notes");
    std::fs::create_dir(&notes).unwrap();
    std::fs::write(notes.join(format!("quinces{EVIL}.md").replace('/', "")), format!("quinces {EVIL}\n")).unwrap();
    shown.push(s.soul(["import", notes.to_str().unwrap()]).ok());
    s.soul(["proposals", "add", &said, "--from", "researcher"]).ok();
    for args in [
        &["recall", "quinces"][..],
        &["recall", "quinces", "--explain"],
        &["log"],
        &["core", "show"],
        &["graph", "show"],
        &["graph", "entity", "Quentin"],
        &["audit", "log"],
        &["audit", "show", "HEAD"],
        &["audit", "blame", "MEMORY.md"],
        &["audit", "why", "quinces"],
        &["history"],
        &["alerts"],
        &["proposals", "list"],
        &["proposals", "show", "1"],
        &["forget", "quinces"],
        &["forget", &said],
        &["reflect"],
        &["decay", "status"],
        &["restore"],
        &["identity"],
        &["doctor"],
        &["audit", "show", &said],
        &["graph", "entity", &said],
    ] {
        shown.push(s.soul(args));
    }
    let mut seen = String::new();
    for run in &shown {
        assert!(run.code <= 8, "{run:?}");
        let text = format!("{}{}", run.out, run.err);
        let steers = |c: char| c.is_control() && c != '\n' && c != '\t';
        assert!(!text.contains(steers), "{run:?}");
        seen += &text;
    }
    assert!(seen.contains("␛[2J␇"), "the text itself is shown");
    // As data it is whole.
    let found = s.soul(["recall", "picked in the orchard by hand", "--json"]).ok();
    assert!(found.json().to_string().contains("\\u001b[2J"), "{found:?}");
}
