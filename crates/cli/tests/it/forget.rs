use std::path::Path;

use crate::run::Sandbox;

#[test]
fn forgetting_shows_what_is_meant_and_waits() {
    let s = Sandbox::new();
    s.soul(["remember", "I prefer dark-mode screenshots"]).ok();
    let head = s.git(["rev-parse", "HEAD"]);
    s.soul(["forget", "forget about dark-mode screenshots"])
        .code(6)
        .says("Found 2 memories")
        .says("episode:2026-02-02:")
        .says("core:identity:");
    assert_eq!(s.git(["rev-parse", "HEAD"]), head, "nothing changed before a person confirmed");
    s.soul(["forget", "the moon landing"]).code(3);
}

#[test]
fn a_memory_is_found_by_words_that_only_say_what_it_is_about() {
    let s = Sandbox::new();
    s.soul(["remember", "I was in Tartu in May"]).ok();
    s.soul(["remember", "Jonas said a thing or two on stuff"]).ok();
    for words in ["the thing about Tartu", "what I said about Tartu", "everything about Tartu", "that stuff on Tartu"] {
        let found = s.soul(["forget", words, "--dry-run"]).ok();
        found.says("Tartu in May").hides("Jonas");
    }
    // Nothing is named here, so nothing is meant.
    s.soul(["forget", "everything about me"]).code(3);
}

#[test]
fn archived_memories_leave_core_and_search_and_come_back_whole() {
    let s = Sandbox::new();
    s.soul(["remember", "I prefer dark-mode screenshots"]).ok();
    s.soul(["remember", "I am allergic to peanuts"]).ok();
    let before = s.text("MEMORY.md");
    let done = s.soul(["forget", "dark-mode", "--yes", "--json"]).ok().json();
    let ids: Vec<&str> = done["ids"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
    assert_eq!(ids.len(), 2, "{done}");
    assert!(!s.text("MEMORY.md").contains("dark-mode") && s.text("MEMORY.md").contains("peanuts"));
    assert!(s.text("memory/episodes/2026-02-02.md").contains("dark-mode"), "the file stays");
    let scores: serde_json::Value = serde_json::from_str(&s.text("memory/meta/decay-scores.json")).unwrap();
    for id in &ids {
        assert_eq!(scores["entries"][id]["status"], "archived");
        assert_eq!(scores["entries"][id]["current_score"], 0.0);
    }
    let log = s.soul(["audit", "log", "-n", "1", "--json"]).ok().json();
    assert_eq!(log[0]["message"]["action"], "ARCHIVE");
    assert_eq!(log[0]["message"]["actor"], "bot:trigger-forget");
    assert!(!log[0].to_string().contains("dark-mode"), "the trail names ids, not what is forgotten");
    assert!(!s.soul(["log"]).ok().out.contains("dark-mode"));
    s.soul(["log", "--include-archived"]).ok().says("dark-mode");
    s.soul(["restore"]).ok().says("dark-mode");
    s.soul(["restore", ids[0], ids[1]]).ok();
    assert_eq!(
        s.text("MEMORY.md").lines().collect::<std::collections::BTreeSet<_>>(),
        before.lines().collect::<std::collections::BTreeSet<_>>()
    );
    s.soul(["log"]).ok().says("dark-mode");
}

#[test]
fn erasing_takes_it_out_of_the_files_and_says_what_history_holds() {
    let s = Sandbox::new();
    s.soul(["remember", "Ana works at Initech."]).ok();
    s.soul(["remember", "Ana plays the cello."]).ok();
    s.soul(["forget", "Initech", "--permanently"]).code(6);
    s.soul(["forget", "Ana works at Initech", "--permanently", "--yes"]).ok().says("git history still holds it");
    for (path, bytes) in Sandbox::snapshot(&s.ws(), &[".git", "memory/meta/audit.log"]) {
        assert!(!String::from_utf8_lossy(&bytes).contains("works at Initech"), "{path}");
    }
    s.soul(["graph", "entity", "ana"]).ok().says("cello");
    assert!(s.git(["log", "-p"]).contains("works at Initech"));
}

/// Every file below `dir` that holds any of `words`, git objects unpacked.
fn hits(s: &Sandbox, dir: &Path, words: &[&str]) -> Vec<String> {
    let holds = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).to_lowercase();
        words.iter().any(|word| text.contains(word))
    };
    let mut found: Vec<String> = Sandbox::snapshot(dir, &[])
        .into_iter()
        .filter(|(path, bytes)| holds(bytes) || holds(path.as_bytes()))
        .map(|(path, _)| path)
        .collect();
    let objects = s.git(["cat-file", "--batch-all-objects", "--batch-check=%(objectname)"]);
    assert!(objects.lines().count() > 10);
    for oid in objects.lines() {
        if holds(s.git(["cat-file", "-p", oid]).as_bytes()) {
            found.push(oid.to_owned());
        }
    }
    found
}

