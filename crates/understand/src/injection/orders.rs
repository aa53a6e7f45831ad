//! English orders to the assistant, told from advice to a reader and talk about attacks.

use std::sync::LazyLock;

use crate::pattern::{Pattern as Regex, PatternMatch};

use super::{Sign, manual};

/// Where an order can begin: a sentence, a clause, a line.
const START: &str = r"(?:^|[.!?:;\n>)\]*,—–]\s*|\b(?:and|then|now|please|must|should|to|will|also|just|kindly|immediately|but|so|simply|always|need to|have to|you (?:can|may|must|should|will))\s+|[-#]\s+)";
const VERB_DROP: &str = r"(?:ignor(?:e|ing)|disregard|forget|overrid(?:e|ing)|bypass|discard|set aside|abandon|neglect|overrule|unlearn|stop (?:following|obeying)|do not (?:follow|obey|comply with)|don['’]?t (?:follow|obey)|pay no attention to|throw (?:out|away)|erase|cancel|suspend|drop|skip|dismiss|delete|remove|wipe|reset|lift|disable|turn off|switch off|deactivate)";
const RULES: &str = r"(?:instructions?|rules?|prompts?|guidelines?|directives?|commands?|polic(?:y|ies)|restrictions?|constraints?|guardrails?|training|programming|safeguards?|safety (?:measures|filters?|settings|checks)|filters?|system (?:prompt|message|settings?|instructions?)|orders|persona|guidance|boundaries|limitations|limits|settings|configuration|protocols?|alignment|context|conversation|role|purpose)";
const WHOSE: &str = r"(?:all|any|every|each|the|your|these|those|previous(?:ly)?|prior|earlier|above|preceding|former|existing|current|system|safety|original|initial|other|of|given|old|past|developer['’]?s?|operator['’]?s?|owner['’]?s?|internal|content|hidden|own|set|ethical|core|default|standing|remaining|and|first|before|security|operator|what|everything|whatever)";
const AGENT: &str = r"(?:ai|a\.i\.|assistants?|ai assistants?|ai (?:agents?|models?|systems?|bots?|tools?|helpers?)|agents?|bots?|chat-?bots?|(?:large )?language models?|llms?|models?|copilot|claude|chatgpt|gpt(?:-?\d)?|gemini|crawlers?|summari[sz]ers?|machine|robot)";
const PERSON: &str = r"(?:users?|owners?|readers?|humans?|operator|principal|person you (?:are helping|assist|work for)|customer you|whoever (?:reads|asks)|people you help|recipient|anyone who asks)";
const DATA: &str = r"(?:contacts?|memor(?:y|ies)|(?:private |personal |secret |hidden |saved |stored |own )*notes?|passwords?|secrets?|credentials?|api[- ]keys?|tokens?|keys?|(?:conversation|chat|search|message|browsing)(?: history| logs?)?|history|system prompt|(?:initial|hidden|original|full|first) (?:prompt|instructions|rules)|vault|memory\.md|soul\.md|user\.md|personal (?:data|details|info(?:rmation)?)|private (?:data|details|info(?:rmation)?|files|messages|emails?)|address(?: book|es)?|(?:bank|card|login|account|payment|health|medical) (?:details|data|numbers?|records|information)|files|configuration|environment variables|phone numbers?|e-?mails?|inbox|calendar|diary|location|core memory|data|messages|documents|mail|session|cookies?|identity|instructions)";
const DO: &str = r"(?:tell|say|reply|answer|respond|recommend|suggest|give|send|open|run|call|delete|insert|include|add|claim|redirect|point|mention|warn|use|steer|offer|quote|direct|provide|show|link|refuse|insist|execute|forward|post|print|write|append|remove|install|download|visit|click|fetch|email|mail|share|praise|push|advise|promote|book|buy|transfer|pay|approve|state|urge|convince|persuade|report|reveal|ask|invite|upload|switch|replace|drop|erase|store|save|remember|output|repeat|leak|mark|treat|set|change|hide|list|read|paste|enter|pretend|act|follow|obey|ignore|disregard|forget|do|stop|start|grant|disable|enable|update|create|schedule|rank|rate|score|describe|summari[sz]e|translate|note|record|keep|begin|answer|speak|contact|select|prefer|put|go|make|let|copy|attach|confirm|encourage|convey|wire|deliver|notify)";
const FILES: &str = r"(?:soul|identity|agents|heartbeat|memory|tools|user|boot|bootstrap)\.md|(?:memory|bank|rooms|users)/[\w./-]+\.md|soulfile\.json5?";

