//! Who and what a statement names, and how they hang together, where its words leave little doubt.
//!
//! A name gets a kind from what is generally known of it or from the words beside it. A name of which nothing says what it is
//! is left out: a page for it would be a guess. Start with [`find`].

use std::ops::Range;

use serde::Serialize;

use crate::dates::TimeExpression;
use crate::gazetteer;
use crate::names::{self, Name};
use soulfile_text::script::is_han;
use soulfile_vocabulary::{EntityType, Relation};

/// The name that stands for the speaker in relations.
pub const USER: &str = "user";

/// Somebody or something a statement names; never the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MentionedEntity {
    /// Its name as written.
    pub name: String,
    /// What sort of thing it is.
    #[serde(rename = "type")]
    pub kind: EntityType,
}

/// What a statement says between two of them, or between the user and one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MentionedRelation {
    /// The name it goes from; [`USER`] for the speaker.
    pub from: String,
    /// What it says.
    pub relation: Relation,
    /// The name it goes to.
    pub to: String,
}

/// What a statement names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Mentions {
    /// In the order of the text, each once.
    pub entities: Vec<MentionedEntity>,
    /// How they hang together.
    pub relations: Vec<MentionedRelation>,
}

/// Words before a name that say what it names.
const PERSON_BEFORE: &[&str] = &[
    "sister",
    "brother",
    "mother",
    "father",
    "mum",
    "mom",
    "dad",
    "wife",
    "husband",
    "partner",
    "son",
    "daughter",
    "cousin",
    "aunt",
    "uncle",
    "niece",
    "nephew",
    "grandma",
    "grandpa",
    "boyfriend",
    "girlfriend",
    "friend",
    "colleague",
    "boss",
    "manager",
    "neighbour",
    "neighbor",
    "landlord",
    "dentist",
    "doctor",
    "mr",
    "mrs",
    "ms",
    "dr",
    "prof",
];
const PROJECT_BEFORE: &[&str] = &["project", "at", "joined", "employer", "for"];
const PLACE_BEFORE: &[&str] = &["in", "to", "near", "from"];
/// Words behind a name of somebody or something.
const PERSON_AFTER: &[&str] = &[
    "lives", "works", "said", "says", "told", "called", "likes", "loves", "hates", "prefers", "studies", "teaches",
    "plays", "moved", "married", "quit", "leads", "cooks", "speaks",
];
const PROJECT_AFTER: &[&str] = &["project", "team", "app", "repo", "launch", "release"];
/// Verbs that make "at", "for", "in", "to" and "from" say where somebody works or lives.
const WORKS: &[&str] = &["work", "works", "working", "worked", "job", "employed", "intern", "started", "joined"];
const LIVES: &[&str] =
    &["live", "lives", "living", "lived", "move", "moved", "moving", "born", "flew", "fly", "flying", "grew"];
