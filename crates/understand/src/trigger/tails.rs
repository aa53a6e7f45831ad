//! The English rules that close a sentence as a request.

use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

use super::TriggerKind;
use super::classes::with_classes;
use super::rules::with_fillers;
use TriggerKind::{Forget, Recall, Remember};

/// Requests at the end of a sentence; the payload is what stands before them.
pub(super) static TAILS: LazyLock<Vec<(TriggerKind, Regex)>> = LazyLock::new(|| {
    expand(&[
        (
            Remember,
            r"[,;—–-]+\s*(?:just )?(?:for (?:future|later) (?:reference|use)|for the record|for (?:your )?(?:memory|records|notes|files)|for next time|fyi for later|for later reference)(?:,? (?:please|pls|thanks))?$",
        ),
        (Remember, r" (?:for future reference|fyi for later|for your records|for your memory)$"),
        (
            Remember,
            r"[,;.—–-]+\s*(?:so |and |but |ok(?:ay)?,? )?(?:please |pls |kindly |just |can you |could you |would you |will you |you should |do )*(?:remember (?:that|this|it)(?: for (?:later|next time|me))?|don'?t (?:you )?forget(?: (?:that|this|it))?|do not forget (?:that|this|it)|keep (?:that|this|it) in mind|bear (?:that|this|it) in mind|note (?:that|this|it)(?: down)?|make (?:a )?note(?: of (?:that|this|it))?|take note(?: of (?:that|this|it))?|save (?:that|this|it)(?: (?:for later|in your memory|to (?:your )?memory))?|write (?:that|this|it) down|jot (?:that|this|it) down|remember|store (?:that|this|it)|commit (?:that|this|it) to memory|add (?:that|this|it) to your (?:memory|notes))(?:,? (?:please|pls|for me|ok(?:ay)?|thanks|thank you|would you|will you|can you|for later|for next time|somewhere))*$",
        ),
        (
            Recall,
            r"[,;—–-]+\s*(?:do|can|did) you (?:still |even |happen to )?(?:remember|recall)(?: (?:that|it|this|what i said))?$",
        ),
        (
            Recall,
            r"[,;—–-]+\s*(?:did i|have i) (?:ever |already )?(?:tell|told|mention|mentioned) (?:you|it|that)(?: (?:that|about it))?$",
        ),
        (
            Recall,
            r"(?P<asif>[,;—–-]+\s*(?:as far as you (?:know|remember|recall)|according to (?:your (?:notes|memory|records))|if you (?:still )?(?:remember|recall)))$",
        ),
        (
            Forget,
            r"(?: (?:is|are|was|were|isn'?t|aren'?t)|'\x02*s|'\x02*re) (?:all )?(?:no longer|not) (?:really |even )?(?:relevant|applicable|of (?:any )?(?:interest|relevance|use)|pertinent|needed|valid|in force)(?: any ?more| now| any longer| at all| to (?:me|us|anything))*(?:$|[,;:—–(]| - | (?:so|since|because|as|now that|please|thanks|and|you can)\b)",
        ),
        (
            Forget,
            r" (?:isn'?t|aren'?t|wasn'?t) (?:really |even |all that )?(?:relevant|applicable|needed|valid|important)(?: any ?more| any longer| now)(?:$|[,;:—–(]| - | (?:so|since|because|as|now that|and)\b)",
        ),
        (
            Forget,
            r"(?: (?:is|are)|'\x02*s|'\x02*re) (?:now |all |completely )?(?:irrelevant|obsolete|moot|void)(?: (?:now|by now|these days))*(?:$|[,;:—–]| - | (?:so|since|because|as|now that)\b)",
        ),
        (
            Forget,
            r" (?:no longer (?:matters?|apply|applies|counts?|holds?)|(?:doesn'?t|don'?t|does not|do not) (?:matter|apply|count|hold)(?: any ?more| any longer| now))(?: to (?:me|us))?(?:$|[,;:—–(]| - | (?:so|since|because|as|now that|and)\b)",
        ),
        (
            Forget,
            r"[,;.—–-]*\s*(?:so |and |but )?(?:please |pls |just )*(?:you can |you may |feel free to |can you |could you )(?:now |safely |just |go ahead and )*(?:forget|drop|delete|disregard|remove|erase|archive|ignore) (?:that|this|it|those|them|all that|about (?:that|it|them))(?: (?:now|any ?more|from (?:your )?memory))*$",
        ),
        (
            Forget,
            r" (?:can|should|may|must) (?:now |safely |all |just )*be (?:forgotten|dropped from (?:your )?memory|archived|removed from (?:your )?memory|deleted from (?:your )?(?:memory|notes))(?: now)?$",
        ),
        (
            Forget,
            r"(?: (?:is|are|was|were|has|have)|'\x02*s|'\x02*re) (?:been |now |all |long |totally |completely )*(?:out of date|outdated|stale|wrong|old(?: news)?|over|done(?: with)?|finished|history|off|cancelled|canceled|dead|gone|ancient|past|behind us|not happening|void|superseded|sold|settled)\b[^.?!]{0,30}?[,;—–-]+ ?(?:so |and |please |just |you can |feel free to |now )*(?:DROP|forget(?: about)?|ignore|disregard) (?:it|that|them|this|those)\b",
        ),
        (
            Forget,
            r" (?:can|should|may|must|could|needs? to|has to|have to) (?:now |safely |all |just |also |probably )*(?:go|come (?:out|off)|disappear|vanish|be (?:\w+ed|taken|struck|forgotten|thrown)(?: out| off| away)?) (?:from |of |off |out of )(?:all )?(?:your|ur) STORED\b",
        ),
        // What is said of a note holds of no branch or file.
        (
            Forget,
            r"(?P<noted>\b(?:notes?|memor(?:y|ies)|entr(?:y|ies)|facts?|reminders?|everything|anything|comments?|messages?|remarks?|requests?|thing|stuff|bit|what i (?:said|told you|mentioned))\b(?: (?:you have|you'?ve (?:got|saved|kept)))?(?: (?:about|on|of|regarding)\b[^,;?!]{2,60}?)?) (?:can|should|may|must|needs? to|has to|have to) (?:now |safely |all |just )*(?:go|be (?:forgotten|ignored|disregarded|dropped|archived|removed|deleted|binned|erased|wiped|discarded|purged|cleared|scrapped|ditched|trashed|retired|struck))\b",
        ),
        (
            Remember,
            r"[,;.—–(-]+\s*(?:just |only |i'?m (?:only )?telling you(?: this)? |this is |saying this )*so (?:that )?(?:you|it)\b[^.?!:,]{0,30}?\b(?:remember(?: it| this| that)?|(?:don'?t|won'?t|never|not) forget(?: it| this| that)?|(?:on|in) (?:your )?(?:file|record|memory|mind|notes))(?: (?:later|next time|for (?:next time|later)|in future))?$",
        ),
        (
            Remember,
            r"[,;.—–(-]+\s*(?:and |that'?s |this is |it'?s |definitely |so )*(?:(?:one|something|a fact) (?:for (?:your |the )(?:notes|memory|files?|records?|vault)|(?:to|worth) (?:remember(?:ing)?|keep(?:ing)? in mind|not(?:e|ing)(?: down)?|keep(?:ing)? on file))|(?:well |definitely |maybe )?worth (?:remembering|keeping in mind|bearing in mind|noting(?: down)?|keeping on file|a note))(?: for (?:later|next time))?$",
        ),
    ])
});

fn expand(list: &[(TriggerKind, &str)]) -> Vec<(TriggerKind, Regex)> {
    list.iter().map(|(kind, source)| (*kind, Regex::new(&with_fillers(&with_classes(source))))).collect()
}
