use crate::run::Sandbox;

#[test]
fn lines_are_added_rewritten_and_removed_by_id() {
    let s = Sandbox::new();
    s.soul(["core", "edit", "--add", "Allergic to nuts", "--block", "critical"]).ok();
    let view = s.soul(["core", "show", "--json"]).ok().json();
    let id = view["lines"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(view["cap"], 3000);
    s.soul(["pin", &id]).ok();
    assert!(s.text("MEMORY.md").contains("- Allergic to nuts <!-- pinned -->"));
    s.soul(["unpin", &id]).ok();
    s.soul(["core", "edit", "--replace", &id, "Allergic to peanuts"]).ok();
    s.soul(["core", "show"]).ok().says("Allergic to peanuts");
    let view = s.soul(["core", "show", "--json"]).ok().json();
    s.soul(["core", "edit", "--remove", view["lines"][0]["id"].as_str().unwrap()]).ok();
    assert!(!s.text("MEMORY.md").contains("peanuts"));
    s.soul(["core", "edit", "--remove", &id]).code(3);
    s.soul(["core", "edit", "--add", "x", "--block", "attic"]).code(4);
}

#[test]
fn a_whole_file_over_the_cap_is_refused() {
    let s = Sandbox::new();
    let before = s.text("MEMORY.md");
    std::fs::write(s.dir().join("big.md"), "word and more words\n".repeat(900)).unwrap();
    let big = s.dir().join("big.md");
    s.soul(["core", "edit", "--file", big.to_str().unwrap()]).code(4);
    assert_eq!(s.text("MEMORY.md"), before);
}
