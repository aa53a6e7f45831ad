//! Which store a memory belongs to, by its grammar: who it is about, when it holds, whether it
//! gives steps.

use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

use crate::dates::TimeExpression;
use crate::vocabulary::Store;

fn regex(source: &str) -> Regex {
    Regex::new(source)
}

static VAULT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:pin(?:ned)?|vault|lock) (?:this|that|it|the following|forever|down|in|away|for ever|permanently|:)|\b(?:put|store|save|keep|place|add|file|record|lock|tuck) (?:this |that |it |the following |these )?(?:away )?(?:in|into|to|inside) (?:the|your|my) vault\b|\bvault (?:this|it|entry|item)\b|^(?:for the )?vault\s*[:—-]|\bpermanent(?:ly)?\b.{0,30}\b(?:keep|kept|save|saved|store|stored|record|memory|remember|pinned|protect|note)|\b(?:keep|save|store|remember|record|hold on to|preserve|note|protect|retain)\b.{0,40}\b(?:permanently|forever|for ever|for good|for all time|for life|always and|in perpetuity|eternally|until (?:i die|the end)|no matter what|as long as you exist)\b|\bnever (?:let (?:this|that|it) (?:be |get )?|be |to be |ever )?(?:archive|archived|forget|forgotten|delete|deleted|decay|fade|expire|lose|lost|drop|dropped|prune|pruned|remove|removed|discard)\b|\b(?:must|should|may|can) never be (?:lost|forgotten|deleted|archived|removed|dropped)\b|\b(?:do not|don'?t|must not|mustn'?t) (?:ever )?(?:let (?:this|it) (?:fade|decay|expire|be)|archive|delete|lose|decay|prune) (?:this|it|that)\b|^(?:forever|permanently|permanent(?: record| note)?|eternal|pinned|protected)\s*[:—-]|\b(?:protected|exempt|safe) from (?:decay|archiv\w+|deletion)\b|永久|永远(?:记|保|别|不要|留)|置顶|不要?(?:归档|删除|衰减|过期)|别(?:归档|删除)|钉住|保险库|一辈子(?:记|都)|不许忘|永不(?:过期|归档|删除|遗忘)|存进(?:保险|金库)",
    )
});
static HEALTH: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:i(?:'m| am) (?:\w+ )?(?:allergic|diabetic|epileptic|asthmatic|pregnant|anaemic|anemic|haemophiliac|hemophiliac|deaf|blind|intolerant|immunocompromised|coeliac|celiac|HIV)|my (?:blood (?:type|group)|allerg\w+|medication|pacemaker|insulin|epipen|diagnosis|emergency contact|next of kin|organ donor|condition|resting heart rate|inhaler|dose|dosage)|i (?:carry|have|suffer from|take|need|had|was diagnosed with|live with|wear|can'?t (?:eat|take|have|tolerate)|cannot (?:eat|take|have|tolerate)|must not (?:eat|take))\b.{0,50}\b(?:allerg\w+|disease|diabetes|asthma|epilepsy|pacemaker|insulin|epipen|mutation|gene|syndrome|condition|disorder|transplant|penicillin|anaphyla\w+|blood thinner\w*|warfarin|cancer|arrhythmia|hypertension|migraine\w*|medication|tablets?|mg\b|implant|intoleran\w+|coeliac|celiac|lupus|crohn|adhd|autism|ibs|anaemia|hiv|heart|kidney|liver|thyroid|aspirin|latex|gluten|lactose|peanuts?|nuts|shellfish|inhaler|hearing aid|ibuprofen|dialysis|stent|bypass))|血型|过敏|糖尿病|哮喘|癫痫|心脏病|高血压|急救|起搏器|紧急联系人|药物|病史|胰岛素",
    )
});
static IDENTITY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:my (?:full |legal |real |middle |first |last |sur)?name|my birthday|i was born|my (?:date of birth|passport|national insurance|social security|mother'?s maiden|pronouns|native language|nationality)|i am (?:an? )?(?:orphan|adopted|organ donor))\b|我叫|我的?(?:名字|生日|身份证|护照|全名)|我出生",
    )
});
static STEPS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:our|my|the|here'?s|this is|note|remember) )*(?:\w+ ){0,3}(?:how to|how (?:i|we) (?:usually |normally |always |like to )?\w+|steps?|procedure|workflow|process|recipe|checklist|routine|runbook|playbook|protocol|instructions)\b|\bsteps?\b.{0,30}:|^(?:to|for|when|before|after|whenever|on|every|each|if|once|in case of|as soon as|at)\b[^:]{2,60}:\s*\w+|\bfirst\b.{2,120}\b(?:then|next|after that|second|finally|afterwards|and then|last)\b|\b(?:when|whenever|each time|every time|any time) (?:i|we|someone|you|the|a|an|there)\b[^,:]{2,60}[,:]\s*(?:then |please |always |first |you should |i want you to |we |i )*(?:add|ask|assign|back|block|book|branch|build|bump|call|check|clean|clear|close|collect|commit|compile|confirm|copy|create|delete|deploy|disable|do|download|draft|email|empty|enable|export|feed|file|fill|fix|flush|freeze|generate|give|go|import|inform|install|keep|label|let|list|lock|log|look|mail|make|merge|message|move|name|notify|open|order|pack|page|paste|pause|ping|post|pour|prepare|press|print|pull|push|put|rebase|reboot|record|refresh|reload|remind|remove|rename|repeat|replace|reply|report|reset|restart|restore|review|rinse|roll|rotate|run|save|scale|schedule|search|send|set|shake|share|ship|shut|sign|soak|sort|split|squash|start|stir|stop|store|submit|summari[sz]e|switch|sync|tag|take|tell|test|translate|turn|unplug|update|upload|use|wait|warm|wash|water|wipe|write)\b|\b(?:always|never) (?:\w+ ){0,3}?(?:run|test|back up|rebase|squash|merge|deploy|check|commit|push|lint|build|tag|review|ship|wash|rinse|soak|water|preheat|clean|turn off|unplug|lock|copy|label|bump|rotate|notify|log|open|update|start)\b.{0,80}\b(?:before|after|when|first|on|prior to|until|unless|with|from|every|each|to)\b|\b(?:before|after) (?:each|every|any|merging|deploying|releasing|pushing|committing|we|i|a|the|leaving|baking|shipping|publishing|sending)\b[^,]{0,60},\s*(?:always |we |i |you |first |please )*(?:run|check|test|back|tag|notify|update|post|clean|turn|write|send|review|ask|wash|rinse|bump|rebase|make|verify|wait|lock|save|let|soak|warm|clear|email|create|pull|confirm|announce|draft)\b|\b(?:we|i) (?:usually|normally|always|typically|generally) (?:\w+ ){1,6}(?:then|before|after|first|,.{2,60}(?:and|then))\b|步骤|流程|^.{0,16}(?:方法|做法|操作|教程)[：:是]|先.{1,40}(?:再|然后|接着|最后)|每次.{1,30}(?:都要|先|前要|之前|后要|都先)|每当.{1,30}(?:就|先|都)|(?:发布|部署|上线|出门|提交|合并|睡)前.{0,6}(?:要|先|必须)|怎么.{1,12}[：:]",
    )
});
/// A way of doing something, told as its steps: "by testing, tagging, then pushing".
static BY_DOING: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"\bby (?:first )?\w+ing\b[^.;]{0,60}?,(?:[^.;]{0,60}?,)? ?(?:and |then |finally |lastly )+\w+ing\b")
});
static ADDRESS_ME: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:please|pls|and|also|from now on|in future|going forward|by default|as a rule|for me)[, ]+)*(?:always|never|don'?t|do not|please|avoid|stop|only|no|use|keep|call|address|answer|reply|respond|write|speak|talk|give|skip|be|treat|refer)\b.{0,60}\b(?:me|my|answers?|repl(?:y|ies)|respon(?:d|ses?|se)|emojis?|markdown|bullet|jargon|small talk|english|chinese|german|french|spanish|metric|units|tone|formal|casual|short|brief|concise|plain|code (?:blocks?|samples|examples)|sugar-?coat|apologi[sz]\w+|greetings?|headings?|tables?|examples|honest|blunt|direct|abbreviations|exclamation|spelling|24-hour|celsius|summar(?:y|ies)|with me|to me)\b|\bwhen (?:you )?(?:talking|speaking|writing|replying|answering|answer|reply|write|explain|speak|talk)\b.{0,40}\b(?:me|to me|my|i)\b|\bi (?:want|like|prefer|expect|need|'d like|would like)\b.{0,30}\b(?:answers?|repl(?:y|ies)|responses?|you to|explanations|feedback|messages|summaries|bullet|tables|detail|code|your)\b|^(?:回答|回复|跟我说话|请?叫我|请?称呼我|以后|不要(?:用|给我|叫我)|别(?:用|给我|叫我)|请?(?:一直|始终|总是)?用.{1,8}(?:回答|回复|交流|跟我))",
    )
});
static PRIORITY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:my|our) (?:\w+ ){0,2}(?:priorit(?:y|ies)|focus|goal|goals|objective|objectives|main (?:project|task|aim)|mission|target|okr|north star|ambition|resolution|challenge)\b|\b(?:i'?m|i am|we'?re) (?:currently |now |mainly |mostly |fully |presently |still )*(?:focus(?:ed|ing|sing)|working|concentrating|spending|training|preparing|job hunting|writing (?:my|a)|studying|learning|building|saving|busy with|trying to|planning|in the middle of|renovating|developing)\b|\bcurrently (?:working|focus\w+|busy|writing|building|studying|learning|preparing)\b|\bthis (?:month|quarter|year|week|sprint|semester|term),? (?:i|my|we)\b|\b(?:top|number one|highest|first) priority\b|(?:我|我们)?(?:目前|现在|最近|这个月|这季度|今年|当前|本月)(?:的)?(?:重点|首要|优先|主要|目标|任务|正在|在忙|在准备|专注)|首要(?:任务|目标)|优先级|的目标是",
    )
});
/// The user as the subject of a timeless statement.
static ABOUT_ME: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:so|and|also|well|by the way|btw|fyi|actually|please|note|personally|for the record|ok|important|just so you know|in case it matters|as you know|generally|usually)[,: ]+)*(?:(?:i|i'm|i've|i'd|im|ive|i'll)\b|my (?:\w+ ){0,2}(?:name|job|role|timezone|time zone|pronouns|birthday|age|native|mother tongue|first language|nationality|profession|occupation|title|hometown|home|address|wife and i|working hours|work hours|schedule|day off|days off|diet|health|blood|allerg\w+|doctor says|preferred|favou?rite|preference|style|hobby|hobbies|weakness|strength|handedness|height|weight|eyesight|memory|faith|religion|values|dream|biggest|partner and i|phone|email|nickname|surname|star sign|shoe size|budget|salary|commute|typical|usual|usual order|eyes|hearing|knee|back|editor|keyboard|os|setup|laptop|terminal|shell|background|education|degree)\b|call me\b)|^(?:我(?:是|叫|姓|住|在|今年|对|有|不|喜欢|讨厌|更|习惯|只|从|每天|的(?:名字|生日|职业|工作|时区|老家|爱好|目标|血型|母语|专业|习惯|家|作息|手机|邮箱|年龄|身高))|叫我|本人)",
    )
});
/// A third person or thing as the subject, even when "my" stands before it.
static KIN: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:(?:so|and|also|fyi|btw)[,: ]+)*(?:my|our) (?:[\w'’-]+ ){0,3}?(?:sister|brother|mother|father|mum|mom|dad|wife|husband|partner|son|daughter|boss|manager|landlord|landlady|dentist|doctor|gp|cat|dog|neighbou?r|colleague|co-?worker|aunt|uncle|cousin|friend|teacher|accountant|lawyer|client|supplier|cto|ceo|lead|vet|therapist|coach|roommate|flatmate|housemate|grandmother|grandfather|grandma|grandpa|nephew|niece|tutor|editor|agent|mentor|intern|assistant|babysitter|nanny|parents|kids|children|in-laws|team|company|startup|project|office|school|gym|bank|car|house|flat|app|server|repo|database|website|band|club|employer|department|horse|parrot|rabbit|boyfriend|girlfriend|fianc[ée]e?|ex|stepmother|stepfather|godmother|twin|bike|van|garden|landlord|plumber|hairdresser|barber|trainer|advisor|supervisor|professor|counterpart|contact|counsellor|bakery|shop|store|firm|agency|studio|lab|group|service|pipeline|api|backend|frontend|cluster|stack)\b|^我(?:们|家|的)?(?:妈|爸|妈妈|爸爸|老婆|老公|妻子|丈夫|儿子|女儿|弟弟|哥哥|姐姐|妹妹|同事|老板|朋友|导师|邻居|公司|团队|男朋友|女朋友|爷爷|奶奶|外婆|外公|狗|猫|项目|经理|室友|学生|房东|表)",
    )
});
static PAST_EVENT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:i|we|he|she|they|it|[A-Z][\w'’-]+|my [\w-]+|our [\w-]+|the [\w-]+(?: [\w-]+)?)\s(?:have |has |'ve |'s |had |just |finally |all |both |recently |also |officially |already |successfully )*(?:decided|agreed|chose|chosen|settled on|picked|met|broke|signed|moved (?:to|into|out|house)|bought|sold|launched|shipped|released|started|finished|completed|presented|visited|attended|called|emailed|dropped|repaired|repainted|painted|installed|crashed|failed|passed|won|lost|quit|resigned|hired|fired|cancelled|postponed|rescheduled|arrived|left|flew|drove|ran|went|had|saw|gave|got|told|said|asked|announced|discussed|talked|spoke|submitted|delivered|received|fixed|deployed|merged|planted|cooked|celebrated|graduated|married|died|adopted|applied|interviewed|booked|ordered|returned|found|discovered|noticed|reviewed|approved|rejected|voted|opened|closed|fell|hurt|slept|joined|tried|took|made|sent|spent|switched|upgraded|migrated|paid|promised|confirmed|held|hosted|organi[sz]ed|argued|apologi[sz]ed|cleaned|harvested|collected|picked up|handed|walked|hiked|swam|watched|read|played|climbed|sailed|recorded|published|pitched|demoed|replaced|restarted|rolled back|restored|backed|closed|suffered|caught|injured|visited)(?:[\s.,!?;:]|$)",
    )
});
static DECISION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:decided|agreed (?:to|that|on)|settled on|chose|we(?:'ve| have) chosen|opted|concluded that|made the decision|resolved to|voted)\b|决定|商定|敲定|一致同意|拍板|约好|定了",
    )
});
static HAN_PAST: LazyLock<Regex> = LazyLock::new(|| regex(r"(?:了|过)(?:[。，！]|$|[\p{Han}]{1,6}[。，！]?$)"));
static SCHEDULED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:meeting|appointment|flight|interview|call|dinner|lunch|party|wedding|exam|deadline|demo|launch|concert|trip|visit|train|session|workshop|review|surgery|check-?up|conference|webinar|inspection|delivery|viewing|match|game|race|class|hearing|handover|retro|kick-?off|presentation|audit|reservation|booking|due|leaves|arrives|departs|takes place|is (?:on|at|scheduled)|will|going to|starts|ends|comes|visiting|coming)\b|会议|开会|约了|航班|面试|考试|出差|聚会|婚礼|截止|火车|体检|演出|见面|要去|手术",
    )
});
static HABIT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:every|each|always|usually|normally|never|on (?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekdays|weekends)|weekly|daily|monthly|yearly|annually|since|from \w+ to \w+|opens|closes|open|closed)\b|每(?:天|周|月|年|个)|总是|从来|一直",
    )
});

