//! `soul serve`: the real binary over a socket, from the first request to the signal that stops it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};

use serde_json::{Value, json};
use soulfile_testkit::chat::{ScriptedAnswer, last_of, scripted};

use crate::run::{Run, Sandbox};

/// A running gateway; stopped when it goes out of scope.
pub struct RunningGateway {
    child: Child,
    stderr: BufReader<ChildStderr>,
    address: String,
    pub agent: String,
}

impl RunningGateway {
    pub fn start(s: &Sandbox) -> Self {
        let agent = s.soul(["identity", "--json"]).ok().json()["agent"].as_str().expect("an id").to_owned();
        Self::start_as(s, &agent, &[])
    }

    pub fn start_as(s: &Sandbox, agent: &str, args: &[&str]) -> Self {
        Self::spawn(s, agent, args, &[])
    }

    /// Starts it with more arguments of `serve`.
    pub fn start_with(s: &Sandbox, serving: &[&str]) -> Self {
        let agent = s.soul(["identity", "--json"]).ok().json()["agent"].as_str().expect("an id").to_owned();
        Self::spawn(s, &agent, &[], serving)
    }

    fn spawn(s: &Sandbox, agent: &str, args: &[&str], serving: &[&str]) -> Self {
        let mut command = s.command();
        command.arg("-C").arg(s.ws()).args(args).args(["serve", "--port", "0", "--json"]).args(serving);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let said: Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line:?}"));
        let address = said["url"].as_str().expect("a URL").trim_start_matches("http://").to_owned();
        let stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        Self { child, stderr, address, agent: agent.to_owned() }
    }

    /// Reads what it tells until a line holds a text.
    pub fn told(&mut self, text: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.stderr.read_line(&mut line).expect("text") > 0, "it ended before {text:?}: {lines:?}");
            lines.push(line);
            if lines[lines.len() - 1].contains(text) {
                return lines;
            }
        }
    }

    /// Opens a connection of its own.
    pub fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).expect("a connection")
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// One request on a connection of its own.
    pub fn ask(&self, method: &str, path: &str, token: &str, headers: &str, body: &Value) -> (u16, String, Value) {
        let path = path.replace("{ws}", &format!("/api/workspace/{}", self.agent));
        let (kind, body) = match body {
            Value::Null => ("", String::new()),
            body => ("content-type: application/json\r\n", body.to_string()),
        };
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\nconnection: close\r\n{kind}{headers}content-length: {length}\r\n\r\n",
            self.address
        );
        stream.write_all((head + &body).as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or_else(|| panic!("{answer}"));
        (status, head.to_owned(), serde_json::from_str(body).unwrap_or(Value::Null))
    }

    #[track_caller]
    pub fn get(&self, token: &str, path: &str) -> Value {
        let (status, _, body) = self.ask("GET", path, token, "", &Value::Null);
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    /// Ends it as a power cut does.
    pub fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    pub fn signal(&self, name: &str) {
        Run::of({
            let mut kill = Command::new("kill");
            kill.arg(format!("-{name}")).arg(self.child.id().to_string());
            kill
        })
        .ok();
    }

    /// Stops it as a service manager does; it must end well.
    pub fn stop(mut self, signal: &str) -> String {
        self.signal(signal);
        let mut said = String::new();
        self.stderr.read_to_string(&mut said).expect("text");
        let status = self.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0), "{said}");
        said
    }
}

