//! English questions.

use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;
use jiff::Zoned;

use super::{Reading, Strategy};
use crate::dates::TimeExpression;

fn regex(source: &str) -> Regex {
    Regex::new(source)
}

/// A long rule and the words of which each of its matches holds one.
fn guarded(needs: &'static [&'static str], source: &str) -> Regex {
    Regex::with(needs, source)
}

/// Work to be done, not a question to the memory.
static WORK: LazyLock<Regex> = LazyLock::new(|| {
    guarded(
        &[
            "write",
            "draft",
            "compose",
            "recommend",
            "suggest",
            "translat",
            "generat",
            "creat",
            "make",
            "plan",
            "book",
            "order",
            "buy",
            "design",
            "calculat",
            "comput",
            "solv",
            "convert",
            "fix",
            "implement",
            "refactor",
            "explain",
            "brainstorm",
            "invent",
            "imagine",
            "play",
            "sing",
            "draw",
            "paint",
            "code",
            "build",
            "format",
            "proofread",
            "rephras",
            "shorten",
            "pick",
            "choose",
            "propos",
            "set",
            "send",
            "schedul",
            "add",
            "turn",
            "open",
            "call",
            "email",
            "help",
            "come",
            "give",
        ],
        r"^(?:(?:please|pls|hey|hi|ok|now|then|can you|could you|would you|will you|help me|i need you to|i want you to)[, ]+)*(?:write|draft|compose|recommend|suggest|translate|generate|create|make|plan|book|order|buy|design|calculate|compute|solve|convert|fix|implement|refactor|explain|brainstorm|invent|imagine|play|sing|draw|paint|code|build|format|proofread|rewrite|rephrase|shorten|pick|choose|propose|set|send|schedule|add|turn|open|call|email|help|come up with|give me (?:some |a few |ideas|tips|advice|a recipe|five|three|ten|suggestions))\b",
    )
});
static LATEST: LazyLock<Regex> = LazyLock::new(|| {
    guarded(
        &[
            "latest",
            "new",
            "recent",
            "update",
            "progress",
            "development",
            "headway",
            "movement",
            "word",
            "change",
            "status",
            "where",
            "how",
            "happen",
            "going on",
            " up",
            "the s",
            "current",
            "outstanding",
            "pending",
            "catch me",
            "fill me",
            "moved",
            "state",
            "stand",
            "still",
            "yet",
            "already",
            "now",
            "moment",
            "these days",
            "so far",
            "next step",
            "different",
            "up to date",
        ],
        r"\b(?:latest|newest|most recent(?:ly)?|(?:any|some|the|a|an|quick|got|no|what|last) (?:new |recent |fresh |further )*(?:news|updates?|progress|developments?|headway|movement|word|change)\b|(?:news|updates?|progress|word|movement|headway) (?:on|about|with|from|regarding|in)|status|where (?:are|do|did|does|is|were) (?:we|i|things|it|that|this|the|my|our|[a-z]+)\b[^?]{0,40}\b(?:with|on|regarding|at|stand|get to|left off|leave off|stop|up to)|where (?:things|we|it|everything) stands?|how far (?:along|are|is|have|has|did)|how(?:['’]s| is| are|['’]re| has| have|['’]s it| is it)\b[^?]{0,60}\b(?:going|coming (?:along|on|together)|progressing|shaping up|getting on|doing|looking|gone|moving|developing|been going|advancing|faring|holding up)|what(?:['’]s| is| has| have|['’]s been) (?:been )?(?:new|happening|going on|changed|up|the state|the situation|the current|the story|the score|outstanding|pending)\b|anything (?:new|changed|different)|has (?:anything|something|much|the situation) (?:changed|happened|moved)|something new|what['’]?s? new|up to date|bring me up to (?:date|speed)|catch me up|fill me in|state of (?:play|the|my|our|things)|current (?:state|status|version|plan|situation|stage|phase|standing|position|progress|stand|setup|arrangement|thinking|estimate|draft|deadline|score|price|balance)|(?:as|how) (?:things|it|they) (?:stand|are) (?:now|right now|currently|at the moment)|still (?:pending|open|waiting|on track|broken|stuck|blocked|on hold|outstanding|in progress|delayed)|(?:already|yet) (?:done|finished|shipped|sorted|resolved|fixed|arrived)|(?:done|finished|shipped|sorted|resolved|fixed|arrived|over|ready|merged|approved|signed|replied|answered|heard back|decided) yet|right now|at the moment|these days|currently|as of now|so far|next steps? (?:on|for|with)|recently happened|newly)\b|^(?:any|what)(?:thing)? new\b",
    )
});
static PROCEDURE: LazyLock<Regex> = LazyLock::new(|| {
    guarded(
        &[
            "how",
            "process",
            "procedur",
            "workflow",
            "routine",
            "step",
            "checklist",
            "recipe",
            "protocol",
            "runbook",
            "playbook",
            "method",
            "drill",
            "ritual",
            "sequence",
            "sop",
            "way",
            "approach",
            "convention",
            "instructions",
            "through",
            "what do",
            "what should",
            "what must",
            "order",
        ],
        r"\bhow (?:do|did|should|would|shall|must|does|are|is|have) (?:i|we|the team|our team|us)\b(?:\s+(?:usually|normally|typically|generally|always|tend to|ordinarily|commonly|regularly|like to|prefer to|go about|handle|deal with))+|\bhow (?:do|does) (?:we|i|one|the team|our team|my team)\b|\bhow we (?:usually |normally |typically |always |generally )?\w+|\bhow i (?:usually|normally|typically|always|generally|like to)\b|\b(?:what|which|whats)(?:['’]s| is| are| was| were)?\s+(?:again\s+)?(?:my|our|the|your|that)?\s*(?:[\w'’-]+\s+){0,3}?(?:process(?:es)?|procedures?|workflows?|routines?|steps|checklists?|recipe|protocol|runbook|playbook|method|drill|ritual|sequence|sop|how-to|usual way|way of|way to|way we|pipeline steps|approach to|convention for|instructions)\b|\b(?:walk|talk|take|guide|run|step|lead) me (?:back |again )?through\b|\b(?:my|our|the) (?:usual|normal|standard|typical|regular|own|established|preferred)\b[^?]{0,40}\b(?:process|procedure|workflow|routine|steps|checklist|recipe|protocol|runbook|method|drill|ritual|way|approach)\b|\b(?:steps|procedure|process|checklist|routine|workflow|instructions|recipe|runbook|protocol|how-to) (?:for|to|of|when|we|i)\b|\bwhat (?:do|should|must) (?:i|we) (?:usually|normally|typically|generally|always|have to|need to|first) ?(?:do|run|check|use|say|send|start|follow|need)?\b|\bwhat (?:do|should|must) (?:i|we) do (?:when|before|after|if|whenever|once|first|each|every)\b|\bin what order (?:do|should|must) (?:i|we)\b|\bremind me how (?:i|we|to)\b|\bhow to \w+|^(?:my|our|the) (?:[\w'-]+ ){0,4}(?:routine|workflow|process|procedure|checklist|ritual|drill|recipe|runbook|protocol)\??$|\b(?:what|which) steps\b|\bhow (?:is|are|was) (?:the|our|my|a|an) [\w '-]{2,40} (?:usually|normally|typically|generally|always) \w+|\b(?:show|give|tell|remind) me (?:of )?(?:the|our|my) (?:[\w-]+ ){0,3}(?:steps|procedure|process|checklist|routine|workflow|runbook|recipe|drill|protocol)\b|\bhow(?:['’]s| is) (?:the|our|my) [\w -]{2,40} (?:done|made|handled|carried out|organi[sz]ed) (?:usually|normally|again|here)|\bwhat(?:['’]s| is) the (?:right |proper |correct |usual |normal )?way (?:to|we|i|of)\b",
    )
});
static WHEN: LazyLock<Regex> = LazyLock::new(|| {
    guarded(
        &["when", "day", "date", "year", "month", "time", "week", "season", "how long"],
        r"^(?:(?:so|and|hey|ok|hi|btw|remind me|tell me|do you know|do you remember|can you tell me|any idea|please|again|also|but|um|quick question)[,: ]+)*(?:when(?:['’]?s|['’]d|['’]re)?\b|what (?:day|date|year|month|time|week|weekday|season)\b|which (?:day|date|year|month|week|weekday|season)\b|(?:on|in|at|by|since|until|from|during) (?:what|which) (?:day|date|year|month|time|week|weekday|season)\b|since when\b|how long (?:ago|have|has|since|did|was|were|had|is it since)\b|how many (?:days|weeks|months|years) (?:ago|since|have|has|until|till)\b|until when\b)|\b(?:when exactly|how long ago|the (?:date|day|year) (?:of|when|on which|we|i)|first time|last time)\b",
    )
});
static EVENT_QUESTION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:happened|happen|occurred|went on|took place|did|was|were|had|have|has|talked|talk|discussed|discuss|decided|decide|agreed|met|said|planned|scheduled|plans?|going on|events?|due|coming up|agenda|appointments?|meetings?|calendar|summary|summari[sz]e|recap|list|show|everything|notes?|entries|log|went|worked|spent|ate|bought|visited|going to)\b|['’]d\b",
    )
});

