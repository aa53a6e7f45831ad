//! Whose words an entry is, and whom a question is about.
//!
//! A question about someone is mostly answered by what they said themselves: their own turns, not
//! the greetings that name them. "I" and "my" in a question mean the person, "you" the agent.

use soulfile_text::Analyzer;
use soulfile_text::tokens::is_cjk;

use crate::record::term_hash;

const PERSON: [&str; 4] = ["user", "human", "me", "owner"];
const AGENT: [&str; 6] = ["assistant", "agent", "ai", "bot", "model", "system"];

/// Reads the speaker off the start of a text: `Caroline: …`, `user: …`.
pub fn speaker(text: &str) -> Option<&str> {
    let (name, rest) = text.split_once(':')?;
    let words: Vec<&str> = name.split(' ').collect();
    let plain = |w: &&str| !w.is_empty() && w.chars().all(|c| c.is_alphanumeric() || "-.'_’".contains(c));
    let named = words.iter().all(|w| w.starts_with(char::is_uppercase)) || role(name).is_some();
    (rest.starts_with(' ') && words.len() <= 3 && words.iter().all(plain) && named && !name.contains("http"))
        .then_some(name)
}

/// Key of a speaker, to compare with [`asked_about`]; 0 for nobody.
pub fn speaker_key(name: &str, analyzer: &mut Analyzer) -> u64 {
    if let Some(role) = role(name) {
        return role;
    }
    analyzer.query_terms(name).first().map_or(0, |(term, _)| term_hash(term))
}

fn role(name: &str) -> Option<u64> {
    let lower = name.trim().to_lowercase();
    if PERSON.contains(&lower.as_str()) {
        Some(person())
    } else if AGENT.contains(&lower.as_str()) {
        Some(agent())
    } else {
        None
    }
}

/// Key of the person the memory belongs to.
pub fn person() -> u64 {
    term_hash("\u{1}person")
}

/// Key of the agent itself.
pub fn agent() -> u64 {
    term_hash("\u{1}agent")
}

/// Keys of those a question is about by pronoun: the person for "I", the agent for "did you say".
pub fn asked_about(question: &str) -> Vec<u64> {
    let lower = question.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty()).collect();
    let mut about = Vec::new();
    if words
        .iter()
        .any(|w| matches!(*w, "i" | "my" | "me" | "mine" | "myself" | "i'm" | "i've" | "i'd" | "we" | "our" | "us"))
    {
        about.push(person());
    }
    // "You" in "can you help me" is a request; with a verb of saying in the past it is a question.
    let said = [
        "said",
        "say",
        "told",
        "tell",
        "recommended",
        "recommend",
        "suggested",
        "suggest",
        "gave",
        "give",
        "mentioned",
        "mention",
        "explained",
        "provided",
        "advised",
    ];
    let asks = words.windows(3).any(|w| w[0] == "did" && w[1] == "you" && said.contains(&w[2]))
        || words.windows(2).any(|w| {
            w[0] == "you" && said.contains(&w[1]) && w[1].ends_with('d')
                || w[0] == "your"
                    && matches!(w[1], "advice" | "answer" | "recommendation" | "suggestion" | "explanation")
        });
    if asks {
        about.push(agent());
    }
    about
}

/// Share of a text that is questions (0 – 255): a turn that asks seldom answers.
pub fn asking(text: &str) -> u8 {
    if !text.contains(['?', '？']) {
        return 0;
    }
    let body = text.split_once(": ").filter(|(n, _)| speaker(text) == Some(n)).map_or(text, |(_, b)| b);
    (share(body, opens_question) * 255.0) as u8
}

/// Share of a question's words that stand in sentences with a question mark.
pub fn asked_share(question: &str) -> f32 {
    // Keywords without any sentence are a question too.
    if !question.contains(['.', '!', '?', '\n', '。', '！', '？']) {
        return 1.0;
    }
    share(question, |_| true)
}

fn share(text: &str, counts: impl Fn(&str) -> bool) -> f32 {
    let size = |s: &str| s.split_whitespace().count().max(s.chars().filter(|c| is_cjk(*c)).count() / 2);
    let (mut asked, mut total, mut start) = (0usize, 0usize, 0usize);
    for (at, c) in text.char_indices() {
        if !matches!(c, '.' | '!' | '?' | '\n' | '？' | '。' | '！') {
            continue;
        }
        let sentence = &text[start..at];
        let words = size(sentence);
        total += words;
        if matches!(c, '?' | '？') && counts(sentence) {
            asked += words;
        }
        start = at + c.len_utf8();
    }
    total += size(&text[start..]);
    if total == 0 { 0.0 } else { asked as f32 / total as f32 }
}

fn opens_question(sentence: &str) -> bool {
    if !sentence.is_ascii() {
        return true;
    }
    let first: Vec<String> = sentence
        .split_whitespace()
        .take(3)
        .map(|w| w.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'').to_lowercase())
        .collect();
    let opens = |w: &String| {
        matches!(
            w.as_str(),
            "what"
                | "what's"
                | "who"
                | "who's"
                | "when"
                | "where"
                | "why"
                | "how"
                | "how's"
                | "which"
                | "did"
                | "do"
                | "does"
                | "are"
                | "is"
                | "was"
                | "were"
                | "have"
                | "has"
                | "had"
                | "can"
                | "could"
                | "would"
                | "will"
                | "should"
                | "any"
                | "got"
                | "anything"
        )
    };
    // A short lead ("So, what …", "Wow! And how …") before the question word is common.
    first.first().is_some_and(opens) || (sentence.split_whitespace().count() < 12 && first.iter().any(opens))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speakers_are_read_off_the_text() {
        assert_eq!(speaker("Caroline: I went home."), Some("Caroline"));
        assert_eq!(speaker("user: hello"), Some("user"));
        assert_eq!(speaker("Note to self: buy milk"), None);
        assert_eq!(speaker("see https://x.y"), None);
        assert_eq!(speaker("It was 10:30 then"), None);
    }

    #[test]
    fn pronouns_name_the_person_and_the_agent() {
        assert_eq!(asked_about("What did I buy?"), [person()]);
        assert_eq!(asked_about("Which book did you recommend?"), [agent()]);
        assert_eq!(asked_about("Where does Ann live?"), Vec::<u64>::new());
        assert_eq!(asked_about("Can you help me?"), [person()]);
    }

    #[test]
    fn questions_are_told_from_statements() {
        assert_eq!(asking("Ann: What did you paint?"), 255);
        assert_eq!(asking("Ann: I painted a lake."), 0);
        let mixed = asking("I painted a lake. What about you?");
        assert!(mixed > 50 && mixed < 200, "{mixed}");
    }
}
