//! [`Launch`]: how another program starts this one so that it reaches the same workspace from any directory.

use anyhow::{Context, Result};
use serde_json::{Map, Value};

use crate::args::Global;
use crate::commands::recall::Asker;
use crate::place::Located;

/// A command line that leads to one workspace.
pub struct Launch {
    /// This program.
    pub command: String,
    /// What leads to the workspace, before the verb.
    place: Vec<String>,
    /// Who asks, after the verb.
    asker: Vec<String>,
    /// What a client does not pass on by itself.
    pub env: Vec<(String, String)>,
}

impl Launch {
    /// How this very run of the program would be repeated from elsewhere.
    pub fn of(global: &Global, asker: &Asker) -> Result<Self> {
        let workspace = Located::find(global)?.place(global)?.workspace;
        let program = std::env::current_exe().context("finding this program")?;
        let mut place: Vec<String> = Vec::new();
        let mut option = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                place.extend([name.to_owned(), value]);
            }
        };
        option("--home-profile", global.home_profile.clone());
        option("--config", global.config.as_ref().map(|file| absolute(file)));
        option("--workspace", Some(workspace.display().to_string()));
        option("--agent", global.agent.clone());
        let home = std::env::var("SOULFILE_HOME").ok();
        let env = home.map(|home| ("SOULFILE_HOME".to_owned(), absolute(home.as_ref()))).into_iter().collect();
        Ok(Self { command: program.display().to_string(), place, asker: asker.arguments(), env })
    }

    /// The arguments that serve the workspace over the Model Context Protocol.
    pub fn mcp(&self) -> Vec<String> {
        let mut args = self.place.clone();
        args.push("mcp".to_owned());
        args.extend(self.asker.iter().cloned());
        args
    }

    /// The arguments that run one hook.
    pub fn hook(&self, event: &str, host: &str) -> Vec<String> {
        let mut args = self.place.clone();
        args.push("hook".to_owned());
        args.extend(self.asker.iter().cloned());
        args.extend([event, "--host", host].map(str::to_owned));
        args
    }

    /// The same as one line for a shell.
    pub fn hook_line(&self, event: &str, host: &str) -> String {
        let env = self.env.iter().map(|(name, value)| format!("{name}={}", quoted(value)));
        let words = std::iter::once(self.command.clone()).chain(self.hook(event, host));
        env.chain(words.map(|word| quoted(&word))).collect::<Vec<_>>().join(" ")
    }

    /// The environment as an object.
    pub fn env_object(&self) -> Map<String, Value> {
        self.env.iter().map(|(name, value)| (name.clone(), Value::String(value.clone()))).collect()
    }
}

/// Says whether a shell line runs one of our hooks for that host.
pub fn is_hook_line(line: &str, host: &str) -> bool {
    line.contains(" hook ") && line.ends_with(&format!(" --host {host}"))
}

/// A word as a shell reads it back unchanged.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn absolute(path: &std::path::Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_a_shell() {
        for word in ["/usr/bin/soul", "a b", "it's", "$HOME", "", "ü"] {
            let run = std::process::Command::new("sh").arg("-c").arg(format!("printf %s {}", quoted(word))).output();
            assert_eq!(String::from_utf8(run.expect("a shell").stdout).expect("text"), word);
        }
    }

    #[test]
    fn only_our_own_hooks_of_that_host_are_ours() {
        let launch = Launch {
            command: "/opt/my tools/soul".into(),
            place: vec!["--workspace".into(), "/w".into()],
            asker: Vec::new(),
            env: vec![("SOULFILE_HOME".into(), "/h".into())],
        };
        let line = launch.hook_line("stop", "codex");
        assert_eq!(line, "SOULFILE_HOME=/h '/opt/my tools/soul' --workspace /w hook stop --host codex");
        assert!(is_hook_line(&line, "codex") && !is_hook_line(&line, "cursor"));
        assert!(!is_hook_line("other-tool hook stop", "codex"));
    }
}
