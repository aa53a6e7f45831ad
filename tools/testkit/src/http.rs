//! A small HTTP/1.1 server on the loopback interface: answers what the test tells it to, and
//! remembers what it was asked.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Request {
    /// Path with its query.
    pub path: String,
    /// Headers, their names in lower case.
    pub headers: Vec<(String, String)>,
    /// The JSON body.
    pub body: Value,
}

impl Request {
    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }
}

/// What the server does next, before it answers as usual again.
#[derive(Clone)]
pub enum ServerTrouble {
    /// Answers with a status, more headers and a body.
    Status(u16, &'static str, String),
    /// Closes the connection without an answer.
    HangUp,
    /// Never answers, until the client goes away.
    Silence,
}

type Answer = dyn Fn(&Request) -> (u16, Value) + Send + Sync;

/// A running server. It ends with the process; its port is its own.
pub struct Server {
    /// Its address, without a path.
    pub url: String,
    requests: Arc<Mutex<Vec<Request>>>,
    troubles: Arc<Mutex<VecDeque<ServerTrouble>>>,
}

impl Server {
    /// Starts a server that answers requests by a function: status and JSON body.
    pub fn start(answer: impl Fn(&Request) -> (u16, Value) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let troubles = Arc::new(Mutex::new(VecDeque::new()));
        let answer: Arc<Answer> = Arc::new(answer);
        let (seen, next) = (requests.clone(), troubles.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (answer, seen, next) = (answer.clone(), seen.clone(), next.clone());
                std::thread::spawn(move || serve(stream, &*answer, &seen, &next));
            }
        });
        Self { url, requests, troubles }
    }

    /// Makes the next requests go wrong.
    pub fn trouble(&self, troubles: impl IntoIterator<Item = ServerTrouble>) {
        self.troubles.lock().unwrap_or_else(PoisonError::into_inner).extend(troubles);
    }

    /// The requests so far.
    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn serve(stream: TcpStream, answer: &Answer, seen: &Mutex<Vec<Request>>, troubles: &Mutex<VecDeque<ServerTrouble>>) {
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader) {
        seen.lock().unwrap_or_else(PoisonError::into_inner).push(request.clone());
        let trouble = troubles.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let (status, more, body) = match trouble {
            Some(ServerTrouble::HangUp) => return,
            Some(ServerTrouble::Silence) => {
                // Ends when the client closes its side.
                let _ = reader.read(&mut [0; 1]);
                return;
            }
            Some(ServerTrouble::Status(status, more, body)) => (status, more, body),
            None => {
                let (status, body) = answer(&request);
                (status, "", body.to_string())
            }
        };
        let head = format!(
            "HTTP/1.1 {status} Said\r\ncontent-type: application/json\r\ncontent-length: {}\r\n{more}\r\n",
            body.len()
        );
        if reader.get_mut().write_all(format!("{head}{body}").as_bytes()).is_err() {
            return;
        }
    }
}

pub(crate) fn read(reader: &mut BufReader<TcpStream>) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|n| *n > 0)?;
    let path = line.split(' ').nth(1)?.to_owned();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(n, _)| n == "content-length").and_then(|(_, v)| v.parse().ok());
    let body = match length {
        Some(length) => {
            let mut body = vec![0; length];
            reader.read_exact(&mut body).ok()?;
            body
        }
        None if headers.iter().any(|(n, _)| n == "transfer-encoding") => chunked(reader)?,
        None => b"null".to_vec(),
    };
    let body = serde_json::from_slice(&body).ok()?;
    Some(Request { path, headers, body })
}

fn chunked(reader: &mut BufReader<TcpStream>) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let size = usize::from_str_radix(line.trim(), 16).ok()?;
        let mut part = vec![0; size + 2];
        reader.read_exact(&mut part).ok()?;
        if size == 0 {
            return Some(out);
        }
        out.extend(&part[..size]);
    }
}
