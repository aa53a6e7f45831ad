//! Writers through the real program: the command line, a chat, a gateway and an agent over MCP, each at its own door.
//!
//! Each tells one entry after the other, with a word of its own in it; what the program acknowledged is remembered. A
//! writer is stopped between two entries, or killed in the middle of one.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use anyhow::{Context, Result, anyhow, bail};
use serde_json::{Value, json};

use crate::mcp_client::McpClient;

/// The real program, on one workspace.
#[derive(Debug, Clone)]
pub struct Program {
    binary: PathBuf,
    home: PathBuf,
    workspace: PathBuf,
}

impl Program {
    /// The program at `binary`, or the one that was built beside this, with its home and its workspace in `dir`.
    pub fn find(binary: Option<&Path>, dir: &Path) -> Result<Self> {
        let binary = match binary {
            Some(path) => path.to_owned(),
            None => std::env::current_exe()?.with_file_name("soul"),
        };
        if !binary.exists() {
            bail!("there is no program at {}; name it with --soul", binary.display());
        }
        let home = dir.join("home");
        std::fs::create_dir_all(&home)?;
        Ok(Self { binary, home, workspace: dir.join("ws") })
    }

    /// Where its home is.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Where its workspace is.
    pub fn workspace(&self) -> &Path {
        &self.workspace
    }

    /// A command of the program.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        command
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", &self.home)
            .env("SOULFILE_HOME", &self.home)
            .env("TZ", "UTC")
            .arg("-C")
            .arg(&self.workspace)
            .args(args)
            .stdin(Stdio::null());
        command
    }

    /// Runs a command that must succeed; gives what it said.
    pub fn run(&self, args: &[&str]) -> Result<String> {
        let output = self.command(args).output().context("starting soul")?;
        if !output.status.success() {
            bail!("soul {args:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Makes the workspace.
    pub fn setup(&self) -> Result<()> {
        self.run(&["setup", "--yes", "--user-name", "Sam"]).map(drop)
    }
}

/// The doors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// A process for each entry.
    CommandLine,
    /// A conversation that stays open.
    Chat,
    /// A gateway that stays open.
    Serve,
    /// An agent that stays connected.
    Mcp,
}

impl Door {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::CommandLine, Self::Chat, Self::Serve, Self::Mcp];
}

/// Words that were acknowledged.
pub type Acknowledged = Arc<Mutex<BTreeSet<String>>>;

/// A writer at one door.
pub struct DoorWriter {
    stop: Arc<AtomicBool>,
    process: Arc<AtomicU32>,
    thread: JoinHandle<()>,
}

impl DoorWriter {
    /// Starts one; `from` makes its words its own.
    pub fn start(program: &Program, door: Door, from: u64, acked: &Acknowledged) -> Self {
        let (stop, process) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
        let writing = Writing {
            program: program.clone(),
            stop: stop.clone(),
            process: process.clone(),
            acked: acked.clone(),
            prefix: format!("entryx{}x{from}", door as u8),
        };
        // A program that was killed ends its writer; what it acknowledged before is what counts.
        let thread = std::thread::spawn(move || drop(writing.write(door)));
        Self { stop, process, thread }
    }

