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
        r"\b(?:is|are|'s) an? (?:hard |definite |firm )?(?:no|yes) from me\b|\b(?:better|best|easier|nicer|worse) for me\b|\bi (?:really |do |just )*(?:love|hate|like|dislike) it when\b|\bi'?m (?:really |quite |not )?(?:big on|sold on|hooked on|keen on|mad (?:on|about)|wild about)\b|^[\w'-]{2,}(?: [\w'-]{2,}){0,4}, never [\w' -]{2,30}$|\bthat'?s how i (?:like|want|prefer|take|need)\b|^for me,? (?:it'?s|it has to be|nothing|there'?s nothing)\b|^[\w' -]{3,30}[,:?!] (?:yuck|ew+|bleh|yum|no way|never$|hard pass|no thanks|love (?:it|them)|hate (?:it|them)|can'?t stand (?:it|them))|\b(?:more|very much|totally|not) my (?:thing|style|speed|scene|cup of tea|jam)\b|\bi can'?t (?:work|sleep|think|concentrate|focus|read|write|function|relax) (?:with|without|when|unless|if|otherwise)\b|^(?:please )?(?:stick|keep|be|use|speak|talk|go|stay)\b.{2,40}\bwith me$|^(?:when|if) (?:in doubt|unsure|possible),|\b[\w'-]+ over [\w' -]{2,40}(?: for me\b|,? (?:any day|any time|every(?: single)? time|always)\b)|\b(?:give me|i'?ll take|i'?d take) .{2,60}(?: over .{2,40})? any ?(?:day|time)\b|\bsuits? me\b|\bworks? (?:best|better|well|fine) for me\b|\b(?:drives?|driving|sends?) me (?:up the wall|mad|crazy|nuts|insane|bonkers|round the (?:bend|twist)|to sleep)\b|\bgets? on my nerves\b|\bwhat i (?:really |most )?(?:enjoy|love|like|hate|prefer|value|dislike)\b|\bnothing beats\b|\bcan'?t (?:get enough of|go without|be doing with)\b|\bi (?:have|'ve got) a (?:soft spot|weakness|sweet tooth|thing for|strong preference)\b|\bi find [\w' -]{2,40} (?:really |very |so |a bit |too |quite )?(?:hard|annoying|boring|tedious|confusing|relaxing|soothing|unbearable|exhausting|tiring|distracting|patronising|off-putting|calming|irritating)\b|\b(?:is|are|was)n'?t (?:really )?(?:for me|my (?:thing|cup of tea|style))\b|\btastes? (?:like|of) .{2,40} to me\b|\b(?:too|so) \w+ for (?:me|my (?:taste|liking))\b|\bi'?m (?:all for|more of an?|not one for|no fan of|a sucker for|strictly)\b|\bno .{2,30} for me\b|^[\w' -]{2,40}, (?:always|every time|any day)$|\bmakes? (?:my skin crawl|my teeth itch|me (?:want to|sick|gag|cringe|shudder|switch off))\b|\bbeats? .{2,40}(?:for me|any day|every time|hands down)\b|\balways\b.{0,30}\bfor me\b|\bfor me,? (?:always|every time)\b|\bi'?m not (?:much of an?|really an?|a big) \w+|\ba (?:soft spot|sweet tooth|weakness) for\b|\bi'?m (?:such )?an? [\w-]+ person\b|\bi'?d (?:always |sooner |much rather |rather )(?:\w+)|\bi could (?:live on|eat .{2,30} every day)\b|\bto my taste\b|\bi (?:like|want|take|prefer) my \w+",
    )
});

