//! Requests over connections that are kept open, as fast as they are answered.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::Result;

/// Connections that are opened, and asked, at once: one after the other would take longer than a connection may be idle.
const AT_ONCE: usize = 32;

/// What a load came to.
pub struct Measured {
    /// Milliseconds of each request, sorted.
    times: Vec<f64>,
    pub not_ok: usize,
    seconds: f64,
}

impl Measured {
    pub fn count(&self) -> usize {
        self.times.len()
    }

    pub fn rate(&self) -> f64 {
        self.times.len() as f64 / self.seconds
    }

    /// Milliseconds within which this share was answered.
    pub fn within(&self, share: f64) -> f64 {
        self.times[((self.times.len() - 1) as f64 * share).round() as usize]
    }
}

/// A request as it goes over the wire.
pub fn request(address: &str, token: &str, path: &str, body: Option<&str>) -> Vec<u8> {
    let verb = if body.is_some() { "POST" } else { "GET" };
    let mut head = format!("{verb} {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\n");
    if let Some(body) = body {
        head += &format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
    }
    format!("{head}\r\n{}", body.unwrap_or_default()).into_bytes()
}

/// Sends the requests in turn on every connection until the time is up, or each connection has sent `most`.
pub async fn load(
    address: &str,
    requests: Vec<Vec<u8>>,
    connections: usize,
    lasting: Duration,
    most: usize,
) -> Result<Measured> {
    let requests = Arc::new(requests);
    let start = Instant::now();
    let mut clients = JoinSet::new();
    for number in 0..connections {
        let (requests, address) = (requests.clone(), address.to_owned());
        clients.spawn(async move {
            let mut stream = TcpStream::connect(&address).await?;
            stream.set_nodelay(true)?;
            let (mut times, mut not_ok, mut buffer) = (Vec::new(), 0usize, Vec::new());
            let mut at = number * 37;
            while start.elapsed() < lasting && times.len() < most {
                let asked = Instant::now();
                stream.write_all(&requests[at % requests.len()]).await?;
                at += 1;
                not_ok += usize::from(answer(&mut stream, &mut buffer).await? != 200);
                times.push(asked.elapsed().as_secs_f64() * 1e3);
            }
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>((times, not_ok))
        });
    }
    let mut all = Measured { times: Vec::new(), not_ok: 0, seconds: 0.0 };
    while let Some(done) = clients.join_next().await {
        let (some, wrong) = done??;
        all.times.extend(some);
        all.not_ok += wrong;
    }
    all.seconds = start.elapsed().as_secs_f64();
    all.times.sort_by(f64::total_cmp);
    Ok(all)
}

/// Opens connections that ask once and then say nothing.
pub async fn idle(address: &str, asked: &[u8], connections: usize) -> Result<Vec<TcpStream>> {
    let mut parts = JoinSet::new();
    for part in 0..AT_ONCE {
        let (address, asked) = (address.to_owned(), asked.to_vec());
        let count = connections / AT_ONCE + usize::from(part < connections % AT_ONCE);
        parts.spawn(async move {
            let (mut open, mut buffer) = (Vec::with_capacity(count), Vec::new());
            for _ in 0..count {
                let mut stream = TcpStream::connect(&address).await?;
                stream.write_all(&asked).await?;
                answer(&mut stream, &mut buffer).await?;
                open.push(stream);
            }
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>(open)
        });
    }
    let mut open = Vec::with_capacity(connections);
    while let Some(some) = parts.join_next().await {
        open.extend(some??);
    }
    Ok(open)
}

/// How many of the connections still answer; gives them back.
pub async fn alive(mut open: Vec<TcpStream>, asked: &[u8]) -> Result<(usize, Vec<TcpStream>)> {
    let mut parts = JoinSet::new();
    let size = open.len().div_ceil(AT_ONCE).max(1);
    while !open.is_empty() {
        let (mut some, asked) = (open.split_off(open.len().saturating_sub(size)), asked.to_vec());
        parts.spawn(async move {
            let (mut alive, mut buffer) = (0, Vec::new());
            for stream in &mut some {
                let sent = stream.write_all(&asked).await.is_ok();
                alive += usize::from(sent && answer(stream, &mut buffer).await.is_ok_and(|status| status == 200));
            }
            (alive, some)
        });
    }
    let mut alive = 0;
    while let Some(part) = parts.join_next().await {
        let (count, some) = part?;
        alive += count;
        open.extend(some);
    }
    Ok((alive, open))
}

/// Reads one answer, whole; returns its status.
async fn answer(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Result<u16> {
    buffer.clear();
    let end = read_until(stream, buffer, |read| read.windows(4).position(|w| w == b"\r\n\r\n")).await? + 4;
    let head = std::str::from_utf8(&buffer[..end])?.to_ascii_lowercase();
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or("no status")?;
    match head.lines().find_map(|line| line.strip_prefix("content-length: ")) {
        Some(length) => {
            let whole = end + length.parse::<usize>()?;
            read_until(stream, buffer, |read| (read.len() >= whole).then_some(whole)).await?;
        }
        // In pieces: an empty one is the last.
        None => {
            let last = |read: &[u8]| read[end - 2..].ends_with(b"\r\n0\r\n\r\n").then_some(end);
            read_until(stream, buffer, last).await?;
        }
    }
    Ok(status)
}

/// Reads on until the place is there that is looked for.
async fn read_until(
    stream: &mut TcpStream,
    buffer: &mut Vec<u8>,
    found: impl Fn(&[u8]) -> Option<usize>,
) -> Result<usize> {
    loop {
        if let Some(at) = found(buffer) {
            return Ok(at);
        }
        if stream.read_buf(buffer).await? == 0 {
            return Err("cut short".into());
        }
    }
}
