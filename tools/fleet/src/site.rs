//! A site: a database, a place for objects, and gateways as processes of the real binary.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use soulfile_testkit::postgres::Postgres;

use crate::client::Client;

/// How long a lease lasts in the proofs, in seconds.
pub const LEASE: u64 = 2;

/// Everything a fleet runs on.
pub struct Site {
    pub postgres: Postgres,
    pub fleet: String,
    soul: PathBuf,
    dir: tempfile::TempDir,
    environment: Vec<(String, String)>,
    gateways: Mutex<Vec<GatewayProcess>>,
}

struct GatewayProcess {
    child: Option<Child>,
    address: String,
}

impl Site {
    /// Starts a database and makes a fleet, with the binary at `soul`. `objects` is where checkpoints go; a folder when not given.
    pub fn new(soul: &Path, objects: Option<&str>, environment: &[(String, String)]) -> Result<Self> {
        let (postgres, dir) = (Postgres::start(), tempfile::tempdir()?);
        let fleet = postgres.database();
        let site = Self {
            postgres,
            fleet,
            soul: std::path::absolute(soul)?,
            environment: environment.to_vec(),
            gateways: Mutex::default(),
            dir,
        };
        let folder = format!("file://{}", site.dir.path().join("objects").display());
        site.soul("admin", &["fleet", "init", "--objects", objects.unwrap_or(&folder)])?;
        Ok(site)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The binary with a home of its own, and nothing of this process's environment.
    fn command(&self, home: &str) -> Command {
        let mut command = Command::new(&self.soul);
        command
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", self.path(home))
            .env("SOULFILE_HOME", self.path(home).join(".soulfile"))
            .env("SOULFILE_FLEET", &self.fleet)
            .env("TZ", "UTC")
            .envs(self.environment.iter().cloned())
            .current_dir(self.dir.path());
        command
    }

    /// Runs a verb and gives what it printed.
    pub fn soul(&self, home: &str, arguments: &[&str]) -> Result<String> {
        std::fs::create_dir_all(self.path(home))?;
        let output = self.command(home).args(arguments).stdin(Stdio::null()).output()?;
        ensure!(output.status.success(), "soul {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?)
    }

    /// Makes a workspace and takes it into the fleet.
    pub fn adopt(&self, name: &str) -> Result<()> {
        let dir = self.path(&format!("origin-{name}"));
        let dir = dir.to_str().context("a plain path")?;
        self.soul("admin", &["setup", "--workspace", dir, "--yes"])?;
        self.soul("admin", &["-C", dir, "fleet", "adopt", name])?;
        Ok(())
    }

    /// Starts one more gateway; gives its number. All share the first one's tokens.
    pub fn start(&self) -> Result<usize> {
        let number = self.lock().len();
        let process = self.launch(number)?;
        self.lock().push(process);
        Ok(number)
    }

    fn launch(&self, number: usize) -> Result<GatewayProcess> {
        let home = format!("home-{number}");
        let tokens = |home: &str| self.path(home).join(".soulfile/state/.gateway");
        std::fs::create_dir_all(tokens(&home))?;
        if number > 0 {
            for file in ["tokens.json", "person.token"] {
                std::fs::copy(tokens("home-0").join(file), tokens(&home).join(file))?;
            }
        }
        let log =
            std::fs::File::options().create(true).append(true).open(self.path(&format!("gateway-{number}.log")))?;
        let mut child = self
            .command(&home)
            .args(["serve", "--port", "0", "--json", "--lease", &LEASE.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("a pipe")?).read_line(&mut line)?;
        let said: Value = serde_json::from_str(&line).with_context(|| {
            let log = std::fs::read_to_string(self.path(&format!("gateway-{number}.log"))).unwrap_or_default();
            format!("gateway {number} said {line:?}: {log}")
        })?;
        let address = said["url"].as_str().context("a URL")?.trim_start_matches("http://").to_owned();
        Ok(GatewayProcess { child: Some(child), address })
    }

    /// A client with the person's token.
    pub fn client(&self) -> Result<Client> {
        let token = std::fs::read_to_string(self.path("home-0/.soulfile/state/.gateway/person.token"))?;
        Ok(Client { token: token.trim().to_owned(), patience: Duration::from_secs(20) })
    }

    /// Where a gateway listens.
    pub fn address(&self, number: usize) -> String {
        self.lock()[number].address.clone()
    }

    pub fn count(&self) -> usize {
        self.lock().len()
    }

    fn signal(&self, number: usize, signal: Signal) {
        if let Some(child) = &self.lock()[number].child {
            let pid = Pid::from_child(child);
            let _ = kill_process(pid, signal);
        }
    }

    /// Kills a gateway as a machine that goes away does.
    pub fn kill(&self, number: usize) {
        self.signal(number, Signal::KILL);
        if let Some(mut child) = self.lock()[number].child.take() {
            let _ = child.wait();
        }
    }

    pub fn freeze(&self, number: usize) {
        self.signal(number, Signal::STOP);
    }

    pub fn thaw(&self, number: usize) {
        self.signal(number, Signal::CONT);
    }

    /// Starts a gateway that was killed again, on its old disk or on an empty one.
    pub fn restart(&self, number: usize, keeps_disk: bool) -> Result<()> {
        if !keeps_disk {
            std::fs::remove_dir_all(self.path(&format!("home-{number}")).join(".soulfile/fleet"))?;
        }
        let process = self.launch(number)?;
        self.lock()[number] = process;
        Ok(())
    }

    /// Which gateway has a workspace open now, by the database.
    pub fn holder(&self, workspace: &str) -> Option<usize> {
        let url = self.postgres.ask(
            &self.fleet,
            &format!("SELECT g.url FROM workspaces w JOIN gateways g ON g.id = w.holder WHERE w.name = '{workspace}'"),
        );
        self.lock().iter().position(|gateway| url == format!("http://{}", gateway.address))
    }

    /// Stops every gateway in good order.
    pub fn stop_all(&self) {
        for number in 0..self.count() {
            self.signal(number, Signal::CONT);
            self.signal(number, Signal::TERM);
        }
        for gateway in self.lock().iter_mut() {
            if let Some(mut child) = gateway.child.take() {
                let _ = child.wait();
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<GatewayProcess>> {
        self.gateways.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        for number in 0..self.count() {
            self.kill(number);
        }
    }
}
