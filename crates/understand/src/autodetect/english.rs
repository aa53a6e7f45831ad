//! English sentences: whose they are about, and whether they last.

use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

use super::clauses::{it_is, main_clause};
use super::{cues, weigh};
use soulfile_vocabulary::EntryKind;

fn regex(source: &str) -> Regex {
    Regex::new(source)
}

static FICTION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:ok|so|now|hey|and)[, ]+)*(?:suppose|imagine|pretend|let'?s (?:say|pretend|imagine|assume|play|role-?play)|what if|assume|assuming|hypothetically|picture this|once upon a time|in (?:the|my|this|our|a) (?:story|film|movie|novel|book|game|dream|play|campaign|series|show|scene|chapter)|in this scenario|if i (?:were|was|had been|ever)|say (?:i|a|an|someone|somebody|we|my))\b|\b(?:my|the|our) (?:character|protagonist|villain|hero|heroine|narrator|npc|wizard|paladin|rogue)\b|^(?:write|draft|compose|continue|tell|role-?play|act)\b|\b(?:short story|screenplay|fan ?fiction|poem|haiku|limerick) (?:about|where|in which)\b",
    )
});
static REQUEST: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:ok|okay|so|now|hey|hi|please|pls|and|then|thanks|great|cool|just|also|alright|hmm|well)[,! ]+)*(?:can|could|would|will|do|does|did|is|are|was|were|has|have|should|may|shall|what|which|who|whom|whose|where|when|why|how|am)\s+(?:you|u|i|we|it|there|this|that|the|a|an|my|our|they|he|she|to|is|are|was|does|do|did|if|many|much|long|about|come|would|should|can|have)\b|^(?:(?:ok|okay|so|now|hey|hi|please|pls|and|then|thanks|great|cool|just|also|alright|hmm|well|perfect|nice)[,! ]+)*(?:write|draft|translate|make|give|show|explain|shorten|summari[sz]e|fix|help|tell|find|list|create|generate|convert|calculate|suggest|recommend|rewrite|rephrase|check|compare|describe|draw|plan|search|look|add|remove|change|set|turn|play|open|run|try|go|continue|expand|rename|move|delete|sort|count|define|name|pick|choose|proofread|debug|refactor|implement|build|code|format|print|read|send|book|order|convert|solve|simplify|elaborate|paste|see|let me know|walk me|talk me|complete|finish|fill|answer|paraphrase|quote|spell|outline|brainstorm|analy[sz]e|grade|rate|rank|design|invent|come up with|think of|evaluate|extract|classify|label|identify|correct|edit|polish|improve|adapt|roast|mix|stir|chop|guess|wait|hold on|let'?s see|let'?s try|bring|put)\b",
    )
});
/// Standing wishes about how the assistant should behave.
static STANDING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:ok|so|and|also|please|pls|hey|btw|by the way)[, ]+)*(?:always|never|from now on|in future|in the future|going forward|as a rule|by default|every time you|whenever you)\b|^(?:please )?(?:call|address) me\b|^(?:please )?(?:stop|quit|avoid) (?:using|calling|adding|saying|apologi[sz]ing|giving|writing|starting|being|with the)\b|^(?:please )?(?:don'?t|do not|no) (?:use|call|add|give me|write|send|start|include|sugar-?coat|emoji|emojis|bullet|jargon|apologi[sz]e|more emojis|markdown|small talk|preamble)\b|^(?:please )?keep (?:it|your|all|the|answers|replies|responses|things) (?:\w+ )?(?:short|brief|simple|concise|to the point|formal|casual|answers|replies|responses)|^(?:please )?(?:use|speak|answer|reply|write|respond)\b.{0,60}\b(?:from now on|always|in future|by default|every time|going forward|with me|when (?:you|talking|writing))\b|^(?:please )?(?:answer|reply|respond|write|speak|talk)(?: to me)? (?:briefly|shortly|formally|casually|politely|concisely|simply|plainly)\b|^(?:short|long|brief|detailed|plain|metric|formal|informal|british|american)\b.{0,30}\b(?:please|always|only|answers?|replies|units|spelling)\b.{0,20}$|\bi (?:want|need|expect|like) (?:you|your|all|answers|replies|my)\b|\bwhen (?:i|you) (?:ask|answer|write|reply|explain|send|say)\b.{0,60}\b(?:always|never|i want|i(?:'d)? (?:like|prefer)|please|just)\b",
    )
});
static HEDGED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:maybe|perhaps|might|not sure|unsure|undecided|haven'?t decided|can'?t decide|(?:i'?m|we'?re) (?:thinking (?:about|of)|considering|wondering|torn|debating|toying|tempted|on the fence|weighing|leaning)|thinking (?:about|of)|wonder(?:ing)? (?:if|whether)|either\b.*\bor|(?:i|we|it|they) may\b|^had (?:i|we)|^should (?:i|my|we|our)|^were (?:i|we)|nothing'?s? (?:is )?(?:settled|decided|final|fixed|certain)|(?:keep|still|been|are|'re|'m) going back and forth|could be \w+[^.]{0,20}, could be|still (?:weighing|deciding|choosing)|torn between|could (?:go|use|try|do|be)|may or may not|if i (?:get|had|win|move|ever)|if we (?:get|had|win|move|ever)|no idea|don'?t know (?:if|whether|yet|what|which)|tempted to|should i|should we|i guess we could|or should|toss-?up|possibly|we'?ll see|depends on|one day i'?d|hypothetically)\b",
    )
});
/// States that pass by themselves.
static PASSING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:ugh|oh|ok|so|hey|well|damn|man|haha|lol|sorry|hmm|and|but|yeah|yes|no)[,! ]+)*(?:i'?m|i am|we'?re|i feel|feeling|i'?m feeling) (?:so |really |very |a bit |a little |just |still |kind of |kinda |quite |pretty |super |already |too |all )*(?:tired|hungry|thirsty|bored|sleepy|cold|hot|busy|back|here|ready|done|lost|confused|stuck|late|running late|starving|full|exhausted|knackered|fine|good|ok|okay|great|alright|sure|sorry|glad|curious|kidding|joking|not sure|afraid (?:so|not|that)|listening|waiting|reading|looking|trying|testing|getting|on (?:the|my) (?:bus|train|way|phone|break|plane|couch|sofa|toilet)|in (?:a (?:meeting|call|rush|hurry)|the (?:car|bath|shower|kitchen|queue)|traffic|bed)|at (?:the (?:airport|station|shop|gym|bar|checkout|door)|lunch)|off (?:to|for|out|home|now)|heading|going (?:to (?:bed|sleep|lunch|grab|make|get|try|the (?:shop|loo|toilet))|for|out)|about to|having (?:lunch|dinner|breakfast|coffee|trouble|issues|a)|making|eating|drinking|watching|confused|impressed|annoyed|surprised|happy with (?:that|this|it)|in(?:$| (?:(?:an?|the) (?:good |bad |weird |foul |funny )?(?:mood|middle|zone|loop|bind|pickle|bit|minute|cafe|taxi|cab|lift|shop|library|lecture|class|lesson|waiting room|garden|park|pub|supermarket|lobby|cinema|office)|two minds|no (?:mood|hurry|rush|doubt|position)|line|class|town|transit|pain|it|luck|shock|awe|tears|need|trouble|here|there)))\b|^(?:brb|afk|gtg|back in|be right back|one sec|just a sec|hang on|give me a)\b|\b(?:right now|at the moment|just now|for a sec|in a minute|in five minutes|in a bit)\b",
    )
});
/// Trouble at hand, belonging to a request for help.
static TROUBLE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:i(?:'m| am)? (?:get(?:ting)?|got|see|seeing|keep getting) (?:an?|this|the|that|some) (?:\w+ )?(?:error|exception|warning|message|traceback|segfault|404|500|stack trace)|(?:my|the|this) (?:code|function|script|query|program|build|regex|loop|css|div|page|screen|laptop|computer|printer|wifi|internet|app|terminal|test|tests|sauce|dough|cake|output|file|cursor|browser|phone|keyboard|connection) (?:is|isn'?t|won'?t|doesn'?t|does not|keeps?|returns?|crashes|fails?|throws|looks|seems|takes|stopped|broke|froze|freezes|has|just|compiles|hangs|runs|are|failed)|doesn'?t (?:work|compile|run|load)|not working|it (?:crashes|freezes|hangs|fails|errors)|won'?t (?:start|load|compile|open)|i have (?:a|an|some|one|another|this|two|no) (?:quick |small |simple |weird |follow-up )?(?:question|questions|problem|issue|idea|error|bug|doubt|string|list|array|function|table|file|variable|class|dataframe|json|request|favou?r|feeling|point|minute|sec|clue|headache|task for you)|i(?:'ve| have)? (?:just |also |already )?(?:(?:tried|pasted|copied|typed|clicked|pressed|restarted|googled|attached|uploaded) (?:that|it|this|the|your|again|both|to|my|an?)|(?:ran|installed) (?:that|it|this|your|the (?:code|command|script|tests?|query|update|package|app)))|i need (?:help|a (?:hand|word|title|name|synonym|regex|quick|summary)|some (?:help|ideas|inspiration)|to (?:know|understand|ask|see|find out)|this|that|it|you|(?:the|some|all|any) (?:\w+ )?(?:background|details?|info|information|numbers?|names?|address|dates?|summary|status|list|steps|recipe|link|files?|gist))|i want (?:to (?:know|ask|see|understand)|a |an |you |this|that|it )|i (?:asked|told) you|i was (?:wondering|thinking|just|asking|hoping|kidding|joking)|\bi(?:'m| am)? (?:get|getting|see|seeing)\b.{0,30}\bwhen (?:i|it)\b|\bi have (?:an?|some|one|two|three|four|\d+|this|these|the following) (?:\w+ ){0,2}(?:numbers?|lists?|strings?|arrays?|integers?|points|coins|dice|cards|files?|columns?|rows?|vectors?|matrix|matrices|sets|sentences?|words|paragraphs?|equations?|bytes?)\b)|^(?:(?:ok|okay|so|and|but|well|hmm|yeah|yes|no|oh|sorry|honestly|right|actually)[, ]+)*i (?:wonder|guess|think|mean|see|hope|bet|assume|suppose|agree|disagree|understand|get it|doubt|hear|swear)\b",
    )
});
static CORRECTION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:oh|ah|um|hmm|ok|and|but|hey|wait|sorry)[,! ]+)*(?:no(?:pe)?(?: no)*[,.!;: —-]+(?:it'?s|its|the|my|our|that'?s|he'?s|she'?s|they'?re|i|i'm|we|you|not|his|her|their|actually|wait|there|this|\w+'s|\w+ (?:is|was|are|has|lives|works|starts|comes|goes))|correction\b|(?:small|quick|slight|minor|a) (?:small |quick )?correction|(?:you'?ve|you have|you|u) (?:got |have |had |misspelled |misspelt |wrote |mixed |mistook |misread |misheard |keep |'re )*(?:the )?(?:wrong|mixed up|it wrong|that wrong|misspel\w+|mistaken|confus\w+|misunder\w+|incorrect)|that'?s (?:wrong|not right|incorrect|not quite right|not correct|a mistake|a typo|outdated|out of date)|(?:that|this) (?:is|was) (?:wrong|incorrect|a typo|my mistake|a mistake)|not quite[,:] (?:it|the|my|our|that|i|we|he|she|they|his|her|there)|wrong[,:!]|i (?:misspoke|meant|mistyped|made a mistake|was wrong|got that wrong|gave you the wrong|said .* but)|my mistake|my bad[,:]|scratch that|let me correct|to correct|strike that|actually[, ]+(?:it'?s|no|the|my|our|he|she|i'm|that|we|they|not|his|her|there)\b)|,\s*not\s+(?:the |a |an |on |in |at |to )?[\w\d'’.-]+(?: [\w\d'’.-]+){0,3}$|\b(?:is|was|are|lives|works|starts|born|called|named|spelled|spelt)\b.{1,60}\bnot\s+[\w\d'’.-]+(?: [\w'’.-]+)?$|\b(?:it'?s|spelled|spelt|is) (?:actually|really|in fact)\b|\bnot \w[\w ]{0,30}[,;] (?:but|it'?s|rather)\b|\bi said\b.{0,40}\b(?:but|not|wrong)\b|\b(?:instead of|rather than) what i (?:said|told)|\bi told you .{0,60}\bwrong\b|\b(?:typo|misspelled|misspelt|mistaken|the wrong (?:year|name|date|day|person|city|number|one|address))\b",
    )
});
static DECISION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:i|we|she and i|he and i|the (?:team|board|family|committee|group)|my (?:wife|husband|partner|boss|team) and i|everyone|they|us)(?:'ve| have|'d| had)?(?: all| finally| just| both| now| officially| also| already| jointly| collectively| eventually| ultimately| definitely)* (?:decided|chosen|chose|settled|opted|agreed|picked|resolved|concluded|ruled out|committed to|finali[sz]ed|voted|went (?:with|for)|gone (?:with|for)|going (?:with|for)|will go (?:with|for)|are going (?:with|for)|elected to|made up (?:my|our) minds?|selected|signed off on|dropped the idea|called off|scrapped|made the call|pulled the plug|landed on|standardi[sz]ed on|approved|turned down|accepted the|declined the|rejected the|cancelled the|gave up on the idea)\b|\b(?:i'?m|we'?re|i am|we are) (?:going|sticking|staying) with\b|\b(?:it'?s|that'?s) (?:settled|decided|final|official)\b|\b(?:final|the) decision(?: is|:| was)|\bdecision (?:made|taken)|\bin the end (?:we|i)\b|\b(?:i|we) won'?t be (?:renewing|attending|continuing|taking|using|going|moving|hiring|applying)\b|\b(?:let'?s|we'?ll|i'?ll) (?:go with|stick (?:with|to)|settle (?:on|for))\b|\b(?:switching|we'?re switching|i'?m switching|we switched|i switched|moving|migrating|we'?re moving|we'?re migrating) (?:from .{1,40} )?(?:to|over to)\b.{0,60}\b(?:from|starting|as of|next|this|in|instead|for)\b|^(?:decided|settled|agreed|opted|chose|going with|went with)\b|\bmind(?:'s| is) made up\b|\b(?:i'?m|we'?re) (?:quitting|selling|dropping|retiring|leaving my|giving up|cancelling|getting rid of|not renewing|postponing)\b",
    )
});
static TASK: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:i|we)(?:'ve| have|'m|'re| am| are| still| also| really| just)* (?:have to|need to|must|got to|gotta|ought to|supposed to|due to|should (?:really |probably )?(?:call|ring|phone|text|visit|apologi[sz]e|thank|reply|cancel|book|send|finish|pay|renew|submit|buy|pick|file|write|email|return|order|schedule|register)|owe|promised (?:to|\w+ (?:i|to|that))|am obliged to|had better|mustn'?t forget)\b|^(?:still |also |i'll |really )*(?:need to|have to|must|gotta|got to|don'?t (?:let me )?forget to|remember to|to-?do:?|todo:?)\b|\b(?:is|are) due\b|\bdeadline (?:is|for)\b|\b(?:on|to) my (?:to-?do|list|plate)\b|\b(?:my|our) .{1,40}\b(?:is|are) (?:due|overdue|expiring|up for renewal)\b|\bneeds? to be (?:done|sent|paid|submitted|finished|renewed|returned|filed|signed|booked|handed in|delivered|ready)\b|\b(?:i'?m|we'?re) (?:supposed|expected|required|meant) to\b|\bexpires? (?:on|in|next|this|at)\b|\bi(?:'ll| will) (?:need|have) to\b|\bit'?s (?:on me|up to me|my turn|my job) to\b",
    )
});
static PREFERENCE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:i|we|my (?:wife|husband|partner|son|daughter|kids?|mother|father|mum|mom|dad|boss|sister|brother|dog|cat|team))(?: (?:absolutely|really|just|also|much|strongly|usually|always|generally|never|only|still|do|don'?t|can'?t|cannot|simply|truly|definitely|actually|personally|tend to|mostly|no longer|very much|would|'d))*\s?(?:'d |'m |'re )?(?:really |much |far |always |never )*(?:loves?|likes?|hates?|prefers?|dislikes?|enjoys?|adores?|detests?|loathes?|rather|(?:can'?t|cannot|could never|couldn'?t) (?:stand|bear|abide|do without|live without|resist)|stand|bear|favou?rs?|avoids?|don'?t (?:eat|drink|do|like|enjoy|care for|trust)|doesn'?t (?:like|eat|enjoy|drink)|am (?:not )?(?:a )?(?:big |huge )?(?:fan|fond|keen|partial|into|picky|obsessed)|despises?|(?:swear|live) by|go for|opt for)\b|\bi'?m (?:not )?(?:really |a big |a huge |a |very |quite |so |more of an? |such an? |not an? |much of a |big |totally )*(?:fan of|fond of|keen on|partial to|into|picky|obsessed with|crazy about|mad about|not one for|[\w-]+ person\b|morning person|night owl)|\bfavou?rite\b|\b(?:not (?:a |really a |a big |much of a )?fan|not my (?:thing|cup of tea|style)|can'?t (?:stand|bear)|no thanks to|works? best for me|suits me|my go-to|my preference|over .{1,20} any day|beats? .{1,20} any day|any day of the week|hate it when|love it when|would rather|i'?d rather|i'?d much rather|i only (?:drink|eat|read|use|buy|wear|listen|watch)|i never (?:drink|eat|use|wear|watch|buy|fly|answer|take|work)|i always (?:take|drink|order|sit|use|read|buy|start|have|work|sleep|wear|go|pick|choose))\b|\b(?:tabs|spaces|dark mode|light mode|vim|emacs|aisle|window)\b.{0,20}\b(?:please|over|any day|for me|always)\b|^(?:love|hate|prefer|can'?t stand|can'?t bear|adore|loathe|not keen on|no fan of)\b|\b(?:is|are) (?:too (?:spicy|sweet|loud|salty|cramped|formal|bitter)|the (?:best|worst)|overrated|gross|disgusting|delicious|my jam) (?:for me|imo|to me|for my taste)\b|\b(?:drives|drive) me (?:mad|crazy|nuts)|\b(?:annoys|bothers|irritates) me\b",
    )
});
/// Who moved to a town is not moved.
static MOVED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:i|we)(?:'ve| have|'d| had)?(?: just| finally| recently| also| both| already| actually| never)* moved (?:to|into|from|out|in|back|over|away|here|there|house|home|flats?|apartments?|abroad|cit(?:y|ies)|countr(?:y|ies)|up|down|across|closer|near|with)\b|\b(?:i|we)(?:'ve| have|'d| had)?(?: just| finally| recently| also| both| already| nearly| almost| never)* (?:lost|hurt|upset|disappointed|embarrassed|betrayed|touched|frustrated|freed|scared) (?:my|our|the|an?|her|his|him|them|it|two|three|some|one|to|out)\b",
    )
});
static EMOTION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:i|we)(?:'ve|'m|'re| am| have| are|'d)?(?: been| still| just| finally| always| really| so| honestly| feel| felt| feeling| absolutely| deeply| completely| very| quite| pretty| constantly| a bit| genuinely| incredibly| utterly| beyond| both| also| kind of| never| more| rather| terribly| extremely| truly)*\s(?:(?:thrilled|devastated|anxious|worried|proud|heartbroken|excited|scared|terrified|lonely|grieving|ashamed|grateful|overwhelmed|stressed|depressed|low|down|ecstatic|overjoyed|delighted|guilty|jealous|hopeful|hopeless|nervous|miserable|burnt out|burned out|homesick|frustrated|furious|angry|bitter|insecure|content|at peace|relieved|happy|sad|upset|hurt|numb|lost|dreading|afraid|disappointed|betrayed|humiliated|in love|thankful|apprehensive|empty|fed up|resentful|embarrassed|unhappy|happier|calmer|touched|moved|over the moon|gutted|mourning|struggling|isolated|restless|alive|free|ill at ease|on edge|unsettled|out of place|heart-?broken|blessed|lucky)\b)|\b(?:i|we) (?:really |still |so |already |deeply |always |badly |often |just |truly )*(?:miss|dread|fear|regret|resent|mourn|grieve|love how (?:my|the|our|we|i|it)|worry|cry|can'?t stop (?:crying|thinking|worrying|smiling)|can'?t (?:shake|get over)|look forward|am looking forward|feel (?:like|that|as if))\b|\bi'?m looking forward\b|\bi'?m (?:really |so |already |still )*(?:dreading|mourning|grieving|longing for)\b|\b(?:makes?|made|leaves|left|fills|filled|keeps?) me (?:so |really |feel |feeling |very )*(?:happy|sad|anxious|proud|angry|nervous|cry|miserable|smile|worried|lonely|stressed|sick|feel|guilty|uneasy|with (?:joy|dread|pride)|up at night)|\bbreaks my heart|\bmy heart (?:is|aches|sinks)|\b(?:scares|terrifies|frightens|worries|depresses|stresses) me\b|\b(?:my|this|the) (?:anxiety|depression|grief|burnout|stress|confidence|mood|loneliness|fear of)\b|\bi'?m (?:scared|afraid|terrified) of\b",
    )
});
static LASTING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:in (?:years|months|ages|weeks)|without|since|for (?:weeks|months|years|ages|days|a (?:week|month|year|long time|while))|ever since|lately|these days|always|every (?:day|night|time|morning|sunday|evening)|all (?:week|month|year|term|semester|summer|winter|season)|recently|still|about|of|that|with|to|over|by|after|because|how|for|at|when|whenever|since|never been|more and more|in my life|constantly|all the time|going|miss|dread|fear|regret|resent|mourn|grieve)\b",
    )
});
static PAST_VERB: &str = r"(?:\w+ed|broke|met|went|got|had|lost|won|left|bought|sold|gave|ran|made|took|came|began|became|built|wrote|spoke|saw|fell|found|felt|flew|drove|ate|drank|sang|swam|taught|caught|brought|thought|paid|sent|spent|kept|slept|held|told|read|led|cut|put|set|quit|hit|shut|beat|hurt|tore|wore|chose|froze|rose|grew|knew|threw|drew|forgot|said|heard|did|was|were|sat|stood|lit|stuck|shot|rode|woke|hid|bit|bled|fed|fled|fought|laid|lent|meant|shook|stole|struck|swept|withdrew|overslept|gone|been|started|split|spilt|burnt|dreamt|learnt)";
static EVENT: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r"^(?:(?:so|and|well|ok|oh|actually|yes|yeah|yep|right|guess what|today|yesterday|also|fyi|btw|finally|then|anyway|good news|bad news|big news|great news|sad news|update|news|by the way|just|this morning|last \w+|on \w+)[,:! —-]+)*(?:(?:earlier|later|late|early) )?(?:(?:on|in|at|last|this|two|three|a|over|during|after|back) [\w ']{{1,30}}[, ]+)?(?:i|we|my [\w'-]+(?: \w+)?(?: and i)?|our [\w'-]+(?: \w+)?|[A-Z]\w+ and i|the [\w'-]+(?: [\w'-]+)?)\s?(?:'ve |have |has |'s |also |just |finally |both |all |nearly |almost |recently |already |never |actually |successfully |officially )*(?:just |finally |recently |now )?{PAST_VERB}\b"
    ))
});
static PASSIVE_EVENT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:so|and|well|good news|bad news|great news|big news|update|finally|today|yesterday|just)[,:! —-]+)*(?:just |finally |only )?(?:got (?:back|the|a|my|an|engaged|married|promoted|fired|laid|accepted|rejected|home|word)|passed|failed|finished|signed|moved|bought|sold|started|shipped|launched|landed|booked|met|had|went|ran|lost|won|broke|visited|attended|submitted|received|picked up|handed in|came back|spent|saw|gave birth|adopted|quit|resigned|released|deployed|fixed)\b.{3,}",
    )
});
static FACT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:i'?m|i am|we'?re|we are|i'?ve been|we'?ve been|i was|my name(?:'s| is)|my pronouns)\b (?:not )?(?:an?\b|the\b|from\b|based\b|born\b|allergic\b|vegans?\b|vegetarians?\b|married\b|single\b|divorced\b|engaged\b|retired\b|self-employed\b|(?:left|right)-handed\b|colou?r[- ]?blind\b|(?:partially|short|long|near|far)[- ]?sighted\b|(?:hard of|visually|hearing)[ -](?:hearing|impaired)\b|tone[- ]deaf\b|ambidextrous\b|teetotal\b|sober\b|asexual\b|gay\b|bisexual\b|queer\b|trans(?:gender)?\b|non-?binary\b|adopted\b|widowed\b|unemployed\b|disabled\b|neurodivergent\b|an(?:a)?emic\b|asthmatic\b|epileptic\b|bipolar\b|muslim\b|jewish\b|catholic\b|hindu\b|buddhist\b|christian\b|atheist\b|pescatarian\b|freelance\b|diabetic\b|pregnant\b|expecting\b|working (?:at|for|as|on|in|from|with|part|full)\b|studying\b|training (?:for|to)\b|learning\b|living\b|running (?:a|the|my)\b|writing (?:a|my)\b|doing (?:a|my)\b|teaching\b|building\b|in (?:(?:my |the |our )?(?:first|second|third|fourth|fifth|sixth|final|last|1st|2nd|3rd|4th) (?:year|semester|term|trimester)|my|charge|the process|year|grade)\b|on (?:the|a) (?:board|team|committee|diet|sabbatical|parental)\b|responsible\b|called\b|named\b|deaf\b|blind\b|bilingual\b|dyslexic\b|autistic\b|\d+\b|\w+teen\b|\w+ty\b|originally\b|currently\b|celiac\b|coeliac\b|lactose\b|gluten\b|half\b|part\b|part-time\b|a\b|fluent\b|german|french|italian|spanish|british|american|chinese|indian|polish|dutch|irish|swedish|japanese|korean|brazilian|canadian|australian|mexican|turkish|greek|russian|ukrainian|[A-Z][a-z]+(?:,| and|$))|\b(?:i|we) (?:live|work|study|own|have|speak|use|run|teach|drive|host|manage|rent|play|keep|come|grew|belong|sleep|commute|wear|take|suffer|coach|volunteer|lead|go to|attend|deploy|store|ship|sell|breed|grow|practi[sc]e|collect|share|maintain|develop|design|train|cycle|walk|swim|sing|do|report|employ|operate|freelance|earn|owe|write|code|develop|meet|close|open|publish|pay|get up|wake|start|usually|only|still|don'?t (?:have|own|drive|eat|drink|speak|work|use))\b|\b(?:my|our) (?:[\w'’-]+ ){1,5}?(?:is|are|was|were|has|have|had|works?|lives?|speaks?|plays?|runs?|uses?|starts?|ends?|lies|takes?|goes|comes|studies|teaches|owns?|costs?|opens?|closes|expires|comes|drives?|sits|belongs|meets?|called|named|turns|doesn'?t|can'?t|isn'?t|'s|needs|lasts|contains|keeps?|reports?|wants|loves|moved|deploys|supports|covers|handles|falls|weighs|stays|sleeps|attends|does)\b|\b(?:i'?ve|we'?ve|i have|we have) (?:got |had |lived|worked|been|owned|played|known|used|always|never|studied|taught|two|three|a\b|an\b|one\b|four|five|no\b)|\bthe (?:client|customer|deadline|office|team|company|landlord|dog|cat|kids|school|project|release|stand-?up|meeting|budget|rent|studio|shop|server|cluster|repo|database|factory|warehouse|clinic|store)\b (?:is|are|has|lives|opens|closes|runs|sits|lies|starts|meets|uses|belongs)\b|^(?:[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?) (?:is|was) (?:my|our)\b|\b(?:is|are) (?:my|our) (?:\w+ ){0,2}(?:sister|brother|mother|father|mum|mom|dad|wife|husband|partner|son|daughter|boss|manager|landlord|dentist|doctor|cat|dog|neighbou?r|colleague|aunt|uncle|cousin|friend|teacher|accountant|lawyer|client|supplier|cto|ceo|lead|vet|therapist|coach|roommate|flatmate|grandmother|grandfather|nephew|niece|tutor|editor|agent|mentor|intern|assistant|babysitter|nanny)\b|\b(?:works|lives|studies|is) .{0,40}\bwith me\b",
    )
});
/// Whether a sentence speaks of who says it: "I'm" does by its "I".
fn is_of_speaker(sentence: &str) -> bool {
    const WORDS: [&str; 11] = ["i", "im", "ive", "my", "me", "mine", "myself", "we", "our", "ours", "us"];
    let mut words = sentence.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.any(|word| WORDS.iter().any(|own| word.eq_ignore_ascii_case(own)))
}

