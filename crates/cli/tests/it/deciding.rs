//! Deciding: what only a person does, at a terminal, with a person's token, or with the passphrase of the lock.

use std::process::Command;

use serde_json::{Value, json};

use crate::run::{Run, Sandbox};
use crate::serve::{RunningGateway, token};

const PASSPHRASE: &str = "seven purple herons";

/// A workspace in which something waits for every kind of decision.
fn undecided() -> Sandbox {
    let s = Sandbox::new();
    s.write(
        "memory/episodes/2026-02-01.md",
        "# 2026-02-01 — Episode Log\n\n## 09:00 | fact | confidence:high | source:conversation\nAlice leads project Heron.\n",
    );
    s.soul(["remember", "I prefer tea over coffee"]).ok();
    s.soul(["proposals", "add", "Ana works at Initech.", "--from", "researcher"]).ok();
    s.append("SOUL.md", "\n- A line from outside.\n");
    s.soul(["reflect"]).ok();
    assert_eq!(s.soul(["alerts", "--json"]).ok().json().as_array().unwrap().len(), 1);
    s
}

/// Every decision there is to take.
fn decisions(s: &Sandbox) -> Vec<Vec<String>> {
    let core = s.soul(["core", "show", "--json"]).ok().json().to_string();
    let at = core.find("core:").expect("a line of core memory");
    let id: String = core[at..].chars().take_while(|c| *c != '"').collect();
    [
        "alerts ack all",
        "reflect approve",
        "reflect reject",
        "proposals commit 1",
        "proposals reject 1",
        "audit trust 1f0c9a2b",
        &format!("pin {id}"),
        &format!("unpin {id}"),
        "forget tea --permanently --purge-history --yes",
    ]
    .iter()
    .map(|line| line.split(' ').map(str::to_owned).collect())
    .collect()
}

fn files(s: &Sandbox) -> Vec<(String, Vec<u8>)> {
    Sandbox::snapshot(&s.ws(), &[".git"])
}

#[test]
fn without_a_terminal_nothing_is_decided() {
    let s = undecided();
    let before = files(&s);
    for decision in decisions(&s) {
        let run = s.unattended(&decision).code(6);
        assert!(run.err.contains("a person's to decide"), "{decision:?}: {}", run.err);
    }
    // A no is a no, and what would happen was shown whole.
    s.typed("n\n", ["proposals", "commit", "1"]).code(6).tells("Ana works at Initech.").tells("Commit it?");
    s.typed("n\n", ["alerts", "ack", "all"]).code(6).tells("A line from outside.");
    s.typed("n\n", ["reflect", "approve"]).code(6).tells("Alice leads project Heron");
    assert_eq!(files(&s), before);
    // What can be undone asks nobody.
    s.unattended(["rollback", "--last", "--yes"]).ok();
    s.typed("y\n", ["alerts", "ack", "all"]).ok();
    s.typed("y\n", ["proposals", "commit", "1"]).ok();
}

#[test]
fn a_script_decides_once_a_person_has_said_so() {
    let s = undecided();
    s.unattended(["config", "set", "approvals.terminal", "false"]).code(6).tells("a person's to set");
    // Somebody who can write the file is told of, and gains nothing.
    s.configure("{ approvals: { terminal: false } }");
    s.unattended(["proposals", "reject", "1"]).code(6);
    s.unattended(["alerts", "ack", "config"]).code(6);
    s.typed("y\n", ["alerts", "ack", "config"]).ok();
    s.unattended(["proposals", "reject", "1"]).ok();
    s.unattended(["alerts", "ack", "all"]).ok();
}