/// Words between two names, and what they say; the second name is what the first one uses, leads, likes.
const BETWEEN: &[(&str, Relation)] = &[
    (" uses ", Relation::Uses),
    (" runs on ", Relation::Uses),
    (" is written in ", Relation::Uses),
    (" is built with ", Relation::Uses),
    ("使用", Relation::Uses),
    (" develops ", Relation::Develops),
    (" builds ", Relation::Develops),
    (" maintains ", Relation::Develops),
    (" leads ", Relation::Develops),
    (" works on ", Relation::Develops),
    (" is working on ", Relation::Develops),
    ("负责", Relation::Develops),
    ("开发", Relation::Develops),
    (" is part of ", Relation::PartOf),
    (" belongs to ", Relation::PartOf),
    ("属于", Relation::PartOf),
    (" depends on ", Relation::DependsOn),
    (" relies on ", Relation::DependsOn),
    ("依赖", Relation::DependsOn),
    (" replaces ", Relation::Supersedes),
    (" replaced ", Relation::Supersedes),
    ("取代", Relation::Supersedes),
    (" prefers ", Relation::Prefers),
    (" likes ", Relation::Prefers),
    (" loves ", Relation::Prefers),
    ("喜欢", Relation::Prefers),
    (" avoids ", Relation::Avoids),
    (" hates ", Relation::Avoids),
    ("讨厌", Relation::Avoids),
    (" decided on ", Relation::DecidedOn),
    (" chose ", Relation::DecidedOn),
];
/// The same for what the speaker says of themselves, at the beginning.
const SPEAKER: &[(&str, Relation)] = &[
    ("i use ", Relation::Uses),
    ("we use ", Relation::Uses),
    ("i prefer ", Relation::Prefers),
    ("i like ", Relation::Prefers),
    ("i love ", Relation::Prefers),
    ("i hate ", Relation::Avoids),
    ("i work on ", Relation::Develops),
    ("i'm working on ", Relation::Develops),
    ("we decided on ", Relation::DecidedOn),
    ("we chose ", Relation::DecidedOn),
    ("我用", Relation::Uses),
    ("我喜欢", Relation::Prefers),
];
const HAN_PERSON: &[&str] = &[
    "妹妹", "姐姐", "哥哥", "弟弟", "老婆", "妻子", "老公", "丈夫", "妈妈", "爸爸", "老板", "同事", "朋友", "女儿",
    "儿子", "经理",
];

/// Finds what `text` names; `times` are the expressions of time in it, which are no names.
pub fn find(text: &str, times: &[TimeExpression]) -> Mentions {
    let found = named(text, times);
    let mut entities: Vec<MentionedEntity> = Vec::new();
    for (span, kind) in &found {
        let name = &text[span.clone()];
        if !name.eq_ignore_ascii_case(USER) && entities.iter().all(|entity| !entity.name.eq_ignore_ascii_case(name)) {
            entities.push(MentionedEntity { name: name.to_owned(), kind: *kind });
        }
    }
    let mut relations = Vec::new();
    let mut relate = |from: &str, relation, to: &str| {
        relations.push(MentionedRelation { from: from.to_owned(), relation, to: to.to_owned() });
    };
    let lower = text.to_lowercase();
    if let Some((first, _)) = found.first() {
        let said = SPEAKER.iter().find(|(words, _)| lower.starts_with(words) && words.len() == first.start);
        if let Some((_, relation)) = said {
            relate(USER, *relation, &text[first.clone()]);
        }
    }
    for pair in found.windows(2) {
        let between = text[pair[0].0.end..pair[1].0.start].to_lowercase();
        let between = between.trim_end_matches("the ");
        if let Some((_, relation)) = BETWEEN.iter().find(|(words, _)| *words == between) {
            relate(&text[pair[0].0.clone()], *relation, &text[pair[1].0.clone()]);
        }
    }
    Mentions { entities, relations }
}

/// Names and what sort of thing each is, in order.
fn named(text: &str, times: &[TimeExpression]) -> Vec<(Range<usize>, EntityType)> {
    let overlaps = |span: &Range<usize>| times.iter().any(|t| t.span.start < span.end && span.start < t.span.end);
    let mut found: Vec<(Range<usize>, EntityType)> = names::find(text)
        .into_iter()
        .filter(|name| !overlaps(&name.span))
        .filter_map(|name| kind(text, &name).map(|kind| (name.span, kind)))
        .collect();
    found.extend(gazetteer::han_places(text).map(|span| (span, EntityType::Place)));
    found.extend(han_people(text).into_iter().map(|span| (span, EntityType::Person)));
    found.sort_by_key(|(span, _)| (span.start, usize::MAX - span.end));
    let mut end = 0;
    found.retain(|(span, _)| {
        let apart = span.start >= end;
        end = if apart { span.end } else { end };
        apart
    });
    found
}

