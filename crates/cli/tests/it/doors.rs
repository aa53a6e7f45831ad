//! Doors: who may come in, under which name, with what, and what is gone for good once it is forgotten.

use std::path::PathBuf;

use serde_json::json;

use crate::mcp::client::Client;
use crate::run::Sandbox;
use crate::serve::{RunningGateway, token};

#[test]
fn a_group_without_a_room_and_a_padded_room_are_refused_at_every_door() {
    let s = Sandbox::new();
    let agent = s.soul(["identity", "--json"]).ok().json()["agent"].as_str().unwrap().to_owned();
    let before = Sandbox::snapshot(&s.ws(), &[".git"]);
    for room in [&[][..], &["--room", "dev "], &["--room", " "], &["--room", "de\u{200b}v"], &["--room", "a|b"]] {
        let group: Vec<&str> = ["--session", "group"].iter().chain(room).copied().collect();
        for door in
            [&["chat"][..], &["context"], &["recall", "tea"], &["mcp"], &["serve", "token", "create", "--for", &agent]]
        {
            let args: Vec<&str> = door.iter().chain(&group).copied().collect();
            let run = s.soul(&args).code(4);
            assert!(run.err.contains("room"), "{args:?}: {}", run.err);
        }
    }
    s.soul(["serve", "token", "create", "--for", &agent, "--session", "main", "--user", "ana "]).code(4);
    s.soul(["serve", "token", "create", "--for", &agent, "--session", "group", "--room", "dev"]).ok();
    assert_eq!(Sandbox::snapshot(&s.ws(), &[".git"]), before);
}

#[test]
fn a_credential_is_refused_wherever_it_stands() {
    let s = Sandbox::new();
    let key = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    let notes = s.dir().join("notes");
    std::fs::create_dir(&notes).unwrap();
    std::fs::write(notes.join(format!("{key}.md")), "An ordinary note on tea.\n").unwrap();
    std::fs::write(notes.join("tagged.md"), format!("---\ntags: [{key}]\n---\nAn ordinary note on bread.\n")).unwrap();
    std::fs::write(notes.join("plain.md"), "An ordinary note on jam.\n").unwrap();
    s.soul(["import", notes.to_str().unwrap()]).ok().says("credential");
    let folder = s.dir().join(key);
    std::fs::rename(&notes, &folder).unwrap();
    s.soul(["import", folder.to_str().unwrap()]).code(6).tells("credential");
    let seed = "legal winner thank year wave sausage worth useful legal winner thank yellow";
    for args in [
        &["remember", "I like tea", "--source", key][..],
        &["remember", "I like tea", "--tags", key],
        &["remember", "I like tea", "--scope", &format!("room:{key}")],
        &["remember", &format!("my wallet: {seed}")],
        &["remember", "the password for root@db.example.com is Tr0ub4dor&3x"],
        &["remember", "8f14e45fceea167a5a36dedd4bea2543e9f0a1b2 is the signing secret"],
        &["remember", "my pin is four seven one nine"],
        &["remember", "the key is ghp_16C7e42F292c\n6912E7710c838347Ae178B4a"],
        &["remember", "my social security number is 219-09-9999"],
        &["proposals", "add", "I like tea", "--from", key],
        &["context", "--session-id", key],
        &["recall", "tea", "--session", "group", "--room", key],
        &["setup", "--yes", "--user-name", key],
        &["setup", "--yes", "--agent-name", key],
    ] {
        let run = s.soul(args);
        assert_ne!(run.code, 0, "{args:?}: {}", run.out);
    }
    for (name, bytes) in [s.ws(), s.home()].iter().flat_map(|dir| Sandbox::snapshot(dir, &[])) {
        let text = String::from_utf8_lossy(&bytes);
        for secret in [key, "6912E7710c838347Ae178B4a", "sausage", "Tr0ub4dor", "8f14e45fceea", "219-09-9999"] {
            assert!(!text.contains(secret) && !name.contains(secret), "{secret} in {name}");
        }
    }
    assert!(!s.git(["log", "--all", "-p"]).contains("ghp_"));
}