const LEAD: &str = r"^(?:(?:so|and|hey|ok|okay|hi|hello|please|pls|can you|could you|would you|now|also|quick|um|well|remind me(?:,| again)?|just)[,: ]+)*";

/// Asks for what is known of one thing; the name follows, or is caught as `name`.
static ABOUT: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let rules: [(&'static [&'static str], &str); 11] = [
        (
            &["know", "remember", "recall", "have", "got"],
            r"(?:what|how much|anything|everything|all) (?:else )?(?:do|did|can|could) (?:you|we|i) (?:already |actually |currently |still |happen to )?(?:know|remember|recall|have|got)(?: (?:saved|stored|noted|written down|on file|recorded))? (?:about|on|of|regarding|concerning) (?P<name>.+)",
        ),
        (
            &["tell", "remind", "inform", "brief", "teach"],
            r"(?:tell|remind|inform|brief|teach) (?:me|us) (?:(?:more|everything|all|something|anything|a bit|a little|again|what you (?:know|have|remember)|whatever you (?:know|have))\s*)*(?:you (?:know|have|remember|got) )?(?:about|on|of|regarding) (?P<name>.+)",
        ),
        (
            &[" about ", " on ", " of ", " regarding ", " concerning "],
            r"(?:give me |show me |i need |i want |get me |share |list |pull up |find |bring up |dig up |fetch )?(?:everything|anything|all|whatever|what)(?: that)?(?: (?:you|we|i)(?:['’]ve| have)?(?: got| know| remember| have| saved| stored| noted| collected)*| there is(?: to know)?| (?:is )?known| stored| saved)? (?:about|on|of|regarding|concerning) (?P<name>.+)",
        ),
        (
            &[
                "rundown",
                "overview",
                "summary",
                "profile",
                "background",
                "info",
                "detail",
                "facts",
                "intro",
                "description",
                "briefing",
                "low",
                "notes",
                "picture",
                "dossier",
                "file",
                "recap",
                "story",
                "deal",
            ],
            r"(?:give me |show me |i need |i want |do you have |have you got |got |do |write |provide |get me |what['’]?s |can i (?:have|get) |is there |any )?(?:me |any )?(?:an? |the |some |your |all (?:the )?)?(?:quick |short |brief |full |complete |general |little |more )*(?:rundown|overview|summary|profile|background|info(?:rmation)?|details?|facts|intro(?:duction)?|description|briefing|low-?down|notes|picture|dossier|file|recap|story|deal)(?: you have)? (?:on|of|about|for|with|to|behind|regarding) (?P<name>.+)",
        ),
        (
            &["describe", "introduce", "profile", "summari", "outline", "define", "characteri"],
            r"(?:describe|introduce|profile|summari[sz]e|outline|define|characteri[sz]e) (?:for me |to me |me )?(?:what you (?:know|have) (?:about|on) )?(?P<name>.+)",
        ),
        (&["who"], r"who(?:['’]s| is| was| are| were|se|m)?(?: again)? (?:exactly |again |actually )?(?P<who>.+)"),
        (&["what"], r"what(?:['’]s| is| was| are| were)(?: again)? (?:exactly |again |actually )?(?P<what>.+)"),
        (
            &["what", "who"],
            r"(?:what|who) (?:exactly |kind of (?:person|project|place|tool|thing|company|team) |sort of (?:person|project|place|tool|thing) )?(?:is|are|was) (?:this |that )?(?P<what>.+)",
        ),
        (
            &["do you", "have you", "have i", "what about", "how about"],
            r"(?:do you (?:know|remember)|have you (?:heard of|got anything on)|have i (?:told you about|mentioned)|what about|how about) (?P<named>.+)",
        ),
        (
            &[":", "—", "–", "-"],
            r"(?P<colon>[^:?]{2,40}?)\s*[:—–-]\s*(?:who|what|tell|describe|any|everything|summary|overview|facts|background|details)\b.*",
        ),
        (
            &[" of "],
            r"(?:what|which)(?: kind| sort| type)? (?:of (?:person|project|place|tool|company|thing|team|service) )(?:is|was|are) (?P<name>.+)",
        ),
    ];
    rules.into_iter().map(|(needs, source)| guarded(needs, &format!("{LEAD}{source}"))).collect()
});

