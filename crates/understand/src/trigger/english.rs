//! English requests: imperatives and questions addressed to the assistant.

use std::ops::Range;
use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

use super::clause::{Clause, clauses};
use super::foreign::{SAID_AFTER, SPEECH, TAG_QUESTION, WORK};
use super::frame::{Mood, openings};
use super::heads::Kind;
use super::rules::HEADS;
use super::tails::TAILS;
use super::weigh::{Weighed, decide};
use super::{Found, TriggerKind, payload};
use TriggerKind::{Forget, Recall, Reflect, Remember};

/// Finds the first request in `text`, which is already cleared of quotations.
pub(super) fn find(text: &str) -> Option<Found> {
    let folded = fold(text);
    if is_pasted_letter(&folded) || is_draft(&folded) {
        return None;
    }
    let kinds = HEADS.in_question(&folded);
    if kinds.is_empty() {
        return None;
    }
    let list = clauses(&folded);
    let mut last_sentence = None;
    for clause in &list {
        if last_sentence != Some(clause.sentence_start) {
            last_sentence = Some(clause.sentence_start);
            // A request at the end of the sentence covers all of it.
            if let Some(found) = tail(&folded, clause) {
                return Some(found);
            }
        }
        if let Some(found) = head(&folded, clause, &kinds) {
            return Some(found);
        }
    }
    None
}

/// Typographic apostrophes become plain ones, byte for byte in length.
fn fold(text: &str) -> String {
    // U+2019 is three bytes long; the fillers keep every span in place, and the rules let an
    // apostrophe be followed by them.
    text.replace(['’', '\u{2018}'], "'\u{2}\u{2}")
}

fn is_foreign(text: &str, clause: &Clause) -> bool {
    let before = &text[clause.sentence_start..clause.start];
    if before.trim().is_empty() {
        // "Translate this:\nRemember that …" and "She said. Remember …": look one step back.
        let earlier = text[..clause.sentence_start].trim_end();
        let opener = earlier.ends_with(':') || earlier.ends_with('：');
        let line = earlier.rsplit(['\n', '.', '!', '?']).next().unwrap_or("");
        return opener && (SPEECH.is_match(line) || WORK.is_match(line));
    }
    // "Rewrite this: please note that …": a colon hands over the text to be worked on.
    let handed_over = before.contains([':', '：']) && WORK.is_match(before.split([':', '：']).next().unwrap_or(""));
    handed_over || is_worked_on(before) || speaks(before) || is_transcript(before)
}

/// "Finish this couplet: …", "set these words to music: …": something is to be made of what follows.
fn is_worked_on(before: &str) -> bool {
    const VERBS: &str = " make set finish complete continue turn put sing add give change render say read type print extend end begin open start recite rhyme use style format classify label rate score guess identify annotate punctuate capitalise capitalize decode encode ";
    const COURTESY: &str = " please pls can could would you now ok okay hey help me ";
    let Some((label, _)) = before.split_once([':', '：']) else { return false };
    let lower = label.to_ascii_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.find(|word| !COURTESY.contains(&format!(" {word} "))).unwrap_or_default();
    VERBS.contains(&format!(" {first} "))
        && words.any(|word| matches!(word, "this" | "these" | "the" | "following" | "a"))
        && !["your", "memor", "note", "mind", "sure", "record"].iter().any(|word| lower.contains(word))
}

/// Whether somebody else is quoted; "I'm telling you" quotes nobody.
fn speaks(before: &str) -> bool {
    SPEECH.find_iter(before).last().is_some_and(|hit| {
        let after = before[hit.end()..].trim_start().to_ascii_lowercase();
        let own = before[..hit.start()].to_ascii_lowercase();
        if ["what i ", "whatever i ", "what i've ", "thing i ", "stuff i ", "everything i "]
            .iter()
            .any(|words| own.ends_with(words))
        {
            return false;
        }
        let telling = hit.as_str().to_ascii_lowercase().starts_with("t");
        !(telling && (after.starts_with("you") || after.starts_with("u ")))
    })
}

/// "Marta: don't forget …": a line of a conversation.
fn is_transcript(before: &str) -> bool {
    before.trim_end().strip_suffix(':').is_some_and(|name| {
        let words: Vec<&str> = name.split_whitespace().collect();
        const OPENERS: &str =
            " important note reminder remember ps also please hey ok okay urgent fyi question update memo ";
        (1..=2).contains(&words.len())
            && words.iter().all(|word| {
                let mut letters = word.chars();
                letters.next().is_some_and(char::is_uppercase) && letters.all(|c| c.is_lowercase() || c == '.')
            })
            && !OPENERS.contains(&format!(" {} ", words[0].to_lowercase()))
    })
}

