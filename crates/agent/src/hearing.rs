//! What a line is: a question, something told, a pleasantry, or a way out.
//!
//! Requests to the memory ("remember …", "forget …") are the language layer's to find; this is what
//! is left to tell apart when a line is none of them.

mod pleasantry;

use std::sync::LazyLock;

use jiff::Zoned;
use regex::Regex;
use soulfile_understand::{QuestionInput, Strategy, Understand};

use crate::echo::sentences;
pub(crate) use pleasantry::{Pleasantry, pleasantry};

/// A line cut into what it tells and what it asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heard {
    /// Sentences that state something.
    pub(crate) told: String,
    /// The question, when there is one.
    pub(crate) asked: Option<String>,
}

fn regex(source: &str) -> Regex {
    Regex::new(source).expect("valid pattern")
}

/// Cuts a line into what it tells and what it asks.
pub(crate) fn hear(understand: &dyn Understand, line: &str, now: &Zoned) -> Heard {
    let (mut told, mut asked) = (Vec::new(), Vec::new());
    for sentence in sentences(line).into_iter().filter(|s| !s.trim().is_empty()) {
        if is_question(understand, sentence, now) { asked.push(sentence.trim()) } else { told.push(sentence.trim()) }
    }
    Heard { told: told.join(" "), asked: (!asked.is_empty()).then(|| asked.join(" ")) }
}

/// "Hello, who are you?" without the greeting; a greeting alone stays.
pub(crate) fn without_greeting(line: &str) -> &str {
    static GREETING: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)^(?:hi|hello|hey|good (?:morning|afternoon|evening))(?: there)?[,.!]\s+|^(?:你好|您好|嗨|早上好|晚上好)[呀啊]?[，,。！!]\s*",
        )
    });
    let rest = GREETING.find(line).map_or(line, |hit| &line[hit.end()..]);
    if rest.trim().is_empty() { line } else { rest }
}

/// The line with the apostrophes people leave out in a hurry: "whats", "im", "dont".
pub(crate) fn spelled_out(line: &str) -> String {
    static BARE: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)\b(?:(?P<is>what|where|who|how|when|that|there|he|she)s|(?P<am>i)m|(?P<have>i|you|we|they)ve|(?P<are>you|they)re|(?P<not>do|does|did|is|are|was|were|has|have|had|would|could|should|ca|wo)nt)\b",
        )
    });
    let with = |hit: &regex::Captures<'_>| {
        let ends = [("is", "'s"), ("am", "'m"), ("have", "'ve"), ("are", "'re"), ("not", "n't")];
        let found = ends.iter().find_map(|(name, end)| hit.name(name).map(|word| format!("{}{end}", word.as_str())));
        found.unwrap_or_else(|| hit[0].to_owned())
    };
    // What is quoted or code stays as it is written.
    if line.contains(['`', '"', '“', '/', '\\']) {
        line.to_owned()
    } else {
        BARE.replace_all(line, with).into_owned()
    }
}

/// Says whether a sentence asks.
pub(crate) fn is_question(understand: &dyn Understand, sentence: &str, now: &Zoned) -> bool {
    static OPENS: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)^(?:(?:so|and|hey|ok|okay|please|then|also|but)[, ]+)*(?:who|whom|whose|what|when|where|which|why|how|what['’]s|who['’]s|where['’]s|when['’]s|how['’]s|do|does|did|is|are|was|were|am|can|could|should|would|will|have|has|had|remind me|tell me|show me|list|find|look up|any news|anything)\b",
        )
    });
    static CHINESE: LazyLock<Regex> = LazyLock::new(|| {
        regex(r"什么|谁|哪|几[点号月]|多少|怎么|如何|为什么|吗[。]?$|呢[。]?$|是不是|有没有|记不记得|什么时候|咋")
    });
    // A question word and a verb before its subject: nothing else is built like that.
    static TURNED: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)^(?:(?:so|and|hey|ok|okay|but)[, ]+)*(?:what|where|when|who|how|why|which)(?: \w+)? (?:do|does|did|don['’]t|doesn['’]t|didn['’]t|am|is|are|was|were|have|has|can|should|will|would) (?:i|we|you|he|she|they|my|our|your|it)\b",
        )
    });
    let sentence = sentence.trim();
    if sentence.ends_with(['?', '？']) || TURNED.is_match(sentence) && !sentence.ends_with(['!', '！']) {
        return true;
    }
    // "I'm reading Dune at the moment" tells, for all that it speaks of now.
    static OWN: LazyLock<Regex> = LazyLock::new(|| {
        regex(r"(?i)^(?:(?:so|and|but|well|ok|okay)[, ]+)*(?:i|i['’]\w+|im|we|we['’]\w+|my|our)\b|^(?:我|咱)")
    });
    // "Is" and "have" open questions, and so do exclamations open statements.
    if sentence.ends_with(['!', '！']) || understand.statement(sentence).is_memorable() {
        return false;
    }
    OPENS.is_match(sentence)
        || CHINESE.is_match(sentence)
        || !OWN.is_match(sentence)
            && understand.question(&QuestionInput { text: sentence, at: now }).strategy() == Strategy::Latest
            && sentence.split_whitespace().count() <= 8
}

