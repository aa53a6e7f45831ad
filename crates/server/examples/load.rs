//! Load on the real gateway: `cargo run --release -p soulfile-server --example load -- SOUL`.
//!
//! Makes a workspace of made-up notes, starts `SOUL serve` on it, keeps connections open, and prints
//! requests per second with their percentiles for reading a file and for searching, and what the
//! gateway holds in memory afterwards. Client and server share the machine's cores.
#![allow(clippy::print_stdout)]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

const NOTES: usize = 10_000;
const CONNECTIONS: usize = 16;
const SECONDS: u64 = 6;
const NOUNS: [&str; 20] = [
    "river", "garden", "letter", "window", "market", "teacher", "bridge", "winter", "story", "doctor", "engine",
    "island", "mountain", "paper", "kitchen", "forest", "captain", "violin", "bicycle", "library",
];

fn main() -> Result<()> {
    let soul = PathBuf::from(std::env::args().nth(1).ok_or("usage: load SOUL [NOTES]")?);
    let notes = std::env::args().nth(2).map_or(Ok(NOTES), |n| n.parse())?;
    let dir = tempfile::tempdir()?;
    make_workspace(dir.path(), notes)?;
    let mut server = Server::start(&soul, dir.path())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    println!("{notes} memories, {CONNECTIONS} connections kept open, {SECONDS} s each");
    println!("             requests/s   p50 ms   p95 ms   p99 ms   not 200   server CPU ms each");
    let reads: Vec<String> = vec!["file/SOUL.md".to_owned(), "file/MEMORY.md".to_owned()];
    let searches: Vec<String> = (0..400)
        .map(|n| format!("recall?query=the+{}+near+the+{}+ref{}", NOUNS[n % 20], NOUNS[n / 20], n * 7))
        .collect();
    // Asking for the index fills it; asking once more looks after a fresh start.
    runtime.block_on(load(&server, &["index".to_owned()], Duration::from_millis(200)))?;
    let before = server.resident();
    for (name, paths) in [("read", &reads), ("search", &searches)] {
        let spent = server.spent();
        let (figures, count) = runtime.block_on(load(&server, paths, Duration::from_secs(SECONDS)))?;
        println!("{name:<10} {figures} {:>20.2}", (server.spent() - spent) / count as f64);
    }
    println!("resident: {before:.0} MB before, {:.0} MB after", server.resident());
    server.stop()
}

fn make_workspace(dir: &Path, notes: usize) -> Result<()> {
    let episodes = dir.join("ws/memory/episodes");
    std::fs::create_dir_all(&episodes)?;
    let mut seed = 88_172_645_463_325_252u64;
    let mut noun = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        format!("{}{}", NOUNS[(seed % 20) as usize], seed / 20 % 300)
    };
    for day in 0..notes.div_ceil(30) {
        let date = jiff::civil::date(2020, 1, 1).saturating_add(jiff::Span::new().days(day as i64));
        let mut text = format!("# {date}\n\n");
        for n in 0..30.min(notes - day * 30) {
            let number = day * 30 + n;
            let place = NOUNS[number % 20];
            text += &format!(
                "## {:02}:{:02} | note\nref{number} the {} was found near the {place} by the {} of the {}\n\n",
                8 + n / 6,
                n % 6 * 10,
                noun(),
                noun(),
                noun()
            );
        }
        std::fs::write(episodes.join(format!("{date}.md")), text)?;
    }
    Ok(())
}

struct Server {
    child: Child,
    address: String,
    token: String,
    agent: String,
}

