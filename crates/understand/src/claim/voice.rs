//! Whose words a sentence is, and how real what it tells is.

use std::sync::LazyLock;

use regex::Regex;

use crate::quoted;
use soulfile_text::lang::Lang;

/// How a sentence is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Voice {
    /// The speaker says that it is so.
    Asserted,
    /// It only might be, or would be, so.
    Imagined,
    /// Somebody else's words, or a story.
    Reported,
}

/// A pattern of several alternatives, one a line.
pub(super) fn any_of(alternatives: &[&str]) -> Regex {
    Regex::new(&format!("(?i)(?:{})", alternatives.join("|"))).expect("valid pattern")
}

/// Not so, or not known to be so.
static IMAGINED: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        r"^(?:and |but |so |or )?(?:unless|suppose|supposing|imagine|assuming|had i|were i|had we|were we|if only|what if)\b",
        r"\b(?:parallel|another|different) (?:universe|life|world|timeline)\b",
        r"\balter ego\b",
        r"\b(?:maybe|perhaps|might|possibly|hypothetically|hopefully)\b",
        r"\b(?:not sure|unsure|undecided|no idea|wonder(?:ing)?|dream(?:ing)? of|considering|thinking (?:about|of)|tempted|toying|torn between)\b",
        r"\b(?:keep|kept) talking about\b",
        r"\b(?:one day|some ?day|one of these days)\b",
        r"\b(?:nothing|not) (?:decided|settled|final)\b",
        r"\b(?:wish|wishes|wished) (?:i|we|he|she|they|it)\b",
        // What would be the case; a preference ("I'd rather") is the case.
        r"\b(?:would|could|might)(?:n't| not)?(?: never| always| probably| maybe| only| just)? (?:be|have|love to|want|see|end|go|live|work|move|put|take|swim|visit|wear|make|get|never|afford|mean|need|use|switch|host)\b",
        r"(?:'d|’d) (?:probably |maybe |never |always |have to |even )*(?:be|have|love to|want|end|go|live|work|move|put|take|swim|visit|wear|make|get|use|switch|host|never)\b",
    ])
});

/// A condition on anything but the listener's needs ("if you need it for the insurance").
static CONDITION: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[r"(?:^|[\s,;—(])if (?:i|we|he|she|they|it|there|the|my|our|this|that|\p{Lu}|somebody|someone|only|so)"])
});

/// Words for what somebody made up or put into the world for everybody.
const MEDIA: &str = r"(?:ad|advert|article|blog|book|caption|chapter|character|comic|comments?|documentary|dream|fiction|film|game|headline|hero|heroine|horoscope|interview|joke|letter|lyrics?|magazine|meme|movie|musical|myth|narrator|newsletter|newspaper|novel|opera|plot|podcast|poem|post|poster|protagonist|quote|radio|saga|scene|screenplay|series|show|sitcom|slogan|song|story|tale|thread|trailer|tweet|video|villain)";

static STORY: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        // In or from a work: "in the novel I'm reading", "from the newsletter", "a line from".
        &format!(r"\b(?:in|from|of|by|with|to|on) (?:the|this|that|an?|my|some|their|his|her)(?: \w+)? {MEDIA}\b"),
        // A work or somebody in it as the subject.
        &format!(r"^(?:the|this|that|an?|some)(?: \w+)? {MEDIA}\b"),
        &format!(r"^{MEDIA} (?:on|in|from|by|of)\b"),
        &format!(
            r"\b(?:told|tells|read|reads|heard|forwarded|sent|watched|wrote|quoted)(?: \w+)? (?:the|an?|some|this)(?: \w+)? {MEDIA}\b"
        ),
        r"^(?:the )?(?:\w+ )?(?:guest|speaker|host|presenter|author) (?:said|says|claims|told|explained)\b",
        r"\b(?:over ?heard|dreamt|dreamed)\b",
        // What a stranger or the papers say; a sign, a contract or a label is looked up, not heard.
        r"\baccording to (?:an?|some)\b",
        &format!(r"\baccording to the (?:\w+ )?(?:{MEDIA}|news|papers?|press|internet|rumou?rs?)\b"),
        // Somebody unknown: whatever is told of them is nobody's fact.
        r"\b(?:some(?:body|one)|people|a (?:\w+ )?(?:man|woman|guy|person|stranger|couple|\w+er|\w+or|chef)) who\b",
        r"^(?:some(?:body|one)|a stranger|they say|people say)\b",
        r"\b(?:line|quote|quotation|passage|excerpt|proverb|saying) (?:from|of|by)\b",
    ])
});

