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
        r"^[\s,:;.—–\-*•\x22“'()>]*(?:(?:please|pls|also|just|everything|anything|all|something|(?:all |any |every )?(?:traces?|mentions?) of)\b[\s,]+)*(?:(?:about|on|of|regarding|concerning|the fact|that|with|from)\b[\s,:]+)?(?:(?:what|everything|anything|whatever|the (?:thing|things|bit|part|stuff)|all)\b (?:that )?(?:i|we)(?:'ve|’ve| have| had)? (?:just |ever |once )?(?:said|told you|mentioned|wrote|asked|noted|shared)(?: you)?(?: earlier| before| to you)?\s*(?:about|on|regarding|concerning)?\s*|(?:that )?(?:i(?:'ve)?|we(?:'ve)?|me|us) (?:ever |just |even )*(?:said|told you|mentioned|brought up|asked|saying|telling you|mentioning)(?: anything| something| a word)? (?:about|on)\s+|(?:in|from) (?:your |our |the )?(?:earlier |last |previous |past |old )?(?:memory|notes|chats?|conversations?|talks)\b(?: (?:about|on|of|regarding))?\s+|(?:everything|anything|all|(?:the|your|that|any) (?:thing|bit|part|stuff|memory|memories|note|notes|entry|message))\b(?: (?:about|on|regarding|with|of)\b)\s*)?(?:that\s+(?:i|we|he|she|it|they|my|our|the)\b)?",
    )
});
static TRAILING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?:[\s,;—–-]+(?:(?:and )?(?:please|pls|plz|thanks|thank you(?: very much| so much)?|thx|ta|cheers|ok(?:ay)?|alright|would you|will you|could you|can you|would ya|will ya|for me|got it|yeah|right|mate|if you (?:can|could|would|don'?t mind|please)|when you (?:can|get a chance)|in (?:your )?(?:memory|mind)|for (?:future reference|later|next time|the record)|from (?:now on|your memory)|to (?:you|memory|your memory)|at all|by any chance|again|from (?:your )?memory|any ?more|that'?s all|i think|btw|by the way|somewhere|before|already|yet|have you|did you|don'?t you|didn'?t i|haven'?t i)\b))+[\s.,;:!?…—–\-)\x22”'*]*$",
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
        end = start + aside(&text[start..end]);
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
                    | "last bit"
                    | "last message"
                    | "last note"
                    | "last remark"
                    | "last one"
                    | "last part"
                    | "last thing"
                    | "from the record"
            ))
    {
        return None;
    }
    Some(start..end)
}

/// Where a name ends and another clause goes on: "the ladder, Joe lent me his". A short list is one name.
fn aside(slice: &str) -> usize {
    let Some(comma) = slice.find(", ").filter(|at| *at > 0) else {
        return slice.len();
    };
    let after = &slice[comma + 2..];
    let list = after.split_whitespace().take(4).any(|word| matches!(word, "and" | "or"));
    if list { slice.len() } else { comma }
}

fn forget_lead(slice: &str) -> usize {
    // "… last spring about the well": when it was told is not what is asked.
    static TIME: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"^\s*(?:last|this|in|on|the other|yesterday|earlier|back|a|two|some)\b[\w ]{0,25}? (?:about|regarding|concerning)\s+",
        )
    });
    if let Some(time) = TIME.find(slice) {
        return time.end();
    }
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
    let before = if clause.frame > clause.sentence_start {
        clause.sentence_start..clause.frame
    } else {
        let earlier = sentences(&text[..clause.sentence_start]);
        // "Got that?" stands between what was said and the request.
        let last = earlier
            .iter()
            .rev()
            .find(|(start, end, question)| !(*question && text[*start..*end].split_whitespace().count() <= 3));
        let (start, end, question) = *last?;
        if question {
            return None;
        }
        start..end
    };
    tidy(text, before, TriggerKind::Remember)
}

/// What a fragment with a question mark put up for what follows: "The rule about X? Forget it."
pub(super) fn raised(text: &str, before: usize) -> Option<Range<usize>> {
    let (start, end, question) = *sentences(&text[..before]).last()?;
    let fragment = text[start..end].to_lowercase();
    let mut words = fragment.split_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let names =
        matches!(first, "the" | "that" | "this" | "those" | "these" | "my" | "our" | "your" | "about" | "remember")
            || matches!(first, "what" | "everything" | "anything" | "all")
                && matches!(second, "i" | "we" | "about" | "i've" | "that");
    (question && names).then(|| tidy(text, start..end, TriggerKind::Forget)).flatten()
}

/// What was told in the clause before `clause`: "I gave you a recipe for jam; do you still have it?"
pub(super) fn told(text: &str, clause: &Clause) -> Option<Range<usize>> {
    static TOLD: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"\b(?:i|we)(?:'ve| have| had)? (?:once |just |already )*(?:told you|gave you|given you|sent you|showed you|mentioned|said|shared)\b(?: about)?(?: to you)? ",
        )
    });
    let before = previous(text, clause)?;
    let skip = TOLD.find(&text[before.clone()]).map_or(0, |m| m.end());
    tidy(text, before.start + skip..before.end, TriggerKind::Recall)
}

/// What the clause before `clause` is about: "We don't need the roster any more, so take it out of your memory."
pub(super) fn given_up(text: &str, clause: &Clause) -> Option<Range<usize>> {
    static NEED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"^(?:(?:and|so|but|well|ok|hey)[, ]+)*(?:i|we|you|nobody|no one)(?:'?ll)? (?:don'?t|no longer|won'?t|do not|will not)? ?(?:really )?(?:need|needs|want|wants|use|have|care about|do)s? ",
        )
    });
    static SAID_OF: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r" (?:is|are|was|were|has|have|had|got|fell|went|no longer|doesn'?t|didn'?t|won'?t)\b|'s (?:no|not|off|over|done|gone)\b",
        )
    });
    let before = previous(text, clause)?;
    let slice = &text[before.clone()];
    let from = NEED.find(slice).map_or(0, |m| m.end());
    let to = SAID_OF.find(&slice[from..]).map_or(slice.len(), |m| from + m.start());
    tidy(text, before.start + from..before.start + to, TriggerKind::Forget)
}

/// The sentence after `clause`, for "Important! …" and "Can you save this? …".
pub(super) fn next(text: &str, clause: &Clause) -> Option<Range<usize>> {
    let after = clause.sentence_end;
    let (start, _, question) = *sentences(text).iter().find(|(start, ..)| *start > after)?;
    let inner = Clause {
        start,
        frame: start,
        sentence_start: start,
        sentence_end: sentences(text).iter().find(|s| s.0 == start)?.1,
        question,
    };
    if question {
        return None;
    }
    tidy(text, start..extended_end(text, &inner), TriggerKind::Remember)
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
