//! What a memory is about: names and their types, from shape and from the words around them.

use std::ops::Range;
use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

use super::gazetteer as known;
use crate::dates::TimeExpression;
use crate::lang::Lang;
use crate::names;
use crate::vocabulary::EntityType;

/// A name found in the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub name: String,
    pub kind: EntityType,
    pub span: Range<usize>,
}

fn regex(source: &str) -> Regex {
    Regex::new(source)
}

pub(super) fn find(text: &str, times: &[TimeExpression]) -> Vec<Found> {
    let mut out: Vec<Found> = Vec::new();
    let in_time = |span: &Range<usize>| times.iter().any(|t| t.span.start < span.end && span.start < t.span.end);
    for name in names::find(text) {
        if in_time(&name.span) && !known::is_given_name(&text[name.span.clone()]) {
            continue;
        }
        let raw = &text[name.span.clone()];
        let (label, span) = without_type_word(text, raw, name.span.clone());
        if label.is_empty() || opens_like_a_word(text, &label, &span, name.opens_sentence) {
            continue;
        }
        let kind = kind_of(text, &label, &span, raw);
        push(&mut out, Found { name: label, kind, span });
    }
    for found in lower_case_tools(text) {
        push(&mut out, found);
    }
    if Lang::of(text) == Lang::Zh || text.chars().any(crate::lang::is_han) {
        for found in chinese(text) {
            push(&mut out, found);
        }
    }
    if !out.iter().any(|e| e.span.start < 3) && Lang::of(text) == Lang::En {
        // A general statement is about its subject: "Bloom filters can …".
        if let Some(found) = subject_concept(text, times) {
            push(&mut out, found);
        }
    }
    out.sort_by_key(|e| e.span.start);
    // "contains Kestrel and Osprey": what is listed together is of one kind.
    for i in 1..out.len() {
        let between = text[out[i - 1].span.end..out[i].span.start].trim();
        let guessed =
            out[i].kind == EntityType::Person && !out[i].name.contains(' ') && !known::is_given_name(&out[i].name);
        if guessed && matches!(between, "and" | "," | ", and" | "or" | "&") {
            out[i].kind = out[i - 1].kind;
        }
    }
    out
}

fn push(out: &mut Vec<Found>, found: Found) {
    let overlaps = out.iter().any(|e| e.span.start < found.span.end && found.span.start < e.span.end);
    let again = out.iter().any(|e| {
        e.name.eq_ignore_ascii_case(&found.name)
            || e.kind == EntityType::Person && e.name.split(' ').next() == Some(&found.name)
    });
    if !overlaps && !again {
        out.push(found);
    }
}

/// "Project Linnet" is called Linnet; "the Heron team" Heron.
fn without_type_word(text: &str, raw: &str, span: Range<usize>) -> (String, Range<usize>) {
    for word in ["Project ", "Operation ", "Team ", "Sprint "] {
        if let Some(rest) = raw.strip_prefix(word)
            && !rest.is_empty()
        {
            return (rest.to_owned(), span.start + word.len()..span.end);
        }
    }
    for title in [
        "Dr. ",
        "Dr ",
        "Prof. ",
        "Prof ",
        "Professor ",
        "Mr. ",
        "Mr ",
        "Mrs. ",
        "Mrs ",
        "Ms. ",
        "Ms ",
        "Aunt ",
        "Uncle ",
        "Great-aunt ",
        "Auntie ",
        "Grandma ",
        "Grandpa ",
        "Coach ",
        "Captain ",
    ] {
        if let Some(rest) = raw.strip_prefix(title)
            && !rest.is_empty()
        {
            return (rest.to_owned(), span.start + title.len()..span.end);
        }
    }
    let _ = text;
    (raw.to_owned(), span)
}

