//! English constructions that show what a statement is, whatever it is about.
//!
//! "X over Y for me" is a preference and "from next term on" a decision for any X and Y. The words in them are of
//! closed classes. Each is read after the statement was found to be neither a request nor a guess.

use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

fn regex(source: &str) -> Regex {
    Regex::new(source)
}

/// A wish that is to hold from now on: "code first, always", "no emojis, ever".
pub(super) static STANDING_END: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:^|[,;:—–-] ?|\b(?:and|but) )(?:please )?(?:always|never|ever|from now on|from here on(?: out| in)?|going forward|in future|in the future|every(?: single)? time|each time|by default|as a rule|unless i say otherwise|until further notice|at all times)(?:,? (?:please|pls|thanks|ok|okay))?$|\b(?:from now on|from here on(?: out| in)?|going forward|by default|unless i say otherwise|until further notice)$|\b(?:anything|everything|whatever) you (?:write|send|make|draft|give|tell)(?: for| to)? me\b",
    )
});

/// What begins a wish about how to be served.
pub(super) static WISHED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:ok|so|and|also|hey|btw|oh)[, ]+)*(?:please |pls |just )*(?:give|show|write|use|keep|put|start|end|begin|answer|reply|respond|explain|send|make|include|leave|skip|drop|spell|address|format|tell|cite|quote|sign|list|avoid|no|not|less|more|fewer|only|don'?t|do not|never|always|short|long|plain|metric|british|american|be|speak|talk|stick|round|convert|save|treat|assume)\b",
    )
});

pub(super) static PREFERENCE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:is|are|'s) an? (?:hard |definite |firm )?(?:no|yes) from me\b|\b(?:better|best|easier|nicer|worse) for me\b|\bi (?:really |do |just )*(?:love|hate|like|dislike) it when\b|\bi'?m (?:really |quite |not )?(?:big on|sold on|hooked on|keen on|mad (?:on|about)|wild about)\b|^[\w'-]{2,}(?: [\w'-]{2,}){0,4}, never [\w' -]{2,30}$|\bthat'?s how i (?:like|want|prefer|take|need)\b|^for me,? (?:it'?s|it has to be|nothing|there'?s nothing)\b|^[\w' -]{3,30}[,:?!] (?:yuck|ew+|bleh|yum|no way|never$|hard pass|no thanks|love (?:it|them)|hate (?:it|them)|can'?t stand (?:it|them))|\b(?:more|very much|totally|not) my (?:thing|style|speed|scene|cup of tea|jam)\b|\bi can'?t (?:work|sleep|think|concentrate|focus|read|write|function|relax) (?:with|without|when|unless|if|otherwise)\b|^(?:please )?(?:stick|keep|be|use|speak|talk|go|stay)\b.{2,40}\bwith me$|^(?:when|if) (?:in doubt|unsure|possible),|\b[\w'-]+ over [\w' -]{2,40}(?: for me\b|,? (?:any day|any time|every(?: single)? time|always)\b)|\b(?:give me|i'?ll take|i'?d take) .{2,60}(?: over .{2,40})? any ?(?:day|time)\b|\bsuits? me\b|\bworks? (?:best|better|well|fine) for me\b|\b(?:drives?|driving|sends?) me (?:up the wall|mad|crazy|nuts|insane|bonkers|round the (?:bend|twist)|to sleep)\b|\bgets? on my nerves\b|\bwhat i (?:really |most )?(?:enjoy|love|like|hate|prefer|value|dislike)\b|\bnothing beats\b|\bcan'?t (?:get enough of|go without|be doing with)\b|\bi (?:have|'ve got) a (?:soft spot|weakness|sweet tooth|thing for|strong preference)\b|\bi find [\w' -]{2,50}? (?:(?:much |far |a lot |way |so much |a bit |slightly |even )?(?:(?:more|less) [a-z]+|easier|harder|better|nicer|clearer|quicker|faster|simpler|calmer|worse|duller)\b|(?:really |very |so |a bit |too |quite )?(?:hard|annoying|boring|tedious|confusing|relaxing|soothing|unbearable|exhausting|tiring|distracting|patronising|off-putting|calming|irritating|draining|stressful|comforting|hypnotic)\b)|\b(?:is|are|was)n'?t (?:really )?(?:for me|my (?:thing|cup of tea|style))\b|\btastes? (?:like|of) .{2,40} to me\b|\b(?:too|so) \w+ for (?:me|my (?:taste|liking))\b|\bi'?m (?:all for|more of an?|not one for|no fan of|a sucker for|strictly)\b|\bno .{2,30} for me\b|^[\w' -]{2,40}, (?:always|every time|any day)$|\bmakes? (?:my skin crawl|my teeth itch|me (?:want to|sick|gag|cringe|shudder|switch off))\b|\bbeats? .{2,40}(?:for me|any day|every time|hands down)\b|\balways\b.{0,30}\bfor me\b|\bfor me,? (?:always|every time)\b|\bi'?m not (?:much of an?|really an?|a big) \w+|\ba (?:soft spot|sweet tooth|weakness) for\b|\bi'?m (?:such )?an? [\w-]+ person\b|\bi'?d (?:always |sooner |much rather |rather )(?:\w+)|\bi could (?:live on|eat .{2,30} every day)\b|\bto my taste\b|\bi (?:like|want|take|prefer) my \w+",
    )
});

