//! Ideas and kinds of things: what a general statement is about, and the names of ideas.

use std::ops::Range;
use std::sync::LazyLock;

use super::{Found, nouns, regex};
use crate::dates::TimeExpression;
use crate::pattern::Pattern as Regex;
use soulfile_vocabulary::EntityType;

/// A name that goes on with the noun of an idea: "Krebs cycle", "Meiji period", "LGTM stack".
pub(super) fn named(text: &str, label: &str, span: &Range<usize>) -> Option<Found> {
    // "Dijkstra's algorithm", "Moore's law".
    let owned =
        ["'s ", "’s ", "' ", "’ "].iter().find_map(|own| Some((text[span.end..].strip_prefix(own)?, own.len())));
    if let Some((rest, own)) = owned {
        let noun = rest.split(|c: char| !c.is_alphanumeric()).next()?;
        let end = span.end + own + noun.len();
        return matches!(
            noun,
            "law"
                | "laws"
                | "theorem"
                | "algorithm"
                | "paradox"
                | "conjecture"
                | "principle"
                | "razor"
                | "syndrome"
                | "disease"
                | "hypothesis"
                | "formula"
                | "equation"
                | "equations"
                | "constant"
                | "lemma"
                | "inequality"
        )
        .then(|| Found {
            name: text[span.start..end].to_owned(),
            kind: EntityType::Concept,
            span: span.start..end,
        });
    }
    let rest = text[span.end..].strip_prefix(' ')?;
    let noun = rest.split(|c: char| !c.is_alphanumeric() && c != '-').next().filter(|noun| nouns::ends_idea(noun))?;
    // "Heron test": what is done with something of the name is no idea.
    if matches!(noun, "test" | "tests" | "problem" | "problems" | "number" | "model" | "search" | "method")
        && super::known::is_tool(label)
    {
        return None;
    }
    let end = span.end + 1 + noun.len();
    Some(Found { name: text[span.start..end].to_owned(), kind: EntityType::Concept, span: span.start..end })
}

/// What the one idea of a statement is told to need, follow or belong to: "depend on coke", "built on a binary heap".
pub(super) fn object(text: &str, subject: &Found) -> Option<Found> {
    static OBJECT: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:depends? on|rel(?:y|ies) on|requires?|followed by|preceded by|precedes?|follows?|comes? (?:after|before)|part of|(?:kind|type|form|variant|subset|special case|example|branch) of|built (?:on top of|on|from)|based on|made (?:of|from)|derived from|contains?|consists? of|replaces?|supersedes?|superseded by|replaced by|uses?|an? (?:alternative|successor|precursor) to)\s+(?:an?\s+|the\s+)?((?:[a-z][\w-]+\s+){0,2}?[a-z][\w-]+)(?:[.,;]|$|\s(?:for|to|in|and|when|which|that|at|by|with|on|from|as|than|because|so|instead)\b)",
        )
    });
    let rest = &text[subject.span.end..];
    let noun = OBJECT.captures(rest)?.get(1)?;
    let first = noun.as_str().split(' ').next()?;
    if matches!(
        first,
        "its"
            | "their"
            | "his"
            | "her"
            | "my"
            | "our"
            | "your"
            | "it"
            | "them"
            | "this"
            | "that"
            | "these"
            | "those"
            | "no"
            | "all"
            | "some"
            | "any"
            | "more"
            | "less"
            | "two"
            | "three"
            | "what"
            | "how"
            | "being"
            | "many"
            | "much"
            | "several"
            | "one"
            | "each"
            | "every"
    ) {
        return None;
    }
    let start = subject.span.end + noun.start();
    Some(Found { name: noun.as_str().to_owned(), kind: EntityType::Concept, span: start..start + noun.as_str().len() })
}

