//! Where things are: home, configuration, workspace, clock. The environment is read here only.

use soulfile_api::{AgentInfo, ConfigChange, ConfigView, ConfiguredModel, ConnectorView, TestedModel};
use std::env;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, anyhow};
use jiff::tz::TimeZone;
use soulfile_engine::config::{self, Config, Included, LoadedConfig, MessageOrigin, MessageRoute, Sources};
use soulfile_engine::{Clock, Embedding, Engine, Error, FixedClock, KnownConfig, Place, Requester, SystemClock};
use soulfile_models::chat::RemoteChat;
use soulfile_models::{Choice, EmbeddingSettings, Key, Provider};
use soulfile_server::administration::Administration;
use soulfile_server::channels::ChannelAccount;
use soulfile_server::sessions::SpeakingModel;
use soulfile_server::state::{AgentDirectory, Worker};
use soulfile_server::tokens::Tokens;
use soulfile_vocabulary::layout;

use crate::args::Global;
use crate::commands;
use crate::model::{self, BackgroundModel};
use crate::render;

/// Everything looked up for one run of the program.
pub struct Located {
    /// `~/.soulfile`, or what stands for it.
    pub home: PathBuf,
    /// The person's home directory.
    pub user_home: PathBuf,
    /// The configuration file, whether or not it exists.
    pub config_file: PathBuf,
    /// The configuration.
    pub loaded: LoadedConfig,
    clock: Arc<dyn Clock>,
}

