//! The hosts that can be connected, as data: which files they read, and what goes into them.
//!
//! A host with a known format is one entry of [`HOSTS`]; a new format is one file beside this one.

use std::path::{Path, PathBuf};

use super::hook_events::HookEvent;
use super::hook_events::HookEvent::{PreCompact, Prompt, SessionEnd, SessionStart, Stop};

/// A program that talks to a model.
pub struct Host {
    /// What it is called on the command line.
    pub id: &'static str,
    pub name: &'static str,
    pub edits: &'static [Edit],
    /// What a person does next.
    pub next: &'static str,
}

/// Where a host keeps a file: in a folder it takes from a variable, else in one of the home.
pub struct HostPlace {
    pub variable: &'static str,
    /// Below what the variable names.
    pub below: &'static str,
    pub folder: &'static str,
    pub file: &'static str,
}

/// One change of one file.
pub enum Edit {
    /// An entry in a JSON object of MCP servers.
    Server { place: HostPlace, path: &'static [&'static str], shape: ServerShape },
    /// An entry in a TOML table of MCP servers.
    TomlServer { place: HostPlace, table: &'static str },
    /// Commands that run at the host's events, in JSON.
    Hooks { place: HostPlace, shape: HookShape, events: &'static [(&'static str, HookEvent)] },
    /// A file of our own.
    OwnFile { place: HostPlace, text: &'static str },
    /// OpenClaw's choice of who remembers.
    MemorySlot { place: HostPlace },
}

/// How a host writes an MCP server down.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ServerShape {
    /// `command`, `args`, `env`.
    Plain,
    /// The same with `type: "stdio"`.
    Typed,
    /// `type: "local"`, the command line as one list, `environment`.
    Opencode,
}

/// How a host writes a hook down.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum HookShape {
    /// Groups of commands, with a time limit in seconds.
    Groups,
    /// The same, with a time limit in milliseconds.
    GroupsMillis,
    /// A list of commands, beside `version: 1`.
    Flat,
}

impl HostPlace {
    /// The file, given the home and a way to look up variables.
    pub fn path(&self, home: &Path, variable: impl Fn(&str) -> Option<String>) -> PathBuf {
        let named = variable(self.variable).filter(|value| !self.variable.is_empty() && !value.is_empty());
        let folder = named.map_or_else(|| home.join(self.folder), |named| Path::new(&named).join(self.below));
        folder.join(self.file)
    }
}

const fn at(variable: &'static str, below: &'static str, folder: &'static str, file: &'static str) -> HostPlace {
    HostPlace { variable, below, folder, file }
}

const fn openclaw_plugin(file: &'static str) -> HostPlace {
    at("OPENCLAW_STATE_DIR", "extensions/soulfile", ".openclaw/extensions/soulfile", file)
}

const DESKTOP: &str = if cfg!(target_os = "macos") { "Library/Application Support/Claude" } else { ".config/Claude" };

