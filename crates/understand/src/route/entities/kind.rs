//! What sort of thing a name denotes: by the noun it is given to, the words around it, then its shape.

use std::ops::Range;
use std::sync::LazyLock;

use super::{nouns, regex};
use crate::pattern::Pattern as Regex;
use crate::route::gazetteer as known;
use crate::word_table::WordSet;
use soulfile_vocabulary::EntityType;

/// Words that somebody's name follows.
const KIN_LIST: &str = "
    sister brother mother father mum mom dad wife husband partner son daughter boss manager landlord dentist
    doctor neighbour neighbor colleague aunt uncle cousin friend teacher accountant lawyer client vet therapist
    coach roommate flatmate grandmother grandfather nephew niece tutor mentor intern cat dog engineer designer
    developer lead plumber nanny boyfriend girlfriend called named
";
static KIN: LazyLock<WordSet> = LazyLock::new(|| KIN_LIST.split_whitespace().collect());

/// The type of the name `label` at `span` of `text`, written as `raw`.
pub(super) fn of(text: &str, label: &str, span: &Range<usize>, raw: &str) -> EntityType {
    let before = text[..span.start].trim_end().to_lowercase();
    let after = text[span.end..].to_lowercase();
    let ends = |list: &[&str]| {
        list.iter().any(|w| {
            before.ends_with(w)
                && before[..before.len() - w.len()].chars().next_back().is_none_or(|c| !c.is_alphanumeric())
        })
    };
    if let Some(kind) = named_as(&before) {
        return kind;
    }
    if raw.starts_with("Project ")
        || raw.starts_with("Operation ")
        || raw.starts_with("Sprint ")
        || raw.starts_with("Team ")
    {
        return EntityType::Project;
    }
    // "Heron API" is of the project, "Dr Heron" a person.
    if raw.len() != label.len() && !raw.starts_with("Team ") {
        return match (raw.starts_with(label), known::is_tool(label)) {
            (true, true) => EntityType::Tool,
            (true, false) => EntityType::Project,
            _ => EntityType::Person,
        };
    }
    if let Some(kind) = told_after(&after) {
        // "Emacs is his favourite editor".
        return if known::is_tool(label) && !known::is_given_name(label) { EntityType::Tool } else { kind };
    }
    if let Some(kind) = told_before(&before, text[..span.start].ends_with(' '))
        .filter(|kind| *kind != EntityType::Place || !known::is_tool(label))
    {
        return kind;
    }
    if known::is_tool(label) && !ends(&["my cat", "my dog"]) {
        return EntityType::Tool;
    }
    if known::is_concept(label) {
        return EntityType::Concept;
    }
    if let Some(kind) = nouns::by_head(label).filter(|_| !known::is_place(label)) {
        return kind;
    }
    if known::is_given_name(label)
        && !(known::is_place(label) && ends(&["in", "from", "to", "near", "at", "around", "of"]))
    {
        return EntityType::Person;
    }
    if known::is_place(label) {
        return EntityType::Place;
    }
    if before.rsplit(|c: char| !c.is_alphanumeric()).next().is_some_and(|word| KIN.contains(word)) {
        return EntityType::Person;
    }
    if let Some(kind) = super::stuff::general(text, label, span, &after) {
        return kind;
    }
    // What only software has: "Heron's backend".
    static SOFTWARE_OWNS: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^['’]s (?:[\w-]+ )?(?:front-?end|back-?end|codebase|code base|cache|database|schema|pipeline|deployment|build|release|roadmap|docs|documentation|ui|user interface|test suite|unit tests|staging|production|cluster|message bus|queue|data model|core team|maintainers?|lead developer|product owner|product manager|tech lead|contributors|codename|kick-?off|go-live|backlog|stakeholders|source code|server side|client side)\b",
        )
    });
    if SOFTWARE_OWNS.is_match(&after) {
        return EntityType::Project;
    }
    // "Written in HCL".
    static CODED_IN: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:written|coded|implemented|programmed|rewritten|scripted) (?:mostly |entirely |partly |mainly )?in$",
        )
    });
    if CODED_IN.is_match(&before) {
        return EntityType::Tool;
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
    // "Siemens makes turbines", "Nestlé's headquarters".
    static FIRM: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(?: (?:makes|manufactures|produces|supplies|employs|acquired|acquires|distributes|insures|publishes|merged|outsourced|went bankrupt|is headquartered|was founded|has its (?:\w+ )?(?:hub|headquarters|head office|hq|plant|factory)|laid off|is hiring|sponsors|operates|owns \d|has \d+ employees)\b|['’]s (?:ceo|cfo|cto|coo|ciso|board|founders?|investors|shareholders|workforce|headquarters|hq|stock|shares|factory|plant|employees|subsidiary|customers|competitor|products?|warehouse|call cent)\b)",
        )
    });
    static INTO: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:flows|empties|drains|runs) into(?: the)?$|\b(?:banks|source|mouth|shores?) of(?: the)?$|\b(?:lies|sits|halfway|border|road|ferry|train|motorway|runs|flows|is) between(?: \w+ and)?$",
        )
    });
    if INTO.is_match(&before) {
        return EntityType::Place;
    }
    // "The Pennines run through northern England".
    static RANGE: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^ (?:separates|divides|borders) (?:the )?\w|^ (?:runs?|stretch(?:es)?|rise|extends?|flows?|lie) (?:through|along|across|from|between|into|over|north|south|east|west)\b",
        )
    });
    if before.ends_with("the") && RANGE.is_match(&after) {
        return EntityType::Place;
    }
    if known::is_company(label) {
        return EntityType::Project;
    }
    if FIRM.is_match(&after) && !label.contains(' ') && !known::is_given_name(label) {
        return EntityType::Project;
    }
    // Who one works for, joins or leaves is a company.
    static EMPLOYER: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:(?:work(?:s|ed|ing)?|employed|jobs?|positions?|role|offer|intern(?:s|ed|ing|ship)?|hired|consult(?:s|ed|ing)?|freelanc(?:e|es|ed|ing)|contract(?:s|ed|ing|or)?|interview(?:s|ed|ing)?|career|shifts?|nurse|engineer|manager|developer|clerk|driver|accountant|director|team|department|people|folks|crew|staff|colleagues|contact) (?:[\w-]+ ){0,3}?(?:at|for|by|from)|join(?:s|ed|ing)?|resigned from|retired from|fired (?:from|by)|laid off (?:from|by))$",
        )
    });
    if (EMPLOYER.is_match(&before) || serves_at(&before) || EMPLOYED.is_match(&before) && LEADS.is_match(&after))
        && !label.chars().any(|c| c.is_ascii_digit())
    {
        return EntityType::Project;
    }
    // "The billing module is part of Gull".
    static PART_OF: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:module|component|service|sub-?project|sub-?module|feature|plugin|library|api|backend|frontend|part|subsystem|crate|package|milestone) (?:is |are )?(?:an? |the )?(?:\w+ )?(?:part |module |component |piece )?of$",
        )
    });
    if PART_OF.is_match(&before) && !has_inner_capital(label) {
        return EntityType::Project;
    }
    static PERSON_VERB: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(?:['’]s (?:aunt|uncle|sister|brother|mother|father|wife|husband|son|daughter|cousin|boss|manager|friend|birthday|partner|niece|nephew|dog|cat|desk|team|email|phone|number|favou?rite|house|flat|colleague|wedding|surgery)|\s+(?:lives|works|develops|leads|likes|loves|hates|prefers|avoids|owns|maintains|manages|plays|speaks|teaches|studies|reports|moved|joined|married|knows|met|said|told|presented|wrote|thinks|wants|eats|drinks|dislikes|coordinates|designs|is (?:married|allergic|vegan|vegetarian|responsible|my|our|from|afraid|unsure|confident|sure|retired|on leave|left-handed|an? (?:\w+ )?(?:vegan|vegetarian|doctor|dentist|teacher|nurse|engineer|lawyer|chef|designer|developer|plumber|painter|student|gardener|pilot|baker|architect|mother|father))|and [A-Z]\w+ are|took|called|asked|agreed|joined|quit|retired|runs (?:the|a|marathons)|sings|drives|cooks|cycles|commutes))",
        )
    });
    // "Reports to Nkechi", "a letter from Evander".
    static TO_SOMEBODY: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:report(?:s|ed|ing)?|answers?|married|engaged|related|talk(?:s|ed|ing)?|spoke|speaks|wrote|writes|sold|gave|given|lent|sent|handed|introduced|said|listens?) (?:[\w-]+ ){0,3}?to$|\b(?:e-?mail|letter|call|message|text|news|gift|present|note|invoice|heard|bought|borrowed|postcard|word|advice|quote) (?:[\w-]+ ){0,2}?from$|\b(?:took over|takes over|inherited|learned|learnt) (?:[\w-]+ ){0,5}?from$",
        )
    });
    if TO_SOMEBODY.is_match(&before) && !has_inner_capital(label) {
        return EntityType::Person;
    }
    if PERSON_VERB.is_match(&text[span.end..]) {
        return EntityType::Person;
    }
    if ends(&[
        "in", "near", "from", "to", "visit", "visited", "around", "outside", "towards", "via", "leaving", "reached",
        "at", "out of",
    ]) && !has_inner_capital(label)
        && !ends(&["next to", "close to"])
    {
        static WORK: LazyLock<Regex> = LazyLock::new(|| {
            regex(
                r"\b(?:employed|intern(?:s|ed|ing)?|belongs?|switched|migrat\w+|works?|worked|working)(?: [\w-]+){0,3} (?:at|to)$",
            )
        });
        let work = WORK.is_match(&before);
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
    static DONE_WITH: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:runs?|running|depend(?:s|ing)?|rel(?:y|ies)|built|based|hosted|deployed|written|made|edits?|draws?|integrat\w+|replaced|done|manag\w+|track\w*|monitor\w*|test(?:s|ed)?|powered|served|stored|automated|ships|works?) (?:\w+ )?(?:on|with)(?: top of)?$|\b(?:powered|driven|backed|managed) by$",
        )
    });
    if DONE_WITH.is_match(&before) && !(before.ends_with("with") && before.contains("work")) {
        return EntityType::Tool;
    }
    // "On Crete", "on Kinder Scout"; "lunch with Evander".
    if ends(&["on"]) && !has_inner_capital(label) {
        return EntityType::Place;
    }
    if ends(&["with"]) && !label.chars().skip(1).any(|c| c.is_uppercase() && !label.contains(' ')) {
        return EntityType::Person;
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
    // "At the Hilton"; "the Ouse floods", "the Larkspur": with an article it is nobody.
    if ends(&["at the", "to the", "near the", "opposite the"]) && !has_inner_capital(label) {
        return EntityType::Place;
    }
    if ends(&["the"])
        && !label.contains(' ')
        && !label.ends_with('s')
        && !has_inner_capital(label)
        && !label.chars().all(char::is_uppercase)
    {
        static WATER: LazyLock<Regex> = LazyLock::new(|| {
            regex(
                r"^ (?:flows|floods|flooded|rises|freezes|froze|borders|meanders|empties|runs (?:through|along|past)|lies|stretches|burst)\b",
            )
        });
        return if WATER.is_match(&after) { EntityType::Place } else { EntityType::Project };
    }
    // "Lactose is a sugar found in milk": told what it is, and not who.
    static DEFINED: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^ (?:is|are) (?:an?|the) (?:[\w-]+ ){0,3}?[\w-]+ (?:found|used|made|that|which|caused|produced|consisting|for \w+ing)\b",
        )
    });
    if DEFINED.is_match(&after) && !label.contains(' ') {
        return EntityType::Concept;
    }
    // "M. F. K. Fisher".
    if label.len() > 4 && label.as_bytes()[1] == b'.' {
        return EntityType::Person;
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
    // "Photosynthesis", "Inflation": what has such an ending is an idea.
    const ABSTRACT: &[&str] =
        &["sis", "tion", "sion", "ism", "ity", "ment", "ness", "ology", "graphy", "ics", "ance", "ence", "itis"];
    if words == 1 && label.len() > 6 && ABSTRACT.iter().any(|end| label.ends_with(end)) {
        return EntityType::Concept;
    }
    static SYSTEM_VERB: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^\s+(?:uses?|depends|runs on|(?:is|was|were|has been|gets|got) (?:originally |mostly |mainly |entirely |still |being |now )?(?:written|built|rewritten|developed|hosted|maintained|part|deployed|made|based|coded|implemented|programmed|headquartered|open-sourced|released|shipped|archived)|is headquartered|spun off|consists|contains|requires|relies|replaced|replaces|supersedes|ships|stores|exports|supports|includes|needs)\b",
        )
    });
    // "Flax needs a cool spring": nothing else has a name.
    static KIND_NEEDS: LazyLock<Regex> = LazyLock::new(|| regex(r"^ (?:needs|requires|contains)\b"));
    if span.start == 0 && KIND_NEEDS.is_match(&after) && !text[span.end..].chars().any(char::is_uppercase) {
        return EntityType::Concept;
    }
    if SYSTEM_VERB.is_match(&text[span.end..]) {
        return EntityType::Project;
    }
    let acronym = label.len() <= 6 && label.chars().all(|c| c.is_uppercase() || c.is_ascii_digit() || c == '-');
    if acronym {
        return EntityType::Concept;
    }
    if has_inner_capital(label) || label.chars().any(|c| c.is_ascii_digit()) {
        return EntityType::Tool;
    }
    if words == 1 { EntityType::Person } else { EntityType::Concept }
}

