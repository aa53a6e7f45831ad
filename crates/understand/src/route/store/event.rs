//! Whether a memory tells of something that happened: the main verb, who it is of, and how near a time it is bound to.

use std::sync::LazyLock;

use super::words::{self, Subject, When};
use crate::dates::TimeExpression;
use crate::pattern::Pattern as Regex;
use crate::word_table::WordSet;

/// Past verbs that tell how things were, or made something that is still there: no event without a day.
const LASTING: &str = "
    was were had used lived worked studied grew knew loved liked hated disliked preferred believed thought meant wanted
    owned belonged stood lay contained consisted served wrote built founded invented designed developed created replaced superseded
    inherited named called taught led became based born raised educated trained cost weighed looked felt seemed spoke
    composed authored painted established succeeded preceded followed originated stemmed needed understood remained stayed
    got kept held ran came comprised included featured introduced resulted depended housed hosted dated came married
    discovered described defined formed proved inspired influenced spanned covered ruled reigned fought
";

/// Past verbs that tell of one thing that happened, whoever did it.
const HAPPENING: &str = "
    happened accepted adjourned admitted announced apologised apologized approved argued arrived asked bit blew booked borrowed bought broke
    burst called cancelled canceled chose closed collapsed complained confirmed crashed declined decided delivered denied died dropped emailed
    escaped exploded failed fainted fell finished fired fixed flooded forgot hired invited kicked killed landed launched
    left lent lost mailed messaged missed moved offered ordered overslept paid passed phoned picked postponed promised proposed punctured
    quit raised rang reached received rejected released repaired reported rescheduled resigned returned said scored sent
    shipped showed shut signed slipped snapped sold spilled spilt spoke started stole stopped submitted texted threw told tore
    tripped turned upgraded visited voted warned went withdrew woke won
";

static LASTS: LazyLock<WordSet> = LazyLock::new(|| LASTING.split_whitespace().collect());
static HAPPENS: LazyLock<WordSet> = LazyLock::new(|| HAPPENING.split_whitespace().collect());

/// Words that bind what is told to the moment, without naming a day.
static JUST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:just now|just|finally|at last|recently|earlier|the other (?:day|night|week|morning|evening|weekend)|a (?:little )?while (?:ago|back)|moments? ago|not long ago|on the way (?:home|back)|at (?:lunch|breakfast|dinner|the (?:meeting|party|game|match|station|airport|market|clinic|interview|wedding|funeral|concert))|for the first time|overnight|in the end)\b",
    )
});

/// Choices that were made.
static DECISION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:decided|agreed (?:to|that|on|with)|(?:settled|landed) on|chose|(?:'ve|have|has|was|were) chosen|opted|concluded that|made the decision|resolved to|voted|called off|ruled out|turned down|signed off|went with|going with|settled it|plumped for|made up (?:my|our|her|his|their) minds?|picked .{1,40} over)\b|决定|商定|敲定|一致同意|拍板|约好|定了|说好|选定了?",
    )
});

/// How near a time a text is bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Bound {
    None,
    /// A year or more.
    Long,
    /// A weekday or an hour, which may come again.
    Weak,
    /// A season, a month.
    Month,
    /// Days.
    Days,
}

/// The nearest time a text is bound to.
pub(super) fn bound(text: &str, times: &[TimeExpression]) -> Bound {
    let of = |time: &TimeExpression| {
        if time.weak {
            return Bound::Weak;
        }
        let days = time.range.start.date().until(time.range.end.date()).map_or(0, |span| span.get_days());
        match days {
            0..=10 => Bound::Days,
            11..=100 => Bound::Month,
            _ => Bound::Long,
        }
    };
    // "Within a day" tells how long it may take.
    let lasts = |time: &&TimeExpression| {
        text.get(time.span.start..time.span.start + 6).is_some_and(|word| word.eq_ignore_ascii_case("within"))
    };
    // "The Sunday market": every Sunday's.
    let names = |time: &&TimeExpression| {
        let before = text[..time.span.start].to_ascii_lowercase();
        time.weak && ["the ", "our ", "my ", "every ", "each ", "a "].iter().any(|word| before.ends_with(word))
    };
    times.iter().filter(|time| !lasts(time) && !names(time)).map(of).max().unwrap_or(Bound::None)
}