/// A single capitalised word that opens a sentence is often just a word.
fn opens_like_a_word(text: &str, label: &str, span: &Range<usize>, opens: bool) -> bool {
    if !opens || label.contains(' ') || label.chars().skip(1).any(char::is_uppercase) {
        return false;
    }
    if known::is_given_name(label) || known::is_place(label) || known::is_tool(label) || known::is_concept(label) {
        return false;
    }
    static AFTER_NAME: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)^(?:['’]s\b|,?\s+(?:is|was|are|has|uses?|lives|works|develops|leads|likes|loves|hates|prefers|avoids|depends|runs|owns|maintains|manages|plays|speaks|replaced|replaces|supersedes|contains|consists|requires|belongs|teaches|studies|reports|moved|joined|married|supports|relies|and|needs|can|does|doesn['’]t|lies|sits|built|builds|wrote|writes|created|hosts|comes|follows|precedes|includes|dislikes|knows|met|said|told|will|stands|means|helps|allows|provides|causes|converts|turns|makes|keeps|handles|ships|exports|reads|stores|sends))\b",
        )
    });
    // A verb-like opener followed by an object is an imperative: "Pin this", "Water the plants".
    let rest = &text[span.end..];
    let next = rest.split_whitespace().next().unwrap_or("").trim_end_matches([',', '.', '!', ';', ':']);
    // "Legs are tired": several of a thing, and no name.
    if label.ends_with('s') && matches!(next, "are" | "were" | "have" | "do" | "can") {
        return true;
    }
    // "Pebble slipped": whoever opens a sentence and does something, unless it is a thing people have ("Rent went up").
    let does = rest.starts_with(' ') && crate::claim::is_verb_of_one(next) && !crate::claim::is_attribute(label);
    !does && !AFTER_NAME.is_match(rest)
}

