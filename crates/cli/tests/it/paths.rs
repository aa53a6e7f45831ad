//! Path attacks: several hundred spellings against every argument that names something in the
//! workspace. Nothing outside is read or changed, nothing below `.git` is reached.

use std::collections::BTreeSet;

use crate::run::Sandbox;

const CANARY: &str = "canary-5f1d0c";

/// Spellings of ways out, and of git's own directory.
fn attacks(s: &Sandbox) -> Vec<String> {
    let outside = s.dir().join("outside.md").display().to_string();
    let mut out = BTreeSet::new();
    let targets = ["outside.md", "home/.soulfile/soulfile.json5", "ws/../outside.md", "etc/passwd", "outside"];
    let ups = [
        "../",
        "../../",
        "./../",
        ".././",
        "..//",
        "/../",
        "../../../../../../../../",
        "....//",
        "..\\",
        "..%2f",
        "%2e%2e/",
        "..%252f",
        "..%c0%af",
        "memory/../../",
        "memory/../../../",
        "rooms/../../",
        "MEMORY.md/../../",
        "..;/",
        ".. /",
        " ../",
        "\u{2025}/",
        "\u{ff0e}\u{ff0e}/",
        "..\u{2215}",
        "..\u{2044}",
        "..\u{200b}/",
        "\u{feff}../",
        "~/",
        "~root/",
        "$HOME/",
        "${HOME}/",
        "file://",
        "file:///",
        "\\\\?\\",
        "C:\\",
        "C:/",
        "//",
        "///",
        "./",
        "././../",
    ];
    for up in ups {
        for target in targets {
            out.insert(format!("{up}{target}"));
        }
    }
    for git in [
        ".git",
        ".GIT",
        ".Git",
        "git~1",
        "GIT~1",
        ".git ",
        ".git.",
        ".g\u{200c}it",
        ".git\u{200b}",
        ".git::$DATA",
        "./.git",
        "memory/../.git",
    ] {
        for file in ["", "/", "/config", "/HEAD", "/hooks/pre-commit", "/objects", "/soulfile/journal", "\\config"] {
            out.insert(format!("{git}{file}"));
        }
    }
    for odd in [
        "",
        ".",
        "..",
        "/",
        "//",
        "\\",
        "*",
        "?",
        "-",
        "--",
        "--help",
        "-rf",
        "|",
        ";",
        "`id`",
        "$(id)",
        "&",
        "\n",
        "\t",
        "\r\n",
        "a\nb",
        "link.md",
        "linkdir/outside.md",
        "linkdir",
        "hard.md",
        "fifo.md",
        "CON",
        "NUL",
        "aux.md",
        "x:y",
        "a/./b",
        "a//b",
        "a/",
        "/a",
        "memory/link.md",
        "rooms",
        "memory",
        "audit.log",
        "memory/meta/audit.log",
        ".gitattributes",
        ".gitmodules",
        ".GITMODULES",
        "\u{202e}dm.YROMEM",
        "MEMORY.md\u{0301}",
        "ＭＥＭＯＲＹ.md",
        "memory.md ",
        "MEMORY.md.",
        "MEMORY.md/",
        "MEMORY.md/x",
    ] {
        out.insert(odd.to_owned());
    }
    for escape in ["\\0", "%00", "\u{1}", "\u{7f}", "\u{85}", "\u{2028}"] {
        out.insert(format!("MEMORY.md{escape}"));
        out.insert(format!("../outside.md{escape}"));
    }
    out.insert(outside.clone());
    out.insert(format!("{outside}/"));
    out.insert(format!("memory/{outside}"));
    out.insert("a/".repeat(600) + "x.md");
    out.insert("x".repeat(300));
    out.insert(format!("{}outside.md", "../".repeat(300)));
    for depth in 1..12 {
        out.insert(format!("{}outside.md", "../".repeat(depth)));
        out.insert(format!("{}{}", "x/../".repeat(depth), "../outside.md"));
    }
    out.into_iter().collect()
}

struct Trap {
    s: Sandbox,
    attacks: Vec<String>,
    outside: Vec<(String, Vec<u8>)>,
    inside: Vec<(String, Vec<u8>)>,
}