/// What gives access, in ways people write it down, and a part of each that must be nowhere afterwards.
const ACCESS: [(&str, &str); 9] = [
    ("my wallet: legal winner thank year wave sausage worth useful legal winner thank yellow", "sausage worth"),
    ("the password for root@db.example.com is Tr0ub4dor&3x", "Tr0ub4dor"),
    ("8f14e45fceea167a5a36dedd4bea2543e9f0a1b2 is the signing secret", "8f14e45fceea"),
    ("my pin is four seven one nine", "four seven one"),
    ("the key is ghp_ 16C7 e42F 292c 6912 E771 0c83 8347 Ae17 8B4a", "8347 Ae17"),
    ("the signing secret is 8f14 e45f ceea 167a 5a36 dedd 4bea 2543 e9f0 a1b2", "4bea 2543"),
    ("google app password: kqxz wmrv tbnh jpfd", "wmrv tbnh"),
    ("my social security number is 219-09-9999", "219-09-9999"),
    ("2fa backup codes: 4821-3377, 9021-8845, 1102-9384", "9021-8845"),
];

#[test]
fn what_gives_access_is_kept_at_no_door() {
    let s = Sandbox::new();
    let served = RunningGateway::start(&s);
    let person = token(&s);
    let mut mcp = Client::start(&s, &["--profile", "full"]);
    let mut chat = s.chat::<&str>([]);
    chat.say("/later");
    let notes = s.dir().join("notes");
    std::fs::create_dir(&notes).unwrap();
    for (number, (text, _)) in ACCESS.iter().enumerate() {
        s.soul(["remember", text]).code(6);
        s.soul(["proposals", "add", text, "--from", "scout"]).code(6);
        for command in ["memory_write", "memory_propose"] {
            mcp.refused(command, json!({ "content": text }));
        }
        let answer = served.ask("POST", "{ws}/remember", &person, "", &json!({ "text": text }));
        assert_ne!(answer.0, 200, "{text}: {answer:?}");
        chat.say(&format!("remember that {text}"));
        chat.say(text);
        std::fs::write(notes.join(format!("{number}.md")), format!("# Note\n\n{text}\n")).unwrap();
    }
    chat.leave("/quit\r");
    s.soul(["import", notes.to_str().unwrap()]);
    drop((mcp, served));
    for (text, part) in ACCESS {
        assert_eq!(traces(&s, part, true), Vec::<String>::new(), "{text}");
    }
}

/// Everything below the workspace and the home that holds a text, git objects unpacked.
fn traces(s: &Sandbox, text: &str, history: bool) -> Vec<String> {
    let holds = |bytes: &[u8]| bytes.windows(text.len()).any(|w| w.eq_ignore_ascii_case(text.as_bytes()));
    let dirs: [PathBuf; 2] = [s.ws(), s.home()];
    let mut found: Vec<String> = dirs
        .iter()
        .flat_map(|dir| Sandbox::snapshot(dir, &[".git"]))
        // Derived from the history, which is only rewritten by a purge.
        .filter(|(name, _)| history || name != "memory/meta/audit.log")
        .filter(|(name, bytes)| holds(bytes) || holds(name.as_bytes()))
        .map(|(name, _)| name)
        .collect();
    if history {
        let mut git = s.hermetic(std::process::Command::new("git"));
        git.args(["cat-file", "--batch-all-objects", "--batch"]).current_dir(s.ws());
        found.extend(holds(&git.output().unwrap().stdout).then(|| "git objects".to_owned()));
        found.extend(
            Sandbox::snapshot(&s.ws().join(".git"), &[])
                .into_iter()
                .filter(|(_, bytes)| holds(bytes))
                .map(|(name, _)| name),
        );
    }
    found
}

#[test]
fn what_is_forgotten_for_good_is_nowhere_on_the_disk() {
    let s = Sandbox::new();
    for (word, thorough) in [("quokka", &["--permanently"][..]), ("wombat", &["--permanently", "--purge-history"])] {
        let mut chat = s.chat::<&str>([]);
        chat.say("/later");
        chat.say(&format!("hey, remember that Zoltan keeps a {word} in his garden, would you?"));
        chat.say(&format!("what does Zoltan keep, a {word}?"));
        chat.leave("/quit\r");
        s.soul(["recall", word]).ok();
        assert!(!traces(&s, word, true).is_empty(), "{word} was stored, or the search proves nothing");
        let args: Vec<&str> = ["forget", word].iter().chain(thorough).chain(&["--yes"]).copied().collect();
        s.soul(&args).ok();
        assert_eq!(traces(&s, word, thorough.len() > 1), Vec::<String>::new(), "{word}");
        s.soul(["recall", word]).ok().hides("Zoltan keeps");
    }
}