fn kind_of(text: &str, label: &str, span: &Range<usize>, raw: &str) -> EntityType {
    let before = text[..span.start].trim_end().to_lowercase();
    let after = text[span.end..].to_lowercase();
    let ends = |list: &[&str]| {
        list.iter().any(|w| {
            before.ends_with(w)
                && before[..before.len() - w.len()].chars().next_back().is_none_or(|c| !c.is_alphanumeric())
        })
    };
    static TYPE_AFTER: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^['’]?s?\s+(?:(?:is|was|are|will be)\s+(?:an?|the|our|my)\s+(?:[\w-]+\s+){0,4}?)?(project|team|app|service|initiative|rewrite|migration|launch|release|programme|program|campaign|product|platform|startup|company|website|prototype|library|framework|database|editor|language|tool|browser|plugin|extension|compiler|server|broker|queue|engine|ide|cli|city|town|village|country|river|region|district|island|capital|mountain|lake|state|suburb|port|valley|neighbourhood|airport|station|street|algorithm|method|protocol|technique|pattern|concept|theory|theorem|disease|condition|standard|principle|data structure|format|approach|doctor|dentist|teacher|nurse|engineer|designer|developer|lawyer|manager|accountant|plumber|cousin|aunt|uncle|sister|brother|colleague|friend|neighbour|neighbor|owner|lead|cto|ceo)\b",
        )
    });
    if let Some(kind) = named_as(&before) {
        return kind;
    }
    if raw.starts_with("Project ") || raw.starts_with("Operation ") || raw.starts_with("Sprint ") {
        return EntityType::Project;
    }
    if raw.len() != label.len() && !raw.starts_with("Team ") {
        return EntityType::Person;
    }
    if let Some(hit) = TYPE_AFTER.captures(&after) {
        return match &hit[1] {
            "project" | "team" | "app" | "service" | "initiative" | "rewrite" | "migration" | "launch" | "release"
            | "programme" | "program" | "campaign" | "product" | "platform" | "startup" | "company" | "website"
            | "prototype" => {
                if known::is_tool(label) {
                    EntityType::Tool
                } else {
                    EntityType::Project
                }
            }
            "library" | "framework" | "database" | "editor" | "language" | "tool" | "browser" | "plugin"
            | "extension" | "compiler" | "server" | "broker" | "queue" | "engine" | "ide" | "cli" => EntityType::Tool,
            "algorithm" | "method" | "protocol" | "technique" | "pattern" | "concept" | "theory" | "theorem"
            | "disease" | "condition" | "standard" | "principle" | "data structure" | "format" | "approach" => {
                EntityType::Concept
            }
            "doctor" | "dentist" | "teacher" | "nurse" | "engineer" | "designer" | "developer" | "lawyer"
            | "manager" | "accountant" | "plumber" | "cousin" | "aunt" | "uncle" | "sister" | "brother"
            | "colleague" | "friend" | "neighbour" | "neighbor" | "owner" | "lead" | "cto" | "ceo" => {
                EntityType::Person
            }
            _ => EntityType::Place,
        };
    }
    if known::is_tool(label) && !ends(&["my cat", "my dog"]) {
        return EntityType::Tool;
    }
    if known::is_concept(label) {
        return EntityType::Concept;
    }
    let kin = [
        "sister",
        "brother",
        "mother",
        "father",
        "mum",
        "mom",
        "dad",
        "wife",
        "husband",
        "partner",
        "son",
        "daughter",
        "boss",
        "manager",
        "landlord",
        "dentist",
        "doctor",
        "neighbour",
        "neighbor",
        "colleague",
        "aunt",
        "uncle",
        "cousin",
        "friend",
        "teacher",
        "accountant",
        "lawyer",
        "client",
        "vet",
        "therapist",
        "coach",
        "roommate",
        "flatmate",
        "grandmother",
        "grandfather",
        "nephew",
        "niece",
        "tutor",
        "mentor",
        "intern",
        "cat",
        "dog",
        "engineer",
        "designer",
        "developer",
        "lead",
        "plumber",
        "nanny",
        "boyfriend",
        "girlfriend",
        "with",
        "called",
        "named",
        "told",
        "met",
        "by",
        "and",
    ];
    if known::is_given_name(label)
        && !(known::is_place(label) && ends(&["in", "from", "to", "near", "at", "around", "of"]))
    {
        return EntityType::Person;
    }
    if known::is_place(label) {
        return EntityType::Place;
    }
    if ends(&kin[..kin.len() - 4]) {
        return EntityType::Person;
    }
    // What belongs to a thing and to nobody: "Falcon's password".
    static THING_OWNS: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^['’]s (?:password|passcode|login|network|wi-?fi|ssid|signal|router|port|url|ip|api|version|config|firmware|battery|engine|warranty|manual|screen|keyboard|licen[cs]e|repo|changelog)\b",
        )
    });
    if THING_OWNS.is_match(&after) {
        return EntityType::Tool;
    }
    // Who one works for, joins or leaves is a company.
    static EMPLOYER: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:(?:work(?:s|ed|ing)?|employed|jobs?|positions?|role|offer|intern(?:s|ed|ing|ship)?|hired|consult(?:s|ed|ing)?|freelanc(?:e|es|ed|ing)|contract(?:s|ed|ing|or)?|interview(?:s|ed|ing)?|career|shifts?|nurse|engineer|manager|developer|clerk|driver|accountant|director) (?:[\w-]+ ){0,3}?(?:at|for|by|from)|join(?:s|ed|ing)?|resigned from|retired from|fired (?:from|by)|laid off (?:from|by))$",
        )
    });
    if EMPLOYER.is_match(&before) && !label.chars().any(|c| c.is_ascii_digit()) {
        return EntityType::Project;
    }
    static PERSON_VERB: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(?:['’]s (?:aunt|uncle|sister|brother|mother|father|wife|husband|son|daughter|cousin|boss|manager|friend|birthday|partner|niece|nephew|dog|cat|desk|team|email|phone|number|favou?rite|house|flat|colleague|wedding|surgery)|\s+(?:lives|works|develops|leads|likes|loves|hates|prefers|avoids|owns|maintains|manages|plays|speaks|teaches|studies|reports|moved|joined|married|knows|met|said|told|presented|wrote|thinks|wants|eats|drinks|dislikes|coordinates|designs|is (?:married|allergic|vegan|vegetarian|responsible|my|our|from|afraid|unsure|confident|sure|retired|on leave|left-handed|an? (?:\w+ )?(?:vegan|vegetarian|doctor|dentist|teacher|nurse|engineer|lawyer|chef|designer|developer|plumber|painter|student|gardener|pilot|baker|architect|mother|father))|and [A-Z]\w+ are|took|called|asked|agreed|joined|quit|retired|runs (?:the|a|marathons)|sings|drives|cooks|cycles|commutes))",
        )
    });
    if PERSON_VERB.is_match(&text[span.end..]) {
        return EntityType::Person;
    }
    if ends(&[
        "in", "near", "from", "to", "visit", "visited", "around", "outside", "towards", "via", "leaving", "reached",
        "at",
    ]) && !label.chars().skip(1).any(char::is_uppercase)
    {
        let work = ["at", "to"].iter().any(|w| before.ends_with(w))
            && (before.contains("work")
                || before.contains("employ")
                || before.contains("intern")
                || before.contains("reports")
                || before.contains("belongs")
                || before.contains("switched")
                || before.contains("migrat"));
        if work {
            return EntityType::Project;
        }
        if before.ends_with(" in")
            && (before.contains("written in") || before.contains("coded in") || before.contains("built in"))
        {
            return EntityType::Tool;
        }
        return EntityType::Place;
    }
    if ends(&[
        "uses",
        "use",
        "using",
        "with",
        "on",
        "runs",
        "adopted",
        "installed",
        "via",
        "avoids",
        "requires",
        "into",
        "depends on",
        "relies on",
        "chose",
        "deployed",
    ]) {
        return if label.contains(' ') && known::is_given_name(label) { EntityType::Person } else { EntityType::Tool };
    }
    if ends(&[
        "develops",
        "develop",
        "maintains",
        "maintain",
        "builds",
        "leads",
        "project",
        "manages",
        "working on",
        "launch",
        "launched",
        "founded",
        "owns",
        "runs",
        "contains",
        "includes",
        "comprises",
    ]) {
        return EntityType::Project;
    }
    let words = label.split(' ').count();
    let plain_capitals = label
        .split(' ')
        .all(|w| w.chars().next().is_some_and(char::is_uppercase) && !w.chars().skip(1).any(char::is_uppercase));
    if (2..=3).contains(&words)
        && plain_capitals
        && !label.contains(" of ")
        && !label.chars().any(|c| c.is_ascii_digit())
    {
        return EntityType::Person;
    }
    static SYSTEM_VERB: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^\s+(?:uses?|depends|runs on|is (?:written|built|developed|hosted|maintained|part|deployed|made|based)|consists|contains|requires|relies|replaced|replaces|supersedes|ships|stores|exports|supports|includes|needs)\b",
        )
    });
    if SYSTEM_VERB.is_match(&text[span.end..]) {
        return EntityType::Project;
    }
    let acronym = label.len() <= 6 && label.chars().all(|c| c.is_uppercase() || c.is_ascii_digit() || c == '-');
    if acronym {
        return EntityType::Concept;
    }
    if label.chars().skip(1).any(char::is_uppercase) || label.chars().any(|c| c.is_ascii_digit()) {
        return EntityType::Tool;
    }
    if words == 1 { EntityType::Person } else { EntityType::Concept }
}