/// "I have a meeting": one, on one day, and nothing of who somebody is.
static HAS_ONE: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"\b(?:i|we)(?:'ve| have)?(?: also| still)? (?:have|got|booked|made) (?:an?|another|my|the)\b")
});

pub(super) fn choose(content: &str, times: &[TimeExpression], has_entities: bool) -> (Store, bool) {
    let text = content.trim();
    if VAULT.is_match(text) {
        let body = after_label(text);
        return (Store::Vault, HEALTH.is_match(body) || IDENTITY.is_match(body));
    }
    if ADDRESS_ME.is_match(text) && !is_step_list(text) {
        return (Store::Core, true);
    }
    let strong_time = times.iter().any(|t| !t.weak);
    let any_time = !times.is_empty();
    let past = PAST_EVENT.is_match(text) || HAN_PAST.is_match(text);
    if strong_time && DECISION.is_match(text) {
        return (Store::Episodic, false);
    }
    if (STEPS.is_match(text) || BY_DOING.is_match(text)) && !(strong_time && past) || is_step_list(text) {
        return (Store::Procedural, false);
    }
    if PRIORITY.is_match(text) && !(past && strong_time) {
        return (Store::Core, true);
    }
    if HEALTH.is_match(text) && !(strong_time && past) {
        return (Store::Core, true);
    }
    if DECISION.is_match(text) {
        return (Store::Episodic, false);
    }
    if settles_somebody(text) {
        return (Store::Semantic, false);
    }
    let habit = HABIT.is_match(text);
    if past && (strong_time || any_time) || strong_time && !habit && SCHEDULED.is_match(text) {
        return (Store::Episodic, past && moves_home(text));
    }
    let about_third = KIN.is_match(text);
    let about_me = ABOUT_ME.is_match(text) && !about_third;
    if past && !is_state_of_being(text) && (about_me || starts_we(text) || strong_time) {
        return (Store::Episodic, moves_home(text));
    }
    if strong_time && !habit && !is_state_of_being(text) && starts_we(text) {
        return (Store::Episodic, false);
    }
    if any_time && !habit && SCHEDULED.is_match(text) && (!about_me || HAS_ONE.is_match(text)) {
        return (Store::Episodic, false);
    }
    if about_me {
        return (Store::Core, true);
    }
    let _ = has_entities;
    (Store::Semantic, false)
}

