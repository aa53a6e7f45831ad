//! Through a pipe: lines in, replies out.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use super::{hides, says};
use crate::run::{Run, Sandbox};

fn piped(s: &Sandbox, args: &[&str], input: &str) -> Run {
    let mut command = s.command();
    command.arg("-C").arg(s.ws()).arg("chat").args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let shown = format!("{command:?}");
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("an input").write_all(input.as_bytes()).expect("the program reads");
    Run::from(child.wait_with_output().expect("the program ends"), shown)
}

#[test]
fn a_script_can_talk() {
    let s = Sandbox::new();
    let run = piped(
        &s,
        &[],
        "My name is Alex and I'm working on a Rust project called tundra.\nWhat project am I working on?\nwhat is the airspeed of a swallow?\n",
    )
    .ok();
    says(&run.out, &["Noted", "tundra", ".md:", "receipt m-"]);
    hides(&run.out, &["\x1b", "You >", "What should I call you"]);
    let next = piped(&s, &["--echo"], "what is my name?").ok();
    says(&next.out, &["You > what is my name?\n", "Alex"]);
    s.assert_clean();
}

#[test]
fn forgetting_works_through_a_pipe_and_an_end_of_input_confirms_nothing() {
    let s = Sandbox::new();
    piped(&s, &[], "Remember that I prefer tea over coffee.\n").ok();
    piped(&s, &[], "forget about tea\n").ok().says("Shall I forget it?");
    assert!(s.text("MEMORY.md").contains("tea over coffee"));
    piped(&s, &[], "forget about tea\nyes\n").ok().says("out of my mind");
    assert!(!s.text("MEMORY.md").contains("tea over coffee"));
}

#[test]
fn lines_can_go_on_and_json_is_one_object_a_line() {
    let s = Sandbox::new();
    let run =
        piped(&s, &["--json"], "Remember that the deploy goes:\\\nfirst tests, then tag\nhow do I usually deploy?\n")
            .ok();
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(lines[0]["said"].is_null() && lines[0]["replies"].is_array(), "{run:?}");
    assert_eq!(lines[1]["said"], "Remember that the deploy goes:\nfirst tests, then tag");
    let replies = lines[2]["replies"].as_array().expect("replies");
    let answer = replies.iter().find(|reply| reply["kind"] == "recalled").expect("a quotation");
    assert!(answer["citations"][0].as_str().is_some_and(|at| at.starts_with("memory/")), "{answer}");
}
