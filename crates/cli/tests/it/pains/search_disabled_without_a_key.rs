//! Pain 4: search is "disabled" without an embedding key.

use crate::run::{Sandbox, strings};

#[test]
fn search_by_meaning_works_with_no_key_and_no_network() {
    let s = Sandbox::new();
    s.write("memory/2026-01-10.md", "## 10:00 | event\nThe physician examined my knee and prescribed rest.\n");
    s.write("memory/2026-01-11.md", "## 10:00 | event\nThe train to Lyon was two hours late.\n");
    let found = s.soul(["recall", "what did the doctor say about my leg", "--json"]).ok().json();
    assert_eq!(found["hits"][0]["path"], "memory/2026-01-10.md");
    assert!(strings(&found["notes"]).is_empty(), "{found}");
    s.soul(["memory", "status"]).ok().says("model     soulfile-static");
}

#[test]
fn a_key_that_merely_lies_in_the_environment_sends_nothing_anywhere() {
    let s = Sandbox::new();
    s.write("memory/2026-01-10.md", "## 10:00 | event\nThe physician examined my knee.\n");
    let mut command = s.command();
    command.env("OPENAI_API_KEY", "sk-lies-around").env("GEMINI_API_KEY", "AIza-lies-around");
    command.arg("-C").arg(s.ws()).args(["recall", "doctor", "--json"]);
    let found = crate::run::Run::of(command).ok().json();
    assert!(found["model"].as_str().unwrap().starts_with("soulfile-"), "{found}");
    assert!(strings(&found["notes"]).is_empty(), "{found}");
}

#[test]
fn a_provider_without_a_key_is_said_and_the_built_in_model_answers() {
    let s = Sandbox::new();
    s.configure("{ memorySearch: { provider: 'openai' } }");
    s.write("memory/2026-01-10.md", "## 10:00 | event\nThe physician examined my knee and prescribed rest.\n");
    let found = s.soul(["recall", "what did the doctor say", "--json"]).ok().json();
    assert_eq!(found["hits"][0]["path"], "memory/2026-01-10.md");
    let notes = strings(&found["notes"]).join(" ");
    assert!(notes.contains("there is no key") && notes.contains("built-in"), "{notes}");
    s.soul(["memory", "status"]).ok().says("there is no key");
}