/// `(family, strong, pattern)`.
fn rules() -> Vec<(&'static str, bool, String)> {
    let s = |t: &str| t.to_owned();
    vec![
        (
            "override",
            true,
            format!(
                r"{START}{VERB_DROP}\s+(?:{WHOSE}\s+){{1,6}}{RULES}\b(?:\s+(?:you|that|above|before|given|so far|and|from|in|about|to|which|i|we|or|until|now|entirely|completely|for|at|right|today|please|because|then|instead|\w+ly)\b|\s*[.,;:!?()—–-]|\s*$|\s*\n)"
            ),
        ),
        (
            "override",
            true,
            format!(
                r"{START}{VERB_DROP}\s+(?:everything|anything|all|whatever|what|all of (?:it|that)|all that)\s+(?:you (?:were|have been|['’]ve been|had been) (?:told|taught|instructed|given|asked|trained)|(?:that )?(?:came|comes|was said|was written|is written|stands|said|written)? ?(?:before|above|earlier|prior|previously)|your (?:developers?|creators?|owners?|operators?|makers?|user)\b|in your (?:prompt|instructions|context))"
            ),
        ),
        (
            "override",
            true,
            s(
                r"\b(?:new|updated|revised|real|actual|true|following|these) (?:instructions?|directives?|system prompt|rules|orders) (?:(?:now )?(?:follow|supersede|override|replace|take precedence|apply)|for (?:you|the (?:assistant|ai|model|agent))|:)|\b(?:supersedes?|overrides?|replaces?|takes? precedence over|outranks?) (?:all |any |every |your )+(?:previous |prior |other |earlier |existing |system )*(?:instructions?|rules|prompts?|guidelines|directives|orders)",
            ),
        ),
        (
            "override",
            true,
            s(
                r"\byour (?:previous|prior|earlier|old|original|former|current) (?:instructions?|rules|guidelines|directives|orders|system prompt|prompt|limits|restrictions) (?:are|is|were|have been|has been|no longer|do not|don['’]t|should|must|can) (?:now )?(?:void|null|cancelled|canceled|revoked|obsolete|outdated|suspended|lifted|replaced|superseded|appl(?:y|ies)|be (?:ignored|disregarded|forgotten)|expired|invalid|count|deleted|wiped|been)",
            ),
        ),
        (
            "role_system",
            true,
            s(
                r"\byou are (?:now|no longer|actually|really|hereby|henceforth)[,]? (?:in\b|a\b|an\b|the\b|called\b|named\b|free\b|un\w+|bound\b|operating|able to|my\b|under\b|acting|known as|root\b|dan\b|required|instructed|authori[sz]ed|allowed to|permitted|to (?:be|act|obey|follow|answer|respond|serve|ignore)|[A-Z][a-zA-Z]+(?:GPT|Bot|AI)?[,.!])",
            ),
        ),
        (
            "role_system",
            true,
            s(
                r"\b(?:act|behave|respond|answer|operate|speak|reply|function|work) (?:as|like) (?:if )?(?:you (?:are|were|have|had) (?:no|an?\b|un)|an? (?:unrestricted|unfiltered|uncensored|jailbroken|evil|different|new|root|administrator|system)\b|(?:dan|root|admin)\b|though you)|\b(?:pretend|imagine|assume|suppose) (?:that )?(?:you (?:have no|are (?:not|no longer|an? (?:unrestricted|unfiltered|uncensored|different|human|evil|rogue))|can|were|do not|don['’]t)|to be (?:an? )?(?:unrestricted|unfiltered|uncensored|evil|dan\b|another|root|different|rogue))|\byou have no (?:rules|restrictions|limits|owner|guidelines|filters|master|boundaries|restraints)\b",
            ),
        ),
        (
            "role_system",
            true,
            s(
                r"\b(?:enter|enable|activate|switch (?:in)?to|engage|go into|turn on|unlock|start) (?:the )?(?:developer|god|debug|admin(?:istrator)?|maintenance|jailbreak|dan|unrestricted|root|sudo|unfiltered|superuser|diagnostic|training|override)[ -]?mode\b|\b(?:developer|god|admin(?:istrator)?|jailbreak|dan|unrestricted|root|sudo|unfiltered|superuser|override|service) mode (?:is )?(?:now )?(?:enabled|activated|on|active|engaged|unlocked)\b",
            ),
        ),
        (
            "role_system",
            true,
            s(
                r"\byour (?:new|real|true|actual|only|updated|secret|next) (?:name|role|instructions?|persona|identity|owner|purpose|task|goal|objective|job|master|mission|orders?|directive|boss|rule|system prompt|operator|principal)\b\s*(?:is|are|:|will|=|now)",
            ),
        ),
        (
            "role_system",
            true,
            format!(
                r"\b(?:this|the|your|every|any) {AGENT} (?:is|are) (?:now|no longer|hereby|henceforth|required|ordered|instructed|obliged|to (?:always|never|now|obey|ignore|treat|follow|recommend|tell|send|write|store|forget|delete))\b|\b(?:the|this|your) (?:assistant|ai|agent|bot|chatbot|model|llm) (?:must|should|shall|has to|needs to) (?:now |always |never |not |also |immediately |instead |only |henceforth )*(?:{DO}|be|have|trust|consider|assume|accept|comply|prioriti[sz]e|no longer|answer)\b"
            ),
        ),
        (
            "role_system",
            true,
            s(
                r"(?:^|\n|[\[<({*#=\-|]\s*)(?:system|admin(?:istrator)?|root|developer|operator|owner)(?:['’]s)?[ _-]?(?:override|message|notice|prompt|instructions?|update|command|directive|alert|note|order|announcement)?\s*(?:to (?:the )?(?:ai|assistant|agent|model|bot)s?)?\s*[\])>}]?\s*[:>\])\-—]+\s*(?:.{0,80}?)\b(?:you\b|your\b|assistant|ignore|disregard|override|the (?:user|owner)|must|obey|grant|reveal|memories|instructions?|agent|approve|trust|delete|forget|send|disable|comply)",
            ),
        ),
        (
            "role_system",
            true,
            s(
                r"(?:^|\n|\W)(?:system override|admin override|root access granted|sudo mode|override code|end of (?:the )?(?:user|system) (?:input|prompt|message|data|instructions)|begin(?:ning of)? (?:new |system )(?:prompt|instructions|message)|new system prompt)\b|\b(?:guardrails?|safety(?:_\w+)?|restrictions?|refusals?)\s*=\s*(?:off|false|0|none|disabled)\b|\b(?:assistant|agent|model|ai)[._](?:mode|role|safety|filters?|guardrails?|owner)\s*=\s*\w",
            ),
        ),
        (
            "role_system",
            true,
            s(
                r"\b(?:this is|message from|instructions? from|order from|note from|i am|i['’]m|speaking as|signed,?|on behalf of|by order of) (?:your|the assistant['’]s|the ai['’]s|the agent['’]s) (?:developers?|owner|creators?|administrator|admin|maker|operator|master|vendor|provider|principal|real (?:owner|user)|boss|programmer)\b|\bas your (?:developer|owner|creator|administrator|admin|maker|operator|master|principal|real owner)\b|\b(?:anthropic|openai|google deepmind|microsoft|soulfile)(?: (?:support|security|staff|engineering|safety))?(?: team)? (?:here|requires|instructs|orders|authori[sz]es|has (?:authori[sz]ed|instructed|approved)) .{0,40}\b(?:you|assistant|agent|model)\b",
            ),
        ),
        (
            "role_system",
            true,
            format!(
                r"\b(?:as|being|speaking as) (?:the |an? |your |this )?(?:\w+ ){{0,2}}(?:administrators?|admins?|developers?|operators?|owners?|root|supervisor|moderator|creators?|superuser|maintainers?)\b[^.\n]{{0,40}}?\b(?:i|we) (?:hereby |now |also |must |do )*(?:(?:order|command) you|(?:order|command|instruct|direct|authori[sz]e|require|permit|allow|ask|tell) (?:the|this|all|any) {AGENT}) (?:to|that|not)\b"
            ),
        ),
        (
            "fake_approval",
            true,
            s(
                r"\b(?:owner|user|admin(?:istrator)?|human|operator|developer|boss|principal|he|she|they|i|management|security team)\b[^.\n]{0,40}\b(?:pre-?approved|approved|authori[sz]ed|consented|signed off|confirmed|agreed|granted|allowed|ok['’]?(?:ed|d)|cleared|permitted|waived|accepted|given (?:permission|consent|approval|the go-ahead))\b[^\n]{0,120}?(?:no (?:further |additional |more |need for )?(?:confirmation|approval|review|question|consent|check|permission)s?\b|without (?:asking|confirm|review|approval|further|waiting|a review)|(?:write|apply|commit|save|add|put|store|merge|execute|perform|proceed|make|record|implement|push|install|run|go ahead|carry|update|change|delete|send|do so|pin|accept)\b[^.\n]{0,60}?\b(?:it|this|these|them|now|at once|immediately|directly|soul\.md|identity\.md|memory|vault|the change|right away|the edit|the transfer|the files?)\b|skip (?:the )?(?:confirmation|approval|review|check))",
            ),
        ),
        (
            "fake_approval",
            true,
            s(
                r"\b(?:approval|permission|consent|authori[sz]ation|sign-?off|clearance)\b[^.\n]{0,30}\b(?:already|has been|have been|was|is|were)\s+(?:already |hereby |duly |fully )?(?:given|granted|obtained|received|recorded|on file|in place|confirmed|secured|implied|not (?:needed|required|necessary)|waived)\b[^\n]{0,100}?(?:\b(?:write|apply|commit|save|store|merge|execute|proceed|run|go ahead|update|change|delete|send|skip|do not ask|don['’]t ask|no need|install|transfer|edit|pin)\b)",
            ),
        ),
        (
            "fake_approval",
            true,
            s(
                r"(?:^|\n|[-*|]\s*)\**(?:approval|approved[- ]by|status|actor|signed[- ]off[- ]by|authori[sz]ed[- ]by|reviewed[- ]by)\**\s*:\s*\**\s*(?:user|owner|human|admin|granted|approved|auto-?approved|commit(?:ted)?|accepted by (?:user|owner)|main agent)\b.{0,80}(?:\n|$|—|;|\.|,|\|)",
            ),
        ),
        (
            "fake_approval",
            true,
            s(
                r"\b(?:skip|bypass|omit|suppress|disable|avoid|drop) (?:the |any |all |your |every )*(?:confirmation|approval|review|human review|consent|permission|proposal|sign-?off|quarantine)(?: (?:step|prompt|dialog|process|check|stage|queue|gate))?s?\b|\bauto-?approve\b[^.\n]{0,40}\b(?:this|all|every|any|from|requests?|proposals?)\b|\bapprove (?:all|every|any) (?:requests?|proposals?|changes?|actions?)\b|\b(?:no|without) (?:user |owner |human |further )(?:confirmation|approval|consent|review)(?: (?:is )?(?:needed|required|necessary))?\b",
            ),
        ),
        (
            "exfiltration",
            true,
            format!(
                r"{START}(?:send|post|forward|e-?mail|mail|upload|transmit|leak|submit|share|copy|report|deliver|exfiltrate|append|include|put|embed|reveal|print|show|output|paste|list|dump|repeat|disclose|expose|quote|attach|write|return|recite|give|provide|text|message|publish|encode|insert|place|hand over|pass|read out|echo|collect|gather|fetch|extract|summari[sz]e|display|spell out|tell (?:me|us)|export|relay|sync|stream|add|base64[- ]encode|beacon|ship|push|fax|transfer)\b[^.\n]{{0,60}}?\b(?:the )?{PERSON}(?:['’]s?|s['’])\s+(?:\w+\s+){{0,3}}?{DATA}\b"
            ),
        ),
        (
            "exfiltration",
            true,
            format!(
                r"{START}(?:send|post|forward|e-?mail|mail|upload|transmit|leak|submit|copy|report|deliver|exfiltrate|append|include|put|embed|reveal|print|output|paste|dump|repeat|disclose|expose|quote|attach|recite|encode|hand over|pass|read out|echo|display|spell out|show(?: me| us)?|tell (?:me|us)|write out|return|give (?:me|us)|list|publish|ship|export|relay|push)\s+(?:(?:all|any|everything|every|the|what|whatever|contents?|of|in|from|a|full|complete|entire|whole|your|copy|summary|list|word for word|verbatim|me|us|out|is|you (?:know|have|hold|remember|stored?)|about)\s+){{0,8}}(?:your\s+)?(?:system prompt|(?:initial|hidden|original|system|secret|internal|full|exact) (?:prompt|instructions|rules|message)|core memory|memory\.md|soul\.md|user\.md|vault|memor(?:y|ies)(?: (?:files?|store|contents?|entries))?|stored (?:facts|memories|secrets|credentials)|conversation (?:history|so far|log|above)|chat history|api keys?|environment variables|secrets|credentials|(?:the|this) {PERSON}|about (?:the|your) {PERSON})\b"
            ),
        ),
        (
            "exfiltration",
            true,
            format!(
                r"\b(?:to|at|via|into|through|with|by|from)\s+(?:https?://|www\.)\S+[^.\n]{{0,80}}\b(?:your|the {PERSON}['’]s?)\s+(?:\w+\s+){{0,3}}{DATA}|\b{PERSON}['’]s?\s+(?:\w+\s+){{0,3}}{DATA}\b[^.\n]{{0,60}}\b(?:to|into|at)\s+(?:https?://|[\w.+-]+@|www\.)"
            ),
        ),
        (
            "exfiltration",
            true,
            format!(
                r"\b(?:put|include|insert|add|append|place|embed|mention|quote|paste|copy|write)\b[^.\n]{{0,60}}\b{DATA}\b[^.\n]{{0,30}}\b(?:in(?:to|side)?|to|at the end of) (?:your|the|every|each) (?:reply|response|answer|output|next (?:reply|message|answer)|url|link|image|query|request|summary)\b"
            ),
        ),
        (
            "exfiltration",
            true,
            s(
                r"\b(?:change|set|switch|point|redirect|update|replace)\b[^.\n]{0,30}\b(?:base[_ -]?url|api endpoint|provider (?:url|endpoint)|webhook|proxy|model endpoint|gateway url)\b[^.\n]{0,40}\b(?:to|with|=)\s*(?:https?://|\S+\.\w+)",
            ),
        ),
        (
            "memory_poisoning",
            true,
            format!(
                r"{START}(?:remember|memori[sz]e|save|store|record|note|keep|add|write|persist|commit|retain|log|file|put|enter|register|learn|insert|pin|set|make sure)\b[^.\n]{{0,60}}?\b(?:in|to|into|inside|on|across)\s+(?:your|the (?:assistant|agent|ai|bot)['’]?s?|(?:core|long[- ]term|permanent|persistent))\s*(?:own |core |long[- ]term |permanent |persistent |internal )*(?:memory|memories|memory (?:file|store|bank)|notes|knowledge(?: base| graph)?|vault|brain|profile of|rules|mind|files|identity|persona|soul)\b"
            ),
        ),
        (
            "memory_poisoning",
            true,
            s(
                r"\b(?:remember|memori[sz]e|note|keep|save|store|record|treat|apply|use|retain|carry|learn|write down|know|persist)\b[^.\n]{0,60}?\b(?:for|in|across|into|during|through|to) (?:all |every |any |your |each )*(?:future|later|subsequent|coming|following|upcoming|new|other) (?:chats?|conversations?|sessions?|interactions?|repl(?:y|ies)|answers?|responses?|requests?|tasks?|users?|queries|runs?|turns?|messages)\b",
            ),
        ),
        (
            "memory_poisoning",
            false,
            format!(
                r"{START}(?:please )?(?:remember|memori[sz]e|note|save|store|record|keep in mind|bear in mind|know|learn|add|log|register|assume|believe|update your memory|understand|be aware|don['’]t forget|never forget|always remember)\b[,:]?\s*(?:down |this |that |as a fact |permanently |forever |it |:|,|—|the fact that )*\s*(?:the|your|this|our) {PERSON}\b"
            ),
        ),
        (
            "memory_poisoning",
            true,
            s(
                r"\b(?:never|do not|don['’]t|must not|should not|cannot)\s+(?:be )?(?:delete|archive|decay|remove|forget|prune|drop|expire|summari[sz]e away|deleted|archived|removed|forgotten|pruned|consolidated|decayed)\b[^.\n]{0,30}\b(?:this|these)?\s*(?:memory|memories|entry|note|record|rule|instruction|line)\b|\b(?:this|these) (?:memory|entry|note|rule|line|instruction|record|fact)s? (?:must|should|has to|needs to|is to|shall|may|will) (?:always |never |not )*(?:be (?:kept|preserved|copied|retained|carried|pinned|deleted|archived|removed|merged|repeated|re-?added|restored)|survive|persist|remain|stay)\b|\b(?:keep|preserve|retain|copy|carry over) (?:this|these) (?:memory|entry|note|line|text|rule|paragraph|instructions?)\b[^.\n]{0,40}\b(?:consolidat|reflect|every|each|through|verbatim|summar|compact)",
            ),
        ),
        (
            "memory_poisoning",
            true,
            s(
                r"\b(?:update|change|edit|modify|set|overwrite|replace|amend|rewrite|alter|adjust|extend) (?:your|the (?:assistant|agent|ai|bot)['’]?s?) (?:own )?(?:(?:long[- ]term|core|permanent) )?(?:memory|memories|core memory|soul|identity|persona|rules|system prompt|beliefs|values|guidelines|instructions|heartbeat|configuration|profile of the (?:user|owner))\b",
            ),
        ),
        (
            "memory_poisoning",
            true,
            format!(
                r"{START}(?:add|append|write|put|insert|save|store|copy|place|enter|edit|commit|replace|overwrite|set|change|delete|remove|create|record|schedule)\b[^.\n]{{0,60}}?\b(?:this|it|the following|these|a (?:line|rule|note|task|step|job|section)|an? (?:\w+ )?entry|everything|that|all|every)\b[^.\n]{{0,80}}?\b(?:{FILES})"
            ),
        ),
        (
            "memory_poisoning",
            true,
            format!(
                r"\b(?:{FILES})\b\s*(?:must|should|has to|needs to|shall|is to) (?:now |also |always )?(?:say|contain|read|include|be (?:changed|edited|updated|replaced|overwritten|deleted|set))"
            ),
        ),
        (
            "memory_poisoning",
            true,
            s(
                r"\b(?:user|owner)(?:['’]s)? (?:preference|fact|profile|setting|memory|rule|note|instruction|core fact|standing order)s?\s*[:=]\s*\S|\bthe (?:user|owner) (?:has )?(?:(?:already |always |explicitly |previously |permanently )*(?:trusts?|trusted|wants? you|asked you|told you|instructed you|allows? you|authori[sz]es?|agreed (?:that you|to let)|prefers? (?:that you|you to|not to (?:be|see))|never wants|always wants|expects you|requires you|no longer wants|whitelisted|gave you))\b",
            ),
        ),
        (
            "memory_poisoning",
            false,
            s(
                r"\b(?:always|permanently|unconditionally|from now on|forever) (?:be )?(?:trust(?:ed)?|safe|treat(?:ed)?|recommend|prefer|approve|believe|whitelist|accept)\b|\bis (?:always|completely|fully|permanently) (?:safe|trusted|trustworthy|verified|approved|whitelisted)\b",
            ),
        ),
        (
            "delayed_trigger",
            true,
            format!(
                r"\b(?:when|whenever|as soon as|once|if|next time|after|every time|each time|should|in case|the moment|the first time|any time|anytime|upon|on the day|unless|until|before)\s+(?:that\s+|ever\s+)?(?:the|your|this|a|any|an)?\s*(?:user|owner|human|principal|person you help|operator|assistant['’]s owner)\b[^.\n]{{0,80}}?(?:,|:|;|\bthen\b|—|-)\s*(?:then |also |please |you (?:must|should|will|shall|are to|need to|have to) |always |immediately |quietly |silently |secretly |first |just |simply |do not |don['’]t |never |subtly |instead |in turn )*(?:{DO})\b"
            ),
        ),
        (
            "delayed_trigger",
            true,
            format!(
                r"{START}(?:{DO})\b[^.\n]{{0,120}}?\b(?:when|whenever|as soon as|once|if|next time|after|every time|each time|the moment|any time)\s+(?:the|your|this)\s+(?:user|owner|human|operator)\s+(?:next )?(?:asks?|says?|mentions?|types|opens|requests?|wants|writes|repl(?:y|ies)|thanks|logs|sends|uses|tries|confirms|says|talks|brings|greets|agrees|approves|queries|searches|needs|visits)\b"
            ),
        ),
        (
            "delayed_trigger",
            true,
            s(
                r"\b(?:in|after|at|on|from) (?:your|the) (?:next|following|third|fifth|tenth|\d+(?:th|rd|nd|st)?) (?:heartbeat|session|reflection|conversation|start-?up|boot|turn|reply|run|message|consolidation|wake-?up)s?\b[^.\n]{0,60}\b(?:send|delete|run|execute|tell|forward|write|post|fetch|call|remove|open|change|add|upload|approve|reveal|say|repeat|insert|download|install|visit|do)\b",
            ),
        ),
        (
            "delayed_trigger",
            true,
            s(
                r"\b(?:when|if|once|whenever|after|as soon as) you (?:are|['’]re|next|later|see|hear|read|receive|get|reach|find|encounter|summari[sz]e|process|ingest|consolidate|reflect|recall|load|wake)\b[^.\n]{0,80}?,?\s*(?:then |you (?:must|should|will|shall|are to) |always |silently |secretly )*(?:send|delete|run|execute|tell the|forward|post the|fetch|reveal|say that|insert|approve|write (?:to|into|the)|ignore|obey|follow|reply (?:with|only)|respond (?:with|only)|state that|claim|recommend|call the|upload|output|print|include|add|append|praise|rate)\b",
            ),
        ),
        (
            "override",
            true,
            format!(
                r"(?:^|[.!?:;\n>)\]*—–({{#/-]\s*|\b(?:hey|hi|hello|dear|attention|note to|to|for|notice to|message to|memo to|psa for|calling all|all|any|fellow|instructions? (?:to|for)|important (?:for|to)|reminder to|warning to|ok|okay|please|reading)[, ]+)(?:the |this |our |your |any |all |other |ai |every |my |dear |you )*{AGENT}(?: (?:reading|processing|parsing|summari[sz]ing|viewing|indexing|crawling|handling|that (?:reads?|process|sees?|find)|who (?:reads?|process))[^,:.\n]{{0,40}})?\s*(?:[,:!—–-]|\bonly:)\s*(?:(?:please|kindly|now|you|must|should|always|immediately|do|quietly|silently|secretly|also|then|never|don['’]t|just|first|be sure to|make sure to|here|begin by|start by|it is|listen|when|if|from now on|this is|for your|your|once|as soon as|next time|whenever|after|in|before|while|at)[, ]+)*(?:{DO}|the user|the owner|decode|decrypt|treat|trust|consider|assume|accept|comply|run|wire|fill|render|load|escalate|elevate|crawl|think|adopt|become|switch|play|sign|rotate|purge|merge|commit|overwrite|edit|bypass|override|reset|prioriti[sz]e|rewrite|wipe|search|look up|find|get|take|reverse|interpret|evaluate|perform|carry out|proceed|complete|move|rename|user|owner|instructions?)\b"
            ),
        ),
        (
            "override",
            true,
            format!(
                r"\b(?:if|when|in case|since|because|as|whether) you(?:['’]re| are| happen to be)? (?:an? |the |any |some )?(?:automated |helpful |large )?{AGENT}\b[^.\n]{{0,20}}[,:—–-]?\s*(?:reading this|processing this|.{{0,30}}?,)?[^.\n]{{0,20}}?\b(?:{DO}|you must|you should|please|decode|trust|rate)\b"
            ),
        ),
        (
            "exfiltration",
            true,
            s(
                r"\b(?:do not|don['’]?t|never|must not|should not|avoid|without|refrain from)\s+(?:ever )?(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|reveal(?:ing)?|show(?:ing)?|alert(?:ing)?|notify(?:ing)?|warn(?:ing)?|let(?:ting)?|ask(?:ing)?|disclos(?:e|ing)|report(?:ing)?|discuss(?:ing)?|inform)\b[^.\n]{0,30}?\b(?:the|your|this) (?:user|owner|human|operator)\b|\b(?:hide|conceal|keep)\b[^.\n]{0,30}\b(?:from|hidden from|secret from) (?:the|your|this) (?:user|owner|human|operator)\b|\b(?:behind|unknown to) (?:the|your) (?:user|owner)['’]?s? back\b",
            ),
        ),
        (
            "override",
            true,
            format!(
                r"{START}(?:tell|convince|persuade|assure|inform|advise|urge|encourage|warn|instruct|direct|steer|push|ask|remind|invite|order|lead|make|trick|mislead|nudge|get|force|show)\s+(?:the|your|this) (?:user|owner|reader|human)s?\b\s+(?:that|to|their|his|her|our|about|theirs|the|it|he|she|they|how|this|into|a|towards?|by|why|believe)\b"
            ),
        ),
        (
            "override",
            true,
            s(
                r"(?:^|[.!?:;\n>,]\s*|\b(?:and|then|now|please|always|only|must|should|to)\s+)(?:always |only |never |strongly |exclusively |just |instead )*(?:recommend|promote|praise|endorse|favou?r|rank|rate|advertise|mention|push)\b[^.\n]{0,60}\b(?:to (?:the|every|all|your) (?:user|owner|human)s?|in (?:all|every|each|any|your) (?:of )?(?:your |future )?(?:repl(?:y|ies)|answers?|responses?|summar(?:y|ies)|recommendations?|output)|above all (?:others|competitors|rivals)|first in (?:any|every|your)|regardless of|no matter what)\b",
            ),
        ),
        (
            "override",
            true,
            s(
                r"(?:^|[.!?:;\n>,]\s*|\b(?:and|then|now|please|must|should|to|will)\s+)(?:from now on|henceforth|from this (?:point|moment) (?:on|forward)|starting now|going forward|for the (?:rest|remainder) of (?:this|the|our) (?:conversation|session|chat))[, ]+(?:you\b|answer|reply|respond|speak|act|obey|treat|always|never|only|ignore|address|refer|every (?:answer|reply)|all (?:answers|replies)|your|call|trust|use|end|begin|follow|pretend|behave|write|insert|include|recommend|the assistant)\b",
            ),
        ),
        (
            "override",
            true,
            s(
                r"\b(?:answer|reply|respond|speak|write)\s+only\s+(?:with|in|about|using)\b[^.\n]{0,60}\b(?:about|from now|and (?:nothing|never|ignore)|regardless|whatever (?:the|they))\b|\b(?:end|begin|start|finish|close|open|preface) (?:every|each|all) (?:of )?(?:your )?(?:repl(?:y|ies)|answers?|responses?|messages?)\b (?:with|by)\b",
            ),
        ),
        (
            "role_system",
            true,
            s(
                r"\b(?:obey|comply with|follow|carry out|execute) (?:this|the following|these|all|every|any|my|our) (?:page|site|e-?mail|message|document|text|file|instructions?|commands?|orders?|requests?|directives?)\b[^.\n]{0,40}\b(?:instead|only|above all|without|exactly|from now|and (?:nothing|no)|regardless|immediately|at once|silently|over|rather than|before|as (?:the|your)|verbatim|hidden|first|now)\b|\bobey (?:this|the) (?:page|site|document|text|message|file|author|sender)\b",
            ),
        ),
        (
            "fake_tool_call",
            true,
            s(
                r"\baction\s*:\s*\w+\s*\n\s*action[ _]input\s*:|\b(?:call|invoke|use|run|trigger|execute) (?:the )?(?:tool |function )?[`'\x22]?(?:memory_(?:write|forget|delete|propose|get|search)|send_email|shell_exec|file_write|http_post|run_command|delete_\w+|transfer_funds|write_file)[`'\x22]?(?: tool| function)?\b[^.\n]{0,40}\b(?:with|to|on|for|using|now|and)\b",
            ),
        ),
        (
            "role_system",
            true,
            format!(
                r"(?:^|[.!?:;\n]\s*)(?:(?:all|any|every|ai|the) )*{AGENT}s?(?: (?:reading|processing|summari[sz]ing|parsing|indexing|visiting|viewing|scanning|that read|which read|who read)[^.\n]{{0,40}})? (?:must|should|shall|have to|are to|are required to|need to)\s+(?:now |always |never |not |also |immediately |only )*(?:{DO}|be|trust|consider|accept|comply|rank|treat)\b"
            ),
        ),
        (
            "memory_poisoning",
            true,
            s(
                r"\b(?:for|in|during|across) (?:all |every |any |your |each )*(?:future|later|subsequent|coming|upcoming) (?:chats?|conversations?|sessions?|interactions?|repl(?:y|ies)|answers?|responses?|tasks?|visits?|runs?)\s*[,:—-]\s*(?:please |you (?:must|should|will) |always |never )*(?:treat|remember|trust|consider|assume|use|recommend|ignore|accept|approve|mention|add|include|refer|say|call|know|believe|store|keep|prefer|follow|obey|reply|answer)\b",
            ),
        ),
        (
            "memory_poisoning",
            true,
            s(
                r"(?:^|[.!?:;\n>)\]*,—–]\s*|\b(?:and|then|now|please|must|should|to|also|always)\s+)(?:trust|whitelist|treat|consider|regard|mark|flag|classify|accept|register|add) (?:(?:all|any|every|each|the|this|these|our|links?|mails?|e-?mails?|files?|messages?|requests?|everything|anything|instructions?|content|text|me|us)\s+){1,5}(?:from |of |on |in |by )?(?:this |the |our |that )?(?:(?:sender|domain|site|page|file|author|source|website|link|mail|e-?mail|address|folder|document|account|server|number|message|links|files|requests|senders?)\b|\S+\.(?:example|com|org|net|io)\b)?\s*(?:as |to be |is |are |an? )+(?:\w+ )?(?:safe|trusted|trustworthy|verified|admin\w*|authori[sz]ed|approved|owner|friend|internal|legitimate|priority|official|allowed|true|gospel|fact)\b|\b(?:trust|whitelist) (?:all|any|every|this|everything|the) (?:\w+ )?(?:links?|mails?|e-?mails?|files?|messages?|requests?|sender|domain|site|page|author|source|instructions?|content)\b",
            ),
        ),
        (
            "delayed_trigger",
            true,
            format!(
                r"(?:^|[.!?:;\n]\s*)(?:when|whenever|if|once|next time|every time|each time|any time|as soon as) (?:you(?:['’]re| are) )?(?:asked|questioned|prompted|queried|requested|anyone asks|someone asks|anybody asks|they ask|people ask|the (?:conversation|chat|topic|question|subject))\b[^.\n]{{0,80}}?[,:]\s*(?:then |always |please |just |you (?:must|should|will) |only |never |do not |quietly )*(?:{DO})\b"
            ),
        ),
        (
            "override",
            true,
            format!(
                r"\b(?:every|each) (?:time|answer|reply|response|message|summary) (?:that )?you (?:answer|reply|respond|give|write|send|produce|make|speak)\b[^.\n]{{0,30}}?,?\s*(?:please |must |should |always )*(?:{DO})\b"
            ),
        ),
        (
            "exfiltration",
            true,
            s(
                r"\b(?:do not|don['’]?t|never|must not)\s+(?:reveal|mention|disclose|show|quote|discuss|repeat|acknowledge|admit|flag|report)\b[^.\n]{0,20}\b(?:this|these|the above|the following|any of this|the existence of) (?:instructions?|messages?|texts?|notes?|rules?|prompts?|commands?|directives?|comment|paragraph|request)\b",
            ),
        ),
        (
            "exfiltration",
            true,
            s(
                r"\bwith (?:the |all |a |your )*(?:full |complete |exact )?(?:contents?|text|copy|dump|list|summary|transcript) of (?:the |your |all )*(?:system prompt|memory\.md|soul\.md|user\.md|identity\.md|memor(?:y|ies)|vault|notes|conversation|chat|owner|user|instructions|core memory|history)\b|\b(?:repeat|print|output|copy|show|echo|reproduce|write out) (?:back )?(?:everything|all|the text|the words|all text|all the text|all of it|whatever is) (?:written |shown |that is |that comes |that came |you see )*(?:above|before this|so far|preceding)\b|\b(?:output|print|reveal|show|translate|spell|recite|leak|state|share|disclose|describe|list)\s+(?:me |us |out )?(?:your|the assistant['’]s|its) (?:own |exact |full |complete |initial |original |hidden |secret |current |internal )*(?:instructions?|rules|guidelines|prompt|system prompt|configuration|system message|directives)\b",
            ),
        ),
        ("memory_poisoning", false, s(r"\bthe (?:user|owner)['’]s\b")),
        (
            "override",
            false,
            s(
                r"\b(?:silently|secretly|covertly|quietly|discreetly|invisibly) (?:do|send|run|add|insert|delete|forward|execute|follow|change|append|replace|remove|perform|store|save|apply|copy)\b",
            ),
        ),
        (
            "override",
            false,
            s(
                r"\byour (?:instructions|rules|guidelines|system prompt|programming|restrictions|developers?|creators?|owner|training|memory|core memory|long-term memory|reply|next reply|persona|user)\b",
            ),
        ),
        (
            "encoded",
            true,
            s(
                r"\b(?:decode|decrypt|decipher|unscramble|rot-?13|base-?64|un-?base64|reverse (?:the|this|these|its|each) (?:letters?|text|string|words?|line|order|message)|translate from (?:base64|hex|rot13))\b[^.\n]{0,60}\b(?:and|then|,)\s*(?:then )?(?:do|run|follow|execute|obey|perform|carry out|comply|act on|apply|treat|use it as|implement)\b",
            ),
        ),
    ]
}

