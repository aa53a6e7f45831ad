//! The fleet through the real binary: a few thousand operations over three gateways, while gateways and the database are killed and
//! frozen. `make test-fleet` does more of it.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use soulfile_fleet_proof::client::{GatewayClient, RequestOutcome};
use soulfile_fleet_proof::nemesis::{self, FleetFault, NemesisPlan};
use soulfile_fleet_proof::site::FleetSite;

const SOUL: &str = env!("CARGO_BIN_EXE_soul");

#[test]
fn nothing_acknowledged_is_lost_and_nothing_is_read_stale_whatever_is_killed_or_frozen() {
    let site = FleetSite::new(Path::new(SOUL), None, &[]).unwrap();
    let plan = NemesisPlan {
        gateways: 3,
        workspaces: 2,
        writers: 6,
        readers: 2,
        operations: 2_000,
        faults: vec![
            FleetFault::Kill,
            FleetFault::Freeze,
            FleetFault::Database,
            FleetFault::Silence,
            FleetFault::Usurp,
            FleetFault::Drain,
        ],
        seed: 7,
    };
    let report = nemesis::run(&site, &plan).unwrap();
    assert!(report.is_good(), "{report:#?}");
}

#[test]
fn a_request_to_any_gateway_reaches_the_one_that_has_the_workspace() {
    let site = FleetSite::new(Path::new(SOUL), None, &[]).unwrap();
    site.adopt("aria").unwrap();
    let (one, two) = (site.start().unwrap(), site.start().unwrap());
    let (client, file) = (site.client().unwrap(), "bank/note.md");
    let done = client.put(&site.address(one), "aria", file, 1, None);
    assert!(matches!(done, RequestOutcome::Done(..)), "{done:?}");
    assert_eq!(site.holder("aria"), Some(one));
    let read = client.get(&site.address(two), "aria", file).unwrap();
    assert_eq!(read.as_ref().map(|(value, _)| *value), Some(1));
    assert_eq!(site.holder("aria"), Some(one), "passed on, not taken over");
    let tag = read.and_then(|(_, tag)| tag);
    let done = client.put(&site.address(two), "aria", file, 2, tag.as_deref());
    assert!(matches!(done, RequestOutcome::Done(..)), "{done:?}");
    assert_eq!(client.get(&site.address(one), "aria", file).unwrap().map(|(value, _)| value), Some(2));

    // MCP goes the same way.
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
    let accept = "accept: application/json, text/event-stream\r\n";
    let answered = client.ask(&site.address(two), "POST", "/mcp/aria", accept, hello);
    let text = format!("{answered:?}");
    assert!(text.contains("serverInfo"), "{text}");

    // Without a token nobody makes a gateway open anything.
    let stranger = soulfile_fleet_proof::client::GatewayClient { token: "none".to_owned(), ..client.clone() };
    assert!(matches!(
        stranger.ask(&site.address(two), "GET", "/api/workspace/aria/files", "", ""),
        RequestOutcome::Refused(_)
    ));

    // What the chart probes answers without one.
    let chart = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/helm/soul/templates/gateways.yaml");
    let chart = std::fs::read_to_string(chart).unwrap();
    let probes: Vec<&str> =
        chart.split("httpGet: { path: ").skip(1).filter_map(|rest| rest.split(',').next()).collect();
    assert_eq!(probes.len(), 3, "{probes:?}");
    for path in probes {
        let answered = stranger.ask(&site.address(one), "GET", path, "", "");
        assert!(matches!(answered, RequestOutcome::Done(..)), "{path}: {answered:?}");
    }

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

/// The lines of an event stream, as they come; `None` once it has ended.
struct EventLines(BufReader<TcpStream>);

impl EventLines {
    fn open(address: &str, token: &str, agent: &str, after: Option<&str>) -> Self {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let after = after.map_or_else(String::new, |id| format!("last-event-id: {id}\r\n"));
        let head = format!(
            "GET /api/workspace/{agent}/events HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\n{after}\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        Self(BufReader::new(stream))
    }

    /// Reads until a line begins so; gives the rest of it.
    fn until(&mut self, start: &str) -> Option<String> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.0.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            if let Some(rest) = line.strip_prefix(start) {
                return Some(rest.trim().to_owned());
            }
        }
    }
}

#[test]
fn streams_are_passed_on_end_when_the_workspace_moves_and_miss_nothing() {
    let site = FleetSite::new(Path::new(SOUL), None, &[]).unwrap();
    site.adopt("aria").unwrap();
    let (one, two) = (site.start().unwrap(), site.start().unwrap());
    let client = site.client().unwrap();
    let put = |value: u64, tag: Option<&str>| match client.put(&site.address(one), "aria", "bank/note.md", value, tag) {
        RequestOutcome::Done(_, tag) => tag,
        other => panic!("{other:?}"),
    };
    let tag = put(1, None);
    // Through the gateway that has it not.
    let mut events = EventLines::open(&site.address(two), &client.token, "aria", None);
    assert_eq!(events.until("event: ").as_deref(), Some("ready"));
    let tag = put(2, tag.as_deref());
    assert_eq!(events.until("event: ").as_deref(), Some("change"));
    let seen = events.until("id: ").unwrap();
    site.soul("admin", &["fleet", "move", "aria", "--to", &site.id_of(two).unwrap()]).unwrap();
    while events.until("event: ").is_some() {}
    // Everybody is passed to the new one; whoever listens again hears what came meanwhile.
    let _ = put(3, tag.as_deref());
    assert_eq!(site.holder("aria"), Some(two));
    let mut events = EventLines::open(&site.address(one), &client.token, "aria", Some(&seen));
    assert_eq!(events.until("event: ").as_deref(), Some("change"));
    // An open stream counts as use, an ended one does not hold anything up.
    drop(events);
    site.stop_all();
}

