//! How the entities of a memory hang together: the words between two names.

use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

use super::entities::Found;
use super::{RoutedRelation, USER};
use crate::vocabulary::{EntityType, Relation};

/// `(relation, swap the ends, words between the names)`.
static BETWEEN: LazyLock<Vec<(Relation, bool, Regex)>> = LazyLock::new(|| {
    let rule = |relation, swap, source: &str| (relation, swap, Regex::new(source));
    vec![
        rule(
            Relation::Develops,
            true,
            r"\b(?:is|was|are|being|has been)\s+(?:being\s+)?(?:developed|built|created|written|maintained|made|led|designed|authored|coded|implemented|started|founded)\s+by\b|由",
        ),
        rule(Relation::UsedBy, false, r"\b(?:is|are|was)\s+used\s+(?:by|in|for|at)\b|被.{0,4}使用"),
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
        rule(
            Relation::DependsOn,
            false,
            r"\b(?:depends? (?:up)?on|relies on|rely on|requires?|needs?|is (?:dependent|reliant) on|builds on|cannot (?:run|work) without|is built on top of|is blocked by)\b|依赖|需要",
        ),
        rule(
            Relation::Avoids,
            false,
            r"\b(?:avoids?|dislikes?|hates?|detests?|loathes?|refuses? (?:to use)?|stays? away from|steers? clear of|never uses?|does(?:n['’]t| not) (?:use|like|want|eat|touch)|can['’]t stand|keeps away from|is allergic to|won['’]t (?:use|touch))\b|避免|讨厌|不喜欢|不用|不吃|反感|回避",
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
            r"\b(?:prefers?|likes?|loves?|favou?rs?|is fond of|is a (?:big |huge )?fan of|swears by|enjoys?|is keen on|adores?|would rather use)\b|喜欢|偏好|偏爱|更愿意|爱用|爱",
        ),
        rule(
            Relation::DecidedOn,
            false,
            r"\b(?:decided (?:on|to use|for)|chose|picked|settled on|opted for|selected|went with|has chosen|adopted)\b|选择了|选定|决定用|决定采用|选了",
        ),
        rule(
            Relation::PrecededBy,
            false,
            r"\b(?:comes? after|came after|follows|followed|happens after|is preceded by|was preceded by|runs after|starts after)\b|在.{0,2}之后",
        ),
        rule(
            Relation::FollowedBy,
            false,
            r"\b(?:comes? before|came before|precedes|preceded|is followed by|was followed by|happens before|runs before|leads into)\b|之前",
        ),
        rule(
            Relation::PartOf,
            false,
            r"\b(?:is|are|was)\s+(?:an?\s+|the\s+)?(?:\w+\s+){0,4}?(?:part of|component of|module (?:of|in)|member of|section of|subsidiary of|district of|suburb of|capital of|region (?:of|in)|city in|town in|village in|island in|river in|neighbou?rhood (?:of|in)|province (?:of|in)|state (?:of|in)|area (?:of|in)|port in|street in|lake in|mountain in|feature of|department of|branch of|subset of|layer of|subproject of|division of|township in|borough of|chapter of|valley in|country in|located in|situated in|inside|within)\b|\bbelongs to\b|\b(?:lies|sits) (?:in|within|on)\b|属于|位于|是.{0,8}的一部分|隶属|坐落",
        ),
        rule(
            Relation::Contains,
            false,
            r"\b(?:contains?|includes?|consists of|comprises|is made up of|has (?:a |an |the )?(?:module|component|part|section)s? (?:called|named)?|bundles|ships with|is composed of|houses)\b|包含|包括|由.{1,10}组成",
        ),
        rule(
            Relation::Develops,
            false,
            r"\b(?:develops?|builds?|is (?:building|developing|writing|creating|coding|leading)|maintains?|created?|creates|wrote|writes|works on|is working on|leads|designs?|designed|founded|started|authored|co-?develops|runs development of|implements|heads|owns|coordinates)\b|开发|维护|负责|主导|创建|参与",
        ),
        rule(
            Relation::Uses,
            false,
            r"\b(?:uses?|using|runs? (?:on|in|under)|is (?:written|built|implemented|coded|hosted|deployed|made|powered|based|programmed|developed|stored|running) (?:in|with|on|by|using|via|from)|works with|employs|adopted|is on|talks to|stores (?:its |data )*(?:data )?in|deploys (?:to|on|with|via)|integrates with|switched to|migrated to|speaks|leverages|utili[sz]es|edits (?:in|with)|writes in|codes in|connects to)\b|使用|采用|用|基于|部署在|跑在|运行在",
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
    for pair in found.windows(2) {
        let (left, right) = (&pair[0], &pair[1]);
        let between = &text[left.span.end..right.span.start];
        if let Some((relation, swap)) = read(between, left, right) {
            add(&mut out, &left.name, relation, &right.name, swap);
        } else if is_list(between) && out.last().is_some_and(|r| r.to == left.name) {
            // "uses Redis and Kafka": the second object shares the verb.
            let last = out.last().cloned().expect("checked above");
            add(&mut out, &last.from, last.relation, &right.name, false);
        } else if found.len() == 2 || KIN.is_match(&text[left.span.end..]) {
            add(&mut out, &left.name, Relation::RelatesTo, &right.name, false);
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

fn add(out: &mut Vec<RoutedRelation>, from: &str, relation: Relation, to: &str, swap: bool) {
    let (from, to) = if swap { (to, from) } else { (from, to) };
    if from != to && !out.iter().any(|r| r.from == from && r.to == to && r.relation == relation) {
        out.push(RoutedRelation { from: from.to_owned(), relation, to: to.to_owned() });
    }
}

fn is_list(between: &str) -> bool {
    matches!(
        between.trim(),
        "and" | "," | ", and" | "&" | "or" | "plus" | "、" | "和" | "as well as" | "and the" | ", the" | "与" | "及"
    )
}

fn read(between: &str, left: &Found, right: &Found) -> Option<(Relation, bool)> {
    // A new sentence starts a new statement.
    if between.contains(['.', '!', '?', '。', ';']) && !between.trim_start().starts_with('.') {
        let last = between.rsplit(['.', '!', '?', '。', ';']).next()?;
        if !last.contains(" it ") && !last.trim_start().to_lowercase().starts_with("it ") {
            return None;
        }
    }
    let (relation, swap, _) = BETWEEN.iter().find(|(_, _, regex)| regex.is_match(between))?;
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
