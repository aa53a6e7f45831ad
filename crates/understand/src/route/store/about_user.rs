//! Whether a memory is about the user: who they are, their health, what comes first, how they want to be dealt with.

use std::sync::LazyLock;

use super::words::{self, Subject, When};
use crate::pattern::Pattern as Regex;

fn regex(source: &str) -> Regex {
    Regex::new(source)
}

/// Says how the user wants to be dealt with.
pub(super) fn is_addressed(text: &str) -> bool {
    ADDRESSED.is_match(text) || DEALING.is_match(text)
}

/// "I use a screen reader, so describe images": what the user is like, and what follows from it.
pub(super) fn explains_wish(text: &str) -> bool {
    [", so ", "; so ", " so please ", "; please ", ", please "].iter().any(|joint| text.contains(joint))
        && is_about_user(text)
}

/// Says what comes first for the user at present.
pub(super) fn is_priority(text: &str) -> bool {
    PRIORITY.is_match(text)
}

/// Says something of the user's own health.
pub(super) fn is_health(text: &str) -> bool {
    !is_of_mine(text) && HEALTH.is_match(text) && OWN.is_match(text)
}

/// Says something of the user that must be at hand: health, or who they are.
pub(super) fn is_critical(text: &str) -> bool {
    static BEING: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^\W*(?:i(?:'m|’m| am) (?:an? |the |not |on )|im an? |i (?:have|take|wear|carry) (?:an?|no|only|one|type|severe|chronic)\b|i (?:cannot|can['’]?t|must not|mustn['’]?t|refuse) )|^我(?:是|叫)",
        )
    });
    is_health(text) || IDENTITY.is_match(text) || BEING.is_match(text)
}

/// Speaks of the user, in a statement that holds.
pub(super) fn is_about_user(text: &str) -> bool {
    if is_of_mine(text) {
        return false;
    }
    ABOUT_USER.is_match(text)
        || describes_self(text)
        || text.starts_with('我') && !text.starts_with("我们")
        || !soulfile_text::script::has_han(text)
            && words::main_verb(text).is_some_and(|verb| verb.subject == Subject::I && verb.when != When::Past)
}

/// "Retired bus driver, 67, living with two dogs", "Vegetarian here": no verb, nobody named.
fn describes_self(text: &str) -> bool {
    static SELF: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(?:[a-z'-]+ ){0,4}?[a-z-]+(?:, (?:aged? )?\d{2}\b|,? (?:living|based|residing) (?:in|with|near)\b|,? (?:mother|father|dad|mum|mom|parent) of\b|,? by (?:trade|training|profession|nature)\b| here\b)",
        )
    });
    let Some(hit) = SELF.find(text) else { return false };
    let words: Vec<&str> = text[..hit.end()].split(' ').collect();
    let first = words[0].to_lowercase();
    let named =
        words.iter().skip(1).any(|word| word.starts_with(char::is_uppercase)) || crate::route::is_given_name(&first);
    let owned = matches!(first.as_str(), "my" | "our" | "the" | "his" | "her" | "their" | "a" | "an" | "this" | "that");
    !named && !owned && words::main_verb(text).is_none_or(|verb| verb.subject != Subject::Other)
}

/// Whether the subject is somebody or something of the user's, and not the user.
pub(super) fn is_of_mine(text: &str) -> bool {
    OF_MINE.is_match(text) && !["mother tongue", "blood group"].iter().any(|own| text.contains(own))
}

/// Where the words for somebody of the user's end.
pub(super) fn of_mine(text: &str) -> Option<usize> {
    OF_MINE.find(text).map(|hit| hit.end())
}