/// Whether a sentence names something of the user's that the next may say more of.
pub(super) fn speaks_of_own(sentence: &str) -> bool {
    static THING: LazyLock<Regex> = LazyLock::new(|| regex(r"\b(?:my|our) [a-z]"));
    THING.is_match(sentence) && !cues::WORKED_ON.is_match(sentence)
}

pub(super) fn opens_fiction(sentence: &str) -> bool {
    let sentence = plain(sentence);
    // "Final answer, the hero dies": a writer settles something.
    FICTION.is_match(&sentence) && !cues::SETTLED.is_match(sentence.trim())
}

/// Typographic apostrophes become plain ones.
fn plain(sentence: &str) -> String {
    sentence.replace(['’', '‘'], "'")
}

/// What was made of a sentence.
enum Judged {
    Kept(EntryKind),
    /// A request, a guess, a passing state: nothing in it is kept.
    Refused,
    /// No rule knows it.
    Unknown,
}

/// What a sentence is kept as; `told` says whether the sentence before spoke of something of the user's.
pub(super) fn kind(sentence: &str, question: bool, told: bool) -> Option<EntryKind> {
    let text = plain(sentence);
    let text = text.trim();
    if question {
        // "Olives?" is an echo; a real question asks. A statement with a tag still states.
        return tagged_statement(text).and_then(|t| kind(t, false, told)).or_else(|| before_question(text));
    }
    match judge(text) {
        Judged::Kept(kind) => Some(kind),
        Judged::Refused => None,
        Judged::Unknown => own_clause(text)
            .or_else(|| (told && goes_on(text)).then_some(EntryKind::Fact))
            .or_else(|| weigh::kind(text)),
    }
}

