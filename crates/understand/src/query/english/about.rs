//! Questions for what is known of one person, project, place or thing, and the name they ask about.
//!
//! A frame says that what is known is asked for ("what do we have on …", "who is …"); what follows it is the name.
//! Where a pronoun follows, the name stands in the clause before.

use super::name::{KIND, PRONOUN, cut, is_only_a_name, referent, unquoted};
use super::words::{AUX, DETERMINER, FILLER, Gap, Question, TELL, WH, Word, word_sets};
use crate::names;

word_sets! {
    /// Verbs of knowing, keeping and telling.
    KNOW = "know known remember recall have got store stored save saved note noted record recorded hold collected collect gathered learned learnt heard mentioned told tell kept keep written wrote find found share shared brief inform remind teach fill say said refresh jog look check search talked talk speak hear learn chat dig dug come update give show get pull bring fetch list summarise summarize recap report retrieve read";
    /// Nouns for what is known.
    INFO = "rundown overview summary profile background info information detail details facts fact intro introduction description briefing lowdown low-down notes note picture dossier file recap story deal stuff knowledge memory memories data record records bio biography entry entries sketch primer context gist scoop basics 411 backstory history impression portrait synopsis digest page card connection relationship relation link links ties association involvement dealings refresher run-down reminder outline report essentials highlights skinny specifics particulars";
    /// All or some of what is known.
    SOME = "everything anything all whatever something what much more";
    /// What joins the frame and the name.
    ABOUT = "about on of regarding concerning behind for to with around under";
    /// Who may hold what is known; of anybody else it is asked what they know.
    HOLDER = "you we i us me memory notes note files file records record memories system brain";
    /// What takes the place of a name and is none.
    NO_NAME = "me myself us ourselves you yourself everything anything something nothing there here today tomorrow yesterday mine what who how why when where which whether if";
    /// Words after "who is" or "what is" that are no name, written small.
    NO_SMALL_NAME = "up new happening wrong left next missing on for there responsible allowed free available best better coming going in at to from with by it he she they we i you not still now also else supposed involved good bad fun love life the a an my our your his her their its this that these those really so all due included mine yours ours more most first last";
    /// What may follow a name and says nothing more of it.
    CLOSING = "please again exactly anyway then and to thanks though or actually now";
    /// Words that may stand in a frame and say nothing of their own.
    GLUE = "how which related relating pertaining linked any some that else been in up out down from full short brief quick complete general little bit lot already actually currently still happen so far there know as possible possibly ever available relevant key main important basic past previous not one two sentence line paragraph need want like ready at hand if stored whole entire potted it tidbits things thing bits every each single good decent proper useful shortish nice";
    /// What opens a time or a place, and no name.
    PREPOSITION = "during in at on over before after last with from by around since until between next throughout back while through as because";
    /// Words for somebody before their name.
    PERSON = "guy person man woman bloke lady chap girl boy fellow company project place thing";
    /// What is kept of somebody under their name.
    KEPT = "profile file bio background page entry card record dossier info details story biography notes";
    /// Things of the user's own that "on" puts something on.
    SURFACE = "calendar list plate agenda schedule desk mind todo to-do menu table shelf wall phone laptop fridge";
}

/// The name in a question about one thing.
pub(super) fn asked(question: &Question<'_>) -> Option<String> {
    let core = question.core();
    if core.is_empty() {
        return None;
    }
    by_identity(question)
        .or_else(|| by_two_sides(question))
        .or_else(|| by_frame(question))
        .or_else(|| by_verb(question))
        .or_else(|| by_acquaintance(question))
        .or_else(|| by_itself(question))
}

