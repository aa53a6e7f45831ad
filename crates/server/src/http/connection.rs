//! One connection: requests are read and answered as long as they come, and a quiet connection is parked.
//!
//! What reads and writes HTTP keeps two buffers of 8 KB for each connection. They are of no use between requests, and most
//! connections of a gateway say nothing most of the time: parked, a connection holds its socket and one timer. What
//! limits there are on connections is decided in [`super::listen`].

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};
use tower::ServiceExt;

use crate::state::Gateway;

/// Largest head of a request.
const HEAD: usize = 64 << 10;

/// Serves a connection to its end.
pub async fn serve(stream: TcpStream, address: SocketAddr, router: Router, gateway: Arc<Gateway>) {
    let _ = stream.set_nodelay(true);
    let mut stopping = gateway.stopping();
    let mut parked = Some(Parked { stream, read: Bytes::new() });
    while let Some(connection) = parked.take() {
        if connection.read.is_empty() {
            // A connection parked for as long as a head may take is closed, as one whose head does not end is.
            let readable = timeout(gateway.settings.limits.head_time, connection.stream.readable());
            tokio::select! {
                readable = readable => if !matches!(readable, Ok(Ok(()))) { return },
                () = stopped(&mut stopping) => return,
            }
        }
        // On the heap, so that a parked connection does without.
        parked = Box::pin(answer(connection, address, &router, &gateway, &mut stopping)).await;
    }
}

/// A connection between two requests.
struct Parked {
    stream: TcpStream,
    /// What was read of the next request already.
    read: Bytes,
}

/// Answers requests until the connection ends, `None`, or falls quiet.
async fn answer(
    connection: Parked,
    address: SocketAddr,
    router: &Router,
    gateway: &Gateway,
    stopping: &mut watch::Receiver<bool>,
) -> Option<Parked> {
    let progress = Arc::new(Progress::default());
    let service = service_fn(|request: Request<Incoming>| {
        let under_way = UnderWay::begin(&progress);
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        let answered = router.clone().oneshot(request);
        Box::pin(async move {
            Ok::<_, std::convert::Infallible>(answered.await?.map(|body| WatchedBody { body, under_way }))
        })
    });
    let watched = WatchedStream { parked: connection, progress: progress.clone() };
    let mut serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(gateway.settings.limits.head_time)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(watched), service);
    let limits = &gateway.settings.limits;
    let mut look = std::pin::pin!(sleep(limits.quiet));
    let mut seen = 0;
    loop {
        tokio::select! {
            ended = std::future::poll_fn(|context| serving.poll_without_shutdown(context)) => {
                // A client that went away or sent nonsense has been answered as well as can be.
                ended.ok()?;
                break;
            }
            () = stopped(stopping) => {
                Pin::new(&mut serving).graceful_shutdown();
                std::future::poll_fn(|context| serving.poll_without_shutdown(context)).await.ok()?;
                break;
            }
            () = look.as_mut() => {
                look.as_mut().reset(Instant::now() + limits.quiet);
                let answered = progress.answered.load(Ordering::Relaxed);
                if !progress.is_quiet() || std::mem::replace(&mut seen, answered) != answered {
                    continue;
                }
                // Between requests it ends at once, and the socket is taken back open.
                Pin::new(&mut serving).graceful_shutdown();
                let ended = std::future::poll_fn(|context| Poll::Ready(serving.poll_without_shutdown(context))).await;
                if let Poll::Ready(ended) = ended {
                    ended.ok()?;
                    gateway.metrics.connection_parked();
                    let parts = serving.into_parts();
                    return Some(Parked { stream: parts.io.into_inner().parked.stream, read: parts.read_buf });
                }
            }
        }
    }
    let _ = serving.into_parts().io.into_inner().shutdown().await;
    None
}

/// Waits until the gateway stops.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// How far a connection is, for telling whether it is between two requests.
#[derive(Default)]
struct Progress {
    /// Requests whose answer is not written yet.
    under_way: AtomicUsize,
    /// Requests that were answered.
    answered: AtomicU64,
    /// Something was read since.
    has_read: AtomicBool,
    /// The client does not take what is written.
    is_blocked: AtomicBool,
}

impl Progress {
    fn is_quiet(&self) -> bool {
        self.answered.load(Ordering::Relaxed) > 0
            && self.under_way.load(Ordering::Relaxed) == 0
            && !self.has_read.load(Ordering::Relaxed)
            && !self.is_blocked.load(Ordering::Relaxed)
    }
}

/// A request, until the last of its answer is handed over.
struct UnderWay(Arc<Progress>);

impl UnderWay {
    fn begin(progress: &Arc<Progress>) -> Self {
        progress.under_way.fetch_add(1, Ordering::Relaxed);
        Self(progress.clone())
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.has_read.store(false, Ordering::Relaxed);
        self.0.answered.fetch_add(1, Ordering::Relaxed);
        self.0.under_way.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A body that says when it was handed over.
struct WatchedBody {
    body: Body,
    #[allow(dead_code, reason = "counts by being dropped")]
    under_way: UnderWay,
}

impl HttpBody for WatchedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A socket that says what is read from it and whether it takes what is written. Gives out first what was read before.
struct WatchedStream {
    parked: Parked,
    progress: Arc<Progress>,
}

impl WatchedStream {
    fn stream(self: Pin<&mut Self>) -> Pin<&mut TcpStream> {
        Pin::new(&mut self.get_mut().parked.stream)
    }

    fn noted<T>(&self, written: Poll<T>) -> Poll<T> {
        self.progress.is_blocked.store(written.is_pending(), Ordering::Relaxed);
        written
    }
}

impl AsyncRead for WatchedStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let known = self.parked.read.len().min(into.remaining());
        let polled = if known > 0 {
            into.put_slice(&self.parked.read.split_to(known));
            Poll::Ready(Ok(()))
        } else {
            self.as_mut().stream().poll_read(context, into)
        };
        if into.filled().len() > before {
            self.progress.has_read.store(true, Ordering::Relaxed);
        }
        polled
    }
}

impl AsyncWrite for WatchedStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = self.as_mut().stream().poll_write(context, bytes);
        self.noted(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = self.as_mut().stream().poll_write_vectored(context, bytes);
        self.noted(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.parked.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_shutdown(context)
    }
}
