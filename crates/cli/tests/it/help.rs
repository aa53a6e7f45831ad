//! What `--help` promises is there.

use crate::run::Sandbox;

pub const VERBS: &[&str] = &[
    "setup",
    "chat",
    "ask",
    "models",
    "usage",
    "sessions",
    "remember",
    "forget",
    "restore",
    "pin",
    "unpin",
    "log",
    "core",
    "graph",
    "decay",
    "proposals",
    "import",
    "export",
    "sync",
    "reflect",
    "heartbeat",
    "serve",
    "service",
    "fleet",
    "open",
    "eval",
    "context",
    "identity",
    "lock",
    "alerts",
    "audit",
    "history",
    "rollback",
    "agents",
    "channels",
    "config",
    "recall",
    "memory",
    "mcp",
    "connect",
    "bench",
    "doctor",
    "completions",
    "man",
];

#[test]
fn every_verb_is_listed_and_has_examples() {
    let s = Sandbox::empty();
    let top = s.plain(["--help"]).ok().says("Examples:").says("Exit codes: 0 done, 1 failed, 2 usage");
    let listed: Vec<&str> = top
        .out
        .lines()
        .skip_while(|l| *l != "Commands:")
        .skip(1)
        .take_while(|l| !l.is_empty())
        .filter_map(|l| l.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert_eq!(listed, VERBS, "a verb without a test of its help");
    for verb in VERBS {
        let help = s.plain([verb, "--help"]).ok().says("Examples:").says(&format!("soul {verb}"));
        assert!(help.out.contains("Usage: soul"), "{verb}");
        assert!(help.err.is_empty(), "{verb}: {}", help.err);
    }
}

#[test]
fn examples_are_commands_that_parse() {
    let s = Sandbox::new();
    for verb in VERBS {
        let help = s.plain([verb, "--help"]).ok().out;
        let examples = help.lines().skip_while(|l| *l != "Examples:").skip(1).take_while(|l| l.starts_with("  soul "));
        for example in examples {
            let words = shell_words(example);
            let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            // Only whether it is a known form matters here; setup would make other workspaces, and
            // serving and measuring would never end.
            let asks = ["setup", "serve", "open", "bench"].contains(verb);
            let run = if asks { s.plain([&arguments[..], &["--help"]].concat()) } else { s.soul(&arguments) };
            assert_ne!(run.code, 2, "{example}\n{}", run.err);
        }
    }
}

/// The words of an example up to its explanation, a pipe or a redirection.
fn shell_words(example: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut spaces) = (Vec::new(), String::new(), None, 0);
    for c in example.trim().chars() {
        spaces = if c == ' ' && quote.is_none() { spaces + 1 } else { 0 };
        match (c, quote) {
            _ if spaces >= 2 => break,
            ('|' | '>', None) => break,
            (' ', None) => words.push(std::mem::take(&mut word)),
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(q)) if c == q => quote = None,
            (c, _) => word.push(c),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn the_version_is_printed_everywhere() {
    let s = Sandbox::empty();
    let version = s.plain(["--version"]).ok().out;
    assert_eq!(version, format!("soul {}\n", env!("CARGO_PKG_VERSION")));
    s.plain(["audit", "--version"]).ok();
}

#[test]
fn text_without_a_terminal_has_no_colour() {
    let s = Sandbox::new();
    s.append("SOUL.md", "x\n");
    for args in [&["alerts"][..], &["audit", "log"], &["doctor"], &["identity"], &["context", "--report"], &["agents"]]
    {
        let run = s.soul(args);
        assert!(!run.out.contains('\u{1b}') && !run.err.contains('\u{1b}'), "{args:?}");
    }
}

#[test]
fn a_reader_that_closes_early_ends_the_program_quietly() {
    use std::process::Stdio;
    let s = Sandbox::new();
    for args in [&["config", "schema"][..], &["audit", "log", "--json"], &["man"], &["context"]] {
        let mut command = s.command();
        command.arg("-C").arg(s.ws()).args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let run = crate::run::Run::from(output, format!("{args:?} into a closed pipe")).ok();
        assert_eq!(run.err, "", "{args:?}");
    }
}
