//! Ways of doing something: "To deploy: run the tests, then tag, then push" taken apart.

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

/// The beginning of a text, for a title.
pub fn first_words(text: &str, count: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().take(count).collect();
    // Chinese has no spaces: a title is then cut by letters.
    words.join(" ").chars().take(60).collect::<String>().trim_end_matches([',', ';', ':', '，']).to_owned()
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
}