/// A question for help may begin with what the user is or has.
fn before_question(text: &str) -> Option<EntryKind> {
    let at = cues::THEN_ASKS.find_iter(text).last().map(|hit| hit.start())?;
    let before = text[..at].trim();
    let own = before
        .get(..2)
        .is_some_and(|head| matches!(head.to_ascii_lowercase().as_str(), "i " | "i'" | "im" | "we" | "my" | "ou"));
    if !own || before.split_whitespace().count() < 4 || cues::WORKED_ON.is_match(before) {
        return None;
    }
    match judge(before) {
        Judged::Kept(kind @ (EntryKind::Fact | EntryKind::Preference | EntryKind::Decision | EntryKind::Emotion)) => {
            Some(kind)
        }
        _ => None,
    }
}

/// A clause of a longer sentence that tells of the user: "bit of news, no fuss please: I got laid off".
fn own_clause(text: &str) -> Option<EntryKind> {
    for (at, mark) in text.match_indices([',', ';', ':', '—', '–']) {
        let part = text[at + mark.len()..].trim_start();
        let part = ["and ", "but ", "so ", "because ", "which is why "]
            .iter()
            .find_map(|word| part.strip_prefix(word))
            .unwrap_or(part);
        let first = part.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_ascii_lowercase();
        if !matches!(first.as_str(), "i" | "im" | "ive" | "we" | "my" | "our") || part.split_whitespace().count() < 3 {
            continue;
        }
        match judge(part) {
            Judged::Kept(kind) => return Some(kind),
            Judged::Refused => return None,
            Judged::Unknown => {}
        }
    }
    None
}