/// "Who is Ann", "what's Heron", "remind me who Ann is", "what kind of place is Ardgour".
fn by_identity(question: &Question<'_>) -> Option<String> {
    let core = question.core();
    let mut at = match (question.low(0), question.low(1), question.low(2)) {
        ("who" | "what", "or" | "and" | "slash", "who" | "what") => 3,
        ("who" | "what", _, _) => 1,
        _ => return None,
    };
    while matches!(question.low(at), "exactly" | "again" | "actually" | "really" | "precisely" | "on" | "earth" | "the")
        && (question.low(at) != "the" || question.low(at + 1) == "hell" || question.low(at + 1) == "heck")
        && (question.low(at) != "on" || question.low(at + 1) == "earth")
    {
        at += 1 + usize::from(question.low(at) == "the");
    }
    let sort = matches!(question.low(at), "kind" | "sort" | "type") && question.low(at + 1) == "of";
    if sort {
        at += 2;
        while at < core.len() && !core[at].is(&AUX) {
            at += 1;
        }
    }
    if matches!(question.low(at), "is" | "are" | "was" | "were") {
        at += 1;
        while matches!(question.low(at), "exactly" | "again" | "actually" | "this" | "that")
            && core.get(at + 1).is_some_and(|word| word.gap == Gap::Space && !word.is(&CLOSING))
        {
            at += 1;
        }
        // "This guy Tom", "the woman called Ann".
        let kind = at + usize::from(question.low(at) == "the");
        if core.get(kind).is_some_and(|word| word.is(&PERSON) && !word.capital) {
            let next = kind + 1 + usize::from(matches!(question.low(kind + 1), "called" | "named"));
            if core.get(next).is_some_and(|word| word.capital) {
                at = next;
            }
        }
        return name_at(question, at, core.len(), question.low(0));
    }
    // "Who might Ann be".
    if matches!(question.low(at), "might" | "could" | "would" | "may")
        && let Some(be) = (at + 2..core.len()).find(|n| question.low(*n) == "be")
    {
        return name_at(question, at + 1, be, question.low(0));
    }
    // "Who Ann is": the verb comes last.
    let end = (at + 1..core.len()).find(|n| matches!(question.low(*n), "is" | "was" | "are" | "were"))?;
    let closed = end + 1 == core.len()
        || core[end + 1].gap != Gap::Space
        || core[end + 1]
            .one_of(&["and", "again", "please", "to", "exactly", "about", "for", "like", "all", "or", "before"]);
    if !closed || !question.embedded {
        return None;
    }
    name_at(question, at, end, question.low(0))
}

/// "What is Ann's role and who does she report to": more than one side of somebody.
fn by_two_sides(question: &Question<'_>) -> Option<String> {
    if !matches!(question.low(0), "what" | "where" | "who" | "how" | "which") {
        return None;
    }
    // The second side is asked of a pronoun.
    let sentence = question.sentence();
    let second = sentence.windows(2).position(|pair| {
        pair[0].low == "and" && pair[1].one_of(&["what", "where", "who", "how", "which", "when", "why"])
    })?;
    sentence[second..]
        .iter()
        .find(|word| word.one_of(&["he", "she", "they", "it", "him", "her", "them", "his", "their", "its"]))?;
    let named: Vec<&Word> = sentence[1..second].iter().filter(|word| word.capital && word.low != "i").collect();
    let (first, last) = (named.first()?, named.last()?);
    let name = &question.text[first.span.start..last.span.end];
    let name = name.strip_suffix("'s").or_else(|| name.strip_suffix("’s")).unwrap_or(name);
    (name.split(' ').count() == named.len()).then(|| name.to_owned())
}

/// The name that fills `from..to` of a question by `by`, where nothing else is said of it.
fn name_at(question: &Question<'_>, from: usize, to: usize, by: &str) -> Option<String> {
    let core = question.core();
    let end = cut(question, from, to);
    let mut words = core.get(from..end)?;
    // "What is Heron about", "what's Ann like".
    let mut end = end;
    while let Some(last) = words.last()
        && words.len() > 1
        && (last.one_of(&["about", "like", "for", "called", "all", "again", "anyway", "though", "to", "even", "doing"])
            && !last.capital)
    {
        end -= 1;
        words = &core[from..end];
    }
    let first = words.first()?;
    if first.is(&PRONOUN) && words.len() == 1 {
        return referent(question);
    }
    let name = question.slice(from..end);
    if first.one_of(&["my", "our", "your"]) || first.is(&NO_NAME) {
        return None;
    }
    if words.iter().any(|word| word.low.contains("'s") || word.low.ends_with('\'')) {
        return None;
    }
    let article = first.one_of(&["the", "a", "an"]);
    let inner = if article { &words[1..] } else { words };
    let proper = inner.first().is_some_and(|word| word.capital);
    if proper {
        // "The Heron project" is one thing; "the Netflix password" is asked of another.
        let small = inner.iter().rev().take_while(|word| !word.capital).count();
        let joined = inner.iter().all(|word| {
            word.capital
                || word.one_of(&[
                    "of", "de", "van", "von", "der", "the", "and", "la", "le", "du", "da", "di", "al", "bin", "for",
                    "on",
                ])
        });
        let kind = small == 1 && inner.last().is_some_and(|word| word.is(&KIND));
        let digits = inner.iter().all(|word| word.capital || word.low.chars().all(|c| c.is_ascii_digit()));
        if small == 1
            && inner.last().is_some_and(|word| word.one_of(&["thing", "guy", "person", "lady", "bloke", "one"]))
        {
            return Some(question.slice(from..end - 1).to_owned());
        }
        return (joined || kind || digits).then(|| name.to_owned());
    }
    // Written small all through, a name still is one word or two that are nothing else.
    let shouts = question.text.chars().filter(|c| c.is_uppercase()).count();
    let opens_small = shouts == 0 || shouts == 1 && question.text.trim_start().starts_with(char::is_uppercase);
    if article || !opens_small || inner.len() > 2 {
        let kind = inner.len() == 2
            && inner[1].is(&KIND)
            && !inner[0].is(&NO_SMALL_NAME)
            && first.low == "the"
            && is_odd(&inner[0].low);
        return (kind && opens_small).then(|| name.to_owned());
    }
    if core.get(end).is_some_and(|word| end < to && word.gap == Gap::Space && !word.is(&CLOSING)) {
        return None;
    }
    let given = crate::route::is_given_name(&first.low);
    let nameless = |word: &Word| {
        word.is(&NO_SMALL_NAME)
            || word.is(&AUX)
            || word.is(&WH)
            || word.low.ends_with("ing")
            || word.low.ends_with("ed")
            || word.low.ends_with("ly")
            || word.low.ends_with("est")
            || crate::claim::is_past_verb(&word.low)
            || word.low.chars().all(|c| c.is_ascii_digit())
    };
    let fits = if by == "who" || given { inner.len() <= 2 } else { inner.len() == 1 };
    (fits && (given || !inner.iter().any(nameless))).then(|| name.to_owned())
}

