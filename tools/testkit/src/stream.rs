//! A server on the loopback interface that streams what a test tells it to, in the pieces and with the end the
//! test wants.

use std::io::{BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use crate::http::{Request, read};

/// One answer.
#[derive(Clone, Debug)]
pub struct Stream {
    pub status: u16,
    /// More headers, each with its line break.
    pub headers: String,
    /// The body, in the pieces in which it is written.
    pub pieces: Vec<Vec<u8>>,
    /// How it ends.
    pub end: End,
}

/// How an answer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Properly.
    Close,
    /// The connection breaks before the body is over.
    Break,
    /// Nothing more comes until the client goes away.
    Silence,
}

impl Stream {
    /// A stream that ends properly.
    pub fn of(content_type: &str, pieces: Vec<Vec<u8>>) -> Self {
        Self { status: 200, headers: format!("content-type: {content_type}\r\n"), pieces, end: End::Close }
    }

    /// A refusal.
    pub fn refusal(status: u16, headers: &str, body: &str) -> Self {
        let headers = format!("content-type: application/json\r\n{headers}");
        Self { status, headers, pieces: vec![body.as_bytes().to_vec()], end: End::Close }
    }

    /// The same with another end.
    pub fn ending(mut self, end: End) -> Self {
        self.end = end;
        self
    }
}

type Answer = dyn Fn(&Request) -> Stream + Send + Sync;

/// A running server. It ends with the process; its port is its own.
pub struct StreamServer {
    /// Its address, without a path.
    pub url: String,
    requests: Arc<Mutex<Vec<Request>>>,
    gone: Arc<Mutex<usize>>,
}

impl StreamServer {
    /// Starts a server.
    pub fn start(answer: impl Fn(&Request) -> Stream + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let gone = Arc::new(Mutex::new(0));
        let answer: Arc<Answer> = Arc::new(answer);
        let (seen, left) = (requests.clone(), gone.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (answer, seen, left) = (answer.clone(), seen.clone(), left.clone());
                std::thread::spawn(move || serve(stream, &*answer, &seen, &left));
            }
        });
        Self { url, requests, gone }
    }

    /// The requests so far.
    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Forgets the requests so far.
    pub fn forget(&self) {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// How many clients went away while the server was silent.
    pub fn gone(&self) -> usize {
        *self.gone.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn serve(stream: TcpStream, answer: &Answer, seen: &Mutex<Vec<Request>>, gone: &Mutex<usize>) {
    let _ = stream.set_nodelay(true);
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader) {
        seen.lock().unwrap_or_else(PoisonError::into_inner).push(request.clone());
        let told = answer(&request);
        let head = format!("HTTP/1.1 {} Said\r\ntransfer-encoding: chunked\r\n{}\r\n", told.status, told.headers);
        let mut write = |bytes: &[u8]| reader.get_mut().write_all(bytes).is_ok();
        if !write(head.as_bytes()) {
            return;
        }
        for piece in told.pieces.iter().filter(|piece| !piece.is_empty()) {
            let chunk = [format!("{:x}\r\n", piece.len()).as_bytes(), piece, b"\r\n"].concat();
            if !write(&chunk) {
                return;
            }
        }
        match told.end {
            End::Close => {
                if !write(b"0\r\n\r\n") {
                    return;
                }
            }
            End::Break => return,
            End::Silence => {
                // Ends when the client closes its side.
                let _ = reader.read(&mut [0; 1]);
                *gone.lock().unwrap_or_else(PoisonError::into_inner) += 1;
                return;
            }
        }
    }
}
