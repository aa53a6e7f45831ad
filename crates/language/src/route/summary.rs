//! Turns what the user said into a statement about them: "I like tea" becomes "User likes tea."

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::lang::Lang;

/// Rewrites `content` in the third person, without requests to keep it.
pub(super) fn third_person(content: &str) -> String {
    let trimmed = without_request(without_lead(content.trim()));
    let text = match Lang::of(trimmed) {
        Lang::En => english(trimmed),
        Lang::Zh => trimmed.replace("我们", "用户一方").replace('我', "用户"),
    };
    let mut out = String::with_capacity(text.len() + 1);
    let mut chars = text.trim().chars();
    if let Some(first) = chars.next() {
        out.extend(first.to_uppercase());
    }
    out.extend(chars);
    if !out.ends_with(['.', '!', '?', '。', '！', '？', ')', '"', '”']) && !out.is_empty() {
        out.push(if Lang::of(&out) == Lang::Zh { '。' } else { '.' });
    }
    out
}

/// "Actually, my …", "No wait, …", 不对，…: what only leads over from what was said before.
fn without_lead(text: &str) -> &str {
    static LEAD: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^(?:(?:actually|oh|btw|by the way|hey|ok|okay|um|anyway|fyi)\b[,:.!]?\s+|(?:no|yes|well|so|also|and|right|sorry|wait|no wait|oh wait|correction|my mistake|my bad|i mean|i meant|scratch that|(?:i|i['’]ve|i have|we|we['’]ve) changed (?:my|our) minds?)[,:;!.]\s+|(?:不对|不是|错了|说错了|我说错了|记错了|我记错了|我改主意了|我改变主意了|更正|更正一下|纠正一下|对了|哦|啊|抱歉|不好意思)[，,：:！!。]\s*|其实[，,]?)+")
            .expect("valid pattern")
    });
    // "yes I moved", "no my name is": said without a comma, the word still only answers.
    static ANSWER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?i:yes|yeah|yep|yup|no|nope|well|right|sure|sorry|so|but|and) (?P<rest>(?:I|i|I['’]\w+|i['’]\w+|[Mm]y|[Ww]e|[Oo]ur)\s)").expect("valid pattern")
    });
    let mut rest = text;
    if let Some(hit) = LEAD.find(rest).filter(|hit| hit.end() < text.len()) {
        rest = &rest[hit.end()..];
    }
    if let Some(said) = ANSWER.captures(rest).and_then(|hit| hit.name("rest")) {
        rest = &rest[said.start()..];
    }
    rest
}

/// "Pin this forever: …", "Put in the vault: …", "Remember that …".
fn without_request(text: &str) -> &str {
    static REQUEST: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^(?:please |pls )?(?:(?:pin|keep|put|store|save|never|remember|note|lock|add|file|record|vault|don['’]t (?:ever )?(?:forget|lose))\b[^:：.]{0,60}[:：]\s*|(?:please )?(?:remember|note|keep in mind|don['’]t forget) that\s+|for (?:future reference|the record)[,:]\s*|(?:永久|永远)[^：:，]{0,12}[：:，]\s*)").expect("valid pattern")
    });
    match REQUEST.find(text) {
        Some(hit) if hit.end() < text.len() => &text[hit.end()..],
        _ => text,
    }
}

fn english(text: &str) -> String {
    static CONTRACTION: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?i)\bi['’](m|ve|d|ll)\b").expect("valid pattern"));
    static VERB: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\bI(\s+(?:also|really|always|never|usually|often|still|just|only|generally|mostly|already|sometimes|normally))?\s+([a-z]+(?:['’]t)?)\b").expect("valid pattern")
    });
    // Typed in a hurry: "i work at …".
    static SMALL: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(^|[\s,;(])i([\s,;)'’]|$)").expect("valid pattern"));
    let text = &SMALL.replace_all(text, "${1}I${2}")[..];
    let text = CONTRACTION.replace_all(text, |c: &Captures<'_>| match &c[1].to_lowercase()[..] {
        "m" => "User is".to_owned(),
        "ve" => "User has".to_owned(),
        "d" => "User would".to_owned(),
        _ => "User will".to_owned(),
    });
    let text = VERB.replace_all(&text, |c: &Captures<'_>| {
        let adverb = c.get(1).map_or("", |a| a.as_str());
        format!("User{adverb} {}", third_form(&c[2]))
    });
    static PRONOUNS: LazyLock<Vec<(Regex, &'static str)>> = LazyLock::new(|| {
        [
            (r"^[Mm]y\b", "User's"),
            (r"\b[Mm]ine\b", "theirs"),
            (r"\b[Mm]yself\b", "themselves"),
            (r"\bme\b", "the user"),
            (r"\bI\b", "the user"),
            (r"\bCall the user\b", "Call the user"),
        ]
        .into_iter()
        .map(|(source, to)| (Regex::new(source).expect("valid pattern"), to))
        .collect()
    });
    let mut out = text.into_owned();
    for (regex, to) in PRONOUNS.iter() {
        out = regex.replace_all(&out, *to).into_owned();
    }
    whose(&out)
}

