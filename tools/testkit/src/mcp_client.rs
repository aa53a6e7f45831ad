//! A client of the Model Context Protocol over the pipes of a program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A client of one session; the program ends with it.
#[derive(Debug)]
pub struct McpClient {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    next: i64,
}

impl McpClient {
    /// Starts the program and greets it.
    pub fn start(mut command: Command) -> Result<Self, String> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|e| e.to_string())?;
        let (stdin, stdout) = (child.stdin.take().ok_or("no pipe")?, child.stdout.take().ok_or("no pipe")?);
        let mut client = Self { child, stdin, stdout: BufReader::new(stdout), next: 0 };
        let who = json!({ "name": "testkit", "version": "1" });
        client.ask("initialize", json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": who }))?;
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
        Ok(client)
    }

    /// The number of the program's process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sends a request; gives its answer, an error among them.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        for _ in 0..1_000 {
            let mut line = String::new();
            if self.stdout.read_line(&mut line).map_err(|e| e.to_string())? == 0 {
                return Err(format!("the server ended at {method}"));
            }
            let answer: Value = serde_json::from_str(&line).map_err(|e| e.to_string())?;
            if answer["id"] == id {
                return Ok(answer);
            }
        }
        Err(format!("no answer to {method}"))
    }

    /// Calls a tool.
    pub fn call(&mut self, name: &str, arguments: Value) -> Result<Value, String> {
        self.ask("tools/call", json!({ "name": name, "arguments": arguments }))
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        writeln!(self.stdin, "{message}").and_then(|()| self.stdin.flush()).map_err(|e| e.to_string())
    }
}

impl Drop for McpClient {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
