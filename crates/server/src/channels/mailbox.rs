//! The mailbox of an account: what came and is not answered, what is to be sent, and what was seen, all on disk.
//!
//! A message is on disk before its service is told that it was taken, and leaves when it is answered; its id stays, so
//! that a message that comes again counts once, also after a kill. Texts are kept no longer than that.
//!
//! ```text
//! in/<number>.json    a message that is not answered yet
//! out/<number>.json   an answer that is not sent yet, and how much of it was
//! seen                a line per message: the hash of its id
//! cursor              how far the service was read
//! ```

use std::collections::{HashSet, VecDeque};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Incoming;

/// Ids that are remembered; older ones are beyond the window in which any service sends again.
const REMEMBERED: usize = 20_000;
/// Messages that wait at most; past that a service is told to come back.
const MOST_WAITING: usize = 1_000;

/// The mailbox of one account.
pub(super) struct Mailbox {
    folder: PathBuf,
    /// Held while the mailbox is open: two gateways would answer twice.
    _held: File,
    known: Mutex<Known>,
}

struct Known {
    seen: HashSet<String>,
    order: VecDeque<String>,
    waiting: usize,
    next: u64,
    file: File,
}

/// What became of a message that came.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// It is on disk under this number.
    New(u64),
    /// It came before.
    Known,
    /// Too many wait.
    Full,
}

/// An answer on its way out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct PendingReply {
    pub to: Incoming,
    pub parts: Vec<String>,
    /// How many were sent.
    pub sent: usize,
}

impl Mailbox {
    /// Opens a mailbox, made where there is none, and puts right what a kill left.
    pub fn open(folder: &Path) -> io::Result<Self> {
        for name in ["in", "out"] {
            fs::create_dir_all(folder.join(name))?;
        }
        restrict(folder)?;
        let held = File::create(folder.join("lock"))?;
        held.try_lock().map_err(|_| io::Error::other("another gateway uses this mailbox"))?;
        let text = fs::read_to_string(folder.join("seen")).unwrap_or_default();
        let whole = text.rsplit_once('\n').map_or("", |(lines, _)| lines);
        let mut order: VecDeque<String> = whole.lines().map(str::to_owned).collect();
        let (incoming, outgoing) = (numbers(&folder.join("in"))?, numbers(&folder.join("out"))?);
        for number in incoming.iter().filter(|number| outgoing.contains(number)) {
            // Answered, and killed before the message was put away.
            fs::remove_file(folder.join("in").join(name_of(*number)))?;
        }
        let waiting: Vec<u64> = incoming.iter().copied().filter(|number| !outgoing.contains(number)).collect();
        let mut seen: HashSet<String> = order.iter().cloned().collect();
        for number in &waiting {
            if let Some(message) = read::<Incoming>(&folder.join("in").join(name_of(*number))) {
                let mark = mark(&message.id);
                if seen.insert(mark.clone()) {
                    order.push_back(mark);
                }
            }
        }
        while order.len() > REMEMBERED {
            order.pop_front().map(|old| seen.remove(&old));
        }
        let lines: String = order.iter().map(|mark| format!("{mark}\n")).collect();
        write(&folder.join("seen"), lines.as_bytes())?;
        let file = OpenOptions::new().append(true).open(folder.join("seen"))?;
        let next = incoming.iter().chain(&outgoing).max().map_or(1, |last| last + 1);
        let known = Mutex::new(Known { seen, order, waiting: waiting.len(), next, file });
        Ok(Self { folder: folder.to_owned(), _held: held, known })
    }

    /// Takes a message; it is on disk when this returns.
    pub fn take(&self, message: &Incoming) -> io::Result<Taken> {
        let mark = mark(&message.id);
        let mut known = self.lock();
        if known.seen.contains(&mark) {
            return Ok(Taken::Known);
        }
        if known.waiting >= MOST_WAITING {
            return Ok(Taken::Full);
        }
        let number = known.next;
        write(&self.path("in", number), &serde_json::to_vec(message)?)?;
        // Even where the next line fails: the message is there, and counts.
        known.next += 1;
        known.waiting += 1;
        known.seen.insert(mark.clone());
        known.order.push_back(mark.clone());
        if known.order.len() > REMEMBERED * 2 {
            let old = known.order.pop_front();
            old.map(|old| known.seen.remove(&old));
        }
        known.file.write_all(format!("{mark}\n").as_bytes())?;
        known.file.sync_data()?;
        Ok(Taken::New(number))
    }

    /// What waits for an answer, in the order it came.
    pub fn waiting(&self) -> io::Result<Vec<(u64, Incoming)>> {
        self.all("in")
    }

    /// What waits to be sent.
    pub fn unsent(&self) -> io::Result<Vec<(u64, PendingReply)>> {
        self.all("out")
    }

    /// A message is answered: what is to be sent stays, the message goes.
    pub fn answered(&self, number: u64, answer: Option<&PendingReply>) -> io::Result<()> {
        if let Some(answer) = answer {
            self.keep(number, answer)?;
        }
        remove(&self.path("in", number))?;
        let mut known = self.lock();
        known.waiting = known.waiting.saturating_sub(1);
        Ok(())
    }