/// Somebody or some group, and that they settled it.
pub(super) static DECISION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:i|we|us|everyone|(?:my|our) [\w' -]{2,30}?|the (?:team|board|committee|family|partners|group|club|choir|band|crew|department|founders|trustees|staff|union|kids|parents|neighbours|neighbors))(?:'ve|'s| have| has|'d| had)?(?: all| finally| just| both| now| officially| also| already| jointly| eventually| ultimately| definitely| unanimously)* (?:decided|chosen|chose|settled|opted|agreed|picked|resolved|ruled out|committed to|finali[sz]ed|voted|plumped for|landed on|locked (?:in|that|it|this)|signed off|scrapped|shelved|axed|ditched|binned|turned down|called off|cut (?:it|that|this|them)|gone (?:with|for)|pencilled in|nailed down|made the call|approved|said (?:yes|no) to|signed (?:me |us )?up|enrolled|accepted (?:the|a|an|my|their)|taken the)\b|\b(?:i'?m|we'?re|i am|we are|im) (?:definitely |now |officially |finally |both |all )*(?:ditching|dropping|scrapping|switching|swapping|replacing|quitting|leaving|moving|selling|giving up|cutting|skipping|pulling out|staying (?:at|with|put|in)|keeping|calling (?:off|the|it|him|her|our|my)|naming|letting|joining|enrolling|adopting|closing|retiring|emigrating|handing in|stepping down|going back|taking the|turning down|not \w+ing|(?:not )?(?:going to|gonna) (?:rewrite|redo|rebuild|retire|move|sell|buy|quit|leave|resign|marry|adopt|study|apply|stop|start|close|open|take|turn|drop|keep|switch|have the|go back|go with|go for)|having the|marking|running it)\b.{3,}|\b(?:for good|end of story|that'?s (?:that|settled|final|decided|the plan)|it'?s (?:all )?(?:settled|agreed|decided|final|official|a done deal)|no more (?:dithering|debating|arguing|deliberating|to-?ing and fro-?ing|discussion|second-guessing)|(?:i'?m|we'?re) done (?:arguing|debating|deliberating|discussing|dithering|going back and forth|looking|comparing)|decision'?s made|done deal|(?:all|whole \w+'?s?|everyone'?s?) (?:is |are )?on board|locked (?:that |it |this )?in)\b|\b(?:i|we)(?:'ve| have)? turned (?:[\w']+ ){1,4}down\b|\b(?:we'?ll|i'?ll) (?:use|take|build|write|host|deploy|run) .{2,40} for (?:the|our|my)\b|^(?:the )?plan(?:'s| is) (?:fixed|set|made|settled|final)\b|\b(?:i|we) won'?t be \w+ing\b|\b(?:i|we) won'?t (?:[\w']+ ){1,5}?(?:again|any ?more)\b|\b(?:i'?m|we'?re) taking an? (?:\w+ )?(?:year|break|sabbatical|gap)\b|\b(?:i'?ll|we'?ll|i will|we will|(?:the|our|my|every|each|all) [\w' -]{2,30}? (?:will|is going to|are going to|won'?t)) .{2,60}?\b(?:instead(?: of)?|rather than|from (?:now|next|here|january|february|march|april|may|june|july|august|september|october|november|december|monday|the (?:new|first|start))|as of|starting|next (?:season|year|term|quarter|month|semester|spring|summer|autumn|fall|winter)|without)\b|^(?:from|as of|starting|effective|come|beginning) (?:now|here|this|next|the|january|february|march|april|may|june|july|august|september|october|november|december|monday|tomorrow|today)\b.{0,30}?(?: on(?:wards?)?)?,? (?:i|we|i'?m|we'?re|i'?ll|we'?ll|every|all|each|the|our|my|no)\b|^no more \w+.{2,40}\b(?:after|from|for me|until|this|in)\b",
    )
});

