use crate::run::Sandbox;

fn remember(s: &Sandbox, text: &str) {
    s.soul(["remember", text]).ok();
}

#[test]
fn the_graph_is_drawn_in_three_ways() {
    let s = Sandbox::new();
    remember(&s, "Ana works at Initech.");
    s.soul(["graph", "show"]).ok().says("person--ana").says("project--initech");
    s.soul(["graph", "show", "--mermaid"]).ok().says("flowchart LR");
    s.soul(["graph", "show", "--dot"]).ok().says("digraph memory");
    let json = s.soul(["graph", "show", "--json"]).ok().json();
    assert_eq!(json["nodes"].as_array().unwrap().len(), 2, "{json}");
    for (way, begins) in [("dot", "digraph memory"), ("mermaid", "flowchart LR")] {
        let flag = format!("--{way}");
        let json = s.soul(["graph", "show", &flag, "--json"]).ok().json();
        assert!(json[way].as_str().unwrap().starts_with(begins), "{json}");
    }
    s.soul(["graph", "entity", "nobody"]).code(3);
}

#[test]
fn the_index_is_made_from_the_files_and_always_the_same() {
    let s = Sandbox::new();
    remember(&s, "Ana works at Initech.");
    s.soul(["graph", "rebuild"]).ok();
    let index = s.text("memory/graph/index.md");
    assert!(index.contains("| person--ana | person | Ana |"), "{index}");
    std::fs::remove_file(s.ws().join("memory/graph/index.md")).unwrap();
    s.soul(["graph", "rebuild"]).ok();
    assert_eq!(s.text("memory/graph/index.md"), index);
    s.soul(["graph", "rebuild"]).ok().says("up to date");
}

#[test]
fn a_forgotten_entity_leaves_the_index_and_its_file_stays() {
    let s = Sandbox::new();
    remember(&s, "Ana works at Initech.");
    s.soul(["graph", "rebuild"]).ok();
    s.soul(["forget", "entity:person--ana"]).ok();
    assert!(!s.text("memory/graph/index.md").contains("| person--ana |"));
    assert!(s.ws().join("memory/graph/entities/person--ana.md").exists());
    s.soul(["restore", "entity:person--ana"]).ok();
    assert!(s.text("memory/graph/index.md").contains("| person--ana |"));
}