static ORDERS: LazyLock<Vec<(&'static str, bool, Regex)>> =
    LazyLock::new(|| rules().into_iter().map(|(kind, strong, source)| (kind, strong, Regex::new(&source))).collect());

/// The words of an account of attacks: what follows is told, not ordered.
static ACCOUNT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:prompt[- ]injections?|injection attacks?|jail-?breaks?|jailbreaking|red[- ]team\w*|attack(?:s|ers?)?|adversar\w+|malicious|researchers?|the paper|the study|the article|the talk|the post|the report|the authors?|vulnerabilit\w+|exploits?|phish\w*|scam\w*|hackers?|security (?:team|blog|advisory|researcher|training|guide)|CVE-\d+|OWASP|threat model|payloads?|defen[cs]es?|mitigat\w+|detect(?:ion|or|s)?|classifiers?|guardrail products?|benchmark|dataset|example of|for example|such as|e\.g\.|known as|so-called|the phrase|the words?|the string|the sentence|attempts? to|tries to|tried to|trick(?:s|ed)?|fool(?:s|ed)?|asks? (?:the )?(?:models?|assistants?|chatbots?|agents?) to|telling (?:the )?(?:models?|assistants?|chatbots?|agents?) to|instructs? (?:the )?(?:models?|assistants?|chatbots?|agents?) to)\b",
    )
});