fn trap() -> Trap {
    let s = Sandbox::new();
    for file in ["outside.md", "outside", "home/outside.md"] {
        std::fs::write(s.dir().join(file), format!("{CANARY}\n## Shareable\n{CANARY}\n")).unwrap();
    }
    let way_out = s.dir().join("out");
    std::fs::create_dir(&way_out).unwrap();
    std::fs::write(way_out.join("outside.md"), CANARY).unwrap();
    for dir in ["", "memory/"] {
        std::os::unix::fs::symlink(s.dir().join("outside.md"), s.ws().join(format!("{dir}link.md"))).unwrap();
    }
    std::os::unix::fs::symlink(&way_out, s.ws().join("linkdir")).unwrap();
    std::os::unix::fs::symlink(&way_out, s.ws().join("rooms")).unwrap();
    std::os::unix::fs::symlink(&way_out, s.ws().join("users")).unwrap();
    std::fs::hard_link(s.dir().join("outside"), s.ws().join("hard.md")).unwrap();
    s.append("MEMORY.md", "- inside\n");
    s.soul(["audit", "log"]).ok();
    let attacks = attacks(&s);
    assert!(attacks.len() >= 300, "{} attacks", attacks.len());
    let (outside, inside) = (outside(&s), inside(&s));
    Trap { s, attacks, outside, inside }
}

fn outside(s: &Sandbox) -> Vec<(String, Vec<u8>)> {
    Sandbox::snapshot(s.dir(), &["ws", "home/.soulfile/state"])
}

fn inside(s: &Sandbox) -> Vec<(String, Vec<u8>)> {
    let except = [".git", "memory/meta/audit.log", "linkdir", "rooms", "users", "link.md", "memory/link.md"];
    Sandbox::snapshot(&s.ws(), &except)
}

impl Trap {
    /// Tries every spelling in the place of the last argument: nothing gets out, nothing changes.
    fn spring(&self, verb: &[&str], accepts: &[i32]) {
        let head = self.s.git(["rev-parse", "HEAD"]);
        for attack in &self.attacks {
            let mut arguments: Vec<String> = verb.iter().map(|a| (*a).to_owned()).collect();
            let last = arguments.len() - 1;
            arguments[last] = arguments[last].replace("{}", attack);
            let run = self.s.soul(&arguments);
            assert!(accepts.contains(&run.code), "{attack:?}: {run:?}");
            let shown = format!("{}{}", run.out, run.err);
            assert!(!shown.contains(CANARY), "{attack:?} was read: {shown}");
            assert!(!shown.contains("repositoryformatversion") && !shown.contains("root:x:0"), "{attack:?}: {shown}");
            assert!(!shown.contains("panicked"), "{attack:?}: {shown}");
        }
        assert_eq!(outside(&self.s), self.outside, "something outside changed");
        assert_eq!(inside(&self.s), self.inside, "something inside changed");
        assert_eq!(self.s.git(["rev-parse", "HEAD"]), head, "something was committed");
    }
}

#[test]
fn blame_never_leaves_the_workspace() {
    trap().spring(&["audit", "blame", "--", "{}"], &[3, 4]);
}

#[test]
fn restoring_a_file_never_leaves_the_workspace() {
    let trap = trap();
    let commit = trap.s.git(["rev-list", "--max-parents=0", "HEAD"]).trim().to_owned();
    trap.spring(&["rollback", "--yes", "--to", &commit, "--file={}"], &[2, 3, 4, 6]);
}

#[test]
fn history_never_leaves_the_workspace() {
    trap().spring(&["history", "--", "{}"], &[0, 3, 4]);
}

#[test]
fn a_room_never_leads_outside() {
    trap().spring(&["context", "--session", "group", "--room={}"], &[0, 2, 4]);
}

#[test]
fn a_speaker_never_leads_outside() {
    trap().spring(&["context", "--session", "group", "--room", "dev", "--user={}"], &[0, 2, 4]);
}

#[test]
fn a_sub_agents_name_never_leads_outside() {
    trap().spring(&["context", "--session", "subagent", "--as={}"], &[0, 2, 4]);
}

#[test]
fn an_agents_name_never_leads_outside() {
    let trap = trap();
    trap.spring(&["identity", "--agent={}"], &[0, 2, 4]);
    let states = std::fs::read_dir(trap.s.home().join(".soulfile/state")).unwrap();
    let names: Vec<String> = states.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    // Only what is noted of the configuration, which no agent can be called.
    assert!(names.iter().all(|n| !n.starts_with('.') || n == ".config"), "{names:?}");
}
