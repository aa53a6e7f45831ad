//! How the entities of a memory hang together: the words between two names.

mod sorts;

use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

use super::entities::{Found, is_person_noun, is_title};
use super::{RoutedRelation, USER};
use sorts::{made_with, within};
use soulfile_vocabulary::{EntityType, Relation};

/// `(relation, swap the ends, words between the names)`.
static BETWEEN: LazyLock<Vec<(Relation, bool, Regex)>> = LazyLock::new(|| {
    let rule = |relation, swap, source: &str| (relation, swap, Regex::new(source));
    vec![
        rule(
            Relation::Develops,
            true,
            r"\b(?:is|was|are|being|has been)\s+(?:being\s+)?(?:developed|built|created|written|maintained|made|led|designed|authored|coded|implemented|started|founded)\s+by\b|由",
        ),
        rule(
            Relation::UsedBy,
            false,
            r"\b(?:is|are|was)\s+used\s+(?:by|in|for|at|on|across)\b|\b(?:is|are) what\b|\b(?:is|are) the \w+(?: \w+)? (?:behind|under|underneath|that powers|powering)\b|\bpowers\b|\bunderpins\b|被.{0,4}使用",
        ),
        rule(
            Relation::Supersedes,
            true,
            r"\b(?:was|is|were|has been|got|being)\s+(?:replaced|superseded|succeeded)\s+(?:by|with)\b|\bgave way to\b|被.{0,3}取代",
        ),
        rule(
            Relation::Supersedes,
            false,
            r"\b(?:replaces?|replaced|supersedes?|superseded|took over from|is the successor (?:of|to)|succeeds)\b|取代|替代",
        ),
        rule(Relation::DependsOn, true, r"\b(?:is|are|was) (?:needed|required) (?:by|for|in)\b"),
        rule(
            Relation::DependsOn,
            false,
            r"\b(?:depends? (?:up)?on|relie[sd] on|rely on|requires?|needs?|is (?:dependent|reliant) on|builds on|is (?:waiting|blocked|held up) (?:on|by|for)|(?:cannot|can['’]?t|won['’]?t|does(?:n['’]t| not)|never|couldn['’]t) (?:\w+ ){1,4}?without|is useless without|hinges on|stands on|is built on top of|is blocked by)\b|依赖|需要",
        ),
        rule(
            Relation::Avoids,
            false,
            r"\b(?:avoids?|dislikes?|hates?|detests?|loathes?|refuses? (?:to use)?|stays? away from|steers? (?:well )?clear of|won['’]t go near|has no time for|refuses to touch|keeps? off|shuns?|gave up|never uses?|does(?:n['’]t| not) (?:use|like|want|eat|touch)|can['’]t (?:stand|work with|bear)|keeps away from|is allergic to|won['’]t (?:use|touch))\b|避免|讨厌|不喜欢|不用|从不用|不吃|反感|回避",
        ),
        rule(
            Relation::UncertainAbout,
            false,
            r"\b(?:is|are|am) (?:un(?:sure|certain|convinced|decided)|not (?:sure|certain|convinced)|doubtful|sceptical|skeptical|in doubt|on the fence|hesitant) (?:about|of|whether)?\b|\bdoubts\b|不确定|拿不准|怀疑",
        ),
        rule(
            Relation::ConfidentAbout,
            false,
            r"\b(?:is|are|am|feels?) (?:very |quite |fully |absolutely )?(?:sure|confident|certain|convinced|positive) (?:about|of|that|in)?\b|\bbelieves in\b|\btrusts\b|有信心|确信",
        ),
        rule(
            Relation::Prefers,
            false,
            r"\b(?:prefer(?:s|red)?|likes?|loves?|favou?rs?|is fond of|is a (?:big |huge )?fan of|swears by|enjoys?|is keen on|adores?|would rather use|insists on|is hooked on|opts for|leans towards?|is into|reach(?:es)? for|always picks|is partial to|['’]s favou?rite (?:\w+ )?is|goes for|sticks (?:to|with))\b|喜欢|偏好|偏爱|更愿意|爱用|爱",
        ),
        rule(
            Relation::DecidedOn,
            false,
            r"\b(?:decided (?:on|to use|for)|chose|picked|settled on|opted for|selected|went with|has chosen|adopted)\b|选择了|选定|决定用|决定采用|选了",
        ),
        rule(Relation::FollowedBy, false, r"\b(?:is|was|are|were|gets) (?:\w+ )?followed by\b|\bgives? way to\b"),
        rule(Relation::PrecededBy, false, r"\b(?:is|was|are|were) (?:\w+ )?preceded by\b"),
        rule(
            Relation::PrecededBy,
            false,
            r"\b(?:comes? after|came after|follows|followed|happens after|(?:is|was|are|were) preceded by|runs after|starts after)\b|在.{0,2}之后",
        ),
        rule(
            Relation::FollowedBy,
            false,
            r"\b(?:comes? before|came before|precedes|preceded|(?:is|was|are|were) followed by|gives way to|happens before|runs before|leads into)\b|之前",
        ),
        rule(
            Relation::PartOf,
            false,
            r"\b(?:is|are|was)\s+(?:an?\s+|the\s+)?(?:\w+\s+){0,4}?(?:part of|sub-?project of|sub-?module of|arm of|offshoot of|one of the \w+ (?:of|in)|component of|module (?:of|in)|member of|section of|subsidiary of|district of|suburb of|capital of|region (?:of|in)|city in|town in|village in|island in|river in|neighbou?rhood (?:of|in)|province (?:of|in)|state (?:of|in)|area (?:of|in)|port in|street in|lake in|mountain in|feature of|department of|branch of|subset of|layer of|subproject of|division of|township in|borough of|chapter of|valley in|country in|located in|situated in|inside|within)\b|\b(?:belongs?|is attached) to\b|^\s*(?:is|are) (?:in|within|inside)\s*(?:the\s*)?$|\b(?:lies|sits) (?:in|within|on)\b|属于|位于|^在$|是.{0,8}的一部分|隶属|坐落",
        ),
        rule(
            Relation::Contains,
            false,
            r"\b(?:contains?|includes?|consists of|comprises|is made up of|has (?:a |an |the |\w+ ){0,3}?(?:module|component|part|section|sub-?project|sub-?module|workstream|stream|effort|piece|layer|service)s?(?: (?:called|named)|:)?|is (?:split|divided|broken(?: down| up)?|organised|organized) into|is an? (?:umbrella|parent|bundle|collection|suite)[^.;]{0,20} (?:for|of)|spans|encompasses|combines|bundles|ships with|is composed of|houses)\b|包含|包括|由.{1,10}组成",
        ),
        rule(
            Relation::Develops,
            false,
            r"\b(?:(?:co-?)?develops?|builds?|(?:is|are) (?:building|behind|the (?:author|creator|maintainer|developer|lead) (?:of|on)|in charge of|responsible for|developing|writing|creating|coding|leading)|maintains?|created?|creates|wrote|writes|works on|is working on|leads|designs?|designed|founded|started|authored|co-?develops|runs development of|implements|heads|owns|coordinates)\b|开发|维护|负责|主导|创建|参与",
        ),
        rule(
            Relation::Uses,
            false,
            r"\b(?:uses?|using|shares? (?:an?|the|one|its|their)|runs? (?:on|in|under)|pulls? (?:\w+ )?(?:everything |data |its \w+ )?(?:out of|from)|keeps? (?:its|their|her|his) \w+ in|sits on|is backed by|reads? (?:\w+ )?from|writes to|queries|compiles (?:down )?to|is (?:written|built|implemented|coded|hosted|deployed|made|powered|based|programmed|developed|stored|running) (?:in|with|on|by|using|via|from)|works with|employs|adopted|is on|talks to|stores (?:its |data )*(?:data )?in|deploys (?:to|on|with|via)|integrates with|switched to|migrated to|speaks|leverages|utili[sz]es|edits (?:in|with)|writes in|codes in|connects to)\b|使用|采用|用|基于|部署在|跑在|运行在",
        ),
    ]
});
static KIN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:aunt|uncle|sister|brother|mother|father|mum|mom|dad|wife|husband|partner|son|daughter|cousin|boss|manager|friend|colleague|neighbou?r|married|reports to|mentor|mentors|roommate|flatmate|twin|niece|nephew|grandmother|grandfather|supervisor|assistant|works with|knows|siblings|friends|colleagues|couple|engaged|teammates?|lives in|works at|works for|studies at|born in|grew up in|moved to|from|member|teaches|coach|tutor|landlord|lives near|related to|similar to|variant of|alternative to|kind of|type of|form of|example of|named after|inspired by|competes with|rival|dating|divorced)\b|兄妹|姐妹|兄弟|夫妻|朋友|同事|同学|父亲|母亲|儿子|女儿|妻子|丈夫|老板|住在|工作|邻居|师傅|徒弟|来自|室友|亲戚|表|导师|学生",
    )
});
static SPEAKER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?:^|[.!?,;:]\s*|\b(?:and|but|that|because)\s+)(?:i|we|i'm|i've|we're|we've|i’m|i’ve|my team|our team)\b|^我们?|，我们?",
    )
});

