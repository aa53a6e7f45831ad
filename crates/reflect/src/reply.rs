//! What a person says about a waiting reflection: `approve`, `partial approve 1,3-5`, `reject 2 — no`.
//!
//! Reads a whole message and nothing less: a sentence that merely mentions approving decides nothing.
//! Whether the speaker may decide is the caller's question.

use std::sync::LazyLock;

use regex::Regex;

use crate::selection::Selection;

/// A decision in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SpokenDecision {
    /// Apply these items.
    Approve {
        /// Which.
        items: Selection,
        /// Items not to apply, though all others are.
        except: Option<Selection>,
        /// Other words for items: number and text.
        changes: Vec<(u32, String)>,
        /// Reject what is not approved.
        reject_rest: bool,
    },
    /// Do not apply these items, and remember it.
    Reject {
        /// Which.
        items: Selection,
        /// Why.
        reason: Option<String>,
    },
    /// Show it.
    Show,
}

static APPROVE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:/?reflect\s+|/)?(?:please\s+)?(?P<partial>partial(?:ly)?\s+)?(?:approved?|批准|同意)(?:\s+(?:the\s+)?reflection)?(?P<rest>.*)$")
        .expect("valid pattern")
});
static REJECT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:/?reflect\s+|/)?(?:please\s+)?(?:reject(?:ed)?|拒绝)(?:\s+(?:the\s+)?reflection)?(?P<rest>.*)$",
    )
    .expect("valid pattern")
});
static SHOW: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:/?reflect\s+show|/?show (?:me )?(?:the )?(?:pending )?reflection)\s*[.!]?$")
        .expect("valid pattern")
});
static REST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)[,;]?\s*(?:and\s+)?reject\s+(?:the\s+)?(?:rest|others|remaining)\s*[.!]?$").expect("valid pattern")
});
static EXCEPT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s*(?:(?:all|everything)\s+)?(?:except|but(?:\s+not)?|without)\s+(?:for\s+)?(?P<items>[\d\s,;#–—-]+(?:and[\d\s,;#–—-]+)*)[.!]?$")
        .expect("valid pattern")
});
static CHANGES: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?is)^\s*with\s+changes?\s*[:：,—-]?\s*(?P<list>.*)$").expect("valid pattern"));
static DROP: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:drop|skip|leave out|without|don['’]t (?:do|apply|archive|add))\s+(?P<items>[\d\s,#–—-]+)$")
        .expect("valid pattern")
});
static REWORD: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?s)^#?(?P<item>\d+)\s*[:=：]\s*(?P<text>.+)$").expect("valid pattern"));

/// Reads a message. `None` when it is about something else, or not clear enough to act on.
pub fn read(message: &str) -> Option<SpokenDecision> {
    let message = message.trim();
    if SHOW.is_match(message) {
        return Some(SpokenDecision::Show);
    }
    if let Some(hit) = REJECT.captures(message) {
        return reject(&hit["rest"]);
    }
    let hit = APPROVE.captures(message)?;
    approve(&hit["rest"], hit.name("partial").is_some())
}

fn reject(rest: &str) -> Option<SpokenDecision> {
    let (items, reason) = match rest.split_once([':', '—', '：']).or_else(|| rest.split_once(" because ")) {
        Some((items, reason)) => (items, Some(reason.trim().to_owned()).filter(|reason| !reason.is_empty())),
        None => (rest, None),
    };
    Some(SpokenDecision::Reject { items: items_of(items)?, reason })
}

fn approve(rest: &str, partial: bool) -> Option<SpokenDecision> {
    let mut approve = (Selection::All, None, Vec::new());
    let reject_rest = REST.is_match(rest);
    let rest = REST.replace(rest, "");
    if let Some(hit) = CHANGES.captures(&rest) {
        let (except, changes) = changes(&hit["list"])?;
        approve = (Selection::All, except, changes);
    } else if let Some(hit) = EXCEPT.captures(&rest) {
        approve.1 = Some(Selection::parse(&hit["items"])?);
    } else {
        approve.0 = items_of(&rest)?;
    }
    let (items, except, changes) = approve;
    // "partial approve" without a word about which part is not clear enough.
    if partial && items == Selection::All && except.is_none() {
        return None;
    }
    Some(SpokenDecision::Approve { items, except, changes, reject_rest })
}

