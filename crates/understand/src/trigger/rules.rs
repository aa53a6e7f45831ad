//! The English rules that open a request.

use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

use super::TriggerKind;
use super::heads::Heads;
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
        r"^(?:would you mind (?:just )?|why don'?t (?:you|we) |why not |how about (?:you |we |us )?|what about (?:you )?|(?:is there )?any (?:chance|way) (?:of |that )?(?:you could |you can |you would |to )?|(?:is|would) it (?:be )?possible (?:for you )?to |i was (?:hoping|wondering|going to ask)(?: if| whether)? you (?:could|would|might|can|to) |do you think you (?:could|can|might) |(?:can|could|may) i (?:ask|get|have|trouble) you to |(?:can|could|would|will|won'?t|might) (?:you|u|ya)(?: please| pls| kindly| also| just| perhaps| maybe| possibly)*(?: be sure to| try to| help me)? |(?:i(?:'d| would)? (?:really )?(?:want|like|love|need|prefer)|i'?d appreciate it if|it(?:'d| would) be (?:great|good|nice|helpful|lovely) if|i'?d be grateful if) (?:for )?you (?:could |would |can |to |also |please )*|(?:you|u) (?:should|must|need to|have to|ought to|gotta|can|may|might want to|could|better) (?:also |just |please |now |safely |always |probably |as well )*|you(?:'d| had) better |(?:please |just )?(?:make|be) sure (?:to|you|that you) |try (?:to|and) |go ahead and |do me a favou?r and |feel free to |let'?s (?:also |just )?|let us |i(?:'d| would) (?:ask|urge) you to |it(?:'s| is) (?:important|vital|crucial|essential) (?:that you|to|you) |(?:it'?s )?time to |time (?:for you )?to |(?:it'?s )?(?:about |high )?time (?:that )?you |(?:it'?s )?time for (?:a|an|some|your|another) |you(?:'re| are) (?:free|welcome|allowed) to |(?:please|pls|plz|kindly|just|also|now|always|do|then|maybe|perhaps|simply) )",
    ))
});

/// Lets every apostrophe of a rule be followed by the fillers of [`fold`].
pub(super) fn with_fillers(source: &str) -> String {
    source
        .replace("'?", "(?:'\\x02*)?")
        .replace("'d|", "'\\x02*d|")
        .replace("'ve|", "'\\x02*ve|")
        .replace("'s|", "'\\x02*s|")
        .replace("'re|", "'\\x02*re|")
}

