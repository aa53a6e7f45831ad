//! English requests: imperatives and questions addressed to the assistant.

use std::ops::Range;
use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

use super::clause::{Clause, clauses};
use super::rules::{ASK, HEADS, LEAD, SPEECH, TAG_QUESTION, TAILS, WORK};
use super::weigh::{Weighed, decide};
use super::{Found, TriggerKind, payload};
use TriggerKind::{Forget, Recall, Remember};

/// Finds the first request in `text`, which is already cleared of quotations.
pub(super) fn find(text: &str) -> Option<Found> {
    let folded = fold(text);
    if is_pasted_letter(&folded) {
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
        if let Some(found) = head(&folded, clause) {
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
    SPEECH.is_match(before) || handed_over
}

/// Where a request may begin in a clause, past greetings and modals, and whether it was asked for.
fn openings(sentence: &str) -> Vec<(usize, bool)> {
    let mut out = vec![(0, false)];
    let (mut at, mut asked) = (0, false);
    while out.len() < 8 {
        let rest = &sentence[at..];
        if let Some(ask) = ASK.find(rest) {
            at += ask.end();
            asked = true;
        } else if let Some(lead) = LEAD.find(rest) {
            at += lead.end();
        } else {
            break;
        }
        out.push((at, asked));
    }
    out
}

fn head(text: &str, clause: &Clause) -> Option<Found> {
    let sentence = &text[clause.start..clause.sentence_end];
    if !sentence.starts_with(char::is_alphabetic) {
        return None;
    }
    for (offset, asked) in openings(sentence) {
        let part = &sentence[offset..];
        for rule in HEADS.set.matches(part) {
            let (kind, regex, source) = &HEADS.rules[rule];
            let Some(hit) = regex.get_or_init(|| Regex::new(source)).captures(part) else {
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
            if is_foreign(text, clause) {
                return None;
            }
            let inner = Clause { start: clause.start + offset, ..*clause };
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
        let Some(hit) = regex.find(sentence) else {
            continue;
        };
        let before = &sentence[..hit.start()];
        if before.trim().is_empty() || SPEECH.is_match(before) {
            continue;
        }
        match kind {
            Recall => {}
            _ if clause.question && !TAG_QUESTION.is_match(sentence) => continue,
            _ => {}
        }
        let subject = before.trim().to_lowercase();
        if *kind == Forget {
            // "Do you think X is no longer relevant", "I wonder whether …": not a request.
            if [
                "i think", "i wonder", "do ", "why", "is ", "are ", "if ", "whether", "some ", "many ", "people",
                "he ", "she ", "they ",
            ]
            .iter()
            .any(|p| subject.starts_with(p))
            {
                continue;
            }
            let pointer = matches!(
                subject.as_str(),
                "that" | "this" | "it" | "all that" | "all of that" | "which" | "these" | "those"
            );
            let span = (!pointer)
                .then(|| payload::tidy(text, clause.sentence_start..clause.sentence_start + hit.start(), Forget))
                .flatten();
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