/// "My" inside a sentence: "their" where the user was named before it, else by name. "Tom is their boss" would be
/// anybody's boss.
fn whose(text: &str) -> String {
    static MY: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b[Mm]y\b").expect("valid pattern"));
    static USER: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b(?:User|the user)\b").expect("valid pattern"));
    let mut named = USER.find(text).map_or(usize::MAX, |hit| hit.start());
    MY.replace_all(text, |c: &Captures<'_>| {
        let at = c.get(0).expect("group 0 always matches").start();
        let before = named < at;
        named = named.min(at);
        if before { "their" } else { "the user's" }
    })
    .into_owned()
}

/// The other way round, for notes: see [`super::first_person`].
pub(super) fn first_person(note: &str) -> String {
    static SUBJECT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?:The user|User|用户)(?:(?P<own>['’]s\b|的)|(?P<adverb>\s+(?:also|really|always|never|usually|often|still|just|only|generally|mostly|already|sometimes|normally|currently|now))?\s+(?P<verb>[a-z]+(?:['’]t)?)\b)").expect("valid pattern")
    });
    let Some(hit) = SUBJECT.captures(note) else {
        return match note.strip_prefix("用户") {
            Some(rest) => format!("我{rest}"),
            None => note.to_owned(),
        };
    };
    let rest = &note[hit.get(0).expect("group 0 always matches").end()..];
    match (hit.name("own"), hit.name("verb")) {
        (Some(own), _) if own.as_str() == "的" => format!("我的{rest}"),
        (Some(_), _) => format!("My{rest}"),
        (None, verb) => {
            let adverb = hit.name("adverb").map_or("", |a| a.as_str());
            format!("I{adverb} {}{rest}", first_form(verb.map_or("", |v| v.as_str())))
        }
    }
}

fn first_form(verb: &str) -> String {
    match verb {
        "is" => "am".into(),
        "isn't" => "am not".into(),
        "has" => "have".into(),
        "does" => "do".into(),
        "doesn't" | "doesn’t" => "don't".into(),
        "hasn't" | "hasn’t" => "haven't".into(),
        "goes" => "go".into(),
        "was" | "always" | "focus" | "discuss" => verb.into(),
        _ if verb.ends_with("ies") && verb.len() > 4 => format!("{}y", &verb[..verb.len() - 3]),
        _ if ["ses", "xes", "zes", "ches", "shes"].iter().any(|end| verb.ends_with(end)) && !verb.ends_with("uses") => {
            verb[..verb.len() - 2].into()
        }
        _ if verb.ends_with('s') && !verb.ends_with("ss") => verb[..verb.len() - 1].into(),
        _ => verb.into(),
    }
}

/// "need", "feed", "speed": no past in spite of their ending.
fn is_base_in_eed(verb: &str) -> bool {
    verb.ends_with("eed") && !matches!(verb, "agreed" | "disagreed" | "freed" | "guaranteed" | "refereed" | "decreed")
}

fn third_form(verb: &str) -> String {
    match verb {
        "am" => "is".into(),
        "have" => "has".into(),
        "do" => "does".into(),
        "don't" | "don’t" => "doesn't".into(),
        "haven't" | "haven’t" => "hasn't".into(),
        "go" => "goes".into(),
        "was" | "were" | "had" | "did" | "will" | "would" | "can" | "could" | "should" | "must" | "may" | "might"
        | "can't" | "can’t" | "cannot" | "won't" | "won’t" | "didn't" | "didn’t" | "couldn't" | "wouldn't"
        | "shouldn't" | "wasn't" | "and" | "or" | "got" | "met" | "broke" | "bought" | "went" | "saw" | "took"
        | "made" | "gave" | "left" | "lost" | "won" | "ran" | "came" | "told" | "said" | "found" | "felt" | "kept"
        | "sold" | "quit" | "put" | "sent" | "spent" | "wrote" | "grew" | "began" | "became" | "never" | "always" => {
            verb.into()
        }
        _ if verb.ends_with("ed") && !is_base_in_eed(verb) => verb.into(),
        _ if verb.ends_with('y')
            && !verb.ends_with("ay")
            && !verb.ends_with("ey")
            && !verb.ends_with("oy")
            && !verb.ends_with("uy") =>
        {
            format!("{}ies", &verb[..verb.len() - 1])
        }
        _ if ["s", "x", "z", "ch", "sh", "o"].iter().any(|e| verb.ends_with(e)) => {
            format!("{verb}es")
        }
        _ => format!("{verb}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_over_is_not_part_of_the_statement() {
        assert_eq!(third_person("Actually my favourite color is blue now"), "User's favourite color is blue now.");
        assert_eq!(third_person("No, by the way, I prefer tea"), "User prefers tea.");
        assert_eq!(third_person("So far I have two cats"), "So far User has two cats.");
        assert_eq!(third_person("I changed my mind, I drink coffee now"), "User drinks coffee now.");
        assert_eq!(third_person("OK"), "OK.");
        assert_eq!(third_person("i live in Oslo and i'm a baker"), "User lives in Oslo and User is a baker.");
        assert_eq!(third_person("I need to buy milk"), "User needs to buy milk.");
        assert_eq!(third_person("I agreed to that"), "User agreed to that.");
    }
}