/// What a name is by the noun it is given to: "the Wi-Fi is called", "my car is a red", "our cat, named".
fn named_as(before: &str) -> Option<EntityType> {
    static GIVEN: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:my|our|his|her|their|the|an?|this|that|[\w-]+['’]s)\s+(?:[\w'’-]+\s+){0,2}?([a-z][\w-]*)(?:['’]s name)?\s*,?\s*(?:(?:is|are|was|were)\s+)?(called|named|is|are|was)(?:\s+(?:an?|the)(?:\s+[a-z][\w-]*){0,2})?$",
        )
    });
    let hit = GIVEN.captures(before)?;
    let noun = hit[1].trim_end_matches('s');
    match noun {
        "wi-fi" | "wifi" | "network" | "router" | "server" | "laptop" | "computer" | "printer" | "phone" | "car"
        | "van" | "bike" | "bicycle" | "boat" | "camera" | "machine" | "robot" | "app" | "script" | "tool"
        | "guitar" | "tent" | "hotspot" | "ssid" | "tablet" | "watch" | "drone" | "motorbike" | "scooter"
        | "keyboard" | "piano" => Some(EntityType::Tool),
        "town" | "city" | "village" | "street" | "cafe" | "café" | "restaurant" | "bar" | "pub" | "hotel" | "beach"
        | "park" | "school" | "hospital" | "neighbourhood" | "neighborhood" | "island" | "lake" | "river" | "shop"
        | "clinic" | "gym" | "station" | "airport" | "church" | "hometown" | "birthplace" => Some(EntityType::Place),
        "project" | "company" | "firm" | "employer" | "startup" | "team" | "band" | "product" | "agency" | "bank"
        | "client" | "customer" | "business" | "charity" | "club" | "organisation" | "organization" => {
            Some(EntityType::Project)
        }
        _ => None,
    }
}

