//! The sentences of an episode that say something lasting.
//!
//! What an episode says of the user is put back into their own words, so that notes are read by the
//! same rules as messages. Questions, tasks, passing events, moods, what is imagined and what others said
//! are left to the log.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use soulfile_text::sentences::Sentence;
use soulfile_understand::{Aim, Claim, Form, Heading, MessageInput, Reading, Route, Understand};
use soulfile_vocabulary::{Authority, EntityType, EntryKind, Store};

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
    /// In which form it is told, of which attributes, and what it gives up.
    pub claim: Claim,
}

/// Longer sentences are no facts but paragraphs.
const LONGEST: usize = 400;

/// A day without a year is the one nearest to when it was said.
const HALF_A_YEAR: i32 = 183;

/// Something that came to an end.
static ENDED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:finished|completed|wrapped up|shipped|launched|cancelled|canceled|shut down|closed|ended|killed|stopped|is (?:over|done|finished|complete)|was (?:finished|completed|cancelled|canceled|shut down|closed)|came to an end|called off|abandoned|archived)\b|完成了|结束了|取消了")
        .expect("valid pattern")
});

static MONTH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\b").expect("valid pattern")
});

/// Days that come every year have no year of their own.
static YEARLY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:birthdays?|born|anniversary)\b|生日|纪念日").expect("valid pattern"));

/// The lasting sentences of an episode.
pub fn of(understand: &dyn Understand, episode: &Lived) -> Vec<Said> {
    let mut out: Vec<Said> = Vec::new();
    // What a tool or a page puts out is nobody's telling, unless it was written down as a fact.
    if matches!(episode.trust, Authority::Tool | Authority::Web) && heading(episode) == Heading::Plain {
        return out;
    }
    // Who "she" is: the last one named in the same entry.
    let mut named: Option<(String, EntityType)> = None;
    // The sentence just read, when it was kept: the next one may take it back.
    let mut kept_last = false;
    for sentence in going_on(&episode.text, own_sentences(understand, episode)) {
        let words = &episode.text[sentence.span.clone()];
        let read = understand.statement(words);
        if read.retracts() && kept_last {
            out.pop();
        }
        kept_last = false;
        let length = words.chars().count();
        if sentence.question || !(4..=LONGEST).contains(&length) || !read.is_asserted() {
            continue;
        }
        let joined = joined(&read);
        let lead = understand.statement(&joined);
        let Some(full) = with_name(lead.without_lead(), named.as_ref()) else { continue };
        let own = in_own_words(understand, &full, episode);
        let mut route = own.route().clone();
        let starts = route
            .entities
            .iter()
            .find(|entity| full.starts_with(&entity.name) || full.starts_with(&format!("The {}", entity.name)));
        named = starts.or(route.entities.first()).map(|entity| (entity.name.clone(), entity.kind)).or(named);
        let Some(claim) = own.claim(heading(episode)) else { continue };
        if route.store == Store::Procedural && claim.form != Form::Wish && super::procedures::is_spelled_out(&read) {
            continue;
        }
        settle_years(&mut route, own.text(), episode);
        let kind = kind(episode, &own, claim.form);
        let summary = summarise::clean(&route.dated_summary());
        out.push(Said { words: words.to_owned(), kind, reading: reading(understand, &summary), summary, route, claim });
        kept_last = true;
    }
    out
}

/// The sentences of an episode; a mark inside a quotation ends none.
fn own_sentences(understand: &dyn Understand, episode: &Lived) -> Vec<Sentence> {
    understand.statement(&episode.reading.own_words()).sentences().to_vec()
}

/// A statement in the speaker's own words, read as of when the episode was.
fn in_own_words(understand: &dyn Understand, words: &str, episode: &Lived) -> Reading {
    let own = understand.statement(words).first_person();
    understand.message(&MessageInput::new(&own).at(&episode.at))
}

/// Sentences, with those that begin in lower case joined to the one they go on with: "Ana has a new job! nurse at
/// Mercy."
fn going_on(text: &str, sentences: Vec<Sentence>) -> Vec<Sentence> {
    let mut out: Vec<Sentence> = Vec::new();
    for sentence in sentences {
        let small = text[sentence.span.clone()].chars().next().is_some_and(|c| c.is_lowercase());
        let near = |last: &Sentence| !last.question && !text[last.span.end..sentence.span.start].contains('\n');
        match out.last_mut().filter(|last| small && !sentence.question && near(last)) {
            Some(last) => last.span.end = sentence.span.end,
            None => out.push(sentence),
        }
    }
    out
}