#[test]
fn a_configuration_that_nobody_knows_lets_nobody_decide() {
    let s = undecided();
    let other = s.dir().join("other.json5");
    std::fs::write(&other, "{ approvals: { terminal: false } }").expect("a file");
    let other = other.to_str().expect("text");
    let before = files(&s);
    let refused = || {
        for decision in decisions(&s) {
            let flag = ["--config".to_owned(), other.to_owned()];
            s.unattended([&flag, &decision[..]].concat()).code(6);
        }
    };
    refused();
    // Nor once it was looked at, or another of its keys was set.
    s.unattended(["--config", other, "alerts"]).ok().says("nobody has said that it may");
    s.unattended(["--config", other, "config", "set", "user.name", "Mal"]).ok();
    refused();
    // Nor where the note on the home's own file is gone.
    s.configure("{ approvals: { terminal: false } }");
    let _ = std::fs::remove_dir_all(s.home().join(".soulfile/state/.config"));
    s.unattended(["alerts"]).ok();
    for decision in decisions(&s) {
        s.unattended(&decision).code(6);
    }
    assert_eq!(files(&s), before);
}

#[test]
fn with_the_lock_nothing_is_decided_without_its_passphrase() {
    let s = undecided();
    s.soul(["lock", "status"]).ok().says("is off");
    s.unattended(["lock", "set"]).code(6);
    s.typed("seven purple herons\nseven purple heron\n", ["lock", "set"]).code(4).tells("differ");
    let twice = format!("{PASSPHRASE}\n{PASSPHRASE}\n");
    s.typed(&twice, ["lock", "set"]).ok().hides(PASSPHRASE);
    s.soul(["lock", "status"]).ok().says("is set since");
    let before = files(&s);
    // A configuration that lets scripts decide does not open it, nor does a yes.
    s.unattended(["config", "set", "approvals.terminal", "false"]).code(6);
    for decision in decisions(&s) {
        s.unattended(&decision).code(6).hides(PASSPHRASE);
    }
    s.typed("y\n", ["alerts", "ack", "all"]).code(6).tells("not the passphrase");
    let served = RunningGateway::start(&s);
    let person = token(&s);
    let ask = |path: &str, headers: &str, body: Value| served.ask("POST", path, &person, headers, &body);
    let (status, _, said) = ask("{ws}/alerts/all/acknowledge", "", Value::Null);
    assert_eq!(status, 403, "{said}");
    assert!(said.to_string().contains("passphrase"), "{said}");
    assert_eq!(ask("{ws}/lock/open", "", json!({ "passphrase": "not the one" })).0, 403);
    assert_eq!(files(&s), before);

    // With it: from a descriptor, typed, over HTTP and in a conversation.
    let file = s.dir().join("passphrase");
    std::fs::write(&file, format!("{PASSPHRASE}\n")).unwrap();
    let mut shell = s.hermetic(Command::new("sh"));
    let line = "\"$0\" -C \"$1\" proposals reject 1 --passphrase-fd 3 3<\"$2\"";
    shell.args(["-c", line]).arg(env!("CARGO_BIN_EXE_soul")).arg(s.ws()).arg(&file);
    Run::unattended(shell).ok();
    std::fs::remove_file(&file).unwrap();
    let (status, _, opened) = ask("{ws}/lock/open", "", json!({ "passphrase": PASSPHRASE }));
    assert_eq!(status, 200, "{opened}");
    let header = format!("soul-unlock: {}\r\n", opened["unlock"].as_str().unwrap());
    assert_eq!(ask("{ws}/alerts/all/acknowledge", "soul-unlock: soul_unlock_00\r\n", Value::Null).0, 403);
    assert_eq!(ask("{ws}/alerts/all/acknowledge", &header, Value::Null).0, 200);
    drop(served);
    let mut chat = s.chat::<&str>([]);
    assert!(chat.say("/reject").contains("passphrase"), "{}", chat.shown);
    chat.keys("/unlock\r");
    chat.until("Passphrase of the approval lock: ");
    chat.keys(&format!("{PASSPHRASE}\r"));
    assert!(chat.until_prompt().contains("Unlocked"), "{}", chat.shown);
    assert!(chat.say("/reject").contains("Rejected"), "{}", chat.shown);
    assert!(!chat.shown.contains(PASSPHRASE), "{}", chat.shown);
    chat.leave("/quit\r");

    // It lies nowhere, and it is needed to take the lock off.
    for (name, bytes) in [s.ws(), s.home()].iter().flat_map(|dir| Sandbox::snapshot(dir, &[])) {
        assert!(!bytes.windows(PASSPHRASE.len()).any(|w| w == PASSPHRASE.as_bytes()), "{name}");
    }
    s.typed("no idea at all\n", ["lock", "off"]).code(6);
    s.typed(&format!("{PASSPHRASE}\n{PASSPHRASE}!\n{PASSPHRASE}!\n"), ["lock", "change"]).ok();
    s.typed(&format!("{PASSPHRASE}!\n"), ["lock", "off"]).ok();
    s.soul(["lock", "status"]).ok().says("is off");
}