impl Drop for RunningGateway {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn token(s: &Sandbox) -> String {
    s.soul(["serve", "token", "show"]).ok().out.trim().to_owned()
}

#[test]
fn what_was_told_is_known_after_a_restart_and_a_new_soul_holds_at_once() {
    let s = Sandbox::new();
    let served = RunningGateway::start(&s);
    let token = token(&s);
    let said = json!({ "text": "My name is Alex and I'm working on a Rust project called tundra." });
    let (status, _, kept) = served.ask("POST", "{ws}/remember", &token, "", &said);
    assert_eq!(status, 200, "{kept}");
    let receipt = kept["receipt"]["id"].as_str().expect("a receipt").to_owned();
    s.soul(["audit", "verify", &receipt]).ok();
    served.stop("TERM");

    let served = RunningGateway::start(&s);
    let answer = served.get(&token, "{ws}/recall?query=What+project+am+I+working+on%3F");
    assert!(answer["hits"].to_string().contains("tundra"), "{answer}");
    let answer = served.get(&token, "{ws}/recall?query=What+is+my+name%3F");
    assert!(answer["hits"].to_string().contains("Alex"), "{answer}");
    s.write("SOUL.md", "# Soul\nYou are Koda, a thoughtful assistant.\n");
    let context = served.get(&token, "{ws}/context");
    assert!(context["rendered"].as_str().expect("text").contains("You are Koda"));
    assert!(context["rendered"].as_str().expect("text").contains("SOUL.md was modified"), "and the person is told");
    let memory = served.get(&token, "{ws}/index");
    assert!(memory["entries"].as_u64().expect("a count") > 0);
    served.stop("INT");
    s.assert_clean();
}

#[test]
fn a_hand_edit_in_place_is_found_by_the_next_search() {
    let s = Sandbox::new();
    s.write("memory/2026-02-01.md", "## 10:00 | fact\nThe key lies under the red pot.\n");
    let served = RunningGateway::start(&s);
    let token = token(&s);
    let found = |query: &str| served.get(&token, &format!("{{ws}}/recall?query={query}"))["hits"].to_string();
    for _ in 0..3 {
        assert!(found("where+is+the+key").contains("red pot"));
    }
    let note = std::fs::File::options().write(true).open(s.ws().join("memory/2026-02-01.md")).expect("the note");
    for pot in ["tin", "big", "old"] {
        std::os::unix::fs::FileExt::write_all_at(&note, pot.as_bytes(), 39).expect("written");
        assert!(found("where+is+the+key").contains(&format!("the {pot} pot")));
        s.write(&format!("bank/{pot}/shelf.md"), format!("The {pot}lamp stands on the shelf.\n"));
        assert!(found(&format!("{pot}lamp")).contains("shelf"), "a file in a new folder");
    }
    served.stop("TERM");
}

#[test]
fn tokens_are_private_and_act_on_the_next_request() {
    use std::os::unix::fs::PermissionsExt;
    let s = Sandbox::new();
    let served = RunningGateway::start(&s);
    let shown = s.soul(["serve", "token", "show", "--json"]).ok().json();
    let (old, file) = (shown["token"].as_str().expect("a token"), shown["file"].as_str().expect("a file"));
    assert_eq!(std::fs::metadata(file).expect("a file").permissions().mode() & 0o777, 0o600);
    served.get(old, "/api/agents");
    let new = s.soul(["serve", "token", "rotate"]).ok().out.trim().to_owned();
    assert_eq!(served.ask("GET", "/api/agents", old, "", &Value::Null).0, 401);
    served.get(&new, "/api/agents");
    let room = ["serve", "token", "create", "--for", &served.agent, "--session", "group", "--room", "dev", "--json"];
    let made = s.soul(room).ok().json();
    let (text, id) = (made["token"].as_str().expect("a token"), made["id"].as_str().expect("an id"));
    assert_eq!(made["file"], Value::Null, "kept as a hash alone");
    served.get(text, "{ws}/recall?query=anything");
    assert_eq!(served.ask("GET", "{ws}/files", text, "", &Value::Null).0, 403);
    s.soul(["serve", "token", "list"]).ok().says("group session, room dev").hides(text);
    s.soul(["serve", "token", "revoke", id]).ok();
    assert_eq!(served.ask("GET", "{ws}/recall?query=anything", text, "", &Value::Null).0, 401);
    s.soul(["serve", "token", "revoke", id]).code(3);
    served.stop("TERM");
}

#[test]
fn files_are_guarded_by_what_was_read() {
    let s = Sandbox::new();
    let served = RunningGateway::start(&s);
    let token = token(&s);
    let (_, head, file) = served.ask("GET", "{ws}/file/TOOLS.md", &token, "", &Value::Null);
    let etag = head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("an ETag").to_owned();
    assert_eq!(etag.trim_matches('"'), crate::run::sha256(file["content"].as_str().expect("text")));
    let new = json!({ "content": "# Tools\nkettle\n" });
    assert_eq!(served.ask("PUT", "{ws}/file/TOOLS.md?confirm=true", &token, "", &new).0, 428);
    let guarded = format!("if-match: {etag}\r\n");
    assert_eq!(served.ask("PUT", "{ws}/file/TOOLS.md?confirm=true", &token, &guarded, &new).0, 200);
    assert_eq!(
        served.ask("PUT", "{ws}/file/TOOLS.md?confirm=true", &token, &guarded, &json!({ "content": "other" })).0,
        409
    );
    assert_eq!(s.text("TOOLS.md"), "# Tools\nkettle\n");
    assert_eq!(served.ask("GET", "{ws}/file/..%2F..%2Fetc%2Fpasswd", &token, "", &Value::Null).0, 422);
    served.stop("TERM");
    s.soul(["audit", "log", "-n", "1"]).ok().says("TOOLS.md").says("manual");
}

#[test]
fn it_does_not_open_itself_to_others_by_accident() {
    let s = Sandbox::new();
    s.soul(["serve", "--host", "0.0.0.0", "--port", "0"]).code(6).tells("no token was made yet");
    s.soul(["serve", "--host", "192.0.2.7", "--port", "0"]).code(6).tells("no token was made yet");
    s.soul(["serve", "token", "rotate"]).ok();
    s.soul(["serve", "--host", "0.0.0.0", "--port", "0"]).code(6).tells("--allow-host");
    s.soul(["serve", "--host", "everywhere", "--port", "0"]).code(4).tells("no address");
}

#[test]
fn a_changed_configuration_holds_without_a_restart() {
    let s = Sandbox::new();
    let served = RunningGateway::start(&s);
    let token = token(&s);
    assert!(!served.get(&token, "/api/agents").to_string().contains("nova"));
    s.soul(["config", "set", "agents.list", "[{id: 'nova'}]"]).ok();
    assert!(served.get(&token, "/api/agents").to_string().contains("nova"));
    std::fs::write(s.config_file(), "{ agents: [ ").expect("written");
    assert!(served.get(&token, "/api/agents").to_string().contains("nova"), "the last good one stays");
    assert!(served.stop("TERM").contains("the last good one stays"));
}

#[test]
fn who_names_a_directory_means_it() {
    let s = Sandbox::new();
    s.configure("{ agents: { list: [ { id: 'aria', workspace: '~/elsewhere' } ] } }");
    s.plain(["-a", "aria", "setup", "--yes"]).ok();
    s.write("TOOLS.md", "# Tools\nthe-named-one\n");
    let served = RunningGateway::start_as(&s, "aria", &["-a", "aria"]);
    let token = token(&s);
    assert_eq!(served.get(&token, "{ws}/file/TOOLS.md")["content"], "# Tools\nthe-named-one\n");
    let agents = served.get(&token, "/api/agents");
    assert!(agents.to_string().contains(&s.ws().display().to_string()), "{agents}");
    assert!(!agents.to_string().contains("elsewhere"), "{agents}");
    served.stop("TERM");
}

#[test]
fn a_reflection_is_drafted_when_enough_was_lived_through_and_waits_for_a_person() {
    let s = Sandbox::new();
    s.soul(["config", "set", "memory.reflection.thresholdEntries", "2"]).ok();
    let log = "# 2026-02-01\n\n## 09:00 | fact\nAna works at Initech.\n\n## 10:00 | fact\nBen lives in Graz.\n";
    s.write("memory/episodes/2026-02-01.md", log);
    // The clock is looked at when the gateway starts.
    RunningGateway::start(&s).stop("TERM");
    s.soul(["reflect", "show"]).ok().says("Initech");
    s.soul(["audit", "log", "-n", "3"]).ok().says("r-001");
    s.soul(["graph", "show"]).ok().hides("Initech");
    RunningGateway::start(&s).stop("TERM");
    assert_eq!(s.soul(["reflect", "status", "--json"]).ok().json()["pending"]["id"], "r-001", "one waits already");
}

/// Serves with a checklist for the start, and gives what it said on the way.
fn booted(s: &Sandbox, list: &str) -> String {
    s.write("BOOT.md", format!("# BOOT.md\n\n{list}\n"));
    RunningGateway::start(s).stop("TERM")
}

#[test]
fn boot_md_is_worked_through_when_the_gateway_starts() {
    let server = scripted(|request| {
        let asked = last_of(request, "user").contains("Note the state of the boat");
        ScriptedAnswer::text(if asked { "The boat is dry." } else { "NO_REPLY" })
    });
    let s = Sandbox::new();
    assert!(!booted(&s, "<!-- nothing to do -->").contains("BOOT.md"), "an empty list is nothing to tell of");
    assert!(booted(&s, "- Note the state of the boat.").contains("BOOT.md: not worked through"));
    s.soul(["config", "set", "provider.mine.baseUrl", &format!("{}/v1", server.url)]).ok();
    s.soul(["config", "set", "models.primary", "mine/scripted"]).ok();
    assert!(!booted(&s, "<!-- nothing to do -->").contains("BOOT.md") && server.requests().is_empty());
    let said = booted(&s, "- Note the state of the boat.");
    assert!(said.contains("BOOT.md: worked through") && !said.contains("dry"), "{said}");
    s.soul(["log"]).ok().says("The boat is dry.");
}