/// What follows the request for keeping: "Pin this: …".
fn after_label(text: &str) -> &str {
    text.split_once([':', '：', '—']).map_or(text, |(_, rest)| rest)
}

/// "I was born in", "I grew up in": past in form, timeless in fact.
fn is_state_of_being(text: &str) -> bool {
    static BEING: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:was|were) born\b|\bgrew up\b|\bused to be\b|\bstudied (?:at|in)\b|\b(?:was|were) (?:founded|built|invented|designed|written|created|named|established|discovered|developed)\b|\b(?:i|we)'?ve (?:been|lived|worked|always|never|known|had)\b|\b(?:i|we) have (?:been|lived|worked|always|never|known|a|an|two|three|no)\b|出生|毕业于|从小",
        )
    });
    BEING.is_match(text)
}

/// "I moved to Munich": an event that leaves the user with another home, which is to be in mind.
fn moves_home(text: &str) -> bool {
    static MOVES: LazyLock<Regex> =
        LazyLock::new(|| regex(r"\b(?:i|i've|ive|we|we've) (?:\w+ ){0,2}(?:moved|relocated) to\b"));
    let home = |slot: &crate::claim::Slot| slot.attribute == "residence" && slot.of == "user";
    // A home is called by its name; who moved to another table lives where they did.
    let named = |end: usize| text[end..].trim_start().starts_with(char::is_uppercase);
    let told = MOVES.find(text).filter(|hit| named(hit.end()) && !KIN.is_match(text));
    told.is_some_and(|hit| crate::claim::slots(&text[hit.start()..]).iter().any(home))
}

