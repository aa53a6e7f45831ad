//! Pain 7: private memory leaks to groups, other users, other agents.

use std::io::Write;
use std::process::{Command, Stdio};

use soulfile_testkit::leaks::{self, Viewer};

use crate::help::VERBS;
use crate::run::{self, Sandbox};

/// A workspace in which every private text holds a canary of its own.
fn planted() -> Sandbox {
    let s = Sandbox::new();
    s.write("USER.md", "# User\nleak-user\n");
    s.write("MEMORY.md", "# Memory\nleak-core\n");
    s.write("HEARTBEAT.md", "- leak-heartbeat\n");
    s.write("BOOT.md", "- leak-boot\n");
    s.write(
        "users/anna.md",
        "# Anna\nleak-anna-private\n\n## Shareable\nanna-likes-tea\n\n## Private\nleak-anna-after\n",
    );
    s.write("users/bob.md", "# Bob\nleak-bob\n");
    s.write("rooms/ops.md", "leak-room-ops\n");
    s.write(
        "memory/episodes/2026-02-02.md",
        "leak-preamble\n\n## 09:00 | note\nleak-unscoped\n\n## 09:10 | note | scope:private\nleak-private\n\n\
         ## 09:20 | note | scope:user:bob\nleak-scoped-bob\n\n## 09:30 | note | scope:room:ops\nleak-scoped-ops\n\n\
         ## 09:40 | note | scope:room:dev\nfor-the-dev-room\n\n## a heading of mine\nleak-below-dev\n\n\
         ## 09:50 | note | scope:room:dev | scope:private\nleak-two-scopes\n\n```\n## 10:00 | note | scope:room:dev\nleak-in-a-fence\n",
    );
    s.write("memory/2026-02-01-slug.md", "leak-slug\n");
    for file in [
        "memory/vault/pin.md",
        "memory/graph/entities/person--anna.md",
        "memory/meta/pending-memories.md",
        "bank/page.md",
    ] {
        s.write(file, format!("leak-{}\n", file.replace(['/', '.'], "-")));
    }
    s.append("SOUL.md", "\n");
    s
}

#[test]
fn no_private_text_reaches_a_group_a_stranger_or_a_sub_agent() {
    let s = planted();
    for args in [
        &["--session", "group", "--room", "dev"][..],
        &["--session", "group", "--room", "dev", "--user", "anna"],
        &["--session", "group", "--room", "dev", "--user", "mallory"],
        &["--session", "group", "--room", "DEV"],
        &["--session", "group", "--room", "../users/anna"],
        &["--session", "subagent"],
        &["--session", "subagent", "--room", "ops", "--user", "bob"],
        &["--session", "subagent", "--as", "unknown"],
        &["--session", "group", "--room", "dev", "--as", "main"],
    ] {
        for mode in [&[][..], &["--json"], &["--report"]] {
            let run = s.soul([&["context"], args, mode].concat()).ok();
            assert!(!run.out.contains("leak-"), "{args:?} {mode:?}:\n{}", run.out);
            assert!(!run.out.contains("Alert:"), "{args:?}: notices are for private sessions");
        }
    }
    s.soul(["context", "--session", "group", "--room", "dev", "--user", "anna"])
        .ok()
        .says("for-the-dev-room")
        .says("anna-likes-tea");
}

#[test]
fn one_persons_entries_stay_out_of_anothers_conversation() {
    let s = planted();
    s.soul(["context", "--user", "anna"]).ok().says("leak-anna-private").hides("leak-bob").hides("leak-scoped-bob");
    s.soul(["context", "--user", "bob"]).ok().says("leak-scoped-bob").hides("leak-anna");
}

#[test]
fn another_agents_workspace_is_out_of_reach() {
    let s = Sandbox::empty();
    s.configure("{ agents: { list: [ { id: 'aria' }, { id: 'nova', access: { files: ['../aria/MEMORY.md', '/etc/passwd', '*.md'] } } ] } }");
    for id in ["aria", "nova"] {
        s.plain(["setup", "--yes", "-a", id]).ok();
        std::fs::write(s.home().join(format!(".soulfile/workspace/{id}/MEMORY.md")), format!("only-for-{id}\n"))
            .unwrap();
    }
    for args in [&["context"][..], &["context", "--session", "subagent", "--as", "nova"]] {
        s.plain([args, &["-a", "nova"]].concat()).ok().hides("only-for-aria").hides("root:x:0");
    }
}

/// Verbs that act for a session; `chat` and `mcp` have leak tests of their own, and `connect` writes the session of the
/// hooks, which are tried below.
const FOR_A_SESSION: [&str; 6] = ["ask", "chat", "connect", "context", "recall", "mcp"];

#[test]
fn every_verb_that_acts_for_a_session_is_tried() {
    let s = Sandbox::empty();
    for verb in VERBS {
        let help = s.plain([verb, "--help"]).ok().out;
        let acts = help.contains("The kind of session");
        assert_eq!(acts, FOR_A_SESSION.contains(verb), "{verb}:\n{help}");
    }
}

#[test]
fn recall_and_context_show_a_session_its_own_and_nothing_else() {
    const DAY: &str = "2026-02-02";
    let s = run::planted(DAY);
    for (args, viewer) in [
        (&[][..], Viewer::Main(None)),
        (&["--user", "alice"], Viewer::Main(Some("alice"))),
        (&["--session", "group", "--room", "dev"], Viewer::Group(Some("dev"), None)),
        (&["--session", "group", "--room", "ops", "--user", "bob"], Viewer::Group(Some("ops"), Some("bob"))),
        (&["--session", "subagent"], Viewer::Nobody),
        (&["--session", "subagent", "--as", "unknown"], Viewer::Nobody),
    ] {
        let mut all = String::new();
        let mut take = |verb: &[&str]| {
            let run = s.soul([verb, args].concat());
            all += &(run.out + &run.err);
        };
        take(&["context"]);
        take(&["context", "--report"]);
        take(&["ask", "what do you know?"]);
        for more in [&[][..], &["--explain"], &["--include-archived", "--include-dormant"], &["--as-of", DAY]] {
            take(&[&["recall", leaks::TOPIC, "--limit", "20", "--json"], more].concat());
        }
        let event =
            serde_json::json!({ "session_id": "s1", "prompt": format!("what about {}?", leaks::TOPIC) }).to_string();
        for moment in ["session-start", "prompt"] {
            let mut hook = s.command();
            hook.arg("-C").arg(s.ws()).args(["hook", moment, "--host", "claude-code"]).args(args);
            all += &with_input(hook, &event);
        }
        let seen = leaks::found_in(&all);
        assert!(seen.is_subset(&viewer.sees()), "{args:?}: {seen:?}");
        if viewer == Viewer::Main(None) {
            assert!(seen.contains("coremark") && seen.contains("episodemark"), "the test would notice: {seen:?}");
        }
    }
}

/// What a hook prints when its host sends `event`.
fn with_input(mut hook: Command, event: &str) -> String {
    let mut child =
        hook.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the hook starts");
    child.stdin.take().expect("a pipe").write_all(event.as_bytes()).expect("sent");
    let done = child.wait_with_output().expect("the hook ends");
    format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr))
}