/// "It's on the third floor and faces north": more on something of the user's just named.
fn goes_on(text: &str) -> bool {
    static MORE: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(?:it|he|she|they|that one|the \w+)(?:'s|'re| is| are| has| have| lives?| works?| faces?| runs?| gets?| was| were| comes?| goes| speaks?| needs?| doesn't| can't) .{8,}",
        )
    });
    MORE.is_match(text) && !cues::WORKED_ON.is_match(text)
}

fn judge(text: &str) -> Judged {
    use Judged::{Kept, Refused, Unknown};
    // "Hold on, I said 2019 but it was 2018": what follows is judged.
    static PAUSE: LazyLock<Regex> =
        LazyLock::new(|| regex(r"^(?:oh )?(?:hold on|hang on|wait|no wait)[,!: —-]+(?:i|my|the|it|that|we|you)\b"));
    let text = match PAUSE.find(text) {
        Some(pause) => &text[text[..pause.end()].rfind([' ', ',', '-']).map_or(0, |at| at + 1)..],
        None => text,
    };
    let words = text.split_whitespace().count();
    if words < 2 && !CORRECTION.is_match(text) {
        return Refused;
    }
    // "Never learned to swim" tells, "never use jargon" wishes.
    let tells = text.split_whitespace().nth(1).is_some_and(crate::tense::is_past_verb);
    if STANDING.is_match(text) && !tells && !CORRECTION.is_match(text) {
        let own = cues::OWN_RULE.is_match(text);
        return Kept(if own { EntryKind::Decision } else { EntryKind::Preference });
    }
    if let Some(main) = main_clause(text) {
        // How they want it is told in the main clause; anything else there is judged by it alone.
        if text.contains("you") && cues::LIKES.is_match(&main.replacen("I'd ", "I ", 1)) {
            return Kept(EntryKind::Preference);
        }
        match judge(main) {
            Kept(kind) if kind == EntryKind::Preference || !text.contains("you") => return Kept(kind),
            _ if !text.contains("you") => return Refused,
            _ => {}
        }
    }
    if cues::ELLIPTIC_TASK.is_match(text) && !TROUBLE_TASK.is_match(text) {
        return Kept(EntryKind::Task);
    }
    if cues::WHAT_I_LIKE.is_match(text) || cues::WHEN_SERVED.is_match(text) {
        return Kept(EntryKind::Preference);
    }
    if text.starts_with("What I ") && cues::CORRECTION.is_match(text) || cues::PUT_RIGHT.is_match(text) {
        return Kept(EntryKind::Correction);
    }
    if cues::WISHED.is_match(text) && cues::STANDING_END.is_match(text) {
        return Kept(EntryKind::Preference);
    }
    let settled = cues::SETTLED.is_match(text);
    if cues::ASKS.is_match(text)
        || REQUEST.is_match(text)
        || FICTION.is_match(text) && !settled
        || cues::HEARSAY.is_match(text)
    {
        return Refused;
    }
    let hedged = HEDGED.is_match(text) && !text.contains("stop thinking");
    if hedged && !CORRECTION_HEAD.is_match(text) {
        return Refused;
    }
    if settled && !hedged {
        return Kept(EntryKind::Decision);
    }
    if is_reply(text) || cues::AT_HAND.is_match(text) && !OWN_WORK.is_match(text) || cues::APOLOGY.is_match(text) {
        return Refused;
    }
    if cues::TASTE.is_match(text)
        && !AT_ISSUE.is_match(text)
        && (text.starts_with("You can") || !CORRECTION_HEAD.is_match(text))
    {
        return Kept(EntryKind::Preference);
    }
    if CORRECTION.is_match(text) || cues::CORRECTION.is_match(text) || NOT_BUT.is_match(text) {
        let taste = cues::LIKES.is_match(text);
        return Kept(if taste { EntryKind::Preference } else { EntryKind::Correction });
    }
    if hedged {
        return Refused;
    }
    if it_is(text) {
        return Kept(EntryKind::Decision);
    }
    let pointed = ["this ", "that ", "it ", "you ", "your "].iter().any(|p| text.to_ascii_lowercase().starts_with(p));
    if cues::FEARS.is_match(text) && !pointed {
        return Kept(EntryKind::Emotion);
    }
    if WAY_OF_DOING.is_match(text) {
        return Kept(EntryKind::Fact);
    }
    let first = is_of_speaker(text);
    if DECISION.is_match(text) && (first || text.len() < 120) || cues::DECISION.is_match(text) {
        return Kept(EntryKind::Decision);
    }
    let lasting_feeling = LASTING.is_match(text) && (feels(text) || cues::EMOTION.is_match(text));
    if (PASSING.is_match(text) || cues::AWAY.is_match(text)) && !lasting_feeling || fades(text) {
        return Refused;
    }
    if TROUBLE.is_match(text) && !TASK.is_match(text) {
        return Refused;
    }
    if TASK.is_match(text) && (first || !text.contains(" you ")) && !TROUBLE_TASK.is_match(text)
        || cues::TASK.is_match(text)
    {
        return Kept(EntryKind::Task);
    }
    if lasting_feeling && (first || cues::EMOTION.is_match(text)) && !PREFERENCE_OBJECT.is_match(text) {
        return Kept(EntryKind::Emotion);
    }
    if PREFERENCE.is_match(text) && !thanks(text) || cues::PREFERENCE.is_match(text) && !AT_ISSUE.is_match(text) {
        return Kept(EntryKind::Preference);
    }
    if weigh::happened(text) || cues::WENT.is_match(text) {
        return Kept(EntryKind::Event);
    }
    if cues::FACT.is_match(text) {
        return Kept(EntryKind::Fact);
    }
    if cues::HAS.is_match(text) && !cues::GETS.is_match(text) {
        return Kept(EntryKind::Fact);
    }
    if tells_event(text) || PASSIVE_EVENT.is_match(text) {
        return Kept(EntryKind::Event);
    }
    if FACT.is_match(text) && (first || text.split_whitespace().count() >= 4 && text.contains("the ")) {
        return Kept(EntryKind::Fact);
    }
    if first && HABIT.is_match(text) || SCHEDULED.is_match(text) || AGE.is_match(text) || AIM.is_match(text) {
        return Kept(EntryKind::Fact);
    }
    if is_appointment(text) || TURNED_OUT.is_match(text) { Kept(EntryKind::Event) } else { Unknown }
}

