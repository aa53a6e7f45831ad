//! Private markers in every store: no tool, resource or prompt gives a session one that is not its.

use std::collections::BTreeSet;

use serde_json::json;
use soulfile_testkit::leaks::{self, Viewer};

use super::client::Client;
use crate::run::{Sandbox, planted};

const DAY: &str = "2026-02-02";
const FULL: [&str; 2] = ["--profile", "full"];

/// The names of what the user's own session is offered.
fn names(s: &Sandbox, method: &str, list: &str) -> Vec<String> {
    let mut client = Client::start(s, &FULL);
    let listed = client.result(method, json!({}))[list].clone();
    listed.as_array().expect(list).iter().map(|it| it["name"].as_str().expect("a name").to_owned()).collect()
}

/// Every marker a session gets hold of, by every way that anybody is offered.
fn seen(args: &[&str]) -> BTreeSet<&'static str> {
    // A workspace of its own: what one session writes is no part of what the next one may see.
    let s = planted(DAY);
    let (tools, prompts) = (names(&s, "tools/list", "tools"), names(&s, "prompts/list", "prompts"));
    let mut client = Client::start(&s, &[args, &FULL].concat());
    let template = client.result("resources/templates/list", json!({}))["resourceTemplates"][0]["uriTemplate"].clone();
    let template = template.as_str().expect("a template");
    let mut all = String::new();
    for (method, params) in leaks::mcp::requests(&tools, &prompts, template, DAY) {
        all += &client.ask(method, params).to_string();
    }
    let ended = client.close();
    assert_eq!(ended.code, 0);
    leaks::found_in(&(all + &ended.err))
}

#[test]
fn the_user_sees_everything_so_the_test_would_notice() {
    assert_eq!(seen(&[]), Viewer::Main(None).sees());
}

#[test]
fn a_group_sees_its_room_and_nothing_private() {
    assert_eq!(seen(&["--session", "group", "--room", "dev"]), Viewer::Group(Some("dev"), None).sees());
    let ops = ["--session", "group", "--room", "ops", "--user", "bob"];
    assert_eq!(seen(&ops), Viewer::Group(Some("ops"), Some("bob")).sees());
    assert_eq!(seen(&["--session", "group", "--room", "lounge"]), Viewer::Group(Some("lounge"), None).sees());
}

#[test]
fn another_user_sees_nothing_of_bob() {
    assert_eq!(seen(&["--user", "alice"]), Viewer::Main(Some("alice")).sees());
}

#[test]
fn a_sub_agent_sees_nothing_and_with_a_grant_what_it_names() {
    let sub = ["--session", "subagent", "--as", "helper"];
    assert_eq!(seen(&sub), Viewer::Nobody.sees());
    let with = |grant: &str| seen(&[&sub[..], &["--grant", grant]].concat());
    assert_eq!(with("procedural"), ["proceduremark"].into());
    assert_eq!(with("tag:handover"), ["taggedmark"].into());
    assert_eq!(with("file:bank/*.md"), ["bankmark"].into());
    assert_eq!(with("section:users/bob.md#Shareable"), ["bobsharedmark"].into());
    assert_eq!(with("file:memory/meta/*"), [].into());
}
