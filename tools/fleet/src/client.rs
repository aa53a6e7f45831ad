//! A client of a gateway that says exactly what it knows of each request.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

/// What became of a request.
#[derive(Debug, Clone)]
pub enum RequestOutcome {
    /// Done; the body and the ETag.
    Done(Value, Option<String>),
    /// It did not happen, and never will: the gateway said so, or could not be reached.
    Refused(String),
    /// Nobody knows.
    Unknown(String),
}

/// Somebody who asks gateways.
#[derive(Debug, Clone)]
pub struct GatewayClient {
    pub token: String,
    /// How long an answer may take. A frozen gateway never answers.
    pub patience: Duration,
}

impl GatewayClient {
    /// Writes a value into a file, over what was read.
    pub fn put(&self, address: &str, agent: &str, file: &str, value: u64, known: Option<&str>) -> RequestOutcome {
        let known = known.map_or_else(|| "if-none-match: *\r\n".to_owned(), |tag| format!("if-match: {tag}\r\n"));
        let body = json!({ "content": format!("# A register\n\nvalue: {value}\n") }).to_string();
        self.ask(address, "PUT", &format!("/api/workspace/{agent}/file/{file}"), &known, &body)
    }

    /// Reads the value of a file; `None` where there is none yet.
    pub fn get(&self, address: &str, agent: &str, file: &str) -> Result<Option<(u64, Option<String>)>, String> {
        match self.ask(address, "GET", &format!("/api/workspace/{agent}/file/{file}"), "", "") {
            RequestOutcome::Done(Value::Null, _) => Ok(None),
            RequestOutcome::Done(body, tag) => {
                let text = body["content"].as_str().unwrap_or_default();
                value_of(text).map(|value| Some((value, tag))).ok_or_else(|| format!("no value in {body}"))
            }
            RequestOutcome::Refused(why) | RequestOutcome::Unknown(why) => Err(why),
        }
    }

    /// Reads a page of text.
    pub fn text(&self, address: &str, path: &str) -> std::io::Result<String> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(self.patience))?;
        let head = format!(
            "GET {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {}\r\nconnection: close\r\n\r\n",
            self.token
        );
        stream.write_all(head.as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }

    /// One request on a connection of its own.
    pub fn ask(&self, address: &str, method: &str, path: &str, headers: &str, body: &str) -> RequestOutcome {
        let Ok(mut stream) = TcpStream::connect(address) else {
            return RequestOutcome::Refused("no connection".to_owned());
        };
        let _ = stream.set_read_timeout(Some(self.patience));
        let _ = stream.set_nodelay(true);
        let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {}\r\nconnection: close\r\n{kind}{headers}content-length: {}\r\n\r\n",
            self.token,
            body.len()
        );
        let mut answer = Vec::new();
        let sent = stream.write_all((head + body).as_bytes()).and_then(|()| stream.read_to_end(&mut answer).map(drop));
        if let Err(error) = sent {
            return RequestOutcome::Unknown(error.to_string());
        }
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let Some((head, body)) = answer.split_once("\r\n\r\n") else {
            return RequestOutcome::Unknown("broke off".to_owned());
        };
        let status: u16 = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        let tag = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("etag").then(|| value.trim().to_owned())
        });
        match (status, method) {
            (200 | 201, _) => match serde_json::from_str(&unchunked(head, body)) {
                Ok(value) => RequestOutcome::Done(value, tag),
                Err(error) => RequestOutcome::Unknown(format!("{error}: {body}")),
            },
            (404, "GET") => RequestOutcome::Done(Value::Null, None),
            // What these say holds for good.
            (400 | 401 | 403 | 404 | 409 | 412 | 422 | 428 | 429, _) => {
                RequestOutcome::Refused(format!("{status} {body}"))
            }
            _ if body.contains("Nothing was changed") => RequestOutcome::Refused(format!("{status} {body}")),
            _ => RequestOutcome::Unknown(format!("{status} {body}")),
        }
    }
}

/// The value in the text of a register.
pub fn value_of(text: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix("value: "))?.trim().parse().ok()
}

/// A body without the frames of chunked transfer.
fn unchunked(head: &str, body: &str) -> String {
    if !head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        return body.to_owned();
    }
    let (mut rest, mut out) = (body, String::new());
    while let Some((size, tail)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        let Some(chunk) = tail.get(..size).filter(|_| size > 0) else { break };
        out.push_str(chunk);
        rest = tail.get(size + 2..).unwrap_or_default();
    }
    out
}
