//! [`Mutation`]: the one description of a change, from every surface, and its [`Receipt`].

use std::fmt;

use serde::{Deserialize, Serialize};
pub use soulfile_vocabulary::Actor;

use crate::hash::ContentHash;
use crate::path::WorkspacePath;
use crate::requester::Requester;

/// What kind of change this is: the audit trail's vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
#[allow(missing_docs)]
pub enum Action {
    Create,
    Edit,
    Append,
    Delete,
    Archive,
    Merge,
    Revert,
    Decay,
    Rename,
    Propose,
    Commit,
    Reject,
    Alert,
    Persona,
}

impl Action {
    /// The word used in commits and in audit.log.
    pub fn word(self) -> &'static str {
        match self {
            Self::Create => "CREATE",
            Self::Edit => "EDIT",
            Self::Append => "APPEND",
            Self::Delete => "DELETE",
            Self::Archive => "ARCHIVE",
            Self::Merge => "MERGE",
            Self::Revert => "REVERT",
            Self::Decay => "DECAY",
            Self::Rename => "RENAME",
            Self::Propose => "PROPOSE",
            Self::Commit => "COMMIT",
            Self::Reject => "REJECT",
            Self::Alert => "ALERT",
            Self::Persona => "PERSONA",
        }
    }

    pub(crate) fn from_word(word: &str) -> Option<Self> {
        use Action::*;
        [Create, Edit, Append, Delete, Archive, Merge, Revert, Decay, Rename, Propose, Commit, Reject, Alert, Persona]
            .into_iter()
            .find(|a| a.word() == word)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Whether and by whom a change was approved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Approval {
    /// The rules allow it without asking.
    Auto,
    /// A person approved exactly this.
    Approved,
    /// It waits for a decision.
    Pending,
    /// A person's own change needs none.
    #[serde(rename = "—")]
    None,
}

impl fmt::Display for Approval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Approved => "approved",
            Self::Pending => "pending",
            Self::None => "—",
        })
    }
}

/// One file's part in a mutation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A new file; refused when one exists.
    Create {
        /// The file.
        path: WorkspacePath,
        /// Its content.
        bytes: Vec<u8>,
    },
    /// New content for a file, created when missing.
    Write {
        /// The file.
        path: WorkspacePath,
        /// Its new content.
        bytes: Vec<u8>,
        /// What the caller read; `None` when the caller did not read it.
        base: Option<Base>,
    },
    /// Text added at the end; the file is created with `header` when missing.
    Append {
        /// The file.
        path: WorkspacePath,
        /// First bytes of a file that does not exist yet.
        header: Vec<u8>,
        /// What is added.
        bytes: Vec<u8>,
    },
    /// Removes a file.
    Delete {
        /// The file.
        path: WorkspacePath,
        /// What the caller read.
        base: Option<Base>,
    },
    /// Moves a file; refused when the target exists.
    Rename {
        from: WorkspacePath,
        /// Where it goes.
        to: WorkspacePath,
    },
}

/// What a caller read before it decided on a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Base {
    /// The file did not exist.
    Absent,
    /// The hash of what was read; the text is found in history when a merge needs it.
    Hash(ContentHash),
    /// The hash of what was read; anything else is refused, never merged (HTTP `If-Match`).
    Exactly(ContentHash),
}

impl Change {
    /// The path the change is about (a rename's target).
    pub fn path(&self) -> &WorkspacePath {
        match self {
            Self::Create { path, .. }
            | Self::Write { path, .. }
            | Self::Append { path, .. }
            | Self::Delete { path, .. } => path,
            Self::Rename { to, .. } => to,
        }
    }
}

/// One atomic change: all of its files or none, one commit, one named actor.
#[derive(Debug, Clone)]
pub struct Mutation {
    /// The files. Empty is allowed for a note on the trail (an acknowledgement, a persona swap).
    pub changes: Vec<Change>,
    /// What kind of change.
    pub action: Action,
    pub actor: Actor,
    /// Approved how.
    pub approval: Approval,
    /// What set it off, in words.
    pub trigger: String,
    /// What it does, in words.
    pub summary: String,
    /// The session it belongs to, for rollback by session.
    pub session: Option<String>,
    /// Through what it was asked for, and by whom.
    pub requester: Requester,
    /// Set when a person confirmed a mass change.
    pub mass_change_confirmed: bool,
    /// The commit of another machine whose changes these are: the second parent.
    pub merges: Option<String>,
}

impl Mutation {
    /// A mutation with the given parts, not confirmed for mass change, of no session.
    pub fn new(action: Action, actor: Actor, summary: impl Into<String>, changes: Vec<Change>) -> Self {
        let approval = if actor.is_person() { Approval::None } else { Approval::Auto };
        let trigger = if actor.is_person() { "direct human edit" } else { "—" };
        Self {
            changes,
            action,
            actor,
            approval,
            trigger: trigger.to_owned(),
            summary: summary.into(),
            session: None,
            requester: Requester::default(),
            mass_change_confirmed: false,
            merges: None,
        }
    }

    /// Sets the trigger.
    pub fn trigger(mut self, trigger: impl Into<String>) -> Self {
        self.trigger = trigger.into();
        self
    }

    /// Sets the approval.
    pub fn approval(mut self, approval: Approval) -> Self {
        self.approval = approval;
        self
    }

    /// Sets the session.
    pub fn session(mut self, session: Option<String>) -> Self {
        self.session = session;
        self
    }

    /// Sets through what it was asked for; what is set already stays.
    pub fn requested_by(mut self, requester: &Requester) -> Self {
        let own = &mut self.requester;
        own.channel = own.channel.take().or_else(|| requester.channel.clone());
        own.token = own.token.take().or_else(|| requester.token.clone());
        own.session = own.session.take().or_else(|| requester.session.clone());
        own.speaker = own.speaker.take().or_else(|| requester.speaker.clone());
        own.room = own.room.take().or_else(|| requester.room.clone());
        self
    }

    /// Says whose changes these are: those of another machine up to a commit.
    pub fn merging(mut self, commit: impl Into<String>) -> Self {
        self.merges = Some(commit.into());
        self
    }

    /// Says that a person confirmed a mass change.
    pub fn confirmed(mut self, confirmed: bool) -> Self {
        self.mass_change_confirmed = confirmed;
        self
    }
}

/// Proof of a write: what `soul audit verify` confirms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Receipt {
    /// The mutation's id, `m-…`.
    pub id: String,
    /// The commit that holds it.
    pub commit: String,
    /// The files it changed, with the lines it wrote.
    pub files: Vec<ReceiptFile>,
    /// Notes a person should see: a hand edit taken in first, a merge, a conflict copy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One file of a receipt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ReceiptFile {
    /// The file.
    pub path: WorkspacePath,
    /// First and last line written (1-based); `None` when the file was removed.
    pub lines: Option<(usize, usize)>,
    /// Hash of the file after the change; `None` when it was removed.
    pub hash: Option<ContentHash>,
}
