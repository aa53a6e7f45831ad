//! What a memory is about: names and their types, from shape and from the words around them.

mod chinese;
mod concepts;
mod kind;
mod nouns;
mod relabel;
mod stuff;

use std::ops::Range;
use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

use super::gazetteer as known;
use crate::dates::TimeExpression;
use crate::names;
use crate::word_table::WordSet;
use soulfile_text::lang::Lang;
use soulfile_vocabulary::EntityType;

/// A name found in the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub name: String,
    pub kind: EntityType,
    pub span: Range<usize>,
}

fn regex(source: &str) -> Regex {
    Regex::new(source)
}

pub(super) fn find(text: &str, times: &[TimeExpression]) -> Vec<Found> {
    let mut out: Vec<Found> = Vec::new();
    let in_time = |span: &Range<usize>| times.iter().any(|t| t.span.start < span.end && span.start < t.span.end);
    for name in names::find(text) {
        if in_time(&name.span) && !known::is_given_name(&text[name.span.clone()]) {
            continue;
        }
        let raw = &text[name.span.clone()];
        let (label, span) = without_type_word(raw, name.span.clone());
        let told = label.len() != raw.len();
        if label.is_empty() || !told && opens_like_a_word(text, &label, &span, name.opens_sentence) {
            continue;
        }
        if let Some(idea) = concepts::named(text, &label, &span) {
            push(&mut out, idea);
            continue;
        }
        let kind = kind::of(text, &label, &span, raw);
        // "The TLS keys": what sort of keys, and nothing of its own.
        if kind == EntityType::Concept && qualifies(text, &span) {
            continue;
        }
        push(&mut out, Found { name: label, kind, span });
    }
    for found in lower_case_tools(text) {
        push(&mut out, found);
    }
    if Lang::of(text) == Lang::Zh || soulfile_text::script::has_han(text) {
        for found in chinese::find(text) {
            push(&mut out, found);
        }
    }
    if !out.iter().any(|e| e.span.start < 3) && Lang::of(text) == Lang::En {
        // A general statement is about its subject: "Bloom filters can …".
        if let Some(found) = concepts::subject(text, times) {
            push(&mut out, found);
        }
    }
    if let [only] = &out[..]
        && only.kind == EntityType::Concept
        && let Some(found) = concepts::object(text, only).or_else(|| stuff::contrast(text, only))
    {
        push(&mut out, found);
    }
    if let [only] = &out[..]
        && only.kind == EntityType::Person
        && let Some(found) = stuff::liked(text, only)
    {
        push(&mut out, found);
    }
    out.sort_by_key(|e| e.span.start);
    relabel::by_neighbours(text, &mut out);
    // "Hemlock and Foxglove are part of": so is what is listed before.
    for i in (1..out.len()).rev() {
        let between = text[out[i - 1].span.end..out[i].span.start].trim();
        if relabel::is_guess(&out[i - 1])
            && !relabel::is_guess(&out[i])
            && matches!(between, "and" | "," | ", and" | "or" | "&")
        {
            out[i - 1].kind = out[i].kind;
        }
    }
    // "contains Kestrel and Osprey": what is listed together is of one kind.
    for i in 1..out.len() {
        let between = text[out[i - 1].span.end..out[i].span.start].trim();
        let guessed =
            out[i].kind == EntityType::Person && !out[i].name.contains(' ') && !known::is_given_name(&out[i].name);
        if guessed && matches!(between, "and" | "," | ", and" | "or" | "&") {
            out[i].kind = out[i - 1].kind;
        }
    }
    out
}

/// How long the adverbs are that stand between a subject and its verb: "once", "still".
fn adverbs(rest: &str) -> usize {
    let mut at = 0;
    while let Some(word) = rest[at..].strip_prefix(' ').and_then(|rest| rest.split(' ').next())
        && matches!(
            word,
            "once"
                | "also"
                | "still"
                | "now"
                | "never"
                | "always"
                | "often"
                | "usually"
                | "just"
                | "recently"
                | "only"
                | "really"
                | "sometimes"
                | "rarely"
        )
    {
        at += 1 + word.len();
    }
    at
}

