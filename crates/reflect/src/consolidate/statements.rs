//! The sentences of an episode that say something lasting.
//!
//! What an episode says of the user is put back into their own words, so that notes are read by the
//! same rules as messages. Questions, tasks, passing events and moods are left to the log.

use std::sync::LazyLock;

use regex::Regex;
use soulfile_language::autodetect;
use soulfile_language::contradiction::Reading;
use soulfile_language::route::{self, Origin, Route};
use soulfile_language::vocabulary::{EntityType, EntryKind, Store};
use soulfile_language::{quoted, sentences};

use crate::summarise;
use crate::survey::Lived;

/// One sentence worth keeping.
#[derive(Debug)]
pub struct Said {
    /// The words as they stand in the episode.
    pub words: String,
    /// What kind of thing it is.
    pub kind: EntryKind,
    /// Where it belongs and what it is about.
    pub route: Route,
    /// The statement in the third person, its days written out.
    pub summary: String,
    /// The statement, read for comparison.
    pub reading: Reading,
    /// Whether it tells that something changed.
    pub change: bool,
}

/// Longer sentences are no facts but paragraphs.
const LONGEST: usize = 400;

/// Events that leave something different from before.
static CHANGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:moved (?:in|to|into|from|out|away|house)|relocated|joined|(?:started|began) (?:a new (?:job|role|position)|working|as|at|studying|using)|left (?:the )?(?:company|firm|team|job|club|band|city|country)|quit (?:my|the|their|his|her|smoking|drinking)|resigned|retired|laid off|got (?:married|engaged|divorced|promoted|fired|a new)|married|adopted|became|has become|switched (?:to|from)|migrated|graduated|(?:was|were|been) (?:promoted|renamed|born)|broke up|no longer|changed (?:to|from|jobs)|(?:stopped|gave up) \w+ing|new (?:job|boss|manager|address|phone|flat|car)|from now on)\b|搬到|换成|改成|改为|入职|离职|辞职|结婚|离婚|不再|毕业")
        .expect("valid pattern")
});

/// Something that came to an end.
static ENDED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:finished|completed|wrapped up|shipped|launched|cancelled|canceled|shut down|closed|ended|is (?:over|done|finished|complete)|was (?:finished|completed|cancelled|canceled|shut down|closed)|came to an end|called off|abandoned|archived)\b|完成了|结束了|取消了")
        .expect("valid pattern")
});

/// A third person's state, told in the present.
static STATE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:is|are|has|have|works?|lives?|likes?|loves?|hates?|prefers?|uses?|speaks?|plays?|owns?|leads?|reports?|studies|teaches|runs?|manages?|depends?|belongs?|costs?|starts?|opens?|closes?|needs?|wants?|drives?|wears?|knows?|supports?|contains?|allergic|born)\b|是|有|在|喜欢|讨厌|住|工作|养|会")
        .expect("valid pattern")
});

/// Words that leave it open whether it is so.
static OPEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:maybe|perhaps|might|not sure|unsure|wondering|considering|thinking (?:about|of)|if (?:we|i|they)|what if|imagine|suppose|probably not|could be|someone said|rumou?r)\b|也许|可能|如果|假设")
        .expect("valid pattern")
});

/// Somebody made up, or a story.
static STORY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:the (?:character|hero|heroine|protagonist|villain|narrator|plot)|in (?:the|this|a|my) (?:novel|book|film|movie|story|show|series|game|dream|play)|dreamt|dreamed|overheard|fictional)\b|小说|电影里|梦见|剧里")
        .expect("valid pattern")
});

/// What is true of one day or hour only.
static PASSING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:today|yesterday|this (?:morning|afternoon|evening)|tonight|last night|just now|right now|at the moment|for now)\b|\b(?:is|are|was|were) (?:all |still |now |just |a bit |very |so )*(?:merged|reopened|blocked|green|red|clean|fine|done|ready|broken|down|up|late|full|empty|tired|low|busy|sick|noisy|back|over|quiet|slow)\b|今天|昨天|刚才|终于")
        .expect("valid pattern")
});

