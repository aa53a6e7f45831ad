//! Exchanging commits with an ordinary git remote, through the user's own `git`.
//!
//! Git runs in a repository of our own in the state directory, which has nothing but a fixed configuration and borrows the
//! workspace's objects: neither configuration nor hooks of the workspace, where an agent may write, are ever read. The
//! arguments are a list, never a shell's line, and what a person gives stands after `--`.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use git2::Oid;

use crate::error::{Error, Result};
use crate::workspace::Workspace;

/// The user's git, and the environment it runs in: nothing else of the caller's reaches it.
#[derive(Debug, Clone)]
pub struct GitProgram {
    pub program: PathBuf,
    /// What ssh, a proxy and the asking for a password need.
    pub environment: Vec<(OsString, OsString)>,
}

/// Where a remote is: a directory, or an address that git reaches by file, ssh or https.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteAddress(String);

/// What became of a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Push {
    Done,
    /// Somebody pushed meanwhile: fetch, merge, push again.
    Behind,
}

/// Protocols that git may use. Others start a program, or show what is exchanged to the network.
const PROTOCOLS: &str = "file:ssh:https";
/// Where a fetched branch is noted in our own repository.
const INCOMING: &str = "refs/heads/incoming";
/// And what is here, so that only what is missing is sent.
const LOCAL: &str = "refs/heads/local";

impl RemoteAddress {
    /// Reads an address; one that git would take for an option or a program is refused.
    pub fn parse(text: &str) -> Result<Self> {
        let refuse = |why: &str| Err(Error::Invalid(format!("{text:?} is no address of a remote: {why}")));
        if text.is_empty() || text.starts_with('-') || text.chars().any(|c| c.is_control()) {
            return refuse("it is empty, begins with a dash, or holds control characters");
        }
        if text.contains("::") {
            return refuse("addresses that name a program are not used");
        }
        match text.split_once("://") {
            Some(("file" | "ssh" | "https", rest)) if rest.starts_with('-') => refuse("its host begins with a dash"),
            Some(("file" | "ssh" | "https", _)) => Ok(Self(text.to_owned())),
            Some((other, _)) => refuse(&format!("{other} is none of file, ssh and https")),
            None if text.starts_with('/') => Ok(Self(text.to_owned())),
            // host:path, as ssh is written for short.
            None => match text.split_once(':') {
                Some((host, path)) if !host.is_empty() && !host.contains('/') && !path.starts_with('-') => {
                    Ok(Self(text.to_owned()))
                }
                _ => refuse("give a whole path, or an address with file://, ssh:// or https://"),
            },
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Workspace {
    /// Fetches the branch of a remote that is called as the one here; gives its commit, `None` where there is none yet.
    pub fn fetch(&self, git: &GitProgram, remote: &RemoteAddress) -> Result<Option<String>> {
        let exchange = self.exchange_repository(git)?;
        let branch = self.branch_name()?;
        let listed = exchange.git(["ls-remote", "--heads", "--", remote.as_str(), &branch])?;
        if listed.trim().is_empty() {
            return Ok(None);
        }
        let spec = format!("+{branch}:{INCOMING}");
        exchange.git(["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--", remote.as_str(), &spec])?;
        let commit = exchange.git(["rev-parse", "--verify", INCOMING])?.trim().to_owned();
        self.set_incoming(&commit)?;
        // Git wrote a pack beside ours: what is open does not know of it.
        self.reopen();
        Ok(Some(commit))
    }

    /// Pushes what is here. Never by force: what the remote has and this has not makes it [`Push::Behind`].
    pub fn push(&self, git: &GitProgram, remote: &RemoteAddress) -> Result<Push> {
        let exchange = self.exchange_repository(git)?;
        let branch = self.branch_name()?;
        let Some(head) = self.revision() else { return Err(Error::Invalid("there is nothing to push yet".to_owned())) };
        let spec = format!("{head}:{branch}");
        let run = exchange.run(["push", "--porcelain", "--no-verify", "--", remote.as_str(), &spec])?;
        let refused = run.out.lines().any(|line| line.starts_with('!'));
        let behind = ["non-fast-forward", "fetch first", "stale info", "failed to update ref", "cannot lock ref"];
        match (run.ok, refused) {
            (true, _) => Ok(Push::Done),
            (false, true) if behind.iter().any(|why| run.out.contains(why) || run.err.contains(why)) => {
                Ok(Push::Behind)
            }
            _ => Err(run.failed("push")),
        }
    }

    fn branch_name(&self) -> Result<String> {
        Ok(self.git().head()?.name)
    }

    fn exchange_repository<'g>(&self, git: &'g GitProgram) -> Result<ExchangeRepository<'g>> {
        let dir = self.state_dir().join("exchange.git");
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&dir).map_err(|e| Error::io("creating", &dir, e))?;
        let objects = self.objects_dir()?;
        let repository = ExchangeRepository { git, dir, objects };
        repository.prepare(self.revision().as_deref())?;
        Ok(repository)
    }
}

