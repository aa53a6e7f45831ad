//! The English rules: what opens a request, what closes a sentence as one, and whose words follow.

use std::sync::{LazyLock, OnceLock};

use crate::pattern::{Pattern as Regex, PatternSet as RegexSet};

use super::TriggerKind;
use TriggerKind::{Forget, Recall, Reflect, Remember};

/// A word that may stand before a request without being part of it.
pub(super) static LEAD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&with_fillers(
        r"^(?:hey|hi|hello|ok|okay|oh|ah|so|also|and|but|then|btw|by the way|well|right|alright|now|yes|yeah|no|actually|wait|hold on|quick(?: one| note)?|one (?:more )?(?:thing|last thing)|last thing|another thing|ps|p\.s\.?|first|finally|please|pls|plz|kindly|just|again|reminder|side note|sorry|thanks|cool|great|perfect|before i forget|while i think of it|while (?:we'?re|i'?m) at it|in that case|if you (?:can|could|would|don'?t mind)|(?:when|once) you (?:get a chance|can|have a moment|have time)|for me|(?:dear |my )?(?:assistant|claude|gpt|chatgpt|bot|soul|buddy|mate|friend|team|everyone))[,:!.\s—–-]+",
    ))
});

/// A way of asking: a modal, a wish, a duty.
pub(super) static ASK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&with_fillers(
        r"^(?:would you mind (?:just )?|(?:can|could|would|will|won'?t|might) (?:you|u|ya)(?: please| pls| kindly| also| just| perhaps| maybe| possibly)*(?: be sure to| try to| help me)? |(?:i(?:'d| would)? (?:really )?(?:want|like|love|need|prefer)|i'?d appreciate it if|it(?:'d| would) be (?:great|good|nice|helpful|lovely) if|i'?d be grateful if) (?:for )?you (?:could |would |can |to |also |please )*|(?:you|u) (?:should|must|need to|have to|ought to|gotta|can|may|might want to|could|better) (?:also |just |please |now |safely |always |probably |as well )*|you(?:'d| had) better |(?:please |just )?(?:make|be) sure (?:to|you|that you) |try (?:to|and) |go ahead and |do me a favou?r and |feel free to |let'?s (?:also |just )?|let us |i(?:'d| would) (?:ask|urge) you to |it(?:'s| is) (?:important|vital|crucial|essential) (?:that you|to|you) |(?:it'?s )?time to |time (?:for you )?to |(?:it'?s )?time for (?:a|an|some|your|another) |you(?:'re| are) (?:free|welcome|allowed) to |(?:please|pls|plz|kindly|just|also|now|always|do|then|maybe|perhaps|simply) )",
    ))
});

/// Lets every apostrophe of a rule be followed by the fillers of [`fold`].
fn with_fillers(source: &str) -> String {
    source
        .replace("'?", "(?:'\\x02*)?")
        .replace("'d|", "'\\x02*d|")
        .replace("'ve|", "'\\x02*ve|")
        .replace("'s|", "'\\x02*s|")
        .replace("'re|", "'\\x02*re|")
}

const STORED: &str = r"(?:memory|memories|notes?|records?|stores?|storage|knowledge|memory (?:files?|stores?|entries|bank)|entries|long[- ]term memory|core memory|graph|vault)";

/// The rules that start a clause: which can match is asked of all at once, and only the first is
/// then read in full.
pub(super) struct Heads {
    pub(super) set: RegexSet,
    /// Built when first matched: most are never needed.
    pub(super) rules: Vec<(TriggerKind, OnceLock<Regex>, String)>,
}

fn rules(list: &[(TriggerKind, &str)]) -> Heads {
    let sources: Vec<String> =
        list.iter().map(|(_, source)| format!("^{}", with_fillers(&source.replace("STORED", STORED)))).collect();
    Heads {
        set: RegexSet::new(&sources),
        rules: list.iter().zip(sources).map(|((kind, _), s)| (*kind, OnceLock::new(), s)).collect(),
    }
}