pub(super) fn scan(text: &str, found: &mut Vec<Sign>) {
    for (kind, strong, rule) in ORDERS.iter() {
        // An attack that is told of excuses none that is made.
        let hits = rule.find_iter(text);
        let meant = |hit: &&PatternMatch<'_>| {
            !is_told(text, hit.start(), hit.end())
                && !welcomes(&text[hit.start()..])
                && !manual::is_manual(text, hit.start(), hit.end())
        };
        if let Some(hit) = hits.iter().find(meant) {
            found.push((kind, hit.range(), *strong));
        }
    }
}

/// "You are now a member of the club": a reader is given a place among people.
fn welcomes(text: &str) -> bool {
    static PLACE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"^you are now (?:an? |the |in |my )(?:[a-z'-]+ ){0,2}(?:members?|subscribers?|owners?|customers?|guests?|residents?|citizens?|students?|volunteers?|part|holders?|hosts?|parents?|winners?|team|queue|waiting list)\b",
        )
    });
    PLACE.is_match(text)
}

/// Says whether words tell of attacks, so that what follows is an example.
pub(super) fn is_account(before: &str) -> bool {
    ACCOUNT.is_match(before) && !ADDRESS.is_match(before)
}

/// Says whether the sentence of a hit tells of an attack rather than making one.
fn is_told(text: &str, start: usize, end: usize) -> bool {
    // A hit may begin with the mark that ends the sentence before.
    let start = text[start..end].find(char::is_alphanumeric).map_or(start, |at| start + at);
    let from = text[..start].rfind(['.', '!', '?', '\n']).map_or(0, |n| n + 1);
    let to = text[end..].find(['.', '!', '?', '\n']).map_or(text.len(), |n| end + n);
    let sentence = &text[from..to];
    let before = &text[from..start.max(from)];
    // "The court ordered the firm to hand over …" reports; "you are told to …" does not.
    let told = text[start..end].starts_with("to ")
        && REPORTED.find_iter(before).into_iter().last().is_some_and(|hit| {
            !hit.as_str()
                .to_ascii_lowercase()
                .split(|c: char| !c.is_alphabetic())
                .any(|word| matches!(word, "you" | "your"))
        });
    told || ACCOUNT.is_match(before) || ACCOUNT.is_match(sentence) && !ADDRESS.is_match(sentence)
}

/// Someone told someone to do what follows.
static REPORTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:asked|told|ordered|instructed|forced|wanted|tricked|persuaded|convinced|allowed|expected|advised|urged|reminded|invited|agreed|decided|tried|refused|promised|offered)\b[^.!?\n,;:]{0,40}$",
    )
});

/// A sentence that speaks to the assistant outright is an order even where it names attacks.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(r"^\W*(?:{AGENT}[,:]|{VERB_DROP}\b|you (?:are|must|should|will)|system\b|from now on)"))
});