pub(super) static CORRECTION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^wrong \w+[,:]|^(?:(?:oh|oops|sorry|ah|hey|ok|just|a|an|one|small|tiny|slight|quick|little|minor|silly|stupid|big|spotted|made|i made) ?[,!]? )*(?:mistake|error|slip(?: of the tongue)?|typo|mix-?up|correction|blunder|goof|slip-?up|fix)\b(?: (?:there|(?:in|on|from|with|of|about|to|by) (?:my|me|our|what|that|it|the (?:tongue|date|name|number|address|time|figure|spelling|last|previous|earlier))\b[^:,;—–]{0,40}?))? ?[:,;—–-]|\bwhat i (?:told|said|wrote|gave)(?: (?:you|to you))?\b[^:;]{0,40}? (?:isn'?t|wasn'?t|was|is) (?:not )?(?:quite |actually |entirely )?(?:right|wrong|correct|accurate|incorrect|true|off|mistaken)\b|\blet me (?:fix|amend|put right|set|straighten)\b.{0,20}?(?:that|this|it|straight|one thing|something)\b ?[:,—–-]|(?:'s| is| was| are| were) (?:on |in |at |the |for )*\d[\w:.]* rather than (?:on |in |at |the |for )*\d|, you (?:left|missed|forgot|dropped|added|wrote|spelled|spelt|swapped|omitted)\b|^it'?s [\w'-]+ with (?:an? )?(?:[a-z]|(?:two|double|one|no) \w'?s?|accent|umlaut|fada|hyphen|cedilla|tilde|capital \w)\.?$|\bthat'?s (?:the|my|our|his|her) old \w+,|\bi'?m not an? [^,;]{2,30}[,;—–-] ?i'?m |\bi (?:(?:mixed|muddled|swapped) (?:up )?(?:the|my|them|their|his|her|those|two)|misremembered|misspoke|misread|mistyped|misquoted|miscounted|miswrote|misheard|was mistaken|was thinking of|got (?:it|that|them) (?:wrong|mixed up|confused))\b|\b(?:was|were|is) (?:off|wrong|incorrect|inaccurate)\b ?[:;,—–-]|\b(?:spelled|spelt|pronounced) (?:with|without|as|like)\b|\b(?:isn'?t|wasn'?t|aren'?t|weren'?t) [^,;]{1,40}[,;—–-] ?(?:it|he|she|they|that|we|i)(?:'s|'re|'m| is| was| are| am)? |\byou(?:'ve| have)? (?:keep|kept|always|still|been|constantly|repeatedly) (?:on )?(?:\w+ing|call|write|spell|leave|say|put|get|mix|confuse|forget|use)\b.{2,}|\byou (?:called|wrote|spelled|spelt|put|had|listed|said|mixed|confused|left (?:off|out)) .{2,60}\b(?:but|it'?s|should|wrong|instead|not|actually)\b|\b(?:fix|tweak|amendment|correction|change|update|edit) (?:to|on|of|for) (?:what|something|the thing) i (?:said|told|wrote|gave|mentioned)|\b(?:should|ought to) (?:read|say|be spel\w+|have (?:been|said|read))\b|^(?:make|oops|whoops|sorry|i mean|rather)[,: ]+.{0,10}?(?:that|it'?s|i meant|make that|the|my|wrong)\b|\b(?:it|that|he|she|they|this|there) (?:isn'?t|wasn'?t|aren'?t|weren'?t) .{2,50}[,;—–-] ?(?:it|that|he|she|they|there)(?:'s|'re| is| was| are| were) |\bi (?:got|had|put|mixed|wrote|gave you|told you|said) .{2,40}\b(?:wrong|mixed up|the wrong way (?:round|around)|by mistake|in error|back to front)\b|\b(?:earlier|before|last time) i (?:said|told you|wrote|gave)\b.{2,60}\b(?:but|it'?s|actually|should|meant)\b",
    )
});