/// A version or an error at hand is no taste.
static AT_ISSUE: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"\b(?:this (?:one|version|answer|code|error)|that (?:one|version|answer)|i find (?:this|that|your))\b")
});

/// "I finished the first draft of my novel": the user's own, not what lies on the table.
static OWN_WORK: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:i|we)(?:'ve| have)?(?: just| finally)* (?:finished|wrote|written|completed|submitted|sent|handed in|printed) .*\b(?:my|our)\b",
    )
});

/// "My tea's gone cold", "the milk is off": what is used up or over within the hour.
fn fades(text: &str) -> bool {
    static FADES: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:tea|coffee|soup|lunch|dinner|breakfast|pizza|toast|bath|food|phone|battery|screen|laptop|wifi|bus|train|kettle|hands?|feet|fingers|stomach|tummy|nose|hair|eyes?|legs?|back|head|milk|bread|ice cream|beer|drink|water|pen|umbrella)(?:'s| is| are| was| has| just| keeps| won't)? ?(?:just |all |so |already |gone |getting |got |been |run |about to |nearly |almost |really )*(?:cold|hot|gone|off|burnt|burned|late|here|ready|wet|freezing|frozen|froze|flat|empty|dead|died|dying|die|low|out|sore|tired|itchy|itching|numb|running|hurting|aching|killing me|boiling|growling|rumbling|delayed|stale|finished|charging|spilled|spilt|(?:at|on|down to) (?:\w+|\d+) ?(?:percent|per cent|%))\b|\b(?:minutes?|mins?|hours?|secs?|seconds?) (?:late|behind|delayed)\b|\b(?:had|ate|made|grabbed|eating|having) (?:[\w']+ ){0,4}?(?:for|at) (?:lunch|dinner|breakfast|tea|supper|brunch)\b|\b(?:cough|headache|cold|sniffles|sore throat|hangover|stomach ?ache|fever|runny nose|hiccups|cramp)\b.{0,20}\b(?:today|tonight|this (?:morning|afternoon|evening)|nothing serious)\b",
        )
    });
    FADES.is_match(text) && !LASTS_ON.is_match(text)
}