/// Whether a question asks for what was: by its verb, or by a word for what came before.
pub(super) fn looks_back(text: &str) -> bool {
    const WAS: [&str; 14] = [
        "did",
        "didn't",
        "was",
        "wasn't",
        "were",
        "weren't",
        "had",
        "before",
        "previous",
        "previously",
        "former",
        "formerly",
        "originally",
        "earlier",
    ];
    let lower = text.to_lowercase().replace('\u{2019}', "'");
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty()).collect();
    words.iter().any(|word| WAS.contains(word)) || words.windows(2).any(|pair| pair == ["used", "to"])
}

pub(super) fn strategy(text: &str, hint: Option<&TimeExpression>, now: &Zoned) -> Reading {
    let trimmed = text.trim();
    if WORK.is_match(trimmed) && !PROCEDURE.is_match(trimmed) {
        return Reading::of(Strategy::General);
    }
    let strong = hint.filter(|h| !h.weak);
    if PROCEDURE.is_match(trimmed)
        && strong.is_none_or(|h| !h.range.is_past(now.datetime()))
        && !starts_like_latest(trimmed)
    {
        return Reading::of(Strategy::Procedural);
    }
    if WHEN.is_match(trimmed) && !is_clause_when(trimmed) {
        return Reading { keeps_time: true, ..Reading::of(Strategy::Temporal) };
    }
    if LATEST.is_match(trimmed) && strong.is_none_or(|h| !h.range.is_past(now.datetime())) {
        return Reading::of(Strategy::Latest);
    }
    if let Some(entity) = about(trimmed, hint, text) {
        return Reading { entity: Some(entity), ..Reading::of(Strategy::Entity) };
    }
    if let Some(hint) = hint {
        let past = hint.range.is_past(now.datetime());
        let wh = starts_with_any(
            trimmed,
            &[
                "what",
                "who",
                "which",
                "where",
                "why",
                "list",
                "show",
                "summar",
                "recap",
                "everything",
                "anything",
                "give me",
                "tell me",
                "how many",
                "how much",
                "how often",
                "how did",
                "how was",
                "how were",
                "do i have",
                "have i",
                "is there anything",
                "are there any",
                "am i",
            ],
        );
        let yes_no_past = starts_with_any(trimmed, &["did", "was", "were", "had", "have", "has", "didn't", "wasn't"]);
        if hint.weak {
            // A bare weekday bounds a question about the past or about plans.
            if yes_no_past
                || wh && EVENT_QUESTION.is_match(trimmed) && !starts_with_any(trimmed, &["what time", "which"])
            {
                return Reading { keeps_time: true, ..Reading::of(Strategy::Temporal) };
            }
            return Reading::of(Strategy::General);
        }
        if wh && (past || EVENT_QUESTION.is_match(trimmed))
            || yes_no_past
            || past
                && !starts_with_any(trimmed, &["is ", "are ", "can ", "should ", "will ", "would ", "could ", "do "])
        {
            return Reading { keeps_time: true, ..Reading::of(Strategy::Temporal) };
        }
    }
    Reading::of(Strategy::General)
}

