//! Pain 9: the index is stale and says it is fine.

use crate::run::{Sandbox, strings};

#[test]
fn a_hand_edit_is_in_the_next_answer_and_the_revision_is_said() {
    let s = Sandbox::new();
    s.write("memory/2026-01-10.md", "## 10:00 | fact\nThe key lies under the red pot.\n");
    let first = s.soul(["recall", "where is the key", "--json"]).ok().json();
    assert_eq!(first["hits"][0]["text"], "The key lies under the red pot.");
    assert_eq!(first["revision"].as_str().unwrap(), s.git(["rev-parse", "HEAD"]).trim());
    s.write("memory/2026-01-10.md", "## 10:00 | fact\nThe key lies behind the blue door.\n");
    let second = s.soul(["recall", "where is the key", "--json"]).ok().json();
    assert_eq!(second["hits"][0]["text"], "The key lies behind the blue door.");
    std::fs::remove_file(s.ws().join("memory/2026-01-10.md")).unwrap();
    s.soul(["recall", "where is the key"]).ok().hides("blue door");
}

#[test]
fn what_could_not_be_looked_at_in_time_is_named() {
    let s = Sandbox::new();
    s.write("memory/2026-01-10.md", "## 10:00 | fact\nThe ferry leaves at noon.\n");
    s.soul(["recall", "ferry"]).ok();
    let long: String = (0..600).map(|n| format!("## 10:00 | note\nEntry {n} about nothing.\n\n")).collect();
    for day in 1..=9 {
        s.write(&format!("memory/2025-03-{day:02}.md"), &long);
    }
    let found = s.soul(["recall", "ferry", "--deadline", "0", "--json"]).ok().json();
    assert_eq!(found["cut_short"], true);
    let missed = strings(&found["missed"]);
    assert!(!missed.is_empty() && missed.iter().all(|path| path.starts_with("memory/2025-03-")), "{missed:?}");
    assert!(strings(&found["notes"]).iter().any(|note| note.contains("not looked at before the deadline")));
    // Whoever waits gets everything.
    let found = s.soul(["recall", "ferry", "--json"]).ok().json();
    assert_eq!(found["cut_short"], false);
    s.soul(["memory", "status", "--deep"]).ok().says("exactly what the files say");
}
