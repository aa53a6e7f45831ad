//! Ways of doing something: "To deploy: run the tests, then tag, then push" taken apart.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// A way of doing something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Steps {
    /// When it applies.
    pub trigger: String,
    /// What to do, in order.
    pub steps: Vec<String>,
}

/// Reads when a way of doing something applies, and its steps in order.
pub fn read(text: &str) -> Steps {
    let text = text.trim();
    // "To deploy 1) tag 2) push": the numbers tell where the steps begin.
    let one_line = text.lines().filter(|line| !line.trim().is_empty()).count() == 1;
    if let Some((lead, _)) = numbered(text).filter(|(lead, _)| one_line && !lead.is_empty() && lead.len() <= 200) {
        let trigger = lead.trim_end_matches([':', '：', ',', '，', ' ']);
        return Steps { trigger: trigger.to_owned(), steps: cut(&text[lead.len()..]) };
    }
    let (trigger, rest) = match text.split_once([':', '：']) {
        Some((trigger, rest)) if trigger.chars().count() <= 100 && !rest.trim().is_empty() => (trigger, rest),
        // "Before merging, run the tests": what comes first says when.
        _ => match text.split_once([',', '，']) {
            Some((trigger, rest)) if starts_condition(trigger) => (trigger, rest),
            _ => (text, text),
        },
    };
    Steps { trigger: trigger.trim().to_owned(), steps: cut(rest) }
}

fn starts_condition(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["when", "before", "after", "whenever", "if ", "every time", "to "].iter().any(|word| lower.starts_with(word))
        || ["前", "后", "时", "时候"].iter().any(|word| lower.ends_with(word))
}

/// Cuts a text into the steps it tells, where they are joined.
pub fn cut(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let parts: Vec<String> = if lines.len() > 1 {
        lines.into_iter().map(str::to_owned).collect()
    } else if let Some((lead, steps)) = numbered(text) {
        [lead.to_owned()].into_iter().chain(steps).collect()
    } else {
        let marks = [';', '；', '，', ',', '。'];
        text.replace(". ", "; ")
            .replace(" and then ", "; ")
            .replace(" then ", "; ")
            .replace("然后", "；")
            .split(marks)
            .map(str::to_owned)
            .collect()
    };
    parts
        .iter()
        .map(|step| {
            let step = step
                .trim()
                .trim_start_matches(|c: char| c.is_ascii_digit())
                .trim_start_matches(['.', ')', '-', '*', ' ']);
            let step = step.strip_prefix("and ").or_else(|| step.strip_prefix("then ")).unwrap_or(step);
            step.trim().trim_end_matches(['.', '。']).to_owned()
        })
        .filter(|step| !step.is_empty())
        .collect()
}

/// What stands before the first number, and the steps, of a text that numbers them within a line: "1. run the tests
/// 2. tag", "1) rinse 2) boil", ①洗②煮. The numbers count up from one; anything else ("version 2. 3 times") is no list.
fn numbered(text: &str) -> Option<(&str, Vec<String>)> {
    static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)(?:(?:^|[\s,;，；。、：:])[(（]?(?:(?:step|第) ?)?(?P<n>\d{1,2})(?:[.)）、:：]|步[:：，]?)|(?P<circled>[①-⑨]))\s*")
            .expect("valid pattern")
    });
    let mut heads: Vec<Range<usize>> = Vec::new();
    for hit in NUMBER.captures_iter(text) {
        let circled = hit.name("circled").and_then(|mark| mark.as_str().chars().next());
        let counted = match (circled, hit.name("n")) {
            (Some(mark), _) => (mark as usize).saturating_sub('①' as usize) + 1,
            (None, n) => n.and_then(|n| n.as_str().parse().ok()).unwrap_or_default(),
        };
        let whole = hit.get(0).expect("group 0 always matches");
        // "1.5 litres" is an amount.
        let decimal = whole.as_str().ends_with('.') && text[whole.end()..].starts_with(|c: char| c.is_ascii_digit());
        if counted == heads.len() + 1 && !decimal {
            heads.push(whole.range());
        }
    }
    if heads.len() < 2 {
        return None;
    }
    let ends = heads.iter().skip(1).map(|head| head.start).chain([text.len()]);
    let step = |(head, end): (&Range<usize>, usize)| {
        text[head.end..end].trim().trim_end_matches([',', ';', '，', '；', '、', ' ']).to_owned()
    };
    Some((text[..heads[0].start].trim(), heads.iter().zip(ends).map(step).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_cut_where_they_are_joined() {
        let Steps { trigger, steps } =
            read("To water the orchids: soak them in the sink, let them drain, then put them back.");
        assert_eq!(trigger, "To water the orchids");
        assert_eq!(steps, ["soak them in the sink", "let them drain", "put them back"]);
        let Steps { trigger, steps } = read("Before merging, run the tests and then tag the build");
        assert_eq!((trigger.as_str(), steps.len()), ("Before merging", 2));
        let Steps { steps, .. } = read("发布流程：先跑测试，然后打标签，最后部署");
        assert_eq!(steps, ["先跑测试", "打标签", "最后部署"]);
    }

    #[test]
    fn numbers_within_a_line_begin_steps() {
        let Steps { trigger, steps } = read("To deploy: 1. run make test 2. tag the release 3. push to main");
        assert_eq!(trigger, "To deploy");
        assert_eq!(steps, ["run make test", "tag the release", "push to main"]);
        assert_eq!(read("Rice: 1) rinse 2) boil 3) rest").steps, ["rinse", "boil", "rest"]);
        let Steps { trigger, steps } = read("To cook rice 1) rinse: twice 2) boil");
        assert_eq!((trigger.as_str(), steps), ("To cook rice", vec!["rinse: twice".to_owned(), "boil".to_owned()]));
        assert_eq!(cut("1) rinse 2) boil 3) rest"), ["rinse", "boil", "rest"]);
        assert_eq!(cut("(1) rinse, then dry; (2) boil; (3) rest."), ["rinse, then dry", "boil", "rest"]);
        assert_eq!(cut("1. 洗米 2. 煮 3. 焖"), ["洗米", "煮", "焖"]);
        assert_eq!(cut("①洗米②煮③焖"), ["洗米", "煮", "焖"]);
        assert_eq!(cut("add 1.5 litres, wait 2 minutes"), ["add 1.5 litres", "wait 2 minutes"]);
        assert_eq!(cut("use version 2. restart"), ["use version 2", "restart"]);
    }
}
