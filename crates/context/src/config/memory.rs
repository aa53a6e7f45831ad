//! How memory is kept and searched: every tunable of the memory design as a key.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_vocabulary::day_file::LayoutSetting;

use super::secret::ConfigSecret;

/// How memory is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Memory {
    /// Where new daily entries go; auto keeps what the workspace already uses.
    pub layout: LayoutSetting,
    /// Notice memorable content without being asked.
    pub auto_detect: bool,
    /// Limits on files.
    pub workspace: WorkspaceLimits,
    /// Core memory, MEMORY.md.
    pub core: Core,
    /// Forgetting.
    pub decay: Decay,
    /// Sleep-time consolidation.
    pub reflection: ReflectionConfig,
    /// The knowledge graph.
    pub graph: GraphConfig,
    /// More phrases that trigger memory, beside the built-in ones.
    pub triggers: Triggers,
    /// Mem0 beside this memory, through its HTTP API.
    pub mem0_search: Mem0Search,
}

/// Mem0 beside this memory. Only private sessions of the owner ask and tell it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Mem0Search {
    /// Ask it with every search, and merge what it finds by rank.
    pub enabled: bool,
    /// Tell it what is remembered, too.
    pub store_enabled: bool,
    /// Which interface it has: the open-source server's, or the hosted platform's.
    pub api: Mem0Interface,
    /// Its address.
    pub base_url: String,
    /// Its key; write it as an environment reference.
    pub api_key: Option<ConfigSecret>,
    /// Whose memories.
    pub user_id: String,
    /// Milliseconds it may take.
    #[schemars(range(min = 50, max = 60000))]
    pub timeout_ms: u64,
}

impl Default for Mem0Search {
    fn default() -> Self {
        Self {
            enabled: false,
            store_enabled: false,
            api: Mem0Interface::default(),
            base_url: "http://127.0.0.1:8888".to_owned(),
            api_key: None,
            user_id: "soulfile".to_owned(),
            timeout_ms: 2000,
        }
    }
}

/// Which interface a Mem0 has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mem0Interface {
    /// The open-source server's.
    #[default]
    Server,
    /// The hosted platform's.
    Platform,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            layout: LayoutSetting::default(),
            auto_detect: true,
            workspace: WorkspaceLimits::default(),
            core: Core::default(),
            decay: Decay::default(),
            reflection: ReflectionConfig::default(),
            graph: GraphConfig::default(),
            triggers: Triggers::default(),
            mem0_search: Mem0Search::default(),
        }
    }
}

/// Limits on files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WorkspaceLimits {
    /// Show workspace files to sessions at all.
    pub enabled: bool,
    /// Writes that would make a file larger than this many bytes are refused, never cut.
    #[schemars(range(min = 256))]
    pub max_file_size: usize,
}

impl Default for WorkspaceLimits {
    fn default() -> Self {
        Self { enabled: true, max_file_size: 16_384 }
    }
}

/// Core memory, MEMORY.md.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Core {
    /// Hard cap in tokens.
    #[schemars(range(min = 100))]
    pub max_tokens: usize,
    /// Tokens of each block.
    pub blocks: CoreBlocks,
}

impl Default for Core {
    fn default() -> Self {
        Self { max_tokens: 3_000, blocks: CoreBlocks::default() }
    }
}

/// Tokens of each block of MEMORY.md.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CoreBlocks {
    /// Identity.
    pub identity: usize,
    /// Active Context.
    pub active_context: usize,
    /// Persona.
    pub persona: usize,
    /// Critical Facts.
    pub critical_facts: usize,
}

impl Default for CoreBlocks {
    fn default() -> Self {
        Self { identity: 500, active_context: 1_000, persona: 500, critical_facts: 1_000 }
    }
}

/// Forgetting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Decay {
    /// Decay rate per day; 0.03 halves in about 23 days.
    #[schemars(range(min = 0.0))]
    pub lambda: f64,
    /// Below this a memory is fading.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub fading_threshold: f64,
    /// Below this a memory is dormant.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub dormant_threshold: f64,
    /// Below this a memory is archived.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub archive_threshold: f64,
    /// Multiplier of each store.
    pub type_weights: TypeWeights,
    /// Importance at the start.
    pub base_relevance: BaseRelevance,
    /// Factor of a score of 0 in ranking: how far a result may be lowered that is dormant or archived by age.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub rank_floor: f64,
}

impl Default for Decay {
    fn default() -> Self {
        Self {
            lambda: 0.03,
            fading_threshold: 0.5,
            dormant_threshold: 0.2,
            archive_threshold: 0.05,
            type_weights: TypeWeights::default(),
            base_relevance: BaseRelevance::default(),
            rank_floor: 0.9,
        }
    }
}