fn head(text: &str, clause: &Clause, kinds: &[&Kind]) -> Option<Found> {
    let sentence = &text[clause.start..clause.sentence_end];
    if !sentence.starts_with(char::is_alphabetic) {
        return None;
    }
    for (offset, mood) in openings(sentence) {
        let part = &sentence[offset..];
        let rules = kinds.iter().flat_map(|of| of.matches(part).map(|rule| (&of.kind, rule)));
        for (kind, rule) in rules {
            let Some(hit) = rule.captures(part) else {
                continue;
            };
            let whole = hit.get(0).expect("group 0 always matches");
            // A match that stops inside a word ("noted", "forget-me-not") is another word.
            let next = part[whole.end()..].chars().next();
            let open = ["known", "forget", "nm"].iter().any(|g| hit.name(g).is_some());
            if whole.as_str().ends_with(|c: char| c.is_alphanumeric())
                && next.is_some_and(|c| c.is_alphanumeric() && !open || c == '-' || c == '_')
            {
                continue;
            }
            if is_foreign(text, clause) || SAID_AFTER.is_match(sentence) && *kind != Recall {
                return None;
            }
            let inner = Clause { start: clause.start + offset, ..*clause };
            // What the speaker has to do themselves is no request, unless it is done to the assistant's memory.
            let own = mood == Mood::Own
                && match kind {
                    Recall => false,
                    Reflect => {
                        let said = whole.as_str().to_ascii_lowercase();
                        !said.contains("your") && !said.contains("memor")
                    }
                    _ => true,
                };
            if own {
                continue;
            }
            let asked = mood == Mood::Asked || mood == Mood::Own && *kind == Reflect;
            match decide(text, &inner, *kind, &hit, asked) {
                Weighed::Request(found) => return Some(found),
                Weighed::NoRequest => return None,
                Weighed::Undecided => {}
            }
        }
    }
    None
}

fn tail(text: &str, clause: &Clause) -> Option<Found> {
    let sentence = &text[clause.sentence_start..clause.sentence_end];
    for (kind, regex) in TAILS.iter() {
        let Some(groups) = regex.captures(sentence) else {
            continue;
        };
        let hit = groups.get(0).expect("group 0 always matches");
        let before = &sentence[..hit.start()];
        if before.trim().is_empty() && groups.name("noted").is_none() || speaks(before) {
            continue;
        }
        match kind {
            Recall if groups.name("asif").is_some() && !clause.question => continue,
            Recall => {}
            _ if clause.question && !TAG_QUESTION.is_match(sentence) => continue,
            _ => {}
        }
        let (subject, from) = subject_of(before);
        if *kind == Forget {
            // "Do you think X is no longer relevant", "I wonder whether …": not a request.
            if [
                "i think",
                "i wonder",
                "do ",
                "why",
                "is ",
                "are ",
                "if ",
                "whether",
                "some ",
                "many ",
                "people",
                "he ",
                "she ",
                "they ",
                "when ",
                "once ",
                "what if",
                "how ",
                "until ",
                "tell me",
                "let me know",
            ]
            .iter()
            .any(|p| subject.starts_with(p))
                || [" if ", " whether ", " until ", " when "].iter().any(|word| subject.contains(word))
            {
                continue;
            }
            let pointer = matches!(
                subject.as_str(),
                "that" | "this" | "it" | "all that" | "all of that" | "which" | "these" | "those"
            );
            let end = groups.name("noted").map_or(hit.start(), |noted| noted.end());
            let span = if pointer {
                payload::raised(text, clause.sentence_start)
            } else {
                payload::tidy(text, clause.sentence_start + from..clause.sentence_start + end, Forget)
            };
            return Some((*kind, span));
        }
        if *kind == Remember
            && (subject.starts_with("i can't")
                || subject.starts_with("i cannot")
                || subject.starts_with("do you")
                || subject.starts_with("how ")
                || subject.starts_with("what "))
        {
            continue;
        }
        let span: Range<usize> = clause.sentence_start..clause.sentence_start + hit.start();
        let span = if *kind == Recall { payload::topic(text, span) } else { payload::tidy(text, span, *kind) };
        return Some((*kind, span));
    }
    None
}

/// The subject a predicate follows, in lower case, and where it begins: past a clause before it, if it shows itself.
fn subject_of(before: &str) -> (String, usize) {
    let from = before.rfind(", ").map_or(0, |at| at + 2);
    let last = before[from..].trim().to_lowercase();
    let first = last.split(' ').next().unwrap_or_default();
    let shown = matches!(first, "it" | "that" | "this" | "the" | "my" | "our" | "what" | "these" | "those" | "your");
    if shown { (last, from) } else { (before.trim().to_lowercase(), 0) }
}

/// "… - can you make this sound friendlier?": what comes before is a text to be worked on.
fn is_draft(text: &str) -> bool {
    static EDITED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"\b(?:make|rewrite|reword|rephrase|translate|proofread|polish|shorten|improve|edit|turn) (?:this|it|that|the (?:above|text|sentence|wording))\b.{0,20}\b(?:sound|shorter|longer|friendlier|formal|polite|better|in(?:to)? (?:french|german|spanish|english|italian|\w+ese)|grammar|tone|warmer|clearer|less|more)\b",
        )
    });
    EDITED.is_match(text)
}

/// A message with a salutation and a sign-off on their own lines is somebody's letter.
fn is_pasted_letter(text: &str) -> bool {
    static SALUTATION: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?m)^(?:dear|hi|hello|hey) [^\n]{1,40},\s*$|^(?:subject|from|to|cc|betreff): "));
    static SIGN_OFF: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?m)^(?:(?:best|kind|warm)(?: regards| wishes)?|regards|sincerely|cheers|thanks|many thanks|love|yours(?: \w+)?),?\s*$",
        )
    });
    text.contains('\n')
        && (SALUTATION.is_match(text) && SIGN_OFF.is_match(text)
            || text.lines().filter(|l| SALUTATION.is_match(l)).count() >= 2)
}