/// Somebody or some group, and that they settled it.
pub(super) static DECISION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:i|we|us|everyone|(?:my|our) [\w' -]{2,30}?|the (?:team|board|committee|family|partners|group|club|choir|band|crew|department|founders|trustees|staff|union|kids|parents|neighbours|neighbors))(?:'ve|'s| have| has|'d| had)?(?: all| finally| just| both| now| officially| also| already| jointly| eventually| ultimately| definitely| unanimously)* (?:decided|chosen|chose|settled|opted|agreed|picked|resolved|ruled out|committed to|finali[sz]ed|voted|plumped for|landed on|locked (?:in|that|it|this)|signed off|scrapped|shelved|axed|ditched|binned|turned down|called off|cut (?:it|that|this|them)|gone (?:with|for)|pencilled in|nailed down|made the call|approved|said (?:yes|no) to|signed (?:me |us )?up|enrolled|accepted (?:the|a|an|my|their)|taken the)\b|\b(?:i'?m|we'?re|i am|we are|im) (?:definitely |now |officially |finally |both |all )*(?:ditching|dropping|scrapping|switching|swapping|replacing|quitting|leaving|moving|selling|giving up|cutting|skipping|pulling out|staying (?:at|with|put|in)|keeping|calling (?:the|it|him|her|our|my)|naming|letting|joining|enrolling|adopting|closing|retiring|emigrating|handing in|stepping down|going back|taking the|turning down|not \w+ing|(?:not )?going to (?:retire|move|sell|buy|quit|leave|resign|marry|adopt|study|apply|stop|start|close|open|take|turn|drop|keep|switch|have the|go back|go with|go for)|having the|marking|running it)\b.{3,}|\b(?:for good|end of story|that'?s (?:that|settled|final|decided|the plan)|it'?s (?:all )?(?:settled|agreed|decided|final|official|a done deal)|no more dithering|decision'?s made|done deal|(?:all|whole \w+'?s?|everyone'?s?) (?:is |are )?on board|locked (?:that |it |this )?in)\b|\b(?:i|we) won'?t be \w+ing\b|\b(?:i|we) won'?t (?:[\w']+ ){1,5}?(?:again|any ?more)\b|\b(?:i'?m|we'?re) taking an? (?:\w+ )?(?:year|break|sabbatical|gap)\b|\b(?:i'?ll|we'?ll|i will|we will|(?:the|our|my|every|each|all) [\w' -]{2,30}? (?:will|is going to|are going to|won'?t)) .{2,60}?\b(?:instead(?: of)?|rather than|from (?:now|next|here|january|february|march|april|may|june|july|august|september|october|november|december|monday|the (?:new|first|start))|as of|starting|next (?:season|year|term|quarter|month|semester|spring|summer|autumn|fall|winter)|without)\b|^(?:from|as of|starting|effective|come|beginning) (?:now|here|this|next|the|january|february|march|april|may|june|july|august|september|october|november|december|monday|tomorrow|today)\b.{0,30}?(?: on(?:wards?)?)?,? (?:i|we|i'?m|we'?re|i'?ll|we'?ll|every|all|each|the|our|my|no)\b|^no more \w+.{2,40}\b(?:after|from|for me|until|this|in)\b",
    )
});

