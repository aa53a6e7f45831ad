//! [`HookEvent`]: the moments of a host's session at which it runs us.

/// A moment of a session, whatever the host calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum HookEvent {
    /// A session begins, or goes on after its history was shortened.
    SessionStart,
    /// A person said something.
    Prompt,
    /// The history is about to be shortened.
    PreCompact,
    /// The answer is complete.
    Stop,
    /// The session is over.
    SessionEnd,
}

impl HookEvent {
    /// What it is called on our command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::SessionStart => "session-start",
            Self::Prompt => "prompt",
            Self::PreCompact => "pre-compact",
            Self::Stop => "stop",
            Self::SessionEnd => "session-end",
        }
    }
}
