//! Pain 27: telemetry on by default. Here: none at all, and no network either.

use crate::run::{Run, Sandbox};

#[test]
#[allow(clippy::print_stderr)] // says aloud what could not be checked
fn no_verb_opens_a_network_socket() {
    let s = Sandbox::new();
    s.append("SOUL.md", "more\n");
    let trace = s.dir().join("trace");
    for args in [
        &["setup", "--yes"][..],
        &["context"],
        &["identity"],
        &["alerts"],
        &["audit", "log"],
        &["audit", "verify"],
        &["history"],
        &["agents"],
        &["channels", "status", "--probe"],
        &["config", "get"],
        &["doctor", "--fix", "--yes"],
        &["rollback", "--last", "--yes"],
    ] {
        let mut command = s.hermetic(std::process::Command::new("strace"));
        command.args(["-f", "-qq", "-e", "trace=network", "-o"]).arg(&trace);
        command.arg(env!("CARGO_BIN_EXE_soul")).arg("-C").arg(s.ws()).args(args);
        let Ok(output) = command.output() else {
            return eprintln!("NOT CHECKED: strace is not installed here, so no system call could be watched");
        };
        let run = Run::from(output, format!("{args:?}"));
        if run.err.contains("ptrace") || run.err.contains("PTRACE") {
            return eprintln!("NOT CHECKED: processes may not be traced here: {}", run.err);
        }
        run.ok();
        let calls = std::fs::read_to_string(&trace).unwrap();
        for family in ["AF_INET", "AF_INET6", "AF_NETLINK", "AF_PACKET"] {
            assert!(!calls.contains(family), "{args:?} opened a {family} socket:\n{calls}");
        }
        assert!(!calls.contains("connect("), "{args:?} connected somewhere:\n{calls}");
    }
}

#[test]
fn nothing_to_switch_off() {
    let s = Sandbox::empty();
    let schema = s.plain(["config", "schema"]).ok().out.to_lowercase();
    for word in ["telemetry", "analytics", "metrics", "tracking", "phone"] {
        assert!(!schema.contains(word), "{word}");
    }
}
