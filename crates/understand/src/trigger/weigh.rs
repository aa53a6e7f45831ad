//! A closer look at what matched: idioms, titles, elliptical questions, and where the payload is.

use crate::pattern::Groups;

use super::clause::Clause;
use super::dropped::{drops_it, forget};
use super::foreign::{MEDIA, SPEECH, TAG_QUESTION};
use super::payload;
use super::{Found, TriggerKind};
use TriggerKind::{Forget, Recall, Reflect, Remember};

/// What a closer look at a match says.
pub(super) enum Weighed {
    /// It is a request.
    Request(Found),
    /// It is none, and no other rule should say so.
    NoRequest,
    /// Another rule may know.
    Undecided,
}

/// Weighs one match.
pub(super) fn decide(text: &str, clause: &Clause, kind: TriggerKind, hit: &Groups<'_>, asked: bool) -> Weighed {
    let sentence = &text[clause.start..clause.sentence_end];
    let whole = hit.get(0).expect("group 0 always matches");
    let at = |offset: usize| clause.start + offset;
    let from_group = |name: &str| hit.name(name).map(|g| at(g.start())..at(g.end()));
    let no = Weighed::NoRequest;
    let rest = &sentence[whole.end()..];
    let lower_rest = rest.to_lowercase();
    let rest_words = lower_rest.trim_start();
    let asks_tag = TAG_QUESTION.is_match(sentence);
    match kind {
        Recall => {
            let mut from = at(whole.end());
            if let Some(known) = hit.name("known") {
                from = at(known.start());
            }
            if let Some(mine) = hit.name("mine") {
                from = at(mine.start());
            }
            if let Some(pre) = from_group("pre") {
                // "Find duplicates in your memory".
                let flawed = text[pre.clone()].split(' ').any(|word| FLAWS.iter().any(|flaw| word.starts_with(flaw)));
                return Weighed::Request(if flawed { (Reflect, None) } else { (kind, payload::tidy(text, pre, kind)) });
            }
            // "do you remember to …" is advice; "can you remember that …" is a request to keep.
            let lower = whole.as_str().to_lowercase();
            if (lower.contains("can you remember")
                || lower.contains("could you remember")
                || lower.contains("would you remember"))
                && (rest_words.starts_with("that ") || rest_words.starts_with("to ") || rest_words.starts_with("this"))
            {
                let span = payload::tidy(text, from..clause.sentence_end, Remember);
                return Weighed::Request((Remember, span));
            }
            if ["can you", "could you", "would you", "will you"].iter().any(|ask| lower.starts_with(ask))
                && tells(rest_words)
            {
                return Weighed::Request((Remember, payload::tidy(text, from..clause.sentence_end, Remember)));
            }
            if means_the_phrase(&text[clause.sentence_end..]) {
                return no;
            }
            // "Check your memories for contradictions": they are gone over, nothing is looked up.
            if !clause.question && !lower.ends_with("about") && FLAWS.iter().any(|flaw| rest_words.starts_with(flaw)) {
                return Weighed::Request((Reflect, None));
            }
            // "Go through your memory and clean out the junk".
            if rest_words.starts_with("and ") && FLAWS.iter().chain(MENDING).any(|word| rest_words.contains(word)) {
                return Weighed::Request((Reflect, None));
            }
            // "What do you know about black holes": the world's.
            if ["know about", "know on", "know abt"].iter().any(|words| lower.contains(words))
                && !is_own_topic(&text[from..clause.sentence_end])
            {
                return Weighed::Undecided;
            }
            // "What's my next move in this position again", "you know my code fails, right": the matter at hand.
            let asks_again = lower.ends_with(" again") && lower.contains(" this ");
            let at_hand = lower.ends_with(" my") && lower.contains(" know ") && rest_words.starts_with("code");
            if asks_again || at_hand {
                return Weighed::Undecided;
            }
            // "I've forgotten what I told you": an answer is expected only if one is asked for.
            if hit.name("embedded").is_some() && !clause.question && !asked {
                return Weighed::Undecided;
            }
            // "You have my old number on file, delete it": what is asked for comes after.
            if drops_it(rest_words) {
                return Weighed::Undecided;
            }
            // "Is there anything on Netflix": nothing that is kept.
            let kept = ["memor", "note", "record", "stored", "saved", "file", "entr", "written"];
            if (lower.starts_with("is there") || lower.starts_with("are there"))
                && !kept.iter().any(|word| lower.contains(word))
            {
                return Weighed::Undecided;
            }
            if hit.name("tag").is_some() {
                // Only the question mark or the tag makes it a question: "I told you about Bo, can you …?" is another.
                // "I told you it was raining": a reproach.
                let reproach = lower.ends_with("told you") && tells(rest_words);
                let goes_on =
                    reproach || rest.split([',', ';']).skip(1).any(|part| part.split_whitespace().count() > 3);
                let wondered = ["if ", "whether "].iter().any(|word| text[clause.frame..clause.start].ends_with(word));
                if !(clause.question || wondered || lower.starts_with(['y', 'u']) && ends_in_right(&lower_rest))
                    || goes_on
                {
                    return Weighed::Undecided;
                }
            }
            if let Some(held) = hit.name("held") {
                if !clause.question && !asked && clause.start != clause.sentence_start || lower.ends_with("in mind") {
                    return Weighed::Undecided;
                }
                let span = at(held.start())..at(held.end());
                let span = if is_pointer(Some(held.as_str())) {
                    payload::told(text, clause)
                } else if held.as_str().starts_with("any") || held.as_str().starts_with("some") {
                    payload::tidy(text, at(whole.end())..clause.sentence_end, kind)
                } else {
                    payload::tidy(text, span, kind)
                };
                return Weighed::Request((kind, span));
            }
            if let Some(topic) = from_group("topic").filter(|_| rest_words.is_empty()) {
                return Weighed::Request((kind, payload::tidy(text, topic, kind)));
            }
            if hit.name("asked").is_some_and(|noun| !noun.as_str().trim().is_empty()) {
                from = at(whole.start());
            }
            Weighed::Request((kind, payload::tidy(text, from..clause.sentence_end, kind)))
        }
        Reflect => {
            if clause.question && !asked && !asks_tag {
                return no;
            }
            // "Your notes are a jumble; sort them out": only what was named before can be meant.
            if hit.name("ofstored").is_some() {
                let before = text[..clause.start].to_lowercase();
                let stored = ["memor", "notes", "records", "entries", "stored", "saved", "knowledge"];
                let named = before.split("your ").skip(1).any(|of| stored.iter().any(|word| of.starts_with(word)));
                if !named {
                    return Weighed::Undecided;
                }
            }
            // "Go through your notes for the plumber": looking something up.
            if rest.trim_start().starts_with(':') || ["for ", "about "].iter().any(|word| rest_words.starts_with(word))
            {
                let lookup = ["look", "go ", "comb", "sift", "trawl", "run ", "search"];
                let said = whole.as_str().to_lowercase();
                let mends = FLAWS.iter().chain(MENDING).any(|word| rest_words.contains(word));
                if !mends && lookup.iter().any(|word| said.contains(word)) {
                    return Weighed::Undecided;
                }
            }
            Weighed::Request((kind, None))
        }
        Forget => {
            if clause.question && !asked && !asks_tag {
                return no;
            }
            forget(text, clause, hit, asked)
        }
        Remember => {
            if let Some(_word) = hit.name("remember") {
                if let Some(found) = bare_remember(text, clause, hit, asked, asks_tag) {
                    return found;
                }
            } else if clause.question && !asked && !asks_tag && hit.name("passive").is_none() {
                return no;
            }
            if hit.name("mustask").is_some()
                && (!asked || hit.name("clause").is_some() && !(tells(rest_words) || names_its_subject(rest)))
            {
                return Weighed::Undecided;
            }
            // "Write this down as a formula": on paper.
            if hit.name("writes").is_some()
                && ["as ", "in ", "on ", "using ", "with ", "again", "neatly"].iter().any(|w| rest_words.starts_with(w))
            {
                return Weighed::Undecided;
            }
            // "Things to remember when painting: …": the head of a list.
            if hit.name("label").is_some()
                && (["things", "facts", "points", "notes", "reminders", "items"]
                    .iter()
                    .any(|list| starts_with_ignoring_case(whole.as_str(), list))
                    || whole.as_str().contains(" in this ")
                    || rest_words.is_empty())
            {
                return Weighed::Undecided;
            }
            // "Add a note to the invoice": somebody else's paper.
            if hit.name("anote").is_some()
                && ["to ", "in ", "at ", "under ", "below "].iter().any(|word| rest_words.starts_with(word))
            {
                return Weighed::Undecided;
            }
            if hit.name("note").is_some() && rest_words.is_empty() {
                return Weighed::Undecided;
            }
            // "Keep track of" is no piece of music.
            if MEDIA.is_match(&sentence[whole.end()..]) && is_title(rest)
                || hit.name("remember").is_some() && MEDIA.is_match(sentence) && is_title(rest)
            {
                return no;
            }
            if let Some(pre) = from_group("pre") {
                return Weighed::Request((kind, payload::tidy(text, pre, kind)));
            }
            if hit.name("clause").is_some() && !states(rest) {
                return Weighed::Undecided;
            }
            if points_back(rest_words) {
                return Weighed::Request((
                    kind,
                    payload::previous(text, clause).or_else(|| payload::next(text, clause)),
                ));
            }
            let colon = whole.as_str().trim_end().ends_with([':', '—', '–', '-'])
                || rest.trim_start().starts_with([':', '—', '–']);
            let end = if colon { payload::extended_end(text, clause) } else { clause.sentence_end };
            let span = payload::tidy(text, at(whole.end())..end, kind);
            if hit.name("important").is_some() && span.is_none() {
                // "Important!! …": the sentence after it.
                if !text[clause.sentence_end..].starts_with('!') {
                    return Weighed::Undecided;
                }
                return payload::next(text, clause).map_or(no, |next| Weighed::Request((kind, Some(next))));
            }
            if span.is_none() || is_pointer(span.as_ref().map(|s| &text[s.clone()])) {
                // "… . Please remember this." — the content is the sentence before.
                return Weighed::Request((
                    kind,
                    payload::previous(text, clause).or_else(|| payload::next(text, clause)).or(span),
                ));
            }
            Weighed::Request((kind, span))
        }
        TriggerKind::None => Weighed::Undecided,
    }
}