/// A feeling with its subject left out or somewhere else: "so proud of her still", "it's been lonely since".
pub(super) static EMOTION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:honestly|still|just|so|really|tbh|god|and|but|absolutely|bit|a bit|been|feeling|been feeling|im|i'm|ive been)[, ]+)+(?:so |really |very )*(?:thrilled|devastated|anxious|worried|proud|heartbroken|excited|scared|terrified|lonely|ashamed|grateful|overwhelmed|stressed|depressed|low|guilty|jealous|hopeless|nervous|miserable|burnt out|burned out|homesick|frustrated|furious|angry|bitter|relieved|happy|sad|numb|dreading|gutted|fed up|on edge|over the moon|isolated|empty|hollow|lost|drained|unhappy|flat|restless|adrift)\b|\b(?:mak|leav|stress|driv|gett|wear|drag|bring|depress|scar|worry|terrify|upsett|eat|weigh|consum|drain|haunt|crush|kill)ing (?:away |heavily )?(?:at |on )?me\b|\b(?:weighs?|weighed) heavily on me\b|\bbursting with (?:pride|joy|love|happiness|excitement)\b|\b(?:i|we)(?:'ve| have) been (?:[a-z]+ly |so |really )*(?:resenting|dreading|mourning|grieving|missing|worrying|fretting|panicking|obsessing|agoni[sz]ing|stressing|beating myself up|crying|longing|pining|seething|fuming|brooding|stewing|aching|struggling with)\b|^ever since\b.*\b(?:scared|anxious|sad|afraid|nervous|jumpy|low|lonely|happy|happier|calm|panicky|guilty|angry|numb|lost|on edge)\b|\bit(?:'s| has| is)(?: been)? (?:so |really |very |awfully |pretty )?(?:lonely|hard|tough|rough|awful|heartbreaking|overwhelming|isolating|painful|unbearable|joyful|wonderful|lovely|scary)\b.{0,40}\b(?:since|ever since|without|for (?:weeks|months|years)|lately)\b|\b(?:eat(?:s|ing|en)? (?:away )?at|weigh(?:s|ing|ed)? on|gnaw(?:s|ing|ed)? at|haunt(?:s|ing|ed)?|fill(?:s|ed|ing)?|crush(?:es|ed|ing)?|worr(?:ies|ied|ying)) me\b.{0,40}\b(?:since|for|with|lately|all|every|still)\b|\b(?:not|never) (?:really )?(?:got(?:ten)? |getting )?over (?:losing|it|him|her|my|the|what)\b|\b(?:gets|breaks|pains|hurts|kills|saddens|upsets|scares|crushes|warms|cheers|gets to) (?:to )?me\b|\b(?:felt|feeling|feel) (?:like|so|as if|as though)\b.{0,60}\b(?:since|lately|every|all the time|for (?:weeks|months|years))\b|\bit (?:still |really |just )*(?:hurts|stings|aches)\b|\bin an? (?:really |very )?(?:dark|bad|good|happy|better|low|weird) place\b|\bi (?:well|tear|choke) up\b|\blump in my throat\b|\bhead over heels\b|\bnever (?:been|felt) (?:this|so|more) \w+|\b(?:nothing|everything|life|home|work|the house)(?:'s| has| have)? (?:been feeling|been|felt|feels) .{2,30}\b(?:since|without|lately)\b|\b(?:in knots|heavy heart|wits'? end|in (?:pieces|bits)|on top of the world|walking on air|losing sleep|a (?:nervous )?wreck|falling apart|keeps? me awake)\b|\b(?:haven'?t|hasn'?t|not) (?:been|felt|feeling) (?:myself|this \w+|right)\b",
    )
});

/// Duties that others set, or that things have.
pub(super) static TASK: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\bstill haven'?t \w+|\bi'?ve to \w+|\bi said i'?d \w+|\b(?:got|have|'ve|there'?s|there are) [\w' -]{2,40}? to (?:write|do|finish|mark|send|pay|fix|submit|prepare|review|return|sort|hand in|collect|pick up|grade|file|sign)\b|\b(?:is|are|'s) overdue\b|[,;] (?:must|need to|have to|gotta|got to) \w+|\b(?:told|assured|said to) [\w' ]{2,20}? (?:i'?d|i would|i'?ll) \w+|\bpromised (?:[\w']+ ){0,3}(?:i'?d|i would|i'?ll|to|that i)\b|\b(?:my|our|the) [\w' -]{2,30}? (?:wants?|needs?|expects?|is waiting for|are waiting for) .{2,40}\b(?:by|before|until) |\b(?:haven'?t|have not|hasn'?t|not) (?:yet |even )?(?:sent|paid|filed|booked|done|finished|started|written|submitted|called|renewed|returned|replied|signed|bought|ordered)\b.{0,50}\b(?:yet|still|has to|have to|must|due)\b|\bhas to (?:go out|go in|be \w+) (?:today|tomorrow|by|before|on|this)\b|\b(?:asked|told|wants|needs|reminded|expects|got) me to \w+.{2,}\b(?:by|before|until|on|next|this|tomorrow|for)\b|\b(?:my|our|the) [\w' -]{2,40}? needs? (?:\w+ing|to be \w+ed|an? \w+)\b.{0,40}\b(?:by|before|until|next|this|soon|on)\b|^(?:on my (?:plate|list)|to-?do|still to do|due|owed)\b.{0,30}:|\b(?:i'?m|we'?re) (?:down|signed up|on the hook|on duty|booked) (?:to|for)\b",
    )
});

