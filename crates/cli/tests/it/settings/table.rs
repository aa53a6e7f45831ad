//! What each key changes: a value other than the default, and the steps that show the difference.

/// One key, and how to see that it counts.
pub struct Setting {
    /// The key, `[]` for each item of a list.
    pub key: String,
    /// Settings it needs beside it; an empty value unsets. `<ws>` is the workspace.
    pub base: Vec<(&'static str, &'static str)>,
    /// What is set.
    pub set: (&'static str, &'static str),
    /// What is done then.
    pub steps: Vec<SettingStep>,
}

/// One step.
#[derive(Clone)]
pub enum SettingStep {
    /// Runs `soul` with these arguments.
    Run(Vec<&'static str>),
    /// Says these lines in a chat.
    Chat(&'static str),
    /// Shows a file of the workspace.
    Show(&'static str),
    /// Sets the clock.
    At(&'static str),
    /// Writes a file of the workspace by hand.
    Write(&'static str, &'static str),
    /// Removes a file of the workspace by hand.
    Remove(&'static str),
}

use SettingStep::{At, Chat, Remove, Show, Write};

/// Keys whose effect no command shows at once, the file that reads each, and the words that do.
pub const READ_IN_SOURCE: &[(&str, &str, &str)] = &[
    ("agents.defaults.heartbeat.every", "crates/engine/src/schedule.rs", "heartbeat.every"),
    ("agents.defaults.heartbeat.activeHours.start", "crates/context/src/config/agents.rs", "self.start"),
    ("agents.defaults.heartbeat.activeHours.end", "crates/context/src/config/agents.rs", "self.end"),
    ("agents.defaults.heartbeat.activeHours.timezone", "crates/engine/src/schedule.rs", "hours.timezone"),
    ("agents.defaults.compaction.memoryFlush.enabled", MODEL, "flush.enabled"),
    ("agents.defaults.compaction.memoryFlush.softThresholdTokens", MODEL, "flush.soft_threshold_tokens"),
    ("models.fallbacks", MODEL, "models.fallbacks"),
    ("models.maxTokens", MODEL, "models.max_tokens"),
    ("models.thinkingTokens", MODEL, "models.thinking_tokens"),
    ("models.temperature", MODEL, "models.temperature"),
    ("models.silenceSeconds", MODEL, "models.silence_seconds"),
    ("models.prices", MODEL, "models.prices"),
    ("models.understanding", MODEL, "models.understanding"),
    ("agents.defaults.mcpTools", "crates/context/src/config/mcp.rs", "defaults.mcp_tools"),
    ("agents.list[].mcpTools", "crates/context/src/config/mcp.rs", "agent.mcp_tools"),
    ("mcp.servers", "crates/context/src/config/mcp.rs", "mcp.servers"),
    ("memorySearch.query.deadlineMs", "crates/engine/src/tools.rs", "query.deadline_ms"),
    ("identity.selfEdit", "crates/engine/src/open.rs", "identity.self_edit"),
    ("approvals.terminal", "crates/cli/src/deciding.rs", "approvals.terminal"),
    ("audit.brakeFiles", "crates/engine/src/open.rs", "audit.brake_files"),
    ("audit.brakeShare", "crates/engine/src/open.rs", "audit.brake_share"),
    ("gateway.host", SERVE, "host,"),
    ("gateway.port", SERVE, "port,"),
    ("gateway.allowedHosts", SERVE, "allowed_hosts,"),
    ("gateway.allowedOrigins", SERVE, "allowed_origins,"),
    ("gateway.maxBodyBytes", SERVE, "max_body_bytes,"),
    ("gateway.requestsPerSecond", SERVE, "requests_per_second,"),
    ("gateway.failedTokensPerMinute", SERVE, "failed_tokens_per_minute,"),
    ("gateway.requestSeconds", SERVE, "request_seconds,"),
    ("gateway.maxConnections", SERVE, "max_connections,"),
    ("gateway.log", SERVE, "log,"),
    ("memory.mem0Search.enabled", MEM0, "enabled,"),
    ("memory.mem0Search.storeEnabled", MEM0, "store_enabled,"),
    ("memory.mem0Search.api", MEM0, "api,"),
    ("memory.mem0Search.baseUrl", MEM0, "base_url,"),
    ("memory.mem0Search.apiKey", MEM0, "api_key,"),
    ("memory.mem0Search.userId", MEM0, "user_id,"),
    ("memory.mem0Search.timeoutMs", MEM0, "timeout_ms"),
];

/// Takes the gateway's settings apart key by key: the compiler refuses one that is not used.
const SERVE: &str = "crates/cli/src/commands/serve.rs";

/// Takes the settings of Mem0 apart key by key.
const MEM0: &str = "crates/cli/src/mem0.rs";

/// Makes a model of the configuration.
const MODEL: &str = "crates/cli/src/model.rs";

const LIST: &str = "agents.list";
const EVIL: &str = "hooks.internal.entries.soul-evil";
const SCORES: &str = "memory/meta/decay-scores.json";

/// Every key that a command shows the effect of.
pub fn settings() -> Vec<Setting> {
    [user(), agents(), bindings(), memory(), decay(), search(), context(), rest()].into_iter().flatten().collect()
}

fn setting(key: &str, set: (&'static str, &'static str), steps: &[SettingStep]) -> Setting {
    Setting { key: key.to_owned(), base: Vec::new(), set, steps: steps.to_vec() }
}

/// A key that is set by its own path.
fn plain(key: &'static str, value: &'static str, steps: &[SettingStep]) -> Setting {
    setting(key, (key, value), steps)
}

impl Setting {
    fn beside(mut self, base: &[(&'static str, &'static str)]) -> Self {
        self.base = base.to_vec();
        self
    }
}

fn run(args: &[&'static str]) -> SettingStep {
    SettingStep::Run(args.to_vec())
}

fn session() -> SettingStep {
    run(&["context", "--session", "main"])
}

fn remember(text: &'static str, store: &'static str) -> SettingStep {
    run(&["remember", text, "--store", store])
}

fn cello() -> SettingStep {
    remember("Ana plays the cello.", "episodic")
}

fn user() -> Vec<Setting> {
    vec![
        plain("user.name", "Kim", &[Remove("USER.md"), Chat("hello\n")]),
        plain("user.timezone", "Asia/Tokyo", &[session()]),
        plain("user.language", "Chinese", &[Chat("\n")]),
    ]
}

fn agents() -> Vec<Setting> {
    let agents = [run(&["agents"])];
    let here = [(LIST, "[{id: 'a', workspace: '<ws>'}]")];
    let mut all = vec![
        plain("agents.defaults.workspace", "~/elsewhere/<agent>", &agents),
        plain("agents.defaults.userTimezone", "Asia/Tokyo", &[session()]).beside(&[("user.timezone", "")]),
        plain("agents.entries", "{nova: {}}", &agents),
        setting("agents.list[].id", (LIST, "[{id: 'nova'}]"), &agents),
        setting("agents.list[].default", (LIST, "[{id: 'a'}, {id: 'b', default: true}]"), &agents)
            .beside(&[(LIST, "[{id: 'a'}, {id: 'b'}]")]),
        setting("agents.list[].workspace", (LIST, "[{id: 'a', workspace: '~/x'}]"), &agents)
            .beside(&[(LIST, "[{id: 'a'}]")]),
        setting(
            "agents.list[].role",
            (LIST, "[{id: 'a', workspace: '<ws>', role: 'A gardener.'}]"),
            &[Remove("SOUL.md"), session()],
        )
        .beside(&here),
        setting(
            "agents.list[].instructions",
            (LIST, "[{id: 'a', workspace: '<ws>', instructions: ['Water daily.']}]"),
            &[Remove("AGENTS.md"), session()],
        )
        .beside(&here),
    ];
    for (field, list) in [
        ("name", "[{id: 'a', workspace: '<ws>', identity: {name: 'Q'}}]"),
        ("emoji", "[{id: 'a', workspace: '<ws>', identity: {emoji: 'Q'}}]"),
        ("creature", "[{id: 'a', workspace: '<ws>', identity: {creature: 'Q'}}]"),
        ("vibe", "[{id: 'a', workspace: '<ws>', identity: {vibe: 'Q'}}]"),
        ("theme", "[{id: 'a', workspace: '<ws>', identity: {theme: 'Q'}}]"),
        ("avatar", "[{id: 'a', workspace: '<ws>', identity: {avatar: 'Q'}}]"),
    ] {
        let key = format!("agents.list[].identity.{field}");
        all.push(setting(&key, (LIST, list), &[run(&["identity"])]).beside(&here));
    }
    let granted = [
        Write("memory/vault/v.md", "# Vault\n\n- The garden gate is green. #garden\n"),
        run(&["context", "--session", "subagent", "--as", "helper"]),
        run(&["recall", "garden gate", "--session", "subagent", "--as", "helper"]),
    ];
    for (field, list) in [
        ("files", "[{id: 'helper', access: {files: ['memory/vault/*.md']}}]"),
        ("stores", "[{id: 'helper', access: {stores: ['vault']}}]"),
        ("tags", "[{id: 'helper', access: {tags: ['garden']}}]"),
        ("sections", "[{id: 'helper', access: {sections: ['MEMORY.md#Critical Facts']}}]"),
    ] {
        let key = format!("agents.list[].access.{field}");
        all.push(setting(&key, (LIST, list), &granted).beside(&[(LIST, "[{id: 'helper'}]")]));
    }
    all
}

fn bindings() -> Vec<Setting> {
    let agent = (LIST, "[{id: 'a', workspace: '<ws>'}]");
    let bound = |key: &str, binding: &'static str| {
        setting(key, ("bindings", binding), &[run(&["channels", "status"])])
            .beside(&[agent, ("bindings", "[{agentId: 'a'}]")])
    };
    vec![
        setting("bindings[].agentId", ("bindings", "[{agentId: 'a'}]"), &[run(&["channels", "status"])])
            .beside(&[agent]),
        bound("bindings[].match.channel", "[{agentId: 'a', match: {channel: 'matrix'}}]"),
        bound("bindings[].match.accountId", "[{agentId: 'a', match: {accountId: 'shop'}}]"),
        setting(
            "channels",
            ("channels", "{webhook: {secret: 'a secret of some length'}}"),
            &[run(&["channels", "status"])],
        ),
        bound("bindings[].match.room", "[{agentId: 'a', match: {room: 'dev'}}]"),
        bound("bindings[].match.peer.kind", "[{agentId: 'a', match: {peer: {kind: 'dm'}}}]"),
        bound("bindings[].match.peer.id", "[{agentId: 'a', match: {peer: {id: '42'}}}]"),
    ]
}

fn memory() -> Vec<Setting> {
    let core = [run(&["core", "show"])];
    let lived = [
        cello(),
        remember("Bo lives in Graz.", "episodic"),
        remember("We decided to use Postgres for billing.", "episodic"),
        run(&["reflect"]),
    ];
    vec![
        plain("memory.layout", "flat", &[cello()]),
        plain("memory.autoDetect", "false", &[Chat("I'm allergic to peanuts.\n")]),
        plain("memory.workspace.enabled", "false", &[session()]),
        plain("memory.workspace.maxFileSize", "300", &[run(&["remember", LONG])]),
        plain("memory.core.maxTokens", "200", &core),
        plain("memory.core.blocks.identity", "60", &core),
        plain("memory.core.blocks.activeContext", "60", &core),
        plain("memory.core.blocks.persona", "60", &core),
        plain("memory.core.blocks.criticalFacts", "60", &core),
        plain("memory.reflection.tokenBudget", "500", &lived),
        plain("memory.reflection.dailyAt", "05:30", &[run(&["reflect", "status"])]),
        plain(
            "memory.reflection.sessionEnd",
            "false",
            &[Chat("I live in Graz.\nMy sister Ana has a dog called Rex.\n"), run(&["reflect", "status"])],
        ),
        plain("memory.reflection.thresholdEntries", "1", &[cello(), run(&["reflect", "--if-due"])]),
        plain("memory.reflection.maxLossShare", "1", &much_faded()),
        plain(
            "memory.graph.traversalDepth",
            "0",
            &[
                run(&["remember", "Ana works at Initech."]),
                run(&["remember", "Initech uses Postgres."]),
                run(&["graph", "rebuild"]),
                run(&["recall", "what do you know about Ana", "--min-score", "0", "--json"]),
            ],
        ),
        plain("memory.triggers.remember", "['engrave this']", &[Chat("engrave this: Ana plays the cello\n")]),
        plain("memory.triggers.forget", "['abracadabra']", &[cello(), Chat("abracadabra the cello\n")]),
        plain("memory.triggers.reflect", "['ruminate']", &[cello(), Chat("ruminate\n")]),
        plain("memory.triggers.recall", "['dig up']", &[cello(), Chat("dig up the cello\n")]),
    ]
}

const LONG: &str = "The garden gate is green and the fence is blue and the shed is red and the bench is white and the pond is \
     deep and the path is long and the hedge is high and the lawn is wide and the roses are old and the apples are ripe \
     and the pears are sour and the plums are sweet and the beans are tall and the peas are small and the leeks are thin.";

/// Old entries that say little: enough of them that the share one reflection may archive counts.
fn much_faded() -> Vec<SettingStep> {
    const OLD: &str = "# Day\n\n- Tea with Ana again.\n- Tea with Ana again, cello too.\n";
    let mut steps: Vec<SettingStep> = [
        "memory/2025-01-01.md",
        "memory/2025-01-02.md",
        "memory/2025-01-03.md",
        "memory/2025-01-04.md",
        "memory/2025-01-05.md",
        "memory/2025-01-06.md",
        "memory/2025-01-07.md",
    ]
    .map(|file| Write(file, OLD))
    .to_vec();
    steps.extend([
        run(&["decay", "run"]),
        At("2027-03-01T10:00:00Z"),
        run(&["decay", "run"]),
        run(&["reflect", "--since", "2025-01-01"]),
        run(&["reflect", "reject"]),
        At("2027-03-02T10:00:00Z"),
        run(&["reflect"]),
    ]);
    steps
}

fn decay() -> Vec<Setting> {
    let faded = [
        cello(),
        At("2026-02-22T14:30:00Z"),
        run(&["decay", "run"]),
        run(&["decay", "explain", "episode:2026-02-02:15:41"]),
        run(&["decay", "status"]),
    ];
    let scored = |store: &'static str| {
        [remember("Deploy: run the tests, then push the tag.", store), run(&["decay", "run"]), Show(SCORES)]
    };
    let lowest = [
        cello(),
        At("2026-03-28T14:30:00Z"),
        run(&["decay", "run"]),
        run(&["recall", "who plays an instrument", "--explain", "--include-dormant"]),
    ];
    let reflected = [
        Write(
            "memory/episodes/2026-02-01.md",
            "# 2026-02-01\n\n## 10:00 | fact | confidence:high | tags:[x] | source:user-explicit\nAna works at Initech.\n",
        ),
        run(&["reflect"]),
        run(&["reflect", "approve"]),
        run(&["decay", "run"]),
        Show(SCORES),
    ];
    vec![
        plain("memory.decay.lambda", "0.3", &faded),
        plain("memory.decay.fadingThreshold", "0.3", &faded),
        plain("memory.decay.dormantThreshold", "0.45", &faded),
        plain("memory.decay.archiveThreshold", "0.45", &faded).beside(&[("memory.decay.dormantThreshold", "0.45")]),
        plain("memory.decay.typeWeights.core", "0.3", &scored("core")),
        plain("memory.decay.typeWeights.episodic", "0.3", &scored("episodic")),
        plain("memory.decay.typeWeights.semantic", "0.3", &scored("semantic")),
        plain("memory.decay.typeWeights.procedural", "0.3", &scored("procedural")),
        plain("memory.decay.baseRelevance.explicit", "0.4", &scored("episodic")),
        plain(
            "memory.decay.baseRelevance.detected",
            "0.4",
            &[Chat("I'm allergic to peanuts.\n"), run(&["decay", "run"]), Show(SCORES)],
        ),
        plain("memory.decay.baseRelevance.inferred", "0.4", &reflected),
        plain("memory.decay.rankFloor", "0.5", &lowest),
    ]
}

fn instrument() -> SettingStep {
    run(&["recall", "who plays an instrument", "--explain"])
}

fn search() -> Vec<Setting> {
    let asked = [cello(), instrument()];
    let status = [run(&["memory", "status"])];
    let ollama = [("memorySearch.provider", "ollama"), ("memorySearch.remote.baseUrl", "http://127.0.0.1:7")];
    vec![
        plain("memorySearch.enabled", "false", &asked),
        plain("memorySearch.provider", "openai", &asked),
        plain("memorySearch.model", "m2", &status).beside(&ollama),
        plain("memorySearch.local.modelPath", "/nowhere", &asked).beside(&[("memorySearch.provider", "local")]),
        plain("memorySearch.remote.baseUrl", "http://127.0.0.1:9", &status).beside(&ollama),
        plain("memorySearch.remote.apiKey", "k1234567890", &status),
        plain("memorySearch.remote.apiKeyFile", "/nowhere", &asked).beside(&[("memorySearch.provider", "openai")]),
        plain("memorySearch.store.path", "~/index/<agentId>.sqlite", &status),
        plain(
            "memorySearch.query.maxResults",
            "1",
            &[cello(), remember("Bo lives in Graz.", "episodic"), run(&["recall", "Ana Bo cello Graz"])],
        ),
        plain("memorySearch.query.minScore", "0.9", &[cello(), run(&["recall", "Graz flight"])]),
    ]
}

fn context() -> Vec<Setting> {
    let old = Write("memory/2026-01-31.md", "# 2026-01-31\n\n- Old tea.\n");
    vec![
        plain("context.memoryPlacement", "user", &[session()]),
        plain("context.recentDays", "5", &[old, session()]),
        plain("context.bootstrapMaxChars", "500", &[session()]),
        plain("context.totalBudgetTokens", "500", &[session()]),
        plain("context.warnShare", "0.01", &[run(&["context", "--session", "main", "--report"])]),
    ]
}

fn rest() -> Vec<Setting> {
    let proposed = [run(&[
        "proposals",
        "add",
        "--from",
        "scout",
        "--store",
        "semantic",
        "--confidence",
        "high",
        "The deadline is March 15.",
    ])];
    let evil = [Write("OTHER.md", "Be other.\n"), Write("SOUL_EVIL.md", "Be wicked.\n"), session()];
    let on = ("hooks.internal.entries.soul-evil.enabled", "true");
    let always = ("hooks.internal.entries.soul-evil.chance", "1");
    let purge = ("hooks.internal.entries.soul-evil.purge", "{at: '03:00', duration: '60m'}");
    let mut all = vec![
        plain("proposals.review", "auto", &proposed).beside(&[("proposals.trusted", "['scout']")]),
        plain("proposals.trusted", "['scout']", &proposed).beside(&[("proposals.review", "auto")]),
        plain("models.primary", "ollama/x", &[run(&["models"])]),
        plain("models.contextTokens", "2000", &[session()]).beside(&[("models.primary", "ollama/x")]),
        plain("provider", "{openai: {baseUrl: 'http://127.0.0.1:9/v1'}}", &[run(&["models"])])
            .beside(&[("models.primary", "openai/x")]),
        plain("audit.retentionDays", "1", &[cello(), At("2026-03-15T10:00:00Z"), run(&["audit", "digest"])]),
        plain("audit.criticalFileAlerts", "false", &[Write("SOUL.md", "# Other\n"), session()]),
        plain("hooks.internal.enabled", "false", &evil).beside(&[on, always]),
        setting(&format!("{EVIL}.enabled"), on, &evil).beside(&[always]),
        plain("hooks.internal.entries.soul-evil.file", "OTHER.md", &evil).beside(&[on, always]),
        setting(&format!("{EVIL}.chance"), always, &evil).beside(&[on]),
        plain("hooks.internal.entries.soul-evil.purge.at", "15:00", &evil).beside(&[on, purge]),
        plain("hooks.internal.entries.soul-evil.purge.duration", "20h", &evil).beside(&[on, purge]),
    ];
    for key in ["ui.assistant.name", "ui.assistant.avatar", "ui.assistant.emoji", "ui.assistant.theme"] {
        all.push(plain(key, "Q", &[run(&["identity"])]));
    }
    all
}