/// Requests that start a clause. The payload begins where the match ends.
pub(super) static HEADS: LazyLock<Heads> = LazyLock::new(|| {
    rules(&[
        // recall
        (
            Recall,
            r"(?:what|which things?|how much|anything|everything) (?:(?:else )?(?:do|did|can|could|would) (?:you|u) (?:still |actually |happen to |already |currently )?(?:remember|recall|have (?:on file|stored|saved|noted|written down|recorded|in (?:your )?memory))|(?:have you|you(?:'ve| have)) (?:got )?(?:remembered|stored|saved|noted|written down|recorded|on file|in (?:your )?memory|kept)|you (?:still )?(?:remember|recall))\b(?: down)?(?: (?:about|on|of|regarding|concerning|from|for|when it comes to))?",
        ),
        (
            Recall,
            r"(?:what|how much) do (?:you|u) (?:already |actually |currently )?(?:know|have) (?:about|on|regarding|concerning) (?P<known>me|us|my|our|the|mine|[A-Z\x01-\x02])",
        ),
        (
            Recall,
            r"(?:do|don'?t|can|could|did|would) (?:you|u|ya) (?:still |even |happen to |by any chance |perhaps |actually )*(?:remember|recall)\b(?: anything| something| everything)?(?: (?:about|of|on|regarding))?",
        ),
        (
            Recall,
            r"(?:have|'ve|had) (?:i|we) (?:ever |already |not |previously |by any chance )*(?:told (?:you|u)|mentioned|said(?: anything)?|talked (?:to you )?|spoken (?:to you )?|discussed|shared|given you|brought up)\b(?: anything| something)?(?: (?:about|that|on|of))?",
        ),
        (
            Recall,
            r"did(?:n'?t)? (?:i|we) (?:ever |already |not |actually |by any chance )*(?:tell (?:you|u)|mention|say(?: anything)?|talk (?:to you )?about|discuss|share|bring up|let you know)\b(?: anything| something)?(?: (?:about|that|on|of))?",
        ),
        (
            Recall,
            r"what (?:did|was it|have|was|had) (?:that )?(?:i|we) (?:ever |again |already |last |just )*(?:say|said|tell you|told you|mention|mentioned|ask you to (?:remember|note|keep)|asked you to (?:remember|note|keep)|share|shared|note|noted)\b(?: again)?(?: (?:about|on|of|regarding|that|down))?",
        ),
        (
            Recall,
            r"(?:remind|tell|show|give|list|read)(?: me| us)?(?: back)?(?: again)? (?:(?:of )?(?:what|everything|anything|all|whatever|all the things|the things|which things)(?: that)? (?:(?:you|u)(?:'ve| have)? (?:still |already |currently )?(?:got )?(?:remember|recall|know|stored?|saved?|noted?|have|written down|recorded|kept|got|on file|in memory)|(?:i|we)(?:'ve| have| had)? (?:ever |already )?(?:said|told you|mentioned|shared|noted|asked you to (?:remember|note|keep))|is (?:stored|saved|noted|in your memory))|(?:your|the|all(?: your| the)?|any) (?:memories|notes|stored (?:facts|notes|memories)))\b(?: down)?(?: (?:in|from) (?:your )?memory)?(?: (?:about|on|of|regarding|concerning|from|for))?",
        ),
        (
            Recall,
            r"remind me (?:again )?(?:what|when|where|who|which|how|why|whether|if|about|of) (?P<mine>[^?]*\b(?:i|we|my|our|me|us)\b)",
        ),
        (
            Recall,
            r"(?:search|check|look (?:in|into|through|up in|at)|go through|scan|query|consult|dig (?:through|into)|browse) (?:your|the|my|our) (?:own |long[- ]term |stored |saved )?STORED\b(?: (?:to see )?(?:for|about|on|of|if|whether|regarding)(?: anything| something)?(?: (?:about|on|of|regarding))?)?",
        ),
        (
            Recall,
            r"(?:look up|find|fetch|pull up|retrieve|recall|bring up|dig up|dig out) (?P<pre>[^,?!]{2,80}?) (?:in|from) (?:your|the|my) (?:long[- ]term |stored |saved )?STORED\b",
        ),
        (
            Recall,
            r"(?:recall|retrieve|pull up|bring up|look up) (?:what|everything|anything|whatever) (?:i|we|you)\b(?:'ve| have)?(?: (?:said|told you|mentioned|know|noted|stored|have|saved|discussed))?(?: (?:about|on|of))?",
        ),
        (
            Recall,
            r"(?:is there|are there|do you have|have you got|got|do you keep|you got|have you|you have) (?:anything|something|any (?:memor(?:y|ies)|notes?|records?|entr(?:y|ies))|some (?:memory|notes?)|a (?:memory|note|record)|memories|notes)(?: (?:stored|saved|noted|written down|recorded|on file|in (?:your |the )?(?:memory|notes|records|memories)))?(?: (?:about|on|of|for|regarding|from|concerning))",
        ),
        (
            Recall,
            r"(?:what'?s|what is|what do you have|what have you got|anything|what) (?:stored |saved )?(?:in|inside) (?:your|the) (?:long[- ]term |core )?STORED\b(?: (?:about|on|of|for|regarding))?",
        ),
        // reflect
        (
            Reflect,
            r"(?:reflect(?:ing)? (?:on|over|about|upon) (?:(?:what|everything|all)(?: that)? (?:you|we|i)(?:'ve|'re| have)?|(?:(?:all|some|any) (?:of )?)?(?:your|our|my|the|this|these|today|yesterday|last|recent|past|tonight)(?:'s)?\b[^.?!]{0,40}?\b(?:memor|conversation|chat|week|day|month|session|interaction|note|discussion|exchange|learn|experience|talk|entries|today|yesterday|episodes|log)\w*|yesterday|today)|reflect(?: now| for a (?:bit|moment|while)| a bit)?(?:$|[,.!]))",
        ),
        (
            Reflect,
            r"(?:consolidat\w+|review\w*|clean(?:ing)?(?: up| out)?|tidy(?:ing)?(?: up)?|organi[sz]\w+|reorgani[sz]\w+|merg(?:e|ing)|dedup\w*|de-dup\w*|prun(?:e|ing)|compact\w*|condens\w+|declutter\w*|defrag\w*|distil\w*|sort(?:ing)?(?: out| through)?|go(?:ing)? (?:over|through|back over|back through)|run(?:ning)? through|curat\w+|streamlin\w+|refresh\w*|restructur\w+|digest\w*|spring[- ]clean\w*|audit\w*|revisit\w*|summari[sz]\w+|refin\w+|garden\w*|do (?:a |some )?(?:housekeeping|cleanup|clean-up|spring clean(?:ing)?|review|pass)(?: on| of| over| in)?) (?:up |out |over )?(?:(?:all |through |of |some of )*(?:your|ur|the|all|those|these|our|stored|my)\b(?: own| stored| saved| old| recent| collected| existing| long[- ]term| accumulated| duplicate| whole| entire| various| core| episodic| week'?s| month'?s)*) STORED\b",
        ),
        (
            Reflect,
            r"(?:consolidat\w+|review\w*|tidy(?:ing)?(?: up)?|organi[sz]\w+|merg(?:e|ing)|go(?:ing)? (?:over|through)|sum(?:marise|marize)?(?: up)?|clean(?:ing)?(?: up)?|reflect on|look back (?:on|over|at)|digest|distil|think over) (?:(?:all|everything|what|the things|whatever|anything)\b(?: of| that)* (?:you(?:'ve| have)? (?:currently |recently |already |just )?(?:remember(?:ed)?|stored?|saved?|learn(?:ed|t)|noted?|know|collected|picked up|kept|got stored|written down|gathered)|(?:has been|is|was|got) (?:stored|saved|remembered)))",
        ),
        (
            Reflect,
            r"(?:run|do|start|trigger|perform|begin|kick off|launch|have|schedule|initiate)(?: off)? (?:a |an |the |your |another |one |some )?(?:quick |full |manual |weekly |daily |nightly |memory )*(?:reflection(?: (?:cycle|pass|session|round|run))?|memory (?:consolidation|review|clean-?up|clean up|maintenance|reflection|audit|housekeeping|tidy-?up|pass)|consolidation(?: of (?:your |the )?memor\w+| pass| cycle| run)?)\b",
        ),
        (
            Reflect,
            r"(?:memory (?:consolidation|review|clean-?up|reflection|housekeeping|maintenance)|reflection)(?: time)?(?:,? (?:please|pls|now|time))?$",
        ),
        // forget
        (
            Forget,
            r"(?:never ?mind|nvm|nevermind)(?: about| the (?:bit|part|thing) about)? (?:(?:what|everything|anything|the thing) (?:i|we)(?:'ve)? (?:just |ever )?(?:said|told you|mentioned|wrote|asked)(?: earlier| before)?(?: (?:about|on|regarding))?|(?P<nm>(?:about |the |my |our |that |those |these |this |his |her |their )))",
        ),
        (
            Forget,
            r"disregard(?:ing)?\b(?: (?:what|everything|anything|whatever|all)(?: that)? (?:i|we|you)(?:'ve| have)? (?:just |ever )?(?:said|told you|mentioned|wrote|know|have|stored)(?: earlier| before| to you)?(?: (?:about|on|regarding))?)?",
        ),
        (
            Forget,
            r"(?:scratch|strike)\b (?P<scratch>that|this|it|what i (?:just )?said(?: about)?|my (?:last|previous|earlier)|the (?:last|previous|bit|part|thing|earlier|note)|everything|all of that|all that|those|the \w+)",
        ),
        (
            Forget,
            r"ignore (?P<ign>(?:what|everything|anything|whatever|all)(?: that)? (?:i|we)(?:'ve| have)? (?:just |ever )?(?:said|told you|mentioned|wrote|asked|sent)(?: earlier| before| to you| just now)?(?: (?:about|on|regarding))?|my (?:last|previous|earlier|note|comment|message|request|remark|statement|mention|instructions?)|(?:the|that) (?:last|previous|earlier|bit|part|thing|note|comment|remark|message)|that$|that,|this$|that message|everything about|anything about)",
        ),
        (Forget, r"(?:un-?remember|unlearn|stop (?:remembering|keeping track of|storing|tracking)|cease remembering) "),
        (
            Forget,
            r"(?:(?:do not|don'?t|dont|no need to|you (?:no longer need to|don'?t (?:need|have) to|needn'?t)) (?:remember|keep|store|retain|hold on to|memori[sz]e|keep track of|save|bother remembering)) (?P<dont>.{2,80}?)(?: (?:in (?:your )?(?:memory|mind)))?(?: (?:any ?more|any longer|now))",
        ),
        (Forget, r"(?:do not|don'?t|dont) (?:remember|memori[sz]e) (?P<dont2>that|this|what|the|my|anything)"),
        (
            Forget,
            r"(?:remov\w+|delet\w+|eras\w+|wip\w+|clear|drop|purg\w+|discard|archiv\w+|get rid of|throw (?:away|out)|trash|bin|strik\w+|let go of|lose|scrub|take|cut|expunge|retire) (?:out )?(?:the|any|all|that|your|my|every|those|all the|all your|all of your|this|our|an?|old|these)(?: old| stored| saved| outdated| memory)* (?:memor(?:y|ies)|note|notes|record|records|entry|entries|facts?|stored (?:fact|note)s?)(?: entr(?:y|ies))?(?: (?:(?:you|i)(?:'ve| have)? (?:have|has|made|saved|stored|kept|got)|that says|saying|which says|called))?(?: (?:about|of|on|regarding|concerning|for|that|where|with|related to))?",
        ),
        (
            Forget,
            r"(?:remov\w+|delet\w+|eras\w+|wip\w+|clear|drop|purg\w+|discard|archiv\w+|get rid of|trash|strik\w+|scrub|take|cut|kick|clean|expunge|lose|throw) (?P<pre>[^,?!]{1,80}?)(?: out)? (?:from|out of|off|of) (?:(?:your|the|my|its|all|our)(?: own| long[- ]term| core| stored)? STORED|(?:long[- ]term |core )?memory)\b",
        ),
        (
            Forget,
            r"(?:remov\w+|delet\w+|eras\w+|wip\w+|clear|drop|purg\w+|discard|archiv\w+|get rid of|forget(?:ting)?|trash|scrub) (?:everything|anything|all|whatever|what|all that)(?: that)? (?:(?:you|i|we)(?:'ve| have)? (?:know|have|remember|stored|saved|noted|said|told you|mentioned|got|kept|ever said|just said|learned)(?: earlier| before| to you| down| stored| saved| on file)?(?: (?:about|on|of|regarding|concerning))?|about|to do with|related to|regarding|concerning|on)",
        ),
        (
            Forget,
            r"forget(?:ting)?\b(?P<forget> (?:about|that|what|all about|everything|anything|the|my|our|his|her|their|this|those|these|all|any|whatever|how|where|when|i|we|it all|\w))",
        ),
        // remember
        (
            Remember,
            r"(?:do not|don'?t|dont|never|let'?s not|not|don't you|let us not) (?:ever |you )?(?:forget|let (?:me|us) forget|lose sight of)\b(?:,? (?:about|that|to|this|the fact that))?(?P<dontforget>)",
        ),
        (Remember, r"(?:remember|rember|remeber|rememeber|memori[sz]e|memori[sz]ing|remembering)\b(?P<remember>)"),
        (
            Remember,
            r"commit (?:(?:this|that|it|the following|the fact that) )?(?:to (?:your )?(?:long[- ]term )?memory)\b",
        ),
        (
            Remember,
            r"(?:keep(?:ing)?|bear(?:ing)?|hold) (?:(?:this|that|it|the following|these things?|one thing|something) )?in (?:your )?(?:mind|memory)\b",
        ),
        (Remember, r"keep (?P<pre>[^,:;.?!]{2,80}?) in (?:your )?(?:mind|memory)\b"),
        (
            Remember,
            r"(?:keep|make|take|put down|leave)(?: yourself)? (?:a |an? (?:quick|mental|small|short) |mental |careful |good )?(?:note|notes|record|memo)\b(?: somewhere| for (?:yourself|later|me|next time))?(?: (?:of|on|about))?(?: (?:this|that|it|the following|the fact)\b)?",
        ),
        (
            Remember,
            r"(?:add|put|store|save|write|log|record|enter|file|place|stick|pop|note|keep) (?:(?:this|that|it|the following|a note|an entry|a memory)\b ?)?(?:(?:down )?(?:in|into|to|on) (?:your|the|my|ur|core|long[- ]term)(?: own| long[- ]term| core)? ?(?:memory|memories|notes|memory bank|memory file|records|list of (?:facts|things)|knowledge|vault|file|brain)|for (?:later|the future|future (?:use|reference)|next time|good)|away)\b(?: (?:that|saying))?",
        ),
        (
            Remember,
            r"(?:add|put|store|save|write|log|record|enter|file|place|stick|pop) (?P<pre>[^,:;.?!]{2,100}?) (?:down )?(?:in|into|to) (?:your|ur)(?: own| long[- ]term| core)? (?:memory|memories|notes|memory bank|memory file|records|long[- ]term memory|brain|vault)\b",
        ),
        (
            Remember,
            r"(?:save|store|record|log|keep|write|jot|mark|note) (?P<savethis>(?:(?:this|that|it|the following|these|one more thing|something)(?: one| bit| fact| info| detail| down| for (?:me|later|good|next time))*\s*[:—–-]))",
        ),
        (
            Remember,
            r"(?:write|jot|note|mark|put|get|take) (?:(?:this|that|it|the following) )?down(?: somewhere| for (?:me|later))?\b(?: that| :)?",
        ),
        (
            Remember,
            r"(?:save|store|record|log|note) (?:down )?(?P<savenoun>(?:my|our|the|his|her|their|this|a|new) [^,:;.?!]{2,50}?:)",
        ),
        (Remember, r"(?:record|log|save|store|register) that "),
        (Remember, r"(?:be|stay) (?:aware|mindful|advised) that "),
        (
            Remember,
            r"(?P<note>(?:please |kindly )?note(?:,|:| that| the following:?| this:?)|nb:?|n\.b\.:?|nota bene:?|note to self:?|take note:?) ",
        ),
        (
            Remember,
            r"(?P<important>(?:(?:very |super |really |extremely )?important(?: (?:note|thing|info|reminder|point|detail|one|fact))?(?: (?:for (?:later|you|the future|next time)|to (?:know|note|remember)))?|one important thing|crucial|key point|don'?t lose this)) ?[:!—–-]",
        ),
        (
            Remember,
            r"(?:fyi|for your information|for info|heads[- ]up)[, ]+(?:for (?:later|next time|the future|future (?:reference|use|chats)|your (?:memory|records|notes)|when))[ ]?",
        ),
        (Remember, r"for (?:all )?(?:future|later) reference[,:;—–-]? "),
        (
            Remember,
            r"(?:note|save|store|record|log|keep|write|jot) (?:that|this|it)(?: down| in mind| for later| somewhere)?(?:,? (?:please|pls|thanks|ok|for me|too))*$",
        ),
        (
            Remember,
            r"(?:for (?:all )?(?:future|later) (?:reference|use|chats|conversations|sessions)|for (?:the record|your (?:memory|records|notes|files|reference)|later reference|next time|the future|later))\s*(?P<forfuture>[,:;—–-])",
        ),
        (Remember, r"remind (?:me|us) (?:to|that|about|tomorrow|on|next|every|at|in|later|tonight) ?"),
        (
            Remember,
            r"(?:i'?d like|i want|i need|we need|let'?s have|have) (?:this|that|it|the following) (?:remembered|noted|saved|on record|kept in mind|stored)\b(?: :)?",
        ),
    ])
});

