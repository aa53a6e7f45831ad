//! The alternate persona: `soul context --session-id`.

use crate::run::Sandbox;

fn with_hook(hook: &str) -> Sandbox {
    let s = Sandbox::new();
    s.write("SOUL.md", "# Soul\nthe-kind-one\n");
    s.write("SOUL_EVIL.md", "# Soul\nthe-other-one\n");
    s.configure(&format!(
        "{{ user: {{ timezone: 'Europe/Berlin' }}, hooks: {{ internal: {{ entries: {{ 'soul-evil': {hook} }} }} }} }}"
    ));
    s.soul(["audit", "log"]).ok();
    s.soul(["alerts", "ack", "all"]).ok();
    s
}

fn activations(s: &Sandbox) -> usize {
    let log = s.soul(["audit", "log", "-n", "0", "--actor", "system:persona", "--json"]).ok().json();
    log.as_array().unwrap().len()
}

#[test]
fn the_window_is_worn_and_on_the_trail_once_per_session() {
    let s = with_hook("{ enabled: true, purge: { at: '23:30', duration: '1h' } }");
    s.at("2026-02-02T22:45:00Z");
    for _ in 0..3 {
        s.soul(["context", "--session-id", "night-1"]).ok().says("the-other-one").hides("the-kind-one");
    }
    assert_eq!(activations(&s), 1);
    let log = s.soul(["audit", "log", "--session", "night-1", "--json"]).ok().json();
    let summary = log[0]["message"]["summary"].as_str().unwrap();
    assert!(summary.contains("night-1") && summary.contains("SOUL_EVIL.md") && summary.contains("window"), "{summary}");
    s.soul(["context", "--session-id", "night-2"]).ok();
    assert_eq!(activations(&s), 2);
    let receipts = s.soul(["context", "--receipts", "--json"]).ok().json();
    assert_eq!(receipts[0]["persona"], "SOUL_EVIL.md");
    assert_eq!(s.text("SOUL.md"), "# Soul\nthe-kind-one\n", "in memory only");
    s.assert_clean();
}

#[test]
fn a_session_keeps_the_persona_it_began_with() {
    let s = with_hook("{ enabled: true, purge: { at: '23:30', duration: '1h' } }");
    s.at("2026-02-02T22:00:00Z");
    s.soul(["context", "--session-id", "day"]).ok().says("the-kind-one");
    s.at("2026-02-02T22:45:00Z");
    s.soul(["context", "--session-id", "day"]).ok().says("the-kind-one").hides("the-other-one");
    s.soul(["context", "--session-id", "night"]).ok().says("the-other-one");
    s.at("2026-02-03T10:00:00Z");
    s.soul(["context", "--session-id", "night"]).ok().says("the-other-one").hides("the-kind-one");
    s.soul(["context", "--session-id", "morning"]).ok().says("the-kind-one");
    assert_eq!(activations(&s), 1);
}

#[test]
fn the_window_is_in_the_users_zone_and_passes_midnight() {
    let s = with_hook("{ enabled: true, purge: { at: '23:30', duration: '1h' } }");
    // 00:15 in Berlin is within; 23:45 UTC (00:45 in Berlin) is not.
    for (time, worn) in
        [("2026-02-02T23:15:00Z", true), ("2026-02-02T23:45:00Z", false), ("2026-07-02T22:15:00Z", true)]
    {
        s.at(time);
        let run = s.soul(["context"]).ok();
        assert_eq!(run.out.contains("the-other-one"), worn, "{time}");
    }
}

#[test]
fn chance_is_drawn_once_for_a_session() {
    let s = with_hook("{ enabled: true, chance: 1 }");
    s.soul(["context", "--session-id", "a"]).ok().says("the-other-one");
    s.soul(["context"]).ok().says("the-other-one");
    let s = with_hook("{ enabled: true, chance: 0.5 }");
    let worn: Vec<bool> = (0..12)
        .map(|i| {
            let id = format!("session-{i}");
            let first = s.soul(["context", "--session-id", &id]).ok().out.contains("the-other-one");
            let again = s.soul(["context", "--session-id", &id]).ok().out.contains("the-other-one");
            assert_eq!(first, again, "{id}");
            first
        })
        .collect();
    assert!(worn.contains(&true) && worn.contains(&false), "{worn:?}");
    assert_eq!(activations(&s), worn.iter().filter(|w| **w).count());
}

#[test]
fn switched_off_missing_or_private_files_are_not_worn() {
    for hook in ["{ enabled: false, chance: 1 }", "{ enabled: true, chance: 1, file: 'GONE.md' }"] {
        let s = with_hook(hook);
        s.soul(["context"]).ok().says("the-kind-one").hides("the-other-one");
    }
    let s = Sandbox::new();
    s.configure(
        "{ hooks: { internal: { entries: { 'soul-evil': { enabled: true, chance: 1, file: 'MEMORY.md' } } } } }",
    );
    s.soul(["context", "--session", "group", "--room", "dev"]).code(4).tells("cannot be a persona");
}
