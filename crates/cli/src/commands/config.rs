//! `soul config`

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use serde_json::Value;
use soulfile_api::ConfigView;
use soulfile_engine::config::{self, Sources, edit};
use soulfile_engine::{ApprovalLock, Decider, Error};

use crate::args::Global;
use crate::deciding::{self, decider};
use crate::exit::FOUND_PROBLEMS;
use crate::place::{self, Located};
use crate::render;

/// Read and change the configuration.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul config get                                    everything in force, secrets hidden
  soul config get memory.decay.lambda
  soul config set user.timezone Europe/Berlin        comments and order are kept
  soul config set agents.list '[{id: \"aria\"}]'
  soul config unset user.timezone
  soul config validate
  soul config default                                the commented default file")]
pub struct ConfigArgs {
    #[command(subcommand)]
    action: ConfigAction,
}

#[derive(Debug, Subcommand)]
enum ConfigAction {
    /// Print a value, or everything.
    Get {
        /// The key, with dots between its parts.
        key: Option<String>,
    },
    /// Set a value; comments and order are kept.
    Set {
        /// The key.
        key: String,
        /// The value: JSON5, or plain text.
        #[arg(allow_negative_numbers = true)]
        value: String,
    },
    /// Remove a value, so that its default applies.
    Unset { key: String },
    /// Report every error and warning.
    Validate,
    /// Print the JSON Schema.
    Schema,
    /// Print the default file with a comment on every key.
    Default,
    /// Print where the file is.
    Path,
}

impl ConfigArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let (_, _, file) = place::config_paths(global)?;
        match &self.action {
            ConfigAction::Get { key } => {
                let loaded = Located::find(global)?.loaded;
                let value = match key {
                    None => loaded.view(),
                    Some(key) => loaded.get(key).map_err(|e| Error::Invalid(e.to_string()))?.ok_or_else(|| {
                        Error::NotFound(format!("there is no key \"{key}\"; `soul config get` lists them"))
                    })?,
                };
                match &value {
                    Value::String(text) if !global.json => render::text(text)?,
                    value => render::json(value)?,
                }
            }
            ConfigAction::Set { key, value } => self.change(key, Some(&edit::parse_value(value)), global)?,
            ConfigAction::Unset { key } => self.change(key, None, global)?,
            ConfigAction::Validate => {
                let fetch = place::include_from(&file);
                let sources = Sources { env: &|name| std::env::var(name).ok(), include: &fetch };
                let problems = config::validate(&read(&file)?, sources);
                let errors = problems.iter().any(|p| p.severity == config::ProblemSeverity::Error);
                if global.json {
                    render::json(&problems)?;
                } else if problems.is_empty() {
                    render::text(&format!("{} is fine.\n", file.display()))?;
                } else {
                    render::text(&problems.iter().map(|p| format!("{p}\n")).collect::<String>())?;
                }
                return Ok(if errors { ExitCode::from(FOUND_PROBLEMS) } else { ExitCode::SUCCESS });
            }
            ConfigAction::Schema => render::json(&config::schema())?,
            ConfigAction::Default if global.json => render::json(&config::Config::default())?,
            ConfigAction::Default => render::text(config::DEFAULT_FILE)?,
            ConfigAction::Path if global.json => render::json(&file)?,
            ConfigAction::Path => render::text(&file.display().to_string())?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn change(&self, key: &str, value: Option<&Value>, global: &Global) -> Result<()> {
        let located = Located::find(global)?;
        let value = change(&located, key, value, || {
            // Who may decide without a terminal is decided on one.
            let lock = ApprovalLock::new(&located.home.join("state"));
            match lock.is_set() {
                true => drop(lock.unlock(&deciding::passphrase(global, "Passphrase of the approval lock: ")?)?),
                false if decider(&located) == Decider::Nobody => return Err(approvals_denied()),
                false => {}
            }
            Ok(())
        })?;
        if global.json { render::json(&value) } else { render::text(&format!("{key} = {value}\n")) }
    }
}