/// "At Northwind, Salma leads the data team": somebody has a part in it.
static EMPLOYED: LazyLock<Regex> = LazyLock::new(|| regex(r"^(?:over |here |back )?at$"));
static LEADS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^, (?:\w+ ){1,3}?(?:leads|runs|heads|manages|handles|is|does|works|owns|maintains|uses?|decides|reports|approves|signs)\b",
    )
});

/// "Is head of data at", "the accountant for": who does a job does it for a company.
fn serves_at(before: &str) -> bool {
    let Some(rest) = before.strip_suffix(" at").or_else(|| before.strip_suffix(" for")) else { return false };
    let clause = rest.rsplit([',', ';', '.']).next().unwrap_or(rest);
    let mut words = clause.rsplit(' ').take(5);
    words.any(|word| {
        nouns::kind(word) == Some(EntityType::Person)
            && !matches!(
                word,
                "cat"
                    | "dog"
                    | "horse"
                    | "pony"
                    | "patient"
                    | "guy"
                    | "man"
                    | "woman"
                    | "boy"
                    | "girl"
                    | "student"
                    | "kid"
            )
    }) && clause.split(' ').any(|word| matches!(word, "is" | "was" | "as" | "a" | "an" | "the"))
}

/// Whether a capital stands inside a word: "OpenTofu", not "Hay-on-Wye".
pub(super) fn has_inner_capital(label: &str) -> bool {
    label.chars().zip(label.chars().skip(1)).any(|(before, c)| c.is_uppercase() && before.is_alphanumeric())
}