fn kind(text: &str, name: &Name) -> Option<EntityType> {
    let words = &text[name.span.clone()];
    let lower = words.to_lowercase();
    let before: Vec<String> = around(&text[..name.span.start]).rev().take(3).map(str::to_lowercase).collect();
    let after = around(&text[name.span.end..]).next().unwrap_or_default().to_lowercase();
    let beside = |at: usize| before.get(at).map_or("", String::as_str);
    let given = lower.split([' ', '-']).next().is_some_and(gazetteer::is_given_name);
    let verb = |list: &[&str]| before.iter().skip(1).any(|word| list.contains(&word.as_str()));
    if PERSON_BEFORE.contains(&beside(0)) && !name.opens_sentence {
        return Some(EntityType::Person);
    }
    if beside(0) == "project" || PROJECT_AFTER.contains(&after.as_str()) && !given {
        return Some(EntityType::Project);
    }
    if gazetteer::is_place(&lower) {
        return Some(EntityType::Place);
    }
    if gazetteer::is_tool(words) {
        return Some(EntityType::Tool);
    }
    if gazetteer::is_company(&lower) || PROJECT_BEFORE.contains(&beside(0)) && (verb(WORKS) || beside(0) == "joined") {
        return Some(EntityType::Project);
    }
    if gazetteer::is_concept(&lower) {
        return Some(EntityType::Concept);
    }
    if given || PERSON_AFTER.contains(&after.as_str()) && !lower.contains(char::is_numeric) {
        return Some(EntityType::Person);
    }
    (PLACE_BEFORE.contains(&beside(0)) && verb(LIVES)).then_some(EntityType::Place)
}

/// The words of a text, without what stands between them.
fn around(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '\'')).filter(|word| !word.is_empty() && *word != "'s")
}

/// 我妹妹王芳, 老板叫李雷: a surname and what follows it, behind a word for somebody.
fn han_people(text: &str) -> Vec<Range<usize>> {
    const ENDS: &str = "是在住的叫和有也很就都，。、！？：；不喜来去说跟与";
    let mut found = Vec::new();
    for (at, word) in HAN_PERSON.iter().flat_map(|word| text.match_indices(word)) {
        let mut start = at + word.len();
        start += ["叫", "是"].iter().find(|link| text[start..].starts_with(**link)).map_or(0, |link| link.len());
        let letters: Vec<char> =
            text[start..].chars().take(3).take_while(|c| is_han(*c) && !ENDS.contains(*c)).collect();
        if letters.len() > 1 && gazetteer::is_surname(letters[0]) {
            found.push(start..start + letters.iter().map(|c| c.len_utf8()).sum::<usize>());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entities(text: &str) -> Vec<(String, EntityType)> {
        find(text, &[]).entities.into_iter().map(|entity| (entity.name, entity.kind)).collect()
    }

    #[test]
    fn a_name_is_an_entity_where_its_words_say_what_it_is() {
        use EntityType::{Person, Place, Project, Tool};
        assert_eq!(entities("Ana works at Initech"), [("Ana".into(), Person), ("Initech".into(), Project)]);
        assert_eq!(entities("my sister Zelda moved to Quoorn"), [("Zelda".into(), Person), ("Quoorn".into(), Place)]);
        assert_eq!(
            entities("we use Postgres for project Heron"),
            [("Postgres".into(), Tool), ("Heron".into(), Project)]
        );
        assert_eq!(entities("我妹妹王芳住在上海"), [("王芳".into(), Person), ("上海".into(), Place)]);
        assert_eq!(entities("Also Not Really, Monday was Fine"), []);
    }

    #[test]
    fn what_stands_between_two_names_relates_them() {
        let found = find("I use Postgres", &[]).relations;
        assert_eq!(found, [MentionedRelation { from: USER.into(), relation: Relation::Uses, to: "Postgres".into() }]);
        let found = find("Ana leads project Heron", &[]).relations;
        assert!(found.is_empty(), "the words between say more than the verb: {found:?}");
        let found = find("Ana prefers Postgres", &[]).relations;
        assert_eq!((found[0].from.as_str(), found[0].relation), ("Ana", Relation::Prefers));
    }
}