impl Located {
    /// Looks everything up.
    pub fn find(global: &Global) -> Result<Self> {
        let (home, user_home, config_file) = config_paths(global)?;
        let text = match std::fs::read_to_string(&config_file) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound && global.config.is_none() => String::new(),
            Err(e) => {
                return Err(Error::Io { what: "reading", path: config_file.display().to_string(), source: e }.into());
            }
        };
        let mut loaded = load(&text, &config_file)?;
        // A separate home has workspaces of its own.
        let shared = &mut loaded.config.agents.defaults.workspace;
        if let Some(below) = shared.strip_prefix("~/.soulfile/") {
            *shared = home.join(below).to_string_lossy().into_owned();
        }
        // A home of its own belongs to the profile's agent, where its configuration names none.
        if let Some(profile) = &global.home_profile
            && loaded.config.all_agents().is_empty()
            && !home.join("workspace").join(config::DEFAULT_AGENT).exists()
        {
            loaded.config.agents.list.push(config::Agent {
                id: profile.clone(),
                is_default: true,
                ..config::Agent::default()
            });
        }
        for warning in &loaded.warnings {
            render::note(&format!("{}: {warning}", config_file.display()));
        }
        let clock: Arc<dyn Clock> = match env::var("SOULFILE_NOW") {
            Ok(now) => Arc::new(FixedClock::at(
                now.parse()
                    .with_context(|| format!("SOULFILE_NOW is {now:?}, not a time such as 2026-02-02T14:30:00Z"))?,
            )),
            Err(_) => Arc::new(SystemClock),
        };
        Ok(Self { home, user_home, config_file, loaded, clock })
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.loaded.config
    }

    /// The agent a verb acts on: `--workspace`, `--agent`, the workspace around the current
    /// directory, the default agent.
    pub fn place(&self, global: &Global) -> Result<Place> {
        let config = self.config();
        let home = self.user_home.to_string_lossy();
        if let Some(dir) = &global.workspace {
            let dir = absolute(dir)?;
            global.agent.as_deref().map_or(Ok(()), check_agent_id)?;
            return Ok(self.place_at(self.agent_of(&dir, global.agent.as_deref()), dir));
        }
        if let Some(id) = &global.agent {
            check_agent_id(id)?;
            if config.agent(id).is_none() && *id != config.default_agent().id {
                let known: Vec<String> = config.all_agents().into_iter().map(|a| a.id).collect();
                let known = if known.is_empty() { config.default_agent().id } else { known.join(", ") };
                return Err(Error::NotFound(format!(
                    "no agent is called \"{id}\"; configured: {known} (`soul config set agents.list '[{{id: \"{id}\"}}]'` adds it)"
                )).into());
            }
            return Ok(self.place_at(id.clone(), PathBuf::from(config.workspace_dir(id, &home))));
        }
        if let Some(dir) = env::current_dir().ok().and_then(|cwd| enclosing_workspace(&cwd)) {
            return Ok(self.place_at(self.agent_of(&dir, None), dir));
        }
        let id = config.default_agent().id;
        let dir = PathBuf::from(config.workspace_dir(&id, &home));
        Ok(self.place_at(id, dir))
    }

    /// The configured agent that lives in `dir`, else an id made from the directory.
    fn agent_of(&self, dir: &Path, named: Option<&str>) -> String {
        if let Some(id) = named {
            return id.to_owned();
        }
        let home = self.user_home.to_string_lossy();
        let mut agents = self.config().all_agents();
        agents.push(self.config().default_agent());
        let found = agents.into_iter().find(|a| {
            let configured = PathBuf::from(self.config().workspace_dir(&a.id, &home));
            absolute(&configured).is_ok_and(|c| c == dir)
        });
        found.map_or_else(|| derived_id(dir), |a| a.id)
    }

    /// Every agent that can be served: the configured ones, and the one a verb would act on.
    pub fn places(&self, global: &Global) -> Result<Vec<Place>> {
        let home = self.user_home.to_string_lossy();
        let listed = soulfile_engine::list_agents(self.config(), &home);
        let mut places: Vec<Place> =
            listed.into_iter().map(|a| self.place_at(a.id, PathBuf::from(a.workspace))).collect();
        let here = self.place(global)?;
        match places.iter_mut().find(|place| place.agent == here.agent) {
            // Who names a directory means it, whatever the configuration says of that agent.
            Some(configured) if global.workspace.is_some() => *configured = here,
            Some(_) => {}
            None => places.push(here),
        }
        Ok(places)
    }

    pub fn clock(&self) -> Arc<dyn Clock> {
        self.clock.clone()
    }

    /// Says whether a person knows of the configuration file as it is.
    pub fn is_config_known(&self) -> bool {
        self.known_config().holds(&self.config().approvals)
    }

    /// Says whether no agent was ever at home here.
    pub fn is_new_home(&self) -> bool {
        !self.home.join("state").exists()
    }

    /// What is known of the configuration file.
    pub fn known_config(&self) -> KnownConfig {
        KnownConfig::new(&self.home.join("state"), &self.config_file)
    }

    /// Where the gateway keeps its tokens.
    pub fn token_dir(&self) -> PathBuf {
        self.home.join("state").join(".gateway")
    }

    /// The file a running gateway writes its URL to.
    pub fn gateway_address(&self) -> PathBuf {
        self.token_dir().join("address")
    }

    /// The gateway's tokens.
    pub fn tokens(&self) -> Tokens {
        Tokens::new(&self.token_dir(), self.clock())
    }

    pub(crate) fn place_at(&self, agent: String, workspace: PathBuf) -> Place {
        Place {
            agent,
            workspace,
            state_root: self.home.join("state"),
            config: self.config().clone(),
            config_file: Some(self.config_file.clone()),
            machine_zone: machine_zone(),
            clock: self.clock.clone(),
            embedding: self.embedding(),
            beside: crate::mem0::beside(&self.config().memory, self.proxy()),
            requester: Requester::through("cli").speaker("owner"),
            journal: None,
        }
    }

    /// Opens the agent a verb acts on.
    pub fn engine(&self, global: &Global) -> Result<Engine> {
        Ok(Engine::open(self.place(global)?)?)
    }

    /// The embedding model the configuration asks for.
    fn embedding(&self) -> Embedding {
        let search = &self.config().memory_search;
        let env_key = |name: &str| env::var(name).ok().and_then(|value| Key::new(&value));
        let path = |text: &Option<String>| text.as_deref().map(|text| self.expand(text));
        let Choice { embedder, problem } = soulfile_models::choose(&EmbeddingSettings {
            provider: match search.provider {
                config::EmbeddingProvider::Auto => Provider::Auto,
                config::EmbeddingProvider::Builtin => Provider::Builtin,
                config::EmbeddingProvider::Local => Provider::Local,
                config::EmbeddingProvider::Openai => Provider::Openai,
                config::EmbeddingProvider::Gemini => Provider::Gemini,
                config::EmbeddingProvider::Ollama => Provider::Ollama,
            },
            model: search.model.clone(),
            model_path: path(&search.local.model_path),
            base_url: search.remote.base_url.clone(),
            key: search.remote.api_key.as_ref().and_then(|key| Key::new(key.expose())),
            key_file: path(&search.remote.api_key_file),
            openai_key: env_key("OPENAI_API_KEY"),
            gemini_key: env_key("GEMINI_API_KEY"),
            proxy: self.proxy(),
        });
        Embedding { embedder, problem }
    }

    /// The proxy for servers on other machines.
    pub fn proxy(&self) -> Option<String> {
        env::var("HTTPS_PROXY").or_else(|_| env::var("https_proxy")).ok().filter(|p| !p.is_empty())
    }

    /// The configured messengers, with their secrets.
    pub fn channel_accounts(&self) -> Vec<ChannelAccount> {
        let account = |(channel, account, settings): (&str, &str, &config::ChannelAccountSettings)| {
            let mut problem = None;
            let mut secret = |written: &Option<config::ConfigSecret>, file: &Option<String>| match (written, file) {
                (Some(secret), _) => Some(secret.clone()),
                (None, Some(file)) => {
                    let path = self.expand(file);
                    match std::fs::read_to_string(&path) {
                        Ok(text) => Some(config::ConfigSecret::new(text.trim())),
                        Err(error) => {
                            problem = Some(format!("{} cannot be read: {error}", path.display()));
                            None
                        }
                    }
                }
                (None, None) => None,
            };
            let token = secret(&settings.token, &settings.token_file);
            let secret = secret(&settings.secret, &settings.secret_file);
            ChannelAccount {
                channel: channel.to_owned(),
                account: account.to_owned(),
                enabled: settings.enabled,
                admits_anybody: settings.admits_anybody(),
                base_url: settings.base_url.clone(),
                token,
                secret,
                owners: settings.owners.clone(),
                proxy: self.proxy(),
                problem,
            }
        };
        self.config().channel_accounts().into_iter().map(account).collect()
    }

    /// A path of the configuration: `~` is the person's home, others are relative to the configuration.
    pub fn expand(&self, text: &str) -> PathBuf {
        match text.strip_prefix("~/") {
            Some(below) => self.user_home.join(below),
            None => self.config_file.parent().unwrap_or(Path::new("")).join(text),
        }
    }
}