/// Verbs that hand on what somebody else said.
static SAYING: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        r"\b(?:says|said|told|wrote|writes|asked|asks|quoted|quotes|shouted|joked|claims|claimed|goes|reads)\b",
        r":\s*$",
        r"[说写道问]\s*[:：，]?\s*$",
    ])
});

static HAN_IMAGINED: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        "如果",
        "假如",
        "要是",
        "假设",
        "也许",
        "可能",
        "或许",
        "万一",
        "就好了",
        "开玩笑",
        "说不定",
        "想象",
        "打算",
        "考虑",
        "不确定",
    ])
});
static HAN_STORY: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        "小说",
        "电影",
        "电视剧",
        "剧里",
        "梦见",
        "梦到",
        "听说",
        "据说",
        "有人说",
        "他们说",
        "网上说",
        "新闻",
        "故事",
    ])
});

/// Says of what was just said that it is not so, or not yet.
static RETRACTS: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        r"^(?:just )?(?:kidding|joking|thinking aloud|dreaming)$",
        r"^(?:(?:that )?(?:won't|will never|not going to) happen|not happening|not going to happen)$",
        r"^(?:nothing|not(?:hing)? (?:is )?)(?:decided|settled|final|fixed)(?: yet)?$",
        r"^(?:big if|dream on|not my call|in my dreams|as if|never mind|forget it|we'll see|no conclusion|or not)$",
        r"^(?:开玩笑|说着玩|还没定|再说)",
    ])
});

/// Whether a sentence takes back the one before it.
pub(super) fn retracts(sentence: &str) -> bool {
    RETRACTS.is_match(sentence.trim().trim_end_matches(['.', '!']))
}

/// Judges one sentence.
pub(super) fn of(sentence: &str) -> Voice {
    let shown = quoted::hide(sentence);
    if shown.contains(quoted::HIDDEN) && !only_names_are_quoted(sentence, &shown) {
        return Voice::Reported;
    }
    let (imagined, story) = match Lang::of(sentence) {
        Lang::En => (IMAGINED.is_match(sentence) || CONDITION.is_match(sentence), STORY.is_match(sentence)),
        Lang::Zh => (HAN_IMAGINED.is_match(sentence), HAN_STORY.is_match(sentence)),
    };
    match (imagined, story) {
        (_, true) => Voice::Reported,
        (true, false) => Voice::Imagined,
        (false, false) => Voice::Asserted,
    }
}

/// Most words of something quoted that may be a name or a term rather than what somebody said.
const NAME_WORDS: usize = 4;

/// Whether what stands in quotation marks are names ("the book is called “Dune”"), not speech.
fn only_names_are_quoted(sentence: &str, shown: &str) -> bool {
    let mut at = 0;
    while let Some(open) = shown[at..].find(quoted::HIDDEN).map(|found| at + found) {
        let close = shown[open..].find(|c| c != quoted::HIDDEN).map_or(shown.len(), |found| open + found);
        let words = sentence[open..close].split_whitespace().count();
        let han = sentence[open..close].chars().filter(|c| soulfile_text::script::is_han(*c)).count();
        let before = shown[..open].trim_end_matches(['"', '“', '‘', '\'', '「', '『', '«', '„', '《', '`']).trim_end();
        if words > NAME_WORDS || han > 2 * NAME_WORDS || SAYING.is_match(last_words(before)) {
            return false;
        }
        at = close;
    }
    true
}

/// The end of a text, where a verb of saying stands before a quotation.
fn last_words(text: &str) -> &str {
    let start = text.char_indices().rev().take(24).last().map_or(0, |(at, _)| at);
    &text[start..]
}
