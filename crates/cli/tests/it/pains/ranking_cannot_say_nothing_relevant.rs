//! Pain 10: ranking bugs, and no way to say "nothing relevant".

use crate::run::Sandbox;

#[test]
fn nothing_relevant_is_an_answer_and_each_rank_can_be_explained() {
    let s = Sandbox::new();
    s.write(
        "memory/2026-01-10.md",
        "## 10:00 | fact\nAna plays the cello in an orchestra.\n\n## 11:00 | fact\nThe boiler was repaired by Otto.\n",
    );
    let nothing = s.soul(["recall", "capital of Mongolia", "--json"]).ok().json();
    assert_eq!(nothing["confidence"], "nothing");
    assert!(nothing["remark"].as_str().unwrap().contains("checked, but not sure"));
    let found = s
        .soul(["recall", "who plays the cello", "--json", "--explain", "--why-not", "memory/2026-01-10.md:5"])
        .ok()
        .json();
    assert_eq!(found["confidence"], "likely");
    assert_eq!(found["hits"][0]["citation"], "memory/2026-01-10.md:2");
    assert!(found["hits"][0]["parts"]["keyword"].as_f64().unwrap() > 0.9);
    assert!(found["why_not"].as_str().unwrap().contains("memory/2026-01-10.md:5"));
}

#[test]
fn a_word_that_is_everywhere_does_not_outrank_the_one_that_answers() {
    let s = Sandbox::new();
    for day in 1..=20 {
        s.write(
            &format!("memory/2026-01-{day:02}.md"),
            "## 10:00 | note\nMeeting about the project, the project plan and the project budget.\n",
        );
    }
    s.write("memory/2025-12-01.md", "## 10:00 | decision\nThe project is called Heron.\n");
    let found = s.soul(["recall", "what is the project called", "--json"]).ok().json();
    assert_eq!(found["hits"][0]["path"], "memory/2025-12-01.md");
    // The same text on twenty days is one result, not twenty.
    assert!(found["hits"].as_array().unwrap().len() <= 3, "{found}");
}
