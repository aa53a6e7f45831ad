//! Compares two English statements.

use super::Verdict;
use super::bag::Bag;
use super::lexicon::{covers, excludes_any, forbids, is_many, is_single, opposite, rival_values};
use super::statement::{Statement, is_time_word};

type Outcome = (Verdict, &'static str);

const COMPATIBLE: Outcome = (Verdict::Compatible, "none");
const DUPLICATE: Outcome = (Verdict::Duplicate, "none");

fn contradiction(aspect: &'static str) -> Outcome {
    (Verdict::Contradiction, aspect)
}

pub(super) fn compare(x: &Statement, y: &Statement) -> Outcome {
    let common = x.words.intersection(&y.words).count();
    let only_x: Vec<&String> = x.words.difference(&y.words).collect();
    let only_y: Vec<&String> = y.words.difference(&x.words).collect();
    let smaller = x.words.len().min(y.words.len()).max(1);
    let overlap = common as f64 / smaller as f64;
    let jaccard = common as f64 / (x.words.len() + y.words.len() - common).max(1) as f64;

    // One statement gives up what the other asserts.
    if x.words.iter().any(|w| y.dropped.contains(w)) && shares_subject(x, y) && !x.denied {
        return contradiction("update");
    }
    if y.words.iter().any(|w| x.dropped.contains(w)) && shares_subject(x, y) && !y.denied {
        return contradiction("update");
    }
    if x.verb == "prefer" && y.verb == "prefer" && shares_subject(x, y) && x.denied == y.denied && reversed(x, y) {
        return contradiction("value");
    }
    if x.modal != y.modal {
        return COMPATIBLE;
    }
    if x.denied != y.denied {
        return denied(x, y, overlap, jaccard);
    }
    // Opposites and rival values about the same thing.
    if shares_subject(x, y) && x.past == y.past {
        for p in only_x.iter().filter(|p| excludes_any(p)) {
            for q in &only_y {
                if opposite(p, q) && frames_fit(x, y, p, q) {
                    return contradiction("antonym");
                }
                if rival_values(p, q) && exclusive_frame(x, y) && !is_many(&x.verb) && !has_beside(x, y) {
                    return contradiction("value");
                }
            }
        }
        for (s, t) in [(x, y), (y, x)] {
            if s.words.iter().any(|w| forbids(w) && t.words.iter().any(|v| covers(w, v))) && !s.denied && !t.denied {
                return contradiction("antonym");
            }
        }
    }
    let same_numbers = x.numbers == y.numbers;
    let same_times = x.times == y.times;
    if same_numbers && same_times && only_x.is_empty() && only_y.is_empty() {
        return if swapped_ends(x, y) { COMPATIBLE } else { DUPLICATE };
    }
    if same_numbers
        && same_times
        && (jaccard >= 0.75
            || only_x.is_empty() && only_y.len() == 1 && weak_extra(only_y[0])
            || only_y.is_empty() && only_x.len() == 1 && weak_extra(only_x[0]))
    {
        return DUPLICATE;
    }
    if same_numbers
        && same_times
        && overlap >= 0.99
        && jaccard >= 0.5
        && (only_x.iter().all(|w| weak_extra(w)) && only_y.iter().all(|w| weak_extra(w)))
    {
        return DUPLICATE;
    }
    if !shares_subject(x, y) {
        return COMPATIBLE;
    }
    // From here on something differs. What holds at different times can both be true.
    if x.past != y.past && !same_event(x, y) {
        return COMPATIBLE;
    }
    if !same_numbers && !x.numbers.is_empty() && !y.numbers.is_empty() {
        return numbers(x, y, &only_x, &only_y, same_times);
    }
    if !same_times && !x.times.is_empty() && !y.times.is_empty() {
        return times(x, y, &only_x, &only_y);
    }
    values(x, y, &only_x, &only_y, jaccard)
}

/// Words that add no fact of their own.
fn weak_extra(word: &str) -> bool {
    matches!(
        word,
        "move"
            | "work"
            | "live"
            | "like"
            | "be"
            | "own"
            | "use"
            | "member"
            | "role"
            | "name"
            | "play"
            | "speak"
            | "study"
            | "take"
            | "place"
            | "happen"
            | "language"
            | "project"
            | "team"
            | "based"
            | "make"
            | "go"
            | "keep"
            | "find"
            | "locate"
            | "type"
            | "level"
            | "work-place"
            | "resident"
            | "owner"
            | "capable"
            | "able"
            | "regularly"
            | "person"
            | "hobby"
            | "food"
            | "drink"
            | "do"
            | "have"
            | "get"
            | "office"
            | "moved"
            | "programming"
            | "suffer"
            | "come"
            | "country"
            | "native"
            | "position"
            | "title"
            | "written"
            | "write"
            | "serve"
            | "act"
            | "set"
            | "schedule"
            | "give"
            | "say"
            | "tell"
            | "prefer"
            | "choice"
            | "spend"
            | "fall"
            | "well"
            | "run"
            | "hour"
            | "minute"
            | "clock"
            | "date"
            | "number"
            | "contain"
            | "include"
            | "amount"
            | "total"
            | "main"
            | "user"
            | "practise"
            | "currently"
            | "favourite"
            | "profession"
            | "sit"
            | "pet"
            | "woman"
            | "man"
            | "first"
    )
}

fn shares_subject(x: &Statement, y: &Statement) -> bool {
    if x.subject.is_empty() || y.subject.is_empty() {
        return true;
    }
    if x.subject.iter().any(|w| y.subject.contains(w)) {
        // Two different heads with one shared adjective are two things: "web app", "admin app".
        let (only_x, only_y) = (x.subject.difference(&y.subject).count(), y.subject.difference(&x.subject).count());
        return only_x == 0 || only_y == 0;
    }
    // "Linnet is developed by Ewan" and "Ewan develops Linnet".
    x.subject.iter().all(|w| y.words.contains(w)) || y.subject.iter().all(|w| x.words.contains(w))
}

fn denied(x: &Statement, y: &Statement, overlap: f64, jaccard: f64) -> Outcome {
    let (no, yes) = if x.denied { (x, y) } else { (y, x) };
    if !shares_subject(x, y) {
        return COMPATIBLE;
    }
    // Past habit against present: both can be true.
    if yes.past && !no.past && !yes.verb.is_empty() && !same_event(x, y) {
        return COMPATIBLE;
    }
    if !x.times.is_empty() && !y.times.is_empty() && x.times != y.times {
        return COMPATIBLE;
    }
    for w in &no.words {
        if yes.words.iter().any(|v| covers(w, v)) {
            return contradiction("negation");
        }
        // Denying one opposite asserts the other: "does not dislike" beside "likes".
        if yes.words.iter().any(|v| opposite(w, v)) {
            return if jaccard >= 0.3 { DUPLICATE } else { COMPATIBLE };
        }
    }
    // The denied statement's own words must be asserted by the other.
    let missing = no.words.iter().filter(|w| !yes.words.contains(w) && !weak_extra(w)).count();
    if missing == 0 && !no.words.is_empty() || overlap >= 0.75 && jaccard >= 0.5 {
        let extra_limits = yes.words.len() > no.words.len() + 3;
        return if extra_limits && jaccard < 0.35 { COMPATIBLE } else { contradiction("negation") };
    }
    COMPATIBLE
}

fn frames_fit(x: &Statement, y: &Statement, p: &str, q: &str) -> bool {
    // The rest of what they say must be about the same: "likes tea" against "dislikes olives" is not.
    let rest = |s: &Statement, not: &str| -> Bag {
        s.words.iter().filter(|w| *w != not && !s.subject.contains(w) && !weak_extra(w)).cloned().collect()
    };
    let (a, b) = (rest(x, p), rest(y, q));
    let shared = a.intersection(&b).count();
    a.is_empty() && b.is_empty()
        || shared > 0 && shared * 2 >= a.len().min(b.len())
        || a.is_empty() != b.is_empty() && (x.definite || y.definite || x.verb == y.verb)
}

fn exclusive_frame(x: &Statement, y: &Statement) -> bool {
    x.definite
        || y.definite
        || x.verb == "be" && y.verb == "be"
        || is_single(&x.verb)
        || x.verb == y.verb && !is_many(&x.verb)
}

/// Who has a dentist's appointment, a French dictionary or a Friday class is none of these: what somebody has, likes
/// or goes to is no value of what they are or do.
fn has_beside(x: &Statement, y: &Statement) -> bool {
    x.verb != y.verb && is_many(&y.verb) && !x.definite && !y.definite
}

/// "Ana reports to Ben" and "Ben reports to Ana": the same words, the other way round.
fn swapped_ends(x: &Statement, y: &Statement) -> bool {
    x.verb == y.verb
        && matches!(
            x.verb.as_str(),
            "report" | "lead" | "teach" | "depend" | "supersede" | "precede" | "employ" | "own"
        )
        && !x.subject.is_empty()
        && x.subject.iter().all(|w| y.rest.contains(w))
        && y.subject.iter().all(|w| x.rest.contains(w))
}

/// Single events keep their truth in the past: birth, founding, moving, buying.
fn same_event(x: &Statement, y: &Statement) -> bool {
    x.verb == y.verb
        && matches!(
            x.verb.as_str(),
            "born"
                | "found"
                | "founded"
                | "graduate"
                | "join"
                | "buy"
                | "marry"
                | "married"
                | "start"
                | "end"
                | "move"
                | "die"
                | "release"
                | "ship"
                | "meet"
                | "sign"
                | "win"
                | "take"
        )
        || x.words.contains("born") && y.words.contains("born")
}

/// Whether two statements of one subject speak of one matter at all. A person has many numbers and days: the hour
/// they get up says nothing of their telephone.
fn one_matter(x: &Statement, y: &Statement) -> bool {
    x.words == y.words || !x.words.is_disjoint(&y.words)
}

fn numbers(x: &Statement, y: &Statement, only_x: &[&String], only_y: &[&String], same_times: bool) -> Outcome {
    // "Leo is 7" and "has two kids, Leo and Mia": one names the other's subject, and counts something else.
    let turned_round = x.subject.is_disjoint(&y.subject) && !x.subject.is_empty() && !y.subject.is_empty();
    if !one_matter(x, y) || turned_round && x.verb != y.verb {
        return COMPATIBLE;
    }
    if !same_times && !x.times.is_empty() && !y.times.is_empty() {
        let qualifier_only = x.times.iter().all(|t| is_time_word(t) || t.len() == 4);
        if qualifier_only {
            return COMPATIBLE;
        }
    }
    let strong = |w: &&&String| !weak_extra(w);
    let (dx, dy) = (only_x.iter().filter(strong).count(), only_y.iter().filter(strong).count());
    // The same frame with another number; a differing word on both sides is another quantity.
    if dx > 0 && dy > 0 && !x.definite {
        return COMPATIBLE;
    }
    if dx + dy > 2 {
        return COMPATIBLE;
    }
    // A more exact number holds the rounder one: 7 and 7:00 are folded before; "2 cats" and "3 dogs" differ in words.
    contradiction("number")
}

fn times(x: &Statement, y: &Statement, only_x: &[&String], only_y: &[&String]) -> Outcome {
    if !one_matter(x, y) {
        return COMPATIBLE;
    }
    let strong = |w: &&&String| !weak_extra(w);
    if only_x.iter().any(|w| strong(&w)) && only_y.iter().any(|w| strong(&w)) {
        return COMPATIBLE;
    }
    let habit = is_many(&x.verb)
        || matches!(
            x.verb.as_str(),
            "go" | "do"
                | "cook"
                | "train"
                | "teach"
                | "clean"
                | "shop"
                | "call"
                | "visit"
                | "swim"
                | "run"
                | "exercise"
        );
    if habit && !x.definite {
        return COMPATIBLE;
    }
    if x.times.is_subset(&y.times) || y.times.is_subset(&x.times) {
        return COMPATIBLE;
    }
    contradiction("time")
}

fn values(x: &Statement, y: &Statement, only_x: &[&String], only_y: &[&String], jaccard: f64) -> Outcome {
    let strong_x: Vec<&&String> = only_x.iter().filter(|w| !weak_extra(w)).collect();
    let strong_y: Vec<&&String> = only_y.iter().filter(|w| !weak_extra(w)).collect();
    if strong_x.is_empty() && strong_y.is_empty() && x.numbers == y.numbers && x.times == y.times {
        return DUPLICATE;
    }
    if strong_x.is_empty() || strong_y.is_empty() {
        return COMPATIBLE;
    }
    // Different verbs speak of different attributes, unless one announces the change of the other.
    if x.verb != y.verb && !replaces(&x.verb, &y.verb) {
        let both_attributes = x.verb == "be" && y.words.iter().any(|w| x.subject.contains(w) && w != "user");
        if !(both_attributes && x.definite && y.definite) {
            return COMPATIBLE;
        }
    }
    if x.verb != y.verb && replaces(&x.verb, &y.verb) {
        return if moves_something_else(x, y) { COMPATIBLE } else { contradiction("update") };
    }
    let same_role = x.role.is_some() && x.role == y.role;
    let single = is_single(&x.verb) && !is_many(&x.verb)
        || x.definite && y.definite && (x.verb == "be" || same_role)
        || same_role && !is_many_objects(&x.verb)
        || x.verb == "prefer" && jaccard >= 0.5 && swapped_preference(x, y);
    if x.verb == "be" && !x.definite {
        // "Ana is a dentist" and "Ana is Ben's aunt": kinds differ, both hold.
        let places = x.place && y.place;

        return if places { contradiction("place") } else { COMPATIBLE };
    }
    if x.verb == "prefer" {
        return if swapped_preference(x, y) { contradiction("value") } else { COMPATIBLE };
    }
    if single {
        contradiction(if matches!(x.verb.as_str(), "live" | "locate" | "born" | "move") { "place" } else { "value" })
    } else {
        COMPATIBLE
    }
}

/// Verbs of which the second tells that what the first said has changed.
const REPLACES: &[(&str, &str)] = &[
    ("live", "move"),
    ("move", "live"),
    ("work", "join"),
    ("join", "work"),
    ("work", "leave"),
    ("live", "leave"),
    ("use", "switch"),
    ("use", "migrate"),
    ("run", "migrate"),
    ("study", "graduate"),
    ("be", "become"),
    ("be", "change"),
    ("be", "move"),
    ("start", "move"),
    ("use", "move"),
    ("run", "move"),
    ("drive", "buy"),
];

fn replaces(older: &str, newer: &str) -> bool {
    REPLACES.contains(&(older, newer))
}

/// Somebody's move changes where they live, not where others do nor what they are: "User moved to Oslo"
/// says nothing of an allergy, or of a sister's home.
fn moves_something_else(x: &Statement, y: &Statement) -> bool {
    let own = |statement: &Statement| statement.subject.iter().all(|word| word == "user");
    match (x.verb.as_str(), y.verb.as_str()) {
        ("live", "move") | ("move", "live") => own(x) != own(y),
        ("be", "move") => own(y) && !(x.place && own(x)),
        // "I changed my mind" changes nothing by its name: what changes is named by both.
        (_, "change" | "switch" | "migrate") => own(y) && x.words.is_disjoint(&y.words),
        _ => false,
    }
}

/// The verb, and every verb it can be at odds with.
pub(super) fn verb_keys(verb: &str) -> Vec<String> {
    let related = REPLACES.iter().filter(|(a, b)| *a == verb || *b == verb);
    let mut keys: Vec<String> = related.map(|(a, b)| format!("{a}>{b}")).collect();
    keys.push(format!("={verb}"));
    keys
}

fn is_many_objects(verb: &str) -> bool {
    is_many(verb) && verb != "use"
}

/// "tea to coffee" against "coffee to tea".
fn reversed(x: &Statement, y: &Statement) -> bool {
    match (x.rest.as_slice(), y.rest.as_slice()) {
        ([a, .., b], [c, .., d]) => a == d && b == c && a != b,
        _ => false,
    }
}

/// "prefers tea to coffee" and "prefers coffee to tea", or another favourite in the same matter.
fn swapped_preference(x: &Statement, y: &Statement) -> bool {
    let (Some(p), Some(q)) = (x.rest.first(), y.rest.first()) else {
        return false;
    };
    p != q && (x.rest.contains(q) || y.rest.contains(p))
        || opposite(p, q)
        || x.role.is_some() && x.role == y.role && p != q
}
