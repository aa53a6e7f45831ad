//! A real PostgreSQL for tests: Debian's server, as a user that is not root, on a Unix socket in a folder of its own.
//! It is stopped and its folder removed when the test process ends, however it ends.

use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A running server.
pub struct Postgres {
    dir: PathBuf,
    bin: PathBuf,
    databases: AtomicUsize,
    /// More of its settings.
    settings: String,
    /// Closed when this process ends: whoever reads at the other end then cleans up.
    _life: Option<ChildStdin>,
    cleaner: Option<Child>,
}

/// The folder of the server's programs, the newest version first; `None` where none is installed.
/// `SOUL_TEST_POSTGRES` names another folder, for a server that has pgvector.
pub fn installed() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("SOUL_TEST_POSTGRES") {
        return Some(PathBuf::from(named));
    }
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("bin"))
        .filter(|bin| bin.join("postgres").is_file())
        .collect();
    versions.sort();
    versions.pop()
}

impl Postgres {
    /// The one server of a test binary.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Postgres> = OnceLock::new();
        SHARED.get_or_init(Self::start)
    }

    /// A server of one's own.
    pub fn start() -> Self {
        Self::made(|server| server.init())
    }

    /// One that keeps what it writes in an archive, from which [`Postgres::restored`] makes another.
    pub fn start_archiving() -> Self {
        Self::made(|server| {
            server.init();
            let archive = server.archive();
            server.shell(&format!("mkdir -p {archive}"));
            server.settings = format!(" -c archive_mode=on -c 'archive_command=cp %p {archive}/%f'");
        })
    }

    /// Copies the running server, as a backup does.
    pub fn back_up(&self) {
        let (socket, base) = (self.dir.display().to_string(), self.base());
        self.run("pg_basebackup", &["-h", &socket, "-U", "postgres", "-D", &base, "-c", "fast"]);
    }

    /// Another server, made from the backup and the archive, as this one was at a time (as `clock_timestamp()` says it).
    pub fn restored(&self, time: &str) -> Self {
        let ask = |sql: &str| self.ask(&format!("host={} user=postgres dbname=postgres", self.dir.display()), sql);
        let file = ask("SELECT pg_walfile_name(pg_switch_wal())");
        for _ in 0..600 {
            if Path::new(&self.archive()).join(&file).exists() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        let restored = Self::made(|server| {
            server.shell(&format!(
                "cp -a {} {} && touch {}/recovery.signal",
                self.base(),
                server.data(),
                server.data()
            ));
            server.settings = format!(
                " -c 'restore_command=cp {}/%f %p' -c 'recovery_target_time={time}' -c recovery_target_action=promote",
                self.archive()
            );
        });
        // It answers before it has arrived, and can be written to only then.
        let address = format!("host={} user=postgres dbname=postgres", restored.dir.display());
        for _ in 0..600 {
            if restored.ask(&address, "SELECT pg_is_in_recovery()") == "f" {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        restored
    }

    fn init(&self) {
        self.run("initdb", &["-D", &self.data(), "-A", "trust", "-U", "postgres", "-N", "--no-instructions"]);
    }

    fn archive(&self) -> String {
        self.dir.join("archive").display().to_string()
    }

    fn base(&self) -> String {
        self.dir.join("base").display().to_string()
    }

    /// Runs a line as the server's user.
    fn shell(&self, line: &str) {
        let mut command = if as_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--", "sh", "-c", line]);
            command
        } else {
            let mut command = Command::new("sh");
            command.args(["-c", line]);
            command
        };
        let status = command.current_dir(&self.dir).status().expect("a shell runs");
        assert!(status.success(), "{line}");
    }

    fn made(prepare: impl FnOnce(&mut Self)) -> Self {
        let bin = installed().expect("PostgreSQL's server is needed; `scripts/need.sh postgres` installs it");
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let dir = std::env::temp_dir().join(format!(
            "soul-pg-{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        ));
        std::fs::create_dir_all(&dir).expect("a folder for the server");
        if as_root() {
            let owned = Command::new("chown").arg("postgres").arg(&dir).status().expect("chown runs");
            assert!(owned.success(), "the folder of the server needs its user");
        }
        let (databases, settings) = (AtomicUsize::new(0), String::new());
        let mut server = Self { dir, bin, databases, settings, _life: None, cleaner: None };
        prepare(&mut server);
        server.watch();
        server.launch();
        server
    }

    /// Starts it, after it was killed.
    pub fn launch(&self) {
        let options = format!(
            "-k {} -c listen_addresses='' -c max_connections=200 -c shared_buffers=64MB -c unix_socket_permissions=0777{}",
            self.dir.display(),
            self.settings
        );
        let log = self.dir.join("log").display().to_string();
        self.run("pg_ctl", &["-D", &self.data(), "-o", &options, "-l", &log, "-w", "-t", "60", "start"]);
    }

    /// Kills every process of it at once, as a machine that loses its power.
    pub fn kill(&self) {
        let pid = &self.pid();
        // Stopped first, so that it starts no child anew; its children are in groups of their own.
        let _ = Command::new("kill").args(["-STOP", pid]).status();
        let _ = Command::new("pkill").args(["-KILL", "-P", pid]).status();
        let _ = Command::new("kill").args(["-KILL", pid]).status();
        for _ in 0..400 {
            if !Path::new(&format!("/proc/{pid}")).exists() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        std::thread::sleep(std::time::Duration::from_millis(200));
    }

    /// The address of a new, empty database.
    pub fn database(&self) -> String {
        let name = format!("t{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let socket = self.dir.display().to_string();
        self.run("createdb", &["-h", &socket, "-U", "postgres", &name]);
        format!("host={socket} user=postgres dbname={name} sslmode=disable")
    }

    /// The folder of its socket.
    pub fn folder(&self) -> &Path {
        &self.dir
    }

    /// Stops or wakes every process of it.
    pub fn freeze(&self, frozen: bool) {
        let pid = self.pid();
        let signal = if frozen { "-STOP" } else { "-CONT" };
        let _ = Command::new("pkill").args([signal, "-P", &pid]).status();
        let _ = Command::new("kill").args([signal, &pid]).status();
    }

    /// How long its processes have computed, in seconds.
    pub fn computed(&self) -> f64 {
        let main = self.pid();
        let all = std::fs::read_dir("/proc").expect("processes").flatten().map(|entry| entry.path());
        let of = |path: PathBuf| {
            let (parent, seconds) = computed(&path)?;
            (parent == main || path.ends_with(&main)).then_some(seconds)
        };
        all.filter_map(of).sum()
    }

    fn pid(&self) -> String {
        let text = std::fs::read_to_string(Path::new(&self.data()).join("postmaster.pid")).expect("it runs");
        text.lines().next().expect("the first line is the process").to_owned()
    }

    /// Asks something of a database by its address; gives what `psql` prints.
    pub fn ask(&self, address: &str, sql: &str) -> String {
        let output = self.run("psql", &[address, "-tAqc", sql]);
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Runs one of its other programs on a database, with what it reads; gives what it prints.
    pub fn program(&self, program: &str, address: &str, arguments: &[&str], input: &str) -> String {
        use std::io::Write;
        let mut command = self.command(program);
        let command = command.args(arguments).arg(address).current_dir(&self.dir);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn data(&self) -> String {
        self.dir.join("data").display().to_string()
    }

    fn command(&self, program: &str) -> Command {
        let program = self.bin.join(program);
        if !as_root() {
            return Command::new(program);
        }
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(program);
        command
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        let mut command = self.command(program);
        let output = command.args(arguments).current_dir(&self.dir).stdin(Stdio::null());
        // What `pg_ctl` starts must not hold our pipes open.
        let output = if program == "pg_ctl" {
            let status = output.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("the program runs");
            Output { status, stdout: Vec::new(), stderr: Vec::new() }
        } else {
            output.output().expect("the program runs")
        };
        assert!(
            output.status.success(),
            "{program} {arguments:?}: {}{}",
            String::from_utf8_lossy(&output.stderr),
            std::fs::read_to_string(self.dir.join("log")).unwrap_or_default()
        );
        output
    }

    /// A process that waits for our end, stops the server and removes the folder.
    fn watch(&mut self) {
        let (bin, dir) = (self.bin.display(), self.dir.display());
        let script = format!(
            "cat >/dev/null; {bin}/pg_ctl -D {dir}/data -m immediate stop >/dev/null 2>&1; sleep 0.2; rm -rf {dir}"
        );
        let mut command = if as_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--", "sh", "-c", &script]);
            command
        } else {
            let mut command = Command::new("sh");
            command.args(["-c", &script]);
            command
        };
        let mut child = command
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the cleaner runs");
        self._life = child.stdin.take();
        self.cleaner = Some(child);
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self._life.take());
        if let Some(mut cleaner) = self.cleaner.take() {
            let _ = cleaner.wait();
        }
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

/// The parent of a process, and how long it and those of its children that ended have computed, in seconds.
pub fn computed(process: &Path) -> Option<(String, f64)> {
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string(process.join("stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields.get(11..15)?.iter().filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
    Some((fields[1].to_owned(), ticks / TICKS_A_SECOND))
}

fn as_root() -> bool {
    rustix::process::geteuid().is_root()
}