/// Whether a word is not a plain one of the language, as far as this can be seen from the outside.
fn is_odd(low: &str) -> bool {
    !low.ends_with("ing") && !low.ends_with("ed") && !crate::claim::is_past_verb(low) && low.len() > 2
}

/// "What do we have on …", "everything you know about …", "any background on …", "tell me about …".
fn by_frame(question: &Question<'_>) -> Option<String> {
    let core = question.core();
    let asks = matches!(
        question.low(0),
        "what"
            | "which"
            | "how"
            | "do"
            | "does"
            | "is"
            | "are"
            | "was"
            | "have"
            | "has"
            | "can"
            | "could"
            | "may"
            | "would"
            | "did"
    ) || core[0].is(&TELL)
        || !core[0].is(&WH) && !core[0].is(&AUX);
    if !asks || question.low(0) == "how" && question.low(1) != "much" {
        return None;
    }
    let mut know = false;
    let mut some = false;
    let mut info = false;
    let mut held = matches!(question.low(1), "is" | "are" | "was")
        || core[0].is(&TELL)
        || core[0].is(&SOME)
        || core[0].is(&INFO)
        || core[0].one_of(&["any", "some", "got", "do", "is", "are"]);
    let mut other = false;
    let mut filed = false;
    for at in 0..core.len() {
        let word = &core[at];
        if word.gap == Gap::Clause && at > 0 {
            break;
        }
        // "On file" says where, not of whom.
        let kept =
            word.low == "on" && matches!(question.low(at + 1), "file" | "record" | "hand" | "paper" | "me" | "us");
        let joins = word.is(&ABOUT) && at > 0 && !kept;
        if joins {
            let about = word.one_of(&["about", "regarding", "concerning"]);
            let framed = match &*word.low {
                "about" | "regarding" | "concerning" => know || some || info,
                "on" => {
                    let named = core[at + 1..].iter().take(2).any(|word| word.capital);
                    let request = !core[0].is(&WH) && !core[0].is(&AUX);
                    (know && (some || core[0].is(&TELL))) || info || some && (at <= 2 || request && named)
                }
                "of" => info || know && question.low(at - 1) != "out",
                "around" => know && some,
                "to" if matches!(
                    question.low(at - 1),
                    "related" | "relating" | "pertaining" | "linked" | "relates"
                ) =>
                {
                    some || info || core[0].is(&TELL)
                }
                "for" => {
                    let named = core.get(at + 1).is_some_and(|word| word.capital);
                    info && (!some || filed) || know && some && named && matches!(question.low(at - 1), "got" | "have")
                }
                "under" => know && some,
                _ => info,
            };
            if framed
                && (held || info)
                && !other
                && let Some(name) = thing_at(question, at + 1, about)
            {
                return Some(name);
            }
            // "A recap of everything on …" goes on.
            if framed && !core.get(at + 1).is_some_and(|next| next.is(&SOME) || next.is(&INFO) || next.is(&DETERMINER))
            {
                return None;
            }
        }
        know |= word.is(&KNOW);
        filed |= kept;
        info |= word.is(&INFO);
        some |= word.is(&SOME);
        if word.is(&HOLDER) {
            held = true;
        } else if word.capital && at > 0 && !word.is(&HOLDER)
            || word.one_of(&["he", "she", "they", "his", "her", "their"])
        {
            // What Tom knows is another question.
            other = true;
        }
        // "What did I decide about", "what should I do about": not what is known.
        // "Anything noteworthy about": one word may say what of it.
        let of_it = at > 0 && core[at - 1].is(&SOME) && !core[at - 1].one_of(&["what", "much"]) && !word.capital;
        if !of_it && !word.is(&KNOW) && !word.is(&SOME) && !word.is(&INFO) && !word.is(&HOLDER) && !is_glue(word) {
            other |= !joins;
        }
        // "Let's hear everything about": whatever the verb of a request, what is known is its object.
        if !core[0].is(&WH) && !core[0].is(&AUX) && (word.is(&SOME) || word.is(&INFO)) {
            (other, held) = (false, true);
        }
    }
    None
}

