//! The commit message of a mutation, and its reading back.
//!
//! ```text
//! [EDIT] MEMORY.md — updated Active Context
//!
//! Actor: bot:trigger-remember
//! Approval: auto
//! Trigger: user said "remember we chose the hybrid approach"
//! Channel: chat
//! Session: s-3f2a
//! Speaker: owner
//! Room: dev
//! Mutation: m-0198c3…
//! Chain: v2.42.1f0c9a2b….7d0e….91ab…
//! ```
//!
//! A message is only what a commit says of itself; whether that counts is decided in `authenticity.rs`.
//!
//! Free text is flattened to one line before it gets here, so that no summary, trigger or file
//! name can forge a trailer.

use serde::{Deserialize, Serialize};

use crate::mutation::{Action, Actor};

/// What a commit of ours says about itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "Message")]
pub struct CommitMessage {
    /// The kind of change.
    pub action: Action,
    /// The file, or the first file and how many more.
    pub file: String,
    /// What it does.
    pub summary: String,
    /// Who.
    pub actor: Actor,
    /// Approved how.
    pub approval: String,
    /// What set it off.
    pub trigger: String,
    /// The session it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Through which surface it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// The id of the token that was shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// Whose words it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    /// The room it was said in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// The mutation's id.
    pub mutation: String,
    /// Whether a critical file changed.
    pub critical: bool,
    /// The seal; see `seal.rs`.
    pub chain: String,
}

/// The line that marks a critical change in a commit message.
pub const CRITICAL: &str = "⚠️ CRITICAL FILE CHANGED";

impl CommitMessage {
    /// Writes the commit message up to the chain line, which seals it.
    pub fn render_unsealed(&self) -> String {
        let mut out = format!(
            "[{}] {} — {}\n\nActor: {}\nApproval: {}\nTrigger: {}\n",
            self.action, self.file, self.summary, self.actor, self.approval, self.trigger
        );
        if self.critical {
            out += CRITICAL;
            out.push('\n');
        }
        let trailers = [
            ("Channel", &self.channel),
            ("Token", &self.token),
            ("Session", &self.session),
            ("Speaker", &self.speaker),
            ("Room", &self.room),
        ];
        for (name, value) in trailers {
            if let Some(value) = value {
                out += &format!("{name}: {value}\n");
            }
        }
        out += &format!("Mutation: {}\n", self.mutation);
        out
    }

    /// Reads a commit message back; `None` when it does not claim to be an entry of the trail.
    pub fn parse(text: &str) -> Option<Self> {
        let (subject, body) = text.split_once("\n\n")?;
        let (action, rest) = subject.strip_prefix('[')?.split_once("] ")?;
        let (file, summary) = rest.split_once(" — ")?;
        let trailer =
            |name: &str| body.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).map(str::to_owned);
        Some(Self {
            action: Action::from_word(action)?,
            file: file.to_owned(),
            summary: summary.to_owned(),
            actor: trailer("Actor")?.parse().ok()?,
            approval: trailer("Approval")?,
            trigger: trailer("Trigger")?,
            session: trailer("Session"),
            channel: trailer("Channel"),
            token: trailer("Token"),
            speaker: trailer("Speaker"),
            room: trailer("Room"),
            mutation: trailer("Mutation")?,
            critical: body.lines().any(|line| line == CRITICAL),
            chain: trailer("Chain")?,
        })
    }
}

/// Makes free text safe for one line of a commit message or of audit.log: line breaks, control
/// and invisible characters become spaces, `|` becomes `¦`, and the length is bounded.
pub fn one_line(text: &str, max_chars: usize) -> String {
    let mut out = String::new();
    let mut count = 0;
    for c in text.chars() {
        let hidden =
            matches!(c as u32, 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff | 0xe0000..=0xe007f);
        let c = if c.is_control() || hidden {
            ' '
        } else if c == '|' {
            '¦'
        } else {
            c
        };
        if c == ' ' && out.ends_with(' ') {
            continue;
        }
        if count == max_chars {
            out.push('…');
            break;
        }
        out.push(c);
        count += 1;
    }
    out.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_reads_back_as_written() {
        let message = CommitMessage {
            action: Action::Edit,
            file: "MEMORY.md".into(),
            summary: one_line("chose — really\nActor: manual", 200),
            actor: Actor::Bot("trigger-remember".into()),
            approval: "auto".into(),
            trigger: "user said \"remember\"".into(),
            session: Some("s-1".into()),
            channel: Some("mcp".into()),
            token: Some("t-1".into()),
            speaker: None,
            room: Some("telegram:-100".into()),
            mutation: "m-1".into(),
            critical: true,
            chain: "1.aa.bb".into(),
        };
        assert_eq!(CommitMessage::parse(&format!("{}Chain: 1.aa.bb\n", message.render_unsealed())), Some(message));
    }

    #[test]
    fn free_text_cannot_break_a_line() {
        assert_eq!(one_line("a\nb | c\u{202e}d\r\n", 100), "a b ¦ c d");
        assert_eq!(one_line("abcdef", 3), "abc…");
    }
}