/// The agents of a running gateway: looked up again when the configuration changed.
pub struct ServedAgents {
    global: Global,
    current: Mutex<(u64, Located)>,
    /// How often it was read again because somebody asked.
    readings: AtomicU64,
}

impl ServedAgents {
    /// Serves what is located now, and what the configuration says later.
    pub fn new(located: Located, global: &Global) -> Self {
        Self {
            global: global.clone(),
            current: Mutex::new((stamp_of(&located.config_file), located)),
            readings: AtomicU64::new(0),
        }
    }

    /// Reads the configuration again, whether or not its file changed: what it includes or takes from the environment may
    /// have. Gives what it says of the gateway; `None` where it cannot be used.
    pub fn reload(&self) -> Option<config::GatewayConfig> {
        let mut current = self.current.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let now = stamp_of(&current.1.config_file);
        match Located::find(&self.global) {
            Ok(located) => {
                let gateway = located.config().gateway.clone();
                *current = (now, located);
                self.readings.fetch_add(1, Ordering::Relaxed);
                Some(gateway)
            }
            Err(error) => {
                tell_unusable(&error);
                current.0 = now;
                None
            }
        }
    }

    pub(crate) fn with<T>(&self, work: impl FnOnce(&Located) -> Result<T>) -> soulfile_engine::Result<T> {
        let mut current = self.current.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let now = stamp_of(&current.1.config_file);
        if current.0 != now {
            match Located::find(&self.global) {
                Ok(located) => *current = (now, located),
                Err(error) => {
                    // Half-written or wrong: what worked goes on until it is mended.
                    tell_unusable(&error);
                    current.0 = now;
                }
            }
        }
        work(&current.1).map_err(|error| match error.downcast::<Error>() {
            Ok(error) => error,
            Err(error) => Error::Invalid(format!("{error:#}")),
        })
    }
}

