//! The socket: accepts connections up to a limit, times slow ones out, and stops gracefully.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tower::ServiceExt;

use crate::state::Gateway;

/// Largest head of a request.
const HEAD: usize = 64 << 10;
/// Told to who comes when there is no room; written without waiting for their request.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n";

/// Serves until `stop` is done, then lets requests under way end, and returns.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    gateway: Arc<Gateway>,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let limits = gateway.settings.limits.clone();
    let places = Arc::new(Semaphore::new(limits.connections));
    let mut connections = JoinSet::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, address) = tokio::select! {
            () = &mut stop => break,
            Some(_) = connections.join_next(), if !connections.is_empty() => continue,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(e) if is_passing(&e) => {
                    // Out of descriptors: those in use have to be given back first.
                    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                    continue;
                }
                Err(e) => return Err(e),
            },
        };
        match places.clone().try_acquire_owned() {
            Ok(place) => {
                let served = connection(stream, address, router.clone(), gateway.clone());
                connections.spawn(async move {
                    served.await;
                    drop(place);
                });
            }
            Err(_) => {
                let _ = stream.try_write(FULL);
            }
        }
    }
    drop(listener);
    gateway.stop();
    let all = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(limits.stop, all).await.is_err() {
        connections.abort_all();
    }
    let (shared, engines) = (gateway.clone(), gateway.open_engines());
    let _ = shared.blocking.run(move || engines.iter().for_each(|engine| drop(engine.flush_decay()))).await;
    Ok(())
}

async fn connection(stream: TcpStream, address: SocketAddr, router: Router, gateway: Arc<Gateway>) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().oneshot(request)
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(gateway.settings.limits.head_time)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let mut serving = std::pin::pin!(serving);
    let mut stopping = gateway.stopping();
    tokio::select! {
        // A client that went away or sent nonsense has been answered as well as can be.
        _ = serving.as_mut() => return,
        _ = stopping.wait_for(|stopping| *stopping) => {}
    }
    serving.as_mut().graceful_shutdown();
    let _ = serving.await;
}

fn is_passing(error: &io::Error) -> bool {
    // Errors of the one connection, or of the process being out of descriptors.
    !matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::NotConnected)
}