/// What a name is by the noun it is given to: "the Wi-Fi is called", "my car is a red", "our cat, named".
fn named_as(before: &str) -> Option<EntityType> {
    static GIVEN: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:my|our|his|her|their|the|an?|this|that|[\w-]+['’]s)\s+(?:[\w'’-]+\s+){0,2}?([a-z][\w-]*)(?:['’]s name)?\s*,?\s*(?:(?:is|are|was|were)\s+)?(called|named|is|are|was)(?:\s+(?:an?|the)(?:\s+[a-z][\w-]*){0,2})?$",
        )
    });
    if before.ends_with(" of") {
        return None;
    }
    let hit = GIVEN.captures(before)?;
    // "The tuba player in our band is called": the noun before the little word.
    let ahead = hit.get(0).map_or("", |whole| before[..whole.start()].trim_end());
    let mut words = ahead.rsplit(' ');
    let head = words
        .next()
        .filter(|word| matches!(*word, "in" | "of" | "at" | "from" | "for" | "on"))
        .and_then(|_| words.next());
    let noun = head.filter(|head| nouns::kind(head).is_some()).unwrap_or(&hit[1]);
    match nouns::kind(noun)? {
        // "My boss is called", but "the client is": whoever it is.
        EntityType::Concept => None,
        EntityType::Project if !matches!(&hit[2], "called" | "named") && !is_company(&hit[1]) => None,
        kind => Some(kind),
    }
}