fn tell_unusable(error: &anyhow::Error) {
    render::note(&format!("the configuration cannot be used, the last good one stays: {error:#}"));
}

impl AgentDirectory for ServedAgents {
    fn stamp(&self) -> u64 {
        let current = self.current.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        stamp_of(&current.1.config_file).wrapping_add(self.readings.load(Ordering::Relaxed))
    }

    fn agents(&self) -> soulfile_engine::Result<Vec<AgentInfo>> {
        self.with(|located| {
            let mut agents = soulfile_engine::list_agents(located.config(), &located.user_home.to_string_lossy());
            for place in located.places(&self.global)? {
                let (exists, workspace) =
                    (place.workspace.join(".git").exists(), place.workspace.display().to_string());
                match agents.iter_mut().find(|agent| agent.id == place.agent) {
                    Some(listed) => (listed.exists, listed.workspace) = (exists, workspace),
                    None => agents.push(AgentInfo {
                        id: place.agent,
                        exists,
                        workspace,
                        default: false,
                        shared_with: Vec::new(),
                    }),
                }
            }
            Ok(agents)
        })
    }

    fn place(&self, agent: &str) -> soulfile_engine::Result<Option<Place>> {
        self.with(|located| Ok(located.places(&self.global)?.into_iter().find(|place| place.agent == agent)))
    }

    fn administration(&self) -> Option<&dyn Administration> {
        Some(self)
    }

    fn speaker(&self, agent: &str) -> soulfile_engine::Result<Option<SpeakingModel>> {
        self.with(|located| {
            let place = located.places(&self.global)?.into_iter().find(|place| place.agent == agent);
            place.map(|place| model::speaker(located, &place)).transpose()
        })
    }

    fn worker(&self, agent: &str) -> Option<Arc<dyn Worker>> {
        let made = self.with(|located| {
            let place = located.places(&self.global)?.into_iter().find(|place| place.agent == agent);
            place.map_or(Ok(None), |place| BackgroundModel::of(located, &place))
        });
        match made {
            Ok(worker) => worker.map(|worker| Arc::new(worker) as Arc<dyn Worker>),
            Err(error) => {
                render::note(&format!("the model cannot be used: {error}"));
                None
            }
        }
    }

    fn upstream(&self, _: &str, model: Option<&str>) -> soulfile_engine::Result<Option<Arc<RemoteChat>>> {
        self.with(|located| located.upstream(model))
    }

    fn model_names(&self, _: &str) -> soulfile_engine::Result<Vec<String>> {
        self.with(|located| Ok(located.model_names()))
    }

    fn channel_accounts(&self) -> soulfile_engine::Result<Vec<ChannelAccount>> {
        self.with(|located| Ok(located.channel_accounts()))
    }