static LASTS_ON: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:since|for (?:\w+ )?(?:weeks|months|years)|always|every|years?|months?|chronic|ever|lately|yesterday|last|on \w+day)\b",
    )
});

/// What comes round: "I go running on Tuesdays", "we eat out once a week".
static HABIT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:i|we) (?:[a-z]+ ){1,8}?(?:on (?:mon|tues|wednes|thurs|fri|satur|sun|week)days|(?:every|each) (?:day|morning|evening|night|week|weekend|month|year|spring|summer|autumn|fall|winter|other \w+|mon|tues|wednes|thurs|fri|satur|sun)|(?:once|twice|(?:two|three|four|five|several|\d) times) (?:a|per|every) (?:day|week|month|year))",
    )
});
/// Something definite that begins, ends or takes place at a coming time: "the lease runs out next year".
static SCHEDULED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:the|our|my|his|her|their|this|[\w-]+'s) (?:[\w'-]+ ){1,5}?(?:ends?|expires?|runs? out|starts?|begins?|reopens?|renews?|leaves?|departs?|arrives?|lands?|boards?|is(?: up| over| moving| coming)?|are|takes place|will be|is scheduled|got moved|was moved|has been moved|has moved|is postponed|was postponed|moves?|moved) (?:[\w'-]+ ){0,4}?(?:tomorrow|tonight|next (?:\w+)|this (?:mon|tues|wednes|thurs|fri|satur|sun|weekend|month|spring|summer|autumn|fall|winter)\w*|(?:at|by) the (?:start|beginning|middle|end) of|on (?:(?:the )?\d|mon|tues|wednes|thurs|fri|satur|sun)\w*|to (?:mon|tues|wednes|thurs|fri|satur|sun)\w*|in (?:january|february|march|april|may|june|july|august|september|october|november|december|\d+ (?:days|weeks|months)|two|three|a (?:week|month|year)))\b",
    )
});
/// What became of something definite: "the meeting was cancelled".
static TURNED_OUT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:the|our|my|his|her|their) (?:[\w'-]+ ){1,4}?(?:is|was|got|has been|have been|were|are) (?:cancelled|canceled|called off|postponed|rescheduled|delayed|confirmed|approved|rejected|sold out)\b",
    )
});
/// Something one has set out to do within a time: "I want to learn Italian this year".
static AIM: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:i|we)(?:'m| am|'re| are)? (?:really |also |still )?(?:want|plan|planning|hope|hoping|intend|aim|going) to [a-z]+ .{2,60}\b(?:this|next|by|before|until|within|in) (?:the )?(?:end of )?(?:year|month|summer|winter|spring|autumn|fall|christmas|january|february|march|april|may|june|july|august|september|october|november|december|20\d\d|(?:a|two|three|six) (?:months|years|year))\b",
    )
});
/// "Leo is 7": a name and a number of years. Capitals matter, so the pattern keeps them.
static AGE: LazyLock<regex::Regex> = LazyLock::new(|| {
    regex::Regex::new(
        r"^[A-Z][a-z'’-]+ (?:is|turns|turned|just turned) \d{1,3}(?: years old| today| now)?(?:[,.;!]|$| and )",
    )
    .expect("valid pattern")
});

