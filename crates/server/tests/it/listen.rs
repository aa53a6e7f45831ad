//! The socket itself: how many connections, how slow, and how it stops.

use std::sync::Arc;
use std::time::Duration;

use soulfile_server::http::listen::serve;
use soulfile_server::state::Limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::fixture::Site;

struct Running {
    address: std::net::SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<std::io::Result<()>>,
}

async fn start(site: &Site) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let (router, gateway) = (site.router.clone(), Arc::clone(&site.gateway));
    let served = tokio::spawn(async move {
        serve(listener, router, gateway, async {
            let _ = stopped.await;
        })
        .await
    });
    Running { address, stop, served }
}

const HEALTH: &[u8] = b"GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n";

async fn ask(stream: &mut TcpStream) -> String {
    stream.write_all(HEALTH).await.unwrap();
    let mut read = vec![0; 4096];
    let count = stream.read(&mut read).await.unwrap();
    String::from_utf8_lossy(&read[..count]).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_are_limited_and_one_that_closes_makes_room() {
    let site = Site::with(Limits { connections: 2, ..Limits::default() });
    let running = start(&site).await;
    let mut one = TcpStream::connect(running.address).await.unwrap();
    let mut two = TcpStream::connect(running.address).await.unwrap();
    assert!(ask(&mut one).await.starts_with("HTTP/1.1 200"));
    assert!(ask(&mut two).await.starts_with("HTTP/1.1 200"));
    let mut three = TcpStream::connect(running.address).await.unwrap();
    let mut told = String::new();
    let _ = three.read_to_string(&mut told).await;
    assert!(told.starts_with("HTTP/1.1 503"), "{told}");
    drop(one);
    for _ in 0..10_000 {
        let mut four = TcpStream::connect(running.address).await.unwrap();
        let _ = four.write_all(HEALTH).await;
        let mut read = [0; 12];
        if four.read_exact(&mut read).await.is_ok() && &read == b"HTTP/1.1 200" {
            return;
        }
    }
    panic!("no room after one closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_never_finishes_its_request_is_dropped() {
    let site = Site::with(Limits { head_time: Duration::from_millis(50), ..Limits::default() });
    let running = start(&site).await;
    let mut slow = TcpStream::connect(running.address).await.unwrap();
    slow.write_all(b"GET /api/health HTTP/1.1\r\nhost: loc").await.unwrap();
    let mut rest = Vec::new();
    let _ = slow.read_to_end(&mut rest).await;
    assert!(!rest.starts_with(b"HTTP/1.1 200"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_stops_although_clients_keep_their_connections() {
    let site = Site::new();
    let running = start(&site).await;
    let mut kept = TcpStream::connect(running.address).await.unwrap();
    assert!(ask(&mut kept).await.starts_with("HTTP/1.1 200"));
    running.stop.send(()).unwrap();
    running.served.await.unwrap().unwrap();
    assert_eq!(kept.read(&mut [0; 16]).await.unwrap_or(0), 0, "closed");
    assert!(TcpStream::connect(running.address).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_head_too_large_is_refused() {
    let site = Site::new();
    let running = start(&site).await;
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    let head = format!("GET /api/health HTTP/1.1\r\nhost: localhost\r\nx: {}\r\n\r\n", "y".repeat(200_000));
    let _ = stream.write_all(head.as_bytes()).await;
    let mut read = [0; 12];
    let answered = stream.read_exact(&mut read).await.is_ok();
    assert!(!answered || &read == b"HTTP/1.1 431", "{}", String::from_utf8_lossy(&read));
}

/// Waits until so many connections were parked.
async fn parked(site: &Site, times: u64) {
    for _ in 0..10_000_000 {
        if site.gateway.metrics.parked() >= times {
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("parked {} times", site.gateway.metrics.parked());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_parked_connection_goes_on_where_it_was() {
    let site = Site::with(Limits { quiet: Duration::ZERO, ..Limits::default() });
    let running = start(&site).await;
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    for times in 1..=3 {
        assert!(ask(&mut stream).await.starts_with("HTTP/1.1 200"));
        parked(&site, times).await;
    }
    // A request in two pieces, and the beginning of the next behind it.
    let (first, second) = HEALTH.split_at(20);
    stream.write_all(first).await.unwrap();
    stream.write_all(&[second, first].concat()).await.unwrap();
    let mut read = vec![0; 4096];
    let count = stream.read(&mut read).await.unwrap();
    assert!(read[..count].starts_with(b"HTTP/1.1 200"));
    parked(&site, 4).await;
    stream.write_all(second).await.unwrap();
    let count = stream.read(&mut read).await.unwrap();
    assert!(read[..count].starts_with(b"HTTP/1.1 200"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_says_nothing_is_closed_parked_or_not() {
    let head_time = Duration::from_millis(50);
    let site = Site::with(Limits { quiet: Duration::ZERO, head_time, ..Limits::default() });
    let running = start(&site).await;
    let mut new = TcpStream::connect(running.address).await.unwrap();
    assert_eq!(new.read(&mut [0; 16]).await.unwrap_or(0), 0);
    let mut used = TcpStream::connect(running.address).await.unwrap();
    assert!(ask(&mut used).await.starts_with("HTTP/1.1 200"));
    assert_eq!(used.read(&mut [0; 16]).await.unwrap_or(0), 0);
}