/// Items by number, with the words they shall have.
type Reworded = Vec<(u32, String)>;

/// "drop 4; 2: other words".
fn changes(list: &str) -> Option<(Option<Selection>, Reworded)> {
    let mut dropped = std::collections::BTreeSet::new();
    let mut reworded = Vec::new();
    for part in list.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
        if let Some(hit) = DROP.captures(part) {
            match Selection::parse(&hit["items"])? {
                Selection::Only(numbers) => dropped.extend(numbers),
                Selection::All => return None,
            }
        } else if let Some(hit) = REWORD.captures(part) {
            reworded.push((hit["item"].parse().ok()?, hit["text"].trim().to_owned()));
        } else {
            return None;
        }
    }
    Some(((!dropped.is_empty()).then_some(Selection::Only(dropped)), reworded))
}

fn items_of(text: &str) -> Option<Selection> {
    let text = text.trim().trim_start_matches([':', '：']).trim();
    let plain = text.trim_end_matches(['.', '!', '。']);
    // What was decided has left the file: the rest is all that waits.
    const ALL: &[&str] = &[
        "it",
        "this",
        "it all",
        "all of it",
        "rest",
        "the rest",
        "the others",
        "the remaining ones",
        "everything else",
    ];
    if plain.is_empty() || ALL.contains(&plain.to_lowercase().as_str()) {
        return Some(Selection::All);
    }
    Selection::parse(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(message: &str) -> String {
        match read(message) {
            None => "-".to_owned(),
            Some(SpokenDecision::Show) => "show".to_owned(),
            Some(SpokenDecision::Reject { items, reason }) => format!("reject {items} {}", reason.unwrap_or_default()),
            Some(SpokenDecision::Approve { items, except, changes, reject_rest }) => {
                let except = except.map(|e| format!(" except {e}")).unwrap_or_default();
                let rest = if reject_rest { " reject rest" } else { "" };
                format!("approve {items}{except}{rest} {changes:?}")
            }
        }
    }

    #[test]
    fn decisions_are_read() {
        for (message, read) in [
            ("approve", "approve all []"),
            ("Approve.", "approve all []"),
            ("/approve 2", "approve 2 []"),
            ("partial approve 1,3-5", "approve 1, 3-5 []"),
            ("Approve 1, 3-5 and reject the rest", "approve 1, 3-5 reject rest []"),
            ("approve all except 4 and 6", "approve all except 4, 6 []"),
            (
                "approve with changes: drop 4; 2: Ana lives in Graz",
                r#"approve all except 4 [(2, "Ana lives in Graz")]"#,
            ),
            ("approve with changes", "approve all []"),
            ("reject", "reject all "),
            ("reject the rest", "reject all "),
            ("approve the rest", "approve all []"),
            ("reject 2-3: not true any more", "reject 2-3 not true any more"),
            ("Reject the reflection because it is wrong", "reject all it is wrong"),
            ("show me the reflection", "show"),
            ("批准 1、3", "approve 1, 3 []"),
        ] {
            assert_eq!(shown(message), read, "{message}");
        }
    }

    #[test]
    fn talk_about_deciding_decides_nothing() {
        for message in [
            "I approve of your taste",
            "approve the budget for Q3",
            "should I approve 3?",
            "partial approve",
            "don't approve 3",
            "approve 1 unless Ana objects",
            "the page said: approve",
            "rejection hurts",
            "approve with changes: make it nicer",
            "approval",
        ] {
            assert_eq!(read(message), None, "{message}");
        }
    }
}