pub(super) fn find(text: &str, found: &[Found]) -> Vec<RoutedRelation> {
    let mut out: Vec<RoutedRelation> = Vec::new();
    // Whom the verbs so far were of: "Corvid runs on Fargate and stores its data in DynamoDB".
    let mut subject = 0;
    for at in 0..found.len().saturating_sub(1) {
        let right = &found[at + 1];
        let between = &text[found[at].span.end..right.span.start];
        if !goes_on(text, found, subject, at) {
            subject = at;
        }
        let left = &found[subject];
        let told = told_behind(text, between, right)
            .or_else(|| fronted(text, &found[at], between))
            .or_else(|| within(text, between, left, right))
            .or_else(|| read(between, left, right))
            .or_else(|| made_with(between, left, right));
        // "Moved from MongoDB to Postgres": the second is what is used from then on.
        if at > 0
            && matches!(between.trim(), "to" | "for" | "with")
            && right.kind == EntityType::Tool
            && sorts::leaves(&text[found[at - 1].span.end..found[at].span.start])
        {
            add(&mut out, &found[at - 1].name, Relation::Uses, &right.name, false);
            continue;
        }
        if let Some((relation, swap)) = told {
            add(&mut out, &left.name, relation, &right.name, swap);
            // "Loki, Tempo and Mimir are part of": all that are listed before the verb. "In Heron, Vite replaces" lists nothing.
            let joint = |back: usize| &text[found[back - 1].span.end..found[back].span.start];
            let alike = |back: usize| is_list(joint(back)) || joins_alike(joint(back));
            let listed = subject > 0 && alike(subject) && joint(subject).trim() != ",";
            for back in (1..=subject).rev().take_while(|back| listed && alike(*back)) {
                add(&mut out, &found[back - 1].name, relation, &right.name, swap);
            }
        } else if right.kind == EntityType::Person
            && let Some(last) =
                out.last().cloned().filter(|last| last.relation == Relation::Develops && last.to == found[at].name)
            && is_together(between)
        {
            // "Bartosz builds Quarry with Amara": both of them do.
            add(&mut out, &right.name, Relation::Develops, &last.to, false);
        } else if found[at].kind == right.kind
            && let Some(last) = out.last().cloned().filter(|last| last.to == found[at].name)
            && goes_on_listing(between)
        {
            // "uses Redis as a cache and Postgres as the store".
            add(&mut out, &last.from, last.relation, &right.name, false);
        } else if is_list(between) && out.last().is_some_and(|r| r.to == found[at].name) {
            // "uses Redis and Kafka": the second object shares the verb.
            let last = out.last().cloned().expect("checked above");
            add(&mut out, &last.from, last.relation, &right.name, false);
        } else if is_list(between) && out.last().is_some_and(|r| r.from == found[at].name && r.to != USER) {
            let last = out.last().cloned().expect("checked above");
            add(&mut out, &right.name, last.relation, &last.to, false);
        } else if found.len() == 2
            || KIN.is_match(&text[found[at].span.end..])
            || left.kind == EntityType::Person && PLACED.is_match(between)
            || is_one_clause(between)
        {
            add(&mut out, &left.name, Relation::RelatesTo, &right.name, false);
            if subject > 0
                && joins_alike(&text[found[subject - 1].span.end..left.span.start])
                && left.kind == found[subject - 1].kind
            {
                add(&mut out, &found[subject - 1].name, Relation::RelatesTo, &right.name, false);
            }
        }
    }
    for entity in found.iter().filter(|entity| entity.kind == EntityType::Person) {
        if is_of_user(text, entity) {
            add(&mut out, USER, Relation::RelatesTo, &entity.name, false);
        }
    }
    // The speaker as subject: "I use …", "we chose …".
    if let Some(first) = found.first()
        && SPEAKER.is_match(&text[..first.span.start])
    {
        let before = &text[..first.span.start];
        let stand_in = Found { name: USER.to_owned(), kind: EntityType::Person, span: 0..0 };
        if let Some((relation, swap)) = read(before, &stand_in, first) {
            add(&mut out, USER, relation, &first.name, swap);
        }
    }
    out
}