fn expand(list: &[(TriggerKind, &str)]) -> Vec<(TriggerKind, Regex)> {
    list.iter().map(|(kind, source)| (*kind, Regex::new(&with_fillers(&source.replace("STORED", STORED))))).collect()
}

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
            Forget,
            r"(?: (?:is|are|was|were|isn'?t|aren'?t)|'\x02*s|'\x02*re) (?:all )?(?:no longer|not) (?:really |even )?(?:relevant|applicable|of interest|of any relevance|pertinent)(?: any ?more| now| any longer| at all| to (?:me|us|anything))*(?:,? (?:please|thanks|so .*|you can .*))?$",
        ),
        (
            Forget,
            r"(?: (?:is|are)|'\x02*s|'\x02*re) (?:now |all )?(?:irrelevant|obsolete|moot|void) (?:now|by now|these days|so .*)$",
        ),
        (
            Forget,
            r" (?:no longer|doesn'?t|don'?t) (?:matters?|apply|applies)(?: any ?more| now| any longer| to (?:me|us))*$",
        ),
        (
            Forget,
            r"[,;.—–-]*\s*(?:so |and |but )?(?:please |pls |just )*(?:you can |you may |feel free to |can you |could you )(?:now |safely |just |go ahead and )*(?:forget|drop|delete|disregard|remove|erase|archive|ignore) (?:that|this|it|those|them|all that|about (?:that|it|them))(?: (?:now|any ?more|from (?:your )?memory))*$",
        ),
        (
            Forget,
            r" can be (?:forgotten|dropped from (?:your )?memory|archived|removed from (?:your )?memory|deleted from (?:your )?(?:memory|notes))(?: now)?$",
        ),
    ])
});

