//! The hermetic runner: cleared environment, own home, fixed time, no git configuration of the user.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// Monday 2026-02-02 14:30 UTC: when every test begins.
const START: i64 = 1_770_042_600;

/// A home of its own with a clock that moves one minute per command.
pub struct Sandbox {
    dir: TempDir,
    now: Cell<i64>,
}

impl Sandbox {
    /// A home with nothing in it.
    pub fn empty() -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        std::fs::create_dir_all(dir.path().join("home")).expect("a home");
        Self { dir, now: Cell::new(START) }
    }

    /// A home with a workspace that was set up for Sam in Berlin.
    pub fn new() -> Self {
        let sandbox = Self::empty();
        sandbox.soul(["setup", "--yes", "--user-name", "Sam", "--timezone", "Europe/Berlin"]).ok();
        sandbox
    }

    /// Another home with the same in it. Its workspace has the same name, so that its state is found.
    pub fn copy(&self) -> Self {
        let copy = Self::empty();
        std::fs::remove_dir(copy.home()).expect("an empty home");
        let run = Command::new("cp").arg("-a").arg(self.home()).arg(self.ws()).arg(copy.dir()).status();
        assert!(run.expect("cp").success());
        // The state of a workspace that no agent names is found by its place.
        let states = copy.home().join(".soulfile/state");
        let found = std::fs::read_dir(&states).expect("state").map(|entry| entry.expect("an entry").path());
        let found: Vec<PathBuf> =
            found.filter(|p| !p.file_name().unwrap().to_string_lossy().starts_with('.')).collect();
        copy.now.set(self.now.get());
        copy.soul(["log"]);
        let made = std::fs::read_dir(&states).expect("state").map(|entry| entry.expect("an entry").path());
        let made =
            made.filter(|p| !found.contains(p)).find(|p| !p.file_name().unwrap().to_string_lossy().starts_with('.'));
        if let Some(made) = made {
            std::fs::remove_dir_all(&made).expect("a state made anew");
            std::fs::rename(&found[0], made).expect("the state of the copy");
        }
        copy
    }

    /// The directory that holds everything of this test.
    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// The person's home.
    pub fn home(&self) -> PathBuf {
        self.dir().join("home")
    }

    /// The workspace.
    pub fn ws(&self) -> PathBuf {
        self.dir().join("ws")
    }

    /// The configuration file.
    pub fn config_file(&self) -> PathBuf {
        self.home().join(".soulfile/soulfile.json5")
    }

    /// The state directory of the one agent that has one.
    pub fn state(&self) -> PathBuf {
        let states = self.home().join(".soulfile/state");
        let mut found: Vec<PathBuf> = std::fs::read_dir(&states).expect("state").map(|e| e.unwrap().path()).collect();
        // What all agents share begins with a dot.
        found.retain(|path| !path.file_name().unwrap().to_string_lossy().starts_with('.'));
        assert_eq!(found.len(), 1, "one agent: {found:?}");
        found.remove(0)
    }

    /// Sets the clock.
    pub fn at(&self, time: &str) {
        self.now.set(time.parse::<jiff::Timestamp>().expect("a time").as_second());
    }

    /// The clock as it stands.
    pub fn now(&self) -> jiff::Timestamp {
        jiff::Timestamp::from_second(self.now.get()).expect("a time")
    }

    /// A command with the hermetic environment; the caller adds the arguments.
    pub fn command(&self) -> Command {
        self.hermetic(Command::new(env!("CARGO_BIN_EXE_soul")))
    }

    /// Clears a command's environment and sets what `soul` reads.
    pub fn hermetic(&self, mut command: Command) -> Command {
        self.now.set(self.now.get() + 60);
        command
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", self.home())
            .env("SOULFILE_HOME", self.home().join(".soulfile"))
            .env("SOULFILE_NOW", self.now().to_string())
            .env("TZ", "UTC")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .current_dir(self.dir())
            .stdin(Stdio::null());
        command
    }

    /// Runs `soul` on the workspace.
    pub fn soul<S: AsRef<std::ffi::OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Run {
        let mut command = self.command();
        command.arg("-C").arg(self.ws()).args(args);
        Run::of(command)
    }

    /// Runs `soul` on the workspace without a terminal, as a program does.
    pub fn unattended<S: AsRef<std::ffi::OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Run {
        let mut command = self.command();
        command.arg("-C").arg(self.ws()).args(args);
        Run::unattended(command)
    }

    /// Runs `soul` on the workspace at a terminal at which these keys are typed.
    pub fn typed<S: AsRef<std::ffi::OsStr>>(&self, keys: &str, args: impl IntoIterator<Item = S>) -> Run {
        let mut command = self.command();
        command.arg("-C").arg(self.ws()).args(args);
        crate::pty::run_typed(command, keys)
    }

    /// Runs `soul` without naming a workspace.
    pub fn plain<S: AsRef<std::ffi::OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Run {
        let mut command = self.command();
        command.args(args);
        Run::of(command)
    }

    /// Runs `soul` without naming a workspace, inside a directory.
    pub fn inside<S: AsRef<std::ffi::OsStr>>(&self, dir: &Path, args: impl IntoIterator<Item = S>) -> Run {
        let mut command = self.command();
        command.args(args).current_dir(dir);
        Run::of(command)
    }

    /// Writes a file of the workspace as a person with an editor does.
    pub fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        let path = self.ws().join(file);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, text).expect("a written file");
    }

    /// Adds a line to a file as a person does.
    pub fn append(&self, file: &str, text: &str) {
        self.write(file, self.text(file) + text);
    }

    /// A file of the workspace, or `<absent>`.
    pub fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.ws().join(file)).unwrap_or_else(|_| "<absent>".to_owned())
    }

    /// Writes the configuration by hand and lets the person know it.
    pub fn configure(&self, text: &str) {
        std::fs::create_dir_all(self.home().join(".soulfile")).expect("a directory");
        std::fs::write(self.config_file(), text).expect("a configuration");
    }

    /// Runs plain git in the workspace.
    pub fn git<const N: usize>(&self, args: [&str; N]) -> String {
        let mut command = self.hermetic(Command::new("git"));
        command.args(args).current_dir(self.ws());
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "Person").env(format!("GIT_{who}_EMAIL"), "p@example.invalid");
        }
        Run::of(command).ok().out
    }

    /// Every file below a directory with its bytes, except below the directories named.
    pub fn snapshot(dir: &Path, except: &[&str]) -> Vec<(String, Vec<u8>)> {
        fn walk(base: &Path, dir: &Path, except: &[&str], out: &mut Vec<(String, Vec<u8>)>) {
            for entry in std::fs::read_dir(dir).expect("a directory") {
                let path = entry.expect("an entry").path();
                let name = path.strip_prefix(base).expect("below").to_string_lossy().into_owned();
                if except.contains(&name.as_str()) {
                    continue;
                }
                if path.is_dir() && !path.is_symlink() {
                    walk(base, &path, except, out);
                } else {
                    out.push((name, std::fs::read(&path).expect("a file")));
                }
            }
        }
        let mut out = Vec::new();
        walk(dir, dir, except, &mut out);
        out.sort();
        out
    }

    /// The workspace is whole: git agrees with the files and the trail verifies.
    pub fn assert_clean(&self) {
        self.soul(["audit", "verify"]).ok();
        assert_eq!(self.git(["status", "--porcelain", "--", "*.md"]), "");
        self.git(["fsck", "--strict"]);
    }
}