/// Tools people write without a capital: docker, nginx, esbuild.
fn lower_case_tools(text: &str) -> Vec<Found> {
    const TOO_COMMON: &[&str] = &[
        "go",
        "make",
        "r",
        "c",
        "word",
        "edge",
        "signal",
        "vault",
        "teams",
        "square",
        "fly",
        "screen",
        "fish",
        "atom",
        "monday",
        "linear",
        "sketch",
        "windows",
        "poetry",
        "conda",
        "spark",
        "hive",
        "unity",
        "node",
        "opera",
        "brave",
        "base",
        "remix",
        "parcel",
        "helm",
        "julia",
        "maya",
        "cad",
        "swift",
        "bun",
        "rest",
        "slack",
        "zoom",
        "outlook",
        "notion",
        "oracle",
        "safari",
        "arc",
        "express",
        "consul",
        "nomad",
        "excel",
        "raspberry",
        "tesla",
        "sap",
        "hugo",
        "keras",
        "solid",
        "dry",
        "rails",
        "ruby",
        "flask",
        "perl",
        "rust",
        "fluentd",
        "presto",
    ];
    static WORD: LazyLock<Regex> = LazyLock::new(|| regex(r"\b[a-z][a-z0-9+#.-]{1,18}\b"));
    static TECH: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)\b(?:depends on|uses?|written in|runs on|built with|requires|deploy|server|database|cluster|code|library|framework)\b",
        )
    });
    WORD.find_iter(text)
        .into_iter()
        .filter(|m| {
            known::is_tool(m.as_str().trim_end_matches('.'))
                && (!TOO_COMMON.contains(&m.as_str())
                    || TECH.is_match(text)
                        && !matches!(
                            m.as_str(),
                            "go" | "make"
                                | "r"
                                | "c"
                                | "rest"
                                | "base"
                                | "screen"
                                | "word"
                                | "teams"
                                | "square"
                                | "edge"
                        ))
        })
        .map(|m| {
            let name = m.as_str().trim_end_matches('.');
            Found { name: name.to_owned(), kind: EntityType::Tool, span: m.start()..m.start() + name.len() }
        })
        .collect()
}

/// The noun phrase that opens a general statement.
fn subject_concept(text: &str, times: &[TimeExpression]) -> Option<Found> {
    static SUBJECT: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(?:(?:In general|Generally|Note that|Remember that|FYI|Fact)[,:]?\s+)?((?:An?|The)\s+)?([a-z\x80-\xff][\w\x80-\xff'-]*(?:\s+[a-z\x80-\xff][\w\x80-\xff'-]*){0,3}?)\s+(?:is|are|can|has|have|uses?|works?|means?|requires?|needs?|returns?|stores?|turns?|converts?|makes?|keeps?|lets?|allows?|helps?|guarantees?|depends?|grows?|lives?|contains?|consists?|provides?|reduces?|trades?|splits?|compares?|solves?|runs?|relies|rely|maps?|describes?|measures?|prevents?|causes?|combines?|supports?|scales?|balances?|avoids?|cannot|never|always|do|does|will|tends?|refers?|encrypts?|sorts?|detects?|assigns?|states?|says?|holds?|gives?|takes?|replicates?|handles?|sends?|lasts?|ferments?|blooms?|belongs?|eats?|feeds?|was|were|must|should|may|only|often|usually|sits?)\b",
        )
    });
    // One word and a verb in -s before an article or particle: "Backpressure slows a …".
    static SINGLE: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(An? |The )?([a-z][\w-]{3,})\s+[a-z]+[a-rt-z]s\s+(?:an?|the|down|up|out|to|that|when|how|from|into|by|between|across|without|with|more|less|every|each|all|only|one|two|its|their)\b",
        )
    });
    let hit = SUBJECT.captures(text).or_else(|| SINGLE.captures(text))?;
    let noun = hit.get(2)?;
    let lower = noun.as_str().to_lowercase();
    let first = lower.split_whitespace().next()?;
    const NOT_CONCEPTS: &[&str] = &[
        "i",
        "we",
        "you",
        "he",
        "she",
        "it",
        "they",
        "my",
        "our",
        "your",
        "his",
        "her",
        "their",
        "this",
        "that",
        "these",
        "those",
        "there",
        "here",
        "what",
        "who",
        "when",
        "where",
        "how",
        "why",
        "if",
        "always",
        "never",
        "please",
        "yesterday",
        "today",
        "tomorrow",
        "everyone",
        "someone",
        "nobody",
        "people",
        "both",
        "all",
        "some",
        "one",
        "each",
        "every",
        "no",
        "in",
        "on",
        "at",
        "for",
        "to",
        "from",
        "last",
        "next",
        "after",
        "before",
    ];
    if NOT_CONCEPTS.contains(&first)
        || times.iter().any(|t| t.span.start < noun.end())
        || text.contains(" my ") && hit.get(1).is_some()
    {
        return None;
    }
    Some(Found { name: noun.as_str().to_owned(), kind: EntityType::Concept, span: noun.range() })
}

