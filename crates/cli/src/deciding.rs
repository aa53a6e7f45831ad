//! Deciding on the command line: a person at a terminal, or the passphrase of the approval lock.
//!
//! Whatever decides goes through [`decide`]: it shows the whole of what is decided, asks, and gives back an engine that
//! may carry it out. Without a terminal nothing is decided, unless a person has set `approvals.terminal` to false
//! beforehand; with the lock set, nothing is decided without its passphrase, which is typed or read from a file
//! descriptor, never given on a command line or in the environment.

use std::io::{BufRead, IsTerminal, Read, Write};

use anyhow::Result;
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
use soulfile_engine::{Decider, Engine, Error, Passphrase};

use crate::args::Global;
use crate::commands::rollback::confirm;
use crate::place::Located;
use crate::render;

/// Bytes a passphrase may have.
const MOST: u64 = 4096;

/// Whether the person still has to be asked.
pub enum Ask<'a> {
    /// Asks this, after the page.
    Question(&'a str),
    /// The verb has shown and asked.
    Asked,
}

/// An engine that may decide what the page shows, once a person has said so.
pub fn decide(
    engine: Engine,
    located: &Located,
    global: &Global,
    page: impl FnOnce(&Engine) -> Result<String>,
    ask: Ask<'_>,
) -> Result<Engine> {
    let attended = std::io::stdin().is_terminal();
    if engine.approval_lock().is_set() {
        let engine = engine.deciding(decider(located));
        if global.passphrase_fd.is_none()
            && attended
            && let Ask::Question(_) = ask
        {
            show(&page(&engine)?)?;
        }
        engine.unlock(&passphrase(global, "Passphrase of the approval lock: ")?)?;
        return Ok(engine);
    }
    if attended && let Ask::Question(question) = ask {
        let page = page(&engine)?;
        // Where there is nothing to decide, the verb says so.
        if !page.is_empty() {
            show(&page)?;
        }
        if !page.is_empty() && !confirm(question)? {
            return Err(Error::Denied("nothing was decided".to_owned()).into());
        }
    }
    Ok(engine.deciding(decider(located)))
}

/// Who decides in this process.
pub fn decider(located: &Located) -> Decider {
    // A setting that somebody else wrote into the file counts once a person has acknowledged it.
    let script = !located.config().approvals.terminal && located.is_config_known();
    if std::io::stdin().is_terminal() || script { Decider::Person } else { Decider::Nobody }
}

/// A passphrase: from the file descriptor that was named, else typed on the terminal.
pub fn passphrase(global: &Global, prompt: &str) -> Result<Passphrase> {
    match global.passphrase_fd {
        Some(fd) => from_descriptor(fd),
        None => typed(prompt),
    }
}

/// Reads one line from a file descriptor that the caller opened.
pub fn from_descriptor(fd: u32) -> Result<Passphrase> {
    let read = || -> std::io::Result<String> {
        let mut line = String::new();
        match fd {
            0 => std::io::BufReader::new(std::io::stdin().take(MOST)).read_line(&mut line)?,
            fd => std::io::BufReader::new(std::fs::File::open(format!("/proc/self/fd/{fd}"))?.take(MOST))
                .read_line(&mut line)?,
        };
        Ok(line)
    };
    let line = read().map_err(|source| Error::Io { what: "reading", path: format!("descriptor {fd}"), source })?;
    Ok(Passphrase::new(line))
}

/// Asks for a passphrase on the terminal, without showing it.
#[allow(clippy::print_stderr)]
pub fn typed(prompt: &str) -> Result<Passphrase> {
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        return Err(Error::Denied(
            "the approval lock is set, and there is no terminal to ask for its passphrase; `--passphrase-fd 3 3<FILE` \
             reads it from a file descriptor; nothing was decided"
                .to_owned(),
        )
        .into());
    }
    // Before the prompt: whoever types at once must not see it either.
    let before = tcgetattr(&stdin)?;
    let mut quiet = before.clone();
    quiet.local_modes.remove(LocalModes::ECHO);
    tcsetattr(&stdin, OptionalActions::Now, &quiet)?;
    eprint!("{prompt}");
    std::io::stderr().flush()?;
    let mut line = String::new();
    let read = stdin.lock().read_line(&mut line);
    let restored = tcsetattr(&stdin, OptionalActions::Now, &before);
    eprintln!();
    read?;
    restored?;
    Ok(Passphrase::new(line))
}

/// Shows a page on stderr: stdout is for the answer.
#[allow(clippy::print_stderr)]
fn show(page: &str) -> Result<()> {
    eprintln!("{}", render::for_people(page.trim_end()));
    Ok(())
}
