//! Where one statement of a message ends and another, with a subject of its own, begins.
//!
//! A sentence that leans on the one before ("He lives there", "So I left") begins nothing, nor does a step or a
//! fragment. A list of clauses ("I'm allergic to kiwi, my birthday is in June, and I use emacs") is several
//! statements, a list of things is one. Start with [`starts`].

use std::sync::LazyLock;

use regex::Regex;

use crate::tense::{self, Tense};
use crate::{autodetect, claim, quoted};
use soulfile_text::lang::Lang;
use soulfile_text::sentences;

/// Longer than this, a message is a text and no string of notes.
const MOST_SENTENCES: usize = 16;

/// The bytes at which a statement with a subject of its own begins; nothing for a story or a long text.
pub fn starts(text: &str) -> Vec<usize> {
    let visible = quoted::hide(text);
    let found = sentences::split(&visible);
    if found.len() > MOST_SENTENCES || autodetect::opens_fiction(&visible, &found) {
        return Vec::new();
    }
    let mut starts = Vec::new();
    for sentence in found.iter().filter(|sentence| !sentence.question) {
        let part = &visible[sentence.span.clone()];
        if stands_alone(part) {
            starts.push(sentence.span.start);
            starts.extend(clauses(part).into_iter().map(|at| sentence.span.start + at));
        }
    }
    starts
}

/// Whether a message is plainly one clause, in which no other statement can begin: nothing in it parts sentences or
/// clauses.
pub fn is_one_clause(text: &str) -> bool {
    let inner = text.trim_end().trim_end_matches(['.', '!', '?', '。', '！', '？']);
    !inner.contains(|c: char| !(c.is_alphanumeric() || matches!(c, ' ' | '\'' | '’' | '-' | '/' | '%' | '&')))
}

/// Whether a sentence's subject, a pronoun, was named before it.
pub fn refers_back(sentence: &str) -> bool {
    if opens_with_time(sentence) {
        return false;
    }
    match Lang::of(sentence) {
        Lang::En => matches!(
            first_word(sentence).as_str(),
            "he" | "she" | "they" | "it" | "his" | "her" | "their" | "its" | "this" | "that" | "these" | "those"
        ),
        Lang::Zh => ["他", "她", "它", "这", "那"].iter().any(|word| sentence.starts_with(word)),
    }
}

/// Whether a sentence needs the one before it to be understood.
pub fn leans(sentence: &str) -> bool {
    if opens_with_time(sentence) {
        return false;
    }
    match Lang::of(sentence) {
        Lang::En => {
            #[rustfmt::skip]
            const LEANING: &[&str] = &[
                "he", "she", "they", "it", "him", "his", "her", "hers", "their", "theirs", "its", "them", "this", "that", "these", "those", "there", "here", "and", "but", "or", "nor", "yet", "so", "then", "also", "because", "since",
                "however", "therefore", "thus", "hence", "otherwise", "instead", "which", "who", "whose", "where", "when", "while", "both", "neither", "either", "another", "such", "too", "next", "finally", "later", "afterwards", "meanwhile",
                "still", "if", "unless", "although", "though", "until", "once", "after", "before", "first", "second", "third", "lastly", "to", "for", "except", "especially", "plus", "now", "as", "not", "no", "yes", "same", "one", "some", "all",
            ];
            LEANING.contains(&first_word(sentence).as_str())
        }
        Lang::Zh => {
            const LEANING: &[&str] = &[
                "他", "她", "它", "这", "那", "然后", "而且", "并且", "也", "还", "所以", "因为", "因此", "但", "不过",
                "可是", "就", "再", "接着", "最后", "先", "如果", "其中", "于是", "否则", "只", "都", "又", "或", "和",
                "跟",
            ];
            LEANING.iter().any(|word| sentence.starts_with(word))
        }
    }
}

/// "This week I …", 这周五我…: a time, and nothing said before.
fn opens_with_time(sentence: &str) -> bool {
    static TIME: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^(?:this|next) (?:\w+day|week|weekend|month|year|quarter|morning|afternoon|evening|spring|summer|autumn|fall|winter)\b|^这(?:个?(?:周|星期|礼拜|月|季度|学期)|年|几天|两天)|^先(?:生|前)")
            .expect("valid pattern")
    });
    TIME.is_match(sentence)
}

/// The first word in lower case, up to its apostrophe: "it" of "It's".
fn first_word(sentence: &str) -> String {
    let word: String = sentence.chars().take_while(|c| c.is_alphanumeric()).collect();
    word.to_lowercase()
}

