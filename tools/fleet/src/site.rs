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

use crate::client::GatewayClient;
use crate::proxy::{DatabaseLine, Proxy};

/// How long a lease lasts in the proofs, in seconds.
pub const LEASE: u64 = 2;

/// Everything a fleet runs on.
pub struct FleetSite {
    pub postgres: Postgres,
    pub fleet: String,
    soul: PathBuf,
    dir: tempfile::TempDir,
    environment: Vec<(String, String)>,
    /// More arguments of `soul serve`.
    pub arguments: Vec<String>,
    gateways: Mutex<Vec<GatewayProcess>>,
}

struct GatewayProcess {
    child: Option<Child>,
    proxy: Proxy,
    address: String,
}

impl FleetSite {
    /// Starts a database and makes a fleet, with the binary at `soul`. `objects` is where checkpoints go; a folder when not given.
    pub fn new(soul: &Path, objects: Option<&str>, environment: &[(String, String)]) -> Result<Self> {
        let (postgres, dir) = (Postgres::start(), tempfile::tempdir()?);
        let fleet = postgres.database();
        let site = Self {
            postgres,
            fleet,
            soul: std::path::absolute(soul)?,
            environment: environment.to_vec(),
            arguments: Vec::new(),
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

    /// Starts one more gateway; gives its number.
    pub fn start(&self) -> Result<usize> {
        let number = self.lock().len();
        // Each gateway has a line of its own to the database.
        let proxy = Proxy::start(&self.path(&format!("line-{number}")), self.postgres.folder())?;
        let (child, address) = self.launch(number, proxy.dir())?;
        self.lock().push(GatewayProcess { child: Some(child), proxy, address });
        Ok(number)
    }

    fn launch(&self, number: usize, line: &Path) -> Result<(Child, String)> {
        let home = format!("home-{number}");
        let settings = self.path(&home).join(".soulfile");
        std::fs::create_dir_all(&settings)?;
        // One token makes all requests here.
        let limits = "{ gateway: { requestsPerSecond: 100000, maxConnections: 2000 } }\n";
        std::fs::write(settings.join("soulfile.json5"), limits)?;
        let database = self
            .fleet
            .replace(&format!("host={}", self.postgres.folder().display()), &format!("host={}", line.display()));
        let log =
            std::fs::File::options().create(true).append(true).open(self.path(&format!("gateway-{number}.log")))?;
        let mut child = self
            .command(&home)
            .env("SOULFILE_FLEET", database)
            .args(["serve", "--port", "0", "--json", "--lease", &LEASE.to_string()])
            .args(&self.arguments)
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
        Ok((child, address))
    }

    /// A client with the person's token, which every gateway takes.
    pub fn client(&self) -> Result<GatewayClient> {
        let token = self.soul("admin", &["fleet", "token"])?;
        Ok(GatewayClient { token: token.trim().to_owned(), patience: Duration::from_secs(20) })
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

    /// Has a gateway's line to the database behave so from now on.
    pub fn line(&self, number: usize, line: DatabaseLine) {
        self.lock()[number].proxy.set(line);
    }

    /// The process of a gateway that runs.
    pub fn process(&self, number: usize) -> Option<u32> {
        self.lock()[number].child.as_ref().map(Child::id)
    }

    /// What the fleet calls a gateway.
    pub fn id_of(&self, number: usize) -> Result<String> {
        let file = self.path(&format!("home-{number}")).join(".soulfile/fleet/gateway");
        Ok(std::fs::read_to_string(file)?.trim().to_owned())
    }

    /// Starts a gateway that was killed again, on its old disk or on an empty one.
    pub fn restart(&self, number: usize, keeps_disk: bool) -> Result<()> {
        if !keeps_disk {
            std::fs::remove_dir_all(self.path(&format!("home-{number}")).join(".soulfile/fleet"))?;
        }
        let line = self.path(&format!("line-{number}"));
        let (child, address) = self.launch(number, &line)?;
        let gateway = &mut self.lock()[number];
        (gateway.child, gateway.address) = (Some(child), address);
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

impl Drop for FleetSite {
    fn drop(&mut self) {
        for number in 0..self.count() {
            self.kill(number);
        }
    }
}
