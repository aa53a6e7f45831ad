//! What sort of thing a name denotes: by the noun it is given to, the words around it, then its shape.

use std::ops::Range;
use std::sync::LazyLock;

use super::regex;
use crate::pattern::Pattern as Regex;
use crate::route::gazetteer as known;
use crate::vocabulary::EntityType;

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
