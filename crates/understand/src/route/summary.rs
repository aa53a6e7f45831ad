//! Turns what the user said into a statement about them: "I like tea" becomes "User likes tea."

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::store::words::{self, Subject, Verb, When};
use crate::pattern::Pattern;
use crate::tense;
use soulfile_text::lang::Lang;
use soulfile_text::script::has_han;

/// Rewrites `content` in the third person, without requests to keep it.
pub(super) fn third_person(content: &str) -> String {
    let said = content.trim();
    let said = super::keeping::kept(said).map_or(said, |kept| &said[kept]);
    let trimmed = without_request(without_lead(said.trim()));
    let text = match Lang::of(trimmed) {
        Lang::En => english(&with_subject(trimmed)),
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
    const ENGLISH: &str = r"(?:actually|oh|btw|by the way|hey|ok|okay|um|anyway|fyi)\b[,:.!]?\s+|(?:no|yes|well|so|also|and|right|sorry|wait|no wait|oh wait|correction|my mistake|my bad|i mean|i meant|scratch that|(?:i|i['’]ve|i have|we|we['’]ve) changed (?:my|our) minds?)[,:;!.]\s+";
    static LEAD: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(&format!("^(?:{ENGLISH})+")));
    static MIXED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(&format!(r"(?i)^(?:{ENGLISH}|(?:不对|不是|错了|说错了|我说错了|记错了|我记错了|我改主意了|我改变主意了|更正|更正一下|纠正一下|对了|哦|啊|抱歉|不好意思)[，,：:！!。]\s*|其实[，,]?)+"))
        .expect("valid pattern")
    });
    // "yes I moved", "no my name is": said without a comma, the word still only answers.
    static ANSWER: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(
            r"^(?:yes|yeah|yep|yup|no|nope|well|right|sure|sorry|so|but|and) (?P<rest>(?:i|i['’]\w+|my|we|our)\s)",
        )
    });
    let lead = match has_han(text) {
        true => MIXED.find(text).map(|hit| hit.end()),
        false => LEAD.find(text).map(|hit| hit.end()),
    };
    let mut rest = &text[lead.filter(|end| *end < text.len()).unwrap_or(0)..];
    if let Some(said) = ANSWER.captures(rest).and_then(|hit| hit.name("rest")) {
        rest = &rest[said.start()..];
    }
    rest
}

/// "Pin this forever: …", "Put in the vault: …", "Remember that …".
fn without_request(text: &str) -> &str {
    static REQUEST: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(
            r"^(?:please |pls )?(?:(?:pin|keep|put|store|save|never|remember|note|lock|add|file|record|vault|don['’]t (?:ever )?(?:forget|lose))\b[^:：.]{0,60}[:：]\s*|(?:please )?(?:remember|note|keep in mind|don['’]t forget) that\s+|for (?:future reference|the record)[,:]\s*)|^(?:please |pls )?(?:永久|永远)[^：:，]{0,12}[：:，]\s*",
        )
    });
    match REQUEST.find(text) {
        Some(hit) if hit.end() < text.len() => &text[hit.end()..],
        _ => text,
    }
}

/// "Sold the van": who tells it did it.
fn with_subject(text: &str) -> Cow<'_, str> {
    let first = words::of(text).next().unwrap_or_default();
    let lower = first.to_lowercase();
    let leads =
        tense::is_past_verb(&lower) || matches!(lower.as_str(), "finally" | "just" | "also" | "already" | "recently");
    // Most texts begin otherwise, and it takes long to find the verb of one.
    if !text.starts_with(first) || !leads && !tense::is_unchanged(&lower) {
        return Cow::Borrowed(text);
    }
    let is_own = |verb: &Verb| {
        verb.subject == Subject::Dropped && verb.when == When::Past && (leads || first.eq_ignore_ascii_case(&verb.word))
    };
    let mut rest = text.chars();
    match rest.next().filter(|_| words::main_verb(text).is_some_and(|verb| is_own(&verb))) {
        Some(capital) => Cow::Owned(format!("I {}{}", capital.to_lowercase(), rest.as_str())),
        None => Cow::Borrowed(text),
    }
}

/// Words between a subject and its verb.
const ADVERB: &str = "also|really|always|never|usually|often|still|just|only|generally|mostly|already|sometimes|normally|even|ever|almost|now|then|once|soon|later|first|rather|both|too|not|currently";