/// Words that may stand in a frame and say nothing of their own.
fn is_glue(word: &Word) -> bool {
    word.is(&AUX) || word.is(&FILLER) || word.is(&DETERMINER) || word.is(&TELL) || word.is(&ABOUT) || word.is(&GLUE)
}

/// The thing a frame asks about, from the word after its preposition.
fn thing_at(question: &Question<'_>, from: usize, about: bool) -> Option<String> {
    let core = question.core();
    let end = cut(question, from, core.len());
    let words = core.get(from..end).filter(|words| !words.is_empty())?;
    let first = &words[0];
    if first.is(&PRONOUN) && (words.len() == 1 || !first.one_of(&["this", "that", "these", "those", "her", "one"])) {
        return referent(question);
    }
    if first.is(&NO_NAME)
        || first.is(&WH)
        || is_preposition(first)
        || words.len() > 7
        || words.len() == 1 && first.is(&DETERMINER)
    {
        return None;
    }
    if !about && words.iter().any(|word| word.is(&SURFACE)) {
        return None;
    }
    if first.low == "the" && words.get(1).is_some_and(|word| word.one_of(&["time", "day", "way", "fact"])) {
        return None;
    }
    // A plain noun with "of" or "on" only: "a summary of sales", "notes on sourdough".
    if !about && !words.iter().any(|word| word.capital) && !first.is(&DETERMINER) && words.len() > 2 {
        return None;
    }
    let pointed = first.one_of(&["this", "that"]) && words.len() > 1;
    let last = &words[words.len() - 1];
    let end =
        end - usize::from(pointed && words.len() > 2 && last.one_of(&["thing", "guy", "person", "place", "lady"]));
    let from = from + usize::from(pointed);
    Some(unquoted(question.slice(from..end)))
}

fn is_preposition(word: &Word) -> bool {
    !word.capital && word.is(&PREPOSITION)
}

/// "Describe Ann", "introduce me to Heron", "pull up Ann's profile", "look up Heron".
fn by_verb(question: &Question<'_>) -> Option<String> {
    let core = question.core();
    if !core[0].is(&TELL) {
        return None;
    }
    let mut at = 1;
    while at < core.len()
        && core[at].one_of(&["me", "us", "up", "out", "for", "to", "over", "again", "in", "briefly", "on"])
        && !core[at].capital
    {
        at += 1;
    }
    let end = cut(question, at, core.len());
    let words = core.get(at..end).filter(|words| !words.is_empty() && words.len() <= 6)?;
    if words[0].is(&PRONOUN) && words.len() == 1 && core[0].one_of(&["describe", "introduce", "profile"]) {
        return referent(question);
    }
    if words[0].is(&NO_NAME) || words[0].is(&WH) {
        return None;
    }
    let named = words.iter().any(|word| word.capital);
    let last = &words[words.len() - 1];
    // "Ann's profile".
    if last.is(&KEPT) && words.len() >= 2 {
        let owner = &words[words.len() - 2];
        if owner.low.ends_with("'s") && !owner.is(&DETERMINER) {
            let whole = question.slice(at..end - 1);
            return Some(whole.trim_end_matches("'s").trim_end_matches("\u{2019}s").to_owned());
        }
    }
    if words.iter().any(|word| word.low.ends_with("'s")) && !core[0].one_of(&["describe", "introduce"]) {
        return None;
    }
    let opens = words[0].capital || words[0].is(&DETERMINER) && words.get(1).is_some_and(|word| word.capital);
    let fits = match &*core[0].low {
        "describe" | "introduce" | "profile" | "characterise" | "characterize" | "sketch" => {
            named || words[0].is(&DETERMINER) || words.len() <= 2
        }
        "define" | "explain" | "outline" | "summarise" | "summarize" | "recap" => {
            opens || named && words[0].is(&DETERMINER)
        }
        "look" | "pull" | "bring" | "find" | "search" | "recall" | "remember" | "brief" | "fetch" | "show"
        | "update" => {
            opens && at > 1 - usize::from(core[0].one_of(&["recall", "remember", "find"])) && is_only_a_name(words)
        }
        _ => false,
    };
    fits.then(|| unquoted(question.slice(at..end)))
}

