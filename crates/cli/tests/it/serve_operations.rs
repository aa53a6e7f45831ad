//! A gateway as a service: what it counts, what its log holds and does not, how it stops, and what it takes up unasked.

use std::io::{Read, Write};

use serde_json::{Value, json};

use crate::run::Sandbox;
use crate::serve::{RunningGateway, token};

/// The text of a route that answers with none.
fn text(served: &RunningGateway, path: &str, token: &str) -> (u16, String) {
    let mut stream = served.connect();
    let head = format!(
        "GET {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\r\n",
        served.address()
    );
    stream.write_all(head.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    (head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status"), body.to_owned())
}

/// The value of a metric, all its labels given.
fn value(metrics: &str, sample: &str) -> Option<f64> {
    metrics.lines().find_map(|line| line.strip_prefix(sample)?.trim().parse().ok())
}

#[test]
fn it_says_whether_it_lives_and_whether_it_is_ready() {
    let s = Sandbox::new();
    let served = RunningGateway::start(&s);
    assert_eq!(served.ask("GET", "/api/health", "", "", &Value::Null).2["status"], "ok");
    assert_eq!(served.ask("GET", "/api/ready", "", "", &Value::Null).2["status"], "ready");
    std::fs::rename(s.ws().join(".git"), s.ws().join("git-away")).expect("moved");
    std::fs::write(s.config_file(), "{ memory: { decay: { lambda: 0.04 } } }").expect("written");
    std::fs::create_dir(s.ws().join(".git")).expect("a directory");
    let (status, _, body) = served.ask("GET", "/api/ready", "", "", &Value::Null);
    assert!(status == 503 && !body.to_string().contains("git"), "{body}");
    assert_eq!(served.ask("GET", "/api/health", "", "", &Value::Null).0, 200, "it lives all the same");
    served.stop("TERM");
}

#[test]
fn metrics_count_what_happens_under_labels_nobody_can_make_up() {
    let s = Sandbox::new();
    let served = RunningGateway::start(&s);
    let token = token(&s);
    assert_eq!(text(&served, "/metrics", "nobody").0, 401);
    let before = text(&served, "/metrics", &token).1;
    let agent = served.agent.clone();
    let mutations = format!("soul_mutations_total{{agent=\"{agent}\"}}");
    let told = json!({ "text": "The zebrafish are fed on Mondays." });
    assert_eq!(served.ask("POST", "{ws}/remember", &token, "", &told).0, 200);
    served.get(&token, "{ws}/recall?query=zebrafish");
    for made_up in 0..40 {
        text(&served, &format!("/made-up-{made_up}"), &token);
        served.ask("GET", &format!("/api/workspace/made-up-{made_up}/core"), &token, "", &Value::Null);
    }
    let (status, after) = text(&served, "/metrics", &token);
    assert_eq!(status, 200);
    assert!(value(&after, &mutations) > value(&before, &mutations), "{after}");
    let route = "/api/workspace/{agent_name}";
    for sample in [
        format!("soul_http_requests_total{{route=\"{route}/remember\",method=\"POST\",status=\"200\"}}"),
        format!("soul_http_requests_total{{route=\"{route}/core\",method=\"GET\",status=\"404\"}}"),
        format!("soul_http_request_duration_seconds_count{{route=\"{route}/recall\"}}"),
        format!("soul_recall_duration_seconds_count{{agent=\"{agent}\"}}"),
        format!("soul_index_entries{{agent=\"{agent}\"}}"),
        format!("soul_journal_bytes{{agent=\"{agent}\"}}"),
        "soul_resident_memory_bytes".to_owned(),
    ] {
        assert!(value(&after, &sample) > Some(0.0), "{sample}\n{after}");
    }
    assert_eq!(value(&after, "soul_open_sessions{kind=\"chat\"}"), Some(0.0));
    assert_eq!(value(&after, &format!("soul_alerts{{agent=\"{agent}\"}}")), Some(0.0));
    assert!(!after.contains("made-up") && !after.contains("zebrafish"), "{after}");
    served.stop("TERM");
}

#[test]
fn no_line_of_the_log_holds_a_token_a_key_or_what_is_remembered() {
    let s = Sandbox::new();
    s.configure("{ provider: { mine: { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'sk-live-Zx81Qm47Rt90Lk22' } }, models: { primary: 'mine/x' } }");
    s.write("BOOT.md", "# BOOT.md\n\n- Feed the zebrafish.\n");
    let mut served = RunningGateway::start_with(&s, &["--log", "json"]);
    let token = token(&s);
    let secret = "My AWS key is AKIA4TQ7WZK2PLMX9RB3 and the secret is q9Zt4LmXe7Rv2Kc8Yb5Nw3Hs6Jd1Pf0Ua+Gi/TxQ";
    for said in ["The zebrafish are fed on Mondays.", secret] {
        served.ask("POST", "{ws}/remember", &token, "", &json!({ "text": said }));
    }
    served.get(&token, "{ws}/recall?query=when+are+the+zebrafish+fed");
    served.ask("GET", "{ws}/graph/entity?name=zebrafish", &token, "", &Value::Null);
    served.ask("GET", "/zebrafish", &token, "", &Value::Null);
    served.ask("GET", "{ws}/core", "soul_person_zebrafish0123456789abcdef", "", &Value::Null);
    served.ask("PUT", "{ws}/file/zebrafish.md", &token, "", &json!({ "content": "zebrafish" }));
    let chat = json!({ "model": served.agent, "messages": [{ "role": "user", "content": "Are the zebrafish well?" }] });
    served.ask("POST", "/v1/chat/completions", &token, "", &chat);
    // A file that cannot be read is told by what is wrong, not by what it says.
    std::fs::write(s.config_file(), "{ user: { name: 'zebrafish keeper' ").expect("written");
    let mut said = served.told("cannot be used").concat();
    said += &served.stop("TERM");
    let lines: Vec<Value> =
        said.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect();
    let requests: Vec<&Value> = lines.iter().filter(|line| line["event"] == "request").collect();
    assert!(
        requests.iter().any(|line| line["route"] == "/api/workspace/{agent_name}/recall" && line["status"] == 200),
        "{said}"
    );
    assert!(requests.iter().all(|line| line["ms"].is_number() && line["at"].is_string()), "{said}");
    assert!(lines.iter().any(|line| line["event"] == "note"), "{said}");
    for kept_out in
        ["zebrafish", "AKIA4TQ7WZK2PLMX9RB3", "q9Zt4LmXe7Rv2Kc8Yb5Nw3Hs6Jd1Pf0Ua", "sk-live", "soul_person_", &token]
    {
        assert!(!said.contains(kept_out), "{kept_out}\n{said}");
    }
}

#[test]
fn a_stop_ends_streams_and_loses_nothing_that_was_acknowledged() {
    let s = Sandbox::new();
    let served = RunningGateway::start(&s);
    let token = token(&s);
    let mut events = served.connect();
    let head = format!(
        "GET /api/workspace/{}/events HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\r\n",
        served.agent,
        served.address()
    );
    events.write_all(head.as_bytes()).expect("sent");
    let mut first = [0u8; 12];
    events.read_exact(&mut first).expect("the stream begins");
    assert_eq!(&first, b"HTTP/1.1 200");
    let address = served.address().to_owned();
    let (sender, acknowledged) = std::sync::mpsc::channel();
    let writers: Vec<_> = (0..3)
        .map(|writer| {
            let (address, token, agent, sender) =
                (address.clone(), token.clone(), served.agent.clone(), sender.clone());
            std::thread::spawn(move || {
                for number in 0..500 {
                    let said = format!("Writer {writer} saw parcel number {number} arrive.");
                    match remember(&address, &agent, &token, &said) {
                        Some(200) => sender.send(said).expect("somebody counts"),
                        Some(_) | None => return,
                    }
                }
            })
        })
        .collect();
    drop(sender);
    let mut kept: Vec<String> = acknowledged.iter().take(6).collect();
    served.stop("TERM");
    kept.extend(acknowledged.iter());
    writers.into_iter().for_each(|writer| writer.join().expect("it ends"));
    assert!(kept.len() < 1500, "it was stopped while they wrote");
    let mut rest = Vec::new();
    events.read_to_end(&mut rest).expect("the stream ended");
    assert!(String::from_utf8_lossy(&rest).trim_end().ends_with('0'), "ended as a whole, not cut");
    let log = s.text("memory/episodes/2026-02-02.md");
    for said in &kept {
        assert!(log.contains(said.as_str()), "acknowledged and lost: {said}");
    }
    s.assert_clean();
}

/// The status of one write; none where nobody answered any more.
fn remember(address: &str, agent: &str, token: &str, said: &str) -> Option<u16> {
    let body = json!({ "text": said }).to_string();
    let mut stream = std::net::TcpStream::connect(address).ok()?;
    let head = format!(
        "POST /api/workspace/{agent}/remember HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    answer.split(' ').nth(1)?.parse().ok()
}

#[test]
fn a_changed_configuration_is_taken_up_and_what_is_not_is_said() {
    let s = Sandbox::new();
    std::fs::write(s.home().join(".soulfile/agents.json5"), "{ list: [ { id: 'aria' } ] }").expect("written");
    s.configure("{ agents: { $include: './agents.json5' } }");
    let mut served = RunningGateway::start(&s);
    let token = token(&s);
    assert!(!served.get(&token, "/api/agents").to_string().contains("nova"));
    // The file itself stays as it is: only a signal says that what it includes has changed.
    std::fs::write(s.home().join(".soulfile/agents.json5"), "{ list: [ { id: 'aria' }, { id: 'nova' } ] }")
        .expect("written");
    served.signal("HUP");
    served.told("was read again");
    assert!(served.get(&token, "/api/agents").to_string().contains("nova"));
    s.configure("{ agents: { list: [ { id: 'later' } ] }, gateway: { port: 9999, maxConnections: 7 } }");
    let said = served.told("gateway.maxConnections").concat();
    assert!(said.contains("gateway.port is not what the gateway was started with; a restart takes it up"), "{said}");
    assert!(served.get(&token, "/api/agents").to_string().contains("later"));
    s.configure("{ gateway: ");
    served.told("the last good one stays");
    assert!(served.get(&token, "/api/agents").to_string().contains("later"));
    served.stop("TERM");
}