static HEALTH: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:allerg|diabet|epilep|asthma|pregnan|an(?:a)?emi[ac]|h(?:a)?emophil|(?:deaf|(?:colou?r-?)?blind|hiv|ibs|stent|spleen|liver|ms|mri|epi-?pen|sober|stroke|mg|gene|nuts|peanuts?)\b|hard of hearing|intoleran|immuno|co?eliac|blood (?:type|group|thinner|pressure|transfusion|clot)|(?:ab|a|b|o) (?:rh )?(?:negative|positive)\b|rh[- ]?(?:negative|positive)|pacemaker|insulin|mutation|syndrome|disorder|disease|transplant|penicillin|anaphyla|warfarin|cancer|arrhythmia|hypertensi|migraine|medication|tablets?\b|implant|lupus|crohn|adhd|autis|dyslexi|dyspraxi|thyroid|aspirin|latex|gluten|lactose|shellfish|inhaler|hearing aid|ibuprofen|dialysis|bypass|heart (?:valve|condition|attack|failure|murmur|disease|rate|defect)|(?:one|single|weak|bad) (?:kidney|lung|heart)|kidney|seizure|ptsd|bipolar|depression|anxiety|recovering alcoholic|alcoholic|an(?:a)?esthe|hypertherm|multiple sclerosis|parkinson|wheelchair|prosthe|sickle|organ donor|chemo|hepatitis|endometriosis|arthritis|fibromyalgia|chronic|sleep apn|emergency contact|next of kin|diagnos|low blood|fainting|vertigo|glaucoma|cataract|psoriasis|eczema|scoliosis|hernia|tinnitus|bee stings?|wasp stings?|resting heart|my (?:condition|dose|dosage))|血型|阴性血|阳性血|过敏|糖尿病|哮喘|癫痫|心脏|高血压|低血糖|急救|起搏器|紧急联系人|药物|病史|胰岛素|色盲|失明|怀孕|抑郁|戒酒|痛风|不耐受|肾|癌|残疾|听障|偏头痛",
    )
});
/// The user as the one who has it.
static OWN: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:[\w' ’]{0,24}[,:] )?(?:i|im|i'm|i’m|i've|i’ve)\b|\b(?:and|so|that|because|,) (?:i|i'm|i’m|i've)\b|\bmy (?:[\w-]+ ){0,2}(?:blood|allerg\w+|medication|pacemaker|insulin|epi-?pen|diagnosis|emergency|next of kin|organ|condition|resting|inhaler|dose|dosage|doctor|health|heart|kidneys?|asthma|diabetes|epilepsy|migraines?|hearing|eyesight)\b|\b(?:in|kill|gives?|on|for|to) me\b|^(?:对|有|患)|我|本人",
    )
});
/// What the assistant is to do or to leave, told to it.
static DEALING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:with|for|to) me,|^(?:always |please |never |do not |don['’]?t )*(?:ask|confirm|check with|warn|consult|wait for my|get my)\b[^,:]{0,24}\b(?:before|first|prior to|if you)\b|\b(?:i['’]d|i would) (?:much |far )?(?:rather|prefer(?: it)? if) you\b|\byou (?:can|may|should|must|don['’]?t (?:need|have) to|needn['’]?t|are (?:free|welcome) to)\b.{0,50}\b(?:me|my|with me|your (?:answers?|repl\w+))\b|\b(?:please )?(?:avoid|skip|use|no|keep|stop|never|always|speak|talk|write|explain|be)\b.{0,50}\b(?:with me|when (?:you (?:talk|write|speak|reply|answer|explain)|talking|speaking|writing|replying|answering)|in your (?:answers?|repl\w+|messages?|explanations?))\b|^(?:when|as|while|if) you(?:['’]re| are)? (?:writ|talk|speak|explain|answer|reply|summari[sz]|edit)\w* .{0,20}\b(?:for|to|with) me\b|\byour (?:answers?|repl(?:y|ies)|messages|tone|explanations|summaries)\b|\bfrom you\b|^(?:和|跟|对|给|向)我(?:说|聊|沟通|交流|讲|解释|回|写|介绍|推荐)|(?:说话|回答|回复|解释).{0,6}(?:直接|简短|简洁|详细|别绕|不要绕)|别跟我|不要跟我",
    )
});
static IDENTITY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:my (?:full |legal |real |middle |first |last |sur)?name|my birthday|i was born|my (?:date of birth|passport|national insurance|social security|mother'?s maiden|pronouns|native language|nationality)|i am (?:an? )?(?:orphan|adopted|organ donor))\b|我叫|我的?(?:名字|生日|身份证|护照|全名)|我出生",
    )
});
static ADDRESSED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:please|pls|and|also|from now on|in future|going forward|by default|as a rule|for me)[, ]+)*(?:always|never|don'?t|do not|please|avoid|stop|only|no|use|keep|call|address|answer|reply|respond|write|speak|talk|give|skip|be|treat|refer|explain|tell|warn|challenge|correct|phrase|format|present|summari[sz]e|spell|describe)\b.{0,60}\b(?:me|my|answers?|repl(?:y|ies)|respon(?:d|ses?|se)|emojis?|markdown|bullet|jargon|small talk|english|chinese|german|french|spanish|metric|units|tone|formal|casual|short|brief|concise|plain|code (?:blocks?|samples|examples)|sugar-?coat|apologi[sz]\w+|greetings?|disclaimers?|caveats|pleasantries|fluff|preambles?|filler|hedging|flattery|compliments|platitudes|idioms|slang|acronyms|metaphors|analog(?:y|ies)|footnotes|headings?|tables?|examples|honest|blunt|direct|abbreviations|exclamation|spelling|24-hour|celsius|summar(?:y|ies)|with me|to me)\b|\bwhen (?:you )?(?:talking|speaking|writing|replying|answering|answer|reply|write|explain|speak|talk)\b.{0,40}\b(?:me|to me|my|i)\b|\bi (?:want|like|prefer|expect|need|'d like|would like)\b.{0,30}\b(?:answers?|repl(?:y|ies)|responses?|you to|explanations|feedback|messages|summaries|bullet|tables|detail|code|your)\b|^(?:回答|回复|跟我说话|请?叫我|请?称呼我|以后|请?不要(?:用|给我|叫我|对我)|请?别(?:用|给我|叫我|对我)|请?(?:一直|始终|总是)?用.{1,8}(?:回答|回复|交流|跟我))",
    )
});
static PRIORITY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:my|our) (?:\w+ ){0,2}(?:priorit(?:y|ies)|focus|goal|goals|objective|objectives|main (?:project|task|aim)|mission|target|okr|north star|ambition|resolution|challenge)\b|\b(?:i'?m|i am|we'?re) (?:currently |now |mainly |mostly |fully |presently |still )*(?:focus(?:ed|ing|sing)|working|concentrating|spending|training|preparing|job hunting|writing (?:my|a)|studying|learning|building|saving|busy with|trying to|planning|in the middle of|renovating|developing)\b|\bcurrently (?:working|focus\w+|busy|writing|building|studying|learning|preparing)\b|\bthis (?:month|quarter|year|week|sprint|semester|term),? (?:i|my|we)\b|\b(?:top|number one|no\.? ?1|highest|first|main|biggest) (?:priority|focus|goal|concern)\b|\bpriority (?:number )?(?:one|1|right now|at the moment|is|these days|this)\b|\b(?:thing|item|job|task|project)s? (?:on my (?:plate|mind|list)|for me (?:right now|at the moment|this))\b|\b(?:right now|at the moment|these days|currently|for now|until \w+|this (?:month|quarter|year|week|term|semester|season))\b.{0,60}\b(?:comes? (?:first|second)|revolves? around|is all about|takes? (?:priority|precedence|a back ?seat)|can wait|on (?:the|my) (?:back ?burner|plate)|is on hold|matters most|top of my list)\b|\ball my (?:time|energy|attention|effort|focus) (?:is |goes |are |go )?(?:going |into|on|to)|\bwhat matters (?:most )?to me\b|\bmatters (?:more|most) to me\b|\b(?:comes? (?:first|second)|matters most|top of my list|on (?:the|my) back ?burner)\b.{0,60}\b(?:right now|at the moment|these days|currently|this (?:month|quarter|year|week|term|semester))\b|\bi(?:'m| am) (?:all in on|throwing myself into|putting everything into|gearing up for|cramming for|revising for|hunting for|looking for (?:a |work|an? \w+ job))\b|(?:我|我们)?(?:目前|现在|最近|这个月|这季度|今年|当前|本月)(?:的)?(?:重点|首要|优先|主要|目标|任务|正在|在忙|在准备|专注)|首要(?:任务|目标)|(?:目前|现在|眼下|最近|今年|这阵子|这段时间|当前).{0,6}(?:最重要|头等大事|最要紧|第一位|全力|一心|全部精力|所有精力|主要精力|重心|心思)|最重要的(?:事|事情|任务|目标)是|头等大事|全力(?:准备|备战|冲刺)|优先级|的目标是",
    )
});
/// The user as the subject of a timeless statement.
static ABOUT_USER: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:so|and|also|well|by the way|btw|fyi|actually|please|note|personally|for the record|ok|important|just so (?:you|u) know|for what it['’]?s worth|heads up|quick note|to be clear|truth is|in case it matters|as you know|generally|usually|you should know(?: that)?|(?:keep|bear) in mind(?: that)?|please know(?: that)?|be aware(?: that)?|know that|a bit about me[^:]{0,50}|about me)[,: ]+)*(?:(?:i|i'm|i've|i'd|im|ive|i'll)\b|my (?:\w+ ){0,2}(?:name|job|role|timezone|time zone|pronouns|birthday|age|native|mother tongue|first language|nationality|profession|occupation|title|hometown|home|address|wife and i|working hours|work hours|schedule|day off|days off|diet|health|blood|allerg\w+|doctor says|preferred|favou?rite|preference|style|hobby|hobbies|weakness|strength|handedness|height|weight|eyesight|memory|faith|religion|values|dream|biggest|partner and i|phone|email|nickname|surname|star sign|shoe size|budget|salary|commute|typical|usual|usual order|eyes|hearing|knee|back|editor|keyboard|os|setup|laptop|terminal|shell|background|education|degree)\b|(?:everyone|everybody|people|friends|they all|most people|nobody) (?:just )?calls? me\b|[^.]{2,80}\bthat['’]s me\b|call me\b|we(?:'re| are) (?:\w+ )?(?:vegetarian|vegan|a family|a couple|expecting|muslim|jewish|catholic|hindu|buddhist|home-?schooling|foster parents)\b|we live\b|at home we speak\b|our (?:household|family|home) (?:is|are|eats|speaks|keeps|doesn['’]t|does not|celebrates)\b)|\b(?:is|isn['’]t|are|was) my (?:\w+ ){0,2}(?:name|language|mother tongue|pronouns|nickname|surname|birthday|timezone|time zone|hometown|profession|trade|job|day job|favou?rite)\b|^(?:我(?:是|叫|姓|住|在|今年|对|有|不|喜欢|讨厌|更|习惯|只|从|每天|的(?:名字|生日|职业|工作|时区|老家|爱好|目标|血型|母语|专业|习惯|家|作息|手机|邮箱|年龄|身高))|叫我|本人)",
    )
});
/// A third person or thing as the subject, even when "my" stands before it.
static OF_MINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:so|and|also|fyi|btw)[,: ]+)*(?:my|our) (?:[\w'’-]+ ){0,3}?(?:sister|brother|mother|father|mum|mom|dad|wife|husband|partner|son|daughter|boss|manager|landlord|landlady|dentist|doctor|gp|cat|dog|neighbou?r|colleague|co-?worker|aunt|uncle|cousin|friend|teacher|accountant|lawyer|client|supplier|cto|ceo|lead|vet|therapist|coach|roommate|flatmate|housemate|grandmother|grandfather|grandma|grandpa|nephew|niece|tutor|editor|agent|mentor|intern|assistant|babysitter|nanny|parents|kids|children|in-laws|team|company|startup|project|office|school|gym|bank|car|house|flat|app|server|repo|database|website|band|club|employer|department|horse|parrot|rabbit|boyfriend|girlfriend|fianc[ée]e?|ex|stepmother|stepfather|god(?:mother|father|son|daughter|child)|step(?:son|daughter|brother|sister|dad|mum|mom)|half-(?:brother|sister)|grand(?:son|daughter|child|children|kids|parents|dad|mum|mom)|nan|nana|gran|granny|grampa|auntie|(?:\w+-)in-law|siblings?|toddler|baby|bookkeeper|carer|cleaner|gardener|electrician|mechanic|solicitor|notary|surgeon|cardiologist|physio|midwife|guitar teacher|apprentice|tenant|customer|choir|twin|bike|van|garden|landlord|plumber|hairdresser|barber|trainer|advisor|supervisor|professor|counterpart|contact|counsellor|bakery|shop|store|firm|agency|studio|lab|group|service|pipeline|api|backend|frontend|cluster|stack)\b|^我(?:们|家|的)?(?:妈|爸|妈妈|爸爸|老婆|老公|妻子|丈夫|儿子|女儿|弟弟|哥哥|姐姐|妹妹|同事|老板|朋友|导师|邻居|公司|团队|男朋友|女朋友|爷爷|奶奶|外婆|外公|狗|猫|项目|经理|室友|学生|房东|表)",
    )
});