/// Chinese names that are given to something: 妹妹叫小红, 一只猫，叫咪咪, 网络叫猎鹰, 在华为工作.
fn called(text: &str) -> Vec<Found> {
    static CALLED: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(r"(?P<kin>妹妹?|弟弟?|姐姐?|哥哥?|妈妈?|爸爸?|母亲|父亲|老婆|老公|妻子|丈夫|太太|先生|爱人|对象|儿子|女儿|孩子|宝宝|爷爷|奶奶|外公|外婆|姥姥|姥爷|叔叔|阿姨|舅舅|姑姑|侄子|侄女|男朋友|女朋友|朋友|同事|同学|室友|邻居|老板|上司|经理|老师|导师|医生|牙医|房东|徒弟|学生|猫|狗|鸟|兔子|仓鼠|乌龟|宠物)|(?P<project>项目|公司|团队|乐队|产品|店铺)|(?P<place>小区|餐厅|饭店|酒店|咖啡馆|店|城市|村子?|镇|学校)|(?P<tool>网络|Wi-?Fi|wifi|服务器|路由器|车|船|电脑|机器人|软件|应用)")
            .expect("valid pattern")
    });
    static NAME: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(
            r"^(?:的?名字)?[，,]?\s*(?:名?叫做?|名字叫|名字是)\s*[“「]?(?P<name>[\p{Han}]{1,4}|[A-Za-z][\w-]*)",
        )
        .expect("valid pattern")
    });
    // What follows a name without a mark between them.
    const AFTER: [&str; 22] = [
        "是", "在", "今年", "的", "和", "跟", "也", "住", "喜欢", "很", "最", "了", "吧", "呢", "啊", "做", "会", "有",
        "来自", "工作", "什么", "啥",
    ];
    static EMPLOYER: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(r"在(?P<name>[\p{Han}]{2,6}?)(?:公司)?(?:工作|上班|任职|就职|实习)").expect("valid pattern")
    });
    let mut out = Vec::new();
    for hit in CALLED.captures_iter(text) {
        let end = hit.get(0).expect("group 0 always matches").end();
        let Some(name) = NAME.captures(&text[end..]).and_then(|name| name.name("name")) else { continue };
        let cut = AFTER.iter().filter_map(|word| name.as_str().find(word)).min().unwrap_or(name.len());
        if cut == 0 {
            continue;
        }
        let kind = match (hit.name("kin"), hit.name("project"), hit.name("place")) {
            (Some(_), ..) => EntityType::Person,
            (_, Some(_), _) => EntityType::Project,
            (.., Some(_)) => EntityType::Place,
            _ => EntityType::Tool,
        };
        let start = end + name.start();
        out.push(Found { name: name.as_str()[..cut].to_owned(), kind, span: start..start + cut });
    }
    for hit in EMPLOYER.captures_iter(text) {
        let name = hit.name("name").expect("the group is in every match");
        // Kinds of places and of days are no companies.
        const KINDS: [&str; 24] = [
            "医院",
            "学校",
            "银行",
            "公司",
            "家里",
            "工厂",
            "餐厅",
            "政府",
            "大学",
            "机关",
            "这里",
            "那里",
            "外地",
            "国外",
            "远程",
            "酒店",
            "超市",
            "幼儿园",
            "工地",
            "办公室",
            "律所",
            "药店",
            "周末",
            "晚上",
        ];
        let is_kind = KINDS.iter().any(|kind| name.as_str() == *kind || name.as_str().ends_with('家'));
        if !is_kind && !name.as_str().contains(['一', '个', '这', '那', '的']) {
            out.push(Found { name: name.as_str().to_owned(), kind: EntityType::Project, span: name.range() });
        }
    }
    out
}