/// Requests that start a clause. The payload begins where the match ends.
pub(super) static HEADS: LazyLock<Heads> = LazyLock::new(|| {
    Heads::new(&[
        // recall
        (
            Recall,
            r"(?:what|which things?|how much|anything|everything) (?:(?:else )?(?:do|did|can|could|would) (?:you|u) (?:still |actually |happen to |already |currently )?(?:remember|recall|have KEPT)|(?:have you|you(?:'ve| have)) (?:got )?KEPT|you (?:still |actually |happen to )*(?:remember|recall))\b(?: down)?(?: (?:about|on|of|regarding|concerning|from|for|when it comes to))?",
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
            r"did(?:n'?t)? (?:i|we) (?:ever |already |not |actually |by any chance )*(?:tell (?:you|u)|(?:give|send|show) (?:you|u)|mention|say(?: anything)?|talk (?:to you )?about|discuss|share|bring up|let you know)\b(?: anything| something)?(?: (?:about|that|on|of))?",
        ),
        (
            Recall,
            r"what (?:did|was it|have|was|had) (?:that )?(?:i|we) (?:ever |again |already |last |just )*(?:say|saying|said|tell you|telling you|told you|mention|mentioned|ask you to (?:remember|note|keep)|asked you to (?:remember|note|keep)|share|shared|note|noted)\b(?: again)?(?: (?:about|on|of|regarding|that|down))?",
        ),
        (
            Recall,
            r"(?:remind|tell|show|give|list|read)(?: me| us)?(?: back)?(?: again)? (?:(?:of )?(?:what|everything|anything|all|whatever|all the things|the things|which things)(?: that)? (?:(?:you|u)(?:'ve| have)? (?:still |already |currently )?(?:got )?(?:KEPT|remember|recall|know|stored?|saved?|noted?|have|got)|(?:i|we)(?:'ve| have| had)? (?:ever |already )?(?:said|told you|mentioned|shared|noted|asked you to (?:remember|note|keep))|is (?:stored|saved|noted|in your memory))|(?:your|the|all(?: your| the)?|any) (?:memories|notes|stored (?:facts|notes|memories)))\b(?: down)?(?: (?:in|from) (?:your )?memory)?(?: (?:about|on|of|regarding|concerning|from|for))?",
        ),
        (
            Recall,
            r"remind me (?:again )?(?:what|when|where|who|which|how|why|whether|if|about|of) (?P<mine>[^?]*\b(?:i|we|my|our|me|us)\b)",
        ),
        (
            Recall,
            r"(?:search|check|look (?:in|into|through|up in|at|back in)|go through|scan|query|consult|dig (?:through|into)|browse) (?:your|the|my|our) (?:own |long[- ]term |stored |saved )?STORED\b(?: (?:to see )?(?:for|about|on|of|if|whether|regarding)(?: anything| something)?(?: (?:about|on|of|regarding))?)?",
        ),
        (
            Recall,
            r"(?:look up|find|fetch|pull up|retrieve|recall|bring up|dig up|dig out) (?P<pre>[^,?!]{2,80}?) (?:in|from) (?:your|the|my) (?:long[- ]term |stored |saved )?STORED\b",
        ),
        (
            Recall,
            r"(?:recall|retrieve|pull up|bring up|look up|dig (?:out|up)|fetch) (?:what|everything|anything|whatever) (?:i|we|you)\b(?:'ve| have)?(?: (?:said|told you|mentioned|know|noted|stored|have|saved|discussed))?(?: (?:about|on|of))?",
        ),
        (
            Recall,
            r"(?:is there|are there|do you have|have you got|got|do you keep|you got|have you|you have) (?:anything|something|any (?:memor(?:y|ies)|notes?|records?|entr(?:y|ies))|some (?:memory|notes?)|a (?:memory|note|record)|memories|notes)(?: (?:stored|saved|noted|written down|recorded|on file|in (?:your |the )?(?:memory|notes|records|memories)))?(?: (?:about|on|of|for|regarding|from|concerning))",
        ),
        (
            Recall,
            r"(?:what'?s|what is|what do you have|what have you got|anything|what) (?:stored |saved )?(?:in|inside) (?:your|the) (?:long[- ]term |core )?STORED\b(?: (?:about|on|of|for|regarding))?",
        ),
        // "what are the things I asked you to remember about X", "what was the X I told you about"
        (
            Recall,
            r"(?:what|who|where|which|when)(?:'s| is| are| was| were) (?:again )?(?P<topic>(?:the|that|those|all the) [^,?!]{2,60}?)(?: that| which)? (?:i|we)(?:'ve| have| had|'d)? (?:once |just |ever |already )*TOLD\b(?: (?:before|earlier|last week|the other day))?(?: (?:about|on|of|regarding|concerning)\b)?",
        ),
        // "which lens did I say I wanted", "where did we say we'd meet"
        (
            Recall,
            r"(?:what|who|where|which|when|how)\b(?P<asked>[^,?!]{0,50}?) (?:did|have|had) (?:i|we) (?:ever |already |just |last |again )*(?:say|said|tell (?:you|u)|told (?:you|u)|mention|mentioned|note down|ask (?:you|u) to (?:remember|keep|note|save))\b(?: (?:about|on|of|regarding|concerning|that)\b)?",
        ),
        (
            Recall,
            r"(?:do you|have you|you(?:'ve| have)?) (?:still |even |already |currently |happen to )*(?:have|got|keep|hold)(?: got)? (?P<held>[^,?!]{1,80}?) (?:KEPT|MINDED|PLACE|somewhere|anywhere|handy)\b",
        ),
        (
            Recall,
            r"(?:which|what)(?: of)? (?P<topic>[^,?!]{2,50}?) (?:do|did|have) you (?:still |currently )?(?:have |got |keep |hold )?(?:got )?(?:KEPT|MINDED)\b",
        ),
        (
            Recall,
            r"do (?:you|u) (?:still |already |happen to |by any chance )*know (?P<mine>(?:my|our|where (?:i|we) (?:live|work|park|keep|study)|(?:when|what|who|where|which|how old) (?:my|our))\b)",
        ),
        (
            Recall,
            r"(?:is|are|was|were) (?P<held>[^,?!]{2,80}?) (?:still |already |actually )?(?:on (?:file|record)|in your (?:memory|notes|records|files))\b",
        ),
        // A statement with a question mark: "surely I've mentioned Wanda to you", "you remember the vet, right?"
        (
            Recall,
            r"(?P<tag>(?:i|we)(?:'ve| have| did| must have| might have| may have| should have)? (?:already |ever |once |previously |definitely |surely |never |not )*(?:mentioned|mention|told (?:you|u)|tell (?:you|u)|talked to you|spoken to you|brought up)\b)(?: (?:about|that))?",
        ),
        (
            Recall,
            r"(?P<tag>(?:you|u) (?:do |still |must |surely |probably |will |should |'ll )*(?:remember|recall)\b)(?: (?:about|that))?",
        ),
        (
            Recall,
            r"(?P<tag>(?:you|u) (?:haven'?t|have not|didn'?t|did not) (?:forgotten|forget|lost|deleted)\b)(?: about)?",
        ),
        (
            Recall,
            r"(?:what|everything|all|whatever|anything) (?:that )?you(?:'ve| have)? (?:know|have|got|had)(?: got)? (?:about|on|regarding) (?P<known>me|us|my|our|the|mine|[A-Z\x01-\x02])",
        ),
        (
            Recall,
            r"what(?:'s| is| do you have| have you got)(?: there)? (?:KEPT|in (?:your|the) STORED)(?: (?:about|on|for|under|of|regarding))?",
        ),
        (
            Recall,
            r"have you (?:still |already |ever |by any chance )*(?:remembered|stored|saved|noted(?: down)?|kept|recorded|logged|memori[sz]ed|written down)(?: (?:anything|something|any \w+|details|notes)(?: (?:about|on|of|from|for|regarding))?| (?P<mine>(?:my|our)\b))",
        ),
        (
            Recall,
            r"(?:does|do|is|are) (?:there )?(?:anything )?(?:in )?your (?:memory|memories|notes|records)\b[^?]{0,20}?(?: (?:anything|something|any mention|an?y? (?:note|record)s?|details))?(?: (?:about|on|of|regarding))",
        ),
        (
            Recall,
            r"(?:bring up|pull up|find|dig (?:up|out)|look up|go back to) our (?:earlier |last |previous |old )*(?:conversation|chat|discussion|talk)s? (?:about|on|of|regarding)\b",
        ),
        (
            Recall,
            r"(?P<topic>(?:which|what|who)\b[^,?!]{0,40}?) (?:was it|is it|was|were) (?:that |which )?(?:i|we)(?:'ve| have| had|'d)? (?:once |just |ever |already )*TOLD\b(?: (?:about|on|of)\b)?",
        ),
        (
            Recall,
            r"(?:refresh|jog) (?:my|our) (?:memory|mind)\b(?: (?:on|about|of|regarding|as to|here|again|please))*[,:—–-]*",
        ),
        (
            Recall,
            r"(?:any|got any|anything|got anything|something)(?: (?:notes?|memor(?:y|ies)|records?|entr(?:y|ies)|saved|stored|noted|on file|on record|in your (?:memory|notes|records))) (?:about|on|of|for|regarding|from|concerning)\b",
        ),
        (
            Recall,
            r"what (?:do|does|did) your (?:notes|memory|memories|records|files) (?:say|have|hold|tell you|contain|show)(?: (?:about|on|for|regarding))?\b",
        ),
        (Recall, r"(?:do|have) i (?:already |still )?(?:have|got) (?P<held>[^,?!]{2,60}?) on (?:file|record)\b"),
        // "what've you got on my sister", "what did you note down about her"
        (
            Recall,
            r"what(?:(?:'ve| have| do| did)? (?:you|u) (?:got|have|keep|hold)(?: (?:got|down|stored|saved|noted))* (?:on|about|for|under|regarding) (?P<known>(?:me|us|my|our|mine)\b)|(?: did| have)? you (?:note|noted|write|written|jot|jotted|save|saved|store|stored|record|recorded|log|logged|learn|learned|learnt)(?: down)? (?:about|on|of|for|regarding)\b| do (?:you|u) know (?:abt|bout) (?P<mine>(?:me|us|my|our|mine)\b))",
        ),
        // "any idea what I told you about", "check whether I ever mentioned"
        (
            Recall,
            r"(?P<embedded>(?:any|got any|have you any|do you have any) (?:idea|clue|recollection|memory|record)(?: of)?|do you know|can you tell me|i(?:'ve| have)? (?:forgot|forgotten|forget)|i (?:can'?t|don'?t) (?:remember|recall)) (?:what|where|when|who|which|how)\b[^,?!]{0,40}? ?(?:i|we)(?:'ve| have|'d| had)? (?:once |just |ever |already )*TOLD\b(?: (?:about|on|of|regarding)\b)?",
        ),
        (
            Recall,
            r"(?:check|see|say|tell me|find out|look up|confirm) (?:if|whether) (?:i|we)(?:'ve| have)? (?:ever |already |once |previously )*(?:mentioned|mention|told (?:you|u)|said|brought up|shared)\b(?: anything| something)?(?: (?:about|on|of|that|regarding)\b)?",
        ),
        (
            Recall,
            r"(?:is|are) (?P<pre>(?:my|our) [^,?!]{2,60}?) (?:something|things?|one of the things|among the things) (?:that )?you(?:'ve| have)? (?:still )?(?:know|remember|recall|have|stored|saved|noted)\b",
        ),
        (
            Recall,
            r"do(?:es)? (?:(?:my |our |the names? )?(?P<pre>[^,?!]{2,60}?) ring (?:a|any) bells?|the names? (?P<topic>[^,?!]{2,60}?) sound familiar)\b",
        ),
        (
            Recall,
            r"(?P<tag>(?:you|u) (?:do |still |must |surely |should |already )*know) (?P<mine>(?:(?:what|where|when|who|how old) (?:i|we|my|our)|my|our)\b)",
        ),
        (Recall, r"recall (?P<mine>(?:my|our)\b)"),
        (
            Recall,
            r"recall (?P<pre>(?:the|that|which|what|who|where|when)\b[^,?!]{2,60}? (?:i|we)(?:'ve| have|'d| had)? TOLD)\b",
        ),
        (Recall, r"(?:do you|have you) (?:still|even now) (?:have|got) (?P<mine>(?:my|our)\b)"),
        (
            Recall,
            r"(?:(?:give|get|show|send) (?:me|us) (?:a|an|the) (?:[a-z]+ )?(?:rundown|summary|overview|list|recap|account|digest|outline) (?:of|on)|(?:fill|catch|clue|brief) (?:me|us) (?:in |up )?on) (?:what|everything|all) (?:that )?you(?:'ve| have)? (?:still |got |currently )*(?:KEPT|know|remember|recall|have)\b(?: (?:about|on|of|regarding))?",
        ),
        (
            Recall,
            r"(?:what|who|where|when|which)(?:'s| is| was| were| are) (?P<topic>(?:my|our) [^,?!]{2,60}?),? again$",
        ),
        // reflect
        // "your notes must be a jumble; sort them out"
        (
            Reflect,
            r"(?P<ofstored>(?:tidy|sort|clean|clear|merg|organi[sz]|reorgani[sz]|consolidat|review|prun|straighten|declutter|condens|combin|dedup\w*|streamlin|untangl|prioriti[sz])(?:e|ing)? (?:it|them|those|these|that|things|everything)\b)",
        ),
        (
            Reflect,
            r"(?:(?:look|search|hunt|check|scan|watch)(?:ing)? for|find(?:ing)?|spot(?:ting)?|remov(?:e|ing)|merg(?:e|ing)|combin(?:e|ing)|fold(?:ing)?(?: together)?|resolv(?:e|ing)|fix(?:ing)?|eliminat(?:e|ing)|weed(?:ing)? out|iron(?:ing)? out|clear(?:ing)? (?:out|up)|delet(?:e|ing)) (?:any |all |the |some |of )*(?:duplicat\w*|doubles|repeats|repetitions?|repetitive \w+|overlap\w*|redundan\w+|contradict\w+|conflict\w*|inconsisten\w+|clash\w*|stale \w+|outdated \w+) (?:in|across|within|from|among|between) (?:all )?your STORED\b",
        ),
        (
            Reflect,
            r"(?:REVIEW) (?:what|everything|all|whatever) (?:that )?you (?:currently )?(?:have|hold|got|keep) (?:on|about) (?:me|us)\b",
        ),
        (
            Reflect,
            r"(?:digest|reflect|consolidat|distil|mull|meditat|ponder)(?:l)?(?:e|ing)? (?:over |on |upon )?(?:all |everything |what )(?:of )?(?:that )?(?:we|i)(?:'ve| have)? (?:talked about|discussed|spoken about|been through|gone over|covered|chatted about)\b",
        ),
        (
            Reflect,
            r"(?:some |a |an |your |more )?(?:(?:quick|bit of|spot of|round of|little|good|proper|thorough|regular) )*(?:housekeeping|spring[- ]clean(?:ing)?|clean-?up|clear-?out|tidy-?up|declutter\w*|pruning|deduplication|maintenance|sort-?out|stock-?take|gardening) (?:in|of|on|for|across|within|to) (?:all )?(?:your|ur) STORED\b",
        ),
        (
            Reflect,
            r"(?:mak|keep|get|leav)(?:e|ing|ting)? (?:all )?(?:your|ur) STORED (?:a bit |a little |more |nice and )*(?:tid(?:y|ier)|neat(?:er)?|lean(?:er)?|clean(?:er)?|compact|organi[sz]ed|orderly|leaner|coherent|consistent)\b",
        ),
        (
            Reflect,
            r"(?:reflect(?:ing)? (?:on|over|about|upon) (?:(?:what|everything|all)(?: that)? (?:you|we|i)(?:'ve|'re| have)?|(?:(?:all|some|any) (?:of )?)?(?:your|our|my|the|this|these|today|yesterday|last|recent|past|tonight)(?:'s)?\b[^.?!]{0,40}?\b(?:memor|conversation|chat|week|day|month|session|interaction|note|discussion|exchange|learn|experience|talk|entries|today|yesterday|episodes|log)\w*|yesterday|today|how (?:our|we|things)\b)|(?:reflect|consolidate)(?: now| for a (?:bit|moment|while)| a bit)?(?:,? (?:please|pls))?(?:$|[,.!]| and (?:consolidat|tidy|merg|distil|organi|sum)\w*))",
        ),
        (
            Reflect,
            r"(?:REVIEW|reflect(?:ing)? on|(?:have a )?think(?:ing)? (?:over|about|through)|mull(?:ing)? over|boil(?:ing)? down|sum(?:ming)? up) (?:(?:all|everything|what|the things|whatever|anything)\b(?: of| that)* (?:you(?:'ve| have)? (?:currently |recently |already |just |got )*(?:KEPT|remember(?:ed)?|stored?|saved?|noted?|know)|(?:has been|is|was|got) (?:stored|saved|remembered)))",
        ),
        (Reflect, r"REVIEW (?:the |any |all )?(?:[\w'-]+ ){0,4}?(?:in|across|within) your STORED\b"),
        (
            Reflect,
            r"(?:put|get)(?:ting)? (?:all )?(?:your|ur) STORED (?:in(?:to)? (?:order|shape)|straight|organi[sz]ed|sorted|tidied|under control)\b",
        ),
        (
            Reflect,
            r"giv(?:e|ing) (?:all )?(?:your|ur) STORED (?:a |an |some |another )?(?:[\w-]+ ){0,2}?(?:tidy\w*|clean\w*|review\w*|consolidation|prun\w+|sort\w*|once-over|overhaul|housekeeping|refresh|polish|spring)\b",
        ),
        (
            Reflect,
            r"REVIEW (?:(?:all|some|any|a few|the rest) (?:of )?)?(?:your|ur|the|all|those|these|our|stored)\b(?: own| stored| saved| old| recent| collected| existing| long[- ]term| accumulated| duplicate| whole| entire| various| core| episodic| week'?s| month'?s| latest)* STORED\b",
        ),
        (Reflect, r"REVIEW (?:all )?(?:of )?my memories\b"),
        (
            Reflect,
            r"REVIEW (?:any |all |the |some )?(?:duplicate|redundant|overlapping|similar|related|old|stale|outdated) (?:memories|entries)\b",
        ),
        (
            Reflect,
            r"(?:consolidat\w+|review\w*|reflect\w*(?: on| over| upon)?|distil\w*|digest\w*|revisit\w*|go(?:ing)? back (?:over|through)|look(?:ing)? back (?:on|over|at|through)|think(?:ing)? (?:back (?:on|over)|over|about)|tak(?:e|ing) stock of|mull\w* over) (?:all |some )?(?:of )?(?:our|the|these|those|this|last|past|today'?s|my)\b[^.?!]{0,30}?\b(?:conversations?|chats?|sessions?|talks|discussions?|exchanges|interactions)\b",
        ),
        (
            Reflect,
            r"(?:run|do|start|trigger|perform|begin|kick|launch|have|schedul|initiat|giv|tak|fancy|plan)(?:n?ing|e)?(?: off| yourself| in| us| me)? (?:a |an |the |your |another |one |some )?REFLECTION\b",
        ),
        (
            Reflect,
            r"(?:a |an |another |some |your )?REFLECTION(?:$|[,.!;]| (?:please|pls|now|time|on|of|over|across|for|would|is|seems|might|due|needed|overdue)\b)",
        ),
        // "your memory could do with a tidy", "your notes on me are a mess"
        (
            Reflect,
            r"your (?:memor(?:y|ies)|notes|records)\b[^.?!,;]{0,40}? (?:(?:is|are|be|has become|have become|become|'re|looks?|seems?|gets?|getting|got)\b[^.?!,;]{0,20}? (?:mess|messy|jumble|jumbled|muddle|muddled|shambles|tangle|tangled|clutter\w*|bloated|disorgani[sz]ed|untidy|chaos|chaotic|due|overdue|all over the place|(?:full|riddled) (?:of|with))|(?:needs?|wants?|deserves?|could (?:use|do with)|(?:is|are) (?:over)?due(?: for)?) (?:a |an |some |another )?(?:\w+ )?(?:tidy\w*|clean\w*|review\w*|consolidat\w+|prun\w+|sort\w*|reflection|spring[- ]clean\w*|reorgani\w+|organi\w+|merging|dedup\w*|audit|once-over|overhaul|housekeeping|refresh))",
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
            r"(?:i|we)(?:'d| would)? (?:don'?t|do not|no longer|rather not|prefer not)(?: really)? (?:want|need|like|have|wish)?(?: for)? ?you to (?:KEEP|HOLD|remember|memori[sz]e|keep track of) (?P<dont>[^,;?!]{2,60}?)(?: (?:MINDED|any ?more|any longer))?$",
        ),
        (
            Forget,
            r"(?:i|we) (?:don'?t|do not|no longer) (?:want|need) (?P<pre>[^,;?!]{2,50}?) (?:to be )?(?:KEPT|MINDED)\b",
        ),
        (
            Forget,
            r"(?:(?:you|u) )?(?:no longer (?:need|have) to|needn'?t|(?:don'?t|do not) (?:need|have) to|no need to) (?:keep|remember|store|retain|save|track|HOLD) (?P<dont2>(?:the|my|our|that|those|his|her|any)\b)",
        ),
        (Forget, r"(?:do not|don'?t|dont) (?:HOLD) (?P<dont2>(?:the|my|our|that|those|any)\b)"),
        (Forget, r"(?P<mustask>let(?:ting)? go of) (?P<dont2>(?:the|my|our|that|those|any)\b)"),
        (Forget, r"no longer (?:relevant|needed|valid|applicable|true)\s*[:—–-]"),
        (
            Forget,
            r"(?:i'?d (?:like|love|prefer)|i would (?:like|prefer)|(?:i|we) (?:want|need)) (?:the |that |all |any |your |all the |everything |anything )*(?:stuff |notes? |memor(?:y|ies) |entr(?:y|ies) |bits? |parts? |things? |info |information |details )?(?:about|on|regarding) (?P<pre>[^,;?!]{2,50}?) (?:gone|deleted|removed|erased|wiped|cleared|dropped|forgotten|purged)\b",
        ),
        (
            Forget,
            r"(?:do not|don'?t|dont|stop|no need to) (?:keep|make|hold|retain|hav|keeping|making|holding)e? (?:any |a |the |such )?(?:records?|notes?|memor(?:y|ies)|trace) (?:of|on|about) (?P<pre>[^,;?!]{2,60})",
        ),
        // "don't save that": nothing else was handed over.
        (
            Forget,
            r"(?:do not|don'?t|dont|no need to|please don'?t) (?:keep|save|store|record|retain|log|remember|memori[sz]e|note down|write down) (?P<scratch>(?:that|this|any of (?:that|this|it)|what i (?:just )?(?:said|wrote|told you)))(?: last bit| one| bit| down)?(?:,? (?:please|pls|thanks|then|after all|actually|ok))*(?:$|[,.;!—–])",
        ),
        // What is known of a person, not what lies on their desk.
        (
            Forget,
            r"(?:erase|delete|purge|expunge|remove|drop|lose|wipe)(?: out)? (?P<pre>(?:my|our) (?:old |former |previous |ex-?|home |work |e-?mail |phone |shoe |middle |maiden )*(?:address|numbers?|birthday|anniversary|salary|weight|height|age|diet|allerg(?:y|ies)|job|employer|ex|preferences?|nickname|hobb(?:y|ies)|surname|health (?:issues?|details)|medical (?:history|details|stuff)|relationship|religion|income|shoe size|measurements))(?:$|[,.;!—–]| please| pls| -)",
        ),
        // Not keeping: "don't keep X on file", "you needn't hold on to X any longer"
        (
            Forget,
            r"(?:do not|don'?t|dont|didn'?t|not|no (?:need|reason|point)(?: to| in)?|there'?s no (?:need|reason|point)(?: to| in)?|(?:you |u )?(?:no longer (?:need|have) to|(?:don'?t|do not) (?:need|have) to|needn'?t|need not)|no longer|stop|quit)(?: bother(?:ing)?(?: to)?| ever)* (?:KEEP|HOLD|remember(?:ing)?|memori[sz](?:e|ing)|keep(?:ing)? track of) (?P<dont>[^?!;:]{2,80}?),? (?:MINDED|PLACE|any ?more|any longer|now)\b",
        ),
        (
            Forget,
            r"(?:do not|don'?t|dont|no longer|stop|quit) (?:remember(?:ing)?|memori[sz](?:e|ing)|retain(?:ing)?|stor(?:e|ing)) (?P<dont2>(?:that|this|what|the|my|our|anything|everything)\b)",
        ),
        (
            Forget,
            r"DROP (?:out )?(?:the|any|all|that|your|my|every|those|all the|all your|all of your|this|our|an?|old|these)(?: old| stored| saved| outdated| memory)* (?P<noun>memor(?:y|ies)|notes?|records?|entr(?:y|ies)|reminders?|mentions?|references?|traces?|facts?|(?:thing|bit|part|stuff|info|information|details?)(?: i (?:told you|said|mentioned))?|stored (?:fact|note)s?)(?: entr(?:y|ies))?(?: (?:(?:you|i)(?:'ve| have)? (?:have|has|made|saved|stored|kept|got)|that says|saying|which says|called))?(?P<prep> (?:about|of|on|regarding|concerning|for|that|where|with|related to)\b)?",
        ),
        (
            Forget,
            r"(?:DROP|throw|get) (?P<pre>[^,?!]{1,80}?)(?: out)? (?:from|out of|off|of) (?:(?:your|the|my|its|all|our)(?: own| long[- ]term| core| stored)? (?:STORED|head|mind|brain)|(?:long[- ]term |core )?memory)\b",
        ),
        (
            Forget,
            r"(?:DROP|forget(?:ting)?|cancel|retract|undo|(?:set|put|leave) aside|overlook) (?:everything|anything|all|whatever|what|all that)(?: that)? (?:(?:you|i|we)(?:'ve| have)? (?:know|have|remember|stored|saved|noted|said|told you|mentioned|got|kept|ever said|just said|learned)(?: earlier| before| to you| down| stored| saved| on file)?(?: (?:about|on|of|regarding|concerning))?|about|to do with|related to|regarding|concerning|on)",
        ),
        (
            Forget,
            r"DROP (?P<pre>(?:the|my|that|our|any|all|those|these)\b[^,?!]{1,60}?) (?:that )?you(?:'ve| have)? (?:got )?(?:KEPT|wrote down|have)\b",
        ),
        (
            Forget,
            r"DROP (?:it |this |that )?(?:from|out of) (?:(?:your|the)(?: own| long[- ]term| core)* STORED|memory)[,:—–-]*(?P<out> )",
        ),
        (
            Forget,
            r"(?:ignore|forget|delete|drop|bin|scrap|erase|archive|remove|wipe|ditch|disregard|scratch|discard|trash|toss)(?: about)? (?P<it>it|them|those)(?: all)?(?: now| please| pls| then)?(?:$|[,.;!—–])",
        ),
        (
            Forget,
            r"consider (?P<pre>[^,;?!]{2,60}?) (?:forgotten|deleted|erased|dropped|struck|void|withdrawn|retracted)\b",
        ),
        (
            Forget,
            r"(?:i'?d (?:like|love|prefer)|i would (?:like|prefer)|(?:i|we) (?:want|need)) (?P<pre>[^,;?!]{2,60}?) (?:to be )?(?:forgotten|(?:gone|out|deleted|removed|erased|wiped|dropped|purged|cleared|taken|off)(?: out)? (?:from|of|off) (?:your|the) STORED)\b",
        ),
        // "bin that": a word said of no thing but what was said.
        (
            Forget,
            r"(?:bin|ditch|scrap|delete|erase|discard|trash|toss|strike|expunge|wipe|drop|dump|archive|retract|unsay|cancel|undo|withdraw) (?P<scratch>(?:that|this)(?: (?:one|last (?:one|bit|part|thing|note|message|remark)|bit|part|note|memory|entry))?|what i (?:just )?said|(?:the|my) last (?:bit|part|thing|note|remark|message)(?: i said)?)(?:,? (?:please|pls|thanks|then|now|again|for me|would you|will you|from memory))*(?:$|[,.;!—–]| -)",
        ),
        (
            Forget,
            r"(?:pretend|act (?:as if|as though|like)|imagine|assume|let'?s pretend|let'?s say) (?:that )?(?:i|we)(?:'?d| had| have|'?ve)? (?:never|didn'?t|hadn'?t|haven'?t|not) (?:ever |even )?(?:said|say|told|tell|mention(?:ed)?|brought|bring|wrote|ask(?:ed)?)\b(?: you| it| up)*(?: anything| something| a (?:thing|word))?(?: (?:about|on|that|regarding))?",
        ),
        (
            Forget,
            r"i(?:'m| am|'d like to| want to)? tak(?:e|ing) (?:back (?:what|everything|all|anything)(?: that)? i (?:just )?(?:said|told you|wrote)(?: earlier| before)?(?: (?:about|on|regarding))?|(?P<scratch>(?:that|it|this) (?:all )?back))",
        ),
        (
            Forget,
            r"forget(?:ting)?\b(?P<forget> (?:about|that|what|all about|everything|anything|the|my|our|his|her|their|this|those|these|all|any|whatever|how|where|when|i|we|it all|\w))",
        ),
        // remember
        (
            Remember,
            r"(?:do not|don'?t|dont|never|let'?s not|not|let us not) (?:ever |you |dare |u )*(?:forget|let (?:me|us) forget|lose sight of|let (?:it|this|that) slip(?: (?:your|from your) (?:mind|memory))?)\b(?:,? (?:about|that|to|this|the fact that))?(?P<dontforget>)",
        ),
        (Remember, r"(?:re[mn][em]{0,4}n?b(?:er|r|re|ere|err)|memori[sz]e|memori[sz]ing|remembering)\b(?P<remember>)"),
        (
            Remember,
            r"KEEP (?:(?:POINTER|a note|an entry|a memory|the fact)(?: that)?\b ?)?(?:PLACE|LATER|away|somewhere(?: safe)?)\b(?: for me| please| pls| somewhere| going forward| from now on)*(?: (?:that|saying)\b)?",
        ),
        (Remember, r"(?:keep(?:ing)?|bear(?:ing)?|hold) (?P<pre>[^,:;.?!]{2,80}?) in (?:your )?(?:mind|memory)\b"),
        (Remember, r"KEEP (?P<pre>[^,:;.?!]{2,100}?) MINDED\b"),
        (
            Remember,
            r"(?:add|put|store|save|write|log|record|enter|keep) (?P<pre>(?:my|our|the|his|her|their) [^:;.?!]{2,80}?),? (?:down )?(?:in|into|to) your (?:memory|memories|notes|records|files)\b",
        ),
        (
            Remember,
            r"(?:update|amend|adjust|correct|refresh)(?: that in)? your (?:memory|notes|records?|files?|knowledge)(?:(?: accordingly| please| pls| then)*$|\s*[:,—–-]| with(?: the fact that| this:?)?\b| to (?:say|reflect|show|include)(?: that)?\b| that\b)",
        ),
        (
            Remember,
            r"(?:keep|mak|tak|creat|put down|add|leav)(?:e|ing)?(?: yourself| me)? (?:a |an |another |one |mental )?(?:quick |mental |small |short |careful |good |little |brief |permanent |sticky )*(?P<anote>note|record|memo|entry)\b(?: somewhere| for (?:yourself|later|me|next time)| PLACE)*(?:(?: (?:of|on|about|that|saying|to self))?(?: (?:POINTER|the fact)\b)?|,? (?:please|pls))",
        ),
        (
            Remember,
            r"(?:(?:save|store|record|log|keep|write|jot|mark|note|retain|file|bank|pin|stash|preserve|memori[sz]e|take|lock)(?: down)?|HOLD|lock in|put a pin in) (?P<savethis>(?:POINTER)(?: bit| fact| info| detail| down| in| away| safe| somewhere(?: safe)?| for me| LATER)*(?:,? (?:please|pls|ok|okay|(?:would|will|could|can) (?:you|ya|u)))*\s*(?:[:—–>-]|$))",
        ),
        (
            Remember,
            r"(?P<passive>can|could|should) (?:POINTER) (?:please )?(?:go|be (?:kept|stored|saved|noted|put|added|recorded|remembered))(?: down)? (?:PLACE|MINDED|LATER)\b",
        ),
        (Remember, r"(?:save|store|log|record|memori[sz]e)\s*:"),
        (
            Remember,
            r"(?:(?:KEEP|HOLD)(?: down| away)? the fact that|(?:KEEP) (?:down |away )?(?:POINTER )?(?:down )?as a fact)\b",
        ),
        (
            Remember,
            r"(?:remind(?:ing)? yourself|(?:never|don'?t|do not) (?:ever )?(?:lose (?:sight|track) of|let go of))(?: (?:that|of the fact that|the fact that)\b| (?:POINTER)\s*[:—–-])",
        ),
        // "something to bear in mind for the trip: …", "new info for your notes: …"
        (
            Remember,
            r"(?:let me give you |i'?ll give you |here'?s |this(?:'s| one'?s| is|) |that'?s |it'?s |got |i have |i'?ve got )?(?:(?:some|a|an|one|another|two|few|more|just|the|new|quick|small|little|tiny|important|key|last|other|personal|useful|extra|bit of|piece of|couple of|final|random|only|for your notes) )*(?:(?:thing|something|fact|detail|point|info|information|bit|note|one|piece|reminder|tidbit|titbit|update|addition|entry|item|memo|fyi|news)s? )?(?:(?:about|on|regarding|concerning) [^,:;.?!]{2,40}? )?(?:that (?:is |are )?)?(?:(?:to|for you to|worth|well worth|worth you|you should|you must|you need to|you'?ll want to|you ought to|you shouldn'?t|never to|not to|best) (?:always |really |please |never |not )?(?:remember|keep|bear|not|note|hold|hang|retain|stor|sav|fil|stash|forget|memori[sz]|tuck|log|record|stow)(?:e|ing|ting|t)?\b[^:;.?!—–]{0,50}?|for (?:your|ur|the) (?:own |long[- ]term )?(?:notes|memory|memories|records?|files?|memory banks?|vault|books|archives?|log|knowledge base)|for keeps) ?(?P<label>:|—|–| - )",
        ),
        (Remember, r"(?:memory|profile|notes) (?:update|entry|addition|note)s? ?(?P<label>:|—|–| - )"),
        (
            Remember,
            r"(?:don'?t|do not|never) (?:let me (?:catch|find|see) you|you (?:dare|ever)|go(?: and)?) (?:forget|forgetting|lose|losing)\b(?: (?:that|this|it)\b)?",
        ),
        (Remember, r"(?:you|u) (?:should|ought to|need to|must|might want to) (?:also )?know,? LATER,? (?:that\b)?"),
        (
            Remember,
            r"let (?:it|this|that|the record)(?: be)? (?:known|noted|recorded|remembered|show|reflect|state|on (?:the )?(?:record|file))\b(?: that)?",
        ),
        // "If you remember one thing, let it be that …"
        (
            Remember,
            r"if (?:you|there'?s|there is)\b[^.?!]{0,50}?\b(?:remember|take away|keep|forget|retain)\b[^.?!]{0,60}?[,—–-] ?(?:let it be|make it|make sure it'?s|it'?s|it is|it should be|then let it be)\b(?: that| this)?",
        ),
        // "I'm telling you this so that you remember it: …"
        (
            Remember,
            r"(?:(?:i'?m |i am )?(?:just |only )?(?:telling|mentioning|saying|letting|giving|sharing|sending|putting|noting)\b[^.?!:;]{0,50}? )?(?:just )?so (?:that )?(?:you|it)\b[^.?!:;,]{0,40}?\b(?:remember|forget|recall|memory|file|record|mind|notes|stored?|saved?)\b[^.?!:]{0,40}?[:,—–-]",
        ),
        (
            Remember,
            r"make (?:very )?sure (?:that )?(?P<pre>[^,:;?!]{2,80}?) (?:is|are|gets?|stays?|remains?) (?:KEPT|remembered|MINDED)\b",
        ),
        (
            Remember,
            r"(?P<writes>write|jot|note|mark|put|get|take) (?:(?:this|that|it|the following) )?down(?: somewhere| for (?:me|later))?\b(?: that| :)?",
        ),
        (
            Remember,
            r"(?:save|store|record|log|note) (?:down )?(?P<savenoun>(?:my|our|the|his|her|their|this|a|new) [^,:;.?!]{2,50}?:)",
        ),
        (
            Remember,
            r"(?:record|log|save|store|register|file|enter|note down|jot down|write down|put down)(?: away)? that (?P<clause>)",
        ),
        (Remember, r"(?:be|stay) (?:aware|mindful|advised)(?: (?:for|in) (?:the )?future| LATER)?,? that "),
        (Remember, r"(?P<mustask>(?:note|log|record|jot|write)(?: down)?) (?P<clause>)"),
        // "… if you kept in mind that": the past of a wish.
        (
            Remember,
            r"(?P<mustask>kept|bore|held|noted|stored|saved|wrote|logged|recorded|remembered|put|made a note)(?: POINTER)?(?: of)?(?: PLACE| down| LATER)?(?: that)?\b",
        ),
        (
            Remember,
            r"(?:POINTER) (?:needs? to|has to|have to|should|must|ought to|is to|can) (?:go|stay|be (?:kept|stored|saved|noted|put|recorded|remembered))(?: down)?(?: (?:MINDED|PLACE))?\b",
        ),
        (
            Remember,
            r"(?P<note>(?:please |kindly )?note(?:,|:| that| the following:?| this:?)|nb:?|n\.b\.:?|nota bene:?|note to self:?|take note:?) ",
        ),
        (
            Remember,
            r"(?P<important>(?:(?:this is |that'?s |it'?s )?(?:very |super |really |extremely |v )?important(?: (?:note|thing|info|reminder|point|detail|one|fact))?(?: (?:for (?:later|you|the future|next time)|to (?:know|note|remember)))?|one important thing|crucial|key (?:point|fact|thing)|don'?t lose this|(?:one |a |another |some)?(?:last |more |small |quick )?(?:thing|fact|detail)s? (?:worth |to |for you to )(?:remember|keep in mind|note|file away)(?:ing)?|(?:worth (?:remembering|noting|keeping in mind))|(?:note|reminder|something|info|fact|heads[- ]up) for (?:you|your \w+|later|next time|the future|future \w+)|memo|(?:mental|quick|side|small|little|friendly) (?:note|reminder)(?: (?:for|to) (?:you|yourself|self))?|(?:one|another one|something|this one|a fact) (?:for|to go in|to put in) (?:your|the) (?:memory|memories|notes|records|files|memory banks?|log|books))) ?(?:!+|:|—|–|-|$)",
        ),
        (
            Remember,
            r"(?:fyi|for your information|for info|heads[- ]up)[, ]+(?:for (?:later|next time|the future|future (?:reference|use|chats)|your (?:memory|records|notes)|when))[ ]?",
        ),
        (Remember, r"for (?:all |your |any )?(?:future|later) ref(?:erence|s|\.)?[,:;—–-]? "),
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
            r"(?:i'?d (?:like|love|prefer)|i would (?:like|love|prefer)|(?:i|we) (?:want|need)|let'?s (?:have|get)|have)(?: to (?:have|get|see))? (?:POINTER) (?:to be |put |kept |down |safely |permanently )*(?:KEPT|on (?:the )?record|MINDED|for the record)\b(?: :)?",
        ),
        (
            Remember,
            r"(?:i'?d (?:like|love|prefer)|i would (?:like|love|prefer)|(?:i|we) (?:want|need))(?: to (?:have|get|see))? (?P<pre>(?:my|our|the|his|her) [^,:;.?!]{2,60}?) (?:to be |put |safely |permanently )*(?:KEPT|MINDED)\b",
        ),
    ])
});