/// "Rurik pinned the list": a past form, and what it was done to.
fn is_past_before_object(rest: &str) -> bool {
    let mut words = rest.split_whitespace();
    let past = words.next().is_some_and(crate::tense::is_past);
    past && words.next().is_some_and(|word| {
        crate::tense::is_determiner(word)
            || matches!(
                word,
                "me" | "us"
                    | "to"
                    | "for"
                    | "with"
                    | "in"
                    | "at"
                    | "on"
                    | "from"
                    | "into"
                    | "up"
                    | "out"
                    | "off"
                    | "back"
                    | "all"
                    | "two"
                    | "three"
            )
    })
}

/// Whether a name in capitals only tells the sort of what follows: "the TLS keys".
fn qualifies(text: &str, span: &Range<usize>) -> bool {
    let noun = text[span.end..].strip_prefix(' ').map_or("", |rest| rest.split([' ', '.', ',']).next().unwrap_or(""));
    let the = ["the ", "its ", "their ", "our ", "my "].iter().any(|word| text[..span.start].ends_with(word));
    the && noun.len() > 3
        && noun.ends_with('s')
        && noun.bytes().all(|b| b.is_ascii_lowercase())
        && !crate::claim::is_verb_of_one(noun)
}

/// Whether a common noun in lower case is for somebody: "bookkeeper", "aunt".
pub(super) fn is_person_noun(noun: &str) -> bool {
    nouns::kind(noun) == Some(EntityType::Person)
}

/// Whether a word is a title before somebody's name.
pub(super) fn is_title(word: &str) -> bool {
    nouns::is_title(word)
}

fn push(out: &mut Vec<Found>, found: Found) {
    let overlaps = out.iter().any(|e| e.span.start < found.span.end && found.span.start < e.span.end);
    let again = out.iter().any(|e| {
        e.name.eq_ignore_ascii_case(&found.name)
            || e.kind == EntityType::Person && e.name.split(' ').next() == Some(&found.name)
    });
    if !overlaps && !again {
        out.push(found);
    }
}

/// "Project Linnet" is called Linnet; "the Heron team" Heron.
fn without_type_word(raw: &str, span: Range<usize>) -> (String, Range<usize>) {
    for word in ["Project ", "Operation ", "Team ", "Sprint "] {
        if let Some(rest) = raw.strip_prefix(word)
            && !rest.is_empty()
        {
            return (rest.to_owned(), span.start + word.len()..span.end);
        }
    }
    for word in [" API", " SDK", " CLI", " App", " Project", " Team", " Initiative", " Programme"] {
        if let Some(rest) = raw.strip_suffix(word)
            && !rest.is_empty()
        {
            return (rest.to_owned(), span.start..span.end - word.len());
        }
    }
    // "Dr Okafor", "Judge Halloran"; but "Coach House", "Captain Street" are places.
    if let Some((first, rest)) = raw.split_once(' ')
        && nouns::is_title(first)
        && nouns::by_head(raw).is_none()
    {
        return (rest.to_owned(), span.start + first.len() + 1..span.end);
    }
    (raw.to_owned(), span)
}

