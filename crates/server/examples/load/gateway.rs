//! The real gateway over a workspace of made-up notes, and what it uses.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::Result;

pub const NOUNS: [&str; 20] = [
    "river", "garden", "letter", "window", "market", "teacher", "bridge", "winter", "story", "doctor", "engine",
    "island", "mountain", "paper", "kitchen", "forest", "captain", "violin", "bicycle", "library",
];

/// Writes episodes of many days.
pub fn make_workspace(dir: &Path, notes: usize) -> Result<()> {
    let episodes = dir.join("ws/memory/episodes");
    std::fs::create_dir_all(&episodes)?;
    let mut seed = 88_172_645_463_325_252u64;
    let mut noun = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        format!("{}{}", NOUNS[(seed % 20) as usize], seed / 20 % 300)
    };
    for day in 0..notes.div_ceil(30) {
        let date = jiff::civil::date(2020, 1, 1).saturating_add(jiff::Span::new().days(day as i64));
        let mut text = format!("# {date}\n\n");
        for n in 0..30.min(notes - day * 30) {
            let number = day * 30 + n;
            let place = NOUNS[number % 20];
            text += &format!(
                "## {:02}:{:02} | note\nref{number} the {} was found near the {place} by the {} of the {}\n\n",
                8 + n / 6,
                n % 6 * 10,
                noun(),
                noun(),
                noun()
            );
        }
        std::fs::write(episodes.join(format!("{date}.md")), text)?;
    }
    Ok(())
}

/// A server in a process of its own.
pub struct MeasuredServer {
    child: Child,
    pub address: String,
    pub token: String,
    pub agent: String,
}

impl MeasuredServer {
    /// Starts the gateway; `upstream` is where its model answers.
    pub fn start(soul: &Path, dir: &Path, upstream: &str) -> Result<Self> {
        let command = |args: &[&str]| {
            let mut command = Command::new(soul);
            command.env("HOME", dir).env("SOULFILE_HOME", dir.join("home")).arg("-C").arg(dir.join("ws")).args(args);
            command
        };
        let ran = |args: &[&str]| -> Result<String> {
            let output = command(args).output()?;
            if !output.status.success() {
                return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
            }
            Ok(String::from_utf8(output.stdout)?)
        };
        ran(&["setup", "--yes", "--user-name", "Sam"])?;
        // The limits per token and of connections are not what is measured.
        for (key, value) in [
            ("gateway.requestsPerSecond", "10000000".to_owned()),
            ("gateway.maxConnections", "16000".to_owned()),
            ("provider.stub.baseUrl", format!("\"http://{upstream}/v1\"")),
            ("provider.stub.api", "\"openai-chat\"".to_owned()),
        ] {
            ran(&["config", "set", key, &value])?;
        }
        // What every search would otherwise do a part of: measured is a workspace that has been in use.
        ran(&["memory", "rebuild"])?;
        let identity: serde_json::Value = serde_json::from_str(&ran(&["identity", "--json"])?)?;
        let token = ran(&["serve", "token", "show"])?.trim().to_owned();
        let (child, line) = started(&mut command(&["serve", "--port", "0", "--json"]))?;
        let said: serde_json::Value = serde_json::from_str(&line)?;
        let address = said["url"].as_str().ok_or("no URL")?.trim_start_matches("http://").to_owned();
        let agent = identity["agent"].as_str().ok_or("no agent")?.to_owned();
        Ok(Self { child, address, token, agent })
    }

    /// Starts this very program as one of the servers the gateway is held against.
    pub fn beside(part: &str) -> Result<Self> {
        let (child, line) = started(Command::new(std::env::current_exe()?).arg(part))?;
        Ok(Self { child, address: line.trim().to_owned(), token: String::new(), agent: String::new() })
    }

    /// Milliseconds of processor time it used so far.
    pub fn spent(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let ticks: f64 = after_name.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<f64>().ok()).sum();
        // The kernel counts in hundredths of a second for programs.
        ticks * 10.0
    }

    /// Megabytes it holds.
    pub fn resident(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS"));
        line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
    }

    /// Ends it as a service manager does.
    pub fn stop(&mut self) -> Result<()> {
        Command::new("kill").arg(self.child.id().to_string()).status()?;
        let status = self.child.wait()?;
        if status.success() { Ok(()) } else { Err(format!("the gateway ended with {status}").into()) }
    }
}

/// Starts a program and reads the line in which it says where it listens.
fn started(command: &mut Command) -> Result<(Child, String)> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or("no pipe")?).read_line(&mut line)?;
    Ok((child, line))
}

impl Drop for MeasuredServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