/// Says whether a command is one that a person decides with.
fn decides(command: &Command) -> bool {
    let words: Vec<&str> = command.get_args().filter_map(|arg| arg.to_str()).collect();
    let has = |word: &str| words.contains(&word);
    let follows = |verb: &str, acts: &[&str]| words.windows(2).any(|pair| pair[0] == verb && acts.contains(&pair[1]));
    let trusts = words.windows(3).any(|three| three[0] == "audit" && three[1] == "trust" && three[2] != "--json");
    let synced = words.iter().position(|word| *word == "sync").map_or(&[][..], |at| &words[at + 1..]);
    let names_a_remote = synced.iter().any(|word| word.starts_with('/') || word.contains("://"));
    follows("alerts", &["ack"])
        || (follows("reflect", &["approve", "reject"]) && !has("--dry-run"))
        || follows("proposals", &["commit", "reject"])
        || has("pin")
        || has("unpin")
        || trusts
        || has("export")
        || names_a_remote
        || (has("--purge-history") && (has("--yes") || has("-y")))
}

/// What a command answered.
#[derive(Debug)]
pub struct Run {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    shown: String,
}

impl Run {
    /// Runs a command to its end. What decides is run by a person at a terminal, who says yes.
    pub fn of(command: Command) -> Self {
        match decides(&command) {
            true => crate::pty::run_typed(command, "y\n"),
            false => Self::unattended(command),
        }
    }

    /// Runs a command to its end, without a terminal.
    pub fn unattended(mut command: Command) -> Self {
        let shown = format!("{command:?}");
        Self::from(command.output().expect("the command starts"), shown)
    }

    /// The answer of a command that has ended.
    pub fn from(output: Output, shown: String) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).expect("UTF-8 on stdout"),
            err: String::from_utf8(output.stderr).expect("UTF-8 on stderr"),
            shown,
        }
    }

    /// It succeeded.
    #[track_caller]
    pub fn ok(self) -> Self {
        self.code(0)
    }

    /// It ended with this exit code.
    #[track_caller]
    pub fn code(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}\n--- out\n{}\n--- err\n{}", self.shown, self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}\n{}", self.shown, self.err);
        self
    }

    /// Its output holds a text.
    #[track_caller]
    pub fn says(self, text: &str) -> Self {
        assert!(
            self.out.contains(text),
            "no {text:?} on stdout of {}\n{}\n--- err\n{}",
            self.shown,
            self.out,
            self.err
        );
        self
    }

    /// Its output does not hold a text.
    #[track_caller]
    pub fn hides(self, text: &str) -> Self {
        assert!(!self.out.contains(text), "{text:?} is on stdout of {}\n{}", self.shown, self.out);
        assert!(!self.err.contains(text), "{text:?} is on stderr of {}\n{}", self.shown, self.err);
        self
    }

    /// It told the person something on stderr.
    #[track_caller]
    pub fn tells(self, text: &str) -> Self {
        assert!(self.err.contains(text), "no {text:?} on stderr of {}\n{}", self.shown, self.err);
        self
    }

    /// Its output as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        match serde_json::from_str(&self.out) {
            Ok(value) => value,
            Err(error) => panic!("{} is not JSON ({error}):\n{}\n--- err\n{}", self.shown, self.out, self.err),
        }
    }
}

/// The strings of a JSON list.
#[track_caller]
pub fn strings(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|v| v.as_str().expect("a text")).collect()
}

/// The SHA-256 of a text in hex.
pub fn sha256(text: &str) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A workspace in which every store holds a private marker.
pub fn planted(day: &str) -> Sandbox {
    let s = Sandbox::new();
    for (path, text) in soulfile_testkit::leaks::files(day) {
        s.write(&path, text);
    }
    s
}