/// A single capitalised word that opens a sentence is often just a word.
fn opens_like_a_word(text: &str, label: &str, span: &Range<usize>, opens: bool) -> bool {
    if !opens || label.contains(' ') || label.chars().skip(1).any(char::is_uppercase) {
        return false;
    }
    if known::is_given_name(label) || known::is_place(label) || known::is_tool(label) || known::is_concept(label) {
        return false;
    }
    static AFTER_NAME: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)^(?:['’]s\b|,?\s+(?:is|was|are|has|uses?|lives|works|develops|leads|likes|loves|hates|prefers|avoids|depends|runs|owns|maintains|manages|plays|speaks|replaced|replaces|supersedes|contains|consists|requires|belongs|comprises|became|took|teaches|hosts|has|had|can['’]t|cannot|won['’]t|isn['’]t|wasn['’]t|hasn['’]t|would|could|should|must|grew|got|went|gave|found|teaches|studies|reports|moved|joined|married|supports|relies|and|needs|can|does|doesn['’]t|lies|sits|built|builds|wrote|writes|created|hosts|comes|follows|precedes|includes|dislikes|knows|met|said|told|will|stands|means|helps|allows|provides|causes|converts|turns|makes|keeps|handles|ships|exports|reads|stores|sends))\b",
        )
    });
    // A verb-like opener followed by an object is an imperative: "Pin this", "Water the plants".
    let rest = &text[span.end..];
    let rest = &rest[adverbs(rest)..];
    let next = rest.split_whitespace().next().unwrap_or("").trim_end_matches([',', '.', '!', ';', ':']);
    // "Legs are tired": several of a thing, and no name.
    if label.ends_with('s') && matches!(next, "are" | "were" | "have" | "do" | "can") {
        return true;
    }
    // "Pebble slipped": whoever opens a sentence and does something, unless it is a thing people have ("Rent went up").
    let does = rest.starts_with(' ')
        && (crate::claim::is_verb_of_one(next) || concepts::is_done_by_somebody(next) || is_past_before_object(rest))
        && !crate::claim::is_attribute(label);
    // "Ansel mentors Priyanka": a verb for one, and another name.
    let mut ahead = rest.split_whitespace();
    let acts = ahead.next().is_some_and(|verb| {
        verb.len() > 3 && verb.ends_with('s') && !verb.ends_with("ss") && verb.bytes().all(|b| b.is_ascii_lowercase())
    }) && !label.ends_with('s')
        && ahead.next().is_some_and(|name| name.starts_with(char::is_uppercase) && !crate::claim::is_attribute(label));
    let does = does || acts;
    // "Caspian, my brother, …": who is told of right away is called by name; "Meanwhile, the …" is not.
    static APPOSED: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^ from [a-z]+ [a-z]+s\b|^, (?:(?:the|my|our|an?|his|her|their|[\w-]+['’]s) [\w' -]{2,50},|who\b|which\b|aged \d)",
        )
    });
    let adverb = label.ends_with("ly")
        || matches!(
            label,
            "Meanwhile"
                | "However"
                | "Afterwards"
                | "Anyway"
                | "Overall"
                | "Otherwise"
                | "Still"
                | "Besides"
                | "Instead"
                | "Therefore"
        );
    !does && !AFTER_NAME.is_match(rest) && (adverb || !APPOSED.is_match(rest))
}

/// Tools people write without a capital: docker, nginx, esbuild.
fn lower_case_tools(text: &str) -> Vec<Found> {
    const TOO_COMMON: &str = "
        go make r c word edge signal vault teams square fly screen fish atom monday linear sketch windows
        poetry conda spark hive unity node opera brave base remix parcel helm julia maya cad swift bun rest
        slack zoom outlook notion oracle safari arc express consul nomad excel raspberry tesla sap hugo keras
        solid dry rails ruby flask perl rust fluentd presto rancher envoy postman storybook parquet mercurial
        adobe zapier intercom
    ";
    static COMMON: LazyLock<WordSet> = LazyLock::new(|| TOO_COMMON.split_whitespace().collect());
    static WORD: LazyLock<Regex> = LazyLock::new(|| regex(r"\b[a-z][a-z0-9+#.-]{1,18}\b"));
    static TECH: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)\b(?:depends on|uses?|written in|runs on|built with|requires|deploy|server|database|cluster|code|library|framework)\b",
        )
    });
    WORD.find_iter(text)
        .into_iter()
        .filter(|m| {
            known::is_tool(m.as_str().trim_end_matches('.'))
                && (!COMMON.contains(m.as_str())
                    || TECH.is_match(text)
                        && !matches!(
                            m.as_str(),
                            "go" | "make"
                                | "rancher"
                                | "envoy"
                                | "postman"
                                | "mercurial"
                                | "parquet"
                                | "r"
                                | "c"
                                | "rest"
                                | "base"
                                | "screen"
                                | "word"
                                | "teams"
                                | "square"
                                | "edge"
                        ))
        })
        .map(|m| {
            let name = m.as_str().trim_end_matches('.');
            Found { name: name.to_owned(), kind: EntityType::Tool, span: m.start()..m.start() + name.len() }
        })
        .collect()
}
