//! Chinese corrections: 不对，是周三; 改到周五了; 应该是五点.

use std::sync::LazyLock;

use regex::Regex;

use super::Read;

fn regex(source: &str) -> Regex {
    Regex::new(source).expect("valid pattern")
}

pub(super) fn read(line: &str) -> Option<Read> {
    static DENIAL: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(?:不|哦|啊|等等)?[，,]?(?:这|那)?(?:不对|错了|不是(?:的|这样的?|那样的?)?|说错了|你?(?:记|搞|弄)错了|不正确)(?:啦|呀|啊|吧|哦)?[。！!]*$",
        )
    });
    static BACK: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(?:(?:哦|啊|嗯|等等|抱歉|不好意思)[，,]?)*(?:不对|不是|不[，,]|错了|我?说错了|我?记错了|更正|纠正一下|其实|准确地?说|我是说|我的意思是)[，,：:。！!]?\s*(?P<rest>.+)$",
        )
    });
    static CHANGE: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^(?:它|这个?|那个?|时间|日期|会议|会|约)?(?:已经|又|被|临时|现在)*(?:改到|改成|改为|改在|推迟到|延期?到|提前到|挪到|调到|换到|换成|定在)(?P<rest>.+)$",
        )
    });
    static IS: LazyLock<Regex> = LazyLock::new(|| regex(r"^(?:应该|其实|就|它)?(?:是|叫|改到|改成|在)(?P<rest>.+)$"));
    static NOT: LazyLock<Regex> = LazyLock::new(|| regex(r"^(?P<new>[^，,]+)[，,](?:而?不是)(?P<old>[^，,]+)$"));
    static NOT_FIRST: LazyLock<Regex> =
        LazyLock::new(|| regex(r"^(?:不是)(?P<old>[^，,]+)[，,]?(?:而?是)(?P<new>[^，,]+)$"));
    let line = line.trim_end_matches(['。', '！', '!', ' ']);
    if DENIAL.is_match(line) {
        return Some(Read::Denial);
    }
    let becomes = |hit: &regex::Captures<'_>| Read::Becomes {
        new: trimmed(&hit["new"]).to_owned(),
        old: Some(trimmed(&hit["old"]).to_owned()),
    };
    if let Some(hit) = NOT_FIRST.captures(line) {
        return Some(becomes(&hit));
    }
    let (rest, taken_back) = match (BACK.captures(line), CHANGE.captures(line)) {
        (_, Some(hit)) => (hit.name("rest")?.as_str(), true),
        (Some(hit), None) => (hit.name("rest")?.as_str(), true),
        (None, None) => (line, false),
    };
    let is = IS.captures(rest).and_then(|hit| hit.name("rest")).map(|hit| hit.as_str());
    // 应该是五点 corrects; 是的 and 在家 do not.
    if !taken_back && !line.starts_with("应该") {
        return None;
    }
    let rest = is.unwrap_or(rest);
    if let Some(hit) = NOT.captures(rest) {
        return Some(becomes(&hit));
    }
    let rest = trimmed(rest);
    let short = (1..=10).contains(&rest.chars().count()) && !rest.contains(['，', ',', '我', '你', '？', '?']);
    short.then(|| Read::Becomes { new: rest.to_owned(), old: None })
}

fn trimmed(text: &str) -> &str {
    text.trim().trim_end_matches(['了', '吧', '啦', '呀', '啊', '。', '！']).trim_end_matches("才对")
}
