//! The real binary with a home, a workspace and a clock of its own.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::Value;
use soulfile_memory::procedure::Procedure;

use super::MeasureSetting;
use crate::Life;

/// `soul` and where it acts.
#[derive(Debug)]
pub struct Soul {
    binary: PathBuf,
    home: PathBuf,
    workspace: PathBuf,
    now: Cell<Timestamp>,
}

impl Soul {
    /// Sets up a fresh workspace the evening before the life begins.
    pub fn set_up(setting: &MeasureSetting, name: &str, life: &Life) -> Result<Self> {
        let dir = setting.dir.join(name);
        let eve = life.truth.from.yesterday()?.at(20, 0, 0, 0).in_tz("UTC")?.timestamp();
        std::fs::create_dir_all(dir.join("home/.soulfile"))?;
        // Reflections are approved without a terminal; a person would set this up beforehand.
        std::fs::write(dir.join("home/.soulfile/soulfile.json5"), "{ approvals: { terminal: false } }\n")?;
        let soul = Self {
            binary: setting.soul.clone(),
            home: dir.join("home"),
            workspace: dir.join("ws"),
            now: Cell::new(eve),
        };
        soul.run(&["setup", "--yes", "--user-name", &life.truth.user, "--timezone", "UTC", "--json"])?;
        Ok(soul)
    }

    /// Sets the clock to the early morning after a day.
    pub fn at_end_of(&self, day: Date) {
        let next = day.tomorrow().unwrap_or(day).at(3, 0, 0, 0);
        if let Ok(at) = next.in_tz("UTC") {
            self.now.set(at.timestamp());
        }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        command
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", &self.home)
            .env("SOULFILE_HOME", self.home.join(".soulfile"))
            .env("SOULFILE_NOW", self.now.get().to_string())
            .env("TZ", "UTC")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .arg("-C")
            .arg(&self.workspace)
            .args(args)
            .current_dir(&self.home)
            .stdin(Stdio::null());
        command
    }

    /// Runs a verb; its standard output. The clock moves on a second.
    pub fn run(&self, args: &[&str]) -> Result<String> {
        self.now.set(self.now.get() + jiff::SignedDuration::from_secs(1));
        let output = self.command(args).output().with_context(|| format!("starting {}", self.binary.display()))?;
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        if !output.status.success() {
            bail!("soul {} failed: {}{out}", args.join(" "), String::from_utf8_lossy(&output.stderr));
        }
        Ok(out)
    }

    /// Runs a verb that answers in JSON.
    pub fn json(&self, args: &[&str]) -> Result<Value> {
        let out = self.run(args)?;
        serde_json::from_str(&out).with_context(|| format!("soul {} did not answer in JSON: {out}", args.join(" ")))
    }

    /// Whether the binary has a verb.
    pub fn can(&self, verb: &str) -> bool {
        self.command(&[verb, "--help"]).output().is_ok_and(|output| output.status.success())
    }

    /// Writes day files, as a person with an editor does.
    pub fn write_days(&self, days: &[(&Date, &String)]) -> Result<()> {
        let dir = self.workspace.join("memory/episodes");
        std::fs::create_dir_all(&dir)?;
        for (day, text) in days {
            std::fs::write(dir.join(format!("{day}.md")), text)?;
        }
        Ok(())
    }

    /// A file of the workspace.
    pub fn read(&self, path: &str) -> Result<Option<String>> {
        match std::fs::read_to_string(self.workspace.join(path)) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("reading {path}")),
        }
    }

    /// The reflection that waits, as the machine reads it.
    pub fn pending(&self) -> Result<Option<Value>> {
        let text = self.read("memory/meta/pending-reflection.json")?;
        text.map(|text| serde_json::from_str(&text).context("pending-reflection.json")).transpose()
    }

    /// Tokens of MEMORY.md.
    pub fn core_tokens(&self) -> Result<u64> {
        Ok(self.json(&["core", "show", "--json"])?["tokens"].as_u64().unwrap_or(0))
    }

    pub fn procedures(&self) -> Result<Vec<Procedure>> {
        let mut out = Vec::new();
        for (path, text) in self.files("memory/procedures")? {
            let name = path.rsplit('/').next().and_then(|name| name.strip_suffix(".md")).unwrap_or(&path).to_owned();
            out.push(Procedure::parse(&name, text));
        }
        Ok(out)
    }

    /// Markdown and JSON files below a directory, by path.
    pub fn files(&self, below: &str) -> Result<Vec<(String, String)>> {
        let mut out = Vec::new();
        walk(&self.workspace, Path::new(below), &mut out)?;
        out.sort();
        Ok(out)
    }

    /// The text of every file.
    pub fn everything(&self) -> Result<String> {
        Ok(self.files("")?.into_iter().fold(String::new(), |all, (_, text)| all + &text + "\n"))
    }
}

fn walk(root: &Path, below: &Path, out: &mut Vec<(String, String)>) -> Result<()> {
    let Ok(entries) = std::fs::read_dir(root.join(below)) else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = below.join(&name);
        if name.starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            walk(root, &path, out)?;
        } else if name.ends_with(".md") || name.ends_with(".json") {
            out.push((path.to_string_lossy().into_owned(), std::fs::read_to_string(entry.path())?));
        }
    }
    Ok(())
}