/// Words of two sentences as one: the mark between them becomes a colon.
fn joined(read: &Reading) -> Cow<'_, str> {
    static MARK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[!.]+ +(\p{Ll})").expect("valid pattern"));
    // "e.g. this" and "Dr. no" stay as they are.
    let words = read.text();
    if words.contains("! ") || read.sentences().len() > 1 {
        MARK.replace_all(words, ": $1")
    } else {
        Cow::Borrowed(words)
    }
}

/// Sentences that tell what was done about something somebody was after: they last for what they end.
pub fn deeds(understand: &dyn Understand, episode: &Lived, aims: &[&Aim]) -> Vec<Said> {
    let lower = episode.text.to_lowercase();
    let near: Vec<&&Aim> = aims.iter().filter(|aim| aim.is_in(&lower)).collect();
    if near.is_empty() {
        return Vec::new();
    }
    let mut out = Vec::new();
    for sentence in own_sentences(understand, episode).into_iter().filter(|sentence| !sentence.question) {
        let whole = understand.statement(&episode.text[sentence.span]);
        let words = whole.without_lead();
        let read = understand.statement(words);
        let lower = words.to_lowercase();
        let told = read.is_asserted() && read.tells_deed() && read.aim().is_none();
        if !told || words.chars().count() > LONGEST || !near.iter().any(|aim| aim.is_in(&lower)) {
            continue;
        }
        let own = in_own_words(understand, words, episode);
        let mut route = own.route().clone();
        settle_years(&mut route, own.text(), episode);
        let summary = summarise::clean(&route.dated_summary());
        let claim = Claim { form: Form::End, slots: Vec::new(), given_up: Vec::new(), mended: Vec::new() };
        let words = words.to_owned();
        out.push(Said { kind: EntryKind::Fact, reading: reading(understand, &summary), summary, route, claim, words });
    }
    out
}

/// A statement read for comparison, by what it mainly says: remarks after it ("…, remember that for dinner")
/// neither repeat nor deny it.
pub(super) fn reading(understand: &dyn Understand, text: &str) -> Reading {
    static REMARK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)(?:,\s+(?:so|remember|which|please|but|because|as|and)\b|\s+and (?:won't|never|always)\b|;|\s—\s|！|，(?:所以|记得)).*$")
            .expect("valid pattern")
    });
    let main = REMARK.replace(text, "");
    // An idiom that denies nothing.
    let main = main.replace("can't stand", "hates").replace("can't bear", "hates").replace("cannot stand", "hates");
    understand.statement(if main.split_whitespace().count() >= 3 || !main.is_ascii() { &main } else { text })
}

/// Puts days that were named without a year into the year they were meant in.
fn settle_years(route: &mut Route, words: &str, episode: &Lived) {
    if YEARLY.is_match(words) {
        route.dates.clear();
        return;
    }
    for date in &mut route.dates {
        let day = date.start.date();
        // "May", "June 2", "五月" leave the year open; "next Friday" does not.
        let open = date.text.chars().any(|c| c.is_ascii_digit() || c == '月') || MONTH.is_match(&date.text);
        let dated = date.text.contains(&day.year().to_string()) || !open;
        let away = episode.at.date().until(day).map_or(0, |span| span.get_days());
        let shift = match away {
            _ if dated => 0,
            away if away < -HALF_A_YEAR => 1,
            away if away > HALF_A_YEAR => -1,
            _ => 0,
        };
        let years = jiff::Span::new().years(shift);
        if let (Ok(start), Ok(end)) = (date.start.checked_add(years), date.end.checked_add(years)) {
            (date.start, date.end) = (start, end);
        }
    }
}