/// Sets a value, or removes it, and gives what is in force then. `approvals` is asked before who may decide is changed.
pub fn change(
    located: &Located,
    key: &str,
    value: Option<&Value>,
    approvals: impl FnOnce() -> Result<()>,
) -> Result<Value> {
    let file = &located.config_file;
    if let Some(value) = value {
        let unread = config::unread_keys(key, value).map_err(|e| Error::Invalid(e.to_string()))?;
        if let Some(problem) = unread.first() {
            return Err(Error::Invalid(format!("{problem}; nothing was changed")).into());
        }
    }
    let _lock = lock(file)?;
    let text = read(file)?;
    let new = match value {
        Some(value) => config::set(&text, key, value),
        None => config::unset(&text, key),
    };
    let new = new.map_err(|e| Error::Invalid(e.to_string()))?;
    // A value the program could not start with is never written.
    let loaded = place::load(&new, file)?;
    if loaded.config.approvals != located.config().approvals {
        approvals()?;
    }
    let known = located.known_config();
    // A person changes it here, so it is no surprise at the next session, unless it already was one.
    let expected = located.is_config_known();
    write_file(file, &new)?;
    if expected {
        known.accept()?;
    }
    Ok(loaded.get(key).ok().flatten().unwrap_or(Value::Null))
}

/// Why who may decide is not changed here.
pub fn approvals_denied() -> anyhow::Error {
    let what = "approvals.terminal is a person's to set, on a terminal or in an editor";
    Error::Denied(format!("{what}; nothing was changed")).into()
}

/// The configuration in force, with its schema.
pub fn view(located: &Located) -> Result<ConfigView> {
    let mut set = Vec::new();
    leaves("", &edit::parse_value(&read(&located.config_file)?), &mut set);
    Ok(ConfigView {
        file: located.config_file.display().to_string(),
        schema: config::schema(),
        values: located.loaded.view(),
        defaults: serde_json::to_value(config::Config::default())?,
        set,
    })
}

/// The paths of the values in an object that are no objects themselves.
fn leaves(path: &str, value: &Value, out: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                leaves(&if path.is_empty() { key.clone() } else { format!("{path}.{key}") }, inner, out);
            }
        }
        _ if path.is_empty() => {}
        _ => out.push(path.to_owned()),
    }
}

/// The configuration's text; a missing file is empty.
pub fn read(file: &Path) -> Result<String> {
    match std::fs::read_to_string(file) {
        Ok(text) => Ok(text),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        Err(source) => Err(Error::Io { what: "reading", path: file.display().to_string(), source }.into()),
    }
}

/// Keeps other processes from editing the file between reading and replacing it. The system frees
/// the lock when its holder ends, however it ends.
pub fn lock(file: &Path) -> Result<std::fs::File> {
    use std::os::unix::fs::OpenOptionsExt;
    let path = file.with_extension("json5.lock");
    let take = || -> std::io::Result<std::fs::File> {
        make_dir(file)?;
        let lock = std::fs::File::options().append(true).create(true).mode(0o600).open(&path)?;
        lock.lock()?;
        Ok(lock)
    };
    take().map_err(|source| Error::Io { what: "locking", path: path.display().to_string(), source }.into())
}

fn make_dir(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    match file.parent().filter(|d| !d.as_os_str().is_empty()) {
        Some(dir) => std::fs::DirBuilder::new().recursive(true).mode(0o700).create(dir),
        None => Ok(()),
    }
}

/// Replaces the configuration file, private to its owner, whole or not at all.
pub fn write_file(file: &Path, text: &str) -> Result<()> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;
    let replace = || -> std::io::Result<()> {
        make_dir(file)?;
        let temp = file.with_extension("json5.new");
        let _ = std::fs::remove_file(&temp);
        let mut out = std::fs::File::options().write(true).create_new(true).mode(0o600).open(&temp)?;
        out.write_all(text.as_bytes())?;
        out.sync_all()?;
        std::fs::rename(&temp, file)?;
        match file.parent().filter(|d| !d.as_os_str().is_empty()) {
            Some(dir) => std::fs::File::open(dir)?.sync_all(),
            None => Ok(()),
        }
    };
    replace().map_err(|source| Error::Io { what: "writing", path: file.display().to_string(), source }.into())
}
