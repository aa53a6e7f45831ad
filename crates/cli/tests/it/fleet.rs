//! The fleet through the real binary: a few thousand operations over three gateways, while gateways and the database are killed and
//! frozen. `make test-fleet` does more of it.

use std::path::Path;

use soulfile_fleet_proof::client::Outcome;
use soulfile_fleet_proof::nemesis::{self, Plan, Trouble};
use soulfile_fleet_proof::site::Site;

const SOUL: &str = env!("CARGO_BIN_EXE_soul");

#[test]
fn nothing_acknowledged_is_lost_and_nothing_is_read_stale_whatever_is_killed_or_frozen() {
    let site = Site::new(Path::new(SOUL), None, &[]).unwrap();
    let plan = Plan {
        gateways: 3,
        workspaces: 2,
        writers: 6,
        readers: 2,
        operations: 2_000,
        troubles: Trouble::ALL.to_vec(),
        seed: 7,
    };
    let report = nemesis::run(&site, &plan).unwrap();
    assert!(report.is_good(), "{report:#?}");
}

#[test]
fn a_request_to_any_gateway_reaches_the_one_that_has_the_workspace() {
    let site = Site::new(Path::new(SOUL), None, &[]).unwrap();
    site.adopt("aria").unwrap();
    let (one, two) = (site.start().unwrap(), site.start().unwrap());
    let (client, file) = (site.client().unwrap(), "bank/note.md");
    let done = client.put(&site.address(one), "aria", file, 1, None);
    assert!(matches!(done, Outcome::Done(..)), "{done:?}");
    assert_eq!(site.holder("aria"), Some(one));
    let read = client.get(&site.address(two), "aria", file).unwrap();
    assert_eq!(read.as_ref().map(|(value, _)| *value), Some(1));
    assert_eq!(site.holder("aria"), Some(one), "passed on, not taken over");
    let tag = read.and_then(|(_, tag)| tag);
    let done = client.put(&site.address(two), "aria", file, 2, tag.as_deref());
    assert!(matches!(done, Outcome::Done(..)), "{done:?}");
    assert_eq!(client.get(&site.address(one), "aria", file).unwrap().map(|(value, _)| value), Some(2));

    // MCP goes the same way.
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
    let accept = "accept: application/json, text/event-stream\r\n";
    let answered = client.ask(&site.address(two), "POST", "/mcp/aria", accept, hello);
    let text = format!("{answered:?}");
    assert!(text.contains("serverInfo"), "{text}");

    // Without a token nobody makes a gateway open anything.
    let stranger = soulfile_fleet_proof::client::Client { token: "none".to_owned(), ..client.clone() };
    assert!(matches!(
        stranger.ask(&site.address(two), "GET", "/api/workspace/aria/files", "", ""),
        Outcome::Refused(_)
    ));

    let gateways: serde_json::Value =
        serde_json::from_str(&site.soul("admin", &["fleet", "status", "--json"]).unwrap()).unwrap();
    assert_eq!(gateways["gateways"].as_array().map(Vec::len), Some(2));
    let holder = gateways["workspaces"][0]["holder"].as_str().unwrap().to_owned();
    site.soul("admin", &["fleet", "drain", &holder]).unwrap();
    for _ in 0..400 {
        if client.get(&site.address(one), "aria", file).is_ok() && site.holder("aria") == Some(two) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(site.holder("aria"), Some(two));
    assert_eq!(client.get(&site.address(one), "aria", file).unwrap().map(|(value, _)| value), Some(2));
    site.stop_all();

    let bare = site.path("aria.git");
    site.soul("admin", &["fleet", "export", "aria", "--to", bare.to_str().unwrap()]).unwrap();
    let clone =
        std::process::Command::new("git").args(["clone", "-q"]).arg(&bare).arg(site.path("clone")).status().unwrap();
    assert!(clone.success());
    assert!(std::fs::read_to_string(site.path("clone").join(file)).unwrap().contains("value: 2"));
}