/// Words that introduce somebody else's speech: what follows is not the speaker's own request.
pub(super) static SPEECH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:lyrics?|sings?|sang|chorus|verse|proverb|saying|motto|slogan|tagline|headline|caption|subtitle|sign (?:says|reads?|on)|titled|quoting|says|said|told|tells|telling|wrote|writes|shouted|yelled|whispered|replied|answered|asked (?:me|her|him|us|them)|reminded|reminds|warned|texted|emailed|messaged|announced|states|stated|begins with|starts with|ends with|goes|the line|dialogue|excerpt|i (?:always|often|keep|usually|sometimes|never) (?:remind|tell)|people (?:say|often|always))\b",
    )
});

/// A request for work on a text: the text that follows a colon is not a request.
pub(super) static WORK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:translat\w*|rephras\w*|paraphras\w*|proofread\w*|rewrite|re-write|spell-?check|grammar|how (?:do|would|can) (?:you|i|we) (?:say|write|spell)|what does|mean(?:s|ing)?|summari[sz]e|fix|correct|edit|improve|shorten|sentence|phrase|article|readme|docs?|documentation|manual|comment|error message|log line|e-?mail|mail|letter|memo|poster|write|draft|compose|convert|pasted?|paragraph|text|message|explain|parse|regex|string|function|variable|output|poem|haiku|song|quote[sd]?|reads?|transcript|chat log)\b",
    )
});

pub(super) static TAG_QUESTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"[,—–-]?\s*\b(?:would you|will you|could you|can you|won'?t you|ok|okay|alright|all right|yeah|yes|please|pls|right|deal|got it|understood|thanks|ta|cool)(?: please| mate| for me)?$",
    )
});

pub(super) static MEDIA: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:movie|film|song|album|novel|episode|band|series|musical|book|single|track|lyrics?|theme|soundtrack|painting|game|anthem|poem|show|podcast)\b",
    )
});
