//! Word classes of the English rules: keeping, dropping, going over, and where things are kept.

/// Word classes that rules name in capitals, each made of words and of the classes before it.
const CLASSES: &[(&str, &str)] = &[
    (
        "STORED",
        r"(?:memory|memories|notes?|records?|stores?|storage|knowledge|memory (?:files?|stores?|entries|bank)|entries|long[- ]term memory|core memory|graph|vault|(?:stored|saved|recorded|collected|accumulated) (?:facts|items|things|info|information|knowledge|details))",
    ),
    // What the assistant keeps things in.
    (
        "PLACE",
        r"(?:down )?(?:in|into|to|onto|on|under|among|inside|with|at) (?:the back of your (?:mind|head)|(?:your|ur)(?: own| long[- ]term| core| permanent| personal| internal| mental)* (?:memor(?:y|ies)|notes?|notebook|memory (?:bank|files?|store)|records?|files?|knowledge(?: base)?|vault|brain|head|mind|logs?|journal|books|database|store|storage|archives?|profile)|(?:my |our |the )?(?:long[- ]term |core |permanent )?(?:memory|memories|vault)|the record|record|file|mind|(?:my|the) (?:notes|records|profile)|(?:what|everything|the things|all) (?:that )?you (?:know|have|remember|store|keep)(?: (?:about|on|of) (?:me|us))?)",
    ),
    // The same where nothing else could be meant: an array, too, is stored in memory.
    (
        "MINDED",
        r"(?:down )?(?:(?:in|into|to|onto|on|under|among|inside) (?:your|ur)(?: own| long[- ]term| core| permanent| personal| internal)* (?:memor(?:y|ies)|notes?|notebook|memory (?:bank|files?|store)|records?|files?|long[- ]term memory|knowledge(?: base)?|vault|brain|head|mind|logs?|journal|books|store|storage|profile)|on (?:the )?(?:record|file)|in mind|to (?:long[- ]term |core )?memory)",
    ),
    (
        "LATER",
        r"for (?:later|the future|good|next time|keeps|posterity|(?:later|future|next|the next) (?:use|ref|reference|chats?|conversations?|sessions?|talks?|requests?))",
    ),
    // What stands for something said before or after.
    (
        "POINTER",
        r"(?:all (?:of )?)?(?:this one|that one|this|that|it|these(?: things)?|those|the following|the (?:below|above)|(?:one|this|the following) (?:more |last |single |small |little )?(?:thing|fact|detail|point)|something)",
    ),
    (
        "KEEP",
        r"(?:add|put|stor|sav|writ|log|record|enter|fil|plac|stick|pop|not|keep|hold|hav|leav|stash|tuck|jot|pin|bank|lodg|retain|preserv|commit|bear|mark|register|scribbl|stow|get|carry|lock|set|etch|engrav|imprint|embed|burn|fix|drill)(?:[tgp]?ing|e)?",
    ),
    ("HOLD", r"(?:hold|hang|cling)(?:ing)? (?:on ?to|to)|keep(?:ing)? (?:track|hold) of"),
    (
        "DROP",
        r"(?:remov|delet|eras|wip|clear|drop|purg|discard|archiv|get(?:ting)? rid of|throw(?:ing)? (?:away|out)|trash|bin|strik|let(?:ting)? go of|scrub|cut|expung|retir|ditch|scrap|dump|toss|chuck|nuk|clean|cross|kick|tak|los|retract|withdraw)(?:[pnt]?ing|e)?(?: out| off)?",
    ),
    (
        "KEPT",
        r"(?:remembered|stored|saved|noted(?: down)?|written down|jotted down|recorded|logged|filed|kept|retained|memori[sz]ed|learn(?:ed|t)|picked up|gathered|collected|on file|on record|in (?:your |the )?(?:memory|notes|records))",
    ),
    (
        "TOLD",
        r"(?:said|told (?:you|u)|mentioned|shared|gave (?:you|u)|given (?:you|u)|brought up|sent (?:you|u)|showed (?:you|u)|asked (?:you|u)(?: to (?:remember|note(?: down)?|keep|save|store|hold on to|log))?|had you (?:remember|note(?: down)?|keep|save|store))",
    ),
    // Going over what is stored.
    (
        "REVIEW",
        r"(?:consolidat|review|clean|clear|tidy|organi[sz]|reorgani[sz]|merg|dedup\w*|de-dup\w*|prun|compact|condens|declutter|defrag\w*|distil|sort|sift|comb|go|run|work|trawl|wad|curat|streamlin|refresh|restructur|digest|spring[- ]clean|audit|revisit|summari[sz]|refin|weed|garden|straighten|synthesi[sz]|reconcil|rationali[sz]|groom|sweep|overhaul|combin|fold|(?:draw|pull|bring|piec|knit)(?:ing|e)? together|re-?examin|re-?assess|tak(?:e|ing) stock of|went|tidied|look back|(?:have|having|take|taking) a (?:good |quick |close |proper )?look|look over|look through|think back|do (?:a |some |your )?(?:[a-z]+ )?(?:housekeeping|clean-?up|spring clean(?:ing)?|review|pass|audit|sweep|tidy-?up)(?: on| of| in| over)?|get(?:ting)? on top of|mak(?:e|ing) sense of)(?:n?ing|l?ing|ed?|s)?(?: (?:up|out|over|through|back|at))*",
    ),
    (
        "REFLECTION",
        r"(?:(?:quick|full|manual|weekly|daily|nightly|monthly|brief|thorough|proper|deep|little|big|good|regular|bit of|round of|spot of) )*(?:reflection|consolidation|memory (?:consolidation|review|clean-?(?:up|out)|clean up|maintenance|reflection|audit|housekeeping|tidy(?:-?up)?|tidying|pass|check(?:-?up)?|spring[- ]clean\w*|sweep|digest|pruning))(?: (?:cycle|pass|session|round|run|time))?",
    ),
];

/// Writes out the word classes a rule names.
pub(super) fn with_classes(source: &str) -> String {
    let mut out = source.to_owned();
    for (name, words) in CLASSES.iter().rev() {
        if out.contains(name) {
            out = out.replace(name, &format!("(?:{words})"));
        }
    }
    out
}