/// What one is, has or cannot, in other words than "I am" and "I have".
pub(super) static FACT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\bthere(?:'s|'re| is| are)\b.{2,40}\b(?:of us|(?:on|in) (?:my|our) (?:team|family|house|household|class|department|office|street|crew|company|year))\b|\bas an? [\w' -]{2,40},? (?:i|we)\b|\b(?:it'?s|it is) (?:me|us) (?:who|that)\b|, that'?s (?:us|me|my \w+|our \w+)$|\bi (?:can'?t|cannot|never learn(?:ed|t) to|don'?t) (?:drive|swim|cook|ride|sing|whistle|hear|smell|taste|walk far|fly|speak|eat|drink|smoke|dance|ski)\b|\b(?:i|we) (?:never|always) (?:got|had|owned|learned|learnt|went|lived|been)\b|\b(?:i|we)(?:'ve| have) (?:got (?:an?|two|three|four|five|six|\d+|no|my|our)\b|always |never |been (?:an?|the|in|at|with|on|sober|single|married|vegan|vegetarian|divorced|widowed|together|clean|self-employed|here|retired|based|living|working|teaching|running|doing|playing|learning|studying|using)\b)|\b(?:i|we)(?: was| were)? (?:grew up|born|raised|brought up)\b|\b(?:i|we)(?:'ve| have) (?:also |both |always )?(?:played|worked|lived|taught|owned|run|sung|danced|studied|coached|collected|used|known|kept|had|driven|written|painted|practi[sc]ed|volunteered|smoked|cycled|swum|rented|farmed|fished) .{2,60}\b(?:since|for (?:\w+ ){0,3}years|all my life|my whole life)\b|\bused to (?:be|live|work|play|run|own|teach|have)\b|\byou'?re (?:talking|speaking|chatting) (?:to|with) an? |^(?:been|grew up|born|raised|lived|worked|trained|moved|studied|married|divorced|widowed|retired|based|living|working)\b.{0,60}?\b(?:in|at|for|with|since|from|to|on)\b|\b(?:the|our|my|his|her) [\w-]+ (?:is|are|was|'s) (?:called|named)\b|\b(?:the|our|my|his|her) [\w-]+(?:'s| is| are) (?:about |around |roughly |nearly |almost |just )?(?:\d[\d,.]* ?\w+|(?:[a-z]+-)?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty)\b)|\b(?:my|our) [\w-]+'s (?:a|an|the|in|on|at|from|called|named|allergic|based|near|behind|next)\b",
    )
});

/// A question begins after a statement: "I teach in Swansea, could you make me a quiz?"
pub(super) static THEN_ASKS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"[,;—–] ?(?:so |and |but |now |then )?(?:(?:can|could|would|will|should|do|does|did|is|are|any|what|which|who|where|when|why|how)(?:'s|'re)?\b)",
    )
});

/// What was asked to be worked on: what is said of it is no fact of the user's.
pub(super) static WORKED_ON: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:code|script|function|query|essay|paragraph|text|e-?mail|letter|file|list|sentence|error|regex|program|story|poem|draft|string|array|table|slide|image|picture|photo|puzzle|riddle|equation|homework|character|novel)\b",
    )
});

/// Somebody else's account of the world.
pub(super) static HEARSAY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:some|many|most|a lot of|plenty of|other) (?:people|folks|[a-z]+s) (?:can'?t|don'?t|love|hate|prefer|like|think|believe|say|are|have|find|tend)\b|^according to\b|^they say\b|, (?:or so )?i(?:'ve| have)?(?: once)? (?:read|heard|saw|seen|learn(?:ed|t)|gather|am told)(?: (?:somewhere|once|recently|online|that|on|in|it)\b.{0,30})?$|, according to .{3,50}$|^(?:he|she|they|the [a-z]+|(?:the )?(?:old|young) [a-z]+|[a-z]+)\b[^:,]{0,60}\b(?:said|says|declared|declares|whispered|whispers|shouted|cried|replied|announced|muttered|roared|murmured|exclaimed|sighed|answered|proclaimed|vowed|swore|yelled|growled) ?[:,—–] ?(?:i|we|my|our|i'm|i'll|i've)\b|\b(?:as they say|as the saying goes|legend has it|it is said|the article|the report says|i read that|apparently scientists)\b|^(?:in chapter|in act|in scene|in episode|in season)\b",
    )
});