fn starts_like_latest(text: &str) -> bool {
    static LATEST_HEAD: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(?:any|what(?:['’]s| is)? the (?:latest|status|newest|current)|where are we|how(?:['’]s| is| are)|is there any(?:thing)? new|status)\b",
        )
    });
    LATEST_HEAD.is_match(text)
}

/// "When I'm in Oslo, where do I stay?" asks for a place, not a time.
fn is_clause_when(text: &str) -> bool {
    static CLAUSE: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^when(?:ever)? (?:i|we|you|he|she|it|they|the|my)\b[^,?]*,\s*(?:what|where|who|which|how|do|does|should|is|are)\b",
        )
    });
    CLAUSE.is_match(text)
}

fn starts_with_any(text: &str, heads: &[&str]) -> bool {
    let lower = text.to_lowercase();
    let lower = lower
        .trim_start_matches("so ")
        .trim_start_matches("and ")
        .trim_start_matches("hey ")
        .trim_start_matches("ok ")
        .trim_start_matches("please ");
    heads.iter().any(|h| lower.starts_with(h))
}

/// The name in a question about one thing.
fn about(text: &str, hint: Option<&TimeExpression>, whole: &str) -> Option<String> {
    for rule in ABOUT.iter() {
        let Some(hit) = rule.captures(text) else {
            continue;
        };
        for group in ["name", "who", "what", "named", "colon"] {
            let Some(found) = hit.name(group) else {
                continue;
            };
            let name = clean(found.as_str());
            if name.is_empty() || is_time(&name, hint, whole) {
                continue;
            }
            let lower = name.to_lowercase();
            let own = starts_with_any(
                &lower,
                &["my ", "our ", "the ", "i ", "we ", "it", "this", "that", "a ", "an ", "there"],
            );
            let proper = looks_like_name(&name);
            let accepted = match group {
                "name" => !is_clause(&lower) || proper,
                // "Who is Anja", not "who is my dentist" or "who won".
                "who" => proper && !own,
                "what" => proper && !own && !lower.contains("'s ") && !lower.contains("’s "),
                "named" => proper && !own && !is_clause(&lower),
                _ => proper || !is_clause(&lower) && name.split(' ').count() <= 3,
            };
            if accepted {
                return Some(name);
            }
        }
    }
    None
}