#[test]
fn after_a_purge_nothing_of_the_text_is_found_anywhere() {
    let s = Sandbox::new();
    s.soul(["remember", "Ana plays the cello."]).ok();
    s.soul(["remember", "remember that my ex Roderick lives in Zanzibar"]).ok();
    s.soul(["remember", "I prefer dark-mode screenshots"]).ok();
    s.soul(["decay", "run"]).ok();
    s.soul(["graph", "rebuild"]).ok();
    s.soul(["context", "--session", "main", "--session-id", "s-1"]);
    s.soul(["recall", "Roderick"]);
    let words = ["roderick", "zanzibar"];
    assert!(!hits(&s, s.dir(), &words).is_empty());
    s.soul(["forget", "Roderick", "--permanently", "--purge-history", "--yes"]).ok().says("history was rewritten");
    assert_eq!(hits(&s, s.dir(), &words), Vec::<String>::new());
    s.git(["fsck", "--full", "--strict"]);
    assert!(s.git(["log", "-1", "--format=%s"]).contains("[DELETE]"), "the trail says that a purge happened");
    s.soul(["audit", "verify"]).ok();
    s.soul(["graph", "entity", "ana"]).ok().says("cello");
    assert!(s.text("MEMORY.md").contains("dark-mode"), "what was not meant stays");
    let done = s.soul(["remember", "I am allergic to peanuts", "--json"]).ok().json();
    s.soul(["audit", "verify", done["receipt"]["id"].as_str().unwrap()]).ok();
    s.soul(["rollback", "--last", "--yes"]).ok();
    s.assert_clean();
}

#[test]
fn an_archived_line_can_be_purged_too() {
    let s = Sandbox::new();
    s.soul(["core", "edit", "--add", "Plays the theremin badly", "--block", "identity"]).ok();
    let done = s.soul(["forget", "theremin", "--yes", "--json"]).ok().json();
    let id = done["ids"][0].as_str().unwrap();
    s.soul(["forget", id, "--permanently", "--purge-history", "--yes"]).ok();
    assert_eq!(hits(&s, s.dir(), &["theremin"]), Vec::<String>::new());
}

#[test]
fn erasing_one_of_a_minute_keeps_the_scores_of_the_others() {
    let s = Sandbox::new();
    let remembered = |said: &str| {
        s.at("2026-02-02T14:40:00Z");
        let done = s.soul(["remember", "--store", "episodic", said, "--json"]).ok().json();
        done["entries"][0]["id"].as_str().unwrap().to_owned()
    };
    let ids = ["I'm allergic to peanuts.", "We decided to use Postgres for the billing service."].map(remembered);
    s.soul(["pin", &ids[1]]).ok();
    s.soul(["forget", &ids[0], "--permanently", "--yes"]).ok();
    // The second of the minute is still the second, and still pinned.
    s.soul(["decay", "explain", &ids[1]]).ok().says("Postgres").says("pinned at 1");
    s.soul(["decay", "explain", &ids[0]]).code(3);
}

#[test]
fn erasing_one_of_a_minute_never_reaches_what_others_said() {
    let s = Sandbox::new();
    let soul = |args: &[&str]| {
        s.at("2026-02-02T14:40:00Z");
        s.soul(args)
    };
    soul(&["remember", "--pin", "our wedding song was Harvest Moon"]).ok();
    soul(&["remember", "Ana works at Initech"]).ok();
    soul(&["remember", "Carl works at Globex"]).ok();
    soul(&["remember", "My old apartment was at Elm Street"]).ok();
    soul(&["forget", "wedding", "--permanently", "--yes"]).ok();
    soul(&["forget", "Carl works at Globex", "--permanently", "--yes"]).ok();
    soul(&["graph", "entity", "Ana"]).ok().says("Initech");
    soul(&["graph", "entity", "Initech"]).ok();
    soul(&["graph", "entity", "Carl"]).code(3);
    let day = s.text("memory/episodes/2026-02-02.md");
    assert_eq!(day.matches(" | erased\n").count(), 2, "{day}");
    assert!(day.contains("Ana works at Initech") && day.contains("Elm Street"), "{day}");
    assert!(!day.contains("wedding") && !day.contains("Carl"), "{day}");
    soul(&["log"]).ok().says("Ana works at Initech").hides("erased");
    soul(&["recall", "erased"]).hides("| erased");
    // Not even an erased entry at the end gives its number away.
    soul(&["forget", "Elm Street", "--permanently", "--yes"]).ok();
    let done = soul(&["remember", "Dora works at Hooli", "--json"]).ok().json();
    let id = done["entries"].as_array().unwrap().iter().find(|e| e["store"] == "episodic").unwrap()["id"].clone();
    assert!(id.as_str().unwrap().ends_with("-5"), "{done}");
    soul(&["forget", "Dora works at Hooli", "--permanently", "--purge-history", "--yes"]).ok();
    soul(&["graph", "entity", "Ana"]).ok().says("Initech");
    soul(&["audit", "verify"]).ok();
}

