//! Pain 15: recall blocks the reply for seconds.

use soulfile_testkit::embeddings::ideas;
use soulfile_testkit::http::{Server, ServerTrouble};

use crate::run::{Sandbox, strings};

#[test]
fn a_deadline_returns_what_there_is_and_says_so() {
    let s = Sandbox::new();
    s.write("memory/2026-01-10.md", "## 10:00 | fact\nThe ferry leaves at noon.\n");
    s.soul(["recall", "ferry"]).ok();
    let found = s.soul(["recall", "when does the ferry leave", "--deadline", "0", "--json"]).ok().json();
    assert_eq!(found["hits"][0]["path"], "memory/2026-01-10.md");
    assert_eq!(found["cut_short"], true);
    assert!(!strings(&found["notes"]).is_empty());
}

#[test]
fn a_provider_that_never_answers_does_not_hold_the_answer_up() {
    let s = Sandbox::new();
    let server = Server::start(ideas);
    s.configure(&format!("{{ memorySearch: {{ provider: 'ollama', remote: {{ baseUrl: '{}' }} }} }}", server.url));
    s.write("memory/2026-01-10.md", "## 10:00 | fact\nShe practised the violin.\n");
    s.soul(["recall", "violin"]).ok();
    let asked = server.requests().len();
    server.trouble([ServerTrouble::Silence]);
    let found = s.soul(["recall", "when did she practise the violin", "--deadline", "150", "--json"]).ok().json();
    assert_eq!(server.requests().len(), asked + 1, "asked once and not waited for");
    assert_eq!(found["hits"][0]["path"], "memory/2026-01-10.md", "{found}");
    assert!(found["model"].as_str().unwrap().starts_with("soulfile-static"));
    let notes = strings(&found["notes"]).join(" ");
    assert!(notes.contains("did not answer in time") && notes.contains("built-in"), "{notes}");
}