fn is_time(name: &str, hint: Option<&TimeExpression>, whole: &str) -> bool {
    hint.is_some_and(|h| {
        let hint = whole[h.span.clone()].to_lowercase();
        let lower = name.to_lowercase();
        hint.ends_with(&lower) || lower.starts_with(&hint) || lower.contains(&hint) && lower.len() < hint.len() + 6
    })
}

/// Cuts what follows the name: "please", "in two sentences", "and who is on it", "to me".
fn clean(name: &str) -> String {
    static TAIL: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?:\s*[,;:?.!—–].*|\s+(?:in (?:a|one|two|three|a few|\d+) (?:few |short |brief )?(?:sentences?|words?|lines?|paragraphs?|bullet points?|nutshell).*|in short|in brief|please|pls|again|and (?:who|what|where|how|why|when|is|are|her|his|their|its)\b.*|to me|for me|so far|at all|exactly|then|now|thanks|if (?:you|anything)\b.*|you (?:have|know|remember)\b.*|from (?:your )?memory|who\b.*|that\b.*|i (?:mentioned|told)\b.*|we (?:talked|spoke|met)\b.*|briefly|quickly))$",
        )
    });
    let mut name = name.trim().trim_end_matches(['?', '.', '!', ' ', ',']).to_owned();
    while let Some(cut) = TAIL.find(&name).map(|m| m.start()) {
        if cut == 0 {
            break;
        }
        name.truncate(cut);
    }
    name.trim().trim_matches(|c| matches!(c, '"' | '\'' | '“' | '”' | '`')).to_owned()
}

fn looks_like_name(name: &str) -> bool {
    let first = name.trim_start_matches("the ").trim_start_matches("Project ");
    first.split_whitespace().next().is_some_and(|w| {
        let mut chars = w.chars();
        let head = chars.next();
        head.is_some_and(|c| c.is_uppercase() || crate::lang::is_han(c)) && w != "I"
            || w.chars().skip(1).any(|c| c.is_uppercase())
            || w.chars().any(|c| c.is_ascii_digit()) && w.chars().any(char::is_alphabetic)
    })
}

fn is_clause(lower: &str) -> bool {
    let words: Vec<&str> = lower.split_whitespace().collect();
    words.len() > 7
        || matches!(
            words.first(),
            Some(&("how" | "why" | "when" | "where" | "what" | "which" | "who" | "whether" | "if" | "to" | "i" | "we"))
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_guard_hides_a_match() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../evals/language");
        let mut texts = Vec::new();
        for set in ["queries.jsonl", "queries.heldout.jsonl", "triggers.jsonl", "routing.jsonl"] {
            for line in std::fs::read_to_string(folder.join(set)).unwrap().lines() {
                let item: serde_json::Value = serde_json::from_str(line).unwrap();
                texts.extend(item["text"].as_str().map(str::to_owned));
            }
        }
        assert!(texts.len() > 200, "{}", texts.len());
        for rule in [&*WORK, &*LATEST, &*PROCEDURE, &*WHEN].into_iter().chain(ABOUT.iter()) {
            assert_eq!(rule.hidden_by_its_needs(&texts), Vec::<&String>::new());
        }
    }
}