struct ExchangeRepository<'g> {
    git: &'g GitProgram,
    dir: PathBuf,
    /// The workspace's objects: what is fetched is written there, what is pushed is read there.
    objects: PathBuf,
}

struct GitRun {
    ok: bool,
    out: String,
    err: String,
}

impl GitRun {
    fn failed(&self, what: &str) -> Error {
        let why = if self.err.trim().is_empty() { &self.out } else { &self.err };
        Error::Remote { what: what.to_owned(), why: crate::message::one_line(why.trim(), 600) }
    }
}

impl ExchangeRepository<'_> {
    /// Writes what a repository consists of, anew each time: nothing that was put there meanwhile counts.
    fn prepare(&self, head: Option<&str>) -> Result<()> {
        let write = |name: &str, text: &str| {
            let path = self.dir.join(name);
            fs::write(&path, text).map_err(|e| Error::io("writing", path, e))
        };
        for dir in ["objects", "refs/heads"] {
            let path = self.dir.join(dir);
            fs::create_dir_all(&path).map_err(|e| Error::io("creating", path, e))?;
        }
        for planted in ["hooks", "info", "config.worktree", "packed-refs"] {
            let path = self.dir.join(planted);
            let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
        }
        write("config", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n\tlogAllRefUpdates = false\n")?;
        write("HEAD", &format!("ref: {LOCAL}\n"))?;
        match head {
            Some(head) => write(LOCAL, &format!("{head}\n")),
            None => Ok(()),
        }
    }

    fn git<const N: usize>(&self, args: [&str; N]) -> Result<String> {
        let run = self.run(args)?;
        if run.ok { Ok(run.out) } else { Err(run.failed(args[0])) }
    }

    fn run<const N: usize>(&self, args: [&str; N]) -> Result<GitRun> {
        let fixed = [
            "core.hooksPath=/dev/null",
            "core.fsmonitor=false",
            "protocol.ext.allow=never",
            "protocol.fd.allow=never",
            "fetch.unpackLimit=1",
            "transfer.fsckObjects=true",
            "gc.auto=0",
            "maintenance.auto=false",
            "push.gpgSign=false",
            "submodule.recurse=false",
            "credential.helper=",
        ];
        let mut command = Command::new(&self.git.program);
        command.env_clear().envs(self.git.environment.iter().map(|(name, value)| (name, value)));
        command
            .env("GIT_DIR", &self.dir)
            .env("GIT_OBJECT_DIRECTORY", &self.objects)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_ATTR_NOSYSTEM", "1")
            .env("GIT_ALLOW_PROTOCOL", PROTOCOLS)
            .env("GIT_NO_REPLACE_OBJECTS", "1")
            .env("LC_ALL", "C");
        for setting in fixed {
            command.args(["-c", setting]);
        }
        let ran = command.args(args).current_dir(&self.dir).stdin(Stdio::null()).output();
        let ran = ran.map_err(|e| {
            Error::io("running git, which exchanges what is remote; is it installed?", &self.git.program, e)
        })?;
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Ok(GitRun { ok: ran.status.success(), out: text(ran.stdout), err: text(ran.stderr) })
    }
}

/// Whether a text is the name of a commit.
pub(crate) fn commit_id(text: &str) -> Option<Oid> {
    (text.len() == 40).then(|| Oid::from_str(text).ok()).flatten()
}

/// Reads a small file of the state directory; empty where there is none.
pub(crate) fn read_small(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_run_something_are_refused() {
        for good in
            ["/srv/aria.git", "file:///srv/aria.git", "ssh://me@host/aria.git", "me@host:aria.git", "https://h/a.git"]
        {
            assert_eq!(RemoteAddress::parse(good).unwrap().as_str(), good);
        }
        for bad in [
            "",
            "-oProxyCommand=x",
            "--upload-pack=x",
            "ext::sh -c x",
            "fd::17",
            "http://h/a.git",
            "git://h/a",
            "ssh://-oProxyCommand=x/a",
            "../a.git",
            "a b",
            "host:-x",
            "/a\nb",
        ] {
            assert!(RemoteAddress::parse(bad).is_err(), "{bad}");
        }
    }
}