    /// Kills the program in the middle of whatever it does.
    pub fn kill(self) {
        self.stop.store(true, Ordering::SeqCst);
        let process = self.process.load(Ordering::SeqCst);
        if let Some(pid) = rustix::process::Pid::from_raw(process as i32) {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
        let _ = self.thread.join();
    }

    /// Ends it between two entries.
    pub fn stop(self) {
        self.stop.store(true, Ordering::SeqCst);
        let _ = self.thread.join();
    }
}

/// What a writer works with.
struct Writing {
    program: Program,
    stop: Arc<AtomicBool>,
    process: Arc<AtomicU32>,
    acked: Acknowledged,
    prefix: String,
}

impl Writing {
    fn write(&self, door: Door) -> Result<()> {
        match door {
            Door::CommandLine => self.each(|text| {
                let args = ["remember", text];
                let mut child = self.program.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
                self.process.store(child.id(), Ordering::SeqCst);
                let done = child.wait();
                self.process.store(0, Ordering::SeqCst);
                Ok(done?.success())
            }),
            Door::Chat => {
                let mut command = self.program.command(&["chat", "--json"]);
                let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
                let mut chat = OpenProgram::start(self, command)?;
                let mut lines = chat.lines()?;
                let mut stdin = chat.0.stdin.take().context("a pipe")?;
                read_line(&mut lines)?;
                self.each(|text| {
                    writeln!(stdin, "remember that {text}")?;
                    Ok(read_line(&mut lines)?.contains("receipt m-"))
                })
            }
            Door::Serve => {
                let token = self.program.run(&["serve", "token", "show"])?.trim().to_owned();
                let identity: Value = serde_json::from_str(&self.program.run(&["identity", "--json"])?)?;
                let agent = identity["agent"].as_str().context("an agent")?.to_owned();
                let mut command = self.program.command(&["serve", "--port", "0", "--json"]);
                let mut serve = OpenProgram::start(self, command.stdout(Stdio::piped()).stderr(Stdio::null()))?;
                let said: Value = serde_json::from_str(&read_line(&mut serve.lines()?)?)?;
                let address = said["url"].as_str().context("a URL")?.trim_start_matches("http://").to_owned();
                self.each(|text| post(&address, &format!("/api/workspace/{agent}/remember"), &token, text))
            }
            Door::Mcp => {
                let mut client = McpClient::start(self.program.command(&["mcp"])).map_err(|e| anyhow!(e))?;
                self.process.store(client.process(), Ordering::SeqCst);
                let written = self.each(|text| {
                    let answer = client.call("memory_write", json!({ "content": text })).map_err(|e| anyhow!(e))?;
                    Ok(answer["result"]["isError"] != true && answer.get("error").is_none())
                });
                self.process.store(0, Ordering::SeqCst);
                written
            }
        }
    }

    /// Tells entries until it is stopped or the program ends.
    fn each(&self, mut tell: impl FnMut(&str) -> Result<bool>) -> Result<()> {
        for count in 0..u64::MAX {
            if self.stop.load(Ordering::SeqCst) {
                break;
            }
            let word = format!("{}x{count}", self.prefix);
            if tell(&format!("{word} was seen by the river this morning."))? {
                self.acked.lock().unwrap_or_else(PoisonError::into_inner).insert(word);
            } else {
                // Refused: git's lock is held, or too much was asked at once.
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
        }
        Ok(())
    }
}

/// A program that stays open; ended when it goes out of scope.
struct OpenProgram<'w>(Child, &'w Writing);

impl<'w> OpenProgram<'w> {
    fn start(writing: &'w Writing, command: &mut Command) -> Result<Self> {
        let child = command.spawn()?;
        writing.process.store(child.id(), Ordering::SeqCst);
        Ok(Self(child, writing))
    }

    fn lines(&mut self) -> Result<BufReader<std::process::ChildStdout>> {
        Ok(BufReader::new(self.0.stdout.take().context("a pipe")?))
    }
}

impl Drop for OpenProgram<'_> {
    fn drop(&mut self) {
        let pid = rustix::process::Pid::from_raw(self.0.id() as i32);
        // As a service manager ends it; it closes what it has open.
        if let Some(pid) = pid {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        }
        let _ = self.0.wait();
        self.1.process.store(0, Ordering::SeqCst);
    }
}

fn read_line(lines: &mut impl BufRead) -> Result<String> {
    let mut line = String::new();
    match lines.read_line(&mut line)? {
        0 => bail!("the program ended"),
        _ => Ok(line),
    }
}

/// One request on a connection of its own; whether it was acknowledged.
fn post(address: &str, path: &str, token: &str, text: &str) -> Result<bool> {
    let body = json!({ "text": text }).to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(address)?;
    stream.write_all((head + &body).as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer.starts_with("HTTP/1.1 200 "))
}