/// "together with", "alongside".
fn is_together(between: &str) -> bool {
    let between = between.trim().trim_start_matches(',').trim_start();
    matches!(
        between,
        "with"
            | "together with"
            | "along with"
            | "alongside"
            | "jointly with"
            | "and so does"
            | "in tandem with"
            | "with the help of"
            | "with help from"
    )
}

/// What one object is for, and then the next: " as a cache and ".
fn goes_on_listing(between: &str) -> bool {
    let between = between.trim();
    let Some(rest) = between.strip_suffix(" and").or_else(|| between.strip_suffix(',')) else { return false };
    let rest = rest.trim_end_matches(',');
    ["as ", "for ", "to ", "in ", "on "].iter().any(|word| rest.starts_with(word))
        && rest.len() < 50
        && !rest.contains(['.', ';'])
}

/// What a clause opens with: "Without Kafka, Tern doesn't start".
fn fronted(text: &str, first: &Found, between: &str) -> Option<(Relation, bool)> {
    if !matches!(between.trim_end_matches("Project ").trim_end_matches("the ").trim(), "," | ", Project" | ", the") {
        return None;
    }
    match text[..first.span.start]
        .trim_end()
        .trim_end_matches(" the")
        .trim_end_matches(" Project")
        .to_lowercase()
        .as_str()
    {
        "without" => Some((Relation::DependsOn, true)),
        "in" | "at" | "on" | "within" | "inside" | "for" | "over at" => Some((Relation::RelatesTo, true)),
        _ => None,
    }
}

