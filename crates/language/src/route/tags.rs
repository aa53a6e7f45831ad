//! Two to five topical tags: what the memory names, and the topics its words belong to.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use regex::Regex;

use super::entities::Found;
use crate::lang::is_han;
use crate::vocabulary::Store;
use crate::word_table::WordSet;

/// `(tag, word stems that call for it, with a bar between them)`.
#[rustfmt::skip]
const TOPICS: &[(&str, &str)] = &[
    ("health", "allerg|diabet|asthma|disease|doctor|medic|blood|hospital|diagnos|epilep|pill|tablet|surgery|injur|mutation|coeliac|celiac|dentist|therap|illness|insulin|pregnan|migraine|heart|knee|wrist|vaccin|symptom|过敏|血型|病|药|医|健康"),
    ("food", "eat|food|cook|recipe|dinner|lunch|breakfast|restaurant|bread|cake|vegan|vegetarian|coffee|tea|wine|beer|cheese|meat|fish|gluten|spic|dish|meal|bake|dough|吃|喝|菜|火锅|饭|茶|咖啡|食"),
    ("family", "sister|brother|mother|father|mum|mom|dad|wife|husband|son|daughter|aunt|uncle|cousin|grandm|grandf|grandp|niece|nephew|family|wedding|married|marriage|kids|child|parents|great-aunt|兄|妹|姐|弟|妈|爸|家人|儿子|女儿|夫|妻|婚"),
    ("work", "work|job|office|boss|manager|colleague|company|career|salary|client|employ|freelanc|teacher|engineer|nurse|translator|designer|promotion|工作|公司|老板|同事|职|老师|工程师"),
    ("identity", "name is|call me|i'm a|i am a|born|pronoun|live in|living in|nationality|我是|我叫|住在|生日"),
    ("preference", "prefer|like|love|hate|favourite|favorite|rather|dislike|avoid|enjoy|喜欢|讨厌|偏好"),
    ("communication", "answer|reply|respond|tone|emoji|markdown|bullet|concise|brief|email|message|call me|address me|formal|language|jargon|short|回答|回复|称呼"),
    ("meeting", "meeting|call|stand-up|standup|retro|agenda|minutes|workshop|conference|presented|会议|开会"),
    ("decision", "decid|agreed|chose|settled|opted|picked|voted|决定|选"),
    ("travel", "travel|trip|flight|hotel|airport|train|holiday|vacation|visa|passport|旅|航班|酒店|出差|护照"),
    ("home", "house|flat|apartment|kitchen|hallway|garden|rent|landlord|boiler|roof|furniture|bathroom|moved|家|房|租"),
    ("money", "money|budget|salary|bank|tax|invoice|pay|cost|price|loan|mortgage|insurance|钱|工资|预算|税"),
    ("music", "music|song|piano|guitar|violin|band|concert|choir|album|音乐|钢琴|歌"),
    ("sport", "run|running|marathon|gym|swim|football|tennis|yoga|cycling|bike|ski|climb|跑|健身|游泳|球"),
    ("pets", "dog|cat|puppy|kitten|vet|rabbit|parrot|hamster|狗|猫|宠物"),
    ("education", "school|university|exam|course|study|studies|degree|thesis|lecture|student|学校|大学|考试|学习|毕业"),
    ("release", "release|deploy|ship|rollout|hotfix|rollback|publish|production|staging|发布|部署|上线"),
    ("git", "git|branch|merge|rebase|commit|pull request|cherry-pick|tag"),
    ("testing", "test|tests|lint|ci|smoke|测试"),
    ("database", "database|sql|postgres|mysql|mongo|redis|migration|数据库"),
    ("messaging", "kafka|rabbitmq|nats|queue|broker"),
    ("frontend", "react|vue|svelte|css|frontend|vite|esbuild|webpack|javascript|typescript"),
    ("infrastructure", "server|kubernetes|docker|cluster|cloud|aws|nginx|terraform|hosting|certificate|backup|服务器"),
    ("security", "password|tls|ssl|auth|encrypt|certificate|oauth|vulnerab|安全"),
    ("incident", "outage|crash|incident|failed|down|ran out of|broke|error|bug|故障"),
    ("architecture", "architecture|microservice|uses|depends on|written in|built on|service|架构|依赖"),
    ("project", "project|develops|milestone|roadmap|launch|prototype|项目|开发"),
    ("algorithm", "algorithm|filter|sort|hash|tree|graph|complexity|probabilis|data structure|算法"),
    ("geography", "city|country|river|capital|mountain|island|region|village|town in|lake|城市|省|河|位于"),
    ("workflow", "how to|steps|first|then|workflow|process|procedure|when i say|whenever|always run|checklist|步骤|流程|先|每次"),
    ("priority", "priority|goal|focus|objective|重点|目标|优先"),
    ("schedule", "schedule|deadline|appointment|due|calendar|monday|tuesday|wednesday|thursday|friday|weekend|时间|截止|周"),
    ("people", "reports to|colleague|friend|neighbour|neighbor|朋友|邻居"),
    ("hobby", "hobby|knit|paint|chess|garden|photograph|hik|fishing|collect|爱好"),
    ("plants", "plant|orchid|water the|seed|tomato|houseplant|flower|garden|植物|花"),
    ("cleaning", "clean|wash|laundry|vacuum|rinse"),
    ("baking", "bake|bread|dough|sourdough|cake|oven"),
    ("car", "car |drive|garage|tyre|tire|parking"),
    ("writing", "write|draft|novel|blog|article|essay"),
    ("legal", "contract|lawyer|lease|licence|license|legal"),
    ("language", "speak|fluent|language|english|german|french|spanish|chinese|语"),
    ("emotion", "anxious|happy|sad|proud|worried|excited|afraid|stress"),
    ("shopping", "buy|bought|order|shop|store"), ("birthday", "birthday|生日"), ("name", "name|called|名字"),
];