    /// How far an answer was sent.
    pub fn keep(&self, number: u64, answer: &PendingReply) -> io::Result<()> {
        write(&self.path("out", number), &serde_json::to_vec(answer)?)
    }

    /// An answer is sent, or given up.
    pub fn sent(&self, number: u64) -> io::Result<()> {
        remove(&self.path("out", number))
    }

    /// How far the service was read.
    pub fn cursor(&self) -> Option<String> {
        fs::read_to_string(self.folder.join("cursor")).ok().filter(|text| !text.is_empty())
    }

    /// Keeps how far the service was read; nothing starts it from the present.
    pub fn keep_cursor(&self, cursor: &str) -> io::Result<()> {
        write(&self.folder.join("cursor"), cursor.as_bytes())
    }

    fn all<T: DeserializeOwned>(&self, folder: &str) -> io::Result<Vec<(u64, T)>> {
        let numbers = numbers(&self.folder.join(folder))?;
        Ok(numbers.into_iter().filter_map(|number| Some((number, read(&self.path(folder, number))?))).collect())
    }

    fn path(&self, folder: &str, number: u64) -> PathBuf {
        self.folder.join(folder).join(name_of(number))
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn mark(id: &str) -> String {
    blake3::hash(id.as_bytes()).to_hex()[..32].to_owned()
}

fn name_of(number: u64) -> String {
    format!("{number:012}.json")
}

fn numbers(folder: &Path) -> io::Result<Vec<u64>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        found.extend(name.to_str().and_then(|name| name.strip_suffix(".json")?.parse::<u64>().ok()));
    }
    found.sort_unstable();
    Ok(found)
}

fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

/// Writes a file whole, or not at all.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (folder, beside) = (path.parent().unwrap_or(Path::new(".")), path.with_extension("new"));
    let mut file = File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, path)?;
    File::open(folder)?.sync_all()
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all(),
    }
}

/// What people write to each other is nobody else's to read.
fn restrict(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(id: &str) -> Incoming {
        Incoming {
            id: id.to_owned(),
            direct: true,
            peer: "1".to_owned(),
            room: "1".to_owned(),
            thread: None,
            text: format!("text of {id}"),
            addressed: true,
            attachments: 0,
        }
    }

    #[test]
    fn a_message_counts_once_also_when_the_mailbox_is_opened_again() {
        let dir = tempfile::tempdir().unwrap();
        let mailbox = Mailbox::open(dir.path()).unwrap();
        assert_eq!(mailbox.take(&message("a")).unwrap(), Taken::New(1));
        assert_eq!(mailbox.take(&message("b")).unwrap(), Taken::New(2));
        assert_eq!(mailbox.take(&message("a")).unwrap(), Taken::Known);
        mailbox.answered(1, None).unwrap();
        drop(mailbox);
        let mailbox = Mailbox::open(dir.path()).unwrap();
        assert_eq!(mailbox.waiting().unwrap(), [(2, message("b"))]);
        assert_eq!(mailbox.take(&message("a")).unwrap(), Taken::Known);
        assert_eq!(mailbox.take(&message("b")).unwrap(), Taken::Known);
        assert_eq!(mailbox.take(&message("c")).unwrap(), Taken::New(3));
    }

    #[test]
    fn a_kill_between_any_two_steps_leaves_each_message_once() {
        let dir = tempfile::tempdir().unwrap();
        let mailbox = Mailbox::open(dir.path()).unwrap();
        mailbox.take(&message("a")).unwrap();
        // Killed before the id was noted, in the middle of the line.
        fs::write(dir.path().join("seen"), "0123").unwrap();
        assert!(Mailbox::open(dir.path()).is_err(), "two gateways would answer twice");
        drop(mailbox);
        let mailbox = Mailbox::open(dir.path()).unwrap();
        assert_eq!(mailbox.take(&message("a")).unwrap(), Taken::Known);
        // Killed after the answer was kept, before the message was put away.
        let answer = PendingReply { to: message("a"), parts: vec!["x".into(), "y".into()], sent: 1 };
        mailbox.keep(1, &answer).unwrap();
        drop(mailbox);
        let mailbox = Mailbox::open(dir.path()).unwrap();
        assert!(mailbox.waiting().unwrap().is_empty());
        assert_eq!(mailbox.unsent().unwrap(), [(1, answer)]);
        mailbox.sent(1).unwrap();
        assert!(mailbox.unsent().unwrap().is_empty());
        assert!(!fs::read_to_string(dir.path().join("seen")).unwrap().contains("text of"));
    }

    #[test]
    fn too_many_that_wait_are_told_to_come_back() {
        let dir = tempfile::tempdir().unwrap();
        let mailbox = Mailbox::open(dir.path()).unwrap();
        mailbox.lock().waiting = MOST_WAITING;
        assert_eq!(mailbox.take(&message("a")).unwrap(), Taken::Full);
        mailbox.lock().waiting = 0;
        assert_eq!(mailbox.take(&message("a")).unwrap(), Taken::New(1), "and was not taken for known");
    }
}
