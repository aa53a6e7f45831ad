//! `soul recall`, `soul memory` and `soul eval retrieval` through the real binary.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

struct Soul {
    dir: tempfile::TempDir,
}

impl Soul {
    fn new() -> Self {
        let soul = Self { dir: tempfile::tempdir().expect("a directory") };
        soul.say(&["setup", "--workspace", "ws", "--yes"]);
        soul
    }

    fn ws(&self) -> PathBuf {
        self.dir.path().join("ws")
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_soul"))
            .args(args)
            .current_dir(self.dir.path())
            .env_clear()
            .env("HOME", self.dir.path().join("home"))
            .env("SOULFILE_HOME", self.dir.path().join("soulfile"))
            .env("SOULFILE_NOW", "2026-02-10T12:00:00Z")
            .env("TZ", "UTC")
            .output()
            .expect("soul runs")
    }

    /// Runs, must succeed, and gives stdout.
    fn say(&self, args: &[&str]) -> String {
        let done = self.run(args);
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(done.status.success(), "{args:?}: {text}{}", String::from_utf8_lossy(&done.stderr));
        text
    }

    fn in_ws(&self, args: &[&str]) -> String {
        self.say(&[&["-C", "ws"], args].concat())
    }

    fn write(&self, path: &str, text: &str) {
        let full = self.ws().join(path);
        fs::create_dir_all(full.parent().expect("a folder")).expect("folders");
        fs::write(full, text).expect("written");
    }
}

#[test]
fn a_hand_edit_is_found_by_the_next_search_and_marked_as_recalled() {
    let soul = Soul::new();
    soul.write("memory/2026-02-02.md", "## 14:30 | decision\nWe chose SQLite for the index.\n");
    let text = soul.in_ws(&["recall", "what did we choose for the index"]);
    assert!(text.contains("1. memory/2026-02-02.md:2  episodic  2026-02-02 14:30  score"), "{text}");
    assert!(
        text.contains("⟦recalled memory/2026-02-02.md:2⟧\nWe chose SQLite for the index.\n⟦end of recall⟧"),
        "{text}"
    );
    assert!(text.contains("from commit "), "{text}");
    soul.write("memory/2026-02-02.md", "## 14:30 | decision\nWe chose Postgres for the index.\n");
    let text = soul.in_ws(&["memory", "search", "what did we choose for the index"]);
    assert!(text.contains("Postgres") && !text.contains("SQLite"), "{text}");
}

#[test]
fn chinese_japanese_korean_and_mixed_words_are_found() {
    let soul = Soul::new();
    soul.write("memory/2026-02-01.md", "## 10:00 | fact\n会议在星期三下午，地点是上海办公室。\n");
    soul.write("memory/2026-02-02.md", "## 10:00 | fact\n母の誕生日に花束を贈る予定です。\n");
    soul.write("memory/2026-02-03.md", "## 10:00 | fact\n할머니는 부산에서 김치를 만드신다.\n");
    soul.write("memory/2026-02-04.md", "## 10:00 | fact\n我们用 PostgreSQL 存储订单，每晚备份。\n");
    for (query, path) in
        [("上海", "02-01"), ("花束", "02-02"), ("부산", "02-03"), ("备份", "02-04"), ("PostgreSQL 订单", "02-04")]
    {
        let text = soul.in_ws(&["recall", query, "-n", "1"]);
        assert!(text.starts_with(&format!("1. memory/2026-{path}.md:2")), "{query}: {text}");
    }
}

#[test]
fn nothing_relevant_is_said_and_is_no_error() {
    let soul = Soul::new();
    let text = soul.in_ws(&["recall", "capital of Mongolia"]);
    assert!(text.contains("checked, but not sure"), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&soul.in_ws(&["recall", "capital of Mongolia", "--json"])).unwrap();
    assert_eq!(json["hits"], serde_json::json!([]));
    assert_eq!(json["confidence"], "nothing");
}

