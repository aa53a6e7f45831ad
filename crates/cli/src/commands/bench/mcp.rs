//! How long a client waits for a fresh `soul mcp`: the handshake, and the first question.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

/// Milliseconds until the handshake was answered, and until the first search was.
pub fn first_answers(soul: &Path, home: &Path, workspace: &Path, question: &str) -> Result<(f64, f64)> {
    let start = Instant::now();
    let mut command = Command::new(soul);
    command.env("SOULFILE_HOME", home).args(["--agent", "main", "-C"]).arg(workspace).arg("mcp");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().context("a pipe to the server")?;
    let mut stdout = BufReader::new(child.stdout.take().context("a pipe from the server")?);
    let mut ask = |message: serde_json::Value| -> Result<serde_json::Value> {
        writeln!(stdin, "{message}")?;
        let mut line = String::new();
        stdout.read_line(&mut line)?;
        Ok(serde_json::from_str(&line)?)
    };
    let hello = serde_json::json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "bench", "version": "1" },
        },
    });
    let answer = ask(hello)?;
    let ready = start.elapsed().as_secs_f64() * 1e3;
    ensure!(answer["result"]["serverInfo"].is_object(), "the handshake was refused: {answer}");
    let search = serde_json::json!({
        "jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": { "name": "memory_search", "arguments": { "query": question } },
    });
    let answer = ask(search)?;
    let searched = start.elapsed().as_secs_f64() * 1e3;
    ensure!(answer["result"]["structuredContent"]["results"].is_array(), "the search was refused: {answer}");
    drop(stdin);
    ensure!(child.wait()?.success(), "the server did not end well");
    Ok((ready, searched))
}