/// Chinese names: people by surname, known places, 某某项目.
fn chinese(text: &str) -> Vec<Found> {
    let mut out = Vec::new();
    static PROJECT: LazyLock<regex::Regex> =
        LazyLock::new(|| regex::Regex::new(r"[“「《]?([\p{Han}A-Za-z0-9]{1,10}?)[”」》]?项目").expect("valid pattern"));
    for place in known::han_places() {
        for (at, _) in text.match_indices(place) {
            out.push(Found { name: (*place).to_owned(), kind: EntityType::Place, span: at..at + place.len() });
        }
    }
    static PLACE: LazyLock<regex::Regex> =
        LazyLock::new(|| regex::Regex::new(r"[\p{Han}]{2,3}[市省县镇]").expect("valid pattern"));
    for hit in PLACE.find_iter(text) {
        let name = hit.as_str();
        let skip = name
            .char_indices()
            .nth(1)
            .filter(|_| name.starts_with(['在', '到', '去', '是', '住', '从']))
            .map_or(0, |(n, _)| n);
        out.push(Found { name: name[skip..].to_owned(), kind: EntityType::Place, span: hit.start() + skip..hit.end() });
    }
    for hit in PROJECT.captures_iter(text) {
        let name = hit.get(1).expect("group 1 always matches");
        let lead = [
            "我们的",
            "这个",
            "那个",
            "负责",
            "开发",
            "参与",
            "在",
            "的",
            "我们",
            "做",
            "主导",
            "管理",
            "是",
            "用",
            "和",
        ]
        .iter()
        .find(|w| name.as_str().contains(**w));
        let from = lead.map_or(0, |w| name.as_str().rfind(w).unwrap_or(0) + w.len());
        if from < name.as_str().len() {
            out.push(Found {
                name: name.as_str()[from..].to_owned(),
                kind: EntityType::Project,
                span: name.start() + from..name.end(),
            });
        }
    }
    out.extend(called(text));
    // A surname, one or two more characters, and then a word that people do or are.
    static PERSON_AFTER: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(r"^(?:是|在|住|和|与|的|喜欢|讨厌|不|负责|开发|使用|用|说|会|有|跟|去|来|今年|想|都|也|对|爱|养|做|教|写|管|最|每|正|已|刚|主|一|、|，|。|很|擅长|从|把|给|要|经常|参与|维护|避免|偏|老师|先生|女士|经理|$)").expect("valid pattern")
    });
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut i = 0;
    while i < chars.len() {
        let (at, c) = chars[i];
        let before_ok = i == 0
            || matches!(
                chars[i - 1].1,
                '和' | '与'
                    | '跟'
                    | '，'
                    | '。'
                    | '、'
                    | '：'
                    | ' '
                    | '是'
                    | '叫'
                    | '事'
                    | '友'
                    | '妈'
                    | '爸'
                    | '板'
                    | '理'
                    | '师'
                    | '由'
                    | '给'
                    | '对'
                    | '找'
                    | '向'
                    | '婆'
                    | '公'
                    | '姐'
                    | '妹'
                    | '弟'
                    | '哥'
                    | '天'
                    | '女'
                    | '子'
                    | '了'
                    | '着'
                    | '居'
                    | '户'
                    | '的'
                    | '同'
            );
        if known::is_surname(c) && before_ok {
            let mut taken = 0;
            for length in [3usize, 2] {
                if i + length <= chars.len() && chars[i + 1..i + length].iter().all(|(_, d)| crate::lang::is_han(*d)) {
                    let end = chars.get(i + length).map_or(text.len(), |p| p.0);
                    let name = &text[at..end];
                    let clear = !known::han_places().iter().any(|p| name.starts_with(p) || p.starts_with(name))
                        && !name.ends_with([
                            '是', '在', '和', '的', '不', '有', '会', '用', '住', '去', '喜', '对', '说', '负', '都',
                            '也', '开', '使',
                        ]);
                    if clear && PERSON_AFTER.is_match(&text[end..]) {
                        out.push(Found { name: name.to_owned(), kind: EntityType::Person, span: at..end });
                        taken = length;
                        break;
                    }
                }
            }
            i += taken.max(1);
        } else {
            i += 1;
        }
    }
    out
}