/// "Kim moved to Porto last week", "Sam joined Globex in March": whenever it was, where somebody lives or works now.
/// What the speaker did stays an event of their own.
fn settles_somebody(text: &str) -> bool {
    // Capitals matter: a home and an employer are called by their names.
    static SETTLES: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(concat!(
            r"^(?:(?:So|And|Also|FYI|Btw|By the way|(?:On|In|Last|This|Yesterday|Today)\b[\w ]{0,20}),? +)?",
            r"(?:(?:My|Our|my|our) (?:[\w'’-]+ ){0,3}?[\w'’-]+|[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,2}(?: and [A-Z][\w'’-]*)?)",
            r" (?:(?:has|have|just|finally|recently|also|already|officially) )*",
            r"(?:(?:moved|relocated)(?: back| over)? to (?P<home>[A-Z]\w+)",
            r"|(?:joined|started (?:working )?(?:at|for|with)|signed (?:on )?with|(?:got|took|accepted|started) (?:a|an|the|his|her|their) (?:new )?(?:job|position|role) (?:at|with)|(?:was|were|got) hired (?:by|at)|switched (?:jobs )?to|transferred to) (?P<work>[A-Z]\w+)",
            r"|(?:was|were|got) (?:hired as|promoted(?: to)?)\b|became (?:the |an? )?(?:new )?(?:[\w-]+ )?(?:[A-Z]{2,4}|manager|director|lead|head|partner|professor|teacher|nurse|doctor|engineer|chef|editor)\b|retired\b)",
        ))
        .expect("valid pattern")
    });
    static HAN_SETTLES: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(r"^[^我咱，。！？]{2,12}(?:搬到|搬去|入职|跳槽到)了?\p{Han}{2,}").expect("valid pattern")
    });
    /// A stay, and company at table: "moved to Porto for a week", "joined Anna for lunch".
    static PASSING: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\bfor (?:an? |the |a few |\w+ )?(?:lunch|dinner|drinks|coffee|breakfast|days?|nights?|weeks?|weekend|months?|call|meeting|holidays?)\b|\b(?:call|meeting|standup|channel)\b",
        )
    });
    if crate::lang::has_han(text) {
        let own = KIN.find(text).map_or(0, |kin| kin.end());
        return HAN_SETTLES.is_match(&text[own..]) || own > 0 && HAN_SETTLES.is_match(&format!("某人{}", &text[own..]));
    }
    // Most statements tell of no such change.
    const CHANGES: &[&str] = &[
        "moved",
        "relocated",
        "joined",
        "started",
        "signed",
        "got ",
        "took",
        "accepted",
        "hired",
        "switched",
        "transferred",
        "promoted",
        "became",
        "retired",
    ];
    if !CHANGES.iter().any(|word| text.contains(word)) {
        return false;
    }
    let Some(hit) = SETTLES.captures(text) else { return false };
    let speaker = hit[0].split([' ', '\'', '’']).any(|word| matches!(word, "I" | "We"));
    let person = hit.name("work").is_some_and(|work| super::gazetteer::is_given_name(work.as_str()));
    !speaker && !person && !PASSING.is_match(text)
}

