//! What a memory is about: names and their types, from shape and from the words around them.

mod chinese;
mod kind;

use std::ops::Range;
use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

use super::gazetteer as known;
use crate::dates::TimeExpression;
use crate::lang::Lang;
use crate::names;
use crate::vocabulary::EntityType;

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
        let (label, span) = without_type_word(text, raw, name.span.clone());
        if label.is_empty() || opens_like_a_word(text, &label, &span, name.opens_sentence) {
            continue;
        }
        let kind = kind::of(text, &label, &span, raw);
        push(&mut out, Found { name: label, kind, span });
    }
    for found in lower_case_tools(text) {
        push(&mut out, found);
    }
    if Lang::of(text) == Lang::Zh || crate::lang::has_han(text) {
        for found in chinese::find(text) {
            push(&mut out, found);
        }
    }
    if !out.iter().any(|e| e.span.start < 3) && Lang::of(text) == Lang::En {
        // A general statement is about its subject: "Bloom filters can …".
        if let Some(found) = subject_concept(text, times) {
            push(&mut out, found);
        }
    }
    out.sort_by_key(|e| e.span.start);
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
fn without_type_word(text: &str, raw: &str, span: Range<usize>) -> (String, Range<usize>) {
    for word in ["Project ", "Operation ", "Team ", "Sprint "] {
        if let Some(rest) = raw.strip_prefix(word)
            && !rest.is_empty()
        {
            return (rest.to_owned(), span.start + word.len()..span.end);
        }
    }
    for title in [
        "Dr. ",
        "Dr ",
        "Prof. ",
        "Prof ",
        "Professor ",
        "Mr. ",
        "Mr ",
        "Mrs. ",
        "Mrs ",
        "Ms. ",
        "Ms ",
        "Aunt ",
        "Uncle ",
        "Great-aunt ",
        "Auntie ",
        "Grandma ",
        "Grandpa ",
        "Coach ",
        "Captain ",
    ] {
        if let Some(rest) = raw.strip_prefix(title)
            && !rest.is_empty()
        {
            return (rest.to_owned(), span.start + title.len()..span.end);
        }
    }
    let _ = text;
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
            r"(?i)^(?:['’]s\b|,?\s+(?:is|was|are|has|uses?|lives|works|develops|leads|likes|loves|hates|prefers|avoids|depends|runs|owns|maintains|manages|plays|speaks|replaced|replaces|supersedes|contains|consists|requires|belongs|teaches|studies|reports|moved|joined|married|supports|relies|and|needs|can|does|doesn['’]t|lies|sits|built|builds|wrote|writes|created|hosts|comes|follows|precedes|includes|dislikes|knows|met|said|told|will|stands|means|helps|allows|provides|causes|converts|turns|makes|keeps|handles|ships|exports|reads|stores|sends))\b",
        )
    });
    // A verb-like opener followed by an object is an imperative: "Pin this", "Water the plants".
    let rest = &text[span.end..];
    let next = rest.split_whitespace().next().unwrap_or("").trim_end_matches([',', '.', '!', ';', ':']);
    // "Legs are tired": several of a thing, and no name.
    if label.ends_with('s') && matches!(next, "are" | "were" | "have" | "do" | "can") {
        return true;
    }
    // "Pebble slipped": whoever opens a sentence and does something, unless it is a thing people have ("Rent went up").
    let does = rest.starts_with(' ') && crate::claim::is_verb_of_one(next) && !crate::claim::is_attribute(label);
    !does && !AFTER_NAME.is_match(rest)
}

/// Tools people write without a capital: docker, nginx, esbuild.
fn lower_case_tools(text: &str) -> Vec<Found> {
    const TOO_COMMON: &[&str] = &[
        "go",
        "make",
        "r",
        "c",
        "word",
        "edge",
        "signal",
        "vault",
        "teams",
        "square",
        "fly",
        "screen",
        "fish",
        "atom",
        "monday",
        "linear",
        "sketch",
        "windows",
        "poetry",
        "conda",
        "spark",
        "hive",
        "unity",
        "node",
        "opera",
        "brave",
        "base",
        "remix",
        "parcel",
        "helm",
        "julia",
        "maya",
        "cad",
        "swift",
        "bun",
        "rest",
        "slack",
        "zoom",
        "outlook",
        "notion",
        "oracle",
        "safari",
        "arc",
        "express",
        "consul",
        "nomad",
        "excel",
        "raspberry",
        "tesla",
        "sap",
        "hugo",
        "keras",
        "solid",
        "dry",
        "rails",
        "ruby",
        "flask",
        "perl",
        "rust",
        "fluentd",
        "presto",
    ];
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
                && (!TOO_COMMON.contains(&m.as_str())
                    || TECH.is_match(text)
                        && !matches!(
                            m.as_str(),
                            "go" | "make"
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

/// The noun phrase that opens a general statement.
fn subject_concept(text: &str, times: &[TimeExpression]) -> Option<Found> {
    static SUBJECT: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(?:(?:In general|Generally|Note that|Remember that|FYI|Fact)[,:]?\s+)?((?:An?|The)\s+)?([a-z\x80-\xff][\w\x80-\xff'-]*(?:\s+[a-z\x80-\xff][\w\x80-\xff'-]*){0,3}?)\s+(?:is|are|can|has|have|uses?|works?|means?|requires?|needs?|returns?|stores?|turns?|converts?|makes?|keeps?|lets?|allows?|helps?|guarantees?|depends?|grows?|lives?|contains?|consists?|provides?|reduces?|trades?|splits?|compares?|solves?|runs?|relies|rely|maps?|describes?|measures?|prevents?|causes?|combines?|supports?|scales?|balances?|avoids?|cannot|never|always|do|does|will|tends?|refers?|encrypts?|sorts?|detects?|assigns?|states?|says?|holds?|gives?|takes?|replicates?|handles?|sends?|lasts?|ferments?|blooms?|belongs?|eats?|feeds?|was|were|must|should|may|only|often|usually|sits?)\b",
        )
    });
    // One word and a verb in -s before an article or particle: "Backpressure slows a …".
    static SINGLE: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(An? |The )?([a-z][\w-]{3,})\s+[a-z]+[a-rt-z]s\s+(?:an?|the|down|up|out|to|that|when|how|from|into|by|between|across|without|with|more|less|every|each|all|only|one|two|its|their)\b",
        )
    });
    let hit = SUBJECT.captures(text).or_else(|| SINGLE.captures(text))?;
    let noun = hit.get(2)?;
    let lower = noun.as_str().to_lowercase();
    let first = lower.split_whitespace().next()?;
    const NOT_CONCEPTS: &[&str] = &[
        "i",
        "we",
        "you",
        "he",
        "she",
        "it",
        "they",
        "my",
        "our",
        "your",
        "his",
        "her",
        "their",
        "this",
        "that",
        "these",
        "those",
        "there",
        "here",
        "what",
        "who",
        "when",
        "where",
        "how",
        "why",
        "if",
        "always",
        "never",
        "please",
        "yesterday",
        "today",
        "tomorrow",
        "everyone",
        "someone",
        "nobody",
        "people",
        "both",
        "all",
        "some",
        "one",
        "each",
        "every",
        "no",
        "in",
        "on",
        "at",
        "for",
        "to",
        "from",
        "last",
        "next",
        "after",
        "before",
    ];
    if NOT_CONCEPTS.contains(&first)
        || times.iter().any(|t| t.span.start < noun.end())
        || text.contains(" my ") && hit.get(1).is_some()
    {
        return None;
    }
    Some(Found { name: noun.as_str().to_owned(), kind: EntityType::Concept, span: noun.range() })
}