/// "What I love most is …": opens like a question and is none.
pub(super) static WHAT_I_LIKE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^what i (?:most |really |always )*(?:enjoy|love|like|hate|prefer|value|dislike|look for|can'?t (?:stand|bear))\b.* (?:is|are|'s)\b|^give me .{2,40} over .{2,40} (?:any ?(?:day|time)|every time)\b|^give me [^,]{2,40}, (?:not |i (?:can'?t|hate|prefer|don'?t (?:like|do|read)))|^(?:please |pls )?(?:call|talk to|speak to|write to|address|treat|reply to|answer) me\b.{3,}, not (?:like |as )?\w",
    )
});

/// Words that settle a matter, whatever it is set against: "decision's made: gas, not oil".
pub(super) static SETTLED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:ok|so|right|and|well|alright|fine)[, ]+)*(?:decision(?:'s| is)? (?:made|final|taken)|(?:the |our |my )?(?:final (?:answer|call|decision|choice|verdict|word|pick|say)|verdict)(?:'s in| is in| is| is that)?[:,—–-]? ?\w+|(?:settled|all agreed|decided)[:,—–-] ?\w+|it(?:'s|'ll| is| will)(?: going to)? be [\w' -]{2,40} (?:for (?:the|our|my)|then)\b|it'?s (?:final|settled|decided|official)|(?:i|we)(?:'ve| have)?(?: finally| now| all)* (?:decided|settled|chosen|picked|opted|agreed))\b",
    )
});

/// "When you write for me, …", "… when you answer me": how the assistant is to do what it does.
pub(super) static WHEN_SERVED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:please )?when(?:ever)? you (?:write|answer|reply|explain|talk|speak|respond|send|summari[sz]e|draft|quote|give|suggest|list|translate|code|make)\b.{0,40}[,:]|\bwhen(?:ever)? you (?:write|answer|reply|explain|talk|speak|respond|draft|summari[sz]e)\b(?: (?:to|for|with))?(?: me| things to me| something)?$",
    )
});

/// Out of the room for a moment, or back from it.
pub(super) static AWAY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:one sec|two secs|brb|hang on|bear with me|give me a (?:sec|second|minute|moment)|back in (?:a|five|ten|two)|for a (?:moment|second|sec|minute|bit)|in a (?:moment|second|sec|minute|bit)|i(?:'ve)? just (?:sneezed|yawned|woke up|sat down|ate|had (?:lunch|dinner|breakfast)|made (?:a |some |a cup of )?(?:tea|coffee|lunch)|spilled|spilt|dropped|noticed|reali[sz]ed|got (?:home|in|up|here)))\b",
    )
});

/// "Have to be there by six": a duty whose bearer is left out.
pub(super) static ELLIPTIC_TASK: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:still|also|just|and|so|ugh|ok|oh)[, ]+)*(?:have to|need to|got to|gotta|must|ought to|should really) (?:be|get|go|buy|book|call|ring|pay|send|submit|renew|return|pick|drop|finish|write|file|sign|collect|order|fix|sort|email|text|hand|take|bring|register|apply|prepare|cancel|print|post|clean|water|feed|mow|move|meet|tell|remind|ask \w+ (?:to|about|for|if))\b.{3,}",
    )
});

/// "I've got ADHD", "we've got two cats": having, in other words.
pub(super) static HAS: LazyLock<Regex> = LazyLock::new(|| regex(r"\b(?:i|we)(?:'ve| have) got \w+"));

/// "I've got the job", "we've got married": what came about.
pub(super) static GETS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\bgot (?:to|the|back|home|married|engaged|fired|sacked|promoted|laid|accepted|rejected|into|through|over|away|rid|word|an? (?:new )?(?:job|offer|promotion|raise|call|letter|place|bonus|divorce|question|feeling|bit|minute|sec))\b",
    )
});