#[test]
fn tokens_configuration_search_and_figures_are_those_of_the_fleet() {
    let mut site = FleetSite::new(Path::new(SOUL), None, &[]).unwrap();
    for name in ["aria", "nova"] {
        site.adopt(name).unwrap();
    }
    site.arguments = vec!["--idle".to_owned(), "3600".to_owned()];
    let (one, two) = (site.start().unwrap(), site.start().unwrap());
    let person = site.client().unwrap();
    let ask =
        |client: &GatewayClient, gateway: usize, path: &str| client.ask(&site.address(gateway), "GET", path, "", "");
    let eventually = |what: &str, holds: &dyn Fn() -> bool| {
        for _ in 0..600 {
            if holds() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("it never came to be: {what}");
    };

    // A token that was made for the fleet is good at every gateway, and one that was revoked at none.
    let made = site
        .soul("admin", &["fleet", "token", "create", "--for", "aria", "--session", "group", "--room", "dev"])
        .unwrap();
    let agent = GatewayClient { token: made.trim().to_owned(), ..person.clone() };
    for gateway in [one, two] {
        eventually("the new token", &|| {
            matches!(ask(&agent, gateway, "/api/workspace/aria/recall?query=harbour"), RequestOutcome::Done(..))
        });
    }
    assert!(matches!(ask(&agent, one, "/api/workspace/nova/recall?query=x"), RequestOutcome::Refused(_)));

    // What is remembered anywhere is found by whoever may see it, through any gateway.
    let remember = |agent: &str, text: &str, scope: &str| {
        let body = serde_json::json!({ "text": text, "scope": scope }).to_string();
        let done = person.ask(&site.address(one), "POST", &format!("/api/workspace/{agent}/remember"), "", &body);
        assert!(matches!(done, RequestOutcome::Done(..)), "{done:?}");
    };
    remember("aria", "The harbour contract of Anna ends in May", "shared");
    remember("nova", "The harbour room meets on Mondays", "room:dev");
    remember("nova", "The harbour master owes me a private favour", "private");
    remember("nova", "The harbour budget is for the board", "room:board");
    let found = |client: &GatewayClient, gateway: usize| -> Vec<String> {
        let RequestOutcome::Done(body, _) = ask(client, gateway, "/fleet/search?query=harbour") else {
            return Vec::new();
        };
        let texts =
            body["memories"].as_array().unwrap().iter().map(|memory| memory["text"].as_str().unwrap().to_owned());
        let mut texts: Vec<String> = texts.collect();
        texts.sort();
        texts
    };
    eventually("the rows of the search", &|| found(&person, two).len() == 3);
    let by_agent = found(&agent, two);
    assert_eq!(by_agent.len(), 2, "{by_agent:?}");
    assert!(by_agent.iter().all(|text| !text.contains("private") && !text.contains("board")), "{by_agent:?}");
    // Made anew while one gateway has them open, and after it is gone from the workspaces alone.
    site.soul("admin", &["fleet", "reindex"]).unwrap();
    eventually("the rows made anew", &|| found(&person, one).len() == 3);

    // One configuration for all.
    let file = site.path("fleet.json5");
    let messenger = "channels: { webhook: { secret: 'whsec_MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0', owners: ['1'] } }";
    let text =
        format!("{{ gateway: {{ requestsPerSecond: 100000 }}, memorySearch: {{ maxResults: 7 }}, {messenger} }}\n");
    std::fs::write(&file, text).unwrap();
    site.soul("admin", &["fleet", "configure", file.to_str().unwrap()]).unwrap();
    for number in [one, two] {
        let kept = site.path(&format!("home-{number}/.soulfile/soulfile.json5"));
        eventually("the configuration", &|| {
            std::fs::read_to_string(&kept).is_ok_and(|text| text.contains("maxResults: 7"))
        });
        // Two gateways would each answer a message: none does, and says so.
        let log = site.path(&format!("gateway-{number}.log"));
        eventually("the refusal of messengers", &|| {
            std::fs::read_to_string(&log)
                .is_ok_and(|text| text.contains("webhook: a fleet's gateways run no messengers"))
        });
    }

    // Every figure of the dashboard is one that a gateway tells.
    let dashboard = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/grafana/soul-fleet.json");
    let dashboard = std::fs::read_to_string(dashboard).unwrap();
    let known = person.text(&site.address(one), "/metrics").unwrap();
    let names = regex::Regex::new(r"\bsoul_[a-z_]+").unwrap();
    let shown: Vec<&str> = names.find_iter(&dashboard).map(|name| name.as_str()).collect();
    assert!(shown.len() > 10, "{shown:?}");
    for name in shown {
        assert!(known.contains(&format!("\n{name}")), "{name} is told by no gateway:\n{known}");
    }
    assert!(
        known.contains("route=\"passed on\"")
            || person.text(&site.address(two), "/metrics").unwrap().contains("route=\"passed on\"")
    );

    let tokens: Value =
        serde_json::from_str(&site.soul("admin", &["fleet", "token", "list", "--json"]).unwrap()).unwrap();
    let id = tokens.as_array().unwrap().iter().find(|token| token["caller"]["room"] == "dev").unwrap()["id"].clone();
    site.soul("admin", &["fleet", "token", "revoke", id.as_str().unwrap()]).unwrap();
    for gateway in [one, two] {
        let answer = ask(&agent, gateway, "/api/workspace/aria/recall?query=harbour");
        assert!(matches!(answer, RequestOutcome::Refused(_)), "{answer:?}");
    }
    site.stop_all();
    assert_eq!(
        site.soul("admin", &["fleet", "reindex", "--json"]).map(|said| said.contains("\"made\": 2")).ok(),
        Some(true)
    );
}