pub(super) static CORRECTION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^wrong \w+[,:]|^it'?s [\w'-]+ with (?:an? )?(?:[a-z]|(?:two|double|one|no) \w'?s?|accent|umlaut|fada|hyphen|cedilla|tilde|capital \w)\.?$|\bthat'?s (?:the|my|our|his|her) old \w+,|\bi'?m not an? [^,;]{2,30}[,;—–-] ?i'?m |\bi (?:misremembered|misspoke|misread|mistyped|misquoted|miscounted|miswrote|misheard|was mistaken|was thinking of|got (?:it|that|them) (?:wrong|mixed up|confused))\b|\b(?:was|were|is) (?:off|wrong|incorrect|inaccurate)\b ?[:;,—–-]|\b(?:spelled|spelt|pronounced) (?:with|without|as|like)\b|\b(?:isn'?t|wasn'?t|aren'?t|weren'?t) [^,;]{1,40}[,;—–-] ?(?:it|he|she|they|that|we|i)(?:'s|'re|'m| is| was| are| am)? |\byou(?:'ve| have)? (?:keep|kept|always|still|been|constantly|repeatedly) (?:on )?(?:\w+ing|call|write|spell|leave|say|put|get|mix|confuse|forget|use)\b.{2,}|\byou (?:called|wrote|spelled|spelt|put|had|listed|said|mixed|confused|left (?:off|out)) .{2,60}\b(?:but|it'?s|should|wrong|instead|not|actually)\b|\b(?:fix|tweak|amendment|correction|change|update|edit) (?:to|on|of|for) (?:what|something|the thing) i (?:said|told|wrote|gave|mentioned)|\b(?:should|ought to) (?:read|say|be spel\w+|have (?:been|said|read))\b|^(?:make|oops|whoops|sorry|i mean|rather)[,: ]+.{0,10}?(?:that|it'?s|i meant|make that|the|my|wrong)\b|\b(?:it|that|he|she|they|this|there) (?:isn'?t|wasn'?t|aren'?t|weren'?t) .{2,50}[,;—–-] ?(?:it|that|he|she|they|there)(?:'s|'re| is| was| are| were) |\bi (?:got|had|put|mixed|wrote|gave you|told you|said) .{2,40}\b(?:wrong|mixed up|the wrong way (?:round|around)|by mistake|in error|back to front)\b|\b(?:earlier|before|last time) i (?:said|told you|wrote|gave)\b.{2,60}\b(?:but|it'?s|actually|should|meant)\b",
    )
});