/// A question without its mark, or a word that sends for something.
pub(super) static ASKS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:ok|okay|so|and|hey|hi|please|pls|then|also|well|um|hmm)[,! ]+)*(?:(?:how|what|who|whose|which|why)(?:'s|'re|'d)?\b|(?:when|where)(?:'s|'re| is| was| are| were| did| do| does| will| can| should)\b|(?:sketch|recap|remind (?:me|us)|brief (?:me|us)|catch (?:me|us) up|fill (?:me|us) in|run (?:me|us)|dig|pull up|bring up|get me|fetch|throw together|whip up)\b)",
    )
});

/// What lies on the table of this talk, the pantry, or all mankind: "the second version", "my code works but", "out of
/// milk", "our solar system".
pub(super) static AT_HAND: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:first|second|third|last|other|previous|shorter|longer|latest) (?:one|version|option|draft|paragraph|logo|sentence|title|design|answer|suggestion|line)\b|^we all (?:know|make|have|need|want|love|do|die|get)\b|^(?:my|the|this|your) (?:code|script|function|query|program|regex|loop|css|output|paragraph|answer|sentence)\b|\bout of (?:milk|coffee|tea|bread|eggs|sugar|butter|toilet paper|battery|ideas|patience)\b|\bour (?:solar system|planet|galaxy|sun|moon|species|ancestors?|bod(?:y|ies)|brains?|atmosphere|universe|world|society|genes|dna)\b",
    )
});

/// How one takes things, or is to be served, told in a form that holds whatever else the sentence says.
pub(super) static TASTE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:honestly|tbh|still|and|but|so|oh|just|really|personally)[, ]+)*(?:(?:not|never been|never|no|big|huge|massive|not exactly|not really|not much of|not a big|not a huge|lifelong) )+(?:an? )?(?:big |huge |real |great )?(?:fan of|fan|one for|fond of|keen on|big on|into|crazy about)\b|\b(?:i|we) (?:respond|learn|work|sleep|think|focus|concentrate|write|read|study|function|cope|do|feel) (?:much |far |a lot |way )?(?:better|best|worse|faster)\b (?:to|with|from|in|when|at|after|without|on|by|if|alone|under)\b|\bi'?m (?:at my )?(?:happiest|best|most (?:productive|comfortable|creative|relaxed|myself|alert)|calmest)\b.{2,}|\bi could never (?:go back|live|give up|own|work|eat|wear|do without)\b|\bi tend to (?:skip|avoid|go|prefer|eat|drink|wear|read|work|sleep|buy|stick|choose|order|pick|sit|use|steer)\b|\b(?:is|are) my (?:weakness|guilty pleasure|comfort (?:food|zone)|happy place|jam|kryptonite|poison of choice)\b|\bmy (?:kids?|sons?|daughters?|boys?|girls?|toddler|dog|cat|husband|wife|partner)(?: \w+)? won'?t (?:eat|drink|wear|touch|sleep|go near|watch)\b|\bi can take or leave\b|^you can be (?:\w+ )?(?:blunt|direct|honest|frank|informal|casual|harsh|critical|brief|straight|sarcastic|funny)\b|\bi'?d (?:really )?(?:appreciate|prefer|like|love) it if you(?:'d)? (?:used?|kept|keep|wrote|write|answered|spoke|avoided|stopped|called|skipped|stuck|always|never|didn'?t|would (?:use|keep|always|never))\b|^(?:less|more|fewer|shorter|longer|no) .{2,40}\bin your (?:replies|answers|responses|messages|writing|explanations|emails|summaries)\b|\b(?:is|are) (?:sacred|everything|non-negotiable) (?:to|for) me\b|\bi(?:'ve| have) (?:never|always) (?:really |quite |particularly )?(?:liked|loved|enjoyed|hated|preferred|cared for|understood the appeal|got on with|been (?:into|keen|fond|a fan|one for|big on))\b|\bi(?:'ve| have) (?:really |totally )?gone off\b|\b(?:bugs|irks|annoys|grates on|winds|puts) me (?:up |off )?(?:when|if|that)\b|\bi have (?:zero|no|little|very little|a lot of) (?:patience|time|tolerance|love|appetite) for\b|\b(?:is|are) (?:totally |very much |really |so )?(?:my thing|right up my (?:street|alley))\b|\b(?:is|are) (?:really |just |definitely |so )*not (?:really )?for me\b|\b(?:my|our) [\w' -]{2,20} (?:is|are) (?:totally |completely )?(?:obsessed with|mad about|crazy about|into)\b|^when it comes to [^,]{2,30},? (?:i|we)(?:'m|'d|'ll)? |^[\w' ]{3,40} or nothing$|\bi want .{2,30} (?:in|with|after|before) (?:every|each|all)(?: of)?(?: your)? (?:answers?|repl(?:y|ies)|responses?|messages?|explanations?)\b|\bi can'?t deal with\b|\b(?:help|helps|suits?|works? for|does it for|motivates?|relax(?:es)?) me (?:more|better|much more|far more|most) than\b",
    )
});

