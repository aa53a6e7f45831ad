//! Whether a model claims to have saved something. A claim without a write is corrected where the person sees it.

use std::sync::LazyLock;

use regex::RegexSet;

/// Claims, one per line, as regular expressions; `#` begins a comment.
const CLAIMS: &str = include_str!("../../data/saved_claims.txt");

/// What the model is told after it claimed without writing.
pub(super) const TOLD: &str = "[From the program: nothing was saved in the last turn, and the person was told so. Call \
    memory_write to save something.]";

static PATTERNS: LazyLock<RegexSet> = LazyLock::new(|| {
    let lines = CLAIMS.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    RegexSet::new(lines.map(|line| format!("(?i){line}"))).expect("the list is checked by a test")
});

/// Says whether a text claims that something was saved. Quoted lines and code do not count.
pub(super) fn claims_saved(text: &str) -> bool {
    let mut fenced = false;
    text.lines().any(|line| {
        let line = line.trim();
        if line.starts_with("```") {
            fenced = !fenced;
        }
        !fenced && !line.starts_with('>') && !line.ends_with('?') && PATTERNS.is_match(&line.replace('’', "'"))
    })
}

/// The correction.
pub(super) fn correction(text: &str) -> String {
    if text.chars().any(soulfile_text::script::is_han) {
        "这一轮没有保存任何内容：没有收据。需要保存的话，请说“记住……”。".to_owned()
    } else {
        "Nothing was saved in this turn: there is no receipt. Say “remember …” to have it kept.".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_told_from_other_talk_of_saving() {
        for claim in [
            "I've saved that.",
            "Got it, I’ve noted your birthday.",
            "I have added it to my memory.",
            "Saved to memory!",
            "Done — I'll remember that.",
            "I wrote this down in MEMORY.md.",
            "Ich habe mir das gemerkt.",
            "Das habe ich gespeichert.",
            "J'ai enregistré cela.",
            "Lo he guardado.",
            "已经记住了。",
            "我已保存。",
            "覚えておきました。",
        ] {
            assert!(claims_saved(claim), "{claim}");
        }
        for other in [
            "Shall I save that?",
            "You saved 20 euros.",
            "The file was saved by your editor yesterday.",
            "I could not save it.",
            "I haven't saved anything.",
            "> I've saved that.",
            "Do you remember the lake?",
            "Your birthday is on 3 May.",
        ] {
            assert!(!claims_saved(other), "{other}");
        }
    }
}