/// "Do you know Ann", "have you heard of Heron", "does the name Ann ring a bell", "what about Ann".
fn by_acquaintance(question: &Question<'_>) -> Option<String> {
    let core = question.core();
    let low = |n: usize| question.low(n);
    let at = match (low(0), low(1), low(2)) {
        ("do", "you" | "we" | "i", "know" | "remember" | "recall") => 3,
        ("do", "you", "still") if matches!(low(3), "know" | "remember" | "recall") => 4,
        ("have", "you" | "we" | "i", "heard") if low(3) == "of" => 4,
        ("have", "you" | "we" | "i", "met" | "mentioned") => 3,
        ("have", "i" | "we", "ever") if low(3) == "mentioned" => 4,
        ("did", "i" | "we", "mention") => 3,
        ("what" | "how", "about", _) => 2,
        ("what", "does", _) if core.iter().any(|word| word.one_of(&["refer", "mean", "stand"])) => 2,
        ("how", "do" | "did", "i" | "we") if low(3) == "know" => 4,
        ("how", "would" | "do", "you" | "we" | "i") if matches!(low(3), "describe" | "characterise") => 4,
        ("where", "do" | "did", "i" | "we") if low(3) == "know" && question.says("from") => 4,
        ("how", "am" | "are", "i" | "we") if low(4) == "to" && is_tied(low(3)) => 5,
        ("how", "is", _)
            if (question.says("to me") || question.says("to us")) && core.iter().any(|w| is_tied(&w.low)) =>
        {
            2
        }
        ("does" | "do", "the", "name" | "names") if question.says("ring") || question.says("mean") => 3,
        ("does", _, _) if question.says("ring a") || question.says("ring any") || question.says("mean anything") => 1,
        _ => return None,
    };
    let end = cut(question, at, core.len());
    let end = (at..end)
        .find(|n| matches!(low(*n), "ring" | "mean" | "from" | "refer" | "stand") || is_tied(low(*n)))
        .unwrap_or(end);
    let words = core.get(at..end).filter(|words| !words.is_empty())?;
    let met = low(2) == "met" || low(2) == "mention" || low(2) == "mentioned";
    let small = words.len() == 1 && crate::route::is_given_name(&words[0].low);
    let named = is_only_a_name(words) && (!met || end == core.len());
    (named || small).then(|| question.slice(at..end).to_owned())
}

fn is_tied(low: &str) -> bool {
    matches!(low, "connected" | "related" | "linked" | "tied" | "associated" | "acquainted")
}

/// A name and nothing else, or a name before the question that asks who that is.
fn by_itself(question: &Question<'_>) -> Option<String> {
    let core = question.core();
    if question.core.start == 0 && core.len() <= 3 && core.len() == question.words.len() {
        let name =
            core.iter().all(|word| word.capital) && is_only_a_name(core) && !names::find(question.text).is_empty();
        let many =
            core.len() > 1 || crate::route::is_given_name(&core[0].low) || question.text.trim_end().ends_with('?');
        return (name && many).then(|| question.slice(0..core.len()).to_owned());
    }
    // "Tell me everything: Ann."
    let after = question.words.get(question.core.end..).unwrap_or_default();
    let open = core.len() <= 4 && core.last().is_some_and(|word| word.is(&SOME) || word.is(&INFO));
    let reminded = core[0].is(&TELL) && matches!(question.low(1), "me" | "us") && core.len() == 2;
    // "Fennimore. What do we have?"
    let known = core.len() <= 5 && core.last().is_some_and(|word| word.is(&KNOW)) && question.low(0) == "what";
    let topic = &question.words[..question.core.start];
    let topic = &topic[topic.iter().take_while(|word| word.is(&FILLER)).count()..];
    if known && core.iter().any(|word| word.is(&HOLDER)) && is_only_a_name(topic) {
        return referent(question);
    }
    if (open || reminded) && after.len() <= 4 && is_only_a_name(after) {
        return Some(question.text[after[0].span.start..after[after.len() - 1].span.end].to_owned());
    }
    // "Ann: any background?"
    let bare = core.len() <= 3 && core.last().is_some_and(|word| word.is(&INFO)) && question.core.start > 0;
    if bare { referent(question) } else { None }
}
