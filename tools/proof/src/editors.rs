//! How people's programs save a file: nine styles, with the pauses a real machine has.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::random::Random;
use crate::site::ProofSite;

/// A style of saving.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SavingStyle {
    /// vim: the old file is renamed away, a new one written in its place.
    Vim,
    /// nano: the file is truncated and written in pieces.
    Nano,
    /// VS Code: opened without truncating, written whole, cut to length.
    Code,
    /// `sed -i`, the real one.
    Sed,
    /// A shell's `>>`, the real one.
    Append,
    /// `git checkout` of an older version, the real one.
    Checkout,
    /// rsync: a temporary file beside it, renamed over it.
    Rsync,
    /// The file is removed.
    Delete,
    /// A copy of an older version is renamed over it, without git: nothing in it is news.
    PutBack,
}

/// All of them.
pub const STYLES: [SavingStyle; 9] = [
    SavingStyle::Vim,
    SavingStyle::Nano,
    SavingStyle::Code,
    SavingStyle::Sed,
    SavingStyle::Append,
    SavingStyle::Checkout,
    SavingStyle::Rsync,
    SavingStyle::Delete,
    SavingStyle::PutBack,
];

/// What a save left behind that must be found again.
#[derive(Debug, Default)]
pub struct Saved {
    /// Lines that must be in a file, or in a conflict copy beside it.
    pub lines: Vec<String>,
    /// Set when the file was removed or an older version put back.
    pub took_away: bool,
}

fn pause(random: &mut Random) {
    if random.one_in(2) {
        std::thread::sleep(Duration::from_micros(random.below(6_000)));
    }
}

/// Reads the file, as an editor does on opening; a person waits until it is there.
fn read(file: &Path) -> Result<String> {
    for _ in 0..2_000 {
        match fs::read_to_string(file) {
            Ok(text) if !text.is_empty() => return Ok(text),
            _ => std::thread::sleep(Duration::from_millis(1)),
        }
    }
    bail!("{} does not appear", file.display())
}

/// Saves a change to `name` in the given style. `token` marks this save.
pub fn save(site: &ProofSite, name: &str, style: SavingStyle, token: &str, random: &mut Random) -> Result<Saved> {
    let file = site.workspace.join(name);
    let (first, last) = (format!("{token} at the top"), format!("{token} at the end"));
    let opened = read(&file)?;
    let edited = format!("{first}\n{opened}{last}\n");
    pause(random);
    let mut saved = Saved { lines: vec![first.clone(), last.clone()], took_away: false };
    match style {
        SavingStyle::Vim => {
            let backup = file.with_extension("md~");
            fs::rename(&file, &backup)?;
            pause(random);
            let mut new = File::create(&file)?;
            new.write_all(edited.as_bytes())?;
            new.sync_all()?;
            drop(new);
            fs::remove_file(backup)?;
        }
        SavingStyle::Nano => {
            let mut new = File::create(&file)?;
            pause(random);
            let (a, b) = edited.as_bytes().split_at(edited.len() / 2);
            new.write_all(a)?;
            pause(random);
            new.write_all(b)?;
        }
        SavingStyle::Code => {
            let mut new = File::options().write(true).create(true).truncate(false).open(&file)?;
            pause(random);
            new.write_all(edited.as_bytes())?;
            pause(random);
            new.set_len(edited.len() as u64)?;
        }
        SavingStyle::Sed => {
            shell(site, "sed -i -e \"1i\\\\$2\" \"$1\"", &[name, &first])?;
            saved.lines = vec![first];
        }
        SavingStyle::Append => {
            shell(site, "printf '%s\\n' \"$2\" >> \"$1\"", &[name, &last])?;
            saved.lines = vec![last];
        }
        SavingStyle::Checkout => {
            saved.lines.clear();
            let (older, newer) = older(site, name)?;
            if let Some(commit) = older {
                let output = site.git(&["checkout", &commit, "--", name])?;
                saved.took_away = output.status.success() && newer;
            }
        }
        SavingStyle::Rsync => {
            let temp = site.workspace.join("memory/.rsync-temp.md");
            fs::write(&temp, &edited)?;
            pause(random);
            fs::rename(temp, &file)?;
        }
        SavingStyle::Delete => {
            fs::remove_file(&file)?;
            saved = Saved { lines: Vec::new(), took_away: true };
        }
        SavingStyle::PutBack => {
            saved.lines.clear();
            let (older, newer) = older(site, name)?;
            if let Some(commit) = older {
                let copy = site.git(&["show", &format!("{commit}:{name}")])?;
                let temp = site.workspace.join("memory/.put-back.md");
                fs::write(&temp, &copy.stdout)?;
                pause(random);
                fs::rename(temp, &file)?;
                saved.took_away = copy.status.success() && newer;
            }
        }
    }
    Ok(saved)
}

/// The commit before the last that touched a file, or the only one; and whether there is a newer one.
fn older(site: &ProofSite, name: &str) -> Result<(Option<String>, bool)> {
    let log = String::from_utf8(site.git(&["log", "--format=%H", "--", name])?.stdout)?;
    let commit = log.lines().nth(1).or_else(|| log.lines().next()).map(str::to_owned);
    Ok((commit, log.lines().count() > 1))
}

fn shell(site: &ProofSite, script: &str, args: &[&str]) -> Result<()> {
    let status = std::process::Command::new("sh")
        .args(["-c", script, "sh"])
        .args(args)
        .current_dir(&site.workspace)
        .stdin(std::process::Stdio::null())
        .status()?;
    if !status.success() {
        bail!("{script}: {status}");
    }
    Ok(())
}
