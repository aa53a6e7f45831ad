//! The real binary in a pseudo-terminal: types a line, reads until the next prompt is marked.
//!
//! There is no sleeping: the program marks every prompt (OSC 133), so that the end of an answer is known, and a program
//! that ends is noticed by the terminal's end. A test that waits for something that never comes fails after a long silence.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::process::{Child, Command};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::run::{Run, Sandbox};

const PROMPT: &str = "\x1b]133;A\x07";
const ANSWER: &str = "\x1b]133;C\x07";
/// Bytes one answer may have.
const MOST: usize = 1 << 20;
/// How long a program may show nothing before the test gives up: both wait for each other.
const SILENCE: Timespec = Timespec { tv_sec: 180, tv_nsec: 0 };

/// A conversation in a pseudo-terminal.
pub struct Pty {
    terminal: File,
    child: Child,
    read: Vec<u8>,
    /// Everything shown so far, as text.
    pub shown: String,
}

impl Sandbox {
    /// Opens `soul chat` on the workspace; what it shows before its first prompt is in `shown`.
    pub fn chat<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Pty {
        let mut command = self.command();
        command.env("TERM", "xterm-256color").env("NO_COLOR", "1");
        command.arg("-C").arg(self.ws()).arg("chat").args(args);
        Pty::open(command)
    }
}

/// The two ends of a new terminal: ours, and the program's.
pub fn terminal() -> (File, File) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal");
    grantpt(&terminal).expect("the terminal is ours");
    unlockpt(&terminal).expect("the terminal opens");
    let name = ptsname(&terminal, Vec::new()).expect("the terminal has a name");
    let end = File::options().read(true).write(true).open(OsStr::from_bytes(name.to_bytes())).expect("its end");
    (File::from(terminal), end)
}

/// Runs a program to its end with a terminal for its input, at which these keys are typed; what it prints is captured.
pub fn run_typed(mut command: Command, keys: &str) -> Run {
    let shown = format!("{command:?}");
    let (mut ours, end) = terminal();
    ours.write_all(keys.as_bytes()).expect("typed keys");
    command.stdin(end);
    Run::from(command.output().expect("the command starts"), shown)
}

impl Pty {
    /// Starts a program in a terminal of its own and reads up to its first prompt.
    pub fn open(mut command: Command) -> Self {
        let (terminal, end) = terminal();
        let size = Winsize { ws_row: 60, ws_col: 220, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&end, size).expect("a size");
        let copy = || end.try_clone().expect("a copy");
        command.stdin(copy()).stdout(copy()).stderr(copy());
        let child = command.spawn().expect("the program starts");
        // The program holds the only other end now: when it goes, reading ends.
        drop((command, end));
        let mut pty = Self { terminal, child, read: Vec::new(), shown: String::new() };
        pty.until_prompt();
        pty
    }

    /// Types a line and returns the answer.
    #[track_caller]
    pub fn say(&mut self, line: &str) -> String {
        self.keys(&format!("{line}\r"));
        self.until_prompt()
    }

    /// Presses keys without waiting.
    #[track_caller]
    pub fn keys(&mut self, keys: &str) {
        self.terminal.write_all(keys.as_bytes()).expect("the program listens");
    }

    /// Reads until a text was shown, which is not taken off.
    #[track_caller]
    pub fn until(&mut self, text: &str) {
        let seen = self.read_until(|shown| shown.contains(text));
        assert!(seen.contains(text), "it ended without {text:?}:\n{}", plain(&seen));
    }

    /// Reads up to the next prompt; the answer is what came after the line was taken.
    #[track_caller]
    pub fn until_prompt(&mut self) -> String {
        // The prompt itself comes once keys are read as keys.
        let ready = |text: &str| text.split_once(PROMPT).is_some_and(|(_, rest)| rest.contains("You > "));
        let text = self.read_until(ready);
        assert!(ready(&text), "it ended instead of prompting:\n{}\n{}", self.shown, plain(&text));
        let at = text.find(PROMPT).expect("asked above") + PROMPT.len();
        self.read.drain(..at);
        let answer = text[..at].rsplit(ANSWER).next().map(plain).unwrap_or_default();
        self.shown += &plain(&text[..at]);
        answer
    }

    /// Types a last line; returns what is shown until the program ends, and its exit code.
    #[track_caller]
    pub fn leave(mut self, keys: &str) -> (String, i32) {
        self.keys(keys);
        let text = self.read_until(|_| false);
        let status = self.child.wait().expect("the program ends");
        let last = plain(text.rsplit(ANSWER).next().unwrap_or(&text));
        (last, status.code().unwrap_or(-1))
    }

    /// Reads until there is enough, or the program has ended.
    fn read_until(&mut self, enough: impl Fn(&str) -> bool) -> String {
        let mut chunk = [0u8; 4096];
        loop {
            let text = String::from_utf8_lossy(&self.read).into_owned();
            if enough(&text) || self.read.len() > MOST {
                return text;
            }
            let mut ready = [PollFd::new(&self.terminal, PollFlags::IN)];
            let count = poll(&mut ready, Some(&SILENCE)).unwrap_or(1);
            assert!(
                count > 0,
                "it waits for input instead of showing what was expected:\n{}\n{}",
                self.shown,
                plain(&text)
            );
            match self.terminal.read(&mut chunk) {
                Ok(0) => return text,
                Ok(count) => self.read.extend_from_slice(&chunk[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // The other end was closed: the program has ended.
                Err(_) => return text,
            }
        }
    }
}

impl Drop for Pty {
    /// A test that fails leaves no program behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Text without what steers the terminal.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\x1b', Some('[')) => {
                chars.next();
                while chars.next().is_some_and(|c| !('\u{40}'..='\u{7e}').contains(&c)) {}
            }
            ('\x1b', Some(']')) => while chars.next().is_some_and(|c| c != '\x07') {},
            ('\x1b' | '\r', _) => {}
            _ => out.push(c),
        }
    }
    out
}