    fn route_message(&self, origin: &MessageOrigin<'_>) -> soulfile_engine::Result<Option<MessageRoute>> {
        self.with(|located| {
            let mut route = located.config().resolve(origin);
            // Who serves one workspace by its directory serves that one.
            if let Some(route) = &mut route
                && !located.config().bindings.iter().any(|binding| binding.agent_id == route.agent)
            {
                route.agent = located.place(&self.global)?.agent;
            }
            Ok(route)
        })
    }
}

impl Administration for ServedAgents {
    fn config(&self) -> soulfile_engine::Result<ConfigView> {
        self.with(commands::config::view)
    }

    fn configure(&self, change: &ConfigChange, deciding: bool) -> soulfile_engine::Result<ConfigView> {
        self.with(|located| {
            let approvals = || if deciding { Ok(()) } else { Err(commands::config::approvals_denied()) };
            commands::config::change(located, &change.key, change.value.as_ref(), approvals)
        })?;
        self.config()
    }

    fn models(&self) -> soulfile_engine::Result<Vec<ConfiguredModel>> {
        self.with(|located| Ok(commands::models::configured(located)))
    }

    fn test_model(&self, model: &str) -> soulfile_engine::Result<TestedModel> {
        // Asked apart from the lock: a silent server must hold up nobody else.
        let located = self.with(|located| {
            if !located.model_names().iter().any(|name| name == model) {
                return Err(Error::NotFound(format!("no model {model:?} is configured")).into());
            }
            Located::find(&self.global)
        })?;
        Ok(commands::models::try_one(&located, model.to_owned()))
    }

    fn connectors(&self, agent: &str) -> soulfile_engine::Result<Vec<ConnectorView>> {
        self.with(|located| {
            let place = located.places(&self.global)?.into_iter().find(|place| place.agent == agent);
            let workspace = place.map(|place| place.workspace);
            let global = Global { workspace, agent: Some(agent.to_owned()), ..self.global.clone() };
            commands::connect::connectors(located, &global)
        })
    }
}

/// The one agent a verb acts on, for a process that serves it alone.
pub struct Here(pub ServedAgents);

impl AgentDirectory for Here {
    fn stamp(&self) -> u64 {
        self.0.stamp()
    }

    fn agents(&self) -> soulfile_engine::Result<Vec<AgentInfo>> {
        self.0.agents()
    }

    fn place(&self, _: &str) -> soulfile_engine::Result<Option<Place>> {
        self.0.with(|located| located.place(&self.0.global).map(Some))
    }
}

/// A number that changes when a file does.
fn stamp_of(file: &Path) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    use std::os::unix::fs::MetadataExt;
    let mut hasher = DefaultHasher::new();
    if let Ok(meta) = std::fs::metadata(file) {
        (meta.ino(), meta.mtime(), meta.mtime_nsec(), meta.len()).hash(&mut hasher);
    }
    hasher.finish()
}

/// What a profile means: an agent of the home where one of that name is configured and no home of that name was made,
/// else a home of its own.
pub fn profile_or_agent(global: Global) -> Result<Global> {
    let (Some(profile), None, None) = (&global.home_profile, &global.agent, &global.workspace) else {
        return Ok(global);
    };
    let without = Global { home_profile: None, ..global.clone() };
    let (_, _, config_file) = config_paths(&without)?;
    let (own_home, ..) = config_paths(&global)?;
    let Ok(text) = std::fs::read_to_string(&config_file) else { return Ok(global) };
    let configured =
        !own_home.exists() && load(&text, &config_file)?.config.all_agents().iter().any(|a| a.id == *profile);
    Ok(if configured { Global { agent: Some(profile.clone()), ..without } } else { global })
}

