//! Watching for changes: the file system's own events of every folder that holds the workspace's files.
//!
//! The kernel puts an event into the queue before the call that changed the file returns, and the
//! queue is read by whoever asks, so that "nothing was heard" is proof that nothing changed. Whatever
//! would make that untrue is said as [`WatchNews::Lost`]: a queue that ran over, a folder that came or
//! went, a file system whose changes are not all heard of. Writing through a memory map is the one
//! change without an event; a walk from time to time covers it.

use std::collections::HashMap;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use rustix::io::Errno;

use crate::error::{Error, Result};
use crate::scan::{is_entered, is_owned};

/// File systems that report every change, because every change is made on this machine: ext2 – 4,
/// xfs, btrfs, tmpfs, f2fs, bcachefs, zfs, overlayfs. On others (network, FUSE) somebody else may write.
const LOCAL: [u32; 8] =
    [0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994, 0xf2f5_2010, 0xca45_1a4e, 0x2fc1_2fc1, 0x794c_7630];

/// What was heard since the last time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchNews {
    /// Everything that changed was named.
    All,
    /// Something may have changed that was not named, now or later: walk, with a new watcher.
    Lost,
}

/// Why a sleeper woke up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Woken {
    /// There is something to hear.
    Heard,
    /// The other end of the pipe is gone.
    Stopped,
    /// Nothing happened for as long as it was to wait.
    Late,
}

/// Sleeps until there is something to hear, `stopped` is closed at its other end, or time is up.
pub fn sleep(watcher: Option<&Watcher>, stopped: impl AsFd, longest: Duration) -> Woken {
    let mut both = vec![PollFd::new(&stopped, PollFlags::IN)];
    both.extend(watcher.map(|watcher| PollFd::new(&watcher.queue, PollFlags::IN)));
    let longest = Timespec::try_from(longest).ok();
    match poll(&mut both, longest.as_ref()) {
        Ok(_) if !both[0].revents().is_empty() => Woken::Stopped,
        Ok(0) => Woken::Late,
        // Interrupted: listening in vain does no harm.
        Ok(_) | Err(_) => Woken::Heard,
    }
}

/// The queue of events of a workspace's folders.
#[derive(Debug)]
pub struct Watcher {
    queue: OwnedFd,
    root: PathBuf,
    folders: HashMap<i32, String>,
    /// A folder that cannot be listened to.
    deaf: Option<Error>,
}

impl Watcher {
    /// A watcher that watches nothing yet.
    pub(crate) fn new(root: &Path) -> Result<Self> {
        let queue = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC);
        let queue = queue.map_err(|e| Error::io("listening to", root, e))?;
        Ok(Self { queue, root: root.to_owned(), folders: HashMap::new(), deaf: None })
    }

    /// Listens to a folder from now on.
    pub(crate) fn listen(&mut self, folder: &str) {
        let full = self.root.join(folder);
        match watch(&self.queue, &full) {
            Ok(number) => drop(self.folders.insert(number, folder.to_owned())),
            Err(error) => self.deaf = Some(error),
        }
    }

    /// Why not everything is heard, where it is not.
    pub(crate) fn deaf(&mut self) -> Option<Error> {
        self.deaf.take()
    }

    /// Names every file of the workspace that changed since the last time, some perhaps twice.
    pub fn hear(&mut self, name: &mut dyn FnMut(&str)) -> WatchNews {
        let mut room = [MaybeUninit::uninit(); 4 << 10];
        let mut events = Reader::new(&self.queue, &mut room);
        loop {
            let event = match events.next() {
                Ok(event) => event,
                Err(Errno::AGAIN) => return WatchNews::All,
                Err(Errno::INTR) => continue,
                Err(_) => return WatchNews::Lost,
            };
            let what = event.events();
            let gone = ReadFlags::QUEUE_OVERFLOW
                | ReadFlags::UNMOUNT
                | ReadFlags::IGNORED
                | ReadFlags::DELETE_SELF
                | ReadFlags::MOVE_SELF;
            let Some(folder) = self.folders.get(&event.wd()).filter(|_| !what.intersects(gone)) else {
                return WatchNews::Lost;
            };
            // A folder's own attributes have no name; a name that is no text is no file of ours.
            let Some(file) = event.file_name().and_then(|file| file.to_str().ok()) else { continue };
            let path = if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") };
            if what.contains(ReadFlags::ISDIR) {
                if is_entered(&path) {
                    return WatchNews::Lost;
                }
            } else if is_owned(&path) {
                name(&path);
            }
        }
    }
}