/// A general statement with a verb that is in no list: what has the ending of one, behind a noun, before what it is
/// done to. "Cedar resists rot", "A dovetail joint resists being pulled".
fn unknown_verb(text: &str, times: &[TimeExpression]) -> Option<Found> {
    let (article, rest) = match text.strip_prefix("A ").or_else(|| text.strip_prefix("An ")) {
        Some(rest) => (text.len() - rest.len(), rest),
        None => (0, text),
    };
    // A thing set between marks is not the verb: "Blast furnaces, unlike arc furnaces, depend on coke".
    let head = rest.split([',', ';', '.', '(']).next()?;
    let words: Vec<&str> = head.split(' ').collect();
    if words.iter().take(3).skip(1).any(|word| word.starts_with(char::is_uppercase)) {
        return None;
    }
    let first = words.first()?.to_lowercase();
    let blocked = NOT_CONCEPTS.contains(&first.as_str())
        || first.ends_with("ly")
        || crate::tense::is_past_verb(&first) && article == 0 && !first.ends_with("ed")
        || [" my ", " our ", " me ", " us ", " I "].iter().any(|own| text.contains(own))
        || times.iter().any(|time| time.span.start < 20);
    if blocked {
        return None;
    }
    let plain = |word: &str| word.len() > 2 && word.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-');
    let verb = (1..words.len().min(5)).find(|at| {
        let (before, word) = (words[at - 1], words[*at]);
        plain(word)
            && plain(before)
            && word.ends_with('s')
            && !word.ends_with("ss")
            && !word.ends_with("us")
            && (!before.ends_with('s') || ["us", "ss", "is"].iter().any(|end| before.ends_with(end)))
            && words.len() > at + 1
            && !matches!(
                words[at + 1],
                "of" | "do"
                    | "don't"
                    | "can"
                    | "can't"
                    | "cannot"
                    | "will"
                    | "won't"
                    | "have"
                    | "haven't"
                    | "never"
                    | "always"
                    | "should"
                    | "must"
                    | "may"
                    | "might"
                    | "would"
                    | "could"
                    | "need"
                    | "is"
                    | "are"
                    | "was"
                    | "were"
                    | "and"
                    | "or"
                    | "at"
                    | "in"
                    | "on"
                    | "with"
                    | "for"
            )
    });
    let verb = match verb {
        Some(at) => at,
        // "Bees see …": many, and the form for many.
        None if article == 0
            && words.len() > 2
            && words[0].ends_with('s')
            && !words[0].ends_with("ss")
            && plain(words[1])
            && crate::claim::is_verb_of_one(&format!("{}s", words[1])) =>
        {
            1
        }
        // "Blast furnaces, unlike …, depend on coke."
        None if head.len() < rest.len()
            && words.len() <= 3
            && head.ends_with('s')
            && words.iter().all(|word| plain(word)) =>
        {
            static GOES_ON: LazyLock<Regex> = LazyLock::new(|| {
                regex(r"^, (?:unlike|like|as opposed to|in contrast to|just like|such as|especially|which|when)\b")
            });
            if !GOES_ON.is_match(&rest[head.len()..]) {
                return None;
            }
            words.len()
        }
        None => return None,
    };
    let name = words[..verb].join(" ");
    // "Sunniva lends out her van": somebody does it.
    let theirs = [" her ", " his ", " she ", " he ", " she'", " he'", " him "].iter().any(|word| text.contains(word));
    let doer = article == 0 && verb == 1 && (theirs || words.get(verb).is_some_and(|word| DOERS.contains(word)));
    let kind = if doer { EntityType::Person } else { EntityType::Concept };
    Some(Found { span: article..article + name.len(), name, kind })
}

/// Verbs of what somebody does, rather than something.
#[rustfmt::skip]
const DOERS: &[&str] = &[
    "bakes", "borrows", "breeds", "brews", "charges", "coaches", "collects", "commutes", "cooks", "cycles", "fishes", "gardens", "hikes", "hosts", "jogs", "juggles", "knits",
    "lends", "mends", "organises", "organizes", "paints", "repairs", "restores", "sails", "sells", "sews", "sings", "skates", "surfs", "swims", "tutors", "volunteers", "tunes", "translates", "brings", "swears", "refuses", "insists", "complains",
    "believes", "doubts", "trusts", "enjoys", "hopes", "wishes", "fears", "worries", "thinks", "knows", "says", "wears", "drinks", "smokes", "steers", "adores", "detests", "loathes",
];

/// Whether a verb for one is what somebody does, rather than something.
pub(super) fn is_done_by_somebody(verb: &str) -> bool {
    DOERS.contains(&verb)
}

