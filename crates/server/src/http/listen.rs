//! The socket: accepts connections up to a limit, and stops gracefully. What becomes of one is in [`super::connection`].

use std::future::Future;
use std::io;
use std::sync::Arc;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::connection;
use crate::state::Gateway;
use crate::trim;

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
    tokio::spawn(trim::when_quiet(gateway.clone()));
    loop {
        let (stream, address) = tokio::select! {
            () = &mut stop => break,
            Some(_) = connections.join_next(), if !connections.is_empty() => {
                gateway.metrics.connection_ended();
                continue;
            }
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
                let served = connection::serve(stream, address, router.clone(), gateway.clone());
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

fn is_passing(error: &io::Error) -> bool {
    // Errors of the one connection, or of the process being out of descriptors.
    !matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::NotConnected)
}