/// Whether a sentence has a subject and a verb of its own.
fn stands_alone(sentence: &str) -> bool {
    if leans(sentence) {
        return false;
    }
    match Lang::of(sentence) {
        Lang::En => claim::names_its_subject(sentence),
        Lang::Zh => {
            const VERBS: &[&str] = &[
                "是", "有", "在", "住", "叫", "喜欢", "爱", "讨厌", "用", "养", "很", "去", "学", "会", "姓", "想",
                "搬", "买",
            ];
            // What begins with its verb has left its subject out.
            let head = |word: &&&str| sentence.starts_with(**word);
            !VERBS.iter().any(|word| head(&word)) && VERBS.iter().any(|word| sentence.contains(word))
        }
    }
}

/// Where the further clauses of a list of clauses begin.
fn clauses(sentence: &str) -> Vec<usize> {
    static JOINT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[,;]\s+(?:and\s+)?").expect("valid pattern"));
    // A condition or a reason binds its clause to another.
    static BOUND: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)[:(]|\b(?:if|when|whenever|although|though|while|unless|because|since|until|once|then|that|whether|first|but|so)\b")
            .expect("valid pattern")
    });
    static BACK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)\b(?:it|its|it['’]s|them|him|he|she|they|there|this|those|these|too|instead|both|either|same)\b",
        )
        .expect("valid pattern")
    });
    if Lang::of(sentence) == Lang::Zh || BOUND.is_match(sentence) {
        return Vec::new();
    }
    let joints: Vec<_> = JOINT.find_iter(sentence).collect();
    let mut heads = vec![0];
    for joint in &joints {
        let rest = &sentence[joint.end()..];
        let next = JOINT.find(rest).map_or(rest.len(), |next| next.start());
        if opens_clause(&rest[..next]) {
            heads.push(joint.end());
        }
    }
    let part = |index: usize| {
        let end = heads.get(index + 1).map_or(sentence.len(), |end| *end);
        sentence[heads[index]..end].trim_end().trim_end_matches("and").trim_end_matches([',', ';', ' '])
    };
    let first_end = joints.first().map_or(0, |joint| joint.start());
    if heads.len() < 2 || !opens_clause(&sentence[..first_end]) || (1..heads.len()).any(|at| BACK.is_match(part(at))) {
        return Vec::new();
    }
    let past = (0..heads.len()).filter(|at| tells_past(part(*at))).count();
    // What happened one after another is one story.
    if past == heads.len() || heads.len() == 2 && past > 0 { Vec::new() } else { heads.split_off(1) }
}

fn tells_past(clause: &str) -> bool {
    tense::around(clause, &(clause.len()..clause.len())) == Tense::Past
}

/// Whether a part of a sentence has a subject that cannot be a thing of a list, and a verb.
fn opens_clause(part: &str) -> bool {
    let subject = matches!(first_word(part).as_str(), "i" | "we" | "my" | "our" | "the");
    (subject || part.starts_with(char::is_uppercase)) && claim::names_its_subject(part) && !leans(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<&str> {
        let starts = starts(text);
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        starts.iter().zip(ends).map(|(start, end)| text[*start..end].trim()).collect()
    }

    #[test]
    fn each_sentence_with_its_own_subject_is_a_statement() {
        for (text, count) in [
            ("Bo is tall. Cy is short.", 2),
            ("Dr. Weiss is our dentist. Mr. Okafor is the plumber.", 2),
            ("Bo plays chess. Cy paints. My sister has two cats.", 3),
            ("小明很高。小红很矮。", 2),
            ("Bo is tall. He is strong.", 1),
            ("Bo is tall. That's why Cy envies him.", 1),
            ("Bo left. So I stayed.", 1),
            ("Bo is tall. Very tall, in fact.", 1),
            ("Bo is tall, e.g. taller than Cy.", 1),
            ("Bo is tall. Is Cy short?", 1),
            ("Bo said \"Cy is short. Di is tall.\" to me.", 1),
            ("小明很高。他喜欢打篮球。", 1),
            ("我喜欢茶。这周五我要去上海。", 2),
            ("In the story Bo is a wizard. Cy is a thief.", 0),
            ("Ring the bell when Bo is home.", 0),
        ] {
            assert_eq!(parts(text).len(), count, "{text}: {:?}", parts(text));
        }
    }

    #[test]
    fn a_list_of_clauses_is_several_statements() {
        assert_eq!(
            parts("I'm allergic to kiwi, my birthday is June 1st, and I use emacs."),
            ["I'm allergic to kiwi,", "my birthday is June 1st, and", "I use emacs."]
        );
        assert_eq!(parts("I like tea, coffee, and cake, and my wife likes wine.").len(), 2);
        for one in [
            "I like tea, coffee, and cake",
            "I know Bo, Cy, and Di",
            "My boss, Anna, is nice",
            "I live in Graz, and I love it there",
            "I went home, I ate, and I slept",
            "When I deploy, I run the tests",
            "I think if it rains, my boss is late",
            "I like tea, but I hate coffee",
            "I first run the tests, I tag the release, then I push",
        ] {
            assert!(parts(one).len() <= 1, "{one}: {:?}", parts(one));
        }
    }
}