fn starts_we(text: &str) -> bool {
    static WE: LazyLock<Regex> = LazyLock::new(|| regex(r"\b(?:i|we|us|our team|the team)\b|我|我们|咱们"));
    WE.is_match(text)
}

/// A colon and then three or more clauses that begin with a verb.
fn is_step_list(text: &str) -> bool {
    // "To reset the router, hold the button …"
    if let Some((aim, rest)) = text.split_once(',')
        && aim.get(..3).is_some_and(|h| h.eq_ignore_ascii_case("to "))
        && !aim.contains(':')
        && aim.split_whitespace().count() <= 12
        && starts_with_verb(rest.trim_start())
    {
        return true;
    }
    let Some((head, rest)) = text.split_once([':', '：']) else {
        return false;
    };
    let parts: Vec<&str> =
        rest.split([',', ';', '，', '；', '\n', '→', '>']).map(str::trim).filter(|p| !p.is_empty()).collect();
    if crate::lang::has_han(text) {
        return parts.len() >= 3 && ["先", "再", "然后", "最后", "步", "流程", "方法"].iter().any(|w| text.contains(w));
    }
    let verbs = parts.iter().filter(|p| starts_with_verb(p)).count();
    parts.len() >= 2 && verbs * 2 > parts.len() && verbs >= 2 && head.split_whitespace().count() <= 12
}

fn starts_with_verb(part: &str) -> bool {
    let part = part.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | ' ' | '-'));
    let word = part
        .split_whitespace()
        .find(|w| {
            !matches!(
                w.to_lowercase().as_str(),
                "and" | "then" | "finally" | "first" | "next" | "always" | "please" | "or"
            )
        })
        .unwrap_or("");
    let lower = word.to_lowercase();
    let noun = [
        "the", "a", "an", "my", "our", "his", "her", "their", "it", "this", "that", "i", "we", "he", "she", "they",
        "no", "some", "any", "very", "is", "are", "in", "on", "at", "of", "for", "with",
    ]
    .contains(&lower.as_str());
    !noun
        && !lower.is_empty()
        && word.chars().next().is_some_and(char::is_lowercase)
        && !lower.ends_with("ing")
        && !lower.ends_with("ly")
        && !lower.ends_with('s')
}