/// The lasting sentences of an episode.
pub fn of(episode: &Lived) -> Vec<Said> {
    let mut out = Vec::new();
    // Who "she" is: the last one named in the same entry.
    let mut named: Option<(String, EntityType)> = None;
    // What stands in quotation marks is somebody else's.
    let own_words = quoted::hide(&episode.text);
    for sentence in sentences::split(&own_words) {
        let words = &episode.text[sentence.span.clone()];
        let length = words.chars().count();
        let foreign = own_words[sentence.span.clone()].contains(quoted::HIDDEN) || STORY.is_match(words);
        if sentence.question || foreign || !(4..=LONGEST).contains(&length) || OPEN.is_match(words) {
            continue;
        }
        let Some(full) = with_name(words, named.as_ref()) else { continue };
        let own = route::first_person(&full);
        let change = CHANGE.is_match(&own);
        let detected = autodetect::detect(&own).kind();
        let kind = lasting(episode, words, detected, change);
        let route = route::route(&own, Origin::Detected, &episode.at);
        let starts = route.entities.iter().find(|entity| full.starts_with(&entity.name));
        named = starts.map(|entity| (entity.name.clone(), entity.kind)).or(named);
        let Some(kind) = kind.filter(|_| route.store != Store::Procedural) else { continue };
        // Without a sign of its own a sentence is a fact only when it says how a named thing is.
        if detected.is_none() && !typed(episode) && !change && !names_its_subject(&full, &route) {
            continue;
        }
        let summary = summarise::clean(&route.dated_summary());
        out.push(Said { words: words.to_owned(), kind, reading: Reading::new(&summary), summary, route, change });
    }
    out
}

/// A sentence with the name its pronoun stands for. `None` when it stands for nobody known: what "she"
/// does is no fact about anyone.
fn with_name(words: &str, named: Option<&(String, EntityType)>) -> Option<String> {
    static PRONOUN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?:(?P<who>He|She|They)|(?P<whose>His|Her|Their)|(?P<it>It|This|That)|(?P<its>Its))\b")
            .expect("valid pattern")
    });
    let Some(hit) = PRONOUN.captures(words) else { return Some(words.to_owned()) };
    let rest = &words[hit.get(0).expect("group 0 always matches").end()..];
    let (name, kind) = named?;
    let person = hit.name("who").or(hit.name("whose")).is_some();
    let owner = hit.name("whose").or(hit.name("its")).is_some();
    let fits = person == (*kind == EntityType::Person);
    fits.then(|| if owner { format!("{name}'s{rest}") } else { format!("{name}{rest}") })
}

/// What kind of lasting thing a sentence is, if any.
fn lasting(episode: &Lived, words: &str, detected: Option<EntryKind>, change: bool) -> Option<EntryKind> {
    let passing = PASSING.is_match(words) && !change;
    match (detected, episode.kind) {
        (Some(kind), _) if keeps(kind) => (kind != EntryKind::Fact || !passing).then_some(kind),
        (_, Some(kind)) if keeps(kind) => (!passing).then_some(kind),
        _ if change => Some(EntryKind::Fact),
        (None, _) if STATE.is_match(words) && !passing => Some(EntryKind::Fact),
        _ => None,
    }
}

fn keeps(kind: EntryKind) -> bool {
    matches!(kind, EntryKind::Fact | EntryKind::Preference | EntryKind::Decision | EntryKind::Correction)
}

/// Whether whoever wrote the entry said that it holds something lasting.
fn typed(episode: &Lived) -> bool {
    episode.kind.is_some_and(keeps)
}

/// Whether a sentence begins with a name, and the name with more than a capital at its beginning.
fn names_its_subject(words: &str, route: &Route) -> bool {
    let Some(entity) = route.entities.iter().find(|entity| words.starts_with(&entity.name)) else { return false };
    let proper = entity.kind == EntityType::Person || entity.name.chars().skip(1).any(char::is_uppercase);
    proper && words.len() > entity.name.len() + 4
}

/// What an episode says is over: names, in lower case, and the words that say so.
pub fn ended(episode: &Lived) -> Vec<(String, String)> {
    let own_words = quoted::hide(&episode.text);
    let mut out = Vec::new();
    for sentence in sentences::split(&own_words).into_iter().filter(|sentence| !sentence.question) {
        let words = &episode.text[sentence.span];
        if ENDED.is_match(words) && !OPEN.is_match(words) && !STORY.is_match(words) {
            let named = route::route(words, Origin::Detected, &episode.at).entities;
            out.extend(named.into_iter().map(|entity| (entity.name.to_lowercase(), words.to_owned())));
        }
    }
    out
}
