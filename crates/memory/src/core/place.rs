//! Which block of MEMORY.md a memory belongs in.

use soulfile_vocabulary::EntryKind;

use super::Block;

/// Which block a memory belongs in, by what it speaks of.
pub(super) fn suited(text: &str, kind: EntryKind) -> Block {
    let text = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let critical = [
        "allerg",
        "coeliac",
        "celiac",
        "diabet",
        "epilep",
        "asthma",
        "intoleran",
        "medication",
        "emergency",
        "blood type",
        "pacemaker",
        "never ",
        "过敏",
        "病",
        "紧急",
        "药",
    ];
    let persona = [
        "answer",
        "reply",
        "respond",
        "talk to me",
        "call me",
        "explain",
        "tone",
        "markdown",
        "emoji",
        "language",
        "回答",
        "回复",
        "称呼",
        "叫我",
        "语气",
    ];
    let context = [
        "currently",
        "right now",
        "this week",
        "this month",
        "this quarter",
        "working on",
        "deadline",
        "sprint",
        "priority",
        "目前",
        "正在",
        "本周",
        "截止",
    ];
    if kind != EntryKind::Preference && has(&critical) {
        Block::CriticalFacts
    } else if has(&persona) {
        Block::Persona
    } else if matches!(kind, EntryKind::Task | EntryKind::Decision | EntryKind::Event) || has(&context) {
        Block::ActiveContext
    } else {
        Block::Identity
    }
}