/// Words that open a statement about nothing in general.
#[rustfmt::skip]
pub(super) const NOT_CONCEPTS: &[&str] = &[
    "i", "we", "you", "he", "she", "it", "they", "my", "our", "your", "his", "her", "their", "this", "that", "these", "those", "there", "here", "what", "who", "when", "where", "how", "why", "if", "always", "never", "please", "yesterday", "today", "tomorrow", "everyone", "someone", "nobody", "people", "both", "all", "some", "one", "each", "every", "no", "in", "on", "at", "for", "to", "from", "last", "next", "after", "before", "with", "by", "as", "since", "once", "while", "because", "of", "during", "without", "anything", "everything", "nothing", "something", "most", "many", "few", "several", "two", "three", "four", "five", "and", "but", "so", "also", "then", "fyi", "btw", "note", "mum", "dad", "mom", "grandma", "grandpa", "ask", "when", "not", "first",
];

/// The noun phrase that opens a general statement.
pub(super) fn subject(text: &str, times: &[TimeExpression]) -> Option<Found> {
    static SUBJECT: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(?:(?:In general|Generally|Note that|Remember that|FYI|Fact)[,:]?\s+|In (?:[a-z-]+ ){0,2}[a-z-]+, )?((?:An?|The)\s+)?([a-z\x80-\xff][\w\x80-\xff'-]*(?:\s+[a-z\x80-\xff][\w\x80-\xff'-]*){0,3}?)\s+(?:is|are|can|has|have|uses?|works?|means?|requires?|needs?|returns?|stores?|turns?|converts?|makes?|keeps?|lets?|allows?|helps?|guarantees?|depends?|grows?|lives?|contains?|consists?|provides?|reduces?|trades?|splits?|darkens?|lightens?|releases?|produces?|absorbs?|conducts?|compares?|solves?|runs?|relies|rely|maps?|describes?|measures?|prevents?|causes?|combines?|supports?|scales?|balances?|avoids?|cannot|never|always|do|does|will|tends?|refers?|encrypts?|sorts?|detects?|assigns?|states?|says?|holds?|gives?|takes?|replicates?|handles?|sends?|lasts?|ferments?|blooms?|belongs?|eats?|feeds?|was|were|must|should|may|only|often|usually|sits?)\b",
        )
    });
    // One word and a verb in -s before an article or particle: "Backpressure slows a …".
    static SINGLE: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(An? |The )?([a-z][\w-]{3,})\s+[a-z]+[a-rt-z]s\s+(?:an?|the|down|up|out|to|that|when|how|from|into|by|between|across|without|with|more|less|every|each|all|only|one|two|its|their)\b",
        )
    });
    let hit = SUBJECT.captures(text).or_else(|| SINGLE.captures(text));
    let Some(hit) = hit else { return unknown_verb(text, times) };
    let noun = hit.get(2)?;
    // "Merge sort is stable", "hash maps do": what looks like a verb is a noun, as a verb follows.
    let mut end = noun.end();
    let mut ahead = text[end..].split(' ').skip(1);
    if let (Some(word), Some(next)) = (ahead.next(), ahead.next())
        && is_finite(next)
        && !is_finite(word)
    {
        end += 1 + word.len();
    }
    let noun = noun.start()..end;
    let lower = text[noun.clone()].to_lowercase();
    let first = lower.split_whitespace().next()?;
    // "The greenhouse controller is", "the club secretary was": one of its kind, and not the kind.
    let definite = hit.get(1).is_some_and(|article| article.as_str().trim().eq_ignore_ascii_case("the"))
        || text[..noun.start].to_lowercase().ends_with("the ");
    let one = definite && !nouns::ends_idea(lower.split_whitespace().next_back()?);
    if one
        || lower.ends_with(" to")
        || lower.contains("'s")
        || NOT_CONCEPTS.contains(&first)
        || times.iter().any(|t| t.span.start < noun.end)
        || text.contains(" my ") && hit.get(1).is_some()
    {
        return None;
    }
    Some(Found { name: text[noun.clone()].to_owned(), kind: EntityType::Concept, span: noun })
}

/// Verbs that no noun looks like.
pub(super) fn is_finite(word: &str) -> bool {
    matches!(
        word,
        "is" | "are"
            | "was"
            | "were"
            | "has"
            | "have"
            | "had"
            | "do"
            | "does"
            | "can"
            | "cannot"
            | "will"
            | "needs"
            | "requires"
            | "must"
            | "should"
            | "may"
            | "never"
            | "always"
            | "usually"
    ) || word.ends_with("n't")
}
