//! A connection that can be cut, held up and slowed down: between one gateway and the database.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use anyhow::Result;

/// The name PostgreSQL's clients look for in a folder.
const SOCKET: &str = ".s.PGSQL.5432";

/// How a connection behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum DatabaseLine {
    Good,
    /// Every connection is closed, and no new one stays open.
    Cut,
    /// Connections stay open, and nothing comes through.
    Silent,
    /// What comes through comes late.
    Slow,
}

/// One gateway's way to the database.
pub struct Proxy {
    dir: PathBuf,
    line: Arc<AtomicU8>,
    open: Arc<Mutex<Vec<Weak<Pair>>>>,
}

struct Pair(UnixStream, UnixStream);

impl Pair {
    fn close(&self) {
        let _ = self.0.shutdown(Shutdown::Both);
        let _ = self.1.shutdown(Shutdown::Both);
    }
}

impl Proxy {
    /// Listens in `dir`, and passes on to the server whose folder is `server`.
    pub fn start(dir: &Path, server: &Path) -> Result<Self> {
        std::fs::create_dir_all(dir)?;
        let listener = UnixListener::bind(dir.join(SOCKET))?;
        let (line, open) = (Arc::new(AtomicU8::new(DatabaseLine::Good as u8)), Arc::new(Mutex::new(Vec::new())));
        let (server, state, pairs) = (server.join(SOCKET), line.clone(), open.clone());
        std::thread::spawn(move || {
            for client in listener.incoming() {
                let Ok(client) = client else { return };
                if state.load(Ordering::SeqCst) == DatabaseLine::Cut as u8 {
                    continue;
                }
                let Ok(upstream) = UnixStream::connect(&server) else { continue };
                let pair = Arc::new(Pair(client, upstream));
                lock(&pairs).push(Arc::downgrade(&pair));
                for forth in [true, false] {
                    let (pair, state) = (pair.clone(), state.clone());
                    std::thread::spawn(move || {
                        carry(&pair, forth, &state);
                        pair.close();
                    });
                }
            }
        });
        Ok(Self { dir: dir.to_owned(), line, open })
    }

    /// The folder to connect to.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Has the connection behave so from now on.
    pub fn set(&self, line: DatabaseLine) {
        self.line.store(line as u8, Ordering::SeqCst);
        let mut open = lock(&self.open);
        open.retain(|pair| pair.strong_count() > 0);
        if line == DatabaseLine::Cut {
            open.iter().filter_map(Weak::upgrade).for_each(|pair| pair.close());
        }
    }
}

fn lock(open: &Mutex<Vec<Weak<Pair>>>) -> std::sync::MutexGuard<'_, Vec<Weak<Pair>>> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Carries bytes one way until either end closes.
fn carry(pair: &Pair, forth: bool, state: &AtomicU8) {
    let (mut from, mut to) = if forth { (&pair.0, &pair.1) } else { (&pair.1, &pair.0) };
    let mut bytes = [0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if state.load(Ordering::SeqCst) == DatabaseLine::Slow as u8 {
            std::thread::sleep(Duration::from_millis(40));
        }
        while state.load(Ordering::SeqCst) == DatabaseLine::Silent as u8 {
            std::thread::sleep(Duration::from_millis(10));
        }
        if to.write_all(&bytes[..count]).is_err() {
            return;
        }
    }
}