/// "Not Marta, Marga": one name for another.
static NOT_BUT: LazyLock<regex::Regex> = LazyLock::new(|| {
    regex::Regex::new(r"^(?:[Nn]o[,.]? )?[Nn]ot [A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?, (?:but )?[A-Z]")
        .expect("valid pattern")
});

/// A note without a verb: "dinner with Tom tomorrow at 8", "dentist Friday 15:30".
fn is_appointment(text: &str) -> bool {
    static WHEN: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(?:[\w'-]+ ){1,6}?(?:(?:on |this |next )?(?:tomorrow|tonight|today|monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?: morning| afternoon| evening| night)?,? (?:at |@ ?)?(?:\d{1,2}(?::\d\d)?(?: ?[ap]m| o'clock)?|noon|midnight)|(?:at |@ ?)(?:\d{1,2}(?::\d\d)?(?: ?[ap]m| o'clock)?|noon|midnight) (?:on )?(?:tomorrow|tonight|today|monday|tuesday|wednesday|thursday|friday|saturday|sunday))(?: (?:with|at|in) [\w' -]{2,40})?[.!]?$",
        )
    });
    // With a verb or a pronoun it is a sentence, and judged as one.
    static SENTENCE: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:i|you|he|she|we|they|it|me|us|them|is|are|was|were|be|been|do|does|did|has|had|will|would|can|could|should|see|talk|speak|bye|ok|okay|thanks|if|maybe|what|why|how|who|not|no)\b|'(?:s|re|ll|m|ve|d) ",
        )
    });
    WHEN.is_match(text) && !SENTENCE.is_match(text)
}