/// Verbs with the ending of an adverb.
const LY_VERBS: &[&str] = &[
    "ally", "apply", "bully", "comply", "fly", "imply", "misapply", "multiply", "rally", "rely", "reply", "supply",
    "tally",
];

fn english(text: &str) -> String {
    let says_own = |word: &str| ["i", "me", "my", "mine", "myself"].iter().any(|own| word.eq_ignore_ascii_case(own));
    if !text.split(|c: char| !c.is_alphabetic()).any(says_own) {
        return text.to_owned();
    }
    static CONTRACTION: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?i)\bi['’](m|ve|d|ll)\b").expect("valid pattern"));
    static VERB: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(&format!(r"\bI((?:\s+(?:{ADVERB}|myself|[a-z]+ly))*)\s+([a-z]+(?:['’]t)?)\b"))
            .expect("valid pattern")
    });
    // Typed in a hurry: "i work at …".
    static SMALL: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(^|[\s,;(])i([\s,;)'’]|$)").expect("valid pattern"));
    let text = &SMALL.replace_all(text, "${1}I${2}")[..];
    let text = CONTRACTION.replace_all(text, |c: &Captures<'_>| {
        let whole = c.get(0).expect("group 0 always matches");
        match &c[1].to_lowercase()[..] {
            "m" => "User is",
            "ve" if is_one_of_several(&text[..whole.start()]) => "User have",
            "ve" => "User has",
            "d" if tells_earlier(&text[whole.end()..]) => "User had",
            "d" => "User would",
            _ => "User will",
        }
        .to_owned()
    });
    let said = text.clone();
    let text = VERB.replace_all(&said, |c: &Captures<'_>| {
        let at = |group: usize| c.get(group).expect("both groups always match");
        let (adverbs, verb) = (at(1).as_str(), at(2).as_str());
        // "I rely on", "I fly to": the verb only looks like an adverb.
        if let Some(kept) = adverbs.split_whitespace().next_back().filter(|word| LY_VERBS.contains(word)) {
            let lead = &adverbs[..adverbs.len() - kept.len()];
            return format!("User{lead}{} {verb}", third_form(kept));
        }
        let form = if is_one_of_several(&said[..at(0).start()]) || tells_past(verb, adverbs, &said[at(2).end()..]) {
            verb.to_owned()
        } else {
            third_form(verb)
        };
        format!("User{adverbs} {form}")
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
        Regex::new(&format!(r"^(?:The user|User|用户)(?:(?P<own>['’]s\b|的)|(?P<adverb>(?:\s+(?:{ADVERB}))*)\s+(?P<verb>[a-z]+(?:['’]t)?)\b)")).expect("valid pattern")
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

/// Whether "I" ends a subject of several: "Kai and I". Two clauses, "It rained and I slept", are none.
fn is_one_of_several(before: &str) -> bool {
    static SEVERAL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?:^|[.,;:!?]\s+|\b(?:that|because|when|if|while|so|but|where|since|after|before|and|today|yesterday)\s+)(?:(?:[A-Z][\w'’-]*|(?:[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er)(?:\s+[\w'’-]+)?\s+(?P<noun>[\w'’-]+)|you|he|she|they)(?:,\s+|,?\s+and\s+|\s+)){1,3}$")
            .expect("valid pattern")
    });
    let joined = before.trim_end().ends_with(" and") && before.ends_with(' ');
    joined
        && SEVERAL.captures(before).is_some_and(|hit| {
            let noun = hit.name("noun").map_or("", |noun| noun.as_str());
            let owned = hit[0].split_whitespace().filter(|word| *word != "and").count();
            // "My dog barks and I …" has a verb of its own.
            owned < 3 || !(noun.ends_with('s') || tense::is_past_verb(noun)) || noun.starts_with(char::is_uppercase)
        })
}

/// "I'd bought it": what stands after is no infinitive.
fn tells_earlier(after: &str) -> bool {
    let mut words = after.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphabetic()));
    let word = words.find(|word| !ADVERB.split('|').any(|adverb| adverb == *word)).unwrap_or_default();
    tense::is_past_verb(word) || matches!(word, "been" | "gone" | "done" | "seen" | "known" | "taken" | "written")
}