/// Decay multiplier of each store; pinned memories never decay.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TypeWeights {
    /// Core memory.
    pub core: f64,
    /// Events.
    pub episodic: f64,
    /// Facts.
    pub semantic: f64,
    /// Workflows.
    pub procedural: f64,
}

impl Default for TypeWeights {
    fn default() -> Self {
        Self { core: 1.5, episodic: 0.8, semantic: 1.2, procedural: 1.0 }
    }
}

/// Importance a memory starts with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BaseRelevance {
    /// The user asked to remember it.
    pub explicit: f64,
    /// It was noticed.
    pub detected: f64,
    /// It was inferred.
    pub inferred: f64,
}

impl Default for BaseRelevance {
    fn default() -> Self {
        Self { explicit: 1.0, detected: 0.7, inferred: 0.5 }
    }
}

/// Sleep-time consolidation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ReflectionConfig {
    /// Output cap of one cycle, in tokens.
    #[schemars(range(min = 500))]
    pub token_budget: usize,
    /// Time of the daily cycle in the user's zone, HH:MM; null for none.
    pub daily_at: Option<String>,
    /// Reflect when a long session ends.
    pub session_end: bool,
    /// Reflect when this many entries are unprocessed; 0 for never.
    pub threshold_entries: usize,
    /// A reflection may take at most this share of the entries out of MEMORY.md, or archive of a store.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub max_loss_share: f64,
}

impl Default for ReflectionConfig {
    fn default() -> Self {
        Self {
            token_budget: 8_000,
            daily_at: Some("03:00".to_owned()),
            session_end: true,
            threshold_entries: 50,
            max_loss_share: 0.1,
        }
    }
}

/// The knowledge graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GraphConfig {
    /// How many hops recall may walk.
    #[schemars(range(min = 0, max = 5))]
    pub traversal_depth: usize,
}

impl Default for GraphConfig {
    fn default() -> Self {
        Self { traversal_depth: 2 }
    }
}

/// More phrases that trigger memory, beside the built-in ones.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Triggers {
    /// Phrases that store something.
    pub remember: Vec<String>,
    /// Phrases that forget something.
    pub forget: Vec<String>,
    /// Phrases that start a reflection.
    pub reflect: Vec<String>,
    /// Phrases that search.
    pub recall: Vec<String>,
}

/// How memory is searched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MemorySearch {
    /// Compare meanings. When false, recall ranks by words alone and computes no embedding.
    pub enabled: bool,
    /// Who computes embeddings; auto takes a key or server named below, else the local model, else the built-in one.
    pub provider: EmbeddingProvider,
    /// The provider's model.
    pub model: Option<String>,
    /// A model on this machine.
    pub local: LocalModelConfig,
    /// A provider over the network.
    pub remote: Remote,
    /// Where the index is kept.
    pub store: IndexStore,
    /// What a search returns.
    pub query: QueryConfig,
}

impl Default for MemorySearch {
    fn default() -> Self {
        Self {
            enabled: true,
            provider: EmbeddingProvider::default(),
            model: None,
            local: LocalModelConfig::default(),
            remote: Remote::default(),
            store: IndexStore::default(),
            query: QueryConfig::default(),
        }
    }
}

/// Who computes embeddings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EmbeddingProvider {
    /// The best one that is set up.
    #[default]
    Auto,
    /// The static table inside the binary.
    Builtin,
    /// A model file on this machine.
    Local,
    /// OpenAI.
    Openai,
    /// Google Gemini.
    Gemini,
    /// Ollama or any OpenAI-compatible server.
    Ollama,
}

/// A model on this machine.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct LocalModelConfig {
    /// Folder of a BERT-family sentence transformer (config.json, model.safetensors, vocab.txt).
    pub model_path: Option<String>,
}

/// A provider over the network.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Remote {
    /// Address of the server, for providers that have no fixed one.
    pub base_url: Option<String>,
    /// The provider's key; write it as an environment reference.
    pub api_key: Option<ConfigSecret>,
    /// A file that holds the key.
    pub api_key_file: Option<String>,
}

/// Where the index is kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct IndexStore {
    /// Path of the index; `<agentId>` is filled in. Unset: the agent's state folder.
    pub path: Option<String>,
}

/// What a search returns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct QueryConfig {
    /// Most results.
    #[schemars(range(min = 1))]
    pub max_results: usize,
    /// Lowest score.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub min_score: f64,
    /// Milliseconds after which a search returns what it has, and says so.
    #[schemars(range(min = 1))]
    pub deadline_ms: u64,
}

impl Default for QueryConfig {
    fn default() -> Self {
        Self { max_results: 20, min_score: 0.3, deadline_ms: 200 }
    }
}