#[test]
fn a_group_finds_its_room_and_nothing_private() {
    let soul = Soul::new();
    soul.write("MEMORY.md", "## Critical Facts\n- The alarm code word is coremark\n");
    soul.write(
        "memory/2026-02-02.md",
        "## 10:00 | fact\nThe alarm code word is privatemark\n\n## 11:00 | fact | scope:room:dev\nThe alarm code word is devmark\n",
    );
    let text = soul.in_ws(&["recall", "alarm code word", "--session", "group", "--room", "dev", "--min-score", "0"]);
    assert!(text.contains("devmark") && !text.contains("coremark") && !text.contains("privatemark"), "{text}");
    let text = soul.in_ws(&["recall", "alarm code word", "--session", "subagent", "--min-score", "0"]);
    assert!(!text.contains("mark"), "{text}");
}

#[test]
fn status_and_rebuild_say_what_there_is() {
    let soul = Soul::new();
    soul.write("memory/2026-02-02.md", "## 10:00 | fact\nThe kayak is in the shed.\n");
    let status: serde_json::Value = serde_json::from_str(&soul.in_ws(&["memory", "status", "--json"])).expect("JSON");
    assert!(status["entries"].as_u64().is_some_and(|n| n >= 1), "{status}");
    assert!(status["commit"].is_string());
    assert!(soul.in_ws(&["memory", "status", "--deep"]).contains("exactly what the files say"));
    soul.write("memory/2026-02-02.md", "## 10:00 | fact\nThe kayak is on the lake.\n");
    let done = soul.run(&["-C", "ws", "memory", "status", "--deep"]);
    assert_eq!(done.status.code(), Some(8), "{}", String::from_utf8_lossy(&done.stdout));
    assert!(soul.in_ws(&["memory", "rebuild"]).contains("indexed"));
    assert!(soul.in_ws(&["recall", "kayak"]).contains("on the lake"));
}

#[test]
fn used_results_are_noted_and_only_when_asked() {
    let soul = Soul::new();
    soul.write("memory/2026-02-02.md", "## 10:00 | fact\nThe kayak is in the shed.\n");
    let noted = || {
        let all = walk(&soul.dir.path().join("soulfile/state"));
        all.iter().find(|path| path.ends_with("access.jsonl")).map(|path| fs::read_to_string(path).unwrap())
    };
    soul.in_ws(&["recall", "kayak"]);
    assert_eq!(noted(), None);
    soul.in_ws(&["recall", "kayak", "--used"]);
    assert!(noted().is_some_and(|text| text.contains("episode:2026-02-02:10:00")));
}

fn walk(dir: &std::path::Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { out.extend(walk(&path)) } else { out.push(path) }
    }
    out
}

#[test]
fn retrieval_is_evaluated_from_files() {
    let soul = Soul::new();
    let file = |name: &str, text: &str| {
        let path = soul.dir.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let docs = file(
        "docs.jsonl",
        "{\"id\":\"a\",\"text\":\"I adopted a greyhound\",\"speaker\":\"Ann\"}\n{\"id\":\"b\",\"text\":\"The boiler broke\"}\n",
    );
    let cases = file(
        "cases.jsonl",
        "{\"case\":\"c\",\"docs\":[{\"id\":\"a\",\"date\":\"2026-01-01T10:00\"},{\"id\":\"b\",\"date\":\"2026-01-02T10:00\"}],\"queries\":[{\"id\":\"q\",\"text\":\"Which dog did Ann adopt?\"}]}\n",
    );
    let qrels = file("qrels.jsonl", "{\"case\":\"c\",\"id\":\"q\",\"relevant\":[\"a\"]}\n");
    let plain = soul.say(&["eval", "retrieval", "--docs", &docs, "--cases", &cases, "--k", "5"]);
    let line: serde_json::Value = serde_json::from_str(plain.lines().next().unwrap()).unwrap();
    assert_eq!(
        (line["case"].as_str(), line["id"].as_str(), line["ranked"][0].as_str()),
        (Some("c"), Some("q"), Some("a"))
    );
    let figures = soul.say(&[
        "eval",
        "retrieval",
        "--docs",
        &docs,
        "--cases",
        &cases,
        "--qrels",
        &qrels,
        "--figures",
        "--system",
        "all",
    ]);
    for system in ["tfidf", "keyword", "vector", "full"] {
        assert!(figures.contains(system), "{figures}");
    }
    assert!(figures.contains("MRR 1.000"), "{figures}");
}