fn watch(queue: &OwnedFd, folder: &Path) -> Result<i32> {
    let kind = rustix::fs::statfs(folder).map_err(|e| Error::io("examining", folder, e))?.f_type;
    if !LOCAL.contains(&(kind as u32)) {
        return Err(Error::Unsupported(format!(
            "changes in {} may come from elsewhere without being heard of (file system {kind:#x})",
            folder.display()
        )));
    }
    let changes = WatchFlags::MODIFY
        | WatchFlags::ATTRIB
        | WatchFlags::CREATE
        | WatchFlags::DELETE
        | WatchFlags::MOVED_FROM
        | WatchFlags::MOVED_TO
        | WatchFlags::DELETE_SELF
        | WatchFlags::MOVE_SELF
        | WatchFlags::ONLYDIR
        | WatchFlags::DONT_FOLLOW;
    inotify::add_watch(queue, folder, changes).map_err(|e| Error::io("listening to", folder, e))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::files::Root;
    use crate::scan;

    fn heard(watcher: &mut Watcher) -> (Vec<String>, WatchNews) {
        let mut names = Vec::new();
        let all = watcher.hear(&mut |path| names.push(path.to_owned()));
        names.sort();
        names.dedup();
        (names, all)
    }

    fn watching(dir: &Path) -> Watcher {
        let mut watcher = Watcher::new(dir).unwrap();
        scan::walk(&Root::open(dir).unwrap(), &mut |folder| watcher.listen(folder)).unwrap();
        assert!(watcher.deaf().is_none());
        watcher
    }

    #[test]
    fn every_way_of_saving_is_heard_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        fs::create_dir_all(root.join("memory/episodes")).unwrap();
        let note = root.join("memory/episodes/a.md");
        fs::write(&note, "one").unwrap();
        let mut watcher = watching(root);
        assert_eq!(heard(&mut watcher), (vec![], WatchNews::All));
        let in_place = fs::File::options().write(true).open(&note).unwrap();
        std::os::unix::fs::FileExt::write_all_at(&in_place, b"two", 0).unwrap();
        // Not closed, not synced: heard all the same.
        assert_eq!(heard(&mut watcher), (vec!["memory/episodes/a.md".to_owned()], WatchNews::All));
        let saves: [(&str, &dyn Fn()); 5] = [
            ("truncate", &|| in_place.set_len(1).unwrap()),
            ("rename over", &|| {
                fs::write(root.join("outside"), "three").unwrap();
                fs::rename(root.join("outside"), &note).unwrap();
            }),
            ("remove", &|| fs::remove_file(&note).unwrap()),
            ("make", &|| fs::write(&note, "four").unwrap()),
            ("turn back time", &|| {
                fs::File::options().write(true).open(&note).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
            }),
        ];
        for (how, save) in saves {
            save();
            assert_eq!(heard(&mut watcher), (vec!["memory/episodes/a.md".to_owned()], WatchNews::All), "{how}");
        }
        fs::write(root.join("SOUL.md"), "x").unwrap();
        fs::write(root.join("other.txt"), "x").unwrap();
        fs::create_dir(root.join("target")).unwrap();
        fs::write(root.join("memory/episodes/b.md.tmp"), "x").unwrap();
        assert_eq!(heard(&mut watcher), (vec!["SOUL.md".to_owned()], WatchNews::All));
    }

    #[test]
    fn what_cannot_be_named_is_said_to_be_lost() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        let make = || fs::create_dir_all(root.join("memory/episodes")).unwrap();
        make();
        let lost: [(&str, &dyn Fn()); 4] = [
            ("a new folder", &|| fs::create_dir(root.join("bank")).unwrap()),
            ("a folder that went", &|| fs::remove_dir(root.join("memory/episodes")).unwrap()),
            ("a folder moved away", &|| {
                make();
                fs::rename(root.join("memory"), root.join("elsewhere")).unwrap();
            }),
            ("more than the queue holds", &|| {
                make();
                let most = fs::read_to_string("/proc/sys/fs/inotify/max_queued_events").unwrap();
                // Two files in turn, because equal events in a row count as one.
                let files = ["memory/a.md", "memory/b.md"].map(|name| fs::File::create(root.join(name)).unwrap());
                for number in 0..most.trim().parse::<u64>().unwrap() + 2 {
                    std::os::unix::fs::FileExt::write_all_at(&files[number as usize % 2], b"x", 0).unwrap();
                }
            }),
        ];
        for (how, change) in lost {
            let mut watcher = watching(root);
            change();
            assert_eq!(heard(&mut watcher).1, WatchNews::Lost, "{how}");
        }
    }
}
