//! A stream of bytes from a thread to a client: ends with the thread, the token or the gateway.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::stream;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::state::Gateway;
use crate::tokens::Token;

/// How often an open stream's token is checked.
const CHECK: Duration = Duration::from_millis(500);
/// Pieces that wait for a slow client; past that the thread waits.
const WAITING: usize = 64;

/// A place to write pieces, and the body that hands them out. A piece that is an error breaks the connection off, so that
/// nobody takes half an answer for a whole one.
pub(super) fn pipe(gateway: &Arc<Gateway>, token: Token) -> (Sender<io::Result<Bytes>>, Body) {
    let (sender, receiver) = channel(WAITING);
    let state = (receiver, gateway.clone(), token);
    let pieces = stream::unfold(state, |(mut receiver, gateway, token)| async {
        let piece = next(&mut receiver, &gateway, &token).await?;
        Some((piece, (receiver, gateway, token)))
    });
    (sender, Body::from_stream(pieces))
}

async fn next(
    receiver: &mut Receiver<io::Result<Bytes>>,
    gateway: &Gateway,
    token: &Token,
) -> Option<io::Result<Bytes>> {
    let mut stopping = gateway.stopping();
    loop {
        tokio::select! {
            piece = receiver.recv() => return piece,
            _ = stopping.wait_for(|stopping| *stopping) => {
                return Some(Err(io::Error::other("the gateway stops")));
            }
            () = tokio::time::sleep(CHECK) => {
                if !gateway.tokens.still_good(token) {
                    return Some(Err(io::Error::other("the token was revoked")));
                }
            }
        }
    }
}
