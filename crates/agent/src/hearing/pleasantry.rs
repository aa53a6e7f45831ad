//! Pleasantries: lines made only of greetings, thanks, leave-takings and the small words around them.
//!
//! Each word of a line belongs to a class; a line in which one does not is no pleasantry. So "ok cool, thanks a
//! lot" is thanks in whatever order it comes, and "thanks to Ana" is about Ana.

use std::sync::LazyLock;

use regex::Regex;

/// A pleasantry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pleasantry {
    Hello,
    /// Nice to meet you.
    Met,
    Thanks,
    Bye,
    /// Sorry.
    Sorry,
    /// Well done, or glad of it.
    Praise,
    /// "I'm fine".
    Well,
    /// You're welcome.
    Welcome,
    /// Heard, and nothing more.
    Fine,
    Yes,
    No,
}

const HELLO: &[&str] =
    &["hi", "hello", "hey", "hiya", "howdy", "yo", "greetings", "morning", "evening", "afternoon", "hallo", "heya"];
const THANKS: &[&str] = &["thanks", "thank", "thx", "ty", "cheers", "ta", "grateful", "appreciated", "appreciate"];
const BYE: &[&str] = &["bye", "goodbye", "cya", "night", "goodnight", "farewell", "quit", "exit", "ciao"];
const SORRY: &[&str] = &["sorry", "apologies", "oops", "whoops"];
#[rustfmt::skip]
const PRAISE: &[&str] = &[
    "great", "cool", "nice", "perfect", "awesome", "lovely", "brilliant", "wonderful", "excellent",
    "amazing", "good", "wow", "super", "fantastic", "neat", "impressive", "clever", "smart", "sweet",
    "funny", "best", "helpful",
];
#[rustfmt::skip]
const FINE: &[&str] = &[
    "ok", "okay", "right", "sure", "fine", "alright", "lol", "haha", "hahaha", "hehe", "hmm", "hm", "mhm",
    "understood", "k", "ah", "oh", "aha", "yup", "noted", "interesting",
];
/// Words that may stand beside any of them.
#[rustfmt::skip]
const SMALL: &[&str] = &[
    "there", "you", "you're", "your", "so", "very", "much", "a", "an", "lot", "lots", "all", "again",
    "everyone", "friend", "buddy", "mate", "my", "dear", "to", "the", "and", "for", "really", "it's",
    "that's", "that", "this", "was", "is", "are", "then", "now", "too", "well", "man", "bit", "help",
    "answer", "see", "got", "it", "i", "i'm", "im", "meet", "pleased", "glad", "pretty", "just", "doing",
    "today", "later", "soon", "tomorrow", "talk", "me", "no", "problem", "worries", "pleasure", "welcome",
    "be", "have", "day", "one", "not", "bad", "also", "quite", "of", "kind", "love", "at", "moment", "back",
    "assistant",
];

/// Finds a pleasantry that is the whole line; `agent` is what one is addressed by.
pub(crate) fn pleasantry(line: &str, agent: &str) -> Option<Pleasantry> {
    let trimmed = line.trim().to_lowercase();
    let word = trimmed.trim_end_matches(['.', '!', '。', '！', '~', '～', ' ', ',', '，']);
    if let Some(found) = chinese(word) {
        return Some(found);
    }
    // One word that answers a question is heard as one where nothing was asked.
    match word {
        "ok" | "okay" | "right" | "sure" | "fine" => return Some(Pleasantry::Fine),
        word if super::is_yes(word) => return Some(Pleasantry::Yes),
        word if super::is_no(word) => return Some(Pleasantry::No),
        _ => {}
    }
    english(word, &agent.to_lowercase())
}