/// Whether a verb that has one form for all times is told of the past: by the time, or by a verb beside it.
fn tells_past(verb: &str, adverbs: &str, after: &str) -> bool {
    static WHEN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:yesterday|ago|last (?:night|week|weekend|month|year|spring|summer|autumn|fall|winter|time|\w+day|january|february|march|april|may|june|july|august|september|october|november|december)|this morning|earlier|once|the other day|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|in (?:january|february|march|april|may|june|july|august|september|october|november|december|(?:19|20)\d\d)|as a (?:child|kid|boy|girl|teenager|student)|when i was|at school)\b|\b(?:and|then|but|before|after) (?:then |i |also |just |it )*(?P<next>[a-z]+)").expect("valid pattern")
    });
    static HABIT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:every|each|always|usually|normally|often|sometimes|never|daily|weekly|whenever|tomorrow|tonight|\w+days)\b")
            .expect("valid pattern")
    });
    if !tense::is_unchanged(verb) {
        return false;
    }
    if adverbs.contains("already") || adverbs.contains("just") {
        return true;
    }
    let sentence = after.split(['.', '!', '?', ';']).next().unwrap_or_default();
    if HABIT.is_match(adverbs) || HABIT.is_match(sentence) {
        return false;
    }
    // What is over in a moment is told when it is done.
    matches!(verb, "quit" | "put" | "hit" | "hurt" | "split" | "burst")
        || WHEN.captures_iter(sentence).any(|hit| hit.name("next").is_none_or(|next| tense::is_past(next.as_str())))
}

/// Modal verbs, which have one form, and words that stand after a subject without being its verb.
fn is_no_verb(word: &str) -> bool {
    #[rustfmt::skip]
    const WORDS: &[&str] = &[
        "will", "would", "can", "can't", "can’t", "cannot", "could", "should", "must", "may", "might", "shall", "ought", "are", "is",
        "and", "or", "but", "nor", "in", "on", "at", "of", "to", "for", "with", "from", "as", "by", "who", "that", "if", "when", "than", "because", "while", "so", "the", "a", "an", "my", "never", "always",
    ];
    WORDS.contains(&word)
}

fn third_form(verb: &str) -> String {
    match verb {
        "am" => "is".into(),
        "have" => "has".into(),
        "do" => "does".into(),
        "don't" | "don’t" => "doesn't".into(),
        "haven't" | "haven’t" => "hasn't".into(),
        "go" => "goes".into(),
        "aren't" | "aren’t" => "isn't".into(),
        _ if verb.ends_with("n't") || verb.ends_with("n’t") || is_no_verb(verb) => verb.into(),
        _ if tense::is_past_verb(verb) || matches!(verb, "been" | "gone" | "done" | "seen") => verb.into(),
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

    #[test]
    fn a_verb_takes_the_ending_its_subject_and_tense_ask_for() {
        for (said, kept) in [
            ("I paid the rent", "User paid the rent."),
            ("I understood the joke", "User understood the joke."),
            ("I taught maths and I felt good", "User taught maths and User felt good."),
            ("I hadn't known", "User hadn't known."),
            ("I mustn't eat nuts", "User mustn't eat nuts."),
            ("Kai and I are building a boat", "Kai and User are building a boat."),
            ("My wife and I live in Graz", "User's wife and User live in Graz."),
            ("Kai and I've known each other for years", "Kai and User have known each other for years."),
            ("My dog barks and I hate it", "User's dog barks and User hates it."),
            ("It rained and I like rain", "It rained and User likes rain."),
            ("I myself prefer tea", "User themselves prefers tea."),
            ("I absolutely love tea", "User absolutely loves tea."),
            ("I rely on my bike", "User relies on their bike."),
            ("I'd already bought it", "User had already bought it."),
            ("I'd like a dog", "User would like a dog."),
            ("I read Dune and loved it", "User read Dune and loved it."),
            ("I read two books a week", "User reads two books a week."),
            ("I cut my hair yesterday", "User cut their hair yesterday."),
            ("I cut my own hair", "User cuts their own hair."),
            ("I set the alarm last night", "User set the alarm last night."),
            ("I set the alarm every night", "User sets the alarm every night."),
            ("I let the cat out two hours ago", "User let the cat out two hours ago."),
            ("I shut the shop in March", "User shut the shop in March."),
            ("I spread the news and then slept", "User spread the news and then slept."),
            ("I quit smoking", "User quit smoking."),
            ("I put sugar in tea every day", "User puts sugar in tea every day."),
        ] {
            assert_eq!(third_person(said), kept, "{said}");
        }
    }
}
