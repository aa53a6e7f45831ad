//! Pain 2: always-injected files burn tokens, and limits are in characters.

use crate::run::Sandbox;

#[test]
fn budgets_are_in_tokens_the_prefix_is_stable_and_the_report_names_each_cost() {
    let s = Sandbox::new();
    s.soul(["setup", "--done"]).ok();
    let json = s.soul(["context", "--json"]).ok().json();
    let report = &json["report"];
    let used = report["used_tokens"].as_u64().unwrap();
    assert!(used > 0 && used < 3_500, "a fresh workspace costs {used} tokens");
    let sections = json["sections"].as_array().unwrap();
    assert_eq!(sections.iter().map(|x| x["tokens"].as_u64().unwrap()).sum::<u64>(), used, "nothing is uncounted");
    for file in report["files"].as_array().unwrap().iter().filter(|f| f["included"] == true) {
        assert!(file["tokens"].as_u64().unwrap() > 0 && file["share"].as_f64().unwrap() > 0.0, "{file}");
    }
    // What a provider's cache can keep: everything up to a breakpoint is the same in every session.
    assert!(sections.iter().any(|x| x["cache_breakpoint"] == true));
    let first = s.soul(["context"]).ok().out;
    s.at("2026-02-02T20:00:00Z");
    s.write("memory/episodes/2026-02-02.md", "## 20:00 | note\nsomething new\n");
    s.append("MEMORY.md", "- a new fact\n");
    let later = s.soul(["context"]).ok().out;
    let common = first.bytes().zip(later.bytes()).take_while(|(a, b)| a == b).count();
    let core = first.find("name=\"core memory\"").expect("core memory is shown");
    assert!(common > core, "soul, identity, rules, tools and user come first and did not move");
    assert!(later.find("something new").unwrap() > later.find("- a new fact").unwrap(), "what changes most is last");
}

#[test]
fn a_limit_in_tokens_holds_for_any_script() {
    let s = Sandbox::new();
    s.plain(["config", "set", "context.totalBudgetTokens", "4000"]).ok();
    s.write("MEMORY.md", "我喜歡喝茶，也喜歡散步。\n\n".repeat(700));
    let json = s.soul(["context", "--json"]).ok().json();
    assert!(json["report"]["used_tokens"].as_u64().unwrap() <= 4000);
    assert!(json["rendered"].as_str().unwrap().contains("[soul: MEMORY.md is cut here"));
}
