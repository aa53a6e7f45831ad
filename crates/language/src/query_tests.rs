use super::*;

fn now() -> Zoned {
    "2026-03-11T10:30:00+01:00[Europe/Berlin]".parse().expect("a valid time")
}

#[test]
fn the_seeds_questions() {
    for (text, strategy) in [
        ("When did we buy the boat?", Strategy::Temporal),
        ("What did I do last Tuesday?", Strategy::Temporal),
        ("What do you know about Priya?", Strategy::Entity),
        ("How do I usually brew the coffee?", Strategy::Procedural),
        ("What's the latest on the boat?", Strategy::Latest),
        ("Do I like olives?", Strategy::General),
        ("王芳是谁？", Strategy::Entity),
        ("我们通常怎么发布版本？", Strategy::Procedural),
        ("我上周去了哪里？", Strategy::Temporal),
        ("新房子进展如何", Strategy::Latest),
    ] {
        assert_eq!(read(text, &now()).strategy, strategy, "{text}");
    }
}

#[test]
fn hints_and_names_are_verbatim() {
    let query = read("What did we decide with Priya in January?", &now());
    assert_eq!(query.time_hint.as_deref(), Some("in January"));
    assert_eq!(query.entity.as_deref(), Some("Priya"));
    assert_eq!(query.time.map(|t| t.start.to_string()).as_deref(), Some("2026-01-01T00:00:00"));
}

#[test]
fn what_was_is_asked_for_by_verb_or_by_word() {
    for text in
        ["Where did I live before Graz?", "Who was my manager?", "What's my previous employer?", "我以前住在哪里？"]
    {
        assert!(read(text, &now()).looks_back, "{text}");
    }
    for text in ["Where do I live?", "Which car do we have?", "Who leads Atlas?", "我现在住在哪个城市？"] {
        assert!(!read(text, &now()).looks_back, "{text}");
    }
}