fn is_company(noun: &str) -> bool {
    matches!(
        noun,
        "project"
            | "company"
            | "firm"
            | "employer"
            | "startup"
            | "team"
            | "band"
            | "product"
            | "agency"
            | "bank"
            | "client"
            | "customer"
            | "business"
            | "charity"
            | "club"
            | "organisation"
            | "organization"
    )
}

/// Nouns that stand beside a name and say what it is: "the Heron team", "Leuven station".
const BESIDE_LIST: &str = "
    project team app service initiative rewrite migration launch release programme program campaign product
    platform startup company website prototype portal crew squad folks guild department redesign refactor
    rollout backend frontend build repo codebase pipeline module modules workstream feature beta library
    framework database editor language tool browser plugin extension compiler server broker queue engine ide cli
    dashboard dashboards api sdk city village river region district island mountain lake suburb valley
    neighbourhood airport station street office coast harbour bay algorithm method protocol technique pattern
    theory theorem disease principle format
";
static BESIDE_NAMES: LazyLock<WordSet> = LazyLock::new(|| BESIDE_LIST.split_whitespace().collect());

/// What is said of a name right behind it: "Heron team", "Waymark, the survey project", "Leuven is a city".
fn told_after(after: &str) -> Option<EntityType> {
    static BESIDE: LazyLock<Regex> = LazyLock::new(|| regex(r"^ ([a-z][a-z-]+)\b"));
    static SAID: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(?:,? (?:is|was|are|will be|used to be|became)|,) (?:also |still |now |both )?(?:one of )?(?:an?|the|our|my|his|her|their|its|[\w-]+['’]s)\s+((?:[\w-]+\s+){0,4}?[a-z][\w-]+)(?:[.,;!:]| (?:of|in|on|at|for|from|with|and|that|which|who|by|is|near|behind|to|we|i|under|where)\b|$)",
        )
    });
    if let Some(hit) = BESIDE.captures(after)
        && BESIDE_NAMES.contains(&hit[1])
    {
        return Some(nouns::kind(&hit[1]).unwrap_or(EntityType::Project)).map(|kind| {
            // "The Heron dashboard" is Heron's.
            if matches!(&hit[1], "platform" | "dashboard" | "dashboards" | "api" | "sdk") {
                EntityType::Project
            } else {
                kind
            }
        });
    }
    static BUILT: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^ (?:(?:wind|primary|high|football|railway|bus|train|shopping|business|office|solar|national|dairy|sheep|fish|nature|community|art|folk) )?(?:building|farm|bridge|hotel|clinic|school|hospital|university|park|church|museum|cathedral|castle|tower|campus|stadium|mine|dam|power plant|forest|marina|pier|lighthouse)\b|^ (?:is|lies|sits) (?:[\w-]+ ){0,4}?(?:north|south|east|west) of\b|^ is where\b|^ (?:lies|sits|stands) (?:in|on|near|off|between|along|by|at)\b",
        )
    });
    if BUILT.is_match(after) {
        return Some(EntityType::Place);
    }
    let hit = SAID.captures(after)?;
    let told = nouns::kind(hit[1].rsplit(' ').next()?)?;
    Some(told)
}