/// Says whether a line agrees.
pub(crate) fn is_yes(line: &str) -> bool {
    let word = line.trim().to_lowercase();
    let word = word.trim_end_matches(['.', '!', '。', '！', ' ']);
    const YES: [&str; 23] = [
        "y",
        "yes",
        "yep",
        "yeah",
        "yes please",
        "sure",
        "ok",
        "okay",
        "do it",
        "go ahead",
        "please do",
        "right",
        "yes, all",
        "yes all",
        "是",
        "是的",
        "对",
        "好",
        "好的",
        "可以",
        "行",
        "确认",
        "嗯",
    ];
    YES.contains(&word)
}

/// Says whether a line declines.
pub(crate) fn is_no(line: &str) -> bool {
    let word = line.trim().to_lowercase();
    let word = word.trim_end_matches(['.', '!', '。', '！', ' ']);
    const NO: [&str; 20] = [
        "n",
        "no",
        "nope",
        "no thanks",
        "no, thanks",
        "cancel",
        "stop",
        "never mind",
        "nevermind",
        "leave it",
        "don't",
        "keep them",
        "keep it",
        "not now",
        "不",
        "不用",
        "不要",
        "算了",
        "取消",
        "别",
    ];
    NO.contains(&word)
}

#[cfg(test)]
mod tests {
    use soulfile_understand::BuiltIn;

    use super::*;

    fn now() -> Zoned {
        "2026-02-02T14:30:00+01:00[Europe/Berlin]".parse().expect("a time")
    }

    #[test]
    fn a_line_may_tell_and_ask() {
        let heard = hear(&BuiltIn, "My name is Alex. What project am I working on?", &now());
        assert_eq!(heard.told, "My name is Alex.");
        assert_eq!(heard.asked.as_deref(), Some("What project am I working on?"));
    }

    #[test]
    fn a_greeting_before_a_line_is_no_part_of_it() {
        assert_eq!(without_greeting("Hello, who are you?"), "who are you?");
        assert_eq!(without_greeting("你好，我叫什么？"), "我叫什么？");
        for whole in ["Hello!", "你好", "Hey Ana called", "hi-fi is great"] {
            assert_eq!(without_greeting(whole), whole);
        }
    }

    #[test]
    fn questions_need_no_mark() {
        for line in [
            "what's the latest on Heron",
            "how do I usually deploy",
            "who is Alice",
            "我喜欢喝什么",
            "上次开会是什么时候",
        ] {
            assert!(is_question(&BuiltIn, line, &now()), "{line}");
        }
        assert!(is_question(&BuiltIn, "what don't I like", &now()));
        assert_eq!(spelled_out("whats my name, im Sam and i dont know"), "what's my name, i'm Sam and i don't know");
        assert_eq!(spelled_out("want the dos and donts"), "want the dos and donts");
        for line in ["I prefer tea", "We decided to use Postgres for billing.", "我喜欢喝茶", "What a day!"] {
            assert!(!is_question(&BuiltIn, line, &now()), "{line}");
        }
    }
}