/// A feeling with its subject left out or somewhere else: "so proud of her still", "it's been lonely since".
pub(super) static EMOTION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:honestly|still|just|so|really|tbh|god|and|but|absolutely|bit|a bit|been|feeling|been feeling|im|i'm|ive been)[, ]+)+(?:so |really |very )*(?:thrilled|devastated|anxious|worried|proud|heartbroken|excited|scared|terrified|lonely|ashamed|grateful|overwhelmed|stressed|depressed|low|guilty|jealous|hopeless|nervous|miserable|burnt out|burned out|homesick|frustrated|furious|angry|bitter|relieved|happy|sad|numb|dreading|gutted|fed up|on edge|over the moon)\b|\bit(?:'s| has| is)(?: been)? (?:so |really |very |awfully |pretty )?(?:lonely|hard|tough|rough|awful|heartbreaking|overwhelming|isolating|painful|unbearable|joyful|wonderful|lovely|scary)\b.{0,40}\b(?:since|ever since|without|for (?:weeks|months|years)|lately)\b|\b(?:eat(?:s|ing|en)? (?:away )?at|weigh(?:s|ing|ed)? on|gnaw(?:s|ing|ed)? at|haunt(?:s|ing|ed)?|fill(?:s|ed|ing)?|crush(?:es|ed|ing)?|worr(?:ies|ied|ying)) me\b.{0,40}\b(?:since|for|with|lately|all|every|still)\b|\b(?:not|never) (?:really )?(?:got(?:ten)? |getting )?over (?:losing|it|him|her|my|the|what)\b|\b(?:gets|breaks|pains|hurts|kills|saddens|upsets|scares|crushes|warms|cheers|gets to) (?:to )?me\b|\b(?:felt|feeling|feel) (?:like|so|as if|as though)\b.{0,60}\b(?:since|lately|every|all the time|for (?:weeks|months|years))\b|\bit (?:still |really |just )*(?:hurts|stings|aches)\b|\bin an? (?:really |very )?(?:dark|bad|good|happy|better|low|weird) place\b|\bi (?:well|tear|choke) up\b|\blump in my throat\b|\bhead over heels\b|\bnever (?:been|felt) (?:this|so|more) \w+|\b(?:nothing|everything|life|home|work|the house)(?:'s| has| have)? (?:been feeling|been|felt|feels) .{2,30}\b(?:since|without|lately)\b|\b(?:in knots|heavy heart|wits'? end|in (?:pieces|bits)|on top of the world|walking on air|losing sleep|a (?:nervous )?wreck|falling apart|keeps? me awake)\b|\b(?:haven'?t|hasn'?t|not) (?:been|felt|feeling) (?:myself|this \w+|right)\b",
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
        r"\bthere(?:'s|'re| is| are)\b.{2,40}\b(?:of us|(?:on|in) (?:my|our) (?:team|family|house|household|class|department|office|street|crew|company|year))\b|\bas an? [\w' -]{2,40},? (?:i|we)\b|\b(?:it'?s|it is) (?:me|us) (?:who|that)\b|, that'?s (?:us|me|my \w+|our \w+)$|\bi (?:can'?t|cannot|never learn(?:ed|t) to|don'?t) (?:drive|swim|cook|ride|sing|whistle|hear|smell|taste|walk far|fly|speak|eat|drink|smoke|dance|ski)\b|\b(?:i|we) (?:never|always) (?:got|had|owned|learned|learnt|went|lived|been)\b|\b(?:i|we)(?:'ve| have) (?:got (?:an?|two|three|four|five|six|\d+|no|my|our)\b|always |never |been (?:an?|the|in|at|with|on|sober|single|married|vegan|vegetarian|divorced|widowed|together|clean|self-employed|here|retired|based|living|working|teaching|running|doing|playing|learning|studying|using)\b)|\b(?:i|we)(?: was| were)? (?:grew up|born|raised|brought up)\b|\bused to (?:be|live|work|play|run|own|teach|have)\b|\byou'?re (?:talking|speaking|chatting) (?:to|with) an? |^(?:been|grew up|born|raised|lived|worked|trained|moved|studied|married|divorced|widowed|retired|based|living|working)\b.{0,60}?\b(?:in|at|for|with|since|from|to|on)\b|\b(?:the|our|my|his|her) [\w-]+ (?:is|are|was|'s) (?:called|named)\b|\b(?:the|our|my|his|her) [\w-]+(?:'s| is| are) (?:about |around |roughly |nearly |almost |just )?(?:\d[\d,.]* ?\w+|(?:[a-z]+-)?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty)\b)|\b(?:my|our) [\w-]+'s (?:a|an|the|in|on|at|from|called|named|allergic|based|near|behind|next)\b",
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
        r"^according to\b|\b(?:as they say|as the saying goes|legend has it|it is said|the article|the report says|i read that|apparently scientists)\b|^(?:in chapter|in act|in scene|in episode|in season)\b",
    )
});

/// "What I love most is …": opens like a question and is none.
pub(super) static WHAT_I_LIKE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^what i (?:most |really |always )*(?:enjoy|love|like|hate|prefer|value|dislike|look for|can'?t (?:stand|bear))\b.* (?:is|are|'s)\b",
    )
});

/// Words that settle a matter, whatever it is set against: "decision's made: gas, not oil".
pub(super) static SETTLED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:ok|so|right|and|well)[, ]+)*(?:decision(?:'s| is)? (?:made|final|taken)|it'?s (?:final|settled|decided|official)|(?:i|we)(?:'ve| have)?(?: finally| now| all)* (?:decided|settled|chosen|picked|opted|agreed))\b",
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
        r"\b(?:first|second|third|last|other|previous|shorter|longer|latest) (?:one|version|option|draft|paragraph|logo|sentence|title|design|answer|suggestion|line)\b|^(?:my|the|this|your) (?:code|script|function|query|program|regex|loop|css|output|paragraph|answer|sentence)\b|\bout of (?:milk|coffee|tea|bread|eggs|sugar|butter|toilet paper|battery|ideas|patience)\b|\bour (?:solar system|planet|galaxy|sun|moon|species|ancestors?|bod(?:y|ies)|brains?|atmosphere|universe|world|society|genes|dna)\b",
    )
});
