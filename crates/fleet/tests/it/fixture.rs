//! Fleets for tests, and workspaces in them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use soulfile_fleet::{Error, Fleet, FleetGateway, FleetSettings, GatewayOptions, Opened, Served};
use soulfile_testkit::postgres::Postgres;
use soulfile_workspace::{Action, Actor, Change, Mutation, Workspace, WorkspaceOptions, WorkspacePath};

pub const DAY: &str = "memory/2026-02-02.md";

pub struct Fixture {
    pub dir: tempfile::TempDir,
    pub address: String,
    pub fleet: Arc<Fleet>,
}

impl Fixture {
    pub fn new() -> Self {
        Self::on(Postgres::shared())
    }

    pub fn on(postgres: &Postgres) -> Self {
        let (dir, address) = (tempfile::tempdir().unwrap(), postgres.database());
        let objects = format!("file://{}", dir.path().join("objects").display());
        let fleet = Arc::new(Fleet::init(&settings(&address), &objects).unwrap());
        Self { dir, address, fleet }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// A workspace with one entry, taken into the fleet.
    pub fn adopt(&self, name: &str) {
        let (dir, options) = (self.path(name), WorkspaceOptions::new(self.path("state").join(name)));
        let workspace = Workspace::init(&dir, options.clone()).unwrap();
        workspace.apply(append("first")).unwrap();
        drop(workspace);
        self.fleet.adopt(name, &dir, options).unwrap();
    }

    /// A gateway whose lease lasts a second.
    pub fn gateway(&self, name: &str) -> Arc<FleetGateway> {
        let fleet = Arc::new(Fleet::open(&settings(&self.address)).unwrap());
        let options = GatewayOptions { lease: Duration::from_secs(1), ..GatewayOptions::new(self.path(name)) };
        let gateway = FleetGateway::new(fleet, options).unwrap();
        gateway.start(&format!("http://{name}.test"), |_| ()).unwrap();
        gateway
    }
}

pub fn settings(address: &str) -> FleetSettings {
    FleetSettings { database: address.to_owned(), store_options: Vec::new() }
}

/// Opens a workspace on a gateway as soon as it may.
pub fn open(gateway: &FleetGateway, name: &str) -> Workspace {
    for _ in 0..600 {
        match gateway.serve(name) {
            Ok(Served::Here) => return workspace(gateway, name),
            Ok(Served::There(_)) | Err(Error::Database(_) | Error::Lost(_)) => {
                std::thread::sleep(Duration::from_millis(50));
            }
            Err(error) => panic!("{error}"),
        }
    }
    panic!("the lease never ran out");
}

pub fn workspace(gateway: &FleetGateway, name: &str) -> Workspace {
    let Opened { dir, sink, .. } = gateway.opened(name).expect("it is open here");
    let options = WorkspaceOptions { sink: Some(sink), ..WorkspaceOptions::new(gateway.state_root().join(name)) };
    Workspace::open(&dir, options).unwrap()
}

pub fn append(text: &str) -> Mutation {
    let path = WorkspacePath::parse(DAY).unwrap();
    let change = Change::Append { path, header: b"# 2026-02-02\n".to_vec(), bytes: format!("- {text}\n").into_bytes() };
    Mutation::new(Action::Create, Actor::Manual, text, vec![change])
}

/// The entries of the day, in order.
pub fn entries(workspace: &Workspace) -> Vec<String> {
    let file = workspace.read(&WorkspacePath::parse(DAY).unwrap()).unwrap().expect("the day is there");
    lines(&String::from_utf8(file.bytes).unwrap())
}

pub fn lines(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.strip_prefix("- ")).map(str::to_owned).collect()
}

pub fn git(dir: &Path, arguments: &[&str]) -> String {
    let output = std::process::Command::new("git").arg("-C").arg(dir).args(arguments).output().unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