/// Every host, in the order they are listed.
pub const HOSTS: &[Host] = &[
    Host {
        id: "claude-code",
        name: "Claude Code",
        edits: &[
            Edit::Server {
                place: at("CLAUDE_CONFIG_DIR", "", "", ".claude.json"),
                path: &["mcpServers"],
                shape: ServerShape::Typed,
            },
            Edit::Hooks {
                place: at("CLAUDE_CONFIG_DIR", "", ".claude", "settings.json"),
                shape: HookShape::Groups,
                events: &[
                    ("SessionStart", SessionStart),
                    ("UserPromptSubmit", Prompt),
                    ("PreCompact", PreCompact),
                    ("Stop", Stop),
                    ("SessionEnd", SessionEnd),
                ],
            },
        ],
        next: "sessions begun from now on have it; `claude mcp list` shows the server",
    },
    Host {
        id: "claude-desktop",
        name: "Claude Desktop",
        edits: &[Edit::Server {
            place: at("", "", DESKTOP, "claude_desktop_config.json"),
            path: &["mcpServers"],
            shape: ServerShape::Plain,
        }],
        next: "restart Claude Desktop; it has no hooks, so the model looks things up with the tools",
    },
    Host {
        id: "codex",
        name: "Codex",
        edits: &[
            Edit::TomlServer { place: at("CODEX_HOME", "", ".codex", "config.toml"), table: "mcp_servers" },
            Edit::Hooks {
                place: at("CODEX_HOME", "", ".codex", "hooks.json"),
                shape: HookShape::Groups,
                events: &[
                    ("SessionStart", SessionStart),
                    ("UserPromptSubmit", Prompt),
                    ("PreCompact", PreCompact),
                    ("Stop", Stop),
                ],
            },
        ],
        next: "open `/hooks` in Codex once and trust them: it runs no hook before that",
    },
    Host {
        id: "cursor",
        name: "Cursor",
        edits: &[
            Edit::Server { place: at("", "", ".cursor", "mcp.json"), path: &["mcpServers"], shape: ServerShape::Plain },
            Edit::Hooks {
                place: at("", "", ".cursor", "hooks.json"),
                shape: HookShape::Flat,
                events: &[
                    ("sessionStart", SessionStart),
                    ("beforeSubmitPrompt", Prompt),
                    ("preCompact", PreCompact),
                    ("stop", Stop),
                    ("sessionEnd", SessionEnd),
                ],
            },
        ],
        next: "restart Cursor; its prompt hook takes no text, so the model looks things up with the tools",
    },
    Host {
        id: "gemini-cli",
        name: "Gemini CLI",
        edits: &[
            Edit::Server {
                place: at("GEMINI_CLI_HOME", ".gemini", ".gemini", "settings.json"),
                path: &["mcpServers"],
                shape: ServerShape::Plain,
            },
            Edit::Hooks {
                place: at("GEMINI_CLI_HOME", ".gemini", ".gemini", "settings.json"),
                shape: HookShape::GroupsMillis,
                events: &[
                    ("SessionStart", SessionStart),
                    ("BeforeAgent", Prompt),
                    ("PreCompress", PreCompact),
                    ("AfterAgent", Stop),
                    ("SessionEnd", SessionEnd),
                ],
            },
        ],
        next: "sessions begun from now on have it; `gemini mcp list` and `/hooks` show it",
    },
    Host {
        id: "opencode",
        name: "opencode",
        edits: &[
            Edit::Server {
                place: at("XDG_CONFIG_HOME", "opencode", ".config/opencode", "opencode.json"),
                path: &["mcp"],
                shape: ServerShape::Opencode,
            },
            Edit::OwnFile {
                place: at("XDG_CONFIG_HOME", "opencode/plugins", ".config/opencode/plugins", "soulfile.js"),
                text: include_str!("opencode_plugin.js"),
            },
        ],
        next: "sessions begun from now on have it; `opencode mcp list` shows the server",
    },
    Host {
        id: "openclaw",
        name: "OpenClaw",
        edits: &[
            Edit::Server {
                place: at("OPENCLAW_STATE_DIR", "", ".openclaw", "openclaw.json"),
                path: &["mcp", "servers"],
                shape: ServerShape::Plain,
            },
            Edit::MemorySlot { place: at("OPENCLAW_STATE_DIR", "", ".openclaw", "openclaw.json") },
            Edit::OwnFile { place: openclaw_plugin("index.js"), text: include_str!("openclaw/index.js") },
            Edit::OwnFile { place: openclaw_plugin("package.json"), text: include_str!("openclaw/package.json") },
            Edit::OwnFile {
                place: openclaw_plugin("openclaw.plugin.json"),
                text: include_str!("openclaw/openclaw.plugin.json"),
            },
        ],
        next: "restart its gateway; an OpenClaw workspace is adopted in place by `soul setup --workspace DIR`",
    },
    Host {
        id: "zed",
        name: "Zed",
        edits: &[Edit::Server {
            place: at("XDG_CONFIG_HOME", "zed", ".config/zed", "settings.json"),
            path: &["context_servers"],
            shape: ServerShape::Plain,
        }],
        next: "Zed takes it up at once; it has no hooks, so the model looks things up with the tools",
    },
];

/// The host of that id.
pub fn find(id: &str) -> Option<&'static Host> {
    HOSTS.iter().find(|host| host.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_of_the_host_moves_its_files() {
        let home = Path::new("/home/sam");
        let place = at("XDG_CONFIG_HOME", "zed", ".config/zed", "settings.json");
        assert_eq!(place.path(home, |_| None), Path::new("/home/sam/.config/zed/settings.json"));
        assert_eq!(place.path(home, |_| Some("/x".into())), Path::new("/x/zed/settings.json"));
        let fixed = at("", "", ".cursor", "mcp.json");
        assert_eq!(fixed.path(home, |_| Some("/x".into())), Path::new("/home/sam/.cursor/mcp.json"));
    }
}
