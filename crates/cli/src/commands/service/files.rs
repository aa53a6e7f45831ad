//! The one file of a service: where it lies, what it says, and the commands that switch it on and off.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use soulfile_engine::Error;

use super::{ServiceKind, config_dir};
use crate::args::Global;
use crate::place::Located;

/// Seconds the system waits for a stop before it kills: longer than the gateway waits for what is under way.
const STOP_SECONDS: u32 = 60;

/// A service as it is to be written.
pub struct ServiceFile {
    pub kind: &'static str,
    pub path: PathBuf,
    pub text: String,
    pub switch_on: Vec<SystemCommand>,
    pub switch_off: Vec<SystemCommand>,
    /// The command without a port.
    words: Vec<String>,
}

/// A command of the system, by its words.
pub struct SystemCommand(pub Vec<String>);

impl SystemCommand {
    fn of<const N: usize>(words: [&str; N]) -> Self {
        Self(words.map(str::to_owned).to_vec())
    }

    /// As a person would type it.
    pub fn shown(&self) -> String {
        let quoted = |word: &String| match word.contains([' ', '$', '\'', '"', '`', '\\']) {
            true => format!("'{}'", word.replace('\'', "'\\''")),
            false => word.clone(),
        };
        self.0.iter().map(quoted).collect::<Vec<_>>().join(" ")
    }
}

impl ServiceFile {
    /// The service of this home, for the agent a verb here acts on and all that are configured.
    pub fn of(kind: ServiceKind, located: &Located, global: &Global, port: Option<u16>) -> Result<Self> {
        let place = located.place(global)?;
        if !place.workspace.exists() {
            let dir = place.workspace.display();
            return Err(Error::NotFound(format!("there is no workspace at {dir}; `soul setup` makes one")).into());
        }
        let mut words = vec![text(&std::env::current_exe()?)?, "-C".to_owned(), text(&place.workspace)?];
        if let Some(config) = &global.config {
            words.extend(["--config".to_owned(), text(&std::path::absolute(config)?)?]);
        }
        words.extend(["serve", "--log", "json"].map(str::to_owned));
        let mut command = words.clone();
        command.extend(port.into_iter().flat_map(|port| ["--port".to_owned(), port.to_string()]));
        let home = text(&located.home)?;
        // A home of its own has a service of its own.
        let own =
            located.home.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_prefix(".soulfile-"));
        let launchd = match kind {
            ServiceKind::Auto => cfg!(target_os = "macos"),
            ServiceKind::Systemd => false,
            ServiceKind::Launchd => true,
        };
        Ok(if launchd {
            let label = own.map_or_else(|| "soulfile.gateway".to_owned(), |own| format!("soulfile.gateway.{own}"));
            let path = located.user_home.join("Library/LaunchAgents").join(format!("{label}.plist"));
            let log = text(&located.token_dir().join("gateway.log"))?;
            let at = text(&path)?;
            Self {
                kind: "launchd",
                text: agent(&label, &command, &home, &log),
                switch_on: vec![SystemCommand::of(["launchctl", "load", "-w", &at])],
                switch_off: vec![SystemCommand::of(["launchctl", "unload", "-w", &at])],
                path,
                words,
            }
        } else {
            let name = own.map_or_else(|| "soulfile.service".to_owned(), |own| format!("soulfile-{own}.service"));
            Self {
                kind: "systemd",
                path: config_dir(located).join("systemd/user").join(&name),
                text: unit(&command, &home),
                switch_on: vec![
                    SystemCommand::of(["systemctl", "--user", "daemon-reload"]),
                    SystemCommand::of(["systemctl", "--user", "enable", "--now", &name]),
                ],
                switch_off: vec![SystemCommand::of(["systemctl", "--user", "disable", "--now", &name])],
                words,
            }
        })
    }

    /// What the file says now, where there is one.
    pub fn written(&self) -> Result<Option<String>> {
        match std::fs::read_to_string(&self.path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("reading {}", self.path.display())),
        }
    }

    /// Writes it, whole or not at all.
    pub fn write(&self) -> Result<()> {
        let dir = self.path.parent().context("a service lies in a directory")?;
        std::fs::create_dir_all(dir).with_context(|| format!("making {}", dir.display()))?;
        let new = self.path.with_extension("new");
        let written = std::fs::write(&new, &self.text).and_then(|()| std::fs::rename(&new, &self.path));
        written.with_context(|| format!("writing {}", self.path.display()))
    }

    /// Whether a text is this service, on whatever port.
    pub fn is_current(&self, text: &str) -> bool {
        let quote = if self.kind == "launchd" { xml_word } else { unit_word };
        let words: Vec<String> = self.words.iter().map(|word| quote(word)).collect();
        let between = if self.kind == "launchd" { "\n" } else { " " };
        text.contains(&words.join(between))
    }
}

/// A systemd user unit.
fn unit(command: &[String], home: &str) -> String {
    let command: Vec<String> = command.iter().map(|word| unit_word(word)).collect();
    format!(
        "[Unit]\nDescription=Soulfile: the gateway\nAfter=network.target\n\n\
         [Service]\nType=exec\nEnvironment={}\nExecStart={}\nExecReload=/bin/kill -HUP $MAINPID\n\
         Restart=on-failure\nRestartSec=2\nTimeoutStopSec={STOP_SECONDS}\nUMask=0077\nNoNewPrivileges=yes\n\n\
         [Install]\nWantedBy=default.target\n",
        setting_word(&format!("SOULFILE_HOME={home}")),
        command.join(" "),
    )
}

/// A launchd agent.
fn agent(label: &str, command: &[String], home: &str, log: &str) -> String {
    let command: Vec<String> = command.iter().map(|word| xml_word(word)).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n\
         <plist version=\"1.0\">\n<dict>\n\
         <key>Label</key>\n{}\n\
         <key>ProgramArguments</key>\n<array>\n{}\n</array>\n\
         <key>EnvironmentVariables</key>\n<dict>\n<key>SOULFILE_HOME</key>\n{}\n</dict>\n\
         <key>RunAtLoad</key>\n<true/>\n\
         <key>KeepAlive</key>\n<dict>\n<key>SuccessfulExit</key>\n<false/>\n</dict>\n\
         <key>ExitTimeOut</key>\n<integer>{STOP_SECONDS}</integer>\n\
         <key>Umask</key>\n<integer>63</integer>\n\
         <key>StandardErrorPath</key>\n{}\n\
         </dict>\n</plist>\n",
        xml_word(label),
        command.join("\n"),
        xml_word(home),
        xml_word(log),
    )
}

fn text(path: &Path) -> Result<String> {
    let text = path.to_str().filter(|text| !text.contains(['\n', '\r', '\0']));
    text.map(str::to_owned).ok_or_else(|| anyhow!("{} cannot be written into a service", path.display()))
}

/// A word of a command in a unit file: quoted, and no `%` or `$` of it is expanded.
fn unit_word(word: &str) -> String {
    setting_word(&word.replace('$', "$$"))
}

/// A word of a setting in a unit file, in which `$` means nothing.
fn setting_word(word: &str) -> String {
    let escaped = word.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%");
    format!("\"{escaped}\"")
}

fn xml_word(word: &str) -> String {
    format!("<string>{}</string>", word.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"))
}