/// Whether what stands between two names has the subject of the verb before: "… and stores it in", ", who leads X, hates",
/// "with his wife".
fn goes_on(text: &str, found: &[Found], subject: usize, at: usize) -> bool {
    if at == subject {
        return true;
    }
    let between = text[found[at].span.end..found[at + 1].span.start].to_lowercase();
    let apart = text[found[subject].span.end..found[at].span.start].to_lowercase();
    let joined =
        ["and ", ", and ", "but ", ", but ", ", "].iter().find_map(|joint| between.trim_start().strip_prefix(joint));
    let verb = joined.is_some_and(|rest| {
        let first = rest.split(' ').next().unwrap_or("");
        !first.is_empty()
            && !matches!(
                first,
                "the"
                    | "a"
                    | "an"
                    | "its"
                    | "his"
                    | "her"
                    | "their"
                    | "my"
                    | "our"
                    | "it"
                    | "he"
                    | "she"
                    | "they"
                    | "we"
                    | "i"
                    | "this"
                    | "that"
                    | "which"
                    | "who"
                    | "with"
                    | "for"
                    | "in"
                    | "on"
                    | "at"
                    | "then"
            )
    });
    let family = found[subject].kind == EntityType::Person
        && [" his ", " her ", " their "].iter().any(|own| between.contains(own))
        && found[at].kind != EntityType::Person;
    let relative = (apart.starts_with(", who ") || apart.starts_with(", which ")) && between.contains(", ");
    // "Mette is Jonas's boss and Inga's friend".
    let owned = (between.starts_with("'s ") || between.starts_with("’s "))
        && between.ends_with(" and ")
        && (text[found[at + 1].span.end..].starts_with("'s ") || text[found[at + 1].span.end..].starts_with("’s "));
    verb || family || relative || owned
}