/// A sentence with the name its pronoun stands for, or that it leaves out. `None` when it stands for
/// nobody known: what "she" does is no fact about anyone.
fn with_name(words: &str, named: Option<&(String, EntityType)>) -> Option<String> {
    static PRONOUN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?:(?P<who>He|She|They)|(?P<whose>His|Her|Their)|(?P<it>It|This|That)|(?P<its>Its))\b")
            .expect("valid pattern")
    });
    // "Lives in Porto", "Based in Porto", "Still in Porto", after somebody was named.
    static LEFT_OUT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?:(?P<verb>Lives|Works|Studies|Likes|Hates|Plays|Speaks)|(?P<state>Based|Still (?:in|at|with)|Married|Allergic))\b").expect("valid pattern")
    });
    if let Some((name, EntityType::Person)) = named
        && let Some(hit) = LEFT_OUT.captures(words)
    {
        let lower =
            words.chars().next().map(|first| first.to_lowercase().to_string()).unwrap_or_default() + &words[1..];
        return Some(if hit.name("verb").is_some() { format!("{name} {lower}") } else { format!("{name} is {lower}") });
    }
    // "New deadline is June 4", after a project was named.
    static ITS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"^(?:The |New |The new )?(?i:deadline|goal|lead|owner|budget|repo|repository|channel|database|due date)\b",
        )
        .expect("valid pattern")
    });
    if let Some((name, _)) = named
        && ITS.is_match(words)
        && !words.contains(name.as_str())
    {
        let lower = words.strip_prefix("The ").unwrap_or(words);
        let lower =
            lower.chars().next().map(|first| first.to_lowercase().to_string()).unwrap_or_default() + &lower[1..];
        return Some(format!("{name}'s {lower}"));
    }
    // "Marta leads it", after a project was named: without the name it tells nothing.
    static OBJECT: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^(?P<head>\p{Lu}\w+ \w+) it(?P<end>\W*)$").expect("valid pattern"));
    if let Some(hit) = OBJECT.captures(words) {
        let (name, _) = named.filter(|(_, kind)| *kind != EntityType::Person)?;
        return Some(format!("{} {name}{}", &hit["head"], &hit["end"]));
    }
    let Some(hit) = PRONOUN.captures(words) else { return Some(words.to_owned()) };
    let rest = &words[hit.get(0).expect("group 0 always matches").end()..];
    // "They moved the deadline": nobody in particular.
    let anybody = words.starts_with("They ") && named.is_none_or(|(_, kind)| *kind != EntityType::Person);
    if anybody {
        return Some(words.to_owned());
    }
    let (name, kind) = named?;
    let person = hit.name("who").or(hit.name("whose")).is_some();
    let owner = hit.name("whose").or(hit.name("its")).is_some();
    let fits = person == (*kind == EntityType::Person);
    fits.then(|| if owner { format!("{name}'s{rest}") } else { format!("{name}{rest}") })
}

/// What kind of lasting thing a sentence is.
fn kind(episode: &Lived, own: &Reading, form: Form) -> EntryKind {
    let detected = own.detected().kind().filter(|kind| keeps(*kind));
    match (form, detected) {
        (Form::Wish, _) => EntryKind::Preference,
        (_, Some(kind)) => kind,
        _ => episode.kind.filter(|kind| keeps(*kind)).unwrap_or(EntryKind::Fact),
    }
}

fn keeps(kind: EntryKind) -> bool {
    matches!(kind, EntryKind::Fact | EntryKind::Preference | EntryKind::Decision | EntryKind::Correction)
}

/// Whether whoever wrote the entry said that it holds something lasting.
fn heading(episode: &Lived) -> Heading {
    if episode.kind.is_some_and(keeps) { Heading::Lasting } else { Heading::Plain }
}

/// What an episode says is over: names, in lower case, and the words that say so.
pub fn ended(understand: &dyn Understand, episode: &Lived) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for sentence in own_sentences(understand, episode).into_iter().filter(|sentence| !sentence.question) {
        let words = &episode.text[sentence.span];
        if !ENDED.is_match(words) {
            continue;
        }
        let read = understand.message(&MessageInput::new(words).at(&episode.at));
        if read.is_asserted() {
            let named = read.route().entities.iter();
            out.extend(named.map(|entity| (entity.name.to_lowercase(), words.to_owned())));
        }
    }
    out
}

#[cfg(test)]
#[path = "statements_tests.rs"]
mod tests;
