//! A client that knows nothing but lines of JSON-RPC, and checks that there is nothing else.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};

use serde_json::{Value, json};

use crate::run::Sandbox;

/// Lines read at most while waiting for one answer.
const PATIENCE: usize = 2_000;

/// A running `soul mcp` and the pipes to it.
pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    /// Lines as they come: a thread reads them, so that a test may write on without looking.
    lines: Receiver<String>,
    next: i64,
}

/// How a server ended.
pub struct ServerExit {
    pub code: i32,
    pub err: String,
}

impl Client {
    /// Starts a server on the sandbox's workspace, and says nothing to it yet.
    pub fn spawn(s: &Sandbox, args: &[&str]) -> Self {
        let mut command = s.command();
        command.arg("-C").arg(s.ws()).arg("mcp").args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.split(b'\n') {
                let line = String::from_utf8(line.expect("stdout can be read")).expect("UTF-8 on stdout");
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, stdin, lines, next: 0 }
    }

    /// Starts a server and shakes hands.
    pub fn start(s: &Sandbox, args: &[&str]) -> Self {
        let mut client = Self::spawn(s, args);
        client.initialize("2025-11-25");
        client
    }

    /// Shakes hands; gives the server's answer.
    pub fn initialize(&mut self, version: &str) -> Value {
        let client = json!({ "name": "test", "version": "1" });
        let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client });
        let answer = self.ask("initialize", params);
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        answer["result"].clone()
    }

    /// Sends one message.
    pub fn send(&mut self, message: &Value) {
        self.line(message.to_string().as_bytes());
    }

    /// Sends one line, whatever it is.
    pub fn line(&mut self, line: &[u8]) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        stdin.write_all(line).and_then(|()| stdin.write_all(b"\n")).and_then(|()| stdin.flush()).expect("it listens");
    }

    /// The next message. Every line must be one.
    #[track_caller]
    pub fn read(&mut self) -> Value {
        let Ok(line) = self.lines.recv() else { panic!("the server ended: {}", self.stderr()) };
        let value: Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("not JSON on stdout ({e}): {line}"));
        assert_eq!(value["jsonrpc"], "2.0", "not JSON-RPC on stdout: {line}");
        value
    }

    fn stderr(&mut self) -> String {
        let mut text = String::new();
        if let Some(mut err) = self.child.stderr.take() {
            let _ = err.read_to_string(&mut text);
        }
        text
    }

    /// Sends a request and gives its answer; the answers to broken lines in between are passed over.
    #[track_caller]
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        for _ in 0..PATIENCE {
            let answer = self.read();
            if answer["id"] == id {
                return answer;
            }
        }
        panic!("no answer to {method}");
    }

    /// What a request answered; it must not be an error.
    #[track_caller]
    pub fn result(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Calls a tool; gives the whole result.
    #[track_caller]
    pub fn tool(&mut self, name: &str, arguments: Value) -> Value {
        self.result("tools/call", json!({ "name": name, "arguments": arguments }))
    }

    /// Calls a tool that must succeed; gives what it answered as data.
    #[track_caller]
    pub fn call(&mut self, name: &str, arguments: Value) -> Value {
        let result = self.tool(name, arguments);
        assert_ne!(result["isError"], true, "{name}: {result}");
        result["structuredContent"].clone()
    }

    /// Calls a tool that must refuse; gives its message.
    #[track_caller]
    pub fn refused(&mut self, name: &str, arguments: Value) -> String {
        let result = self.tool(name, arguments);
        assert_eq!(result["isError"], true, "{name}: {result}");
        result["content"][0]["text"].as_str().expect("a text").to_owned()
    }

    /// Closes stdin and waits for the end; nothing more may be on stdout.
    #[track_caller]
    pub fn close(mut self) -> ServerExit {
        drop(self.stdin.take());
        for line in self.lines.iter() {
            let value: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("left on stdout: {line}"));
            assert_eq!(value["jsonrpc"], "2.0", "left on stdout: {line}");
        }
        let err = self.stderr();
        let code = self.child.wait().expect("it ends").code().unwrap_or(-1);
        assert!(!err.contains("panicked"), "{err}");
        ServerExit { code, err }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A test that failed half way must not leave a server behind.
        drop(self.stdin.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
