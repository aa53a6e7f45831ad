//! Cuts a payload out of a message: no leading "that", no politeness, no final punctuation.

use std::ops::Range;
use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

use super::TriggerKind;
use super::clause::{Clause, sentences};

static LEADING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^[\s,:;.—–\-*•\x22“'()>]*(?:(?:please|pls|also|always|though|however|just|ok|okay|to|that|this|the following|the fact that|down|for me|somewhere|of|it|as well|too)\b[\s,:;—–-]+)*",
    )
});
static LEADING_NAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^[\s,:;.—–\-*•\x22“'()>]*(?:(?:please|pls|also|just|everything|anything|all|something)\b[\s,]+)*(?:(?:about|on|of|regarding|concerning|the fact|that|with|from)\b[\s,:]+)?(?:(?:what|everything|anything|whatever|the (?:thing|things|bit|part|stuff)|all)\b (?:that )?(?:i|we)(?:'ve|’ve| have| had)? (?:just |ever |once )?(?:said|told you|mentioned|wrote|asked|noted|shared)(?: you)?(?: earlier| before| to you)?\s*(?:about|on|regarding|concerning)?\s*|(?:everything|anything|all|the (?:thing|bit|part|stuff|memory|note|notes))\b(?: (?:about|on|regarding|with)\b)\s*)?(?:that\s+(?:i|we|he|she|it|they|my|our|the)\b)?",
    )
});
static TRAILING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?:[\s,;—–-]+(?:(?:and )?(?:please|pls|plz|thanks|thank you(?: very much| so much)?|thx|ta|cheers|ok(?:ay)?|alright|would you|will you|could you|can you|would ya|will ya|for me|got it|yeah|right|mate|if you (?:can|could|would|don'?t mind|please)|when you (?:can|get a chance)|in (?:your )?(?:memory|mind)|for (?:future reference|later|next time|the record)|from (?:now on|your memory)|to (?:you|memory|your memory)|at all|by any chance|again|from (?:your )?memory|any ?more|deal|understood|that'?s all|i think|btw|by the way|somewhere|then|instead)\b))+[\s.,;:!?…—–\-)\x22”'*]*$",
    )
});
static REASON: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?:\s*[,;:—–]\s*|\s+-+\s+|\s+\()(?:(?:and|but|so|as|since|because|cos|cause|use|using|let'?s|go with|we|i|it|that|they|he|she|you|there|this|these|those|not|no|which|please|thanks|pls|turns out|instead|just|only|focus|keep|make|take|put|my|our|the|both|all|now|she's|he's)\b|i'|we'|it'|that'|they'|he'|she'|you')",
    )
});
static BECAUSE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\s+(?:because|since (?:we|i|it|they|he|she)|as (?:we|i|it|they) |now that|so (?:we|i|you|that) |and (?:use|go with|let'?s|start|just|focus))\b",
    )
});

/// Trims `span` to what a person would call the content. `None` when nothing is left.
pub(super) fn tidy(text: &str, span: Range<usize>, kind: TriggerKind) -> Option<Range<usize>> {
    let (mut start, mut end) = (span.start, span.end);
    let remember = matches!(kind, TriggerKind::Remember);
    let slice = &text[start..end];
    if remember {
        start += LEADING.find(slice).map_or(0, |m| m.end());
    } else {
        start += forget_lead(slice);
    }
    if !remember && start < end {
        let slice = &text[start..end];
        let cut =
            [REASON.find(slice), BECAUSE.find(slice)].into_iter().flatten().map(|m| m.start()).filter(|n| *n > 0).min();
        end = start + cut.unwrap_or(slice.len());
    }
    loop {
        let slice = &text[start..end];
        let shorter = TRAILING.find(slice).map_or(slice.len(), |m| m.start());
        let trimmed = slice[..shorter].trim_end_matches(|c: char| {
            c.is_whitespace()
                || matches!(
                    c,
                    '.' | ','
                        | ';'
                        | ':'
                        | '!'
                        | '?'
                        | '…'
                        | '—'
                        | '–'
                        | '。'
                        | '，'
                        | '！'
                        | '？'
                        | '：'
                        | '；'
                        | '、'
                )
        });
        if trimmed.len() == slice.len() {
            break;
        }
        end = start + trimmed.len();
    }
    let slice = &text[start..end];
    let lower = slice.trim().to_lowercase();
    if lower.is_empty()
        || (!remember
            && matches!(
                lower.as_str(),
                "that"
                    | "this"
                    | "it"
                    | "all that"
                    | "all of that"
                    | "everything"
                    | "that one"
                    | "those"
                    | "these"
                    | "them"
                    | "what i said"
                    | "what i just said"
                    | "that last bit"
                    | "last"
                    | "all of it"
                    | "it all"
            ))
    {
        return None;
    }
    Some(start..end)
}

fn forget_lead(slice: &str) -> usize {
    let Some(m) = LEADING_NAME.find(slice) else {
        return 0;
    };
    let mut end = m.end();
    // "that I …" was matched to see the conjunction; only the conjunction goes.
    let matched = &slice[..end];
    if let Some(at) = matched.to_lowercase().rfind("that ") {
        let after = &matched[at + 5..];
        if !after.trim().is_empty() && after.trim().chars().all(char::is_alphabetic) {
            end = at + 5;
        }
    }
    end
}

/// For "what was it we agreed on X, do you recall": the part after the preposition, else all.
pub(super) fn topic(text: &str, span: Range<usize>) -> Option<Range<usize>> {
    static ABOUT: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^(?:what|which|who|where|when|how)\b.*?\b(?:about|on|regarding|concerning)\s+"));
    static QUESTION: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"^(?:(?:so|and|hey|ok|what(?:'s| is| was| were| are)|who(?:'s| is| was)|where(?:'s| is| was)|which (?:was|is|one was))\s+(?:again\s+)?)",
        )
    });
    let slice = &text[span.clone()];
    let skip = ABOUT.find(slice).or_else(|| QUESTION.find(slice)).map_or(0, |m| m.end());
    tidy(text, span.start + skip..span.end, TriggerKind::Recall)
}

/// The sentence before `clause`, for "… . Remember that."
pub(super) fn previous(text: &str, clause: &Clause) -> Option<Range<usize>> {
    let before = if clause.start > clause.sentence_start {
        clause.sentence_start..clause.start
    } else {
        let (start, end, question) = *sentences(&text[..clause.sentence_start]).last()?;
        if question {
            return None;
        }
        start..end
    };
    tidy(text, before, TriggerKind::Remember)
}

/// After a colon the content may run over several sentences; it ends where a question, a request
/// or thanks begin.
pub(super) fn extended_end(text: &str, clause: &Clause) -> usize {
    static OTHER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"^(?:thanks|thank you|cheers|please|can|could|would|will|what|how|why|when|where|who|ok|okay|also|now|anyway|by the way|btw|let'?s|got it)\b",
        )
    });
    let mut end = clause.sentence_end;
    for (start, stop, question) in sentences(text) {
        if start <= clause.sentence_start {
            continue;
        }
        if question || OTHER.is_match(&text[start..stop]) {
            break;
        }
        end = stop;
    }
    end
}