/// "Zotero is the manager Imogen uses": the verb stands behind both.
fn told_behind(text: &str, between: &str, right: &Found) -> Option<(Relation, bool)> {
    static IS: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^ (?:is|are|was) (?:what|the\b[^,.;:]{0,40}|an? [^,.;:]{0,40}(?:that|which))$"));
    // "Emacs is Ferdinand's favourite editor".
    if matches!(between, " is " | " are ") && right.kind == EntityType::Person {
        let theirs = text[right.span.end..].strip_prefix("'s ").or_else(|| text[right.span.end..].strip_prefix("’s "));
        let mut words = theirs.unwrap_or("").split([' ', '.', ',']);
        match words.next().unwrap_or("") {
            "favourite" | "favorite" | "preferred" | "go-to" | "beloved" => return Some((Relation::Prefers, true)),
            "least" => return Some((Relation::Avoids, true)),
            "project" | "side" | "pet" | "brainchild" | "baby" | "creation" => return Some((Relation::Develops, true)),
            _ => {}
        }
    }
    if !IS.is_match(between.trim_end()) {
        return None;
    }
    let after = &text[right.span.end..];
    let verb = after.trim_start().split([' ', '.', ',']).next().unwrap_or("");
    Some(match verb {
        "uses" | "use" | "runs" | "picked" | "adopted" | "employs" => (Relation::Uses, true),
        "prefers" | "likes" | "loves" | "swears" | "favours" | "favors" | "recommends" | "enjoys" => {
            (Relation::Prefers, true)
        }
        "avoids" | "hates" | "dislikes" | "refuses" | "dreads" | "detests" => (Relation::Avoids, true),
        "develops" | "maintains" | "builds" | "leads" | "wrote" | "built" | "created" | "founded" | "started"
        | "develop" | "maintain" => (Relation::Develops, true),
        "needs" | "requires" | "depends" | "relies" => (Relation::DependsOn, true),
        _ => return None,
    })
}

/// Where somebody is, works or comes from.
static PLACED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:in|at|near|from|to|for|outside|around|behind|opposite|with) (?:the |his |her |their )?(?:\w+ )?$")
});

/// "My goddaughter Wilhelmina", "Caspian, my brother", "Ines is my boss", 我表哥陈浩.
fn is_of_user(text: &str, entity: &Found) -> bool {
    static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"\b(?:my|our) (?:[\w-]+ ){0,3}?([a-z][\w-]*)(?: in law)?(?: (?:(?:from|at|in|on) (?:the )?(?:[a-z]+ ){0,2}[a-z]+,|(?:across|behind|opposite|down|over|below|above|from|at|in) (?:the )?[a-z]+))?(?:['’]s name)?,? (?:(?:is|was) )?(?:called |named )?(?:(?:mr|mrs|ms|dr|prof)\.? )?$|我(?:的|们的?|家的?)?(?:表|堂|大|二|小)?(?:妹妹?|弟弟?|姐姐?|哥哥?|妈妈?|爸爸?|老婆|老公|妻子|丈夫|儿子|女儿|爷爷|奶奶|外公|外婆|叔叔?|阿姨|舅舅?|姑姑?|侄子|侄女|男朋友|女朋友|朋友|同事|同学|室友|邻居|老板|上司|经理|老师|导师|医生|牙医|房东|徒弟|学生)(?:叫|是)?$",
        )
    });
    static AFTER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"^(?:(?: and|,) [\w-]+){0,2}(?:,| is| was| are) (?:also |both )?(?:my|our) (?:[\w-]+ ){0,2}?([a-z][\w-]*)(?:[.,;!]| (?:and|who|from|in|at|for|since|on|but)\b|$)|^是我(?:的|们的?|家的?)?",
        )
    });
    let person = |hit: &crate::pattern::Groups<'_>| {
        soulfile_text::script::has_han(&hit[0])
            || hit.get(1).is_some_and(|noun| is_person_noun(&noun.as_str().to_lowercase()))
    };
    let before = text[..entity.span.start].trim_end();
    let title = before.rsplit(' ').next().filter(|word| is_title(word) && word.starts_with(char::is_uppercase));
    let before = title.map_or(&text[..entity.span.start], |title| &before[..before.len() - title.len()]);
    BEFORE.captures(before).is_some_and(|hit| person(&hit))
        || AFTER.captures(&text[entity.span.end..]).is_some_and(|hit| person(&hit))
}