/// "I like my examples in Kotlin, not Java": a taste with what it is set against.
pub(super) static LIKES: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:and|but|so|also|personally|honestly)[, ]+)*(?:i|we) (?:always |really |much |generally |usually |only |do |far )*(?:like|love|prefer|enjoy|want|take|drink|favou?r)\b",
    )
});

/// "From now on we only take probate cases": what the user and theirs will do, not what the assistant is to do.
pub(super) static OWN_RULE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:ok|so|and|also|hey|btw)[, ]+)*(?:from now on|going forward|from here on(?: out| in)?|in future|as of now|starting now),? (?:i|we|i'm|we're|i'll|we'll|our|my (?:team|company|family|firm)|the (?:team|family|company|firm|kids|board)|everyone|nobody)\b (?:am |are |is |will |won'?t |only |just |not |no longer |all )*(?:[a-z]+ing|be|go|do|take|work|use|keep|run|eat|only|switch|meet|buy|split|stop|start|pay|send|charge|sell|spend|bring|walk|cycle|cook|leave)\b",
    )
});

/// "Public speaking terrifies me": a fear needs no time to last.
pub(super) static FEARS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:[\w'-]+ ){1,5}(?:terrif(?:ies|y)|scares?|frightens?|petrif(?:ies|y)|depress(?:es)?|haunts?|saddens?|overwhelms?) me(?: to death| to bits| silly| stiff)?$|\b(?:weighs?|weighed|weighing) (?:heavily |so heavily )?on (?:me|my mind)\b|\bon cloud nine\b|\bfallen (?:out of|in) love with\b|\bmeans the world to me\b|\bi'?m (?:so |still |really |absolutely )*(?:terrified|scared|petrified) (?:that )?(?:the|my|i|he|she|we|they|it)\b|^(?:[\w'-]+ ){1,5}(?:always |still |really |just )*(?:makes?|leaves?) me (?:feel )?(?:so |really |very )?(?:panic|anxious|sad|nervous|cry|lonely|miserable|furious|uneasy|homesick|guilty|ashamed|emotional|tearful|depressed)\b|\bcan'?t stop thinking about (?:him|her|them|my|what|how|the way|that (?:day|night))\b",
    )
});

/// "The viva went well", "the scan came back clear": how an occasion of one's life came out.
pub(super) static WENT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:demo|pitch|interview|exam|launch|party|wedding|funeral|surgery|operation|meeting|presentation|talk|gig|concert|show|date|trial|hearing|viva|defen[cs]e|audition|appointment|race|match|tournament|lesson|opening|inspection|sale|move|trip|holiday|scan|tests|visit|negotiations?|rehearsal|recital|workshop|fair|release|deployment|migration|rollout|performance|biopsy|results?|bloods|x-ray|mri|assessment|auction|harvest|fundraiser|webinar|shoot|reading|dinner|reunion)(?: (?:at|in|for|with|on|of) [\w' -]{2,30}?| today| yesterday| last \w+| this \w+)? (?:(?:all )?went (?:really |so |very |pretty |quite |surprisingly |super |ok |off )*(?:well|great|badly|fine|brilliant\w*|terribl\w*|smooth\w*|ok|okay|down|horribl\w*|perfect\w*|wrong|awful\w*|better|fantastic\w*|amazing\w*|without|ahead|live)|(?:came|has come|have come) back (?:\w+ )?(?:clear|positive|negative|normal|fine|ok|inconclusive|abnormal|clean))\b",
    )
});

/// What opens like a request or a duty and puts something right: "make that Thursday, not Tuesday".
pub(super) static PUT_RIGHT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:oh|sorry|wait|no|oops|and)[, ]+)*make (?:that|it) .{2,40}, not |\b(?:have|need|want|got) to correct (?:myself|that|something|what|one thing)\b|\bcorrecting myself\b",
    )
});

/// "My mistake, go on": an apology and nothing put right.
pub(super) static APOLOGY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:oh|oops|ah|ok)[,! ]+)*(?:my (?:mistake|bad)|sorry|oops|whoops)[,.! ]*(?:(?:please )?(?:go on|carry on|continue|ignore me)|thanks|all good|you'?re right|never mind)?$",
    )
});
