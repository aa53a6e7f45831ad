//! `soul reflect --install-timer`: a systemd user timer, or a line for cron.
//!
//! Only writes its own two unit files; enabling them is left to the person, who is told how. The timer
//! drafts. It can approve nothing.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use serde_json::json;
use soulfile_engine::{Error, parse_clock};

use crate::args::Global;
use crate::place::Located;
use crate::render;

/// Which timer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum TimerKind {
    /// systemd where it runs, else cron.
    Auto,
    /// A systemd user timer.
    Systemd,
    /// A line for the person's crontab.
    Cron,
}

/// Writes the timer, or gives the line.
pub fn install(kind: TimerKind, located: &Located, global: &Global) -> Result<ExitCode> {
    let place = located.place(global)?;
    if !place.workspace.exists() {
        let dir = place.workspace.display();
        return Err(Error::NotFound(format!("there is no workspace at {dir}; `soul setup` makes one")).into());
    }
    let daily = located.config().memory.reflection.daily_at.clone();
    let at = daily.as_deref().and_then(parse_clock).ok_or_else(|| {
        Error::Invalid(
            "memory.reflection.dailyAt names no time; `soul config set memory.reflection.dailyAt 03:00` sets one"
                .to_owned(),
        )
    })?;
    let program = std::env::current_exe()?;
    let systemd = match kind {
        TimerKind::Auto => Path::new("/run/systemd/system").exists(),
        TimerKind::Systemd => true,
        TimerKind::Cron => false,
    };
    let words =
        [text(&program)?, "-C".to_owned(), text(&place.workspace)?, "reflect".to_owned(), "--scheduled".to_owned()];
    let zone = located.config().timezone().map(str::to_owned);
    if !systemd {
        let command: Vec<String> = words.iter().map(|word| shell(word)).collect();
        let home = format!("SOULFILE_HOME={}", shell(&text(&located.home)?));
        let line = format!("{} {} * * * {home} {}", at.minute(), at.hour(), command.join(" ").replace('%', "\\%"));
        match global.json {
            true => render::json(&json!({ "kind": "cron", "line": line }))?,
            false => {
                render::text(&line)?;
                render::note("`crontab -e` opens the file this line belongs in; cron uses the machine's time zone");
            }
        }
        return Ok(ExitCode::SUCCESS);
    }
    let dir = match std::env::var_os("XDG_CONFIG_HOME").filter(|dir| !dir.is_empty()) {
        Some(dir) => PathBuf::from(dir),
        None => located.user_home.join(".config"),
    }
    .join("systemd/user");
    let name = format!("soulfile-reflect-{}", place.agent);
    let command: Vec<String> = words.iter().map(|word| unit(word)).collect();
    let service = format!(
        "[Unit]\nDescription=Soulfile: draft a reflection ({})\n\n[Service]\nType=oneshot\nEnvironment={}\nExecStart={}\n",
        place.agent,
        unit(&format!("SOULFILE_HOME={}", text(&located.home)?)),
        command.join(" ")
    );
    let zone = zone.map(|zone| format!(" {zone}")).unwrap_or_default();
    let timer = format!(
        "[Unit]\nDescription=Soulfile: a reflection every night ({})\n\n[Timer]\nOnCalendar=*-*-* {:02}:{:02}:00{zone}\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n",
        place.agent,
        at.hour(),
        at.minute()
    );
    std::fs::create_dir_all(&dir)?;
    let files = [(format!("{name}.service"), service), (format!("{name}.timer"), timer)];
    for (file, content) in &files {
        std::fs::write(dir.join(file), content)?;
    }
    let enable = format!("systemctl --user enable --now {name}.timer");
    let paths: Vec<String> = files.iter().map(|(file, _)| dir.join(file).display().to_string()).collect();
    match global.json {
        true => render::json(&json!({ "kind": "systemd", "files": paths, "enable": enable }))?,
        false => render::text(&format!("Wrote {}\nSwitch it on: {enable}\n", paths.join(" and ")))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn text(path: &Path) -> Result<String> {
    let text = path.to_str().filter(|text| !text.contains(['\n', '\r', '\0']));
    text.map(str::to_owned).ok_or_else(|| anyhow!("{} cannot be written into a timer", path.display()))
}

/// A word for a unit file: quoted, and no `%` or `$` of it is expanded.
fn unit(word: &str) -> String {
    let escaped = word.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%").replace('$', "$$");
    format!("\"{escaped}\"")
}

/// A word for a shell.
fn shell(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}
