use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use soulfile_workspace::{
    Action, Actor, Change, Clock, FixedClock, LogFilter, Mutation, Receipt, Result, Workspace, WorkspaceOptions,
    WorkspacePath,
};
use tempfile::TempDir;

pub struct WorkspaceFixture {
    pub dir: TempDir,
    pub clock: Arc<FixedClock>,
    pub workspace: Option<Workspace>,
}

pub fn path(text: &str) -> WorkspacePath {
    WorkspacePath::parse(text).unwrap()
}

pub fn write(file: &str, text: &str) -> Change {
    Change::Write { path: path(file), bytes: text.as_bytes().to_vec(), base: None }
}

pub fn append(file: &str, text: &str) -> Change {
    Change::Append { path: path(file), header: b"# log\n".to_vec(), bytes: text.as_bytes().to_vec() }
}

pub fn bot(changes: Vec<Change>) -> Mutation {
    Mutation::new(Action::Edit, Actor::Bot("main".into()), "test change", changes)
}

pub fn person(changes: Vec<Change>) -> Mutation {
    Mutation::new(Action::Edit, Actor::Manual, "test change", changes)
}

impl WorkspaceFixture {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let clock = Arc::new(FixedClock::at("2026-02-02T14:30:00Z".parse().unwrap()));
        let mut fixture = Self { dir, clock, workspace: None };
        fixture.workspace = Some(Workspace::init(&fixture.root(), fixture.options()).unwrap());
        fixture
    }

    pub fn bare() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let clock = Arc::new(FixedClock::at("2026-02-02T14:30:00Z".parse().unwrap()));
        Self { dir, clock, workspace: None }
    }

    /// Lets the clock say what the file system's does.
    pub fn to_the_present(&self) {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() as i64;
        self.clock.advance(now - self.clock.now().as_second());
    }

    pub fn options(&self) -> WorkspaceOptions {
        WorkspaceOptions {
            clock: self.clock.clone(),
            sink: soulfile_testkit::journal::journal(&self.root()),
            ..WorkspaceOptions::new(self.dir.path().join("state"))
        }
    }

    pub fn root(&self) -> std::path::PathBuf {
        self.dir.path().join("ws")
    }

    pub fn ws(&self) -> &Workspace {
        self.workspace.as_ref().unwrap()
    }

    pub fn reopen(&mut self) -> &Workspace {
        self.workspace = None;
        self.workspace = Some(Workspace::open(&self.root(), self.options()).unwrap());
        self.ws()
    }

    pub fn apply(&self, mutation: Mutation) -> Result<Receipt> {
        self.clock.advance(1);
        self.ws().apply(mutation)
    }

    pub fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.root().join(file)).unwrap_or_else(|_| "<absent>".into())
    }

    pub fn by_hand(&self, file: &str, text: &str) {
        let path = self.root().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Who made each commit, the newest first.
    pub fn actors(&self) -> Vec<String> {
        let newest = LogFilter { limit: 100, ..Default::default() };
        self.ws().log(&newest).unwrap().iter().map(|e| e.actor().to_string()).collect()
    }

    pub fn git(&self, args: &[&str]) -> String {
        git(&self.root(), args)
    }

    /// The workspace is whole: git agrees with the files, and nothing is staged or left over.
    pub fn assert_clean(&self) {
        self.ws().settle().unwrap();
        assert_eq!(self.git(&["status", "--porcelain"]), "");
        self.git(&["fsck", "--strict"]);
        let verification = self.ws().verify().unwrap();
        assert!(verification.ok, "{:?}", verification.problems);
        let staged = std::fs::read_dir(self.root().join(".git/soulfile/tmp")).unwrap().count();
        assert_eq!(staged, 0, "staging residue");
    }
}

pub fn git(dir: &Path, args: &[&str]) -> String {
    let out = Command::new("git")
        .args(args)
        .current_dir(dir)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap())
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_AUTHOR_NAME", "Person")
        .env("GIT_AUTHOR_EMAIL", "p@example.invalid")
        .env("GIT_COMMITTER_NAME", "Person")
        .env("GIT_COMMITTER_EMAIL", "p@example.invalid")
        .output()
        .unwrap();
    assert!(out.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap()
}