impl Server {
    fn start(soul: &Path, dir: &Path) -> Result<Self> {
        let command = |args: &[&str]| {
            let mut command = Command::new(soul);
            command.env("HOME", dir).env("SOULFILE_HOME", dir.join("home")).arg("-C").arg(dir.join("ws")).args(args);
            command
        };
        let ran = |args: &[&str]| -> Result<String> {
            let output = command(args).output()?;
            if !output.status.success() {
                return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
            }
            Ok(String::from_utf8(output.stdout)?)
        };
        ran(&["setup", "--yes", "--user-name", "Sam"])?;
        // The limit per token is not what is measured.
        ran(&["config", "set", "gateway.requestsPerSecond", "10000000"])?;
        let identity: serde_json::Value = serde_json::from_str(&ran(&["identity", "--json"])?)?;
        let token = ran(&["serve", "token", "show"])?.trim().to_owned();
        let mut child = command(&["serve", "--port", "0", "--json"]).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no pipe")?).read_line(&mut line)?;
        let said: serde_json::Value = serde_json::from_str(&line)?;
        let address = said["url"].as_str().ok_or("no URL")?.trim_start_matches("http://").to_owned();
        let agent = identity["agent"].as_str().ok_or("no agent")?.to_owned();
        Ok(Self { child, address, token, agent })
    }

    /// Milliseconds of processor time it used so far.
    fn spent(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let ticks: f64 = after_name.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<f64>().ok()).sum();
        // The kernel counts in hundredths of a second for programs.
        ticks * 10.0
    }

    /// Megabytes it holds.
    fn resident(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS"));
        line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
    }

    fn stop(&mut self) -> Result<()> {
        Command::new("kill").arg(self.child.id().to_string()).status()?;
        let status = self.child.wait()?;
        if status.success() { Ok(()) } else { Err(format!("the gateway ended with {status}").into()) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks for the paths in turn on every connection until the time is up.
async fn load(server: &Server, paths: &[String], lasting: Duration) -> Result<(String, usize)> {
    let requests: Vec<Vec<u8>> = paths
        .iter()
        .map(|path| {
            format!(
                "GET /api/workspace/{}/{path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\r\n",
                server.agent, server.address, server.token
            )
            .into_bytes()
        })
        .collect();
    let requests = std::sync::Arc::new(requests);
    let start = Instant::now();
    let mut clients = tokio::task::JoinSet::new();
    for number in 0..CONNECTIONS {
        let (requests, address) = (requests.clone(), server.address.clone());
        clients.spawn(async move {
            let mut stream = TcpStream::connect(&address).await?;
            stream.set_nodelay(true)?;
            let (mut times, mut bad, mut buffer) = (Vec::new(), 0usize, Vec::new());
            let mut at = number * 37;
            while start.elapsed() < lasting {
                let asked = Instant::now();
                stream.write_all(&requests[at % requests.len()]).await?;
                at += 1;
                bad += usize::from(answer(&mut stream, &mut buffer).await? != 200);
                times.push(asked.elapsed().as_secs_f64() * 1e3);
            }
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>((times, bad))
        });
    }
    let (mut times, mut bad) = (Vec::new(), 0);
    while let Some(done) = clients.join_next().await {
        let (some, wrong) = done??;
        times.extend(some);
        bad += wrong;
    }
    let seconds = start.elapsed().as_secs_f64();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    let rate = times.len() as f64 / seconds;
    Ok((format!("{rate:>12.0} {:>8.2} {:>8.2} {:>8.2} {bad:>9}", at(0.5), at(0.95), at(0.99)), times.len()))
}

/// Reads one answer, whole; returns its status.
async fn answer(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Result<u16> {
    buffer.clear();
    loop {
        if let Some(end) = buffer.windows(4).position(|w| w == b"\r\n\r\n") {
            let head = std::str::from_utf8(&buffer[..end])?;
            let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or("no status")?;
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).ok_or("no length")?;
            let whole = end + 4 + length.parse::<usize>()?;
            while buffer.len() < whole {
                if stream.read_buf(buffer).await? == 0 {
                    return Err("cut short".into());
                }
            }
            return Ok(status);
        }
        if stream.read_buf(buffer).await? == 0 {
            return Err("closed".into());
        }
    }
}