/// What is wrong with memories that want going over.
const FLAWS: &[&str] = &[
    "duplicat",
    "contradict",
    "overlap",
    "inconsisten",
    "redundan",
    "conflict",
    "stale",
    "outdated",
    "repeat",
    "clash",
];
/// What is then done to them.
const MENDING: &[&str] = &[
    "merge",
    "consolidat",
    "tidy",
    "clean",
    "prune",
    "combine",
    "condense",
    "weed",
    "lesson",
    "pattern",
    "group",
    "declutter",
    "straighten",
    "reorgani",
    "throw together",
    "sort out",
];

/// Somebody or something of the user's, by a pronoun or a name; not a matter of general knowledge.
fn is_own_topic(topic: &str) -> bool {
    const OWN: &str = " me us my our mine ours myself ";
    const WORLD: &str = " revolution war empire treaty dynasty age century era crisis movement theory effect law museum ocean sea moon sun renaissance pyramids wall bible sky church universe internet ";
    let topic = topic.trim_start_matches(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = topic.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let has = |list: &str, word: &str| list.contains(&format!(" {} ", word.to_lowercase()));
    if words.iter().any(|word| has(OWN, word)) {
        return true;
    }
    let named = words.iter().find(|word| !matches!(**word, "the" | "The" | "project")).copied().unwrap_or_default();
    let definite = words.first().is_some_and(|word| word.eq_ignore_ascii_case("the"));
    let capital = named.starts_with(char::is_uppercase) && !crate::gazetteer::is_place(&named.to_lowercase());
    (capital || definite) && !words.iter().any(|word| has(WORLD, word))
}

fn starts_with_ignoring_case(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}

/// "… I'm off carbs": somebody and what is said of them, not the name of something known.
fn tells(rest: &str) -> bool {
    let mut words = rest.split(|c: char| !c.is_alphanumeric());
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    matches!(first, "i" | "im" | "we" | "he" | "she" | "they" | "there" | "it")
        && !matches!(second, "told" | "said" | "mentioned" | "asked" | "gave")
        && !rest.contains(" told you")
}

/// "that the van is sold", but not "that file as a PDF".
fn states(rest: &str) -> bool {
    let rest = rest.trim_start();
    let first = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    const DETERMINERS: &str = " the my our i we he she they it his her their a an all every no there these both im ";
    first.starts_with(char::is_uppercase)
        || DETERMINERS.contains(&format!(" {} ", first.to_lowercase()))
        || names_its_subject(rest)
}

/// "… this, it'll matter in May": what is to be kept was said before, and why comes after.
fn points_back(rest: &str) -> bool {
    let Some((pointer, after)) = rest.split_once([',', ';', '—', '–']) else { return false };
    let after = after.trim_start_matches(|c: char| !c.is_alphanumeric());
    let first = after.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    is_pointer(Some(pointer.trim()))
        && matches!(
            first,
            "it" | "that"
                | "they"
                | "this"
                | "you"
                | "i"
                | "we"
                | "because"
                | "since"
                | "as"
                | "so"
                | "ok"
                | "okay"
                | "please"
                | "thanks"
                | "for"
                | "in"
        )
        && !after.contains(':')
}

/// "… right", "… don't you": an answer is expected.
fn ends_in_right(rest: &str) -> bool {
    ["right", "yeah", "yes", "don't you", "dont you", "correct", "surely", "i hope", "i trust"]
        .iter()
        .any(|tag| rest.trim_end().ends_with(tag))
}

pub(super) fn is_pointer(payload: Option<&str>) -> bool {
    payload.is_some_and(|p| {
        matches!(
            p.to_lowercase().as_str(),
            "this"
                | "that"
                | "it"
                | "all of this"
                | "all that"
                | "this please"
                | "these"
                | "this one"
                | "that one"
                | "them"
        )
    })
}

pub(super) fn is_title(rest: &str) -> bool {
    let mut words = rest.split_whitespace().filter(|w| !matches!(*w, "the" | "of" | "a" | "me"));
    words.next().is_some_and(|w| w.starts_with(|c: char| c.is_uppercase()) && w != "I" && !w.starts_with("I'"))
        || rest.trim_start().to_lowercase().starts_with("me")
}

/// "the Alamo", "the Titans": an article and a name, and nothing more.
fn is_bare_name(rest: &str) -> bool {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let capital = |word: &&str| word.starts_with(char::is_uppercase);
    matches!(words.split_first(), Some((first, names)) if first.eq_ignore_ascii_case("the")
        && (1..=3).contains(&names.len()) && names.iter().all(capital))
}

/// "… I mean the slogan": what is asked about are the words, not what they stand for.
fn means_the_phrase(after: &str) -> bool {
    let after = after.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let Some(meant) = after.strip_prefix("i mean ").or_else(|| after.strip_prefix("i meant ")) else { return false };
    let meant = meant.split(['.', ',', '?', '!', ';']).next().unwrap_or_default();
    meant.starts_with("the ") && (MEDIA.is_match(meant) || SPEECH.is_match(meant))
}

/// "Remember when phones had buttons?": how things were, and nobody in it who told of it.
fn is_nostalgia(object: &str, after: &str) -> bool {
    let own = object
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| matches!(word, "i" | "me" | "my" | "mine" | "our" | "told" | "said" | "mentioned" | "you"));
    let staged = MEDIA.is_match(object) || ["scene", "advert", "meme", "cartoon"].iter().any(|s| object.contains(s));
    let times = ["when ", "how ", "the days", "the times", "back when", "those days", "the good old"];
    let after = after.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let sighs = [
        "those were",
        "simpler times",
        "good times",
        "me neither",
        "what a time",
        "different times",
        "feels like",
        "crazy times",
        "the days",
        "how times",
        "the good old",
        "wild",
        "what a ",
        "what an ",
        "classic",
        "iconic",
    ];
    !own && (staged || times.iter().any(|t| object.starts_with(t)) || sighs.iter().any(|sigh| after.starts_with(sigh)))
}

