//! Pain 23: a model is needed for every write.

use crate::run::Sandbox;

#[test]
fn remembering_needs_no_model_no_key_and_no_network() {
    let s = Sandbox::new();
    // The sandbox has neither keys nor a network configuration; every store is reached all the same.
    let said = [
        ("I prefer short answers", "core"),
        ("Ana works at Initech.", "semantic"),
        ("To deploy: run the tests, tag the build, then ship it.", "procedural"),
        ("Yesterday we had ramen near the station.", "episodic"),
        ("我喜欢喝茶", "core"),
    ];
    for (text, store) in said {
        let done = s.soul(["remember", text, "--json"]).ok().json();
        let stores: Vec<&str> =
            done["entries"].as_array().unwrap().iter().map(|e| e["store"].as_str().unwrap()).collect();
        assert!(stores.contains(&store), "{text}: {done}");
    }
}

#[test]
fn a_write_reads_the_files_it_changes_and_no_others() {
    let s = Sandbox::new();
    s.soul(["remember", "Ana works at Initech."]).ok();
    // An unreadable entity elsewhere is no obstacle: nothing looks at it.
    s.write("memory/graph/entities/person--zed.md", [0xff, 0xfe, 0x00]);
    s.soul(["remember", "Ana plays the cello."]).ok();
    let files = s.soul(["audit", "log", "-n", "1", "--json"]).ok().json()[0]["files"].clone();
    let expected = ["memory/episodes/2026-02-02.md", "memory/graph/entities/person--ana.md"];
    assert_eq!(files, serde_json::json!(expected));
}