pub(super) fn is_decision(text: &str) -> bool {
    DECISION.is_match(text)
}

/// A note of a day: "3 May: fence done", "12/09/2025 – spoke with the school".
pub(super) fn is_log(text: &str, times: &[TimeExpression]) -> bool {
    times.first().is_some_and(|time| {
        let after = text[time.span.end..].trim_start();
        !time.weak
            && text[..time.span.start].trim().is_empty()
            && (after.starts_with([':', '–', '—', '：']) || after.starts_with("- "))
    })
}

/// A day and no verb at all: "Eleven piglets last night".
pub(super) fn is_note(text: &str, bound: Bound) -> bool {
    bound == Bound::Days && !soulfile_text::script::has_han(text) && words::main_verb(text).is_none()
}

/// Whether the text tells of an event.
pub(super) fn is_event(text: &str, lead: &str, bound: Bound) -> bool {
    if soulfile_text::script::has_han(text) {
        return chinese(text, bound);
    }
    let mut sentences = soulfile_text::sentences::split(text).into_iter().map(|sentence| &text[sentence.span]);
    sentences.any(|sentence| tells_event(sentence, lead, bound))
        || text.contains([';', ':']) && text.split([';', ':']).any(|part| tells_event(part, lead, bound))
}

fn tells_event(sentence: &str, lead: &str, bound: Bound) -> bool {
    // A day that opens the sentence has its own words.
    let rest = sentence.strip_prefix(lead).unwrap_or(sentence).trim_start_matches([',', ' ', ':']);
    let Some(verb) = words::main_verb(rest).or_else(|| words::main_verb(sentence)) else {
        return false;
    };
    let word = verb.word.as_str();
    let just = JUST.is_match(sentence);
    let told = match verb.when {
        When::Present => return false,
        When::Perfect => {
            static HOLDS: LazyLock<Regex> = LazyLock::new(|| {
                Regex::new(
                    r"\b(?:for (?:the (?:last|past) )?(?:\w+ )?(?:years?|months?|weeks?|decades?|ages|long|a while|most of)|since|always|never|been|known|had)\b",
                )
            });
            return !HOLDS.is_match(sentence) && (verb.subject != Subject::Other || just || bound >= Bound::Weak);
        }
        When::Past => word,
    };
    // "I never learned to drive" is how things are.
    if bound == Bound::None
        && verb.subject == Subject::I
        && words::of(sentence).any(|word| word.eq_ignore_ascii_case("never"))
    {
        return false;
    }
    if is_being(sentence) {
        return bound == Bound::Days;
    }
    // "Came home", "went well": how one thing ended.
    let ended = matches!(told, "came" | "went" | "got" | "ran")
        && matches!(
            verb.next.as_str(),
            "home"
                | "back"
                | "by"
                | "round"
                | "over"
                | "well"
                | "wrong"
                | "badly"
                | "off"
                | "out"
                | "missing"
                | "down"
                | "away"
                | "in"
                | "lost"
                | "stuck"
                | "aground"
                | "into"
        );
    let told = if ended { "happened" } else { told };
    let lasts = LASTS.contains(told) && !verb.passive || verb.passive && makes(told);
    match (bound, verb.subject) {
        (Bound::Days | Bound::Weak, _) => true,
        (Bound::Month, _) => !(lasts && verb.passive),
        (Bound::Long, Subject::Other) => !lasts && HAPPENS.contains(told),
        (Bound::Long, _) => !lasts || matches!(told, "got" | "ran" | "married" | "had" | "came"),
        (Bound::None, Subject::Dropped) => true,
        (Bound::None, Subject::I | Subject::We) => {
            just || !lasts || matches!(told, "had" | "got" | "ran" | "spoke" | "came")
        }
        (Bound::None, Subject::Other) => {
            just && !lasts
                || HAPPENS.contains(told) && (!verb.passive && in_a_story(sentence, told) || is_near(rest))
                || speaker_acts(sentence)
        }
    }
}

/// Whether what was done is still there: "was built", "was written".
fn makes(word: &str) -> bool {
    matches!(
        word,
        "founded"
            | "built"
            | "invented"
            | "designed"
            | "written"
            | "created"
            | "named"
            | "established"
            | "discovered"
            | "developed"
            | "born"
            | "made"
            | "raised"
            | "superseded"
            | "replaced"
            | "called"
            | "painted"
            | "composed"
            | "preceded"
            | "followed"
            | "based"
            | "used"
            | "known"
            | "published"
            | "introduced"
            | "succeeded"
            | "adopted"
            | "trained"
            | "led"
    )
}