fn bare_remember(text: &str, clause: &Clause, hit: &Groups<'_>, asked: bool, asks_tag: bool) -> Option<Weighed> {
    let sentence = &text[clause.start..clause.sentence_end];
    let end = hit.get(0).expect("group 0 always matches").end();
    let rest = sentence[end..].trim_start();
    let lower = rest.to_lowercase();
    let no = Some(Weighed::NoRequest);
    // "Remember me" (songs, log-in boxes), "remember, remember …" (verse), "remembers".
    if lower.starts_with(", remember")
        || lower == "me"
        || lower.starts_with("me ") && !lower.starts_with("me as") && !lower.starts_with("me for")
    {
        return no;
    }
    if lower.is_empty() && !asked {
        let before = payload::previous(text, clause).filter(|_| clause.start == clause.sentence_start);
        return Some(before.map_or(Weighed::NoRequest, |p| Weighed::Request((Remember, Some(p)))));
    }
    let shared = ["told", "said", "mentioned", " my "].iter().all(|word| !lower.contains(word));
    if lower.starts_with("when ")
        && shared
        && ["we ", "everyone", "people", "used to"].iter().any(|word| lower.contains(word))
    {
        return no;
    }
    if clause.question && !asked && !asks_tag {
        if is_nostalgia(&lower, &text[clause.sentence_end..]) {
            return no;
        }
        // "Remember my sister?": an elliptical "do you remember".
        let from = clause.start + end;
        let about = lower.len() - lower.trim_start_matches("about ").len();
        let lead = sentence[end..].len() - rest.len() + about;
        return Some(Weighed::Request((Recall, payload::tidy(text, from + lead..clause.sentence_end, Recall))));
    }
    // "Remember the Alamo!": a cry or a title. Nothing is said of it, and nobody is asked.
    if !asked && !asks_tag && is_bare_name(rest) && payload::previous(text, clause).is_none() {
        return no;
    }
    if lower.starts_with("when ") && lower.contains(" we ")
        || lower.starts_with("that time")
        || lower.starts_with("the time ")
        || lower.starts_with("how we ")
    {
        return no;
    }
    None
}

/// Whether an English clause says what it is about and tells something of it: "the van is sold", "Cy paints", "I use emacs".
fn names_its_subject(clause: &str) -> bool {
    let words: Vec<&str> = clause
        .split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '’'))
        .filter(|word| !word.is_empty())
        .collect();
    let [first, rest @ ..] = words.as_slice() else { return false };
    let lower = first.to_lowercase();
    if matches!(lower.as_str(), "i" | "we" | "i'm" | "i’m" | "we're" | "i've") {
        return rest.first().is_some_and(|next| !matches!(*next, "and" | "or"));
    }
    let named = first.starts_with(char::is_uppercase) && first.len() > 1;
    let determined = matches!(lower.as_str(), "the" | "a" | "an" | "my" | "our" | "his" | "her" | "their" | "user");
    let tells = |word: &&str| {
        let word = word.to_lowercase();
        matches!(
            word.as_str(),
            "is" | "are" | "was" | "were" | "has" | "have" | "had" | "will" | "can" | "won't" | "isn't"
        ) || crate::tense::is_past_verb(&word)
            || named && word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.contains(['\'', '’'])
    };
    (named || determined) && rest.iter().skip(usize::from(determined)).take(4).any(tells)
}