fn add(out: &mut Vec<RoutedRelation>, from: &str, relation: Relation, to: &str, swap: bool) {
    let (from, to) = if swap { (to, from) } else { (from, to) };
    if from != to && !out.iter().any(|r| r.from == from && r.to == to && r.relation == relation) {
        out.push(RoutedRelation { from: from.to_owned(), relation, to: to.to_owned() });
    }
}

fn is_list(between: &str) -> bool {
    let bare = between.trim();
    let bare =
        ["Project", "Team", "the"].iter().fold(bare, |rest, word| rest.strip_suffix(word).unwrap_or(rest).trim_end());
    matches!(bare, "and" | "," | ", and" | "&" | "or" | "plus" | "、" | "和" | "as well as" | "与" | "及")
}

/// "and", "and her brother": two who do the same.
fn joins_alike(between: &str) -> bool {
    let Some(rest) = between.trim().strip_prefix("and") else { return false };
    let mut words = rest.split_whitespace();
    match words.next() {
        None => true,
        Some(own) => matches!(own, "his" | "her" | "their" | "my" | "our") && (1..=2).contains(&words.count()),
    }
}

/// Whether nothing but a few plain words stand between two names.
fn is_one_clause(between: &str) -> bool {
    between.len() < 40 && !is_list(between) && !between.contains([',', '.', ';', ':', '!', '?', '(', '，', '。', '、'])
}

fn read(between: &str, left: &Found, right: &Found) -> Option<(Relation, bool)> {
    if serves(between, left, right) {
        return Some((Relation::UsedBy, false));
    }
    // A new sentence starts a new statement.
    if between.contains(['.', '!', '?', '。', ';']) && !between.trim_start().starts_with('.') {
        let last = between.rsplit(['.', '!', '?', '。', ';']).next()?;
        if !last.contains(" it ") && !last.trim_start().to_lowercase().starts_with("it ") {
            return None;
        }
    }
    let (relation, swap, _) = BETWEEN.iter().find(|(_, _, regex)| regex.is_match(between))?;
    // "They share a studio in Ghent", "Etna is on Sicily": nobody uses a place.
    if *relation == Relation::Uses && right.kind == EntityType::Place {
        return Some((Relation::RelatesTo, false));
    }
    // "Sofia lives in Turin" is an association; "uses" needs a thing that can be used.
    if *relation == Relation::Develops && !swap && right.kind == EntityType::Person && left.kind != EntityType::Person {
        return Some((Relation::Develops, true));
    }
    if *relation == Relation::Develops
        && left.kind == EntityType::Person
        && matches!(right.kind, EntityType::Person | EntityType::Place)
    {
        return Some((Relation::RelatesTo, false));
    }
    Some((*relation, *swap))
}

/// "Vault holds the keys for Marrow": what a tool does for a project, the project uses it for.
fn serves(between: &str, left: &Found, right: &Found) -> bool {
    static FOR: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"^ (?:holds|stores|serves|hosts|handles|keeps|provides|manages|runs|renders|sends|monitors|builds|does|takes care of)\b[^.;]{0,40} (?:for|in|inside|across) (?:the )?(?:project )?$",
        )
    });
    left.kind == EntityType::Tool && right.kind == EntityType::Project && FOR.is_match(between)
}
