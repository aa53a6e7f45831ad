//! The stdio transport: one JSON-RPC message per line in, one per line out, and nothing else.
//!
//! The SDK's own reader drops what it cannot read and ends at the first message that is no request;
//! here both are answered or told to the person, and the connection goes on.

use std::io;
use std::sync::Arc;

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ErrorData, RequestId, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::{RoleServer, ServiceExt};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Mutex;

use super::connection::McpConnection;
use super::server::MemoryServer;

/// Largest message that is read.
const LARGEST: usize = 4 << 20;

/// Broken messages a person is told of: a client that reads no stderr must not block us.
const TOLD: usize = 50;

/// Requests that are answered here and need parameters.
const KNOWN: [&str; 6] =
    ["initialize", "tools/call", "resources/read", "resources/subscribe", "resources/unsubscribe", "prompts/get"];

/// Tells the person something; never on stdout.
pub type Tell = fn(&str);

/// Serves a connection on stdin and stdout until stdin ends.
pub fn serve_stdio(connection: McpConnection, tell: Tell) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (read, write) = rmcp::transport::stdio_pipes();
        match MemoryServer::new(connection).serve(Lines::new(read, write, tell)).await {
            Ok(service) => service.waiting().await.map(drop).map_err(io::Error::other),
            // The client left before it said anything: there is nothing to serve.
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(problem) => Err(io::Error::other(problem)),
        }
    })
}

struct Lines<R, W> {
    read: BufReader<R>,
    /// The line so far; kept here because a read may be given up half way and taken up again.
    line: Vec<u8>,
    /// The rest of a line that was too large is being skipped.
    skipping: bool,
    /// A request has come, so that notifications may.
    begun: bool,
    write: Arc<Mutex<W>>,
    tell: Tell,
    told: usize,
}

/// What a line turned out to be.
enum Parsed {
    Message(Box<ClientJsonRpcMessage>),
    /// Nothing to do, or nothing that may be answered.
    Nothing(Option<String>),
    Refused(ErrorData, Option<RequestId>),
}

impl<R: AsyncRead + Unpin + Send, W: AsyncWrite + Unpin + Send + 'static> Lines<R, W> {
    fn new(read: R, write: W, tell: Tell) -> Self {
        let (read, write) = (BufReader::new(read), Arc::new(Mutex::new(write)));
        Self { read, line: Vec::new(), skipping: false, begun: false, write, tell, told: 0 }
    }

    /// Reads on until a line is whole; `None` at the end, an error text when it is too large.
    async fn next_line(&mut self) -> Option<Result<Vec<u8>, String>> {
        loop {
            let available = match self.read.fill_buf().await {
                Ok(available) => available,
                Err(problem) => {
                    (self.tell)(&format!("mcp: reading stdin failed: {problem}"));
                    return None;
                }
            };
            if available.is_empty() {
                return None;
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(available.len(), |at| at + 1);
            if !self.skipping {
                self.line.extend_from_slice(&available[..taken]);
            }
            self.read.consume(taken);
            if self.line.len() > LARGEST {
                self.line = Vec::new();
                self.skipping = end.is_none();
                return Some(Err(format!("a message of more than {LARGEST} bytes was refused")));
            }
            match end {
                Some(_) if self.skipping => self.skipping = false,
                Some(_) => return Some(Ok(std::mem::take(&mut self.line))),
                None => {}
            }
        }
    }

    fn complain(&mut self, what: &str) {
        self.told += 1;
        match self.told {
            ..TOLD => (self.tell)(&format!("mcp: {what}")),
            TOLD => (self.tell)(&format!("mcp: {what}; more of the kind is not told")),
            _ => {}
        }
    }

    /// Answers in a task of its own: a read that is given up must not leave half an answer.
    fn answer(&self, error: ErrorData, id: Option<RequestId>) {
        tokio::spawn(write_line(self.write.clone(), ServerJsonRpcMessage::error(error, id)));
    }
}

impl<R: AsyncRead + Unpin + Send, W: AsyncWrite + Unpin + Send + 'static> Transport<RoleServer> for Lines<R, W> {
    type Error = io::Error;

    fn send(&mut self, message: ServerJsonRpcMessage) -> impl Future<Output = io::Result<()>> + Send + 'static {
        write_line(self.write.clone(), message)
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let parsed = match self.next_line().await? {
                Ok(line) => parse(&line, self.begun),
                Err(why) => Parsed::Refused(ErrorData::invalid_request(why, None), None),
            };
            match parsed {
                Parsed::Message(message) => {
                    self.begun = true;
                    return Some(*message);
                }
                Parsed::Nothing(None) => {}
                Parsed::Nothing(Some(why)) => self.complain(&why),
                Parsed::Refused(error, id) => {
                    self.complain(&error.message);
                    self.answer(error, id);
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.write.lock().await.flush().await
    }
}

async fn write_line<W: AsyncWrite + Unpin>(write: Arc<Mutex<W>>, message: ServerJsonRpcMessage) -> io::Result<()> {
    let mut line = serde_json::to_vec(&message)?;
    line.push(b'\n');
    let mut write = write.lock().await;
    write.write_all(&line).await?;
    write.flush().await
}

fn parse(line: &[u8], begun: bool) -> Parsed {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return Parsed::Nothing(None);
    }
    let value: Value = match serde_json::from_slice(line) {
        Ok(value) => value,
        Err(problem) => {
            return Parsed::Refused(ErrorData::parse_error(format!("a line is not JSON: {problem}"), None), None);
        }
    };
    let id = value.get("id").and_then(|id| serde_json::from_value::<RequestId>(id.clone()).ok());
    let method = value.get("method").and_then(Value::as_str).map(str::to_owned);
    let asks = value.get("id").is_some() && method.is_some();
    match serde_json::from_value::<ClientJsonRpcMessage>(value) {
        Ok(ClientJsonRpcMessage::Request(request)) => match &request.request {
            // The SDK takes a known request with wrong parameters for one of somebody's own.
            ClientRequest::CustomRequest(custom) if KNOWN.contains(&custom.method.as_str()) => {
                not_understood(custom.method.clone(), id)
            }
            _ => Parsed::Message(Box::new(ClientJsonRpcMessage::Request(request))),
        },
        Ok(_) if !begun => Parsed::Nothing(Some("ignored: a message before the first request".to_owned())),
        Ok(message) => Parsed::Message(Box::new(message)),
        Err(_) if !asks && method.is_some() => {
            Parsed::Nothing(Some(format!("ignored: an unknown notification {}", shown(&method.unwrap_or_default()))))
        }
        Err(_) if asks && id.is_some() => not_understood(method.unwrap_or_default(), id),
        Err(_) => Parsed::Refused(ErrorData::invalid_request("a line is no JSON-RPC 2.0 message", None), id),
    }
}

fn not_understood(method: String, id: Option<RequestId>) -> Parsed {
    Parsed::Refused(
        ErrorData::invalid_params(format!("the parameters of {} are not understood", shown(&method)), None),
        id,
    )
}

/// The beginning of a client's word, for a message.
fn shown(word: &str) -> String {
    word.chars().take(60).flat_map(char::escape_debug).collect()
}