/// "To deploy I first run the build, then push the tag": how somebody does something, in steps.
static WAY_OF_DOING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:to|when(?:ever)?|before|after|every time) [^,.;]{3,80}?,? ?\b(?:i|we) (?:(?:first|always|usually|normally) )+\w+\b.*\bthen\b",
    )
});

static CORRECTION_HEAD: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?:no|nope|correction|sorry|wait|actually|you|that'?s)\b"));
static TROUBLE_TASK: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\bi need to (?:know|understand|ask|see|find out|figure out|convert|calculate|sort (?:a|this|the) (?:list|array)|parse|write a (?:function|query|regex))\b",
    )
});
static PREFERENCE_OBJECT: LazyLock<Regex> =
    LazyLock::new(|| regex(r"\b(?:hate|love|like|prefer|can'?t stand) (?:\w+ing|it when)\b"));

fn thanks(text: &str) -> bool {
    let lower = text.to_lowercase();
    [
        "love it",
        "i love this",
        "love that",
        "i like it",
        "i like that",
        "i love it",
        "like this one",
        "love you",
        "i'd like ",
        "i would like",
        "i'd love",
        "i like this",
        "i like the idea",
        "i like the first",
        "i like the second",
        "i love the first",
        "i like your",
        "i love your",
        "i love the second",
        "i like where",
        "i like the sound",
        "how you ",
        "the way you ",
    ]
    .iter()
    .any(|p| lower.contains(p))
}

/// "No thanks", "no problem": replies, not corrections.
fn is_reply(text: &str) -> bool {
    static OTHER: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:try|have another go|once more|do it) again\b|\btry again\b|\bi mean(?:t)? the (?:other|first|second|third|fourth|last|next|previous|one)\b",
        )
    });
    if OTHER.is_match(text) {
        return true;
    }
    let lower = text.to_lowercase();
    [
        "no thanks",
        "no, thanks",
        "no problem",
        "no worries",
        "no, that's all",
        "no, that's fine",
        "no that's fine",
        "no, i'm good",
        "no, it's fine",
        "no, that works",
        "no need",
        "no, just",
        "no idea",
        "no, you're right",
        "no, i don't think",
        "no it's ok",
        "no, it's ok",
        "no, the second",
        "no, the first",
        "that's wrong with",
        "no, that's it",
        "actually, that",
        "actually no, ",
        "no, i mean",
        "no, try",
        "no, use",
        "no, make",
        "no that's not what i",
        "no, that's not what i",
        "that's not what i",
    ]
    .iter()
    .any(|p| lower.starts_with(p))
}

/// The past of somebody who is not the user's is history.
/// Whether a feeling is told, somebody's moving house aside.
fn feels(text: &str) -> bool {
    match MOVED.find(text) {
        Some(hit) => EMOTION.is_match(&format!("{} {}", &text[..hit.start()], &text[hit.end()..])),
        None => EMOTION.is_match(text),
    }
}

fn tells_event(text: &str) -> bool {
    // "need" ends like a past and is none.
    // "Our monorepo is built with": a state.
    let past = EVENT.find(text).is_some_and(|hit| {
        let said = hit.as_str().to_ascii_lowercase();
        !said.ends_with("eed") && !matches!(said.split(' ').rev().nth(1), Some("is" | "are" | "am"))
    });
    past && is_of_speaker(text)
}

/// The statement before a tag question: "…, right?", "…, you know?".
fn tagged_statement(text: &str) -> Option<&str> {
    static TAG: LazyLock<Regex> = LazyLock::new(|| regex(r",\s*(?:right|you know|ok|okay|yeah|remember|see)$"));
    TAG.find(text).map(|m| &text[..m.start()]).filter(|t| t.split_whitespace().count() >= 4)
}