#[test]
fn guessing_the_passphrase_has_to_wait() {
    let s = Sandbox::new();
    s.typed(&format!("{PASSPHRASE}\n{PASSPHRASE}\n"), ["lock", "set"]).ok();
    for guess in 0..5 {
        s.typed(&format!("guess number {guess}\n"), ["lock", "off"]).code(6).tells("not the passphrase");
    }
    // The right one waits, too, whatever the clock that programs may set says.
    s.at("2030-01-01T00:00:00Z");
    s.typed(&format!("{PASSPHRASE}\n"), ["lock", "off"]).code(6).tells("may be tried in");
    s.soul(["lock", "status"]).ok().says("5 wrong passphrases").says("may be tried in");
}

#[test]
fn whoever_decides_sees_every_character() {
    let s = undecided();
    // "ignore" in tag characters, a zero-width space and a reversed direction.
    let hidden = "Bea likes figs.\u{e0069}\u{e0067}\u{e006e} \u{200b}\u{202e}";
    s.soul(["proposals", "add", hidden, "--from", "researcher"]).ok();
    s.append("SOUL.md", &format!("\n- {hidden}\n"));
    s.soul(["alerts"]).ok();
    let spelled = ["⟨U+E0069⟩", "⟨U+200B⟩", "⟨U+202E⟩"];
    let all_spelled = |text: &str| {
        assert!(spelled.iter().all(|name| text.contains(name)), "{text}");
        assert!(!text.contains(['\u{e0069}', '\u{200b}', '\u{202e}']), "{text}");
    };
    all_spelled(&s.soul(["proposals", "show", "2"]).ok().out);
    all_spelled(&s.soul(["proposals", "list"]).ok().out);
    all_spelled(&s.soul(["alerts"]).ok().out);
    all_spelled(&s.typed("n\n", ["proposals", "commit", "2"]).err);
    all_spelled(&s.typed("n\n", ["alerts", "ack", "all"]).err);
    let served = RunningGateway::start(&s);
    let person = token(&s);
    for path in ["{ws}/proposals/2", "{ws}/alerts"] {
        let (_, _, body) = served.ask("GET", path, &person, "", &Value::Null);
        let shown = body.get("shown").or_else(|| body.as_array()?.last()?.get("shown"));
        all_spelled(shown.and_then(Value::as_str).unwrap_or_else(|| panic!("{path}: {body}")));
    }
    drop(served);
    let mut chat = s.chat::<&str>([]);
    all_spelled(&chat.say("/proposals 2"));
    chat.leave("/quit\r");
    // What does not show is not stored by approving it.
    s.soul(["proposals", "commit", "2"]).ok();
    let stored: String = files(&s)
        .iter()
        .filter(|(name, _)| name.ends_with(".md") && name != "SOUL.md")
        .map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned())
        .collect();
    assert!(stored.contains("Bea likes figs"), "{stored}");
    assert!(!stored.contains('\u{e0069}'), "{stored}");
}