/// Every stem in one search, and the topic each belongs to.
static STEMS: LazyLock<(AhoCorasick, Vec<usize>)> = LazyLock::new(|| {
    let stems: Vec<(usize, &str)> =
        TOPICS.iter().enumerate().flat_map(|(i, (_, stems))| stems.split('|').map(move |s| (i, s))).collect();
    let search = AhoCorasick::builder()
        .match_kind(MatchKind::Standard)
        .build(stems.iter().map(|s| s.1))
        .expect("short literals");
    (search, stems.iter().map(|s| s.0).collect())
});

/// Words that say nothing of what a memory is about.
const STOP: &str = "
    about after again always also another answer because been before being between both came cannot could does
    doing done down during each every everyone first forever from getting give goes going have having here hers
    into isn't it's its just keep know last later least like made make many more most much must need never next
    note once only other over permanently pinned please really remember right same save says should since some
    something still such take than that their them then there these they thing things this those through time
    today tomorrow twice under until user using very want week were what when where which while will with without
    would year years yesterday your you the and for are was has had not but can who why how our out his her him
    she did let any all one two new old off now get got may say put set run use way day too own three morning
    evening month monday tuesday wednesday thursday friday saturday sunday i'm i've don't doesn't called named
    live lives works vault archived uses develops prefers avoids depends minutes hours ten five four six long
    little lot name list open kind plain away usually decided agreed carry via per
";

static WORD: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\p{L}[\p{L}\p{N}'’-]{2,}").expect("valid pattern"));

/// Chooses the tags of `text`.
pub(super) fn choose(text: &str, found: &[Found], store: Store) -> Vec<String> {
    let lower = text.to_lowercase();
    let mut tags: Vec<String> = Vec::new();
    let add = |tags: &mut Vec<String>, tag: &str| {
        let tag = slug(tag);
        if !tag.is_empty() && tags.len() < 5 && !tags.contains(&tag) {
            tags.push(tag);
        }
    };
    let mut hits = vec![0usize; TOPICS.len()];
    for hit in STEMS.0.find_overlapping_iter(&lower) {
        if is_word_start(&lower, hit.start(), hit.end()) {
            hits[STEMS.1[hit.pattern().as_usize()]] += 1;
        }
    }
    let mut topics: Vec<(usize, &str)> =
        hits.iter().zip(TOPICS).filter(|(n, _)| **n > 0).map(|(n, (tag, _))| (*n, *tag)).collect();
    topics.sort_by_key(|(hits, _)| usize::MAX - hits);
    for entity in found.iter().take(2) {
        add(&mut tags, entity.name.split(' ').next().unwrap_or(""));
    }
    for (_, topic) in topics.iter().take(2) {
        add(&mut tags, topic);
    }
    for noun in content_words(&lower).into_iter().take(3) {
        add(&mut tags, &noun);
    }
    for (_, topic) in topics.iter().skip(2) {
        add(&mut tags, topic);
    }
    if tags.len() < 2 {
        add(
            &mut tags,
            match store {
                Store::Core => "identity",
                Store::Episodic => "event",
                Store::Semantic => "fact",
                Store::Procedural => "workflow",
                Store::Vault => "vault",
            },
        );
    }
    if tags.len() < 2 {
        tags.push("note".into());
    }
    tags
}

fn slug(tag: &str) -> String {
    tag.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase().replace([' ', '_', '’', '\''], "-")
}

/// A stem counts at the start of a word; a very short one must be the whole word.
fn is_word_start(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].chars().next_back();
    let after = text[end..].chars().next();
    before.is_none_or(|c| !c.is_alphanumeric() || is_han(c))
        && (end - start > 4 || after.is_none_or(|c| !c.is_alphanumeric() || matches!(c, 's' | 'n' | 'i') || is_han(c)))
}

/// The words a memory turns on: long, not function words, later ones first among equals.
fn content_words(lower: &str) -> Vec<String> {
    static STOPPED: LazyLock<WordSet> = LazyLock::new(|| STOP.split_whitespace().collect());
    let telling = |word: &&str| !STOPPED.contains(word) && !word.chars().all(is_han);
    let words: Vec<&str> = WORD.find_iter(lower).map(|m| m.as_str()).filter(telling).collect();
    let mut out: Vec<String> = Vec::new();
    let mut ranked: Vec<(usize, &str)> = words.iter().enumerate().map(|(i, w)| (i, *w)).collect();
    ranked.sort_by_key(|(i, w)| {
        let verb = w.ends_with("ing") || w.ends_with("ed");
        (usize::from(verb), *i)
    });
    for (_, word) in ranked {
        let word = word.trim_end_matches("'s").trim_end_matches("’s").to_owned();
        if !out.contains(&word) {
            out.push(word);
        }
    }
    out
}