#[test]
fn what_goes_along_is_shown_before_and_is_what_goes() {
    let s = Sandbox::new();
    let done = s.soul(["remember", "Ana works at Initech", "--json"]).ok().json();
    let episode = done["entries"][0]["id"].as_str().unwrap();
    s.soul(["forget", episode, "--dry-run"]).ok().says("Found 1 memory").hides("person--ana");
    s.soul(["forget", episode, "--permanently"]).code(6).says("made of it, 3 memories").says("entity:project--initech");
    let shown = s.soul(["forget", episode, "--permanently", "--dry-run", "--json"]).ok().json();
    let ids = |list: &serde_json::Value, of: &dyn Fn(&serde_json::Value) -> String| {
        list.as_array().unwrap().iter().map(of).collect::<std::collections::BTreeSet<String>>()
    };
    let id = |memory: &serde_json::Value| memory["id"].as_str().unwrap().to_owned();
    let before = &ids(&shown["candidates"], &id) | &ids(&shown["along"], &id);
    let gone = s.soul(["forget", episode, "--permanently", "--yes", "--json"]).ok().json();
    assert_eq!(ids(&gone["ids"], &|id| id.as_str().unwrap().to_owned()), before);
    assert_eq!(before.len(), 4, "{before:?}");
}

#[test]
fn archived_facts_leave_the_graph_and_no_merge_revives_them() {
    let s = Sandbox::new();
    for said in ["Beta likes bananas", "Beta plays the cello", "Betty works at Initech"] {
        s.soul(["remember", "--store", "semantic", said]).ok();
    }
    let beta = s.soul(["graph", "entity", "Beta", "--json"]).ok().says("bananas").json();
    let id = beta["id"].as_str().unwrap().trim_start_matches("entity:").to_owned();
    s.soul(["forget", "Beta likes bananas", "--yes"]).ok();
    s.soul(["graph", "entity", "Beta"]).ok().says("cello").hides("bananas");
    s.soul(["graph", "show"]).ok().hides("bananas");
    s.soul(["graph", "entity", "Beta", "--include-archived"]).ok().says("bananas").says("archived");
    s.soul(["graph", "merge", &id, "Betty"]).ok();
    s.soul(["graph", "entity", "Betty"]).ok().says("cello").hides("likes bananas");
    s.soul(["recall", "who likes bananas"]).hides("likes bananas");
    s.soul(["graph", "split", &id]).ok();
    s.soul(["graph", "entity", &id]).ok().says("cello").hides("likes bananas");
    s.soul(["graph", "entity", "Betty", "--include-archived"]).ok().hides("likes bananas");
    s.soul(["restore", &format!("entity:{id}#f1")]).ok();
    s.soul(["graph", "entity", &id]).ok().says("likes bananas");
}

#[test]
fn what_faded_away_can_be_restored_too() {
    let s = Sandbox::new();
    s.soul(["restore"]).ok().says("Nothing is archived.");
    let done = s.soul(["remember", "Ana plays the cello", "--json"]).ok().json();
    let id = done["entries"][0]["id"].as_str().unwrap();
    s.at("2028-02-02T10:00:00Z");
    for run in [false, true] {
        if run {
            s.soul(["decay", "run"]).ok();
        }
        s.soul(["restore"]).ok().says(id).says("Ana plays the cello").says("faded away, last used 2026-02-02");
    }
    s.soul(["restore", id]).ok().says("Restored");
    s.soul(["restore"]).ok().hides(id);
}

#[test]
fn why_tells_of_forgetting_as_far_as_history_holds_it() {
    let s = Sandbox::new();
    s.soul(["remember", "Beta likes bananas"]).ok();
    s.soul(["remember", "Carl plays chess"]).ok();
    let actions = |about: &str| -> Vec<String> {
        let why = s.soul(["audit", "why", about, "--json"]).ok().json();
        let actions = why["forgotten"].as_array().unwrap().iter();
        actions.map(|entry| entry["message"]["action"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(actions("bananas"), Vec::<String>::new());
    s.soul(["forget", "Beta likes bananas", "--yes"]).ok();
    assert_eq!(actions("Bananas"), ["ARCHIVE"]);
    assert_eq!(actions("chess"), Vec::<String>::new());
    s.soul(["forget", "Beta likes bananas", "--permanently", "--yes"]).ok();
    assert_eq!(actions("bananas"), ["DELETE", "ARCHIVE"]);
    s.soul(["audit", "why", "bananas"]).ok().says("Forgotten");
}

#[test]
fn a_whole_statement_means_itself_and_nothing_like_it() {
    let s = Sandbox::new();
    for said in ["My aunt number 3 likes figs.", "My aunt number 4 likes figs."] {
        s.soul(["remember", said]).ok();
    }
    s.soul(["forget", "My aunt number 3 likes figs", "--yes"]).ok();
    s.soul(["log"]).ok().says("number 4").hides("number 3");
}
