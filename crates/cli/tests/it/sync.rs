use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::Sandbox;

fn git(args: &[&str]) -> String {
    let run =
        Command::new("git").args(args).env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null").output();
    let run = run.unwrap();
    assert!(run.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// A bare repository beside a home.
fn remote(s: &Sandbox) -> String {
    let dir = s.dir().join("remote.git");
    git(&["init", "--quiet", "--bare", "--initial-branch=main", dir.to_str().unwrap()]);
    format!("file://{}", dir.display())
}

/// A second machine: a home of its own with a clone, each trusting the other's key.
fn second(s: &Sandbox, remote: &str) -> Sandbox {
    let other = Sandbox::empty();
    git(&["clone", "--quiet", remote, other.ws().to_str().unwrap()]);
    other.at(&s.now().to_string());
    let key = |s: &Sandbox| s.state().join("audit.key").to_str().unwrap().to_owned();
    other.soul(["setup", "--yes", "--user-name", "Sam", "--timezone", "Europe/Berlin"]).ok();
    other.soul(["audit", "trust", "--key-file", &key(s)]).ok();
    s.soul(["audit", "trust", "--key-file", &key(&other)]).ok();
    other
}

fn sync(s: &Sandbox) -> serde_json::Value {
    s.soul(["sync", "--json"]).ok().json()
}

fn write(s: &Sandbox, path: &str, text: &str) {
    let path = s.ws().join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<(String, Vec<u8>)> = Sandbox::snapshot(dir, &[]).into_iter().collect();
    all.retain(|(path, _)| !path.starts_with(".git/") && path != "memory/meta/audit.log");
    all
}

fn whole(s: &Sandbox) {
    s.assert_clean();
    s.soul(["audit", "verify"]).ok();
    let path: PathBuf = s.ws();
    assert_eq!(git(&["-C", path.to_str().unwrap(), "status", "--porcelain"]), "");
    git(&["-C", path.to_str().unwrap(), "fsck", "--no-dangling", "--no-progress"]);
    for (path, bytes) in files(&s.ws()) {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("<<<<<<<") && !text.contains(">>>>>>>"), "{path} holds marks of a conflict");
    }
}

const ANA: &str = "memory/graph/entities/person--ana.md";

#[test]
fn two_machines_edited_apart_for_a_month_come_together() {
    let a = Sandbox::new();
    write(&a, "MEMORY.md", "# Memory\n\n## Critical Facts\n- Lives in Bonn\n- Likes tea\n");
    write(&a, ANA, "# person--ana\n\n## Facts\n- Plays chess <!-- id:f1 -->\n");
    a.soul(["remember", "The boat is called Heron."]).ok();
    let remote = remote(&a);
    a.soul(["sync", &remote]).ok().says("sent");
    let b = second(&a, &remote);
    b.soul(["sync", &remote]).ok();
    a.soul(["sync"]).ok();

    for day in 3..=31 {
        for (s, name, minute) in [(&a, "anchor", 10), (&b, "beacon", 5)] {
            s.at(&format!("2026-03-{day:02}T10:{minute:02}:00Z"));
            s.soul(["remember", &format!("The {name} of day {day} is number {}.", day * 7)]).ok();
        }
    }
    write(&a, "MEMORY.md", "# Memory\n\n## Critical Facts\n- Lives in Berlin\n- Likes tea\n- Has a dog\n");
    write(&b, "MEMORY.md", "# Memory\n\n## Critical Facts\n- Lives in Paris\n- Likes tea\n- Has a cat\n");
    write(&a, ANA, "# person--ana\n\n## Facts\n- Plays chess <!-- id:f1 -->\n- Lives in Oslo <!-- id:f2 -->\n");
    write(&b, ANA, "# person--ana\n\n## Facts\n- Plays chess <!-- id:f1 -->\n- Keeps bees <!-- id:f2 -->\n");
    write(&b, "memory/procedures/tea.md", "# Tea\n\nWater first.\n");

    b.at("2026-04-01T09:00:00Z");
    a.at("2026-04-01T09:00:00Z");
    let sent = sync(&b);
    assert_eq!((sent["taken"].as_u64(), sent["sent"].as_bool()), (Some(0), Some(true)), "{sent}");
    let dry = a.soul(["sync", "--dry-run", "--json"]).ok().json();
    let before = files(&a.ws());
    assert!(dry["taken"].as_u64().unwrap() >= 30, "{dry}");
    assert_eq!(before, files(&a.ws()));
    let took = sync(&a);
    assert!(took["taken"].as_u64().unwrap() >= 30 && took["sent"] == true, "{took}");
    assert!(!took["proposals"].as_array().unwrap().is_empty(), "{took}");
    let back = sync(&b);
    assert!(back["taken"].as_u64().unwrap() >= 30, "{back}");
    // Both hold the same, and there is nothing more to say.
    assert_eq!(files(&a.ws()), files(&b.ws()));
    for s in [&a, &b] {
        let again = sync(s);
        assert_eq!((again["sent"].as_bool(), again["files"].as_array().unwrap().len()), (Some(false), 0), "{again}");
        whole(s);
        let core = s.text("MEMORY.md");
        for line in ["- Lives in Berlin\n", "- Has a dog\n", "- Has a cat\n", "- Likes tea\n"] {
            assert!(core.contains(line), "{line}{core}");
        }
        assert!(s.text("memory/meta/pending-memories.md").contains("Lives in Paris"));
        let ana = s.text(ANA);
        for fact in ["Plays chess <!-- id:f1", "Lives in Oslo <!-- id:f2", "Keeps bees <!-- id:f3"] {
            assert!(ana.contains(fact), "{fact}\n{ana}");
        }
        assert_eq!(s.text("memory/procedures/tea.md"), "# Tea\n\nWater first.\n");
        let mut lost = Vec::new();
        for day in 3..=31 {
            let log = s.text(&format!("memory/episodes/2026-03-{day:02}.md"));
            let place = |name: &str| log.find(&format!("The {name} of day {day} is number {}.", day * 7));
            match (place("beacon"), place("anchor")) {
                (Some(first), Some(second)) => assert!(first < second, "day {day} is not in order\n{log}"),
                _ => lost.push(day),
            }
        }
        assert_eq!(lost, [0; 0]);
        s.soul(["recall", "beacon of day 17"]).ok().says("119");
    }
}

#[test]
fn what_another_key_wrote_comes_in_only_once_it_is_trusted() {
    let a = Sandbox::new();
    let remote = remote(&a);
    a.soul(["sync", &remote]).ok();
    let b = Sandbox::empty();
    b.at(&a.now().to_string());
    git(&["clone", "--quiet", &remote, b.ws().to_str().unwrap()]);
    b.soul(["setup", "--yes"]).ok();
    b.soul(["remember", "The heron nests in May."]).ok();
    b.soul(["sync", &remote]).ok();
    let before = files(&a.ws());
    let refused = a.soul(["sync"]);
    assert_ne!(refused.code, 0);
    assert!(refused.err.contains("soul audit trust"), "{}", refused.err);
    assert_eq!(files(&a.ws()), before);
    let keys = a.soul(["audit", "trust", "--json"]).ok().json();
    let key = keys[0]["id"].as_str().or(keys["keys"][0]["id"].as_str()).unwrap_or_else(|| panic!("{keys}"));
    a.soul(["audit", "trust", key]).ok();
    a.soul(["sync"]).ok();
    let day = a.now().to_string()[..10].to_owned();
    assert!(a.text(&format!("memory/episodes/{day}.md")).contains("heron"));
    a.soul(["audit", "verify"]).ok();
}

#[test]
fn nothing_planted_runs_and_no_address_is_an_option() {
    let s = Sandbox::new();
    let remote = remote(&s);
    let mark = s.dir().join("ran");
    let run = format!("touch {}", mark.display());
    let hooks = s.ws().join(".git/hooks");
    std::fs::create_dir_all(&hooks).unwrap();
    for hook in ["pre-push", "post-checkout", "reference-transaction", "post-merge"] {
        use std::os::unix::fs::PermissionsExt;
        std::fs::write(hooks.join(hook), format!("#!/bin/sh\n{run}\n")).unwrap();
        std::fs::set_permissions(hooks.join(hook), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let config = s.ws().join(".git/config");
    let planted = format!(
        "{}\n[core]\n\tfsmonitor = {run}\n\tsshCommand = {run}\n[remote \"x\"]\n\tuploadpack = {run}\n\treceivepack = {run}\n[url \"ext::{run}\"]\n\tinsteadOf = file://\n",
        std::fs::read_to_string(&config).unwrap()
    );
    std::fs::write(&config, planted).unwrap();
    s.soul(["sync", &remote]).ok();
    s.soul(["remember", "The ferry leaves at eight."]).ok();
    s.soul(["sync"]).ok();
    for address in ["--upload-pack=touch x", "ext::sh -c x", "-x", "http://example.com/a.git"] {
        assert_ne!(s.soul(["sync", "--", address]).code, 0, "{address}");
    }
    assert!(!mark.exists(), "something that was planted ran");
    // A remote that is new is a person's to name.
    let other = s.dir().join("other.git");
    git(&["init", "--quiet", "--bare", "--initial-branch=main", other.to_str().unwrap()]);
    assert_ne!(s.unattended(["sync", other.to_str().unwrap()]).code, 0);
    assert_eq!(git(&["-C", other.to_str().unwrap(), "for-each-ref"]), "");
}

#[test]
fn a_history_that_was_rewritten_is_not_merged_back() {
    let s = Sandbox::new();
    let remote = remote(&s);
    s.soul(["remember", "The code word is marzipan."]).ok();
    s.soul(["sync", &remote]).ok();
    let head = git(&["-C", s.ws().to_str().unwrap(), "rev-parse", "HEAD~1"]);
    git(&["-C", s.ws().to_str().unwrap(), "reset", "--quiet", "--hard", head.trim()]);
    let run = s.soul(["sync"]);
    assert_ne!(run.code, 0);
    assert!(run.err.contains("rewritten"), "{}", run.err);
}