/// The home, the person's home, and the configuration file.
pub fn config_paths(global: &Global) -> Result<(PathBuf, PathBuf, PathBuf)> {
    let user_home = env::var_os("HOME").map(PathBuf::from).filter(|p| !p.as_os_str().is_empty());
    let mut home = match (env::var_os("SOULFILE_HOME"), &user_home) {
        (Some(home), _) => PathBuf::from(home),
        (None, Some(user)) => user.join(".soulfile"),
        (None, None) => {
            return Err(anyhow!("neither HOME nor SOULFILE_HOME is set, so there is no place for state"));
        }
    };
    if let Some(profile) = &global.home_profile {
        check_agent_id(profile)?;
        let mut name = home.file_name().unwrap_or_default().to_owned();
        name.push(format!("-{profile}"));
        home.set_file_name(name);
    }
    let config_file = global.config.clone().unwrap_or_else(|| home.join("soulfile.json5"));
    Ok((home.clone(), user_home.unwrap_or(home), config_file))
}

/// Loads a configuration text, with `${ENV}` and `$include` resolved.
pub fn load(text: &str, file: &Path) -> Result<LoadedConfig> {
    let fetch = include_from(file);
    let sources = Sources { env: &|name| env::var(name).ok(), include: &fetch };
    config::load_with(text, sources).map_err(|e| Error::Config(format!("{}: {e}", file.display())).into())
}

/// Finds `$include` files relative to the file that names them.
pub fn include_from(file: &Path) -> impl Fn(&str, &str) -> std::result::Result<Included, String> + use<> {
    let base = file.parent().map(Path::to_owned).unwrap_or_default();
    move |from: &str, name: &str| {
        let dir = if from.is_empty() {
            base.clone()
        } else {
            Path::new(from).parent().map(Path::to_owned).unwrap_or_default()
        };
        let path = dir.join(name);
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Included { name: path.display().to_string(), text })
    }
}

fn absolute(path: &Path) -> Result<PathBuf> {
    let path = std::path::absolute(path).with_context(|| format!("{} cannot be resolved", path.display()))?;
    Ok(std::fs::canonicalize(&path).unwrap_or(path))
}

/// The workspace that encloses a directory: the nearest git top directory that looks like one; where there is none, the
/// nearest directory that does, for its history may be gone.
fn enclosing_workspace(cwd: &Path) -> Option<PathBuf> {
    let looks = |dir: &Path| {
        layout::ROOT_FILES.iter().filter(|file| file.expected && dir.join(file.name).is_file()).count() >= 2
    };
    let found = match cwd.ancestors().find(|dir| dir.join(".git").exists()) {
        Some(top) => Some(top).filter(|top| top.join(".git/soulfile").is_dir() || looks(top)),
        None => cwd.ancestors().find(|dir| looks(dir)),
    };
    found.map(Path::to_owned)
}

/// An id for a workspace that no configured agent names: its directory's name, told apart by place.
fn derived_id(dir: &Path) -> String {
    let name: String = dir
        .file_name()
        .map(|n| {
            n.to_string_lossy().chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).take(40).collect()
        })
        .unwrap_or_default();
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in dir.as_os_str().as_encoded_bytes() {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{}-{:08x}", if name.is_empty() { "workspace" } else { &name }, hash >> 32)
}

fn check_agent_id(id: &str) -> Result<()> {
    let ok = !id.is_empty()
        && id.len() <= 64
        && !id.starts_with('.')
        && id.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
    if ok {
        Ok(())
    } else {
        Err(Error::Invalid(format!("\"{}\" is not a name: letters, digits, '-', '_' and '.' only", id.escape_debug()))
            .into())
    }
}
/// The machine's time zone. Where `/etc/localtime` links to a zone, that one file is read: asking for the system's zone
/// lists every zone there is, which takes longer than most commands.
fn machine_zone() -> TimeZone {
    let linked = || -> Option<TimeZone> {
        if std::env::var_os("TZ").is_some() {
            return None;
        }
        let link = std::fs::read_link("/etc/localtime").ok()?;
        let name = link.to_str()?.split_once("zoneinfo/")?.1.to_owned();
        TimeZone::tzif(&name, &std::fs::read("/etc/localtime").ok()?).ok()
    };
    linked().unwrap_or_else(TimeZone::system)
}