fn english(line: &str, agent: &str) -> Option<Pleasantry> {
    if line.contains('?') || line.is_empty() {
        return None;
    }
    let plain = line.replace('’', "'");
    let words: Vec<&str> =
        plain.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect();
    let is = |list: &[&str], word: &str| list.contains(&word);
    let known = |word: &&str| {
        [HELLO, THANKS, BYE, SORRY, PRAISE, FINE, SMALL].iter().any(|list| is(list, word)) || *word == agent
    };
    // A line of marks and pictures says nothing, kindly.
    if words.is_empty() {
        return Some(Pleasantry::Fine);
    }
    if words.len() > 9 || !words.iter().all(known) {
        return None;
    }
    let any = |list: &[&str]| words.iter().any(|word| is(list, word));
    let has = |phrase: &str| format!(" {} ", words.join(" ")).contains(&format!(" {phrase} "));
    let about_me = has("i'm") || has("im") || has("doing") || has("not bad");
    Some(if any(BYE) || has("see you") || has("talk later") || has("talk to you") || has("talk soon") {
        Pleasantry::Bye
    } else if has("meet you") {
        Pleasantry::Met
    } else if any(HELLO) {
        Pleasantry::Hello
    } else if has("welcome") || has("no problem") || has("no worries") || has("my pleasure") {
        Pleasantry::Welcome
    } else if about_me && (any(PRAISE) || any(FINE) || has("well") || has("bad")) {
        Pleasantry::Well
    } else if any(THANKS) {
        Pleasantry::Thanks
    } else if any(SORRY) {
        Pleasantry::Sorry
    } else if any(PRAISE) || has("love it") || has("love that") {
        Pleasantry::Praise
    } else if any(FINE) || has("i see") || has("got it") {
        Pleasantry::Fine
    } else {
        return None;
    })
}

fn chinese(line: &str) -> Option<Pleasantry> {
    static CLASSES: LazyLock<Vec<(Regex, Pleasantry)>> = LazyLock::new(|| {
        // Particles and addresses around the word itself.
        let whole = |words: &str| {
            Regex::new(&format!(r"^(?:(?:好的|嗯|哦|行|那|啊|太|真|非常|很|多|你|您|大家|朋友)[，,！! ]*)*(?:{words})(?:[呀啊啦哦哈呢吧嘛喽了你您，,！!~～ ]|大家|朋友|一下|的)*$"))
                .expect("valid pattern")
        };
        vec![
            (whole("很?高兴认识|幸会"), Pleasantry::Met),
            (whole("嗨|哈喽|喂|你好|您好|大家好|早上好|早安|早|上午好|中午好|下午好|晚上好"), Pleasantry::Hello),
            (whole("谢谢|多谢|感谢|谢了|辛苦|麻烦你"), Pleasantry::Thanks),
            (whole("再见|拜拜|晚安|回头见|明天见|下次见|退出|先这样"), Pleasantry::Bye),
            (whole("抱歉|不好意思|对不起"), Pleasantry::Sorry),
            (whole("不客气|不用谢|没事|没关系"), Pleasantry::Welcome),
            (whole("我?(?:很好|挺好|还好|还行|不错)"), Pleasantry::Well),
            (whole("太?(?:好了|棒|厉害|赞|聪明|完美)"), Pleasantry::Praise),
            (whole("知道|明白|懂|收到|哈+|呵+|嗯+|哦+|好的|好吧"), Pleasantry::Fine),
        ]
    });
    CLASSES.iter().find(|(class, _)| class.is_match(line)).map(|(_, found)| *found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pleasantries_come_in_any_order() {
        use Pleasantry::{Bye, Fine, Hello, Met, Praise, Sorry, Thanks, Welcome, Well};
        for (line, kind) in [
            ("hi", Hello),
            ("Good morning, Aria!", Hello),
            ("hey there", Hello),
            ("ok cool, thanks a lot", Thanks),
            ("thank you so much", Thanks),
            ("nice to meet you", Met),
            ("you're welcome", Welcome),
            ("no worries", Welcome),
            ("I'm fine, thanks", Well),
            ("not bad", Well),
            ("good night", Bye),
            ("see you tomorrow", Bye),
            ("that's great", Praise),
            ("lol", Fine),
            ("i see", Fine),
            ("👍", Fine),
            ("sorry", Sorry),
            ("你好呀", Hello),
            ("谢谢啦", Thanks),
            ("好的，谢谢你", Thanks),
            ("哈哈哈", Fine),
            ("晚安", Bye),
            ("太好了", Praise),
        ] {
            assert_eq!(pleasantry(line, "Aria"), Some(kind), "{line}");
        }
        for line in [
            "thanks to Ana we won",
            "good morning walks help me",
            "how are you?",
            "I see my dentist",
            "你好吗？",
            "早上我跑步",
        ] {
            assert_eq!(pleasantry(line, "Aria"), None, "{line}");
        }
    }
}