/// What is said of a name right before it: "our bookkeeper Hyacinth", "the landlord, Mr", "the island of".
fn told_before(before: &str, beside: bool) -> Option<EntityType> {
    static NOUN: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:an?|the|our|my|his|her|their|your|old|[\w-]+['’]s) (?:[\w'’-]+ ){0,3}?([a-z][\w-]*)(?P<of> of|,)?$",
        )
    });
    static TITLE: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?:^|\W)(?:mr|mrs|ms|dr|prof|sir|lady|lord|aunt|uncle|auntie|grandma|grandpa|granny|nana|old|coach|captain|sister|brother|father|miss|madame|sergeant|judge|chef|nurse|professor|doctor)\.?$",
        )
    });
    if !beside {
        return None;
    }
    if TITLE.is_match(before) {
        return Some(EntityType::Person);
    }
    let hit = NOUN.captures(before)?;
    // "My best friend from school, Oluwaseun": what is told of stands before the little word.
    let mut noun = &hit[1];
    if hit.name("of").is_some_and(|mark| mark.as_str() == ",") {
        let words: Vec<&str> = hit[0].split(' ').collect();
        if let Some(at) =
            words.iter().position(|word| matches!(*word, "from" | "at" | "in" | "on" | "of")).filter(|at| *at > 0)
        {
            noun = words[at - 1];
        }
    }
    let kind = nouns::kind(noun)?;
    match (hit.name("of").map(|of| of.as_str()), kind) {
        // "The city of Turin"; "the cousin of Clementine" is told elsewhere.
        // "The Oslo office of Fjordlink".
        (Some(" of"), EntityType::Place)
            if matches!(noun, "office" | "branch" | "warehouse" | "shop" | "factory" | "depot") =>
        {
            Some(EntityType::Project)
        }
        (Some(" of"), EntityType::Place) => Some(EntityType::Place),
        (Some(" of"), EntityType::Person) => Some(EntityType::Person),
        (Some(" of"), _) => None,
        (_, EntityType::Concept) => None,
        (_, kind) => Some(kind),
    }
}