/// Whether the subject is something at hand, and no name: "the cat", "my flight", "Dad".
fn is_near(sentence: &str) -> bool {
    let first = words::of(sentence).next().unwrap_or_default().to_lowercase();
    let named = words::of(sentence).nth(1).is_some_and(|word| word.starts_with(char::is_uppercase));
    matches!(first.as_str(), "my" | "our")
        || matches!(first.as_str(), "the" | "one" | "two" | "three") && !named
        || matches!(first.trim_end_matches("'s").trim_end_matches("’s"), "dad" | "mum" | "mom" | "grandma" | "grandpa")
}

/// Whether the speaker did something in a later clause: "…, so I took the train".
fn speaker_acts(sentence: &str) -> bool {
    [" so i ", " and i ", ", i ", " so we ", " and we ", ", we ", " but i ", " but we "].iter().any(|joint| {
        let lower = sentence.to_ascii_lowercase();
        lower.find(joint).is_some_and(|at| {
            let verb = words::main_verb(&sentence[at + joint.len() - 2 - usize::from(joint.ends_with("we "))..]);
            verb.is_some_and(|verb| verb.when == When::Past && !LASTS.contains(verb.word.as_str()))
        })
    })
}

/// Whether somebody else's deed is told as news: it touched the speaker, or somebody said something.
fn in_a_story(sentence: &str, verb: &str) -> bool {
    static NEAR: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"\b(?:me|us|my|our|again|the (?:vet|doctor|client|landlord|plumber|court|judge|board|teacher|nurse|bank|school|customer|supplier|contractor|dentist))\b",
        )
    });
    matches!(
        verb,
        "said"
            | "told"
            | "asked"
            | "called"
            | "emailed"
            | "texted"
            | "phoned"
            | "confirmed"
            | "announced"
            | "promised"
            | "crashed"
            | "died"
            | "cancelled"
            | "apologised"
            | "apologized"
            | "quit"
            | "resigned"
            | "messaged"
            | "rang"
    ) || NEAR.is_match(sentence)
}

/// "I was born in", "we've lived": past in form, timeless in fact.
pub(super) fn is_being(text: &str) -> bool {
    static BEING: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"\b(?:was|were) born\b|\bgrew up\b|\bused to \w+|\bstudied (?:at|in)\b|\b(?:was|were) (?:founded|built|invented|designed|written|created|named|established|discovered|developed)\b|出生|毕业于|从小",
        )
    });
    BEING.is_match(text)
}

/// Chinese: 了 or 过 behind a verb, or a day that is over and no lasting state.
fn chinese(text: &str, bound: Bound) -> bool {
    static DONE: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?:了|过)(?:[。，！；]|$|[\p{Han}0-9A-Za-z]{1,6}[。，！]?$)"));
    static DID: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"[\p{Han}](?:了|过|完|到了)|第一次|开会|聚餐|出发|签|见到"));
    static STATE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"是[\p{Han}]{1,6}(?:的)?[。]?$|生日|岁|每(?:天|周|月|年|次|个)|属于|叫做|喜欢|目标|重点|出生|毕业于|从小|一直|打算",
        )
    });
    static AHEAD: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"明天|后天|下周|下个?月|明年|将|打算|计划"));
    // 过 in these words is no sign of the past.
    let mut plain = text.to_owned();
    for word in ["过敏", "过期", "过去", "经过", "通过", "超过", "不过", "过程", "过滤", "过年", "过夜", "难过"]
    {
        plain = plain.replace(word, "某");
    }
    let text = plain.as_str();
    let state = STATE.is_match(text);
    match bound {
        Bound::Days => !state || DONE.is_match(text),
        Bound::Weak | Bound::Month | Bound::Long => DID.is_match(text) && !state && !AHEAD.is_match(text),
        Bound::None => {
            !state
                && (DONE.is_match(text) && text.starts_with('我')
                    || ["刚刚", "刚才", "方才"].iter().any(|word| text.contains(word)))
        }
    }
}
