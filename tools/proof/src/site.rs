//! One workspace under test, and the checks that hold for every workspace after every accident.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use soulfile_workspace::{Actor, LogFilter, Workspace, WorkspaceOptions};

/// Where a workspace under test lives: its files and its state outside of them.
#[derive(Debug, Clone)]
pub struct ProofSite {
    pub workspace: PathBuf,
    /// The state directory.
    pub state: PathBuf,
}

impl ProofSite {
    /// The site in `dir`.
    pub fn in_dir(dir: &Path) -> Self {
        Self { workspace: dir.join("ws"), state: dir.join("state") }
    }

    /// Makes an empty workspace here, removing an earlier one.
    pub fn make(dir: &Path) -> Result<Self> {
        if dir.exists() {
            fs::remove_dir_all(dir)?;
        }
        fs::create_dir_all(dir)?;
        let site = Self::in_dir(dir);
        Workspace::init(&site.workspace, WorkspaceOptions::new(&site.state))?;
        Ok(site)
    }

    /// Opens the workspace, which recovers it.
    pub fn open(&self) -> Result<Workspace> {
        Ok(Workspace::open(&self.workspace, WorkspaceOptions::new(&self.state))?)
    }

    /// A child of this program that works on this site.
    pub fn child(&self, mode: &str) -> Result<Command> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("child").arg(mode).arg(&self.workspace).arg(&self.state);
        command.stdin(Stdio::null()).stderr(Stdio::piped());
        Ok(command)
    }

    /// Copies the site to another directory, which is removed first.
    pub fn copy_to(&self, dir: &Path) -> Result<Self> {
        if dir.exists() {
            fs::remove_dir_all(dir)?;
        }
        let copy = Self::in_dir(dir);
        copy_dir(&self.workspace, &copy.workspace)?;
        copy_dir(&self.state, &copy.state)?;
        Ok(copy)
    }

    /// The trail is whole and nobody is blamed for our accident.
    pub fn check_trail(&self, ws: &Workspace) -> Result<()> {
        let verification = ws.verify().context("verify")?;
        if !verification.ok {
            bail!("verify: {}", verification.problems.join("; "));
        }
        if verification.other_keys > 0 || verification.by_git > 0 {
            bail!("verify: {} entries of another key, {} by git", verification.other_keys, verification.by_git);
        }
        let manual = ws.log(&LogFilter { actor: Some(Actor::Manual.to_string()), limit: 3, ..LogFilter::default() })?;
        if let Some(entry) = manual.first() {
            bail!("a person is blamed: {} {:?}", entry.summary(), entry.files);
        }
        Ok(())
    }

    /// Nothing staged, locked or half written is left behind.
    pub fn check_residue(&self) -> Result<()> {
        let git = self.workspace.join(".git");
        let mut left = Vec::new();
        for entry in fs::read_dir(git.join("soulfile/tmp"))? {
            left.push(format!("soulfile/tmp/{}", entry?.file_name().to_string_lossy()));
        }
        locks_below(&git, &mut left)?;
        for entry in fs::read_dir(git.join("objects"))?.flatten() {
            for file in fs::read_dir(entry.path()).into_iter().flatten().flatten() {
                let name = file.file_name().to_string_lossy().into_owned();
                let orphan = name.ends_with(".pack") && !file.path().with_extension("idx").exists();
                if name.starts_with("tmp_") || orphan {
                    left.push(format!("objects/{}/{name}", entry.file_name().to_string_lossy()));
                }
            }
        }
        if !left.is_empty() {
            bail!("left behind: {}", left.join(", "));
        }
        Ok(())
    }

    /// Git itself finds nothing wrong with the repository.
    pub fn fsck(&self) -> Result<()> {
        let output = self.git(&["fsck", "--full", "--no-dangling", "--no-progress"])?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        let trouble: Vec<&str> = text.lines().filter(|l| !l.starts_with("notice:")).collect();
        if !output.status.success() || !trouble.is_empty() {
            bail!("git fsck: {} {}", output.status, trouble.join("; "));
        }
        Ok(())
    }

    /// Runs git in the workspace, without anybody's configuration.
    pub fn git(&self, args: &[&str]) -> Result<std::process::Output> {
        Ok(Command::new("git")
            .args(["-c", "core.hooksPath=/dev/null"])
            .args(args)
            .current_dir(&self.workspace)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .stdin(Stdio::null())
            .output()?)
    }
}

fn locks_below(dir: &Path, left: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            if name != "objects" {
                locks_below(&entry.path(), left)?;
            }
        } else if name.ends_with(".lock") {
            left.push(name);
        }
    }
    Ok(())
}

/// Copies a directory with its modes.
pub fn copy_dir(from: &Path, to: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::create_dir_all(to)?;
    fs::set_permissions(to, fs::Permissions::from_mode(fs::metadata(from)?.permissions().mode()))?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_dir(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
