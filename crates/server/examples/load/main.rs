//! Load on the real gateway: `cargo run --release -p soulfile-server --example load -- SOUL [NOTES]`.
//!
//! Makes a workspace of made-up notes, starts `SOUL serve` on it, and prints, beside a server that only says "hello" as the
//! floor: requests a second with their percentiles for reading a file and for searching, what a model's answer costs more
//! through `/v1` than straight from its server, and what the gateway holds in memory with ten thousand idle connections and
//! afterwards. Clients and servers share the machine's cores, so the ratios to the floor are what can be compared. Every
//! part is bounded in time and requests, and nothing but the loopback interface is used.
#![allow(clippy::print_stdout)]

mod floor;
mod gateway;
mod traffic;

use std::path::PathBuf;
use std::time::Duration;

use gateway::{MeasuredServer, NOUNS};
use traffic::{Measured, load, request};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

const NOTES: usize = 10_000;
const CONNECTIONS: usize = 16;
const LASTING: Duration = Duration::from_secs(6);
/// Most requests of one connection in one part.
const MOST: usize = 100_000;
/// Requests to the model, one after the other.
const TURNS: usize = 400;
const IDLE: usize = 10_000;
/// How long idle connections are left alone.
const QUIET: Duration = Duration::from_secs(5);

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let first = args.next().ok_or("usage: load SOUL [NOTES]")?;
    match first.as_str() {
        "hello" => return floor::hello(),
        "upstream" => return floor::upstream(),
        _ => {}
    }
    let notes = args.next().map_or(Ok(NOTES), |notes| notes.parse())?;
    let dir = tempfile::tempdir()?;
    gateway::make_workspace(dir.path(), notes)?;
    let (hello, upstream) = (MeasuredServer::beside("hello")?, MeasuredServer::beside("upstream")?);
    let mut server = MeasuredServer::start(&PathBuf::from(first), dir.path(), &upstream.address)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        println!("{notes} memories, {CONNECTIONS} connections kept open, {} s each", LASTING.as_secs());
        println!("{:<26}   requests/s  of floor   p50 ms   p95 ms   p99 ms   not 200   server CPU ms each", "");
        let ask = |path: &str| request(&server.address, &server.token, path, None);
        let agent = format!("/api/workspace/{}", server.agent);
        // Asking for the index fills it; asking once more looks after a fresh start.
        load(&server.address, vec![ask(&format!("{agent}/index"))], 1, Duration::from_secs(60), 2).await?;
        let before = server.resident();
        let floor = rate(&hello, "floor: hello", vec![request(&hello.address, "", "/", None)], None).await?;
        let reads = ["file/SOUL.md", "file/MEMORY.md"].map(|path| ask(&format!("{agent}/{path}")));
        rate(&server, "read a file", reads.to_vec(), Some(&floor)).await?;
        let searches = (0..400).map(|n| {
            ask(&format!("{agent}/recall?query=the+{}+near+the+{}+ref{}", NOUNS[n % 20], NOUNS[n / 20], n * 7))
        });
        rate(&server, "search", searches.collect(), Some(&floor)).await?;
        model(&upstream, &server).await?;
        idle(&server, &ask("/api/health")).await?;
        println!("resident before the load: {before:.0} MB");
        Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
    })?;
    server.stop()
}

/// Measures requests a second and prints them beside the floor.
async fn rate(
    server: &MeasuredServer,
    name: &str,
    requests: Vec<Vec<u8>>,
    floor: Option<&Measured>,
) -> Result<Measured> {
    let spent = server.spent();
    let measured = load(&server.address, requests, CONNECTIONS, LASTING, MOST).await?;
    let each = (server.spent() - spent) / measured.count() as f64;
    let share = floor.map_or(1.0, |floor| measured.rate() / floor.rate());
    let [p50, p95, p99] = [0.5, 0.95, 0.99].map(|part| measured.within(part));
    println!(
        "{name:<26} {:>12.0} {share:>9.3} {p50:>8.2} {p95:>8.2} {p99:>8.2} {:>9} {each:>20.3}",
        measured.rate(),
        measured.not_ok
    );
    Ok(measured)
}

/// Measures a model's answer straight from its server and through the gateway, one request after the other.
async fn model(upstream: &MeasuredServer, server: &MeasuredServer) -> Result<()> {
    let body = |n: usize, said: &str| {
        let said = said.replace("NOUN", NOUNS[n % 20]).replace("REF", &(n * 7).to_string());
        let message = serde_json::json!({ "role": "user", "content": said });
        serde_json::json!({ "model": format!("{}/stub/stub", server.agent), "messages": [message] }).to_string()
    };
    let path = "/v1/chat/completions";
    println!(
        "\n{TURNS} requests to a model, one after the other:      p50 ms   p95 ms   p99 ms   not 200   server CPU ms each"
    );
    let mut straight = None;
    for (name, through, said) in [
        ("its server alone", upstream, "Where was the NOUN of refREF found?"),
        ("/v1, a question", server, "Where was the NOUN of refREF found?"),
        ("/v1, something told", server, "I keep the NOUN of parcel REF in the cellar."),
    ] {
        let requests = (0..TURNS).map(|n| request(&through.address, &through.token, path, Some(&body(n, said))));
        let spent = through.spent();
        let measured = load(&through.address, requests.collect(), 1, LASTING * 10, TURNS).await?;
        let each = (through.spent() - spent) / measured.count() as f64;
        let [p50, p95, p99] = [0.5, 0.95, 0.99].map(|part| measured.within(part));
        let floor = *straight.get_or_insert(p50);
        println!(
            "{name:<44} {p50:>14.2} {p95:>8.2} {p99:>8.2} {:>9} {each:>20.3}   {:+.2} ms at p50",
            measured.not_ok,
            p50 - floor
        );
    }
    Ok(())
}

/// Measures what idle connections cost, and what is left of it.
async fn idle(server: &MeasuredServer, asked: &[u8]) -> Result<()> {
    let before = server.resident();
    let open = traffic::idle(&server.address, asked, IDLE).await?;
    tokio::time::sleep(QUIET).await;
    let with = server.resident();
    let measured = load(&server.address, vec![asked.to_vec()], 1, LASTING, 1_000).await?;
    let (alive, open) = traffic::alive(open, asked).await?;
    drop(open);
    tokio::time::sleep(QUIET).await;
    println!(
        "\n{IDLE} idle connections: {alive} still answered after {} s, {with:.0} MB with them ({before:.0} MB before, {:.0} MB after);\n\
         beside them a request takes {:.2} ms at p50, {:.2} at p99",
        QUIET.as_secs(),
        server.resident(),
        measured.within(0.5),
        measured.within(0.99),
    );
    Ok(())
}
