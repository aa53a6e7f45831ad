//! Discord's gateway on the loopback interface: hello, identify or resume, heartbeats, and what is said.

use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::protocol::CloseFrame;
use tungstenite::{Message, WebSocket};

use crate::messengers::{BOT, TOKEN};

/// A gateway. It ends with the process.
pub struct DiscordGateway {
    pub url: String,
    said: Arc<Mutex<Vec<Value>>>,
    /// Connections below this number are to be broken off.
    broken: Arc<AtomicUsize>,
    opened: Arc<AtomicUsize>,
    /// Connections that identified themselves.
    pub ready: Arc<AtomicUsize>,
}

impl DiscordGateway {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("ws://{}", listener.local_addr().expect("an address"));
        let (said, broken, opened) =
            (Arc::<Mutex<Vec<Value>>>::default(), Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let ready = Arc::<AtomicUsize>::default();
        let (shared, limit, count, own) = (said.clone(), broken.clone(), opened.clone(), url.clone());
        let listening = ready.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (shared, limit, own, ready) = (shared.clone(), limit.clone(), own.clone(), listening.clone());
                let number = count.fetch_add(1, Ordering::SeqCst);
                std::thread::spawn(move || {
                    serve(stream, &shared, &|| limit.load(Ordering::SeqCst) > number, &own, &ready)
                });
            }
        });
        Self { url, said, broken, opened, ready }
    }

    /// Says something in every connection.
    pub fn say(&self, message: Value) {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    }

    /// Breaks off every connection that is open.
    pub fn break_off(&self) {
        self.broken.store(self.opened.load(Ordering::SeqCst), Ordering::SeqCst);
    }
}

fn serve(stream: TcpStream, said: &Mutex<Vec<Value>>, is_broken: &dyn Fn() -> bool, own: &str, ready: &AtomicUsize) {
    let Ok(mut socket) = tungstenite::accept(stream) else { return };
    let _ = socket.get_ref().set_read_timeout(Some(Duration::from_millis(50)));
    if say(&mut socket, &json!({ "op": 10, "d": { "heartbeat_interval": 2000 } })).is_none() {
        return;
    }
    // The place in `said`; the number of an event is its place and two more.
    let mut at: Option<usize> = None;
    while !is_broken() {
        match socket.read() {
            Ok(Message::Text(text)) => {
                let asked: Value = serde_json::from_str(&text).unwrap_or_default();
                match asked["op"].as_u64() {
                    Some(1) => _ = say(&mut socket, &json!({ "op": 11 })),
                    Some(2 | 6) if asked["d"]["token"] != TOKEN => {
                        let frame = CloseFrame { code: 4004.into(), reason: "Authentication failed.".into() };
                        let _ = socket.close(Some(frame));
                        let _ = socket.flush();
                        return;
                    }
                    Some(2) => {
                        let hello = json!({ "session_id": "s1", "resume_gateway_url": own, "user": { "id": BOT } });
                        let now = said.lock().unwrap_or_else(PoisonError::into_inner).len();
                        say(&mut socket, &json!({ "op": 0, "t": "READY", "s": now + 1, "d": hello }));
                        at = Some(now);
                        ready.fetch_add(1, Ordering::SeqCst);
                    }
                    Some(6) => {
                        let from = asked["d"]["seq"].as_u64().unwrap_or(1).saturating_sub(1) as usize;
                        at = Some(tell(&mut socket, said, from));
                        let number = at.unwrap_or(0) + 1;
                        say(&mut socket, &json!({ "op": 0, "t": "RESUMED", "s": number, "d": {} }));
                    }
                    _ => {}
                }
            }
            Ok(Message::Close(_)) => return,
            Ok(_) => {}
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => return,
        }
        if let Some(from) = at {
            at = Some(tell(&mut socket, said, from));
        }
    }
}

/// Tells what was said since; gives the place it came to.
fn tell(socket: &mut WebSocket<TcpStream>, said: &Mutex<Vec<Value>>, from: usize) -> usize {
    let fresh: Vec<Value> = said.lock().unwrap_or_else(PoisonError::into_inner).iter().skip(from).cloned().collect();
    for (place, message) in fresh.iter().enumerate() {
        let number = from + place + 2;
        say(socket, &json!({ "op": 0, "t": "MESSAGE_CREATE", "s": number, "d": message }));
    }
    from + fresh.len()
}

fn say(socket: &mut WebSocket<TcpStream>, what: &Value) -> Option<()> {
    socket.send(Message::text(what.to_string())).ok()
}
