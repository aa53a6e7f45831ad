//! The wire formats in which language models are asked, and what is known of each: one row a format.
//!
//! Configuration, the models themselves and the command line read this table; how a format is spoken is in the crate
//! `models`, one file each.

words! {
    /// A wire format of language models.
    WireFormat ("wire format", "WireFormat") {
        /// Anthropic's Messages.
        Anthropic = "anthropic",
        /// OpenAI's chat completions, and every server that speaks them.
        OpenaiChat = "openai-chat",
        /// OpenAI's responses.
        OpenaiResponses = "openai-responses",
        /// Google Gemini.
        Gemini = "gemini",
        /// Ollama's own.
        Ollama = "ollama",
    }
}

/// Hands every wire format to another macro, each with the module that speaks it: `models/src/chat/<module>.rs`.
#[macro_export]
macro_rules! each_wire_format {
    ($use:ident) => {
        $use! {
            Anthropic => anthropic,
            OpenaiChat => openai_chat,
            OpenaiResponses => openai_responses,
            Gemini => gemini,
            Ollama => ollama,
        }
    };
}

/// What is known of a wire format.
#[derive(Debug, Clone, Copy)]
pub struct WireFormatRow {
    /// Names of providers that speak it where the configuration names no format.
    pub providers: &'static [&'static str],
    /// Address of its own server.
    pub base_url: &'static str,
    /// Tokens its models usually have room for.
    pub window: usize,
    /// The environment variable its key is usually kept in; none where no key is needed.
    pub key_variable: Option<&'static str>,
}

impl WireFormat {
    pub const fn row(self) -> WireFormatRow {
        match self {
            Self::Anthropic => WireFormatRow {
                providers: &["anthropic"],
                base_url: "https://api.anthropic.com",
                window: 200_000,
                key_variable: Some("ANTHROPIC_API_KEY"),
            },
            Self::OpenaiChat => WireFormatRow {
                providers: &["openai"],
                base_url: "https://api.openai.com/v1",
                window: 128_000,
                key_variable: Some("OPENAI_API_KEY"),
            },
            Self::OpenaiResponses => WireFormatRow { providers: &[], ..Self::OpenaiChat.row() },
            Self::Gemini => WireFormatRow {
                providers: &["gemini", "google"],
                base_url: "https://generativelanguage.googleapis.com/v1beta",
                window: 200_000,
                key_variable: Some("GEMINI_API_KEY"),
            },
            Self::Ollama => WireFormatRow {
                providers: &["ollama"],
                base_url: "http://127.0.0.1:11434",
                window: 32_768,
                key_variable: None,
            },
        }
    }

    /// The format a provider is known to speak.
    pub fn of_provider(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.row().providers.contains(&name))
    }

    /// Every provider with the environment variable its key is usually kept in.
    pub fn key_variables() -> impl Iterator<Item = (&'static str, &'static str)> {
        Self::ALL.iter().filter_map(|format| Some((*format.row().providers.first()?, format.row().key_variable?)))
    }
}
